/* What the tests of methods that take turns share. */

#ifndef TURNS_H
#define TURNS_H

#include "failing.h"
#include "models.h"
#include "random_cases.h"
#include "engine/engine.h"

/* The options of a solution, by their origins, as a bitset; each occurs once. */
static inline uint32_t turns_set (const uint32_t *options, size_t count)
{
  uint32_t set = 0;
  for (size_t k = 0; k < count; k++) {
    assert_true (options[k] < 32);
    assert_int_equal (set >> options[k] & 1, 0);
    set |= 1u << options[k];
  }
  return set;
}

/* A random model of the K-th kind without colours; every other one is an exact cover. */
static inline bcov_model turns_draw (bcov_mem *mem, bcov_random *random, uint64_t k)
{
  models_kind kind = models_turn (k);
  kind.coloured = false;
  kind.times = kind.times && k % 3 == 0;
  bcov_model model = models_draw (mem, random, kind, MODELS_OPTIONS);
  for (uint32_t i = 0; k % 4 == 0 && i < model.items.count; i++)
    model.items.data[i].lo = model.items.data[i].hi = 1;
  return model;
}

/* Dominoes on a board of ROWS x COLUMNS cells; a stuck search takes long on odd boards. */
static inline bcov_model turns_dominoes (bcov_mem *mem, uint32_t rows, uint32_t columns)
{
  bcov_model model = models_new (mem, rows * columns, 1, 1);
  for (uint32_t i = 0; i < rows * columns; i++)
    for (int down = 0; down < 2; down++) {
      bcov_touch touches[] = {{.item = i, .times = 1},
                              {.item = down ? i + columns : i + 1, .times = 1}};
      if (down ? i / columns + 1 < rows : i % columns + 1 < columns)
        assert_int_equal (bcov_model_option (&model, touches, 2, bcov_model_options (&model), NULL),
                          0);
    }
  return model;
}

static inline void turns_end (bcov_mem *mem, bcov_model *model)
{
  bcov_model_free (model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

#endif
