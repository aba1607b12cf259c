/* Stop requests, time limits and progress reports of long runs. */

#ifndef BCOV_CONTROL_H
#define BCOV_CONTROL_H

#include "base/error.h"

#include <stdatomic.h>

/* The state of a run that is reported to the caller. */
struct bcov_progress {
  double seconds;
  double fraction;     /* 0 to 1; negative if unknown */
  double seconds_left; /* negative if unknown */
  uint64_t nodes;
  uint64_t found;
  uint64_t level, levels; /* frontier: finished levels and all levels; else 0 */
  uint64_t states;        /* frontier: states of the current level */
  double widest, bytes;   /* frontier: estimates for the widest level; 0 if unknown */
  uint64_t best, bound;   /* `fill`: cells of the best filling, and the most possible; 0: unknown */
};

/* Limits and callbacks of a run.  All zero: no limit and no callback. */
typedef struct {
  double seconds;             /* time limit; 0: none */
  const atomic_bool *stop;    /* polled; true stops the run */
  const atomic_bool *closing; /* the same, for a cursor that is being freed; may be NULL */
  bcov_see_progress *progress;
  void *progress_data;
  double progress_every; /* least seconds between two reports; 0: a tenth */
} bcov_watch;

/* Something to do aside while a run goes on.  RUN is called at a poll once AT seconds have passed;
   it sets AT to the time of the next call. */
typedef struct {
  double at; /* seconds since the start of the run */
  void (*run) (void *data);
  void *data;
  atomic_bool busy;
} bcov_aside;

/* Shared by all threads of a run. */
typedef struct bcov_control bcov_control;

struct bcov_control {
  bcov_watch watch;
  bcov_control *parent; /* NULL: none; else the run of which this is a part, ... */
  size_t worker;        /* ... and its thread in there */
  bcov_aside *aside;    /* may be NULL; set while no other thread uses the control */
  double started;       /* seconds of the monotonic clock */
  double next_progress;
  double pause;        /* processor time at which the current step ends; 0: never */
  uint64_t most_nodes; /* at which it ends; 0: never */
  uint64_t some_nodes; /* half of what it may visit, and where it was by then: */
  _Atomic double some_fraction;
  atomic_int stopped; /* the reason, once there is one */
  bcov_status wanted; /* status of the progress callback, if that stopped the run */
  atomic_uint_fast64_t nodes, found;
  _Atomic double fraction; /* negative if unknown */
  double from, span;       /* the current step is the part from .. from+span of the run */
  atomic_uint_fast64_t level, levels, states; /* as in bcov_progress */
  _Atomic double widest, bytes;
  atomic_uint_fast64_t best, bound;
};

/* Starts the clock.  WATCH is copied; NULL stands for all zero. */
void bcov_control_start (bcov_control *control, const bcov_watch *watch);

/* Starts a control for a part of the run of PARENT, on its thread WORKER.  It stops with PARENT or
   when *HALT becomes true.  Its counts are its own, and only PARENT reports progress. */
void bcov_control_start_part (bcov_control *control, bcov_control *parent, size_t worker,
                              const atomic_bool *halt);

/* Returns the seconds since the start. */
double bcov_control_seconds (const bcov_control *control);

/* Returns false if the run is stopped or the time of the current step is over.  Engines call it
   every few thousand steps.  The call of worker 0 also reports progress. */
bool bcov_control_go_on (bcov_control *control, size_t worker);

/* For preparations: adds AMOUNT to *WORK and, whenever enough work is done, polls as above. Returns
   BCOV_STOPPED with the reason in ERR if the run is stopped.  CONTROL may be NULL. */
bcov_status bcov_control_work (bcov_control *control, uint64_t *work, uint64_t amount,
                               bcov_error *err);

/* Begins a step that is the part FROM .. FROM+SPAN of the run, for progress reports. */
void bcov_control_step (bcov_control *control, double from, double span);

/* Records that FRACTION of the current step is done. */
void bcov_control_done (bcov_control *control, double fraction);

/* Limits the current step to SECONDS of processor time (0: no limit).  When they are over,
   bcov_control_go_on returns false, but the run does not count as stopped. */
void bcov_control_give (bcov_control *control, double seconds);

/* Limits the current step to about NODES nodes (0: no limit) in the same way. */
void bcov_control_give_nodes (bcov_control *control, uint64_t nodes);

/* Ends the run from within (the sink wants no more solutions, or another thread failed). */
void bcov_control_end (bcov_control *control);

/* Lets a run that was ended from within go on. */
void bcov_control_resume (bcov_control *control);

/* Returns BCOV_OK unless the run was stopped from outside; else BCOV_STOPPED, or the status of the
   progress callback, with the reason in ERR. */
bcov_status bcov_control_status (const bcov_control *control, bcov_error *err);

#endif
