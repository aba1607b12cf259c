/* The plan of the dense table for a program: classes of states, blocks of levels, places in memory.

   *Classes.*  Every slot of the key has a weight.  The class of a state is the sum of the weights
   of its bits modulo some number.  If every choice of a level changes the class by the same amount,
   only states of one class are reachable at each level: a third of all states for L-trominoes,
   where every cell has weight 1.  Blocks are cut so that all of them begin in the same class: 0,
   the class of the first state, or, if all final states are wanted, the class of these.  In the
   latter case, the first few levels belong to no block and are processed state by state.

   *Blocks.*  A block is a sequence of levels that together touch few slots.  The other slots do not
   change, so each combination of them is a small independent problem, and all are alike.

   *Places.*  Some slots are low, the others high.  The high bits of a state select a row of the
   table. A row has one place for each value of the low bits that gives the right class, in order.
 */

#ifndef BCOV_DENSE_PLAN_H
#define BCOV_DENSE_PLAN_H

#include "engine/dense/dense_pairs.h"

enum {
  BCOV_DENSE_TOUCH = 15,  /* slots touched by a block, at most */
  BCOV_DENSE_LOW = 10,    /* low slots, at most */
  BCOV_DENSE_MODULUS = 8, /* classes, at most */
  BCOV_DENSE_CHUNK = 16   /* numbers processed together */
};

typedef struct {
  uint32_t modulus;                /* 1: all states have the same class */
  uint8_t weight[BCOV_DENSE_BITS]; /* of each slot, below the modulus */
} bcov_dense_classes;

typedef struct {
  uint32_t first, levels; /* levels of the program */
  uint64_t slots;         /* touched slots, as bits of the key */
  uint64_t before, after; /* slots that are open before and after the block */
} bcov_dense_block;

typedef struct {
  const bcov_program *program;
  bcov_dense_classes classes;
  bool all;                           /* all final states are wanted, not only key 0 */
  uint32_t home;                      /* the class of the states between blocks */
  uint32_t ahead;                     /* levels before the first block */
  BCOV_VEC (bcov_dense_block) blocks; /* masks are in terms of slots */
  uint32_t bits, low;
  uint8_t place[BCOV_DENSE_BITS];  /* of each slot: its bit in the keys of the table */
  uint8_t weight[BCOV_DENSE_BITS]; /* of each place */
  uint32_t row;                    /* places per row, a multiple of the states in a chunk */
  uint16_t *rank;                  /* place in the row for each value of the low bits */
  double work;                     /* states updated, summed over all levels */
} bcov_dense_plan;

/* Returns the slots that LEVEL touches. */
uint64_t bcov_dense_touched (const bcov_program *program, uint32_t level);

/* Returns the sum of the weights of BITS modulo MODULUS. */
uint32_t bcov_dense_class (const uint8_t *weight, uint32_t modulus, uint64_t bits);

/* Makes a plan for a table with LANES numbers per state (1, 2 or 4).  The program must fit
   (bcov_dense_fits).  Free PLAN even after a failure. */
bcov_status bcov_dense_plan_make (const bcov_program *program, unsigned lanes,
                                  bcov_dense_plan *plan, bcov_error *err);
void bcov_dense_plan_free (bcov_dense_plan *plan);

/* Returns the states that BLOCK updates, once for each of its levels, if all occur. */
double bcov_dense_block_work (const bcov_dense_plan *plan, const bcov_dense_block *block);

/* Returns the index of a state of the right class in the table; KEY is in terms of places. */
static inline uint64_t bcov_dense_plan_at (const bcov_dense_plan *plan, uint64_t key)
{
  return (key >> plan->low) * plan->row + plan->rank[key & (((uint64_t)1 << plan->low) - 1)];
}

/* Returns the number of states in the table. */
uint64_t bcov_dense_plan_states (const bcov_dense_plan *plan);

/* Converts a set of slots to bits of the table's keys. */
uint64_t bcov_dense_plan_places (const bcov_dense_plan *plan, uint64_t slots);

/* Converts pairs of slots to pairs of places. */
void bcov_dense_plan_pairs (const bcov_dense_plan *plan, const bcov_dense_pairs *pairs,
                            bcov_dense_pairs *out);

#endif
