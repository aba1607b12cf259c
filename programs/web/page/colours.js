/* What the colours of pieces show in Coverings: a setting of the page that its address keeps.  The
   meanings and the colours are those of `draw --colour-by`. */

import {allowed, cellsOf} from './catalog.js';
import {make} from './dom.js';
import {forms, neighbours, normalise} from './lattice.js';
import {choose, PAINTS} from './palette.js';
import {isTile} from './puzzle.js';

const NAMES = {
  '': 'usual',
  piece: 'kind',
  placement: 'each copy',
  orientation: 'orientation',
  neighbour: 'few'
};
const PAIRED = [1, 3, 5, 0, 6, 4, 2, 7]; /* two related colours for each form of a domino */
const SHADES = [0, 16, 5];               /* of lozenges */
const listeners = [];
let current = '', select = null;

export const colourBy = () => current;

export function onColourBy(listener) {
  listeners.push(listener);
}

export function setColourBy(what) {
  const next = NAMES[what] === undefined ? '' : what;
  if (select)
    select.value = next;
  if (next === current)
    return;
  current = next;
  listeners.forEach((listener) => listener());
}

export function makeColourSelect() {
  select = make(
      'select', {
        id: 'colour-by',
        'aria-label': 'What the colours show',
        title: 'What the colours show',
        onchange: () => setColourBy(select.value)
      },
      ...Object.entries(NAMES).map(([value, text]) => make('option', {value}, `Colours: ${text}`)));
  select.value = current;
  return select;
}

/* ---- orientations ---- */

/* The forms of a piece as texts, in the order of the program; null for tiles and for pieces whose
   cells are unknown. */
function formTexts(lattice, piece) {
  const cells = isTile(piece) ? null : cellsOf(lattice, piece);
  if (!cells)
    return null;
  const {turn, flip} = allowed(lattice, piece);
  const order = (a, b) => {
    const k = a.findIndex((cell, n) => String(cell) !== String(b[n]));
    return k < 0 ? 0 : a[k][0] - b[k][0] || a[k][1] - b[k][1] || a[k][2] - b[k][2];
  };
  return forms(lattice, cells, turn, flip).sort(order).map((form) => form.join(';'));
}

/* The cells of a group as one connected shape, across joined sides. */
function unwrapped(layout, cells) {
  const left = new Set(cells);
  const found = [];
  const visit = (cell) => {
    if (left.delete(layout.index(cell)))
      found.push(cell);
  };
  visit(layout.cell(cells[0]));
  for (const cell of found)
    neighbours(layout.lattice, cell).forEach(visit);
  return left.size ? cells.map((index) => layout.cell(index)) : found;
}

function orientations(layout, groups, kinds, pieces) {
  const {lattice} = layout;
  const known = pieces.map((piece) => formTexts(lattice, piece));
  const pair = (kind) =>
      ((lattice === 'square' || lattice === 'cube') && known[kind]?.[0].split(';').length === 2);
  const first = [0];
  known.forEach((texts, kind) => {
    first.push(first[kind] + (texts?.length || 1) * (pair(kind) ? 2 : 1));
  });
  const isPile = lattice === 'triangle' && pieces.length === 1 && first[1] === SHADES.length;
  return groups.map((cells, k) => {
    const kind = kinds[k];
    const text = normalise(lattice, unwrapped(layout, cells)).join(';');
    const form = Math.max(0, known[kind]?.indexOf(text) ?? 0);
    const odd = layout.cell(Math.min(...cells)).reduce((sum, x) => sum + x, 0) & 1;
    const number = first[kind] + (pair(kind) ? 2 * form + odd : form);
    return (isPile ? SHADES : PAIRED)[number] ?? number % PAINTS;
  });
}

/* A colour for each group of cells; KINDS are the numbers of their pieces. */
export function coloursOf(layout, groups, kinds, pieces) {
  if (current === 'orientation')
    return orientations(layout, groups, kinds, pieces);
  if (current === 'piece')
    return kinds.map((kind) => kind % PAINTS);
  return choose(layout, groups, kinds, (kind) => isTile(pieces[kind]), current);
}
