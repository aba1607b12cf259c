/* Random models for tests, small enough to be solved by trying every set of options. */

#ifndef MODELS_H
#define MODELS_H

#include "base/random.h"
#include "model/model.h"

#include <stdlib.h>
#include <string.h>

enum { MODELS_ITEMS = 8, MODELS_OPTIONS = 12, MODELS_SETS = 1 << MODELS_OPTIONS };

/* Steps of the lookahead of the reduction: enough to finish it. */
enum { MODELS_STEPS = 3000000 };

/* Features of random models. */
typedef struct {
  bool multiple; /* bounds above 1 */
  bool coloured;
  bool times;   /* options that touch an item several times, sometimes more often than allowed */
  bool board;   /* the first items are cells */
  bool partial; /* no lower bounds, as for `fill` */
} models_kind;

static inline uint32_t models_below (bcov_random *random, uint32_t bound)
{
  return (uint32_t)bcov_random_below (random, bound);
}

static inline bcov_item models_item (bcov_random *random, const models_kind *kind, bool cell)
{
  bcov_item item = {.lo = models_below (random, 3) < 2, .hi = 1, .gain = cell};
  if (!cell && kind->coloured && models_below (random, 3) == 0)
    item = (bcov_item){.hi = BCOV_MANY, .coloured = true};
  else if (!cell && kind->multiple && models_below (random, 2)) {
    item.lo = models_below (random, 3);
    item.hi = item.lo + models_below (random, 3);
    if (models_below (random, 4) == 0)
      item.hi = BCOV_MANY;
  }
  if (kind->partial)
    item.lo = 0;
  return item;
}

static inline void models_option (bcov_model *model, bcov_random *random, const models_kind *kind,
                                  uint32_t origin)
{
  bcov_touch touches[MODELS_ITEMS];
  size_t count = 0;
  uint32_t sparse = 2 + models_below (random, 3), cells = 0;
  while (cells < model->items.count && model->items.data[cells].gain)
    cells++;
  uint32_t must = models_below (random, cells ? cells : (uint32_t)model->items.count);
  for (uint32_t i = 0; i < model->items.count; i++) {
    bcov_item item = model->items.data[i];
    if (i != must && models_below (random, sparse))
      continue;
    touches[count++] =
        (bcov_touch){.item = i,
                     .colour = item.coloured ? 1 + models_below (random, 2) : 0,
                     .times = kind->times && !item.coloured && models_below (random, 3) == 0
                                  ? 1 + models_below (random, 3)
                                  : 1};
  }
  assert_int_equal (bcov_model_option (model, touches, count, origin, NULL), 0);
}

/* A random model of at most OPTIONS options, whose origins are their indices. */
static inline bcov_model models_draw (bcov_mem *mem, bcov_random *random, models_kind kind,
                                      uint32_t options)
{
  bcov_model model;
  uint32_t items = 1 + models_below (random, MODELS_ITEMS), n = models_below (random, options + 1);
  uint32_t cells = kind.board ? 1 + models_below (random, items) : 0;
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  for (uint32_t i = 0; i < items; i++)
    assert_int_equal (bcov_model_item (&model, models_item (random, &kind, i < cells), NULL), 0);
  for (uint32_t o = 0; o < n; o++)
    models_option (&model, random, &kind, o);
  return model;
}

/* The features of the K-th model: every combination in turn. */
static inline models_kind models_turn (uint64_t k)
{
  return (models_kind){k & 1, k >> 1 & 1, k >> 2 & 1, k >> 3 & 1, false};
}

/* A random model with a board and only upper bounds, so that every set that fits is a solution. */
static inline bcov_model models_draw_partial (bcov_mem *mem, bcov_random *random, uint64_t k,
                                              uint32_t options)
{
  models_kind kind = models_turn (k);
  kind.board = kind.partial = true;
  return models_draw (mem, random, kind, options);
}

/* Whether the options of SET, a bitset, satisfy every item.  An impossible model has no solution.
 */
static inline bool models_solved (const bcov_model *model, uint32_t set)
{
  uint64_t sum[64] = {0};
  uint32_t colour[64] = {0};
  assert_true (model->items.count <= 64);
  for (uint32_t o = 0; o < bcov_model_options (model); o++)
    for (uint32_t t = model->first.data[o]; set >> o & 1 && t < model->first.data[o + 1]; t++) {
      bcov_touch touch = model->touches.data[t];
      if (model->items.data[touch.item].coloured && colour[touch.item] &&
          colour[touch.item] != touch.colour)
        return false;
      colour[touch.item] = touch.colour;
      sum[touch.item] += touch.times;
    }
  for (uint32_t i = 0; i < model->items.count; i++) {
    bcov_item item = model->items.data[i];
    if (sum[i] < item.lo || (item.hi != BCOV_MANY && sum[i] > item.hi))
      return false;
  }
  return !model->impossible;
}

/* Counts the solutions.  IS, if not NULL, has MODELS_SETS bytes and gets a 1 for each solution, at
   the index that the origins of its options form as a bitset. */
static inline uint64_t models_solve (const bcov_model *model, uint8_t *is)
{
  uint64_t count = 0;
  uint32_t n = bcov_model_options (model);
  assert_true (n <= MODELS_OPTIONS);
  if (is)
    memset (is, 0, MODELS_SETS);
  for (uint32_t set = 0; set < 1u << n; set++) {
    uint32_t origins = 0;
    if (!models_solved (model, set))
      continue;
    count++;
    for (uint32_t o = 0; o < n; o++)
      origins |= set >> o & 1 ? 1u << model->origin.data[o] : 0;
    if (is)
      is[origins] = 1;
  }
  return count;
}

/* The largest number of cells that a solution covers. */
static inline uint64_t models_most (const bcov_model *model)
{
  uint64_t most = 0;
  for (uint32_t set = 0; set < 1u << bcov_model_options (model); set++) {
    uint64_t gain = 0;
    for (uint32_t o = 0; o < bcov_model_options (model); o++)
      for (uint32_t t = model->first.data[o]; set >> o & 1 && t < model->first.data[o + 1]; t++)
        gain += model->items.data[model->touches.data[t].item].gain;
    if (gain > most && models_solved (model, set))
      most = gain;
  }
  return most;
}

/* Adds an option that touches each item of the bitset ITEMS once. */
static inline void models_add (bcov_model *model, uint32_t items)
{
  bcov_touch touches[32];
  size_t count = 0;
  for (uint32_t i = 0; i < 32; i++)
    if (items >> i & 1)
      touches[count++] = (bcov_touch){.item = i, .times = 1};
  uint32_t origin = bcov_model_options (model);
  assert_int_equal (bcov_model_option (model, touches, count, origin, NULL), 0);
}

/* A model of COUNT items with these bounds and no options. */
static inline bcov_model models_new (bcov_mem *mem, uint32_t count, uint32_t lo, uint32_t hi)
{
  bcov_model model;
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  for (uint32_t i = 0; i < count; i++)
    assert_int_equal (bcov_model_item (&model, (bcov_item){.lo = lo, .hi = hi}, NULL), 0);
  return model;
}

#endif
