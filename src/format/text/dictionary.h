/* A hash table from names to numbers.  The caller owns the list of names. */

#ifndef BCOV_DICTIONARY_H
#define BCOV_DICTIONARY_H

#include "base/table.h"

/* Returns the number of the name in NAMES, or BCOV_TABLE_NONE. */
uint32_t bcov_dictionary_find (const bcov_table *table, char *const *names, const char *bytes,
                               size_t length);

/* Enters NAMES[NUMBER]. */
bcov_status bcov_dictionary_enter (bcov_mem *mem, bcov_table *table, char *const *names,
                                   uint32_t number, bcov_error *err);

/* "; did you mean 'x'?" if a name is similar, otherwise "".  Always "" for many names, because
   looking at all of them would take too long. */
typedef struct {
  char text[96];
} bcov_advice;
bcov_advice bcov_dictionary_advice (char *const *names, size_t count, const char *bytes,
                                    size_t length);

#endif
