/* The searches: brute, the plain one, and the one that records its steps. */

#include "suite.h"

#include "ask.h"
#include "random_cases.h"
#include "turns.h"
#include "agree/random_puzzle.h"
#include "base/hash.h"
#include "engine/plan/tuning.h"
#include "engine/search/brute.h"
#include "engine/search/trace.h"
#include "model/compile/compile.h"
#include "model/reduce/reduce.h"

#include <math.h>

/* Compares the oracle with a search of all sets of options of small random models. */

static void brute_every_solution_once (void **state)
{
  (void)state;
  turns_check_solutions (bcov_brute_run, 1);
}

static void brute_the_most_cells (void **state)
{
  (void)state;
  engines_check_most (bcov_brute_run, 9);
}

static void brute_models_without_options (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_control control;
  bcov_model model = models_new (mem, 2, 0, 1);
  bcov_job job = engines_job (&model, &control);
  assert_int_equal (engines_run (bcov_brute_run, &job).count, 1);
  model.impossible = true;
  assert_int_equal (engines_run (bcov_brute_run, &job).count, 0);
  model.impossible = false;
  model.items.data[1].lo = 1;
  assert_int_equal (engines_run (bcov_brute_run, &job).count, 0);
  turns_end (mem, &model);
}

/* Every set of twelve independent options is a solution; the sink stops after five. */
static void brute_a_sink_may_have_enough (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_control control;
  engines_found found = {.enough = 5};
  bcov_model model = models_new (mem, 1, 0, BCOV_MANY);
  for (int k = 0; k < MODELS_OPTIONS; k++)
    models_add (&model, 1);
  bcov_job job = engines_job (&model, &control);
  job.sink = engines_sink;
  job.data = &found;
  engines_outcome outcome = engines_run (bcov_brute_run, &job);
  assert_int_equal (found.count, 5);
  assert_int_equal (outcome.count, 5);
  assert_false (outcome.complete);
  assert_int_equal (bcov_control_status (&control, NULL), BCOV_OK);
  turns_end (mem, &model);
}

/* There are 2^40 solutions, so only a stop can end the run. */
static void a_stop_is_seen (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  atomic_bool stop = true;
  for (int k = 0; k < 2; k++) {
    bcov_control control;
    bcov_watch watch = {.stop = k ? NULL : &stop, .seconds = k ? 0.02 : 0};
    bcov_model model = models_new (mem, 1, 0, BCOV_MANY);
    for (int o = 0; o < 40; o++)
      models_add (&model, 1);
    bcov_job job = engines_job (&model, &control);
    bcov_control_start (&control, &watch);
    engines_outcome outcome = engines_run (bcov_brute_run, &job);
    assert_false (outcome.complete);
    assert_int_equal (bcov_control_status (&control, NULL), BCOV_STOPPED);
    bcov_model_free (&model);
  }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Domino tilings (OEIS A004003, A001835), a board of the contest, and five tetrominoes whose
   colours forbid a rectangle. */
static void brute_known_counts (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    uint64_t count;
  } known[] = {{"2x2", "I2:any", 2},      {"4x4", "I2:any", 36},
               {"3x6", "I2:any", 41},     {"#.....#/#.....#/##..###", "L3:any", 2},
               {"4x5", "tetrominoes", 0}, {"3x20", "X5:0", 0}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, known[k].board, known[k].pieces, NULL, NULL);
    bcov_compiled compiled;
    bcov_control control;
    assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
    bcov_job job = engines_job (&compiled.model, &control);
    assert_int_equal (engines_run (bcov_brute_run, &job).count, known[k].count);
    bcov_compiled_free (&compiled);
    ask_end (mem, puzzle);
  }
}

static void too_many_options_are_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_control control;
  bcov_result result;
  bcov_model model = models_new (mem, 1, 1, 1);
  for (int k = 0; k < 20000; k++)
    models_add (&model, 1);
  bcov_job job = engines_job (&model, &control);
  bcov_result_init (mem, &result);
  assert_int_equal (bcov_brute_run (&job, &result, err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), "use the engine search"));
  bcov_result_free (&result);
  bcov_error_free (err);
  turns_end (mem, &model);
}

