/* The engine table: each row gives what the oracle gives wherever it applies.  Which of the two
   searches is taken shows in nothing but time: on models of every kind both give the solutions of
   the oracle, in whole and in parts, and what only one of them can do is done by that one. */

#include "suite.h"

#include "random_cases.h"
#include "searches.h"
#include "engine/plan/engines.h"

#include <math.h>
#include <stdio.h>

enum { MODELS = 300 };

static const unsigned ways[] = {0, BCOV_WITHOUT_QUICK};

/* ---- the table ---- */

static void rows_of_the_table (void **state)
{
  (void)state;
  uint32_t rows_of[BCOV_MATCH + 1] = {0};
  assert_true (bcov_engine_rows >= 6);
  for (size_t k = 0; k < bcov_engine_rows; k++) {
    const bcov_engine_row *row = &bcov_engine_table[k];
    assert_ptr_equal (engines_row (row->name), row); /* no name twice */
    assert_true (row->word > BCOV_AUTO && row->word <= BCOV_MATCH && *row->about);
    assert_non_null (row->applies);
    assert_int_equal (row->run == NULL, row->word == BCOV_MATCH);
    assert_int_equal (row->units == BCOV_UNDIVIDED, row->word == BCOV_MATCH);
    rows_of[row->word]++;
  }
  for (bcov_engine word = BCOV_BRUTE; word <= BCOV_MATCH; word++)
    assert_true (rows_of[word] > 0);
}

static void words (void **state)
{
  (void)state;
  static const char *const names[] = {"auto", "brute", "search", "frontier", "match"};
  for (bcov_engine word = BCOV_AUTO; word <= BCOV_MATCH; word++)
    assert_string_equal (bcov_engine_name (word), names[word]);
  for (size_t k = 0; k < bcov_engine_rows; k++) /* a row with a user's word as its name means it */
    for (bcov_engine word = BCOV_AUTO; word <= BCOV_MATCH; word++)
      if (!strcmp (bcov_engine_table[k].name, names[word]))
        assert_int_equal (bcov_engine_table[k].word, word);
}

static void units_of_the_rows (void **state)
{
  (void)state;
  assert_int_equal (engines_row ("brute")->units, BCOV_SUBTREES);
  assert_int_equal (engines_row ("quick")->units, BCOV_SUBTREES);
  assert_int_equal (engines_row ("search")->units, BCOV_SUBTREES);
  assert_int_equal (engines_row ("levels")->units, BCOV_RANKS);
  assert_int_equal (engines_row ("frontier")->units, BCOV_RESIDUES);
}

/* Counts, lists, parts and the most of WORD are done by these rows; NULL: by none. */
static void expect_rows (bcov_prospect *p, bcov_job job, bcov_engine word, const char *count,
                         const char *other)
{
  for (uint32_t k = 0; k < 8; k++) {
    job.sink = k & 1 ? searches_sink : NULL;
    job.share.parts = k & 2 ? 3 : 1;
    job.objective = k & 4 ? BCOV_MOST : BCOV_EACH;
    const bcov_engine_row *row = bcov_engine_find (word, p, &job);
    const char *expected = k ? other : count;
    assert_int_equal (row != NULL, expected != NULL);
    if (row)
      assert_string_equal (row->name, expected);
  }
}

static void rows_that_are_found (void **state)
{
  (void)state;
  for (size_t w = 0; w < 2; w++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = searches_plain (mem, "4x4", "I2:any"), reduced = searches_reduce (&model);
    bcov_prospect p;
    bcov_control control;
    bcov_job job = engines_job (&reduced, &control);
    job.without = ways[w];
    bcov_prospect_start (&job, &reduced, &p);
    assert_int_equal (bcov_prospect_choose_search (&p, NULL), BCOV_OK);
    expect_rows (&p, job, BCOV_BRUTE, "brute", "brute");
    expect_rows (&p, job, BCOV_SEARCH, w ? "search" : "quick", w ? "search" : "quick");
    expect_rows (&p, job, BCOV_FRONTIER, "frontier", "levels");
    expect_rows (&p, job, BCOV_MATCH, NULL, NULL);
    expect_rows (&p, job, BCOV_AUTO, NULL, NULL);
    bcov_prospect_end (&p);
    searches_end (mem, &model, &reduced);
  }
}

