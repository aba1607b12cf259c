/* The beam search by strips: random boards with holes, large boards, turns, stops and memory. */

#include "suite.h"

#include "ask.h"
#include "searches.h"
#include "turns.h"
#include "engine/strips/strips.h"
#include "model/compile/compile.h"

typedef struct {
  bool suited;
  bcov_strips_outcome end;
  uint64_t nodes;
  uint32_t options[2000], count; /* the solution */
} outcome;

/* Searches in turns of WORK moves, at most MOST of them. */
static void solve (const bcov_model *model, uint64_t work, uint64_t most, outcome *out)
{
  bcov_strips *strips;
  bcov_control control;
  bcov_turn turn = {0};
  size_t count = 0;
  bcov_control_start (&control, NULL);
  *out = (outcome){.end = BCOV_STRIPS_OPEN};
  assert_int_equal (bcov_strips_open (model, &control, &strips, NULL), BCOV_OK);
  out->suited = strips;
  if (!strips)
    return;
  for (uint64_t k = 0; !out->end && k < most; k++)
    assert_int_equal (bcov_strips_step (strips, work, &turn, &control, &out->end), BCOV_OK);
  const uint32_t *options = bcov_strips_solution (strips, &count);
  assert_true (count <= 2000 && (count > 0) == (out->end == BCOV_STRIPS_FOUND));
  for (size_t k = 0; k < count; k++)
    out->options[k] = options[k];
  out->count = (uint32_t)count;
  out->nodes = bcov_strips_nodes (strips);
  bcov_strips_close (strips);
}

/* The options cover each item as often as it needs. */
static void check_solution (const bcov_model *model, const outcome *out)
{
  uint32_t used[4000] = {0};
  assert_true (model->items.count <= 4000);
  for (uint32_t k = 0; k < out->count; k++) {
    uint32_t count;
    const bcov_touch *touches = bcov_model_touches (model, out->options[k], &count);
    for (uint32_t t = 0; t < count; t++)
      used[touches[t].item] += touches[t].times;
  }
  for (size_t i = 0; i < model->items.count; i++)
    assert_true (used[i] >= model->items.data[i].lo && used[i] <= model->items.data[i].hi);
}

/* ---- random boards ---- */

/* Random options on 7 x 5 cells: rows of two or three cells, and columns of two.  If
   they are EVEN, all options have two cells, and there is no solution. */
static bcov_model draw (bcov_mem *mem, bcov_random *random, bool even)
{
  enum { ROWS = 7, COLUMNS = 5 };
  static const uint32_t steps[][3] = {{0, 1, 1}, {0, 1, 2}, {0, COLUMNS, COLUMNS}};
  bcov_model model = models_new (mem, ROWS * COLUMNS, 1, 1);
  for (uint32_t i = 0; i < ROWS * COLUMNS; i++)
    model.items.data[i].lo = even || bcov_random_below (random, 16) > 0;
  for (uint32_t i = 0; i < ROWS * COLUMNS; i++)
    for (uint32_t k = 0; k < 3; k++) {
      uint32_t n = k == 1 ? 3 : 2;
      bool inside = k == 2 ? i / COLUMNS + 1 < ROWS : i % COLUMNS + n <= COLUMNS;
      if (!inside || (even && k == 1) || !bcov_random_below (random, 10))
        continue;
      bcov_touch touches[3];
      for (uint32_t t = 0; t < n; t++)
        touches[t] = (bcov_touch){.item = i + steps[k][t], .times = 1};
      assert_int_equal (bcov_model_option (&model, touches, n, bcov_model_options (&model), NULL),
                        0);
    }
  return model;
}

/* The search finds a solution if there is one, and proves that there is none, on boards on which
   few or no states are dropped. */
