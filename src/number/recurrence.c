/* Berlekamp and Massey's algorithm modulo primes, lifted to whole numbers.

   The algorithm (Massey 1969) reads the terms modulo a prime and keeps the shortest recurrence that
   holds so far: its length L and connection polynomial Q.  With 2 L terms read it is the only one
   of that length.  L is the larger of the degree of Q and one more than that of P, so that first
   terms which stand apart are taken care of by L being more than the degree.

   If the terms follow a recurrence at all, its shortest form has whole coefficients (Fatou's lemma:
   a rational power series with whole coefficients is P / Q with P, Q whole and Q(0) = 1).  So no
   fractions need be rebuilt: Q modulo enough primes, joined, with the upper half of the range
   standing for negative numbers, is Q.  A prime for which L comes out smaller divides the
   determinant that tells the shorter recurrences apart, and is passed over; one for which it is
   larger shows that all before it did.

   When one more prime changes nothing, the recurrence is put to all terms, over the integers; only
   what passes is handed out.  The primes that may be needed are bounded: by Cramer's rule and
   Hadamard's bound no coefficient exceeds (largest term x sqrt (L))^L.

   Time for each prime: terms x L.  Source: J. L. Massey, Shift-register synthesis and BCH decoding,
   IEEE Trans. Inf. Theory 15 (1969). */

#include "number/recurrence.h"
#include "number/residue.h"

#include <assert.h>
#include <string.h>

enum { BITS = 62 };

/* ---- modulo a prime ---- */

typedef struct {
  uint64_t p;
  size_t count;
  uint64_t *term;    /* modulo p */
  uint64_t *q;       /* connection polynomial, q[0] = 1; COUNT + 1 numbers, as the next two */
  uint64_t *before;  /* that of before the last change of length */
  uint64_t *scratch; /* for a copy of q */
  size_t length;     /* L */
  size_t before_length;
  size_t shift;         /* steps since that change */
  uint64_t discrepancy; /* that led to it */
} massey;

static bcov_status massey_new (bcov_mem *mem, size_t count, massey *m, bcov_error *err)
{
  *m = (massey){.count = count};
  m->term = bcov_mem_alloc (mem, 4 * (count + 1), sizeof *m->term, err);
  if (!m->term)
    return bcov_mem_status (mem);
  m->q = m->term + count + 1;
  m->before = m->q + count + 1;
  m->scratch = m->before + count + 1;
  return BCOV_OK;
}

static void massey_start (massey *m, const bcov_number *terms, uint64_t p)
{
  m->p = p;
  m->length = m->before_length = 0;
  m->shift = 1;
  m->discrepancy = 1;
  for (size_t k = 0; k < m->count; k++)
    m->term[k] = mpz_fdiv_ui (terms[k].value, p);
  memset (m->q, 0, 3 * (m->count + 1) * sizeof *m->q);
  m->q[0] = m->before[0] = 1;
}

/* How far term N is from what the recurrence says. */
static uint64_t massey_miss (const massey *m, size_t n)
{
  uint64_t sum = m->term[n];
  for (size_t k = 1; k <= m->length; k++)
    sum = bcov_residue_add (sum, bcov_residue_multiply (m->q[k], m->term[n - k], m->p), m->p);
  return sum;
}

/* Takes FACTOR x^shift times the polynomial from before the last change off q. */
static void massey_correct (massey *m, uint64_t factor)
{
  for (size_t k = 0; k <= m->before_length && k + m->shift <= m->count; k++) {
    uint64_t *q = &m->q[k + m->shift];
    *q = bcov_residue_subtract (*q, bcov_residue_multiply (factor, m->before[k], m->p), m->p);
  }
}

static void massey_step (massey *m, size_t n)
{
  uint64_t miss = massey_miss (m, n);
  if (!miss) {
    m->shift++;
    return;
  }
  bool longer = 2 * m->length <= n;
  size_t old_length = m->length;
  if (longer)
    memcpy (m->scratch, m->q, (m->length + 1) * sizeof *m->q);
  massey_correct (m,
                  bcov_residue_multiply (miss, bcov_residue_inverse (m->discrepancy, m->p), m->p));
  if (!longer) {
    m->shift++;
    return;
  }
  memcpy (m->before, m->scratch, (old_length + 1) * sizeof *m->q);
  m->before_length = old_length;
  m->length = n + 1 - old_length;
  m->discrepancy = miss;
  m->shift = 1;
}

