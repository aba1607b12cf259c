/* Reasons to stop a run, their messages, and progress. To let time pass, the tests move the start
   back instead of waiting. */

#include "suite.h"

#include "base/control.h"
#include "base/threads.h"

enum { MOST_SHOWN = 100 };

typedef struct {
  bcov_progress shown[MOST_SHOWN];
  size_t count;
} album;

static bcov_status keep (const bcov_progress *now, void *data)
{
  album *a = data;
  if (a->count < MOST_SHOWN)
    a->shown[a->count] = *now;
  a->count++;
  return BCOV_OK;
}

/* Lets SECONDS pass without waiting. */
static void pass (bcov_control *control, double seconds)
{
  control->started -= seconds;
  control->next_progress -= seconds;
}

/* Returns the status and checks that its message is TEXT. */
static bcov_status status_with (const bcov_control *control, const char *text)
{
  bcov_error *err = bcov_error_new ();
  bcov_status status = bcov_control_status (control, err);
  assert_string_equal (bcov_error_text (err), text);
  assert_int_equal (bcov_error_status (err), status);
  assert_int_equal (bcov_control_status (control, NULL), status);
  bcov_error_free (err);
  return status;
}

static void a_run_goes_on (void **state)
{
  (void)state;
  bcov_control control;
  bcov_control_start (&control, NULL);
  assert_true (!control.watch.stop && !control.watch.progress && control.watch.seconds == 0);
  pass (&control, 1e6);
  for (size_t worker = 0; worker < 4; worker++)
    assert_true (bcov_control_go_on (&control, worker));
  assert_int_equal (status_with (&control, ""), BCOV_OK);
}

static void a_start_forgets_the_last_run (void **state)
{
  (void)state;
  bcov_control control;
  bcov_control_start (&control, NULL);
  bcov_control_end (&control);
  control.nodes = control.found = 17;
  control.fraction = 0.5;
  bcov_control_start (&control, NULL);
  assert_true (bcov_control_go_on (&control, 0));
  assert_int_equal (control.nodes + control.found, 0);
  assert_true (control.fraction < 0);
}

static void seconds_are_counted_from_the_start (void **state)
{
  (void)state;
  bcov_control control;
  bcov_control_start (&control, NULL);
  double first = bcov_control_seconds (&control);
  assert_true (first >= 0 && first < 10);
  pass (&control, 100);
  double second = bcov_control_seconds (&control);
  assert_true (second >= first + 100 && second < first + 110);
}

static void time_ends_a_run (void **state)
{
  (void)state;
  const bcov_watch watch = {.seconds = 60.5};
  bcov_control control;
  bcov_control_start (&control, &watch);
  assert_true (bcov_control_go_on (&control, 3));
  pass (&control, 50);
  assert_true (bcov_control_go_on (&control, 3));
  assert_int_equal (status_with (&control, ""), BCOV_OK);
  pass (&control, 10.5);
  assert_false (bcov_control_go_on (&control, 3));
  assert_false (bcov_control_go_on (&control, 0));
  assert_int_equal (status_with (&control, "stopped: the time limit of 60.5 s was reached"),
                    BCOV_STOPPED);
}

/* The same with the real clock. */
static void a_short_time_is_really_waited_for (void **state)
{
  (void)state;
  const bcov_watch watch = {.seconds = 0.02};
  bcov_control control;
  bcov_control_start (&control, &watch);
  while (bcov_control_go_on (&control, 0))
    assert_true (bcov_control_seconds (&control) < 60);
  assert_true (bcov_control_seconds (&control) >= 0.02);
  assert_int_equal (bcov_control_status (&control, NULL), BCOV_STOPPED);
}

static void a_stop_ends_a_run (void **state)
{
  (void)state;
  atomic_bool stop = false;
  const bcov_watch watch = {.stop = &stop};
  bcov_control control;
  bcov_control_start (&control, &watch);
  assert_true (bcov_control_go_on (&control, 0));
  stop = true;
  assert_false (bcov_control_go_on (&control, 1));
  stop = false;
  assert_false (bcov_control_go_on (&control, 0));
  assert_int_equal (status_with (&control, "stopped"), BCOV_STOPPED);
}

/* BCOV_ENOUGH from the progress callback stops the run. */
static void an_end_from_within_is_no_error (void **state)
{
  (void)state;
  bcov_control control;
  bcov_control_start (&control, NULL);
  bcov_control_end (&control);
  assert_false (bcov_control_go_on (&control, 0));
  assert_false (bcov_control_go_on (&control, 1));
  assert_int_equal (status_with (&control, ""), BCOV_OK);
}

static void the_first_reason_counts (void **state)
{
  (void)state;
  atomic_bool stop = false;
  const bcov_watch watch = {.stop = &stop, .seconds = 5};
  bcov_control control;
  bcov_control_start (&control, &watch);
  bcov_control_end (&control);
  stop = true;
  pass (&control, 10);
  assert_false (bcov_control_go_on (&control, 0));
  assert_int_equal (status_with (&control, ""), BCOV_OK);
  bcov_control_start (&control, &watch);
  stop = false;
  pass (&control, 10);
  assert_false (bcov_control_go_on (&control, 0));
  stop = true;
  assert_false (bcov_control_go_on (&control, 0));
  bcov_control_end (&control);
  assert_int_equal (status_with (&control, "stopped: the time limit of 5 s was reached"),
                    BCOV_STOPPED);
}

/* Polled for a third of a second, progress is reported at most three times, at least a tenth of a
   second apart. */
