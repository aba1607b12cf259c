/* Counts with either table, in words or residues; all sizes in one pass; forecasts. */

#include "suite.h"

#include "dense_boards.h"
#include "engines.h"
#include "models.h"
#include "programs.h"
#include "random_cases.h"
#include "unrolled.h"
#include "engine/count/by_size.h"
#include "engine/count/estimate.h"
#include "engine/count/frontier.h"
#include "engine/count/sampled.h"
#include "engine/order/order.h"
#include "engine/plan/tuning.h"
#include "engine/program/program_make.h"
#include "engine/remainders.h"
#include "engine/search/brute.h"
#include "format/puzzle/brief.h"
#include "model/reduce/reduce.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* The frontier engine: published counts; dominoes on long boards, by their recurrence, beyond one
   and two words; random models against a search of all sets of options, wide ones against brute;
   tallies against binomials; stops and memory. */

enum { MODELS = 1500 };

/* ---- counts ---- */

static void expect_count (const bcov_model *model, size_t workers, const mpz_t expected)
{
  bcov_control control;
  bcov_job job = engines_job (model, &control);
  bcov_result result;
  job.workers = (uint32_t)workers;
  bcov_result_init (model->mem, &result);
  assert_int_equal (engines_frontier (&job, &result, NULL), BCOV_OK);
  assert_true (result.complete);
  if (mpz_cmp (result.found.value, expected)) {
    char *a = mpz_get_str (NULL, 10, result.found.value), *b = mpz_get_str (NULL, 10, expected);
    fail_msg ("%s found, %s expected", a, b);
  }
  bcov_result_free (&result);
}

/* An open frontier with its program. */
typedef struct {
  bcov_program program;
  bcov_frontier frontier;
} opened;

/* Close it even after a failure. */
static bcov_status open_frontier (const bcov_job *job, opened *out)
{
  double bits;
  *out = (opened){0};
  bcov_status status =
      bcov_program_make_along (job->model, NULL, NULL, job->control, &bits, &out->program, NULL);
  if (status)
    out->program = (bcov_program){0};
  else
    status = bcov_frontier_open (job, &out->program, bits, &bcov_tables, &out->frontier, NULL);
  return status;
}

static void close_frontier (opened *o)
{
  bcov_frontier_close (&o->frontier);
  if (o->program.mem)
    bcov_program_free (&o->program);
}

static bcov_model reduced_board (bcov_mem *mem, const char *board, const char *pieces)
{
  bcov_brief brief = {.board = board, .pieces = pieces};
  bcov_compiled compiled = programs_compile (mem, &brief);
  bcov_model model;
  assert_int_equal (bcov_reduce_lightly (&compiled.model, NULL, &model, NULL), BCOV_OK);
  bcov_compiled_free (&compiled);
  return model;
}

static void expect_board (const char *board, const char *pieces, const mpz_t expected)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = reduced_board (mem, board, pieces);
  for (size_t workers = 1; workers <= 2; workers++)
    expect_count (&model, workers, expected);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* OEIS A004003, A165791, A233343, A099390, A028420; pentominoes on 3 x 20 have 2 coverings up to
   symmetry. */
static void published_counts (void **state)
{
  (void)state;
  static const char *const known[][3] = {
      {"1x1", "I2:any", "0"},
      {"2x1", "I2:any", "1"},
      {"8x8", "I2:any", "12988816"},
      {"7x8", "I2:any", "1292697"},
      {"16x16", "I2:any", "2444888770250892795802079170816"},
      {"6x6", "L3:any", "162"},
      {"12x12", "L3:any", "2033502499954"},
      {"9x7", "trominoes:any", "1064557805"},
      {"3x20", "pentominoes", "8"},
      {"2x2x3", "I2:any", "32"},
      {"2x2x2", "I2:any", "9"},
      {"4x4", "I1:any,I2:any", "10012"},
  };
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    mpz_t expected;
    mpz_init_set_str (expected, known[k][2], 10);
    expect_board (known[k][0], known[k][1], expected);
    mpz_clear (expected);
  }
}

/* Dominoes on ROWS x n by their recurrence; values on both sides of 2^64 and 2^128. */
static void expect_recurrence (int rows, int step, const int *factors, const int *first, int order,
                               const int *wanted)
{
  mpz_t value[220];
  for (int n = 0; n < 220; n++) {
    mpz_init_set_si (value[n], n < order ? first[n] : 0);
    for (int k = 1; n >= order && k <= order; k++)
      if (factors[k - 1] >= 0)
        mpz_addmul_ui (value[n], value[n - k], (unsigned long)factors[k - 1]);
      else
        mpz_submul_ui (value[n], value[n - k], (unsigned long)-factors[k - 1]);
  }
  for (; *wanted; wanted++) {
    char board[32];
    snprintf (board, sizeof board, "%dx%d", rows, *wanted * step);
    expect_board (board, "I2:any", value[*wanted]);
  }
  for (int n = 0; n < 220; n++)
    mpz_clear (value[n]);
}

/* OEIS A000045, A001835, A005178, A003775. */
static void long_boards (void **state)
{
  (void)state;
  expect_recurrence (2, 1, (int[]){1, 1}, (int[]){1, 1}, 2,
                     (int[]){1, 2, 50, 91, 92, 93, 94, 183, 184, 185, 186, 219, 0});
  expect_recurrence (3, 2, (int[]){4, -1}, (int[]){1, 3}, 2,
                     (int[]){5, 33, 34, 35, 67, 68, 100, 0});
  expect_recurrence (4, 1, (int[]){1, 5, 1, -1}, (int[]){1, 1, 5, 11}, 4,
                     (int[]){4, 46, 47, 48, 92, 93, 94, 0});
  expect_recurrence (5, 2, (int[]){15, -32, 15, -1}, (int[]){1, 8, 95, 1183}, 4,
                     (int[]){2, 17, 18, 19, 35, 36, 60, 0});
}

