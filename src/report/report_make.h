/* Makes a report from its text and its JSON. */

#ifndef BCOV_REPORT_MAKE_H
#define BCOV_REPORT_MAKE_H

#include "base/text.h"
#include "puzzle/covering.h"

typedef struct {
  bcov_text text, json; /* JSON: one object per line */
  bcov_covering *covering;
} bcov_report_parts;

/* Ends a question with STATUS: makes a report from PARTS, which it takes over, unless they are
   empty.  Returns STATUS, or the status of the failure if the report could not be made. */
bcov_status bcov_report_make (bcov_mem *mem, bcov_status status, bcov_report_parts *parts,
                              bcov_report **out, bcov_error *err);

#endif
