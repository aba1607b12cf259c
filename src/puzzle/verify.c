/* Checking a covering by looking at it.  One step a rule of the puzzle: the pieces have their
   shapes, cells are covered as they must be, pieces are used as often as they must be, holes are
   filled by one piece, tiles fit together (verify_tiles.c), rows and columns have their quotas.  A
   step that finds mistakes does not keep the next from looking, but pieces that are not even pieces
   of the puzzle on cells of the board end the check at once.

   On a board that wraps, a piece has its shape if some form of it, moved so that its first cell
   lies on one of the covered cells, falls onto all of them.  Most wrong moves are seen at once
   because the cells of the form are tried in a scattered order: close cells tend to fit together.

   Time: linear in the cells, but for the sorting of each piece's cells and for large pieces on
   boards that wrap. */

#include "puzzle/verify.h"
#include "puzzle/verifier.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_TOLD = 20 };

void bcov_verifier_tell (bcov_verifier *verifier, const char *format, ...)
{
  char message[512];
  if (verifier->mistakes++ >= MOST_TOLD)
    return;
  va_list args;
  va_start (args, format);
  vsnprintf (message, sizeof message, format, args);
  va_end (args);
  bcov_error_add (verifier->err, BCOV_WRONG, verifier->place, "%s", message);
}

bcov_cell_text bcov_verifier_cell (const bcov_verifier *verifier, uint32_t cell)
{
  const bcov_board *board = &verifier->puzzle->board;
  bcov_cell at = board->cells[cell];
  bcov_cell_text out;
  if (board->lattice == BCOV_CUBE)
    snprintf (out.text, sizeof out.text, "[%d,%d,%d]", at.layer, at.row, at.column);
  else
    snprintf (out.text, sizeof out.text, "[%d,%d]", at.row, at.column);
  return out;
}

bcov_range_text bcov_verifier_range (uint32_t lo, uint32_t hi, const char *unit)
{
  bcov_range_text out;
  if (lo == hi)
    snprintf (out.text, sizeof out.text, "%" PRIu32 " %s%s", lo, unit, lo == 1 ? "" : "s");
  else if (hi == BCOV_MANY)
    snprintf (out.text, sizeof out.text, "at least %" PRIu32 " %s%s", lo, unit, lo == 1 ? "" : "s");
  else if (!lo)
    snprintf (out.text, sizeof out.text, "at most %" PRIu32 " %s%s", hi, unit, hi == 1 ? "" : "s");
  else
    snprintf (out.text, sizeof out.text, "%" PRIu32 " to %" PRIu32 " %ss", lo, hi, unit);
  return out;
}

static const char *name_of (const bcov_verifier *v, uint32_t laid)
{
  return v->puzzle->pieces.data[v->covering->laid.data[laid].piece].name;
}

static const uint32_t *cells_of (const bcov_verifier *v, uint32_t laid)
{
  return v->covering->cells.data + v->covering->laid.data[laid].first;
}

/* ---- pieces of the puzzle on cells of the board ---- */

static void check_laid (bcov_verifier *v, uint32_t number)
{
  const bcov_laid *laid = v->covering->laid.data + number;
  if (laid->piece >= v->puzzle->pieces.count) {
    bcov_verifier_tell (v, "there is no piece number %" PRIu32, laid->piece);
    return;
  }
  const bcov_piece *piece = v->puzzle->pieces.data + laid->piece;
  if (laid->form != BCOV_ANY_FORM && laid->form >= piece->n_forms)
    bcov_verifier_tell (v, "piece %.60s has no form number %" PRIu32, piece->name, laid->form);
  for (uint32_t k = 0; k < laid->count; k++)
    if (cells_of (v, number)[k] >= v->puzzle->board.n_cells) {
      bcov_verifier_tell (v, "piece %.60s lies on no cell of the board", piece->name);
      return;
    }
}

/* ---- shapes ---- */

typedef struct {
  bcov_verifier *v;
  bcov_cell *cells; /* of one piece, to be moved about */
  size_t room;
  uint32_t *covered; /* of each cell of a board that wraps: the last piece laid that covers it */
  uint64_t *met;     /* of each such cell: the last try that met it */
  uint64_t tries;
} shaper;

