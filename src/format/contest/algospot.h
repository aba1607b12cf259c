/* BOARDCOVER and BOARDCOVER2 of algospot.com. */

#ifndef BCOV_ALGOSPOT_H
#define BCOV_ALGOSPOT_H

#include "puzzle/puzzle.h"

/* Receives the finished puzzle of case NUMBER (from 1), which the caller frees afterwards.  A
   status other than BCOV_OK ends the reading. */
typedef bcov_status bcov_see_case (const bcov_puzzle *puzzle, size_t number, void *data,
                                   bcov_error *err);

/* Both check the whole input and then call SEE for every case. */
bcov_status bcov_algospot_read (bcov_mem *mem, const char *text, size_t length, bcov_see_case *see,
                                void *data, bcov_error *err);
bcov_status bcov_algospot2_read (bcov_mem *mem, const char *text, size_t length, bcov_see_case *see,
                                 void *data, bcov_error *err);

#endif
