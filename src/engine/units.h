/* Units of work.

   An engine divides its work into independent units: subtrees of a search, numbered as they are
   met; solutions, numbered by their ranks; or residues of a count, numbered by their primes.
   Results of subtrees and ranks are added; residues are joined by the Chinese remainder theorem
   (remainders.h).

   A *share* is the work of one run, such as part 2 of 5.  Subtrees are dealt like cards, because
   neighbours have similar sizes; ranks and residues are cut into stretches. */

#ifndef BCOV_UNITS_H
#define BCOV_UNITS_H

#include <assert.h>
#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>

/* Part PART (from 1) of PARTS; 1, 1 is the whole. */
typedef struct {
  uint32_t part, parts;
} bcov_share;

/* The units FROM, FROM + STEP, ... below TO. */
typedef struct {
  uint64_t from, to, step;
} bcov_units;

/* Returns the units dealt to SHARE. */
bcov_units bcov_units_dealt (bcov_share share);

/* Returns stretch K (from 0) of N of the units 0 .. COUNT-1. */
bcov_units bcov_units_stretch (uint64_t count, uint64_t k, uint64_t n);

/* Computes the stretch FIRST .. END-1 of SHARE, of TOTAL units; these may be many. */
void bcov_units_ranks (bcov_share share, const mpz_t total, mpz_t first, mpz_t end);

/* Returns how many of COUNT units are dealt to SHARE. */
uint64_t bcov_units_of_share (bcov_share share, uint64_t count);

static inline bool bcov_units_has (const bcov_units *units, uint64_t unit)
{
  assert (units->step);
  return unit >= units->from && unit < units->to && (unit - units->from) % units->step == 0;
}

#endif
