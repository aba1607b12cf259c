/* The defaults of --memory and --seed. */

#include "session.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/random.h>
#include <time.h>

size_t session_default_memory (void)
{
  size_t available = 0;
  char line[128];
  FILE *info = fopen ("/proc/meminfo", "r");
  while (info && !available && fgets (line, sizeof line, info))
    if (sscanf (line, "MemAvailable: %zu kB", &available) != 1)
      available = 0;
  if (info)
    fclose (info);
  return available / 4 * 3 * 1024;
}

uint64_t session_seed (struct session *session)
{
  uint32_t seed;
  char digits[16];
  if (session->settings.seed)
    return 0;
  if (getrandom (&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
    seed = (uint32_t)time (NULL);
  snprintf (digits, sizeof digits, "%" PRIu32, seed);
  bcov_request_set (session->settings.request, "seed", digits, NULL);
  return seed;
}
