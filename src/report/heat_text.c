/* Heat for people, in percent of the coverings: 1 stands for less as well, 99 for more, so that a
   dot is none and 100 is all.

     12988816 coverings
     112 placements: 0 in every covering, 0 in none

     between two cells a piece ends in so many % of the coverings:
     [ ]  50 [ ]  57 [ ]
      50      57      50                                                                      */

#include "report/heat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LISTED = 20, MOST_PIECES = 40 };

/* ---- pieces of text ---- */

/* A share of the total: ".", "1" to "99", or "100". */
static const char *share (const mpz_t part, const mpz_t total, char out[4])
{
  mpz_t percent;
  mpz_init (percent);
  mpz_mul_ui (percent, part, 200);
  mpz_add (percent, percent, total);
  if (mpz_sgn (total)) {
    mpz_fdiv_q (percent, percent, total);
    mpz_fdiv_q_2exp (percent, percent, 1);
  }
  unsigned long n = mpz_get_ui (percent);
  mpz_clear (percent);
  if (!mpz_sgn (part))
    return strcpy (out, ".");
  if (!mpz_cmp (part, total))
    return strcpy (out, "100");
  snprintf (out, 4, "%lu", n < 1 ? 1 : n > 99 ? 99 : n);
  return out;
}

static void trim_line (bcov_text *out)
{
  while (out->length && out->data[out->length - 1] == ' ')
    out->length--;
  bcov_text_char (out, '\n');
}

static void put_cell (const bcov_board *board, uint32_t number, bcov_text *out)
{
  bcov_cell cell = board->cells[number];
  if (board->lattice == BCOV_CUBE)
    bcov_text_printf (out, " [%d,%d,%d]", cell.layer, cell.row, cell.column);
  else
    bcov_text_printf (out, " [%d,%d]", cell.row, cell.column);
}

static void put_items (const bcov_exact *exact, uint32_t option, bcov_text *out)
{
  for (uint32_t k = exact->first.data[option]; k < exact->first.data[option + 1]; k++) {
    bcov_text_printf (out, " %s", exact->items.data[exact->item.data[k]]);
    if (exact->colour.data[k])
      bcov_text_printf (out, ":%s", exact->colours.data[exact->colour.data[k] - 1]);
  }
}

static void put_placement (const bcov_heat_facts *heat, uint32_t number, bcov_text *out)
{
  const bcov_laid *laid = &heat->placements[number];
  bcov_text_char (out, ' ');
  if (heat->puzzle->exact) {
    put_items (heat->puzzle->exact, laid->piece, out);
    return;
  }
  bcov_text_printf (out, " %s", heat->puzzle->pieces.data[laid->piece].name);
  for (uint32_t k = 0; k < laid->count; k++)
    put_cell (&heat->puzzle->board, heat->cells[laid->first + k], out);
}

/* ---- totals and lists ---- */

static bool is_forced (const bcov_heat_facts *heat, uint32_t p)
{
  return mpz_sgn (heat->total->value) && !mpz_cmp (heat->uses[p].value, heat->total->value);
}

static bool is_unused (const bcov_heat_facts *heat, uint32_t p)
{
  return !mpz_sgn (heat->uses[p].value);
}

static uint32_t count_those (const bcov_heat_facts *heat,
                             bool (*is) (const bcov_heat_facts *, uint32_t))
{
  uint32_t n = 0;
  for (uint32_t p = 0; p < heat->count; p++)
    n += is (heat, p);
  return n;
}

static void list_those (const bcov_heat_facts *heat, bool (*is) (const bcov_heat_facts *, uint32_t),
                        const char *title, bcov_text *out)
{
  bcov_text_printf (out, "\n%s:\n", title);
  for (uint32_t p = 0; p < heat->count; p++)
    if (is (heat, p)) {
      put_placement (heat, p, out);
      bcov_text_char (out, '\n');
    }
}

