/* A list of names, and a hash table that finds their numbers.

     bcov_names names = {0};
     if (bcov_names_find (&names, "a", 1) == BCOV_TABLE_NONE)
       status = bcov_names_add (mem, &names, "a", 1, err);
     bcov_names_free (mem, &names);                                                             */

#ifndef BCOV_NAMES_H
#define BCOV_NAMES_H

#include "base/table.h"

/* All zero is empty. */
typedef struct {
  char **data;
  size_t count, room;
  bcov_table index;
} bcov_names;

/* Returns the number (from 0) of the name, or BCOV_TABLE_NONE. */
uint32_t bcov_names_find (const bcov_names *names, const char *text, size_t length);

/* Adds a copy of the name.  Of equal names, the first is found. */
bcov_status bcov_names_add (bcov_mem *mem, bcov_names *names, const char *text, size_t length,
                            bcov_error *err);

/* Sets NUMBER to that of the name, which is added if it is new. */
bcov_status bcov_names_enter (bcov_mem *mem, bcov_names *names, const char *text, size_t length,
                              uint32_t *number, bcov_error *err);

void bcov_names_free (bcov_mem *mem, bcov_names *names);

/* "; did you mean 'x'?" if one of COUNT names is similar, otherwise "".  Always "" for many names,
   because looking at all of them would take too long. */
typedef struct {
  char text[96];
} bcov_advice;
bcov_advice bcov_names_advice (char *const *names, size_t count, const char *text, size_t length);

#endif
