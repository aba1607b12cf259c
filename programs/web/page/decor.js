/* The decor of tiles, {sides, points}: its rotation and its drawing.  As in puzzle files, SIDES are
   the names of the colours, [north, east, south, west], and POINTS are the names of the sides and
   corners that the tile points at.  Either may be missing. */

import {path} from './board.js';
import {makeSvg} from './dom.js';
import {Layout} from './layout.js';
import {COLOURS} from './palette.js';

const DEPTH = 0.27;                         /* of a side, in widths of the tile */
const TIP = 0.47, LONG = 0.13, HALF = 0.08; /* of a pointer, in the same */
const RINGS =
    [['north', 'east', 'south', 'west'], ['northeast', 'southeast', 'southwest', 'northwest']];
const ONE = new Layout({lattice: 'square', layers: 1, rows: 1, columns: 1});

/* The decor of a piece, or of a placement from the server; null if there is none. */
export const decorOf = ({sides, points}) =>
    (sides || points ? {...(sides && {sides}), ...(points && {points})} : null);

const turnedSides = ([north, east, south, west], kind) =>
    (kind === 'flip' ? [north, west, south, east] : [west, north, east, south]);

function turnedPoint(name, kind) {
  if (kind === 'flip')
    return name.replace(/east|west/, (side) => (side === 'east' ? 'west' : 'east'));
  const ring = RINGS.find((names) => names.includes(name));
  return ring[(ring.indexOf(name) + 1) % ring.length];
}

/* The decor after one step of KIND: a turn to the right, or a flip of left and right. */
export const turned = ({sides, points}, kind) => decorOf({
  sides: sides && turnedSides(sides, kind),
  points: points?.map((name) => turnedPoint(name, kind))
});

/* The names of all colours of PIECES, in the order of their appearance. */
const namesOf = (pieces) => [...new Set(pieces.flatMap(({sides}) => sides || []))];

/* Draws a side: its colour and, if there are more colours than in the palette, its name. */
function drawSide(corners, name, names) {
  const number = names.indexOf(name) % COLOURS;
  const [x, y] = [0, 1].map((k) => corners.reduce((sum, at) => sum + at[k], 0) / corners.length);
  return makeSvg(
      'g', {class: `side colour-${number}`}, makeSvg('path', {class: 'fill', d: path(corners)}),
      names.length > COLOURS ? makeSvg('text', {class: `sign of-side on-${number}`, x, y}, name) :
                               null);
}

/* Draws a coloured strip along each side of the cell. */
function drawSides(layout, index, sides, pieces) {
  const polygon = layout.polygon(index), [cx, cy] = layout.centre(index), names = namesOf(pieces);
  const inner = polygon.map(([x, y]) => [x + 2 * DEPTH * (cx - x), y + 2 * DEPTH * (cy - y)]);
  return sides.flatMap((name, k) => {
    const next = (k + 1) % polygon.length;
    const corners = [polygon[k], polygon[next], inner[next], inner[k]];
    return name ? [drawSide(corners, String(name), names.map(String))] : [];
  });
}

/* A small triangle at each side and corner that the tile points at. */
function drawPoint([x, y], name) {
  const right = name.includes('east') - name.includes('west');
  const down = name.includes('south') - name.includes('north');
  const at = (far, beside) => [x + far * right - beside * down, y + far * down + beside * right];
  const size = Math.hypot(right, down), foot = TIP - LONG / size, half = HALF / size;
  return makeSvg(
      'path', {class: 'pointer', d: path([at(TIP, 0), at(foot, half), at(foot, -half)])});
}

/* Draws the decor of the tile on a cell; PIECES are those of the puzzle. */
export const drawDecor = (layout, index, {sides = [], points = []}, pieces) =>
    [...drawSides(layout, index, sides, pieces),
     ...points.map((name) => drawPoint(layout.centre(index), name))];

/* A tile alone, for the tray and the list of pieces. */
export function decorThumbnail(decor, pieces, text) {
  return makeSvg(
      'svg', {class: 'thumbnail', viewBox: '-.08 -.08 1.16 1.16', 'aria-hidden': 'true'},
      makeSvg('g', {class: 'tile'}, makeSvg('path', {class: 'fill', d: path(ONE.polygon(0))})),
      ...drawDecor(ONE, 0, decor, pieces),
      makeSvg('text', {class: `sign${text.length > 1 ? ' long' : ''}`, x: 0.5, y: 0.5}, text));
}
