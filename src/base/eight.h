/* Eight words at once: a cache line of keys is looked through in one go. */

#ifndef BCOV_EIGHT_H
#define BCOV_EIGHT_H

#include <stdint.h>

#if defined(__AVX2__) || defined(__AVX512F__)
#include <immintrin.h>
#endif

/* A bit for each of the eight words (aligned to 64 bytes) that equals WORD. */
static inline __attribute__ ((always_inline)) unsigned bcov_eight_equal (const uint64_t *eight,
                                                                         uint64_t word)
{
#if defined(__AVX512F__)
  return _mm512_cmpeq_epi64_mask (_mm512_load_si512 (eight), _mm512_set1_epi64 ((int64_t)word));
#elif defined(__AVX2__)
  __m256i w = _mm256_set1_epi64x ((int64_t)word);
  __m256i low = _mm256_cmpeq_epi64 (_mm256_load_si256 ((const __m256i *)eight), w);
  __m256i high = _mm256_cmpeq_epi64 (_mm256_load_si256 ((const __m256i *)(eight + 4)), w);
  return (unsigned)_mm256_movemask_pd (_mm256_castsi256_pd (low)) |
         (unsigned)_mm256_movemask_pd (_mm256_castsi256_pd (high)) << 4;
#else
  unsigned equal = 0;
  for (unsigned k = 0; k < 8; k++)
    equal |= (unsigned)(eight[k] == word) << k;
  return equal;
#endif
}

/* A bit for each of the eight words (aligned to 64 bytes) that has no bit in common with WORD. */
static inline __attribute__ ((always_inline)) unsigned bcov_eight_apart (const uint64_t *eight,
                                                                         uint64_t word)
{
#if defined(__AVX512F__)
  return _mm512_testn_epi64_mask (_mm512_load_si512 (eight), _mm512_set1_epi64 ((int64_t)word));
#elif defined(__AVX2__)
  __m256i w = _mm256_set1_epi64x ((int64_t)word), none = _mm256_setzero_si256 ();
  __m256i low = _mm256_and_si256 (_mm256_load_si256 ((const __m256i *)eight), w);
  __m256i high = _mm256_and_si256 (_mm256_load_si256 ((const __m256i *)(eight + 4)), w);
  low = _mm256_cmpeq_epi64 (low, none);
  high = _mm256_cmpeq_epi64 (high, none);
  return (unsigned)_mm256_movemask_pd (_mm256_castsi256_pd (low)) |
         (unsigned)_mm256_movemask_pd (_mm256_castsi256_pd (high)) << 4;
#else
  unsigned apart = 0;
  for (unsigned k = 0; k < 8; k++)
    apart |= (unsigned)!(eight[k] & word) << k;
  return apart;
#endif
}

#endif
