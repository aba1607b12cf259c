/* Names with numbers, found by hashing.  The names themselves stand in a list of the caller's. */

#ifndef BCOV_DICTIONARY_H
#define BCOV_DICTIONARY_H

#include "base/table.h"

/* The number of the name of LENGTH bytes in NAMES, or BCOV_TABLE_NONE. */
uint32_t bcov_dictionary_find (const bcov_table *table, char *const *names, const char *bytes,
                               size_t length);

/* Makes NAMES[NUMBER] known. */
bcov_status bcov_dictionary_enter (bcov_mem *mem, bcov_table *table, char *const *names,
                                   uint32_t number, bcov_error *err);

/* "; did you mean 'x'?" where a name is near to what was written, else "" (and always with many
   names, where looking at all of them would take long). */
typedef struct {
  char text[96];
} bcov_advice;
bcov_advice bcov_dictionary_advice (char *const *names, size_t count, const char *bytes,
                                    size_t length);

#endif
