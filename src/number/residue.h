/* Residues modulo primes.  A count that may exceed one word is computed modulo several
   primes and reconstructed from its residues; one spare prime checks the result. */

#ifndef BCOV_RESIDUE_H
#define BCOV_RESIDUE_H

#include "number/number.h"

/* Returns the K-th largest prime (from 0) below 2^BITS; BITS is from 2 to 63. */
uint64_t bcov_prime (unsigned bits, uint32_t k);

/* Returns the largest prime below N; N is from 3 to 2^63. */
uint64_t bcov_prime_below (uint64_t n);

/* Sets OUT (initialised) to the least number with residue RESIDUES[k] modulo PRIMES[k] for all
   k < COUNT.  The primes must differ.  With COUNT 0 the number is 0. */
void bcov_residue_join (const uint64_t *primes, const uint64_t *residues, size_t count,
                        bcov_number *out);

/* Returns true if NUMBER is RESIDUE modulo PRIME. */
bool bcov_residue_agrees (const bcov_number *number, uint64_t prime, uint64_t residue);

#endif
