/* Random probes: the mean of many small ones against brute force on random models, exact results if
   nothing is left out, intervals, threads, stops and memory. */

#include "suite.h"

#include "failing.h"
#include "programs.h"
#include "random_cases.h"
#include "unrolled.h"
#include "engine/plan/tuning.h"
#include "engine/probe/beam.h"
#include "engine/probe/dive.h"

#include <math.h>

enum { SEEDS = 200, DESCENTS = 6 };

static void order_items (const bcov_model *model, uint32_t *order)
{
  for (uint32_t i = 0; i < model->items.count; i++)
    order[i] = i;
}

/* ---- the mean of many probes ---- */

/* A bcov_status and a draw of some method for a seed. */
typedef bcov_draw probe_once (const void *job, uint64_t seed);

static bcov_draw draw_beam (const void *job, uint64_t seed)
{
  bcov_beam beam = *(const bcov_beam *)job;
  bcov_draw draw;
  beam.seed = seed;
  assert_int_equal (bcov_beam_run (&beam, NULL, &draw, NULL), BCOV_OK);
  assert_true (draw.complete);
  return draw;
}

static bcov_draw draw_dive (const void *job, uint64_t seed)
{
  bcov_dive dive = *(const bcov_dive *)job;
  bcov_draw draw;
  dive.seed = seed;
  assert_int_equal (bcov_dive_run (&dive, NULL, &draw, NULL), BCOV_OK);
  assert_true (draw.complete);
  return draw;
}

/* Checks that the mean of many draws is COUNT, up to five standard errors, and that exact draws are
   exact.  Returns whether some draw was not. */
static bool check_mean (probe_once *once, const void *job, double count, uint64_t seed)
{
  double sum = 0, squares = 0;
  bool random = false;
  for (uint64_t k = 0; k < SEEDS; k++) {
    bcov_draw draw = once (job, seed + k * 0x2545f4914f6cdd1du);
    double x = exp (draw.log);
    if (draw.exact)
      assert_true (fabs (x - count) < 1e-6 * count + 1e-9);
    random |= !draw.exact;
    sum += x;
    squares += x * x;
  }
  double mean = sum / SEEDS, error = sqrt (fmax (0, squares / SEEDS - mean * mean) / SEEDS);
  if (fabs (mean - count) > 5 * error + 1e-6)
    fail_msg ("the mean is %g with an error of %g instead of %g", mean, error, count);
  return random;
}

static bcov_tree_shape learn_shape (bcov_dive dive)
{
  bcov_tree_shape shape = {0};
  bcov_draw draw;
  dive.shape = NULL;
  for (uint64_t k = 0; k < DESCENTS; k++) {
    dive.seed = k;
    assert_int_equal (bcov_dive_run (&dive, &shape, &draw, NULL), BCOV_OK);
  }
  return shape;
}

/* Returns a twist that two small beams have learnt, or one with random factors, which must do no
   harm either. */
static bcov_twist learn_twist (bcov_beam beam, uint64_t seed)
{
  bcov_twist twist;
  bcov_draw draw;
  uint64_t work = 0;
  bcov_random random = {seed};
  beam.states = 3;
  assert_int_equal (bcov_twist_make (beam.program, &twist, NULL), BCOV_OK);
  beam.twist = &twist;
  for (int k = 0; k < 2; k++) {
    bcov_beam_trail trail = {0};
    beam.seed = ~(seed + (uint64_t)k);
    assert_int_equal (bcov_beam_run (&beam, &trail, &draw, NULL), BCOV_OK);
    assert_int_equal (bcov_twist_learn (beam.program, NULL, &trail, &twist, &work, NULL), BCOV_OK);
    bcov_beam_trail_free (beam.program->mem, &trail);
  }
  for (size_t k = 0; k < twist.tables.count && seed % 3 == 0; k++)
    twist.tables.data[k] = (float)bcov_random_below (&random, 100) / 50 - 1;
  return twist;
}

/* Checks beams and dives on a reduced model; returns whether all of them left something out. */
static bool check_model (const bcov_model *model, double count, uint64_t seed)
{
  bcov_control control;
  bcov_program program = programs_unroll (model, NULL, NULL);
  bcov_control_start (&control, NULL);
  bcov_beam beam = {.program = &program, .states = 2, .control = &control};
  bool random = check_mean (draw_beam, &beam, count, seed);
  bcov_twist twist = learn_twist (beam, seed);
  beam.twist = &twist;
  random &= check_mean (draw_beam, &beam, count, seed);
  bcov_twist_free (model->mem, &twist);
  bcov_program_free (&program);
  bcov_dive dive = {.model = model, .nodes = 1, .control = &control};
  dive.bitset_bytes = seed % 2 ? 1 << 20 : 0;
  bcov_tree_shape shape = learn_shape (dive);
  random &= check_mean (draw_dive, &dive, count, seed);
  dive.shape = &shape;
  random &= check_mean (draw_dive, &dive, count, seed);
  bcov_tree_shape_free (model->mem, &shape);
  return random;
}

