/* Every poll reads the clock, and runs the progress callback if enough time has passed.  The first
   reason to stop is kept, so that the message names the right one. */

#include "base/control.h"

#include <time.h>

enum { WORK_BETWEEN = 1 << 18 };

enum { RUNNING, BY_REQUEST, BY_TIME, BY_PROGRESS, FROM_WITHIN };

static double read_clock (clockid_t clock)
{
  struct timespec t;
  clock_gettime (clock, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double now (void)
{
  return read_clock (CLOCK_MONOTONIC);
}

static double report_after (const bcov_control *control, double time)
{
  double every = control->watch.progress_every;
  return time + (every > 0 ? every : 0.1);
}

void bcov_control_start (bcov_control *control, const bcov_watch *watch)
{
  control->watch = watch ? *watch : (bcov_watch){0};
  control->parent = NULL;
  control->worker = 0;
  control->started = now ();
  control->next_progress = report_after (control, control->started);
  atomic_store (&control->stopped, RUNNING);
  atomic_store (&control->nodes, 0);
  atomic_store (&control->found, 0);
  atomic_store (&control->fraction, -1);
  control->aside = NULL;
  control->pause = 0;
  control->most_nodes = 0;
  control->from = 0;
  control->span = 1;
  atomic_store (&control->level, 0);
  atomic_store (&control->levels, 0);
  atomic_store (&control->states, 0);
  atomic_store (&control->widest, 0);
  atomic_store (&control->bytes, 0);
  atomic_store (&control->best, 0);
  atomic_store (&control->bound, 0);
}

void bcov_control_start_part (bcov_control *control, bcov_control *parent, size_t worker,
                              const atomic_bool *halt)
{
  bcov_watch watch = {.stop = halt};
  bcov_control_start (control, &watch);
  control->parent = parent;
  control->worker = worker;
}

double bcov_control_seconds (const bcov_control *control)
{
  return now () - control->started;
}

static void end_by (bcov_control *control, int reason)
{
  int expected = RUNNING;
  atomic_compare_exchange_strong (&control->stopped, &expected, reason);
}

static void show_progress (bcov_control *control, double time)
{
  bcov_progress shown = {.seconds = time - control->started,
                         .fraction = atomic_load (&control->fraction),
                         .seconds_left = -1,
                         .nodes = atomic_load (&control->nodes),
                         .found = atomic_load (&control->found),
                         .level = atomic_load (&control->level),
                         .levels = atomic_load (&control->levels),
                         .states = atomic_load (&control->states),
                         .widest = atomic_load (&control->widest),
                         .bytes = atomic_load (&control->bytes),
                         .best = atomic_load (&control->best),
                         .bound = atomic_load (&control->bound)};
  if (shown.fraction > 0)
    shown.seconds_left = shown.seconds * (1 - shown.fraction) / shown.fraction;
  bcov_status status = control->watch.progress (&shown, control->watch.progress_data);
  control->next_progress = report_after (control, time);
  if (!status || atomic_load (&control->stopped))
    return;
  control->wanted = status == BCOV_ENOUGH ? BCOV_STOPPED : status;
  end_by (control, BY_PROGRESS);
}

static bool is_set (const atomic_bool *flag)
{
  return flag && atomic_load_explicit (flag, memory_order_relaxed);
}

/* Preparations of several threads poll as worker 0, but only one of them works aside. */
static void work_aside (bcov_aside *aside, double seconds)
{
  if (atomic_exchange (&aside->busy, true))
    return;
  if (seconds >= aside->at)
    aside->run (aside->data);
  atomic_store (&aside->busy, false);
}

/* Returns whether the nodes of the current step are used up. */
static bool is_spent (bcov_control *control)
{
  uint64_t nodes = control->most_nodes ? atomic_load (&control->nodes) : 0;
  if (control->most_nodes && nodes <= control->some_nodes)
    atomic_store (&control->some_fraction, atomic_load (&control->fraction));
  return control->most_nodes && nodes >= control->most_nodes;
}

bool bcov_control_go_on (bcov_control *control, size_t worker)
{
  const bcov_watch *watch = &control->watch;
  double time = now ();
  if (control->parent && !bcov_control_go_on (control->parent, worker ? worker : control->worker))
    end_by (control, BY_REQUEST);
  if (is_set (watch->stop) || is_set (watch->closing))
    end_by (control, BY_REQUEST);
  if (watch->seconds > 0 && time - control->started >= watch->seconds)
    end_by (control, BY_TIME);
  if (worker == 0 && watch->progress && time >= control->next_progress)
    show_progress (control, time);
  if (worker == 0 && control->aside && atomic_load (&control->stopped) == RUNNING)
    work_aside (control->aside, time - control->started);
  bool pausing = control->pause > 0 && read_clock (CLOCK_PROCESS_CPUTIME_ID) >= control->pause;
  return atomic_load (&control->stopped) == RUNNING && !pausing && !is_spent (control);
}

bcov_status bcov_control_work (bcov_control *control, uint64_t *work, uint64_t amount,
                               bcov_error *err)
{
  *work += amount;
  if (!control || *work < WORK_BETWEEN)
    return BCOV_OK;
  *work = 0;
  if (bcov_control_go_on (control, 0))
    return BCOV_OK;
  bcov_status status = bcov_control_status (control, err);
  return status ? status : BCOV_STOPPED;
}

void bcov_control_step (bcov_control *control, double from, double span)
{
  control->from = from;
  control->span = span;
  bcov_control_done (control, 0);
}

void bcov_control_done (bcov_control *control, double fraction)
{
  atomic_store (&control->fraction, control->from + control->span * fraction);
}

void bcov_control_give (bcov_control *control, double seconds)
{
  control->pause = seconds > 0 ? read_clock (CLOCK_PROCESS_CPUTIME_ID) + seconds : 0;
}

void bcov_control_give_nodes (bcov_control *control, uint64_t nodes)
{
  uint64_t before = atomic_load (&control->nodes);
  control->most_nodes = nodes ? before + nodes : 0;
  control->some_nodes = before + nodes / 2;
  if (nodes)
    atomic_store (&control->some_fraction, 0);
}

void bcov_control_end (bcov_control *control)
{
  end_by (control, FROM_WITHIN);
}

void bcov_control_resume (bcov_control *control)
{
  int expected = FROM_WITHIN;
  atomic_compare_exchange_strong (&control->stopped, &expected, RUNNING);
}

bcov_status bcov_control_status (const bcov_control *control, bcov_error *err)
{
  switch (atomic_load (&control->stopped)) {
  case BY_PROGRESS:
    return bcov_error_add (err, control->wanted, NULL, "stopped");
  case BY_REQUEST:
    return bcov_error_add (err, BCOV_STOPPED, NULL, "stopped");
  case BY_TIME:
    return bcov_error_add (err, BCOV_STOPPED, NULL, "stopped: the time limit of %g s was reached",
                           control->watch.seconds);
  default:
    return BCOV_OK;
  }
}
