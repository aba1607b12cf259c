/* Arithmetic of units: each unit belongs to one share, or to one stretch. */

#include "engine/units.h"

#include <assert.h>

bcov_units bcov_units_dealt (bcov_share share)
{
  assert (share.part >= 1 && share.part <= share.parts);
  return (bcov_units){.from = share.part - 1, .to = UINT64_MAX, .step = share.parts};
}

bcov_units bcov_units_stretch (uint64_t count, uint64_t k, uint64_t n)
{
  assert (k < n && count <= UINT64_MAX / n);
  return (bcov_units){.from = count * k / n, .to = count * (k + 1) / n, .step = 1};
}

void bcov_units_ranks (bcov_share share, const mpz_t total, mpz_t first, mpz_t end)
{
  assert (share.part >= 1 && share.part <= share.parts);
  mpz_mul_ui (first, total, share.part - 1);
  mpz_fdiv_q_ui (first, first, share.parts);
  mpz_mul_ui (end, total, share.part);
  mpz_fdiv_q_ui (end, end, share.parts);
  assert (mpz_cmp (first, end) <= 0 && mpz_cmp (end, total) <= 0);
}

uint64_t bcov_units_of_share (bcov_share share, uint64_t count)
{
  assert (share.part >= 1 && share.part <= share.parts);
  return (count + share.parts - share.part) / share.parts;
}
