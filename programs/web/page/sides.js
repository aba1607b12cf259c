/* The coloured sides of tiles: how they lie after turning, and how they are drawn.  Sides are a
   list of the names of their colours, [north, east, south, west], as puzzle files have them. */

import {path} from './board.js';
import {makeSvg} from './dom.js';
import {Layout} from './layout.js';
import {COLOURS} from './palette.js';

const DEPTH = 0.27; /* of a side, in widths of the tile */
const ONE = new Layout({lattice: 'square', layers: 1, rows: 1, columns: 1});

/* The sides after one step of KIND: a turn to the right, or a flip of left and right. */
export const turnedSides = ([north, east, south, west], kind) =>
    (kind === 'flip' ? [north, west, south, east] : [west, north, east, south]);

/* The names of all colours of PIECES, in the order in which they turn up. */
const namesOf = (pieces) => [...new Set(pieces.flatMap(({sides}) => sides || []))];

/* What tells a side: its colour and, where there are more than those of the palette, its name. */
function drawSide(corners, name, names) {
  const number = names.indexOf(name) % COLOURS;
  const [x, y] = [0, 1].map((k) => corners.reduce((sum, at) => sum + at[k], 0) / corners.length);
  return makeSvg(
      'g', {class: `side colour-${number}`}, makeSvg('path', {class: 'fill', d: path(corners)}),
      names.length > COLOURS ? makeSvg('text', {class: `sign of-side on-${number}`, x, y}, name) :
                               null);
}

/* Along each side of the cell a strip in its colour; the middle is left to the tile. */
export function drawSides(layout, index, sides, pieces) {
  const polygon = layout.polygon(index), [cx, cy] = layout.centre(index), names = namesOf(pieces);
  const inner = polygon.map(([x, y]) => [x + 2 * DEPTH * (cx - x), y + 2 * DEPTH * (cy - y)]);
  return sides.flatMap((name, k) => {
    const next = (k + 1) % polygon.length;
    const corners = [polygon[k], polygon[next], inner[next], inner[k]];
    return name ? [drawSide(corners, String(name), names.map(String))] : [];
  });
}

/* A tile alone, for the tray and the list of pieces. */
export function sidesThumbnail(sides, pieces, text) {
  return makeSvg(
      'svg', {class: 'thumbnail', viewBox: '-.08 -.08 1.16 1.16', 'aria-hidden': 'true'},
      makeSvg('g', {class: 'tile'}, makeSvg('path', {class: 'fill', d: path(ONE.polygon(0))})),
      ...drawSides(ONE, 0, sides, pieces),
      makeSvg('text', {class: `sign${text.length > 1 ? ' long' : ''}`, x: 0.5, y: 0.5}, text));
}
