/* Whether a state can make a move is a matter of chance, and a branch that is guessed wrong costs
   more than all the rest.  So there is none: eight states are tested at once where the processor
   can do that; otherwise each is written to where the next one goes, and stays only if it passed.
 */

#include "engine/select.h"

#if defined(__AVX512F__)
#include <immintrin.h>

/* Of the eight KEYS those (a bit each) that are dead. */
static __mmask8 dead_ones (const bcov_lookahead *ahead, uint32_t level, __m512i keys)
{
  __mmask8 dead = 0;
  for (uint32_t k = ahead->first.data[level]; k < ahead->first.data[level + 1]; k++) {
    const bcov_watch *watch = &ahead->watches.data[k];
    const uint64_t *mask = &ahead->masks.data[watch->first];
    __mmask8 stuck = 0xff;
    if (watch->bit != BCOV_NO_MOVE)
      stuck = _mm512_testn_epi64_mask (keys, _mm512_set1_epi64 ((int64_t)1 << watch->bit));
    for (uint32_t o = 0; stuck && o < watch->options; o++)
      stuck &= _mm512_test_epi64_mask (keys, _mm512_set1_epi64 ((int64_t)mask[o]));
    dead |= stuck;
  }
  return dead;
}

uint32_t bcov_select (const bcov_rule *rule, const bcov_flock *from, uint32_t count,
                      const bcov_flock *out)
{
  const uint64_t *from_keys = from->keys, *const *from_values = from->values;
  const bcov_lookahead *ahead = rule->ahead;
  uint64_t *out_keys = out->keys;
  const uint64_t **out_values = out->values;
  bool wanting = rule->want;
  __m512i test = _mm512_set1_epi64 ((int64_t)rule->test), must;
  __m512i want = _mm512_set1_epi64 ((int64_t)rule->want);
  __m512i drop = _mm512_set1_epi64 ((int64_t)rule->drop);
  __m512i set = _mm512_set1_epi64 ((int64_t)rule->set);
  __m512i clear = _mm512_set1_epi64 ((int64_t)rule->clear);
  uint32_t kept = 0;
  must = _mm512_set1_epi64 ((int64_t)rule->must);
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
    if (ahead && keep)
      keep &= (__mmask8)~dead_ones (ahead, rule->level, keys);
    _mm512_storeu_si512 (out_keys + kept, _mm512_maskz_compress_epi64 (keep, keys));
    _mm512_storeu_si512 (out_values + kept, _mm512_maskz_compress_epi64 (keep, values));
    kept += (uint32_t)__builtin_popcount (keep);
  }
  return kept;
}

#else

uint32_t bcov_select (const bcov_rule *rule, const bcov_flock *from, uint32_t count,
                      const bcov_flock *out)
{
  uint32_t kept = 0;
  for (uint32_t k = 0; k < count; k++) {
    uint64_t key = from->keys[k];
    const uint64_t *value = from->values[k];
    bool keep = !(key & rule->test) & (!rule->want | !!(key & rule->want));
    key = (key & ~rule->drop) | rule->set;
    keep &= (key & rule->must) == rule->must;
    key &= ~rule->clear;
    out->keys[kept] = key;
    out->values[kept] = value;
    kept += keep;
  }
  if (!rule->ahead)
    return kept;
  uint32_t alive = 0;
  for (uint32_t k = 0; k < kept; k++) {
    out->keys[alive] = out->keys[k];
    out->values[alive] = out->values[k];
    alive += !bcov_lookahead_dead (rule->ahead, rule->level, &out->keys[alive], 1);
  }
  return alive;
}

#endif
