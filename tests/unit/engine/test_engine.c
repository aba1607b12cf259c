/* Code that the engines share: division of work, numbers from residues, ordered output, and work
   that idle threads get from busy ones. */

#include "suite.h"

#include "random_cases.h"
#include "base/random.h"
#include "base/threads.h"
#include "engine/handover.h"
#include "engine/ordered_output.h"
#include "engine/remainders.h"
#include "engine/units.h"
#include "number/residue.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Units of work: each unit belongs to one share, or to one stretch.  The results are
   compared with simple loops. */

/* ---- dealt ---- */

static void many_parts (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  for (uint64_t k = 0; k < cases (1000); k++) {
    uint32_t parts = UINT32_MAX - (uint32_t)bcov_random_below (&random, 1000);
    uint32_t part = 1 + (uint32_t)bcov_random_below (&random, parts);
    bcov_units units = bcov_units_dealt ((bcov_share){part, parts});
    for (uint64_t turn = 0; turn < 3; turn++) {
      uint64_t unit = part - 1 + parts * turn;
      assert_true (bcov_units_has (&units, unit));
      assert_false (bcov_units_has (&units, unit + 1));
      assert_int_equal (unit % parts, part - 1);
    }
  }
}

/* ---- stretches ---- */

static void expect_stretches (uint64_t count, uint64_t n)
{
  uint64_t at = 0;
  for (uint64_t k = 0; k < n; k++) {
    bcov_units units = bcov_units_stretch (count, k, n);
    assert_int_equal (units.from, at);
    assert_int_equal (units.step, 1);
    assert_true (units.to - units.from == count / n || units.to - units.from == count / n + 1);
    at = units.to;
  }
  assert_int_equal (at, count);
}

static void every_unit_is_in_one_stretch (void **state)
{
  (void)state;
  for (uint64_t n = 1; n <= 9; n++)
    for (uint64_t count = 0; count < 60; count++) {
      expect_stretches (count, n);
      for (uint64_t unit = 0; unit < count + 5; unit++) {
        uint32_t owners = 0;
        for (uint64_t k = 0; k < n; k++) {
          bcov_units units = bcov_units_stretch (count, k, n);
          owners += bcov_units_has (&units, unit);
        }
        assert_int_equal (owners, unit < count);
      }
    }
}

/* As many as the product allows. */
static void long_stretches (void **state)
{
  (void)state;
  for (uint64_t n = 1; n <= 40; n++)
    for (uint64_t less = 0; less < 50; less++)
      expect_stretches (UINT64_MAX / n - less, n);
}

/* ---- ranks ---- */

/* The ranks of all shares are consecutive, and the sizes of the shares differ by at most one. */
static void expect_ranks (const mpz_t total, uint32_t parts)
{
  mpz_t first, end, at, least;
  mpz_inits (first, end, at, least, NULL);
  mpz_fdiv_q_ui (least, total, parts);
  for (uint32_t part = 1; part <= parts; part++) {
    bcov_units_ranks ((bcov_share){part, parts}, total, first, end);
    assert_int_equal (mpz_cmp (first, at), 0);
    mpz_set (at, end);
    mpz_sub (end, end, first);
    mpz_sub (end, end, least);
    assert_true (mpz_sgn (end) == 0 || mpz_cmp_ui (end, 1) == 0);
  }
  assert_int_equal (mpz_cmp (at, total), 0);
  mpz_clears (first, end, at, least, NULL);
}

static void ranks_are_a_partition (void **state)
{
  (void)state;
  mpz_t total, first, end;
  mpz_inits (total, first, end, NULL);
  for (uint32_t parts = 1; parts <= 9; parts++)
    for (unsigned long count = 0; count < 60; count++) {
      mpz_set_ui (total, count);
      expect_ranks (total, parts);
      for (uint32_t part = 1; part <= parts; part++) {
        bcov_units units = bcov_units_stretch (count, part - 1, parts);
        bcov_units_ranks ((bcov_share){part, parts}, total, first, end);
        assert_int_equal (mpz_cmp_ui (first, units.from), 0);
        assert_int_equal (mpz_cmp_ui (end, units.to), 0);
      }
    }
  mpz_clears (total, first, end, NULL);
}

