/* Which fields are open after each level of a program, in the first word of the key.

     bcov_open_fields o;
     bcov_status status = bcov_open_fields_start (program, &o, err);
     for (uint32_t level = 0; !status && level < levels; level++) {
       bcov_open_fields_pass (&o, level);
       ... o.owner[b] ...
     }
     bcov_open_fields_end (&o);                                                                  */

#ifndef BCOV_OPEN_FIELDS_H
#define BCOV_OPEN_FIELDS_H

#include "engine/program/program.h"

#define BCOV_NO_FIELD UINT32_MAX

typedef struct {
  const bcov_program *program;
  uint32_t *by_opening; /* fields in the order in which they open */
  size_t next;          /* the next of these to open */
  uint32_t owner[64];   /* the field that begins at each bit, or BCOV_NO_FIELD */
} bcov_open_fields;

bcov_status bcov_open_fields_start (const bcov_program *program, bcov_open_fields *out,
                                    bcov_error *err);
void bcov_open_fields_end (bcov_open_fields *open_fields);

/* Advances from before LEVEL to after it; pass the levels in order, from 0 on. */
void bcov_open_fields_pass (bcov_open_fields *open_fields, uint32_t level);

#endif
