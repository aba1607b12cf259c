/* Heat as text, JSON and pictures.

   The counts of placements give those of cells and sides.  Two neighbouring cells belong to
   different pieces in all coverings except those in which one placement covers both.  If both cells
   may stay empty, these include the coverings that leave both empty.

   A share of the coverings is 0 or 1 only if the count is 0 or the total, since the map shows these
   as never and always.  The text gives percentages: "." is never, 1 includes anything less, 99
   anything more, and 100 is always.

     12988816 coverings
     112 placements: 0 in every covering, 0 in none

     neighbouring cells belong to different pieces, in % of the coverings:
     [ ]  50 [ ]  57 [ ]
      50      57      50                                                                      */

#include "report/heat.h"
#include "draw/picture/heatmap.h"
#include "draw/terminal/terminal.h"
#include "format/covering/covering_write.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- cells and sides ---- */

/* The placements that cover each cell: those of cell c are placement[start[c] .. start[c+1]),
   ascending. */
typedef struct {
  uint32_t *start, *placement;
} cell_index;

/* Counting sort.  The number of placements of cell c is first at start[c + 2].  start[c + 1] is the
   beginning of cell c before it is filled, and its end afterwards. */
static void sort_by_cell (const bcov_heat_facts *heat, cell_index *out)
{
  uint32_t *start = out->start, cells = heat->puzzle->board.n_cells;
  for (uint32_t p = 0; p < heat->count; p++)
    for (uint32_t k = 0; k < heat->placements[p].count; k++)
      start[heat->cells[heat->placements[p].first + k] + 2]++;
  for (uint32_t c = 0; c < cells; c++)
    start[c + 2] += start[c + 1];
  for (uint32_t p = 0; p < heat->count; p++)
    for (uint32_t k = 0; k < heat->placements[p].count; k++)
      out->placement[start[heat->cells[heat->placements[p].first + k] + 1]++] = p;
}

static void free_index (bcov_mem *mem, cell_index *cells)
{
  bcov_mem_free (mem, cells->start);
  bcov_mem_free (mem, cells->placement);
}

static bcov_status make_index (const bcov_heat_facts *heat, cell_index *out, bcov_error *err)
{
  bcov_mem *mem = heat->puzzle->mem;
  size_t touches = 0;
  for (uint32_t p = 0; p < heat->count; p++)
    touches += heat->placements[p].count;
  out->start = bcov_mem_alloc (mem, heat->puzzle->board.n_cells + 2ull, sizeof *out->start, err);
  out->placement = bcov_mem_alloc (mem, touches + 1, sizeof *out->placement, err);
  if (!out->start || !out->placement) {
    free_index (mem, out);
    return bcov_mem_status (mem);
  }
  sort_by_cell (heat, out);
  assert (out->start[heat->puzzle->board.n_cells] == touches);
  return BCOV_OK;
}

/* Counts the coverings in which no piece covers both cells A and B: merges the two ascending lists
   of placements, in which equal entries cover both cells. */
static void count_ends (const bcov_heat_facts *heat, const cell_index *index, uint32_t a,
                        uint32_t b, mpz_t out)
{
  uint32_t i = index->start[a], j = index->start[b];
  mpz_set (out, heat->total->value);
  while (i < index->start[a + 1] && j < index->start[b + 1]) {
    uint32_t p = index->placement[i], q = index->placement[j];
    if (p == q)
      mpz_sub (out, out, heat->uses[p].value);
    i += p <= q;
    j += q <= p;
  }
}

/* ---- shares ---- */

static double share_of (const mpz_t part, const mpz_t total)
{
  long part_power, total_power;
  double a = mpz_get_d_2exp (&part_power, part), b = mpz_get_d_2exp (&total_power, total);
  double quotient = mpz_sgn (total) ? ldexp (a / b, (int)(part_power - total_power)) : 0;
  if (mpz_sgn (part) && mpz_cmp (part, total))
    return fmin (fmax (quotient, 1e-9), 1 - 1e-9);
  return quotient;
}

