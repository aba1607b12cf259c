/* Estimates the number of solutions of a model by random probes. */

#ifndef BCOV_PROBE_H
#define BCOV_PROBE_H

#include "engine/cuts/pocket.h"
#include "engine/engine.h"
#include "engine/probe/draw.h"

/* The methods; see beam.h and dive.h. */
enum { BCOV_PROBE_BEAM, BCOV_PROBE_DIVE, BCOV_PROBES };

/* Shares of the effort, and numbers of probes; the planner provides them. */
typedef struct {
  double learn_share;   /* of the effort, for the first beams, ... */
  size_t learn_states;  /* ... which have at most this many states */
  double first_work;    /* of the first dives, at most, ... */
  double first_share;   /* ... and as a share of the whole */
  double trial_share;   /* of the probes of each method that choose one of them */
  size_t trials, draws; /* numbers of these probes, and of those that follow */
  size_t descents;      /* by which dives begin */
  size_t most_states;   /* of a beam */
} bcov_probe_limits;

typedef struct {
  const bcov_model *model;     /* reduced, not impossible */
  const bcov_program *program; /* NULL: no beams */
  const bcov_pockets *pockets; /* NULL: none */
  bool dives;
  double bound;        /* there are at most 2^bound solutions */
  size_t bitset_bytes; /* as in dive.h */
  uint64_t work;       /* partial solutions to examine, about; 0: as many as SECONDS allow */
  double seconds;      /* of wall time; used if WORK is 0 */
  uint64_t seed;
  size_t workers;
  bcov_control *control;
  const bcov_probe_limits *limits;
} bcov_probe;

/* Fills OUT.  With WORK, the result depends only on the model, the work and the seed.  Returns
   BCOV_STOPPED if the control stopped the run, or if there is no method. */
bcov_status bcov_probe_run (const bcov_probe *probe, bcov_guess *out, bcov_error *err);

#endif
