/* Results of independent parts, put together. */

#include "suite.h"

#include "engine/result.h"

/* A result with that many solutions, nodes and cells, and COUNT best options from FIRST on. */
static bcov_result make_result (bcov_mem *mem, uint64_t found, uint64_t nodes, uint64_t gain,
                                uint32_t first, uint32_t count)
{
  bcov_result result;
  bcov_result_init (mem, &result);
  bcov_number_clear (&result.found);
  bcov_number_init (&result.found, found);
  result.nodes = nodes;
  result.gain = gain;
  for (uint32_t k = 0; k < count; k++)
    assert_int_equal (bcov_vec_push (mem, &result.best, first + k, NULL), BCOV_OK);
  return result;
}

static void end (bcov_mem *mem, bcov_result *result)
{
  bcov_result_free (result);
  bcov_result_free (result);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void a_fresh_one_is_the_empty_solution (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_result result;
  bcov_result_init (mem, &result);
  assert_true (bcov_number_equals (&result.found, "1"));
  assert_true (result.complete);
  assert_int_equal (result.nodes + result.gain + result.best.count, 0);
  end (mem, &result);
  bcov_result empty = {0};
  bcov_result_free (&empty);
}

static void counts_multiply_and_the_rest_adds (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_result whole;
  bcov_result_init (mem, &whole);
  bcov_result parts[] = {make_result (mem, 6, 100, 8, 0, 3),
                         make_result (mem, UINT64_MAX, 20, 0, 0, 0),
                         make_result (mem, 10, 3, 4, 50, 2)};
  for (size_t k = 0; k < 3; k++) {
    assert_int_equal (bcov_result_combine (&whole, &parts[k], NULL), BCOV_OK);
    bcov_result_free (&parts[k]);
  }
  assert_true (bcov_number_equals (&whole.found, "1106804644422573096900"));
  assert_int_equal (whole.nodes, 123);
  assert_int_equal (whole.gain, 12);
  assert_true (whole.complete);
  const uint32_t best[] = {0, 1, 2, 50, 51};
  assert_int_equal (whole.best.count, 5);
  assert_memory_equal (whole.best.data, best, sizeof best);
  end (mem, &whole);
}

/* With the fresh result on either side nothing changes. */
static void the_empty_solution_is_neutral (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_result fresh, part = make_result (mem, 65, 7, 60, 9, 12);
  bcov_result_init (mem, &fresh);
  assert_int_equal (bcov_result_combine (&part, &fresh, NULL), BCOV_OK);
  assert_int_equal (bcov_result_combine (&fresh, &part, NULL), BCOV_OK);
  const bcov_result *both[] = {&part, &fresh};
  for (int k = 0; k < 2; k++) {
    assert_true (bcov_number_equals (&both[k]->found, "65"));
    assert_int_equal (both[k]->nodes, 7);
    assert_int_equal (both[k]->gain, 60);
    assert_int_equal (both[k]->best.count, 12);
    assert_int_equal (both[k]->best.data[11], 20);
  }
  bcov_result_free (&part);
  end (mem, &fresh);
}

static void one_impossible_part_spoils_all (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_result whole = make_result (mem, 1000, 1, 0, 0, 0), none = make_result (mem, 0, 1, 0, 0, 0);
  assert_int_equal (bcov_result_combine (&whole, &none, NULL), BCOV_OK);
  assert_true (bcov_number_equals (&whole.found, "0"));
  bcov_result_free (&none);
  end (mem, &whole);
}

static void one_unfinished_part_makes_a_bound (void **state)
{
  (void)state;
  for (int k = 0; k < 4; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_result whole = make_result (mem, 2, 1, 1, 0, 1), part = make_result (mem, 3, 1, 1, 1, 1);
    whole.complete = k & 1;
    part.complete = k & 2;
    assert_int_equal (bcov_result_combine (&whole, &part, NULL), BCOV_OK);
    assert_int_equal (whole.complete, k == 3);
    assert_true (bcov_number_equals (&whole.found, "6"));
    bcov_result_free (&part);
    end (mem, &whole);
  }
}

static void failures_are_told (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_result whole, part = make_result (mem, 1, 0, 100, 0, 100);
  size_t failures = 0;
  bcov_status status = BCOV_FAULT;
  for (; status; failures++) {
    bcov_result_init (mem, &whole);
    bcov_mem_fail_at (mem, failures + 1);
    status = bcov_result_combine (&whole, &part, err);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    assert_int_equal (bcov_error_count (err), status ? failures + 1 : failures);
    if (status)
      bcov_result_free (&whole);
  }
  assert_in_range (failures, 2, 10);
  assert_int_equal (whole.best.count, 100);
  bcov_result_free (&part);
  bcov_error_free (err);
  end (mem, &whole);
}

SUITE (result)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (a_fresh_one_is_the_empty_solution),
      cmocka_unit_test (counts_multiply_and_the_rest_adds),
      cmocka_unit_test (the_empty_solution_is_neutral),
      cmocka_unit_test (one_impossible_part_spoils_all),
      cmocka_unit_test (one_unfinished_part_makes_a_bound),
      cmocka_unit_test (failures_are_told),
  };
  return cmocka_run_group_tests_name ("result", tests, NULL, NULL);
}
