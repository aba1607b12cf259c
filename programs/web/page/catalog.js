/* The named pieces: their cells, and whether they may be rotated and flipped.  The server is asked
   once for each set, and the answers are kept.

   A puzzle names single pieces (F5, hexominoes.12, L4').  They are fetched by the set that they
   belong to, so that the twelve pentominoes are one question. */

import {getJson} from './ask.js';
import {normalise} from './lattice.js';
import {drawnCells} from './puzzle.js';

const SETS = {
  1: 'monomino',
  2: 'domino',
  3: 'trominoes',
  4: 'tetrominoes',
  5: 'pentominoes'
};
const known = new Map();
const asked = new Map();

const triple = (cell) => (cell.length === 3 ? cell : [0, ...cell]);

function once(path) {
  if (!asked.has(path))
    asked.set(path, getJson(path).catch((error) => {
      asked.delete(path);
      throw error;
    }));
  return asked.get(path);
}

/* Names on a lattice: [{name, pieces, cells}, ...]. */
export const names = async (lattice) =>
    (await once(`/api/catalog?lattice=${lattice}`)).filter((entry) => entry.lattice === lattice);

/* The pieces of a set, or one piece: [{name, cells, turn, flip}, ...].  TURN and FLIP are the
   defaults of a puzzle that names the piece without these keys. */
export async function members(lattice, name) {
  const list = await once(`/api/catalog?lattice=${lattice}&name=${encodeURIComponent(name)}`);
  return list.map((piece) => {
    const entry = {...piece, cells: normalise(lattice, piece.cells.map(triple))};
    known.set(`${lattice} ${piece.name}`, entry);
    return entry;
  });
}

function setOf(lattice, name) {
  const [, letter, size, mark, number] = /^([A-Z])([1-5])('?)(\.\d+)?$/.exec(name) || [];
  if (letter)
    return (number ? 'fixed ' : mark ? 'one-sided ' : '') + SETS[size];
  const member = /^((?:one-sided |fixed )?[a-z]+)\.\d+$/.exec(name);
  if (member)
    return member[1];
  return lattice === 'cube' && /^[VLTZABP]$/.test(name) ? 'soma' : name;
}

const nameOf = (piece) => String(typeof piece.shape === 'string' ? piece.shape : piece.name);

const entryOf = (lattice, piece) => known.get(`${lattice} ${nameOf(piece)}`);

/* The cells of a piece if they are known by now; else null. */
export function cellsOf(lattice, piece) {
  return drawnCells(lattice, piece) || entryOf(lattice, piece)?.cells || null;
}

/* Whether a piece may be rotated and flipped. */
export function allowed(lattice, piece) {
  const entry = drawnCells(lattice, piece) ? null : entryOf(lattice, piece);
  const tile = piece.sides !== undefined || piece.points !== undefined;
  const flips = entry ? entry.flip : lattice !== 'cube';
  return {
    turn: piece.turn === undefined ? (entry?.turn ?? true) : piece.turn !== false,
    flip: piece.flip === undefined ? flips && !tile : piece.flip !== false,
  };
}

/* Fetches what is needed to draw the pieces; names that the server does not know stay unknown. */
export async function learn(lattice, pieces) {
  const missing = pieces.filter((piece) => !cellsOf(lattice, piece)).map(nameOf);
  const sets = [...new Set(missing.map((name) => setOf(lattice, name)))];
  await Promise.all(sets.map((set) => members(lattice, set).catch(() => [])));
  const single = missing.filter((name) => !known.has(`${lattice} ${name}`));
  await Promise.all([...new Set(single)].map((name) => members(lattice, name).catch(() => [])));
}
