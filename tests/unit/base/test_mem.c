/* Counted memory: use, exact limits, planned failures, and shared use by threads. */

#include "suite.h"

#include "base/mem.h"
#include "base/random.h"
#include "base/threads.h"

#include <stdatomic.h>
#include <string.h>

enum { HEADER = 16 };

/* Lets impossible allocations return NULL under the sanitizers too. */
const char *__asan_default_options (void);
const char *__asan_default_options (void)
{
  return "allocator_may_return_null=1";
}

const char *__tsan_default_options (void);
const char *__tsan_default_options (void)
{
  return "allocator_may_return_null=1";
}

static void blocks_are_counted_exactly (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  assert_int_equal (bcov_mem_used (mem), 0);
  void *a = bcov_mem_alloc (mem, 10, 7, NULL);
  assert_int_equal (bcov_mem_used (mem), 70 + HEADER);
  void *b = bcov_mem_alloc (mem, 0, 7, NULL);
  assert_non_null (b);
  assert_int_equal (bcov_mem_used (mem), 70 + 2 * HEADER);
  bcov_mem_free (mem, a);
  assert_int_equal (bcov_mem_used (mem), HEADER);
  bcov_mem_free (mem, NULL);
  bcov_mem_free (mem, b);
  assert_int_equal (bcov_mem_used (mem), 0);
  assert_int_equal (bcov_mem_peak (mem), 70 + 2 * HEADER);
  assert_true (bcov_mem_left (mem) == SIZE_MAX);
  bcov_mem_delete (mem);
  bcov_mem_delete (NULL);
}

static void blocks_are_zeroed_and_aligned (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (size_t size = 1; size < 3000; size = size * 3 + 1) {
    unsigned char *first = bcov_mem_alloc (mem, size, 1, NULL);
    memset (first, 0xaa, size);
    bcov_mem_free (mem, first);
    unsigned char *p = bcov_mem_alloc (mem, 1, size, NULL);
    assert_int_equal ((uintptr_t)p % _Alignof(max_align_t), 0);
    for (size_t k = 0; k < size; k++)
      assert_int_equal (p[k], 0);
    bcov_mem_free (mem, p);
  }
  bcov_mem_delete (mem);
}

static void the_limit_holds_to_the_byte (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (100 + HEADER);
  bcov_error *err = bcov_error_new ();
  assert_null (bcov_mem_alloc (mem, 101, 1, err));
  assert_int_equal (bcov_error_status (err), BCOV_STOPPED);
  assert_string_equal (bcov_error_text (err),
                       "the memory limit of 0 KiB was reached; allow more memory");
  assert_int_equal (bcov_mem_status (mem), BCOV_STOPPED);
  assert_int_equal (bcov_mem_used (mem), 0);
  assert_int_equal (bcov_mem_left (mem), 100 + HEADER);
  void *p = bcov_mem_alloc (mem, 100, 1, err);
  assert_non_null (p);
  assert_int_equal (bcov_mem_left (mem), 0);
  assert_null (bcov_mem_alloc (mem, 0, 1, NULL));
  assert_int_equal (bcov_mem_used (mem), 100 + HEADER);
  bcov_mem_free (mem, p);
  assert_int_equal (bcov_mem_left (mem), 100 + HEADER);
  bcov_error_free (err);
  bcov_mem_delete (mem);
}

/* A limit of 8 MiB or more applies to the whole process, a smaller one only to blocks. */
static void room_is_left_for_the_rest_of_the_process (void **state)
{
  (void)state;
  const size_t besides = 5 << 20, large = 8 << 20;
  const size_t limits[][2] = {
      {large - 1, large - 1}, {large, large - besides}, {2 * large, 2 * large - besides}};
  for (size_t k = 0; k < 3; k++) {
    bcov_mem *mem = bcov_mem_new (limits[k][0]);
    assert_int_equal (bcov_mem_left (mem), limits[k][1]);
    bcov_mem_delete (mem);
  }
}

static void the_message_tells_the_limit (void **state)
{
  (void)state;
  bcov_error *err = bcov_error_new ();
  bcov_mem *mem = bcov_mem_new (500 << 10);
  assert_null (bcov_mem_alloc (mem, 1 << 20, 1, err));
  bcov_mem_delete (mem);
  mem = bcov_mem_new (3 << 20);
  assert_null (bcov_mem_alloc (mem, 4 << 20, 1, err));
  bcov_mem_delete (mem);
  assert_string_equal (bcov_error_text (err),
                       "the memory limit of 500 KiB was reached; allow more memory\n"
                       "the memory limit of 3 MiB was reached; allow more memory");
  bcov_error_free (err);
}