static void find_sides (const bcov_heat_facts *heat, const cell_index *index, double *out)
{
  const bcov_board *board = &heat->puzzle->board;
  bcov_cell around[BCOV_MOST_NEIGHBOURS];
  mpz_t ends;
  mpz_init (ends);
  for (uint32_t c = 0; c < board->n_cells; c++) {
    double *sides = out + c * (size_t)BCOV_MOST_NEIGHBOURS;
    size_t count = bcov_lattice_neighbours (board->lattice, board->cells[c], around);
    for (size_t k = 0; k < count; k++) {
      int32_t other = bcov_board_at (board, around[k]);
      if (other >= 0)
        count_ends (heat, index, c, (uint32_t)other, ends);
      sides[k] = other < 0 ? -1 : share_of (ends, heat->total->value);
    }
  }
  mpz_clear (ends);
}

/* Counts the coverings in which PIECE covers CELL. */
static void count_uses (const bcov_heat_facts *heat, const cell_index *index, uint32_t piece,
                        uint32_t cell, mpz_t out)
{
  mpz_set_ui (out, 0);
  for (uint32_t k = index->start[cell]; k < index->start[cell + 1]; k++)
    if (heat->placements[index->placement[k]].piece == piece)
      mpz_add (out, out, heat->uses[index->placement[k]].value);
}

static void find_cells (const bcov_heat_facts *heat, const cell_index *index, uint32_t piece,
                        double *out)
{
  mpz_t sum;
  mpz_init (sum);
  for (uint32_t c = 0; c < heat->puzzle->board.n_cells; c++) {
    count_uses (heat, index, piece, c, sum);
    out[c] = share_of (sum, heat->total->value);
  }
  mpz_clear (sum);
}

bcov_status bcov_heat_shares (const bcov_heat_facts *heat, int32_t piece, double *out,
                              bcov_error *err)
{
  cell_index index;
  bcov_status status = make_index (heat, &index, err);
  if (status)
    return status;
  if (piece < 0)
    find_sides (heat, &index, out);
  else
    find_cells (heat, &index, (uint32_t)piece, out);
  free_index (heat->puzzle->mem, &index);
  return BCOV_OK;
}

bcov_status bcov_heat_share_between (const bcov_heat_facts *heat, uint32_t a, uint32_t b,
                                     double *out, bcov_error *err)
{
  cell_index index;
  mpz_t ends;
  bcov_status status = make_index (heat, &index, err);
  if (status)
    return status;
  mpz_init (ends);
  count_ends (heat, &index, a, b, ends);
  *out = share_of (ends, heat->total->value);
  mpz_clear (ends);
  free_index (heat->puzzle->mem, &index);
  return BCOV_OK;
}

/* ---- JSON ---- */

static void json_number (bcov_text *out, const mpz_t number)
{
  char *text = mpz_get_str (NULL, 10, number);
  bcov_text_printf (out, "\"%s\"", text);
  bcov_free (text);
}

static bool is_forced (const bcov_heat_facts *heat, uint32_t p)
{
  return mpz_sgn (heat->total->value) && !mpz_cmp (heat->uses[p].value, heat->total->value);
}

static void json_placements (const bcov_heat_facts *heat, bcov_text *out)
{
  bcov_text_put (out, heat->puzzle->exact ? ",\"options\":[" : ",\"placements\":[");
  for (uint32_t p = 0; p < heat->count; p++) {
    bcov_text_put (out, p ? ",{" : "{");
    bcov_laid_write_json (heat->puzzle, &heat->placements[p], heat->cells, out);
    bcov_text_put (out, ",\"count\":");
    json_number (out, heat->uses[p].value);
    bcov_text_put (out, is_forced (heat, p) ? ",\"forced\":true}" : ",\"forced\":false}");
  }
  bcov_text_char (out, ']');
}

