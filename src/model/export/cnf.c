/* The encoding of a model as clauses.  Every variable behind the options is equivalent to an
   expression in the options, clauses standing for both directions, so that every covering is
   exactly one model and counters need no projection.

   An item becomes: nothing where its bounds cannot be broken; a clause for "at least one"; all
   pairs for "at most one" of a few, a chain of "one so far" for more (the sequential counter of
   Sinz, 2005); for larger bounds a grid of "j of the first i" (n x bound gates), or, where that
   would be large, a binary counter of full adders (linear) and a comparison with the bound.  A
   coloured item: one variable a colour, "some option brings this colour", at most one of which
   holds.

   Time and clauses: linear in the touches for small bounds. */

#include "model/export/cnf.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define LIT_FALSE INT64_MIN /* what never holds; stands in no clause */

enum {
  FEW = 6,          /* at most one of so many: pairs */
  SMALL_BOUND = 16, /* counted in a grid */
  MOST_WEIGHTS = 33
};

/* ---- clauses and gates ---- */

/* Whether each of COUNT literals names a variable that there is. */
static __attribute__ ((unused)) bool are_literals (const bcov_cnf *cnf,
                                                   const bcov_literal *literals, size_t count)
{
  for (size_t k = 0; k < count; k++)
    if (!literals[k] || literals[k] > cnf->variables || literals[k] < -cnf->variables)
      return false;
  return true;
}

static void clause (bcov_cnf *cnf, const bcov_literal *literals, size_t count)
{
  assert (are_literals (cnf, literals, count));
  cnf->clauses++;
  if (cnf->take && !cnf->stopped)
    cnf->stopped = !cnf->take (cnf->data, literals, count);
}

#define CLAUSE(cnf, ...)                                                                           \
  clause (cnf, (bcov_literal[]){__VA_ARGS__},                                                      \
          sizeof ((bcov_literal[]){__VA_ARGS__}) / sizeof (bcov_literal))

/* z <-> a or b */
static bcov_literal either (bcov_cnf *cnf, bcov_literal a, bcov_literal b)
{
  bcov_literal z = ++cnf->variables;
  CLAUSE (cnf, -a, z);
  CLAUSE (cnf, -b, z);
  CLAUSE (cnf, -z, a, b);
  return z;
}

/* z <-> a and b */
static bcov_literal both (bcov_cnf *cnf, bcov_literal a, bcov_literal b)
{
  return -either (cnf, -a, -b);
}

/* z <-> a or (x and b); A may be LIT_FALSE. */
static bcov_literal either_or_both (bcov_cnf *cnf, bcov_literal a, bcov_literal x, bcov_literal b)
{
  if (a == LIT_FALSE)
    return both (cnf, x, b);
  bcov_literal z = ++cnf->variables;
  CLAUSE (cnf, -a, z);
  CLAUSE (cnf, -x, -b, z);
  CLAUSE (cnf, -z, a, x);
  CLAUSE (cnf, -z, a, b);
  return z;
}

/* z <-> an odd number of a, b, c */
static bcov_literal odd (bcov_cnf *cnf, bcov_literal a, bcov_literal b, bcov_literal c)
{
  bcov_literal z = ++cnf->variables;
  for (int k = 0; k < 8; k++) {
    bcov_literal x = k & 1 ? -a : a, y = k & 2 ? -b : b, w = k & 4 ? -c : c;
    bool even = (k & 1) ^ (k >> 1 & 1) ^ (k >> 2);
    CLAUSE (cnf, x, y, w, even ? z : -z);
  }
  return z;
}

static bcov_literal odd_of_two (bcov_cnf *cnf, bcov_literal a, bcov_literal b)
{
  bcov_literal z = ++cnf->variables;
  CLAUSE (cnf, a, b, -z);
  CLAUSE (cnf, -a, -b, -z);
  CLAUSE (cnf, -a, b, z);
  CLAUSE (cnf, a, -b, z);
  return z;
}

/* z <-> two or three of a, b, c */
static bcov_literal majority (bcov_cnf *cnf, bcov_literal a, bcov_literal b, bcov_literal c)
{
  bcov_literal z = ++cnf->variables;
  CLAUSE (cnf, -a, -b, z);
  CLAUSE (cnf, -a, -c, z);
  CLAUSE (cnf, -b, -c, z);
  CLAUSE (cnf, a, b, -z);
  CLAUSE (cnf, a, c, -z);
  CLAUSE (cnf, b, c, -z);
  return z;
}

/* ---- at most one ---- */

