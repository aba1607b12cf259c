/* Tables in pages: sums against a sorted list, with keys and values of several lengths; growth,
   packing, numbers that are too long, memory that ends. */

#include "suite.h"

#include "random_cases.h"
#include "engine/sparse/hash_pages.h"
#include "base/random.h"
#include "number/residue.h"

#include <stdio.h>
#include <stdlib.h>

enum { STATES = 30000, MOST = 7 };

/* A state as it should be. */
typedef struct {
  uint64_t key[MOST];
  uint64_t value[MOST];
} known;

static int by_key (const void *a, const void *b)
{
  return memcmp (((const known *)a)->key, ((const known *)b)->key, sizeof ((known *)0)->key);
}

typedef struct {
  bcov_mem *mem;
  bcov_entry_layout shape;
  uint64_t primes[MOST];
  bcov_pool pool;
  bcov_hash_pages table;
} bench;

static void bench_start (bench *b, bcov_mem *mem, uint32_t key, uint32_t value, bool modular)
{
  *b = (bench){.mem = mem};
  for (uint32_t k = 0; k < MOST; k++)
    b->primes[k] = bcov_prime (62, k);
  b->shape = (bcov_entry_layout){key, value, modular ? b->primes : NULL};
  bcov_pool_init (mem, &b->shape, &b->pool, NULL);
  assert_int_equal (bcov_hash_pages_init (&b->pool, &b->shape, 1, &b->table), BCOV_OK);
}

static void bench_end (bench *b)
{
  bcov_hash_pages_free (&b->table);
  bcov_pool_free (&b->pool);
  assert_int_equal (bcov_mem_used (b->mem), 0);
}

static bcov_status add (bench *b, const uint64_t *key, const uint64_t *value)
{
  uint64_t hash = bcov_hash_pages_hash (key, b->shape.key);
  bcov_status status = BCOV_OK;
  while (!status && !bcov_hash_pages_add (&b->table, hash, key, value, b->shape.key, b->shape.value,
                                          b->shape.primes))
    status = bcov_hash_pages_grow (&b->table);
  return status;
}

/* Adds the same to what is known. */
static void add_known (const bench *b, known *k, const uint64_t *value)
{
  for (uint32_t w = 0, carry = 0; w < b->shape.value; w++)
    if (b->shape.primes)
      k->value[w] = bcov_residue_add (k->value[w], value[w], b->primes[w]);
    else {
      uint64_t sum = k->value[w] + value[w] + carry;
      carry = sum < value[w] || (carry && sum == value[w]);
      k->value[w] = sum;
    }
}

/* Keys that differ in a few bits, as those of neighbouring states do; the last word never full. */
static void draw_key (const bench *b, bcov_random *random, uint64_t *key)
{
  memset (key, 0, MOST * sizeof *key);
  for (uint32_t w = 0; w < b->shape.key; w++)
    key[w] = bcov_random_next (random) & 0x1f0f030100000fff;
  if (b->shape.key > 1 && bcov_random_below (random, 2))
    key[0] = UINT64_MAX; /* what marks an empty place in the last word is a key in another */
}

static void draw_value (const bench *b, bcov_random *random, uint64_t *value)
{
  for (uint32_t w = 0; w < b->shape.value; w++)
    value[w] = b->shape.primes          ? bcov_random_below (random, b->primes[w])
               : w + 1 < b->shape.value ? bcov_random_next (random)
                                        : bcov_random_below (random, 1 << 20);
}

static void expect_all (bench *b, const known *all, size_t count)
{
  uint64_t absent[MOST] = {0x2000000000000000, 0x2000000000000000, 1, 1, 1, 1, 1};
  assert_int_equal (bcov_hash_pages_count (&b->table), count);
  for (size_t k = 0; k < count; k++) {
    const uint64_t *value = bcov_hash_pages_find (&b->table, all[k].key);
    assert_non_null (value);
    assert_memory_equal (value, all[k].value, b->shape.value * sizeof *value);
  }
  assert_null (bcov_hash_pages_find (&b->table, absent));
}

