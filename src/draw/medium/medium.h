/* Writes a figure as SVG, PNG or PDF.  The library cairo is loaded for PNG and PDF; everything else
   works without it. */

#ifndef BCOV_MEDIUM_H
#define BCOV_MEDIUM_H

#include "base/text.h"
#include "draw/scene/figure.h"
#include "draw/scene/look.h"
#include "puzzle/puzzle.h"

enum { BCOV_MOST_PIXELS = 20000 };

/* BCOV_INPUT if LOOK asks for something that its medium cannot do. */
bcov_status bcov_medium_check (const bcov_look *look, bcov_error *err);

/* BCOV_INPUT if PUZZLE cannot be drawn as LOOK asks. */
bcov_status bcov_medium_fits (const bcov_puzzle *puzzle, const bcov_look *look, bcov_error *err);

/* Whether the medium of LOOK can have several pages. */
bool bcov_medium_has_pages (const bcov_look *look);

/* Writes FIGURE as LOOK asks; check LOOK first.  An SVG or PNG shows the first page.  A PNG has
   look->pixels on its longer side; 0 stands for two pixels per point, at most 1600, or for whole
   pixels (see bcov_figure).  BCOV_INPUT if
   there are too many; BCOV_STOPPED if the picture exceeds the memory limit or LOOK stops the call.
   The same figure gives the same bytes. */
bcov_status bcov_medium_write (const bcov_figure *figure, const bcov_look *look, bcov_text *out,
                               bcov_error *err);

#endif
