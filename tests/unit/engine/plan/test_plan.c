/* The choice of the engine: every row of the engine table, runs that use symmetry, and complete
   plans. */

#include "suite.h"

#include "ask.h"
#include "engines.h"
#include "random_cases.h"
#include "searches.h"
#include "engine/engine.h"
#include "engine/plan/engines.h"
#include "engine/plan/mirror.h"
#include "engine/plan/plan.h"
#include "engine/sat/sat.h"
#include "model/compile/compile.h"
#include "model/reduce/reduce.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The engine table: wherever a row applies, it gives the same result as the oracle.  The choice
   between the two searches affects only the time: on models of every kind, both find the solutions
   of the oracle, as a whole and in parts.  If only one of them supports a model, that one is
   used. */

enum { MODELS = 60 };

static const unsigned ways[] = {0, BCOV_WITHOUT_QUICK};

/* ---- each row against the oracle ---- */

enum { ROWS = 8 };

/* Whether ROW runs JOB. The row of the frontier runs only counts, because the row of the levels,
   which precedes it, runs everything else. */
static bool is_for (const bcov_engine_row *row, bcov_prospect *p, const bcov_job *job)
{
  return row->applies (p, job) && (row->word != BCOV_SAT || bcov_sat_exists ()) &&
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

/* Checks counts and lists in PARTS parts. */
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
      found.enough = 1; /* the row does not list */
  }
  if (counted)
    assert_int_equal (sum, count);
  if (!found.enough)
    assert_memory_equal (found.is, is, sizeof found.is);
  *ran += counted > 0;
}

/* The estimated cost of a count is finite, if the row has an estimate. */
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

/* Uses one prospect for all rows, counts and lists of a model. */
static void rows_agree (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), ran[ROWS] = {0};
  static uint8_t is[MODELS_SETS];
  assert_int_equal (bcov_engine_rows, ROWS);
  for (uint64_t k = 0; k < cases (300); k++) {
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
      if (is_for (&bcov_engine_table[r], &p, &job))
        expect_estimate (&bcov_engine_table[r], &p, &job);
    }
    bcov_prospect_end (&p);
    searches_end (mem, &model, &reduced);
  }
  for (size_t r = 0; r < ROWS; r++) {
    bool fills = !strcmp (bcov_engine_table[r].name, "branch");
    bool lacks = bcov_engine_table[r].word == BCOV_SAT && !bcov_sat_exists ();
    uint64_t least = bcov_engine_table[r].word == BCOV_MATCH ? 25 : 75;
    assert_true (fills || lacks ? ran[r] == 0 : cases_enough (ran[r], least));
  }
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
    bool can = strcmp (name, "quick") && strcmp (name, "frontier") && strcmp (name, "sat") &&
               strcmp (name, "match");
    assert_true (can ? cases_enough (ran[r], 150) : ran[r] == 0);
  }
}

/* ---- both searches: runs ---- */

/* Runs the better search on MODEL, which is reduced lightly. */
typedef struct {
  bcov_control control;
  bcov_job job;
} timed_job;

static void start (timed_job *r, const bcov_model *model, unsigned without)
{
  r->job = engines_job (model, &r->control);
  r->job.without = without;
  bcov_control_start (&r->control, NULL);
}

static searches_found list (const bcov_model *model, unsigned without, uint32_t part,
                            uint32_t parts, uint32_t workers)
{
  timed_job r;
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
  timed_job r;
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
  timed_job r;
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

/* Includes models with counters and colours, which only one of the searches supports. */
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
   positions): small and large trees, and pieces that are used once or any number of times. */
static void known_counts (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    uint64_t count;
  } known[] = {{"6x6", "I2:any", 6728}, {"6x8", "L3:any", 1514}, {"3x20", "pentominoes", 8}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
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

/* The tree is so large that the count may use another engine than the list. */
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

/* ---- models that neither or only one of the searches supports ---- */

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

/* An item that no option touches, or a board that no pieces can fill. */
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
    timed_job r;
    start (&r, &reduced, ways[k % 2]);
    r.job.objective = BCOV_MOST;
    r.job.workers = 1 + k % 2;
    engines_outcome outcome = engines_run (engines_better_search, &r.job);
    assert_int_equal (outcome.gain, models_most (&model));
    assert_true (models_solved (&model, outcome.best));
    searches_end (mem, &model, &reduced);
  }
}

/* ---- stops ---- */

