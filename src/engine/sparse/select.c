/* Whether a state can make a move is hardly predictable, and a mispredicted branch costs more than
   everything else, so the loops have no branch.  With AVX2 they test four states at once.
   Otherwise each state is written to the next free place and the place is kept only if the state
   passes. */

#include "engine/sparse/select.h"
#include "engine/cuts/pocket_eight.h"

/* Removes dead states from the first COUNT states of BATCH. */
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

/* For each set of four words, a permutation (of 32-bit halves) that moves them to the front. */
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
