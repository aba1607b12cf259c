/* Writes figures as PNG and PDF with cairo.  The library is loaded when it is needed; everything
   else works without it. */

#ifndef BCOV_RASTER_H
#define BCOV_RASTER_H

#include "base/text.h"
#include "draw/scene/figure.h"
#include "draw/scene/look.h"

enum {
  BCOV_USUAL_PIXELS = 1600, /* of the longer side, at most */
  BCOV_MOST_PIXELS = 20000
};

/* The first page of FIGURE.  LOOK gives the pixels of its longer side; 0 stands for two pixels per
   point, at most BCOV_USUAL_PIXELS.  BCOV_INPUT if these are too many; BCOV_STOPPED if they exceed
   the memory limit, or if LOOK stops the call. */
bcov_status bcov_raster_png (const bcov_figure *figure, const bcov_look *look, bcov_text *out,
                             bcov_error *err);

/* All pages of FIGURE.  The same figure gives the same bytes. */
bcov_status bcov_raster_pdf (const bcov_figure *figure, const bcov_look *look, bcov_text *out,
                             bcov_error *err);

#endif
