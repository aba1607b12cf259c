/* Figures as SVG. */

#ifndef BCOV_SVG_WRITE_H
#define BCOV_SVG_WRITE_H

#include "base/text.h"
#include "draw/scene/figure.h"

/* Writes the first page of FIGURE.  With ANIMATE what has a step comes in when its turn is, without
   any script; who prefers no motion sees all of it at once.  Where the steps have stays, each comes
   and goes as these say. */
bcov_status bcov_svg_write (const bcov_figure *figure, bool animate, bcov_text *out,
                            bcov_error *err);

#endif
