/* Searches that make use of symmetry: the same solutions as without, in whole and in parts; a sink
   that has enough stops among images; memory ending. */

#include "suite.h"

#include "ask.h"
#include "engines.h"
#include "engine/plan/mirror.h"
#include "engine/plan/plan.h"
#include "model/compile/compile.h"
#include "model/reduce/reduce.h"
#include "model/compile/compile.h"

#include <stdlib.h>

/* A puzzle with all that a job needs. */
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

/* Runs JOB with or without a list of the solutions; how many it says there are. */
static uint64_t run (const scene *s, const bcov_job *job, solutions *out, bool *complete)
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
    uint64_t count = run (s, &job, NULL, NULL);
    run (s, &job, &together, NULL);
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
  assert_int_equal (run (s, &job, NULL, NULL), plain->count);
  assert_int_equal (run (s, &job, &mirrored, NULL), plain->count);
  check_same (plain, &mirrored);
  check_parts (s, plain);
  free (mirrored.data);
}

/* The last item first. */
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
  uint64_t count; /* known from elsewhere; 0: not */
} puzzles[] = {
    {"3x20", "pentominoes", NULL, NULL, 8},      {"3x3x3", "soma", NULL, NULL, 11520},
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
    uint64_t count = run (&s, &job, &plain, NULL);
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

/* Threads find as many, and the list begins in the same way wherever it is left. */
static void enough (void **state)
{
  (void)state;
  scene s;
  bool complete;
  solutions whole = {0};
  set_scene (&s, "3x3x3", "soma", NULL, NULL);
  bcov_job job = make_job (&s, true);
  run (&s, &job, &whole, &complete);
  assert_true (complete);
  for (size_t limit = 1; limit < 100; limit += 7) {
    solutions few = {.enough = limit};
    run (&s, &job, &few, &complete);
    assert_false (complete);
    assert_int_equal (few.count, limit);
    assert_memory_equal (few.data, whole.data, limit * sizeof *few.data);
    free (few.data);
  }
  job.workers = 2;
  assert_int_equal (run (&s, &job, NULL, NULL), 11520);
  free (whole.data);
  end_scene (&s);
}

/* The planner searches a part of the model without the item as it is. */
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

static void memory_ends (void **state)
{
  (void)state;
  scene s;
  bcov_status status = BCOV_FAULT;
  set_scene (&s, "4x5", "I2:any,O4", NULL, NULL);
  size_t before = bcov_mem_used (s.mem), n = 1;
  s.order = backwards (&s.compiled.model);
  for (; status; n++) {
    solutions all = {0};
    bcov_result result;
    bcov_job job = make_job (&s, true);
    job.sink = take;
    job.data = &all;
    bcov_error *err = bcov_error_new ();
    bcov_result_init (s.mem, &result);
    bcov_mem_fail_at (s.mem, n);
    status = run_mirrored (&job, s.order, &result, err);
    bcov_mem_fail_at (s.mem, 0);
    if (status)
      assert_string_not_equal (bcov_error_text (err), "");
    bcov_result_free (&result);
    bcov_error_free (err);
    free (all.data);
    assert_int_equal (bcov_mem_used (s.mem), before);
  }
  assert_true (n > 10);
  free (s.order);
  end_scene (&s);
}

SUITE (mirror)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (same_solutions),
      cmocka_unit_test (enough),
      cmocka_unit_test (elsewhere),
      cmocka_unit_test (memory_ends),
  };
  return cmocka_run_group_tests_name ("mirror", tests, NULL, NULL);
}
