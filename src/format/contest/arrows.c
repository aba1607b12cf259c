/* The arrows puzzle: an N x N board of the tiles ↖ ↗ ↘ ↙, each of which points at two sides of its
   cell and the corner between them.  In every row half of the arrows point up and half down; in
   every column half point left and half right. */

#include "format/contest/arrows.h"
#include "base/vec.h"
#include "puzzle/puzzle_finish.h"

#include <string.h>

enum { MOST_SIZE = 64, ARROWS = 4 };
enum { UP, DOWN, LEFT, RIGHT, TAGS };
static const char *const tags[TAGS] = {"up", "down", "left", "right"};

static const struct {
  const char *name;
  unsigned vertical, horizontal; /* tags */
  unsigned side, other, corner;  /* what it points at */
} arrows[ARROWS] = {
    {"↖", UP, LEFT, BCOV_NORTH, BCOV_WEST, BCOV_NORTHWEST},
    {"↗", UP, RIGHT, BCOV_NORTH, BCOV_EAST, BCOV_NORTHEAST},
    {"↘", DOWN, RIGHT, BCOV_SOUTH, BCOV_EAST, BCOV_SOUTHEAST},
    {"↙", DOWN, LEFT, BCOV_SOUTH, BCOV_WEST, BCOV_SOUTHWEST},
};

static bcov_status check_size (uint32_t n, bcov_error *err)
{
  if (n % 2 == 0 && n > 0 && n <= MOST_SIZE)
    return BCOV_OK;
  return bcov_error_add (err, BCOV_INPUT, NULL,
                         "an arrows board cannot be %u x %u; the size must be even, from 2 to %d",
                         n, n, MOST_SIZE);
}

static bcov_status add_tags (bcov_puzzle *puzzle, bcov_error *err)
{
  for (size_t k = 0; k < TAGS; k++)
    if (bcov_puzzle_name (puzzle, &puzzle->tags, tags[k], strlen (tags[k]), BCOV_MOST_TAGS, err) <
        0)
      return bcov_mem_status (puzzle->mem);
  return BCOV_OK;
}

static bcov_status add_arrows (bcov_puzzle *puzzle, bcov_error *err)
{
  bcov_cell cell = {0};
  bcov_shape shape = {&cell, 1};
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < ARROWS && !status; k++) {
    bcov_entry entry = {.name = arrows[k].name,
                        .name_length = strlen (arrows[k].name),
                        .shape = &shape,
                        .hi = BCOV_MANY};
    entry.decor.points =
        (uint8_t)(1u << arrows[k].side | 1u << arrows[k].other | 1u << arrows[k].corner);
    entry.tags = 1u << arrows[k].vertical | 1u << arrows[k].horizontal;
    status = bcov_puzzle_add (puzzle, &entry, err);
  }
  return status;
}

static bcov_status add_quotas (bcov_puzzle *puzzle, uint32_t half, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (uint32_t tag = UP; tag <= DOWN && !status; tag++)
    status = bcov_vec_push (puzzle->mem, &puzzle->row_quotas, ((bcov_quota){tag, half, half}), err);
  for (uint32_t tag = LEFT; tag <= RIGHT && !status; tag++)
    status =
        bcov_vec_push (puzzle->mem, &puzzle->column_quotas, ((bcov_quota){tag, half, half}), err);
  return status;
}

static bcov_status fill_in (bcov_puzzle *puzzle, uint32_t n, bcov_error *err)
{
  bcov_status status = bcov_board_make (puzzle->mem, BCOV_SQUARE, 1, n, n, &puzzle->board, err);
  if (!status)
    status = add_tags (puzzle, err);
  if (!status)
    status = add_arrows (puzzle, err);
  if (!status)
    status = add_quotas (puzzle, n / 2, err);
  if (!status)
    status = bcov_puzzle_finish (puzzle, NULL, NULL, err);
  return status;
}

bcov_status bcov_arrows_make (bcov_mem *mem, uint32_t n, bcov_puzzle **out, bcov_error *err)
{
  bcov_puzzle *puzzle = NULL;
  *out = NULL;
  bcov_status status = check_size (n, err);
  if (!status)
    status = bcov_puzzle_new (mem, NULL, &puzzle, err);
  if (!status)
    status = fill_in (puzzle, n, err);
  if (status)
    bcov_puzzle_free (puzzle);
  else
    *out = puzzle;
  return status;
}
