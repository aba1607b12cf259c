/* The dense table, and halves of a board. */

#include "suite.h"

#include "dense_boards.h"
#include "failing.h"
#include "random_cases.h"
#include "engine/dense/dense.h"
#include "engine/dense/dense_join.h"

#include <math.h>
#include <stdio.h>

/* Counts with the dense table: published counts, random models against a plain array of states,
   several threads, lack of memory, stops. */

/* Counts with LANES primes and joins the residues.  The work is about as
   foreseen; chunks are filled up with unused states. */
static void count (const bcov_program *program, unsigned lanes, size_t workers, bcov_number *out)
{
  bcov_control control;
  bcov_dense_needs needs;
  uint64_t primes[4], residues[4];
  for (uint32_t k = 0; k < 4; k++)
    primes[k] = bcov_prime (56, k);
  bcov_control_start (&control, NULL);
  assert_true (bcov_dense_fits (program));
  assert_int_equal (bcov_dense_foresee (program, NULL, lanes, workers, &needs, NULL), 0);
  assert_int_equal (
      bcov_dense_count (program, NULL, primes, lanes, workers, &control, residues, NULL), 0);
  assert_true ((double)control.nodes <= 16 * needs.work);
  bcov_residue_join (primes, residues, lanes, out);
}

/* Counts with one to four lanes and one to three workers. The answer must be EXPECTED modulo the
   product of the primes, and the bound just above it. */
static void dense_expect (bcov_program program, const char *expected)
{
  bcov_mem *mem = program.mem;
  bcov_control control;
  bcov_number n;
  mpz_t want, modulus;
  mpz_init (n.value);
  mpz_init_set_str (want, expected, 10);
  mpz_init (modulus);
  for (unsigned lanes = 1; lanes <= 4; lanes *= 2)
    for (size_t workers = 1; workers <= 3; workers++) {
      count (&program, lanes, workers, &n);
      mpz_set_ui (modulus, 1);
      for (uint32_t k = 0; k < lanes; k++)
        mpz_mul_ui (modulus, modulus, bcov_prime (56, k));
      mpz_mod (modulus, want, modulus);
      if (mpz_cmp (n.value, modulus))
        fail_msg ("%s expected, not found with %u lanes", expected, lanes);
    }
  double bits, exact = mpz_sgn (want) ? log2 (mpz_get_d (want)) : -INFINITY;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_dense_bound (&program, NULL, 2, &control, &bits, NULL), 0);
  assert_true (bits >= exact);
  assert_true (bits == exact || bits < exact + 0.01);
  mpz_clear (n.value);
  mpz_clear (want);
  mpz_clear (modulus);
  bcov_program_free (&program);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* OEIS A004003, A165791, A233343, A233807. */
static void published_counts (void **state)
{
  (void)state;
  dense_expect (boards_program (bcov_mem_new (0), 1, 2, BOARDS_I2, false), "1");
  dense_expect (boards_program (bcov_mem_new (0), 3, 3, BOARDS_I2, false), "0");
  dense_expect (boards_program (bcov_mem_new (0), 8, 8, BOARDS_I2, false), "12988816");
  dense_expect (boards_program (bcov_mem_new (0), 6, 6, BOARDS_L3, false), "162");
  dense_expect (boards_program (bcov_mem_new (0), 12, 12, BOARDS_L3, false), "2033502499954");
  dense_expect (boards_program (bcov_mem_new (0), 9, 7, BOARDS_TROMINOES, false), "1064557805");
  dense_expect (boards_program (bcov_mem_new (0), 12, 7, BOARDS_TROMINOES, false), "1949314526229");
  dense_expect (boards_program (bcov_mem_new (0), 5, 5, BOARDS_L3, true), "128");
  dense_expect (boards_program (bcov_mem_new (0), 8, 8, BOARDS_L3, true), "943096");
}

/* ---- random models ---- */

