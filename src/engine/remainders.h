/* The representation of numbers in a run: as words, or as remainders modulo primes. */

#ifndef BCOV_REMAINDERS_H
#define BCOV_REMAINDERS_H

#include "base/mem.h"
#include "engine/units.h"
#include "number/number.h"

typedef struct {
  uint32_t words;   /* of a number; with primes: their number, including a spare one */
  uint64_t *primes; /* NULL: none */
} bcov_remainders;

/* Chooses a representation for numbers up to 2^BOUND, after TRIED words (0: none) were too few. One
   or two words are tried even beyond the bound, because bounds are often twice too long and
   overflow is detected; primes always suffice. */
bcov_status bcov_remainders_choose (bcov_mem *mem, double bound, uint32_t tried,
                                    bcov_remainders *out, bcov_error *err);

/* Finds primes below 2^PRIME_BITS: as many as numbers up to 2^BOUND need, and one more. */
bcov_status bcov_remainders_primes (bcov_mem *mem, double bound, unsigned prime_bits,
                                    bcov_remainders *out, bcov_error *err);

void bcov_remainders_free (bcov_mem *mem, bcov_remainders *remainders);

/* Computes OUT from all primes but the last; returns whether the last one agrees. */
bool bcov_remainders_agree (const bcov_remainders *remainders, const uint64_t *words,
                            bcov_number *out);

/* Computes the number that WORDS represent; BCOV_FAULT if the spare prime does not agree. */
bcov_status bcov_remainders_join (const bcov_remainders *remainders, const uint64_t *words,
                                  bcov_number *out, bcov_error *err);

/* ---- residues: units of a count ---- */

/* Unit K is the number modulo the K-th prime below 2^BCOV_UNIT_BITS.  The number of units follows
   from the bound, so that all runs that share a count agree on it. */
enum { BCOV_UNIT_BITS = 56 };

typedef struct {
  bcov_remainders all; /* with a spare prime */
  bcov_units units;    /* that this run computes */
  uint64_t *values;    /* of all units; 0: unknown */
} bcov_residues;

/* Starts the residues of a number up to 2^BOUND, of which this run computes SHARE. */
bcov_status bcov_residues_start (bcov_mem *mem, double bound, bcov_share share, bcov_residues *out,
                                 bcov_error *err);
void bcov_residues_free (bcov_mem *mem, bcov_residues *residues);

/* Copies the units that PART has computed to ALL; both are residues of the same number. */
void bcov_residues_take (bcov_residues *all, const bcov_residues *part);

/* Multiplies OUT by the number, all units of which must be known.  Without units, leaves OUT
   unchanged. */
bcov_status bcov_residues_join (const bcov_residues *all, bcov_number *out, bcov_error *err);

#endif
