/* Converts between the JSON form of puzzle files and the page's own form of a puzzle.

   {lattice, wrap, layers, rows, columns, cells, pieces, rest}: CELLS is a flat list of signs (. # ?
   or a letter).  PIECES are the entries of the file, with all their keys.  REST has all other keys
   (title, source, rules, ...).  So nothing of a file is lost, except that stated answers are
   dropped when the puzzle changes. */

import {LATTICES, cellsOfDrawing} from './lattice.js';

const MOST_CELLS = 4096;
const MOST_SIDE = 64;
const OWN_KEYS = ['lattice', 'wrap', 'board', 'pieces'];
const WRAPS = ['none', 'columns', 'rows', 'both'];

export const STARTS = {
  square: {board: '6x8', pieces: [{name: 'L3', count: 'any'}]},
  hex: {
    lattice: 'hex',
    board: '##...../#....../...#.../......#/.....##',
    pieces: [1, 2, 3, 4, 5, 6, 7].map((k) => ({name: `tetrahexes.${k}`}))
  },
  triangle: {
    lattice: 'triangle',
    board: '##.......##/#.........#/.........../.........../' +
        '#.........#/##.......##',
    pieces: [{name: 'lozenge', shape: 'XX', count: 'any'}]
  },
  cube: {
    lattice: 'cube',
    board: '3x3x3',
    pieces: ['V', 'L', 'T', 'Z', 'A', 'B', 'P'].map((name) => ({name}))
  },
};

/* Reads a count: N, N..M, N.. or any.  MOST is null if there is no upper bound. */
export function parseCount(count) {
  const text = String(count === undefined ? 1 : count).trim();
  if (text === 'any' || text === '')
    return {least: 0, most: null};
  const found = /^(\d{1,6})(\.\.(\d{1,6})?)?$/.exec(text);
  if (!found)
    return null;
  const least = Number(found[1]);
  const most = found[2] ? (found[3] === undefined ? null : Number(found[3])) : least;
  return most !== null && most < least ? null : {least, most};
}

export function formatCount({least, most}) {
  if (most === null)
    return least ? `${least}..` : 'any';
  return least === most ? least : `${least}..${most}`;
}

function measures(text) {
  const found = /^\s*(\d+)x(\d+)(?:x(\d+))?\s*$/.exec(text);
  if (!found)
    return null;
  const numbers = found.slice(1).filter((n) => n !== undefined).map(Number);
  return numbers.length === 3 ? numbers : [1, ...numbers];
}

const rowsOf = (text) => String(text)
                             .replace(/\n+$/, '')
                             .split(/[/\n]/)
                             .map((row) => Array.from(row.replace(/\r$/, '')));

function sizeIsFine([layers, rows, columns]) {
  return layers > 0 && rows > 0 && columns > 0 && rows <= MOST_SIDE && columns <= MOST_SIDE
      && layers * rows * columns <= MOST_CELLS;
}

function tooLarge() {
  return new Error(
      `The page supports boards of at most ${MOST_CELLS} cells and ${MOST_SIDE} cells per side; ` +
      'the command line program supports larger boards.');
}

function readBoard(board) {
  const size = typeof board === 'string' ? measures(board) : null;
  const drawings = size ? [] : (Array.isArray(board) ? board : [board]).map(rowsOf);
  const [layers, rows, columns] = size || [
    drawings.length, Math.max(...drawings.map((drawing) => drawing.length)),
    Math.max(...drawings.flat().map((row) => row.length))
  ];
  if (!sizeIsFine([layers, rows, columns]))
    throw tooLarge();
  const sign = (l, r, c) => {
    const given = drawings[l][r] && drawings[l][r][c];
    return given === undefined || given === ' ' ? '#' : given;
  };
  const cells = [];
  for (let l = 0; l < layers; l++)
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++)
        cells.push(size ? '.' : sign(l, r, c));
  return {layers, rows, columns, cells};
}

