/* The messages of argp about unknown options come from getopt, which makes no suggestions.  So
   getopt runs once before argp, silently and without reordering the arguments. */

#include "suggest.h"
#include "boardcover.h"

#include <ctype.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
  MOST = 64,
  LEAST_LETTERS = 3
}; /* options of a command; letters of a word after a single dash */

enum { LONGEST = 63 };

/* ---- the nearest word ---- */

/* Returns the edit distance of A and B; exchanging two neighbours is one edit. */
static size_t distance (const char *a, size_t n, const char *b, size_t m)
{
  size_t rows[LONGEST + 1][LONGEST + 1];
  for (size_t i = 0; i <= n; i++)
    for (size_t j = 0; j <= m; j++) {
      size_t best = i ? j ? rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]) : i : j;
      if (i && rows[i - 1][j] + 1 < best)
        best = rows[i - 1][j] + 1;
      if (j && rows[i][j - 1] + 1 < best)
        best = rows[i][j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          rows[i - 2][j - 2] + 1 < best)
        best = rows[i - 2][j - 2] + 1;
      rows[i][j] = best;
    }
  return rows[n][m];
}

/* A word that differs only in upper and lower case is nearest. */
const char *suggest_nearest (const char *word, const char *const *words, size_t count)
{
  size_t n = strlen (word), best = n / 3 + 2;
  const char *nearest = NULL;
  for (size_t k = 0; k < count && n <= LONGEST; k++) {
    size_t m = strlen (words[k]), d = m > LONGEST ? best : distance (word, n, words[k], m);
    if (!strcasecmp (word, words[k]))
      return words[k];
    if (d < best && d < m) {
      best = d;
      nearest = words[k];
    }
  }
  return nearest;
}

/* ---- options ---- */

/* The options of a command in the format of getopt. */
struct known_options {
  struct option longs[MOST + 1];
  const char *names[MOST];
  size_t count;
  char letters[2 * MOST + 2];
};

static void add (struct known_options *known, const char *name, int key, bool has_value)
{
  if (known->count == MOST)
    return;
  known->names[known->count] = name;
  known->longs[known->count++] =
      (struct option){name, has_value ? required_argument : no_argument, NULL, 0};
  if (key < 128 && isprint (key))
    snprintf (known->letters + strlen (known->letters), 3, "%c%s", key, has_value ? ":" : "");
}

/* The "-" makes getopt return other arguments in their place instead of reordering them. */
static void gather (struct known_options *known, const struct argp *argp)
{
  strcpy (known->letters, "-");
  for (const struct argp_option *own = argp->options; own->name; own++)
    add (known, own->name, own->key, own->arg != NULL);
  add (known, "help", '?', false);
  add (known, "usage", 0, false);
  add (known, "version", 'V', false);
}

/* Returns the argument at which getopt stopped.  Inside a group of short options, optind still
   refers to it. */
static const char *unknown_word (int argc, char **argv)
{
  bool in_row = optopt && optind < argc && argv[optind][0] == '-' && argv[optind][1] != '-' &&
                strchr (argv[optind], optopt);
  return argv[in_row ? optind : optind - 1];
}

/* Returns the option that WORD resembles, or NULL if there is none or WORD may be an abbreviation.
 */
static const char *nearest_option (const struct known_options *known, const char *word)
{
  size_t dashes = strspn (word, "-"), length = strcspn (word + dashes, "=");
  char name[64];
  if (length >= sizeof name || (dashes < 2 && length < LEAST_LETTERS))
    return NULL;
  memcpy (name, word + dashes, length);
  name[length] = '\0';
  for (size_t k = 0; k < known->count && dashes > 1; k++)
    if (!strncmp (known->names[k], name, length))
      return NULL;
  return suggest_nearest (name, known->names, known->count);
}

/* getopt returns '?' both for the option -? and for unknown options, but changes optopt from its
   initial value '?' only for unknown options. */
void suggest_option (const struct argp *argp, int argc, char **argv)
{
  struct known_options known = {0};
  int found;
  gather (&known, argp);
  opterr = 0;
  while ((found = getopt_long (argc, argv, known.letters, known.longs, NULL)) >= 0 &&
         (found != '?' || optopt == '?'))
    continue;
  if (found < 0)
    return;
  const char *word = unknown_word (argc, argv), *meant = nearest_option (&known, word);
  if (!meant)
    return;
  fprintf (stderr, "%s: unrecognized option '%.*s'; did you mean '--%s'?\n", argv[0],
           (int)strcspn (word, "="), word, meant);
  argp_help (argp, stderr, ARGP_HELP_SEE, argv[0]);
  exit (BCOV_INPUT);
}