/* The count of each piece on CELL, in the order of pieces, without those that never cover it. */
static void json_pieces (const bcov_heat_facts *heat, const cell_index *index, uint32_t cell,
                         mpz_t sum, bcov_text *out)
{
  bool first = true;
  for (uint32_t k = index->start[cell], end = index->start[cell + 1]; k < end;) {
    uint32_t piece = heat->placements[index->placement[k]].piece;
    mpz_set_ui (sum, 0);
    for (; k < end && heat->placements[index->placement[k]].piece == piece; k++)
      mpz_add (sum, sum, heat->uses[index->placement[k]].value);
    if (!mpz_sgn (sum))
      continue;
    bcov_text_put (out, first ? "{" : ",{");
    bcov_text_put (out, "\"piece\":");
    bcov_string_write_json (heat->puzzle->pieces.data[piece].name, out);
    bcov_text_put (out, ",\"count\":");
    json_number (out, sum);
    bcov_text_char (out, '}');
    first = false;
  }
}

static void json_cells (const bcov_heat_facts *heat, const cell_index *index, bcov_text *out)
{
  const bcov_board *board = &heat->puzzle->board;
  mpz_t sum;
  mpz_init (sum);
  bcov_text_put (out, ",\"cells\":[");
  for (uint32_t c = 0; c < board->n_cells; c++) {
    bcov_text_put (out, c ? ",{\"cell\":" : "{\"cell\":");
    bcov_cell_write_json (board, c, out);
    bcov_text_put (out, ",\"pieces\":[");
    json_pieces (heat, index, c, sum, out);
    bcov_text_put (out, "]}");
  }
  bcov_text_char (out, ']');
  mpz_clear (sum);
}

static void json_sides (const bcov_heat_facts *heat, const cell_index *index, bcov_text *out)
{
  const bcov_board *board = &heat->puzzle->board;
  const char *before = "";
  mpz_t ends;
  mpz_init (ends);
  bcov_text_put (out, ",\"sides\":[");
  for (uint32_t c = 0; c < board->n_cells; c++) {
    uint32_t beside[BCOV_MOST_NEIGHBOURS];
    size_t n = bcov_board_neighbours (board, c, beside);
    for (size_t k = 0; k < n; k++) {
      if (beside[k] <= c)
        continue;
      bcov_text_printf (out, "%s{\"between\":[", before);
      bcov_cell_write_json (board, c, out);
      bcov_text_char (out, ',');
      bcov_cell_write_json (board, beside[k], out);
      bcov_text_put (out, "],\"count\":");
      count_ends (heat, index, c, beside[k], ends);
      json_number (out, ends);
      bcov_text_char (out, '}');
      before = ",";
    }
  }
  bcov_text_char (out, ']');
  mpz_clear (ends);
}

bcov_status bcov_heat_write_json (const bcov_heat_facts *heat, bcov_text *out, bcov_error *err)
{
  cell_index index;
  bcov_status status = BCOV_OK;
  bcov_text_put (out, "{\"count\":");
  json_number (out, heat->total->value);
  json_placements (heat, out);
  if (!heat->puzzle->exact) {
    status = make_index (heat, &index, err);
    if (!status) {
      json_cells (heat, &index, out);
      json_sides (heat, &index, out);
      free_index (heat->puzzle->mem, &index);
    }
  }
  bcov_text_put (out, "}\n");
  return status ? status : bcov_text_status (out, err);
}

enum { MOST_LISTED = 20, MOST_PIECES = 40 };

/* ---- text: percentages, cells, placements ---- */

/* PART of TOTAL in percent: ".", "1" to "99", or "100". */
static const char *percent_of (const mpz_t part, const mpz_t total, char out[4])
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

