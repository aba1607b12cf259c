/* Placements computed without the server: for dragging, and to find the cells that no remaining
   piece can cover.  All placements of a puzzle are listed once, up to a limit. */

import {forms, mayMove} from './lattice.js';
import {allowed} from './catalog.js';

const MOST_STEPS = 4e6;

/* The numbers of the cells of FORM, moved by [layers, rows, columns]; null if it does not fit on
   the board.  FITS (index) returns whether a cell may be used. */
export function lay(layout, form, [dl, dr, dc], fits) {
  if (!mayMove(layout.lattice, dr, dc))
    return null;
  const cells = [];
  for (const [l, r, c] of form) {
    const index = layout.index([l + dl, r + dr, c + dc]);
    if (index < 0 || !fits(index) || cells.includes(index))
      return null;
    cells.push(index);
  }
  return cells;
}

/* All placements of all pieces on the empty board: [{piece, cells}]; null if there are too many.
   CELLS_OF (number) returns the cells of a piece, FITS (number, index) whether it may cover a cell.
 */
export function allPlacements(layout, pieces, cellsOf, fits) {
  const found = [];
  let steps = 0;
  for (let piece = 0; piece < pieces.length; piece++) {
    const cells = cellsOf(piece);
    if (!cells)
      return null;
    const {turn, flip} = allowed(layout.lattice, pieces[piece]);
    for (const form of forms(layout.lattice, cells, turn, flip)) {
      steps += layout.count * form.length;
      if (steps > MOST_STEPS)
        return null;
      eachPlace(
          layout, form, (index) => fits(piece, index), (laid) => found.push({piece, cells: laid}));
    }
  }
  return found;
}

/* Moves the first cell of FORM to each cell of the board (on triangles, of the same kind). */
function eachPlace(layout, form, fits, see) {
  const [fl, fr, fc] = form[0];
  for (let index = 0; index < layout.count; index++) {
    const [l, r, c] = layout.cell(index);
    const cells = fits(index) ? lay(layout, form, [l - fl, r - fr, c - fc], fits) : null;
    if (cells)
      see(cells);
  }
}

/* The cells in NEEDED that no placement of a remaining piece can cover. */
export function impossible(layout, placements, needed, isFree, remains) {
  const reached = new Array(layout.count).fill(false);
  for (const {piece, cells} of placements)
    if (remains(piece) && cells.every(isFree))
      cells.forEach((index) => {
        reached[index] = true;
      });
  return needed.filter((index) => !reached[index]);
}

/* The move that brings the middle of the first layer of FORM as near to a point of the drawing as
   the lattice allows.  OWN is the layout of FORM alone. */
export function moveTo(layout, own, form, [x, y]) {
  const ground = form.filter(([l]) => l === form[0][0]);
  const centres = ground.map((cell) => own.centre(own.index(cell)));
  const mean = [0, 1].map((k) => centres.reduce((sum, at) => sum + at[k], 0) / centres.length);
  const target = [x + centres[0][0] - mean[0], y + centres[0][1] - mean[1]];
  let best = null, least = Infinity;
  for (const index of nearby(layout, target)) {
    const cell = layout.cell(index);
    const move = cell.map((k, n) => k - ground[0][n]);
    if (!mayMove(layout.lattice, move[1], move[2]))
      continue;
    const [cx, cy] = layout.centre(index);
    const far = Math.hypot(cx - target[0], cy - target[1]);
    if (far < least)
      [best, least] = [move, far];
  }
  return least < 1.2 ? best : null;
}

function nearby(layout, [x, y]) {
  const found = new Set();
  for (let dx = -1; dx <= 1; dx++)
    for (let dy = -1; dy <= 1; dy++) {
      const index = layout.at(x + dx * 0.6, y + dy * 0.6);
      if (index >= 0)
        found.add(index);
    }
  return found;
}
