/* A covering in letters. */

#ifndef BCOV_READ_LETTERS_H
#define BCOV_READ_LETTERS_H

#include "format/covering/reading.h"

/* Reads COUNT lines from FIRST on, none of them blank, into the covering of READING, which is
   empty: rows of letters, or what `fill` prints.  COMPLETE is cleared after a mistake that was
   told.  The status is not BCOV_OK only when memory ends. */
bcov_status bcov_read_letters (bcov_reading *reading, bcov_lines first, size_t count,
                               bool *complete);

#endif
