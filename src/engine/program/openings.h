/* Which fields are open after each level of a program, in the first word of the key.

     bcov_openings o;
     bcov_status status = bcov_openings_start (program, &o, err);
     for (uint32_t level = 0; !status && level < levels; level++) {
       bcov_openings_pass (&o, level);
       ... o.owner[b] ...
     }
     bcov_openings_end (&o);                                                                  */

#ifndef BCOV_OPENINGS_H
#define BCOV_OPENINGS_H

#include "engine/program/program.h"

#define BCOV_NO_FIELD UINT32_MAX

typedef struct {
  const bcov_program *program;
  uint32_t *by_opening; /* fields in the order in which they open */
  size_t next;          /* of them still to open */
  uint32_t owner[64];   /* the field that begins at each bit, or BCOV_NO_FIELD */
} bcov_openings;

bcov_status bcov_openings_start (const bcov_program *program, bcov_openings *out, bcov_error *err);
void bcov_openings_end (bcov_openings *openings);

/* From before LEVEL to after it; levels are passed one after the other, from 0 on. */
void bcov_openings_pass (bcov_openings *openings, uint32_t level);

#endif
