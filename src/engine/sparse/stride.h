/* Takes many states with one-word keys through several levels at once. */

#ifndef BCOV_STRIDE_H
#define BCOV_STRIDE_H

#include "engine/sparse/fold.h"
#include "engine/sparse/select.h"

enum {
  BCOV_STRIDE = 4,        /* levels at most */
  BCOV_STRIDE_CHUNK = 256 /* states taken at a time */
};

/* One of the levels, and the states that wait for it. */
typedef struct {
  const bcov_level *level;
  uint32_t number;
  uint64_t guard, must, clear;
  const uint64_t *masks;       /* of all moves, BCOV_MOVE_MASKS each */
  const bcov_pockets *pockets; /* NULL: no test for dead states after this level */
  const bcov_folds *folds;     /* NULL: states are not folded after this level */
  uint32_t waiting;
  uint64_t keys[2 * BCOV_STRIDE_CHUNK + 8];
  const uint64_t *values[2 * BCOV_STRIDE_CHUNK + 8];
} bcov_stage;

/* Receives states after the last level. */
typedef void bcov_stride_write (void *data, const bcov_state_batch *batch, uint32_t count);

typedef struct {
  bcov_stage stages[BCOV_STRIDE];
  uint32_t count;
  bcov_stride_write *write;
  void *data;
} bcov_stride;

/* Returns true if LEVEL can be part of a stride: its moves change single bits of a one-word key. */
bool bcov_stride_can (const bcov_program *program, uint32_t level);

/* Prepares S for COUNT levels from FIRST on; POCKETS and FOLDS may be NULL. */
void bcov_stride_set (bcov_stride *s, const bcov_program *program, const bcov_pockets *pockets,
                      const bcov_folds *folds, uint32_t first, uint32_t count);

/* Takes the states that wait at the first stage, at most BCOV_STRIDE_CHUNK, through all levels. */
void bcov_stride_go (bcov_stride *s);

#endif
