/* Shares: kept levels and a list of all coverings give the same, and the shares add up. */

#include "suite.h"

#include "ask.h"
#include "question/heat_run.h"

static void count (bcov_run *run, const bcov_puzzle *puzzle, const char *engine,
                   bcov_option_shares *shares)
{
  bcov_request request = {.engine = engine};
  assert_int_equal (bcov_solution_source_start (run, puzzle, &request, NULL), BCOV_OK);
  assert_int_equal (bcov_option_shares_start (run, shares, NULL), BCOV_OK);
  assert_int_equal (bcov_option_shares_count (run, true, shares, NULL), BCOV_OK);
}

/* Every covering of 4 x 6 has 12 dominoes. */
static void both_ways_agree (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x6", "I2:any", NULL, NULL);
  bcov_run levels, search;
  bcov_option_shares a, b;
  mpz_t sum;
  mpz_init (sum);
  count (&levels, puzzle, "frontier", &a);
  count (&search, puzzle, "search", &b);
  assert_int_equal (mpz_cmp_ui (a.total.value, 281), 0);
  assert_int_equal (mpz_cmp_ui (b.total.value, 281), 0);
  assert_int_equal (a.count, 38);
  assert_int_equal (b.count, 38);
  for (uint32_t k = 0; k < a.count; k++) {
    assert_int_equal (mpz_cmp (a.uses[k].value, b.uses[k].value), 0);
    mpz_add (sum, sum, a.uses[k].value);
  }
  assert_int_equal (mpz_cmp_ui (sum, 12 * 281), 0);
  mpz_clear (sum);
  bcov_option_shares_end (&a);
  bcov_option_shares_end (&b);
  bcov_run_end (&levels);
  bcov_run_end (&search);
  ask_end (mem, puzzle);
}

SUITE (option_shares)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (both_ways_agree),
  };
  return cmocka_run_group_tests_name ("option_shares", tests, NULL, NULL);
}
