/* The subgroups of the symmetries of a puzzle: the symmetry types that a covering can have.

   The symmetries that leave a covering unchanged are a subgroup.  The images of the covering have
   conjugate subgroups, which form one type. */

#ifndef BCOV_SUBGROUP_H
#define BCOV_SUBGROUP_H

#include "model/symmetry/orbit.h"

enum { BCOV_MOST_SYMMETRIES = 64, BCOV_MOST_GENERATORS = 6 };

/* A set of symmetries: bit g stands for symmetry g of the orbits. */
typedef uint64_t bcov_members;

typedef struct {
  bcov_mem *mem;
  bcov_lattice lattice;
  const bcov_motion *motions;   /* those of the orbits */
  uint32_t order;               /* number of symmetries */
  uint8_t *product;             /* "first h, then g" is product[g * order + h] */
  BCOV_VEC (bcov_members) all;  /* every subgroup, small ones first */
  BCOV_VEC (uint32_t) class_of; /* of each subgroup: its type */
  BCOV_VEC (uint32_t) first;    /* of each type: its first subgroup; small ones first */
} bcov_subgroups;

/* BCOV_INPUT if there are more than BCOV_MOST_SYMMETRIES.  ORBITS must outlive OUT. */
bcov_status bcov_subgroups_find (const bcov_compiled *compiled, const bcov_orbits *orbits,
                                 bcov_subgroups *out, bcov_error *err);
void bcov_subgroups_free (bcov_subgroups *subgroups);

/* Finds generators of the subgroup MEMBERS; returns their number, 0 for the trivial subgroup. */
size_t bcov_subgroups_generators (const bcov_subgroups *subgroups, bcov_members members,
                                  uint32_t out[BCOV_MOST_GENERATORS]);

/* Writes the names of the generators: "none", "rotation 180", "rotation 90, mirror left-right". */
void bcov_subgroups_name (const bcov_subgroups *subgroups, bcov_members members, bcov_text *out);

#endif