/* Few of many that are in none would tell nothing. */
static void put_totals (const bcov_heat_facts *heat, bcov_text *out)
{
  char *count = bcov_number_text (heat->total);
  bool one = !mpz_cmp_ui (heat->total->value, 1);
  uint32_t forced = count_those (heat, is_forced), unused = count_those (heat, is_unused);
  bcov_text_printf (out, "%s covering%s\n", count ? count : "?", one ? "" : "s");
  bcov_text_printf (out, "%u placement%s: %u in every covering, %u in none\n", heat->count,
                    heat->count == 1 ? "" : "s", forced, unused);
  if (forced)
    list_those (heat, is_forced, "in every covering", out);
  if (unused && unused <= MOST_LISTED && mpz_sgn (heat->total->value))
    list_those (heat, is_unused, "in none", out);
  bcov_text_free (count);
}

static void list_options (const bcov_heat_facts *heat, bcov_text *out)
{
  bcov_text_put (out, "\nin so many % of the coverings:\n");
  for (uint32_t p = 0; p < heat->count; p++) {
    char percent[4];
    bcov_text_printf (out, "%5s", share (heat->uses[p].value, heat->total->value, percent));
    put_items (heat->puzzle->exact, heat->placements[p].piece, out);
    bcov_text_char (out, '\n');
  }
}

/* ---- cells ---- */

/* The share of each cell: rows below each other, layers side by side. */
static void put_grid (const bcov_heat_facts *heat, const bcov_number *sums, bcov_text *out)
{
  const bcov_board *board = &heat->puzzle->board;
  for (int32_t row = 0; row < board->rows; row++) {
    for (int32_t layer = 0; layer < board->layers; layer++) {
      bcov_text_put (out, layer ? "  " : "");
      for (int32_t column = 0; column < board->columns; column++) {
        int32_t c = board->number[bcov_board_position (board, (bcov_cell){layer, row, column})];
        char percent[4];
        bcov_text_printf (out, "%4s",
                          c < 0 ? "#" : share (sums[c].value, heat->total->value, percent));
      }
    }
    bcov_text_char (out, '\n');
  }
}

/* The grid of the piece of placements FROM .. END-1. */
static void put_piece (const bcov_heat_facts *heat, uint32_t from, uint32_t end, bcov_number *sums,
                       bcov_text *out)
{
  const bcov_piece *piece = &heat->puzzle->pieces.data[heat->placements[from].piece];
  for (uint32_t c = 0; c < heat->puzzle->board.n_cells; c++)
    mpz_set_ui (sums[c].value, 0);
  for (uint32_t p = from; p < end; p++)
    for (uint32_t k = 0; k < heat->placements[p].count; k++) {
      bcov_number *sum = &sums[heat->cells[heat->placements[p].first + k]];
      bcov_number_add_number (sum, &heat->uses[p]);
    }
  bcov_text_printf (out, "\n%s covers each cell in so many %% of the coverings:\n", piece->name);
  put_grid (heat, sums, out);
}

/* One piece that covers all tells nothing. */
static bool is_plain (const bcov_heat_facts *heat)
{
  const bcov_board *board = &heat->puzzle->board;
  if (heat->puzzle->pieces.count > 1)
    return false;
  for (size_t k = 0; k < (size_t)board->layers * (size_t)board->rows * (size_t)board->columns; k++)
    if (board->mark[k] == BCOV_MAY)
      return false;
  return true;
}

static bcov_status put_pieces (const bcov_heat_facts *heat, bcov_text *out, bcov_error *err)
{
  bcov_mem *mem = heat->puzzle->mem;
  uint32_t cells = heat->puzzle->board.n_cells, shown = 0, last = 0;
  bcov_number *sums = bcov_mem_alloc (mem, cells + 1ull, sizeof *sums, err);
  if (!sums)
    return bcov_mem_status (mem);
  for (uint32_t c = 0; c < cells; c++)
    bcov_number_init (&sums[c], 0);
  for (; last < heat->count && shown < MOST_PIECES; shown++) {
    uint32_t p = last;
    while (last < heat->count && heat->placements[last].piece == heat->placements[p].piece)
      last++;
    put_piece (heat, p, last, sums, out);
  }
  if (last < heat->count)
    bcov_text_printf (out, "\n%u of %zu pieces are shown (--json tells all)\n", shown,
                      heat->puzzle->pieces.count);
  for (uint32_t c = 0; c < cells; c++)
    bcov_number_clear (&sums[c]);
  bcov_mem_free (mem, sums);
  return BCOV_OK;
}