static bcov_status massey_run (massey *m, bcov_control *control, bcov_error *err)
{
  uint64_t work = 0;
  bcov_status status = BCOV_OK;
  for (size_t n = 0; !status && n < m->count; n++) {
    massey_step (m, n);
    status = bcov_control_work (control, &work, m->length + 1, err);
  }
  return status;
}

/* ---- over the integers ---- */

typedef struct {
  const bcov_number *terms;
  size_t count, longest; /* the largest start that the terms can prove */
  size_t room;           /* coefficients that are initialised */
  mpz_t product;         /* of the primes so far, all of the same length */
  bcov_number *joined;   /* q[1] .. q[length], below PRODUCT */
  size_t length;
  bool changed; /* by the last prime */
  bcov_mem *mem;
} lift;

/* The greatest common divisor of the distances between terms other than 0; 0 when there are fewer
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

/* The largest START that COUNT terms could prove. */
static size_t longest_provable (const bcov_number *terms, size_t count)
{
  size_t step = stride (terms, count);
  if (!step || count / step < BCOV_RECURRENCE_SPARE)
    return 0;
  return (count - step * BCOV_RECURRENCE_SPARE) / 2;
}

/* Bits that no coefficient needs more of: see the top. */
static size_t most_bits (const lift *l)
{
  size_t largest = 1, root = 1;
  for (size_t k = 0; k < l->count; k++) {
    size_t bits = mpz_sizeinbase (l->terms[k].value, 2);
    largest = bits > largest ? bits : largest;
  }
  for (size_t n = l->length; n; n >>= 2)
    root++;
  return (largest + root) * l->length + 2;
}

static void lift_restart (lift *l, size_t length)
{
  for (size_t k = 0; k < l->room; k++)
    mpz_set_ui (l->joined[k].value, 0);
  mpz_set_ui (l->product, 1);
  l->length = length;
}

/* Joins what M found to the primes before; see bcov_residue_join for the step. */
static void lift_join (lift *l, const massey *m)
{
  if (m->length < l->length)
    return; /* an unlucky prime */
  if (m->length > l->length)
    lift_restart (l, m->length);
  uint64_t step = bcov_residue_inverse (mpz_fdiv_ui (l->product, m->p), m->p);
  mpz_t half;
  mpz_init (half);
  mpz_fdiv_q_2exp (half, l->product, 1);
  l->changed = false;
  for (size_t k = 0; k < l->length; k++) {
    mpz_ptr value = l->joined[k].value;
    uint64_t missing = bcov_residue_subtract (m->q[k + 1], mpz_fdiv_ui (value, m->p), m->p);
    uint64_t digit = bcov_residue_multiply (missing, step, m->p);
    /* With the upper half standing for negative numbers, a value that stays the same has the digit
       0 or, if negative, p - 1. */
    l->changed |= digit != (mpz_cmp (value, half) > 0 ? m->p - 1 : 0);
    mpz_addmul_ui (value, l->product, digit);
  }
  mpz_clear (half);
  mpz_mul_ui (l->product, l->product, m->p);
}

/* Coefficient K, from 1: the negative of that of Q, brought to both sides of 0. */
static void coefficient (const lift *l, size_t k, mpz_t out)
{
  mpz_mul_2exp (out, l->joined[k - 1].value, 1);
  if (mpz_cmp (out, l->product) > 0)
    mpz_sub (out, l->product, l->joined[k - 1].value);
  else
    mpz_neg (out, l->joined[k - 1].value);
}

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
  if (recurrence->found) {
    clear_numbers (recurrence->mem, recurrence->coefficients, recurrence->order);
    clear_numbers (recurrence->mem, recurrence->numerator, recurrence->start);
  }
  *recurrence = (bcov_recurrence){0};
}

