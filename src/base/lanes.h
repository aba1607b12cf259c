/* As many words side by side as the processor does at once, as one value of the compiler: what is
   written with these is written once for all processors. */

#ifndef BCOV_LANES_H
#define BCOV_LANES_H

#include <stdint.h>

#if defined(__AVX2__) || defined(__AVX512F__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)
enum { BCOV_LANES = 8 };
#else
enum { BCOV_LANES = 4 };
#endif
enum { BCOV_ALL_LANES = (1 << BCOV_LANES) - 1 };

typedef uint64_t bcov_lanes __attribute__ ((vector_size (BCOV_LANES * sizeof (uint64_t))));

/* A bit for each of the words that is not zero. */
static inline __attribute__ ((always_inline)) unsigned bcov_lanes_some (const bcov_lanes *words)
{
#if defined(__AVX512F__)
  __m512i w = (__m512i)*words;
  return _mm512_test_epi64_mask (w, w);
#elif defined(__AVX2__)
  __m256i zero = _mm256_cmpeq_epi64 ((__m256i)*words, _mm256_setzero_si256 ());
  return (unsigned)~_mm256_movemask_pd (_mm256_castsi256_pd (zero)) & BCOV_ALL_LANES;
#else
  unsigned some = 0;
  for (unsigned k = 0; k < BCOV_LANES; k++)
    some |= (unsigned)((*words)[k] != 0) << k;
  return some;
#endif
}

#endif
