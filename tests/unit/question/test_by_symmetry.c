/* Types of symmetry, against solutions that are listed and asked one by one which symmetries leave
   them as they are. */

#include "suite.h"

#include "agree/random_puzzle.h"
#include "ask.h"
#include "random_cases.h"
#include "question/by_symmetry.h"
#include "model/compile/compile.h"

#include <stdlib.h>

enum { MOST_TYPES = 256, MOST_CHOSEN = 128, MOST_SOLUTIONS = 7000 };

typedef struct {
  const bcov_orbits *orbits;
  const bcov_subgroups *s;
  uint64_t of_type[MOST_TYPES]; /* solutions */
  uint64_t count;
} oracle;

static int by_number (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static bool is_fixed (const oracle *o, const uint32_t *sorted, size_t count, uint32_t g)
{
  uint32_t image[MOST_CHOSEN];
  for (size_t k = 0; k < count; k++)
    image[k] = o->orbits->image[(size_t)g * o->orbits->options + sorted[k]];
  qsort (image, count, sizeof *image, by_number);
  return !count || !memcmp (image, sorted, count * sizeof *image);
}

static bool ask_solution (void *data, const uint32_t *options, size_t count)
{
  oracle *o = data;
  uint32_t sorted[MOST_CHOSEN];
  bcov_members members = 0;
  assert_true (count <= MOST_CHOSEN);
  if (count)
    memcpy (sorted, options, count * sizeof *sorted);
  qsort (sorted, count, sizeof *sorted, by_number);
  for (uint32_t g = 0; g < o->orbits->count; g++)
    members |= (bcov_members)is_fixed (o, sorted, count, g) << g;
  size_t k = 0;
  while (o->s->all.data[k] != members)
    assert_true (++k < o->s->all.count);
  o->of_type[o->s->class_of.data[k]]++;
  return ++o->count < MOST_SOLUTIONS;
}

static bcov_job job_of (const bcov_compiled *compiled, bcov_control *control)
{
  return (bcov_job){.model = &compiled->model, .share = {1, 1}, .workers = 1, .control = control};
}

static void list_types (const bcov_compiled *compiled, bcov_control *control, oracle *o)
{
  bcov_job job = job_of (compiled, control);
  bcov_result result;
  job.sink = ask_solution;
  job.data = o;
  bcov_result_init (compiled->model.mem, &result);
  assert_int_equal (bcov_plan_run_once (BCOV_SEARCH, &job, &result, NULL), 0);
  bcov_result_free (&result);
}

static void compare (const bcov_compiled *compiled, const oracle *o, bcov_engine engine)
{
  const bcov_subgroups *s = o->s;
  bcov_control control;
  bcov_watch watch = {0};
  bcov_result result;
  bcov_number of_type[MOST_TYPES];
  uint64_t sum = 0;
  bcov_control_start (&control, &watch);
  bcov_job job = job_of (compiled, &control);
  for (size_t k = 0; k < s->first.count; k++)
    bcov_number_init (&of_type[k], 77);
  bcov_result_init (compiled->model.mem, &result);
  assert_int_equal (bcov_by_symmetry_count (engine, &job, o->orbits, s, of_type, &result, NULL), 0);
  assert_true (result.complete);
  for (size_t k = 0; k < s->first.count; k++) {
    uint64_t order = (uint64_t)__builtin_popcountll (s->all.data[s->first.data[k]]);
    uint64_t number = mpz_get_ui (of_type[k].value);
    assert_int_equal (number * (s->order / order), o->of_type[k]);
    sum += number;
    bcov_number_clear (&of_type[k]);
  }
  assert_int_equal (mpz_get_ui (result.found.value), sum);
  bcov_result_free (&result);
}

/* False when the puzzle has too many symmetries or solutions for this. */
static bool check_puzzle (const bcov_puzzle *puzzle)
{
  bcov_compiled compiled;
  bcov_orbits orbits;
  bcov_subgroups subgroups;
  bcov_control control;
  bcov_watch watch = {0};
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  assert_int_equal (bcov_orbits_find (&compiled, NULL, &orbits, NULL), 0);
  bool possible = orbits.count <= BCOV_MOST_SYMMETRIES;
  if (possible) {
    assert_int_equal (bcov_subgroups_find (&compiled, &orbits, &subgroups, NULL), 0);
    assert_true (subgroups.first.count <= MOST_TYPES);
    oracle o = {.orbits = &orbits, .s = &subgroups};
    list_types (&compiled, &control, &o);
    possible = o.count < MOST_SOLUTIONS;
    if (possible) {
      compare (&compiled, &o, BCOV_SEARCH);
      compare (&compiled, &o, BCOV_FRONTIER);
    }
    bcov_subgroups_free (&subgroups);
  }
  bcov_orbits_free (&orbits);
  bcov_compiled_free (&compiled);
  return possible;
}

typedef struct {
  const char *board, *pieces, *lattice, *wrap;
} named;

static const named puzzles[] = {
    {"4x4", "I2:any", NULL, NULL},
    {"6x6", "I2:any", NULL, NULL},
    {"6x6", "L3:any", NULL, NULL},
    {"3x3", "I1:any,I2:any", NULL, NULL},
    {"1x6", "I1:any,I2:any", NULL, NULL},
    {"3x4", "one-sided tetrominoes:any", NULL, NULL},
    {"5x5", "pentominoes:any", NULL, NULL},
    {"#../.../..#", "I2:any,I1:any", NULL, NULL},
    {"?.?/.../?.?", "I2:any,L3:any", NULL, NULL},
    {"2x2x2", "I2:any", NULL, NULL},
    {"3x3x3", "2x2:6,I1:3", NULL, NULL},
    {"2x2x3", "I2:any,L3:any", NULL, NULL},
    {"#../.../..#", "XX:any,X:any", "hex", NULL},
    {".../...", "XX:any,X:any", "triangle", NULL},
    {"##.....##/#.......#/#.......#/##.....##", "XX:any", "triangle", NULL},
    {"3x4", "I2:any", NULL, "columns"},
    {"2x3", "I2:any,I1:any", NULL, "rows"},
    {"2x4", "I2:any", NULL, "both"},
    {"3x3", "I3:any,I1:any", NULL, "columns"},
    {"#", "I2:any", NULL, NULL},
};

static void named_puzzles (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof puzzles / sizeof *puzzles; k++) {
    const named *n = &puzzles[k];
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, n->board, n->pieces, n->lattice, n->wrap);
    assert_true (check_puzzle (puzzle));
    ask_end (mem, puzzle);
  }
}

