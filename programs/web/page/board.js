/* The board on the screen: one SVG path per cell, created once for each size, and layers above it
   for pieces, heat and marks.

   Painting changes only the class of single cells, so a stroke over a large board is smooth.  For
   keyboards and screen readers, the drawing is a grid: Tab reaches one cell, and the arrow keys
   move to others. */

import {makeSvg} from './dom.js';
import {Layout} from './layout.js';
import {outline} from './outline.js';
import {cellName} from './words.js';

const MARGIN = 0.12;
const KINDS = {
  '.': ['cell', 'to cover'],
  '#': ['hole', 'no cell'],
  '?': ['maybe', 'may stay empty']
};
const STEPS = {
  ArrowUp: [0, -1, 0],
  ArrowDown: [0, 1, 0],
  ArrowLeft: [0, 0, -1],
  ArrowRight: [0, 0, 1],
  PageUp: [-1, 0, 0],
  PageDown: [1, 0, 0]
};

export const path = (points) =>
    `M${points.map(([x, y]) => `${+ x.toFixed(3)} ${+ y.toFixed(3)}`).join('L')}Z`;

export class BoardView {
  /* HANDLERS: key (event, index) returns whether it handled the key; focus (index). */
  constructor(host, label, handlers = {}) {
    this.handlers = handlers;
    this.svg = makeSvg('svg', {class: 'board', role: 'grid', 'aria-label': label});
    this.under = makeSvg('g', {class: 'under', 'aria-hidden': 'true'});
    this.grid = makeSvg('g', {class: 'grid', role: 'rowgroup'});
    this.layers =
        Object.fromEntries(['pieces', 'heat', 'marks', 'letters', 'preview', 'cursor'].map(
            (name) => [name, makeSvg('g', {class: `layer ${name}`, 'aria-hidden': 'true'})]));
    this.svg.append(this.under, this.grid, ...Object.values(this.layers));
    host.append(this.svg);
    this.svg.addEventListener('keydown', (event) => this.onKey(event));
    this.svg.addEventListener('focusin', (event) => this.onFocus(event));
    this.svg.addEventListener('focusout', () => this.layers.cursor.replaceChildren());
  }

  /* Shows BOARD ({lattice, layers, rows, columns, cells, wrap}) and updates only what differs. */
  show(board) {
    const size = [board.lattice, board.layers, board.rows, board.columns, board.wrap].join();
    if (size === this.size)
      board.cells.forEach((sign, index) => this.setCell(index, sign));
    else
      this.build(board, size);
  }

  build(board, size) {
    this.size = size;
    this.told = new Map();
    this.layout = new Layout(board);
    const {left, top, right, bottom} = this.layout;
    const [wide, high] = [right - left + 2 * MARGIN, bottom - top + 2 * MARGIN];
    this.svg.setAttribute('viewBox', `${left - MARGIN} ${top - MARGIN} ${wide} ${high}`);
    this.svg.style.setProperty('--wide', wide);
    this.svg.style.setProperty('--high', high);
    this.signs = [...board.cells];
    this.cells = board.cells.map((sign, index) => this.makeCell(index, sign));
    this.active = 0;
    this.cells[0].setAttribute('tabindex', '0');
    this.grid.replaceChildren(...this.makeRows());
    this.under.replaceChildren(...this.joins(), ...this.layerNames());
    Object.values(this.layers).forEach((layer) => layer.replaceChildren());
  }

  makeCell(index, sign) {
    const node =
        makeSvg('path', {role: 'gridcell', tabindex: '-1', d: path(this.layout.polygon(index))});
    this.dress(node, index, sign);
    return node;
  }

  dress(node, index, sign) {
    const [kind, said] = KINDS[sign] || ['letter', `must be covered by ${sign}`];
    const [l, r, c] = this.layout.cell(index);
    const place = cellName(this.layout.layers > 1 ? [l, r, c] : [r, c]);
    node.setAttribute('class', `square ${kind}`);
    node.setAttribute('aria-label', `${place}: ${this.told.get(index) || said}`);
  }

  makeRows() {
    const {columns} = this.layout;
    const rows = [];
    for (let first = 0; first < this.cells.length; first += columns)
      rows.push(makeSvg('g', {role: 'row'}, ...this.cells.slice(first, first + columns)));
    return rows;
  }