/* Packed: all pages but the last are full, and every state is there once. */
static void expect_packed (bench *b, const known *all, size_t count)
{
  bcov_hash_pages_pack (&b->table);
  assert_int_equal (bcov_hash_pages_count (&b->table), count);
  uint8_t *seen = calloc (count, 1);
  size_t pages = b->table.pages.count;
  assert_int_equal (pages, (count + BCOV_PAGE - 1) / BCOV_PAGE);
  for (size_t l = 0; l < pages; l++) {
    const bcov_hash_page *page = &b->table.pages.data[l];
    assert_true (l + 1 == pages || page->count == BCOV_PAGE);
    for (uint32_t at = 0; at < page->count; at++) {
      known wanted = {0};
      for (uint32_t w = 0; w < b->shape.key; w++)
        wanted.key[w] = *bcov_hash_page_key (&b->shape, page->words, at, w);
      const known *found = bsearch (&wanted, all, count, sizeof *all, by_key);
      assert_non_null (found);
      assert_memory_equal (bcov_hash_page_value (&b->shape, page->words, at), found->value,
                           b->shape.value * sizeof (uint64_t));
      assert_int_equal (seen[found - all]++, 0);
    }
  }
  free (seen);
}

static size_t gather (known *all, size_t count)
{
  size_t distinct = 0;
  qsort (all, count, sizeof *all, by_key);
  for (size_t k = 0; k < count; k++)
    if (!distinct || by_key (&all[distinct - 1], &all[k]))
      all[distinct++] = all[k];
  return distinct;
}

static void sums_are_right (void **state)
{
  (void)state;
  static const struct {
    uint32_t key, value;
    bool modular;
  } shapes[] = {{1, 1, false}, {1, 1, true}, {1, 2, false}, {1, 6, true},
                {2, 1, false}, {2, 2, true}, {3, 2, false}, {7, 1, true}};
  bcov_random random = {cases_seed (0)};
  known *all = calloc (STATES, sizeof *all);
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    bench b;
    bench_start (&b, bcov_mem_new (0), shapes[s].key, shapes[s].value, shapes[s].modular);
    memset (all, 0, STATES * sizeof *all);
    for (size_t k = 0; k < STATES; k++)
      draw_key (&b, &random, all[k].key);
    size_t distinct = gather (all, STATES);
    for (size_t n = 0; n < 3 * distinct; n++) { /* each once, then any */
      known *k = &all[n < distinct ? n : bcov_random_below (&random, distinct)];
      uint64_t value[MOST];
      draw_value (&b, &random, value);
      add_known (&b, k, value);
      assert_int_equal (add (&b, k->key, value), BCOV_OK);
    }
    assert_false (b.table.overflow);
    expect_all (&b, all, distinct);
    expect_packed (&b, all, distinct);
    bench_end (&b);
    bcov_mem_delete (b.mem);
  }
  free (all);
}

/* A page takes what it is said to take, and no more. */
static void leaves_fill (void **state)
{
  (void)state;
  bench b;
  bench_start (&b, bcov_mem_new (0), 1, 1, false);
  uint64_t one = 1;
  for (uint64_t key = 0; key < BCOV_PAGE_FULL; key++)
    assert_int_equal (add (&b, &key, &one), BCOV_OK);
  assert_int_equal (b.table.pages.count, 1);
  uint64_t next = BCOV_PAGE_FULL, old = 7;
  assert_false (
      bcov_hash_pages_add (&b.table, bcov_hash_pages_hash (&next, 1), &next, &one, 1, 1, false));
  assert_true (
      bcov_hash_pages_add (&b.table, bcov_hash_pages_hash (&old, 1), &old, &one, 1, 1, false));
  assert_int_equal (*bcov_hash_pages_find (&b.table, &old), 2);
  assert_int_equal (add (&b, &next, &one), BCOV_OK);
  assert_int_equal (b.table.pages.count, 2);
  assert_int_equal (bcov_hash_pages_count (&b.table), BCOV_PAGE_FULL + 1);
  bench_end (&b);
  bcov_mem_delete (b.mem);
}

/* 2^64 in one word, 2^128 in two: noticed at the very addition that does not fit. */
static void long_sums_are_noticed (void **state)
{
  (void)state;
  for (uint32_t words = 1; words <= 3; words++) {
    bench b;
    uint64_t key = 5, most[3] = {UINT64_MAX, UINT64_MAX, UINT64_MAX}, one[3] = {1};
    bench_start (&b, bcov_mem_new (0), 1, words, false);
    assert_int_equal (add (&b, &key, most), BCOV_OK);
    assert_false (b.table.overflow);
    most[words - 1] = 0;
    key = 6;
    assert_int_equal (add (&b, &key, most), BCOV_OK);
    assert_int_equal (add (&b, &key, one), BCOV_OK);
    assert_false (b.table.overflow);
    assert_int_equal (bcov_hash_pages_find (&b.table, &key)[words - 1], 1);
    key = 5;
    assert_int_equal (add (&b, &key, one), BCOV_OK);
    assert_true (b.table.overflow);
    assert_int_equal (bcov_hash_pages_grow (&b.table), BCOV_OK);
    assert_true (b.table.overflow); /* growing does not forget it */
    bench_end (&b);
    bcov_mem_delete (b.mem);
  }
}

