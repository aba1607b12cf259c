/* What the readers of coverings share: covering_read.c takes a text apart, read_letters.c,
   read_json.c and read_options.c make a covering of each part. */

#ifndef BCOV_READING_H
#define BCOV_READING_H

#include "format/covering/finder.h"
#include "format/text/lines.h"
#include "format/covering/options.h"

typedef struct {
  const bcov_puzzle *puzzle;
  const char *file;
  bcov_covering *covering; /* the one being read */
  bcov_finder finder;      /* of a board puzzle */
  bcov_options options;    /* of an exact cover problem */
  bool partial;            /* it was written by `fill` */
  size_t mistakes;
  bcov_status worst; /* of all mistakes */
  bcov_error *err;
} bcov_reading;

/* Reports a mistake as STATUS (BCOV_WRONG or BCOV_INPUT) at LINE and COLUMN (0: none). */
void bcov_reading_tell (bcov_reading *reading, bcov_status status, size_t line, size_t column,
                        const char *format, ...) __attribute__ ((format (printf, 5, 6)));

/* Each of these reads one covering into READING's, which is empty.  COMPLETE is cleared after a
   mistake that was told.  The status is not BCOV_OK only when memory ends. */

/* COUNT lines from FIRST on, none of them blank: rows of letters, or what `fill` prints. */
bcov_status bcov_read_letters (bcov_reading *reading, bcov_lines first, size_t count,
                               bool *complete);
/* The same lines as options of an exact cover problem. */
bcov_status bcov_read_options (bcov_reading *reading, bcov_lines first, size_t count,
                               bool *complete);
/* One line of JSON. */
bcov_status bcov_read_json (bcov_reading *reading, const bcov_line *line, bool *complete);

#endif
