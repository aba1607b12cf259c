/* What commands need before they ask the library: memory, the puzzle, a seed. */

#include "session.h"

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

bcov_status session_open (struct session *session)
{
  const struct settings *settings = &session->settings;
  if (settings->puzzle)
    return bcov_puzzle_open (session->mem, settings->puzzle, &session->puzzle, session->err);
  return bcov_puzzle_brief (session->mem, &settings->brief, &session->puzzle, session->err);
}

uint64_t session_seed (const struct session *session)
{
  uint32_t seed;
  if (session->settings.has_seed)
    return session->settings.seed;
  if (getrandom (&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
    seed = (uint32_t)time (NULL);
  return seed;
}
