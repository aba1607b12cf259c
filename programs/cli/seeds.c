/* Seeds from the machine where the user gives none. */

#include "seeds.h"

#include <sys/random.h>
#include <time.h>

uint64_t seeds_seed (const struct settings *settings)
{
  uint32_t seed;
  if (settings->has_seed)
    return settings->seed;
  if (getrandom (&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
    seed = (uint32_t)time (NULL);
  return seed;
}