/* Compares the search with a search of all sets of options of small random models; parts, threads
   and limits. */

static bcov_model reduce (const bcov_model *model)
{
  bcov_model reduced;
  assert_int_equal (bcov_reduce (model, MODELS_STEPS, NULL, &reduced, NULL), 0);
  return reduced;
}

static void search_end (bcov_mem *mem, bcov_model *model, bcov_model *reduced)
{
  bcov_model_free (model);
  bcov_model_free (reduced);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* ---- each solution is found once ---- */

/* The counts of the parts add up with any number of threads, and their solutions are disjoint. */
static void search_check_parts (bcov_job job, uint32_t parts, const uint8_t *is, uint64_t count)
{
  engines_found found = {0};
  uint64_t sum = 0;
  job.share.parts = parts;
  for (job.share.part = 1; job.share.part <= parts; job.share.part++) {
    job.sink = NULL;
    job.workers = 1 + job.share.part % 3;
    sum += engines_run (engines_search, &job).count;
    job.sink = engines_sink;
    job.data = &found;
    job.workers = 1;
    assert_true (engines_run (engines_search, &job).complete);
  }
  assert_int_equal (sum, count);
  assert_memory_equal (found.is, is, sizeof found.is);
}

static void check_model (const bcov_model *model, uint64_t k, uint64_t *solvable)
{
  uint8_t is[MODELS_SETS];
  engines_found found = {0};
  bcov_control control;
  uint64_t count = models_solve (model, is);
  bcov_model reduced = reduce (model);
  bcov_job job = engines_job (&reduced, &control);
  engines_outcome outcome = engines_run (engines_search, &job);
  assert_true (outcome.complete);
  assert_int_equal (outcome.count, count);
  job.workers = 4;
  assert_int_equal (engines_run (engines_search, &job).count, count);
  job.workers = 1;
  job.sink = engines_sink;
  job.data = &found;
  assert_int_equal (engines_run (engines_search, &job).count, count);
  assert_memory_equal (found.is, is, sizeof is);
  search_check_parts (job, 2 + (uint32_t)k % 4, is, count);
  *solvable += count > 0;
  bcov_model_free (&reduced);
}

static void search_every_solution_once (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), solvable = 0;
  for (uint64_t k = 0; k < cases (800); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS), none = {0};
    check_model (&model, k, &solvable);
    search_end (mem, &model, &none);
  }
  assert_true (cases_enough (solvable, 200));
}

static void search_the_most_cells (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (1000000);
  for (uint64_t k = 0; k < cases (800); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw_partial (mem, &random, k, 10), reduced = reduce (&model);
    bcov_control control;
    bcov_job job = engines_job (&reduced, &control);
    job.objective = BCOV_MOST;
    job.workers = 1 + k % 2;
    engines_outcome outcome = engines_run (engines_search, &job);
    uint64_t gain = 0;
    assert_int_equal (outcome.gain, models_most (&model));
    assert_true (models_solved (&model, outcome.best));
    for (uint32_t o = 0; o < bcov_model_options (&model); o++)
      gain += outcome.best >> o & 1 ? bcov_model_gain (&model, o) : 0;
    assert_int_equal (gain, outcome.gain);
    search_end (mem, &model, &reduced);
  }
}

static void search_models_without_options (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_control control;
  bcov_model model = models_new (mem, 0, 0, 1);
  bcov_job job = engines_job (&model, &control);
  double nodes;
  assert_int_equal (engines_run (engines_search, &job).count, 1);
  job.share.part = job.share.parts = 3; /* the empty solution belongs to one part */
  assert_int_equal (engines_run (engines_search, &job).count, 0);
  job.share.part = 1;
  assert_int_equal (engines_run (engines_search, &job).count, 1);
  model.impossible = true;
  assert_int_equal (engines_run (engines_search, &job).count, 0);
  assert_int_equal (bcov_search_estimate (&model, NULL, &nodes, NULL), 0);
  assert_true (nodes == 0);
  bcov_model_free (&model);
  bcov_mem_delete (mem);
}

/* ---- larger runs ---- */

/* The compiled and reduced model of a board; free the puzzle with the rest. */
typedef struct {
  bcov_mem *mem;
  bcov_puzzle *puzzle;
  bcov_compiled compiled;
  bcov_model model;
} board;

