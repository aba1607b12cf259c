/* Turns: whatever the threads do and however long each takes, the sink sees the solutions in the
   order of their units; it may have enough; memory may end. */

#include "suite.h"

#include "random_cases.h"
#include "engine/ordered_output.h"
#include "base/random.h"
#include "base/threads.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_OPTIONS = 6 };

/* What the sink has seen.  Solutions must come in the order of units and, in these, of numbers. */
typedef struct {
  uint64_t unit, number, count;
  uint64_t enough; /* after so many; 0: never */
  int inside;      /* calls under way */
} witness;

/* How many solutions UNIT has: most have few, some none. */
static uint64_t solutions_of (uint64_t unit)
{
  bcov_random random = {unit};
  uint64_t kind = bcov_random_below (&random, 10);
  return kind < 3 ? 0 : kind < 9 ? bcov_random_below (&random, 5) : bcov_random_below (&random, 90);
}

/* The options of a solution: its unit, its number, and more of no meaning; some have only two. */
static size_t make_options (uint64_t unit, uint64_t number, uint32_t *options)
{
  size_t count = 2 + (unit * 7 + number) % (MOST_OPTIONS - 1);
  options[0] = (uint32_t)unit;
  options[1] = (uint32_t)number;
  for (size_t k = 2; k < count; k++)
    options[k] = (uint32_t)(unit ^ number << k);
  return count;
}

/* Only assertions of the main thread end a test; the others are remembered. */
static bool see (void *data, const uint32_t *options, size_t count)
{
  witness *w = data;
  uint32_t expected[MOST_OPTIONS];
  bool fine = w->inside++ == 0; /* seen by the thread sanitizer as well */
  while (w->number == solutions_of (w->unit)) {
    w->unit++;
    w->number = 0;
  }
  fine = fine && count == make_options (w->unit, w->number, expected);
  for (size_t k = 0; fine && k < count; k++)
    fine = options[k] == expected[k];
  if (!fine) {
    fprintf (stderr, "unit %u number %u in place of %llu %llu\n", options[0], options[1],
             (unsigned long long)w->unit, (unsigned long long)w->number);
    abort ();
  }
  w->number++;
  w->count++;
  w->inside--;
  return w->count != w->enough;
}

static uint64_t sum_of (uint64_t units)
{
  uint64_t sum = 0;
  for (uint64_t u = 0; u < units; u++)
    sum += solutions_of (u);
  return sum;
}

/* ---- threads ---- */

typedef struct {
  bcov_ordered_output *output;
  bcov_mem *mem;
  uint64_t units, seed;
  bool first_is_slow; /* so that the others come far ahead of it */
  atomic_uint_fast64_t next, ended, refused;
} crew;

static void wait_a_little (uint64_t nanoseconds)
{
  nanosleep (&(struct timespec){.tv_nsec = (long)nanoseconds}, NULL);
}

static void work_on (crew *c, uint64_t unit, bcov_random *random)
{
  bcov_output_turn turn = {.unit = unit};
  uint64_t solutions = solutions_of (unit);
  bool more = true;
  if (unit == 0 && c->first_is_slow)
    wait_a_little (100000000);
  for (uint64_t n = 0; more && n < solutions; n++) {
    uint32_t options[MOST_OPTIONS];
    size_t count = make_options (unit, n, options);
    if (bcov_random_below (random, 40) == 0)
      wait_a_little (bcov_random_below (random, 200000));
    more = bcov_ordered_output_put (c->output, &turn, options, count);
  }
  if (more)
    more = bcov_ordered_output_end (c->output, &turn);
  atomic_fetch_add (more ? &c->ended : &c->refused, 1);
  bcov_vec_free (c->mem, &turn.words);
}

static void work (void *data, size_t part, size_t worker)
{
  crew *c = data;
  bcov_random random = {c->seed + part};
  (void)worker;
  while (!atomic_load (&c->output->enough)) {
    uint64_t unit = atomic_fetch_add (&c->next, 1);
    if (unit >= c->units)
      return;
    work_on (c, unit, &random);
  }
}

/* UNITS units by WORKERS threads; how many solutions were seen. */
static uint64_t run (uint64_t units, size_t workers, uint64_t enough, bool first_is_slow,
                     uint64_t seed)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_ordered_output *output = calloc (1, sizeof *output);
  witness w = {.enough = enough};
  crew c = {
      .output = output, .mem = mem, .units = units, .seed = seed, .first_is_slow = first_is_slow};
  bcov_ordered_output_start (mem, see, &w, output, NULL);
  bcov_threads_for (workers, workers, work, &c);
  assert_int_equal (output->status, BCOV_OK);
  if (!enough) {
    assert_int_equal (c.ended, units);
    assert_int_equal (output->next, units);
    assert_false (output->enough);
  } else
    assert_true (output->enough && c.refused > 0);
  bcov_ordered_output_stop (output);
  free (output);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
  return w.count;
}

