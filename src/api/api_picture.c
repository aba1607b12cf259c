/* Pictures of a covering, a board, the catalog and heat; albums of many coverings.

   Every call builds a figure and then writes it in the medium that LOOK asks for. */

#include "base/control.h"
#include "draw/medium/medium.h"
#include "draw/picture/catalog_picture.h"
#include "draw/picture/contact_sheet.h"
#include "draw/picture/covering_picture.h"
#include "draw/scene/catalog_find.h"
#include "question/heat_run.h"
#include "report/heat_figure.h"

#include <math.h>
#include <string.h>

static const bcov_look usual;

/* Begins every picture: initialises BYTES and LENGTH, and checks LOOK. */
static bcov_status begin (const bcov_look **look, char **bytes, size_t *length, bcov_error *err)
{
  *bytes = NULL;
  if (length)
    *length = 0;
  *look = *look ? *look : &usual;
  return bcov_medium_check (*look, err);
}

/* Writes FIGURE, unless STATUS is a failure, and ends it. */
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
    status = bcov_catalog_find_lattice (lattice, &wanted, err);
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
  bcov_control control; /* of the whole call; drawing gets the rest of its time */
  int32_t piece;        /* -1: sides */
  char **bytes;
  size_t *length;
};

/* Drawing has the limits of LOOK or, where LOOK has none, those of the request. */
static bcov_look limited_look (const struct heat_picture *picture)
{
  const bcov_watch *watch = &picture->control.watch;
  bcov_look look = picture->look;
  look.stop = look.stop ? look.stop : watch->stop;
  if (watch->seconds > 0 && !look.seconds)
    look.seconds = fmax (watch->seconds - bcov_control_seconds (&picture->control), 1e-3);
  return look;
}

static bcov_status draw_heat (const bcov_heat_facts *heat, void *data, bcov_error *err)
{
  const struct heat_picture *picture = data;
  bcov_figure figure;
  if (!mpz_sgn (heat->total->value))
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "there is no covering, so there is nothing to draw");
  bcov_status status = bcov_heat_figure (heat, picture->piece, &figure, err);
  bcov_look look = limited_look (picture);
  return end (status, &figure, &look, picture->bytes, picture->length, err);
}

/* Suggests the nearest piece, unless memory is exhausted. */
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
  bcov_watch watch = bcov_watch_of (request);
  bcov_control_start (&picture.control, &watch);
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