/* Longer primes leave less room for sums, so numbers are reduced often. */
static void dense_random_models (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  uint32_t compared = 0;
  for (uint64_t k = 0; k < cases (300); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_program p = boards_draw (mem, &random);
    unsigned bits = 40 + models_below (&random, 17), lanes = 1u << models_below (&random, 3);
    if (p.bits <= 12 && bcov_dense_fits (&p)) {
      bcov_control control;
      uint64_t primes[4], residues[4];
      for (uint32_t n = 0; n < lanes; n++)
        primes[n] = bcov_prime (bits, n);
      bcov_control_start (&control, NULL);
      assert_int_equal (bcov_dense_count (&p, NULL, primes, lanes, 1 + models_below (&random, 3),
                                          &control, residues, NULL),
                        0);
      for (uint32_t n = 0; n < lanes; n++)
        assert_int_equal (residues[n], boards_count (&p, primes[n]));
      compared++;
    }
    bcov_program_free (&p);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
  assert_true (cases_enough (compared, 100));
}

/* A long program with more different blocks than codes are kept. */
static void many_blocks (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_random random = {7};
  bcov_model model = models_new (mem, 1000, 0, 1);
  for (uint32_t o = 0; o < 4000; o++) {
    bcov_touch touches[10];
    uint32_t at = models_below (&random, 990), count = 0;
    for (uint32_t i = at; i < at + 10; i++)
      if (models_below (&random, 4) == 0)
        touches[count++] = (bcov_touch){.item = i, .times = 1};
    if (count)
      assert_int_equal (bcov_model_option (&model, touches, count, o, NULL), 0);
  }
  bcov_program p = boards_unroll (&model);
  bcov_control control;
  uint64_t prime = bcov_prime (56, 0), residue, expected = boards_count (&p, prime);
  assert_true (bcov_dense_fits (&p));
  for (size_t workers = 1; workers <= 3; workers++) {
    bcov_control_start (&control, NULL);
    assert_int_equal (bcov_dense_count (&p, NULL, &prime, 1, workers, &control, &residue, NULL), 0);
    assert_int_equal (residue, expected);
    assert_true (control.fraction > 0.99);
  }
  bcov_program_free (&p);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* ---- limits ---- */

static void fits_or_not (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program narrow = boards_program (mem, 3, 31, BOARDS_I2, false);
  bcov_program wide = boards_program (mem, 3, 35, BOARDS_I2, false);
  assert_true (bcov_dense_fits (&narrow));
  assert_false (bcov_dense_fits (&wide));
  narrow.fields.data[0].kind = BCOV_FIELD_COUNT;
  assert_false (bcov_dense_fits (&narrow));
  bcov_program_free (&narrow);
  bcov_program_free (&wide);
  bcov_model model = models_new (mem, 20, 0, 1);
  models_add (&model, 0xfffff);
  models_add (&model, 0xffffe);
  bcov_program far = boards_unroll (&model);
  assert_false (bcov_dense_fits (&far));
  bcov_program_free (&far);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* The predicted memory is enough, and the classes save two thirds of the table. */
static void dense_memory_is_known (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program p = boards_program (mem, 15, 15, BOARDS_L3, false);
  size_t before = bcov_mem_used (mem);
  bcov_dense_needs needs;
  bcov_number n;
  mpz_init (n.value);
  assert_int_equal (bcov_dense_foresee (&p, NULL, 4, 2, &needs, NULL), 0);
  assert_int_equal (needs.modulus, 3);
  count (&p, 4, 2, &n);
  assert_true (bcov_mem_peak (mem) <= before + needs.bytes);
  mpz_clear (n.value);
  bcov_program_free (&p);
  p = boards_program (mem, 20, 20, BOARDS_L3, true);
  assert_int_equal (p.bits, 22);
  assert_int_equal (bcov_dense_foresee (&p, NULL, 4, 1, &needs, NULL), 0);
  assert_true (needs.bytes < ((size_t)32 << 22) / 9 * 5);
  bcov_program_free (&p);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void dense_every_allocation_fails (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program p = boards_program (mem, 9, 4, BOARDS_L3, false);
  size_t before = bcov_mem_used (mem), n = 0;
  bcov_dense_needs needs;
  uint64_t prime = bcov_prime (56, 0), residue = 0;
  double bits = 0;
  for (bcov_status status = BCOV_FAULT; status; n++) {
    bcov_control control;
    bcov_control_start (&control, NULL);
    bcov_mem_fail_at (mem, n + 1);
    status = bcov_dense_count (&p, NULL, &prime, 1, 2, &control, &residue, NULL);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    assert_int_equal (bcov_mem_used (mem), before);
  }
  assert_true (n > 20);
  assert_int_equal (residue, 88);
  for (uint32_t k = 1; k < 4; k++) {
    bcov_control control;
    bcov_control_start (&control, NULL);
    bcov_mem_fail_at (mem, k);
    assert_int_equal (bcov_dense_bound (&p, NULL, 1, &control, &bits, NULL), BCOV_FAULT);
    bcov_mem_fail_at (mem, k);
    if (k < 3)
      assert_int_equal (bcov_dense_foresee (&p, NULL, 1, 1, &needs, NULL), BCOV_FAULT);
    assert_int_equal (bcov_mem_used (mem), before);
  }
  bcov_mem_fail_at (mem, 0);
  bcov_program_free (&p);
  bcov_mem_delete (mem);
}

/* A run of minutes ends soon after it is stopped. */
static void stops (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program p = boards_program (mem, 48, 21, BOARDS_L3, false);
  bcov_watch watch = {.seconds = 0.5};
  bcov_error *err = bcov_error_new ();
  uint64_t primes[4], residues[4];
  for (uint32_t k = 0; k < 4; k++)
    primes[k] = bcov_prime (56, k);
  for (size_t workers = 1; workers <= 2; workers++) {
    bcov_control control;
    size_t before = bcov_mem_used (mem);
    bcov_control_start (&control, &watch);
    assert_int_equal (bcov_dense_count (&p, NULL, primes, 4, workers, &control, residues, err),
                      BCOV_STOPPED);
    assert_non_null (strstr (bcov_error_text (err), "time"));
    assert_true (control.fraction < 1);
    assert_int_equal (bcov_mem_used (mem), before);
  }
  bcov_error_free (err);
  bcov_program_free (&p);
  bcov_mem_delete (mem);
}

/* Numbers beyond the range of doubles. */
static void bound_passes_all_bounds (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 0, 0, 0);
  for (uint32_t i = 0; i < 1024; i++) {
    bcov_touch touch = {.item = i, .times = 1};
    assert_int_equal (bcov_model_item (&model, (bcov_item){.lo = 0, .hi = 1}, NULL), 0);
    for (uint32_t k = 0; k < 2; k++)
      assert_int_equal (bcov_model_option (&model, &touch, 1, 2 * i + k, NULL), 0);
  }
  bcov_program p = boards_unroll (&model);
  bcov_control control;
  double bits = 0;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_dense_bound (&p, NULL, 1, &control, &bits, NULL), 0);
  assert_true (isinf (bits) && bits > 0);
  bcov_program_free (&p);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Compares joins in the dense table with sums over plain arrays, and counts half boards with the
   table. */

/* ---- the join alone ---- */

/* Fills all states of the table's class with random numbers, and copies one lane to WAYS, by key.
 */
static uint64_t *fill (const bcov_dense_plan *plan, unsigned lanes, unsigned lane,
                       bcov_random *random, bool reals, uint64_t *ways)
{
  size_t numbers = bcov_dense_plan_states (plan) * lanes + 1;
  uint64_t *table = calloc (numbers, sizeof *table);
  assert_non_null (table);
  for (uint64_t key = 0; key < (uint64_t)1 << plan->bits; key++) {
    uint64_t at = bcov_dense_plan_places (plan, key);
    ways[key] = 0;
    if (bcov_dense_class (plan->weight, plan->classes.modulus, at) != plan->home)
      continue;
    for (unsigned n = 0; n < lanes; n++) {
      uint64_t *number = &table[bcov_dense_plan_at (plan, at) * lanes + n];
      *number = bcov_random_next (random) >> (reals ? 54 : 8);
      ways[key] = n == lane ? *number : ways[key];
      if (reals)
        *(double *)number = (double)*number;
    }
  }
  return table;
}

static void check_join (const bcov_half *half, unsigned lanes, bcov_random *random, bool reals)
{
  bcov_dense_plan plan;
  bcov_dense_frame frame = {.lanes = lanes};
  bcov_dense_pairs pairs = {0}; /* no pair is excluded */
  bcov_dense_join join;
  unsigned lane = models_below (random, lanes);
  uint64_t primes[4], sums[4] = {0}, *ways = boards_states (&half->program);
  double sum = 0;
  for (uint32_t n = 0; n < lanes; n++)
    primes[n] = bcov_prime (56, n);
  assert_int_equal (bcov_dense_plan_make (&half->program, lanes, &plan, NULL), 0);
  frame.table = fill (&plan, lanes, lane, random, reals, ways);
  assert_int_equal (
      bcov_dense_join_start (&join, half->program.mem, &plan, &frame, &pairs, &half->bridges, NULL),
      0);
  for (uint64_t step = join.steps; step-- > 0;)
    if (reals)
      bcov_dense_join_reals (&join, step, &sum);
    else
      bcov_dense_join_wholes (&join, step, primes, sums);
  uint64_t expected = boards_cross_all (&half->bridges, ways, primes[lane]);
  assert_int_equal (reals ? (uint64_t)sum : sums[lane], expected);
  bcov_dense_join_free (&join);
  bcov_dense_plan_free (&plan);
  free (frame.table);
  free (ways);
}

/* A board wide enough for outer bits, then random models. */
static void sums_of_products (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  uint32_t checked = 0;
  for (uint64_t k = 0; k < 4 + cases (396); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_program whole;
    bcov_model model = k < 4 ? boards_model (mem, 12, 9 + (int)k, BOARDS_L3, false)
                             : boards_reversible (mem, &random);
    bcov_half half = boards_halve (&model, &whole);
    bool usable = half.program.levels.count && bcov_dense_fits (&half.program);
    for (unsigned lanes = 1; usable && lanes <= 4; lanes *= 2, checked++)
      check_join (&half, lanes, &random, lanes == 1 && k % 2);
    assert_true (k >= 4 || usable);
    bcov_half_free (&half);
    bcov_program_free (&whole);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
  assert_true (cases_enough (checked, 200));
}

/* A state with infinitely many ways whose partner has none. */
static void infinity (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program whole;
  bcov_dense_plan plan;
  bcov_dense_pairs pairs = {0};
  bcov_dense_join join;
  bcov_model model = boards_model (mem, 6, 6, BOARDS_L3, false);
  bcov_half half = boards_halve (&model, &whole);
  assert_int_equal (bcov_dense_plan_make (&half.program, 1, &plan, NULL), 0);
  size_t states = bcov_dense_plan_states (&plan);
  double *table = calloc (states, sizeof *table), sum = 0;
  bcov_dense_frame frame = {.lanes = 1, .table = (uint64_t *)table};
  assert_int_equal (bcov_dense_join_start (&join, mem, &plan, &frame, &pairs, &half.bridges, NULL),
                    0);
  table[0] = INFINITY;
  for (uint64_t step = 0; step < join.steps; step++)
    bcov_dense_join_reals (&join, step, &sum);
  assert_true (sum == 0);
  bcov_dense_join_free (&join);
  bcov_dense_plan_free (&plan);
  free (table);
  bcov_half_free (&half);
  bcov_program_free (&whole);
  bcov_mem_delete (mem);
}

/* ---- with the table ---- */

static void check_table (const bcov_half *half, const bcov_program *whole, bcov_random *random)
{
  bcov_control control;
  unsigned bits = 40 + models_below (random, 17), lanes = 1u << models_below (random, 3);
  size_t workers = 1 + models_below (random, 3);
  uint64_t primes[4], residues[4];
  double bound;
  for (uint32_t n = 0; n < lanes; n++)
    primes[n] = bcov_prime (bits, n);
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_dense_count (&half->program, &half->bridges, primes, lanes, workers,
                                      &control, residues, NULL),
                    0);
  for (uint32_t n = 0; n < lanes; n++)
    assert_int_equal (residues[n], boards_count (whole, primes[n]));
  bcov_control_start (&control, NULL);
  assert_int_equal (
      bcov_dense_bound (&half->program, &half->bridges, workers, &control, &bound, NULL), 0);
  double exact = (double)boards_count (whole, bcov_prime (61, 0));
  if (exact < 1e15) /* larger numbers are only known modulo the primes */
    assert_true (bound >= log2 (exact) && (exact == 0 || bound < log2 (exact) + 0.01));
}

static void half_boards (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  uint32_t checked = 0;
  const char *const *const pieces[] = {BOARDS_L3, BOARDS_I2, BOARDS_TROMINOES, BOARDS_I3_O4};
  for (uint64_t k = 0; k < cases (500); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_program whole;
    int height = 2 + (int)models_below (&random, 5), width = 2 + (int)models_below (&random, 3);
    bcov_model model = k % 2 ? boards_model (mem, height, width, pieces[k / 2 % 4], k / 8 % 2)
                             : boards_reversible (mem, &random);
    bcov_half half = boards_halve (&model, &whole);
    if (half.program.levels.count && bcov_dense_fits (&half.program) && whole.bits <= 12) {
      check_table (&half, &whole, &random);
      checked++;
    }
    bcov_half_free (&half);
    bcov_program_free (&whole);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
  }
  assert_true (cases_enough (checked, 100));
}

/* The predicted memory is enough. */
static void dense_join_memory_is_known (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program whole;
  bcov_model model = boards_model (mem, 18, 17, BOARDS_L3, false);
  bcov_half half = boards_halve (&model, &whole);
  size_t before = bcov_mem_used (mem);
  bcov_dense_needs needs, all;
  bcov_control control;
  uint64_t primes[4], residues[4];
  for (uint32_t n = 0; n < 4; n++)
    primes[n] = bcov_prime (56, n);
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_dense_foresee (&whole, NULL, 4, 2, &all, NULL), 0);
  assert_int_equal (bcov_dense_foresee (&half.program, &half.bridges, 4, 2, &needs, NULL), 0);
  assert_int_equal (
      bcov_dense_count (&half.program, &half.bridges, primes, 4, 2, &control, residues, NULL), 0);
  assert_true (bcov_mem_peak (mem) <= before + needs.bytes);
  assert_true (needs.work < 0.6 * all.work);
  bcov_half_free (&half);
  bcov_program_free (&whole);
  bcov_mem_delete (mem);
}

static void dense_join_every_allocation_fails (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program whole;
  uint64_t prime = bcov_prime (56, 0), residue = 0;
  bcov_model model = boards_model (mem, 9, 4, BOARDS_L3, false);
  bcov_half half = boards_halve (&model, &whole);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_control control;
    bcov_control_start (&control, NULL);
    f.status =
        bcov_dense_count (&half.program, &half.bridges, &prime, 1, 2, &control, &residue, NULL);
  }
  assert_true (f.failed > 20);
  assert_int_equal (residue, 88);
  bcov_half_free (&half);
  bcov_program_free (&whole);
  bcov_mem_delete (mem);
}

/* Half a board joined with its image has as many solutions as the whole board. A model that is not
   its own image has no half. */

/* Checks that the half of MODEL gives the count of the whole, and frees MODEL. Returns true if
   there is a half. */
static bool agrees (bcov_model *model)
{
  bcov_mem *mem = model->mem;
  uint64_t prime = bcov_prime (56, 0);
  bcov_program whole;
  bcov_half half = boards_halve (model, &whole);
  bool found = half.program.levels.count;
  if (found) {
    uint64_t *ways = boards_finals (&half.program, prime);
    assert_int_equal (boards_cross_all (&half.bridges, ways, prime), boards_count (&whole, prime));
    free (ways);
  }
  bcov_half_free (&half);
  bcov_program_free (&whole);
  assert_int_equal (bcov_mem_used (mem), 0);
  return found;
}

static void half_expect (int height, int width, const char *const *pieces, bool half)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = boards_model (mem, height, width, pieces, false);
  assert_int_equal (agrees (&model), half);
  bcov_mem_delete (mem);
}

