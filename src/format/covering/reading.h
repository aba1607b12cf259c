/* Data that the readers of coverings share: the covering being read, the finders of pieces and
   options, and the reporting of mistakes.  covering_read.c divides a text into coverings;
   read_letters.c and read_json.c read one covering each. */

#ifndef BCOV_READING_H
#define BCOV_READING_H

#include "format/covering/piece_finder.h"
#include "format/text/lines.h"

/* Finds the option of an exact cover problem that has given items; see reading.c. */
typedef struct {
  bcov_table by_items; /* options */
  uint32_t *colour;    /* of each item: its colour in the current option */
  uint64_t *told;      /* of each item: the number of the last option that has it */
  uint64_t now;        /* the number of the current option */
  uint64_t hash;
  uint32_t count; /* of items in the current option */
  uint32_t *used; /* of each option: the last covering in which it was found */
  uint32_t round; /* the number of the current covering */
} bcov_option_finder;

typedef struct {
  const bcov_puzzle *puzzle;
  const char *file;
  bcov_covering *covering;    /* the one being read */
  bcov_piece_finder finder;   /* of a board puzzle */
  bcov_option_finder options; /* of an exact cover problem */
  bool partial;               /* written by `fill` */
  size_t mistakes;
  bcov_status worst; /* of all mistakes */
  bcov_error *err;
} bcov_reading;

/* Reports a mistake as STATUS (BCOV_WRONG or BCOV_INPUT) at LINE and COLUMN (0: none). */
void bcov_reading_tell (bcov_reading *reading, bcov_status status, size_t line, size_t column,
                        const char *format, ...) __attribute__ ((format (printf, 5, 6)));

/* Reports how many mistakes were counted but not reported; returns the worst status of all. */
bcov_status bcov_reading_sum_up (bcov_reading *reading);

/* Requires PUZZLE, FILE and ERR; everything else is zero.  End it also after a failure. */
bcov_status bcov_reading_start (bcov_reading *reading);
void bcov_reading_end (bcov_reading *reading);

/* Starts a new covering. */
void bcov_reading_restart (bcov_reading *reading);

/* Starts an option of an exact cover problem. */
void bcov_reading_begin_option (bcov_reading *reading);

/* Adds an item, followed by a colon and a colour if it has one, to the current option.  Returns
   false after a mistake.  NUMBER is that of the option in LINE, 0 if LINE is the option. */
bool bcov_reading_item (bcov_reading *reading, const bcov_line *line, size_t number,
                        bcov_word word);

/* Adds the option whose items were given to the covering; clears COMPLETE after a mistake. */
bcov_status bcov_reading_option (bcov_reading *reading, const bcov_line *line, size_t number,
                                 bool *complete);

#endif