static void put_placement (const bcov_heat_facts *heat, uint32_t number, bcov_text *out)
{
  const bcov_laid *laid = &heat->placements[number];
  bcov_text_put (out, "  ");
  if (heat->puzzle->exact) {
    bcov_terminal_option (heat->puzzle->exact, laid->piece, out);
    return;
  }
  bcov_text_put (out, heat->puzzle->pieces.data[laid->piece].name);
  for (uint32_t k = 0; k < laid->count; k++) {
    bcov_text_char (out, ' ');
    bcov_cell_write_json (&heat->puzzle->board, heat->cells[laid->first + k], out);
  }
}

/* ---- text: totals and lists ---- */

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

/* Lists unused placements only if they are few. */
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
  bcov_free (count);
}

static void list_options (const bcov_heat_facts *heat, bcov_text *out)
{
  bcov_text_put (out, "\noptions used, in % of the coverings:\n");
  for (uint32_t p = 0; p < heat->count; p++) {
    char percent[4];
    bcov_text_printf (out, "%5s ", percent_of (heat->uses[p].value, heat->total->value, percent));
    bcov_terminal_option (heat->puzzle->exact, heat->placements[p].piece, out);
    bcov_text_char (out, '\n');
  }
}

/* ---- text: cells ---- */

/* The percentage of each cell that PIECE covers, with the layers side by side. */
static void put_grid (const bcov_heat_facts *heat, const cell_index *index, uint32_t piece,
                      mpz_t sum, bcov_text *out)
{
  const bcov_board *board = &heat->puzzle->board;
  bcov_text_printf (out, "\n%s covers each cell, in %% of the coverings:\n",
                    heat->puzzle->pieces.data[piece].name);
  for (int32_t row = 0; row < board->rows; row++) {
    for (int32_t layer = 0; layer < board->layers; layer++) {
      bcov_text_put (out, layer ? "  " : "");
      for (int32_t column = 0; column < board->columns; column++) {
        int32_t c = board->number[bcov_board_position (board, (bcov_cell){layer, row, column})];
        char percent[4];
        if (c >= 0)
          count_uses (heat, index, piece, (uint32_t)c, sum);
        bcov_text_printf (out, "%4s", c < 0 ? "#" : percent_of (sum, heat->total->value, percent));
      }
    }
    bcov_text_char (out, '\n');
  }
}

/* Whether the only piece covers every cell in every covering: then grids are not worth printing. */
static bool has_full_cover (const bcov_heat_facts *heat)
{
  const bcov_board *board = &heat->puzzle->board;
  if (heat->puzzle->pieces.count > 1)
    return false;
  for (size_t k = 0; k < bcov_board_positions (board); k++)
    if (board->mark[k] == BCOV_MAY)
      return false;
  return true;
}

static void put_pieces (const bcov_heat_facts *heat, const cell_index *index, bcov_text *out)
{
  uint32_t shown = 0, next = 0;
  mpz_t sum;
  mpz_init (sum);
  for (; next < heat->count && shown < MOST_PIECES; shown++) {
    uint32_t piece = heat->placements[next].piece;
    put_grid (heat, index, piece, sum, out);
    while (next < heat->count && heat->placements[next].piece == piece)
      next++;
  }
  if (next < heat->count)
    bcov_text_printf (out, "\n%u of %zu pieces are shown (the JSON has all)\n", shown,
                      heat->puzzle->pieces.count);
  mpz_clear (sum);
}

/* ---- text: sides ---- */

typedef struct {
  const bcov_heat_facts *heat;
  const cell_index *index;
  mpz_t ends;
} side_rows;

/* The percentage of the side between the cell at ROW, COLUMN and the one DOWN and RIGHT of it; ""
   if one of them is missing. */
static const char *side_at (side_rows *p, int32_t row, int32_t column, int32_t down, int32_t right,
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
  count_ends (p->heat, p->index, (uint32_t)a, (uint32_t)b, p->ends);
  return percent_of (p->ends, p->heat->total->value, percent);
}

