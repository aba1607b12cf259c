/* The linear recurrence that whole numbers a(0), a(1), ... follow:

     a(n) = c1 a(n-1) + c2 a(n-2) + ... + cd a(n-d)   for all n >= start,

   and so their generating function P(x) / Q(x) with Q = 1 - c1 x - ... - cd x^d and P of degree
   below start.  START is d, or more where the first terms stand apart.

   Finitely many terms never prove more than themselves.  The shortest recurrence is determined by
   2 x start terms; it counts as found when it holds for BCOV_RECURRENCE_SPARE more.  Where only
   every g-th term is other than 0, so that most terms say nothing, g times as many must agree; with
   fewer than two terms other than 0 nothing is claimed. */

#ifndef BCOV_RECURRENCE_H
#define BCOV_RECURRENCE_H

#include "base/control.h"
#include "base/text.h"
#include "number/number.h"

enum { BCOV_RECURRENCE_SPARE = 4 };

typedef struct {
  bcov_mem *mem;
  bool found;
  size_t terms;              /* how many were given; all agree */
  size_t order;              /* d, at least 1; the last coefficient is not 0 */
  size_t start;              /* at least ORDER */
  size_t spare;              /* terms beyond the 2 x START that determine it */
  bcov_number *coefficients; /* c1 .. cd */
  bcov_number *numerator;    /* of P: START numbers, from the lowest power */
} bcov_recurrence;

/* The shortest recurrence of COUNT terms.  That there is none is no error: OUT->found is false, and
   OUT->order then the largest that could have been found.  CONTROL may be NULL. */
bcov_status bcov_recurrence_find (bcov_mem *mem, const bcov_number *terms, size_t count,
                                  bcov_control *control, bcov_recurrence *out, bcov_error *err);
void bcov_recurrence_free (bcov_recurrence *recurrence);

/* The coefficients: "2,8,2,-43". */
void bcov_recurrence_signature (const bcov_recurrence *recurrence, bcov_text *out);

/* "x^2*(1 + 3*x)/(1 - x - 2*x^2)", the first term being the coefficient of x^FIRST. */
void bcov_recurrence_fraction (const bcov_recurrence *recurrence, uint64_t first, bcov_text *out);

#endif
