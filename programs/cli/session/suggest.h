/* Suggestions for misspelt words: "did you mean ...?" */

#ifndef SUGGEST_H
#define SUGGEST_H

#include <argp.h>

/* Returns the one of COUNT words that is similar enough to WORD to be the intended one, or NULL if
   there is none. */
const char *suggest_nearest (const char *word, const char *const *words, size_t count);

/* Parses the arguments as argp will.  If the first option that ARGP does not know resembles one
   that it knows, prints a suggestion and ends the program with status 2.  Leaves all other errors
   to argp. */
void suggest_option (const struct argp *argp, int argc, char **argv);

#endif
