/* Every solution visited: the same number as the oracle's, on random models; a run that is stopped,
   and memory that fails. */

#include "suite.h"

#include "models.h"
#include "programs.h"
#include "engine/levels/trellis.h"

#include <stdio.h>
#include <time.h>

static const bcov_watch usual;

typedef struct {
  bcov_mem *mem;
  bcov_control control;
  bcov_job job;
  bcov_result result;
} trial;

static void start (trial *t, const bcov_model *model, const bcov_watch *request)
{
  t->mem = model->mem;
  bcov_control_start (&t->control, request);
  t->job = (bcov_job){.model = model, .part = 1, .parts = 1, .workers = 1, .control = &t->control};
  bcov_result_init (t->mem, &t->result);
}

static void random_models (void **state)
{
  (void)state;
  uint64_t seed = (uint64_t)time (NULL), solvable = 0;
  printf ("seed %llu\n", (unsigned long long)seed);
  for (uint64_t n = 0; n < 3000; n++) {
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = programs_draw (mem, &random, n);
    uint64_t expected = models_solve (&model, NULL);
    trial t;
    bool done = false;
    start (&t, &model, &usual);
    if (!model.impossible) {
      assert_int_equal (bcov_trellis_count (&t.job, &done, &t.result, NULL), BCOV_OK);
      assert_true (done && t.result.complete);
      assert_int_equal (mpz_get_ui (t.result.found.value), expected);
      solvable += expected > 1;
    }
    bcov_result_free (&t.result);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
  assert_true (solvable > 300);
}

static void on_board (const char *board, const char *pieces, const bcov_watch *request, trial *t,
                      bcov_compiled *compiled)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_brief brief = {.board = board, .pieces = pieces};
  *compiled = programs_compile (mem, &brief);
  start (t, &compiled->model, request);
}

static void off_board (trial *t, bcov_compiled *compiled)
{
  bcov_result_free (&t->result);
  bcov_compiled_free (compiled);
  assert_int_equal (bcov_mem_used (t->mem), 0);
  bcov_mem_delete (t->mem);
}

/* Published numbers; few steps for each. */
static void boards (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    uint64_t count;
  } known[] = {{"8x8", "I2:any", 12988816}, {"6x8", "L3:any", 1514}, {"4x5", "L3:any", 0}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    trial t;
    bcov_compiled compiled;
    bool done = false;
    on_board (known[k].board, known[k].pieces, &usual, &t, &compiled);
    assert_int_equal (bcov_trellis_count (&t.job, &done, &t.result, NULL), BCOV_OK);
    assert_true (done && t.result.complete);
    assert_int_equal (mpz_get_ui (t.result.found.value), known[k].count);
    assert_true (t.result.nodes <= 4 * mpz_get_ui (t.result.found.value) + 4);
    off_board (&t, &compiled);
  }
}

static void too_many_states (void **state)
{
  (void)state;
  trial t;
  bcov_compiled compiled;
  bool done = true;
  on_board ("10x10", "pentominoes:any", &usual, &t, &compiled);
  assert_int_equal (bcov_trellis_count (&t.job, &done, &t.result, NULL), BCOV_OK);
  assert_false (done);
  off_board (&t, &compiled);
}

/* What was found until then stays. */
static void stops (void **state)
{
  (void)state;
  bcov_watch request = {.seconds = 0.2};
  trial t;
  bcov_compiled compiled;
  bool done = false;
  on_board ("10x10", "I2:any", &request, &t, &compiled);
  assert_int_equal (bcov_trellis_count (&t.job, &done, &t.result, NULL), BCOV_OK);
  assert_true (done);
  assert_false (t.result.complete);
  off_board (&t, &compiled);
}

static void every_allocation_may_fail (void **state)
{
  (void)state;
  bool done = false;
  for (uint64_t n = 1; !done; n++) {
    trial t;
    bcov_compiled compiled;
    on_board ("4x4", "I2:any", &usual, &t, &compiled);
    bcov_mem_fail_at (t.mem, n);
    bcov_status status = bcov_trellis_count (&t.job, &done, &t.result, NULL);
    bcov_mem_fail_at (t.mem, 0);
    done = done && !status;
    assert_true (done || n < 5000);
    if (done)
      assert_int_equal (mpz_get_ui (t.result.found.value), 36);
    off_board (&t, &compiled);
  }
}

SUITE (trellis)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_models),
      cmocka_unit_test (boards),
      cmocka_unit_test (too_many_states),
      cmocka_unit_test (stops),
      cmocka_unit_test (every_allocation_may_fail),
  };
  return cmocka_run_group_tests_name ("trellis", tests, NULL, NULL);
}
