/* Pfaffians of sparse skew matrices modulo primes.

     bcov_pfaffian pf;
     status = bcov_pfaffian_open (mem, vertices, edges, end, &pf, err);
     bcov_pfaffian_scratch scratch = {0};                               one for each thread
     status = bcov_pfaffian_value (&pf, &scratch, weight, primes, value, err);
     bcov_pfaffian_scratch_free (mem, &scratch);
     bcov_pfaffian_close (&pf);                                                                  */

#ifndef BCOV_PFAFFIAN_H
#define BCOV_PFAFFIAN_H

#include "base/control.h"
#include "engine/match/dissect.h"

#include <float.h>

/* Primes that are used together, and the bits of the largest ones. */
enum { BCOV_PFAFFIAN_LANES = 4, BCOV_PFAFFIAN_BITS = 26 };

/* Whether the arithmetic is exact: not on processors that round twice, like the 387. */
enum { BCOV_PFAFFIAN_EXACT = FLT_EVAL_METHOD == 0 };

typedef double bcov_pfaffian_lanes __attribute__ ((vector_size (32), may_alias, aligned (16)));

/* Read-only. */
typedef struct {
  bcov_mem *mem;
  uint32_t vertices, edges;
  const uint32_t *end; /* of the caller: edge e joins end[2e] and end[2e + 1] */
  uint32_t *start, *head,
      *edge;       /* of each vertex: neighbours, and 2 x edge + (1 at its second end) */
  uint8_t *colour; /* of each vertex */
  bool bipartite;
  bcov_dissection order;
} bcov_pfaffian;

/* Memory that grows as needed, for one thread, and the control that may stop it; NULL: nothing
 * does. */
typedef struct {
  bcov_control *control;
  size_t worker;
  bcov_pfaffian_lanes *entry; /* the stack of matrices */
  uint32_t *name;             /* of their rows and columns */
  size_t entries, names;
  uint32_t *row, *column, *sequence; /* of each vertex: places, and the sequence of elimination */
  bcov_pfaffian_lanes *left, *right; /* of a panel */
  size_t panel;
} bcov_pfaffian_scratch;

/* Prepares the elimination of matrices with VERTICES rows whose entries are those of EDGES edges.
   END must outlive PF.  Edges may be parallel. */
bcov_status bcov_pfaffian_open (bcov_mem *mem, uint32_t vertices, uint32_t edges,
                                const uint32_t *end, bcov_pfaffian *out, bcov_error *err);
void bcov_pfaffian_close (bcov_pfaffian *pf);

/* Sets VALUE[k] to the Pfaffian modulo PRIMES[k], for k < BCOV_PFAFFIAN_LANES, of the skew matrix
   that has at row end[2e] and column end[2e + 1] the sum of WEIGHT[e] over all edges e between
   these.  The primes are odd and have at most BCOV_PFAFFIAN_BITS bits; they may be equal.  Returns
   BCOV_STOPPED if the control of SCRATCH stops the run. */
bcov_status bcov_pfaffian_value (const bcov_pfaffian *pf, bcov_pfaffian_scratch *scratch,
                                 const int64_t *weight, const uint64_t *primes, uint64_t *value,
                                 bcov_error *err);
/* The same, and sets INVERSE[e], for each edge e, to the entry of the inverse matrix at row end[2e
   + 1] and column end[2e].  Sets *SINGULAR to whether the Pfaffian is 0 modulo one of the primes,
   and then sets nothing else.  Time: about 4 times, and memory for all fronts. */
bcov_status bcov_pfaffian_invert (const bcov_pfaffian *pf, bcov_pfaffian_scratch *scratch,
                                  const int64_t *weight, const uint64_t *primes, uint64_t *value,
                                  bcov_pfaffian_lanes *inverse, bool *singular, bcov_error *err);
void bcov_pfaffian_scratch_free (bcov_mem *mem, bcov_pfaffian_scratch *scratch);

#endif
