/* Compares heat, ranks and samples with lists. */

#ifndef NUMBERED_H
#define NUMBERED_H

#include "base/random.h"
#include "boardcover.h"

enum { NUMBERED_WHY = 1000 };

/* Checks a puzzle with COUNT coverings: heat from stored levels agrees with the list of the brute
   engine; the list from stored levels has COUNT coverings with the ranks 1, 2, 3 and so on, and
   unrank finds some of them.  Returns false and describes the problem in WHY if not. */
bool numbered_check (const bcov_puzzle *puzzle, uint64_t count, bcov_random *random,
                     char why[NUMBERED_WHY]);

/* Checks by a chi-square test that samples of boards with a few hundred coverings are uniform.  The
   seeds are fixed. */
bool numbered_samples (char why[NUMBERED_WHY]);

#endif
