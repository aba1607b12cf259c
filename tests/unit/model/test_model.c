/* Shuffled models: another order, the same items, options and touches. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "suite.h"
#include "models.h"
#include "random_cases.h"
#include "model/model.h"

enum { ROUNDS = 100, OPTIONS = 60 };

/* A number that does not depend on the order of options, nor on the numbers of items. */
static uint64_t sum_of (const bcov_model *m)
{
  uint64_t sum = 0;
  for (uint32_t o = 0; o < bcov_model_options (m); o++)
    for (uint32_t t = m->first.data[o]; t < m->first.data[o + 1]; t++) {
      bcov_touch touch = m->touches.data[t];
      bcov_item item = m->items.data[touch.item];
      uint64_t part = 1 + m->origin.data[o] + 1000u * item.lo + 31u * touch.colour + touch.times;
      sum += part * (2 * (item.hi % 1000) + 3 + item.coloured) + item.gain;
    }
  return sum;
}

/* Counts pairs of touches on a common item. */
static uint64_t meetings (const bcov_model *m)
{
  uint64_t sum = 0;
  for (uint32_t a = 0; a < m->touches.count; a++)
    for (uint32_t b = 0; b < m->touches.count; b++)
      sum += m->touches.data[a].item == m->touches.data[b].item;
  return sum;
}

static void the_same_in_another_order (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  uint32_t moved = 0;
  for (uint64_t seed = 1; seed <= cases (ROUNDS); seed++) {
    bcov_random random = {cases_seed (seed)};
    bcov_model model = models_draw (mem, &random, (models_kind){.coloured = seed % 2}, OPTIONS);
    bcov_model other, again;
    assert_int_equal (bcov_model_shuffle (&model, seed, seed % 3 != 0, &other, NULL), 0);
    assert_int_equal (bcov_model_shuffle (&model, seed, seed % 3 != 0, &again, NULL), 0);
    assert_int_equal (other.items.count, model.items.count);
    assert_int_equal (other.origin.count, model.origin.count);
    assert_int_equal (sum_of (&other), sum_of (&model));
    assert_int_equal (meetings (&other), meetings (&model));
    size_t bytes = model.origin.count * sizeof *model.origin.data;
    assert_memory_equal (other.origin.data, again.origin.data, bytes);
    moved += bytes && memcmp (other.origin.data, model.origin.data, bytes) != 0;
    bcov_model_free (&model);
    bcov_model_free (&other);
    bcov_model_free (&again);
  }
  assert_true (cases_enough (moved, ROUNDS / 2));
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (model)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_same_in_another_order),
  };
  return cmocka_run_group_tests_name ("model", tests, NULL, NULL);
}
