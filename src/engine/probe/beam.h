/* Probes along a program: the states of each level, of which a random selection goes on. */

#ifndef BCOV_BEAM_H
#define BCOV_BEAM_H

#include "base/control.h"
#include "engine/cuts/pocket.h"
#include "engine/probe/draw.h"
#include "engine/probe/twist.h"

typedef struct {
  const bcov_program *program;
  const bcov_pockets *pockets; /* NULL: dead states are not dropped */
  const bcov_twist *twist;     /* NULL: states go on in proportion to their weights */
  uint64_t states;             /* that go on from a level, about, at most; at least 1 */
  uint64_t most;               /* transitions after which the probe is given up; 0: never */
  double until;                /* seconds of the control after which it is given up; 0: never */
  uint64_t seed;
  bcov_control *control;
  size_t worker;
} bcov_beam;

/* Makes one probe.  TRAIL, unless it is NULL, gets the states that go on, or some of them if they
   are many. */
bcov_status bcov_beam_run (const bcov_beam *beam, bcov_beam_trail *trail, bcov_draw *out,
                           bcov_error *err);

#endif