/* With very many states the dense table is used at once. Straight trominoes have fewer states than
   the price of the order predicts. */
static void the_table_that_is_taken (void **state)
{
  (void)state;
  const struct {
    const char *board, *pieces;
    bool full;
  } cases[] = {{"15x15", "L3:any", true},
               {"24x24", "L3:any", false},
               {"12x12", "I3:any", false},
               {"4x4", "I2:any", false}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = reduced_board (mem, cases[k].board, cases[k].pieces);
    bcov_control control;
    bcov_job job = engines_job (&model, &control);
    opened o;
    assert_int_equal (open_frontier (&job, &o), BCOV_OK);
    assert_int_equal (o.frontier.full, cases[k].full);
    assert_int_equal (o.frontier.full,
                      !o.frontier.pockets.levels.count && !o.frontier.folds.first.count);
    close_frontier (&o);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* With P-pentominoes on an odd board the half loses the classes of the whole: its table is five
   times as large and more work. With rectangles 2 x 3 the table is larger but less work: it is used
   if there is memory for it. */
static void the_half_that_is_taken (void **state)
{
  (void)state;
  const struct {
    const char *board, *pieces;
    size_t memory;
    bool half;
    unsigned lanes;
  } cases[] = {{"18x18", "L3:any", 0, true, 4},
               {"21x21", "L3:any", 0, true, 2}, /* four would not fit into the cache */
               {"15x10", "P5:any", 0, false, 2},
               {"13x12", "2x3:any", 0, true, 2},
               {"13x12", "2x3:any", (size_t)240 << 20, false, 2}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_mem *mem = bcov_mem_new (cases[k].memory);
    bcov_model model = reduced_board (mem, cases[k].board, cases[k].pieces);
    bcov_control control;
    bcov_job job = engines_job (&model, &control);
    opened o;
    assert_int_equal (open_frontier (&job, &o), BCOV_OK);
    assert_int_equal (o.frontier.half.program.levels.count > 0, cases[k].half);
    assert_int_equal (o.frontier.lanes, cases[k].lanes);
    close_frontier (&o);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

static void frontier_random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  for (uint64_t n = 0; n < cases (MODELS); n++) {
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = programs_draw (mem, &random, n);
    mpz_t expected;
    mpz_init_set_ui (expected, models_solve (&model, NULL));
    expect_count (&model, 1 + n % 2, expected);
    mpz_clear (expected);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* Keys of several words. */
static void wide_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  for (uint64_t n = 0; n < cases (24); n++) {
    bcov_random random = {seed + n};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_control control;
    bcov_model model = programs_wide (mem, &random, 80 + 20 * (n % 24), 24, 6 + n % 24);
    bcov_job job = engines_job (&model, &control);
    mpz_t expected;
    mpz_init_set_ui (expected, engines_run (bcov_brute_run, &job).count);
    expect_count (&model, 1 + n % 2, expected);
    mpz_clear (expected);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* A model without items, and an impossible one. */
static void empty_models (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 0, 0, 0);
  mpz_t expected;
  mpz_init_set_ui (expected, 1);
  expect_count (&model, 1, expected);
  model.impossible = true;
  mpz_set_ui (expected, 0);
  expect_count (&model, 1, expected);
  mpz_clear (expected);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* ---- primes of the dense table ---- */

/* Counts with primes of another length, one of them spare. */
static void count_apart (const bcov_program *p, double bound, mpz_t out)
{
  bcov_control control;
  bcov_remainders n;
  bcov_number value;
  bcov_number_init (&value, 0);
  assert_int_equal (bcov_remainders_primes (p->mem, bound, 50, &n, NULL), BCOV_OK);
  uint64_t *words = calloc (n.words + 4, sizeof *words);
  for (uint32_t k = 0; k < n.words; k += 4) {
    uint64_t primes[4];
    for (uint32_t lane = 0; lane < 4; lane++)
      primes[lane] = n.primes[k + lane < n.words ? k + lane : 0];
    bcov_control_start (&control, NULL);
    assert_int_equal (bcov_dense_count (p, NULL, primes, 4, 1, &control, &words[k], NULL), BCOV_OK);
  }
  assert_int_equal (bcov_remainders_join (&n, words, &value, NULL), BCOV_OK);
  mpz_set (out, value.value);
  bcov_remainders_free (p->mem, &n);
  bcov_number_clear (&value);
  free (words);
}

/* Counts without the dense table. */
static void count_sparsely (const bcov_program *p, mpz_t out)
{
  bcov_control control;
  bcov_number value;
  size_t known;
  uint32_t last = (uint32_t)p->levels.count - 1;
  bcov_number_init (&value, 0);
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_frontier_levels (p, &last, 1, 1, &control, &value, &known, NULL), BCOV_OK);
  assert_int_equal (known, 1);
  mpz_set (out, value.value);
  bcov_number_clear (&value);
}

/* Computes the count of MODEL by two other methods, the slower one only for numbers of few primes.
   Returns how many primes below 2^56 the bound needs, and sets *ALL to whether the number itself
   needs all of them. */
static uint32_t count_before (const bcov_model *model, mpz_t number, bool *all)
{
  bcov_control control;
  bcov_job job = engines_job (model, &control);
  opened o;
  bcov_remainders n;
  mpz_t other;
  assert_int_equal (open_frontier (&job, &o), BCOV_OK);
  double better, bound = o.program.bound;
  assert_int_equal (bcov_dense_bound (&o.program, NULL, 1, &control, &better, NULL), BCOV_OK);
  bound = bound > 224 ? fmin (bound, better) : bound;
  assert_int_equal (bcov_remainders_primes (model->mem, bound, 56, &n, NULL), BCOV_OK);
  count_apart (&o.program, bound, number);
  mpz_init (other);
  if (o.program.bound < 112) {
    count_sparsely (&o.program, other);
    assert_int_equal (mpz_cmp (number, other), 0);
  }
  mpz_set_ui (other, 1);
  for (uint32_t k = 0; k + 2 < n.words; k++)
    mpz_mul_ui (other, other, n.primes[k]);
  *all = mpz_cmp (number, other) >= 0;
  mpz_clear (other);
  bcov_remainders_free (model->mem, &n);
  close_frontier (&o);
  return n.words - 1;
}

/* Counts with the dense table within the memory of MEM; returns false if it is too small. */
static bool count_densely (const bcov_model *model, bcov_mem *mem, size_t workers,
                           const mpz_t expected, unsigned *lanes)
{
  bcov_control control;
  bcov_model same = *model;
  bcov_job job = engines_job (&same, &control);
  opened o;
  bcov_result result;
  bool done = true;
  same.mem = mem;
  job.workers = (uint32_t)workers;
  bcov_result_init (mem, &result);
  bcov_status status = open_frontier (&job, &o);
  *lanes = o.frontier.lanes;
  if (!status)
    status = bcov_frontier_try (&job, &o.frontier, 0, NULL, NULL, &done, &result, NULL);
  assert_true (status == BCOV_OK || status == BCOV_STOPPED);
  assert_true (status || (done && result.complete && !mpz_cmp (result.found.value, expected)));
  assert_true (status || !*lanes || control.levels == 0); /* the dense table was used */
  close_frontier (&o);
  bcov_result_free (&result);
  return !status;
}

/* The dense table takes four residues per pass. With one, three or seven primes there is a lane for
   the spare one. Otherwise the last prime may be spare if the number is short, or one more pass
   decides. */
static void numbers_of_so_many_primes (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    uint32_t primes;
    bool all;
  } known[] = {{"4x4x4", "I2:any", 1, true},        {"17x27", "I2:any", 1, false}, /* none */
               {"4x4x6", "I2:any", 2, false},       {"4x4x7", "I2:any", 2, true},
               {"16x16", "I2:any", 3, false},       {"13x13", "I1:any,I2:any", 3, true},
               {"16x26", "I2:any", 4, false},       {"16x30", "I2:any", 4, true},
               {"16x14", "I1:any,I2:any", 4, true}, {"30x14", "I1:any,I2:any", 7, true}};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = reduced_board (mem, known[k].board, known[k].pieces);
    mpz_t expected;
    bool all;
    unsigned lanes;
    mpz_init (expected);
    assert_int_equal (count_before (&model, expected, &all), known[k].primes);
    assert_int_equal (all, known[k].all);
    assert_true (count_densely (&model, mem, 1 + k % 2, expected, &lanes));
    assert_int_equal (lanes, 4);
    mpz_clear (expected);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* Returns memory that holds a dense table of LANES residues but not of twice as many. */
static size_t memory_for (const bcov_model *model, unsigned lanes)
{
  bcov_control control;
  bcov_job job = engines_job (model, &control);
  opened o;
  bcov_dense_needs few, many;
  size_t before = bcov_mem_used (model->mem);
  assert_int_equal (open_frontier (&job, &o), BCOV_OK);
  const bcov_program *half = &o.frontier.half.program;
  assert_true (half->levels.count > 0);
  assert_int_equal (bcov_dense_foresee (half, &o.frontier.half.bridges, lanes, 1, &few, NULL),
                    BCOV_OK);
  assert_int_equal (bcov_dense_foresee (half, &o.frontier.half.bridges, 2 * lanes, 1, &many, NULL),
                    BCOV_OK);
  size_t open = bcov_mem_used (model->mem) - before, large = (size_t)1 << 30;
  bcov_mem *other = bcov_mem_new (large);
  size_t aside = large - bcov_mem_left (other); /* for memory outside the library */
  bcov_mem_delete (other);
  close_frontier (&o);
  return aside + open + few.bytes + (many.bytes - few.bytes) / 2;
}

/* The same if memory holds one residue or two. */
static void primes_in_little_memory (void **state)
{
  (void)state;
  static const struct {
    const char *board;
    bool all; /* the number needs all four primes */
  } known[] = {{"18x23", false}, {"18x27", true}};
  for (size_t k = 0; k < 2; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = reduced_board (mem, known[k].board, "I2:any");
    mpz_t expected;
    bool all;
    unsigned lanes;
    mpz_init (expected);
    assert_int_equal (count_before (&model, expected, &all), 4);
    assert_int_equal (all, known[k].all);
    bcov_mem *tight = bcov_mem_new (memory_for (&model, 1 + (unsigned)k));
    assert_true (count_densely (&model, tight, 1, expected, &lanes));
    assert_int_equal (lanes, 1 + k);
    assert_int_equal (bcov_mem_used (tight), 0);
    bcov_mem_delete (tight);
    mpz_clear (expected);
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* ---- after some levels ---- */

/* Two columns, row by row: after each row the value is a Fibonacci number, in one word up to
   several primes, and all values are right, including the first. */
static void levels_of_dominoes (void **state)
{
  (void)state;
  enum { ROWS = 250 };
  bcov_program p = boards_program (bcov_mem_new (0), ROWS, 2, BOARDS_I2, false);
  for (size_t rows = 10; rows < ROWS; rows += 60) {
    uint32_t levels[ROWS];
    bcov_number values[ROWS];
    bcov_control control;
    size_t known;
    mpz_t expected;
    mpz_init (expected);
    for (uint32_t r = 0; r < rows; r++) {
      levels[r] = 2 * r + 1;
      bcov_number_init (&values[r], 0);
    }
    bcov_control_start (&control, NULL);
    assert_int_equal (
        bcov_frontier_levels (&p, levels, rows, 1 + rows % 4 / 2, &control, values, &known, NULL),
        BCOV_OK);
    assert_int_equal (known, rows);
    for (uint32_t r = 0; r < rows; r++) {
      mpz_fib_ui (expected, r + 2);
      assert_int_equal (mpz_cmp (values[r].value, expected), 0);
      bcov_number_clear (&values[r]);
    }
    mpz_clear (expected);
  }
  programs_end (&p);
}

static void levels_may_be_stopped (void **state)
{
  (void)state;
  bcov_program p = boards_program (bcov_mem_new (0), 30, 30, BOARDS_L3, false);
  uint32_t levels[] = {3, 800};
  bcov_number values[2];
  bcov_control control;
  bcov_watch watch = {.seconds = 0.2};
  size_t known = 7;
  bcov_number_init (&values[0], 0);
  bcov_number_init (&values[1], 0);
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_frontier_levels (&p, levels, 2, 1, &control, values, &known, NULL),
                    BCOV_OK);
  assert_true (known < 2);
  bcov_number_clear (&values[0]);
  bcov_number_clear (&values[1]);
  programs_end (&p);
}

/* ---- tallies ---- */

typedef struct {
  uint32_t fields, coins, rows;
  programs_states seen;
  uint32_t enough; /* fails after this number of rows */
} counted;

static bcov_status see_coins (void *data, const uint64_t *kept, const bcov_number *number,
                              bcov_error *err)
{
  (void)err;
  counted *c = data;
  mpz_t expected;
  mpz_init (expected);
  mpz_bin_uiui (expected, c->coins, c->rows);
  assert_int_equal (kept[0], c->rows);
  assert_int_equal (mpz_cmp (number->value, expected), 0);
  mpz_clear (expected);
  c->rows++;
  return c->rows == c->enough ? BCOV_INPUT : BCOV_OK;
}

static bcov_program coins_program (bcov_mem *mem, uint32_t coins)
{
  bcov_model model = programs_coins (mem, coins);
  bool *kept = calloc (coins + 1, sizeof *kept);
  kept[coins] = true;
  bcov_program p = programs_unroll (&model, kept, NULL);
  free (kept);
  bcov_model_free (&model);
  return p;
}

/* Coins by heads. The middle binomial of 68 exceeds one word at the last level, that of 132 two
   words; 800 coins take several passes of primes. */
static void tallies_of_coins (void **state)
{
  (void)state;
  static const uint32_t known[] = {1, 2, 67, 68, 69, 131, 132, 133, 200, 400};
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    bcov_program p = coins_program (bcov_mem_new (0), known[k]);
    for (size_t workers = 1; workers <= 2; workers++) {
      counted c = {.coins = known[k]};
      bcov_control control;
      bool complete = false;
      bcov_control_start (&control, NULL);
      assert_int_equal (bcov_frontier_tally (&p, workers, &control, see_coins, &c, &complete, NULL),
                        BCOV_OK);
      assert_true (complete);
      assert_int_equal (c.rows, known[k] + 1);
    }
    programs_end (&p);
  }
}

static void a_tally_may_be_refused (void **state)
{
  (void)state;
  bcov_program p = coins_program (bcov_mem_new (0), 20);
  counted c = {.coins = 20, .enough = 3};
  bcov_control control;
  bool complete;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_frontier_tally (&p, 1, &control, see_coins, &c, &complete, NULL),
                    BCOV_INPUT);
  assert_int_equal (c.rows, 3);
  programs_end (&p);
}

static void a_tally_may_be_stopped (void **state)
{
  (void)state;
  bcov_program p = coins_program (bcov_mem_new (0), 300);
  counted c = {.coins = 300};
  bcov_control control;
  atomic_bool stop = true;
  bcov_watch watch = {.stop = &stop};
  bool complete = true;
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_frontier_tally (&p, 1, &control, see_coins, &c, &complete, NULL), BCOV_OK);
  assert_false (complete);
  assert_int_equal (c.rows, 0);
  programs_end (&p);
}

static bcov_status gather_row (void *data, const uint64_t *kept, const bcov_number *number,
                               bcov_error *err)
{
  (void)err;
  counted *c = data;
  programs_put (&c->seen, kept, c->fields, mpz_get_ui (number->value));
  return BCOV_OK;
}

static uint32_t count_kept (const bcov_program *p)
{
  uint32_t count = 0;
  for (size_t f = 0; f < p->fields.count; f++)
    count += p->fields.data[f].kept;
  return count;
}

static void expect_tally (const bcov_program *p, size_t workers)
{
  counted c = {.fields = count_kept (p)};
  bcov_control control;
  bool complete = false;
  programs_states expected = programs_tally (p);
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_frontier_tally (p, workers, &control, gather_row, &c, &complete, NULL),
                    BCOV_OK);
  assert_true (complete);
  assert_int_equal (c.seen.count, expected.count);
  if (expected.count)
    assert_memory_equal (c.seen.data, expected.data, expected.count * sizeof *expected.data);
  free (expected.data);
  free (c.seen.data);
}

/* Rows are sorted and agree with the reference. */
static void tallies_of_random_models (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  for (uint64_t n = 0; n < cases (MODELS); n++) {
    bcov_random random = {seed + n};
    bcov_model model = programs_draw (bcov_mem_new (0), &random, n);
    bool kept[MODELS_ITEMS] = {0};
    for (uint32_t i = 0, chosen = 0; i < model.items.count && chosen < 3; i++)
      chosen += kept[i] = !model.items.data[i].coloured && models_below (&random, 2);
    bcov_program p = programs_unroll (&model, kept, &random);
    if (p.levels.count)
      expect_tally (&p, 1 + n % 2);
    bcov_model_free (&model);
    programs_end (&p);
  }
}

/* ---- budgets, frontier_stops, memory ---- */

static void budgets (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = reduced_board (mem, "7x8", "I2:any");
  for (uint64_t budget = 1; budget < 1u << 20; budget *= 4) {
    bcov_control control;
    bcov_job job = engines_job (&model, &control);
    bcov_result result;
    opened o;
    bool done;
    bcov_result_init (mem, &result);
    assert_int_equal (open_frontier (&job, &o), BCOV_OK);
    assert_int_equal (
        bcov_frontier_try (&job, &o.frontier, budget, NULL, NULL, &done, &result, NULL), BCOV_OK);
    close_frontier (&o);
    assert_true (!done || mpz_cmp_ui (result.found.value, 1292697) == 0);
    assert_true (budget > 8 || !done);
    assert_true (budget < 1u << 18 || done);
    bcov_result_free (&result);
  }
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* ---- questions between levels ---- */

typedef struct {
  uint32_t asked, most; /* questions; after the last, the run is given up */
  double before, forecast;
  const bcov_control *control;
} questions;

/* A bcov_frontier_ask: half as many transitions again. */
static uint64_t answer (void *data, const bcov_forecast *forecast)
{
  questions *q = data;
  double done = (double)atomic_load (&q->control->nodes);
  assert_true (done > q->before && forecast->states.transitions >= done);
  assert_true (forecast->states.total >= forecast->states.widest);
  q->before = done;
  q->forecast = forecast->states.transitions;
  return ++q->asked < q->most ? (uint64_t)(1.5 * done) + 1 : 0;
}

/* A run that asks goes on where it was, or is given up; its last forecast is about right. */
static void the_frontier_asks (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = reduced_board (mem, "5x12", "pentominoes");
  for (uint32_t most = 1; most <= 64; most *= 4) {
    bcov_control control;
    bcov_job job = engines_job (&model, &control);
    questions q = {.most = most, .control = &control};
    bcov_frontier_asked asked = {answer, &q};
    bcov_result result;
    opened o;
    bool done;
    bcov_control_start (&control, NULL);
    bcov_result_init (mem, &result);
    assert_int_equal (open_frontier (&job, &o), BCOV_OK);
    assert_int_equal (
        bcov_frontier_try (&job, &o.frontier, 1000, &asked, NULL, &done, &result, NULL), BCOV_OK);
    double needed = (double)atomic_load (&control.nodes);
    close_frontier (&o);
    assert_true (most > 1 || !done);
    assert_true (most < 64 || done);
    assert_true (done || q.asked == most);
    assert_true (!done || mpz_cmp_ui (result.found.value, 4040) == 0);
    assert_true (!done || (q.asked > 4 && q.forecast < 2 * needed && q.forecast > needed / 2));
    bcov_result_free (&result);
  }
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Boards for the sparse table and for the dense one. */
static void frontier_stops (void **state)
{
  (void)state;
  static const char *const slow[][2] = {{"12x12", "pentominoes:any"}, {"24x24", "L3:any"}};
  for (size_t k = 0; k < 2; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = reduced_board (mem, slow[k][0], slow[k][1]);
    for (uint32_t n = 0; n < 2; n++) {
      bcov_watch watch = {.seconds = 0.4 + 0.8 * n};
      bcov_control control;
      bcov_job job = engines_job (&model, &control);
      bcov_result result;
      job.workers = n + 1;
      bcov_result_init (mem, &result);
      bcov_control_start (&control, &watch);
      bcov_status status = engines_frontier (&job, &result, NULL);
      assert_true (status == BCOV_STOPPED || (!status && !result.complete));
      assert_int_equal (bcov_control_status (&control, NULL), BCOV_STOPPED);
      assert_true (bcov_control_seconds (&control) < 60);
      bcov_result_free (&result);
    }
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* For memory limits from too small to sufficient: the limit holds, and the count is right or the
   lack of memory is reported once. */
static void memory_ends (void **state)
{
  (void)state;
  bool refused = false, counted_all = false;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = reduced_board (mem, "12x12", "L3:any");
  for (size_t limit = 1 << 12; limit < 1 << 23; limit += limit / 2) {
    bcov_mem *tight = bcov_mem_new (limit);
    bcov_error *err = bcov_error_new ();
    bcov_control control;
    bcov_model same = model;
    bcov_job job = engines_job (&same, &control);
    bcov_result result;
    same.mem = tight;
    job.workers = 2;
    bcov_result_init (tight, &result);
    bcov_status status = engines_frontier (&job, &result, err);
    assert_true (status == BCOV_OK || status == BCOV_STOPPED);
    assert_int_equal (bcov_error_count (err), status != BCOV_OK);
    assert_true (status || bcov_number_equals (&result.found, "2033502499954"));
    assert_true (bcov_mem_peak (tight) <= limit);
    refused = refused || status;
    counted_all = counted_all || !status;
    bcov_result_free (&result);
    assert_int_equal (bcov_mem_used (tight), 0);
    bcov_error_free (err);
    bcov_mem_delete (tight);
  }
  assert_true (refused && counted_all);
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Compares all sizes in one pass with each size counted alone, and checks the models to which this
   does not apply. */

enum { WIDTH = 3, LAYERS = 6, ITEMS = WIDTH * LAYERS };

/* Adds items in layers of WIDTH; the first OPTIONAL items of each layer are optional. */
static void add_items (bcov_model *model, uint32_t layers, uint32_t optional, uint32_t from)
{
  for (uint32_t i = 0; i < layers * WIDTH; i++)
    assert_int_equal (
        bcov_model_item (
            model, (bcov_item){.lo = i % WIDTH >= optional && i / WIDTH < from, .hi = 1}, NULL),
        0);
}

static void add_option (bcov_model *model, uint32_t a, uint32_t b)
{
  bcov_touch touches[2] = {{.item = a, .times = 1}, {.item = b, .times = 1}};
  assert_int_equal (
      bcov_model_option (model, touches, b > a ? 2 : 1, bcov_model_options (model), NULL), 0);
}

/* Adds dominoes on WIDTH x LAYERS, and single cells in column SINGLE (none: WIDTH), except options
   outside the first LAST layers. */
static void add_dominoes (bcov_model *model, uint32_t last, uint32_t single)
{
  for (uint32_t i = 0; i < last * WIDTH; i++) {
    if (i % WIDTH + 1 < WIDTH)
      add_option (model, i, i + 1);
    if (i + WIDTH < last * WIDTH)
      add_option (model, i, i + WIDTH);
    if (i % WIDTH == single)
      add_option (model, i, i);
  }
}

static void find_layers (uint32_t *layer, size_t items)
{
  for (uint32_t i = 0; i < items; i++)
    layer[i] = i / WIDTH;
}

static uint64_t count_alone (bcov_mem *mem, uint32_t layers, uint32_t optional, uint32_t single)
{
  bcov_model model;
  bcov_control control;
  bcov_watch watch = {0};
  bcov_result result;
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  add_items (&model, layers, optional, layers);
  add_dominoes (&model, layers, single);
  bcov_control_start (&control, &watch);
  bcov_result_init (mem, &result);
  bcov_job job = {.model = &model, .share = {1, 1}, .workers = 1, .control = &control};
  assert_int_equal (bcov_brute_run (&job, &result, NULL), 0);
  uint64_t count = mpz_get_ui (result.found.value);
  bcov_result_free (&result);
  bcov_model_free (&model);
  return count;
}

static void one_pass_has_all_sizes (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (uint32_t optional = 0; optional < 3; optional++)
    for (uint32_t single = 0; single <= WIDTH; single++) {
      bcov_model model;
      bcov_control control;
      bcov_watch watch = {0};
      uint32_t layer[ITEMS + 2 * WIDTH];
      bcov_number values[LAYERS];
      bool fit;
      size_t known;
      bcov_control_start (&control, &watch);
      assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
      add_items (&model, LAYERS + 2, optional, LAYERS);
      add_dominoes (&model, LAYERS + 2, single);
      find_layers (layer, ITEMS + 2 * WIDTH);
      assert_int_equal (bcov_by_size_fit (&model, layer, LAYERS, &fit, NULL), 0);
      assert_true (fit);
      for (uint32_t n = 0; n < LAYERS; n++)
        bcov_number_init (&values[n], 99);
      assert_int_equal (
          bcov_by_size_count (&model, layer, 1, LAYERS, 1, &control, values, &known, NULL), 0);
      assert_int_equal (known, LAYERS);
      for (uint32_t n = 0; n < LAYERS; n++) {
        assert_int_equal (mpz_get_ui (values[n].value), count_alone (mem, n + 1, optional, single));
        bcov_number_clear (&values[n]);
      }
      bcov_model_free (&model);
    }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* An empty layer has the number of the layer before it, or 1 if there is none. */
static void empty_layers_change_nothing (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model;
  bcov_control control;
  bcov_watch watch = {0};
  uint32_t layer[ITEMS];
  const uint64_t wanted[] = {1, 1, 2, 2, 4};
  bcov_number values[5];
  size_t known;
  bool fit;
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
  add_items (&model, 2, 3, 2);
  for (uint32_t i = 0; i < 2 * WIDTH; i++)
    layer[i] = i < WIDTH ? 2 : 4; /* layers 0, 1 and 3 are empty */
  add_option (&model, 0, 0);
  add_option (&model, WIDTH, WIDTH);
  assert_int_equal (bcov_by_size_fit (&model, layer, 5, &fit, NULL), 0);
  assert_true (fit);
  for (int n = 0; n < 5; n++)
    bcov_number_init (&values[n], 0);
  assert_int_equal (bcov_by_size_count (&model, layer, 1, 5, 1, &control, values, &known, NULL), 0);
  assert_int_equal (known, 5);
  for (int n = 0; n < 5; n++) {
    assert_int_equal (mpz_get_ui (values[n].value), wanted[n]);
    bcov_number_clear (&values[n]);
  }
  bcov_model_free (&model);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Models that cannot be counted in one pass. */
static void unfit_models_are_told (void **state)
{
  (void)state;
  for (int what = 0; what < 6; what++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model;
    uint32_t layer[ITEMS + 1] = {0};
    bool fit = what != 0;
    assert_int_equal (bcov_model_init (mem, &model, NULL), 0);
    add_items (&model, LAYERS, 0, LAYERS - 1);
    find_layers (layer, ITEMS);
    add_dominoes (&model, LAYERS, 0);
    if (what == 1) /* a counter */
      bcov_model_item (&model, (bcov_item){.hi = 2}, NULL);
    else if (what == 2) /* a colour */
      bcov_model_item (&model, (bcov_item){.hi = BCOV_MANY, .coloured = true}, NULL);
    else if (what == 3) /* must be touched, but no option touches it */
      bcov_model_item (&model, (bcov_item){.lo = 1, .hi = 1}, NULL);
    else if (what == 4) { /* can only be touched from an earlier layer */
      bcov_model_item (&model, (bcov_item){.hi = 1}, NULL);
      layer[ITEMS] = 2;
      add_option (&model, 0, ITEMS);
    } else if (what == 5) /* an option that touches nothing has no layer */
      bcov_model_option (&model, NULL, 0, bcov_model_options (&model), NULL);
    assert_int_equal (bcov_by_size_fit (&model, layer, LAYERS - 1, &fit, NULL), 0);
    assert_int_equal (fit, what == 0);
    bcov_model_free (&model);
    bcov_mem_delete (mem);
  }
}

/* Estimates are exact for small programs, and otherwise within a factor of three of the states of
   complete runs. */

static void find_order (const bcov_model *model, uint32_t *order)
{
  double bits;
  assert_int_equal (bcov_order_find (model, NULL, order, &bits, NULL), 0);
}

static void make (unrolled *u, const char *board, const char *pieces)
{
  unrolled_make (u, board, pieces, find_order);
}

static bcov_estimate estimate_so (const unrolled *m, const bcov_pockets *pockets, bool close)
{
  bcov_estimate e;
  assert_int_equal (
      bcov_estimate_make (&m->compiled.model, &m->program, pockets, close, NULL, &e, NULL), 0);
  return e;
}

static bcov_estimate estimate (const unrolled *m, const bcov_pockets *pockets)
{
  return estimate_so (m, pockets, false);
}

static void small_is_exact (void **state)
{
  (void)state;
  unrolled m;
  double sum = 0;
  make (&m, "18x10", "L3:any");
  bcov_estimate e = estimate (&m, NULL);
  assert_true (e.exact);
  assert_int_equal (e.widest, 598);
  for (size_t k = 0; k < m.program.levels.count; k++)
    sum += e.by_level[k];
  assert_int_equal (e.total, sum);
  bcov_estimate_free (m.mem, &e);
  unrolled_end (&m);
}

static bool about (double guess, double truth, double factor)
{
  return guess <= truth * factor && guess >= truth / factor;
}

/* States of the widest level and of all levels, from complete runs. */
static const struct {
  const char *board, *pieces;
  double widest, total, factor;
} runs[] = {
    {"18x18", "L3:any", 152918, 36e6, 3},           {"12x12", "trominoes:any", 196830, 19.8e6, 3},
    {"8x10", "pentominoes:any", 634198, 25.5e6, 3}, {"20x20", "I2:any", 184756, 61e6, 3},
    {"12x5", "pentominoes", 137915, 2.2e6, 3},      {"10x10", "pentominoes:any", 26.6e6, 1.1e9, 3},
};

/* Close estimates follow what a run needs, which does not keep every level, so that their sum may
   be lower. */
static const double close_factor = 4;

static void large_is_close (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof runs / sizeof *runs * 2; k++) {
    size_t of = k / 2;
    unrolled m;
    make (&m, runs[of].board, runs[of].pieces);
    bcov_estimate e = estimate_so (&m, NULL, k % 2);
    print_message ("%s %s%s: widest %.0f (%.0f), all %.0f (%.0f)\n", runs[of].board,
                   runs[of].pieces, k % 2 ? ", close" : "", e.widest, runs[of].widest, e.total,
                   runs[of].total);
    assert_false (e.exact);
    assert_true (about (e.widest, runs[of].widest, runs[of].factor));
    assert_true (about (e.total, runs[of].total, k % 2 ? close_factor : runs[of].factor));
    assert_true (e.transitions > e.total);
    bcov_estimate_free (m.mem, &e);
    unrolled_end (&m);
  }
}

/* States of the widest level of runs with pockets, for which the bits alone suggest ten times as
   many and more. */
static const struct {
  const char *board, *pieces;
  double widest;
} misleading[] = {{"10x14", "L5:any", 27019}, {"10x12", "W5:any,P5:any", 7985}};

static void samples_correct_the_bits (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof misleading / sizeof *misleading; k++) {
    unrolled m;
    bcov_pockets pockets;
    make (&m, misleading[k].board, misleading[k].pieces);
    assert_int_equal (bcov_pockets_make (&m.compiled.model, &m.program, &pockets, NULL), 0);
    bcov_estimate bits = estimate (&m, &pockets), close = estimate_so (&m, &pockets, true);
    print_message ("%s %s: %.0f, close %.0f (%.0f)\n", misleading[k].board, misleading[k].pieces,
                   bits.widest, close.widest, misleading[k].widest);
    assert_true (bits.widest > 10 * misleading[k].widest);
    assert_true (about (close.widest, misleading[k].widest, 3));
    bcov_estimate_free (m.mem, &bits);
    bcov_estimate_free (m.mem, &close);
    bcov_pockets_free (&pockets);
    unrolled_end (&m);
  }
}

static bcov_sampled *sample_from_start (const unrolled *m, size_t most)
{
  bcov_sampled *sampled;
  const uint64_t empty[BCOV_MOST_WORDS] = {0};
  assert_int_equal (bcov_sampled_new (&m->program, NULL, most, &sampled, NULL), 0);
  bcov_sampled_offer (sampled, empty);
  bcov_sampled_offer (sampled, empty);
  return sampled;
}

/* Samples with room for all states show their number, and may start again. */
static void samples_of_everything (void **state)
{
  (void)state;
  unrolled m;
  make (&m, "18x10", "L3:any");
  bcov_estimate e = estimate (&m, NULL);
  bcov_sampled *sampled = sample_from_start (&m, 1000);
  for (size_t again = 0; again < 2; again++) {
    double made = 0, states, choices;
    bcov_sampled_start (sampled, again ? 1000 : 600);
    for (uint32_t k = 0; k < m.program.levels.count; k++) {
      assert_true (bcov_sampled_step (sampled, k, &states, &choices));
      assert_int_equal (states, e.by_level[k]);
      made += choices * (k ? e.by_level[k - 1] : 1);
    }
    assert_int_equal (round (made), e.transitions);
  }
  bcov_sampled_free (sampled);
  bcov_estimate_free (m.mem, &e);
  unrolled_end (&m);
}

/* Samples of a part show about as many states as there are, or fewer; or that they cannot tell. */
static void samples_of_a_part (void **state)
{
  (void)state;
  unrolled m;
  size_t untold = 0, wide = 0;
  make (&m, "3x3x3", "I3:5,L3:4");
  bcov_estimate e = estimate (&m, NULL);
  assert_true (e.exact && e.widest > 4000);
  bcov_sampled *sampled = sample_from_start (&m, 512);
  for (size_t size = 512; size >= 64; size /= 8) {
    bcov_sampled_start (sampled, size);
    for (uint32_t k = 0; k < m.program.levels.count; k++) {
      double states, choices, truth = e.by_level[k];
      bool told = bcov_sampled_step (sampled, k, &states, &choices);
      print_message ("size %zu, level %u: %.0f (%.0f)%s\n", size, k, states, truth,
                     told ? "" : ", or more");
      assert_true (told ? size == 64 || truth < 100 || about (states, truth, 3)
                        : states < truth * 2);
      untold += !told && size == 64;
      wide += told && size == 512 && truth > 4000;
    }
  }
  assert_true (untold && wide);
  bcov_sampled_free (sampled);
  bcov_estimate_free (m.mem, &e);
  unrolled_end (&m);
}

/* Allocations may fail, also those of the samples, which come last. */
static void close_without_memory (void **state)
{
  (void)state;
  unrolled m;
  bcov_estimate e;
  bcov_status status = BCOV_FAULT;
  make (&m, "12x5", "pentominoes");
  size_t used = bcov_mem_used (m.mem), n = 0;
  while (status) {
    bcov_mem_fail_at (m.mem, ++n);
    status = bcov_estimate_make (&m.compiled.model, &m.program, NULL, true, NULL, &e, NULL);
    bcov_mem_fail_at (m.mem, 0);
    assert_true (!status || status == BCOV_FAULT);
    assert_true (!status || bcov_mem_used (m.mem) == used);
  }
  print_message ("%zu allocations\n", n - 1);
  assert_true (n > 14);
  bcov_estimate_free (m.mem, &e);
  unrolled_end (&m);
}

/* Dropping dead states leaves fewer states. */
static void with_pockets (void **state)
{
  (void)state;
  unrolled m;
  bcov_pockets pockets;
  make (&m, "8x10", "pentominoes:any");
  assert_int_equal (bcov_pockets_make (&m.compiled.model, &m.program, &pockets, NULL), 0);
  bcov_estimate all = estimate (&m, NULL), less = estimate (&m, &pockets);
  assert_true (less.total < all.total);
  bcov_estimate_free (m.mem, &all);
  bcov_estimate_free (m.mem, &less);
  bcov_pockets_free (&pockets);
  unrolled_end (&m);
}

/* Estimates of small random models are exact, including the last level. */
static void estimate_random_models (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  for (uint64_t k = 0; k < cases (500); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model drawn = models_draw (mem, &random, models_turn (k), MODELS_OPTIONS), model;
    uint32_t order[MODELS_ITEMS];
    double bits;
    bcov_program program;
    bcov_estimate e;
    assert_int_equal (bcov_reduce (&drawn, MODELS_STEPS, NULL, &model, NULL), 0);
    assert_int_equal (bcov_order_find (&model, NULL, order, &bits, NULL), 0);
    assert_int_equal (bcov_program_make (&model, order, NULL, &program, NULL), 0);
    assert_int_equal (bcov_estimate_make (&model, &program, NULL, k % 2, NULL, &e, NULL), 0);
    assert_true (e.exact);
    if (program.levels.count && !model.impossible)
      assert_int_equal (e.by_level[program.levels.count - 1], models_solve (&drawn, NULL) > 0);
    bcov_estimate_free (mem, &e);
    bcov_program_free (&program);
    bcov_model_free (&model);
    bcov_model_free (&drawn);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* A very wide model, of which only the first levels can be run, still gets an estimate. */
static void hopeless (void **state)
{
  (void)state;
  unrolled m;
  make (&m, "40x40", "X5:any,I5:any");
  bcov_estimate e = estimate (&m, NULL);
  print_message ("40x40 X5 I5: %g\n", e.widest);
  assert_true (e.widest > 1e6);
  bcov_estimate_free (m.mem, &e);
  unrolled_end (&m);
}

static void estimate_stops (void **state)
{
  (void)state;
  unrolled m;
  bcov_estimate e;
  bcov_control control;
  atomic_bool stop = true;
  bcov_watch watch = {.stop = &stop};
  make (&m, "20x20", "trominoes:any");
  bcov_control_start (&control, &watch);
  size_t used = bcov_mem_used (m.mem);
  assert_int_equal (
      bcov_estimate_make (&m.compiled.model, &m.program, NULL, true, &control, &e, NULL),
      BCOV_STOPPED);
  assert_int_equal (bcov_mem_used (m.mem), used);
  unrolled_end (&m);
}

SUITE (count)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (published_counts),
      cmocka_unit_test (long_boards),
      cmocka_unit_test (the_table_that_is_taken),
      cmocka_unit_test (the_half_that_is_taken),
      cmocka_unit_test (frontier_random_models),
      cmocka_unit_test (wide_models),
      cmocka_unit_test (empty_models),
      cmocka_unit_test (numbers_of_so_many_primes),
      cmocka_unit_test (primes_in_little_memory),
      cmocka_unit_test (levels_of_dominoes),
      cmocka_unit_test (levels_may_be_stopped),
      cmocka_unit_test (tallies_of_coins),
      cmocka_unit_test (a_tally_may_be_refused),
      cmocka_unit_test (a_tally_may_be_stopped),
      cmocka_unit_test (tallies_of_random_models),
      cmocka_unit_test (budgets),
      cmocka_unit_test (the_frontier_asks),
      cmocka_unit_test (frontier_stops),
      cmocka_unit_test (memory_ends),
      cmocka_unit_test (one_pass_has_all_sizes),
      cmocka_unit_test (empty_layers_change_nothing),
      cmocka_unit_test (unfit_models_are_told),
      cmocka_unit_test (small_is_exact),
      cmocka_unit_test (large_is_close),
      cmocka_unit_test (samples_correct_the_bits),
      cmocka_unit_test (samples_of_everything),
      cmocka_unit_test (samples_of_a_part),
      cmocka_unit_test (close_without_memory),
      cmocka_unit_test (with_pockets),
      cmocka_unit_test (estimate_random_models),
      cmocka_unit_test (hopeless),
      cmocka_unit_test (estimate_stops),
  };
  return cmocka_run_group_tests_name ("count", tests, NULL, NULL);
}
