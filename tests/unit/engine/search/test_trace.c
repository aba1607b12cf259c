/* The search that tells its steps: it meets just the solutions that the oracle meets, and its steps
   fit together. */

#include "suite.h"

#include "ask.h"
#include "random_cases.h"
#include "agree/random_puzzle.h"
#include "base/hash.h"
#include "engine/search/brute.h"
#include "engine/search/trace.h"

enum { MOST_DEPTH = 600 };

/* What a listener keeps. */
typedef struct {
  const bcov_compiled *compiled;
  uint32_t tried[MOST_DEPTH]; /* options not taken back yet */
  uint32_t depth;
  uint64_t steps, enough;
  uint64_t count[BCOV_ENDED]; /* of each kind */
  uint64_t region_cuts, without;
  uint64_t solutions; /* a sum over all that tells sets of them apart */
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

static bool listen (void *data, const bcov_trace_step *step)
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

/* Runs both; false when there is too much for that.  FOUND gets the number of solutions. */
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
  assert_int_equal (bcov_trace_run (&compiled, regions, &control, listen, l, &result, NULL), 0);
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
  int stop = 1;
  bcov_watch watch = {.stop = &stop};
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  for (uint64_t enough = 1; enough < 100; enough++) {
    listener l = {.compiled = &compiled, .enough = enough};
    bcov_result_init (mem, &result);
    bcov_control_start (&control, NULL);
    assert_int_equal (bcov_trace_run (&compiled, true, &control, listen, &l, &result, NULL), 0);
    assert_int_equal (l.steps, enough);
    assert_false (result.complete);
    bcov_result_free (&result);
  }
  listener l = {.compiled = &compiled};
  bcov_result_init (mem, &result);
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_trace_run (&compiled, true, &control, listen, &l, &result, NULL), 0);
  assert_false (result.complete);
  assert_true (l.steps < 10);
  assert_int_equal (bcov_control_status (&control, NULL), BCOV_STOPPED);
  bcov_result_free (&result);
  bcov_compiled_free (&compiled);
  ask_end (mem, puzzle);
}

static void memory_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x4", "I2:any,I1:2", NULL, NULL);
  bcov_compiled compiled;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  size_t before = bcov_mem_used (mem), n = 1;
  for (bcov_status status = BCOV_FAULT; status; n++) {
    bcov_control control;
    bcov_result result;
    listener l = {.compiled = &compiled};
    bcov_result_init (mem, &result);
    bcov_control_start (&control, NULL);
    bcov_mem_fail_at (mem, n);
    status = bcov_trace_run (&compiled, true, &control, listen, &l, &result, NULL);
    bcov_mem_fail_at (mem, 0);
    bcov_result_free (&result);
    assert_int_equal (bcov_mem_used (mem), before);
  }
  assert_true (n > 20);
  bcov_compiled_free (&compiled);
  ask_end (mem, puzzle);
}

SUITE (trace)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (known_boards),    cmocka_unit_test (quotas_corners_colours_and_items),
      cmocka_unit_test (random_puzzles),  cmocka_unit_test (steps_and_stops_bound_it),
      cmocka_unit_test (memory_may_fail),
  };
  return cmocka_run_group_tests_name ("trace", tests, NULL, NULL);
}
