/* Reads coverings as `list` prints them, letters or JSON lines. */

#ifndef BCOV_COVERING_READ_H
#define BCOV_COVERING_READ_H

#include "puzzle/covering.h"

/* SEE gets each covering in turn with its place; it returns false to stop.  PARTIAL tells that it
   was written by `fill` (a line with the number of cells before it, or a JSON object with "cells").
   For a covering that cannot be read at all (a wrong measure, a letter that means nothing) SEE gets
   NULL. */
typedef bool bcov_read_covering (bcov_covering *covering, const bcov_place *place, bool partial,
                                 void *data);

/* A covering that cannot be read is reported in ERR as BCOV_WRONG at its place, and the reading
   goes on with the next; the whole is then BCOV_WRONG.  A file that is no list of coverings is
   BCOV_INPUT.
 */
bcov_status bcov_covering_read (const bcov_puzzle *puzzle, const char *name, const char *text,
                                size_t length, bcov_read_covering *see, void *data,
                                bcov_error *err);

#endif