static void in_the_order_of_units (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  for (size_t workers = 1; workers <= 6; workers++)
    assert_int_equal (run (400, workers, 0, false, seed + workers), sum_of (400));
}

/* The first unit takes longest: the others are all over before it, more than are kept. */
static void far_ahead_of_the_first (void **state)
{
  (void)state;
  uint64_t units = 2 * BCOV_ORDERED_OUTPUT_AHEAD + 300;
  assert_int_equal (run (units, 2, 0, true, 1), sum_of (units));
  assert_int_equal (run (units, 4, 0, true, 2), sum_of (units));
}

static void enough_in_the_middle (void **state)
{
  (void)state;
  uint64_t all = sum_of (3000);
  static const uint64_t enough[] = {1, 2, 17, 300, 2000};
  for (size_t k = 0; k < 5; k++)
    for (size_t workers = 1; workers <= 4; workers++) {
      assert_true (enough[k] < all);
      assert_int_equal (run (3000, workers, enough[k], workers % 2 == 0, k), enough[k]);
    }
}

/* ---- one thread, step by step ---- */

/* A log of the first options handed on. */
typedef struct {
  uint32_t first[64];
  size_t sizes[64], count, enough;
} diary;

static bool note (void *data, const uint32_t *options, size_t count)
{
  diary *d = data;
  assert_true (d->count < 64);
  d->first[d->count] = count ? options[0] : 0;
  d->sizes[d->count++] = count;
  return d->count != d->enough;
}

