/* Makes puzzles for tests from drawings, in which '/' ends a row and '|' a layer. */

#ifndef MAKE_H
#define MAKE_H

#include "base/text.h"
#include "puzzle/covering.h"
#include "puzzle/puzzle_finish.h"

#include <stdlib.h>
#include <string.h>

enum { MAKE_CELLS = 256 };

/* The size of a drawing. */
static inline bcov_cell make_measures (const char *drawing)
{
  bcov_cell at = {0, 0, 0}, most = {1, 1, 0};
  uint32_t rune;
  for (size_t step; *drawing; drawing += step) {
    step = bcov_utf8_decode (drawing, strlen (drawing), &rune);
    if (rune == '/' || rune == '|')
      at = rune == '/' ? (bcov_cell){at.layer, at.row + 1, 0} : (bcov_cell){at.layer + 1, 0, 0};
    else
      at.column++;
    most.layer = at.layer >= most.layer ? at.layer + 1 : most.layer;
    most.row = at.row >= most.row ? at.row + 1 : most.row;
    most.column = at.column > most.column ? at.column : most.column;
  }
  return most;
}

/* Sets one position of the board to a character of a drawing. */
static inline void make_mark (bcov_board *board, bcov_cell at, uint32_t rune)
{
  size_t position = bcov_board_position (board, at);
  board->mark[position] = rune == '.'   ? BCOV_MUST
                          : rune == '#' ? BCOV_HOLE
                          : rune == '?' ? BCOV_MAY
                                        : BCOV_LETTER;
  if (board->mark[position] == BCOV_LETTER)
    board->letter[position] = rune;
}

/* Sets the board of PUZZLE from a drawing of '.', '#', '?' and letters. */
static inline bcov_status make_board (bcov_puzzle *puzzle, bcov_lattice lattice, bcov_wrap wrap,
                                      const char *drawing, bcov_error *err)
{
  bcov_cell most = make_measures (drawing), at = {0};
  bcov_board *board = &puzzle->board;
  uint32_t rune;
  bcov_status status =
      bcov_board_make (puzzle->mem, lattice, most.layer, most.row, most.column, board, err);
  if (status)
    return status;
  board->wrap = wrap;
  size_t positions = (size_t)most.layer * (size_t)most.row * (size_t)most.column;
  memset (board->mark, BCOV_HOLE, positions);
  board->letter = bcov_mem_alloc (puzzle->mem, positions, sizeof *board->letter, err);
  if (!board->letter)
    return bcov_mem_status (puzzle->mem);
  for (size_t step; *drawing; drawing += step) {
    step = bcov_utf8_decode (drawing, strlen (drawing), &rune);
    if (rune == '/' || rune == '|')
      at = rune == '/' ? (bcov_cell){at.layer, at.row + 1, 0} : (bcov_cell){at.layer + 1, 0, 0};
    else {
      make_mark (board, at, rune);
      at.column++;
    }
  }
  return bcov_board_number (puzzle->mem, board, err);
}

/* A puzzle with this board; with an empty drawing it has only a lattice. */
static inline bcov_puzzle *make_puzzle (bcov_mem *mem, bcov_lattice lattice, bcov_wrap wrap,
                                        const char *drawing)
{
  bcov_puzzle *puzzle = NULL;
  assert_int_equal (bcov_puzzle_new (mem, "test.yaml", &puzzle, NULL), 0);
  puzzle->board.lattice = lattice;
  if (*drawing)
    assert_int_equal (make_board (puzzle, lattice, wrap, drawing, NULL), 0);
  return puzzle;
}

/* The shape drawn with 'X' in DRAWING. */
static inline bcov_status make_shape (bcov_mem *mem, bcov_lattice lattice, const char *drawing,
                                      bcov_shape *out, bcov_error *err)
{
  bcov_cell cells[MAKE_CELLS], at = {0};
  size_t count = 0;
  for (; *drawing; drawing++)
    if (*drawing == '/' || *drawing == '|')
      at = *drawing == '/' ? (bcov_cell){at.layer, at.row + 1, 0} : (bcov_cell){at.layer + 1, 0, 0};
    else {
      if (*drawing == 'X')
        cells[count++] = at;
      at.column++;
    }
  return bcov_shape_make (mem, lattice, cells, count, out, err);
}

/* Adds ENTRY with a drawn shape.  The caller sets its other members; NAME is its name. */
static inline bcov_status make_entry (bcov_puzzle *puzzle, const char *name, const char *drawing,
                                      bcov_entry entry, bcov_error *err)
{
  bcov_shape shape = {0};
  bcov_status status = make_shape (puzzle->mem, puzzle->board.lattice, drawing, &shape, err);
  entry.name = name;
  entry.name_length = strlen (name);
  entry.shape = &shape;
  if (!status)
    status = bcov_puzzle_add (puzzle, &entry, err);
  bcov_shape_free (puzzle->mem, &shape);
  return status;
}

/* Adds a piece that may be turned and flipped. */
static inline void make_piece (bcov_puzzle *puzzle, const char *name, const char *drawing,
                               uint32_t lo, uint32_t hi)
{
  bcov_entry entry = {.lo = lo, .hi = hi, .turn = true, .flip = true};
  assert_int_equal (make_entry (puzzle, name, drawing, entry, NULL), 0);
}

/* Places the piece NAME in FORM on the cells marked 'X' in a drawing of the whole board. */
static inline void make_lay (bcov_covering *covering, const char *name, uint32_t form,
                             const char *drawing)
{
  uint32_t cells[MAKE_CELLS];
  bcov_cell at = {0};
  size_t count = 0;
  int32_t piece = bcov_puzzle_piece (covering->puzzle, name, strlen (name));
  assert_true (piece >= 0);
  for (; *drawing; drawing++)
    if (*drawing == '/' || *drawing == '|')
      at = *drawing == '/' ? (bcov_cell){at.layer, at.row + 1, 0} : (bcov_cell){at.layer + 1, 0, 0};
    else {
      if (*drawing == 'X')
        cells[count++] = (uint32_t)bcov_board_at (&covering->puzzle->board, at);
      at.column++;
    }
  assert_int_equal (bcov_covering_lay (covering, (uint32_t)piece, form, cells, count, NULL), 0);
}

/* Frees both, either of which may be NULL, and checks that no memory is in use. */
static inline void make_end (bcov_mem *mem, bcov_error *err, bcov_puzzle *puzzle,
                             bcov_covering *covering)
{
  bcov_covering_free (covering);
  bcov_puzzle_free (puzzle);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
  bcov_error_free (err);
}

#endif
