/* Counts up to symmetry: known values, as a whole and in parts, and lower bounds after a stop. */

#include "suite.h"

#include "ask.h"
#include "engines.h"
#include "model/compile/compile.h"
#include "question/by_symmetry.h"

typedef struct {
  const char *board, *pieces, *wrap;
  uint64_t count;
  bool small; /* small enough for the oracle */
} known;

/* Domino tilings of squares up to symmetry: 1, 9, 930; the others have their sources in puzzles/.
 * One domino on 3 x 3 has two positions: at a corner or in the centre. */
static const known knowns[] = {
    {"2x2", "I2:any", NULL, 1, true},    {"4x4", "I2:any", NULL, 9, true},
    {"6x6", "I2:any", NULL, 930, false}, {"5x10", "Y5:any", NULL, 4, false},
    {"8x8", "T4:any", NULL, 15, false},  {"3x3x3", "2x2:6,I1:3", NULL, 1, false},
    {"2x2", "I2:any", "both", 1, true},  {"3x3", "I1:any", NULL, 1, true},
    {"3x3", "I1:8,O4:1", NULL, 0, true}, {"3x3", "I1:7,I2:1", NULL, 2, true},
    {"3x3", "I1:8,I2:1", NULL, 0, true}, {"####", "I1:any", NULL, 1, true},
};

typedef struct {
  bcov_mem *mem;
  bcov_puzzle *puzzle;
  bcov_compiled compiled;
  bcov_orbits orbits;
  bcov_control control;
} fixture;

static fixture start (const known *k)
{
  fixture f = {.mem = bcov_mem_new (0)};
  f.puzzle = ask_brief (f.mem, k->board, k->pieces, NULL, k->wrap);
  assert_int_equal (bcov_compile (f.puzzle, false, NULL, &f.compiled, NULL), 0);
  assert_int_equal (bcov_orbits_find (&f.compiled, NULL, &f.orbits, NULL), 0);
  return f;
}

static void finish (fixture *f)
{
  bcov_orbits_free (&f->orbits);
  bcov_compiled_free (&f->compiled);
  ask_end (f->mem, f->puzzle);
}

static bcov_status count_job (fixture *f, bcov_engine engine, const bcov_job *job,
                              bcov_result *result, bcov_error *err)
{
  bcov_plan plan;
  bcov_plan_open (job, &plan);
  bcov_status status = bcov_by_symmetry_orbits (&plan, engine, job, &f->orbits, result, err);
  bcov_plan_close (&plan);
  return status;
}

static uint64_t count_orbits (fixture *f, bcov_engine engine, uint32_t part, uint32_t parts)
{
  bcov_job job = engines_job (&f->compiled.model, &f->control);
  bcov_result result;
  job.share.part = part;
  job.share.parts = parts;
  bcov_result_init (f->mem, &result);
  assert_int_equal (count_job (f, engine, &job, &result, NULL), 0);
  assert_true (result.complete);
  uint64_t count = mpz_get_ui (result.found.value);
  bcov_result_free (&result);
  return count;
}

static void known_counts_up_to_symmetry (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof knowns / sizeof *knowns; k++) {
    fixture f = start (&knowns[k]);
    uint64_t sum = 0;
    assert_int_equal (count_orbits (&f, BCOV_SEARCH, 1, 1), knowns[k].count);
    for (uint32_t part = 1; part <= 4; part++)
      sum += count_orbits (&f, BCOV_SEARCH, part, 4);
    assert_int_equal (sum, knowns[k].count);
    if (knowns[k].small)
      assert_int_equal (count_orbits (&f, BCOV_BRUTE, 1, 1), knowns[k].count);
    finish (&f);
  }
}

/* Each orbit has at most as many members as there are symmetries. */
static void stopped_counts_of_orbits_are_lower_bounds (void **state)
{
  (void)state;
  static const known board = {"16x16", "I2:any,I1:any", NULL, 0, false};
  fixture f = start (&board);
  bcov_watch watch = {.seconds = 1};
  bcov_job job = engines_job (&f.compiled.model, &f.control);
  bcov_result result;
  bcov_control_start (&f.control, &watch);
  bcov_result_init (f.mem, &result);
  assert_int_equal (count_job (&f, BCOV_SEARCH, &job, &result, NULL), 0);
  assert_false (result.complete);
  assert_true (mpz_sgn (result.found.value) > 0);
  assert_true (mpz_get_ui (result.found.value) * 8 <= result.nodes + 8);
  bcov_result_free (&result);
  finish (&f);
}

SUITE (by_orbit)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (known_counts_up_to_symmetry),
      cmocka_unit_test (stopped_counts_of_orbits_are_lower_bounds),
  };
  return cmocka_run_group_tests_name ("by_orbit", tests, NULL, NULL);
}
