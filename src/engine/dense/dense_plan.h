/* How the dense table goes about a program: classes of states, blocks of levels, places in memory.

   *Classes.*  Give every slot of the key a weight; the class of a state is the sum of the weights
   of its bits modulo some number.  When every choice of a level changes the class by the same
   amount, then at each level only the states of one class can be reached: a third of all for
   L-trominoes, where every cell weighs one.  Blocks are cut so that this class is the same whenever
   a block begins: 0, in which the first state is; or, where final states are asked for, theirs.
   Then the first few levels are no block: they are gone through state by state.

   *Blocks.*  Consecutive levels that together touch few slots.  The other slots stay as they are
   meanwhile, so each combination of them is a little problem of its own, and all are alike.

   *Places.*  Some slots are low, the others high.  The high bits of a state choose a row of the
   table; a row has one place for each value of the low bits that makes the class right, in
   order. */

#ifndef BCOV_DENSE_PLAN_H
#define BCOV_DENSE_PLAN_H

#include "engine/dense/dense_pairs.h"

enum {
  BCOV_DENSE_TOUCH = 15,  /* slots that one block touches at most */
  BCOV_DENSE_LOW = 10,    /* low slots at most */
  BCOV_DENSE_MODULUS = 8, /* classes at most */
  BCOV_DENSE_CHUNK = 16   /* numbers that are worked on together */
};

typedef struct {
  uint32_t modulus;                /* 1: all states are in one class */
  uint8_t weight[BCOV_DENSE_BITS]; /* of each slot; below the modulus */
} bcov_dense_classes;

typedef struct {
  uint32_t first, levels; /* of the program */
  uint64_t slots;         /* that they touch, as bits of the key */
  uint64_t before, after; /* slots that are open then */
} bcov_dense_block;

typedef struct {
  const bcov_program *program;
  bcov_dense_classes classes;
  bool all;                           /* final states are asked for, and not key 0 alone */
  uint32_t home;                      /* the class of the states between blocks */
  uint32_t ahead;                     /* levels before the first block */
  BCOV_VEC (bcov_dense_block) blocks; /* masks by slot */
  uint32_t bits, low;
  uint8_t place[BCOV_DENSE_BITS];  /* of each slot: a bit of the key as the table has it */
  uint8_t weight[BCOV_DENSE_BITS]; /* of each place */
  uint32_t row;                    /* places of a row; a multiple of the states in a chunk */
  uint16_t *rank;                  /* in its row, of each value of the low bits */
  double work;                     /* states that will be updated, over all levels */
} bcov_dense_plan;

/* Slots that LEVEL touches. */
uint64_t bcov_dense_touched (const bcov_program *program, uint32_t level);

/* The sum of the weights of BITS, modulo MODULUS. */
uint32_t bcov_dense_class (const uint8_t *weight, uint32_t modulus, uint64_t bits);

/* A plan for a table with so many numbers in each state (1, 2, 4); free it even after a failure.
   The program must fit (bcov_dense_fits). */
bcov_status bcov_dense_plan_make (const bcov_program *program, unsigned lanes,
                                  bcov_dense_plan *plan, bcov_error *err);
void bcov_dense_plan_free (bcov_dense_plan *plan);

/* States that BLOCK updates, once for each of its levels, if all occur. */
double bcov_dense_block_work (const bcov_dense_plan *plan, const bcov_dense_block *block);

/* The place of a state of the right class, among those of the table; KEY by place. */
static inline uint64_t bcov_dense_plan_at (const bcov_dense_plan *plan, uint64_t key)
{
  return (key >> plan->low) * plan->row + plan->rank[key & (((uint64_t)1 << plan->low) - 1)];
}

/* States that the table has room for. */
uint64_t bcov_dense_plan_states (const bcov_dense_plan *plan);

/* A set of slots as bits of the table's keys. */
uint64_t bcov_dense_plan_places (const bcov_dense_plan *plan, uint64_t slots);

/* Pairs of slots as pairs of places. */
void bcov_dense_plan_pairs (const bcov_dense_plan *plan, const bcov_dense_pairs *pairs,
                            bcov_dense_pairs *out);

#endif