/* Either the preparation reports the stop, or the result is incomplete. */
static void stops_are_seen (void **state)
{
  (void)state;
  for (uint32_t k = 0; k < 8; k++) {
    atomic_bool stop = true;
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = searches_plain (mem, "10x10", k & 4 ? "pentominoes:any" : "I2:any"),
               reduced = searches_reduce (&model);
    bcov_error *err = bcov_error_new ();
    bcov_result result;
    timed_job r;
    start (&r, &reduced, ways[k & 1]);
    r.control.watch.stop = &stop;
    r.job.workers = k & 2 ? 3 : 1;
    bcov_result_init (mem, &result);
    bcov_status status = engines_better_search (&r.job, &result, err);
    assert_true (status == BCOV_STOPPED || (!status && !result.complete));
    assert_int_equal (bcov_error_status (err), status);
    assert_int_equal (bcov_control_status (&r.control, NULL), BCOV_STOPPED);
    assert_true (bcov_control_seconds (&r.control) < 60);
    bcov_result_free (&result);
    bcov_error_free (err);
    searches_end (mem, &model, &reduced);
  }
}

/* The progress of a search is accurate: once it exceeds a fifth, the reported fraction is within a
   factor of two of the fraction of nodes visited.  Nodes are compared instead of times because
   times depend on the load of the machine. */

enum { MOST = 4000 };

typedef struct {
  double fraction[MOST];
  uint64_t nodes[MOST];
  size_t count;
} diary;

static bcov_status note (const bcov_progress *now, void *data)
{
  diary *d = data;
  if (now->fraction < 0.2 || d->count == MOST)
    return BCOV_OK;
  d->fraction[d->count] = now->fraction;
  d->nodes[d->count++] = now->nodes;
  return BCOV_OK;
}

/* Returns the number of progress reports above a fifth. */
static size_t expect_honest (const char *board, const char *pieces, unsigned without,
                             unsigned threads, const char *count)
{
  static diary d;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = NULL;
  bcov_brief brief = {.board = board, .pieces = pieces};
  bcov_answer *answer = NULL;
  bcov_request request = {.engine = "search",
                          .without = without,
                          .threads = threads,
                          .progress = note,
                          .progress_data = &d,
                          .progress_every = 1e-6};
  size_t seen = 0;
  d.count = 0;
  assert_int_equal (bcov_brief_read (mem, &brief, &puzzle, NULL), BCOV_OK);
  assert_int_equal (bcov_count (puzzle, &request, &answer, NULL), BCOV_OK);
  assert_string_equal (bcov_answer_count (answer), count);
  for (size_t k = 0; k < d.count; k++) {
    double done = (double)d.nodes[k] / (double)ask_statistic (answer, "nodes");
    if (done > 1)
      continue;
    if (!(d.fraction[k] <= 1 && d.fraction[k] < 2 * done && done < 2 * d.fraction[k]))
      print_message ("%s: said %.3f, done %.3f\n", board, d.fraction[k], done);
    assert_true (d.fraction[k] <= 1 && d.fraction[k] < 2 * done && done < 2 * d.fraction[k]);
    seen++;
  }
  bcov_answer_free (answer);
  bcov_puzzle_free (puzzle);
  bcov_mem_delete (mem);
  return seen;
}

static void quick_search (void **state)
{
  (void)state;
  assert_true (expect_honest ("5x12", "pentominoes", BCOV_WITHOUT_SYMMETRY, 1, "4040"));
  /* Only the first thread reports.  On a busy machine, the other one may do all the work. */
  expect_honest ("5x12", "pentominoes", BCOV_WITHOUT_SYMMETRY, 2, "4040");
}

static void thorough_search (void **state)
{
  (void)state;
  assert_true (expect_honest ("5x12", "pentominoes", BCOV_WITHOUT_QUICK, 1, "4040"));
}

/* Searches that use symmetry: the same solutions as without it, as a whole and in parts; a sink
   that stops between two images; lack of memory. */

/* A puzzle, and everything that a job needs. */
typedef struct {
  bcov_mem *mem;
  bcov_puzzle *puzzle;
  bcov_compiled compiled;
  bcov_orbits orbits;
  bcov_represent represent;
  bcov_control control;
  uint32_t *order; /* of the items, for the representatives; NULL: none */
} scene;

