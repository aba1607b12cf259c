/* The number and the seeds of random cases.

     for (uint64_t k = 0, seed = cases_seed (0); k < cases (1600); k++) {
       bcov_random random = {seed + k};
       ...
     }
     assert_true (cases_enough (solvable, 200));

   BCOV_CASES multiplies the number of cases.  BCOV_SEED selects other cases; it is a number, or
   `random` to take the time.  By default every run uses the same cases.  The runner prints both
   values first, so that a failure can be repeated. */

#ifndef RANDOM_CASES_H
#define RANDOM_CASES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static inline double cases_factor (void)
{
  const char *text = getenv ("BCOV_CASES");
  double factor = text ? strtod (text, NULL) : 1;
  return factor > 0 ? factor : 1;
}

/* The number of cases if USUAL is the default; at least one. */
static inline uint64_t cases (uint64_t usual)
{
  uint64_t scaled = (uint64_t)((double)usual * cases_factor ());
  return scaled ? scaled : 1;
}

/* Whether FOUND is enough, if at least WANTED of the default number of cases have some property.
   With fewer cases than by default, half of the proportional number is enough. */
static inline bool cases_enough (uint64_t found, uint64_t wanted)
{
  double factor = cases_factor ();
  return found >= (uint64_t)((double)wanted * (factor < 1 ? factor / 2 : factor));
}

/* The seed of the first case of a test.  Tests that need different cases pass different SHIFTs. The
   seeds for different BCOV_SEED are far apart, because tests add the indices of their cases. */
static inline uint64_t cases_seed (uint64_t shift)
{
  const char *text = getenv ("BCOV_SEED");
  return shift + (text ? strtoull (text, NULL, 10) : 0) * 0xd1342543de82ef95u;
}

/* Replaces `random` by the time and prints the values.  The runner calls it once. */
static inline void cases_announce (void)
{
  const char *text = getenv ("BCOV_SEED");
  if (text && !strcmp (text, "random")) {
    char number[32];
    snprintf (number, sizeof number, "%llu", (unsigned long long)time (NULL));
    setenv ("BCOV_SEED", number, 1);
    text = getenv ("BCOV_SEED");
  }
  printf ("# BCOV_SEED=%s BCOV_CASES=%g\n", text ? text : "0", cases_factor ());
  fflush (stdout);
}

#endif
