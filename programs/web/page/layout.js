/* The positions of the cells of a board on the screen.

   One unit is the side of a square.  Hexagons stand on a corner, each row half a cell right of the
   row above; triangles have a side of 1.3, so that they can be hit with a finger; the layers of a
   cube board are side by side; their number per row is chosen so that the drawing is as close to a
   square as possible, with the fewest gaps. */

import {isOdd, neighbours} from './lattice.js';

const HIGH = Math.sqrt(3) / 2;
const SIDE = 1.3;
const HEX = [[0, -1], [0.5, -0.5], [0.5, 0.5], [0, 1], [-0.5, 0.5], [-0.5, -0.5]].map(
    ([x, y]) => [x, y / Math.sqrt(3)]);

/* The number of layers side by side. */
function layersAcross({layers, rows, columns}) {
  let best = 1, least = Infinity;
  for (let n = 1; n <= layers; n++) {
    const wide = n * (columns + 1), high = Math.ceil(layers / n) * (rows + 1);
    const empty = n * Math.ceil(layers / n) - layers;
    const stretch = Math.abs(Math.log(wide / high / 1.6)) + empty / layers;
    if (stretch < least - 1e-9)
      [best, least] = [n, stretch];
  }
  return best;
}

function placeOfTriangle(r, c) {
  const x = c * SIDE / 2, top = r * SIDE * HIGH, foot = top + SIDE * HIGH;
  return isOdd(r, c) ? [[x, top], [x + SIDE, top], [x + SIDE / 2, foot]] :
                       [[x, foot], [x + SIDE / 2, top], [x + SIDE, foot]];
}

function inside(points, x, y) {
  let sign = 0;
  return points.every(([ax, ay], k) => {
    const [bx, by] = points[(k + 1) % points.length];
    const side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    if (Math.abs(side) > 1e-12 && !sign)
      sign = Math.sign(side);
    return side * sign >= 0;
  });
}

export class Layout {
  constructor(board) {
    Object.assign(this, {
      lattice: board.lattice,
      layers: board.layers,
      rows: board.rows,
      columns: board.columns,
      wrap: board.wrap || 'none'
    });
    this.across = layersAcross(this);
    this.count = this.layers * this.rows * this.columns;
    const corners =
        [
          0, this.columns - 1, this.count - 1, (this.rows - 1) * this.columns,
          (this.across - 1) * this.rows * this.columns + this.columns - 1, this.count - this.columns
        ].concat(this.columns > 1 ? [1, this.count - 2] : [])
            .filter((k) => k >= 0 && k < this.count)
            .flatMap((k) => this.polygon(k));
    this.left = Math.min(...corners.map(([x]) => x));
    this.right = Math.max(...corners.map(([x]) => x));
    this.top = Math.min(...corners.map(([, y]) => y));
    this.bottom = Math.max(...corners.map(([, y]) => y)) + (this.layers > 1 ? 0.6 : 0);
  }

  cell(index) {
    const c = index % this.columns, rest = (index - c) / this.columns;
    return [Math.floor(rest / this.rows), rest % this.rows, c];
  }

  /* The number of a cell, across joined sides if necessary; -1 outside of the board. */
  index([l, r, c]) {
    if (this.wrap === 'both' || this.wrap === 'rows')
      r = ((r % this.rows) + this.rows) % this.rows;
    if (this.wrap === 'both' || this.wrap === 'columns')
      c = ((c % this.columns) + this.columns) % this.columns;
    const on = l >= 0 && l < this.layers && r >= 0 && r < this.rows && c >= 0 && c < this.columns;
    return on ? (l * this.rows + r) * this.columns + c : -1;
  }

  /* Conversion of cells to and from the server's coordinates. */
  outer(index) {
    return this.lattice === 'cube' ? this.cell(index) : this.cell(index).slice(1);
  }

  inner(cell) {
    return this.index(cell.length === 3 ? cell : [0, ...cell]);
  }

  shift(layer) {
    return [
      (layer % this.across) * (this.columns + 1), Math.floor(layer / this.across) * (this.rows + 1)
    ];
  }

  polygon(index) {
    const [l, r, c] = this.cell(index);
    if (this.lattice === 'triangle')
      return placeOfTriangle(r, c);
    if (this.lattice === 'hex')
      return HEX.map(([x, y]) => [x + c + r / 2 + 0.5, y + r * HIGH + 0.6]);
    const [x, y] = this.shift(l);
    return [[x + c, y + r], [x + c + 1, y + r], [x + c + 1, y + r + 1], [x + c, y + r + 1]];
  }

  centre(index) {
    const points = this.polygon(index);
    return [0, 1].map((k) => points.reduce((sum, point) => sum + point[k], 0) / points.length);
  }

  /* The cell at a point of the drawing, or -1.  Tries a guess and its neighbours. */
  at(x, y) {
    const guess = this.guess(x, y);
    const near = [guess, ...neighbours(this.lattice, guess)];
    if (this.lattice === 'triangle')
      near.push(...neighbours('square', guess));
    for (const [l, r, c] of near) {
      if (r < 0 || r >= this.rows || c < 0 || c >= this.columns || l < 0 || l >= this.layers)
        continue;
      const index = (l * this.rows + r) * this.columns + c;
      if (inside(this.polygon(index), x, y))
        return index;
    }
    return -1;
  }

  guess(x, y) {
    if (this.lattice === 'triangle')
      return [0, Math.floor(y / SIDE / HIGH), Math.floor(x / SIDE * 2 - 0.5)];
    if (this.lattice === 'hex') {
      const r = Math.round((y - 0.6) / HIGH);
      return [0, r, Math.round(x - 0.5 - r / 2)];
    }
    const over = Math.floor(x / (this.columns + 1)), down = Math.floor(y / (this.rows + 1));
    const [dx, dy] = [over * (this.columns + 1), down * (this.rows + 1)];
    return [down * this.across + over, Math.floor(y - dy), Math.floor(x - dx)];
  }

  /* Neighbours that touch on the screen: in the same layer, and not across a joined side. */
  beside(index) {
    const here = this.cell(index);
    return neighbours(this.lattice, here)
        .filter(
            ([l, r, c]) => l === here[0] && r >= 0 && r < this.rows && c >= 0 && c < this.columns)
        .map(([l, r, c]) => (l * this.rows + r) * this.columns + c);
  }

  around(index) {
    return neighbours(this.lattice, this.cell(index))
        .map((cell) => this.index(cell))
        .filter((other) => other >= 0 && other !== index);
  }
}