static void agrees_with_search (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), found = 0, none = 0, suited = 0;
  for (uint64_t k = 0; k < cases (200); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = draw (mem, &random, k % 2), reduced = searches_reduce (&model);
    bcov_control control;
    bcov_job job = engines_job (&reduced, &control);
    job.limit = 1;
    bool solvable = engines_run (engines_search, &job).count > 0;
    static outcome at_once, in_turns;
    solve (&reduced, 10000000, 1, &at_once);
    solve (&reduced, 10, 1000000, &in_turns);
    suited += at_once.suited;
    assert_int_equal (at_once.suited, in_turns.suited);
    assert_int_equal (at_once.end, in_turns.end);
    assert_int_equal (at_once.count, in_turns.count);
    assert_memory_equal (at_once.options, in_turns.options, sizeof at_once.options);
    if (at_once.suited)
      assert_int_equal (at_once.end, solvable ? BCOV_STRIPS_FOUND : BCOV_STRIPS_NONE);
    if (at_once.end == BCOV_STRIPS_FOUND)
      check_solution (&model, &at_once);
    found += at_once.end == BCOV_STRIPS_FOUND;
    none += at_once.end == BCOV_STRIPS_NONE;
    searches_end (mem, &model, &reduced);
  }
  print_message ("%llu suited, %llu found, %llu none\n", (unsigned long long)suited,
                 (unsigned long long)found, (unsigned long long)none);
  assert_true (cases_enough (found, 50) && cases_enough (none, 20));
}

/* ---- models by hand ---- */

static void unsuited_models (void **state)
{
  (void)state;
  static outcome out;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model narrow = turns_dominoes (mem, 4, 8), model = turns_dominoes (mem, 5, 8);
  solve (&narrow, 1000, 1, &out);
  assert_false (out.suited); /* no strip is lower than the board */
  bcov_model_free (&narrow);
  solve (&model, 1000000, 1, &out);
  assert_int_equal (out.end, BCOV_STRIPS_FOUND);
  check_solution (&model, &out);
  model.items.data[3].hi = 2;
  solve (&model, 1000, 1, &out);
  assert_false (out.suited);
  turns_end (mem, &model);
}

/* ---- large boards ---- */

static uint64_t cover (const char *board, const char *pieces)
{
  static outcome out;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, board, pieces, NULL, NULL);
  bcov_compiled compiled;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  solve (&compiled.model, 2000000, 1, &out);
  assert_int_equal (out.end, BCOV_STRIPS_FOUND);
  check_solution (&compiled.model, &out);
  bcov_compiled_free (&compiled);
  ask_end (mem, puzzle);
  return out.nodes;
}

/* Y pentominoes cover 5 x 10, but not 5 x 5; no search in rows covers these boards.  On 40 x 60, a
   strip is covered only after a step back. */
static void large_boards (void **state)
{
  (void)state;
  assert_true (cover ("20x20", "Y5:any") < 100000);
  assert_true (cover ("40x60", "Y5:any") < 1000000);
  assert_true (cover ("30x44", "T4:any,L4:any") < 1000000);
}

/* ---- stops and memory ---- */

static bcov_status open_any (const bcov_model *model, void **out)
{
  bcov_strips *strips;
  bcov_control control;
  bcov_control_start (&control, NULL);
  bcov_status status = bcov_strips_open (model, &control, &strips, NULL);
  *out = strips;
  return status;
}

static bool step_any (void *method, uint64_t work, const bcov_turn *turn, bcov_control *control)
{
  bcov_strips_outcome end;
  assert_int_equal (bcov_strips_step (method, work, turn, control, &end), BCOV_OK);
  return end;
}

static void close_any (void *method)
{
  bcov_strips_close (method);
}

static void stops (void **state)
{
  (void)state;
  turns_check_stops ((turns_method){open_any, step_any, close_any});
}

static void allocations_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = turns_dominoes (mem, 7, 7); /* several attempts */
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_strips *strips;
    bcov_strips_outcome end = BCOV_STRIPS_OPEN;
    bcov_control control;
    bcov_turn turn = {0};
    bcov_control_start (&control, NULL);
    f.status = bcov_strips_open (&model, &control, &strips, NULL);
    if (!f.status)
      f.status = bcov_strips_step (strips, 100000, &turn, &control, &end);
    bcov_strips_close (strips);
  }
  assert_true (f.failed >= 20);
  turns_end (mem, &model);
}

SUITE (strips)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (agrees_with_search), cmocka_unit_test (unsuited_models),
      cmocka_unit_test (large_boards),       cmocka_unit_test (stops),
      cmocka_unit_test (allocations_fail),
  };
  return cmocka_run_group_tests_name ("strips", tests, NULL, NULL);
}
