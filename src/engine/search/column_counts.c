/* Columns are stored by words, not one after the other, since then eight counts stay in a register
   each and no sum across a register is ever made.  The machine's vector count of bits is used where
   there is one, whatever the library was built for; all machines get the same numbers.

   Time: lanes / 8 steps for each word, or lanes without vector counts. */

#include "engine/search/column_counts.h"
#include "base/dispatch.h"

#include <assert.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Eight minima side by side, which compilers turn into one register. */
BCOV_CLONES static uint64_t find_least (const uint64_t *counts, uint32_t lanes)
{
  uint64_t least[8], best = UINT64_MAX;
  for (uint32_t j = 0; j < 8; j++)
    least[j] = UINT64_MAX;
  for (uint32_t i = 0; i < lanes; i += 8)
    for (uint32_t j = 0; j < 8; j++) {
      uint64_t key = counts[i + j] << 32 | (i + j);
      least[j] = key < least[j] ? key : least[j];
    }
  for (uint32_t j = 0; j < 8; j++)
    best = least[j] < best ? least[j] : best;
  return best;
}

BCOV_CLONES uint64_t bcov_column_counts_plainly (const uint64_t *by_word, uint32_t lanes,
                                                 bcov_column_counts_words words, uint64_t *counts)
{
  assert (lanes % 8 == 0);
  for (uint32_t k = 0; k < words.count; k++) {
    const uint64_t *column = by_word + (uint64_t)words.places[k] * lanes;
    uint64_t bits = words.bits[k];
    for (uint32_t i = 0; i < lanes; i++)
      counts[i] -= (uint64_t)__builtin_popcountll (column[i] & bits);
  }
  return find_least (counts, lanes);
}

#if defined(__x86_64__)
#define WIDE __attribute__ ((target ("avx512f,avx512vpopcntdq")))

/* Eight counts, and the least keys so far. */
typedef struct {
  __m512i least, places;
} keys;

WIDE static inline __m512i less (__m512i count, const uint64_t *column, __m512i bits)
{
  __m512i common = _mm512_and_si512 (_mm512_load_si512 (column), bits);
  return _mm512_sub_epi64 (count, _mm512_popcnt_epi64 (common));
}

/* Stores eight counts, and looks whether they have a least one. */
WIDE static inline void settle (keys *k, uint64_t *counts, __m512i eight)
{
  _mm512_storeu_si512 (counts, eight);
  k->least =
      _mm512_min_epu64 (k->least, _mm512_or_si512 (_mm512_slli_epi64 (eight, 32), k->places));
  k->places = _mm512_add_epi64 (k->places, _mm512_set1_epi64 (8));
}

/* An inner loop: 32 columns at once, then eight. */
WIDE static uint64_t tally_widely (const uint64_t *by_word, uint32_t lanes,
                                   bcov_column_counts_words words, uint64_t *counts)
{
  assert (lanes % 8 == 0 && (uintptr_t)by_word % 64 == 0);
  keys k = {_mm512_set1_epi64 (-1), _mm512_set_epi64 (7, 6, 5, 4, 3, 2, 1, 0)};
  uint32_t i = 0;
  for (; i + 32 <= lanes; i += 32) {
    __m512i a = _mm512_loadu_si512 (counts + i), b = _mm512_loadu_si512 (counts + i + 8);
    __m512i c = _mm512_loadu_si512 (counts + i + 16), d = _mm512_loadu_si512 (counts + i + 24);
    for (uint32_t w = 0; w < words.count; w++) {
      const uint64_t *column = by_word + (uint64_t)words.places[w] * lanes + i;
      __m512i bits = _mm512_set1_epi64 ((int64_t)words.bits[w]);
      a = less (a, column, bits);
      b = less (b, column + 8, bits);
      c = less (c, column + 16, bits);
      d = less (d, column + 24, bits);
    }
    settle (&k, counts + i, a);
    settle (&k, counts + i + 8, b);
    settle (&k, counts + i + 16, c);
    settle (&k, counts + i + 24, d);
  }
  for (; i < lanes; i += 8) {
    __m512i a = _mm512_loadu_si512 (counts + i);
    for (uint32_t w = 0; w < words.count; w++)
      a = less (a, by_word + (uint64_t)words.places[w] * lanes + i,
                _mm512_set1_epi64 ((int64_t)words.bits[w]));
    settle (&k, counts + i, a);
  }
  return _mm512_reduce_min_epu64 (k.least);
}

bcov_column_counts_less *bcov_column_counts_best (void)
{
  return __builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512vpopcntdq")
             ? tally_widely
             : bcov_column_counts_plainly;
}
#else
bcov_column_counts_less *bcov_column_counts_best (void)
{
  return bcov_column_counts_plainly;
}
#endif
