/* The Berlekamp-Massey algorithm modulo one large prime, lifted to the integers.

   The algorithm (Massey 1969) reads the terms modulo a prime and keeps the shortest recurrence that
   holds so far: its length L and its connection polynomial Q = 1 - c1 x - ... .  After 2 L terms
   this recurrence is the only one of length L.  L can exceed the degree of Q: then the first terms
   do not follow the recurrence yet.

   If integer terms satisfy a linear recurrence, its shortest form has integer coefficients (Fatou's
   lemma: a rational power series with integer coefficients is P / Q with integer P and Q and
   Q(0) = 1).  The prime is 2^1279 - 1, so residues in its upper half stand for negative
   coefficients, and all coefficients of up to 384 digits are found.  The lifted recurrence is then
   checked against all terms over the integers, and only a recurrence that passes is returned.

   Time: terms x L.  Source: J. L. Massey, Shift-register synthesis and BCH decoding, IEEE Trans.
   Inf. Theory 15 (1969). */

#include "number/recurrence.h"

#include <assert.h>

enum { PRIME_BITS = 1279 }; /* 2^1279 - 1 is prime */

typedef struct {
  const bcov_number *terms;
  size_t count, longest; /* LONGEST: the largest start that the terms can confirm */
  mpz_t prime, factor, sum;
  bcov_number *q;      /* connection polynomial, q[0] = 1; COUNT + 1 coefficients */
  bcov_number *before; /* the polynomial before the last change of length */
  size_t length;       /* L */
  size_t shift;        /* steps since the last change of length */
  mpz_t discrepancy;   /* the one that caused the last change */
} massey;

/* ---- arrays of numbers ---- */

static void clear_numbers (bcov_mem *mem, bcov_number *numbers, size_t count)
{
  for (size_t k = 0; numbers && k < count; k++)
    bcov_number_clear (&numbers[k]);
  bcov_mem_free (mem, numbers);
}

static bcov_number *new_numbers (bcov_mem *mem, size_t count, bcov_error *err)
{
  bcov_number *numbers = bcov_mem_alloc (mem, count + 1, sizeof *numbers, err);
  for (size_t k = 0; numbers && k < count; k++)
    bcov_number_init (&numbers[k], 0);
  return numbers;
}

void bcov_recurrence_free (bcov_recurrence *recurrence)
{
  if (!recurrence->mem)
    return;
  clear_numbers (recurrence->mem, recurrence->coefficients, recurrence->order);
  clear_numbers (recurrence->mem, recurrence->numerator, recurrence->start);
  *recurrence = (bcov_recurrence){0};
}

/* ---- modulo the prime ---- */

/* Sets m->sum to the difference between term N and the prediction of the recurrence. */
static void find_discrepancy (massey *m, size_t n)
{
  mpz_set_ui (m->sum, 0);
  for (size_t k = 0; k <= m->length; k++)
    mpz_addmul (m->sum, m->q[k].value, m->terms[n - k].value);
  mpz_mod (m->sum, m->sum, m->prime);
}

/* Subtracts a multiple of x^shift times the earlier polynomial from q, so that term N fits.  When
   the length grows, the result overwrites the earlier polynomial, from the top down, and the two
   change places. */
static void correct (massey *m, size_t n)
{
  bool longer = 2 * m->length <= n;
  size_t length = longer ? n + 1 - m->length : m->length;
  bcov_number *target = longer ? m->before : m->q;
  mpz_invert (m->factor, m->discrepancy, m->prime);
  mpz_mul (m->factor, m->factor, m->sum);
  mpz_mod (m->factor, m->factor, m->prime);
  if (longer)
    mpz_set (m->discrepancy, m->sum);
  for (size_t k = length + 1; k-- > 0;) {
    mpz_set (m->sum, m->q[k].value);
    if (k >= m->shift)
      mpz_submul (m->sum, m->factor, m->before[k - m->shift].value);
    mpz_mod (target[k].value, m->sum, m->prime);
  }
  if (longer) {
    m->before = m->q;
    m->q = target;
    m->length = length;
    m->shift = 0;
  }
}

