/* Figures as PNG and PDF, by cairo.  The library is loaded when it is first needed, so that nothing
   else depends on it. */

#ifndef BCOV_RASTER_H
#define BCOV_RASTER_H

#include "base/text.h"
#include "draw/scene/figure.h"

enum {
  BCOV_USUAL_PIXELS = 1600, /* of the longer side, at most */
  BCOV_MOST_PIXELS = 20000
};

/* The first page of FIGURE, as many pixels long on its longer side as LOOK says (0: two a point,
   but no more than usual).  BCOV_INPUT when that is too many; BCOV_STOPPED when memory does not
   allow them, or when LOOK ends it. */
bcov_status bcov_raster_png (const bcov_figure *figure, const bcov_look *look, bcov_text *out,
                             bcov_error *err);

/* All pages.  The same figure gives the same bytes. */
bcov_status bcov_raster_pdf (const bcov_figure *figure, const bcov_look *look, bcov_text *out,
                             bcov_error *err);

#endif
