/* The pieces of the catalog as a figure, with their names. */

#ifndef BCOV_CATALOG_PICTURE_H
#define BCOV_CATALOG_PICTURE_H

#include "draw/scene/figure.h"
#include "draw/scene/look.h"
#include "geometry/lattice.h"

/* The piece or set called NAME, found by bcov_catalog_find_entry, on one page.  Cubes are
   drawn in isometric projection.  End the figure after a failure too. */
bcov_status bcov_catalog_picture_figure (bcov_mem *mem, bcov_lattice lattice, const char *name,
                                         const bcov_look *look, bcov_figure *figure,
                                         bcov_error *err);

#endif
