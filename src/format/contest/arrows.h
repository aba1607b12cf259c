/* The arrows puzzle. */

#ifndef BCOV_ARROWS_H
#define BCOV_ARROWS_H

#include "puzzle/puzzle.h"

/* Makes the N x N arrows puzzle.  Returns BCOV_INPUT if N is odd, 0 or above 64. */
bcov_status bcov_arrows_make (bcov_mem *mem, uint32_t n, bcov_puzzle **out, bcov_error *err);

#endif
