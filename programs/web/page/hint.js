/* A hint for the current game: a placement that all ways to finish share or, if there is none, the
   most common one.

   A tile on the board is a letter of the remaining puzzle, so it would be hinted at again.  For
   tiles, the hint is therefore the most common placement on an open cell, found with the heat map.
 */

const SECONDS = 10;

/* {placement, count, coverings, forced}; null if the game cannot be finished. */
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