static void at_most_one (bcov_cnf *cnf, const bcov_literal *x, size_t n)
{
  if (n <= FEW) {
    for (size_t i = 0; i < n; i++)
      for (size_t j = i + 1; j < n; j++)
        CLAUSE (cnf, -x[i], -x[j]);
    return;
  }
  bcov_literal so_far = x[0];
  for (size_t i = 1; i < n; i++) {
    CLAUSE (cnf, -so_far, -x[i]);
    if (i + 1 < n)
      so_far = either (cnf, so_far, x[i]);
  }
}

/* ---- larger bounds ---- */

/* A grid: ROW[j - 1] is "at least j of the first i".  BOUND is the largest j that matters. */
static void count_in_grid (bcov_cnf *cnf, const bcov_literal *x, size_t n, size_t bound,
                           bcov_literal *row)
{
  assert (bound >= 1 && bound <= n);
  for (size_t j = 0; j < bound; j++)
    row[j] = LIT_FALSE;
  for (size_t i = 0; i < n; i++)
    for (size_t j = bound < i + 1 ? bound : i + 1; j > 0; j--)
      if (j > 1)
        row[j - 1] = either_or_both (cnf, row[j - 1], x[i], row[j - 2]);
      else
        row[0] = i ? either (cnf, row[0], x[i]) : x[0];
}

static void bound_by_grid (bcov_cnf *cnf, const bcov_literal *x, size_t n, bcov_item item)
{
  bool above = item.hi < n;
  size_t bound = above ? item.hi + 1u : item.lo;
  count_in_grid (cnf, x, n, bound, cnf->scratch);
  if (item.lo)
    CLAUSE (cnf, cnf->scratch[item.lo - 1]);
  if (above)
    CLAUSE (cnf, -cnf->scratch[item.hi]);
}

/* Adds up N literals of one weight: what is odd stays, the carries are left in X; returns how many
   carries there are.  ODD_ONE is LIT_FALSE when nothing stays. */
static size_t add_up (bcov_cnf *cnf, bcov_literal *x, size_t n, bcov_literal *odd_one)
{
  size_t carries = 0, first = 0;
  bcov_literal sum = n ? x[first++] : LIT_FALSE;
  for (; first + 1 < n; first += 2) {
    bcov_literal a = x[first], b = x[first + 1];
    bcov_literal carry = majority (cnf, sum, a, b);
    sum = odd (cnf, sum, a, b);
    x[carries++] = carry;
  }
  if (first < n) {
    bcov_literal carry = both (cnf, sum, x[first]);
    sum = odd_of_two (cnf, sum, x[first]);
    x[carries++] = carry;
  }
  *odd_one = sum;
  return carries;
}

/* Whether the number with these BITS is at most (or, UP, at least) BOUND: for each bit that could
   tip it, one clause over it and the bits above where the bound leaves no room. */
static void compare (bcov_cnf *cnf, const bcov_literal *bits, size_t n, uint64_t bound, bool up)
{
  for (size_t i = 0; i < n; i++) {
    bcov_literal parts[MOST_WEIGHTS];
    size_t count = 0;
    if ((bound >> i & 1) != up)
      continue;
    for (size_t j = i; j < n; j++)
      if (j == i || (bound >> j & 1) != up)
        parts[count++] = up ? bits[j] : -bits[j];
    clause (cnf, parts, count);
  }
}

static void bound_by_adders (bcov_cnf *cnf, const bcov_literal *x, size_t n, bcov_item item)
{
  bcov_literal bits[MOST_WEIGHTS] = {0};
  size_t weights = 0, left = n;
  memcpy (cnf->scratch, x, n * sizeof *x);
  while (left)
    left = add_up (cnf, cnf->scratch, left, &bits[weights++]);
  assert (weights <= MOST_WEIGHTS);
  if (item.lo)
    compare (cnf, bits, weights, item.lo, true);
  if (item.hi < n)
    compare (cnf, bits, weights, item.hi, false);
}

/* ---- items ---- */

/* Between lo and hi of N literals. */
static void bound (bcov_cnf *cnf, const bcov_literal *x, size_t n, bcov_item item)
{
  if (item.lo > n || item.lo > item.hi)
    clause (cnf, NULL, 0);
  else if (item.lo == n || item.hi == 0)
    for (size_t k = 0; k < n; k++)
      CLAUSE (cnf, item.hi ? x[k] : -x[k]);
  else if (item.lo <= 1 && (item.hi == 1 || item.hi >= n)) {
    if (item.lo)
      clause (cnf, x, n);
    if (item.hi < n)
      at_most_one (cnf, x, n);
  } else if (item.lo <= SMALL_BOUND && (item.hi < SMALL_BOUND || item.hi >= n))
    bound_by_grid (cnf, x, n, item);
  else
    bound_by_adders (cnf, x, n, item);
}

