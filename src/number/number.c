/* A thin layer over GMP.  It relies on unsigned long having 64 bits, which is asserted. */

#include "number/number.h"

#include <assert.h>

static_assert (sizeof (unsigned long) == sizeof (uint64_t), "GMP functions take 64-bit words");

void bcov_number_init (bcov_number *number, uint64_t value)
{
  mpz_init_set_ui (number->value, value);
}

void bcov_number_clear (bcov_number *number)
{
  mpz_clear (number->value);
}

void bcov_number_add (bcov_number *sum, uint64_t more)
{
  mpz_add_ui (sum->value, sum->value, more);
}

void bcov_number_add_number (bcov_number *sum, const bcov_number *more)
{
  mpz_add (sum->value, sum->value, more->value);
}

void bcov_number_multiply (bcov_number *product, const bcov_number *by)
{
  mpz_mul (product->value, product->value, by->value);
}

bool bcov_number_divide (bcov_number *number, uint64_t divisor)
{
  if (!divisor || !mpz_divisible_ui_p (number->value, divisor))
    return false;
  mpz_divexact_ui (number->value, number->value, divisor);
  return true;
}

bool bcov_number_equals (const bcov_number *number, const char *decimal)
{
  mpz_t other;
  bool equal = !mpz_init_set_str (other, decimal, 10) && !mpz_cmp (other, number->value);
  mpz_clear (other);
  return equal;
}

char *bcov_number_text (const bcov_number *number)
{
  return mpz_get_str (NULL, 10, number->value);
}