static void set_scene (scene *s, const char *board, const char *pieces, const char *lattice,
                       const char *wrap)
{
  s->mem = bcov_mem_new (0);
  s->order = NULL;
  s->puzzle = ask_brief (s->mem, board, pieces, lattice, wrap);
  assert_int_equal (bcov_compile (s->puzzle, false, NULL, &s->compiled, NULL), 0);
  assert_int_equal (bcov_orbits_find (&s->compiled, NULL, &s->orbits, NULL), 0);
  assert_int_equal (bcov_represent_find (&s->compiled.model, &s->orbits, bcov_plan_worth, NULL,
                                         &s->represent, NULL),
                    0);
  if (s->represent.item == BCOV_NO_ITEM)
    fail_msg ("%s %s: no item", board, pieces);
  bcov_control_start (&s->control, NULL);
}

static void end_scene (scene *s)
{
  bcov_represent_free (&s->represent);
  bcov_orbits_free (&s->orbits);
  bcov_compiled_free (&s->compiled);
  ask_end (s->mem, s->puzzle);
}

static bcov_job make_job (scene *s, bool mirrored)
{
  return (bcov_job){.model = &s->compiled.model,
                    .share = {1, 1},
                    .workers = 1,
                    .control = &s->control,
                    .represent = mirrored ? &s->represent : NULL};
}

/* A bcov_mirror_search. */
static bcov_status reduce_and_search (void *data, const bcov_job *job, bcov_result *result,
                                      bcov_error *err)
{
  (void)data;
  bcov_model reduced;
  bcov_job whole = *job;
  bcov_status status = bcov_reduce (job->model, MODELS_STEPS, job->control, &reduced, err);
  if (status)
    return status;
  whole.model = &reduced;
  status = engines_search (&whole, result, err);
  bcov_model_free (&reduced);
  return status;
}

/* Along an order of the items, which may be NULL. */
static bcov_status run_mirrored (const bcov_job *job, const uint32_t *order, bcov_result *result,
                                 bcov_error *err)
{
  bcov_mirror mirror;
  bcov_status status = bcov_mirror_make (job->represent, job->model, order, &mirror, err);
  if (!status)
    status = bcov_mirror_run (&mirror, reduce_and_search, NULL, job, result, err);
  bcov_mirror_free (&mirror);
  bcov_mirror_free (&mirror);
  return status;
}

/* ---- solutions ---- */

enum { LONGEST = 32 };

typedef struct {
  uint32_t options[LONGEST];
} solution;

typedef struct {
  solution *data; /* each sorted */
  size_t count, room;
  size_t enough; /* 0: never */
} solutions;

