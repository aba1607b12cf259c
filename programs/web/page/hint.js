/* A hint for the game at hand: a placement that every way to finish has, or else the most shared
   one.

   A tile that lies there is a letter of the remaining puzzle and would be hinted at again; so for
   tiles the most shared placement on an open cell is looked up in the heat. */

const SECONDS = 10;

/* {placement, count, coverings, forced}; null where nothing can be finished. */
export async function askHint(game, rest, slot) {
  if (!game.hasRules()) {
    const {report} = await slot.run('hint', {puzzle: rest, seconds: SECONDS});
    return report?.placement ? report : null;
  }
  const {report} = await slot.run('heat', {puzzle: rest, seconds: SECONDS});
  const open = report.placements.filter(({cells}) => !game.owner[game.layout.inner(cells[0])]);
  const best = open.reduce((a, b) => (a && BigInt(a.count) >= BigInt(b.count) ? a : b), null);
  return best && best.count !== '0' ?
      {placement: best, count: best.count, coverings: report.count, forced: best.forced} :
      null;
}
