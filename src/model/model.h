/* The model: exact cover with multiplicities and colours, in flat arrays, read-only once compiled.

   An *item* is something that must be satisfied: the options chosen must touch it between lo and hi
   times in all; or, if it is coloured, any number of times, as long as all who touch it agree on a
   colour.  An *option* is something that may be chosen, once: it lists the items it touches.  There
   is no lattice, no shape and no name in here. */

#ifndef BCOV_MODEL_H
#define BCOV_MODEL_H

#include "base/vec.h"
#include "puzzle/covering.h"

#define BCOV_NO_ITEM UINT32_MAX
#define BCOV_NO_OPTION UINT32_MAX

enum { BCOV_MOST_OPTIONS = (1 << 29) - 1 }; /* and items */

/* One touch of an option on an item. */
typedef struct {
  uint32_t item;
  uint32_t colour; /* from 1 on coloured items, else 0 */
  uint32_t times;  /* 1, but for options that stand for several (see orbit.h) */
} bcov_touch;

typedef struct {
  uint32_t lo, hi; /* hi may be BCOV_MANY; a coloured item has 0, BCOV_MANY */
  bool coloured;
  bool gain; /* a cell: what `fill` makes the most of */
} bcov_item;

typedef struct {
  bcov_mem *mem;
  BCOV_VEC (bcov_item) items;
  BCOV_VEC (uint32_t) first;     /* first touch of each option, and one more at the end */
  BCOV_VEC (bcov_touch) touches; /* an option touches an item in one place at most */
  BCOV_VEC (uint32_t) origin;    /* number of each option in the model that was compiled */
  bool impossible;               /* found to have no solution: engines answer at once */
} bcov_model;

static inline uint32_t bcov_model_options (const bcov_model *model)
{
  return (uint32_t)model->origin.count;
}

/* The touches of OPTION, and how many there are. */
static inline const bcov_touch *bcov_model_touches (const bcov_model *model, uint32_t option,
                                                    uint32_t *count)
{
  uint32_t first = model->first.data[option];
  *count = model->first.data[option + 1] - first;
  return *count ? &model->touches.data[first] : NULL;
}

bcov_status bcov_model_init (bcov_mem *mem, bcov_model *model, bcov_error *err); /* no option yet */
void bcov_model_free (bcov_model *model);

/* Adds an item or an option (touches sorted by item; ORIGIN as above). */
bcov_status bcov_model_item (bcov_model *model, bcov_item item, bcov_error *err);
bcov_status bcov_model_option (bcov_model *model, const bcov_touch *touches, size_t count,
                               uint32_t origin, bcov_error *err);

/* The model by columns: the touches on item i are touch[start[i] .. start[i+1]), in the order of
   their options, and owner[t] is the option of touch t.  Read-only; free it with bcov_columns_free.
 */
typedef struct {
  uint32_t *start, *touch, *owner;
} bcov_columns;

bcov_status bcov_model_columns (const bcov_model *model, bcov_columns *out, bcov_error *err);
void bcov_columns_free (bcov_mem *mem, bcov_columns *columns);

/* Whether MODEL keeps the promises made here: sizes of the arrays, touches sorted by item, numbers
   in range, colours on coloured items alone.  For assertions; time: the touches. */
bool bcov_model_is_valid (const bcov_model *model);

/* How many cells an option covers. */
uint32_t bcov_model_gain (const bcov_model *model, uint32_t option);

#endif
