/* Edit: painting the board, and the card with its size, lattice and joined sides. */

import {hold} from './answers.js';
import {byId, iconButton, make, toast} from './dom.js';
import {Brush} from './paint.js';
import {fromJson, letters, resized, STARTS} from './puzzle.js';
import {canRedo, canUndo, change, listen, puzzle, redo, undo} from './store.js';
import {addMode, boardLetters, status, view} from './stage.js';

let brush = null;

const chosenBrush = () => document.querySelector('input[name="brush"]:checked').value;

/* A press on a cell that already has the sign of the brush removes it. */
function pick(sign) {
  const wish = chosenBrush() === 'letter' ? byId('brush-letter').value : chosenBrush();
  return !wish || sign === wish ? '.' : wish;
}

function finished(cells) {
  change({...puzzle(), cells}, 'board');
}

const mode = {
  enter() {
    view.svg.classList.add('paints');
    brush.enabled = true;
    status('');
  },
  leave() {
    brush.lift();
    brush.enabled = false;
  },
  key(event, index) {
    if (event.key !== ' ' && event.key !== 'Enter')
      return false;
    brush.toggle(index);
    return true;
  },
};

/* A number field with a button on each side. */
function sizer(id, label) {
  const input = make('input', {
    type: 'text',
    id,
    inputmode: 'numeric',
    autocomplete: 'off',
    'aria-label': label,
    onchange: () => resize(id, input.value)
  });
  const step = (by) => () => resize(id, Number(input.value) + by);
  return make(
      'div', {class: 'sizer', role: 'group', 'aria-label': label},
      make('span', {'aria-hidden': 'true'}, label),
      make(
          'div', {class: 'stepper'},
          iconButton('minus', `Decrease ${label.toLowerCase()}`, step(-1)), input,
          iconButton('plus', `Increase ${label.toLowerCase()}`, step(1))));
}

function resize(id, wish) {
  const now = puzzle();
  const size = {layers: now.layers, rows: now.rows, columns: now.columns};
  const number = Math.floor(Number(wish));
  if (number >= 1 && number !== size[id]) {
    try {
      const next = {...size, [id]: number};
      change(resized(now, next.layers, next.rows, next.columns), 'board');
    } catch (error) {
      toast(error.message);
    }
  }
  refresh();
}

function refresh() {
  const now = puzzle();
  for (const id of ['layers', 'rows', 'columns'])
    byId(id).value = now[id];
  byId('layers').closest('.sizer').hidden = now.lattice !== 'cube';
  byId('wrap-field').hidden = now.lattice !== 'square';
  byId('lattice').value = now.lattice;
  byId('wrap').value = now.wrap;
  if (document.activeElement !== byId('title'))
    byId('title').value = now.rest.title || '';
  byId('undo').disabled = !canUndo();
  byId('redo').disabled = !canRedo();
  refreshLetters(now);
}

function refreshLetters(now) {
  const select = byId('brush-letter'), before = select.value;
  const signs = letters(now.pieces);
  select.replaceChildren(...now.pieces.map(
      (piece, k) => make('option', {value: signs[k]}, `${signs[k]} (${piece.name})`)));
  if (signs.includes(before))
    select.value = before;
}

function changeTitle() {
  const {title, ...rest} = puzzle().rest;
  const text = byId('title').value.trim();
  if (text !== (title || ''))
    change({...puzzle(), rest: text ? {title: text, ...rest} : rest}, 'all');
}

function onKey(event) {
  const inText = event.target.matches?.('input[type="text"], input[type="search"]');
  if (!(event.ctrlKey || event.metaKey) || inText || event.altKey)
    return;
  const key = event.key.toLowerCase();
  if (key === 'z' || key === 'y') {
    event.preventDefault();
    (key === 'y' || event.shiftKey ? redo : undo)();
  }
}

export function startEdit() {
  byId('sizes').append(
      sizer('layers', 'Layers'), sizer('rows', 'Rows'), sizer('columns', 'Columns'));
  brush = new Brush(view, {pick, done: finished, began: hold});
  addMode('edit', mode);
  byId('brushes').addEventListener('change', () => {
    byId('brush-letter').hidden = chosenBrush() !== 'letter';
  });
  byId('lattice').addEventListener(
      'change', () => change(fromJson(STARTS[byId('lattice').value]), 'all'));
  byId('wrap').addEventListener(
      'change', () => change({...puzzle(), wrap: byId('wrap').value}, 'board'));
  byId('title').addEventListener('change', changeTitle);
  byId('undo').addEventListener('click', undo);
  byId('redo').addEventListener('click', redo);
  byId('clear-board').addEventListener('click', () => {
    change({...puzzle(), cells: puzzle().cells.map(() => '.')}, 'board');
    boardLetters();
  });
  document.addEventListener('keydown', onKey);
  listen(refresh);
  refresh();
}
