/* The defaults of --memory and --seed. */

#include "session.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

size_t session_default_memory (void)
{
  static const char key[] = "\nMemAvailable:";
  char text[512] = "";
  int info = open ("/proc/meminfo", O_RDONLY | O_CLOEXEC);
  ssize_t length = info < 0 ? -1 : read (info, text, sizeof text - 1);
  if (info >= 0)
    close (info);
  const char *line = length > 0 ? strstr (text, key) : NULL;
  size_t available = line ? strtoull (line + sizeof key - 1, NULL, 10) : 0; /* KiB */
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