/* The cells of piece NUMBER as a shape, which belongs to the shaper. */
static bcov_status take_shape (shaper *s, uint32_t number, bcov_shape *out)
{
  const bcov_board *board = &s->v->puzzle->board;
  uint32_t count = s->v->covering->laid.data[number].count;
  if (count > s->room) {
    bcov_cell *cells =
        bcov_vec_grow (s->v->puzzle->mem, s->cells, &s->room, count, sizeof *cells, s->v->err);
    if (!cells)
      return bcov_mem_status (s->v->puzzle->mem);
    s->cells = cells;
  }
  for (uint32_t k = 0; k < count; k++)
    s->cells[k] = board->cells[cells_of (s->v, number)[k]];
  bcov_shape_normalise (board->lattice, s->cells, count);
  *out = (bcov_shape){s->cells, count};
  return BCOV_OK;
}

static uint32_t gcd (uint32_t a, uint32_t b)
{
  while (b) {
    uint32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

/* A step that leads through all of COUNT places in a scattered order. */
static uint32_t scatter (uint32_t count)
{
  uint32_t step = (uint32_t)(count * UINT64_C (618) / 1000) + 1;
  while (gcd (step, count) != 1)
    step++;
  return step;
}

/* Whether FORM, moved so that its first cell lies at START, wraps onto the cells of piece NUMBER
   without meeting itself. */
static bool falls_onto (shaper *s, const bcov_shape *form, bcov_cell start, uint32_t number)
{
  const bcov_board *board = &s->v->puzzle->board;
  uint32_t step = scatter (form->count), k = 0;
  s->tries++;
  for (uint32_t tried = 0; tried < form->count; tried++) {
    bcov_cell cell = form->cells[k];
    cell.row += start.row - form->cells[0].row;
    cell.column += start.column - form->cells[0].column;
    int32_t at = bcov_board_at (board, cell);
    if (at == BCOV_NO_CELL || s->covered[at] != number + 1 || s->met[at] == s->tries)
      return false;
    s->met[at] = s->tries;
    k = (uint32_t)(((uint64_t)k + step) % form->count);
  }
  return true;
}

static bool wraps_onto (shaper *s, const bcov_shape *form, uint32_t number)
{
  const bcov_board *board = &s->v->puzzle->board;
  const uint32_t *cells = cells_of (s->v, number);
  for (uint32_t k = 0; k < form->count; k++)
    s->covered[cells[k]] = number + 1;
  for (uint32_t k = 0; k < form->count; k++)
    if (falls_onto (s, form, board->cells[cells[k]], number))
      return true;
  return false;
}

/* Whether piece NUMBER, whose cells are SHAPE, lies in FORM. */
static bool lies_in (shaper *s, const bcov_form *form, const bcov_shape *shape, uint32_t number)
{
  if (form->shape.count != shape->count)
    return false;
  if (!bcov_shape_compare (&form->shape, shape))
    return true;
  return s->covered && wraps_onto (s, &form->shape, number);
}

static bcov_status check_shape (shaper *s, uint32_t number)
{
  const bcov_laid *laid = s->v->covering->laid.data + number;
  const bcov_piece *piece = s->v->puzzle->pieces.data + laid->piece;
  bcov_shape shape;
  if (laid->count != piece->size) {
    bcov_verifier_tell (s->v, "piece %.60s has %" PRIu32 " cells; %" PRIu32 " are covered%s%s",
                        piece->name, piece->size, laid->count, laid->count ? " from " : "",
                        laid->count ? bcov_verifier_cell (s->v, *cells_of (s->v, number)).text
                                    : "");
    return BCOV_OK;
  }
  bcov_status status = take_shape (s, number, &shape);
  bool fits = false;
  for (uint32_t k = 0; k < piece->n_forms && !status && !fits; k++)
    if (laid->form == BCOV_ANY_FORM || laid->form == k)
      fits = lies_in (s, piece->forms + k, &shape, number);
  if (!status && !fits)
    bcov_verifier_tell (s->v, "the cells from %s on do not have the shape of piece %.60s",
                        bcov_verifier_cell (s->v, *cells_of (s->v, number)).text, piece->name);
  return status;
}

static bcov_status check_shapes (bcov_verifier *v)
{
  shaper s = {.v = v};
  bcov_mem *mem = v->puzzle->mem;
  bcov_status status = BCOV_OK;
  if (v->puzzle->board.wrap != BCOV_WRAP_NONE) {
    s.covered = bcov_mem_alloc (mem, v->puzzle->board.n_cells, sizeof *s.covered, v->err);
    s.met = bcov_mem_alloc (mem, v->puzzle->board.n_cells, sizeof *s.met, v->err);
    status = s.covered && s.met ? BCOV_OK : bcov_mem_status (mem);
  }
  for (uint32_t k = 0; k < v->covering->laid.count && !status; k++)
    status = check_shape (&s, k);
  bcov_mem_free (mem, s.cells);
  bcov_mem_free (mem, s.covered);
  bcov_mem_free (mem, s.met);
  return status;
}

/* ---- cells and counts ---- */

static void cover (bcov_verifier *v, uint32_t number)
{
  for (uint32_t k = 0; k < v->covering->laid.data[number].count; k++) {
    uint32_t cell = cells_of (v, number)[k];
    if (v->owner[cell] == BCOV_NOBODY)
      v->owner[cell] = number;
    else
      bcov_verifier_tell (v, "cell %s is covered twice: by %.60s and %.60s",
                          bcov_verifier_cell (v, cell).text, name_of (v, v->owner[cell]),
                          name_of (v, number));
  }
}

static void check_cell (bcov_verifier *v, uint32_t cell)
{
  const bcov_board *board = &v->puzzle->board;
  uint32_t owner = v->owner[cell];
  bool may = board->mark[bcov_board_position (board, board->cells[cell])] == BCOV_MAY;
  int32_t wanted = v->puzzle->cell_piece ? v->puzzle->cell_piece[cell] : -1;
  if (owner == BCOV_NOBODY && !may && !v->partial)
    bcov_verifier_tell (v, "cell %s is not covered", bcov_verifier_cell (v, cell).text);
  if (owner != BCOV_NOBODY && wanted >= 0 &&
      v->covering->laid.data[owner].piece != (uint32_t)wanted)
    bcov_verifier_tell (v, "cell %s must be covered by piece %.60s; %.60s lies there",
                        bcov_verifier_cell (v, cell).text, v->puzzle->pieces.data[wanted].name,
                        name_of (v, owner));
}

static bcov_status check_cells (bcov_verifier *v)
{
  uint32_t cells = v->puzzle->board.n_cells;
  v->owner = bcov_mem_alloc (v->puzzle->mem, cells, sizeof *v->owner, v->err);
  if (!v->owner)
    return bcov_mem_status (v->puzzle->mem);
  for (uint32_t k = 0; k < cells; k++)
    v->owner[k] = BCOV_NOBODY;
  for (uint32_t k = 0; k < v->covering->laid.count; k++)
    cover (v, k);
  for (uint32_t k = 0; k < cells; k++)
    check_cell (v, k);
  return BCOV_OK;
}

static bcov_status check_counts (bcov_verifier *v)
{
  const bcov_puzzle *puzzle = v->puzzle;
  uint32_t *uses = bcov_mem_alloc (puzzle->mem, puzzle->pieces.count, sizeof *uses, v->err);
  if (!uses)
    return bcov_mem_status (puzzle->mem);
  for (size_t k = 0; k < v->covering->laid.count; k++)
    uses[v->covering->laid.data[k].piece]++;
  for (size_t k = 0; k < puzzle->pieces.count; k++) {
    const bcov_piece *piece = puzzle->pieces.data + k;
    uint32_t lo = v->partial ? 0 : piece->lo;
    if (uses[k] < lo || uses[k] > piece->hi)
      bcov_verifier_tell (v, "piece %.60s is used %" PRIu32 " time%s; it must be used %s",
                          piece->name, uses[k], uses[k] == 1 ? "" : "s",
                          bcov_verifier_range (lo, piece->hi, "time").text);
  }
  bcov_mem_free (puzzle->mem, uses);
  return BCOV_OK;
}

/* ---- rules ---- */

/* Tells when piece NUMBER does not fill one whole group of cells. */
static void check_hole (bcov_verifier *v, const uint32_t *group_of, const uint32_t *sizes,
                        uint32_t number)
{
  const bcov_laid *laid = v->covering->laid.data + number;
  const uint32_t *cells = cells_of (v, number);
  bool fills = laid->count && sizes[group_of[cells[0]]] == laid->count;
  for (uint32_t k = 1; k < laid->count && fills; k++)
    fills = group_of[cells[k]] == group_of[cells[0]];
  if (!fills)
    bcov_verifier_tell (v, "piece %.60s%s%s does not fill a whole hole", name_of (v, number),
                        laid->count ? " from " : "",
                        laid->count ? bcov_verifier_cell (v, cells[0]).text : "");
}

static bcov_status check_holes (bcov_verifier *v)
{
  bcov_mem *mem = v->puzzle->mem;
  uint32_t cells = v->puzzle->board.n_cells, groups;
  if (!v->puzzle->fill_holes)
    return BCOV_OK;
  uint32_t *group_of = bcov_mem_alloc (mem, cells, sizeof *group_of, v->err);
  uint32_t *sizes = bcov_mem_alloc (mem, cells, sizeof *sizes, v->err);
  bcov_status status = group_of && sizes
                           ? bcov_board_groups (mem, &v->puzzle->board, group_of, &groups, v->err)
                           : bcov_mem_status (mem);
  for (uint32_t k = 0; k < cells && !status; k++)
    sizes[group_of[k]]++;
  for (uint32_t k = 0; k < v->covering->laid.count && !status; k++)
    check_hole (v, group_of, sizes, k);
  bcov_mem_free (mem, group_of);
  bcov_mem_free (mem, sizes);
  return status;
}

static size_t line_of (const bcov_board *board, uint32_t cell, bool columns)
{
  return (size_t)(columns ? board->cells[cell].column : board->cells[cell].row);
}

/* Counts the cells of each line whose tile has the quota's tag, and tells which counts are wrong.
   LINES has two numbers a line: such cells, and all cells. */
static void check_quota (bcov_verifier *v, const bcov_quota *quota, bool columns, uint32_t *lines,
                         size_t n_lines)
{
  const bcov_board *board = &v->puzzle->board;
  uint32_t lo = v->partial ? 0 : quota->lo;
  for (size_t k = 0; k < 2 * n_lines; k++)
    lines[k] = 0;
  for (uint32_t k = 0; k < board->n_cells; k++) {
    size_t line = line_of (board, k, columns);
    uint32_t owner = v->owner[k];
    lines[2 * line + 1]++;
    if (owner != BCOV_NOBODY &&
        v->puzzle->pieces.data[v->covering->laid.data[owner].piece].tags >> quota->tag & 1)
      lines[2 * line]++;
  }
  for (size_t k = 0; k < n_lines; k++)
    if (lines[2 * k + 1] && (lines[2 * k] < lo || lines[2 * k] > quota->hi))
      bcov_verifier_tell (
          v, "%s %zu (from 0) has %" PRIu32 " cell%s tagged '%.60s'; it must have %s",
          columns ? "column" : "row", k, lines[2 * k], lines[2 * k] == 1 ? "" : "s",
          v->puzzle->tags.data[quota->tag], bcov_verifier_range (lo, quota->hi, "cell").text);
}

static bcov_status check_quotas (bcov_verifier *v)
{
  const bcov_puzzle *puzzle = v->puzzle;
  size_t rows = (size_t)puzzle->board.rows, columns = (size_t)puzzle->board.columns;
  if (!puzzle->row_quotas.count && !puzzle->column_quotas.count)
    return BCOV_OK;
  uint32_t *lines =
      bcov_mem_alloc (puzzle->mem, rows > columns ? rows : columns, 2 * sizeof *lines, v->err);
  if (!lines)
    return bcov_mem_status (puzzle->mem);
  for (size_t k = 0; k < puzzle->row_quotas.count; k++)
    check_quota (v, puzzle->row_quotas.data + k, false, lines, rows);
  for (size_t k = 0; k < puzzle->column_quotas.count; k++)
    check_quota (v, puzzle->column_quotas.data + k, true, lines, columns);
  bcov_mem_free (puzzle->mem, lines);
  return BCOV_OK;
}

/* ---- all of it ---- */

static bcov_status verify_board (bcov_verifier *v)
{
  for (uint32_t k = 0; k < v->covering->laid.count; k++)
    check_laid (v, k);
  if (v->mistakes)
    return BCOV_OK;
  bcov_status status = check_shapes (v);
  if (!status)
    status = check_cells (v);
  if (!status)
    status = check_counts (v);
  if (!status)
    status = check_holes (v);
  if (!status)
    status = check_quotas (v);
  if (!status)
    status = bcov_verify_tiles (v);
  return status;
}

bcov_status bcov_verify (const bcov_puzzle *puzzle, const bcov_covering *covering, bool partial,
                         const bcov_place *place, bcov_error *err)
{
  bcov_verifier v = {puzzle, covering, partial, place, err, 0, NULL};
  bcov_status status = puzzle->exact ? bcov_verify_exact (&v) : verify_board (&v);
  bcov_mem_free (puzzle->mem, v.owner);
  if (v.mistakes > MOST_TOLD)
    bcov_error_add (err, BCOV_WRONG, place, "and %zu more mistakes", v.mistakes - MOST_TOLD);
  return status ? status : v.mistakes ? BCOV_WRONG : BCOV_OK;
}
