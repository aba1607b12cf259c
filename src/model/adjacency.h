/* Which items of a model are neighbours.  Neighbours are closer than the items of an option, which
   may be far apart. */

#ifndef BCOV_ADJACENCY_H
#define BCOV_ADJACENCY_H

#include "base/control.h"
#include "model/model.h"

typedef enum {
  BCOV_FAR,   /* shares options with many items: has no neighbours and no place in an order */
  BCOV_LINK,  /* joins a few guards without being one */
  BCOV_GUARD, /* has a place in an order */
} bcov_role;

/* Lists: list r is of.data[first[r] .. first[r + 1]). */
typedef struct {
  uint32_t *first;
  BCOV_VEC (uint32_t) of;
} bcov_lists;

typedef struct {
  const bcov_model *model;
  bcov_columns columns;
  uint8_t *role;     /* of each item: a bcov_role */
  bcov_lists local;  /* of each option: its items that are not far */
  bcov_lists near;   /* of each item: the items, not far, that share an option with it */
  bcov_lists beside; /* of each item: its neighbours, a subset of NEAR, ascending */
} bcov_adjacency;

/* Sets WORTH to false and leaves the lists empty if they would take too long for this model. */
bcov_status bcov_adjacency_make (const bcov_model *model, bcov_control *control,
                                 bcov_adjacency *out, bool *worth, bcov_error *err);
void bcov_adjacency_free (bcov_adjacency *adjacency);

#endif
