/* Lists of forms: every way to lay a piece, up to moving it. */

#ifndef BCOV_FORM_H
#define BCOV_FORM_H

#include "puzzle/puzzle.h"

/* All different forms of SHAPE with DECOR, sorted.  A unit tile of the square lattice turns its
   decoration; of anything else the shape alone is turned. */
bcov_status bcov_form_list (bcov_mem *mem, bcov_lattice lattice, const bcov_entry *entry,
                            bcov_form **out, uint32_t *count, bcov_error *err);
void bcov_form_list_free (bcov_mem *mem, bcov_form *forms, uint32_t count);

/* Total order; 0 exactly for equal forms. */
int bcov_form_compare (const bcov_form *a, const bcov_form *b);

/* The same for sorted lists; shorter ones come first. */
int bcov_form_list_compare (const bcov_form *a, size_t a_count, const bcov_form *b, size_t b_count);

bool bcov_decor_is_plain (bcov_decor decor);

#endif
