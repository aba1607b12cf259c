/* Two square matrices of 0 and 1 as JSON. */

#ifndef BCOV_MATRICES_H
#define BCOV_MATRICES_H

#include "base/mem.h"

typedef struct {
  const char *name[2]; /* their keys, to be set by the caller */
  uint8_t *bits[2];    /* SIDE x SIDE bytes 0 or 1 each */
  size_t side;
} bcov_matrices;

/* Reads two arrays one after the other, or an object with both keys.  FILE stands in messages. BITS
   is new memory of MEM, to be freed with bcov_matrices_free also after a failure. */
bcov_status bcov_matrices_read (bcov_mem *mem, const char *file, const char *text, size_t length,
                                bcov_matrices *matrices, bcov_error *err);
void bcov_matrices_free (bcov_mem *mem, bcov_matrices *matrices);

#endif
