/* The result of an engine, with statistics. */

#ifndef BCOV_RESULT_H
#define BCOV_RESULT_H

#include "base/vec.h"
#include "number/number.h"

typedef struct {
  bcov_mem *mem;
  bcov_number found;         /* solutions met */
  int engine;                /* a bcov_engine: the one that did most of the work */
  const char *winner;        /* of several methods: the one that found the answer; else NULL */
  const char *left;          /* the engine left because it took ten times its forecast, or NULL */
  bool refuted;              /* a reduction proved that there is no solution */
  uint64_t nodes;            /* visited by the search */
  uint64_t states, widest;   /* of the frontier: of all levels, of the widest level; 0: none */
  uint64_t gain;             /* `fill`: cells covered by the best */
  uint64_t bound;            /* `fill`: no filling covers more cells; 0: unknown */
  BCOV_VEC (uint32_t) best;  /* `fill`: its options, by their numbers in the compiled model */
  uint64_t odd;              /* search: nodes cut by parity */
  uint64_t looked_up;        /* search: nodes found in the shape cache */
  uint64_t dead, remembered; /* search: nodes cut by pockets and by the table of dead states */
  double saves;  /* the factor by which symmetry reduced the search; 0: not used, 1: unknown */
  bool halved;   /* frontier: half of a board was joined with its image */
  bool complete; /* false: FOUND and GAIN are lower bounds */
} bcov_result;

void bcov_result_init (bcov_mem *mem, bcov_result *result);
void bcov_result_free (bcov_result *result);

/* Combines results of independent parts: counts multiply, gains add, best options join. */
bcov_status bcov_result_combine (bcov_result *result, const bcov_result *part, bcov_error *err);

#endif