static int by_number (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static int by_options (const void *a, const void *b)
{
  return memcmp (a, b, sizeof (solution));
}

static bool take (void *data, const uint32_t *options, size_t count)
{
  solutions *s = data;
  assert_true (count <= LONGEST);
  if (s->count == s->room) {
    s->room = 2 * s->room + 64;
    s->data = realloc (s->data, s->room * sizeof *s->data);
  }
  solution *fresh = &s->data[s->count++];
  memset (fresh, 0xff, sizeof *fresh);
  memcpy (fresh->options, options, count * sizeof *options);
  qsort (fresh->options, count, sizeof *options, by_number);
  return s->count != s->enough;
}

/* Runs JOB, with or without a list of the solutions; returns the count of the result. */
static uint64_t mirror_run (const scene *s, const bcov_job *job, solutions *out, bool *complete)
{
  bcov_result result;
  bcov_job listing = *job;
  if (out) {
    listing.sink = take;
    listing.data = out;
  }
  bcov_result_init (job->model->mem, &result);
  assert_int_equal (job->represent ? run_mirrored (&listing, s->order, &result, NULL)
                                   : reduce_and_search (NULL, &listing, &result, NULL),
                    0);
  uint64_t found = mpz_get_ui (result.found.value);
  assert_true (result.saves > 1 || !job->represent);
  if (complete)
    *complete = result.complete;
  bcov_result_free (&result);
  return found;
}

static void check_same (solutions *a, solutions *b)
{
  assert_int_equal (a->count, b->count);
  qsort (a->data, a->count, sizeof *a->data, by_options);
  qsort (b->data, b->count, sizeof *b->data, by_options);
  assert_memory_equal (a->data, b->data, a->count * sizeof *a->data);
}

static void check_parts (scene *s, solutions *whole)
{
  solutions together = {0};
  uint64_t sum = 0;
  for (uint32_t part = 1; part <= 3; part++) {
    bcov_job job = make_job (s, true);
    size_t before = together.count;
    job.share.part = part;
    job.share.parts = 3;
    uint64_t count = mirror_run (s, &job, NULL, NULL);
    mirror_run (s, &job, &together, NULL);
    assert_int_equal (together.count - before, count);
    sum += count;
  }
  assert_int_equal (sum, whole->count);
  check_same (whole, &together);
  free (together.data);
}

static void check_mirrored (scene *s, solutions *plain)
{
  solutions mirrored = {0};
  bcov_job job = make_job (s, true);
  assert_int_equal (mirror_run (s, &job, NULL, NULL), plain->count);
  assert_int_equal (mirror_run (s, &job, &mirrored, NULL), plain->count);
  check_same (plain, &mirrored);
  check_parts (s, plain);
  free (mirrored.data);
}

/* Returns the items in reverse order. */
static uint32_t *backwards (const bcov_model *model)
{
  uint32_t count = (uint32_t)model->items.count, *order = calloc (count, sizeof *order);
  assert_non_null (order);
  for (uint32_t i = 0; i < count; i++)
    order[i] = count - 1 - i;
  return order;
}

static const struct {
  const char *board, *pieces, *lattice, *wrap;
  uint64_t count; /* published; 0: unknown */
} puzzles[] = {
    {"3x20", "pentominoes", NULL, NULL, 8},      {"2x3x3", "I2:any,O4", NULL, NULL, 0},
    {"4x5", "I2:any,O4", NULL, NULL, 0},         {"4x4", "I2:any,L3,I1", NULL, "columns", 0},
    {"4x4", "I2:any,O4", NULL, "both", 0},       {"5x5", "I2:any,I1", NULL, NULL, 0},
    {"#../.../..#", "XX:any,X", "hex", NULL, 0}, {".../...", "XX:any,XXX,X", "triangle", NULL, 0},
    {"1x7", "I2:any,I1", NULL, NULL, 4},
};

static void same_solutions (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof puzzles / sizeof *puzzles; k++) {
    scene s;
    solutions plain = {0};
    set_scene (&s, puzzles[k].board, puzzles[k].pieces, puzzles[k].lattice, puzzles[k].wrap);
    bcov_job job = make_job (&s, false);
    uint64_t count = mirror_run (&s, &job, &plain, NULL);
    if (puzzles[k].count)
      assert_int_equal (count, puzzles[k].count);
    assert_true (count > 1);
    check_mirrored (&s, &plain);
    s.order = backwards (&s.compiled.model);
    check_mirrored (&s, &plain);
    free (s.order);
    free (plain.data);
    end_scene (&s);
  }
}

/* A limited list is the beginning of the whole list, and two threads find the same number of
   solutions. */
static void enough (void **state)
{
  (void)state;
  scene s;
  bool complete;
  solutions whole = {0};
  set_scene (&s, "3x3x3", "soma", NULL, NULL);
  bcov_job job = make_job (&s, true);
  mirror_run (&s, &job, &whole, &complete);
  assert_true (complete);
  for (size_t limit = 1; limit < 100; limit += 7) {
    solutions few = {.enough = limit};
    mirror_run (&s, &job, &few, &complete);
    assert_false (complete);
    assert_int_equal (few.count, limit);
    assert_memory_equal (few.data, whole.data, limit * sizeof *few.data);
    free (few.data);
  }
  job.workers = 2;
  assert_int_equal (mirror_run (&s, &job, NULL, NULL), 11520);
  free (whole.data);
  end_scene (&s);
}

/* If a part of the model does not contain the item, the planner searches it without symmetry. */
static void elsewhere (void **state)
{
  (void)state;
  scene s;
  bcov_model model;
  bcov_result result;
  bcov_touch touch = {.item = 0, .times = 1};
  uint32_t other = 0;
  set_scene (&s, "4x5", "I2:any,O4", NULL, NULL);
  bcov_job job = make_job (&s, true);
  while (s.represent.orbit[other])
    other++;
  assert_true (bcov_mirror_applies (&s.represent, job.model));
  assert_false (bcov_mirror_applies (NULL, job.model));
  assert_int_equal (bcov_model_init (s.mem, &model, NULL), 0);
  assert_int_equal (bcov_model_item (&model, (bcov_item){.lo = 1, .hi = 1}, NULL), 0);
  assert_int_equal (bcov_model_option (&model, &touch, 1, other, NULL), 0);
  job.model = &model;
  assert_false (bcov_mirror_applies (&s.represent, &model));
  bcov_result_init (s.mem, &result);
  assert_int_equal (bcov_plan_run_once (BCOV_SEARCH, &job, &result, NULL), 0);
  assert_int_equal (mpz_get_ui (result.found.value), 1);
  assert_true (result.saves == 0);
  bcov_result_free (&result);
  bcov_model_free (&model);
  end_scene (&s);
}

