/* Random matchings by coupling from the past. */

#ifndef BCOV_COUPLE_H
#define BCOV_COUPLE_H

#include "engine/match/flips.h"

/* Where one thread works.  Only SWEEPS lasts from one matching to the next, and it changes nothing
   but the time. */
typedef struct {
  bcov_mem *mem;
  uint8_t *state;  /* of each position: bit 0: in the lower matching; bit 1: in the upper one */
  uint8_t *coin;   /* of each face of a class: all bits or none */
  uint64_t sweeps; /* that sufficed last time; 0: unknown */
} bcov_couple;

bcov_status bcov_couple_open (const bcov_flips *flips, bcov_couple *out, bcov_error *err);
void bcov_couple_close (bcov_couple *couple);

/* Draws a perfect matching, which depends only on KEY: then bit 0 of state[p] says whether the edge
   at position p is in it.  All matchings are equally likely, or rather all choices of options
   behind their edges.  Sets *DONE to false if the control, polled as thread WORKER, stops the run.
 */
void bcov_couple_draw (const bcov_flips *flips, bcov_couple *couple, uint64_t key,
                       bcov_control *control, size_t worker, bool *done);

#endif