static void memory_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = ask_brief (mem, "2x2", "I2:any", NULL, NULL);
  bcov_compiled compiled;
  bcov_orbits orbits;
  bcov_subgroups subgroups;
  bcov_control control;
  bcov_watch watch = {0};
  bcov_number of_type[16];
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  assert_int_equal (bcov_orbits_find (&compiled, NULL, &orbits, NULL), 0);
  assert_int_equal (bcov_subgroups_find (&compiled, &orbits, &subgroups, NULL), 0);
  for (size_t k = 0; k < subgroups.first.count; k++)
    bcov_number_init (&of_type[k], 0);
  size_t used = bcov_mem_used (mem), n = 0;
  bcov_status status = BCOV_FAULT;
  while (status) {
    bcov_job job = job_of (&compiled, &control);
    bcov_result result;
    bcov_result_init (mem, &result);
    bcov_mem_fail_at (mem, ++n);
    status = bcov_by_symmetry_count (BCOV_SEARCH, &job, &orbits, &subgroups, of_type, &result, err);
    bcov_mem_fail_at (mem, 0);
    if (!status)
      assert_int_equal (mpz_get_ui (result.found.value), 1);
    bcov_result_free (&result);
    assert_int_equal (bcov_mem_used (mem), used);
  }
  assert_true (n > 5);
  for (size_t k = 0; k < subgroups.first.count; k++)
    bcov_number_clear (&of_type[k]);
  bcov_subgroups_free (&subgroups);
  bcov_orbits_free (&orbits);
  bcov_compiled_free (&compiled);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

static void random_puzzles (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  uint32_t done = 0;
  for (uint64_t k = 0; k < cases (300); k++) {
    bcov_random random = {seed + k};
    random_puzzle drawn;
    bcov_mem *mem = bcov_mem_new (0);
    random_puzzle_draw (&drawn, &random);
    bcov_puzzle *puzzle = random_puzzle_build (mem, &drawn);
    done += check_puzzle (puzzle);
    ask_end (mem, puzzle);
  }
  assert_true (cases_enough (done, 100));
}

SUITE (by_symmetry)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (named_puzzles),
      cmocka_unit_test (random_puzzles),
      cmocka_unit_test (memory_may_fail),
  };
  return cmocka_run_group_tests_name ("by_symmetry", tests, NULL, NULL);
}