static void mean_is_right (void **state)
{
  (void)state;
  size_t checked = 0;
  for (uint64_t k = 0; k < cases (240); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_random random = {cases_seed (k)};
    bcov_model model = programs_draw (mem, &random, k);
    uint64_t count = models_solve (&model, NULL);
    if (!model.impossible && model.items.count && count > 3)
      checked += check_model (&model, (double)count, k);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
  assert_true (cases_enough (checked, 20));
}

/* ---- boards ---- */

/* Returns the spread of 16 beams of 30 states. */
static double spread_of (bcov_beam beam)
{
  bcov_draw draws[16];
  beam.states = 30;
  for (uint64_t k = 0; k < 16; k++)
    draws[k] = draw_beam (&(bcov_beam){.program = beam.program,
                                       .twist = beam.twist,
                                       .states = beam.states,
                                       .control = beam.control},
                          cases_seed (k));
  return bcov_guess_spread (draws, 16);
}

/* On this board the twist at least halves the spread. */
static void twist_narrows_the_spread (void **state)
{
  (void)state;
  unrolled u;
  bcov_control control;
  bcov_twist twist;
  bcov_draw draw;
  uint64_t work = 0;
  unrolled_make (&u, "8x10", "I1:8,I2:any,L3:any", order_items);
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_twist_make (&u.program, &twist, NULL), BCOV_OK);
  bcov_beam beam = {.program = &u.program, .states = 500, .control = &control};
  double before = spread_of (beam);
  beam.twist = &twist;
  for (int k = 0; k < 2; k++) {
    bcov_beam_trail trail = {0};
    assert_int_equal (bcov_beam_run (&beam, &trail, &draw, NULL), BCOV_OK);
    assert_int_equal (bcov_twist_learn (&u.program, NULL, &trail, &twist, &work, NULL), BCOV_OK);
    bcov_beam_trail_free (u.mem, &trail);
  }
  double after = spread_of (beam);
  if (!(after < before / 2))
    fail_msg ("the spread is %g with a twist and %g without", after, before);
  assert_true (work > 0);
  bcov_twist_free (u.mem, &twist);
  unrolled_end (&u);
}

static bcov_probe probe_of (const unrolled *u, bcov_control *control, uint64_t work)
{
  bcov_control_start (control, NULL);
  return (bcov_probe){.model = &u->compiled.model,
                      .program = &u->program,
                      .dives = true,
                      .bound = 1000,
                      .bitset_bytes = 1 << 20,
                      .work = work,
                      .workers = 1,
                      .control = control,
                      .limits = &bcov_probes};
}

static void enough_work_is_exact (void **state)
{
  (void)state;
  unrolled u;
  bcov_control control;
  bcov_guess guess;
  unrolled_make (&u, "6x6", "I2:any", order_items);
  for (int dives = 0; dives < 2; dives++) {
    bcov_probe probe = probe_of (&u, &control, 1 << 24);
    bcov_probe_limits large = bcov_probes;
    large.first_work = 1 << 22;
    large.most_states = 1 << 20;
    probe.limits = &large;
    probe.dives = dives;
    probe.program = dives ? NULL : probe.program;
    assert_int_equal (bcov_probe_run (&probe, &guess, NULL), BCOV_OK);
    assert_true (guess.exact && guess.found && guess.low == guess.high);
    assert_true (fabs (exp (guess.log) - 6728) < 1e-6);
  }
  unrolled_end (&u);
}

/* The expected share of intervals is 0.95; the bound is far below, for other seeds. */
static void intervals_contain_the_number (void **state)
{
  (void)state;
  unrolled u;
  bcov_control control;
  bcov_guess guess;
  size_t inside = 0, all = 40;
  unrolled_make (&u, "8x8", "I2:any", order_items);
  for (uint64_t k = 0; k < all; k++) {
    bcov_probe probe = probe_of (&u, &control, 20000);
    probe.dives = k % 2;
    probe.seed = cases_seed (k);
    assert_int_equal (bcov_probe_run (&probe, &guess, NULL), BCOV_OK);
    assert_true (!guess.exact && guess.low <= guess.log && guess.log <= guess.high);
    assert_true (guess.probes > 5000 && guess.probes < 100000);
    inside += guess.low <= log (12988816) && log (12988816) <= guess.high;
  }
  assert_true (inside >= all * 8 / 10);
  unrolled_end (&u);
}

