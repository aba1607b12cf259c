/* Forms: all ways to place a piece, up to translation. */

#ifndef BCOV_FORM_H
#define BCOV_FORM_H

#include "geometry/shape.h"

/* The eight directions a tile may point; bit k of a mask is direction k. */
enum {
  BCOV_NORTH,
  BCOV_EAST,
  BCOV_SOUTH,
  BCOV_WEST,
  BCOV_NORTHEAST,
  BCOV_SOUTHEAST,
  BCOV_SOUTHWEST,
  BCOV_NORTHWEST
};

/* The names of the eight directions. */
extern const char *const bcov_direction_names[8];

/* What a unit tile has besides its cell. */
typedef struct {
  uint16_t sides[4]; /* colours north, east, south, west, from 1; 0: none */
  uint8_t points;    /* mask of directions */
} bcov_decor;

/* One way to place a piece, up to translation. */
typedef struct {
  bcov_shape shape;
  bcov_decor decor;
} bcov_form;

/* Applies SYMMETRY to DECOR (square lattice). */
bcov_decor bcov_decor_turn (bcov_decor decor, const bcov_symmetry *symmetry);

bool bcov_decor_is_plain (bcov_decor decor);

/* Lists all different forms of FORM, sorted, under the symmetries that TURN and FLIP allow.  A unit
   tile of the square lattice turns its decoration; any other piece turns its shape only. */
bcov_status bcov_form_list (bcov_mem *mem, bcov_lattice lattice, const bcov_form *form, bool turn,
                            bool flip, bcov_form **out, uint32_t *count, bcov_error *err);
void bcov_form_list_free (bcov_mem *mem, bcov_form *forms, uint32_t count);

/* A total order; 0 only for equal forms. */
int bcov_form_compare (const bcov_form *a, const bcov_form *b);

/* The same for sorted lists; shorter ones come first. */
int bcov_form_list_compare (const bcov_form *a, size_t a_count, const bcov_form *b, size_t b_count);

#endif
