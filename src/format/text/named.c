/* A set is made in some milliseconds, a lookup in a set that is kept takes none.  There are a few
   dozen names of sets at most, so that keeping all costs little. */

#include "format/text/named.h"
#include "base/text.h"

#include <string.h>

static const bcov_catalog_entry *find_kept (const bcov_named *named, const char *name,
                                            size_t length)
{
  for (size_t k = 0; k < named->sets.count; k++)
    if (strlen (named->sets.data[k].name) == length &&
        !memcmp (named->sets.data[k].name, name, length))
      return &named->sets.data[k].entry;
  return NULL;
}

/* The set called NAME in OUT; NULL when it is no set.  A name that is something else is then in
   `single`. */
static bcov_status find_set (bcov_named *named, const char *name, size_t length,
                             const bcov_catalog_entry **out, bcov_error *err)
{
  bcov_named_set kept = {0};
  bool found;
  *out = length < sizeof kept.name ? find_kept (named, name, length) : NULL;
  if (*out)
    return BCOV_OK;
  bcov_catalog_free (named->mem, &named->single);
  bcov_status status =
      bcov_catalog_find (named->mem, named->lattice, name, length, &named->single, &found, err);
  if (status || !found || !named->single.is_set)
    return status;
  kept.entry = named->single;
  memcpy (kept.name, name, length);
  status = bcov_vec_push (named->mem, &named->sets, kept, err);
  if (status)
    return status;
  named->single = (bcov_catalog_entry){0};
  *out = &named->sets.data[named->sets.count - 1].entry;
  return BCOV_OK;
}

/* The length of SET in "SET.7"; 0 when NAME is not of that kind.  Names of sets start with a
 * letter. */
static size_t stem_length (const char *name, size_t length)
{
  size_t at = length;
  while (at && name[at - 1] >= '0' && name[at - 1] <= '9')
    at--;
  bool numbered = at && at < length && name[at - 1] == '.';
  return numbered && (name[0] < '0' || name[0] > '9') ? at - 1 : 0;
}

static void show (const bcov_catalog_entry *entry, bcov_found *out)
{
  *out = (bcov_found){entry->pieces.data, entry->pieces.count, entry->is_set, entry->turn,
                      entry->flip};
}

/* The member of SET called NAME, if there is one; its number stands behind the STEM and a dot. */
static void pick_member (const bcov_catalog_entry *set, const char *name, size_t length,
                         size_t stem, bcov_found *out)
{
  uint64_t number;
  if (!bcov_text_number (name + stem + 1, length - stem - 1, set->pieces.count, &number) || !number)
    return;
  const bcov_catalog_piece *piece = &set->pieces.data[number - 1];
  if (strlen (piece->name) == length && !memcmp (piece->name, name, length))
    *out = (bcov_found){piece, 1, false, set->turn, set->flip};
}

bcov_status bcov_named_find (bcov_named *named, const char *name, size_t length, bcov_found *out,
                             bcov_error *err)
{
  const bcov_catalog_entry *set = NULL;
  size_t stem = stem_length (name, length);
  *out = (bcov_found){0};
  bcov_status status = stem ? find_set (named, name, stem, &set, err) : BCOV_OK;
  if (status)
    return status;
  if (set) {
    pick_member (set, name, length, stem, out);
    return BCOV_OK;
  }
  status = find_set (named, name, length, &set, err);
  if (!status)
    show (set ? set : &named->single, out);
  return status;
}

void bcov_named_free (bcov_named *named)
{
  for (size_t k = 0; k < named->sets.count; k++)
    bcov_catalog_free (named->mem, &named->sets.data[k].entry);
  bcov_vec_free (named->mem, &named->sets);
  bcov_catalog_free (named->mem, &named->single);
}