static void progress_is_shown_ten_times_a_second (void **state)
{
  (void)state;
  album a = {.count = 0};
  const bcov_watch watch = {.progress = keep, .progress_data = &a};
  bcov_control control;
  bcov_control_start (&control, &watch);
  while (bcov_control_seconds (&control) < 0.35 || !a.count)
    assert_true (bcov_control_go_on (&control, 0));
  assert_in_range (a.count, 1, (size_t)(10 * bcov_control_seconds (&control) + 0.01));
  assert_true (a.shown[0].seconds >= 0.0999);
}

static void only_the_first_worker_shows_it (void **state)
{
  (void)state;
  album a = {.count = 0};
  const bcov_watch watch = {.progress = keep, .progress_data = &a};
  bcov_control control;
  bcov_control_start (&control, &watch);
  assert_true (bcov_control_go_on (&control, 0));
  assert_int_equal (a.count, 0);
  pass (&control, 1);
  assert_true (bcov_control_go_on (&control, 1));
  assert_int_equal (a.count, 0);
  assert_true (bcov_control_go_on (&control, 0));
  assert_int_equal (a.count, 1);
  assert_true (bcov_control_go_on (&control, 0));
  assert_int_equal (a.count, 1);
}

static void progress_tells_what_is_known (void **state)
{
  (void)state;
  album a = {.count = 0};
  const bcov_watch watch = {.progress = keep, .progress_data = &a};
  static const double fractions[] = {-1, 0, 0.25, 1};
  static const double left[] = {-1, -1, 30, 0};
  for (size_t k = 0; k < 4; k++) {
    bcov_control control;
    bcov_control_start (&control, &watch);
    control.nodes = 1000 + k;
    control.found = UINT64_MAX - k;
    control.fraction = fractions[k];
    pass (&control, 10);
    assert_true (bcov_control_go_on (&control, 0));
    assert_int_equal (a.count, k + 1);
    assert_true (a.shown[k].fraction == fractions[k]);
    assert_true (a.shown[k].seconds >= 10 && a.shown[k].seconds < 20);
    assert_true (a.shown[k].nodes == 1000 + k && a.shown[k].found == UINT64_MAX - k);
    double off = a.shown[k].seconds_left - left[k] * (left[k] > 0 ? a.shown[k].seconds / 10 : 1);
    assert_true (off > -1e-6 && off < 1e-6);
  }
}

typedef struct {
  bcov_control control;
  atomic_int steps, ended;
} race;

/* One part ends the run after a while, and the others continue until they notice. */
static void run_until_told (void *data, size_t part, size_t worker)
{
  race *r = data;
  while (bcov_control_go_on (&r->control, worker))
    if (atomic_fetch_add (&r->steps, 1) >= 1000 && part == 0)
      bcov_control_end (&r->control);
  atomic_fetch_add (&r->ended, 1);
}

static void all_workers_hear_of_the_end (void **state)
{
  (void)state;
  race r = {.steps = 0};
  const bcov_watch watch = {.seconds = 60};
  bcov_control_start (&r.control, &watch);
  bcov_threads_for (4, 8, run_until_told, &r);
  assert_int_equal (r.ended, 8);
  assert_int_equal (status_with (&r.control, ""), BCOV_OK);
}

/* A part ends by its own flag or with its parent; its end and its counts do not concern others. */
static void a_part_stops_with_its_parent (void **state)
{
  (void)state;
  atomic_bool halt = false, stop = false;
  const bcov_watch watch = {.stop = &stop};
  bcov_control parent, part, other;
  bcov_control_start (&parent, &watch);
  bcov_control_start_part (&part, &parent, 1, &halt);
  bcov_control_start_part (&other, &parent, 2, NULL);
  part.nodes = 5;
  assert_true (bcov_control_go_on (&part, 0));
  halt = true;
  assert_false (bcov_control_go_on (&part, 0));
  assert_true (bcov_control_go_on (&other, 0) && bcov_control_go_on (&parent, 0));
  assert_int_equal (parent.nodes, 0);
  stop = true;
  assert_false (bcov_control_go_on (&other, 0));
  assert_int_equal (bcov_control_status (&parent, NULL), BCOV_STOPPED);
}

/* A step of 100 nodes, seen every ten, pauses the run and keeps the share done by its half. */
static void nodes_are_limited (void **state)
{
  (void)state;
  bcov_control control;
  bcov_control_start (&control, NULL);
  atomic_store (&control.nodes, 1000);
  bcov_control_give_nodes (&control, 100);
  for (uint64_t k = 10; k <= 120; k += 10) {
    atomic_store (&control.nodes, 1000 + k);
    bcov_control_done (&control, (double)k / 1000);
    assert_int_equal (bcov_control_go_on (&control, 0), k < 100);
  }
  bcov_control_give_nodes (&control, 0);
  assert_true (bcov_control_go_on (&control, 0));
  assert_true (atomic_load (&control.some_fraction) == 0.05);
  assert_int_equal (bcov_control_status (&control, NULL), BCOV_OK);
}

SUITE (control)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (nodes_are_limited),
      cmocka_unit_test (a_run_goes_on),
      cmocka_unit_test (a_start_forgets_the_last_run),
      cmocka_unit_test (seconds_are_counted_from_the_start),
      cmocka_unit_test (time_ends_a_run),
      cmocka_unit_test (a_short_time_is_really_waited_for),
      cmocka_unit_test (a_stop_ends_a_run),
      cmocka_unit_test (an_end_from_within_is_no_error),
      cmocka_unit_test (the_first_reason_counts),
      cmocka_unit_test (progress_is_shown_ten_times_a_second),
      cmocka_unit_test (only_the_first_worker_shows_it),
      cmocka_unit_test (progress_tells_what_is_known),
      cmocka_unit_test (all_workers_hear_of_the_end),
      cmocka_unit_test (a_part_stops_with_its_parent),
  };
  return cmocka_run_group_tests_name ("control", tests, NULL, NULL);
}
