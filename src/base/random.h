/* Random numbers (splitmix64): the same seed gives the same numbers on every machine. */

#ifndef BCOV_RANDOM_H
#define BCOV_RANDOM_H

#include <stdint.h>

typedef struct {
  uint64_t state; /* initially the seed */
} bcov_random;

static inline uint64_t bcov_random_next (bcov_random *random)
{
  uint64_t z = random->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* Returns one of 0 .. BOUND-1, all equally likely; BOUND is at least 1.  Numbers that would cause a
   bias are rejected. */
static inline uint64_t bcov_random_below (bcov_random *random, uint64_t bound)
{
  uint64_t least = -bound % bound, drawn;
  do
    drawn = bcov_random_next (random);
  while (drawn < least);
  return drawn % bound;
}

#endif
