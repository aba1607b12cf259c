/* The tray: the pieces that are left, in their current orientation. */

import {decorThumbnail} from './decor.js';
import {byId, make} from './dom.js';
import {COLOURS} from './palette.js';
import {isTile} from './puzzle.js';
import {textThumbnail, thumbnail} from './thumbnail.js';

function picture(game, hand, piece, number) {
  const cells = hand.forms[number], decor = hand.decors[number];
  if (decor)
    return decorThumbnail(decor, game.puzzle.pieces, String(piece.name));
  return cells && !isTile(piece) ? thumbnail(game.puzzle.lattice, cells, number % COLOURS) :
                                   textThumbnail(String(piece.name));
}

/* Pieces with long names, such as numbered members of sets, show their letter instead. */
function shortName(game, number) {
  const name = String(game.puzzle.pieces[number].name);
  return name.length > 6 ? game.letters[number] : name;
}

/* HAND: {chosen, forms, decors (of tiles), choose (number or null), begin (event, number, form)}.
 */
function trayButton(game, hand, piece, number) {
  const left = game.left(number), cells = hand.forms[number];
  const said = left === null ? 'any' : `${left} left`;
  const button = make('button', {
    type: 'button',
    'aria-label': `${piece.name}, ${said}`,
    'aria-pressed': String(hand.chosen === number),
    'data-piece': number,
    disabled: left === 0,
    onclick: () => hand.choose(hand.chosen === number ? null : number)
  });
  const often = left === 1 || left === 0 ? '' : ` × ${left ?? '∞'}`;
  button.append(
      picture(game, hand, piece, number),
      make('span', {'aria-hidden': 'true'}, `${shortName(game, number)}${often}`));
  if (cells && left !== 0)
    button.addEventListener('pointerdown', (event) => hand.begin(event, number, cells));
  return button;
}

/* Creates the tray again and keeps the focus. */
export function fillTray(game, hand) {
  const focus = document.activeElement?.dataset?.piece;
  byId('tray').replaceChildren(
      ...game.puzzle.pieces.map((piece, number) => trayButton(game, hand, piece, number)));
  if (focus !== undefined)
    byId('tray').querySelector(`[data-piece="${focus}"]`)?.focus();
}
