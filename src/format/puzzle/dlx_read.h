/* Reads Knuth's exact cover input, with colours and multiplicities. */

#ifndef BCOV_DLX_READ_H
#define BCOV_DLX_READ_H

#include "puzzle/puzzle.h"

/* Reads LENGTH bytes; NAME is the file in messages.  OUT is unchanged on failure. */
bcov_status bcov_dlx_read (bcov_mem *mem, const char *name, const char *text, size_t length,
                           bcov_puzzle **out, bcov_error *err);

#endif
