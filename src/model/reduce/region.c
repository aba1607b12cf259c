/* Floods the free cells, then asks for each region whether a sum of sizes of pieces fits: no fewer
   than its cells that must be covered, no more than all its cells.

   Which sums there are is a knapsack with bounded numbers, done once for all regions.  Pieces of
   equal size are one kind; for each kind USED[n] is the least number of them that made the sum n
   from sums without them.  Whether a piece fits into the region by its shape is not asked: what is
   told can be seen at a glance, by counting.

   Time: cells x neighbours, and cells x different sizes. */

#include "model/reduce/region.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 4096 };

static bool applies (const bcov_puzzle *puzzle)
{
  if (puzzle->exact || puzzle->board.n_cells > MOST_CELLS)
    return false;
  for (size_t p = 0; p < puzzle->pieces.count; p++)
    if (puzzle->pieces.data[p].parted)
      return false;
  return true;
}

bcov_status bcov_regions_start (const bcov_puzzle *puzzle, bcov_regions *out, bcov_error *err)
{
  bcov_mem *mem = puzzle->mem;
  size_t room = (size_t)puzzle->board.n_cells + 2;
  *out = (bcov_regions){.puzzle = puzzle, .apply = applies (puzzle)};
  if (!out->apply)
    return BCOV_OK;
  if (!(out->seen = bcov_mem_alloc (mem, room, 1, err)) ||
      !(out->cells = bcov_mem_alloc (mem, room, sizeof *out->cells, err)) ||
      !(out->starts = bcov_mem_alloc (mem, room, sizeof *out->starts, err)) ||
      !(out->left = bcov_mem_alloc (mem, room, sizeof *out->left, err)) ||
      !(out->used = bcov_mem_alloc (mem, room, sizeof *out->used, err)) ||
      !(out->sum = bcov_mem_alloc (mem, room, 1, err))) {
    bcov_regions_end (out);
    return bcov_mem_status (mem);
  }
  return BCOV_OK;
}

void bcov_regions_end (bcov_regions *r)
{
  if (!r->puzzle)
    return;
  bcov_mem *mem = r->puzzle->mem;
  bcov_mem_free (mem, r->seen);
  bcov_mem_free (mem, r->cells);
  bcov_mem_free (mem, r->starts);
  bcov_mem_free (mem, r->left);
  bcov_mem_free (mem, r->used);
  bcov_mem_free (mem, r->sum);
  *r = (bcov_regions){0};
}

/* ---- regions ---- */

/* Adds the region of CELL behind the END cells found so far; returns their new number. */
static uint32_t flood (bcov_regions *r, uint32_t cell, uint32_t end)
{
  uint32_t near[BCOV_MOST_NEIGHBOURS];
  uint32_t at = end;
  r->cells[end++] = cell;
  r->seen[cell] = 1;
  for (; at < end; at++) {
    size_t n = bcov_board_neighbours (&r->puzzle->board, r->cells[at], near);
    for (size_t k = 0; k < n; k++)
      if (!r->seen[near[k]]) {
        r->seen[near[k]] = 1;
        r->cells[end++] = near[k];
      }
  }
  return end;
}

static void find_regions (bcov_regions *r, const uint8_t *covered)
{
  uint32_t n = r->puzzle->board.n_cells, end = 0;
  memcpy (r->seen, covered, n);
  r->count = r->widest = 0;
  for (uint32_t cell = 0; cell < n; cell++)
    if (!r->seen[cell]) {
      uint32_t start = r->starts[r->count++] = end;
      end = flood (r, cell, end);
      r->widest = end - start > r->widest ? end - start : r->widest;
    }
  assert (end <= n && r->widest <= end);
  r->starts[r->count] = end;
}

/* ---- sums ---- */

/* Sorts the pieces left by their sizes. */
static void count_sizes (bcov_regions *r, const uint32_t *left)
{
  memset (r->left, 0, (r->widest + 1u) * sizeof *r->left);
  for (size_t p = 0; p < r->puzzle->pieces.count; p++) {
    uint32_t size = r->puzzle->pieces.data[p].size;
    if (size <= r->widest)
      r->left[size] = left[p] > BCOV_MANY - r->left[size] ? BCOV_MANY : r->left[size] + left[p];
  }
}

/* Adds the sums with up to COUNT pieces of SIZE. */
static void add_size (bcov_regions *r, uint32_t size, uint32_t count)
{
  memset (r->used, 0, (r->widest + 1u) * sizeof *r->used);
  for (uint32_t n = size; n <= r->widest; n++)
    if (!r->sum[n] && r->sum[n - size] && r->used[n - size] < count) {
      r->sum[n] = 1;
      r->used[n] = r->used[n - size] + 1;
    }
}

static void find_sums (bcov_regions *r, const uint32_t *left)
{
  count_sizes (r, left);
  memset (r->sum, 0, r->widest + 1u);
  r->sum[0] = 1;
  for (uint32_t size = 1; size <= r->widest; size++)
    if (r->left[size])
      add_size (r, size, r->left[size]);
}

/* ---- the question ---- */

static bool can_be_filled (const bcov_regions *r, uint32_t region)
{
  const bcov_board *board = &r->puzzle->board;
  assert (region < r->count);
  uint32_t all = r->starts[region + 1] - r->starts[region], must = all;
  for (uint32_t k = r->starts[region]; k < r->starts[region + 1]; k++)
    must -= board->mark[bcov_board_position (board, board->cells[r->cells[k]])] == BCOV_MAY;
  while (must <= all && !r->sum[must])
    must++;
  return must <= all;
}

static int by_number (const void *x, const void *y)
{
  const uint32_t *a = x, *b = y;
  return (*a > *b) - (*a < *b);
}

bool bcov_regions_odd (bcov_regions *r, const uint8_t *covered, const uint32_t *left,
                       bcov_odd_region *out)
{
  *out = (bcov_odd_region){0};
  if (!r->apply)
    return false;
  find_regions (r, covered);
  find_sums (r, left);
  for (uint32_t k = 0; k < r->count; k++) {
    uint32_t size = r->starts[k + 1] - r->starts[k];
    if ((!out->count || size < out->count) && !can_be_filled (r, k))
      *out = (bcov_odd_region){r->cells + r->starts[k], size, r->count == 1};
  }
  if (out->count)
    qsort (r->cells + (out->cells - r->cells), out->count, sizeof *r->cells, by_number);
  return out->count > 0;
}