/* ---- each row against the oracle ---- */

enum { ROWS = 6 };

/* Whether ROW is for JOB: the frontier counts alone, as the levels before it do all else. */
static bool is_for (const bcov_engine_row *row, bcov_prospect *p, const bcov_job *job)
{
  return row->run && row->applies (p, job) &&
         (row->word != BCOV_FRONTIER || bcov_engine_find (row->word, p, job) == row);
}

static engines_outcome run_row (const bcov_engine_row *row, bcov_prospect *p, const bcov_job *job)
{
  bcov_result result;
  bcov_result_init (job->model->mem, &result);
  assert_int_equal (row->run (p, job, &result, NULL), BCOV_OK);
  engines_outcome out = {
      .count = mpz_get_ui (result.found.value), .gain = result.gain, .complete = result.complete};
  for (size_t k = 0; k < result.best.count; k++)
    out.best |= 1u << result.best.data[k];
  bcov_result_free (&result);
  assert_true (out.complete);
  return out;
}

/* Counts, and lists, in PARTS parts. */
static void expect_row (const bcov_engine_row *row, bcov_prospect *p, bcov_job job, uint32_t parts,
                        const uint8_t *is, uint64_t count, uint64_t *ran)
{
  static engines_found found;
  uint64_t sum = 0, counted = 0;
  found = (engines_found){0};
  job.share.parts = parts;
  for (job.share.part = 1; job.share.part <= parts; job.share.part++) {
    job.sink = NULL;
    if (is_for (row, p, &job)) {
      sum += run_row (row, p, &job).count;
      counted++;
    }
    job.sink = engines_sink;
    job.data = &found;
    if (is_for (row, p, &job))
      assert_true (run_row (row, p, &job).complete);
    else
      found.enough = 1; /* lists are none of its business */
  }
  if (counted)
    assert_int_equal (sum, count);
  if (!found.enough)
    assert_memory_equal (found.is, is, sizeof found.is);
  *ran += counted > 0;
}

/* What a count takes is finite, where it is known at all. */
static void expect_estimate (const bcov_engine_row *row, bcov_prospect *p, const bcov_job *job)
{
  bcov_cost cost;
  if (!row->estimate)
    return;
  assert_int_equal (row->estimate (p, job, &cost, NULL), BCOV_OK);
  assert_true (isfinite (cost.seconds) && cost.seconds >= 0);
  assert_true (isfinite (cost.nodes) && isfinite (cost.states) && isfinite (cost.widest));
  assert_true (isfinite (cost.bytes) && cost.widest <= cost.states);
  assert_true (cost.nodes >= 0 && (!cost.nodes || row->word == BCOV_SEARCH));
  assert_true (!p->job.model->impossible || (cost.seconds == 0 && cost.nodes == 0));
}

/* One prospect for all rows, counts and lists of a model. */
static void rows_agree (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), ran[ROWS] = {0};
  static uint8_t is[MODELS_SETS];
  assert_int_equal (bcov_engine_rows, ROWS);
  for (uint64_t k = 0; k < cases (600); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS),
               reduced = searches_reduce (&model);
    bcov_prospect p;
    bcov_control control;
    bcov_job job = engines_job (&reduced, &control);
    uint64_t count = models_solve (&model, is);
    job.workers = 1 + k % 2;
    bcov_prospect_start (&job, &reduced, &p);
    if (!reduced.impossible)
      assert_int_equal (bcov_prospect_choose_search (&p, NULL), BCOV_OK);
    for (size_t r = 0; r < ROWS; r++) {
      expect_row (&bcov_engine_table[r], &p, job, 1, is, count, &ran[r]);
      expect_row (&bcov_engine_table[r], &p, job, 2 + k % 3, is, count, &ran[r]);
      expect_estimate (&bcov_engine_table[r], &p, &job);
    }
    bcov_prospect_end (&p);
    searches_end (mem, &model, &reduced);
  }
  for (size_t r = 0; r < ROWS; r++)
    assert_true (bcov_engine_table[r].run ? cases_enough (ran[r], 150) : ran[r] == 0);
}

