/* The heat map: how often two neighbouring cells belong to different pieces, or how often a piece
   covers each cell. */

import {Slot, wasCancelled} from './ask.js';
import {byId, make, makeSvg, setText} from './dom.js';
import {inkOf, percent, SCALE, share} from './inks.js';
import {outline, sidesBetween} from './outline.js';
import {toJson} from './puzzle.js';
import {puzzle} from './store.js';
import {addMode, mode, status, view} from './stage.js';

/* Figures are shown from this number of pixels per cell on. */
const FIGURES_FROM = {
  side: 45,
  cell: 30
};
const slot = new Slot();
let report = null, select = null;

/* A point in the format of SVG paths. */
const spot = ([x, y]) => `${x.toFixed(3)} ${y.toFixed(3)}`;

/* A part of the map and, if there is room, its figure at the point MIDDLE. */
function drawPart(name, d, often, top, middle) {
  const {fill, isDark} = inkOf(top ? often / top : 0);
  const part = {body: makeSvg('path', {class: `heat-${name}`, d, fill, stroke: fill})};
  if (middle && view.scale() >= FIGURES_FROM[name]) {
    const [x, y] = middle;
    const classes = `sign percent of-${name}${isDark ? ' on-dark' : ''}`;
    part.figure = makeSvg('text', {class: classes, x, y}, percent(often));
  }
  return part;
}

/* Draws a side as far as the middles of its two cells; a joined side is drawn as one half at each
   end of the board. */
function drawSide({between, count}, whole) {
  const often = share(count, whole), ends = between.map((cell) => view.layout.inner(cell));
  const middles = ends.map((index) => view.layout.centre(index));
  const found = sidesBetween(view.layout, ...ends);
  return found.map(([a, b], k) => {
    const corners = found.length > 1 ? [middles[k], a, b] : [middles[0], a, middles[1], b];
    const on = found.length > 1 ? null : [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    return drawPart('side', `M${corners.map(spot).join('L')}Z`, often, 1, on);
  });
}

function drawSides(whole) {
  return {parts: report.sides.flatMap((side) => drawSide(side, whole)), top: 1};
}

/* The cell that the piece covers most often has the darkest colour, even if that is rare. */
function drawCells(whole, piece) {
  const cells = report.cells.map(
      ({cell, pieces}) => ({
        index: view.layout.inner(cell),
        often: share(pieces.find((entry) => entry.piece === piece)?.count || '0', whole)
      }));
  const top = cells.reduce((most, {often}) => Math.max(most, often), 0);
  view.describe(new Map(cells.map(({index, often}) => [index, `${piece} ${percent(often)}`])));
  const parts = cells.map(
      ({index, often}) => drawPart(
          'cell', outline(view.layout, [index]).fill, often, top, view.layout.centre(index)));
  return {parts, top};
}

function draw() {
  view.describe(new Map());
  const whole = BigInt(report.count);
  const piece = select.value;
  const {parts, top} = piece ? drawCells(whole, piece) : drawSides(whole);
  view.layers.heat.replaceChildren(
      ...parts.map(({body}) => body), ...parts.flatMap(({figure}) => figure || []));
  setText(
      'legend-most',
      top > 0 && top < 1 ? `in ${percent(top)} of the coverings` : 'in every covering');
  status(
      piece ? `How often ${piece} covers each cell.` :
              'How often neighbouring cells belong to different pieces.');
  byId('legend').hidden = false;
}

const hasMap = () => Boolean(report) && report.count !== '0';

function fillSelect() {
  const before = select.value;
  const names = puzzle().pieces.map((piece) => String(piece.name));
  select.replaceChildren(
      make('option', {value: ''}, 'borders between pieces'),
      ...names.map((name) => make('option', {value: name}, `cells covered by ${name}`)));
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
    if (hasMap())
      draw();
    else
      status('There is no covering.');
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
  subject: () => (hasMap() ? (select.value ? {heat_of: select.value} : {heat: true}) : null),
};

export function startHeat() {
  select = make('select', {
    id: 'heat-what',
    'aria-label': 'What the heat map shows',
    onchange: () => hasMap() && draw()
  });
  byId('tools-heat').append(select);
  const scale = make('span', {class: 'scale', 'aria-hidden': 'true'});
  scale.style.background = SCALE;
  byId('legend').append(
      make('span', {}, 'never'), scale, make('span', {id: 'legend-most'}, 'in every covering'));
  addMode('heat', heat);
}
