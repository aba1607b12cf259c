/* Four 64-bit words as one vector of the compiler, so that vector code is written once for all
   processors. */

#ifndef BCOV_LANES_H
#define BCOV_LANES_H

#include <stdint.h>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

enum { BCOV_LANES = 4, BCOV_ALL_LANES = 15 };

typedef uint64_t bcov_lanes __attribute__ ((vector_size (32), may_alias));

/* Returns a bit for each word that is not zero. */
static inline __attribute__ ((always_inline)) unsigned bcov_lanes_some (const bcov_lanes *words)
{
#if defined(__AVX2__)
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
