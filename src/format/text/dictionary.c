/* The table contains numbers; the list of names may still grow. */

#include "format/text/dictionary.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { MOST_NAMES = 5000, LONGEST_NAME = 63 };

typedef struct {
  char *const *names;
  const char *bytes;
  size_t length;
} wanted_name;

static bool same_name (const void *data, uint32_t number)
{
  const wanted_name *wanted = data;
  const char *name = wanted->names[number];
  return !strncmp (name, wanted->bytes, wanted->length) && !name[wanted->length];
}

uint32_t bcov_dictionary_find (const bcov_table *table, char *const *names, const char *bytes,
                               size_t length)
{
  wanted_name wanted = {names, bytes, length};
  return bcov_table_find (table, bcov_table_hash (bytes, length), same_name, &wanted);
}

bcov_status bcov_dictionary_enter (bcov_mem *mem, bcov_table *table, char *const *names,
                                   uint32_t number, bcov_error *err)
{
  uint64_t hash = bcov_table_hash (names[number], strlen (names[number]));
  return bcov_table_add (mem, table, hash, number, err);
}

bcov_advice bcov_dictionary_advice (char *const *names, size_t count, const char *bytes,
                                    size_t length)
{
  bcov_advice advice = {""};
  char word[LONGEST_NAME + 1] = "";
  if (count > MOST_NAMES || length > LONGEST_NAME)
    return advice;
  memcpy (word, bytes, length);
  const char *nearest = bcov_text_nearest (word, (const char *const *)names, count);
  if (nearest)
    snprintf (advice.text, sizeof advice.text, "; did you mean '%s'?", nearest);
  return advice;
}
