/* Sizes: ROWSxCOLUMNS and LAYERSxROWSxCOLUMNS. */

#ifndef BCOV_MEASURE_H
#define BCOV_MEASURE_H

#include "format/text/span.h"

typedef struct {
  int64_t layers, rows, columns; /* layers 1 when two numbers were said */
  size_t numbers;                /* 2 or 3 */
} bcov_measure;

/* How many numbers joined by x or X the LENGTH bytes at TEXT are: 2 or 3; 0 when they are no size.
 */
size_t bcov_measure_numbers (const char *text, size_t length);

/* Reads a size.  BCOV_INPUT when a number is 0 or there are more than BCOV_MOST_CELLS positions;
   WHAT
   ("the board") stands in the message. */
bcov_status bcov_measure_read (bcov_span span, const char *what, bcov_measure *out,
                               bcov_error *err);

/* Whether a size was meant that is not written as one: "6 x 8", "6*8", "2x2x2x2". */
bool bcov_measure_is_near (const char *text, size_t length);

#endif