/* Plans: the choice of the engine, the combination of components, and parts. */

/* ---- choosing ---- */

static void engines_are_chosen (void **state)
{
  (void)state;
  static const struct {
    bcov_wish wish;
    bcov_status status;
    bcov_engine engine;
    const char *told;
  } cases[] = {
      {{NULL, false, false}, BCOV_OK, BCOV_AUTO, ""},
      {{"auto", false, true}, BCOV_OK, BCOV_AUTO, ""},
      {{"auto", true, false}, BCOV_OK, BCOV_AUTO, ""},
      {{NULL, true, true}, BCOV_OK, BCOV_MATCH, ""},
      {{"match", true, true}, BCOV_OK, BCOV_MATCH, ""},
      {{"search", true, true}, BCOV_OK, BCOV_SEARCH, ""},
      {{"brute", true, true}, BCOV_OK, BCOV_BRUTE, ""},
      {{"brute", false, false}, BCOV_OK, BCOV_BRUTE, ""},
      {{"sat", true, false}, BCOV_INPUT, BCOV_SAT, "the sat engine does not support `fill`"},
      {{"match", false, true}, BCOV_OK, BCOV_MATCH, ""},
      {{"match", true, false}, BCOV_OK, BCOV_MATCH, ""},
      {{"frontier", false, false}, BCOV_OK, BCOV_FRONTIER, ""},
      {{"frontier", true, true}, BCOV_OK, BCOV_FRONTIER, ""},
      {{"Search", false, false}, BCOV_INPUT, BCOV_SEARCH, "unknown engine 'Search'"},
      {{"", false, false}, BCOV_INPUT, BCOV_SEARCH, "unknown engine ''"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_error *err = bcov_error_new ();
    bcov_engine engine;
    assert_int_equal (bcov_plan_choose (&cases[k].wish, &engine, err), cases[k].status);
    if (!cases[k].status)
      assert_int_equal (engine, cases[k].engine);
    assert_non_null (strstr (bcov_error_text (err), cases[k].told));
    assert_int_equal (bcov_error_count (err), cases[k].status != BCOV_OK);
    bcov_error_free (err);
  }
  assert_string_equal (bcov_engine_name (BCOV_BRUTE), "brute");
  assert_string_equal (bcov_engine_name (BCOV_SEARCH), "search");
  assert_string_equal (bcov_engine_name (BCOV_FRONTIER), "frontier");
  assert_string_equal (bcov_engine_name (BCOV_SAT), "sat");
  assert_string_equal (bcov_engine_name (BCOV_MATCH), "match");
}

/* ---- running ---- */

static bcov_status brute (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  return bcov_plan_run_once (BCOV_BRUTE, job, result, err);
}

static bcov_status search (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  return bcov_plan_run_once (BCOV_SEARCH, job, result, err);
}

static void end (bcov_mem *mem, bcov_model *model)
{
  bcov_model_free (model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void check_run (bcov_engine_run *engine, bcov_job job, const uint8_t *is, uint64_t count)
{
  engines_found found = {0};
  uint64_t sum = 0;
  engines_outcome outcome = engines_run (engine, &job);
  assert_true (outcome.complete);
  assert_int_equal (outcome.count, count);
  job.share.parts = 3;
  for (job.share.part = 1; job.share.part <= 3; job.share.part++)
    sum += engines_run (engine, &job).count;
  assert_int_equal (sum, count);
  job.sink = engines_sink;
  job.data = &found;
  for (job.share.part = 1; job.share.part <= 3; job.share.part++)
    engines_run (engine, &job);
  assert_memory_equal (found.is, is, sizeof found.is);
}

/* Models with many items usually have several components. */
static void counts_and_parts (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), solvable = 0;
  for (uint64_t k = 0; k < cases (300); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), 8 + (uint32_t)k % 4);
    uint8_t is[MODELS_SETS];
    bcov_control control;
    uint64_t count = models_solve (&model, is);
    bcov_job job = engines_job (&model, &control);
    check_run (brute, job, is, count);
    check_run (search, job, is, count);
    solvable += count > 0;
    end (mem, &model);
  }
  assert_true (cases_enough (solvable, 150));
}