/* Boards of odd and even size: the centre is a cell, an edge or a corner. */
static void boards (void **state)
{
  (void)state;
  half_expect (6, 6, BOARDS_L3, true);
  half_expect (9, 5, BOARDS_L3, true);
  half_expect (9, 9, BOARDS_L3, true);
  half_expect (8, 7, BOARDS_I2, true);
  half_expect (7, 8, BOARDS_I2, true);
  half_expect (10, 4, BOARDS_TROMINOES, true);
  half_expect (12, 4, BOARDS_I3_O4, true);
  half_expect (1, 6, BOARDS_I2, true);
  half_expect (2, 2, BOARDS_L3, false); /* all options are middle ones */
  half_expect (8, 6, ((const char *const[]){"XX/X", NULL}), false);
}

/* Pieces that are their own images cross the middle, one or several at once. */
static void middles (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program whole;
  bcov_model model = boards_model (mem, 5, 4, BOARDS_I2, false);
  bcov_half half = boards_halve (&model, &whole);
  assert_true (half.bridges.list.count > 1);
  assert_int_equal (half.program.bits, whole.bits);
  for (size_t k = 0; k < half.bridges.list.count; k++)
    assert_in_range (half.bridges.list.data[k].times, 1, 2);
  bcov_half_free (&half);
  bcov_program_free (&whole);
  bcov_mem_delete (mem);
}