  /* Dashed lines along joined sides. */
  joins() {
    const {wrap, rows, columns} = this.layout;
    const line = (x1, y1, x2, y2) => makeSvg('line', {class: 'join', x1, y1, x2, y2});
    return [
      ...(wrap === 'columns' || wrap === 'both' ?
              [line(-0.07, 0, -0.07, rows), line(columns + 0.07, 0, columns + 0.07, rows)] :
              []),
      ...(wrap === 'rows' || wrap === 'both' ?
              [line(0, -0.07, columns, -0.07), line(0, rows + 0.07, columns, rows + 0.07)] :
              [])
    ];
  }

  layerNames() {
    if (this.layout.layers < 2)
      return [];
    return Array.from({length: this.layout.layers}, (_, l) => {
      const [x, y] = this.layout.shift(l);
      const text = makeSvg(
          'text',
          {class: 'layer-name', x: x + this.layout.columns / 2, y: y + this.layout.rows + 0.55});
      text.textContent = `layer ${l + 1}`;
      return text;
    });
  }

  /* Sets the descriptions of cells for screen readers: a Map from cell numbers to words. */
  describe(what) {
    const changed = new Set([...this.told.keys(), ...what.keys()]);
    this.told = what;
    changed.forEach((index) => this.dress(this.cells[index], index, this.signs[index]));
  }

  setCell(index, sign) {
    if (this.signs[index] === sign)
      return;
    this.signs[index] = sign;
    this.dress(this.cells[index], index, sign);
  }

  /* The cell under a point of the window, or -1. */
  at(clientX, clientY) {
    const [x, y] = this.point(clientX, clientY);
    return this.layout.at(x, y);
  }

  point(clientX, clientY) {
    const matrix = this.svg.getScreenCTM().inverse();
    return [matrix.a * clientX + matrix.e, matrix.d * clientY + matrix.f];
  }

  /* The number of pixels per unit. */
  scale() {
    return this.svg.getScreenCTM().a;
  }

  onKey(event) {
    if (this.handlers.key?.(event, this.active)) {
      event.preventDefault();
      return;
    }
    const step = STEPS[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey)
      return;
    event.preventDefault();
    const next = this.layout.index(this.layout.cell(this.active).map((x, k) => x + step[k]));
    if (next >= 0)
      this.focus(next);
  }

  focus(index) {
    this.activate(index);
    this.cells[index].focus();
  }

  /* Makes INDEX the cell that Tab reaches. */
  activate(index) {
    this.cells[this.active].setAttribute('tabindex', '-1');
    this.active = index;
    this.cells[index].setAttribute('tabindex', '0');
  }

  onFocus(event) {
    const index = this.cells.indexOf(event.target);
    if (index >= 0)
      this.activate(index);
    this.showCursor();
  }

  showCursor() {
    if (!this.svg.querySelector(':focus-visible')) {
      this.layers.cursor.replaceChildren();
      return;
    }
    this.layers.cursor.replaceChildren(
        makeSvg('path', {class: 'cursor-ring', d: path(this.layout.polygon(this.active))}));
    this.handlers.focus?.(this.active);
  }

  clear(...names) {
    names.forEach((name) => this.layers[name].replaceChildren());
  }

  /* A group of cells as one shape with an outline. */
  body(cells, classes) {
    const {fill, line} = outline(this.layout, cells);
    return makeSvg(
        'g', {class: classes}, makeSvg('path', {class: 'fill', d: fill}),
        makeSvg('path', {class: 'line', d: line}));
  }

  /* A letter in each part of a group that is connected on the screen. */
  letter(cells, text, classes = '') {
    return this.parts(cells).map((part) => {
      const [x, y] = this.layout.centre(this.middle(part));
      return makeSvg('text', {class: `sign ${classes}`, x, y}, text);
    });
  }

  /* The connected parts of a group: on the screen, layers of cubes and the ends of joined boards
     are apart. */
  parts(cells) {
    const left = new Set(cells);
    const parts = [];
    for (const first of cells) {
      if (!left.delete(first))
        continue;
      const part = [first];
      for (const index of part)
        part.push(...this.layout.beside(index).filter((other) => left.delete(other)));
      parts.push(part);
    }
    return parts;
  }

  /* The cell of a part that is nearest to its middle. */
  middle(group) {
    const centres = group.map((index) => this.layout.centre(index));
    const mean = [0, 1].map((k) => centres.reduce((sum, at) => sum + at[k], 0) / centres.length);
    const far = centres.map(([x, y]) => (x - mean[0]) ** 2 + (y - mean[1]) ** 2);
    return group[far.indexOf(Math.min(...far))];
  }
}
