/* A covering in letters. */

#ifndef BCOV_READ_LETTERS_H
#define BCOV_READ_LETTERS_H

#include "format/covering/reading.h"

/* Reads COUNT lines, starting with FIRST and none of them blank, into the covering of READING,
   which is empty: rows of letters, or the output of `fill`.  Clears COMPLETE after a mistake.
   Returns BCOV_OK unless memory runs out. */
bcov_status bcov_read_letters (bcov_reading *reading, bcov_lines first, size_t count,
                               bool *complete);

#endif
