/* Parity: the possible sums of surpluses on small boards, and the guarantee that parity never rules
   out a step that leads to a solution. */

#include "suite.h"

#include "format/puzzle/brief.h"
#include "random_cases.h"
#include "searches.h"
#include "engine/cuts/parity.h"

#include <stdio.h>

enum { MODELS = 600, PIECES = 24 };

static bcov_parity make (const bcov_model *model)
{
  bcov_parity parity;
  bcov_control control;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_parity_make (model, PIECES, &control, &parity, NULL), BCOV_OK);
  return parity;
}

static bcov_model board (bcov_mem *mem, const char *lattice, const char *cells, const char *pieces)
{
  bcov_random random = {0};
  bcov_brief brief = {.board = cells, .lattice = lattice, .pieces = pieces};
  return searches_board (mem, &brief, &random, 0);
}

static void end (bcov_mem *mem, bcov_model *model, bcov_parity *parity)
{
  bcov_parity_free (parity);
  bcov_parity_free (parity);
  bcov_model_free (model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* ---- possible sums ---- */

/* Compares the possible sums of all pieces, from -32 to 31, with the text SUMS. */
static void expect_sums (const char *lattice, const char *cells, const char *pieces,
                         const char *sums, int around)
{
  char text[300] = "";
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = board (mem, lattice, cells, pieces);
  bcov_parity parity = make (&model);
  for (int v = -32; parity.sums && v < 32; v++)
    if (parity.sums[parity.start.left] >> (v + BCOV_SUMS) % BCOV_SUMS & 1)
      sprintf (text + strlen (text), "%d ", v);
  assert_string_equal (text, sums);
  assert_int_equal (parity.sums_around, around);
  end (mem, &model, &parity);
}

static void sums_are_known (void **state)
{
  (void)state;
  expect_sums ("square", "4x5", "tetrominoes", "-2 2 ", 1);
  expect_sums ("square", "5x8", "T4:2,I4:any,O4:any", "-4 0 4 ", 2);
  expect_sums ("square", "4x6", "T4:0..2,I2:any", "-4 -2 0 2 4 ", 3);
  expect_sums ("square", "6x10", "pentominoes", "-14 -12 -10 -8 -6 -4 -2 0 2 4 6 8 10 12 14 ", 8);
  expect_sums ("cube", "2x3x4", "T4,I2:any", "-2 2 ", 1);
  expect_sums ("triangle", "4x6", "XXX,XX:any", "-1 1 ", 1);
  expect_sums ("square", "6x6", "L3:any", "", 0);  /* no piece has a limited count */
  expect_sums ("hex", "4x4", "XXX,XX:any", "", 0); /* two colours are not enough */
}

/* Parity is made only if the model has at most the given number of pieces. */
static void so_many_pieces (void **state)
{
  (void)state;
  for (uint64_t pieces = 0; pieces <= 24; pieces++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = board (mem, "square", "6x10", "pentominoes");
    bcov_parity parity;
    bcov_control control;
    bcov_control_start (&control, NULL);
    assert_int_equal (bcov_parity_make (&model, pieces, &control, &parity, NULL), BCOV_OK);
    assert_int_equal (parity.sums != NULL, pieces >= 12);
    end (mem, &model, &parity);
  }
}

/* ---- no solution is ruled out ---- */

typedef struct {
  const bcov_parity *parity;
  uint64_t solutions;
} witness;

/* A sink: in several orders of the options of a solution, parity rules out no step, and the final
   surplus is 0. */
static bool follow (void *data, const uint32_t *options, size_t count)
{
  witness *w = data;
  for (size_t turn = 0; turn < 3; turn++) {
    bcov_lean lean = w->parity->start;
    for (size_t k = 0; k < count; k++)
      assert_true (bcov_parity_take (
          w->parity, options[(k * (turn < 2 ? 1 : count - 1) + turn) % count], lean, &lean));
    assert_int_equal (lean.need, 0);
  }
  w->solutions++;
  return w->solutions % 500;
}

/* Checks that both searches find the same solutions in the same order with and without parity.
   Returns the number of nodes that parity cut. */
static uint64_t expect_searches (const bcov_model *model, const bcov_parity *parity)
{
  bcov_control control;
  bcov_job job = engines_job (model, &control);
  searches_quick quick;
  uint64_t odd = 0, found[2];
  for (int k = 0; k < 2; k++) {
    bcov_result result;
    bcov_search_effort effort = {.parity = k ? parity : NULL, .bitset_bytes = SIZE_MAX};
    bcov_result_init (model->mem, &result);
    assert_int_equal (bcov_search_run (&job, &effort, &result, NULL), BCOV_OK);
    found[k] = mpz_get_ui (result.found.value);
    odd += result.odd;
    bcov_result_free (&result);
  }
  assert_int_equal (found[0], found[1]);
  bool can = searches_plan (model, 0, &quick);
  for (size_t bytes = 0; can && bytes <= 1 << 14; bytes += 1 << 14) {
    bcov_quick_search bare, leaning;
    searches_found all = searches_all (&quick.plan, bytes, bytes, UINT64_MAX / 2, &bare);
    searches_found even = searches_leaning (&quick.plan, parity, bytes, bytes, 3, &leaning);
    searches_expect_same (&even, &all);
    assert_int_equal (all.count, found[0]);
    assert_true (bytes || leaning.nodes <= bare.nodes);
    odd += leaning.odd;
    free (all.data);
    free (even.data);
  }
  if (can)
    searches_plan_free (&quick);
  return odd;
}

static uint64_t expect_model (const bcov_model *model, witness *w)
{
  bcov_control control;
  bcov_job job = engines_job (model, &control);
  bcov_model reduced = searches_reduce (model);
  uint64_t odd = 0;
  bcov_result result;
  job.sink = follow;
  job.data = w;
  bcov_result_init (model->mem, &result);
  assert_int_equal (bcov_brute_run (&job, &result, NULL), BCOV_OK);
  bcov_result_free (&result);
  if (!reduced.impossible)
    odd = expect_searches (&reduced, w->parity);
  bcov_model_free (&reduced);
  return odd;
}

static const char *const sets[] = {"T4,I2:any",
                                   "T4:2,I2:any",
                                   "tetrominoes:0..1,I2:any",
                                   "I3,L3,I2:any",
                                   "T4:0..1,I3:0..1,L3:any",
                                   "P5,T4,L3,I2:any",
                                   "I3:2,T4,I2:0..3",
                                   "L4:any,T4:1..2,I2:any"};

static void no_solution_is_odd (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), odd = 0, told = 0;
  witness w = {0};
  for (uint64_t k = 0; k < cases (MODELS); k++) {
    char cells[200];
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    searches_draw_board (cells, 0, &random);
    bcov_model model =
        k % 3 ? board (mem, "square", cells, sets[k % 8]) : searches_draw (mem, &random, k / 3);
    bcov_parity parity = make (&model);
    w.parity = &parity;
    told += parity.sums != NULL;
    if (parity.sums)
      odd += expect_model (&model, &w);
    end (mem, &model, &parity);
  }
  printf ("%llu told, %llu solutions, %llu odd\n", (unsigned long long)told,
          (unsigned long long)w.solutions, (unsigned long long)odd);
  assert_true (cases_enough (told, 120) && cases_enough (w.solutions, 120) &&
               cases_enough (odd, 400));
}

/* One T among dominoes, on a board with two light cells fewer: parity rules out half of the
   placements of the T. */
static void half_of_the_places (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model =
      board (mem, "square", "#.#..../......./......./......./......./.......", "T4,I2:any");
  bcov_parity parity = make (&model);
  uint64_t even = 0, odd = 0;
  for (uint32_t o = 0; o < bcov_model_options (&model); o++)
    if (parity.takes[o]) {
      bcov_lean after;
      bool fine = bcov_parity_take (&parity, o, parity.start, &after);
      even += fine;
      odd += !fine;
    }
  assert_true (odd > 40 && even > 40);
  assert_int_equal (parity.sums[0], 1); /* only a surplus of 0 can be completed */
  end (mem, &model, &parity);
}

SUITE (parity)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (sums_are_known),
      cmocka_unit_test (so_many_pieces),
      cmocka_unit_test (no_solution_is_odd),
      cmocka_unit_test (half_of_the_places),
  };
  return cmocka_run_group_tests_name ("parity", tests, NULL, NULL);
}
