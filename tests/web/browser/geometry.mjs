/* Compares the page's geometry with the program's: forms, placements, hits. */

import {middle, signs} from './driver.mjs';

/* The published number of fixed forms of all pieces of a set (OEIS A001168, A001207, A001420,
   A001931). */
const FIXED = [
  ['square', 'pentominoes', 63], ['square', 'hexominoes', 216], ['hex', 'tetrahexes', 44],
  ['hex', 'pentahexes', 186], ['triangle', 'hexiamonds', 94], ['triangle', 'heptiamonds', 250],
  ['cube', 'tetracubes', 86], ['cube', 'pentacubes', 534]
];

/* Whether a puzzle that names a piece allows it to be rotated and flipped. */
const MOVES = [
  ['L4', true, true], ['J4', true, false], ['S4\'', true, false], ['F5.2', false, false],
  ['hexominoes.3', true, true], ['one-sided hexominoes.3', true, false],
  ['fixed hexominoes.3', false, false]
];

export async function forms(page, tally) {
  for (const [lattice, set, wanted] of FIXED) {
    const found = await page.evaluate(async ([where, name]) => {
      const {forms: all} = await import('/lattice.js');
      const {members} = await import('/catalog.js');
      return (await members(where, name))
          .reduce((sum, {cells}) => sum + all(where, cells, true, where !== 'cube').length, 0);
    }, [lattice, set]);
    tally.same(`forms of ${set}`, found, wanted);
  }
  const found = await page.evaluate(async (names) => {
    const {allowed, learn} = await import('/catalog.js');
    const pieces = names.map((name) => ({name}));
    await learn('square', pieces);
    return pieces.map((piece) => allowed('square', piece));
  }, MOVES.map(([name]) => name));
  MOVES.forEach(
      ([name, turn, flip], k) => tally.same(
          `${name} may be rotated and flipped`, `${found[k].turn} ${found[k].flip}`,
          `${turn} ${flip}`));
}

/* The page finds as many placements as `explain` counts options. */
export async function placements(page, tally) {
  const names = [
    'pentominoes-6x10', 'tetrominoes-tube', 'dominoes-torus', 'trominoes-ring', 'tetrahexes-coin',
    'hexiamonds-rhombus', 'lozenges-hexagon', 'soma-cube', 'one-sided-tetrominoes',
    'fixed-trominoes-3x6', 'gap-dominoes-4x8', 'lettered-4x7'
  ];
  for (const name of names) {
    const [mine, theirs] = await page.evaluate(async (which) => {
      const {fromJson} = await import('/puzzle.js');
      const {Game} = await import('/game.js');
      const {learn} = await import('/catalog.js');
      const post = async (path, body) => (await fetch(path, {
                                           method: 'POST',
                                           body: JSON.stringify(body),
                                           headers: {'Content-Type': 'application/json'}
                                         })).text();
      const text = await (await fetch(`/api/gallery/${which}`)).text();
      const puzzle = fromJson(JSON.parse(await post('/api/convert', {puzzle: text, to: 'json'})));
      await learn(puzzle.lattice, puzzle.pieces);
      const all = new Game(puzzle).placements.map(
          ({piece, cells}) => `${piece}:${[...cells].sort((a, b) => a - b)}`);
      const lines = (await post('/api/explain', {puzzle: text})).trim().split('\n');
      return [new Set(all).size, JSON.parse(lines.pop()).report.options];
    }, name);
    tally.same(`placements of ${name}`, mine, theirs);
  }
}

/* A click on the centre of a cell hits that cell, on every lattice. */
export async function hits(page, tally, {again}) {
  for (const hash
           of ['#board=2x3&pieces=L3:any', '#lattice=hex&board=3x3&pieces=trihexes:any',
               '#lattice=triangle&board=3x4&pieces=tetriamonds:any',
               '#lattice=cube&board=3x2x2&pieces=soma:any']) {
    const other = await again(hash);
    const all = (await signs(other)).length;
    const wrong = [];
    for (let index = 0; index < all; index++) {
      await other.mouse.click(...await middle(other, index));
      if (await signs(other) !== '#'.repeat(index + 1) + '.'.repeat(all - index - 1))
        wrong.push(index);
    }
    tally.same(hash, wrong, []);
    await other.close();
  }
}
