/* The inner loop of the dense table: executes the code of a block on one chunk.

   A chunk consists of BCOV_DENSE_CHUNK numbers: four combinations of untouched slots with four
   numbers each, or sixteen with one.  All combinations have the same class. */

#ifndef BCOV_DENSE_CHUNK_H
#define BCOV_DENSE_CHUNK_H

#include "engine/dense/dense_code.h"

enum { BCOV_DENSE_ALIGN = 128 };

/* Numbers are residues modulo 2^SHIFT - LESS.  Reducing a number replaces 2^SHIFT by LESS. */
typedef struct {
  _Alignas(64) uint64_t less[BCOV_DENSE_CHUNK]; /* for each number of a chunk */
  unsigned shift;
} bcov_dense_reduction;

typedef struct {
  uint64_t *table;                       /* aligned to BCOV_DENSE_ALIGN, as is the buffer */
  const bcov_dense_reduction *reduction; /* NULL: the numbers are doubles */
  unsigned lanes;                        /* numbers per state */
} bcov_dense_frame;

/* Executes CODE on a chunk whose states are adjacent.  The entries of the first combination are at
   BASE + OFFSETS[k] states from the start of the table: first the loaded entries, then the stored
   ones, then those that become 0. */
void bcov_dense_chunk_straight (const bcov_dense_frame *frame, const bcov_dense_code *code,
                                const uint32_t *offsets, uint64_t base, uint64_t *buffer);

/* The same for combinations anywhere in the table: BASES has one base for each combination of the
   chunk. A combination may occur several times. */
void bcov_dense_chunk_scattered (const bcov_dense_frame *frame, const bcov_dense_code *code,
                                 const uint32_t *offsets, const uint64_t *bases, uint64_t *buffer);

#endif
