/* Primes from the top of a range downwards, and the Chinese remainder theorem.

   GMP tells primes by a Baillie-PSW test, which is proved to make no mistake below 2^64, with
   Miller-Rabin rounds on top of it; the primes are the same on every machine.

   Remainders are joined one prime at a time (Garner): with x right modulo all primes so far and M
   their product, the next digit d = (r - x) / M modulo p makes x + d M right modulo p as well.
   COUNT primes cost COUNT^2 word operations. */

#include "number/residue.h"

#include <assert.h>

enum { ROUNDS = 32 };

uint64_t bcov_prime_below (uint64_t n)
{
  assert (n >= 3 && n <= (uint64_t)1 << 63);
  mpz_t number;
  mpz_init_set_ui (number, n);
  do
    mpz_sub_ui (number, number, 1);
  while (!mpz_probab_prime_p (number, ROUNDS));
  uint64_t prime = mpz_get_ui (number);
  mpz_clear (number);
  return prime;
}

uint64_t bcov_prime (unsigned bits, uint32_t k)
{
  assert (bits >= 2 && bits <= 63);
  uint64_t prime = bcov_prime_below ((uint64_t)1 << bits);
  while (k--)
    prime = bcov_prime_below (prime);
  return prime;
}

/* d with NUMBER + d x PRODUCT = RESIDUE modulo PRIME. */
static uint64_t next_digit (const mpz_t number, const mpz_t product, uint64_t prime,
                            uint64_t residue)
{
  uint64_t so_far = mpz_fdiv_ui (number, prime), step = mpz_fdiv_ui (product, prime);
  assert (step && residue < prime);
  uint64_t missing = bcov_residue_subtract (residue, so_far, prime);
  return bcov_residue_multiply (missing, bcov_residue_inverse (step, prime), prime);
}

void bcov_residue_join (const uint64_t *primes, const uint64_t *residues, size_t count,
                        bcov_number *out)
{
  mpz_t product;
  mpz_init_set_ui (product, 1);
  mpz_set_ui (out->value, 0);
  for (size_t k = 0; k < count; k++) {
    mpz_addmul_ui (out->value, product, next_digit (out->value, product, primes[k], residues[k]));
    mpz_mul_ui (product, product, primes[k]);
  }
  mpz_clear (product);
}

bool bcov_residue_agrees (const bcov_number *number, uint64_t prime, uint64_t residue)
{
  return mpz_fdiv_ui (number->value, prime) == residue;
}