static void the_most_of_components_adds_up (void **state)
{
  (void)state;
  engines_check_most (search, 10);
}

static void products_may_be_large (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 0, 0, 0);
  bcov_control control;
  bcov_result result;
  for (uint32_t k = 0; k < 81; k++) {
    bcov_touch touch = {.item = k, .times = 1};
    assert_int_equal (bcov_model_item (&model, (bcov_item){.lo = 1, .hi = 1}, NULL), 0);
    assert_int_equal (bcov_model_option (&model, &touch, 1, 2 * k, NULL), 0);
    assert_int_equal (bcov_model_option (&model, &touch, 1, 2 * k + 1, NULL), 0);
  }
  bcov_job job = engines_job (&model, &control);
  bcov_result_init (mem, &result);
  assert_int_equal (search (&job, &result, NULL), 0);
  assert_true (bcov_number_equals (&result.found, "2417851639229258349412352"));
  bcov_result_free (&result);
  end (mem, &model);
}

/* A sink that wants no more solutions. */
static bool count_call (void *data, const uint32_t *options, size_t count)
{
  (void)options;
  (void)count;
  ++*(uint32_t *)data;
  return false;
}

/* A star of COUNT vertices of which two can be covered, large enough for polls. */
static bcov_model star (bcov_mem *mem, uint32_t count, uint32_t lo)
{
  bcov_model model = models_new (mem, count, lo, 1);
  for (uint32_t k = 1; k < count; k++) {
    bcov_touch touches[2] = {{.item = 0, .times = 1}, {.item = k, .times = 1}};
    assert_int_equal (bcov_model_option (&model, touches, 2, k - 1, NULL), 0);
  }
  return model;
}

/* Pairs are matched by auto and match, which refuses everything else. */
static void pairs_are_matched (void **state)
{
  (void)state;
  static const uint32_t sizes[] = {2, 3, 300000};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
    for (int engine = BCOV_AUTO; engine <= BCOV_MATCH; engine += BCOV_MATCH) {
      bcov_mem *mem = bcov_mem_new (0);
      bcov_model model = star (mem, sizes[k], 1);
      bcov_control control;
      bcov_result result;
      bcov_plan plan;
      uint32_t calls = 0;
      bcov_job job = engines_job (&model, &control);
      bcov_plan_open (&job, &plan);
      bcov_result_init (mem, &result);
      job.sink = count_call;
      job.data = &calls;
      assert_int_equal (bcov_plan_solve (&plan, (bcov_engine)engine, &job, &result, NULL), 0);
      assert_int_equal (result.engine, BCOV_MATCH);
      assert_true (result.complete);
      assert_int_equal (calls, k == 0);
      assert_int_equal (mpz_get_ui (result.found.value), k == 0);
      bcov_result_free (&result);
      bcov_plan_close (&plan);
      end (mem, &model);
    }
}

static void match_refuses_the_rest (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_model model = models_new (mem, 4, 1, 1);
  bcov_control control;
  bcov_result result;
  static const uint32_t options[] = {7, 8, 1, 14, 11, 4}; /* as sets of items */
  for (size_t k = 0; k < sizeof options / sizeof *options; k++)
    models_add (&model, options[k]);
  bcov_job job = engines_job (&model, &control);
  bcov_result_init (mem, &result);
  assert_int_equal (bcov_plan_run_once (BCOV_MATCH, &job, &result, err), BCOV_INPUT);
  job.objective = BCOV_MOST;
  assert_int_equal (bcov_plan_run_once (BCOV_MATCH, &job, &result, err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), "the match engine supports only `solve`"));
  bcov_result_free (&result);
  bcov_error_free (err);
  end (mem, &model);
}

