/* Scenes: combinations and offsets lead to every state of the right class once, and code is kept.
 */

#include "suite.h"

#include "dense_boards.h"
#include "engine/dense/dense_scene.h"

/* Counts in MET the states that the entries (loaded ones, or the others) of one high combination
   are in. */
static void meet (const bcov_dense_plan *plan, const bcov_dense_scene *s, uint64_t high,
                  bool loaded, uint8_t *met)
{
  uint32_t modulus = plan->classes.modulus, steps = s->straight ? plan->row : 1;
  uint32_t kind = bcov_dense_class (plan->weight, modulus, high);
  for (uint32_t k = 0; k < (s->straight ? modulus : s->lows); k++) {
    uint32_t all = (kind + (s->straight ? k : s->low_class[k])) % modulus;
    const bcov_dense_code *code = &s->now->code[all];
    const uint32_t *offset = s->first[all][s->straight ? 0 : k];
    size_t loads = code->loads.count;
    for (size_t n = loaded ? 0 : loads; n < (loaded ? loads : code->entries.count); n++)
      for (uint32_t step = 0; step < steps; step++) {
        uint64_t at = (high >> plan->low) * plan->row + offset[n] + step;
        assert_true (at < bcov_dense_plan_states (plan));
        met[at]++;
      }
  }
}

static void end (bcov_dense_scenes *all, bcov_dense_scene *scenes)
{
  for (int k = 0; k < 2; k++)
    bcov_dense_scene_free (all, &scenes[k]);
  bcov_dense_scenes_free (all);
  free (scenes);
  free (all);
}

/* No state is loaded twice in a block or written twice; the largest blocks load most of the table.
 */
static void every_state_once (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program p = boards_program (mem, 12, 12, BOARDS_L3, false);
  bcov_dense_plan plan;
  bcov_dense_scenes *all = calloc (1, sizeof *all);
  bcov_dense_scene *scenes = calloc (2, sizeof *scenes);
  size_t places, most = 0;
  uint32_t straight = 0;
  assert_true (all && scenes);
  assert_int_equal (bcov_dense_plan_make (&p, 4, &plan, NULL), 0);
  size_t before = bcov_mem_used (mem), bytes = bcov_dense_scene_bytes (&plan, &places);
  uint64_t states = bcov_dense_plan_states (&plan);
  bcov_dense_scenes_start (all, &plan, 255, 16);
  for (size_t k = 0; k < plan.blocks.count; k++) {
    uint8_t *met[2] = {calloc (states, 1), calloc (states, 1)};
    bcov_dense_scene *s = &scenes[k % 2];
    size_t loaded = 0;
    assert_true (met[0] && met[1]);
    assert_int_equal (bcov_dense_scene_set (all, &plan.blocks.data[k], s, NULL), 0);
    assert_true (s->now->places <= places);
    straight += s->straight;
    for (uint32_t n = 0; n < 1u << s->highs; n++) {
      uint64_t high = 0;
      for (uint32_t h = 0; h < s->highs; h++)
        high |= (uint64_t)(n >> h & 1) << s->high[h];
      meet (&plan, s, high, true, met[0]);
      meet (&plan, s, high, false, met[1]);
    }
    for (uint64_t n = 0; n < states; n++) {
      assert_true (met[0][n] <= 1 && met[1][n] <= 1);
      loaded += met[0][n];
    }
    most = loaded > most ? loaded : most;
    free (met[0]);
    free (met[1]);
  }
  assert_true (straight > 0 && straight < plan.blocks.count);
  assert_true (most > states * 3 / 4);
  assert_true (all->made < plan.blocks.count);
  assert_true (bcov_mem_peak (mem) <= before + bytes);
  end (all, scenes);
  bcov_dense_plan_free (&plan);
  bcov_program_free (&p);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* The next scene leaves the present one alone, even when the code of that is the oldest. */
static void code_in_use_stays (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program p = boards_program (mem, 12, 12, BOARDS_L3, false);
  bcov_dense_plan plan;
  bcov_dense_scenes *all = calloc (1, sizeof *all);
  bcov_dense_scene *scenes = calloc (2, sizeof *scenes);
  assert_true (all && scenes);
  assert_int_equal (bcov_dense_plan_make (&p, 4, &plan, NULL), 0);
  bcov_dense_scenes_start (all, &plan, 255, 16);
  assert_int_equal (bcov_dense_scene_set (all, &plan.blocks.data[0], &scenes[0], NULL), 0);
  const bcov_dense_kept *used = scenes[0].now;
  const uint16_t *words = used->code[0].words.data;
  size_t count = used->code[0].words.count;
  all->made = BCOV_DENSE_KEPT; /* as if the others had been made since */
  assert_int_equal (bcov_dense_scene_set (all, &plan.blocks.data[1], &scenes[1], NULL), 0);
  assert_int_equal (all->made, BCOV_DENSE_KEPT + 2);
  assert_ptr_equal (scenes[0].now, used);
  assert_ptr_not_equal (scenes[1].now, used);
  assert_ptr_equal (used->code[0].words.data, words);
  assert_int_equal (used->code[0].words.count, count);
  end (all, scenes);
  bcov_dense_plan_free (&plan);
  bcov_program_free (&p);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void every_allocation_fails (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program p = boards_program (mem, 6, 4, BOARDS_L3, false);
  bcov_dense_plan plan;
  size_t n = 0;
  assert_int_equal (bcov_dense_plan_make (&p, 4, &plan, NULL), 0);
  size_t before = bcov_mem_used (mem);
  for (bcov_status status = BCOV_FAULT; status; n++) {
    bcov_dense_scenes *all = calloc (1, sizeof *all);
    bcov_dense_scene *scenes = calloc (2, sizeof *scenes);
    assert_true (all && scenes);
    bcov_dense_scenes_start (all, &plan, 255, 1);
    bcov_mem_fail_at (mem, n + 1);
    status = bcov_dense_scene_set (all, plan.blocks.data, scenes, NULL);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    end (all, scenes);
    assert_int_equal (bcov_mem_used (mem), before);
  }
  assert_true (n > 10);
  bcov_mem_fail_at (mem, 0);
  bcov_dense_plan_free (&plan);
  bcov_program_free (&p);
  bcov_mem_delete (mem);
}

SUITE (dense_scene)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (every_state_once),
      cmocka_unit_test (code_in_use_stays),
      cmocka_unit_test (every_allocation_fails),
  };
  return cmocka_run_group_tests_name ("dense_scene", tests, NULL, NULL);
}
