/* Layers: every key is found where it was put, in memory and in a file. */

#include "suite.h"

#include "base/random.h"
#include "engine/levels/layer.h"

#include <stdlib.h>
#include <string.h>

enum { KEYS = 3000 };

/* Key K of a layer of WORDS words; all differ. */
static void make_key (uint64_t k, uint32_t words, uint64_t *key)
{
  bcov_random random = {k};
  for (uint32_t w = 0; w < words; w++)
    key[w] = words == 1 ? k * k + 3 : bcov_random_next (&random) & 255;
  key[0] = words == 1 ? key[0] : k;
}

/* A layer of the even keys among 0 .. 2 x COUNT - 1, each added three times. */
static bcov_status make_layer (bcov_mem *mem, uint32_t words, uint32_t count, bcov_layer *out)
{
  bcov_gather gather = {.mem = mem, .words = words};
  uint64_t key[32];
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; !status && k < 3 * count; k++) {
    make_key (2 * (k % count), words, key);
    status = bcov_gather_add (&gather, key, 1, NULL);
  }
  if (!status) {
    assert_int_equal (gather.count, count);
    status = bcov_layer_make (&gather, out, NULL);
  }
  bcov_gather_free (&gather);
  return status;
}

/* Just the even keys whose number K is not divisible by GAP are there, with the number 5K + 1. */
static void expect_keys (const bcov_layer *layer, uint32_t count, uint32_t gap)
{
  uint64_t key[32];
  mp_limb_t number[4];
  for (uint32_t k = 0; k < 2 * count; k++) {
    uint32_t state;
    bool there = k % 2 == 0 && (!gap || k / 2 % gap);
    make_key (k, layer->words, key);
    assert_int_equal (bcov_layer_find (layer, key, &state, NULL), BCOV_OK);
    assert_int_equal (state != BCOV_NO_STATE, there);
    if (!there || !layer->limbs)
      continue;
    assert_true (state < layer->count);
    assert_int_equal (bcov_layer_read (layer, state, number, NULL), BCOV_OK);
    assert_int_equal (number[0], 5 * (k / 2) + 1);
    assert_true (layer->limbs == 1 || number[1] == k / 2 % 2);
  }
}

/* Numbers of three limbs, of which WIDE are used. */
static void give_numbers (bcov_layer *layer, uint32_t count, uint32_t gap, uint32_t wide)
{
  uint64_t key[32];
  assert_int_equal (bcov_layer_number (layer, 3, NULL), BCOV_OK);
  for (uint32_t k = 0; k < count; k++) {
    make_key (2 * k, layer->words, key);
    uint32_t at;
    bcov_layer_look (layer, key, 1, &at);
    mp_limb_t *number = bcov_layer_at (layer, at);
    assert_true (mpn_zero_p (number, 3));
    if (k % gap) {
      number[0] = 5 * k + 1;
      number[1] = wide > 1 ? k % 2 : 0;
    }
  }
}

static void keys_are_found (void **state)
{
  (void)state;
  for (uint32_t words = 1; words <= 32; words += words < 3 ? 1 : 29)
    for (uint32_t count = 0; count <= KEYS; count = count * 7 + 1) {
      bcov_mem *mem = bcov_mem_new (0);
      bcov_layer layer;
      assert_int_equal (make_layer (mem, words, count, &layer), BCOV_OK);
      assert_int_equal (layer.count, count);
      expect_keys (&layer, count, 0);
      bcov_layer_free (&layer);
      assert_int_equal (bcov_mem_used (mem), 0);
      bcov_mem_delete (mem);
    }
}

