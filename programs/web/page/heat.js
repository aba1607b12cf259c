/* The heat map: how often, over all coverings, a piece ends between two cells, or how often one
   piece covers each cell. */

import {Slot, wasCancelled} from './ask.js';
import {byId, make, makeSvg} from './dom.js';
import {outline, sidesBetween} from './outline.js';
import {toJson} from './puzzle.js';
import {puzzle} from './store.js';
import {addMode, mode, status, view} from './stage.js';

const PERCENT_FROM = 30; /* pixels a cell, from which figures can be read */
const slot = new Slot();
let report = null, select = null;

/* Parts of a number that may be far larger than a double holds. */
const share = (part, whole) => (whole ? Number(BigInt(part) * 10000n / whole) / 10000 : 0);

function warm(node, often) {
  node.style.setProperty('--often', often.toFixed(4));
  return node;
}

/* Rare sides first, so that the ends of the frequent ones lie above. */
function drawSides(whole) {
  const sides = report.sides.flatMap(({between: [one, other], count}) => {
    const often = share(count, whole);
    const found = sidesBetween(view.layout, view.layout.inner(one), view.layout.inner(other));
    return often > 0 ? found.map((ends) => ({ends, often})) : [];
  });
  return sides.sort((a, b) => a.often - b.often).map(drawSide);
}

function drawSide({ends: [[x1, y1], [x2, y2]], often}) {
  const width = (0.03 + 0.15 * often).toFixed(3);
  return warm(makeSvg('line', {class: 'heat-side', x1, y1, x2, y2, 'stroke-width': width}), often);
}

function drawCells(whole, piece) {
  const figures = view.scale() >= PERCENT_FROM;
  const told = new Map();
  const nodes = report.cells.flatMap(({cell, pieces}) => {
    const index = view.layout.inner(cell);
    const often = share(pieces.find((entry) => entry.piece === piece)?.count || '0', whole);
    told.set(index, `${piece} ${percent(often)}`);
    return drawCell(index, often, figures);
  });
  view.describe(told);
  return nodes;
}

function drawCell(index, often, figures) {
  const [x, y] = view.layout.centre(index);
  const body = {class: 'heat-cell', d: outline(view.layout, [index]).fill};
  const classes = `sign percent${often > 0.6 ? ' strong' : ''}`;
  return [
    warm(makeSvg('path', body), often),
    ...(figures ? [makeSvg('text', {class: classes, x, y}, percent(often))] : [])
  ];
}

const percent = (often) => (often > 0 && often < 0.01 ? '<1%' : `${Math.round(100 * often)}%`);

function draw() {
  view.describe(new Map());
  const whole = BigInt(report.count);
  const piece = select.value;
  view.layers.heat.replaceChildren(...(piece ? drawCells(whole, piece) : drawSides(whole)));
  status(
      piece ? `How often ${piece} covers each cell.` : 'How often a piece ends between two cells.');
  byId('legend').hidden = false;
}

function fillSelect() {
  const before = select.value;
  const names = puzzle().pieces.map((piece) => String(piece.name));
  select.replaceChildren(
      make('option', {value: ''}, 'where pieces end'),
      ...names.map((name) => make('option', {value: name}, `cells of ${name}`)));
  select.value = names.includes(before) ? before : '';
}

async function load() {
  report = null;
  view.clear('heat');
  byId('legend').hidden = true;
  fillSelect();
  if (!puzzle().pieces.length)
    return;
  status('Counting…');
  try {
    const line = await slot.run('heat', {puzzle: toJson(puzzle()), seconds: 120});
    if (mode() !== 'heat')
      return;
    report = line.report;
    if (report.count === '0')
      status('There is no covering.');
    else
      draw();
  } catch (error) {
    if (!wasCancelled(error) && mode() === 'heat')
      status(error.message);
  }
}

const heat = {
  enter() {
    view.svg.classList.add('heated');
    load();
  },
  leave: () => slot.cancel(),
  changed: load,
};

export function startHeat() {
  select = make('select', {
    id: 'heat-what',
    'aria-label': 'What the heat map shows',
    onchange: () => report && report.count !== '0' && draw()
  });
  byId('tools-heat').append(select);
  byId('legend').append(
      make('span', {}, 'never'), make('span', {class: 'scale', 'aria-hidden': 'true'}),
      make('span', {}, 'in every covering'));
  addMode('heat', heat);
}
