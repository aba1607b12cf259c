/* Coverings: placing pieces, sorting, and reading.  A list reuses one covering.  Time: linear in
   the cells, except for sorting. */

#include "puzzle/covering.h"
#include "base/accessor.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

bcov_status bcov_covering_new (const bcov_puzzle *puzzle, bcov_covering **out, bcov_error *err)
{
  bcov_covering *covering = bcov_mem_alloc (puzzle->mem, 1, sizeof *covering, err);
  if (!covering)
    return bcov_mem_status (puzzle->mem);
  covering->puzzle = puzzle->original ? puzzle->original : puzzle;
  covering->mem = bcov_mem_hold (puzzle->mem);
  *out = covering;
  return BCOV_OK;
}

void bcov_covering_free (bcov_covering *covering)
{
  if (!covering)
    return;
  bcov_mem *mem = covering->mem;
  bcov_vec_free (mem, &covering->laid);
  bcov_vec_free (mem, &covering->cells);
  bcov_mem_free (mem, covering);
  bcov_mem_delete (mem);
}

void bcov_covering_clear (bcov_covering *covering)
{
  covering->laid.count = covering->cells.count = 0;
}

bcov_status bcov_covering_lay (bcov_covering *covering, uint32_t piece, uint32_t form,
                               const uint32_t *cells, size_t count, bcov_error *err)
{
  assert (!covering->puzzle->exact || count == 0);
  bcov_laid laid = {piece, form, (uint32_t)covering->cells.count, (uint32_t)count};
  bcov_status status =
      bcov_vec_reserve (covering->mem, &covering->cells, covering->cells.count + count, err);
  if (!status)
    status = bcov_vec_push (covering->mem, &covering->laid, laid, err);
  if (!status && count) {
    memcpy (covering->cells.data + laid.first, cells, count * sizeof *cells);
    covering->cells.count += count;
  }
  return status;
}

/* ---- order ---- */

enum { FEW = 32 }; /* the longest list for insertion sort */

static void sort_cells (uint32_t *cells, size_t count)
{
  if (count > FEW) {
    qsort (cells, count, sizeof *cells, bcov_vec_by_number);
    return;
  }
  for (size_t k = 1; k < count; k++) {
    uint32_t cell = cells[k];
    size_t at = k;
    for (; at && cells[at - 1] > cell; at--)
      cells[at] = cells[at - 1];
    cells[at] = cell;
  }
}

/* Compares by least cell; in wrong coverings and among options, ties are possible. */
static int compare_laid (const void *a, const void *b, void *data)
{
  const bcov_laid *x = a, *y = b;
  const uint32_t *cells = data;
  uint32_t p = x->count ? cells[x->first] : 0, q = y->count ? cells[y->first] : 0;
  if (p != q)
    return p < q ? -1 : 1;
  if (x->piece != y->piece)
    return x->piece < y->piece ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

/* Insertion sort allocates nothing and is fast for lists that are nearly sorted. */
static void sort_few (bcov_laid *laid, size_t count, uint32_t *cells)
{
  for (size_t k = 1; k < count; k++) {
    bcov_laid moved = laid[k];
    size_t at = k;
    for (; at && compare_laid (laid + at - 1, &moved, cells) > 0; at--)
      laid[at] = laid[at - 1];
    laid[at] = moved;
  }
}

static bool is_sorted (const bcov_covering *covering)
{
  for (size_t k = 1; k < covering->laid.count; k++)
    if (compare_laid (covering->laid.data + k - 1, covering->laid.data + k, covering->cells.data) >
        0)
      return false;
  return true;
}

void bcov_covering_sort (bcov_covering *covering)
{
  bcov_laid *laid = covering->laid.data;
  size_t count = covering->laid.count;
  for (size_t k = 0; k < count; k++)
    if (laid[k].count) /* options have no cells */
      sort_cells (covering->cells.data + laid[k].first, laid[k].count);
  if (count <= FEW)
    sort_few (laid, count, covering->cells.data);
  else if (!is_sorted (covering))
    qsort_r (laid, count, sizeof *laid, compare_laid, covering->cells.data);
}

/* ---- the public interface ---- */

bcov_status bcov_covering_copy (const bcov_covering *covering, bcov_covering **out, bcov_error *err)
{
  bcov_covering *copy = NULL;
  bcov_puzzle view = bcov_puzzle_view (covering->puzzle, covering->mem);
  *out = NULL;
  bcov_status status = bcov_covering_new (&view, &copy, err);
  if (!status)
    status = bcov_vec_reserve (copy->mem, &copy->cells, covering->cells.count, err);
  for (size_t k = 0; !status && k < covering->laid.count; k++) {
    const bcov_laid *laid = &covering->laid.data[k];
    const uint32_t *cells = laid->count ? covering->cells.data + laid->first : NULL;
    status = bcov_covering_lay (copy, laid->piece, laid->form, cells, laid->count, err);
  }
  if (status)
    bcov_covering_free (copy);
  else
    *out = copy;
  return status;
}

BCOV_ACCESSOR (size_t, covering, placements, covering->laid.count)
BCOV_ACCESSOR_AT (uint32_t, covering, piece, covering->laid.data[k].piece)
BCOV_ACCESSOR_AT (const char *, covering, piece_name,
                  covering->puzzle->exact
                      ? ""
                      : covering->puzzle->pieces.data[covering->laid.data[k].piece].name)

size_t bcov_covering_cells (const bcov_covering *covering, size_t k, int32_t *out)
{
  const bcov_laid *laid = &covering->laid.data[k];
  const bcov_board *board = &covering->puzzle->board;
  for (uint32_t c = 0; out && c < laid->count; c++)
    out = bcov_board_put_cell (board, board->cells[covering->cells.data[laid->first + c]], out);
  return laid->count;
}

void bcov_covering_map (const bcov_covering *covering, int32_t *out)
{
  for (uint32_t c = 0; c < covering->puzzle->board.n_cells; c++)
    out[c] = -1;
  for (size_t k = 0; k < covering->laid.count; k++) {
    const bcov_laid *laid = &covering->laid.data[k];
    for (uint32_t c = 0; c < laid->count; c++)
      out[covering->cells.data[laid->first + c]] = (int32_t)k;
  }
}
