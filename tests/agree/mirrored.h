/* Symmetry made use of: every answer with it is the answer without. */

#ifndef MIRRORED_H
#define MIRRORED_H

#include "boardcover.h"

enum { MIRRORED_WHY = 1000 };

/* Counts and lists of each engine, up to symmetry and not, in whole and in parts; how a list
   begins, and the numbers of coverings in it.  *USED goes up when a search made use of symmetry.
   False, with what is wrong in WHY, when something is. */
bool mirrored_check (const bcov_puzzle *puzzle, uint64_t *used, char why[MIRRORED_WHY]);

/* Pentominoes and the Soma cube: numbers known from elsewhere. */
bool mirrored_facts (char why[MIRRORED_WHY]);

#endif
