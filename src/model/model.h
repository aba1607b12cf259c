/* The model: exact cover with multiplicities and colours, in flat arrays.

   An *item* is a condition: the chosen options touch it at least LO and at most HI times in all.  A
   coloured item may be touched any number of times, as long as all touches have the same colour.
   An *option* may be chosen once; it lists the items that it touches.  A model has no lattice, no
   shapes and no names.

     bcov_model model;
     bcov_model_init (mem, &model, err);
     bcov_model_item (&model, item, err);                                     all items first
     bcov_model_option (&model, touches, count, origin, err);
     bcov_status status = bcov_model_done (&model);                                             */

#ifndef BCOV_MODEL_H
#define BCOV_MODEL_H

#include "base/vec.h"
#include "puzzle/covering.h"

#define BCOV_NO_ITEM UINT32_MAX
#define BCOV_NO_OPTION UINT32_MAX

enum { BCOV_MOST_OPTIONS = (1 << 29) - 1 }; /* and items */
enum { BCOV_MOST_SIDES = 6 };               /* of an item */

/* One touch of an option on an item.

   Options that touch two items can be drawn as lines between points.  The sides then say how the
   lines leave a point: in this cyclic order, clockwise.  They are a rotation system, which is all
   that engines need to know about a drawing (see engine/match/graph.h).  Two options leave an item
   on the same side only if they also end at the same item, on the same side. */
typedef struct {
  uint32_t item;
  uint32_t colour;     /* from 1 on coloured items, else 0 */
  uint32_t times : 28; /* 1, except for options that combine several (see orbit.h) */
  uint32_t side : 4;   /* from 1; 0: the option is not drawn */
} bcov_touch;

/* Whether two touches mean the same; sides are only drawing. */
static inline bool bcov_touch_same (const bcov_touch *a, const bcov_touch *b)
{
  return a->item == b->item && a->colour == b->colour && a->times == b->times;
}

typedef struct {
  uint32_t lo, hi; /* HI may be BCOV_MANY; a coloured item has 0, BCOV_MANY */
  bool coloured;
  bool gain; /* a cell: `fill` maximises the number of these that are touched */
} bcov_item;

typedef struct {
  bcov_mem *mem;
  BCOV_VEC (bcov_item) items;
  BCOV_VEC (uint32_t) first;     /* first touch of each option, and the end of the last one */
  BCOV_VEC (bcov_touch) touches; /* sorted by item within an option, at most one for each item */
  BCOV_VEC (uint32_t) origin;    /* number of each option in the compiled model */
  bool impossible;               /* the model is known to have no solution */
  bcov_status status;            /* the first failure while the model was built */
} bcov_model;

static inline uint32_t bcov_model_options (const bcov_model *model)
{
  return (uint32_t)model->origin.count;
}

/* The touches of OPTION; COUNT receives their number. */
static inline const bcov_touch *bcov_model_touches (const bcov_model *model, uint32_t option,
                                                    uint32_t *count)
{
  uint32_t first = model->first.data[option];
  *count = model->first.data[option + 1] - first;
  return *count ? &model->touches.data[first] : NULL;
}

/* Starts an empty model.  After the first failure the functions that add something do nothing and
   return the same status again. */
bcov_status bcov_model_init (bcov_mem *mem, bcov_model *model, bcov_error *err);
void bcov_model_free (bcov_model *model);

bcov_status bcov_model_item (bcov_model *model, bcov_item item, bcov_error *err);
bcov_status bcov_model_option (bcov_model *model, const bcov_touch *touches, size_t count,
                               uint32_t origin, bcov_error *err);

/* Makes room for so many items, options and touches in all. */
bcov_status bcov_model_reserve (bcov_model *model, size_t items, size_t options, size_t touches,
                                bcov_error *err);

/* Adds the items of FROM, and makes room for its options. */
bcov_status bcov_model_copy_items (bcov_model *model, const bcov_model *from, bcov_error *err);

/* Adds an option of FROM with its origin.  Item i becomes NUMBER[i]; touches on items that become
   BCOV_NO_ITEM are dropped.  If NUMBER is NULL, the items keep their numbers. */
bcov_status bcov_model_copy_option (bcov_model *model, const bcov_model *from, uint32_t option,
                                    const uint32_t *number, bcov_error *err);

/* Ends the construction: returns the status, and frees MODEL after a failure. */
bcov_status bcov_model_done (bcov_model *model);

/* Copies MODEL into OUT. */
bcov_status bcov_model_copy (const bcov_model *model, bcov_model *out, bcov_error *err);

/* Copies MODEL into OUT with the options, and with ITEMS_TOO the items, in a random order that
   depends only on SEED. */
bcov_status bcov_model_shuffle (const bcov_model *model, uint64_t seed, bool items_too,
                                bcov_model *out, bcov_error *err);

/* The model by columns: the touches on item i are touch[start[i] .. start[i+1]), in the order of
   their options, and owner[t] is the option of touch t.  Read-only. */
typedef struct {
  uint32_t *start, *touch, *owner;
} bcov_columns;

bcov_status bcov_model_columns (const bcov_model *model, bcov_columns *out, bcov_error *err);
void bcov_columns_free (bcov_mem *mem, bcov_columns *columns);

/* Checks the invariants stated above, for assertions.  Time: linear in the touches. */
bool bcov_model_is_valid (const bcov_model *model);

/* The number of cells that OPTION covers. */
uint32_t bcov_model_gain (const bcov_model *model, uint32_t option);

#endif
