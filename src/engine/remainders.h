/* How a run keeps its numbers: as words, or as remainders modulo primes. */

#ifndef BCOV_REMAINDERS_H
#define BCOV_REMAINDERS_H

#include "base/mem.h"
#include "engine/units.h"
#include "number/number.h"

typedef struct {
  uint32_t words;   /* of a number; with primes: how many these are, one of them to spare */
  uint64_t *primes; /* NULL: none */
} bcov_remainders;

/* What to try for numbers up to 2^BOUND after TRIED words were too few (0: nothing was tried yet):
   one word, or two, where that may do, since bounds are often twice too long and a sum that does
   not fit is noticed; else primes, which always do. */
bcov_status bcov_remainders_choose (bcov_mem *mem, double bound, uint32_t tried,
                                    bcov_remainders *out, bcov_error *err);

/* Primes below 2^PRIME_BITS, as many as numbers up to 2^BOUND need, and one more. */
bcov_status bcov_remainders_primes (bcov_mem *mem, double bound, unsigned prime_bits,
                                    bcov_remainders *out, bcov_error *err);

void bcov_remainders_free (bcov_mem *mem, bcov_remainders *remainders);

/* Whether the last prime agrees with OUT, the number that the others give. */
bool bcov_remainders_agree (const bcov_remainders *remainders, const uint64_t *words,
                            bcov_number *out);

/* The number that WORDS stand for; BCOV_FAULT when the spare prime does not agree. */
bcov_status bcov_remainders_join (const bcov_remainders *remainders, const uint64_t *words,
                                  bcov_number *out, bcov_error *err);

/* ---- residues: units of a count ---- */

/* Unit K is the number modulo the K-th prime below 2^BCOV_UNIT_BITS.  How many units a number needs
   follows from its bound, so that all who take part in a count agree. */
enum { BCOV_UNIT_BITS = 56 };

typedef struct {
  bcov_remainders all; /* one prime to spare */
  bcov_units units;    /* that are known */
  uint64_t *values;    /* of all units; 0 where it is not known */
} bcov_residues;

/* For a number up to 2^BOUND, of which SHARE is to be found out. */
bcov_status bcov_residues_start (bcov_mem *mem, double bound, bcov_share share, bcov_residues *out,
                                 bcov_error *err);
void bcov_residues_free (bcov_mem *mem, bcov_residues *residues);

/* Copies the known units of PART, residues of the same number, to ALL. */
void bcov_residues_take (bcov_residues *all, const bcov_residues *part);

/* Multiplies OUT by the number, all units of which must be known.  Without any units, OUT stays
   unchanged. */
bcov_status bcov_residues_join (const bcov_residues *all, bcov_number *out, bcov_error *err);

#endif
