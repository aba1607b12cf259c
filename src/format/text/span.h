/* A part of the input with its place.  Its readers need not know whether it comes from a file, from
   -b or from -p.

     bcov_plain plain;
     bcov_span span = bcov_span_plain (&plain, "-p", text, strlen (text));
     bcov_place third = bcov_span_place (span, 2);                                              */

#ifndef BCOV_SPAN_H
#define BCOV_SPAN_H

#include "base/error.h"

/* Returns the place of byte OFFSET of the text that DATA and NODE identify.  Ascending offsets are
   fast. */
typedef bcov_place bcov_span_where (void *data, uint32_t node, size_t offset);

typedef struct {
  const char *text;
  size_t length;
  bcov_span_where *where;
  void *data;
  uint32_t node;
  size_t base; /* added to offsets in calls of WHERE */
} bcov_span;

/* Returns the place of byte OFFSET of SPAN. */
bcov_place bcov_span_place (bcov_span span, size_t offset);

/* Returns LENGTH bytes of SPAN, starting at FROM. */
bcov_span bcov_span_part (bcov_span span, size_t from, size_t length);

/* Removes blanks, tabs and line ends from both ends. */
bcov_span bcov_span_trim (bcov_span span);

bool bcov_span_is (bcov_span span, const char *word);

/* A text that is in the input as it is, and the last place found in it. */
typedef struct {
  const char *file, *text;
  size_t length;
  size_t offset, line, column;
} bcov_plain;

/* Makes a span of a text.  PLAIN must outlive the span. */
bcov_span bcov_span_plain (bcov_plain *plain, const char *file, const char *text, size_t length);

#endif