/* Reads all terms, or stops when the recurrence becomes too long to be confirmed. */
static bcov_status fit (massey *m, bcov_control *control, bcov_error *err)
{
  uint64_t work = 0;
  bcov_status status = BCOV_OK;
  for (size_t n = 0; !status && n < m->count && m->length <= m->longest; n++) {
    find_discrepancy (m, n);
    if (mpz_sgn (m->sum))
      correct (m, n);
    m->shift++;
    status = bcov_control_work (control, &work, 8 * (m->length + 1), err);
  }
  return status;
}

/* ---- over the integers ---- */

/* Returns the greatest common divisor of the distances between nonzero terms; 0 if there are fewer
   than two such terms. */
static size_t stride (const bcov_number *terms, size_t count)
{
  size_t last = SIZE_MAX, divisor = 0;
  for (size_t k = 0; k < count; k++) {
    if (!mpz_sgn (terms[k].value))
      continue;
    for (size_t a = last == SIZE_MAX ? 0 : k - last; a;) {
      size_t rest = divisor % a;
      divisor = a;
      a = rest;
    }
    last = k;
  }
  return divisor;
}

/* Returns the largest start that COUNT terms can confirm. */
static size_t longest_provable (const bcov_number *terms, size_t count)
{
  size_t step = stride (terms, count);
  if (!step || count / step < BCOV_RECURRENCE_SPARE)
    return 0;
  return (count - step * BCOV_RECURRENCE_SPARE) / 2;
}

/* Sets OUT to term N minus the sum that the recurrence makes of the terms before it. */
static void remainder_of (const bcov_recurrence *r, const bcov_number *terms, size_t n, mpz_t out)
{
  mpz_set (out, terms[n].value);
  for (size_t k = 1; k <= r->order && k <= n; k++)
    mpz_submul (out, r->coefficients[k - 1].value, terms[n - k].value);
}

/* Sets r->found if the recurrence holds for all terms from r->start on. */
static bcov_status check (massey *m, bcov_recurrence *r, bcov_control *control, bcov_error *err)
{
  uint64_t work = 0;
  bcov_status status = BCOV_OK;
  r->found = r->order > 0; /* order 0: the terms end in zeros */
  for (size_t n = r->start; !status && r->found && n < m->count; n++) {
    remainder_of (r, m->terms, n, m->sum);
    r->found = !mpz_sgn (m->sum);
    status = bcov_control_work (control, &work, r->order + 1, err);
  }
  return status;
}

/* Sets OUT to the negative of the residue Q, between -prime / 2 and prime / 2. */
static void lift (const massey *m, const mpz_t q, mpz_t out)
{
  mpz_sub (out, m->prime, q);
  if (mpz_cmp (out, q) > 0)
    mpz_neg (out, q);
}

static bcov_status conclude (massey *m, bcov_control *control, bcov_recurrence *out,
                             bcov_error *err)
{
  out->start = out->order = m->length;
  while (out->order && !mpz_sgn (m->q[out->order].value))
    out->order--;
  out->spare = m->count - 2 * m->length;
  out->coefficients = new_numbers (out->mem, out->order, err);
  out->numerator = out->coefficients ? new_numbers (out->mem, out->start, err) : NULL;
  if (!out->numerator)
    return bcov_mem_status (out->mem);
  for (size_t k = 0; k < out->order; k++)
    lift (m, m->q[k + 1].value, out->coefficients[k].value);
  for (size_t k = 0; k < out->start; k++)
    remainder_of (out, m->terms, k, out->numerator[k].value);
  return check (m, out, control, err);
}

