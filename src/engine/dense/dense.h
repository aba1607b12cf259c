/* The dense table: counting with a flat vector over all keys, for programs whose keys are a few
   bits.  The fastest way where a good part of all keys occurs.

     if (bcov_dense_fits (program)
         && !bcov_dense_foresee (program, NULL, 4, workers, &needs, err) && ...)
       status = bcov_dense_count (program, NULL, primes, 4, workers, control, residues, err);

   Where half a board is counted (half.h), the program is that of the half, and what NULL stands
   for here are its bridges. */

#ifndef BCOV_DENSE_H
#define BCOV_DENSE_H

#include "engine/dense/half.h"

/* Whether the table can do it at all, memory apart: all fields are bits, and not too many are open
   at once or touched by one level. */
bool bcov_dense_fits (const bcov_program *program);

/* What counting will take. */
typedef struct {
  size_t bytes;     /* of memory, at most */
  double work;      /* states that are updated, once for each level */
  uint32_t modulus; /* the table has a place for one in so many keys */
} bcov_dense_needs;

/* With LANES numbers in each state. */
bcov_status bcov_dense_foresee (const bcov_program *program, const bcov_bridges *bridges,
                                unsigned lanes, size_t workers, bcov_dense_needs *out,
                                bcov_error *err);

/* The number of solutions (the value at key 0 after the last level, or the sum over all bridges)
   modulo each of LANES primes;
   LANES is 1, 2 or 4.  The primes are of one length, 40 to 56 bits, and close below a power of two:
   bcov_prime (56, k) with small k.  BCOV_STOPPED, with the reason in ERR, when CONTROL says so;
   its nodes are states updated, a level each. */
bcov_status bcov_dense_count (const bcov_program *program, const bcov_bridges *bridges,
                              const uint64_t *primes, unsigned lanes, size_t workers,
                              bcov_control *control, uint64_t *residues, bcov_error *err);

/* The same with floating point: the number of solutions is at most 2^BITS, and little less.
   INFINITY when the numbers grow too large; -INFINITY when there are none. */
bcov_status bcov_dense_bound (const bcov_program *program, const bcov_bridges *bridges,
                              size_t workers, bcov_control *control, double *bits, bcov_error *err);

#endif
