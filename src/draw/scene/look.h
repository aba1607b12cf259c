/* How a picture is to be. */

#ifndef BCOV_LOOK_H
#define BCOV_LOOK_H

#include "base/control.h"

/* All zero is the usual way. */
struct bcov_look {
  const char *medium; /* "svg", "png", "pdf"; NULL: svg */
  bool cut;           /* svg, pdf: hairlines alone, each line once, for laser cutters */
  bool animate;       /* svg: the pieces come in one after the other */
  bool isometric;     /* cube boards: seen from a corner instead of layers side by side */
  uint32_t pixels;    /* png: of the longer side; 0: as is usual */
  bcov_watch watch;   /* png, pdf: what ends the drawing early: BCOV_STOPPED */
};

#endif
