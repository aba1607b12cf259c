/* An amount is one number, or one or two numbers around '..'; a number consists of digits only. */

#include "format/text/amount.h"
#include "format/text/quote.h"
#include "puzzle/puzzle.h"

#include <stdio.h>
#include <string.h>

static const char forms[] = "write N, N..M, N.. or any";

static bool is_digits (const char *text, size_t length)
{
  for (size_t k = 0; k < length; k++)
    if (text[k] < '0' || text[k] > '9')
      return false;
  return length > 0;
}

static bcov_status refuse (const char *text, size_t length, const bcov_place *place,
                           bcov_error *err)
{
  if (!length)
    return bcov_error_add (err, BCOV_INPUT, place, "a count is missing; %s", forms);
  return bcov_error_add (err, BCOV_INPUT, place, "%s is not a count; %s",
                         bcov_quote_make (text, length).text, forms);
}

/* Reads the digits at TEXT. */
static bcov_status read_number (const char *text, size_t length, const bcov_place *place,
                                uint32_t *out, bcov_error *err)
{
  uint64_t value;
  if (!bcov_text_number (text, length, BCOV_MOST_COUNT, &value))
    return bcov_error_add (err, BCOV_INPUT, place,
                           "the count %s is too large; write at most %d, or any for no bound",
                           bcov_quote_make (text, length).text, BCOV_MOST_COUNT);
  *out = (uint32_t)value;
  return BCOV_OK;
}

/* Reads 'N..M' or 'N..'; DOTS points to the dots. */
static bcov_status read_range (const char *text, size_t length, const char *dots,
                               const bcov_place *place, bcov_amount *out, bcov_error *err)
{
  size_t before = (size_t)(dots - text), behind = length - before - 2;
  if (!before && is_digits (dots + 2, behind))
    return bcov_error_add (err, BCOV_INPUT, place,
                           "the range %s has no lower bound; write a 0 before it",
                           bcov_quote_make (text, length).text);
  if (!is_digits (text, before) || (behind && !is_digits (dots + 2, behind)))
    return refuse (text, length, place, err);
  out->hi = BCOV_MANY;
  bcov_status status = read_number (text, before, place, &out->lo, err);
  if (!status && behind)
    status = read_number (dots + 2, behind, place, &out->hi, err);
  if (!status && out->hi < out->lo)
    status = bcov_error_add (err, BCOV_INPUT, place,
                             "the bounds of the range %s are in the wrong order; write %u..%u",
                             bcov_quote_make (text, length).text, out->hi, out->lo);
  return status;
}

bcov_status bcov_amount_read (const char *text, size_t length, const bcov_place *place,
                              bcov_amount *out, bcov_error *err)
{
  *out = (bcov_amount){1, 1};
  if (length == 3 && !memcmp (text, "any", 3)) {
    *out = (bcov_amount){0, BCOV_MANY};
    return BCOV_OK;
  }
  const char *dots = length ? memmem (text, length, "..", 2) : NULL;
  if (dots)
    return read_range (text, length, dots, place, out, err);
  if (!is_digits (text, length))
    return refuse (text, length, place, err);
  bcov_status status = read_number (text, length, place, &out->lo, err);
  out->hi = out->lo;
  return status;
}

void bcov_amount_write (bcov_amount amount, bcov_text *out)
{
  if (!amount.lo && amount.hi == BCOV_MANY)
    bcov_text_put (out, "any");
  else if (amount.hi == BCOV_MANY)
    bcov_text_printf (out, "%u..", amount.lo);
  else if (amount.lo != amount.hi)
    bcov_text_printf (out, "%u..%u", amount.lo, amount.hi);
  else
    bcov_text_printf (out, "%u", amount.lo);
}
