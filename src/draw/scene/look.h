/* The options of a picture. */

#ifndef BCOV_LOOK_H
#define BCOV_LOOK_H

#include "base/control.h"
#include "draw/scene/palette.h"

/* All zero means the defaults. */
struct bcov_look {
  const char *medium; /* "svg", "png", "pdf"; NULL: svg */
  bool cut;           /* svg, pdf: thin lines only, each drawn once, for laser cutters */
  bool animate;       /* svg: the pieces appear one after the other */
  bool isometric;     /* cube boards: seen from a corner instead of layers side by side */
  bcov_colouring colour_by;
  uint32_t pixels;  /* png: of the longer side; 0: the default */
  bcov_watch watch; /* png, pdf: the time limit and the stop flag of the drawing */
};

#endif