/* A stopped matching is no answer; without an engine in the request, others go on and stop too. */
static void a_stopped_matching (void **state)
{
  (void)state;
  for (int engine = BCOV_AUTO; engine <= BCOV_MATCH; engine += BCOV_MATCH) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = star (mem, 300000, 0);
    bcov_control control;
    bcov_result result;
    bcov_plan plan;
    atomic_bool stop = true;
    for (uint32_t k = 0; k < model.items.count; k++)
      model.items.data[k].gain = true;
    bcov_job job = engines_job (&model, &control);
    job.objective = BCOV_MOST;
    bcov_control_start (&control, &(bcov_watch){.stop = &stop});
    bcov_plan_open (&job, &plan);
    bcov_result_init (mem, &result);
    bcov_status status = bcov_plan_run (&plan, (bcov_engine)engine, &job, &result, NULL);
    assert_true (status == BCOV_STOPPED || (!status && !result.complete));
    bcov_result_free (&result);
    bcov_plan_close (&plan);
    end (mem, &model);
  }
}

/* Two components that are too large to finish: nothing is known about the product, so the lower
   bound is 0.  A single component has a better lower bound. */
static void stopped_runs_are_lower_bounds (void **state)
{
  (void)state;
  for (uint32_t components = 1; components <= 2; components++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_control control;
    bcov_watch watch = {.seconds = 0.05};
    bcov_model model = models_new (mem, components, 0, BCOV_MANY);
    for (uint32_t k = 0; k < 50 * components; k++)
      models_add (&model, 1u << k % components);
    bcov_job job = engines_job (&model, &control);
    engines_outcome outcome;
    do { /* more time for a busy machine */
      watch.seconds *= 2;
      bcov_control_start (&control, &watch);
      outcome = engines_run (search, &job);
    } while (components == 1 && !outcome.count && watch.seconds < 60);
    assert_false (outcome.complete);
    assert_int_equal (outcome.count > 0, components == 1);
    end (mem, &model);
  }
}

/* ---- a count in residues ---- */

/* The residues of all PARTS shares, each computed by a separate plan, combine to COUNT. */
static void expect_residues (const bcov_model *model, uint32_t parts, const bcov_number *count)
{
  bcov_control control;
  bcov_residues all = {0};
  bcov_job job = engines_job (model, &control);
  bcov_number factor;
  bcov_number_init (&factor, 0);
  for (job.share = (bcov_share){1, parts}; job.share.part <= parts; job.share.part++) {
    bcov_result result;
    bcov_residues part = {0};
    job.residues = &part;
    bcov_result_init (model->mem, &result);
    assert_int_equal (bcov_plan_run_once (BCOV_FRONTIER, &job, &result, NULL), BCOV_OK);
    assert_true (result.complete);
    assert_true (job.share.part == 1 || !mpz_cmp (factor.value, result.found.value));
    mpz_set (factor.value, result.found.value);
    if (job.share.part == 1)
      all = part;
    else {
      bcov_residues_take (&all, &part);
      bcov_residues_free (model->mem, &part);
    }
    bcov_result_free (&result);
  }
  assert_int_equal (bcov_residues_join (&all, &factor, NULL), BCOV_OK);
  assert_int_equal (mpz_cmp (factor.value, count->value), 0);
  bcov_residues_free (model->mem, &all);
  bcov_number_clear (&factor);
}

static void residues_of_random_models (void **state)
{
  (void)state;
  uint64_t solvable = 0;
  for (uint64_t k = 0; k < cases (400); k++) {
    bcov_random random = {cases_seed (5000000 + k)};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), 8 + (uint32_t)k % 4);
    bcov_number count;
    bcov_number_init (&count, models_solve (&model, NULL));
    expect_residues (&model, 1 + models_below (&random, 4), &count);
    solvable += mpz_sgn (count.value) > 0;
    bcov_number_clear (&count);
    end (mem, &model);
  }
  assert_true (cases_enough (solvable, 100));
}

/* With the sparse table, the dense table, and half of the board.  The stated counts are OEIS
   A004003(7) and (4).  More parts than residues leave some with nothing to do. */
static void residues_of_boards (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces, *count;
    uint32_t parts;
  } cases[] = {{"14x14", "I2:any", "112202208776036178000000", 2},
               {"14x14", "I2:any", "112202208776036178000000", 9},
               {"8x8", "I2:any", "12988816", 3},
               {"17x8", "I2:any", NULL, 2},
               {"12x12", "L3:any", NULL, 3}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_control control;
    bcov_result whole;
    bcov_model model = searches_plain (mem, cases[k].board, cases[k].pieces);
    bcov_job job = engines_job (&model, &control);
    bcov_result_init (mem, &whole);
    assert_int_equal (bcov_plan_run_once (BCOV_AUTO, &job, &whole, NULL), BCOV_OK);
    if (cases[k].count)
      assert_true (bcov_number_equals (&whole.found, cases[k].count));
    expect_residues (&model, cases[k].parts, &whole.found);
    bcov_result_free (&whole);
    end (mem, &model);
  }
}

