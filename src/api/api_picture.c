/* Pictures of a covering, a board, the catalog and heat; albums of many coverings.

   Every call builds a figure and then writes it in the medium that LOOK asks for. */

#include "base/control.h"
#include "draw/medium/medium.h"
#include "draw/picture/catalog_picture.h"
#include "draw/picture/contact_sheet.h"
#include "draw/picture/covering_picture.h"
#include "draw/picture/heatmap.h"
#include "draw/scene/catalog_lookup.h"
#include "question/heat_run.h"
#include "report/heat.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_NAME = 100 }; /* bytes of a piece's name in a caption */

static const bcov_look usual;

/* What every picture does first: BYTES and LOOK get values. */
static bcov_status begin (const bcov_look **look, char **bytes, size_t *length, bcov_error *err)
{
  *bytes = NULL;
  if (length)
    *length = 0;
  *look = *look ? *look : &usual;
  return bcov_medium_check (*look, err);
}

/* Writes FIGURE, if all went well, and ends it. */
static bcov_status end (bcov_status status, bcov_figure *figure, const bcov_look *look,
                        char **bytes, size_t *length, bcov_error *err)
{
  bcov_text out = bcov_text_within (figure->mem);
  if (!status)
    status = bcov_medium_write (figure, look, &out, err);
  bcov_figure_end (figure);
  if (!status)
    return bcov_text_take (&out, bytes, length, err);
  bcov_text_drop (&out);
  return status;
}

static bcov_status draw (const bcov_puzzle *puzzle, const bcov_covering *covering,
                         const bcov_look *look, char **bytes, size_t *length, bcov_error *err)
{
  bcov_figure figure;
  bcov_status status = begin (&look, bytes, length, err);
  if (!status)
    status = bcov_medium_fits (puzzle, look, err);
  if (status)
    return status;
  status = bcov_covering_picture_figure (puzzle, covering, look, &figure, err);
  return end (status, &figure, look, bytes, length, err);
}

bcov_status bcov_covering_picture (const bcov_covering *covering, const bcov_look *look,
                                   char **bytes, size_t *length, bcov_error *err)
{
  return draw (covering->puzzle, covering, look, bytes, length, err);
}

bcov_status bcov_puzzle_picture (const bcov_puzzle *puzzle, const bcov_look *look, char **bytes,
                                 size_t *length, bcov_error *err)
{
  return draw (puzzle, NULL, look, bytes, length, err);
}

bcov_status bcov_catalog_picture (bcov_mem *mem, const char *lattice, const char *name,
                                  const bcov_look *look, char **bytes, size_t *length,
                                  bcov_error *err)
{
  bcov_figure figure;
  bcov_lattice wanted = BCOV_LATTICES;
  bcov_status status = begin (&look, bytes, length, err);
  if (!status)
    status = bcov_catalog_lookup_lattice (lattice, &wanted, err);
  if (!status && look->animate)
    status = bcov_error_add (err, BCOV_INPUT, NULL, "pieces of the catalog do not move");
  if (status)
    return status;
  status = bcov_catalog_picture_figure (mem, wanted, name, look, &figure, err);
  return end (status, &figure, look, bytes, length, err);
}

/* ---- heat ---- */

struct heat_picture {
  bcov_look look;
  bcov_control control; /* of the whole call: what is left of its time is for the drawing */
  int32_t piece;        /* -1: sides */
  char **bytes;
  size_t *length;
};

/* PART of TOTAL; 0 and 1 are exact. */
static double share (const mpz_t part, const mpz_t total)
{
  long part_power, total_power;
  double a = mpz_get_d_2exp (&part_power, part), b = mpz_get_d_2exp (&total_power, total);
  double quotient = mpz_sgn (total) ? ldexp (a / b, (int)(part_power - total_power)) : 0;
  if (mpz_sgn (part) && mpz_cmp (part, total))
    return fmin (fmax (quotient, 1e-9), 1 - 1e-9);
  return quotient;
}

static void find_sides (const bcov_heat_facts *heat, const bcov_heat_cells *index, double *out)
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
      sides[k] = other < 0 ? -1 : share (ends, heat->total->value);
    }
  }
  mpz_clear (ends);
}

static void find_cells (const bcov_heat_facts *heat, const bcov_heat_cells *index, int32_t piece,
                        double *out)
{
  mpz_t sum;
  mpz_init (sum);
  for (uint32_t c = 0; c < heat->puzzle->board.n_cells; c++) {
    mpz_set_ui (sum, 0);
    for (uint32_t k = index->start[c]; k < index->start[c + 1]; k++)
      if (heat->placements[index->placement[k]].piece == (uint32_t)piece)
        mpz_add (sum, sum, heat->uses[index->placement[k]].value);
    out[c] = share (sum, heat->total->value);
  }
  mpz_clear (sum);
}

