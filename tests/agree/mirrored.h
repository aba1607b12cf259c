/* Checks that answers do not depend on the use of symmetry. */

#ifndef MIRRORED_H
#define MIRRORED_H

#include "boardcover.h"

enum { MIRRORED_WHY = 1000 };

/* Checks counts and lists of each engine, with and without --up-to-symmetry, as a whole and in
   parts, the beginnings of lists, and ranks.  Increments *USED if a search used symmetry.  Returns
   false and describes the problem in WHY if a check fails. */
bool mirrored_check (const bcov_puzzle *puzzle, uint64_t *used, char why[MIRRORED_WHY]);

/* Checks published counts of pentominoes and the Soma cube. */
bool mirrored_facts (char why[MIRRORED_WHY]);

#endif