/* Term N less what the recurrence makes of those before it (as many as there are). */
static void remainder_of (const bcov_recurrence *r, const bcov_number *terms, size_t n, mpz_t out)
{
  mpz_set (out, terms[n].value);
  for (size_t k = 1; k <= r->order && k <= n; k++)
    mpz_submul (out, r->coefficients[k - 1].value, terms[n - k].value);
}

/* Whether the recurrence holds for all terms. */
static bcov_status holds (const lift *l, const bcov_recurrence *r, bcov_control *control, bool *all,
                          bcov_error *err)
{
  uint64_t work = 0;
  bcov_status status = BCOV_OK;
  mpz_t rest;
  mpz_init (rest);
  *all = true;
  for (size_t n = r->start; !status && *all && n < l->count; n++) {
    remainder_of (r, l->terms, n, rest);
    *all = !mpz_sgn (rest);
    status = bcov_control_work (control, &work, r->order + 1, err);
  }
  mpz_clear (rest);
  return status;
}

/* Fills OUT with what L has come to, FOUND if it holds. */
static bcov_status conclude (const lift *l, bcov_control *control, bcov_recurrence *out,
                             bcov_error *err)
{
  bcov_mem *mem = l->mem;
  size_t order = l->length;
  while (order && !mpz_sgn (l->joined[order - 1].value))
    order--;
  *out = (bcov_recurrence){.mem = mem,
                           .terms = l->count,
                           .order = order,
                           .start = l->length,
                           .spare = l->count - 2 * l->length};
  out->coefficients = new_numbers (mem, order, err);
  out->numerator = out->coefficients ? new_numbers (mem, out->start, err) : NULL;
  bcov_status status = out->numerator ? BCOV_OK : bcov_mem_status (mem);
  for (size_t k = 1; !status && k <= order; k++)
    coefficient (l, k, out->coefficients[k - 1].value);
  for (size_t k = 0; !status && k < out->start; k++)
    remainder_of (out, l->terms, k, out->numerator[k].value);
  if (!status && order) /* no order at all: the terms merely end in zeros */
    status = holds (l, out, control, &out->found, err);
  if (!out->found || status) {
    clear_numbers (mem, out->coefficients, order);
    clear_numbers (mem, out->numerator, out->start);
    out->found = false;
    out->coefficients = out->numerator = NULL;
  }
  return status;
}

/* Takes primes until the recurrence is found, or shown not to be one. */
static bcov_status lift_run (lift *l, massey *m, bcov_control *control, bcov_recurrence *out,
                             bcov_error *err)
{
  bcov_status status = BCOV_OK;
  uint64_t p = (uint64_t)1 << BITS;
  do {
    p = bcov_prime_below (p);
    massey_start (m, l->terms, p);
    status = massey_run (m, control, err);
    if (status || m->length > l->longest)
      return status;
    lift_join (l, m);
    if (!l->changed)
      status = conclude (l, control, out, err);
  } while (!status && !out->found && mpz_sizeinbase (l->product, 2) <= most_bits (l) + 2 * BITS);
  return status;
}

bcov_status bcov_recurrence_find (bcov_mem *mem, const bcov_number *terms, size_t count,
                                  bcov_control *control, bcov_recurrence *out, bcov_error *err)
{
  lift l = {.terms = terms, .count = count, .mem = mem, .changed = true};
  massey m;
  *out = (bcov_recurrence){.mem = mem, .terms = count};
  l.longest = longest_provable (terms, count);
  if (!l.longest)
    return BCOV_OK;
  bcov_status status = massey_new (mem, count, &m, err);
  if (status)
    return status;
  l.room = l.longest;
  l.joined = new_numbers (mem, l.room, err);
  status = l.joined ? BCOV_OK : bcov_mem_status (mem);
  mpz_init_set_ui (l.product, 1);
  if (!status)
    status = lift_run (&l, &m, control, out, err);
  if (!out->found)
    *out = (bcov_recurrence){.mem = mem, .terms = count, .order = l.longest};
  mpz_clear (l.product);
  clear_numbers (mem, l.joined, l.room);
  bcov_mem_free (mem, m.term);
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

/* Adds VALUE x^EXPONENT to a sum that is EMPTY so far or not. */
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

/* The numerator, its first summand being that of x^LOW: a single summand as it is, several in
   brackets behind the power of x that they share. */
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
