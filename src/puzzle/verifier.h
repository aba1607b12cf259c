/* What the parts of verifying share. */

#ifndef BCOV_VERIFIER_H
#define BCOV_VERIFIER_H

#include "puzzle/covering.h"

#define BCOV_NOBODY UINT32_MAX

typedef struct {
  const bcov_puzzle *puzzle;
  const bcov_covering *covering;
  bool partial;
  const bcov_place *place;
  bcov_error *err;
  size_t mistakes;
  uint32_t *owner; /* of each cell the first piece laid on it, or BCOV_NOBODY */
} bcov_verifier;

/* Tells a mistake; beyond a certain number they are only counted. */
void bcov_verifier_tell (bcov_verifier *verifier, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

/* A cell as JSON shows it. */
typedef struct {
  char text[48];
} bcov_cell_text;
bcov_cell_text bcov_verifier_cell (const bcov_verifier *verifier, uint32_t cell);

/* "3 times", "at least 2 times", "1 to 3 times"; UNIT is "time" or "cell". */
typedef struct {
  char text[64];
} bcov_range_text;
bcov_range_text bcov_verifier_range (uint32_t lo, uint32_t hi, const char *unit);

/* verify_tiles.c: sides, points, and the border.  Of tiles whose turn is not told, some turns must
   make all fit. */
bcov_status bcov_verify_tiles (bcov_verifier *verifier);

/* verify_exact.c: the options chosen of an exact cover problem. */
bcov_status bcov_verify_exact (bcov_verifier *verifier);

#endif
