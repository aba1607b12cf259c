/* Small pictures of pieces for buttons and lists.  They are decoration, so the element around them
   needs a label.

   Flat shapes are drawn as on the board.  Cubes are seen from a corner: the top and two sides of
   each cube, unless another cube covers them, from back to front. */

import {path} from './board.js';
import {make, makeSvg} from './dom.js';
import {Layout} from './layout.js';
import {outline} from './outline.js';

const MARGIN = 0.12;
const LEAST = 4; /* cells across, so that pieces of similar size have the same scale */
const SLANT = Math.sqrt(3) / 2;

/* A square picture around POINTS. */
function frame(points, colour, children) {
  const [left, top] = [0, 1].map((k) => Math.min(...points.map((point) => point[k])) - MARGIN);
  const [right, bottom] = [0, 1].map((k) => Math.max(...points.map((point) => point[k])) + MARGIN);
  const side = Math.max(right - left, bottom - top, LEAST);
  const box =
      [(left + right - side) / 2, (top + bottom - side) / 2, side, side].map((x) => x.toFixed(3));
  return makeSvg(
      'svg', {class: 'thumbnail', viewBox: box.join(' '), 'aria-hidden': 'true'},
      makeSvg('g', {class: `piece colour-${colour}`}, ...children));
}

function flat(lattice, cells, colour) {
  const [rows, columns] = [1, 2].map((k) => 1 + Math.max(...cells.map((cell) => cell[k])));
  const layout = new Layout({lattice, layers: 1, rows, columns});
  const indices = cells.map((cell) => layout.index(cell));
  const {fill, line} = outline(layout, indices);
  const polygons = indices.map((index) => layout.polygon(index));
  return frame(polygons.flat(), colour, [
    makeSvg('path', {class: 'fill', d: fill}),
    makeSvg('path', {class: 'inner', d: polygons.map(path).join('')}),
    makeSvg('path', {class: 'line', d: line})
  ]);
}

/* The first layer is the top one, as in the pictures that the program draws. */
const seen = ([l, r, c]) => [(c - r) * SLANT, (c + r) / 2 + l];

/* The visible faces: the neighbour that would hide each one, and its corners. */
const FACES = [
  {behind: [-1, 0, 0], corners: [[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 0]]},
  {behind: [0, 1, 0], corners: [[0, 1, 0], [0, 1, 1], [1, 1, 1], [1, 1, 0]], shade: 'shade-1'},
  {behind: [0, 0, 1], corners: [[0, 0, 1], [0, 1, 1], [1, 1, 1], [1, 0, 1]], shade: 'shade-2'},
];

function solid(cells, colour) {
  const taken = new Set(cells.map(String));
  const plus = (a, b) => a.map((x, k) => x + b[k]);
  const points = [], children = [];
  for (const cell of [...cells].sort((a, b) => a[1] + a[2] - a[0] - b[1] - b[2] + b[0]))
    for (const {behind, corners, shade} of FACES) {
      if (taken.has(String(plus(cell, behind))))
        continue;
      const face = corners.map((at) => seen(plus(cell, at)));
      points.push(...face);
      children.push(...['fill', shade, 'edges'].filter(Boolean).map(
          (name) => makeSvg('path', {class: name, d: path(face)})));
    }
  return frame(points, colour, children);
}

export function thumbnail(lattice, cells, colour) {
  return lattice === 'cube' ? solid(cells, colour) : flat(lattice, cells, colour);
}

/* For tiles, and for pieces whose cells are unknown. */
export function textThumbnail(text) {
  return make('span', {class: 'thumbnail text', 'aria-hidden': 'true'}, text);
}
