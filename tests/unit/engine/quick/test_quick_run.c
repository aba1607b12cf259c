/* The quick search as a job: counts as the oracle does, the same sequence for any number of
   threads, parts that make up the whole, and clean ends when the sink has enough, somebody stops
   it, or memory ends. */

#include "suite.h"

#include "random_cases.h"
#include "searches.h"

#include <stdio.h>

/* Told about a tree that is small (one thread, no units), and about one that is not. */
static const double small = 100, large = 40000;

static const uint32_t crews[] = {1, 2, 3, 5};

/* ---- scenes ---- */

typedef struct {
  bcov_mem *mem;
  bcov_model model, reduced;
  bcov_control control;
  bcov_watch watch;
  unsigned without;
  searches_quick quick;
  bool can;
} scene;

static void open_model (scene *s, bcov_mem *mem, bcov_model model)
{
  s->mem = mem;
  s->model = model;
  s->reduced = searches_reduce (&s->model);
  s->can = !s->reduced.impossible && searches_plan (&s->reduced, s->without, &s->quick);
}

static void open_board (scene *s, const char *board, const char *pieces)
{
  bcov_mem *mem = bcov_mem_new (0);
  s->watch = (bcov_watch){0};
  s->without = 0;
  open_model (s, mem, searches_plain (mem, board, pieces));
  assert_true (s->can);
}

static void close_scene (scene *s)
{
  if (s->can)
    searches_plan_free (&s->quick);
  bcov_model_free (&s->reduced);
  bcov_model_free (&s->model);
  assert_int_equal (bcov_mem_used (s->mem), 0);
  bcov_mem_delete (s->mem);
}

/* Anew, with the present watch. */
static bcov_job start_job (scene *s)
{
  bcov_job job = engines_job (&s->reduced, &s->control);
  job.without = s->without;
  bcov_control_start (&s->control, &s->watch);
  return job;
}

typedef struct {
  uint64_t count, nodes;
  bool complete;
} outcome;

static bcov_status try_job (const scene *s, const bcov_job *job, double nodes, outcome *out,
                            bcov_error *err)
{
  bcov_result result;
  bcov_result_init (s->mem, &result);
  bcov_quick_effort effort = bcov_effort_quick (job, nodes, NULL);
  bcov_status status = bcov_quick_run (job, &s->quick.plan, &effort, &result, err);
  *out = (outcome){mpz_get_ui (result.found.value), result.nodes, result.complete};
  bcov_result_free (&result);
  return status;
}

static outcome run_job (const scene *s, const bcov_job *job, double nodes)
{
  outcome out;
  assert_int_equal (try_job (s, job, nodes, &out, NULL), BCOV_OK);
  return out;
}

/* All solutions of a part, in order. */
static searches_found list (scene *s, uint32_t part, uint32_t parts, uint32_t workers, double nodes)
{
  searches_found found = {0};
  bcov_job job = start_job (s);
  job.share.part = part;
  job.share.parts = parts;
  job.workers = workers;
  job.sink = searches_sink;
  job.data = &found;
  outcome out = run_job (s, &job, nodes);
  assert_true (out.complete);
  assert_int_equal (out.count, found.count);
  return found;
}

static uint64_t count (scene *s, uint32_t part, uint32_t parts, uint32_t workers, double nodes)
{
  bcov_job job = start_job (s);
  job.share.part = part;
  job.share.parts = parts;
  job.workers = workers;
  outcome out = run_job (s, &job, nodes);
  assert_true (out.complete);
  assert_int_equal (s->control.nodes, out.nodes);
  assert_int_equal (s->control.found, out.count);
  return out.count;
}

/* ---- the whole and its parts ---- */

/* Parts are disjoint, the same for any number of threads, and together the whole. */
static void expect_parts (scene *s, uint32_t parts, const searches_found *sorted)
{
  searches_found all = {0};
  uint64_t sum = 0;
  for (uint32_t part = 1; part <= parts; part++) {
    searches_found one = list (s, part, parts, 1, part % 2 ? small : large);
    searches_found more = list (s, part, parts, 2 + part % 3, large);
    searches_expect_same (&more, &one);
    sum += count (s, part, parts, 1 + part % 3, small);
    for (size_t k = 0; k < one.count; k++)
      searches_put (&all, one.data[k]);
    free (one.data);
    free (more.data);
  }
  assert_int_equal (sum, sorted->count);
  searches_expect_all (&all, sorted);
  free (all.data);
}

