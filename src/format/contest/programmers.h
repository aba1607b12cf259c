/* "Filling in puzzle pieces" of programmers.co.kr. */

#ifndef BCOV_PROGRAMMERS_H
#define BCOV_PROGRAMMERS_H

#include "base/control.h"
#include "puzzle/puzzle.h"

/* Reads both matrices from LENGTH bytes of JSON.  OUT is unchanged on failure.  CONTROL, which may
   be NULL, can stop it. */
bcov_status bcov_programmers_read (bcov_mem *mem, const char *text, size_t length,
                                   bcov_control *control, bcov_puzzle **out, bcov_error *err);

#endif
