/* From draws to an interval.

   The draws are positive numbers with a long tail, and some are 0.  Two estimates of the logarithm
   of their mean are made: that of the arithmetic mean, which is right on average but too low most
   of the time if the tail is long, and Cox's for a lognormal distribution, log p + m + v/2, where p
   is the share of draws above 0, and m and v are the mean and the variance of their logarithms. The
   interval contains both, and goes beyond them by Student's t times the greater of their standard
   errors.  With a short tail both agree.  With a long one, the draws have probably missed some of
   it, so the interval goes further up than down. */

#include "engine/probe/draw.h"

#include <assert.h>
#include <math.h>

/* If a single draw is above 0, its logarithm is assumed to have this variance and this t. */
static const double lone_variance = 4, lone_t = 3;

/* How much further up an interval goes if it reaches at least this far, as a factor of e (by hand,
   with tests/known/run_estimate.py). */
static const double further = 0.75, far = 2;

typedef struct {
  size_t count, above;   /* draws, and those above 0 */
  double mean, spread;   /* logarithm of the arithmetic mean; variance / mean^2 */
  double centre, square; /* mean and variance of the logarithms above 0 */
  uint64_t work;
} summary;

/* Returns the 97.5 % quantile of Student's distribution. */
static double student (size_t freedom)
{
  static const double first[] = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23};
  assert (freedom);
  return freedom <= 10 ? first[freedom - 1] : 1.96 + 2.7 / (double)freedom;
}

static void add_means (const bcov_draw *draws, size_t count, double greatest, summary *s)
{
  double sum = 0, squares = 0;
  for (size_t k = 0; k < count; k++) {
    double x = draws[k].complete ? exp (draws[k].log - greatest) : 0;
    sum += x;
    squares += x * x;
  }
  double mean = sum / (double)s->count;
  s->mean = greatest + log (mean);
  s->spread = s->count > 1 ? fmax (0, squares / (double)s->count / (mean * mean) - 1) *
                                 (double)s->count / (double)(s->count - 1)
                           : INFINITY;
}

static void add_logarithms (const bcov_draw *draws, size_t count, summary *s)
{
  for (size_t k = 0; k < count; k++)
    if (draws[k].complete && !isinf (draws[k].log))
      s->centre += draws[k].log / (double)s->above;
  for (size_t k = 0; k < count && s->above > 1; k++)
    if (draws[k].complete && !isinf (draws[k].log))
      s->square += pow (draws[k].log - s->centre, 2) / (double)(s->above - 1);
  if (s->above == 1)
    s->square = lone_variance;
}

static summary summarise (const bcov_draw *draws, size_t count)
{
  summary s = {.mean = -INFINITY, .spread = INFINITY};
  double greatest = -INFINITY;
  for (size_t k = 0; k < count; k++) {
    s.work += draws[k].work;
    if (!draws[k].complete)
      continue;
    s.count++;
    s.above += !isinf (draws[k].log);
    greatest = fmax (greatest, draws[k].log);
  }
  if (s.above) {
    add_means (draws, count, greatest, &s);
    add_logarithms (draws, count, &s);
  }
  return s;
}

double bcov_guess_spread (const bcov_draw *draws, size_t count)
{
  return summarise (draws, count).spread;
}

/* Makes the interval if some draw is above 0. */
static void set_ends (const summary *s, bcov_guess *out)
{
  double above = (double)s->above, share = above / (double)s->count;
  double cox = log (share) + s->centre + s->square / 2;
  double error = (1 - share) / above + s->square / above +
                 s->square * s->square / 2 / (s->above > 1 ? above - 1 : 1);
  double plain = log1p (s->spread / (double)s->count);
  double t = s->above > 1 ? student (s->above - 1) : lone_t;
  double reach = t * sqrt (isfinite (plain) ? fmax (error, plain) : error);
  out->low = fmax (0, fmin (s->mean, cox) - reach);
  out->high = fmax (s->mean, cox) + reach * (1 + further * fmin (1, reach / far));
  out->log = fmax (0, s->mean);
}

void bcov_guess_make (const bcov_draw *draws, size_t count, bcov_guess *out)
{
  summary s = summarise (draws, count);
  *out = (bcov_guess){.log = -INFINITY, .low = -INFINITY, .probes = s.work};
  out->found = s.above;
  for (size_t k = 0; k < count; k++)
    if (draws[k].complete && draws[k].exact) {
      out->exact = true;
      out->log = out->low = out->high = draws[k].log;
      return;
    }
  if (s.above)
    set_ends (&s, out);
  else
    out->high = INFINITY;
}

void bcov_guess_multiply (bcov_guess *to, const bcov_guess *more)
{
  bool none = (to->exact && isinf (to->log)) || (more->exact && isinf (more->log));
  double below = hypot (to->log - to->low, more->log - more->low);
  double above = hypot (to->high - to->log, more->high - more->log);
  bool found = to->found && more->found;
  uint64_t probes = to->probes + more->probes;
  if (none)
    *to = (bcov_guess){.log = -INFINITY, .low = -INFINITY, .high = -INFINITY, .exact = true};
  else if (!found) {
    to->high += more->high;
    to->log = to->low = -INFINITY;
    to->exact = false;
  } else {
    to->log += more->log;
    to->low = to->log - below;
    to->high = to->log + above;
    to->exact = to->exact && more->exact;
  }
  to->found = found && !none;
  to->probes = probes;
}