typedef struct {
  uint32_t colour, option;
} coloured_option;

static int by_colour (const void *a, const void *b)
{
  const coloured_option *x = a, *y = b;
  if (x->colour != y->colour)
    return x->colour < y->colour ? -1 : 1;
  return (x->option > y->option) - (x->option < y->option);
}

/* "Some of these N options is chosen". */
static bcov_literal any_of (bcov_cnf *cnf, const coloured_option *options, size_t n)
{
  if (n == 1)
    return (bcov_literal)options[0].option + 1;
  bcov_literal z = ++cnf->variables, *x = cnf->scratch;
  for (size_t k = 0; k < n; k++) {
    x[k] = (bcov_literal)options[k].option + 1;
    CLAUSE (cnf, -x[k], z);
  }
  x[n] = -z;
  clause (cnf, x, n + 1);
  return z;
}

static bcov_status agree (bcov_cnf *cnf, uint32_t item, bcov_error *err)
{
  const bcov_columns *columns = &cnf->columns;
  size_t n = columns->start[item + 1] - columns->start[item], colours = 0;
  coloured_option *sorted = bcov_mem_alloc (cnf->mem, n, sizeof *sorted, err);
  if (!sorted)
    return bcov_mem_status (cnf->mem);
  for (size_t k = 0; k < n; k++) {
    uint32_t touch = columns->touch[columns->start[item] + k];
    sorted[k] = (coloured_option){cnf->model->touches.data[touch].colour, columns->owner[touch]};
  }
  qsort (sorted, n, sizeof *sorted, by_colour);
  bool single = !n || sorted[0].colour == sorted[n - 1].colour;
  for (size_t k = 0, next; k < n && !single; k = next) {
    for (next = k; next < n && sorted[next].colour == sorted[k].colour; next++)
      ;
    cnf->list[colours++] = any_of (cnf, sorted + k, next - k);
  }
  at_most_one (cnf, cnf->list, colours);
  bcov_mem_free (cnf->mem, sorted);
  return BCOV_OK;
}

bcov_status bcov_cnf_encode (bcov_cnf *cnf, bcov_cnf_take *take, void *data, bcov_error *err)
{
  const bcov_model *model = cnf->model;
  bcov_status status = BCOV_OK;
  cnf->take = take;
  cnf->data = data;
  cnf->stopped = false;
  cnf->variables = bcov_model_options (model);
  cnf->clauses = 0;
  for (uint32_t i = 0; i < model->items.count && !status && !cnf->stopped; i++) {
    bcov_item item = model->items.data[i];
    const uint32_t *touch = cnf->columns.touch + cnf->columns.start[i];
    size_t n = cnf->columns.start[i + 1] - cnf->columns.start[i];
    for (size_t k = 0; k < n; k++)
      cnf->list[k] = (bcov_literal)cnf->columns.owner[touch[k]] + 1;
    if (item.coloured)
      status = agree (cnf, i, err);
    else
      bound (cnf, cnf->list, n, item);
  }
  if (model->impossible)
    clause (cnf, NULL, 0);
  return status;
}

/* ---- life ---- */

bcov_status bcov_cnf_start (const bcov_model *model, bcov_cnf *cnf, bcov_error *err)
{
  assert (bcov_model_is_valid (model));
  *cnf = (bcov_cnf){.model = model, .mem = model->mem};
  size_t longest = 0;
  bcov_status status = bcov_model_columns (cnf->model, &cnf->columns, err);
  if (status)
    return status;
  for (size_t i = 0; i < cnf->model->items.count; i++)
    if (cnf->columns.start[i + 1] - cnf->columns.start[i] > longest)
      longest = cnf->columns.start[i + 1] - cnf->columns.start[i];
  cnf->list = bcov_mem_alloc (cnf->mem, longest + 1, sizeof *cnf->list, err);
  if (cnf->list)
    cnf->scratch = bcov_mem_alloc (cnf->mem, longest + SMALL_BOUND + 1, sizeof *cnf->list, err);
  return cnf->scratch ? BCOV_OK : bcov_mem_status (cnf->mem);
}

void bcov_cnf_end (bcov_cnf *cnf)
{
  bcov_columns_free (cnf->mem, &cnf->columns);
  bcov_mem_free (cnf->mem, cnf->list);
  bcov_mem_free (cnf->mem, cnf->scratch);
}
