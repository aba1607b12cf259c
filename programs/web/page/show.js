/* Drawing a covering, or part of one, on the board: colours, outlines, letters. */

import {decorOf, drawDecor} from './decor.js';
import {coloursOf} from './colours.js';
import {COLOURS, paintOf} from './palette.js';
import {isTile, letters} from './puzzle.js';
import {puzzle} from './store.js';
import {boardLetters, view} from './stage.js';

export function pieceNumber(name) {
  return Math.max(0, puzzle().pieces.findIndex((piece) => String(piece.name) === name));
}

/* The text on a piece: its letter or, for tiles, its name; nothing if there is only one kind. */
function signOf(number) {
  const {pieces} = puzzle();
  const piece = pieces[number];
  if (isTile(piece))
    return String(piece.name);
  return pieces.length > 1 ? letters(pieces)[number] || '' : '';
}

/* The middle of a tile with coloured sides is white. */
function signClass(sign, {colour, decor}) {
  const dark = colour >= COLOURS && paintOf(colour).isDark ? ' on-dark' : '';
  return `${decor?.sides ? '' : `on-${colour}${dark}`}${
      Array.from(sign).length > 1 ? ' long' : ''}`;
}

/* A piece in its colour.  The style sheet has the colours of the palette. */
function bodyOf({cells, colour, decor}) {
  const body = view.body(cells, `piece ${decor?.sides ? 'tile' : `colour-${colour}`}`);
  if (!decor?.sides && colour >= COLOURS)
    body.firstChild.style.fill = paintOf(colour).fill;
  return body;
}

/* The decor of a tile: that of PLACEMENT or, if it has none, that of the piece. */
export const decorLaid = (placement, number) =>
    decorOf(placement) || decorOf(puzzle().pieces[number] || {});

/* LAID: [{piece: its number, cells: their numbers, colour, decor: that of a tile, or null}]. */
export function drawColoured(laid) {
  const signs = new Map();
  laid.forEach(({piece}) => signs.has(piece) || signs.set(piece, signOf(piece)));
  view.layers.pieces.replaceChildren(
      ...laid.map(bodyOf),
      ...laid.flatMap(
          ({cells, decor}) =>
              (decor ? drawDecor(view.layout, cells[0], decor, puzzle().pieces) : [])));
  view.describe(new Map(laid.flatMap(({piece, cells}, k) => {
    const words = `${puzzle().pieces[piece]?.name}, piece ${k + 1}`;
    return cells.map((index) => [index, words]);
  })));
  boardLetters(new Set(laid.flatMap(({cells}) => cells)));
  view.layers.letters.append(...laid.flatMap(
      (one) => view.letter(one.cells, signs.get(one.piece), signClass(signs.get(one.piece), one))));
}

/* PLACEMENTS are in the server's format: [{piece: its name, cells}]. */
export function drawPlacements(placements) {
  const groups = placements.map(({cells}) => cells.map((cell) => view.layout.inner(cell)));
  const kinds = placements.map(({piece}) => pieceNumber(piece));
  const colours = coloursOf(view.layout, groups, kinds, puzzle().pieces);
  drawColoured(groups.map((cells, k) => ({
                            piece: kinds[k],
                            cells,
                            colour: colours[k],
                            decor: decorLaid(placements[k], kinds[k])
                          })));
}

export function clearPlacements() {
  drawColoured([]);
}