/* Many at once are added and found as one by one are. */
static void many_together (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_gather gather = {.mem = mem, .words = 2};
  bcov_layer layer;
  uint64_t keys[2 * BCOV_TOGETHER];
  uint32_t states[BCOV_TOGETHER];
  for (uint32_t k = 0; k < 4 * KEYS; k += BCOV_TOGETHER) {
    for (uint32_t n = 0; n < BCOV_TOGETHER; n++)
      make_key (2 * ((k + n * n) % KEYS), 2, &keys[2 * n]);
    assert_int_equal (bcov_gather_add (&gather, keys, BCOV_TOGETHER, NULL), BCOV_OK);
  }
  uint32_t count = gather.count;
  assert_int_equal (bcov_layer_make (&gather, &layer, NULL), BCOV_OK);
  for (uint32_t k = 0; k < 2 * KEYS; k += BCOV_TOGETHER) {
    for (uint32_t n = 0; n < BCOV_TOGETHER; n++)
      make_key (k + n, 2, &keys[2 * n]);
    bcov_layer_look (&layer, keys, BCOV_TOGETHER, states);
    for (uint32_t n = 0; n < BCOV_TOGETHER; n++) {
      uint32_t alone;
      assert_int_equal (bcov_layer_find (&layer, &keys[2 * n], &alone, NULL), BCOV_OK);
      assert_int_equal (states[n], alone);
      if (alone == BCOV_NO_STATE)
        continue;
      assert_true ((k + n) % 2 == 0 && alone < layer.count);
      assert_memory_equal (bcov_layer_key (&layer, alone), &keys[2 * n], 16);
      count--;
    }
  }
  assert_int_equal (count, 0);
  bcov_layer_free (&layer);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void numbers_are_trimmed (void **state)
{
  (void)state;
  for (uint32_t wide = 1; wide <= 2; wide++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_layer layer;
    assert_int_equal (make_layer (mem, 2, KEYS, &layer), BCOV_OK);
    give_numbers (&layer, KEYS, 3, wide);
    assert_int_equal (bcov_layer_trim (&layer, NULL), BCOV_OK);
    assert_int_equal (layer.count, KEYS - KEYS / 3);
    assert_int_equal (layer.limbs, wide);
    expect_keys (&layer, KEYS, 3);
    bcov_layer_free (&layer);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* A layer in a file answers the same, takes no memory, and comes back. */
static void files_answer (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_spill spill = {0};
  bcov_layer rough, done;
  assert_int_equal (make_layer (mem, 1, KEYS, &rough), BCOV_OK);
  assert_int_equal (make_layer (mem, 3, KEYS, &done), BCOV_OK);
  give_numbers (&done, KEYS, 5, 2);
  assert_int_equal (bcov_layer_trim (&done, NULL), BCOV_OK);
  assert_int_equal (bcov_layer_spill (&rough, &spill, NULL), BCOV_OK);
  assert_int_equal (bcov_layer_spill (&done, &spill, NULL), BCOV_OK);
  assert_int_equal (bcov_mem_used (mem), 0);
  expect_keys (&rough, KEYS, 0);
  expect_keys (&done, KEYS, 5);
  uint64_t size = spill.size;
  assert_int_equal (bcov_layer_load (&done, NULL), BCOV_OK);
  expect_keys (&done, KEYS, 5);
  assert_int_equal (bcov_layer_spill (&done, &spill, NULL), BCOV_OK);
  assert_int_equal (spill.size, size); /* its copy was still good */
  expect_keys (&done, KEYS, 5);
  assert_int_equal (bcov_layer_load (&rough, NULL), BCOV_OK);
  give_numbers (&rough, KEYS, 2, 1);
  assert_int_equal (bcov_layer_trim (&rough, NULL), BCOV_OK);
  assert_int_equal (bcov_layer_spill (&rough, &spill, NULL), BCOV_OK);
  assert_true (spill.size > size);
  expect_keys (&rough, KEYS, 2);
  bcov_layer_free (&rough);
  bcov_layer_free (&done);
  bcov_spill_close (&spill);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void every_allocation_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_status status = BCOV_FAULT;
  for (size_t n = 1; status; n++) {
    bcov_layer layer = {0};
    bcov_mem_fail_at (mem, n);
    status = make_layer (mem, 1, 500, &layer);
    if (!status)
      status = bcov_layer_number (&layer, 2, NULL);
    if (!status)
      status = bcov_layer_trim (&layer, NULL);
    bcov_mem_fail_at (mem, 0);
    bcov_layer_free (&layer);
    assert_int_equal (bcov_mem_used (mem), 0);
    assert_true (n < 100);
  }
  bcov_mem_delete (mem);
}

SUITE (layer)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (keys_are_found),
      cmocka_unit_test (many_together),
      cmocka_unit_test (numbers_are_trimmed),
      cmocka_unit_test (files_answer),
      cmocka_unit_test (every_allocation_may_fail),
  };
  return cmocka_run_group_tests_name ("layer", tests, NULL, NULL);
}
