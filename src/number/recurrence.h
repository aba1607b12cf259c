/* The shortest linear recurrence that integers a(0), a(1), ... satisfy:

     a(n) = c1 a(n-1) + c2 a(n-2) + ... + cd a(n-d)   for all n >= start.

   Their generating function is P(x) / Q(x) with Q = 1 - c1 x - ... - cd x^d and P of degree below
   start.  START is d, or more if the first terms do not follow the recurrence.

   Finitely many terms prove nothing about later ones.  2 x start terms determine the shortest
   recurrence; it counts as found if it holds for BCOV_RECURRENCE_SPARE more terms.  If only every
   g-th term is nonzero, g times as many further terms must agree.  With fewer than two nonzero
   terms nothing is claimed. */

#ifndef BCOV_RECURRENCE_H
#define BCOV_RECURRENCE_H

#include "base/control.h"
#include "base/text.h"
#include "number/number.h"

enum { BCOV_RECURRENCE_SPARE = 4 };

typedef struct {
  bcov_mem *mem;
  bool found;
  size_t terms;              /* terms given; all agree */
  size_t order;              /* d, at least 1; the last coefficient is not 0 */
  size_t start;              /* at least ORDER */
  size_t spare;              /* terms in addition to the 2 x START that determine it */
  bcov_number *coefficients; /* c1 .. cd */
  bcov_number *numerator;    /* START coefficients of P, lowest power first */
} bcov_recurrence;

/* Finds the shortest recurrence of COUNT terms.  If there is none, OUT->found is false and
   OUT->order is the largest order that the terms could have confirmed; this is not an error.
   CONTROL may be NULL. */
bcov_status bcov_recurrence_find (bcov_mem *mem, const bcov_number *terms, size_t count,
                                  bcov_control *control, bcov_recurrence *out, bcov_error *err);
void bcov_recurrence_free (bcov_recurrence *recurrence);

/* Appends the coefficients: "2,8,2,-43". */
void bcov_recurrence_signature (const bcov_recurrence *recurrence, bcov_text *out);

/* Appends the generating function, for example "x^2*(1 + 3*x)/(1 - x - 2*x^2)"; the first term is
   the coefficient of x^FIRST. */
void bcov_recurrence_fraction (const bcov_recurrence *recurrence, uint64_t first, bcov_text *out);

#endif
