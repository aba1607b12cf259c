/* Integers of any size, for counts. */

#ifndef BCOV_NUMBER_H
#define BCOV_NUMBER_H

#include "base/error.h"

#include <gmp.h>

typedef struct {
  mpz_t value;
} bcov_number;

void bcov_number_init (bcov_number *number, uint64_t value);
void bcov_number_clear (bcov_number *number);

void bcov_number_add (bcov_number *sum, uint64_t more);
void bcov_number_add_number (bcov_number *sum, const bcov_number *more);
void bcov_number_multiply (bcov_number *product, const bcov_number *by);

/* Divides NUMBER; returns false, and leaves it unchanged, if DIVISOR does not divide it. */
bool bcov_number_divide (bcov_number *number, uint64_t divisor);

/* Compares with decimal digits. */
bool bcov_number_equals (const bcov_number *number, const char *decimal);

/* Returns the decimal digits; free them with bcov_free. */
char *bcov_number_text (const bcov_number *number);

#endif
