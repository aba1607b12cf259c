/* Whether a state can make a move is a matter of chance, and a branch that is guessed wrong costs
   more than all the rest.  So there is none: eight states are tested at once, or four, where the
   processor can do that; otherwise each is written to where the next one goes, and stays only if it
   passed.
 */

#include "engine/sparse/select.h"
#include "engine/cuts/pocket_eight.h"

#if defined(__AVX512F__)
#include <immintrin.h>

/* Leaves out the dead among the first COUNT. */
static uint32_t drop_dead (const bcov_rule *rule, const bcov_state_batch *batch, uint32_t count)
{
  const bcov_pockets *pockets = rule->pockets;
  assert (rule->level < pockets->levels.count);
  uint64_t *keys = batch->keys;
  const uint64_t **values = batch->values;
  uint32_t kept = 0;
  for (uint32_t k = 0; k < count; k += 8) {
    __m512i key = _mm512_loadu_si512 (keys + k), value = _mm512_loadu_si512 (values + k);
    __mmask8 keep = count - k < 8 ? (__mmask8)((1u << (count - k)) - 1) : 0xff;
    keep &= (__mmask8)~bcov_pockets_dead_eight (pockets, rule->level, keys + k, keep);
    _mm512_storeu_si512 (keys + kept, _mm512_maskz_compress_epi64 (keep, key));
    _mm512_storeu_si512 (values + kept, _mm512_maskz_compress_epi64 (keep, value));
    kept += (uint32_t)__builtin_popcount (keep);
  }
  return kept;
}

uint32_t bcov_select (const bcov_rule *rule, const bcov_state_batch *from, uint32_t count,
                      const bcov_state_batch *out)
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

/* Leaves out the dead among the first COUNT. */
static uint32_t drop_dead (const bcov_rule *rule, const bcov_state_batch *batch, uint32_t count)
{
  uint32_t kept = 0;
  assert (rule->level < rule->pockets->levels.count);
  for (uint32_t k = 0; k < count; k += 8) {
    unsigned all = count - k < 8 ? (1u << (count - k)) - 1 : 0xff;
    unsigned keep =
        all & ~bcov_pockets_dead_eight (rule->pockets, rule->level, batch->keys + k, all);
    for (; keep; keep &= keep - 1, kept++) {
      uint32_t from = k + (uint32_t)__builtin_ctz (keep);
      batch->keys[kept] = batch->keys[from];
      batch->values[kept] = batch->values[from];
    }
  }
  return kept;
}

#if defined(__AVX2__)
#include <immintrin.h>

/* How four words, as eight halves, are moved together where a bit is set. */
static const uint32_t together[16][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {2, 3, 0, 1, 4, 5, 6, 7},
    {0, 1, 2, 3, 4, 5, 6, 7}, {4, 5, 0, 1, 2, 3, 6, 7}, {0, 1, 4, 5, 2, 3, 6, 7},
    {2, 3, 4, 5, 0, 1, 6, 7}, {0, 1, 2, 3, 4, 5, 6, 7}, {6, 7, 0, 1, 2, 3, 4, 5},
    {0, 1, 6, 7, 2, 3, 4, 5}, {2, 3, 6, 7, 0, 1, 4, 5}, {0, 1, 2, 3, 6, 7, 4, 5},
    {4, 5, 6, 7, 0, 1, 2, 3}, {0, 1, 4, 5, 6, 7, 2, 3}, {2, 3, 4, 5, 6, 7, 0, 1},
    {0, 1, 2, 3, 4, 5, 6, 7},
};

static __m256i all_four (uint64_t word)
{
  return _mm256_set1_epi64x ((int64_t)word);
}

uint32_t bcov_select (const bcov_rule *rule, const bcov_state_batch *from, uint32_t count,
                      const bcov_state_batch *out)
{
  const uint64_t *from_keys = from->keys, *const *from_values = from->values;
  uint64_t *out_keys = out->keys;
  const uint64_t **out_values = out->values;
  bool wanting = rule->want;
  __m256i test = all_four (rule->test), must = all_four (rule->must), want = all_four (rule->want);
  __m256i drop = all_four (rule->drop), set = all_four (rule->set), clear = all_four (rule->clear);
  __m256i none = _mm256_setzero_si256 ();
  uint32_t kept = 0;
  for (uint32_t k = 0; k < count; k += 4) {
    __m256i keys = _mm256_loadu_si256 ((const __m256i *)(from_keys + k));
    __m256i values = _mm256_loadu_si256 ((const __m256i *)(from_values + k));
    __m256i keep = _mm256_cmpeq_epi64 (_mm256_and_si256 (keys, test), none);
    if (wanting)
      keep = _mm256_andnot_si256 (_mm256_cmpeq_epi64 (_mm256_and_si256 (keys, want), none), keep);
    keys = _mm256_or_si256 (_mm256_andnot_si256 (drop, keys), set);
    keep = _mm256_and_si256 (keep, _mm256_cmpeq_epi64 (_mm256_and_si256 (keys, must), must));
    keys = _mm256_andnot_si256 (clear, keys);
    unsigned bits = (unsigned)_mm256_movemask_pd (_mm256_castsi256_pd (keep)) &
                    (count - k < 4 ? (1u << (count - k)) - 1 : 0xf);
    __m256i moves = _mm256_loadu_si256 ((const __m256i *)together[bits]);
    _mm256_storeu_si256 ((__m256i *)(out_keys + kept), _mm256_permutevar8x32_epi32 (keys, moves));
    _mm256_storeu_si256 ((__m256i *)(out_values + kept),
                         _mm256_permutevar8x32_epi32 (values, moves));
    kept += (uint32_t)__builtin_popcount (bits);
  }
  return rule->pockets ? drop_dead (rule, out, kept) : kept;
}

#else

uint32_t bcov_select (const bcov_rule *rule, const bcov_state_batch *from, uint32_t count,
                      const bcov_state_batch *out)
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
  return rule->pockets ? drop_dead (rule, out, kept) : kept;
}

#endif
#endif
