/* Counts of pieces: 'N', 'N..M', 'N..' and 'any' (which is 0..). */

#ifndef BCOV_AMOUNT_H
#define BCOV_AMOUNT_H

#include "base/text.h"

typedef struct {
  uint32_t lo, hi; /* hi may be BCOV_MANY */
} bcov_amount;

/* Reads LENGTH bytes of TEXT; PLACE is their place.  Returns BCOV_INPUT for anything that is not an
   amount, numbers above BCOV_MOST_COUNT, and ranges whose bounds are in the wrong order. */
bcov_status bcov_amount_read (const char *text, size_t length, const bcov_place *place,
                              bcov_amount *out, bcov_error *err);

/* Writes the shortest text for AMOUNT. */
void bcov_amount_write (bcov_amount amount, bcov_text *out);

#endif