/* With keys and values of one word: 32 bytes a state, whatever the table went through. */
static void memory_stays_small (void **state)
{
  (void)state;
  bench b;
  uint64_t one = 1;
  bench_start (&b, bcov_mem_new (0), 1, 1, true);
  size_t first = bcov_mem_peak (b.mem);
  for (uint64_t key = 0; key < 400000; key++) {
    assert_int_equal (add (&b, &key, &one), BCOV_OK);
    if (key > 20000)
      assert_true (bcov_mem_peak (b.mem) <= first + key * 32);
  }
  size_t before = bcov_mem_used (b.mem);
  bcov_hash_pages_pack (&b.table);
  assert_int_equal (b.table.pages.count, (400000 + BCOV_PAGE - 1) / BCOV_PAGE);
  assert_int_equal (bcov_mem_used (b.mem), before); /* pages go back to the pool */
  bench_end (&b);
  bcov_mem_delete (b.mem);
}

static void leaves_are_used_again (void **state)
{
  (void)state;
  bench b;
  bench_start (&b, bcov_mem_new (0), 1, 1, false);
  size_t before = bcov_mem_used (b.mem);
  for (int n = 0; n < 1000; n++) {
    bcov_hash_pages more;
    assert_int_equal (bcov_hash_pages_init (&b.pool, &b.shape, 2 * BCOV_PAGE_MEAN, &more), BCOV_OK);
    assert_int_equal (more.pages.count, 3);
    assert_int_equal (bcov_hash_pages_count (&more), 0);
    bcov_hash_pages_free (&more);
  }
  assert_int_equal (bcov_mem_used (b.mem), before);
  bench_end (&b);
  bcov_mem_delete (b.mem);
}

/* The table grows until memory ends: said once, and nothing is left behind. */
static void memory_ends (void **state)
{
  (void)state;
  for (size_t limit = 1 << 18; limit < 1 << 22; limit += limit / 3) {
    bench b;
    bcov_error *err = bcov_error_new ();
    bench_start (&b, bcov_mem_new (limit), 1, 1, true);
    b.pool.err = err;
    bcov_status status = BCOV_OK;
    uint64_t one = 1, key = 0;
    for (; !status; key++)
      status = add (&b, &key, &one);
    assert_int_equal (status, BCOV_STOPPED);
    assert_int_equal (b.pool.status, BCOV_STOPPED);
    assert_non_null (strstr (bcov_error_text (err), "allow more memory"));
    assert_int_equal (bcov_error_count (err), 1);
    assert_true (bcov_mem_peak (b.mem) <= limit);
    assert_true (key * 48 > limit / 2);
    bench_end (&b);
    bcov_mem_delete (b.mem);
    bcov_error_free (err);
  }
}

static void every_allocation_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_status status = BCOV_FAULT;
  size_t n = 0;
  for (; status; n++) {
    bench b = {.mem = mem, .shape = {2, 2, NULL}};
    bcov_mem_fail_at (mem, n + 1);
    bcov_pool_init (mem, &b.shape, &b.pool, NULL);
    status = bcov_hash_pages_init (&b.pool, &b.shape, 1, &b.table);
    for (uint64_t k = 0; !status && k < 20000; k++)
      status = add (&b, (uint64_t[]){k, k}, (uint64_t[]){1, 1});
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    assert_int_equal (b.pool.status, status);
    bench_end (&b);
  }
  assert_true (n > 10);
  bcov_mem_delete (mem);
}

SUITE (hash_pages)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (sums_are_right),
      cmocka_unit_test (leaves_fill),
      cmocka_unit_test (long_sums_are_noticed),
      cmocka_unit_test (memory_stays_small),
      cmocka_unit_test (leaves_are_used_again),
      cmocka_unit_test (memory_ends),
      cmocka_unit_test (every_allocation_may_fail),
  };
  return cmocka_run_group_tests_name ("hash_pages", tests, NULL, NULL);
}
