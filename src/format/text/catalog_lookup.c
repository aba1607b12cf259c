/* Making a set takes milliseconds, so sets are kept; there are only a few dozen of them.

   An unknown name gets a suggestion: a name that differs only in case; otherwise a name a few edits
   away; otherwise, for a letter with a number, a name whose letter is next to it on the keyboard.
 */

#include "format/text/catalog_lookup.h"
#include "base/text.h"
#include "format/text/quote.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const bcov_catalog_entry *find_kept (const bcov_catalog_lookup *lookup, const char *name,
                                            size_t length)
{
  for (size_t k = 0; k < lookup->sets.count; k++)
    if (strlen (lookup->sets.data[k].name) == length &&
        !memcmp (lookup->sets.data[k].name, name, length))
      return &lookup->sets.data[k].entry;
  return NULL;
}

/* Sets OUT to the set called NAME.  If NAME is not a set, OUT is NULL and `single` is the piece, if
   there is one. */
static bcov_status find_set (bcov_catalog_lookup *lookup, const char *name, size_t length,
                             const bcov_catalog_entry **out, bcov_error *err)
{
  bcov_catalog_lookup_set kept = {0};
  bool found;
  *out = length < sizeof kept.name ? find_kept (lookup, name, length) : NULL;
  if (*out)
    return BCOV_OK;
  bcov_catalog_free (lookup->mem, &lookup->single);
  bcov_status status =
      bcov_catalog_find (lookup->mem, lookup->lattice, name, length, &lookup->single, &found, err);
  if (status || !found || !lookup->single.is_set)
    return status;
  kept.entry = lookup->single;
  memcpy (kept.name, name, length);
  status = bcov_vec_push (lookup->mem, &lookup->sets, kept, err);
  if (status)
    return status;
  lookup->single = (bcov_catalog_entry){0};
  *out = &lookup->sets.data[lookup->sets.count - 1].entry;
  return BCOV_OK;
}

/* Returns the length of SET in "SET.7", 0 for other names.  Names of sets start with a letter. */
static size_t stem_length (const char *name, size_t length)
{
  size_t at = length;
  while (at && name[at - 1] >= '0' && name[at - 1] <= '9')
    at--;
  bool numbered = at && at < length && name[at - 1] == '.';
  return numbered && (name[0] < '0' || name[0] > '9') ? at - 1 : 0;
}

static void show (const bcov_catalog_entry *entry, bcov_catalog_found *out)
{
  *out = (bcov_catalog_found){entry->pieces.data, entry->pieces.count, entry->is_set, entry->turn,
                              entry->flip};
}

/* Finds the member of SET called NAME, which is STEM bytes, a dot and a number. */
static void pick_member (const bcov_catalog_entry *set, const char *name, size_t length,
                         size_t stem, bcov_catalog_found *out)
{
  uint64_t number;
  if (!bcov_text_number (name + stem + 1, length - stem - 1, set->pieces.count, &number) || !number)
    return;
  const bcov_catalog_piece *piece = &set->pieces.data[number - 1];
  if (strlen (piece->name) == length && !memcmp (piece->name, name, length))
    *out = (bcov_catalog_found){piece, 1, false, set->turn, set->flip};
}

bcov_status bcov_catalog_lookup_find (bcov_catalog_lookup *lookup, const char *name, size_t length,
                                      bcov_catalog_found *out, bcov_error *err)
{
  const bcov_catalog_entry *set = NULL;
  size_t stem = stem_length (name, length);
  *out = (bcov_catalog_found){0};
  bcov_status status = stem ? find_set (lookup, name, stem, &set, err) : BCOV_OK;
  if (status)
    return status;
  if (set) {
    pick_member (set, name, length, stem, out);
    return BCOV_OK;
  }
  status = find_set (lookup, name, length, &set, err);
  if (!status)
    show (set ? set : &lookup->single, out);
  return status;
}

void bcov_catalog_lookup_free (bcov_catalog_lookup *lookup)
{
  for (size_t k = 0; k < lookup->sets.count; k++)
    bcov_catalog_free (lookup->mem, &lookup->sets.data[k].entry);
  bcov_vec_free (lookup->mem, &lookup->sets);
  bcov_catalog_free (lookup->mem, &lookup->single);
}

/* ---- unknown names ---- */

static const char *find_other_case (const char *word, const char *const *names, size_t count)
{
  for (size_t k = 0; k < count; k++)
    if (!strcasecmp (word, names[k]))
      return names[k];
  return NULL;
}

/* Returns whether the letters A and B are neighbours in a row of the keyboard. */
static bool are_beside (char a, char b)
{
  static const char keys[] = "QWERTYUIOP ASDFGHJKL ZXCVBNM";
  const char *at = memchr (keys, toupper ((unsigned char)a), sizeof keys - 1);
  return at && a != ' ' && (at[1] == b || (at > keys && at[-1] == b));
}

static const char *find_beside (const char *word, const char *const *names, size_t count)
{
  size_t digits = strspn (*word ? word + 1 : word, "0123456789");
  if (!isalpha ((unsigned char)*word) || !digits || strlen (word) != digits + 1)
    return NULL;
  for (size_t k = 0; k < count; k++)
    if (strlen (names[k]) == 2 && are_beside (*word, names[k][0]))
      return names[k];
  return NULL;
}

static const char *find_meant (bcov_lattice lattice, const char *word)
{
  const char *const *names;
  size_t count = bcov_catalog_names (lattice, &names);
  const char *meant = find_other_case (word, names, count);
  if (!meant)
    meant = bcov_text_nearest (word, names, count);
  return meant ? meant : find_beside (word, names, count);
}

/* Returns the prefix of a set's name that WORD starts with, or "". */
static const char *find_prefix (const char *word)
{
  static const char *const prefixes[] = {"one-sided ", "fixed "};
  for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
    if (!strncmp (word, prefixes[k], strlen (prefixes[k])))
      return prefixes[k];
  return "";
}

bcov_status bcov_catalog_lookup_suggest (bcov_lattice lattice, const char *name, size_t length,
                                         const bcov_place *place, bcov_error *err)
{
  char word[64];
  bcov_quote quote = bcov_quote_make (name, length);
  bcov_lattice home = bcov_catalog_lattice (name, length);
  if (home != BCOV_LATTICES && home != lattice)
    return bcov_error_add (
        err, BCOV_INPUT, place,
        "unknown piece %s on the %s lattice; it belongs to another lattice: write lattice: %s",
        quote.text, bcov_lattice_name (lattice), bcov_lattice_name (home));
  snprintf (word, sizeof word, "%.*s", length < sizeof word ? (int)length : 0, name);
  if (bcov_catalog_is_single_cell (word))
    return bcov_error_add (err, BCOV_INPUT, place,
                           "unknown piece %s; a single cell is drawn as 'X'", quote.text);
  const char *prefix = find_prefix (word);
  const char *meant = find_meant (lattice, word + strlen (prefix));
  if (meant)
    return bcov_error_add (err, BCOV_INPUT, place,
                           "unknown piece %s; did you mean '%s%s'? see boardcover catalog",
                           quote.text, prefix, meant);
  if (length && memchr (name, '/', length))
    return bcov_error_add (err, BCOV_INPUT, place,
                           "unknown piece %s; a drawing on one line consists of X, . and /",
                           quote.text);
  return bcov_error_add (err, BCOV_INPUT, place,
                         "unknown piece %s on the %s lattice; see boardcover catalog", quote.text,
                         bcov_lattice_name (lattice));
}
