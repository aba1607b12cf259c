/* Reads coverings as `list` prints them, in letters or JSON. */

#ifndef BCOV_COVERING_READ_H
#define BCOV_COVERING_READ_H

#include "puzzle/covering.h"

/* Receives a covering and its place; returns false to stop.  PARTIAL is true if `fill` wrote the
   covering (a line with the number of cells before it, or a JSON object with "cells").  COVERING is
   NULL if it could not be read (a wrong size, an unknown letter). */
typedef bool bcov_read_covering (bcov_covering *covering, const bcov_place *place, bool partial,
                                 void *data);

/* Reads all coverings.  One that cannot be read is reported in ERR at its place; reading continues
   and finally returns BCOV_WRONG.  Returns BCOV_INPUT for a file that is not a list of coverings.
 */
bcov_status bcov_covering_read (const bcov_puzzle *puzzle, const char *name, const char *text,
                                size_t length, bcov_read_covering *see, void *data,
                                bcov_error *err);

#endif