static void half_random_models (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  uint32_t found = 0;
  for (uint64_t k = 0; k < cases (2000); k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = boards_reversible (mem, &random);
    found += agrees (&model);
    bcov_mem_delete (mem);
  }
  assert_true (cases_enough (found, 500));
}

/* With one option more, or one twice, the model is not its own image. */
static void one_sided (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (uint32_t twice = 0; twice < 2; twice++) {
    bcov_model model = boards_model (mem, 6, 4, BOARDS_I2, false);
    bcov_touch touches[2] = {{.item = 0, .times = 1}, {.item = twice ? 1 : 5, .times = 1}};
    assert_int_equal (bcov_model_option (&model, touches, 2, 99, NULL), 0);
    assert_false (agrees (&model));
  }
  bcov_mem_delete (mem);
}

/* Items that may be touched more than once, or may stay untouched in the middle, have no half. */
static void other_items (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (uint32_t kind = 0; kind < 3; kind++) {
    bcov_model model = boards_model (mem, 6, 4, BOARDS_I2, false);
    for (uint32_t i = kind == 2 ? 6 : 8; i < 24 - (kind == 2 ? 6 : 8); i++) {
      model.items.data[i].lo = kind == 1;
      model.items.data[i].hi = kind == 1 ? 2 : 1;
      model.items.data[i].coloured = kind == 2;
    }
    assert_false (agrees (&model));
  }
  bcov_mem_delete (mem);
}