static void threads_change_nothing (void **state)
{
  (void)state;
  unrolled u;
  bcov_control control;
  bcov_guess one, three;
  unrolled_make (&u, "6x10", "pentominoes", order_items);
  for (uint64_t seed = 0; seed < 3; seed++) {
    bcov_probe probe = probe_of (&u, &control, 60000);
    probe.seed = seed;
    assert_int_equal (bcov_probe_run (&probe, &one, NULL), BCOV_OK);
    probe.workers = 3;
    assert_int_equal (bcov_probe_run (&probe, &three, NULL), BCOV_OK);
    assert_true (one.log == three.log && one.low == three.low && one.high == three.high);
    assert_int_equal (one.probes, three.probes);
  }
  unrolled_end (&u);
}

static void nothing_found (void **state)
{
  (void)state;
  unrolled u;
  bcov_control control;
  bcov_guess guess;
  unrolled_make (&u, "10x10", "I4:any", order_items); /* by colouring, there is no covering */
  bcov_probe probe = probe_of (&u, &control, 20000);
  probe.bound = 50;
  assert_int_equal (bcov_probe_run (&probe, &guess, NULL), BCOV_OK);
  assert_true (!guess.exact && !guess.found && isinf (guess.low) && guess.low < 0);
  assert_true (fabs (guess.high - 50 * log (2)) < 1e-9);
  unrolled_end (&u);
}

static void stops (void **state)
{
  (void)state;
  unrolled u;
  bcov_control control;
  bcov_guess guess;
  atomic_bool stop = true;
  unrolled_make (&u, "8x8", "I2:any", order_items);
  bcov_probe probe = probe_of (&u, &control, 1 << 24);
  bcov_control_start (&control, &(bcov_watch){.stop = &stop});
  assert_int_equal (bcov_probe_run (&probe, &guess, NULL), BCOV_STOPPED);
  probe.program = NULL;
  assert_int_equal (bcov_probe_run (&probe, &guess, NULL), BCOV_STOPPED);
  unrolled_end (&u);
}

static void memory_fails (void **state)
{
  (void)state;
  unrolled u;
  bcov_control control;
  bcov_guess guess;
  unrolled_make (&u, "4x6", "I2:any", order_items);
  for (size_t workers = 1; workers < 3; workers++) {
    bcov_probe probe = probe_of (&u, &control, 3000);
    probe.workers = workers;
    failing f = failing_start (u.mem);
    while (failing_next (&f))
      f.status = bcov_probe_run (&probe, &guess, NULL);
    assert_true (f.failed > 10);
  }
  unrolled_end (&u);
}

/* ---- intervals ---- */

static bcov_draw drawn (double log)
{
  return (bcov_draw){.log = log, .work = 7, .complete = true};
}

static void intervals (void **state)
{
  (void)state;
  bcov_draw draws[6];
  bcov_guess guess, other;
  for (int k = 0; k < 6; k++)
    draws[k] = drawn (k % 2 ? 10.1 : 9.9);
  bcov_guess_make (draws, 6, &guess);
  assert_true (guess.low < 9.95 && guess.high > 10.05 && guess.high - guess.low < 0.4);
  assert_int_equal (guess.probes, 42);
  other = guess;
  bcov_guess_multiply (&other, &guess);
  assert_true (fabs (other.log - 2 * guess.log) < 1e-9);
  assert_true (other.high - other.log < 1.5 * (guess.high - guess.log));
  draws[0] = draws[1] = drawn (-INFINITY);
  bcov_guess_make (draws, 6, &other);
  assert_true (other.log < guess.log && other.high - other.low > guess.high - guess.low);
  for (int k = 0; k < 6; k++)
    draws[k] = drawn (-INFINITY);
  bcov_guess_make (draws, 6, &other);
  assert_true (!other.found && !other.exact && isinf (other.high) && isinf (other.log));
  draws[0].exact = true;
  bcov_guess_make (draws, 6, &other);
  assert_true (other.exact && isinf (other.high) && other.high < 0);
  bcov_guess_multiply (&other, &guess);
  assert_true (other.exact && !other.found && other.high < 0);
}

SUITE (probe)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (mean_is_right),
      cmocka_unit_test (twist_narrows_the_spread),
      cmocka_unit_test (enough_work_is_exact),
      cmocka_unit_test (intervals_contain_the_number),
      cmocka_unit_test (threads_change_nothing),
      cmocka_unit_test (nothing_found),
      cmocka_unit_test (stops),
      cmocka_unit_test (memory_fails),
      cmocka_unit_test (intervals),
  };
  return cmocka_run_group_tests_name ("probe", tests, NULL, NULL);
}
