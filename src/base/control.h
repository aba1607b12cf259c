/* What a long run is asked about while it runs: stop? time over? and what it tells: progress. */

#ifndef BCOV_CONTROL_H
#define BCOV_CONTROL_H

#include "base/error.h"

#include <stdatomic.h>

/* What is known of a run while it runs. */
struct bcov_progress {
  double seconds;
  double fraction;     /* 0 to 1; negative: unknown */
  double seconds_left; /* negative: unknown */
  uint64_t nodes;
  uint64_t found;
  uint64_t level, levels; /* frontier: levels done and levels in all; else 0 */
  uint64_t states;        /* frontier: states of the level at hand */
  double widest, bytes;   /* frontier: estimates for the widest level; 0: unknown */
};

/* What ends a run from outside, and who hears of its progress.  All zero: nothing and nobody. */
typedef struct {
  double seconds;              /* 0: no limit */
  const atomic_bool *stop;     /* polled; true stops the run */
  const atomic_bool *closing;  /* the same, for a cursor that is being freed; may be NULL */
  bcov_see_progress *progress; /* at most ten times a second */
  void *progress_data;
} bcov_watch;

/* Shared by all threads of a run. */
typedef struct {
  bcov_watch watch;
  double started; /* seconds of the monotonic clock */
  double next_progress;
  double pause;       /* the step at hand is to end then, in seconds of processor time; 0: never */
  atomic_int stopped; /* a reason, once there is one */
  bcov_status wanted; /* by the progress callback, if that is the reason */
  atomic_uint_fast64_t nodes, found;
  _Atomic double fraction; /* negative: unknown */
  double from, span;       /* the step at hand is the part from .. from+span of the whole */
  atomic_uint_fast64_t level, levels, states; /* as in bcov_progress */
  _Atomic double widest, bytes;
} bcov_control;

/* Starts the clock.  WATCH is copied; NULL is all zero. */
void bcov_control_start (bcov_control *control, const bcov_watch *watch);

/* Seconds since the start. */
double bcov_control_seconds (const bcov_control *control);

/* Asks whether to go on (a step that is to end for its `pause` is not stopped); engines call it
 * every few thousand steps.  WORKER 0 also shows progress.
 */
bool bcov_control_go_on (bcov_control *control, size_t worker);

/* For long steps of preparation: adds AMOUNT to *WORK and, when that has come to a good deal, asks
   as above; BCOV_STOPPED with the reason in ERR when the run is to end.  CONTROL may be NULL. */
bcov_status bcov_control_work (bcov_control *control, uint64_t *work, uint64_t amount,
                               bcov_error *err);

/* Begins a step that is the part FROM .. FROM+SPAN of the whole, and tells how much of it is done.
 */
void bcov_control_step (bcov_control *control, double from, double span);

/* Gives the step at hand SECONDS of the processor (0: any number); it is not stopped by that. */
void bcov_control_give (bcov_control *control, double seconds);
void bcov_control_done (bcov_control *control, double fraction);

/* Ends the run from within (a sink has seen enough, another thread met a fault). */
void bcov_control_end (bcov_control *control);

/* BCOV_OK while nobody outside has stopped the run, else BCOV_STOPPED (or the status of the
   progress callback) with the reason in ERR. */
bcov_status bcov_control_status (const bcov_control *control, bcov_error *err);

#endif