/* ---- estimates ---- */

/* Two boards side by side that share nothing cost twice as much as one. */
static void components_are_foreseen (void **state)
{
  (void)state;
  for (bcov_engine engine = BCOV_SEARCH; engine <= BCOV_FRONTIER; engine++) {
    bcov_outcome of[2];
    for (int twice = 0; twice < 2; twice++) {
      bcov_mem *mem = bcov_mem_new (0);
      bcov_control control;
      bcov_plan plan;
      bcov_model model = searches_plain (
          mem, twice ? "......#....../......#....../......#....../......#......" : "4x6", "I2:any");
      bcov_job job = engines_job (&model, &control);
      bcov_plan_open (&job, &plan);
      assert_int_equal (bcov_plan_foresee (&plan, engine, NULL, &of[twice], NULL), BCOV_OK);
      assert_int_equal (plan.components.count, twice ? 2 : 1);
      assert_int_equal (of[twice].engine, engine);
      assert_true (of[twice].fits && of[twice].cost.seconds > 0);
      bcov_plan_close (&plan);
      end (mem, &model);
    }
    assert_true (of[1].cost.nodes == 2 * of[0].cost.nodes);
    assert_true (of[1].cost.states == 2 * of[0].cost.states);
    assert_true (of[1].cost.seconds == 2 * of[0].cost.seconds);
    assert_true (of[1].cost.bytes == of[0].cost.bytes && of[1].cost.widest == of[0].cost.widest);
  }
}

/* ---- one plan, several questions ---- */

static const bcov_engine asked[] = {BCOV_AUTO, BCOV_SEARCH, BCOV_FRONTIER, BCOV_BRUTE};

/* A plan gives the same answers as a new one, regardless of earlier questions. */
static void a_plan_answers_again (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (3000000);
  for (uint64_t k = 0; k < cases (300); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS);
    static uint8_t is[MODELS_SETS];
    bcov_control control;
    bcov_plan plan;
    bcov_job setting = engines_job (&model, &control);
    uint64_t count = models_solve (&model, is);
    bcov_plan_open (&setting, &plan);
    for (uint32_t turn = 0; turn < 12; turn++) {
      static engines_found found;
      bcov_job job = setting;
      bcov_result result;
      bool listed = models_below (&random, 2);
      found = (engines_found){0};
      job.sink = listed ? engines_sink : NULL;
      job.data = &found;
      bcov_result_init (mem, &result);
      bcov_engine engine = asked[models_below (&random, 4)];
      assert_int_equal (bcov_plan_run (&plan, engine, &job, &result, NULL), BCOV_OK);
      assert_true (result.complete && !mpz_cmp_ui (result.found.value, count));
      if (listed)
        assert_memory_equal (found.is, is, sizeof is);
      bcov_result_free (&result);
    }
    bcov_plan_close (&plan);
    end (mem, &model);
  }
}

SUITE (plan)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (rows_agree),
      cmocka_unit_test (rows_find_the_most),
      cmocka_unit_test (both_searches_agree),
      cmocka_unit_test (known_counts),
      cmocka_unit_test (a_large_tree),
      cmocka_unit_test (impossible_models),
      cmocka_unit_test (models_without_solution),
      cmocka_unit_test (the_most_cells),
      cmocka_unit_test (stops_are_seen),
      cmocka_unit_test (quick_search),
      cmocka_unit_test (thorough_search),
      cmocka_unit_test (same_solutions),
      cmocka_unit_test (enough),
      cmocka_unit_test (elsewhere),
      cmocka_unit_test (engines_are_chosen),
      cmocka_unit_test (counts_and_parts),
      cmocka_unit_test (the_most_of_components_adds_up),
      cmocka_unit_test (products_may_be_large),
      cmocka_unit_test (pairs_are_matched),
      cmocka_unit_test (match_refuses_the_rest),
      cmocka_unit_test (a_stopped_matching),
      cmocka_unit_test (stopped_runs_are_lower_bounds),
      cmocka_unit_test (residues_of_random_models),
      cmocka_unit_test (residues_of_boards),
      cmocka_unit_test (components_are_foreseen),
      cmocka_unit_test (a_plan_answers_again),
  };
  return cmocka_run_group_tests_name ("plan", tests, NULL, NULL);
}
