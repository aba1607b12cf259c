/* A game: which pieces lie where, what is left, and the puzzle that remains.

   The remaining puzzle has the covered cells as holes and fewer pieces, so the server can count the
   ways to finish.  Tiles that match, point or are counted by rows do not vanish that way: there the
   laid tile's letter is written on its cell instead, which says the same if it cannot be turned.  A
   tile that can be turned becomes a piece of its own that cannot any more, and its letter stands
   there. */

import {Layout} from './layout.js';
import {allPlacements, impossible} from './moves.js';
import {formatCount, isTile, letters, parseCount, toJson} from './puzzle.js';
import {allowed, cellsOf} from './catalog.js';

/* Signs for such pieces, which nobody else is likely to use. */
const FIRST_SIGN = 0x4e00;

export class Game {
  constructor(puzzle) {
    this.puzzle = puzzle;
    this.layout = new Layout(puzzle);
    this.laid = [];
    this.owner = new Array(puzzle.cells.length).fill(null);
    this.ranges = puzzle.pieces.map((piece) => parseCount(piece.count) || {least: 1, most: 1});
    this.letters = letters(puzzle.pieces);
    this.placements = allPlacements(
        this.layout, puzzle.pieces, (k) => this.cells(k),
        (piece, index) => this.welcomes(piece, index));
  }

  cells(piece) {
    return cellsOf(this.puzzle.lattice, this.puzzle.pieces[piece]);
  }

  used(piece) {
    return this.laid.filter((one) => one.piece === piece).length;
  }

  /* How many are left; null: any number. */
  left(piece) {
    const {most} = this.ranges[piece];
    return most === null ? null : most - this.used(piece);
  }

  remains(piece) {
    return this.left(piece) !== 0;
  }

  /* Whether the board allows the piece on a cell: no hole, no other piece's letter. */
  welcomes(piece, index) {
    const sign = this.puzzle.cells[index];
    if (sign === '.' || sign === '?')
      return true;
    return sign !== '#' && this.wanted(sign) === piece;
  }

  wanted(sign) {
    const byName = this.puzzle.pieces.findIndex((piece) => String(piece.name) === sign);
    return byName >= 0 ? byName : this.letters.indexOf(sign);
  }

  fits(piece, cells) {
    return Boolean(cells) && this.remains(piece)
        && cells.every((index) => !this.owner[index] && this.welcomes(piece, index));
  }

  put(piece, cells, form, decor) {
    const one = {piece, cells, form, decor};
    this.laid.push(one);
    cells.forEach((index) => {
      this.owner[index] = one;
    });
    return one;
  }

  take(one) {
    this.laid = this.laid.filter((other) => other !== one);
    one.cells.forEach((index) => {
      this.owner[index] = null;
    });
  }

  /* Cells that must be covered and are not. */
  open() {
    return this.puzzle.cells.flatMap(
        (sign, index) => (sign === '#' || sign === '?' || this.owner[index] ? [] : [index]));
  }

  /* Whether all is covered with pieces enough; the rules, where there are any, are not looked at.
   */
  isFull() {
    return !this.open().length && this.ranges.every(({least}, piece) => this.used(piece) >= least);
  }

  /* null where there was too much to look at. */
  hopeless() {
    return this.placements
        && impossible(
               this.layout, this.placements, this.open(), (index) => !this.owner[index],
               (piece) => this.remains(piece));
  }

  hasRules() {
    return Boolean(this.puzzle.rest.rules) || this.puzzle.pieces.some(isTile);
  }

  /* The puzzle that is left, for the server; null where it cannot be said. */
  rest() {
    const object = toJson(this.puzzle);
    delete object.answers;
    return this.hasRules() ? this.restOfTiles(object) : this.restOfPieces(object);
  }

  /* Piece number K with as many less as lie on the board. */
  lessUsed(piece, k) {
    const {least, most} = this.ranges[k], used = this.used(k);
    const range = {least: Math.max(0, least - used), most: most === null ? null : most - used};
    return {...piece, count: formatCount(range)};
  }

  restOfPieces(object) {
    const cells = this.puzzle.cells.map((sign, index) => (this.owner[index] ? '#' : sign));
    const pieces = this.puzzle.pieces.map((piece, k) => this.lessUsed(piece, k));
    return {...object, board: toJson({...this.puzzle, cells}).board, pieces};
  }

  /* Whether it matters how the tile was turned. */
  canTurn(piece) {
    const {sides, points} = this.puzzle.pieces[piece];
    const {turn, flip} = allowed(this.puzzle.lattice, this.puzzle.pieces[piece]);
    return (turn || flip) && (Boolean(points) || new Set(sides).size > 1);
  }

  /* Tiles with equal sides may still differ by their tags. */
  keyOf({piece, decor}) {
    return JSON.stringify([piece, decor]);
  }

  /* The tiles laid that could have been turned: the piece and the sign that each becomes. */
  fixedTiles() {
    const taken = new Set([...this.letters, ...this.puzzle.pieces.map(({name}) => String(name))]);
    const fixed = new Map();
    let code = FIRST_SIGN;
    for (const one of this.laid.filter(({piece}) => this.canTurn(piece))) {
      const key = this.keyOf(one);
      while (taken.has(String.fromCodePoint(code)))
        code++;
      if (!fixed.has(key))
        fixed.set(key, {sign: String.fromCodePoint(code++), times: 0, ...one});
      fixed.get(key).times++;
    }
    return fixed;
  }

  restOfTiles(object) {
    const {pieces} = this.puzzle;
    if (!pieces.every((_, k) => this.cells(k)?.length === 1))
      return null;
    const fixed = this.fixedTiles();
    const signOf = (one) =>
        (this.canTurn(one.piece) ? fixed.get(this.keyOf(one)).sign : this.letters[one.piece]);
    const cells = this.puzzle.cells.map(
        (sign, index) => (this.owner[index] ? signOf(this.owner[index]) : sign));
    const left = pieces.map((piece, k) => (this.canTurn(k) ? this.lessUsed(piece, k) : piece));
    const laid = [...fixed.values()].map(
        ({sign, times, piece, decor}) =>
            ({...pieces[piece], name: sign, ...decor, count: times, turn: false, flip: false}));
    const board = toJson({...this.puzzle, cells}).board;
    return {...object, board, pieces: [...left, ...laid]};
  }
}
