/* Making a report from its text and its JSON. */

#ifndef BCOV_REPORT_MAKE_H
#define BCOV_REPORT_MAKE_H

#include "base/text.h"
#include "puzzle/covering.h"

typedef struct {
  bcov_text text, json; /* JSON: an object in each line */
  bcov_covering *covering;
} bcov_report_parts;

/* The end of a question that came to STATUS: makes a report from PARTS, which it takes over, unless
   there is nothing in it.  Returns STATUS, or why there is no report. */
bcov_status bcov_report_make (bcov_mem *mem, bcov_status status, bcov_report_parts *parts,
                              bcov_report **out, bcov_error *err);

#endif
