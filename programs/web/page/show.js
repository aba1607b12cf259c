/* Drawing a covering, or part of one, on the board: colours, outlines, letters. */

import {choose} from './palette.js';
import {isTile, letters} from './puzzle.js';
import {puzzle} from './store.js';
import {boardLetters, view} from './stage.js';

export function pieceNumber(name) {
  return Math.max(0, puzzle().pieces.findIndex((piece) => String(piece.name) === name));
}

/* What stands on a laid piece: its letter, on tiles the whole name; nothing where all are of one kind. */
export function signOf(number) {
  const {pieces} = puzzle();
  const piece = pieces[number];
  if (isTile(piece))
    return String(piece.name);
  return pieces.length > 1 ? letters(pieces)[number] || '' : '';
}

export const signClass = (sign, colour) =>
  `on-${colour}${Array.from(sign).length > 1 ? ' long' : ''}`;

/* PLACEMENTS as the server tells them; returns the groups of cells. */
export function drawPlacements(placements) {
  const groups = placements.map(({cells}) => cells.map((cell) => view.layout.inner(cell)));
  const kinds = placements.map(({piece}) => pieceNumber(piece));
  const colours = choose(view.layout, groups, kinds, (kind) => isTile(puzzle().pieces[kind]));
  const signs = new Map();
  kinds.forEach((kind) => signs.has(kind) || signs.set(kind, signOf(kind)));
  view.layers.pieces.replaceChildren(...groups.map((cells, k) =>
    view.body(cells, `piece colour-${colours[k]}`)));
  boardLetters(new Set(groups.flat()));
  view.layers.letters.append(...groups.flatMap((cells, k) =>
    view.letter(cells, signs.get(kinds[k]), signClass(signs.get(kinds[k]), colours[k]))));
  return groups;
}

export function clearPlacements() {
  view.clear('pieces');
  boardLetters();
}
