/* Which items of a model are neighbours: a graph for walking through the model step by step, where
   the options themselves reach further than a step. */

#ifndef BCOV_ADJACENCY_H
#define BCOV_ADJACENCY_H

#include "base/control.h"
#include "model/model.h"

typedef enum {
  BCOV_FAR,   /* reaches everywhere: in no order, in no graph */
  BCOV_LINK,  /* joins a few guards, is none itself */
  BCOV_GUARD, /* to be put in order */
} bcov_role;

/* Lists in rows: row r is of.data[first[r]] .. of.data[first[r + 1] - 1]. */
typedef struct {
  uint32_t *first;
  BCOV_VEC (uint32_t) of;
} bcov_lists;

typedef struct {
  const bcov_model *model;
  bcov_columns columns;
  uint8_t *role;     /* of each item: a bcov_role */
  bcov_lists local;  /* of each option: its items that are not far */
  bcov_lists near;   /* of each item: those that share an option with it, none of them far */
  bcov_lists beside; /* of each item: its neighbours, a part of those, ascending */
} bcov_adjacency;

/* WORTH becomes false, and the lists stay empty, when the model is so large that they would cost
   too much. */
bcov_status bcov_adjacency_make (const bcov_model *model, bcov_control *control,
                                 bcov_adjacency *out, bool *worth, bcov_error *err);
void bcov_adjacency_free (bcov_adjacency *adjacency);

#endif