/* OBJECT is the output of `convert --to json`, in which every piece is a mapping with a name. */
export function fromJson(object) {
  if (!object || typeof object !== 'object' || !object.board)
    throw new Error('The puzzle has no board.');
  const lattice = object.lattice || 'square';
  if (!LATTICES.includes(lattice))
    throw new Error(`Unknown lattice '${lattice}'.`);
  const rest = Object.fromEntries(Object.entries(object).filter(([k]) => !OWN_KEYS.includes(k)));
  const pieces = (Array.isArray(object.pieces) ? object.pieces : [])
                     .filter((piece) => piece && typeof piece === 'object')
                     .map((piece) => ({...piece}));
  const wrap = WRAPS.includes(object.wrap) ? object.wrap : 'none';
  return {lattice, wrap, ...readBoard(object.board), pieces, rest};
}

function writeBoard({lattice, layers, rows, columns, cells}) {
  if (cells.every((sign) => sign === '.'))
    return (lattice === 'cube' ? [layers, rows, columns] : [rows, columns]).join('x');
  const layer = (l) =>
      Array
          .from(
              {length: rows},
              (_, r) =>
                  cells.slice((l * rows + r) * columns, (l * rows + r + 1) * columns).join(''))
          .join('/');
  const drawings = Array.from({length: layers}, (_, l) => layer(l));
  return lattice === 'cube' ? drawings : drawings[0];
}

export function toJson(puzzle) {
  return {
    ...(puzzle.rest.title === undefined ? {} : {title: puzzle.rest.title}),
    ...(puzzle.lattice === 'square' ? {} : {lattice: puzzle.lattice}),
    board: writeBoard(puzzle),
    ...(puzzle.wrap === 'none' ? {} : {wrap: puzzle.wrap}),
    pieces: puzzle.pieces,
    ...puzzle.rest,
  };
}

/* The board with another size; new cells must be covered. */
export function resized(puzzle, layers, rows, columns) {
  if (!sizeIsFine([layers, rows, columns]))
    throw tooLarge();
  const cells = [];
  for (let l = 0; l < layers; l++)
    for (let r = 0; r < rows; r++)
      for (let c = 0; c < columns; c++)
        cells.push(
            l < puzzle.layers && r < puzzle.rows && c < puzzle.columns ?
                puzzle.cells[(l * puzzle.rows + r) * puzzle.columns + c] :
                '.');
  return {...puzzle, layers, rows, columns, cells};
}

/* Whether a piece is a unit tile with points, sides or tags. */
export const isTile = (piece) => Boolean(piece && (piece.points || piece.sides || piece.tags));

/* The cells of a drawn shape; null if the shape is a name in the catalog. */
export function drawnCells(lattice, piece) {
  const shape = piece.shape;
  if (Array.isArray(shape))
    return cellsOfDrawing(lattice, shape);
  return typeof shape === 'string' && /^[X.\s/]+$/.test(shape) ? cellsOfDrawing(lattice, shape) :
                                                                 null;
}

const ROW_OF_LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');

/* The letter of each piece in drawings: the first of its name or, if that is taken, the next free
 * one. */
export function letters(pieces) {
  const wish = pieces.map((piece) => Array.from(String(piece.name))[0] || '?');
  const often = new Map();
  wish.forEach((letter) => often.set(letter, (often.get(letter) || 0) + 1));
  const free = ROW_OF_LETTERS.filter((letter) => often.get(letter) !== 1);
  return wish.map((letter) => (often.get(letter) === 1 ? letter : free.shift() || letter));
}

/* The rules as text. */
export function rulesText({rules}) {
  if (!rules || typeof rules !== 'object')
    return '';
  const say = (value) =>
      (value && typeof value === 'object' ?
           Object.entries(value).map(([name, n]) => `${name} ${n}`).join(', ') :
           String(value));
  return Object.entries(rules).map(([name, value]) => `${name}: ${say(value)}`).join(' · ');
}
