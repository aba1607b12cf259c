/* Letters for many coverings in turn: each as if it were the only one. */

#include "suite.h"

#include "make.h"
#include "failing.h"
#include "puzzle/lettering.h"

static bcov_covering *start (bcov_puzzle *puzzle)
{
  bcov_covering *covering = NULL;
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), 0);
  return covering;
}

static bcov_status try_letters (bcov_lettering *lettering, const bcov_covering *covering,
                                const char *wanted)
{
  uint32_t letters[16];
  assert_true (covering->laid.count <= 16);
  bcov_status status = bcov_lettering_give (lettering, covering, letters, NULL);
  for (size_t k = 0; !status && k < covering->laid.count; k++)
    assert_int_equal (letters[k], (uint32_t)wanted[k]);
  return status;
}

static void expect_letters (bcov_lettering *lettering, const bcov_covering *covering,
                            const char *wanted)
{
  assert_int_equal (try_letters (lettering, covering, wanted), BCOV_OK);
}

/* Three dominoes in a row, then a covering where they lie apart, then the first again: what was
   held or shared before does not matter. */
static void coverings_do_not_disturb_each_other (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "......./#######/.......");
  make_piece (puzzle, "I", "XX", 0, 9);
  make_piece (puzzle, "A", "XXX", 0, 9);
  bcov_covering *row = start (puzzle), *apart = NULL, *held = NULL;
  assert_int_equal (bcov_covering_new (puzzle, &apart, NULL), 0);
  assert_int_equal (bcov_covering_new (puzzle, &held, NULL), 0);
  make_lay (row, "I", 0, "XX...../#######/.......");
  make_lay (row, "I", 0, "..XX.../#######/.......");
  make_lay (row, "I", 0, "....XX./#######/.......");
  make_lay (apart, "I", 0, "XX...../#######/.......");
  make_lay (apart, "I", 0, "...XX../#######/.......");
  make_lay (held, "I", 0, "XX...../#######/.......");
  make_lay (held, "I", 0, "..XX.../#######/.......");
  make_lay (held, "A", 0, "......./#######/XXX....");
  bcov_lettering lettering;
  assert_int_equal (bcov_lettering_start (puzzle, &lettering, NULL), BCOV_OK);
  for (size_t round = 0; round < 3; round++) {
    expect_letters (&lettering, row, "IAI");
    expect_letters (&lettering, apart, "II");
    expect_letters (&lettering, held, "IBA");
  }
  bcov_lettering_end (&lettering);
  bcov_covering_free (apart);
  bcov_covering_free (held);
  make_end (mem, NULL, puzzle, row);
}

/* A single piece keeps its letter though others, before and behind it, lie there several times. */
static void several_kinds_share (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "............");
  make_piece (puzzle, "I", "XX", 0, 9);
  make_piece (puzzle, "A", "X", 0, 9);
  make_piece (puzzle, "B", "XXX", 0, 9);
  bcov_covering *covering = start (puzzle);
  bcov_lettering lettering;
  make_lay (covering, "I", 0, "XX..........");
  make_lay (covering, "I", 0, "..XX........");
  make_lay (covering, "A", 0, "....X.......");
  make_lay (covering, "A", 0, ".....X......");
  make_lay (covering, "B", 0, "......XXX...");
  assert_int_equal (bcov_lettering_start (puzzle, &lettering, NULL), BCOV_OK);
  expect_letters (&lettering, covering, "IACAB");
  expect_letters (&lettering, covering, "IACAB");
  bcov_lettering_end (&lettering);
  make_end (mem, NULL, puzzle, covering);
}

/* A piece in two parts has a letter to itself in the covering at hand, and only there. */
static void parts_hold_a_letter_for_one_covering (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, ".........");
  make_piece (puzzle, "P", "X.X", 0, 9);
  bcov_covering *covering = start (puzzle);
  bcov_lettering lettering;
  make_lay (covering, "P", 0, "X.X......");
  make_lay (covering, "P", 0, ".....X.X.");
  assert_int_equal (bcov_lettering_start (puzzle, &lettering, NULL), BCOV_OK);
  uint32_t first[2], again[2];
  assert_int_equal (bcov_lettering_give (&lettering, covering, first, NULL), BCOV_OK);
  assert_int_not_equal (first[0], first[1]);
  assert_int_equal (bcov_lettering_give (&lettering, covering, again, NULL), BCOV_OK);
  assert_memory_equal (first, again, sizeof first);
  bcov_lettering_end (&lettering);
  make_end (mem, NULL, puzzle, covering);
}

/* Whatever allocation fails is told, and asking again goes well. */
static void memory_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "....");
  make_piece (puzzle, "I", "XX", 0, 9);
  bcov_covering *covering = start (puzzle);
  make_lay (covering, "I", 0, "XX..");
  make_lay (covering, "I", 0, "..XX");
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_lettering lettering;
    f.status = bcov_lettering_start (puzzle, &lettering, NULL);
    bool started = !f.status;
    if (started)
      f.status = try_letters (&lettering, covering, "IA");
    bcov_mem_fail_at (mem, 0);
    if (started)
      expect_letters (&lettering, covering, "IA");
    bcov_lettering_end (&lettering);
  }
  assert_true (f.failed >= 6);
  make_end (mem, NULL, puzzle, covering);
}

SUITE (lettering)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (coverings_do_not_disturb_each_other),
      cmocka_unit_test (several_kinds_share),
      cmocka_unit_test (parts_hold_a_letter_for_one_covering),
      cmocka_unit_test (memory_may_fail),
  };
  return cmocka_run_group_tests_name ("lettering", tests, NULL, NULL);
}