static void many_ranks (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  mpz_t total, first, end;
  mpz_inits (total, first, end, NULL);
  for (uint64_t k = 0; k < cases (300); k++) {
    mpz_set_ui (total, 1);
    for (uint64_t words = bcov_random_below (&random, 6); words; words--) {
      mpz_mul_2exp (total, total, 64);
      mpz_add_ui (total, total, bcov_random_next (&random));
    }
    expect_ranks (total, 1 + (uint32_t)bcov_random_below (&random, 100));
    bcov_units_ranks ((bcov_share){1, UINT32_MAX}, total, first, end);
    assert_int_equal (mpz_sgn (first), 0);
    bcov_units_ranks ((bcov_share){UINT32_MAX, UINT32_MAX}, total, first, end);
    assert_int_equal (mpz_cmp (end, total), 0);
  }
  mpz_clears (total, first, end, NULL);
}

/* The representation of numbers: the choice for each bound, and the conversion back to a number. */

static void expect_choice (double bound, uint32_t tried, uint32_t words, bool primes)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_remainders f;
  assert_int_equal (bcov_remainders_choose (mem, bound, tried, &f, NULL), BCOV_OK);
  assert_int_equal (f.words, words);
  assert_true (!f.primes == !primes);
  bcov_remainders_free (mem, &f);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Short numbers are stored in words, and in more words if too few were tried. */
static void choices (void **state)
{
  (void)state;
  expect_choice (0, 0, 1, false);
  expect_choice (64, 0, 1, false);
  expect_choice (64, 1, 2, false);
  expect_choice (130, 0, 2, false);
  expect_choice (130, 2, 4, true); /* three for 130 bits, and a spare one */
  expect_choice (1000, 0, 18, true);
}

