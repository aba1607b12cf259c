/* Sizes: ROWSxCOLUMNS and LAYERSxROWSxCOLUMNS. */

#ifndef BCOV_MEASURE_H
#define BCOV_MEASURE_H

#include "format/text/span.h"

typedef struct {
  int64_t layers, rows, columns; /* one layer if there are two numbers */
  size_t numbers;                /* 2 or 3 */
} bcov_measure;

/* Returns the number (2 or 3) of numbers, joined by x or X, in TEXT; 0 if TEXT is not a size. */
size_t bcov_measure_numbers (const char *text, size_t length);

/* Reads a size.  Returns BCOV_INPUT if a number is 0 or there are more than BCOV_MOST_CELLS
   positions; WHAT ("the board") describes it in messages. */
bcov_status bcov_measure_read (bcov_span span, const char *what, bcov_measure *out,
                               bcov_error *err);

/* Returns whether TEXT looks like a size but is none: "6 x 8", "6*8", "2x2x2x2". */
bool bcov_measure_is_near (const char *text, size_t length);

#endif
