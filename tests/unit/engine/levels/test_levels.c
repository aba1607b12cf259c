/* State graphs: walks, lists and counts of options. */

#include "suite.h"

#include "engines.h"
#include "keeping.h"
#include "random_cases.h"
#include "engine/levels/listing.h"
#include "engine/levels/option_counts.h"
#include "engine/levels/walk.h"
#include "engine/program/program_make.h"
#include "model/reduce/reduce.h"

#include <stdio.h>

/* Walks: ranks, next, random and best solutions, in memory and in files. */

enum { WALK_MODELS = 600 };

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

/* Every rank has its own solution, and bcov_walk_next visits them in the order of ranks. */
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

/* Solutions have their ranks, and other sets have none. */
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

static void walk_random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  static uint8_t is[MODELS_SETS];
  static uint32_t sets[MODELS_SETS];
  for (uint64_t n = 0; n < cases (WALK_MODELS); n++) {
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
  for (uint64_t n = 0; n < cases (WALK_MODELS); n++) {
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

/* Ranks of several limbs. */
static void large_numbers (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  keeping k;
  bcov_state_graph graph;
  bcov_walk walk;
  mpz_t rank, back;
  bool is;
  keeping_dominoes (mem, "14x14", &k, &graph);
  assert_int_equal (bcov_walk_start (&graph, &walk, NULL), BCOV_OK);
  mpz_inits (rank, back, NULL);
  for (uint32_t n = 0; n <= 40; n++) {
    mpz_mul_ui (rank, walk.total, n);
    mpz_fdiv_q_ui (rank, rank, 40);
    if (n == 40)
      mpz_sub_ui (rank, rank, 1);
    assert_int_equal (bcov_walk_to (&walk, rank, NULL), BCOV_OK);
    assert_int_equal (walk.count, 98);
    uint32_t options[98];
    memcpy (options, walk.options, sizeof options);
    assert_int_equal (bcov_walk_rank (&walk, options, 98, back, &is, NULL), BCOV_OK);
    assert_true (is && !mpz_cmp (rank, back));
  }
  mpz_clears (rank, back, NULL);
  bcov_walk_end (&walk);
  keeping_close (mem, &k, &graph);
}

/* The draws of a seed, derived by hand from the description of splitmix64: the upper bits of each
   word, rejected if too large. */
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
    uint32_t options[128];
    bcov_number rank;
    bool is;
    bcov_number_init (&rank, 0);
    assert_int_equal (bcov_walk_random (&walk, &random, NULL), BCOV_OK);
    memcpy (options, walk.options, walk.count * sizeof *options);
    assert_int_equal (bcov_walk_rank (&walk, options, walk.count, rank.value, &is, NULL), BCOV_OK);
    assert_true (is && bcov_number_equals (&rank, ranks[n]));
    bcov_number_clear (&rank);
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

/* 4 x 6 has 281 coverings, not a power of two: all are drawn about equally often. The seed is
   fixed. */
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

/* Lists: all solutions, each once, in one part or several; the best; stops. */

enum { LISTING_MODELS = 1500, PARTS = 3 };

/* Runs the engine on the reduced MODEL. */
static engines_outcome run (const bcov_model *model, bcov_job *job)
{
  bcov_model reduced;
  assert_int_equal (bcov_reduce (model, MODELS_STEPS, NULL, &reduced, NULL), BCOV_OK);
  job->model = &reduced;
  engines_outcome outcome = engines_run (engines_levels, job);
  job->model = model;
  bcov_model_free (&reduced);
  return outcome;
}

static void expect_lists (const bcov_model *model)
{
  static uint8_t is[MODELS_SETS];
  static engines_found found, parts;
  bcov_control control;
  bcov_job job = engines_job (model, &control);
  uint64_t count = models_solve (model, is);
  assert_int_equal (run (model, &job).count, count);
  found = parts = (engines_found){0};
  job.sink = engines_sink;
  job.data = &found;
  engines_outcome outcome = run (model, &job);
  assert_true (outcome.complete && outcome.count == count && found.count == count);
  assert_memory_equal (found.is, is, sizeof is);
  job.data = &parts;
  job.share.parts = PARTS;
  for (job.share.part = 1; job.share.part <= PARTS; job.share.part++)
    run (model, &job);
  assert_memory_equal (parts.is, is, sizeof is);
  if (count > 1) {
    found = (engines_found){.enough = 1};
    job.data = &found;
    job.share.part = job.share.parts = 1;
    assert_false (run (model, &job).complete);
    assert_int_equal (found.count, 1);
  }
}

static void listing_random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  for (uint64_t n = 0; n < cases (LISTING_MODELS); n++) {
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    models_kind kind = models_turn (n);
    bcov_model model = models_draw (mem, &random, kind, MODELS_OPTIONS);
    expect_lists (&model);
    bcov_model_free (&model);
    kind.partial = true;
    model = models_draw (mem, &random, kind, MODELS_OPTIONS);
    bcov_control control;
    bcov_job job = engines_job (&model, &control);
    job.objective = BCOV_MOST;
    engines_outcome outcome = run (&model, &job);
    assert_int_equal (outcome.gain, models_most (&model));
    assert_true (models_solved (&model, outcome.best));
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

static void limits_and_stops (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 24, 0, 1), reduced;
  bcov_control control;
  bcov_listing listing;
  bcov_program program;
  double bits;
  atomic_bool stop = false;
  bcov_watch watch = {.stop = &stop};
  for (uint32_t i = 0; i < 24; i++)
    for (uint32_t j = 0; j < i; j++)
      models_add (&model, 1u << i | 1u << j);
  assert_int_equal (bcov_reduce (&model, MODELS_STEPS, NULL, &reduced, NULL), BCOV_OK);
  bcov_job job = engines_job (&reduced, &control);
  assert_int_equal (bcov_program_make_along (&reduced, NULL, NULL, &control, &bits, &program, NULL),
                    BCOV_OK);
  assert_int_equal (bcov_listing_open (&job, &program, 1000, &listing, NULL), BCOV_OK);
  assert_true (listing.given_up);
  bcov_listing_close (&listing);
  bcov_control_start (&control, &watch);
  stop = true;
  assert_int_equal (bcov_listing_open (&job, &program, 1u << 30, &listing, NULL), BCOV_STOPPED);
  bcov_control_start (&control, &watch);
  engines_outcome outcome = engines_run (engines_levels, &job);
  assert_true (!outcome.complete && outcome.count == 0);
  bcov_program_free (&program);
  bcov_model_free (&reduced);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Counts of options, compared with a search of all sets of options, and checked on a large board.
 */

enum { OPTION_COUNTS_MODELS = 1500 };

static void expect_uses (const bcov_model *original, const keeping *k,
                         const bcov_option_counts *uses)
{
  static uint8_t is[MODELS_SETS];
  uint64_t expected[MODELS_OPTIONS] = {0}, count = models_solve (original, is);
  for (uint32_t set = 0; set < MODELS_SETS; set++)
    for (uint32_t o = 0; is[set] && o < MODELS_OPTIONS; o++)
      expected[o] += set >> o & 1;
  assert_int_equal (mpz_cmp_ui (uses->total.value, count), 0);
  for (uint32_t o = 0; o < bcov_model_options (&k->model); o++) {
    uint64_t *e = &expected[k->model.origin.data[o]];
    assert_int_equal (mpz_cmp_ui (uses->counts[o].value, *e), 0);
    *e = 0;
  }
  for (uint32_t o = 0; o < MODELS_OPTIONS; o++)
    assert_int_equal (expected[o], 0); /* reducing drops unused options */
}

static void option_counts_random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  for (uint64_t n = 0; n < cases (OPTION_COUNTS_MODELS); n++) {
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

/* Dominoes on 16 x 16: the counts of all options add up to 128 per covering, and those of the two
   dominoes in a corner to all coverings. */
static void a_large_board (void **state)
{
  (void)state;
  for (size_t limit = 0; limit <= 10000000; limit += 10000000) {
    bcov_mem *mem = bcov_mem_new (limit);
    keeping k;
    bcov_state_graph graph;
    bcov_option_counts uses;
    mpz_t all, corner;
    mpz_inits (all, corner, NULL);
    keeping_dominoes (mem, "14x14", &k, &graph);
    assert_int_equal (graph.on_disk, limit > 0);
    assert_int_equal (bcov_option_counts_count (&graph, &uses, NULL), BCOV_OK);
    for (uint32_t o = 0; o < uses.options; o++) {
      mpz_add (all, all, uses.counts[o].value);
      if (k.model.touches.data[k.model.first.data[o]].item == 0)
        mpz_add (corner, corner, uses.counts[o].value);
    }
    assert_int_equal (mpz_cmp (corner, uses.total.value), 0);
    assert_true (mpz_divisible_p (all, uses.total.value));
    mpz_divexact (all, all, uses.total.value);
    assert_int_equal (mpz_cmp_ui (all, 98), 0);
    mpz_clears (all, corner, NULL);
    bcov_option_counts_free (&uses);
    keeping_close (mem, &k, &graph);
  }
}

static void a_stop_is_seen (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  keeping k;
  bcov_state_graph graph;
  bcov_option_counts uses;
  atomic_bool stop = false;
  bcov_watch watch = {.stop = &stop};
  keeping_board (mem, "14x14", "I2:any", false, &k);
  bcov_control_start (&k.control, &watch);
  assert_int_equal (keeping_make (&k, false, 0, &graph, NULL), BCOV_OK);
  stop = true;
  assert_int_equal (bcov_option_counts_count (&graph, &uses, NULL), BCOV_STOPPED);
  keeping_close (mem, &k, &graph);
}

SUITE (levels)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (walk_random_models),
      cmocka_unit_test (the_best),
      cmocka_unit_test (large_numbers),
      cmocka_unit_test (draws_are_uniform),
      cmocka_unit_test (draws_are_the_same_everywhere),
      cmocka_unit_test (listing_random_models),
      cmocka_unit_test (limits_and_stops),
      cmocka_unit_test (option_counts_random_models),
      cmocka_unit_test (a_large_board),
      cmocka_unit_test (a_stop_is_seen),
  };
  return cmocka_run_group_tests_name ("levels", tests, NULL, NULL);
}
