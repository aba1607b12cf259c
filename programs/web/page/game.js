/* A game: the placed pieces, the pieces left, and the remaining puzzle.

   In the remaining puzzle, covered cells are holes and there are fewer pieces, so the server can
   count the ways to finish.  Tiles with sides, points or tags must stay, because rules apply to
   them: the letter of a placed tile is written on its cell.  A tile that can be turned becomes a
   separate piece that cannot be turned, and its letter is written on the cell. */

import {Layout} from './layout.js';
import {allPlacements, impossible} from './moves.js';
import {formatCount, isTile, letters, parseCount, toJson} from './puzzle.js';
import {allowed, cellsOf} from './catalog.js';

/* The first letter of such pieces; users are unlikely to use these letters. */
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

  /* The number of copies left; null: any number. */
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

  /* Whether all cells are covered and all pieces are used often enough; ignores the rules. */
  isFull() {
    return !this.open().length && this.ranges.every(({least}, piece) => this.used(piece) >= least);
  }

  /* The cells that can no longer be covered; null if there are too many placements to check. */
  hopeless() {
    return this.placements
        && impossible(
               this.layout, this.placements, this.open(), (index) => !this.owner[index],
               (piece) => this.remains(piece));
  }

  hasRules() {
    return Boolean(this.puzzle.rest.rules) || this.puzzle.pieces.some(isTile);
  }

  /* The remaining puzzle for the server; null if it cannot be expressed. */
  rest() {
    const object = toJson(this.puzzle);
    delete object.answers;
    return this.hasRules() ? this.restOfTiles(object) : this.restOfPieces(object);
  }

  /* Piece number K without the copies on the board. */
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

  /* Whether the orientation of the tile matters. */
  canTurn(piece) {
    const {sides, points} = this.puzzle.pieces[piece];
    const {turn, flip} = allowed(this.puzzle.lattice, this.puzzle.pieces[piece]);
    return (turn || flip) && (Boolean(points) || new Set(sides).size > 1);
  }

  /* Tiles with equal sides may still differ by their tags. */
  keyOf({piece, decor}) {
    return JSON.stringify([piece, decor]);
  }

  /* The placed tiles that can be turned, with the letter that each gets. */
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