/* Each pair of items around the middle is an option. There are few bridges, because almost no set
   of pairs lets the middle item be covered, but too many sets to try. */
static void endless_middles (void **state)
{
  (void)state;
  enum { PAIRS = 28, ITEMS = 2 * PAIRS + 3, LAST = ITEMS - 1 };
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, ITEMS, 1, 1);
  bcov_touch ends[] = {{.item = 0, .times = 1}, {.item = LAST, .times = 1}};
  for (uint32_t k = 0; k < 2; k++)
    assert_int_equal (bcov_model_option (&model, &ends[k], 1, k, NULL), 0);
  for (uint32_t k = 0; k < PAIRS + 2; k++) {
    uint32_t at = 1 + k % PAIRS;
    bcov_touch pair[] = {{.item = at, .times = 1}, {.item = LAST - at, .times = 1}};
    bcov_touch more[] = {pair[0], {.item = LAST / 2, .times = 1}, pair[1]};
    assert_int_equal (
        bcov_model_option (&model, k < PAIRS ? pair : more, k < PAIRS ? 2 : 3, 2 + k, NULL), 0);
  }
  assert_false (agrees (&model));
  bcov_mem_delete (mem);
}

static void half_every_allocation_fails (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  uint32_t order[50];
  for (uint32_t i = 0; i < 50; i++)
    order[i] = i;
  bcov_model model = boards_model (mem, 9, 5, BOARDS_L3, false);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_half half;
    f.status = bcov_half_make (&model, order, &half, NULL);
    bcov_half_free (&half);
  }
  assert_true (f.failed > 20);
  bcov_model_free (&model);
  bcov_mem_delete (mem);
}

SUITE (dense)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (published_counts),
      cmocka_unit_test (dense_random_models),
      cmocka_unit_test (fits_or_not),
      cmocka_unit_test (dense_memory_is_known),
      cmocka_unit_test (dense_every_allocation_fails),
      cmocka_unit_test (stops),
      cmocka_unit_test (bound_passes_all_bounds),
      cmocka_unit_test (many_blocks),
      cmocka_unit_test (sums_of_products),
      cmocka_unit_test (infinity),
      cmocka_unit_test (half_boards),
      cmocka_unit_test (dense_join_memory_is_known),
      cmocka_unit_test (dense_join_every_allocation_fails),
      cmocka_unit_test (boards),
      cmocka_unit_test (middles),
      cmocka_unit_test (half_random_models),
      cmocka_unit_test (one_sided),
      cmocka_unit_test (other_items),
      cmocka_unit_test (endless_middles),
      cmocka_unit_test (half_every_allocation_fails),
  };
  return cmocka_run_group_tests_name ("dense", tests, NULL, NULL);
}
