/* Pictures of a covering, a board, the catalog and heat; albums of many coverings.

   Every call builds a figure and then writes it in the medium that the look asks for. */

#include "api/api.h"
#include "draw/medium/medium.h"
#include "draw/picture/catalog_picture.h"
#include "draw/picture/contact_sheet.h"
#include "draw/picture/covering_picture.h"
#include "draw/scene/catalog_find.h"
#include "question/heat_run.h"
#include "report/heat.h"

#include <stdlib.h>
#include <string.h>

/* ---- looks ---- */

static const char *const media[] = {"svg", "png", "pdf"};

/* Uses calloc, because a look belongs to no puzzle and no request. */
bcov_look *bcov_look_new (void)
{
  return calloc (1, sizeof (bcov_look));
}

void bcov_look_free (bcov_look *look)
{
  free (look);
}

static bcov_status refuse (const char *value, const char *allowed, bcov_error *err)
{
  return bcov_error_add (err, BCOV_INPUT, NULL, "'%s' is not allowed; give %s", value, allowed);
}

static bcov_status set_medium (bcov_look *look, const char *value, bcov_error *err)
{
  for (size_t k = 0; k < sizeof media / sizeof *media; k++)
    if (!value || !strcmp (value, media[k])) {
      look->medium = media[k];
      return BCOV_OK;
    }
  return bcov_error_add (err, BCOV_INPUT, NULL, "unknown picture format '%s'; use svg, png or pdf",
                         value);
}

static bcov_status set_pixels (bcov_look *look, const char *value, bcov_error *err)
{
  uint64_t number = 0;
  if (value && (!bcov_text_number (value, strlen (value), BCOV_MOST_PIXELS, &number) || !number))
    return refuse (value, "a whole number from 1 to 20000", err);
  look->pixels = (uint32_t)number;
  return BCOV_OK;
}

bcov_status bcov_look_set (bcov_look *look, const char *name, const char *value, bcov_error *err)
{
  const struct {
    const char *name;
    bool *flag;
  } flags[] = {{"cut", &look->cut}, {"animate", &look->animate}, {"isometric", &look->isometric}};
  if (!strcmp (name, "medium"))
    return set_medium (look, value, err);
  if (!strcmp (name, "pixels"))
    return set_pixels (look, value, err);
  if (!strcmp (name, "colour-by"))
    return bcov_palette_find (value, &look->colour_by, err);
  for (size_t k = 0; k < sizeof flags / sizeof *flags; k++) {
    if (strcmp (name, flags[k].name))
      continue;
    if (value && strcmp (value, "yes") && strcmp (value, "no"))
      return refuse (value, "yes or no", err);
    *flags[k].flag = value && !strcmp (value, "yes");
    return BCOV_OK;
  }
  return bcov_error_add (err, BCOV_INPUT, NULL, "unknown look option '%s'", name);
}

/* ---- one picture ---- */

/* Starts a picture: initialises BYTES and LENGTH, and checks a copy of LOOK that has the time limit
   and the stop flag of REQUEST. */
static bcov_status begin (const bcov_request *request, const bcov_look *look, bcov_look *copy,
                          char **bytes, size_t *length, bcov_error *err)
{
  *bytes = NULL;
  if (length)
    *length = 0;
  *copy = look ? *look : (bcov_look){0};
  copy->watch = bcov_request_watch (request);
  copy->watch.progress = NULL;
  return bcov_medium_check (copy, err);
}

/* Ends a picture: writes FIGURE, unless STATUS is a failure, and frees it. */
static bcov_status end (bcov_status status, bcov_figure *figure, const bcov_look *look,
                        char **bytes, size_t *length, bcov_error *err)
{
  bcov_text out = bcov_text_within (figure->mem);
  if (!status)
    status = bcov_medium_write (figure, look, &out, err);
  bcov_figure_end (figure);
  return bcov_api_text (status, &out, bytes, length, err);
}

static bcov_status draw (const bcov_puzzle *puzzle, const bcov_covering *covering,
                         const bcov_request *request, const bcov_look *look, char **bytes,
                         size_t *length, bcov_error *err)
{
  bcov_figure figure;
  bcov_look own;
  bcov_puzzle view = bcov_puzzle_view (puzzle, bcov_request_mem (request, puzzle));
  bcov_status status = begin (request, look, &own, bytes, length, err);
  if (!status)
    status = bcov_medium_fits (puzzle, &own, err);
  if (status)
    return status;
  status = bcov_covering_picture_figure (&view, covering, &own, &figure, err);
  return end (status, &figure, &own, bytes, length, err);
}

bcov_status bcov_covering_picture (const bcov_covering *covering, const bcov_request *request,
                                   const bcov_look *look, char **bytes, size_t *length,
                                   bcov_error *err)
{
  return draw (covering->puzzle, covering, request, look, bytes, length, err);
}

bcov_status bcov_puzzle_picture (const bcov_puzzle *puzzle, const bcov_request *request,
                                 const bcov_look *look, char **bytes, size_t *length,
                                 bcov_error *err)
{
  return draw (puzzle, NULL, request, look, bytes, length, err);
}

