/* The list of the puzzle's pieces, with their counts and whether they may be rotated and flipped.
 */

import {allowed, cellsOf, learn} from './catalog.js';
import {textThumbnail, thumbnail} from './thumbnail.js';
import {decorOf, decorThumbnail} from './decor.js';
import {byId, iconButton, make, setText, toast} from './dom.js';
import {formsKey} from './lattice.js';
import {COLOURS} from './palette.js';
import {formatCount, isTile, letters, parseCount} from './puzzle.js';
import {change, listen, puzzle} from './store.js';

function setPiece(number, piece) {
  const pieces = puzzle().pieces.map((old, k) => (k === number ? piece : old));
  change({...puzzle(), pieces: pieces.filter(Boolean)}, 'pieces');
}

const withCount = ({count, ...piece}, range) => {
  const text = formatCount(range);
  return text === 1 ? piece : {...piece, count: text};
};

/* Adds BY to the count; both ends of a range change. */
function stepCount(number, by) {
  const piece = puzzle().pieces[number];
  const {least, most} = parseCount(piece.count) || {least: 1, most: 1};
  if (least === 0 && most === null)
    setPiece(number, withCount(piece, {least: 1, most: 1}));
  else if (least + by >= 0)
    setPiece(number, withCount(piece, {least: least + by, most: most === null ? null : most + by}));
}

function typeCount(number, input) {
  const range = parseCount(input.value);
  if (!range) {
    toast('A count is a number, a range such as 1..3 or 2.., or the word any.');
    refresh();
  } else
    setPiece(number, withCount(puzzle().pieces[number], range));
}

const said = ({points, sides, tags}) => [points && `points ${[].concat(points).join(', ')}`,
                                         sides && `sides ${[].concat(sides).join(', ')}`,
                                         tags && `tags ${[].concat(tags).join(', ')}`]
                                            .filter(Boolean)
                                            .join(' · ');

function ruleButton(number, rule, label) {
  const piece = puzzle().pieces[number], now = allowed(puzzle().lattice, piece)[rule];
  return iconButton(
      rule, `${piece.name} ${label}`, () => setPiece(number, {...piece, [rule]: !now}),
      {'aria-pressed': String(now), 'data-focus': `${rule}-${number}`});
}

function countControls(piece, number) {
  const text = String(formatCount(parseCount(piece.count) || {least: 1, most: 1}));
  const any = text === 'any';
  const input = make('input', {
    type: 'text',
    value: text,
    autocomplete: 'off',
    'aria-label': `Number of copies of ${piece.name}`,
    'data-focus': `count-${number}`,
    onchange: () => typeCount(number, input)
  });
  return [
    make(
        'div', {class: 'stepper'},
        iconButton(
            'minus', `One fewer ${piece.name}`, () => stepCount(number, -1),
            {'data-focus': `less-${number}`}),
        input, iconButton('plus', `One more ${piece.name}`, () => stepCount(number, 1), {
          'data-focus': `more-${number}`
        })),
    make(
        'button', {
          type: 'button',
          'aria-pressed': String(any),
          'aria-label': `Any number of ${piece.name}`,
          'data-focus': `any-${number}`,
          onclick: () =>
              setPiece(number, withCount(piece, any ? {least: 1, most: 1} : {least: 0, most: null}))
        },
        'any')
  ];
}

function pictureOf(piece, number) {
  const cells = cellsOf(puzzle().lattice, piece), decor = decorOf(piece);
  if (decor)
    return decorThumbnail(decor, puzzle().pieces, String(piece.name));
  if (isTile(piece))
    return textThumbnail(String(piece.name));
  return cells ? thumbnail(puzzle().lattice, cells, number % COLOURS) :
                 textThumbnail(letters(puzzle().pieces)[number]);
}

function row(piece, number) {
  const more = said(piece);
  return make(
      'li', {class: 'piece-row'}, pictureOf(piece, number),
      make(
          'span', {class: 'name', title: String(piece.name)}, String(piece.name),
          more ? make('span', {class: 'more'}, more) : null),
      iconButton('close', `Remove ${piece.name}`, () => setPiece(number, null)),
      make(
          'div', {class: 'controls'}, ...countControls(piece, number),
          ruleButton(number, 'turn', 'may be rotated'),
          ruleButton(number, 'flip', 'may be flipped')));
}

/* The number of cells of all pieces together, as text. */
function sum(now) {
  let [least, most] = [0, 0];
  for (const piece of now.pieces) {
    const cells = cellsOf(now.lattice, piece), count = parseCount(piece.count);
    if (!cells || !count)
      return '';
    least += cells.length * count.least;
    most = count.most === null ? Infinity : most + cells.length * count.most;
  }
  return most === Infinity ? (least ? `${least} cells or more` : '') :
      least === most                ? `${least} cells` :
                                      `${least} to ${most} cells`;
}

function refresh() {
  const now = puzzle();
  const focus = document.activeElement?.dataset?.focus;
  const list = byId('pieces');
  list.replaceChildren(...now.pieces.map(row));
  if (focus)
    list.querySelector(`[data-focus="${CSS.escape(focus)}"]`)?.focus();
  setText('pieces-sum', sum(now));
  const mixed = now.pieces.length > 1;
  byId('all-any').hidden = !mixed;
  byId('all-once').hidden = !mixed;
}

async function update() {
  const now = puzzle();
  refresh();
  if (now.pieces.some((piece) => !cellsOf(now.lattice, piece))) {
    await learn(now.lattice, now.pieces);
    if (now === puzzle())
      refresh();
  }
}

/* Adds pieces ({piece, cells}); the counts of equal pieces are added. */
export function addPieces(entries) {
  const {lattice} = puzzle();
  const pieces = [...puzzle().pieces];
  const key = (piece, cells) => {
    const {turn, flip} = allowed(lattice, piece);
    return cells && !isTile(piece) ? formsKey(lattice, cells, turn, flip) : null;
  };
  const keys = pieces.map((piece) => key(piece, cellsOf(lattice, piece)));
  for (const {piece, cells} of entries) {
    const same = keys.indexOf(key(piece, cells));
    if (same < 0) {
      pieces.push(piece);
      keys.push(key(piece, cells));
      continue;
    }
    const [a, b] = [parseCount(pieces[same].count), parseCount(piece.count)];
    const most = a.most === null || b.most === null ? null : a.most + b.most;
    pieces[same] = withCount(pieces[same], {least: a.least + b.least, most});
  }
  change({...puzzle(), pieces}, 'pieces');
}

export function removePiece(name) {
  change({...puzzle(), pieces: puzzle().pieces.filter((piece) => piece.name !== name)}, 'pieces');
}

const setAll = (range) => () => change(
    {...puzzle(), pieces: puzzle().pieces.map((piece) => withCount(piece, range))}, 'pieces');

export function startPieces() {
  byId('all-any').addEventListener('click', setAll({least: 0, most: null}));
  byId('all-once').addEventListener('click', setAll({least: 1, most: 1}));
  listen((now, what) => what !== 'board' && update());
  update();
}
