/* Tests on the eight words of a cache line. */

#ifndef BCOV_EIGHT_H
#define BCOV_EIGHT_H

#include "base/lanes.h"

/* Returns a bit for each of the eight words (aligned to 64 bytes) that equals WORD. */
static inline __attribute__ ((always_inline)) unsigned bcov_eight_equal (const uint64_t *eight,
                                                                         uint64_t word)
{
  const bcov_lanes *lanes = (const bcov_lanes *)eight;
  bcov_lanes low = lanes[0] ^ word, high = lanes[1] ^ word;
  return ~(bcov_lanes_some (&low) | bcov_lanes_some (&high) << BCOV_LANES) & 0xff;
}

/* Returns a bit for each of the eight words (aligned to 64 bytes) that shares no bit with WORD. */
static inline __attribute__ ((always_inline)) unsigned bcov_eight_apart (const uint64_t *eight,
                                                                         uint64_t word)
{
  const bcov_lanes *lanes = (const bcov_lanes *)eight;
  bcov_lanes low = lanes[0] & word, high = lanes[1] & word;
  return ~(bcov_lanes_some (&low) | bcov_lanes_some (&high) << BCOV_LANES) & 0xff;
}

#endif