static board open_board (const char *drawing, const char *pieces)
{
  board b = {.mem = bcov_mem_new (0)};
  b.puzzle = ask_brief (b.mem, drawing, pieces, NULL, NULL);
  assert_int_equal (bcov_compile (b.puzzle, false, NULL, &b.compiled, NULL), 0);
  b.model = reduce (&b.compiled.model);
  return b;
}

static void close_board (board *b)
{
  bcov_model_free (&b->model);
  bcov_compiled_free (&b->compiled);
  ask_end (b->mem, b->puzzle);
}

/* Dominoes (OEIS A099390), the contest's L-trominoes, the puzzle of Slothouber and Graatsma (one
   covering, in all its positions), matchings of the 4 x 4 grid (OEIS A028420); each as a whole and
   in parts. */
static void search_known_counts (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    uint64_t count;
  } known[] = {{"6x6", "I2:any", 6728},
               {"6x8", "L3:any", 1514},
               {"3x3x3", "2x2:6,I1:3", 8},
               {"4x4", "I2:any,I1:any", 10012}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    board b = open_board (known[k].board, known[k].pieces);
    bcov_control control;
    bcov_job job = engines_job (&b.model, &control);
    uint64_t sum = 0;
    assert_int_equal (engines_run (engines_search, &job).count, known[k].count);
    job.share.parts = 7;
    for (job.share.part = 1; job.share.part <= 7; job.share.part++)
      sum += engines_run (engines_search, &job).count;
    assert_int_equal (sum, known[k].count);
    close_board (&b);
  }
}

/* Counts with threads that start after ALONE nodes, in bitsets or in sparse sets. */
static engines_outcome count_with (const bcov_model *model, uint32_t workers, uint64_t alone,
                                   size_t bitset_bytes)
{
  bcov_control control;
  bcov_job job = engines_job (model, &control);
  bcov_result result;
  bcov_search_effort effort = {.bitset_bytes = bitset_bytes, .alone = workers > 1 ? alone : 0};
  job.workers = workers;
  bcov_result_init (model->mem, &result);
  assert_int_equal (bcov_search_run (&job, &effort, &result, NULL), BCOV_OK);
  engines_outcome outcome = {
      .count = mpz_get_ui (result.found.value), .nodes = result.nodes, .complete = result.complete};
  assert_int_equal (control.nodes, outcome.nodes);
  assert_int_equal (control.found, outcome.count);
  bcov_result_free (&result);
  return outcome;
}

/* Several threads count the same and visit the same nodes, none of them twice, however early they
   start. */
static void expect_same_tree (const bcov_model *model, uint64_t count)
{
  static const uint32_t workers[] = {2, 3, 8};
  for (size_t bytes = 0; bytes <= 1 << 24; bytes += 1 << 24) {
    engines_outcome alone = count_with (model, 1, 0, bytes);
    assert_int_equal (alone.count, count);
    for (size_t k = 0; k < 6; k++) {
      engines_outcome many = count_with (model, workers[k % 3], k < 3 ? 1 : 2000, bytes);
      assert_true (many.complete);
      assert_int_equal (many.count, count);
      assert_int_equal (many.nodes, alone.nodes);
    }
  }
}

/* Dominoes (OEIS A005178), dominoes on a board with a hole, matchings (OEIS A033507); all sets of
   14 options, where each level is optional; and a model in which every item needs two touches. */
static void threads_do_not_change_the_tree (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    uint64_t count;
  } known[] = {
      {"4x11", "I2:any", 51205}, {"5x5", "I1:1,I2:any", 2180}, {"4x4", "I2:any,I1:any", 10012}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    board b = open_board (known[k].board, known[k].pieces);
    expect_same_tree (&b.model, known[k].count);
    close_board (&b);
  }
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 1, 0, BCOV_MANY), none = {0};
  for (int k = 0; k < 14; k++)
    models_add (&model, 1);
  expect_same_tree (&model, 1 << 14);
  bcov_model_free (&model);
  model = models_new (mem, 5, 2, 2);
  for (uint32_t k = 0; k < 20; k++)
    models_add (&model, 1u << k % 5);
  expect_same_tree (&model, 6 * 6 * 6 * 6 * 6);
  search_end (mem, &model, &none);
}

