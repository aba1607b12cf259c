/* The test program of one folder.  It runs all suites, or those named on the command line.  Meson
   defines SUITES as a list of X (name), one for each test_NAME.c. */

#include "random_cases.h"

#include <stdio.h>
#include <string.h>

#define X(name) int suite_##name (void);
SUITES
#undef X

static const struct {
  const char *name;
  int (*run) (void);
} suites[] = {
#define X(name) {#name, suite_##name},
    SUITES
#undef X
};

static int is_wanted (const char *name, int words, char **word)
{
  for (int k = 1; k < words; k++)
    if (!strcmp (word[k], name))
      return 1;
  return words == 1;
}

int main (int words, char **word)
{
  int failed = 0, ran = 0;
  cases_announce ();
  for (size_t k = 0; k < sizeof suites / sizeof *suites; k++)
    if (is_wanted (suites[k].name, words, word)) {
      failed += suites[k].run ();
      ran++;
    }
  if (!ran)
    fprintf (stderr, "%s: no such suite\n", word[0]);
  return failed || !ran;
}
