/* Random numbers that are the same on every machine for the same seed (splitmix64). */

#ifndef BCOV_RANDOM_H
#define BCOV_RANDOM_H

#include <stdint.h>

typedef struct {
  uint64_t state; /* the seed at first */
} bcov_random;

static inline uint64_t bcov_random_next (bcov_random *random)
{
  uint64_t z = random->state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* Each of 0 .. BOUND-1 equally likely; BOUND is at least 1.  What would tip the balance is drawn
   again. */
static inline uint64_t bcov_random_below (bcov_random *random, uint64_t bound)
{
  uint64_t least = -bound % bound, drawn;
  do
    drawn = bcov_random_next (random);
  while (drawn < least);
  return drawn % bound;
}

#endif
