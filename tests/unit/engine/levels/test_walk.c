/* Walks: from number to solution and back, onward, at random, to the best; in memory and in files.
 */

#include "suite.h"

#include "keeping.h"
#include "random_cases.h"
#include "engine/levels/walk.h"

#include <stdio.h>

enum { MODELS = 600 };

static uint32_t bits_of (const bcov_walk *walk)
{
  uint32_t set = 0;
  for (size_t k = 0; k < walk->count; k++) {
    assert_int_equal (set >> walk->options[k] & 1, 0);
    set |= 1u << walk->options[k];
  }
  return set;
}

static size_t options_of (uint32_t set, uint32_t *options)
{
  size_t count = 0;
  for (uint32_t o = MODELS_OPTIONS; o-- > 0;)
    if (set >> o & 1)
      options[count++] = o;
  return count;
}

/* Every number has a solution of its own; going onward meets them in the order of the numbers. */
static void expect_order (bcov_walk *walk, uint64_t count, const uint8_t *is, uint32_t *sets)
{
  mpz_t rank;
  uint8_t seen[MODELS_SETS] = {0};
  mpz_init (rank);
  assert_int_equal (mpz_cmp_ui (walk->total, count), 0);
  for (uint64_t r = 0; r < count; r++) {
    mpz_set_ui (rank, r);
    assert_int_equal (bcov_walk_to (walk, rank, NULL), BCOV_OK);
    sets[r] = bits_of (walk);
    assert_true (is[sets[r]]);
    assert_int_equal (seen[sets[r]]++, 0);
  }
  mpz_set_ui (rank, 0);
  bool more = count > 0;
  if (more)
    assert_int_equal (bcov_walk_to (walk, rank, NULL), BCOV_OK);
  for (uint64_t r = 0; r < count; r++) {
    assert_true (more);
    assert_int_equal (bits_of (walk), sets[r]);
    assert_int_equal (bcov_walk_next (walk, &more, NULL), BCOV_OK);
  }
  assert_false (more);
  mpz_set_ui (rank, count);
  assert_int_equal (bcov_walk_to (walk, rank, NULL), BCOV_FAULT);
  mpz_clear (rank);
}

/* Solutions have their numbers, and what is no solution has none. */
static void expect_ranks (bcov_walk *walk, uint32_t options, uint64_t count, const uint8_t *is,
                          const uint32_t *sets)
{
  mpz_t rank;
  uint32_t list[MODELS_OPTIONS + 1];
  bool found;
  mpz_init (rank);
  for (uint64_t r = 0; r < count; r++) {
    size_t n = options_of (sets[r], list);
    assert_int_equal (bcov_walk_rank (walk, list, n, rank, &found, NULL), BCOV_OK);
    assert_true (found && !mpz_cmp_ui (rank, r));
    if (n) {
      list[n] = list[0];
      assert_int_equal (bcov_walk_rank (walk, list, n + 1, rank, &found, NULL), BCOV_OK);
      assert_false (found);
    }
  }
  for (uint32_t set = 0; set < 1u << options; set++) {
    assert_int_equal (bcov_walk_rank (walk, list, options_of (set, list), rank, &found, NULL),
                      BCOV_OK);
    assert_int_equal (found, is[set]);
  }
  mpz_clear (rank);
}