static bcov_status find_shares (const bcov_heat_facts *heat, int32_t piece, double *out,
                                bcov_error *err)
{
  bcov_heat_cells index;
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

/* As much of NAME as a caption has room for, in whole characters. */
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

/* A drawing that has no limits of its own gets those of the request. */
static bcov_look limited_look (const struct heat_picture *picture)
{
  const bcov_request *request = picture->control.request;
  bcov_look look = picture->look;
  look.stop = look.stop ? look.stop : request->stop;
  if (request->seconds > 0 && !look.seconds)
    look.seconds = fmax (request->seconds - bcov_control_seconds (&picture->control), 1e-3);
  return look;
}

static bcov_status draw_shares (const bcov_puzzle *puzzle, const double *shares,
                                const struct heat_picture *picture, bcov_error *err)
{
  bcov_figure figure;
  char caption[160] = "How often a piece ends between two cells";
  bool sides = picture->piece < 0;
  const char *name = sides ? "" : puzzle->pieces.data[picture->piece].name;
  if (sides && puzzle->board.lattice == BCOV_CUBE)
    strcat (caption, " of a layer");
  if (!sides)
    snprintf (caption, sizeof caption, "How often %.*s covers each cell", caption_length (name),
              name);
  bcov_heat_field field = {sides ? shares : NULL, sides ? NULL : shares, caption};
  bcov_status status = bcov_heatmap_figure (puzzle, &field, &figure, err);
  bcov_look look = limited_look (picture);
  return end (status, &figure, &look, picture->bytes, picture->length, err);
}

static bcov_status draw_heat (const bcov_heat_facts *heat, void *data, bcov_error *err)
{
  const struct heat_picture *picture = data;
  bcov_mem *mem = heat->puzzle->mem;
  if (!mpz_sgn (heat->total->value))
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "there is no covering, so there is nothing to draw");
  size_t each = picture->piece < 0 ? BCOV_MOST_NEIGHBOURS : 1;
  double *shares = bcov_mem_alloc (mem, each * heat->puzzle->board.n_cells, sizeof *shares, err);
  bcov_status status =
      shares ? find_shares (heat, picture->piece, shares, err) : bcov_mem_status (mem);
  if (!status)
    status = draw_shares (heat->puzzle, shares, picture, err);
  bcov_mem_free (mem, shares);
  return status;
}

/* Names the piece that may have been meant; without memory for it, none. */
static bcov_status report_piece (const bcov_puzzle *puzzle, const char *name, bcov_error *err)
{
  size_t count = puzzle->pieces.count;
  const char **names = bcov_mem_alloc (puzzle->mem, count, sizeof *names, NULL);
  for (size_t k = 0; names && k < count; k++)
    names[k] = puzzle->pieces.data[k].name;
  const char *nearest = names ? bcov_text_nearest (name, names, count) : NULL;
  bcov_status status = bcov_error_add (
      err, BCOV_INPUT, NULL, "the puzzle has no piece '%s'; %s%s%sexplain lists its pieces", name,
      nearest ? "did you mean '" : "", nearest ? nearest : "", nearest ? "'? " : "");
  bcov_mem_free (puzzle->mem, names);
  return status;
}

static bcov_status find_piece (const bcov_puzzle *puzzle, const char *name, int32_t *out,
                               bcov_error *err)
{
  *out = name ? bcov_puzzle_piece (puzzle, name, strlen (name)) : -1;
  if (!name || *out >= 0)
    return BCOV_OK;
  return report_piece (puzzle, name, err);
}

bcov_status bcov_heat_picture (const bcov_puzzle *puzzle, const bcov_request *request,
                               const char *piece, const bcov_look *look, char **bytes,
                               size_t *length, bcov_answer *answer, bcov_error *err)
{
  struct heat_picture picture = {.bytes = bytes, .length = length};
  *answer = (bcov_answer){0};
  bcov_status status = begin (&look, bytes, length, err);
  if (!status && (look->cut || look->animate || look->isometric))
    status = bcov_error_add (err, BCOV_INPUT, NULL,
                             "a heat map cannot be cut, moved or seen from a corner");
  if (!status)
    status = bcov_medium_fits (puzzle, look, err);
  if (!status)
    status = find_piece (puzzle, piece, &picture.piece, err);
  picture.look = *look;
  bcov_control_start (&picture.control, request);
  return status ? status : bcov_heat_run (puzzle, request, draw_heat, &picture, answer, err);
}

/* ---- albums ---- */

struct bcov_album {
  bcov_mem *mem;
  bcov_contact_sheet sheet;
};

static bcov_status check_album (const bcov_puzzle *puzzle, const bcov_look *look, bcov_error *err)
{
  bcov_status status = bcov_medium_fits (puzzle, look, err);
  if (!status && (look->cut || look->animate))
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "a sheet of coverings can be neither cut nor moved");
  return status ? status : bcov_medium_check (look, err);
}

bcov_status bcov_album_new (const bcov_puzzle *puzzle, const bcov_look *look, uint32_t rows,
                            uint32_t columns, bcov_album **out, bcov_error *err)
{
  *out = NULL;
  look = look ? look : &usual;
  bcov_status status = check_album (puzzle, look, err);
  if (status)
    return status;
  bcov_album *album = bcov_mem_alloc (puzzle->mem, 1, sizeof *album, err);
  if (!album)
    return bcov_mem_status (puzzle->mem);
  album->mem = puzzle->mem;
  status = bcov_contact_sheet_start (&album->sheet, puzzle, look, bcov_medium_has_pages (look),
                                     rows, columns, err);
  if (status)
    bcov_album_free (album);
  else
    *out = album;
  return status;
}

void bcov_album_free (bcov_album *album)
{
  if (!album)
    return;
  bcov_contact_sheet_end (&album->sheet);
  bcov_mem_free (album->mem, album);
}

bcov_status bcov_album_add (bcov_album *album, const bcov_covering *covering, bcov_error *err)
{
  album->sheet.figure.err = err;
  return bcov_contact_sheet_add (&album->sheet, covering, err);
}

bcov_status bcov_album_finish (bcov_album *album, char **bytes, size_t *length, bcov_error *err)
{
  bcov_text out = bcov_text_within (album->mem);
  *bytes = NULL;
  if (album->sheet.figure.status)
    return album->sheet.figure.status;
  if (!album->sheet.count)
    return bcov_error_add (err, BCOV_INPUT, NULL, "there is no covering to put on the sheet");
  bcov_status status = bcov_medium_write (&album->sheet.figure, &album->sheet.look, &out, err);
  if (!status)
    return bcov_text_take (&out, bytes, length, err);
  bcov_text_drop (&out);
  return status;
}
