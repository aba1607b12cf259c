/* A stretch of the input that knows where it stands, so that what reads it need not know whether it
   came from a file, from -b or from -p.

     bcov_plain plain;
     bcov_span span = bcov_span_plain (&plain, "-p", text, strlen (text));
     bcov_place third = bcov_span_place (span, 2);                                              */

#ifndef BCOV_SPAN_H
#define BCOV_SPAN_H

#include "base/error.h"

/* Where byte OFFSET of the text that DATA and NODE stand for is in the input.  Asking in ascending
   order is cheap. */
typedef bcov_place bcov_span_where (void *data, uint32_t node, size_t offset);

typedef struct {
  const char *text;
  size_t length;
  bcov_span_where *where;
  void *data;
  uint32_t node;
  size_t base; /* offset of TEXT in what WHERE counts */
} bcov_span;

/* The place of byte OFFSET of SPAN. */
bcov_place bcov_span_place (bcov_span span, size_t offset);

/* LENGTH bytes from FROM on. */
bcov_span bcov_span_part (bcov_span span, size_t from, size_t length);

/* Without blanks, tabs and line ends before and behind. */
bcov_span bcov_span_trim (bcov_span span);

bool bcov_span_is (bcov_span span, const char *word);

/* A text that stands in the input as it is; remembers the last place it was asked for. */
typedef struct {
  const char *file, *text;
  size_t length;
  size_t offset, line, column;
} bcov_plain;

/* PLAIN is filled in and must live as long as the span. */
bcov_span bcov_span_plain (bcov_plain *plain, const char *file, const char *text, size_t length);

#endif
