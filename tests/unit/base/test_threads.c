/* bcov_threads_for runs every part once, with distinct workers, in parallel, and completes even if
   no thread can be started. Threads take notes, which the test checks afterwards. */

#include "suite.h"

#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { MOST_PARTS = 3000, MOST_WORKERS = 256 };

typedef struct {
  size_t workers;
  atomic_int done[MOST_PARTS];
  atomic_int busy[MOST_WORKERS];
  atomic_size_t last[MOST_WORKERS]; /* last part of each worker, plus one */
  atomic_int mistakes;
} notes;

static void take_notes (void *data, size_t part, size_t worker)
{
  notes *n = data;
  if (worker >= n->workers || atomic_exchange (&n->busy[worker], 1)) {
    atomic_fetch_add (&n->mistakes, 1);
    return;
  }
  if (atomic_load (&n->last[worker]) > part)
    atomic_fetch_add (&n->mistakes, 1);
  atomic_store (&n->last[worker], part + 1);
  atomic_fetch_add (&n->done[part], 1);
  atomic_store (&n->busy[worker], 0);
}

/* Runs PARTS parts and checks that each was done once, by workers below SEATS, in ascending order
   for each worker. */
static void run_and_check (size_t workers, size_t parts, size_t seats)
{
  static const notes empty;
  notes n = empty;
  n.workers = seats;
  bcov_threads_for (workers, parts, take_notes, &n);
  assert_int_equal (n.mistakes, 0);
  for (size_t part = 0; part < MOST_PARTS; part++)
    assert_int_equal (n.done[part], part < parts);
}

static void each_part_is_done_once (void **state)
{
  (void)state;
  for (size_t workers = 1; workers <= 8; workers++)
    for (size_t parts = 0; parts <= 40; parts++)
      run_and_check (workers, parts, workers < parts ? workers : parts);
  for (size_t k = 0; k < 80; k++)
    run_and_check (1 + k % 8, MOST_PARTS, 1 + k % 8);
}

static void odd_numbers_of_workers_are_fine (void **state)
{
  (void)state;
  run_and_check (0, 10, 1);
  run_and_check (0, 0, 0);
  run_and_check (100, 3, 3);
  run_and_check (1000, MOST_PARTS, MOST_WORKERS);
  run_and_check (SIZE_MAX, 2, 2);
}

static void one_worker_goes_in_order (void **state)
{
  (void)state;
  static const notes empty;
  notes n = empty;
  n.workers = 1;
  bcov_threads_for (1, MOST_PARTS, take_notes, &n);
  assert_int_equal (n.mistakes, 0);
  assert_int_equal (n.last[0], MOST_PARTS);
}

static void nap (long milliseconds)
{
  nanosleep (&(struct timespec){.tv_nsec = milliseconds * 1000000}, NULL);
}

enum { GUESTS = 5 };

typedef struct {
  atomic_int present, met;
  atomic_int seat[GUESTS]; /* parts per worker */
} meeting;

/* Waits up to ten seconds until all parts have started. */
static void meet (void *data, size_t part, size_t worker)
{
  (void)part;
  meeting *m = data;
  atomic_fetch_add (&m->seat[worker % GUESTS], 1);
  atomic_fetch_add (&m->present, 1);
  for (int k = 0; k < 10000 && atomic_load (&m->present) < GUESTS; k++)
    nap (1);
  if (atomic_load (&m->present) == GUESTS)
    atomic_fetch_add (&m->met, 1);
}

/* Workers run at the same time and have different numbers. */
static void workers_work_at_once (void **state)
{
  (void)state;
  meeting m = {0};
  bcov_threads_for (GUESTS, GUESTS, meet, &m);
  assert_int_equal (m.met, GUESTS);
  for (int k = 0; k < GUESTS; k++)
    assert_int_equal (m.seat[k], 1);
}

static void finish_late (void *data, size_t part, size_t worker)
{
  (void)worker;
  nap ((long)(part % 7));
  atomic_fetch_add ((atomic_int *)data, 1);
}

static void nobody_is_left_behind (void **state)
{
  (void)state;
  for (size_t workers = 1; workers <= 8; workers++) {
    atomic_int finished = 0;
    bcov_threads_for (workers, 30, finish_late, &finished);
    assert_int_equal (finished, 30);
  }
}

static void count_worker (void *data, size_t part, size_t worker)
{
  (void)part;
  atomic_fetch_add ((atomic_int *)data + (worker > 0), 1);
}

/* With stacks larger than the address space no thread can be started, and the caller does
   everything. */
static void without_threads_the_caller_does_it (void **state)
{
  (void)state;
  pthread_attr_t usual, huge;
  atomic_int parts_of[2] = {0};
  assert_int_equal (pthread_getattr_default_np (&usual), 0);
  assert_int_equal (pthread_getattr_default_np (&huge), 0);
  assert_int_equal (pthread_attr_setstacksize (&huge, (size_t)1 << 55), 0);
  assert_int_equal (pthread_setattr_default_np (&huge), 0);
  bcov_threads_for (4, 100, count_worker, parts_of);
  assert_int_equal (pthread_setattr_default_np (&usual), 0);
  assert_int_equal (parts_of[0], 100);
  assert_int_equal (parts_of[1], 0);
  pthread_attr_destroy (&usual);
  pthread_attr_destroy (&huge);
}

/* ---- crews ---- */

typedef struct {
  atomic_int done[100]; /* of each part: loops that did it */
  int loops;
  atomic_int late; /* parts of a loop that were done after its end */
  atomic_int now;  /* the loop */
} loops;

static void do_part_of_loop (void *data, size_t part, size_t worker)
{
  loops *l = data;
  int loop = l->now;
  if (worker || part % 16 == 0) /* helpers have time to take a part, and are the last to end it */
    nap (worker ? 3 : 1);
  atomic_fetch_add (&l->done[part], 1);
  l->late += loop != l->now;
}

/* Each loop sees what the loop before has done. */
static void lead (void *data, bcov_crew *crew)
{
  loops *l = data;
  for (l->loops = 0; l->loops < 50; l->loops++) {
    size_t parts = l->loops % 3 ? 100 : 1;
    l->now = l->loops;
    bcov_crew_for (crew, 0, do_part_of_loop, l);
    bcov_crew_for (crew, parts, do_part_of_loop, l);
    l->now = -1;
    for (size_t k = 1; k < 100; k++)
      assert_int_equal (l->done[k], l->loops + 1 - (l->loops / 3 + 1));
    assert_int_equal (l->done[0], l->loops + 1);
  }
}

static void crews_do_each_part_of_each_loop (void **state)
{
  (void)state;
  for (size_t workers = 1; workers <= 4; workers++) {
    loops l = {0};
    bcov_crew_run (workers, lead, &l);
    assert_int_equal (l.loops, 50);
    assert_int_equal (l.late, 0);
  }
}

static void the_machine_has_a_thread (void **state)
{
  (void)state;
  assert_in_range (bcov_threads_available (), 1, MOST_WORKERS);
}

SUITE (threads)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (each_part_is_done_once),
      cmocka_unit_test (odd_numbers_of_workers_are_fine),
      cmocka_unit_test (one_worker_goes_in_order),
      cmocka_unit_test (workers_work_at_once),
      cmocka_unit_test (nobody_is_left_behind),
      cmocka_unit_test (without_threads_the_caller_does_it),
      cmocka_unit_test (crews_do_each_part_of_each_loop),
      cmocka_unit_test (the_machine_has_a_thread),
  };
  return cmocka_run_group_tests_name ("threads", tests, NULL, NULL);
}
