/* The four lattices: neighbours, turning and flipping, in the coordinates of puzzle files.

   A cell is [layer, row, column]; flat lattices have layer 0.  Hex and triangle cells are turned as
   points of the oblique basis "right, half right and one row down": a hex cell is (column, row), a
   triangle three times its centre, so that both share their matrices.  Row + column even points up.
   A shape is a sorted list of cells in the corner of the lattice; on triangles the corner keeps the
   parity, so that a shape may begin in column 1. */

export const LATTICES = ['square', 'hex', 'triangle', 'cube'];

const FLAT = [[0, -1, 0], [0, 0, 1], [0, 1, 0], [0, 0, -1]];
const STEPS = {
  square: [FLAT, FLAT],
  cube: [[...FLAT, [-1, 0, 0], [1, 0, 0]], [...FLAT, [-1, 0, 0], [1, 0, 0]]],
  hex: [[[0, -1, 0], [0, -1, 1], [0, 0, 1], [0, 1, 0], [0, 1, -1], [0, 0, -1]]],
  triangle: [[[0, 0, 1], [0, 1, 0], [0, 0, -1]], [[0, -1, 0], [0, 0, 1], [0, 0, -1]]],
};
STEPS.hex.push(STEPS.hex[0]);

export const isOdd = (row, column) => ((row + column) & 1) !== 0;

export function neighbours(lattice, [l, r, c]) {
  return STEPS[lattice][isOdd(r, c) ? 1 : 0].map(([dl, dr, dc]) => [l + dl, r + dr, c + dc]);
}

/* Whether shapes may be moved by this number of rows and columns. */
export const mayMove = (lattice, row, column) => lattice !== 'triangle' || !isOdd(row, column);

function toPoint(lattice, [, r, c]) {
  if (lattice === 'hex')
    return [c, r];
  return isOdd(r, c) ? [(3 * (c - r) + 5) / 2, 3 * r + 1] : [(3 * (c - r) + 4) / 2, 3 * r + 2];
}

function toCell(lattice, [u, v]) {
  if (lattice === 'hex')
    return [0, v, u];
  const rest = ((v % 3) + 3) % 3;
  return [0, (v - rest) / 3, (2 * u + v - 6) / 3];
}

const oblique = (lattice, matrix) => (cell) => toCell(lattice, matrix(toPoint(lattice, cell)));
const turnSixth = ([u, v]) => [-v, u + v];
const flipOblique = ([u, v]) => [-u - v, v];

/* One step of each kind.  On the cube lattice F tips the piece over, which is a rotation too. */
const MOVES = {
  square: {turn: ([l, r, c]) => [l, c, -r], flip: ([l, r, c]) => [l, r, -c]},
  cube: {
    turn: ([l, r, c]) => [l, c, -r],
    tip: ([l, r, c]) => [r, -l, c],
    flip: ([l, r, c]) => [l, r, -c]
  },
  hex: {turn: oblique('hex', turnSixth), flip: oblique('hex', flipOblique)},
  triangle: {turn: oblique('triangle', turnSixth), flip: oblique('triangle', flipOblique)},
};

const compare = (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2];

export function normalise(lattice, cells) {
  const corner = [0, 1, 2].map((k) => Math.min(...cells.map((cell) => cell[k])));
  if (!mayMove(lattice, corner[1], corner[2]))
    corner[2]--;
  return cells.map((cell) => cell.map((x, k) => x - corner[k])).sort(compare);
}

/* The shape after one step of KIND: 'turn', 'flip' or, on the cube lattice, 'tip'. */
export function moved(lattice, cells, kind) {
  const move = MOVES[lattice][kind];
  return move ? normalise(lattice, cells.map(move)) : cells;
}

/* All forms of the shape, starting with the given one. */
export function forms(lattice, cells, turn, flip) {
  const kinds = [...(turn ? ['turn', 'tip'] : []), ...(flip ? ['flip'] : [])].filter(
      (kind) => MOVES[lattice][kind]);
  const found = new Map();
  const queue = [normalise(lattice, cells)];
  for (let k = 0; k < queue.length; k++) {
    const key = queue[k].join(';');
    if (found.has(key))
      continue;
    found.set(key, queue[k]);
    queue.push(...kinds.map((kind) => moved(lattice, queue[k], kind)));
  }
  return [...found.values()];
}

/* A key that is equal for pieces with the same forms. */
export function formsKey(lattice, cells, turn, flip) {
  return forms(lattice, cells, turn, flip).map((form) => form.join(';')).sort().join('|');
}

/* The drawing of a shape in the format of puzzle files: a text, or one text per layer. */
export function drawingOf(lattice, cells) {
  const size = [0, 1, 2].map((k) => 1 + Math.max(...cells.map((cell) => cell[k])));
  const taken = new Set(cells.map(String));
  const layer = (l) =>
      Array
          .from(
              {length: size[1]},
              (_, r) =>
                  Array
                      .from({length: size[2]}, (__, c) => (taken.has(`${l},${r},${c}`) ? 'X' : '.'))
                      .join(''))
          .join('/');
  const layers = Array.from({length: size[0]}, (_, l) => layer(l));
  return layers.length === 1 ? layers[0] : layers;
}

/* The cells of a drawing; null if it has none. */
export function cellsOfDrawing(lattice, drawing) {
  const cells = [];
  (Array.isArray(drawing) ? drawing : [drawing]).forEach((text, l) => {
    String(text).split(/[/\n]/).forEach((row, r) => Array.from(row).forEach((sign, c) => {
      if (sign !== '.' && sign !== ' ' && sign !== '#')
        cells.push([l, r, c]);
    }));
  });
  return cells.length ? normalise(lattice, cells) : null;
}
