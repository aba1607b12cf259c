/* Turns exact counts into shares for a heat map.  A share is 0 or 1 only if the count is 0 or the
   total, since the map shows these as never and always. */

#include "report/heat_figure.h"
#include "draw/picture/heatmap.h"
#include "report/heat.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NAME = 100 }; /* bytes of a piece's name in a caption */

double bcov_heat_figure_share (const mpz_t part, const mpz_t total)
{
  long part_power, total_power;
  double a = mpz_get_d_2exp (&part_power, part), b = mpz_get_d_2exp (&total_power, total);
  double quotient = mpz_sgn (total) ? ldexp (a / b, (int)(part_power - total_power)) : 0;
  if (mpz_sgn (part) && mpz_cmp (part, total))
    return fmin (fmax (quotient, 1e-9), 1 - 1e-9);
  return quotient;
}

static void find_sides (const bcov_heat_facts *heat, const bcov_heat_cell_index *index, double *out)
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
        bcov_heat_between (heat, index, c, (uint32_t)other, ends);
      sides[k] = other < 0 ? -1 : bcov_heat_figure_share (ends, heat->total->value);
    }
  }
  mpz_clear (ends);
}

static void find_cells (const bcov_heat_facts *heat, const bcov_heat_cell_index *index,
                        int32_t piece, double *out)
{
  mpz_t sum;
  mpz_init (sum);
  for (uint32_t c = 0; c < heat->puzzle->board.n_cells; c++) {
    mpz_set_ui (sum, 0);
    for (uint32_t k = index->start[c]; k < index->start[c + 1]; k++)
      if (heat->placements[index->placement[k]].piece == (uint32_t)piece)
        mpz_add (sum, sum, heat->uses[index->placement[k]].value);
    out[c] = bcov_heat_figure_share (sum, heat->total->value);
  }
  mpz_clear (sum);
}

bcov_status bcov_heat_figure_shares (const bcov_heat_facts *heat, int32_t piece, double *out,
                                     bcov_error *err)
{
  bcov_heat_cell_index index;
  bcov_status status = bcov_heat_index (heat, &index, err);
  if (status)
    return status;
  if (piece < 0)
    find_sides (heat, &index, out);
  else
    find_cells (heat, &index, piece, out);
  bcov_heat_index_free (heat->puzzle->mem, &index);
  return BCOV_OK;
}

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
  char caption[160] = "How often a piece ends between two cells";
  bool sides = piece < 0;
  const char *name = sides ? "" : puzzle->pieces.data[piece].name;
  if (sides && puzzle->board.lattice == BCOV_CUBE)
    strcat (caption, " of a layer");
  if (!sides)
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
  bcov_status status =
      shares ? bcov_heat_figure_shares (heat, piece, shares, err) : bcov_mem_status (mem);
  if (!status)
    status = draw_shares (heat->puzzle, shares, piece, figure, err);
  bcov_mem_free (mem, shares);
  return status;
}
