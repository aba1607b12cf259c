/* The inner loop of the dense table: the code of a block, run on one chunk.

   A chunk is as many combinations of the slots that the block does not touch as make up
   BCOV_DENSE_CHUNK numbers: four of four numbers each, or sixteen of one.  All are in one class. */

#ifndef BCOV_DENSE_CHUNK_H
#define BCOV_DENSE_CHUNK_H

#include "engine/dense/dense_code.h"

enum { BCOV_DENSE_ALIGN = 128 };

/* Numbers are kept modulo 2^SHIFT - LESS: a number is reduced by replacing 2^SHIFT with LESS. */
typedef struct {
  _Alignas(64) uint64_t less[BCOV_DENSE_CHUNK]; /* of each number of a chunk */
  unsigned shift;
} bcov_dense_reduction;

typedef struct {
  uint64_t *table;                       /* aligned to BCOV_DENSE_ALIGN, as is the buffer */
  const bcov_dense_reduction *reduction; /* NULL: the numbers are doubles */
  unsigned lanes;                        /* numbers of a state */
} bcov_dense_frame;

/* Runs CODE on a chunk whose states lie side by side.  The first of a combination's entries are
   BASE plus OFFSETS states from the start of the table: the offsets of all that is loaded, stored
   and set to 0, in this order. */
void bcov_dense_chunk_straight (const bcov_dense_frame *frame, const bcov_dense_code *code,
                                const uint32_t *offsets, uint64_t base, uint64_t *buffer);

/* The same for combinations that lie anywhere: each has its base, and there are as many as fill a
   chunk; one may occur several times. */
void bcov_dense_chunk_scattered (const bcov_dense_frame *frame, const bcov_dense_code *code,
                                 const uint32_t *offsets, const uint64_t *bases, uint64_t *buffer);

#endif
