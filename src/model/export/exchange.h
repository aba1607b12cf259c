/* Models for other programs. */

#ifndef BCOV_EXCHANGE_H
#define BCOV_EXCHANGE_H

#include "model/compile/compile.h"

/* dlx_write.c: Knuth's input with colours and multiplicities; bcov_dlx_read reads it back. */
bcov_status bcov_dlx_write (const bcov_compiled *compiled, bcov_text *out, bcov_error *err);

/* dimacs_write.c: CNF whose number of models is the number of coverings ("c t mc").  Variables
   1 .. options are the options; every further variable is determined by them. */
bcov_status bcov_dimacs_write (const bcov_compiled *compiled, bcov_text *out, bcov_error *err);

#endif
