/* The table contains numbers, so the list may grow. */

#include "base/names.h"
#include "base/text.h"
#include "base/vec.h"

#include <stdio.h>
#include <string.h>

enum { MOST_NAMES = 5000, LONGEST_NAME = 63 };

typedef struct {
  const bcov_names *names;
  const char *text;
  size_t length;
} wanted_name;

static bool same_name (const void *data, uint32_t number)
{
  const wanted_name *wanted = data;
  const char *name = wanted->names->data[number];
  return !strncmp (name, wanted->text, wanted->length) && !name[wanted->length];
}

static uint32_t find_hashed (const bcov_names *names, uint64_t hash, const char *text,
                             size_t length)
{
  wanted_name wanted = {names, text, length};
  return bcov_table_find (&names->index, hash, same_name, &wanted);
}

uint32_t bcov_names_find (const bcov_names *names, const char *text, size_t length)
{
  return find_hashed (names, bcov_table_hash (text, length), text, length);
}

/* Adds a copy of TEXT to the list, and under HASH to the table unless it is KNOWN there. */
static bcov_status add_hashed (bcov_mem *mem, bcov_names *names, uint64_t hash, bool known,
                               const char *text, size_t length, bcov_error *err)
{
  char *copy = bcov_mem_copy (mem, text, length, err);
  bcov_status status = copy ? bcov_vec_push (mem, names, copy, err) : bcov_mem_status (mem);
  if (status)
    bcov_mem_free (mem, copy);
  else if (!known)
    status = bcov_table_add (mem, &names->index, hash, (uint32_t)names->count - 1, err);
  return status;
}

bcov_status bcov_names_add (bcov_mem *mem, bcov_names *names, const char *text, size_t length,
                            bcov_error *err)
{
  uint64_t hash = bcov_table_hash (text, length);
  bool known = find_hashed (names, hash, text, length) != BCOV_TABLE_NONE;
  return add_hashed (mem, names, hash, known, text, length, err);
}

bcov_status bcov_names_enter (bcov_mem *mem, bcov_names *names, const char *text, size_t length,
                              uint32_t *number, bcov_error *err)
{
  uint64_t hash = bcov_table_hash (text, length);
  *number = find_hashed (names, hash, text, length);
  if (*number != BCOV_TABLE_NONE)
    return BCOV_OK;
  *number = (uint32_t)names->count;
  return add_hashed (mem, names, hash, false, text, length, err);
}

void bcov_names_free (bcov_mem *mem, bcov_names *names)
{
  for (size_t k = 0; k < names->count; k++)
    bcov_mem_free (mem, names->data[k]);
  bcov_vec_free (mem, names);
  bcov_table_free (mem, &names->index);
}

bcov_advice bcov_names_advice (char *const *names, size_t count, const char *text, size_t length)
{
  bcov_advice advice = {""};
  char word[LONGEST_NAME + 1] = "";
  if (count > MOST_NAMES || length > LONGEST_NAME)
    return advice;
  memcpy (word, text, length);
  const char *nearest = bcov_text_nearest (word, (const char *const *)names, count);
  if (nearest)
    snprintf (advice.text, sizeof advice.text, "; did you mean '%s'?", nearest);
  return advice;
}
