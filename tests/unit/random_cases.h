/* How many random cases a test tries, and which.

     for (uint64_t k = 0, seed = cases_seed (0); k < cases (1600); k++) {
       bcov_random random = {seed + k};
       ...
     }
     assert_true (cases_enough (solvable, 200));

   BCOV_CASES multiplies the numbers (0.1 for a quick look, 10 for a night), BCOV_SEED chooses other
   cases: a number, or `random` for those of the clock.  Without them each run tries the same.  The
   runner says at the start what they are, so that a failure can be repeated. */

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

/* How many cases to try where USUAL are usual; at least one. */
static inline uint64_t cases (uint64_t usual)
{
  uint64_t scaled = (uint64_t)((double)usual * cases_factor ());
  return scaled ? scaled : 1;
}

/* Whether FOUND of the cases were of some kind, where at least WANTED of the usual number are.  Few
   cases are left to chance: half of their share will do. */
static inline bool cases_enough (uint64_t found, uint64_t wanted)
{
  double factor = cases_factor ();
  return found >= (uint64_t)((double)wanted * (factor < 1 ? factor / 2 : factor));
}

/* The seed of a test's first case.  Tests that are to differ give different SHIFTs.  Seeds that
   BCOV_SEED chooses lie far apart, as tests add the numbers of their cases. */
static inline uint64_t cases_seed (uint64_t shift)
{
  const char *text = getenv ("BCOV_SEED");
  return shift + (text ? strtoull (text, NULL, 10) : 0) * 0xd1342543de82ef95u;
}

/* Called once, at the start of a program: settles what `random` means, and tells. */
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