/* Resizing does not count the old block in addition to the new one. */
static void resizing_keeps_the_content (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (200 + HEADER);
  char *p = bcov_mem_resize (mem, NULL, 100, 1, NULL), expected[100];
  for (int k = 0; k < 100; k++)
    expected[k] = p[k] = (char)(k * 7);
  p = bcov_mem_resize (mem, p, 100, 2, NULL);
  assert_non_null (p);
  assert_memory_equal (p, expected, 100);
  assert_int_equal (bcov_mem_used (mem), 200 + HEADER);
  assert_null (bcov_mem_resize (mem, p, 201, 1, NULL));
  assert_int_equal (bcov_mem_status (mem), BCOV_STOPPED);
  assert_memory_equal (p, expected, 100);
  assert_int_equal (bcov_mem_used (mem), 200 + HEADER);
  p = bcov_mem_resize (mem, p, 40, 1, NULL);
  assert_memory_equal (p, expected, 40);
  assert_int_equal (bcov_mem_used (mem), 40 + HEADER);
  assert_int_equal (bcov_mem_peak (mem), 200 + HEADER);
  bcov_mem_free (mem, p);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

typedef struct {
  size_t count, size;
} sizes;

/* Products and sums that overflow, or almost overflow. */
static const sizes absurd[] = {
    {SIZE_MAX, 2},        {SIZE_MAX / 2 + 1, 2},      {(size_t)1 << 32, (size_t)1 << 32},
    {SIZE_MAX, 1},        {SIZE_MAX - HEADER + 1, 1}, {SIZE_MAX - HEADER, 1},
    {SIZE_MAX - 100, 1}, /* with the bytes in use, the sum wraps around to below the limit */
    {SIZE_MAX - 1000, 1}, {SIZE_MAX / 2, 1},
};

/* With a limit, failures are reported as exceeding it; without one, as lack of memory. */
static void absurd_sizes_are_refused (void **state)
{
  (void)state;
  bcov_mem *tight = bcov_mem_new (1000), *loose = bcov_mem_new (0);
  char *a = bcov_mem_copy (tight, "abc", 3, NULL), *b = bcov_mem_copy (loose, "abc", 3, NULL);
  void *more = bcov_mem_alloc (tight, 500, 1, NULL);
  for (size_t k = 0; k < sizeof absurd / sizeof *absurd; k++) {
    assert_null (bcov_mem_alloc (tight, absurd[k].count, absurd[k].size, NULL));
    assert_int_equal (bcov_mem_status (tight), BCOV_STOPPED);
    assert_null (bcov_mem_resize (tight, a, absurd[k].count, absurd[k].size, NULL));
    assert_int_equal (bcov_mem_status (tight), BCOV_STOPPED);
    assert_null (bcov_mem_resize (loose, b, absurd[k].count, absurd[k].size, NULL));
    assert_int_equal (bcov_mem_status (loose), BCOV_FAULT);
  }
  assert_int_equal (bcov_mem_used (tight), 504 + 2 * HEADER);
  assert_int_equal (bcov_mem_used (loose), 4 + HEADER);
  assert_int_equal (bcov_mem_peak (loose), 4 + HEADER);
  assert_string_equal (a, "abc");
  assert_string_equal (b, "abc");
  bcov_mem_free (tight, a);
  bcov_mem_free (tight, more);
  bcov_mem_free (loose, b);
  bcov_mem_delete (tight);
  bcov_mem_delete (loose);
}

static void planned_failures_come_and_stay (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (1000);
  bcov_error *err = bcov_error_new ();
  void *p[3];
  bcov_mem_fail_at (mem, 3);
  p[0] = bcov_mem_alloc (mem, 1, 1, err);
  p[1] = bcov_mem_resize (mem, NULL, 1, 1, err);
  assert_non_null (p[0]);
  assert_non_null (p[1]);
  assert_string_equal (bcov_error_text (err), "");
  for (int k = 0; k < 3; k++)
    assert_null (bcov_mem_alloc (mem, 1, 1, err));
  assert_null (bcov_mem_resize (mem, p[0], 2, 1, err));
  assert_int_equal (bcov_mem_status (mem), BCOV_FAULT);
  assert_int_equal (bcov_error_status (err), BCOV_FAULT);
  assert_int_equal (bcov_error_count (err), 4);
  assert_int_equal (bcov_mem_used (mem), 2 + 2 * HEADER);
  bcov_mem_fail_at (mem, 0);
  p[2] = bcov_mem_alloc (mem, 1, 1, err);
  assert_non_null (p[2]);
  for (int k = 0; k < 3; k++)
    bcov_mem_free (mem, p[k]);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_error_free (err);
  bcov_mem_delete (mem);
}

/* The status is that of the last failure. */
static void the_status_follows_the_failures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (100);
  assert_null (bcov_mem_alloc (mem, 200, 1, NULL));
  assert_int_equal (bcov_mem_status (mem), BCOV_STOPPED);
  bcov_mem_fail_at (mem, 1);
  assert_null (bcov_mem_alloc (mem, 20, 1, NULL));
  assert_int_equal (bcov_mem_status (mem), BCOV_FAULT);
  bcov_mem_fail_at (mem, 0);
  assert_null (bcov_mem_alloc (mem, 85, 1, NULL));
  assert_int_equal (bcov_mem_status (mem), BCOV_STOPPED);
  bcov_mem_delete (mem);
}