static void random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  static uint8_t is[MODELS_SETS];
  static uint32_t sets[MODELS_SETS];
  for (uint64_t n = 0; n < cases (MODELS); n++) {
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = models_draw (mem, &random, models_turn (n), 8);
    uint64_t count = models_solve (&model, is);
    keeping k;
    bcov_state_graph graph;
    bcov_walk walk;
    keeping_start (&k, &model, &random);
    assert_int_equal (keeping_make (&k, false, 0, &graph, NULL), BCOV_OK);
    for (uint32_t in_file = 0; in_file < 2; in_file++) {
      assert_int_equal (bcov_walk_start (&graph, &walk, NULL), BCOV_OK);
      expect_order (&walk, count, is, sets);
      expect_ranks (&walk, bcov_model_options (&model), count, is, sets);
      bcov_walk_end (&walk);
      assert_int_equal (bcov_state_graph_make_way (&graph, UINT32_MAX - 1, NULL), BCOV_OK);
    }
    bcov_state_graph_free (&graph);
    keeping_end (&k);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

static void the_best (void **state)
{
  (void)state;
  for (uint64_t n = 0; n < cases (MODELS); n++) {
    bcov_random random = {cases_seed (n)};
    bcov_mem *mem = bcov_mem_new (0);
    models_kind kind = models_turn (n | 8);
    static uint8_t is[MODELS_SETS];
    kind.partial = true;
    bcov_model model = models_draw (mem, &random, kind, MODELS_OPTIONS);
    keeping k;
    bcov_state_graph graph;
    bcov_walk walk;
    uint64_t gain = 0;
    models_solve (&model, is);
    keeping_start (&k, &model, &random);
    assert_int_equal (keeping_make (&k, true, 0, &graph, NULL), BCOV_OK);
    assert_int_equal (bcov_walk_start (&graph, &walk, NULL), BCOV_OK);
    assert_int_equal (bcov_walk_best (&walk, NULL), BCOV_OK);
    assert_true (is[bits_of (&walk)]);
    for (size_t o = 0; o < walk.count; o++)
      gain += bcov_model_gain (&model, walk.options[o]);
    assert_int_equal (gain, models_most (&model));
    bcov_walk_end (&walk);
    bcov_state_graph_free (&graph);
    keeping_end (&k);
    bcov_model_free (&model);
    bcov_mem_delete (mem);
  }
}

/* Numbers of several limbs, there and back. */
static void large_numbers (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  keeping k;
  bcov_state_graph graph;
  bcov_walk walk;
  mpz_t rank, back;
  bool is;
  keeping_dominoes (mem, "16x16", &k, &graph);
  assert_int_equal (bcov_walk_start (&graph, &walk, NULL), BCOV_OK);
  mpz_inits (rank, back, NULL);
  for (uint32_t n = 0; n <= 40; n++) {
    mpz_mul_ui (rank, walk.total, n);
    mpz_fdiv_q_ui (rank, rank, 40);
    if (n == 40)
      mpz_sub_ui (rank, rank, 1);
    assert_int_equal (bcov_walk_to (&walk, rank, NULL), BCOV_OK);
    assert_int_equal (walk.count, 128);
    uint32_t options[128];
    memcpy (options, walk.options, sizeof options);
    assert_int_equal (bcov_walk_rank (&walk, options, 128, back, &is, NULL), BCOV_OK);
    assert_true (is && !mpz_cmp (rank, back));
  }
  mpz_clears (rank, back, NULL);
  bcov_walk_end (&walk);
  keeping_close (mem, &k, &graph);
}

/* What a seed draws, worked out by hand from the description of splitmix64: the upper bits of each
   word, drawn again when they are too large. */
static void expect_draws (const char *board, const char *const *ranks, size_t count)
{
  bcov_mem *mem = bcov_mem_new (0);
  keeping k;
  bcov_state_graph graph;
  bcov_walk walk;
  bcov_random random = {2024};
  keeping_dominoes (mem, board, &k, &graph);
  assert_int_equal (bcov_walk_start (&graph, &walk, NULL), BCOV_OK);
  for (size_t n = 0; n < count; n++) {
    assert_int_equal (bcov_walk_random (&walk, &random, NULL), BCOV_OK);
    char *text = mpz_get_str (NULL, 10, walk.drawn);
    assert_string_equal (text, ranks[n]);
    free (text);
  }
  bcov_walk_end (&walk);
  keeping_close (mem, &k, &graph);
}

static void draws_are_the_same_everywhere (void **state)
{
  (void)state;
  static const char *const small[] = {"49", "152", "59", "70", "86"};
  static const char *const large[] = {"1578898212661792813762935658338",
                                      "756980499698378759571914963989",
                                      "2105765232011356421391356226989"};
  expect_draws ("4x6", small, sizeof small / sizeof *small);
  expect_draws ("16x16", large, sizeof large / sizeof *large);
}

/* 4 x 6 has 281 coverings, which is no power of two: each is drawn about as often as it should be.
   The seed is fixed, so that the outcome is. */
static void draws_are_uniform (void **state)
{
  (void)state;
  enum { COUNT = 281, DRAWS = COUNT * 100 };
  bcov_mem *mem = bcov_mem_new (0);
  keeping k;
  bcov_state_graph graph;
  bcov_walk walk;
  mpz_t rank;
  bool is;
  uint32_t drawn[COUNT] = {0};
  bcov_random random = {2024};
  double chi = 0;
  keeping_dominoes (mem, "4x6", &k, &graph);
  assert_int_equal (bcov_walk_start (&graph, &walk, NULL), BCOV_OK);
  assert_int_equal (mpz_cmp_ui (walk.total, COUNT), 0);
  mpz_init (rank);
  for (uint32_t n = 0; n < DRAWS; n++) {
    uint32_t options[12];
    assert_int_equal (bcov_walk_random (&walk, &random, NULL), BCOV_OK);
    assert_int_equal (walk.count, 12);
    memcpy (options, walk.options, sizeof options);
    assert_int_equal (bcov_walk_rank (&walk, options, 12, rank, &is, NULL), BCOV_OK);
    assert_true (is);
    drawn[mpz_get_ui (rank)]++;
  }
  for (uint32_t c = 0; c < COUNT; c++)
    chi += (drawn[c] - 100.0) * (drawn[c] - 100.0) / 100.0;
  /* 280 degrees of freedom: mean 280, standard deviation 23.7. */
  assert_true (chi > 280 - 4 * 23.7 && chi < 280 + 4 * 23.7);
  mpz_clear (rank);
  bcov_walk_end (&walk);
  keeping_close (mem, &k, &graph);
}

SUITE (walk)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (random_models),
      cmocka_unit_test (the_best),
      cmocka_unit_test (large_numbers),
      cmocka_unit_test (draws_are_uniform),
      cmocka_unit_test (draws_are_the_same_everywhere),
  };
  return cmocka_run_group_tests_name ("walk", tests, NULL, NULL);
}
