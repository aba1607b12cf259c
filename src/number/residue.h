/* Numbers modulo primes below 2^62, and the way back: a count that is too large for one word is
   worked out modulo several primes, and the number with all those remainders put together in the
   end.  One more prime, which had no part in that, is a check. */

#ifndef BCOV_RESIDUE_H
#define BCOV_RESIDUE_H

#include "number/number.h"

/* The K-th (from 0) largest prime below 2^BITS; BITS from 2 to 63, and there must be that many. */
uint64_t bcov_prime (unsigned bits, uint32_t k);

/* The largest prime below N; N is from 3 to 2^63. */
uint64_t bcov_prime_below (uint64_t n);

/* The least number with remainder RESIDUES[k] modulo PRIMES[k] for all k < COUNT, put into OUT
   (initialised before).  The primes differ; without any the number is 0. */
void bcov_residue_join (const uint64_t *primes, const uint64_t *residues, size_t count,
                        bcov_number *out);

/* Whether NUMBER leaves RESIDUE modulo PRIME. */
bool bcov_residue_agrees (const bcov_number *number, uint64_t prime, uint64_t residue);

/* Arithmetic below a prime P < 2^62; A and B are below P. */

static inline uint64_t bcov_residue_add (uint64_t a, uint64_t b, uint64_t p)
{
  uint64_t sum = a + b;
  return sum >= p ? sum - p : sum;
}

static inline uint64_t bcov_residue_subtract (uint64_t a, uint64_t b, uint64_t p)
{
  return a >= b ? a - b : a + p - b;
}

static inline uint64_t bcov_residue_multiply (uint64_t a, uint64_t b, uint64_t p)
{
  __extension__ typedef unsigned __int128 wide;
  return (uint64_t)((wide)a * b % p);
}

static inline uint64_t bcov_residue_power (uint64_t a, uint64_t exponent, uint64_t p)
{
  uint64_t power = 1 % p;
  for (; exponent; exponent >>= 1) {
    if (exponent & 1)
      power = bcov_residue_multiply (power, a, p);
    a = bcov_residue_multiply (a, a, p);
  }
  return power;
}

/* A is not 0; by Fermat's little theorem. */
static inline uint64_t bcov_residue_inverse (uint64_t a, uint64_t p)
{
  return bcov_residue_power (a, p - 2, p);
}

#endif
