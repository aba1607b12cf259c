/* Numbers for cells and sides from those of placements, and all of it as JSON.

   A piece ends between two cells in all coverings but those in which one placement covers both.
   Where both cells may stay empty, coverings that leave both empty are among them. */

#include "report/heat.h"
#include "format/covering/covering_write.h"

#include <stdlib.h>
#include <string.h>

/* ---- cells and sides ---- */

/* A counting sort: the count of cell c stands at c + 2, its beginning at c + 1 until it is filled
   and has become the beginning of the next. */
static void sort_by_cell (const bcov_heat_facts *heat, bcov_heat_cells *out)
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

bcov_status bcov_heat_index (const bcov_heat_facts *heat, bcov_heat_cells *out, bcov_error *err)
{
  bcov_mem *mem = heat->puzzle->mem;
  size_t touches = 0;
  for (uint32_t p = 0; p < heat->count; p++)
    touches += heat->placements[p].count;
  out->start = bcov_mem_alloc (mem, heat->puzzle->board.n_cells + 2ull, sizeof *out->start, err);
  out->placement = bcov_mem_alloc (mem, touches + 1, sizeof *out->placement, err);
  if (!out->start || !out->placement) {
    bcov_heat_index_free (mem, out);
    return bcov_mem_status (mem);
  }
  sort_by_cell (heat, out);
  return BCOV_OK;
}

void bcov_heat_index_free (bcov_mem *mem, bcov_heat_cells *cells)
{
  bcov_mem_free (mem, cells->start);
  bcov_mem_free (mem, cells->placement);
  *cells = (bcov_heat_cells){0};
}

/* The placements of both cells are ascending: those in common meet. */
void bcov_heat_between (const bcov_heat_facts *heat, const bcov_heat_cells *index, uint32_t a,
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

/* ---- JSON ---- */

static void put_number (bcov_text *out, const mpz_t number)
{
  void (*release) (void *, size_t);
  char *text = mpz_get_str (NULL, 10, number);
  bcov_text_printf (out, "\"%s\"", text);
  mp_get_memory_functions (NULL, NULL, &release);
  release (text, strlen (text) + 1);
}

static void put_placements (const bcov_heat_facts *heat, bcov_text *out)
{
  bool any = mpz_sgn (heat->total->value);
  bcov_text_put (out, heat->puzzle->exact ? ",\"options\":[" : ",\"placements\":[");
  for (uint32_t p = 0; p < heat->count; p++) {
    bool forced = any && !mpz_cmp (heat->uses[p].value, heat->total->value);
    bcov_text_put (out, p ? ",{" : "{");
    bcov_laid_write_json (heat->puzzle, &heat->placements[p], heat->cells, out);
    bcov_text_put (out, ",\"count\":");
    put_number (out, heat->uses[p].value);
    bcov_text_put (out, forced ? ",\"forced\":true}" : ",\"forced\":false}");
  }
  bcov_text_char (out, ']');
}

/* By piece, in the order of pieces, which is that of placements; those that never lie there are
   left out. */
static void put_pieces (const bcov_heat_facts *heat, const bcov_heat_cells *index, uint32_t cell,
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
    put_number (out, sum);
    bcov_text_char (out, '}');
    first = false;
  }
}

static void put_cells (const bcov_heat_facts *heat, const bcov_heat_cells *index, bcov_text *out)
{
  const bcov_board *board = &heat->puzzle->board;
  mpz_t sum;
  mpz_init (sum);
  bcov_text_put (out, ",\"cells\":[");
  for (uint32_t c = 0; c < board->n_cells; c++) {
    bcov_text_put (out, c ? ",{\"cell\":" : "{\"cell\":");
    bcov_cell_write_json (board, c, out);
    bcov_text_put (out, ",\"pieces\":[");
    put_pieces (heat, index, c, sum, out);
    bcov_text_put (out, "]}");
  }
  bcov_text_char (out, ']');
  mpz_clear (sum);
}

static void put_sides (const bcov_heat_facts *heat, const bcov_heat_cells *index, bcov_text *out)
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
      bcov_heat_between (heat, index, c, beside[k], ends);
      put_number (out, ends);
      bcov_text_char (out, '}');
      before = ",";
    }
  }
  bcov_text_char (out, ']');
  mpz_clear (ends);
}

bcov_status bcov_heat_json (const bcov_heat_facts *heat, bcov_text *out, bcov_error *err)
{
  bcov_heat_cells index;
  bcov_status status = BCOV_OK;
  bcov_text_put (out, "{\"count\":");
  put_number (out, heat->total->value);
  put_placements (heat, out);
  if (!heat->puzzle->exact) {
    status = bcov_heat_index (heat, &index, err);
    if (!status) {
      put_cells (heat, &index, out);
      put_sides (heat, &index, out);
      bcov_heat_index_free (heat->puzzle->mem, &index);
    }
  }
  bcov_text_put (out, "}\n");
  return status ? status : bcov_text_status (out, err);
}
