/* Primes below a bound, and the Chinese remainder theorem.

   GMP's primality test begins with a Baillie-PSW test, which is proved correct below 2^64, so the
   primes are the same on every machine.

   Residues are joined one prime at a time (Garner): if x is right modulo all primes so far and M is
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

void bcov_residue_join (const uint64_t *primes, const uint64_t *residues, size_t count,
                        bcov_number *out)
{
  mpz_t prime, product, inverse, digit;
  mpz_inits (prime, inverse, digit, NULL);
  mpz_init_set_ui (product, 1);
  mpz_set_ui (out->value, 0);
  for (size_t k = 0; k < count; k++) {
    assert (residues[k] < primes[k]);
    mpz_set_ui (prime, primes[k]);
    mpz_invert (inverse, product, prime);
    mpz_ui_sub (digit, residues[k], out->value);
    mpz_mul (digit, digit, inverse);
    mpz_mod (digit, digit, prime);
    mpz_addmul (out->value, product, digit);
    mpz_mul (product, product, prime);
  }
  mpz_clears (prime, product, inverse, digit, NULL);
}

bool bcov_residue_agrees (const bcov_number *number, uint64_t prime, uint64_t residue)
{
  return mpz_fdiv_ui (number->value, prime) == residue;
}
