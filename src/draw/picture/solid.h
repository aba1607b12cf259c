/* Cubes in isometric projection: the exact visible part of each piece. */

#ifndef BCOV_SOLID_H
#define BCOV_SOLID_H

#include "draw/picture/page_space.h"

typedef struct {
  const bcov_cell *cells;
  uint32_t count;
  const uint32_t *owner;    /* of each cell; NULL: all belong to owner 0 */
  uint32_t owners;          /* cells with an owner >= OWNERS are empty */
  const uint32_t *ink;      /* of each owner */
  const char *const *title; /* of each owner */
  bool animate;             /* owner k appears as step k + 1 */
} bcov_solid;

/* Draws SOLID on SPACE, which has an isometric projection of its cells.  Each owner has one path
   for each of the three directions of its faces, in three shades.  Time and memory: linear in the
   cells and in the area of the picture. */
void bcov_solid_draw (const bcov_page_space *space, const bcov_solid *solid);

/* Counts the cubes of which some part is visible. */
bcov_status bcov_solid_seen (bcov_mem *mem, const bcov_cell *cells, uint32_t count, uint32_t *seen,
                             bcov_error *err);

#endif
