/* What an engine found, with its evidence. */

#ifndef BCOV_RESULT_H
#define BCOV_RESULT_H

#include "base/vec.h"
#include "number/number.h"

typedef struct {
  bcov_mem *mem;
  bcov_number found;         /* solutions met */
  int engine;                /* a bcov_engine: which one did the most */
  uint64_t nodes;            /* choices tried */
  uint64_t states, widest;   /* of the frontier: of all levels, of the widest; 0: none were kept */
  uint64_t gain;             /* `fill`: cells covered by the best */
  BCOV_VEC (uint32_t) best;  /* `fill`: its options, by their numbers in the compiled model */
  uint64_t odd;              /* of the search: nodes left out for parity */
  uint64_t looked_up;        /* of the search: nodes whose choices were known from their shape */
  uint64_t dead, remembered; /* of the search: nodes left out for pockets, and for what led nowhere
                                before */
  double saves;  /* 0, or symmetry was made use of: so many times less was searched (1: unknown) */
  bool halved;   /* of the frontier: half of a board was joined with its image */
  bool complete; /* everything was searched; else FOUND and GAIN are lower bounds */
} bcov_result;

void bcov_result_init (bcov_mem *mem, bcov_result *result);
void bcov_result_free (bcov_result *result);

/* Results of independent parts: counts multiply, gains add, best options join. */
bcov_status bcov_result_combine (bcov_result *result, const bcov_result *part, bcov_error *err);

#endif