/* ---- sides ---- */

typedef struct {
  const bcov_heat_facts *heat;
  bcov_heat_cells index;
  mpz_t ends;
} picture;

/* The share of the side between the cell at ROW, COLUMN and that at DOWN, RIGHT of it, or "". */
static const char *side_at (picture *p, int32_t row, int32_t column, int32_t down, int32_t right,
                            char percent[4])
{
  const bcov_board *board = &p->heat->puzzle->board;
  bcov_cell other = {0, row + down, column + right};
  if (other.row >= board->rows || other.column >= board->columns)
    return "";
  int32_t a = board->number[bcov_board_position (board, (bcov_cell){0, row, column})];
  int32_t b = board->number[bcov_board_position (board, other)];
  if (a < 0 || b < 0)
    return "";
  bcov_heat_between (p->heat, &p->index, (uint32_t)a, (uint32_t)b, p->ends);
  return share (p->ends, p->heat->total->value, percent);
}

static void put_side_rows (picture *p, bcov_text *out)
{
  const bcov_board *board = &p->heat->puzzle->board;
  char percent[4];
  for (int32_t row = 0; row < board->rows; row++) {
    for (int32_t column = 0; column < board->columns; column++) {
      bool cell = board->number[bcov_board_position (board, (bcov_cell){0, row, column})] >= 0;
      bcov_text_printf (out, "%s%4s ", cell ? "[ ]" : "   ",
                        side_at (p, row, column, 0, 1, percent));
    }
    trim_line (out);
    for (int32_t column = 0; row + 1 < board->rows && column < board->columns; column++)
      bcov_text_printf (out, "%3s     ", side_at (p, row, column, 1, 0, percent));
    if (row + 1 < board->rows)
      trim_line (out);
  }
}

/* Sides across the seam of a joined board are left to the JSON. */
static bcov_status put_sides (const bcov_heat_facts *heat, bcov_text *out, bcov_error *err)
{
  picture p = {.heat = heat};
  bcov_status status = bcov_heat_index (heat, &p.index, err);
  if (status)
    return status;
  mpz_init (p.ends);
  bcov_text_put (out, "\nbetween two cells a piece ends in so many % of the coverings:\n");
  put_side_rows (&p, out);
  mpz_clear (p.ends);
  bcov_heat_index_free (heat->puzzle->mem, &p.index);
  return BCOV_OK;
}

/* Whether any two cells lie side by side, on a flat board of squares. */
static bool has_sides (const bcov_puzzle *puzzle)
{
  uint32_t beside[BCOV_MOST_NEIGHBOURS];
  if (puzzle->exact || puzzle->board.lattice != BCOV_SQUARE)
    return false;
  for (uint32_t c = 0; c < puzzle->board.n_cells; c++)
    if (bcov_board_neighbours (&puzzle->board, c, beside))
      return true;
  return false;
}

/* ---- all ---- */

bcov_status bcov_heat_text (const bcov_heat_facts *heat, bcov_text *out, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  bool none = !mpz_sgn (heat->total->value);
  put_totals (heat, out);
  if (none)
    return bcov_text_status (out, err);
  if (heat->puzzle->exact)
    list_options (heat, out);
  else if (!is_plain (heat))
    status = put_pieces (heat, out, err);
  if (!status && has_sides (heat->puzzle))
    status = put_sides (heat, out, err);
  return status ? status : bcov_text_status (out, err);
}