/* Parts walk the tree above their units once for each thread, and no more. */
static void threads_visit_few_nodes_twice (void **state)
{
  (void)state;
  board b = open_board ("4x11", "I2:any");
  for (uint32_t part = 1; part <= 2; part++) {
    uint64_t nodes = 0, count = 0;
    for (uint32_t workers = 1; workers <= 8; workers *= 2) {
      bcov_control control;
      bcov_job job = engines_job (&b.model, &control);
      job.workers = workers;
      job.share = (bcov_share){part, 3};
      engines_outcome outcome = engines_run (engines_search, &job);
      count = workers == 1 ? outcome.count : count;
      nodes = workers == 1 ? outcome.nodes : nodes;
      assert_int_equal (outcome.count, count);
      assert_true (outcome.nodes >= nodes);
      assert_true (outcome.nodes <= nodes + (workers - 1) * nodes / 8);
    }
  }
  close_board (&b);
}

/* The solutions of a list, in order. */
typedef struct {
  uint64_t hash, count, enough; /* ENOUGH: stop after this many; 0: never */
} heard;

static bool hear (void *data, const uint32_t *options, size_t count)
{
  heard *h = data;
  for (size_t k = 0; k < count; k++)
    h->hash = (h->hash ^ options[k]) * 0x9e3779b97f4a7c15u;
  h->hash = (h->hash ^ count << 40) * 0xd6e8feb86659fd93u;
  return ++h->count != h->enough;
}

static heard search_listen (const bcov_model *model, uint32_t workers, uint32_t part,
                            uint32_t parts, uint64_t enough)
{
  heard h = {.enough = enough};
  bcov_control control;
  bcov_job job = engines_job (model, &control);
  job.workers = workers;
  job.share.part = part;
  job.share.parts = parts;
  job.sink = hear;
  job.data = &h;
  engines_outcome outcome = engines_run (engines_search, &job);
  assert_int_equal (outcome.count, h.count);
  assert_true (outcome.complete == (!enough || h.count < enough));
  return h;
}

/* A list that is long enough to use threads does not depend on them, as a whole, in parts, or
   limited. */
static void threads_do_not_change_the_list (void **state)
{
  (void)state;
  static const uint64_t limits[] = {0, 40000};
  board b = open_board ("4x11", "I2:any");
  double nodes;
  assert_int_equal (bcov_search_estimate (&b.model, NULL, &nodes, NULL), 0);
  assert_true (nodes > BCOV_SEARCH_LARGE);
  for (size_t k = 0; k < sizeof limits / sizeof *limits; k++)
    for (uint32_t part = 0; part <= 2; part += 2) {
      heard alone = search_listen (&b.model, 1, part ? part : 1, part ? 3 : 1, limits[k]);
      assert_true (part || limits[k] || alone.count == 51205);
      for (uint32_t workers = 2; workers <= 5; workers += 3) {
        heard many = search_listen (&b.model, workers, part ? part : 1, part ? 3 : 1, limits[k]);
        assert_int_equal (many.count, alone.count);
        assert_int_equal (many.hash, alone.hash);
      }
    }
  close_board (&b);
}

/* ---- ending early ---- */

/* Makes a model of N independent optional options: 2^N solutions. */
static bcov_model free_options (bcov_mem *mem, int n)
{
  bcov_model model = models_new (mem, 1, 0, BCOV_MANY);
  for (int k = 0; k < n; k++)
    models_add (&model, 1);
  return model;
}

static void search_a_sink_may_have_enough (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_control control;
  engines_found found = {.enough = 5};
  bcov_model model = free_options (mem, MODELS_OPTIONS), none = {0};
  bcov_job job = engines_job (&model, &control);
  job.sink = engines_sink;
  job.data = &found;
  engines_outcome outcome = engines_run (engines_search, &job);
  assert_int_equal (found.count, 5);
  assert_int_equal (outcome.count, 5);
  assert_false (outcome.complete);
  assert_int_equal (bcov_control_status (&control, NULL), BCOV_OK);
  search_end (mem, &model, &none);
}

