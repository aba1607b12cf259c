/* The dense table: counts with a flat array over all keys, for programs with short keys.  It is the
   fastest method if a large part of all keys occurs.

     if (bcov_dense_fits (program)
         && !bcov_dense_foresee (program, NULL, 4, workers, &needs, err) && ...)
       status = bcov_dense_count (program, NULL, primes, 4, workers, control, residues, err);

   To count half a board (half.h), pass the program of the half, and its bridges instead of NULL. */

#ifndef BCOV_DENSE_H
#define BCOV_DENSE_H

#include "engine/dense/half.h"

/* Returns true if the dense table can be used, apart from memory: all fields are bits, and not too
   many are open at once or touched by one level. */
bool bcov_dense_fits (const bcov_program *program);

/* The cost of counting. */
typedef struct {
  size_t bytes;     /* of memory, at most */
  double work;      /* states updated, once for each level */
  uint32_t modulus; /* the table holds one of MODULUS keys */
} bcov_dense_needs;

/* Computes the cost with LANES numbers in each state. */
bcov_status bcov_dense_foresee (const bcov_program *program, const bcov_bridges *bridges,
                                unsigned lanes, size_t workers, bcov_dense_needs *out,
                                bcov_error *err);

/* Computes the number of solutions (the value at key 0 after the last level, or the sum over all
   bridges) modulo each of LANES primes; LANES is 1, 2 or 4.  The primes have the same length, 40 to
   56 bits, and are close to the power of two above them: bcov_prime (56, k) with small k.  Returns
   BCOV_STOPPED, with the reason in ERR, if CONTROL stops the run.  The nodes of CONTROL count
   updated states, once for each level. */
bcov_status bcov_dense_count (const bcov_program *program, const bcov_bridges *bridges,
                              const uint64_t *primes, unsigned lanes, size_t workers,
                              bcov_control *control, uint64_t *residues, bcov_error *err);

/* Bounds the number of solutions with floating point numbers: it is at most 2^BITS and hardly less.
   BITS is INFINITY if the numbers overflow, and -INFINITY if there is no solution. */
bcov_status bcov_dense_bound (const bcov_program *program, const bcov_bridges *bridges,
                              size_t workers, bcov_control *control, double *bits, bcov_error *err);

#endif
