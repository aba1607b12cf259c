/* Counts in detail: by type of symmetry, by piece, and by size of the board. */

#ifndef BREAKDOWN_H
#define BREAKDOWN_H

#include "boardcover.h"

enum { BREAKDOWN_WHY = 2000 };

/* For a puzzle with COUNT coverings, ORBITS up to symmetry: the types of symmetry add up to both;
   counts by piece from the frontier are those from brute's list and add up to COUNT; the counts of
   its board growing, from one pass of the frontier where it can, are those of the search, one by
   one.  False, with what is wrong in WHY, when not. */
bool breakdown_check (const bcov_puzzle *puzzle, const char *count, const char *orbits,
                      char why[BREAKDOWN_WHY]);

#endif
