/* Time. */

#ifndef CLOCK_H
#define CLOCK_H

#include <time.h>

/* Seconds of a clock that only goes forward. */
static inline double clock_seconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
