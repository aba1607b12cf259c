/* A game: which pieces lie where, what is left, and the puzzle that remains.

   The remaining puzzle has the covered cells as holes and fewer pieces, so the server can count the
   ways to finish.  Tiles that match, point or are counted by rows do not vanish that way: there the
   laid tile's letter is written on its cell instead, which says the same if it cannot be turned. */

import {Layout} from './layout.js';
import {allPlacements, impossible} from './moves.js';
import {allowed, formatCount, isTile, letters, parseCount, toJson} from './puzzle.js';
import {cellsOf} from './catalog.js';

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

  put(piece, cells, form) {
    const one = {piece, cells, form};
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

  isSolved() {
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

  restOfPieces(object) {
    const cells = this.puzzle.cells.map((sign, index) => (this.owner[index] ? '#' : sign));
    const pieces = this.puzzle.pieces.map((piece, k) => {
      const {least, most} = this.ranges[k], used = this.used(k);
      return {
        ...piece,
        count: formatCount(
            {least: Math.max(0, least - used), most: most === null ? null : most - used})
      };
    });
    return {...object, board: toJson({...this.puzzle, cells}).board, pieces};
  }

  restOfTiles(object) {
    const {pieces, lattice} = this.puzzle;
    const plain = pieces.every(
        (piece, k) =>
            this.cells(k)?.length === 1 && !(allowed(lattice, piece).turn && piece.sides));
    if (!plain)
      return null;
    const cells = this.puzzle.cells.map(
        (sign, index) => (this.owner[index] ? this.letters[this.owner[index].piece] : sign));
    return {...object, board: toJson({...this.puzzle, cells}).board};
  }
}