bcov_status bcov_catalog_picture (const bcov_request *request, const char *lattice,
                                  const char *name, const bcov_look *look, char **bytes,
                                  size_t *length, bcov_error *err)
{
  bcov_figure figure;
  bcov_look own;
  bcov_lattice wanted = BCOV_LATTICES;
  bcov_status status = begin (request, look, &own, bytes, length, err);
  if (!status)
    status = bcov_catalog_find_lattice (lattice, &wanted, err);
  if (!status && own.animate)
    status = bcov_error_add (err, BCOV_INPUT, NULL, "pieces of the catalog cannot be animated");
  if (!status && own.colour_by)
    status = bcov_error_add (err, BCOV_INPUT, NULL,
                             "the colours of the catalog are fixed; leave colour-by out");
  bcov_mem *mem = status ? NULL : bcov_request_memory (request, err);
  if (!mem)
    return status ? status : BCOV_FAULT;
  status = bcov_catalog_picture_figure (mem, wanted, name, &own, &figure, err);
  status = end (status, &figure, &own, bytes, length, err);
  bcov_mem_delete (mem);
  return status;
}

/* ---- heat ---- */

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

static bcov_status check_heat (const bcov_heat_facts *heat, const bcov_look *look,
                               const char *piece, int32_t *number, bcov_error *err)
{
  *number = piece ? bcov_puzzle_piece (heat->puzzle, piece, strlen (piece)) : -1;
  if (look->cut || look->animate || look->isometric)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "heat maps do not support cut, animate or isometric; leave them out");
  if (look->colour_by)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "the colours of heat maps show shares; leave colour-by out");
  bcov_status status = bcov_medium_fits (heat->puzzle, look, err);
  if (!status && piece && *number < 0)
    status = report_piece (heat->puzzle, piece, err);
  if (!status && !mpz_sgn (heat->total->value))
    status =
        bcov_error_add (err, BCOV_INPUT, NULL, "there is no covering, so there is nothing to draw");
  return status;
}

bcov_status bcov_heat_picture (const bcov_heat *heat, const bcov_request *request,
                               const char *piece, const bcov_look *look, char **bytes,
                               size_t *length, bcov_error *err)
{
  bcov_figure figure;
  bcov_look own;
  int32_t number;
  bcov_status status = begin (request, look, &own, bytes, length, err);
  if (!status)
    status = check_heat (&heat->facts, &own, piece, &number, err);
  if (status)
    return status;
  status = bcov_heat_figure (&heat->facts, number, &figure, err);
  return end (status, &figure, &own, bytes, length, err);
}

/* ---- albums ---- */

struct bcov_album {
  bcov_mem *mem; /* held */
  bcov_puzzle view;
  bcov_contact_sheet sheet;
};

static bcov_status check_album (const bcov_puzzle *puzzle, const bcov_look *look, bcov_error *err)
{
  bcov_status status = bcov_medium_fits (puzzle, look, err);
  if (!status && (look->cut || look->animate))
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "sheets do not support cut or animate; leave them out");
  return status ? status : bcov_medium_check (look, err);
}

bcov_status bcov_album_new (const bcov_puzzle *puzzle, const bcov_request *request,
                            const bcov_look *look, uint32_t rows, uint32_t columns,
                            bcov_album **out, bcov_error *err)
{
  const bcov_look usual = {0};
  *out = NULL;
  look = look ? look : &usual;
  bcov_status status = check_album (puzzle, look, err);
  if (status)
    return status;
  bcov_mem *mem = bcov_request_mem (request, puzzle);
  bcov_album *album = bcov_mem_alloc (mem, 1, sizeof *album, err);
  if (!album)
    return bcov_mem_status (mem);
  album->mem = bcov_mem_hold (mem);
  album->view = bcov_puzzle_view (puzzle, mem);
  status = bcov_contact_sheet_start (&album->sheet, &album->view, look,
                                     bcov_medium_has_pages (look), rows, columns, err);
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
  bcov_mem *mem = album->mem;
  bcov_contact_sheet_end (&album->sheet);
  bcov_mem_free (mem, album);
  bcov_mem_delete (mem);
}

bcov_status bcov_album_add (bcov_album *album, const bcov_covering *covering, bcov_error *err)
{
  album->sheet.figure.err = err;
  return bcov_contact_sheet_add (&album->sheet, covering, err);
}

bcov_status bcov_album_picture (const bcov_album *album, const bcov_request *request, char **bytes,
                                size_t *length, bcov_error *err)
{
  bcov_text out = bcov_text_within (album->mem);
  bcov_look look;
  bcov_status status = begin (request, &album->sheet.look, &look, bytes, length, err);
  if (!status)
    status = album->sheet.figure.status;
  if (!status && !album->sheet.count)
    status = bcov_error_add (err, BCOV_INPUT, NULL, "the sheet has no coverings; add at least one");
  if (!status)
    status = bcov_medium_write (&album->sheet.figure, &look, &out, err);
  return bcov_api_text (status, &out, bytes, length, err);
}
