/* Counts in detail: by type of symmetry, by piece, and by size of the board. */

#ifndef BREAKDOWN_H
#define BREAKDOWN_H

#include "boardcover.h"

enum { BREAKDOWN_WHY = 2000 };

/* Checks a puzzle with COUNT coverings, ORBITS up to symmetry: the types of symmetry add up to
   both; counts by piece from the frontier agree with the list of the brute engine and add up to
   COUNT; the counts for growing boards, from one pass of the frontier if possible, agree with the
   search. Returns false and describes the problem in WHY if not. */
bool breakdown_check (const bcov_puzzle *puzzle, const char *count, const char *orbits,
                      char why[BREAKDOWN_WHY]);

#endif