static void copies_end_with_zero (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  char *copy = bcov_mem_copy (mem, "ab\0cd!", 5, NULL), *empty = bcov_mem_copy (mem, NULL, 0, NULL);
  assert_memory_equal (copy, "ab\0cd", 6);
  assert_string_equal (empty, "");
  assert_int_equal (bcov_mem_used (mem), 6 + 1 + 2 * HEADER);
  bcov_mem_free (mem, copy);
  bcov_mem_free (mem, empty);
  bcov_mem_fail_at (mem, 1);
  assert_null (bcov_mem_copy (mem, "x", 1, NULL));
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

enum { PARTS = 8, SLOTS = 20, STEPS = 4000, LIMIT = 100000 };

/* Allocates, resizes and frees at random, in each thread. */
static void shuffle_blocks (void *data, size_t part, size_t worker)
{
  (void)worker;
  bcov_mem *mem = data;
  bcov_random random = {part};
  void *slots[SLOTS] = {0};
  for (int step = 0; step < STEPS; step++) {
    size_t k = bcov_random_below (&random, SLOTS), size = bcov_random_below (&random, 2000);
    if (bcov_random_below (&random, 2)) {
      void *p = bcov_mem_resize (mem, slots[k], size, 1, NULL);
      slots[k] = p ? p : slots[k];
    } else {
      bcov_mem_free (mem, slots[k]);
      slots[k] = NULL;
    }
  }
  for (int k = 0; k < SLOTS; k++)
    bcov_mem_free (mem, slots[k]);
}

static void threads_share_one_limit (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (LIMIT);
  bcov_threads_for (4, PARTS, shuffle_blocks, mem);
  assert_int_equal (bcov_mem_used (mem), 0);
  assert_in_range (bcov_mem_peak (mem), 2000, LIMIT);
  bcov_mem_delete (mem);
}

static void claims_count_like_blocks (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (1000);
  assert_int_equal (bcov_mem_claim (mem, 1000, NULL), BCOV_OK);
  assert_int_equal (bcov_mem_claim (mem, 1, NULL), BCOV_STOPPED);
  assert_int_equal (bcov_mem_used (mem), 1000);
  bcov_mem_discharge (mem, 400);
  bcov_mem_fail_at (mem, 1);
  assert_int_equal (bcov_mem_claim (mem, 1, NULL), BCOV_FAULT);
  bcov_mem_discharge (mem, 600);
  assert_int_equal (bcov_mem_used (mem), 0);
  assert_int_equal (bcov_mem_peak (mem), 1000);
  bcov_mem_delete (mem);
}

SUITE (mem)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (blocks_are_counted_exactly),
      cmocka_unit_test (blocks_are_zeroed_and_aligned),
      cmocka_unit_test (the_limit_holds_to_the_byte),
      cmocka_unit_test (room_is_left_for_the_rest_of_the_process),
      cmocka_unit_test (the_message_tells_the_limit),
      cmocka_unit_test (resizing_keeps_the_content),
      cmocka_unit_test (absurd_sizes_are_refused),
      cmocka_unit_test (planned_failures_come_and_stay),
      cmocka_unit_test (the_status_follows_the_failures),
      cmocka_unit_test (copies_end_with_zero),
      cmocka_unit_test (threads_share_one_limit),
      cmocka_unit_test (claims_count_like_blocks),
  };
  return cmocka_run_group_tests_name ("mem", tests, NULL, NULL);
}