static void rows_find_the_most (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), ran[ROWS] = {0};
  for (uint64_t k = 0; k < cases (300); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw_partial (mem, &random, k, 9), reduced = searches_reduce (&model);
    bcov_prospect p;
    bcov_control control;
    bcov_job job = engines_job (&reduced, &control);
    job.objective = BCOV_MOST;
    bcov_prospect_start (&job, &reduced, &p);
    assert_int_equal (bcov_prospect_choose_search (&p, NULL), BCOV_OK);
    assert_false (p.quick);
    for (size_t r = 0; r < ROWS; r++)
      if (is_for (&bcov_engine_table[r], &p, &job)) {
        engines_outcome out = run_row (&bcov_engine_table[r], &p, &job);
        assert_int_equal (out.gain, models_most (&model));
        assert_true (models_solved (&model, out.best));
        ran[r]++;
      }
    bcov_prospect_end (&p);
    searches_end (mem, &model, &reduced);
  }
  for (size_t r = 0; r < ROWS; r++) {
    const char *name = bcov_engine_table[r].name;
    bool can = strcmp (name, "quick") && strcmp (name, "frontier") && strcmp (name, "match");
    assert_true (can ? cases_enough (ran[r], 300) : ran[r] == 0);
  }
}

/* ---- both searches: runs ---- */

/* What the better search makes of MODEL, which is reduced lightly. */
typedef struct {
  bcov_control control;
  bcov_job job;
} run;

static void start (run *r, const bcov_model *model, unsigned without)
{
  r->job = engines_job (model, &r->control);
  r->job.without = without;
  bcov_control_start (&r->control, NULL);
}

static searches_found list (const bcov_model *model, unsigned without, uint32_t part,
                            uint32_t parts, uint32_t workers)
{
  run r;
  searches_found found = {0};
  start (&r, model, without);
  r.job.share.part = part;
  r.job.share.parts = parts;
  r.job.workers = workers;
  r.job.sink = searches_sink;
  r.job.data = &found;
  engines_outcome out = engines_run (engines_better_search, &r.job);
  assert_true (out.complete);
  assert_int_equal (out.count, found.count);
  return found;
}

static uint64_t count (const bcov_model *model, unsigned without, uint32_t part, uint32_t parts,
                       uint32_t workers)
{
  run r;
  start (&r, model, without);
  r.job.share.part = part;
  r.job.share.parts = parts;
  r.job.workers = workers;
  engines_outcome out = engines_run (engines_better_search, &r.job);
  assert_true (out.complete);
  return out.count;
}

static bcov_status estimate_job (const bcov_job *job, bcov_cost *cost, bcov_error *err)
{
  bcov_prospect prospect;
  bcov_prospect_start (job, job->model, &prospect);
  bcov_status status = engines_row ("search")->estimate (&prospect, job, cost, err);
  bcov_prospect_end (&prospect);
  return status;
}

static double estimate (const bcov_model *model, unsigned without, double *nodes)
{
  run r;
  bcov_cost cost;
  start (&r, model, without);
  assert_int_equal (estimate_job (&r.job, &cost, NULL), BCOV_OK);
  *nodes = cost.nodes;
  return cost.seconds;
}

/* ---- both searches ---- */

static void expect_parts (const bcov_model *model, unsigned without, uint32_t parts,
                          const searches_found *sorted)
{
  searches_found all = {0};
  uint64_t sum = 0;
  for (uint32_t part = 1; part <= parts; part++) {
    searches_found found = list (model, without, part, parts, 1);
    sum += count (model, without, part, parts, 1 + part % 3);
    for (size_t k = 0; k < found.count; k++)
      searches_put (&all, found.data[k]);
    free (found.data);
  }
  assert_int_equal (sum, sorted->count);
  searches_expect_all (&all, sorted);
  free (all.data);
}

