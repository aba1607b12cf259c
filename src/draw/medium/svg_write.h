/* Writes figures as SVG. */

#ifndef BCOV_SVG_WRITE_H
#define BCOV_SVG_WRITE_H

#include "base/text.h"
#include "draw/scene/figure.h"

/* Writes the first page of FIGURE.  With ANIMATE, elements appear step by step without any script,
   or in the intervals of the figure if it has any.  A viewer that prefers no motion sees the final
   state. */
bcov_status bcov_svg_write (const bcov_figure *figure, bool animate, bcov_text *out,
                            bcov_error *err);

#endif
