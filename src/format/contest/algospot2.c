/* BOARDCOVER2 of algospot.com: each case has a board of # (no cell) and . (a cell) and a block of #
   (a cell) and . (none), which may be turned but not flipped, and be used any number of times.  The
   block may be larger than the board; it then fits nowhere, which is no mistake. */

#include "format/contest/contest.h"

static bcov_status block_shape (bcov_mem *mem, bcov_grid *grid, bcov_shape *out, bcov_error *err)
{
  BCOV_VEC (bcov_cell) cells = {0};
  bcov_status status = BCOV_OK;
  for (size_t r = 0; r < grid->rows && !status; r++) {
    const char *row = bcov_grid_row (grid);
    for (size_t c = 0; c < grid->columns && !status; c++)
      if (row[c] == '#')
        status = bcov_vec_push (mem, &cells, ((bcov_cell){0, (int32_t)r, (int32_t)c}), err);
  }
  if (!status)
    status = bcov_shape_make (mem, BCOV_SQUARE, cells.data, cells.count, out, err);
  bcov_vec_free (mem, &cells);
  return status;
}

static bcov_status make_case (bcov_puzzle *puzzle, bcov_grid *grids, bcov_error *err)
{
  bcov_shape shape;
  size_t line = grids[1].line;
  bcov_status status = bcov_contest_board (puzzle, &grids[0], err);
  if (status)
    return status;
  status = block_shape (puzzle->mem, &grids[1], &shape, err);
  if (status)
    return status;
  bcov_entry entry = {.name = "block",
                      .name_length = 5,
                      .shape = &shape,
                      .hi = BCOV_MANY,
                      .turn = true,
                      .place = {.file = bcov_contest_file, .line = line}};
  status = bcov_puzzle_add (puzzle, &entry, err);
  bcov_shape_free (puzzle->mem, &shape);
  return status;
}

static const bcov_contest algospot2 = {
    .n_grids = 2,
    .measures = "the height and the width of the board and those of the block",
    .measure = {"height of the board", "width of the board", "height of the block",
                "width of the block"},
    .row = {"board row", "block row"},
    .needs_cell = {false, true},
    .make = make_case,
};

bcov_status bcov_algospot2_read (bcov_mem *mem, const char *text, size_t length, bcov_see_case *see,
                                 void *data, bcov_error *err)
{
  return bcov_contest_read (mem, &algospot2, text, length, see, data, err);
}