bcov_status bcov_recurrence_find (bcov_mem *mem, const bcov_number *terms, size_t count,
                                  bcov_control *control, bcov_recurrence *out, bcov_error *err)
{
  massey m = {.terms = terms, .count = count, .shift = 1};
  *out = (bcov_recurrence){.mem = mem, .terms = count};
  m.longest = longest_provable (terms, count);
  if (!m.longest)
    return BCOV_OK;
  mpz_inits (m.factor, m.sum, NULL);
  mpz_init_set_ui (m.discrepancy, 1);
  mpz_init_set_ui (m.prime, 1);
  mpz_mul_2exp (m.prime, m.prime, PRIME_BITS);
  mpz_sub_ui (m.prime, m.prime, 1);
  m.q = new_numbers (mem, count + 1, err);
  m.before = m.q ? new_numbers (mem, count + 1, err) : NULL;
  bcov_status status = m.before ? BCOV_OK : bcov_mem_status (mem);
  if (!status) {
    mpz_set_ui (m.q[0].value, 1);
    mpz_set_ui (m.before[0].value, 1);
    status = fit (&m, control, err);
  }
  if (!status && m.length <= m.longest)
    status = conclude (&m, control, out, err);
  if (!out->found) {
    bcov_recurrence_free (out);
    *out = (bcov_recurrence){.mem = mem, .terms = count, .order = m.longest};
  }
  clear_numbers (mem, m.q, count + 1);
  clear_numbers (mem, m.before, count + 1);
  mpz_clears (m.prime, m.factor, m.sum, m.discrepancy, NULL);
  return status;
}

/* ---- as text ---- */

static void put_number (const mpz_t value, bcov_text *out)
{
  char *digits = mpz_get_str (NULL, 10, value);
  bcov_text_put (out, digits);
  bcov_free (digits);
}

void bcov_recurrence_signature (const bcov_recurrence *recurrence, bcov_text *out)
{
  for (size_t k = 0; k < recurrence->order; k++) {
    if (k)
      bcov_text_char (out, ',');
    put_number (recurrence->coefficients[k].value, out);
  }
}

static void put_power (size_t exponent, bcov_text *out)
{
  if (exponent == 1)
    bcov_text_char (out, 'x');
  else
    bcov_text_printf (out, "x^%zu", exponent);
}

/* Appends VALUE x^EXPONENT to a sum; EMPTY says that it is the first summand. */
static void put_summand (const mpz_t value, size_t exponent, bool empty, bcov_text *out)
{
  mpz_t size;
  mpz_init (size);
  mpz_abs (size, value);
  if (!empty)
    bcov_text_put (out, mpz_sgn (value) < 0 ? " - " : " + ");
  else if (mpz_sgn (value) < 0)
    bcov_text_char (out, '-');
  bool one = !mpz_cmp_ui (size, 1) && exponent;
  if (!one)
    put_number (size, out);
  if (!one && exponent)
    bcov_text_char (out, '*');
  if (exponent)
    put_power (exponent, out);
  mpz_clear (size);
}

static void put_denominator (const bcov_recurrence *r, bcov_text *out)
{
  mpz_t value;
  mpz_init_set_ui (value, 1);
  put_summand (value, 0, true, out);
  for (size_t k = 0; k < r->order; k++) {
    mpz_neg (value, r->coefficients[k].value);
    if (mpz_sgn (value))
      put_summand (value, k + 1, false, out);
  }
  mpz_clear (value);
}

/* Writes the numerator, whose lowest power is x^LOW.  Several summands share the lowest power of x
   in front of a pair of brackets. */
static void put_numerator (const bcov_recurrence *r, size_t low, uint64_t first, bcov_text *out)
{
  size_t summands = 0;
  for (size_t k = low; k < r->start; k++)
    summands += mpz_sgn (r->numerator[k].value) != 0;
  size_t shared = summands > 1 ? low + first : 0;
  if (shared) {
    put_power (shared, out);
    bcov_text_char (out, '*');
  }
  bcov_text_put (out, summands > 1 ? "(" : "");
  for (size_t k = low; k < r->start; k++)
    if (mpz_sgn (r->numerator[k].value))
      put_summand (r->numerator[k].value, k + first - shared, k == low, out);
  bcov_text_put (out, summands > 1 ? ")" : "");
}

void bcov_recurrence_fraction (const bcov_recurrence *recurrence, uint64_t first, bcov_text *out)
{
  size_t low = 0;
  while (low < recurrence->start && !mpz_sgn (recurrence->numerator[low].value))
    low++;
  put_numerator (recurrence, low, first, out);
  bcov_text_put (out, "/(");
  put_denominator (recurrence, out);
  bcov_text_char (out, ')');
}