/* ---- one solution ---- */

enum { PIGEONS = 9 };

/* A pigeonhole problem with one hole too few, and a door.  The first option shuts the door.  If
   WAY_OUT, another option opens it, and the last pigeon may leave. */
static bcov_model pigeons (bcov_mem *mem, bool way_out)
{
  bcov_model model;
  uint32_t door = 2 * PIGEONS, last = PIGEONS - 1, way = door + 1;
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  for (uint32_t i = 0; i <= way; i++) {
    bcov_item item = {.lo = i < PIGEONS || i == door, .hi = 1};
    assert_int_equal (bcov_model_item (&model, item, NULL), 0);
  }
  bcov_touch shut[] = {{.item = door, .times = 1}, {.item = way, .times = 1}};
  assert_int_equal (bcov_model_option (&model, shut, 2, 0, NULL), 0);
  assert_int_equal (bcov_model_option (&model, shut, 1, 1, NULL), 0);
  for (uint32_t p = 0; p < PIGEONS; p++)
    for (uint32_t hole = 0; hole < PIGEONS - 1; hole++) {
      bcov_touch in[] = {{.item = p, .times = 1}, {.item = PIGEONS + hole, .times = 1}};
      assert_int_equal (bcov_model_option (&model, in, 2, 2 + p * PIGEONS + hole, NULL), 0);
    }
  bcov_touch out[] = {{.item = last, .times = 1}, {.item = way, .times = 1}};
  if (way_out)
    assert_int_equal (bcov_model_option (&model, out, 2, 2 + PIGEONS * PIGEONS, NULL), 0);
  return model;
}

static bool take_one (void *data, const uint32_t *options, size_t count)
{
  assert_non_null (options);
  *(size_t *)data = count;
  return false;
}

/* A search in steps visits the nodes of a run in one go and ends in the same way. */
static void steps_are_a_run (void **state)
{
  (void)state;
  for (int way_out = 0; way_out < 2; way_out++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = pigeons (mem, way_out), none = {0};
    bcov_control control;
    bcov_search *search;
    bcov_turn turn = {0};
    size_t length = 0, in_steps = 0, steps = 0;
    bool over = false;
    bcov_job job = engines_job (&model, &control);
    job.sink = take_one;
    job.data = &length;
    engines_outcome whole = engines_run (engines_search, &job);
    assert_int_equal (length, way_out ? PIGEONS + 1 : 0);
    bcov_control_start (&control, NULL);
    job.data = &in_steps;
    bcov_search_effort effort = bcov_effort_search (&job, 0, NULL);
    assert_int_equal (bcov_search_open (&job, &effort, &search, NULL), BCOV_OK);
    for (; !over; steps++)
      assert_int_equal (bcov_search_step (search, 1000, &turn, &over), BCOV_OK);
    assert_true (steps > 2);
    assert_int_equal (in_steps, length);
    assert_int_equal (bcov_search_nodes (search), whole.nodes);
    bcov_search_close (search);
    search_end (mem, &model, &none);
  }
}

static void stops_and_time_are_seen (void **state)
{
  (void)state;
  atomic_bool stop = true;
  for (uint32_t k = 0; k < 8; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_control control;
    bcov_watch watch = {.stop = k % 2 ? NULL : &stop, .seconds = k % 2 ? 0.05 : 0};
    bcov_model model = free_options (mem, 50), none = {0};
    bcov_job job = engines_job (&model, &control);
    bcov_control_start (&control, &watch);
    job.workers = k & 2 ? 3 : 1;
    job.share.parts = k & 4 ? 4 : 1;
    engines_outcome outcome = engines_run (engines_search, &job);
    assert_false (outcome.complete);
    assert_int_equal (bcov_control_status (&control, NULL), BCOV_STOPPED);
    assert_true (bcov_control_seconds (&control) < 60);
    search_end (mem, &model, &none);
  }
}

/* ---- estimate ---- */

