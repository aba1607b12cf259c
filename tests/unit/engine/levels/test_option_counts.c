/* Uses of options: against looking at every set of options, and what must hold on a large board. */

#include "suite.h"

#include "failing.h"
#include "keeping.h"
#include "random_cases.h"
#include "engine/levels/option_counts.h"

#include <stdio.h>

enum { MODELS = 1500 };

static void expect_uses (const bcov_model *original, const keeping *k,
                         const bcov_option_counts *uses)
{
  static uint8_t is[MODELS_SETS];
  uint64_t expected[MODELS_OPTIONS] = {0}, count = models_solve (original, is);
  mpz_t own;
  mpz_init (own);
  for (uint32_t set = 0; set < MODELS_SETS; set++)
    for (uint32_t o = 0; is[set] && o < MODELS_OPTIONS; o++)
      expected[o] += set >> o & 1;
  assert_int_equal (mpz_cmp_ui (uses->total, count), 0);
  for (uint32_t o = 0; o < bcov_model_options (&k->model); o++) {
    uint64_t *e = &expected[k->model.origin.data[o]];
    bcov_option_counts_of (uses, o, own);
    assert_int_equal (mpz_cmp_ui (own, *e), 0);
    *e = 0;
  }
  for (uint32_t o = 0; o < MODELS_OPTIONS; o++)
    assert_int_equal (expected[o], 0); /* reducing drops what nothing uses */
  mpz_clear (own);
}

static void random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  for (uint64_t n = 0; n < cases (MODELS); n++) {
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (n), MODELS_OPTIONS);
    keeping k;
    bcov_state_graph graph;
    bcov_option_counts uses;
    keeping_start (&k, &model, &random);
    assert_int_equal (keeping_make (&k, false, 0, &graph, NULL), BCOV_OK);
    if (n % 3 == 0)
      assert_int_equal (bcov_state_graph_make_way (&graph, UINT32_MAX - 1, NULL), BCOV_OK);
    assert_int_equal (bcov_option_counts_count (&graph, &uses, NULL), BCOV_OK);
    expect_uses (&model, &k, &uses);
    bcov_option_counts_free (&uses);
    bcov_state_graph_free (&graph);
    keeping_end (&k);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* Dominoes on 16 x 16: uses of all options come to 128 for each covering, and those of the two
   dominoes in a corner to all coverings. */
static void a_large_board (void **state)
{
  (void)state;
  for (size_t limit = 0; limit <= 40000000; limit += 40000000) {
    bcov_mem *mem = bcov_mem_new (limit);
    keeping k;
    bcov_state_graph graph;
    bcov_option_counts uses;
    mpz_t own, all, corner;
    mpz_inits (own, all, corner, NULL);
    keeping_dominoes (mem, "16x16", &k, &graph);
    assert_int_equal (graph.on_disk, limit > 0);
    assert_int_equal (bcov_option_counts_count (&graph, &uses, NULL), BCOV_OK);
    for (uint32_t o = 0; o < uses.options; o++) {
      bcov_option_counts_of (&uses, o, own);
      mpz_add (all, all, own);
      if (k.model.touches.data[k.model.first.data[o]].item == 0)
        mpz_add (corner, corner, own);
    }
    assert_int_equal (mpz_cmp (corner, uses.total), 0);
    assert_true (mpz_divisible_p (all, uses.total));
    mpz_divexact (all, all, uses.total);
    assert_int_equal (mpz_cmp_ui (all, 128), 0);
    mpz_clears (own, all, corner, NULL);
    bcov_option_counts_free (&uses);
    keeping_close (mem, &k, &graph);
  }
}

static void every_allocation_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  keeping k;
  bcov_state_graph graph;
  keeping_dominoes (mem, "3x4", &k, &graph);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_option_counts uses = {0};
    f.status = bcov_option_counts_count (&graph, &uses, NULL);
    if (!f.status)
      bcov_option_counts_free (&uses);
  }
  assert_true (f.failed > 2);
  keeping_close (mem, &k, &graph);
}

static void a_stop_is_seen (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  keeping k;
  bcov_state_graph graph;
  bcov_option_counts uses;
  volatile int stop = 0;
  bcov_watch watch = {.stop = &stop};
  keeping_board (mem, "16x16", "I2:any", false, &k);
  bcov_control_start (&k.control, &watch);
  assert_int_equal (keeping_make (&k, false, 0, &graph, NULL), BCOV_OK);
  stop = 1;
  assert_int_equal (bcov_option_counts_count (&graph, &uses, NULL), BCOV_STOPPED);
  keeping_close (mem, &k, &graph);
}

SUITE (option_counts)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_models),
      cmocka_unit_test (a_large_board),
      cmocka_unit_test (every_allocation_may_fail),
      cmocka_unit_test (a_stop_is_seen),
  };
  return cmocka_run_group_tests_name ("option_counts", tests, NULL, NULL);
}