static void kept_until_its_turn (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_ordered_output *t = calloc (1, sizeof *t);
  diary d = {0};
  bcov_output_turn zero = {.unit = 0}, one = {.unit = 1}, two = {.unit = 2}, three = {.unit = 3};
  bcov_ordered_output_start (mem, note, &d, t, NULL);
  assert_true (bcov_ordered_output_put (t, &two, (uint32_t[]){20, 1}, 2));
  assert_true (bcov_ordered_output_put (t, &two, NULL, 0)); /* a solution may have no option */
  assert_true (bcov_ordered_output_put (t, &one, (uint32_t[]){10}, 1));
  assert_int_equal (d.count, 0);
  assert_true (bcov_ordered_output_put (t, &zero, (uint32_t[]){5}, 1));
  assert_int_equal (d.count, 1); /* at once */
  assert_true (bcov_ordered_output_end (t, &two));
  assert_int_equal (two.words.count, 0);
  assert_int_equal (d.count, 1);
  assert_true (bcov_ordered_output_end (t, &zero));
  assert_int_equal (t->next, 1);
  assert_true (
      bcov_ordered_output_put (t, &one, (uint32_t[]){11}, 1)); /* what was kept goes first */
  assert_int_equal (d.count, 3);
  assert_true (bcov_ordered_output_end (t, &one)); /* and takes the next along */
  assert_int_equal (t->next, 3);
  assert_true (bcov_ordered_output_end (t, &three));
  assert_int_equal (d.count, 5);
  assert_memory_equal (d.first, ((uint32_t[]){5, 10, 11, 20, 0}), 5 * sizeof (uint32_t));
  assert_memory_equal (d.sizes, ((size_t[]){1, 1, 1, 2, 0}), 5 * sizeof (size_t));
  bcov_ordered_output_stop (t);
  free (t);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* What is kept when it ends is freed. */
static void ended_from_outside (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_ordered_output *t = calloc (1, sizeof *t);
  diary d = {0};
  bcov_output_turn output[] = {{.unit = 0}, {.unit = 1}, {.unit = 2}};
  bcov_ordered_output_start (mem, note, &d, t, NULL);
  assert_true (bcov_ordered_output_put (t, &output[1], (uint32_t[]){1}, 1));
  assert_true (bcov_ordered_output_end (t, &output[1]));
  assert_true (bcov_ordered_output_put (t, &output[2], (uint32_t[]){2}, 1));
  bcov_ordered_output_enough (t);
  assert_false (bcov_ordered_output_put (t, &output[2], (uint32_t[]){3}, 1));
  assert_false (bcov_ordered_output_put (t, &output[0], (uint32_t[]){4}, 1));
  assert_false (bcov_ordered_output_end (t, &output[2]));
  assert_false (bcov_ordered_output_end (t, &output[0]));
  assert_int_equal (d.count, 0);
  bcov_ordered_output_stop (t);
  free (t);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* The sink has enough among what was kept: the rest of it is not handed on. */
static void enough_of_what_was_kept (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_ordered_output *t = calloc (1, sizeof *t);
  diary d = {.enough = 3};
  bcov_output_turn zero = {.unit = 0}, one = {.unit = 1};
  bcov_ordered_output_start (mem, note, &d, t, NULL);
  for (uint32_t k = 0; k < 8; k++)
    assert_true (bcov_ordered_output_put (t, &one, &k, 1));
  assert_true (bcov_ordered_output_end (t, &one));
  assert_false (bcov_ordered_output_end (t, &zero));
  assert_int_equal (d.count, 3);
  assert_true (t->enough);
  bcov_ordered_output_stop (t);
  free (t);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void memory_may_fail (void **state)
{
  (void)state;
  bool failed = true;
  for (size_t n = 1; failed; n++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_error *err = bcov_error_new ();
    bcov_ordered_output *t = calloc (1, sizeof *t);
    diary d = {0};
    bcov_output_turn zero = {.unit = 0}, one = {.unit = 1};
    uint32_t options[100] = {0};
    bcov_ordered_output_start (mem, note, &d, t, err);
    bcov_mem_fail_at (mem, n);
    for (size_t k = 0; k < 20 && bcov_ordered_output_put (t, &one, options, 5 * k); k++)
      assert_false (t->enough);
    bcov_mem_fail_at (mem, 0);
    failed = t->enough;
    assert_int_equal (t->status, failed ? BCOV_FAULT : BCOV_OK);
    assert_int_equal (bcov_error_status (err), t->status);
    assert_int_equal (bcov_ordered_output_end (t, &one), !failed);
    assert_int_equal (bcov_ordered_output_end (t, &zero), !failed);
    assert_int_equal (d.count, failed ? 0 : 20);
    bcov_ordered_output_stop (t);
    free (t);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_mem_delete (mem);
    bcov_error_free (err);
    assert_true (n > 1 || failed);
  }
}

/* ---- waiting ---- */

enum { MANY = 1 << 17 };

typedef struct {
  uint64_t sum, count;
} total;

static bool add (void *data, const uint32_t *options, size_t count)
{
  total *t = data;
  t->sum += options[0];
  t->count += count;
  return true;
}

/* Worker 0 has unit 0 and is late; the other one finds more than is kept. */
static void find_many (void *data, size_t part, size_t worker)
{
  bcov_ordered_output *t = data;
  bcov_output_turn turn = {.unit = part};
  (void)worker;
  if (part == 0)
    wait_a_little (50000000);
  for (uint32_t k = 0; part && k < MANY; k++)
    if (!bcov_ordered_output_put (t, &turn, (uint32_t[]){k, k, k}, 3))
      abort ();
  if (!bcov_ordered_output_end (t, &turn))
    abort ();
}

static void waits_when_too_much_is_kept (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_ordered_output *t = calloc (1, sizeof *t);
  total sum = {0};
  bcov_ordered_output_start (mem, add, &sum, t, NULL);
  bcov_threads_for (2, 2, find_many, t);
  bcov_ordered_output_stop (t);
  free (t);
  assert_int_equal (sum.count, 3 * (uint64_t)MANY);
  assert_int_equal (sum.sum, (uint64_t)MANY * (MANY - 1) / 2);
  assert_true (bcov_mem_peak (mem) < 4 * (size_t)MANY * 4); /* not all of it */
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Worker 0 ends it all while the other one waits for its turn. */
static void find_or_end (void *data, size_t part, size_t worker)
{
  bcov_ordered_output *t = data;
  bcov_output_turn turn = {.unit = part};
  bool more = true;
  (void)worker;
  if (part == 0) {
    wait_a_little (50000000);
    bcov_ordered_output_enough (t);
    return;
  }
  for (uint32_t k = 0; more && k < MANY; k++)
    more = bcov_ordered_output_put (t, &turn, (uint32_t[]){k, k, k}, 3);
  if (more)
    abort ();
  bcov_vec_free (t->mem, &turn.words);
}

static void who_waits_goes_on_when_it_ends (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_ordered_output *t = calloc (1, sizeof *t);
  total sum = {0};
  bcov_ordered_output_start (mem, add, &sum, t, NULL);
  bcov_threads_for (2, 2, find_or_end, t);
  bcov_ordered_output_stop (t);
  free (t);
  assert_int_equal (sum.count, 0);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (ordered_output)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (kept_until_its_turn),
      cmocka_unit_test (ended_from_outside),
      cmocka_unit_test (enough_of_what_was_kept),
      cmocka_unit_test (memory_may_fail),
      cmocka_unit_test (in_the_order_of_units),
      cmocka_unit_test (far_ahead_of_the_first),
      cmocka_unit_test (enough_in_the_middle),
      cmocka_unit_test (waits_when_too_much_is_kept),
      cmocka_unit_test (who_waits_goes_on_when_it_ends),
  };
  return cmocka_run_group_tests_name ("ordered_output", tests, NULL, NULL);
}