/* A uniform tree is estimated exactly: ten items with two options each. */
static void even_trees_are_estimated_exactly (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_control control;
  bcov_model model = models_new (mem, 10, 1, 1), none = {0};
  double nodes = 0;
  for (uint32_t k = 0; k < 20; k++)
    models_add (&model, 1u << k / 2);
  bcov_job job = engines_job (&model, &control);
  assert_int_equal (bcov_search_estimate (&model, NULL, &nodes, NULL), 0);
  assert_true (fabs (nodes - 2047) < 1e-6);
  assert_int_equal (engines_run (engines_search, &job).nodes, 2047);
  search_end (mem, &model, &none);
}

/* On real boards, the estimate is within a small factor of the truth, and always the same. */
static void boards_are_estimated_roughly (void **state)
{
  (void)state;
  static const char *const cases[][2] = {
      {"6x6", "I2:any"}, {"6x8", "L3:any"}, {"4x5", "L3:any,I2:any"}};
  for (size_t k = 0; k < 3; k++) {
    board b = open_board (cases[k][0], cases[k][1]);
    bcov_control control;
    bcov_job job = engines_job (&b.model, &control);
    double nodes = 0, again = 0;
    double real = (double)engines_run (engines_search, &job).nodes;
    assert_int_equal (bcov_search_estimate (&b.model, NULL, &nodes, NULL), 0);
    assert_int_equal (bcov_search_estimate (&b.model, NULL, &again, NULL), 0);
    assert_true (nodes == again && isfinite (nodes));
    assert_true (nodes > real / 20 && nodes < real * 20);
    close_board (&b);
  }
}

static void estimates_are_positive_and_finite (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (2000000);
  for (uint64_t k = 0; k < cases (400); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS);
    bcov_model reduced = reduce (&model);
    double nodes = -1;
    assert_int_equal (bcov_search_estimate (&reduced, NULL, &nodes, NULL), 0);
    assert_true (isfinite (nodes) && (reduced.impossible ? nodes == 0 : nodes >= 1));
    search_end (mem, &model, &reduced);
  }
}

/* The search that records its steps finds exactly the solutions of the oracle, and its steps are
   consistent. */

enum { MOST_DEPTH = 600 };

/* The data of a sink that checks the steps. */
typedef struct {
  const bcov_compiled *compiled;
  uint32_t tried[MOST_DEPTH]; /* options not taken back yet */
  uint32_t depth;
  uint64_t steps, enough;
  uint64_t count[BCOV_ENDED]; /* of each kind */
  uint64_t region_cuts, without;
  uint64_t solutions; /* the sum of their hashes, which identifies the set */
} listener;

static uint64_t fingerprint (const uint32_t *options, size_t count)
{
  uint64_t sum = 0;
  for (size_t k = 0; k < count; k++)
    sum += bcov_hash_end (bcov_hash_mix (1, options[k]));
  return bcov_hash_end (bcov_hash_mix (sum, count));
}

static void check_option (listener *l, const bcov_trace_step *step)
{
  if (step->kind == BCOV_TRY) {
    assert_true (step->number >= 1 && step->number <= step->ways);
    assert_true (l->depth < MOST_DEPTH);
    l->tried[l->depth++] = step->option;
    assert_int_equal (step->taken[step->n_taken - 1], step->option);
  } else {
    assert_true (l->depth > 0);
    assert_int_equal (l->tried[--l->depth], step->option);
  }
}

static void check_cut (listener *l, const bcov_trace_step *step)
{
  if (step->item == BCOV_NO_ITEM)
    assert_true (step->region.count > 0);
  else
    assert_true (step->needed > 0);
  l->region_cuts += step->item == BCOV_NO_ITEM;
  l->without += step->without;
}

static bool trace_listen (void *data, const bcov_trace_step *step)
{
  listener *l = data;
  l->steps++;
  l->count[step->kind]++;
  if (step->kind == BCOV_TRY)
    assert_int_equal (step->depth, l->depth);
  if (step->kind == BCOV_TRY || step->kind == BCOV_BACK)
    check_option (l, step);
  if (step->kind != BCOV_TRY)
    assert_int_equal (step->depth, l->depth);
  assert_int_equal (step->n_taken, l->depth);
  assert_memory_equal (step->taken ? (const void *)step->taken : "", l->tried,
                       l->depth * sizeof *l->tried);
  if (step->kind == BCOV_CHOOSE)
    assert_true (step->ways > 0);
  if (step->kind == BCOV_CUT)
    check_cut (l, step);
  if (step->kind == BCOV_COVERED)
    l->solutions += fingerprint (step->taken, step->n_taken);
  return l->steps != l->enough;
}

