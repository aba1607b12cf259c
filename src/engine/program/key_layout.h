/* Places in the key for the fields of a program. */

#ifndef BCOV_KEY_LAYOUT_H
#define BCOV_KEY_LAYOUT_H

#include "engine/program/program.h"

/* Sets the shift of each field, the bits and words of a key, and what levels tell about these.
   GUARD_LEVEL is, for each item, its level when it guards one, FIELD_OF its field; UINT32_MAX for
   none. */
bcov_status bcov_key_layout_assign (bcov_program *program, const uint32_t *guard_level,
                                    const uint32_t *field_of, bcov_error *err);

#endif
