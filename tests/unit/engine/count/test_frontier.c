/* The frontier engine: published counts, recurrences of dominoes on long boards whose numbers pass
   one word and two, random models against looking at every set of options, wide ones against brute;
   tallies against binomials; stops and memory. */

#include "suite.h"

#include "format/puzzle/brief.h"
#include "programs.h"
#include "dense_boards.h"
#include "engines.h"
#include "random_cases.h"
#include "engine/remainders.h"
#include "engine/count/frontier.h"
#include "engine/plan/tuning.h"

#include <math.h>
#include <stdio.h>

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

/* A frontier that was opened, with the program that it goes along. */
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

/* Where the states are many beyond doubt the dense table is taken at once; straight trominoes fit
   each other in few ways, which the price of the order does not see. */
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

/* With P-pentominoes on an odd board the half has lost the classes that the whole has: a table five
   times as large, which is more work.  With rectangles 2 x 3 the table is larger but less work: it
   is taken if there is memory for it. */
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

static void random_models (void **state)
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

/* No items at all, and what is known to be impossible. */
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

/* With primes of another length, one to spare. */
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

/* Without the dense table. */
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

/* The count of MODEL by two other roads, the slower one for numbers of few primes; returns how many
   primes below 2^56 its bound needs.  *ALL: the number needs all of these too. */
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

/* Counts with the dense table, within the memory of MEM; false when there is too little. */
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
    status = bcov_frontier_try (&job, &o.frontier, 0, NULL, &done, &result, NULL);
  assert_true (status == BCOV_OK || status == BCOV_STOPPED);
  assert_true (status || (done && result.complete && !mpz_cmp (result.found.value, expected)));
  assert_true (status || !*lanes || control.levels == 0); /* it was the dense table */
  close_frontier (&o);
  bcov_result_free (&result);
  return !status;
}

/* The dense table takes four remainders at once.  With one prime, three, seven there is a lane for
   the spare one.  With others the last may be to spare, if the number is short, or one more pass
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
               {"16x14", "I1:any,I2:any", 4, true}, {"20x14", "I1:any,I2:any", 5, true},
               {"24x14", "I1:any,I2:any", 6, true}, {"30x14", "I1:any,I2:any", 7, true}};
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

/* Memory that holds a dense table of LANES remainders, and none of twice as many. */
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
  size_t aside = large - bcov_mem_left (other); /* for what is not counted */
  bcov_mem_delete (other);
  close_frontier (&o);
  return aside + open + few.bytes + (many.bytes - few.bytes) / 2;
}

/* The same where memory holds one remainder or two. */
static void primes_in_little_memory (void **state)
{
  (void)state;
  static const struct {
    const char *board;
    bool all; /* the number needs all four primes */
  } known[] = {{"20x20", false}, {"20x22", true}};
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

/* Two columns, row by row: after each row the coverings of the rows so far, Fibonacci's numbers,
   from one word to several primes; and of these all are right, also the first. */
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
  uint32_t enough; /* after so many rows it fails */
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

/* Coins by heads.  The middle number of 68 passes one word, that of 132 two, at the last level;
   800 coins take several passes of primes. */
static void tallies_of_coins (void **state)
{
  (void)state;
  static const uint32_t known[] = {1, 2, 67, 68, 69, 131, 132, 133, 200, 210, 800};
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
  volatile int stop = 1;
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

/* Rows come sorted, and are those of the slow way. */
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

/* ---- budgets, stops, memory ---- */

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
    assert_int_equal (bcov_frontier_try (&job, &o.frontier, budget, NULL, &done, &result, NULL),
                      BCOV_OK);
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

/* Boards for the sparse table and for the dense one. */
static void stops (void **state)
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
      assert_true (bcov_control_seconds (&control) < 8);
      bcov_result_free (&result);
    }
    bcov_model_free (&model);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
}

/* From what is too little for anything to what is enough: no more is taken, and the count is right
   or it is told, once, that there is too little. */
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

static void every_allocation_may_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = reduced_board (mem, "4x4", "L3:0..9,I2:2..");
  size_t before = bcov_mem_used (mem), n = 0;
  for (bcov_status status = BCOV_FAULT; status; n++) {
    bcov_control control;
    bcov_job job = engines_job (&model, &control);
    bcov_result result;
    bcov_result_init (mem, &result);
    bcov_mem_fail_at (mem, n + 1);
    status = engines_frontier (&job, &result, NULL);
    bcov_mem_fail_at (mem, 0);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    bcov_result_free (&result);
    assert_int_equal (bcov_mem_used (mem), before);
  }
  assert_true (n > 50);
  bcov_model_free (&model);
  bcov_program p = coins_program (mem, 200);
  before = bcov_mem_used (mem);
  n = 0;
  for (bcov_status status = BCOV_FAULT; status; n++) {
    counted c = {.coins = 200};
    bcov_control control;
    bool complete;
    bcov_control_start (&control, NULL);
    bcov_mem_fail_at (mem, n + 1);
    status = bcov_frontier_tally (&p, 1, &control, see_coins, &c, &complete, NULL);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    assert_int_equal (bcov_mem_used (mem), before);
  }
  assert_true (n > 10);
  programs_end (&p);
}

SUITE (frontier)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (published_counts),
      cmocka_unit_test (long_boards),
      cmocka_unit_test (the_table_that_is_taken),
      cmocka_unit_test (the_half_that_is_taken),
      cmocka_unit_test (random_models),
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
      cmocka_unit_test (stops),
      cmocka_unit_test (memory_ends),
      cmocka_unit_test (every_allocation_may_fail),
  };
  return cmocka_run_group_tests_name ("frontier", tests, NULL, NULL);
}