static bool add_solution (void *data, const uint32_t *options, size_t count)
{
  uint64_t *sum = data;
  *sum += fingerprint (options, count);
  return true;
}

/* Runs the traced search and the oracle and compares them.  Returns false if there are too many
   steps.  FOUND receives the number of solutions. */
static bool agree (const bcov_puzzle *puzzle, bool regions, listener *l, uint64_t *found)
{
  bcov_compiled compiled;
  bcov_control control;
  bcov_result result, oracle;
  bcov_watch watch = {.seconds = 0.2};
  uint64_t sum = 0;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  *l = (listener){.compiled = &compiled, .enough = 100000};
  bcov_result_init (puzzle->mem, &result);
  bcov_result_init (puzzle->mem, &oracle);
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_trace_run (&compiled, regions, &control, trace_listen, l, &result, NULL),
                    0);
  bcov_control_start (&control, &watch);
  bcov_job job = {.model = &compiled.model,
                  .share = {1, 1},
                  .workers = 1,
                  .sink = add_solution,
                  .data = &sum,
                  .control = &control};
  assert_int_equal (bcov_brute_run (&job, &oracle, NULL), 0);
  bool both = result.complete && oracle.complete;
  if (both) {
    assert_int_equal (mpz_cmp (result.found.value, oracle.found.value), 0);
    assert_true (l->solutions == sum);
    assert_int_equal (l->depth, 0);
    assert_int_equal (l->count[BCOV_TRY], l->count[BCOV_BACK]);
  }
  *found = mpz_get_ui (result.found.value);
  assert_true (*found == l->count[BCOV_COVERED]);
  bcov_result_free (&result);
  bcov_result_free (&oracle);
  bcov_compiled_free (&compiled);
  return both;
}

typedef struct {
  const char *board, *pieces, *lattice, *wrap;
  uint64_t count;
} known;

static void known_boards (void **state)
{
  (void)state;
  static const known knowns[] = {
      {"4x4", "I2:any", NULL, NULL, 36},        {"3x4", "L3:any", NULL, NULL, 4},
      {"2x3", "XX/X.:any", "hex", NULL, 0},     {"2x4", "XX:any", "hex", NULL, 0},
      {"2x2x2", "I2:any", NULL, NULL, 9},       {"2x4", "XX:any", "triangle", NULL, 0},
      {"2x4", "I2:any", NULL, "both", 0},       {"?\?/?\?", "I2:any", NULL, NULL, 7},
      {"2x3", "I2:1..2,I1:2..", NULL, NULL, 0}, {"##", "I1:any", NULL, NULL, 1},
      {"3x3", "I2:0,I1:any", NULL, NULL, 1},    {"3x20", "pentominoes", NULL, NULL, 8},
  };
  for (size_t k = 0; k < sizeof knowns / sizeof *knowns; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle =
        ask_brief (mem, knowns[k].board, knowns[k].pieces, knowns[k].lattice, knowns[k].wrap);
    listener l;
    uint64_t found;
    bool both = agree (puzzle, k % 2, &l, &found);
    if (both && knowns[k].count)
      assert_int_equal (found, knowns[k].count);
    assert_true (both || k == 11);
    ask_end (mem, puzzle);
  }
}

static void quotas_corners_colours_and_items (void **state)
{
  (void)state;
  static const char *const files[] = {
      "board: 3x3\npieces:\n  - {name: a, shape: X, count: any, tags: [up]}\n"
      "  - {name: b, shape: X, count: any}\nrules: {rows: {up: 1}, columns: {up: 1}}\n",
      "board: 2x3\npieces:\n  - {name: a, shape: X, count: any, sides: [r, g, r, g]}\n"
      "  - {name: b, shape: X, count: any, sides: [g, r, g, r]}\n",
  };
  static const uint64_t counts[] = {6, 0};
  for (size_t k = 0; k < 2; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_yaml (mem, files[k]);
    listener l;
    uint64_t found;
    assert_true (agree (puzzle, true, &l, &found));
    assert_true (found == counts[k] || (!counts[k] && found > 0));
    ask_end (mem, puzzle);
  }
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_file (mem, "x.dlx", "a 1:2|b | c d\na b c:x\na b c:y\nb c:x\nb d\na\n");
  listener l;
  uint64_t found;
  assert_true (agree (puzzle, true, &l, &found));
  assert_true (found > 0 && l.count[BCOV_LEAVE] > 0);
  ask_end (mem, puzzle);
}

