/* The pieces of the catalog as a figure: each drawn with its name below it. */

#ifndef BCOV_CATALOG_PICTURE_H
#define BCOV_CATALOG_PICTURE_H

#include "draw/scene/figure.h"
#include "geometry/lattice.h"

/* The piece or the set called NAME, as bcov_catalog_lookup_find finds it, on one page.  Cubes are
   seen from a corner.  END the figure also after a failure. */
bcov_status bcov_catalog_picture_figure (bcov_mem *mem, bcov_lattice lattice, const char *name,
                                         const bcov_look *look, bcov_figure *figure,
                                         bcov_error *err);

#endif
