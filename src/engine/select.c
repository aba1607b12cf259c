/* Whether a state can make a move is a matter of chance, and a branch that is guessed wrong costs
   more than all the rest.  So there is none: eight states are tested at once where the processor
   can do that; otherwise each is written to where the next one goes, and stays only if it passed.
 */

#include "engine/select.h"

#if defined(__AVX512F__)
#include <immintrin.h>

/* Of the eight KEYS those (a bit each) that are dead; only those AMONG are of interest. */
static __mmask8 dead_ones (const bcov_pockets *p, const bcov_waters *w, __m512i keys,
                           __mmask8 among)
{
  __m512i open = _mm512_andnot_si512 (keys, _mm512_set1_epi64 ((int64_t)w->cells));
  __m512i wet = _mm512_and_si512 (open, _mm512_set1_epi64 ((int64_t)w->shore)), before;
  do {
    before = wet;
    for (uint32_t k = w->first; k < w->first + w->count; k++) {
      __m512i from = _mm512_set1_epi64 ((int64_t)p->lines.data[k].from);
      __m128i shift = _mm_cvtsi32_si128 ((int)p->lines.data[k].shift);
      __m512i up = _mm512_sll_epi64 (_mm512_and_si512 (wet, from), shift);
      __m512i down = _mm512_and_si512 (_mm512_srl_epi64 (wet, shift), from);
      wet = _mm512_or_si512 (wet, _mm512_and_si512 (_mm512_or_si512 (up, down), open));
    }
  } while (_mm512_cmpneq_epi64_mask (wet, before));
  uint64_t dry[8];
  __m512i rest = _mm512_andnot_si512 (wet, open);
  unsigned left = _mm512_test_epi64_mask (rest, rest) & among, dead = 0;
  _mm512_storeu_si512 (dry, rest);
  for (; left; left &= left - 1) {
    unsigned k = (unsigned)__builtin_ctz (left);
    dead |= (unsigned)bcov_pockets_odd (p, w, dry[k]) << k;
  }
  return (__mmask8)dead;
}

/* Leaves out the dead among the first COUNT. */
static uint32_t drop_dead (const bcov_rule *rule, const bcov_flock *flock, uint32_t count)
{
  const bcov_pockets *pockets = rule->pockets;
  const bcov_waters *waters = &pockets->levels.data[rule->level];
  uint64_t *keys = flock->keys;
  const uint64_t **values = flock->values;
  uint32_t kept = 0;
  for (uint32_t k = 0; k < count; k += 8) {
    __m512i key = _mm512_loadu_si512 (keys + k), value = _mm512_loadu_si512 (values + k);
    __mmask8 keep = count - k < 8 ? (__mmask8)((1u << (count - k)) - 1) : 0xff;
    keep &= (__mmask8)~dead_ones (pockets, waters, key, keep);
    _mm512_storeu_si512 (keys + kept, _mm512_maskz_compress_epi64 (keep, key));
    _mm512_storeu_si512 (values + kept, _mm512_maskz_compress_epi64 (keep, value));
    kept += (uint32_t)__builtin_popcount (keep);
  }
  return kept;
}

uint32_t bcov_select (const bcov_rule *rule, const bcov_flock *from, uint32_t count,
                      const bcov_flock *out)
{
  const uint64_t *from_keys = from->keys, *const *from_values = from->values;
  uint64_t *out_keys = out->keys;
  const uint64_t **out_values = out->values;
  bool wanting = rule->want;
  __m512i test = _mm512_set1_epi64 ((int64_t)rule->test);
  __m512i must = _mm512_set1_epi64 ((int64_t)rule->must);
  __m512i want = _mm512_set1_epi64 ((int64_t)rule->want);
  __m512i drop = _mm512_set1_epi64 ((int64_t)rule->drop);
  __m512i set = _mm512_set1_epi64 ((int64_t)rule->set);
  __m512i clear = _mm512_set1_epi64 ((int64_t)rule->clear);
  uint32_t kept = 0;
  for (uint32_t k = 0; k < count; k += 8) {
    __m512i keys = _mm512_loadu_si512 (from_keys + k);
    __m512i values = _mm512_loadu_si512 (from_values + k);
    __mmask8 keep = count - k < 8 ? (__mmask8)((1u << (count - k)) - 1) : 0xff;
    keep &= _mm512_testn_epi64_mask (keys, test);
    if (wanting)
      keep &= _mm512_test_epi64_mask (keys, want);
    keys = _mm512_or_si512 (_mm512_andnot_si512 (drop, keys), set);
    keep &= _mm512_cmpeq_epi64_mask (_mm512_and_si512 (keys, must), must);
    keys = _mm512_andnot_si512 (clear, keys);
    _mm512_storeu_si512 (out_keys + kept, _mm512_maskz_compress_epi64 (keep, keys));
    _mm512_storeu_si512 (out_values + kept, _mm512_maskz_compress_epi64 (keep, values));
    kept += (uint32_t)__builtin_popcount (keep);
  }
  return rule->pockets ? drop_dead (rule, out, kept) : kept;
}

#else

uint32_t bcov_select (const bcov_rule *rule, const bcov_flock *from, uint32_t count,
                      const bcov_flock *out)
{
  uint32_t kept = 0;
  for (uint32_t k = 0; k < count; k++) {
    uint64_t key = from->keys[k];
    const uint64_t *value = from->values[k];
    bool keep = ((key & rule->test) == 0) & (!rule->want | !!(key & rule->want));
    key = (key & ~rule->drop) | rule->set;
    keep &= (key & rule->must) == rule->must;
    key &= ~rule->clear;
    out->keys[kept] = key;
    out->values[kept] = value;
    kept += keep;
  }
  if (!rule->pockets)
    return kept;
  uint32_t alive = 0;
  for (uint32_t k = 0; k < kept; k++) {
    out->keys[alive] = out->keys[k];
    out->values[alive] = out->values[k];
    alive += !bcov_pockets_dead (rule->pockets, rule->level, out->keys[alive]);
  }
  return alive;
}

#endif
