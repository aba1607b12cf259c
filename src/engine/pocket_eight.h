/* Pockets of eight states at once. */

#ifndef BCOV_POCKET_EIGHT_H
#define BCOV_POCKET_EIGHT_H

#include "engine/pocket.h"

#if defined(__AVX512F__)
#include <immintrin.h>
#endif

#if defined(__AVX512F__)

/* Those of WET and all that a line joins to it. */
static inline __m512i bcov_pockets_spread (const bcov_pockets *p, const bcov_waters *w, __m512i wet,
                                           __m512i open)
{
  for (uint32_t k = w->first; k < w->first + w->count; k++) {
    __m512i from = _mm512_set1_epi64 ((int64_t)p->lines.data[k].from);
    __m128i shift = _mm_cvtsi32_si128 ((int)p->lines.data[k].shift);
    __m512i up = _mm512_sll_epi64 (_mm512_and_si512 (wet, from), shift);
    __m512i down = _mm512_and_si512 (_mm512_srl_epi64 (wet, shift), from);
    wet = _mm512_or_si512 (wet, _mm512_and_si512 (_mm512_or_si512 (up, down), open));
  }
  return wet;
}

/* Keys that have a cell alone, where no option covers just one. */
static inline unsigned bcov_pockets_lone (const bcov_pockets *p, const bcov_waters *w, __m512i open)
{
  __m512i joined = _mm512_set1_epi64 ((int64_t)w->shore);
  if (p->sizes >> 1 & 1)
    return 0;
  for (uint32_t k = w->first; k < w->first + w->count; k++) {
    __m512i from = _mm512_set1_epi64 ((int64_t)p->lines.data[k].from);
    __m128i shift = _mm_cvtsi32_si128 ((int)p->lines.data[k].shift);
    __m512i up = _mm512_sll_epi64 (_mm512_and_si512 (open, from), shift);
    __m512i down = _mm512_and_si512 (_mm512_srl_epi64 (open, shift), from);
    joined = _mm512_or_si512 (joined, _mm512_or_si512 (up, down));
  }
  __m512i alone = _mm512_andnot_si512 (joined, open);
  return _mm512_test_epi64_mask (alone, alone);
}

#endif

/* Of the eight KEYS those (a bit each) that are dead after LEVEL; only those AMONG are of interest.
 */
static inline unsigned bcov_pockets_dead_eight (const bcov_pockets *p, uint32_t level,
                                                const uint64_t *keys, unsigned among)
{
  unsigned dead = 0;
#if defined(__AVX512F__)
  const bcov_waters *w = &p->levels.data[level];
  __m512i open =
      _mm512_andnot_si512 (_mm512_loadu_si512 (keys), _mm512_set1_epi64 ((int64_t)w->cells));
  __m512i wet = _mm512_and_si512 (open, _mm512_set1_epi64 ((int64_t)w->shore)), before;
  dead = bcov_pockets_lone (p, w, open) & among;
  among &= ~dead;
  if (!among)
    return dead;
  do {
    before = wet;
    wet = bcov_pockets_spread (p, w, wet, open);
  } while (_mm512_mask_cmpneq_epi64_mask ((__mmask8)among, wet, before));
  uint64_t dry[8];
  __m512i rest = _mm512_andnot_si512 (wet, open);
  unsigned left = _mm512_test_epi64_mask (rest, rest) & among;
  _mm512_storeu_si512 (dry, rest);
#if defined(__AVX512VPOPCNTDQ__)
  __m512i cells = _mm512_and_si512 (_mm512_popcnt_epi64 (rest), _mm512_set1_epi64 (63));
  __m512i can = _mm512_srlv_epi64 (_mm512_set1_epi64 ((int64_t)p->sizes), cells);
  unsigned odd = left & ~_mm512_test_epi64_mask (can, _mm512_set1_epi64 (1));
  dead |= odd;
  left &= ~odd;
#endif
  for (; left; left &= left - 1) {
    unsigned k = (unsigned)__builtin_ctz (left);
    dead |= (unsigned)bcov_pockets_odd (p, w, dry[k]) << k;
  }
#else
  for (; among; among &= among - 1) {
    unsigned k = (unsigned)__builtin_ctz (among);
    dead |= (unsigned)bcov_pockets_dead (p, level, keys[k]) << k;
  }
#endif
  return dead;
}

#endif
