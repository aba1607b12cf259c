/* Growing arrays: contents, room, number of allocations, and failures that leave the array intact.
 */

#include "suite.h"

#include "base/vec.h"

enum { HEADER = 16 };

static void pushes_keep_their_order (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  BCOV_VEC (uint32_t) squares = {0};
  for (uint32_t k = 0; k < 5000; k++) {
    assert_int_equal (bcov_vec_push (mem, &squares, k * k, NULL), BCOV_OK);
    assert_int_equal (squares.count, k + 1);
    assert_true (squares.room >= squares.count);
    assert_int_equal (bcov_mem_used (mem), squares.room * sizeof (uint32_t) + HEADER);
  }
  for (uint32_t k = 0; k < 5000; k++)
    assert_int_equal (squares.data[k], k * k);
  bcov_vec_free (mem, &squares);
  assert_null (squares.data);
  assert_int_equal (squares.count + squares.room, 0);
  bcov_vec_free (mem, &squares);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* 8, 16, ... 4096 are ten allocations. */
static void the_room_doubles (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (size_t fail_at = 10; fail_at <= 11; fail_at++) {
    BCOV_VEC (char) bytes = {0};
    bcov_status status = BCOV_OK;
    bcov_mem_fail_at (mem, fail_at);
    while (!status && bytes.count < 4096)
      status = bcov_vec_push (mem, &bytes, 'x', NULL);
    assert_int_equal (status, fail_at == 10 ? BCOV_FAULT : BCOV_OK);
    assert_int_equal (bytes.count, fail_at == 10 ? 2048 : 4096);
    assert_int_equal (bytes.room, bytes.count);
    bcov_vec_free (mem, &bytes);
  }
  bcov_mem_delete (mem);
}

typedef struct {
  size_t room, need, then;
} growth;

static void room_is_never_less_than_needed (void **state)
{
  (void)state;
  static const growth cases[] = {{0, 1, 8}, {0, 100, 100}, {8, 9, 16}, {10, 100, 100}, {7, 8, 8}};
  bcov_mem *mem = bcov_mem_new (0);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    size_t room = cases[k].room;
    void *data = room ? bcov_mem_alloc (mem, room, 6, NULL) : NULL;
    data = bcov_vec_grow (mem, data, &room, cases[k].need, 6, NULL);
    assert_non_null (data);
    assert_int_equal (room, cases[k].then);
    assert_int_equal (bcov_mem_used (mem), 6 * room + HEADER);
    bcov_mem_free (mem, data);
  }
  bcov_mem_delete (mem);
}

static void reserved_room_needs_no_memory (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  BCOV_VEC (uint64_t) words = {0};
  assert_int_equal (bcov_vec_reserve (mem, &words, 50, NULL), BCOV_OK);
  assert_int_equal (words.room, 50);
  assert_int_equal (words.count, 0);
  bcov_mem_fail_at (mem, 1);
  assert_int_equal (bcov_vec_reserve (mem, &words, 50, NULL), BCOV_OK);
  for (uint64_t k = 0; k < 50; k++)
    assert_int_equal (bcov_vec_push (mem, &words, k, NULL), BCOV_OK);
  assert_int_equal (bcov_vec_push (mem, &words, 50, NULL), BCOV_FAULT);
  assert_int_equal (words.count, 50);
  assert_int_equal (words.room, 50);
  assert_int_equal (words.data[49], 49);
  bcov_vec_free (mem, &words);
  bcov_mem_delete (mem);
}

/* Failures: no memory for one more element, and sizes that overflow or almost overflow. */
static void failures_leave_the_data (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (8 * sizeof (uint32_t) + HEADER);
  bcov_error *err = bcov_error_new ();
  BCOV_VEC (uint32_t) v = {0};
  for (uint32_t k = 0; k < 8; k++)
    assert_int_equal (bcov_vec_push (mem, &v, k, NULL), BCOV_OK);
  assert_int_equal (bcov_vec_push (mem, &v, 8, err), BCOV_STOPPED);
  assert_int_equal (bcov_vec_reserve (mem, &v, SIZE_MAX, err), BCOV_STOPPED);
  assert_int_equal (bcov_vec_reserve (mem, &v, SIZE_MAX / 4, err), BCOV_STOPPED);
  assert_int_equal (bcov_error_count (err), 3);
  assert_int_equal (v.count, 8);
  assert_int_equal (v.room, 8);
  for (uint32_t k = 0; k < 8; k++)
    assert_int_equal (v.data[k], k);
  bcov_vec_free (mem, &v);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_error_free (err);
  bcov_mem_delete (mem);
}

/* The pushed value may be an element of the array, which moves when it grows. */
static void an_element_can_be_pushed_again (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  BCOV_VEC (int) v = {0};
  assert_int_equal (bcov_vec_push (mem, &v, 77, NULL), BCOV_OK);
  for (int k = 1; k < 1000; k++)
    assert_int_equal (bcov_vec_push (mem, &v, v.data[k - 1] + 1, NULL), BCOV_OK);
  assert_int_equal (v.data[999], 77 + 999);
  bcov_vec_free (mem, &v);
  bcov_mem_delete (mem);
}

SUITE (vec)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (pushes_keep_their_order),
      cmocka_unit_test (the_room_doubles),
      cmocka_unit_test (room_is_never_less_than_needed),
      cmocka_unit_test (reserved_room_needs_no_memory),
      cmocka_unit_test (failures_leave_the_data),
      cmocka_unit_test (an_element_can_be_pushed_again),
  };
  return cmocka_run_group_tests_name ("vec", tests, NULL, NULL);
}
