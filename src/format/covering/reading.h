/* What the readers of coverings share: the covering being read, the search for what is meant, and
   mistakes.  covering_read.c takes a text apart; read_letters.c and read_json.c read a part. */

#ifndef BCOV_READING_H
#define BCOV_READING_H

#include "format/covering/piece_finder.h"
#include "format/text/lines.h"
#include "format/covering/option_finder.h"

typedef struct {
  const bcov_puzzle *puzzle;
  const char *file;
  bcov_covering *covering;    /* the one being read */
  bcov_piece_finder finder;   /* of a board puzzle */
  bcov_option_finder options; /* of an exact cover problem */
  bool partial;               /* it was written by `fill` */
  size_t mistakes;
  bcov_status worst; /* of all mistakes */
  bcov_error *err;
} bcov_reading;

/* Reports a mistake as STATUS (BCOV_WRONG or BCOV_INPUT) at LINE and COLUMN (0: none). */
void bcov_reading_tell (bcov_reading *reading, bcov_status status, size_t line, size_t column,
                        const char *format, ...) __attribute__ ((format (printf, 5, 6)));

/* Counts the mistakes that were not reported; returns the worst status of all. */
bcov_status bcov_reading_sum_up (bcov_reading *reading);

/* PUZZLE, FILE and ERR are set, all else is zero.  To be ended also after a failure. */
bcov_status bcov_reading_start (bcov_reading *reading);
void bcov_reading_end (bcov_reading *reading);

/* A new covering begins. */
void bcov_reading_restart (bcov_reading *reading);

#endif
