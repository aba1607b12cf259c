/* Each choice of a level requires some bits to be 0 or 1.  With the known pairs, these force
   further bits.  After the choice, the bits that it changed or that were forced are known, and
   pairs of other bits are as before.  A combination never occurs if no choice allows it.

   Time: choices x bits per level; each operation handles a word of bits. */

#include "engine/dense/dense_pairs.h"

#include <assert.h>
#include <string.h>

static uint32_t all_bits (uint32_t bits)
{
  return (uint32_t)(((uint64_t)1 << bits) - 1);
}

/* Returns true if the facts about bits A and B agree with those about B and A. */
static __attribute__ ((unused)) bool is_symmetric (const bcov_dense_pairs *p)
{
  uint32_t differ = 0;
  for (uint32_t a = 0; a < p->bits; a++)
    for (uint32_t b = 0; b < p->bits; b++)
      for (int k = 0; k < 4; k++)
        differ |= (p->never[k / 2][k % 2][a] >> b ^ p->never[k % 2][k / 2][b] >> a) & 1;
  return !differ;
}

void bcov_dense_pairs_start (bcov_dense_pairs *pairs, uint32_t bits)
{
  assert (bits <= BCOV_DENSE_BITS);
  *pairs = (bcov_dense_pairs){.bits = bits};
  for (uint32_t a = 0; a < bits; a++) {
    pairs->never[0][1][a] = all_bits (bits);
    pairs->never[1][0][a] = pairs->never[1][1][a] = all_bits (bits);
  }
}

/* Bits known to be 0, and bits known to be 1. */
typedef struct {
  uint32_t value[2];
} known;

/* Adds all consequences of the known bits; returns false if they contradict each other. */
static bool force (const bcov_dense_pairs *pairs, known *k)
{
  for (known old = {{0, 0}}; memcmp (&old, k, sizeof old);) {
    old = *k;
    for (int x = 0; x < 2; x++)
      for (uint32_t set = old.value[x]; set; set &= set - 1) {
        uint32_t a = (uint32_t)__builtin_ctz (set);
        k->value[1] |= pairs->never[x][0][a];
        k->value[0] |= pairs->never[x][1][a];
      }
    if (k->value[0] & k->value[1])
      return false;
  }
  return true;
}

/* Removes from OUT the combinations that can occur after a choice that changes the bits CHANGED and
   leaves K known. */
static void admit (const bcov_dense_pairs *before, uint32_t changed, const known *k,
                   bcov_dense_pairs *out)
{
  for (int x = 0; x < 2; x++)
    for (int y = 0; y < 2; y++)
      for (uint32_t a = 0; a < before->bits; a++) {
        bool excluded = k->value[!x] >> a & 1;
        uint32_t same = changed >> a & 1 ? 0 : before->never[x][y][a] & ~changed;
        out->never[x][y][a] &= excluded ? all_bits (before->bits) : same | k->value[!y];
      }
}

void bcov_dense_pairs_step (bcov_dense_pairs *pairs, const bcov_program *program, uint32_t level)
{
  const bcov_level *l = &program->levels.data[level];
  uint32_t guard = (uint32_t)*bcov_program_level_mask (program, level, BCOV_MASK_GUARD);
  uint32_t must = (uint32_t)*bcov_program_level_mask (program, level, BCOV_MASK_MUST);
  uint32_t clear = (uint32_t)*bcov_program_level_mask (program, level, BCOV_MASK_CLEAR);
  assert (!((guard | must | clear) & ~all_bits (pairs->bits)));
  bcov_dense_pairs out;
  memset (&out, 0xff, sizeof out);
  out.bits = pairs->bits;
  for (uint32_t k = 0; k < l->moves + 2; k++) { /* the moves, no move, no move because covered */
    uint32_t set = 0, test = 0;
    bool covered = k == l->moves + 1;
    if ((k == l->moves && !l->skip) || (covered && !guard))
      continue;
    if (k < l->moves) {
      set = (uint32_t)*bcov_program_move_mask (program, l->first_move + k, BCOV_MASK_SET);
      test = (uint32_t)*bcov_program_move_mask (program, l->first_move + k, BCOV_MASK_TEST);
    }
    known state = {{test | (covered ? 0 : guard), (must & ~set) | (covered ? guard : 0)}};
    if ((must & ~set & guard) || !force (pairs, &state))
      continue;
    uint32_t changed = guard | set | clear, ones = set & ~clear;
    state.value[0] = (state.value[0] & ~changed) | (changed & ~ones);
    state.value[1] = (state.value[1] & ~changed) | ones;
    admit (pairs, changed, &state, &out);
  }
  *pairs = out;
  assert (is_symmetric (pairs));
}

bool bcov_dense_pairs_occur (const bcov_dense_pairs *pairs, uint32_t mask, uint32_t value)
{
  assert (!(value & ~mask));
  uint32_t others = ~value & mask, excluded = 0;
  for (uint32_t left = mask; left; left &= left - 1) {
    uint32_t a = (uint32_t)__builtin_ctz (left), x = value >> a & 1;
    excluded |= (pairs->never[x][1][a] & value) | (pairs->never[x][0][a] & others);
  }
  return !excluded;
}