/* The product of all primes except the spare one exceeds the bound. */
static void primes_are_enough (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (unsigned bits = 40; bits <= 62; bits += 11)
    for (double bound = 0; bound < 3000; bound += 61) {
      bcov_remainders f;
      double sum = 0;
      assert_int_equal (bcov_remainders_primes (mem, bound, bits, &f, NULL), BCOV_OK);
      for (uint32_t k = 0; k + 1 < f.words; k++) {
        assert_true (f.primes[k] >> bits == 0 && f.primes[k] > f.primes[k + 1]);
        sum += log2 ((double)f.primes[k]);
      }
      assert_true (sum >= bound);
      assert_true (sum < bound + bits + 1);
      bcov_remainders_free (mem, &f);
    }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void too_long (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_remainders f;
  assert_int_equal (bcov_remainders_primes (mem, 1e9, 62, &f, err), BCOV_STOPPED);
  assert_non_null (strstr (bcov_error_text (err), "301029996 digits"));
  bcov_remainders_free (mem, &f);
  assert_int_equal (bcov_remainders_primes (mem, INFINITY, 62, &f, err), BCOV_STOPPED);
  bcov_error_free (err);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void words_are_joined (void **state)
{
  (void)state;
  bcov_remainders f = {.words = 2};
  bcov_number n;
  bcov_number_init (&n, 0);
  assert_int_equal (bcov_remainders_join (&f, (uint64_t[]){7, 3}, &n, NULL), BCOV_OK);
  assert_true (bcov_number_equals (&n, "55340232221128654855")); /* 3 x 2^64 + 7 */
  f.words = 1;
  assert_int_equal (bcov_remainders_join (&f, (uint64_t[]){UINT64_MAX}, &n, NULL), BCOV_OK);
  assert_true (bcov_number_equals (&n, "18446744073709551615"));
  assert_int_equal (bcov_remainders_join (&f, (uint64_t[]){0}, &n, NULL), BCOV_OK);
  assert_true (bcov_number_equals (&n, "0"));
  bcov_number_clear (&n);
}

/* The remainders of 2^200 + 1 give back the number.  If any one of them is wrong, this is
   detected. */
static void remainders_are_joined (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_remainders f;
  bcov_number n;
  mpz_t wanted;
  uint64_t words[8];
  bcov_number_init (&n, 0);
  mpz_init (wanted);
  mpz_ui_pow_ui (wanted, 2, 200);
  mpz_add_ui (wanted, wanted, 1);
  assert_int_equal (bcov_remainders_primes (mem, 201, 56, &f, NULL), BCOV_OK);
  assert_int_equal (f.words, 5);
  for (uint32_t k = 0; k < f.words; k++)
    words[k] = mpz_fdiv_ui (wanted, f.primes[k]);
  assert_int_equal (bcov_remainders_join (&f, words, &n, err), BCOV_OK);
  assert_int_equal (mpz_cmp (n.value, wanted), 0);
  for (uint32_t k = 0; k < f.words; k++) {
    words[k] ^= 4;
    assert_int_equal (bcov_remainders_join (&f, words, &n, err), BCOV_FAULT);
    assert_non_null (strstr (bcov_error_text (err), "spare prime"));
    words[k] ^= 4;
  }
  bcov_remainders_free (mem, &f);
  bcov_number_clear (&n);
  mpz_clear (wanted);
  bcov_error_free (err);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Numbers up to 2^168 need three primes of 56 bits.  If two primes determine a number, it agrees
   with the third prime, and no fourth is needed.  Otherwise it disagrees, and the fourth prime
   decides. */
static void the_last_prime_may_agree (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_remainders f;
  bcov_number n;
  mpz_t wanted, two;
  uint64_t words[4];
  bcov_number_init (&n, 0);
  mpz_init (wanted);
  mpz_init_set_ui (two, 1);
  assert_int_equal (bcov_remainders_primes (mem, 167, 56, &f, NULL), BCOV_OK);
  assert_int_equal (f.words, 4);
  bcov_remainders three = {.words = 3, .primes = f.primes};
  for (uint32_t k = 0; k < 2; k++)
    mpz_mul_ui (two, two, f.primes[k]);
  for (int k = -3; k < 4; k++) { /* on both sides of the product of two */
    if (k < 0)
      mpz_sub_ui (wanted, two, (unsigned long)-k);
    else
      mpz_add_ui (wanted, two, (unsigned long)k);
    for (uint32_t w = 0; w < f.words; w++)
      words[w] = mpz_fdiv_ui (wanted, f.primes[w]);
    assert_int_equal (bcov_remainders_agree (&three, words, &n), k < 0);
    assert_int_equal (mpz_cmp (n.value, wanted) == 0, k < 0);
    assert_true (bcov_remainders_agree (&f, words, &n));
    assert_int_equal (mpz_cmp (n.value, wanted), 0);
    for (uint32_t w = 0; w < 3; w++) { /* a wrong remainder does not agree */
      uint64_t right = words[w];
      words[w] = right ? right - 1 : 1;
      assert_false (bcov_remainders_agree (&f, words, &n));
      if (k < 0)
        assert_false (bcov_remainders_agree (&three, words, &n));
      words[w] = right;
    }
  }
  bcov_remainders zero = {.words = 2, .primes = f.primes};
  assert_true (bcov_remainders_agree (&zero, (uint64_t[]){0, 0}, &n));
  assert_true (bcov_number_equals (&n, "0"));
  assert_false (bcov_remainders_agree (&zero, (uint64_t[]){0, 1}, &n));
  mpz_clears (wanted, two, NULL);
  bcov_number_clear (&n);
  bcov_remainders_free (mem, &f);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Ordered output: the sink receives the solutions in the order of their units, whatever the timing
   of the threads.  It may end the run, and memory may run out. */

enum { MOST_OPTIONS = 6 };

/* The data of the sink.  Solutions must arrive in the order of units and, within a unit, of
   numbers. */
typedef struct {
  uint64_t unit, number, count;
  uint64_t enough; /* stop after this many; 0: never */
  int inside;      /* running calls */
} witness;

/* Returns the number of solutions of UNIT: few for most units, none for some. */
static uint64_t solutions_of (uint64_t unit)
{
  bcov_random random = {unit};
  uint64_t kind = bcov_random_below (&random, 10);
  return kind < 3 ? 0 : kind < 9 ? bcov_random_below (&random, 5) : bcov_random_below (&random, 90);
}

/* Makes the options of a solution: its unit, its number, and sometimes further options without a
   meaning. */
static size_t make_options (uint64_t unit, uint64_t number, uint32_t *options)
{
  size_t count = 2 + (unit * 7 + number) % (MOST_OPTIONS - 1);
  options[0] = (uint32_t)unit;
  options[1] = (uint32_t)number;
  for (size_t k = 2; k < count; k++)
    options[k] = (uint32_t)(unit ^ number << k);
  return count;
}

/* The program is aborted after a failure, because assertions work only in the main thread. */
static bool see (void *data, const uint32_t *options, size_t count)
{
  witness *w = data;
  uint32_t expected[MOST_OPTIONS];
  bool fine = w->inside++ == 0; /* the thread sanitizer checks this, too */
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
  bool first_is_slow; /* so that other units end long before it */
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

/* Runs UNITS units on WORKERS threads; returns the number of solutions that the sink received. */
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

/* The first unit takes longest.  More units end before it than can be stored. */
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

/* The first option and the size of each solution passed on. */
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
  assert_int_equal (d.count, 1); /* passed on at once */
  assert_true (bcov_ordered_output_end (t, &two));
  assert_int_equal (two.words.count, 0);
  assert_int_equal (d.count, 1);
  assert_true (bcov_ordered_output_end (t, &zero));
  assert_int_equal (t->next, 1);
  assert_true (
      bcov_ordered_output_put (t, &one, (uint32_t[]){11}, 1)); /* stored solutions come first */
  assert_int_equal (d.count, 3);
  assert_true (bcov_ordered_output_end (t, &one)); /* also passes on unit 2 */
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

/* Solutions that are stored when the output ends are freed. */
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

/* If the sink ends the run while it receives stored solutions, the rest of them are dropped. */
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

/* Worker 0 has unit 0 and is slow; the other worker finds more solutions than can be stored. */
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
  assert_true (bcov_mem_peak (mem) < 4 * (size_t)MANY * 4); /* not all solutions were stored */
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Worker 0 ends the output while the other worker waits for its turn. */
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

/* ---- handover ---- */

/* Numbers FROM .. TO-1 to be marked. */
typedef struct {
  uint32_t from, to;
} stretch;

enum { MARKED = 20000, ENDED_AT = 500 };

typedef struct {
  bcov_mem *mem;
  bcov_handover handover;
  atomic_uchar marks[MARKED];
  atomic_size_t gifts;
  bool end; /* in the middle */
} marking;

/* Gives the later half of S away. */
static void give_half (marking *m, stretch *s)
{
  uint32_t middle = s->from + (s->to - s->from) / 2;
  stretch *gift = bcov_mem_alloc (m->mem, 1, sizeof *gift, NULL);
  assert_non_null (gift);
  *gift = (stretch){middle, s->to};
  if (!bcov_handover_claim (&m->handover)) {
    bcov_mem_free (m->mem, gift);
    return;
  }
  s->to = middle;
  atomic_fetch_add (&m->gifts, 1);
  bcov_handover_give (&m->handover, gift);
}

static void mark_stretch (marking *m, stretch s)
{
  for (; s.from < s.to; s.from++) {
    if (s.to - s.from > 2 && bcov_handover_wanted (&m->handover))
      give_half (m, &s);
    atomic_fetch_add (&m->marks[s.from], 1);
    if (m->end && s.from == ENDED_AT)
      bcov_handover_end (&m->handover);
  }
}

static void mark_all (void *data, bcov_team *team, size_t worker)
{
  marking *m = data;
  stretch *gift;
  if (!worker)
    mark_stretch (m, (stretch){0, MARKED});
  while ((gift = bcov_handover_take (&m->handover, team->size))) {
    mark_stretch (m, *gift);
    bcov_mem_free (m->mem, gift);
  }
}

/* Everything is done once, whoever does it, and nobody waits forever; if the work is ended, gifts
   that nobody has taken are freed. */
static void work_is_handed_over (void **state)
{
  (void)state;
  for (size_t k = 0; k < 20; k++) {
    marking *m = calloc (1, sizeof *m);
    assert_non_null (m);
    m->mem = bcov_mem_new (0);
    m->end = k % 4 == 3;
    bcov_handover_start (&m->handover);
    bcov_team_run (1 + k % 5, mark_all, m);
    bcov_handover_stop (&m->handover, m->mem);
    for (size_t i = 0; i < MARKED; i++)
      assert_true (m->marks[i] == 1 || (m->end && !m->marks[i]));
    assert_true (k % 5 || !m->gifts);
    assert_int_equal (bcov_mem_used (m->mem), 0);
    bcov_mem_delete (m->mem);
    free (m);
  }
}

SUITE (engine)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (many_parts),
      cmocka_unit_test (every_unit_is_in_one_stretch),
      cmocka_unit_test (long_stretches),
      cmocka_unit_test (ranks_are_a_partition),
      cmocka_unit_test (many_ranks),
      cmocka_unit_test (choices),
      cmocka_unit_test (primes_are_enough),
      cmocka_unit_test (too_long),
      cmocka_unit_test (words_are_joined),
      cmocka_unit_test (remainders_are_joined),
      cmocka_unit_test (the_last_prime_may_agree),
      cmocka_unit_test (kept_until_its_turn),
      cmocka_unit_test (ended_from_outside),
      cmocka_unit_test (enough_of_what_was_kept),
      cmocka_unit_test (in_the_order_of_units),
      cmocka_unit_test (far_ahead_of_the_first),
      cmocka_unit_test (enough_in_the_middle),
      cmocka_unit_test (waits_when_too_much_is_kept),
      cmocka_unit_test (who_waits_goes_on_when_it_ends),
      cmocka_unit_test (work_is_handed_over),
  };
  return cmocka_run_group_tests_name ("engine", tests, NULL, NULL);
}
