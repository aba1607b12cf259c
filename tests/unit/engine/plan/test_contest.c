/* Counts by whichever engine is fastest: the number is right whoever has turns, with one worker and
   with several, and a run that is stopped says so. */

#include "suite.h"

#include "engines.h"
#include "searches.h"
#include "engine/plan/plan.h"

typedef struct {
  const char *board, *pieces;
  uint64_t count;
} known_board;

/* Boards on which a search and the frontier take about the same time, so that both have turns; one
   for the dense table, on which the quick search is faster; and one on which no search ends. */
static const known_board boards[] = {
    {"6x10", "pentominoes", 9356},  {"6x6", "I1:1,pentominoes:0..1", 106864},
    {"5x8", "tetrominoes:2", 3106}, {"3x3x3", "I3:5,L3:4", 4980},
    {"3x4x5", "I3:any", 4430},      {"15x15", "Y5:any", 1696}};

static void count_board (const known_board *b, uint32_t workers, double seconds)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = searches_plain (mem, b->board, b->pieces), reduced = searches_reduce (&model);
  bcov_watch watch = {.seconds = seconds};
  bcov_control control;
  bcov_result result;
  bcov_job job = engines_job (&reduced, &control);
  job.workers = workers;
  bcov_control_start (&control, &watch);
  bcov_result_init (mem, &result);
  assert_int_equal (bcov_plan_run_once (BCOV_AUTO, &job, &result, NULL), BCOV_OK);
  if (seconds > 0)
    assert_true (mpz_cmp_ui (result.found.value, b->count) <= 0);
  else
    assert_true (result.complete && mpz_cmp_ui (result.found.value, b->count) == 0);
  assert_int_equal (result.complete, !bcov_control_status (&control, NULL));
  assert_true (!control.most_nodes);
  bcov_result_free (&result);
  searches_end (mem, &model, &reduced);
}

static void counts_are_right (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof boards / sizeof *boards; k++)
    for (uint32_t workers = 1; workers <= 2; workers++)
      count_board (&boards[k], workers, 0);
}

static void stopped_counts_say_so (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof boards / sizeof *boards; k++)
    for (double seconds = 0.002; seconds < 1; seconds *= 3)
      count_board (&boards[k], 1, seconds);
}

SUITE (contest)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (counts_are_right),
      cmocka_unit_test (stopped_counts_say_so),
  };
  return cmocka_run_group_tests_name ("contest", tests, NULL, NULL);
}