static void expect_whole (scene *s, const searches_found *sorted)
{
  searches_found first = list (s, 1, 1, 1, small);
  searches_expect_all (&first, sorted);
  for (size_t k = 0; k < sizeof crews / sizeof *crews; k++) {
    searches_found found = list (s, 1, 1, crews[k], large);
    searches_expect_same (&found, &first);
    assert_int_equal (count (s, 1, 1, crews[k], k % 2 ? small : large), sorted->count);
    free (found.data);
  }
  free (first.data);
}

static void random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), models = 0, solvable = 0;
  for (uint64_t k = 0; k < cases (240); k++) {
    static const unsigned ways[] = {0, BCOV_WITHOUT_MEMORY, BCOV_WITHOUT_POCKETS};
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    scene s = {.without = ways[k / SEARCHES_KINDS % 3]};
    open_model (&s, mem, searches_draw (mem, &random, k));
    if (s.can) {
      searches_found sorted = searches_brute (&s.model);
      expect_whole (&s, &sorted);
      expect_parts (&s, 2 + (uint32_t)k % 4, &sorted);
      models++;
      solvable += sorted.count > 0;
      free (sorted.data);
    }
    close_scene (&s);
  }
  assert_true (cases_enough (models, 80) && cases_enough (solvable, 30));
}

/* Dominoes (OEIS A099390), L-trominoes on 6 x 8, and matchings of the 4 x 4 grid (OEIS A028420). */
static void boards (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    uint64_t count;
  } known[] = {{"6x6", "I2:any", 6728}, {"6x8", "L3:any", 1514}, {"4x4", "I2:any,I1:any", 10012}};
  for (size_t k = 0; k < 3; k++) {
    scene s;
    open_board (&s, known[k].board, known[k].pieces);
    searches_found sorted = list (&s, 1, 1, 1, small);
    searches_sort (&sorted);
    assert_int_equal (sorted.count, known[k].count);
    expect_whole (&s, &sorted);
    expect_parts (&s, 3, &sorted);
    free (sorted.data);
    close_scene (&s);
  }
}

/* The only solution is that nothing is chosen: it is a unit, and one part has it. */
static void nothing_to_choose (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  scene s = {0};
  open_model (&s, mem, models_new (mem, 0, 0, 1));
  assert_int_equal (count (&s, 1, 1, 1, 0), 1);
  assert_int_equal (count (&s, 1, 1, 3, large), 1);
  assert_int_equal (count (&s, 1, 3, 2, 0), 1);
  assert_int_equal (count (&s, 2, 3, 2, 0), 0);
  assert_int_equal (count (&s, 3, 3, 1, 0), 0);
  close_scene (&s);
}

/* More parts than units: the others are empty. */
static void more_parts_than_units (void **state)
{
  (void)state;
  scene s;
  uint64_t sum = 0;
  open_board (&s, "2x4", "I2:any");
  for (uint32_t part = 1; part <= 40; part++)
    sum += count (&s, part, 40, 1 + part % 2, small);
  assert_int_equal (sum, 5);
  close_scene (&s);
}

/* ---- ends ---- */

/* The first so many of the whole, whatever the number of threads, and no more are told. */
static void a_sink_may_have_enough (void **state)
{
  (void)state;
  static const size_t limits[] = {1, 2, 100, 2500, 6727};
  scene s;
  open_board (&s, "6x6", "I2:any");
  searches_found all = list (&s, 1, 1, 1, small);
  for (size_t k = 0; k < 5; k++)
    for (size_t w = 0; w < 4; w++) {
      searches_found found = {.enough = limits[k]};
      bcov_job job = start_job (&s);
      job.workers = crews[w];
      job.sink = searches_sink;
      job.data = &found;
      outcome out = run_job (&s, &job, w % 2 ? large : small + k * large);
      assert_false (out.complete);
      assert_int_equal (found.count, limits[k]);
      assert_int_equal (out.count, limits[k]);
      assert_memory_equal (found.data, all.data, limits[k] * sizeof *all.data);
      assert_int_equal (bcov_control_status (&s.control, NULL), BCOV_OK);
      free (found.data);
    }
  free (all.data);
  close_scene (&s);
}

static bool tally (void *data, const uint32_t *options, size_t count)
{
  (void)options;
  (void)count;
  return ++*(uint64_t *)data;
}

