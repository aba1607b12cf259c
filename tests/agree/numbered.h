/* Coverings by their numbers: heat, rank and samples against lists. */

#ifndef NUMBERED_H
#define NUMBERED_H

#include "base/random.h"
#include "boardcover.h"

enum { NUMBERED_WHY = 1000 };

/* For a puzzle of COUNT coverings: heat from kept levels = heat from brute's list; the list from
   kept levels has COUNT coverings, rank says 1, 2, 3 ... of them, and unrank brings some of them
   back.  False, with what is wrong in WHY,
   when not. */
bool numbered_check (const bcov_puzzle *puzzle, uint64_t count, bcov_random *random,
                     char why[NUMBERED_WHY]);

/* Samples of boards with a few hundred coverings, by a chi-square test: each covering must come
   about as often as any other.  Seeds are fixed. */
bool numbered_samples (char why[NUMBERED_WHY]);

#endif