static void random_puzzles (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), done = 0, fit = 0, cuts = 0, without = 0, left = 0;
  for (uint64_t k = 0; k < cases (400); k++) {
    bcov_random random = {seed + k};
    random_puzzle drawn;
    listener l;
    uint64_t found;
    bcov_mem *mem = bcov_mem_new (0);
    random_puzzle_draw (&drawn, &random);
    bcov_puzzle *puzzle = random_puzzle_build (mem, &drawn);
    done += agree (puzzle, k % 4 != 0, &l, &found);
    fit += found > 0;
    cuts += l.region_cuts;
    without += l.without;
    left += l.count[BCOV_LEAVE];
    ask_end (mem, puzzle);
  }
  print_message ("%llu compared, %llu fit, %llu cuts of regions, %llu by ruling out, %llu left\n",
                 (unsigned long long)done, (unsigned long long)fit, (unsigned long long)cuts,
                 (unsigned long long)without, (unsigned long long)left);
  assert_true (cases_enough (done, 200) && cases_enough (fit, 50) && cases_enough (cuts, 20) &&
               cases_enough (left, 10));
}

static void steps_and_stops_bound_it (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "8x8", "I2:any", NULL, NULL);
  bcov_compiled compiled;
  bcov_control control;
  bcov_result result;
  atomic_bool stop = true;
  bcov_watch watch = {.stop = &stop};
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  for (uint64_t enough = 1; enough < 100; enough++) {
    listener l = {.compiled = &compiled, .enough = enough};
    bcov_result_init (mem, &result);
    bcov_control_start (&control, NULL);
    assert_int_equal (bcov_trace_run (&compiled, true, &control, trace_listen, &l, &result, NULL),
                      0);
    assert_int_equal (l.steps, enough);
    assert_false (result.complete);
    bcov_result_free (&result);
  }
  listener l = {.compiled = &compiled};
  bcov_result_init (mem, &result);
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_trace_run (&compiled, true, &control, trace_listen, &l, &result, NULL), 0);
  assert_false (result.complete);
  assert_true (l.steps < 10);
  assert_int_equal (bcov_control_status (&control, NULL), BCOV_STOPPED);
  bcov_result_free (&result);
  bcov_compiled_free (&compiled);
  ask_end (mem, puzzle);
}

SUITE (search)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (brute_every_solution_once),
      cmocka_unit_test (brute_the_most_cells),
      cmocka_unit_test (brute_models_without_options),
      cmocka_unit_test (brute_a_sink_may_have_enough),
      cmocka_unit_test (a_stop_is_seen),
      cmocka_unit_test (brute_known_counts),
      cmocka_unit_test (too_many_options_are_refused),
      cmocka_unit_test (search_every_solution_once),
      cmocka_unit_test (search_the_most_cells),
      cmocka_unit_test (search_models_without_options),
      cmocka_unit_test (search_known_counts),
      cmocka_unit_test (threads_do_not_change_the_tree),
      cmocka_unit_test (threads_visit_few_nodes_twice),
      cmocka_unit_test (threads_do_not_change_the_list),
      cmocka_unit_test (search_a_sink_may_have_enough),
      cmocka_unit_test (steps_are_a_run),
      cmocka_unit_test (stops_and_time_are_seen),
      cmocka_unit_test (even_trees_are_estimated_exactly),
      cmocka_unit_test (boards_are_estimated_roughly),
      cmocka_unit_test (estimates_are_positive_and_finite),
      cmocka_unit_test (known_boards),
      cmocka_unit_test (quotas_corners_colours_and_items),
      cmocka_unit_test (random_puzzles),
      cmocka_unit_test (steps_and_stops_bound_it),
  };
  return cmocka_run_group_tests_name ("search", tests, NULL, NULL);
}
