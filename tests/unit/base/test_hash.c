/* Properties of hashes that tables need: similar keys have very different hashes. */

#include "suite.h"

#include "base/hash.h"
#include "base/random.h"

#include <stdlib.h>

static int compare_hashes (const void *a, const void *b)
{
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return (left > right) - (left < right);
}

static void equal_words_hash_alike (void **state)
{
  (void)state;
  const uint32_t a[] = {1, 2, 3, 4}, b[] = {1, 2, 3, 5};
  assert_true (bcov_hash_words (a, 3) == bcov_hash_words (b, 3));
  assert_true (bcov_hash_words (a, 4) != bcov_hash_words (b, 4));
  assert_true (bcov_hash_words (NULL, 0) == bcov_hash_words (a, 0));
}

static void order_and_length_matter (void **state)
{
  (void)state;
  const uint32_t zeros[10] = {0}, a[] = {1, 2}, b[] = {2, 1};
  assert_true (bcov_hash_words (a, 2) != bcov_hash_words (b, 2));
  for (size_t i = 0; i <= 10; i++)
    for (size_t j = 0; j < i; j++)
      assert_true (bcov_hash_words (zeros, i) != bcov_hash_words (zeros, j));
}

/* A quarter of a million small keys have different hashes. */
static void small_keys_never_meet (void **state)
{
  (void)state;
  enum { SIDE = 512, MANY = SIDE * SIDE };
  uint64_t *hashes = malloc (MANY * sizeof *hashes);
  for (uint32_t k = 0; k < MANY; k++) {
    const uint32_t pair[] = {k / SIDE, k % SIDE};
    hashes[k] = bcov_hash_words (pair, 2);
  }
  qsort (hashes, MANY, sizeof *hashes, compare_hashes);
  for (size_t k = 1; k < MANY; k++)
    assert_true (hashes[k - 1] != hashes[k]);
  free (hashes);
}

/* A product only keeps the highest bit; without the shift, two of them would cancel. */
static void high_bits_do_not_cancel (void **state)
{
  (void)state;
  const uint64_t high = (uint64_t)1 << 63;
  uint64_t hashes[16];
  for (unsigned k = 0; k < 16; k++) {
    hashes[k] = 1;
    for (unsigned word = 0; word < 4; word++)
      hashes[k] = bcov_hash_mix (hashes[k], k >> word & 1 ? high : 0);
    for (unsigned other = 0; other < k; other++)
      assert_true (hashes[other] != hashes[k]);
  }
}

/* The low bits distribute keys evenly to 4096 buckets, 16 each: for random hashes, more than 40 in
   one bucket have a probability below 1/10000. */
static void low_bits_are_even (void **state)
{
  (void)state;
  enum { DRAWERS = 4096 };
  static const uint32_t strides[] = {1, 2, 64, 4096, 65536};
  for (size_t s = 0; s < sizeof strides / sizeof *strides; s++) {
    unsigned count[DRAWERS] = {0}, most = 0;
    for (uint32_t k = 0; k < 16 * DRAWERS; k++) {
      uint32_t word = k * strides[s];
      unsigned now = ++count[bcov_hash_words (&word, 1) % DRAWERS];
      most = now > most ? now : most;
    }
    assert_in_range (most, 17, 40);
  }
}

/* Changing any bit of the input changes each of the 32 low bits of the hash in about half of the
   cases. */
static void each_bit_reaches_all (void **state)
{
  (void)state;
  enum { TRIES = 2000, WORDS = 3 };
  bcov_random random = {2024};
  for (int bit = 0; bit < 32 * WORDS; bit++) {
    int changed[32] = {0};
    for (int k = 0; k < TRIES; k++) {
      uint32_t key[WORDS];
      for (int w = 0; w < WORDS; w++)
        key[w] = (uint32_t)bcov_random_next (&random);
      uint64_t before = bcov_hash_words (key, WORDS);
      key[bit / 32] ^= 1u << bit % 32;
      uint64_t difference = before ^ bcov_hash_words (key, WORDS);
      for (int b = 0; b < 32; b++)
        changed[b] += difference >> b & 1;
    }
    for (int b = 0; b < 32; b++)
      assert_in_range (changed[b], TRIES / 4, TRIES * 3 / 4);
  }
}

SUITE (hash)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (equal_words_hash_alike), cmocka_unit_test (order_and_length_matter),
      cmocka_unit_test (small_keys_never_meet),  cmocka_unit_test (high_bits_do_not_cancel),
      cmocka_unit_test (low_bits_are_even),      cmocka_unit_test (each_bit_reaches_all),
  };
  return cmocka_run_group_tests_name ("hash", tests, NULL, NULL);
}
