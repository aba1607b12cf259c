/* The media and the wishes that each of them can fulfil. */

#include "draw/medium/medium.h"
#include "draw/medium/raster.h"
#include "draw/medium/svg_write.h"

#include <assert.h>
#include <string.h>

static bool is_medium (const bcov_look *look, const char *name)
{
  return !strcmp (look->medium ? look->medium : "svg", name);
}

bcov_status bcov_medium_check (const bcov_look *look, bcov_error *err)
{
  bool svg = is_medium (look, "svg"), png = is_medium (look, "png"), pdf = is_medium (look, "pdf");
  if (!svg && !png && !pdf)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "unknown picture format '%s'; use svg, png or pdf", look->medium);
  if (look->animate && !svg)
    return bcov_error_add (err, BCOV_INPUT, NULL, "an animation must be an SVG");
  if (look->cut && png)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "a picture for cutting must be an SVG or a PDF, not a PNG");
  if (look->cut && look->animate)
    return bcov_error_add (err, BCOV_INPUT, NULL, "a picture for cutting cannot be animated");
  if (look->cut && look->isometric)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "an isometric picture cannot be cut; leave one of the two out");
  if (look->pixels && !png)
    return bcov_error_add (err, BCOV_INPUT, NULL, "only a PNG has a size in pixels");
  return BCOV_OK;
}

bcov_status bcov_medium_fits (const bcov_puzzle *puzzle, const bcov_look *look, bcov_error *err)
{
  if (puzzle->exact)
    return bcov_error_add (err, BCOV_INPUT, NULL, "an exact cover problem has no board to draw");
  if (look->isometric && puzzle->board.lattice != BCOV_CUBE)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "only a board of cubes can be isometric; leave isometric out");
  return BCOV_OK;
}

bool bcov_medium_has_pages (const bcov_look *look)
{
  return is_medium (look, "pdf");
}

bcov_status bcov_medium_write (const bcov_figure *figure, const bcov_look *look, bcov_text *out,
                               bcov_error *err)
{
  assert (!figure->status && figure->pages.count);
  if (is_medium (look, "png"))
    return bcov_raster_png (figure, look, out, err);
  if (is_medium (look, "pdf"))
    return bcov_raster_pdf (figure, look, out, err);
  return bcov_svg_write (figure, look->animate, out, err);
}
