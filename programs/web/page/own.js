/* The dialog in which the user draws a piece, with the same board and brush as for the puzzle. */

import {BoardView} from './board.js';
import {byId, setText} from './dom.js';
import {drawingOf, normalise} from './lattice.js';
import {Brush} from './paint.js';
import {addPieces} from './pieces.js';
import {parseCount} from './puzzle.js';
import {puzzle} from './store.js';

const SIZES = {
  square: [1, 6, 8],
  hex: [1, 5, 7],
  triangle: [1, 5, 10],
  cube: [3, 4, 4]
};
let view = null, brush = null;

const toggled = (sign) => (sign === '#' ? '.' : '#');

function cells() {
  const {layout} = view;
  return view.signs.flatMap((sign, index) => (sign === '.' ? [layout.cell(index)] : []));
}

function freeName() {
  const taken = new Set(puzzle().pieces.map((piece) => String(piece.name)));
  let k = 1;
  while (taken.has(`own${k}`))
    k++;
  return `own${k}`;
}

function clear() {
  const [layers, rows, columns] = SIZES[puzzle().lattice];
  view.show({
    lattice: puzzle().lattice,
    layers,
    rows,
    columns,
    cells: new Array(layers * rows * columns).fill('#')
  });
  tell();
}

function tell() {
  const count = cells().length;
  setText(
      'own-status',
      count ? `${count} ${count === 1 ? 'cell' : 'cells'}` : 'Click or drag over cells.');
}

function open() {
  clear();
  byId('own-name').value = freeName();
  byId('own-count').value = '1';
  byId('own-turn').checked = true;
  byId('own-flip').checked = puzzle().lattice !== 'cube';
  byId('own').showModal();
}

function add() {
  const {lattice} = puzzle();
  const drawn = cells(), range = parseCount(byId('own-count').value);
  if (!drawn.length || !range) {
    setText(
        'own-status',
        drawn.length ? 'A count is a number, a range such as 1..3, or any.' :
                       'Draw at least one cell.');
    return;
  }
  const name = byId('own-name').value.trim() || freeName();
  const taken = puzzle().pieces.some((piece) => String(piece.name) === name);
  const shape = normalise(lattice, drawn);
  const piece = {name: taken ? freeName() : name, shape: drawingOf(lattice, shape)};
  const text = byId('own-count').value.trim();
  if (text !== '1')
    piece.count = /^\d+$/.test(text) ? Number(text) : text;
  if (!byId('own-turn').checked)
    piece.turn = false;
  if (byId('own-flip').checked !== (lattice !== 'cube'))
    piece.flip = byId('own-flip').checked;
  addPieces([{piece, cells: shape}]);
  byId('own').close();
}

export function startOwn() {
  view = new BoardView(byId('own-host'), 'The piece', {
    key: (event, index) => {
      if (event.key !== ' ' && event.key !== 'Enter')
        return false;
      brush.toggle(index);
      return true;
    },
  });
  view.svg.classList.add('paints', 'draws');
  brush = new Brush(view, {pick: toggled, done: tell});
  byId('draw-piece').addEventListener('click', open);
  byId('own-clear').addEventListener('click', clear);
  byId('own-add').addEventListener('click', add);
}
