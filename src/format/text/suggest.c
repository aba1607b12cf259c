/* Which name was meant: one that differs in case alone; else one few edits away; else, for a letter
   with a number, one whose letter lies beside it on the keyboard. */

#include "format/text/suggest.h"
#include "base/text.h"
#include "format/text/quote.h"
#include "geometry/catalog.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *find_other_case (const char *word, const char *const *names, size_t count)
{
  for (size_t k = 0; k < count; k++)
    if (!strcasecmp (word, names[k]))
      return names[k];
  return NULL;
}

/* Whether the letters A and B are neighbours in a row of the keyboard. */
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

/* The prefix of a set's name that WORD has; "" when it has none. */
static const char *find_prefix (const char *word)
{
  static const char *const prefixes[] = {"one-sided ", "fixed "};
  for (size_t k = 0; k < sizeof prefixes / sizeof *prefixes; k++)
    if (!strncmp (word, prefixes[k], strlen (prefixes[k])))
      return prefixes[k];
  return "";
}

bcov_status bcov_suggest_piece (bcov_lattice lattice, const char *name, size_t length,
                                const bcov_place *place, bcov_error *err)
{
  char word[64];
  bcov_quote quote = bcov_quote_make (name, length);
  bcov_lattice home = bcov_catalog_lattice (name, length);
  if (home != BCOV_LATTICES && home != lattice)
    return bcov_error_add (
        err, BCOV_INPUT, place,
        "unknown piece %s on the %s lattice; it belongs to another: say lattice: %s", quote.text,
        bcov_lattice_name (lattice), bcov_lattice_name (home));
  snprintf (word, sizeof word, "%.*s", length < sizeof word ? (int)length : 0, name);
  const char *prefix = find_prefix (word);
  const char *meant = find_meant (lattice, word + strlen (prefix));
  if (meant)
    return bcov_error_add (err, BCOV_INPUT, place,
                           "unknown piece %s; did you mean '%s%s'? see boardcover catalog",
                           quote.text, prefix, meant);
  if (length && memchr (name, '/', length))
    return bcov_error_add (err, BCOV_INPUT, place,
                           "unknown piece %s; a drawing in one line has only X . and /",
                           quote.text);
  return bcov_error_add (err, BCOV_INPUT, place,
                         "unknown piece %s on the %s lattice; see boardcover catalog", quote.text,
                         bcov_lattice_name (lattice));
}
