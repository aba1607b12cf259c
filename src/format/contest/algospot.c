/* BOARDCOVER of algospot.com: a number of cases; each a height, a width, and that many rows of #
   (no cell) and . (a cell).  The piece is the L-tromino, as many as it takes.  Checking and walking
   the lines is contest.c's. */

#include "format/contest/contest.h"

static bcov_status make_case (bcov_puzzle *puzzle, bcov_grid *grids, bcov_error *err)
{
  static const bcov_cell corner[3] = {{0, 0, 0}, {0, 1, 0}, {0, 1, 1}};
  bcov_shape shape;
  bcov_status status = bcov_contest_board (puzzle, &grids[0], err);
  if (status)
    return status;
  status = bcov_shape_make (puzzle->mem, BCOV_SQUARE, corner, 3, &shape, err);
  if (status)
    return status;
  bcov_entry entry = {.name = "L3",
                      .name_length = 2,
                      .shape = &shape,
                      .hi = BCOV_MANY,
                      .turn = true,
                      .flip = true,
                      .place = {.file = bcov_contest_file}};
  status = bcov_puzzle_add (puzzle, &entry, err);
  bcov_shape_free (puzzle->mem, &shape);
  return status;
}

static const bcov_contest algospot = {
    .n_grids = 1,
    .measures = "the height and the width",
    .measure = {"height", "width"},
    .row = {"row"},
    .make = make_case,
};

bcov_status bcov_algospot_read (bcov_mem *mem, const char *text, size_t length, bcov_see_case *see,
                                void *data, bcov_error *err)
{
  return bcov_contest_read (mem, &algospot, text, length, see, data, err);
}
