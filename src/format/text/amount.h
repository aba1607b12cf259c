/* How many: 'N', 'N..M', 'N..' and 'any' (which is 0..). */

#ifndef BCOV_AMOUNT_H
#define BCOV_AMOUNT_H

#include "base/text.h"

typedef struct {
  uint32_t lo, hi; /* hi may be BCOV_MANY */
} bcov_amount;

/* Reads LENGTH bytes at TEXT, which stand at PLACE.  BCOV_INPUT with the remedy when they say no
   amount, one above BCOV_MOST_COUNT, or a range that is upside down. */
bcov_status bcov_amount_read (const char *text, size_t length, const bcov_place *place,
                              bcov_amount *out, bcov_error *err);

/* The shortest text that reads as AMOUNT. */
void bcov_amount_write (bcov_amount amount, bcov_text *out);

#endif
