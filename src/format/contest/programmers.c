/* "Filling in puzzle pieces" of programmers.co.kr: two square matrices.  On game_board a 0 is a
   cell; on table every connected group of 1 is a piece, which may be turned, not flipped, is used
   at most once, and must fill a whole hole alone.

   Groups are found with a list of positions to visit: linear time, no recursion.  A position is
   cleared when it enters the list, hence enters once, and what the list has held is the group. */

#include "format/contest/programmers.h"
#include "format/contest/matrices.h"
#include "puzzle/puzzle_finish.h"

#include <string.h>

static const char *const file_name = "standard input";

enum { GAME_BOARD, TABLE };

static bcov_status make_board (bcov_puzzle *puzzle, const bcov_matrices *matrices, bcov_error *err)
{
  size_t side = matrices->side;
  bcov_board *board = &puzzle->board;
  bcov_status status =
      bcov_board_make (puzzle->mem, BCOV_SQUARE, 1, (int64_t)side, (int64_t)side, board, err);
  for (size_t k = 0; k < side * side && !status; k++)
    board->mark[k] = matrices->bits[GAME_BOARD][k] ? BCOV_HOLE : BCOV_MUST;
  return status ? status : bcov_board_number (puzzle->mem, board, err);
}

typedef BCOV_VEC (bcov_cell) cell_list;

static bcov_status visit (bcov_mem *mem, const bcov_matrices *matrices, bcov_cell cell,
                          cell_list *group, bcov_error *err)
{
  int32_t side = (int32_t)matrices->side;
  if (cell.row < 0 || cell.row >= side || cell.column < 0 || cell.column >= side)
    return BCOV_OK;
  uint8_t *bit = matrices->bits[TABLE] + (size_t)cell.row * matrices->side + (size_t)cell.column;
  if (!*bit)
    return BCOV_OK;
  *bit = 0;
  return bcov_vec_push (mem, group, cell, err);
}

/* Takes the group of FIRST off the table. */
static bcov_status gather (bcov_mem *mem, const bcov_matrices *matrices, bcov_cell first,
                           cell_list *group, bcov_error *err)
{
  group->count = 0;
  bcov_status status = visit (mem, matrices, first, group, err);
  for (size_t k = 0; k < group->count && !status; k++) {
    bcov_cell near[BCOV_MOST_NEIGHBOURS];
    size_t n = bcov_lattice_neighbours (BCOV_SQUARE, group->data[k], near);
    for (size_t i = 0; i < n && !status; i++)
      status = visit (mem, matrices, near[i], group, err);
  }
  return status;
}

/* Adds GROUP, which is sorted and moved, as a piece. */
static bcov_status add_piece (bcov_puzzle *puzzle, cell_list *group, bcov_error *err)
{
  bcov_shape_normalise (BCOV_SQUARE, group->data, group->count);
  bcov_shape shape = {group->data, (uint32_t)group->count};
  bcov_entry entry = {
      .shape = &shape, .lo = 1, .hi = 1, .turn = true, .place = {.file = file_name}};
  return bcov_puzzle_add (puzzle, &entry, err);
}

static bcov_status add_pieces (bcov_puzzle *puzzle, const bcov_matrices *matrices, bcov_error *err)
{
  cell_list group = {0};
  bcov_status status = BCOV_OK;
  size_t side = matrices->side;
  for (size_t k = 0; k < side * side && !status; k++) {
    if (!matrices->bits[TABLE][k])
      continue;
    bcov_cell first = {0, (int32_t)(k / side), (int32_t)(k % side)};
    status = gather (puzzle->mem, matrices, first, &group, err);
    if (!status)
      status = add_piece (puzzle, &group, err);
  }
  bcov_vec_free (puzzle->mem, &group);
  return status;
}

static bcov_status make_puzzle (bcov_mem *mem, const bcov_matrices *matrices, bcov_puzzle **out,
                                bcov_error *err)
{
  bcov_puzzle *puzzle = NULL;
  bcov_status status = bcov_puzzle_new (mem, file_name, &puzzle, err);
  if (status)
    return status;
  puzzle->fill_holes = true;
  status = make_board (puzzle, matrices, err);
  if (!status)
    status = add_pieces (puzzle, matrices, err);
  if (!status)
    status = bcov_puzzle_finish (puzzle, NULL, NULL, err);
  if (status)
    bcov_puzzle_free (puzzle);
  else
    *out = puzzle;
  return status;
}

bcov_status bcov_programmers_read (bcov_mem *mem, const char *text, size_t length,
                                   bcov_puzzle **out, bcov_error *err)
{
  bcov_matrices matrices = {.name = {"game_board", "table"}};
  bcov_status status = bcov_matrices_read (mem, file_name, text, length, &matrices, err);
  if (!status)
    status = make_puzzle (mem, &matrices, out, err);
  bcov_matrices_free (mem, &matrices);
  return status;
}
