/* Counting with the dense table: published counts, random models against stepping state by state,
   several threads, running out of memory and time. */

#include "suite.h"

#include "dense_boards.h"
#include "random_cases.h"
#include "engine/dense/dense.h"

#include <math.h>
#include <stdio.h>

/* The number of solutions, put together from LANES residues. */
static void count (const bcov_program *program, unsigned lanes, size_t workers, bcov_number *out)
{
  bcov_control control;
  uint64_t primes[4], residues[4];
  for (uint32_t k = 0; k < 4; k++)
    primes[k] = bcov_prime (56, k);
  bcov_control_start (&control, NULL);
  assert_true (bcov_dense_fits (program));
  assert_int_equal (
      bcov_dense_count (program, NULL, primes, lanes, workers, &control, residues, NULL), 0);
  bcov_residue_join (primes, residues, lanes, out);
}

/* Counts with one to four lanes and one to three workers; the answer must be EXPECTED, as long as
   the primes can tell.  The bound must be just above it. */
static void expect (bcov_program program, const char *expected)
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
  expect (boards_program (bcov_mem_new (0), 1, 2, BOARDS_I2, false), "1");
  expect (boards_program (bcov_mem_new (0), 3, 3, BOARDS_I2, false), "0");
  expect (boards_program (bcov_mem_new (0), 8, 8, BOARDS_I2, false), "12988816");
  expect (boards_program (bcov_mem_new (0), 6, 6, BOARDS_L3, false), "162");
  expect (boards_program (bcov_mem_new (0), 12, 12, BOARDS_L3, false), "2033502499954");
  expect (boards_program (bcov_mem_new (0), 9, 7, BOARDS_TROMINOES, false), "1064557805");
  expect (boards_program (bcov_mem_new (0), 12, 7, BOARDS_TROMINOES, false), "1949314526229");
  expect (boards_program (bcov_mem_new (0), 5, 5, BOARDS_L3, true), "128");
  expect (boards_program (bcov_mem_new (0), 8, 8, BOARDS_L3, true), "943096");
}

/* ---- random models ---- */

/* Small primes make the room for sums small as well, so that numbers are reduced often. */
static void random_models (void **state)
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

/* A long program whose blocks all differ: there are more of them than codes are kept. */
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

/* What was said to be needed is enough, and the classes save two thirds of the table. */
static void memory_is_known (void **state)
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

static void every_allocation_fails (void **state)
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

/* A run of minutes ends at once when it is stopped (but not before a busy machine has begun). */
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
    assert_true (control.fraction >= 0 && control.fraction < 1);
    assert_int_equal (bcov_mem_used (mem), before);
  }
  bcov_error_free (err);
  bcov_program_free (&p);
  bcov_mem_delete (mem);
}

/* Numbers that no double can hold. */
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

SUITE (dense)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (published_counts),
      cmocka_unit_test (random_models),
      cmocka_unit_test (fits_or_not),
      cmocka_unit_test (memory_is_known),
      cmocka_unit_test (every_allocation_fails),
      cmocka_unit_test (stops),
      cmocka_unit_test (bound_passes_all_bounds),
      cmocka_unit_test (many_blocks),
  };
  return cmocka_run_group_tests_name ("dense", tests, NULL, NULL);
}