/* Shown within a tenth of a second, in the thread that then sees the flag. */
static bcov_status stop_now (const bcov_progress *now, void *data)
{
  (void)now;
  *(volatile int *)data = 1;
  return BCOV_OK;
}

/* A board of 10 x 10 has 258584046368 coverings by dominoes: nobody waits for them.  Stopped by a
   flag, from the start or later, or by the time. */
static void stops_are_seen (void **state)
{
  (void)state;
  scene s;
  open_board (&s, "10x10", "I2:any");
  for (uint32_t k = 0; k < 24; k++) {
    volatile int stop = k % 3 == 0;
    uint64_t told = 0;
    s.watch = (bcov_watch){.stop = &stop, .seconds = k % 3 == 2 ? 0.03 : 0};
    if (k % 3 == 1) {
      s.watch.progress = stop_now;
      s.watch.progress_data = (void *)&stop;
    }
    bcov_job job = start_job (&s);
    job.workers = k & 1 && k % 3 != 1 ? 3 : 1;
    job.share.parts = k & 2 ? 4 : 1;
    job.sink = k & 4 ? tally : NULL;
    job.data = &told;
    outcome out = run_job (&s, &job, k & 8 ? 1e12 : large);
    assert_false (out.complete);
    assert_int_equal (bcov_control_status (&s.control, NULL), BCOV_STOPPED);
    assert_true (bcov_control_seconds (&s.control) < 5);
    if (job.sink)
      assert_int_equal (out.count, told);
  }
  close_scene (&s);
}

/* A part that was stopped while its units were counted is not called complete, for the units would
   be others. */
static void small_parts_are_stopped_too (void **state)
{
  (void)state;
  volatile int stop = 1;
  scene s;
  open_board (&s, "4x6", "I2:any");
  s.watch.stop = &stop;
  bcov_job job = start_job (&s);
  job.share.parts = 3;
  assert_false (run_job (&s, &job, small).complete);
  close_scene (&s);
}

/* ---- memory ---- */

/* Every allocation with one thread; with several, whose number varies, now and then. */
static void memory_may_fail (void **state)
{
  (void)state;
  scene s;
  open_board (&s, "4x6", "I2:any");
  size_t before = bcov_mem_used (s.mem);
  for (uint32_t way = 0; way < 8; way++) {
    size_t tries = 0;
    bcov_status status = BCOV_FAULT;
    for (size_t n = 1; status; n += way & 1 ? 1 + n / 4 : 1, tries++) {
      searches_found found = {0};
      outcome out;
      bcov_error *err = bcov_error_new ();
      bcov_job job = start_job (&s);
      job.workers = way & 1 ? 3 : 1;
      job.sink = way & 2 ? searches_sink : NULL;
      job.data = &found;
      job.share.parts = way & 4 ? 2 : 1;
      bcov_mem_fail_at (s.mem, n);
      status = try_job (&s, &job, large, &out, err);
      bcov_mem_fail_at (s.mem, 0);
      assert_true (status == BCOV_OK || status == BCOV_FAULT);
      assert_int_equal (bcov_error_status (err), status);
      assert_int_equal (bcov_mem_used (s.mem), before);
      if (!status && !(way & 4))
        assert_int_equal (out.count, 281);
      bcov_error_free (err);
      free (found.data);
    }
    assert_true (tries > 4);
  }
  close_scene (&s);
}

/* A limit makes the table of dead states small, or takes it away; the count stays. */
static void little_memory (void **state)
{
  (void)state;
  for (size_t room = 1 << 17; room < 1 << 22; room *= 2) {
    bcov_mem *mem = bcov_mem_new ((1 << 20) + room);
    scene s = {0};
    open_model (&s, mem, searches_plain (mem, "6x6", "I2:any"));
    assert_true (s.can);
    assert_int_equal (count (&s, 1, 1, 1 + room % 3, 1e9), 6728);
    close_scene (&s);
  }
}

SUITE (quick_run)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_models),
      cmocka_unit_test (boards),
      cmocka_unit_test (nothing_to_choose),
      cmocka_unit_test (more_parts_than_units),
      cmocka_unit_test (a_sink_may_have_enough),
      cmocka_unit_test (stops_are_seen),
      cmocka_unit_test (small_parts_are_stopped_too),
      cmocka_unit_test (memory_may_fail),
      cmocka_unit_test (little_memory),
  };
  return cmocka_run_group_tests_name ("quick_run", tests, NULL, NULL);
}
