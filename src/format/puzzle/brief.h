/* Puzzles on the command line: -b and -p. */

#ifndef BCOV_BRIEF_H
#define BCOV_BRIEF_H

#include "puzzle/puzzle.h"

/* Messages name "-b" and "-p" as the file.  OUT is NULL on failure. */
bcov_status bcov_brief_read (bcov_mem *mem, const bcov_brief *brief, bcov_puzzle **out,
                             bcov_error *err);

#endif
