/* An approximation of how many completions a state has, learnt from the states of a beam. */

#ifndef BCOV_TWIST_H
#define BCOV_TWIST_H

#include "base/control.h"
#include "base/vec.h"
#include "engine/cuts/pocket.h"

/* States of a beam, level by level, with the numbers of partial solutions they stand for; of each
   level only up to a scale.  All zero: none. */
typedef struct {
  BCOV_VEC (uint64_t) keys;
  BCOV_VEC (double) weights;
  BCOV_VEC (size_t) ends; /* for each level that has states: the end of its states */
} bcov_beam_trail;

/* A factor of the approximation: it depends on the value of a field and on that of another one. */
typedef struct {
  uint16_t word, shift, mask;                   /* the value: key[word] >> shift & mask */
  uint16_t other_word, other_shift, other_mask; /* mask 0: none */
  uint32_t field, other;                        /* numbers of the fields in the program */
  uint32_t table;                               /* of logarithms; the other's value counts rows */
} bcov_twist_factor;

/* All zero: every state seems to have equally many completions. */
typedef struct {
  BCOV_VEC (bcov_twist_factor) factors;
  BCOV_VEC (uint32_t) ends; /* of the factors of each level */
  BCOV_VEC (float) tables;
} bcov_twist;

/* Prepares an empty TWIST for PROGRAM; a very large program gets no factors. */
bcov_status bcov_twist_make (const bcov_program *program, bcov_twist *twist, bcov_error *err);

void bcov_twist_free (bcov_mem *mem, bcov_twist *twist);

/* Learns from TRAIL, and adds the transitions that this takes to *WORK.  POCKETS may be NULL. */
bcov_status bcov_twist_learn (const bcov_program *program, const bcov_pockets *pockets,
                              const bcov_beam_trail *trail, bcov_twist *twist, uint64_t *work,
                              bcov_error *err);

void bcov_beam_trail_free (bcov_mem *mem, bcov_beam_trail *trail);

/* Returns the logarithm of the approximation for a state after LEVEL, up to a constant. */
static inline double bcov_twist_log (const bcov_twist *twist, uint32_t level, const uint64_t *key)
{
  float sum = 0;
  if (!twist->ends.count)
    return 0;
  const bcov_twist_factor *f = twist->factors.data + (level ? twist->ends.data[level - 1] : 0),
                          *end = twist->factors.data + twist->ends.data[level];
  for (; f < end; f++) {
    uint32_t value = (uint32_t)(key[f->word] >> f->shift) & f->mask;
    uint32_t row = (uint32_t)(key[f->other_word] >> f->other_shift) & f->other_mask;
    sum += twist->tables.data[f->table + row * (f->mask + 1u) + value];
  }
  return sum;
}

#endif