static void expect_model (const bcov_model *model, const bcov_model *reduced, uint64_t k)
{
  searches_found sorted = searches_brute (model);
  for (size_t w = 0; w < 2; w++) {
    double nodes = -1, seconds = estimate (reduced, ways[w], &nodes);
    searches_found found = list (reduced, ways[w], 1, 1, 1),
                   again = list (reduced, ways[w], 1, 1, 3);
    searches_expect_all (&found, &sorted);
    searches_expect_same (&again, &found);
    assert_int_equal (count (reduced, ways[w], 1, 1, 1 + k % 3), sorted.count);
    expect_parts (reduced, ways[w], 2 + k % 3, &sorted);
    assert_true (isfinite (nodes) && isfinite (seconds));
    assert_true (nodes >= 0 && (seconds > 0) == (nodes > 0));
    free (found.data);
    free (again.data);
  }
  free (sorted.data);
}

/* Those with counters and colours too, which only one of the searches takes. */
static void both_searches_agree (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  for (uint64_t k = 0; k < cases (MODELS); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = k % 7 ? searches_draw (mem, &random, k)
                             : models_draw (mem, &random, models_turn (k / 7), MODELS_OPTIONS);
    bcov_model reduced = searches_reduce (&model);
    expect_model (&model, &reduced, k);
    searches_end (mem, &model, &reduced);
  }
}

/* Dominoes (OEIS A099390), L-trominoes on 6 x 8, pentominoes on 3 x 20 (two coverings in four
   positions): trees small and large, pieces used any number of times and once. */
static void known_counts (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    uint64_t count;
  } known[] = {{"6x6", "I2:any", 6728},
               {"6x7", "I2:any", 31529},
               {"6x8", "L3:any", 1514},
               {"3x20", "pentominoes", 8}};
  for (size_t k = 0; k < 4; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = searches_plain (mem, known[k].board, known[k].pieces),
               reduced = searches_reduce (&model);
    for (size_t w = 0; w < 2; w++) {
      searches_found found = list (&reduced, ways[w], 1, 1, 1),
                     again = list (&reduced, ways[w], 1, 1, 2);
      assert_int_equal (found.count, known[k].count);
      searches_expect_same (&again, &found);
      assert_int_equal (count (&reduced, ways[w], 1, 1, 2), known[k].count);
      free (found.data);
      free (again.data);
    }
    searches_end (mem, &model, &reduced);
  }
}

/* So large a tree that the count may be made in another way than the list. */
static void a_large_tree (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = searches_plain (mem, "6x8", "I2:any"), reduced = searches_reduce (&model);
  uint64_t sum = 0;
  assert_int_equal (count (&reduced, 0, 1, 1, 1), 167089);
  assert_int_equal (count (&reduced, 0, 1, 1, 3), 167089);
  for (uint32_t part = 1; part <= 3; part++)
    sum += count (&reduced, 0, part, 3, part);
  assert_int_equal (sum, 167089);
  searches_end (mem, &model, &reduced);
}

/* ---- what is not searched, or by one of them only ---- */

static void impossible_models (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 3, 1, 1), none = {0};
  double nodes = -1;
  models_add (&model, 7);
  assert_int_equal (count (&model, 0, 1, 1, 1), 1);
  model.impossible = true;
  for (size_t w = 0; w < 2; w++) {
    assert_int_equal (count (&model, ways[w], 1, 1, 1), 0);
    assert_int_equal (count (&model, ways[w], 2, 3, 2), 0);
    assert_true (estimate (&model, ways[w], &nodes) == 0);
    assert_true (nodes == 0);
  }
  searches_end (mem, &model, &none);
}

/* An item that nothing touches, or a board that no pieces fill. */
static void models_without_solution (void **state)
{
  (void)state;
  for (size_t w = 0; w < 4; w++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = w < 2 ? searches_plain (mem, "5x5", "I2:any") : models_new (mem, 3, 1, 1);
    if (w >= 2)
      models_add (&model, 3);
    bcov_model reduced = searches_reduce (&model);
    assert_int_equal (count (&reduced, ways[w % 2], 1, 1, 1), 0);
    searches_end (mem, &model, &reduced);
  }
}

