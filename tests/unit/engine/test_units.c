/* Units of work: each belongs to one share and to one hand or stretch of it, whatever the numbers,
   against plain loops. */

#include "suite.h"

#include "random_cases.h"
#include "base/random.h"
#include "engine/units.h"

/* ---- dealt ---- */

/* As when cards are dealt: to the shares by turns, and what comes to a share to its hands. */
static void every_unit_is_dealt_once (void **state)
{
  (void)state;
  for (uint32_t parts = 1; parts <= 7; parts++)
    for (uint64_t hands = 1; hands <= 5; hands++)
      for (uint64_t unit = 0; unit < 300; unit++) {
        uint32_t owners = 0;
        for (uint32_t part = 1; part <= parts; part++)
          for (uint64_t hand = 0; hand < hands; hand++) {
            bcov_units units = bcov_units_dealt ((bcov_share){part, parts}, hand, hands);
            bool mine = unit % parts == part - 1 && unit / parts % hands == hand;
            assert_int_equal (bcov_units_has (&units, unit), mine);
            owners += mine;
          }
        assert_int_equal (owners, 1);
      }
}

/* The hands of a share make up what it has when it is not dealt on. */
static void hands_make_up_a_share (void **state)
{
  (void)state;
  for (uint32_t part = 1; part <= 4; part++)
    for (uint64_t unit = 0; unit < 200; unit++) {
      bcov_units whole = bcov_units_dealt ((bcov_share){part, 4}, 0, 1);
      uint32_t owners = 0;
      for (uint64_t hand = 0; hand < 6; hand++) {
        bcov_units units = bcov_units_dealt ((bcov_share){part, 4}, hand, 6);
        owners += bcov_units_has (&units, unit);
      }
      assert_int_equal (owners, bcov_units_has (&whole, unit));
    }
}

/* FROM, FROM + STEP and so on are those that it has. */
static void steps_are_what_it_has (void **state)
{
  (void)state;
  bcov_units units = bcov_units_dealt ((bcov_share){2, 3}, 1, 4);
  uint64_t next = units.from;
  assert_int_equal (units.from, 4);
  assert_int_equal (units.step, 12);
  for (uint64_t unit = 0; unit < 500; unit++) {
    assert_int_equal (bcov_units_has (&units, unit), unit == next);
    next += unit == next ? units.step : 0;
  }
}

static void shares_of_so_many_units (void **state)
{
  (void)state;
  for (uint32_t parts = 1; parts <= 9; parts++)
    for (uint64_t count = 0; count < 100; count++) {
      uint64_t sum = 0;
      for (uint32_t part = 1; part <= parts; part++) {
        bcov_units units = bcov_units_dealt ((bcov_share){part, parts}, 0, 1);
        uint64_t mine = 0;
        for (uint64_t unit = 0; unit < count; unit++)
          mine += bcov_units_has (&units, unit);
        assert_int_equal (bcov_units_of_share ((bcov_share){part, parts}, count), mine);
        sum += mine;
      }
      assert_int_equal (sum, count);
    }
}

/* More parts and hands than fit into a word of 32 bits together. */
static void many_parts_and_hands (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  for (uint64_t k = 0; k < cases (1000); k++) {
    uint32_t parts = UINT32_MAX - (uint32_t)bcov_random_below (&random, 1000);
    uint32_t part = 1 + (uint32_t)bcov_random_below (&random, parts);
    uint64_t hands = 1 + bcov_random_below (&random, 1 << 20);
    uint64_t hand = bcov_random_below (&random, hands);
    bcov_units units = bcov_units_dealt ((bcov_share){part, parts}, hand, hands);
    for (uint64_t turn = 0; turn < 3; turn++) {
      uint64_t unit = part - 1 + parts * (hand + hands * turn);
      assert_true (bcov_units_has (&units, unit));
      assert_false (bcov_units_has (&units, unit + 1) && parts * hands > 1);
      assert_int_equal (unit % parts, part - 1);
      assert_int_equal (unit / parts % hands, hand);
    }
  }
}

/* ---- stretches ---- */

