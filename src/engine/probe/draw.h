/* The result of a random probe, and the interval that several of them give.

   All numbers of solutions are natural logarithms, because they may exceed the range of a double;
   -INFINITY stands for 0. */

#ifndef BCOV_DRAW_H
#define BCOV_DRAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One probe.  The expected value of exp (LOG) is the number of solutions. */
typedef struct {
  double log;    /* -INFINITY: no partial solution reached the end */
  uint64_t work; /* partial solutions examined */
  bool exact;    /* nothing was left out */
  bool complete; /* false: the control or the limit of work ended the probe; LOG is invalid */
} bcov_draw;

/* What is known about a number. */
typedef struct {
  double log, low, high; /* the estimate and the ends of its interval */
  bool exact;
  bool found;      /* some probe reached the end, so the number is at least 1 */
  uint64_t probes; /* partial solutions examined */
} bcov_guess;

/* Estimates the mean of COUNT independent draws.  The interval is intended to contain
   it in 95 of 100 cases.  If no draw is above 0, its upper end is INFINITY, and the caller must put
   a proven bound there.  Incomplete draws count
   only as work. */
void bcov_guess_make (const bcov_draw *draws, size_t count, bcov_guess *out);

/* The variance of the draws, divided by the square of their mean; INFINITY if none reached the
   end. */
double bcov_guess_spread (const bcov_draw *draws, size_t count);

/* Multiplies TO by an independent MORE. */
void bcov_guess_multiply (bcov_guess *to, const bcov_guess *more);

#endif