static void the_most_cells (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (1000000);
  for (uint64_t k = 0; k < cases (200); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    models_kind kind = {.board = true, .partial = true, .multiple = k % 4 == 3};
    bcov_model model = models_draw (mem, &random, kind, 10), reduced = searches_reduce (&model);
    run r;
    start (&r, &reduced, ways[k % 2]);
    r.job.objective = BCOV_MOST;
    r.job.workers = 1 + k % 2;
    engines_outcome outcome = engines_run (engines_better_search, &r.job);
    assert_int_equal (outcome.gain, models_most (&model));
    assert_true (models_solved (&model, outcome.best));
    searches_end (mem, &model, &reduced);
  }
}

/* ---- ends ---- */

/* Either the preparation says so, or the result is not complete. */
static void stops_are_seen (void **state)
{
  (void)state;
  for (uint32_t k = 0; k < 8; k++) {
    volatile int stop = 1;
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = searches_plain (mem, "10x10", k & 4 ? "pentominoes:any" : "I2:any"),
               reduced = searches_reduce (&model);
    bcov_error *err = bcov_error_new ();
    bcov_result result;
    run r;
    start (&r, &reduced, ways[k & 1]);
    r.control.watch.stop = &stop;
    r.job.workers = k & 2 ? 3 : 1;
    bcov_result_init (mem, &result);
    bcov_status status = engines_better_search (&r.job, &result, err);
    assert_true (status == BCOV_STOPPED || (!status && !result.complete));
    assert_int_equal (bcov_error_status (err), status);
    assert_int_equal (bcov_control_status (&r.control, NULL), BCOV_STOPPED);
    assert_true (bcov_control_seconds (&r.control) < 10);
    bcov_result_free (&result);
    bcov_error_free (err);
    searches_end (mem, &model, &reduced);
  }
}

static bcov_status try_job (const bcov_job *job, bool guess, bcov_error *err)
{
  bcov_result result;
  bcov_cost cost;
  if (guess)
    return estimate_job (job, &cost, err);
  bcov_result_init (job->model->mem, &result);
  bcov_status status = engines_better_search (job, &result, err);
  if (!status)
    assert_int_equal (mpz_get_ui (result.found.value), 11);
  bcov_result_free (&result);
  return status;
}

static void every_allocation_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = searches_plain (mem, "3x4", "I2:any"), reduced = searches_reduce (&model);
  size_t before = bcov_mem_used (mem);
  for (uint32_t way = 0; way < 4; way++) {
    size_t n = 0;
    for (bcov_status status = BCOV_FAULT; status; n++) {
      bcov_error *err = bcov_error_new ();
      run r;
      start (&r, &reduced, ways[way & 1]);
      bcov_mem_fail_at (mem, n + 1);
      status = try_job (&r.job, way & 2, err);
      bcov_mem_fail_at (mem, 0);
      assert_true (status == BCOV_OK || status == BCOV_FAULT);
      assert_int_equal (bcov_error_status (err), status);
      assert_int_equal (bcov_mem_used (mem), before);
      bcov_error_free (err);
    }
    assert_true (n > 9);
  }
  searches_end (mem, &model, &reduced);
}

SUITE (engines)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (rows_of_the_table),
      cmocka_unit_test (words),
      cmocka_unit_test (units_of_the_rows),
      cmocka_unit_test (rows_that_are_found),
      cmocka_unit_test (rows_agree),
      cmocka_unit_test (rows_find_the_most),
      cmocka_unit_test (both_searches_agree),
      cmocka_unit_test (known_counts),
      cmocka_unit_test (a_large_tree),
      cmocka_unit_test (impossible_models),
      cmocka_unit_test (models_without_solution),
      cmocka_unit_test (the_most_cells),
      cmocka_unit_test (stops_are_seen),
      cmocka_unit_test (every_allocation_may_fail),
  };
  return cmocka_run_group_tests_name ("engines", tests, NULL, NULL);
}
