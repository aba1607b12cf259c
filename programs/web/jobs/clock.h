/* The clock of the server. */

#ifndef CLOCK_H
#define CLOCK_H

#include <time.h>

/* Returns the seconds of a monotonic clock. */
static inline double clock_seconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