static void expect_stretches (uint64_t count, uint64_t n)
{
  uint64_t at = 0;
  for (uint64_t k = 0; k < n; k++) {
    bcov_units units = bcov_units_stretch (count, k, n);
    assert_int_equal (units.from, at);
    assert_int_equal (units.step, 1);
    assert_true (units.to - units.from == count / n || units.to - units.from == count / n + 1);
    at = units.to;
  }
  assert_int_equal (at, count);
}

static void every_unit_is_in_one_stretch (void **state)
{
  (void)state;
  for (uint64_t n = 1; n <= 9; n++)
    for (uint64_t count = 0; count < 60; count++) {
      expect_stretches (count, n);
      for (uint64_t unit = 0; unit < count + 5; unit++) {
        uint32_t owners = 0;
        for (uint64_t k = 0; k < n; k++) {
          bcov_units units = bcov_units_stretch (count, k, n);
          owners += bcov_units_has (&units, unit);
        }
        assert_int_equal (owners, unit < count);
      }
    }
}

/* As many as the product allows. */
static void long_stretches (void **state)
{
  (void)state;
  for (uint64_t n = 1; n <= 40; n++)
    for (uint64_t less = 0; less < 50; less++)
      expect_stretches (UINT64_MAX / n - less, n);
}

/* ---- ranks ---- */

/* The ranks of all shares follow each other, and are as many or one more. */
static void expect_ranks (const mpz_t total, uint32_t parts)
{
  mpz_t first, end, at, least;
  mpz_inits (first, end, at, least, NULL);
  mpz_fdiv_q_ui (least, total, parts);
  for (uint32_t part = 1; part <= parts; part++) {
    bcov_units_ranks ((bcov_share){part, parts}, total, first, end);
    assert_int_equal (mpz_cmp (first, at), 0);
    mpz_set (at, end);
    mpz_sub (end, end, first);
    mpz_sub (end, end, least);
    assert_true (mpz_sgn (end) == 0 || mpz_cmp_ui (end, 1) == 0);
  }
  assert_int_equal (mpz_cmp (at, total), 0);
  mpz_clears (first, end, at, least, NULL);
}

static void ranks_are_a_partition (void **state)
{
  (void)state;
  mpz_t total, first, end;
  mpz_inits (total, first, end, NULL);
  for (uint32_t parts = 1; parts <= 9; parts++)
    for (unsigned long count = 0; count < 60; count++) {
      mpz_set_ui (total, count);
      expect_ranks (total, parts);
      for (uint32_t part = 1; part <= parts; part++) {
        bcov_units units = bcov_units_stretch (count, part - 1, parts);
        bcov_units_ranks ((bcov_share){part, parts}, total, first, end);
        assert_int_equal (mpz_cmp_ui (first, units.from), 0);
        assert_int_equal (mpz_cmp_ui (end, units.to), 0);
      }
    }
  mpz_clears (total, first, end, NULL);
}

static void many_ranks (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  mpz_t total, first, end;
  mpz_inits (total, first, end, NULL);
  for (uint64_t k = 0; k < cases (300); k++) {
    mpz_set_ui (total, 1);
    for (uint64_t words = bcov_random_below (&random, 6); words; words--) {
      mpz_mul_2exp (total, total, 64);
      mpz_add_ui (total, total, bcov_random_next (&random));
    }
    expect_ranks (total, 1 + (uint32_t)bcov_random_below (&random, 100));
    bcov_units_ranks ((bcov_share){1, UINT32_MAX}, total, first, end);
    assert_int_equal (mpz_sgn (first), 0);
    bcov_units_ranks ((bcov_share){UINT32_MAX, UINT32_MAX}, total, first, end);
    assert_int_equal (mpz_cmp (end, total), 0);
  }
  mpz_clears (total, first, end, NULL);
}

SUITE (units)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (every_unit_is_dealt_once),
      cmocka_unit_test (hands_make_up_a_share),
      cmocka_unit_test (steps_are_what_it_has),
      cmocka_unit_test (shares_of_so_many_units),
      cmocka_unit_test (many_parts_and_hands),
      cmocka_unit_test (every_unit_is_in_one_stretch),
      cmocka_unit_test (long_stretches),
      cmocka_unit_test (ranks_are_a_partition),
      cmocka_unit_test (many_ranks),
  };
  return cmocka_run_group_tests_name ("units", tests, NULL, NULL);
}