static void put_side_rows (side_rows *p, bcov_text *out)
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

/* Sides across the seam of a board that wraps are only in the JSON. */
static void put_sides (const bcov_heat_facts *heat, const cell_index *index, bcov_text *out)
{
  side_rows p = {.heat = heat, .index = index};
  mpz_init (p.ends);
  bcov_text_put (out, "\nneighbouring cells belong to different pieces, in % of the coverings:\n");
  put_side_rows (&p, out);
  mpz_clear (p.ends);
}

/* Whether two cells of a flat board of squares are adjacent. */
static bool has_sides (const bcov_puzzle *puzzle)
{
  uint32_t beside[BCOV_MOST_NEIGHBOURS];
  if (puzzle->board.lattice != BCOV_SQUARE)
    return false;
  for (uint32_t c = 0; c < puzzle->board.n_cells; c++)
    if (bcov_board_neighbours (&puzzle->board, c, beside))
      return true;
  return false;
}

/* ---- text: the report ---- */

static bcov_status put_board (const bcov_heat_facts *heat, bcov_text *out, bcov_error *err)
{
  cell_index index;
  bcov_status status = make_index (heat, &index, err);
  if (status)
    return status;
  if (!has_full_cover (heat))
    put_pieces (heat, &index, out);
  if (has_sides (heat->puzzle))
    put_sides (heat, &index, out);
  free_index (heat->puzzle->mem, &index);
  return BCOV_OK;
}

bcov_status bcov_heat_write_text (const bcov_heat_facts *heat, bcov_text *out, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  put_totals (heat, out);
  if (mpz_sgn (heat->total->value) && heat->puzzle->exact)
    list_options (heat, out);
  else if (mpz_sgn (heat->total->value))
    status = put_board (heat, out, err);
  return status ? status : bcov_text_status (out, err);
}

/* ---- the picture ---- */

enum { MOST_NAME = 100 }; /* bytes of the name of a piece in a caption */

/* The number of bytes of NAME that fit into a caption, in whole characters. */
static int caption_length (const char *name)
{
  size_t length = strlen (name);
  if (length <= MOST_NAME)
    return (int)length;
  length = MOST_NAME;
  while (((unsigned char)name[length] & 0xc0) == 0x80) /* within a character of UTF-8 */
    length--;
  return (int)length;
}

static bcov_status draw_shares (const bcov_puzzle *puzzle, const double *shares, int32_t piece,
                                bcov_figure *figure, bcov_error *err)
{
  char caption[160];
  bool sides = piece < 0;
  const char *name = sides ? "" : puzzle->pieces.data[piece].name;
  if (sides)
    snprintf (caption, sizeof caption, "How often neighbouring cells%s belong to different pieces",
              puzzle->board.lattice == BCOV_CUBE ? " of a layer" : "");
  else
    snprintf (caption, sizeof caption, "How often %.*s covers each cell", caption_length (name),
              name);
  bcov_heat_field field = {sides ? shares : NULL, sides ? NULL : shares, caption};
  return bcov_heatmap_figure (puzzle, &field, figure, err);
}

bcov_status bcov_heat_figure (const bcov_heat_facts *heat, int32_t piece, bcov_figure *figure,
                              bcov_error *err)
{
  bcov_mem *mem = heat->puzzle->mem;
  size_t each = piece < 0 ? BCOV_MOST_NEIGHBOURS : 1;
  assert (mpz_sgn (heat->total->value) > 0);
  *figure = (bcov_figure){.mem = mem, .err = err};
  double *shares = bcov_mem_alloc (mem, each * heat->puzzle->board.n_cells, sizeof *shares, err);
  bcov_status status = shares ? bcov_heat_shares (heat, piece, shares, err) : bcov_mem_status (mem);
  if (!status)
    status = draw_shares (heat->puzzle, shares, piece, figure, err);
  bcov_mem_free (mem, shares);
  return status;
}
