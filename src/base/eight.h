/* Tests on the eight words of a cache line. */

#ifndef BCOV_EIGHT_H
#define BCOV_EIGHT_H

#include "base/lanes.h"

/* Returns the highest bits of the eight words of LOW and HIGH. */
static inline __attribute__ ((always_inline)) unsigned bcov_eight_signs (const bcov_lanes *low,
                                                                         const bcov_lanes *high)
{
#if defined(__AVX2__)
  return (unsigned)_mm256_movemask_pd ((__m256d)*low) |
         (unsigned)_mm256_movemask_pd ((__m256d)*high) << BCOV_LANES;
#else
  unsigned signs = 0;
  for (unsigned k = 0; k < BCOV_LANES; k++)
    signs |= (unsigned)((*low)[k] >> 63 | (*high)[k] >> 63 << BCOV_LANES) << k;
  return signs;
#endif
}

/* Returns a bit for each of the eight words (aligned to 64 bytes) that equals WORD. */
static inline __attribute__ ((always_inline)) unsigned bcov_eight_equal (const uint64_t *eight,
                                                                         uint64_t word)
{
  const bcov_lanes *lanes = (const bcov_lanes *)eight;
  bcov_lanes low = (bcov_lanes)(lanes[0] == word), high = (bcov_lanes)(lanes[1] == word);
  return bcov_eight_signs (&low, &high);
}

/* Returns a bit for each of the eight words (aligned to 64 bytes) that shares no bit with WORD. */
static inline __attribute__ ((always_inline)) unsigned bcov_eight_apart (const uint64_t *eight,
                                                                         uint64_t word)
{
  const bcov_lanes *lanes = (const bcov_lanes *)eight;
  bcov_lanes low = (bcov_lanes)((lanes[0] & word) == 0);
  bcov_lanes high = (bcov_lanes)((lanes[1] & word) == 0);
  return bcov_eight_signs (&low, &high);
}

#endif
