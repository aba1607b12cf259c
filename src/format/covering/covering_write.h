/* Writes coverings as JSON. */

#ifndef BCOV_COVERING_WRITE_H
#define BCOV_COVERING_WRITE_H

#include "base/text.h"
#include "puzzle/covering.h"

/* Writes the members "placements" or "options" of COVERING, without braces. */
bcov_status bcov_covering_write_json (const bcov_covering *covering, bcov_text *out,
                                      bcov_error *err);

/* Parts of it: the members "piece" and "cells" of a placement, without braces (for an exact cover
   problem "items"); a cell as [row,column] or [layer,row,column]; a string in quotes. */
void bcov_laid_write_json (const bcov_puzzle *puzzle, const bcov_laid *laid, const uint32_t *cells,
                           bcov_text *out);
void bcov_cell_write_json (const bcov_board *board, uint32_t number, bcov_text *out);
void bcov_string_write_json (const char *string, bcov_text *out);

#endif
