/* Writes a model as Knuth's exact cover input. */

#ifndef BCOV_DLX_WRITE_H
#define BCOV_DLX_WRITE_H

#include "model/compile/compiled.h"

/* The output has colours and multiplicities; bcov_dlx_read reads it. */
bcov_status bcov_dlx_write (const bcov_compiled *compiled, bcov_text *out, bcov_error *err);

#endif
