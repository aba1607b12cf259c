/* Clauses from a model.  Variable k is option k - 1; every further variable is equivalent to an
   expression in the options, with clauses for both directions, so that every solution is exactly
   one model and counters need no projection.

   An item whose bounds hold anyway needs no clause.  "At least one" is a clause.  "At most one"
   forbids all pairs of a few options, each pair at the first item that they share, or divides
   more options into groups of four with a variable "one of this group", again and again (the
   commander encoding of Klieber and Kwon, 2007).  Small bounds use a
   grid of "at least j of the first i"; larger ones a binary counter of full adders and a comparison
   with the bound.  A coloured item has a variable for each colour, "some option brings this
   colour", of which at most one holds.  An option that touches an item several times occurs as
   often in the item's list of literals.

   Time and length: linear in the touches for small bounds, times FEW. */

#include "model/cnf.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef bcov_literal literal;

#define LIT_FALSE INT64_MIN /* the constant false; occurs in no clause */

enum {
  FEW = 20, /* at most one of so few options: pairs; timed, like the size of a group */
  GROUP = 4,
  SMALL_BOUND = 16, /* largest bound of a grid */
  MOST_WEIGHTS = 33 /* bits of a counter */
};

typedef struct {
  uint32_t colour, option;
} coloured_option;

typedef struct {
  const bcov_model *model;
  bcov_columns columns;
  bcov_cnf_see *see; /* NULL: the clauses are only counted */
  void *data;
  bool going;
  bcov_cnf_size size;
  bool *paired;             /* of each item: all pairs of its options are forbidden */
  literal *list;            /* the literals of an item */
  literal *scratch;         /* a little longer */
  coloured_option *options; /* of an item */
} encoder;

/* ---- clauses and gates ---- */

/* Whether each of COUNT literals is a variable that exists, or its negation. */
static __attribute__ ((unused)) bool are_literals (const encoder *e, const literal *literals,
                                                   size_t count)
{
  for (size_t k = 0; k < count; k++)
    if (!literals[k] || literals[k] > e->size.variables || literals[k] < -e->size.variables)
      return false;
  return true;
}

static void clause (encoder *e, const literal *literals, size_t count)
{
  assert (are_literals (e, literals, count));
  e->size.clauses++;
  e->size.literals += (int64_t)count;
  if (e->see && e->going)
    e->going = e->see (e->data, literals, count);
}

#define CLAUSE(e, ...)                                                                             \
  clause (e, (literal[]){__VA_ARGS__}, sizeof ((literal[]){__VA_ARGS__}) / sizeof (literal))

/* z <-> a or b */
static literal either (encoder *e, literal a, literal b)
{
  literal z = ++e->size.variables;
  CLAUSE (e, -a, z);
  CLAUSE (e, -b, z);
  CLAUSE (e, -z, a, b);
  return z;
}

/* z <-> a and b */
static literal both (encoder *e, literal a, literal b)
{
  return -either (e, -a, -b);
}

/* z <-> a or (x and b); A may be LIT_FALSE. */
static literal either_or_both (encoder *e, literal a, literal x, literal b)
{
  if (a == LIT_FALSE)
    return both (e, x, b);
  literal z = ++e->size.variables;
  CLAUSE (e, -a, z);
  CLAUSE (e, -x, -b, z);
  CLAUSE (e, -z, a, x);
  CLAUSE (e, -z, a, b);
  return z;
}

/* z <-> an odd number of a, b, c */
static literal odd (encoder *e, literal a, literal b, literal c)
{
  literal z = ++e->size.variables;
  for (int k = 0; k < 8; k++) {
    literal x = k & 1 ? -a : a, y = k & 2 ? -b : b, w = k & 4 ? -c : c;
    bool even = (k & 1) ^ (k >> 1 & 1) ^ (k >> 2);
    CLAUSE (e, x, y, w, even ? z : -z);
  }
  return z;
}

static literal odd_of_two (encoder *e, literal a, literal b)
{
  literal z = ++e->size.variables;
  CLAUSE (e, a, b, -z);
  CLAUSE (e, -a, -b, -z);
  CLAUSE (e, -a, b, z);
  CLAUSE (e, a, -b, z);
  return z;
}

/* z <-> two or three of a, b, c */
static literal majority (encoder *e, literal a, literal b, literal c)
{
  literal z = ++e->size.variables;
  CLAUSE (e, -a, -b, z);
  CLAUSE (e, -a, -c, z);
  CLAUSE (e, -b, -c, z);
  CLAUSE (e, a, b, -z);
  CLAUSE (e, a, c, -z);
  CLAUSE (e, b, c, -z);
  return z;
}

/* ---- at most one ---- */

static void forbid_pairs (encoder *e, const literal *x, size_t n)
{
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++)
      CLAUSE (e, -x[i], -x[j]);
}

/* "Some of these N literals holds". */
static literal some_of (encoder *e, const literal *x, size_t n)
{
  literal parts[GROUP + 1], z;
  assert (n && n <= GROUP);
  if (n == 1)
    return x[0];
  z = ++e->size.variables;
  for (size_t k = 0; k < n; k++) {
    CLAUSE (e, -x[k], z);
    parts[k] = x[k];
  }
  parts[n] = -z;
  clause (e, parts, n + 1);
  return z;
}

/* At most one of each group, and of the groups. */
static void at_most_one_in_groups (encoder *e, const literal *x, size_t n)
{
  literal *rest = e->scratch;
  memcpy (rest, x, n * sizeof *x);
  while (n > GROUP + 1) {
    size_t groups = 0;
    for (size_t k = 0; k < n; k += GROUP) {
      size_t count = n - k < GROUP ? n - k : GROUP;
      forbid_pairs (e, rest + k, count);
      literal some = some_of (e, rest + k, count);
      rest[groups++] = some;
    }
    n = groups;
  }
  forbid_pairs (e, rest, n);
}

static void at_most_one (encoder *e, const literal *x, size_t n)
{
  if (n <= FEW)
    forbid_pairs (e, x, n);
  else
    at_most_one_in_groups (e, x, n);
}

/* Whether an item before ITEM forbids the pair of options A and B. */
static bool is_forbidden (const encoder *e, literal a, literal b, uint32_t item)
{
  uint32_t n, m;
  const bcov_touch *x = bcov_model_touches (e->model, (uint32_t)a - 1, &n);
  const bcov_touch *y = bcov_model_touches (e->model, (uint32_t)b - 1, &m);
  for (uint32_t i = 0, j = 0; i < n && j < m && x[i].item < item && y[j].item < item;)
    if (x[i].item < y[j].item)
      i++;
    else if (x[i].item > y[j].item)
      j++;
    else if (e->paired[x[i].item])
      return a != b;
    else
      i++, j++;
  return false;
}

/* At most one of the options of ITEM, whose literals are X. */
static void at_most_one_option (encoder *e, const literal *x, size_t n, uint32_t item)
{
  if (n > FEW) {
    at_most_one_in_groups (e, x, n);
    return;
  }
  e->paired[item] = true;
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++)
      if (!is_forbidden (e, x[i], x[j], item))
        CLAUSE (e, -x[i], -x[j]);
}

/* ---- larger bounds ---- */

/* ROW[j - 1] becomes "at least j of the N literals", for j up to BOUND. */
static void count_in_grid (encoder *e, const literal *x, size_t n, size_t bound, literal *row)
{
  assert (bound >= 1 && bound <= n);
  for (size_t j = 0; j < bound; j++)
    row[j] = LIT_FALSE;
  for (size_t i = 0; i < n; i++)
    for (size_t j = bound < i + 1 ? bound : i + 1; j > 0; j--)
      if (j > 1)
        row[j - 1] = either_or_both (e, row[j - 1], x[i], row[j - 2]);
      else
        row[0] = i ? either (e, row[0], x[i]) : x[0];
}

static void bound_by_grid (encoder *e, const literal *x, size_t n, bcov_item item)
{
  bool above = item.hi < n;
  size_t bound = above ? item.hi + 1u : item.lo;
  count_in_grid (e, x, n, bound, e->scratch);
  if (item.lo)
    CLAUSE (e, e->scratch[item.lo - 1]);
  if (above)
    CLAUSE (e, -e->scratch[item.hi]);
}

/* Adds N literals of one weight.  ODD_ONE becomes the bit of this weight, and X the carries;
   returns the number of carries. */
static size_t add_up (encoder *e, literal *x, size_t n, literal *odd_one)
{
  size_t carries = 0, first = 0;
  literal sum = n ? x[first++] : LIT_FALSE;
  for (; first + 1 < n; first += 2) {
    literal a = x[first], b = x[first + 1];
    literal carry = majority (e, sum, a, b);
    sum = odd (e, sum, a, b);
    x[carries++] = carry;
  }
  if (first < n) {
    literal carry = both (e, sum, x[first]);
    sum = odd_of_two (e, sum, x[first]);
    x[carries++] = carry;
  }
  *odd_one = sum;
  return carries;
}

/* Requires that the number with these BITS is at most BOUND or, if UP, at least BOUND.  For each
   bit that BOUND has clear (UP: set), a clause forbids that the number has it set (clear) while its
   higher bits are not below (above) those of BOUND. */
static void compare (encoder *e, const literal *bits, size_t n, uint64_t bound, bool up)
{
  for (size_t i = 0; i < n; i++) {
    literal parts[MOST_WEIGHTS];
    size_t count = 0;
    if ((bound >> i & 1) != up)
      continue;
    for (size_t j = i; j < n; j++)
      if (j == i || (bound >> j & 1) != up)
        parts[count++] = up ? bits[j] : -bits[j];
    clause (e, parts, count);
  }
}

static void bound_by_adders (encoder *e, const literal *x, size_t n, bcov_item item)
{
  literal bits[MOST_WEIGHTS] = {0};
  size_t weights = 0, left = n;
  memcpy (e->scratch, x, n * sizeof *x);
  while (left)
    left = add_up (e, e->scratch, left, &bits[weights++]);
  assert (weights <= MOST_WEIGHTS);
  if (item.lo)
    compare (e, bits, weights, item.lo, true);
  if (item.hi < n)
    compare (e, bits, weights, item.hi, false);
}

/* ---- items ---- */

/* Requires that at least LO and at most HI of the N literals of item I hold. */
static void bound (encoder *e, const literal *x, size_t n, uint32_t i)
{
  bcov_item item = e->model->items.data[i];
  if (item.lo > n || item.lo > item.hi)
    clause (e, NULL, 0);
  else if (item.lo == n || item.hi == 0)
    for (size_t k = 0; k < n; k++)
      CLAUSE (e, item.hi ? x[k] : -x[k]);
  else if (item.lo <= 1 && (item.hi == 1 || item.hi >= n)) {
    if (item.lo)
      clause (e, x, n);
    if (item.hi < n)
      at_most_one_option (e, x, n, i);
  } else if (item.lo <= SMALL_BOUND && (item.hi < SMALL_BOUND || item.hi >= n))
    bound_by_grid (e, x, n, item);
  else
    bound_by_adders (e, x, n, item);
}

static int by_colour (const void *a, const void *b)
{
  const coloured_option *x = a, *y = b;
  if (x->colour != y->colour)
    return x->colour < y->colour ? -1 : 1;
  return (x->option > y->option) - (x->option < y->option);
}

/* "Some of these N options is chosen". */
static literal any_of (encoder *e, const coloured_option *options, size_t n)
{
  if (n == 1)
    return (literal)options[0].option + 1;
  literal z = ++e->size.variables, *x = e->scratch;
  for (size_t k = 0; k < n; k++) {
    x[k] = (literal)options[k].option + 1;
    CLAUSE (e, -x[k], z);
  }
  x[n] = -z;
  clause (e, x, n + 1);
  return z;
}

static void agree (encoder *e, uint32_t item)
{
  const bcov_columns *columns = &e->columns;
  coloured_option *sorted = e->options;
  size_t n = columns->start[item + 1] - columns->start[item], colours = 0;
  for (size_t k = 0; k < n; k++) {
    uint32_t touch = columns->touch[columns->start[item] + k];
    sorted[k] = (coloured_option){e->model->touches.data[touch].colour, columns->owner[touch]};
  }
  qsort (sorted, n, sizeof *sorted, by_colour);
  bool single = !n || sorted[0].colour == sorted[n - 1].colour;
  for (size_t k = 0, next; k < n && !single; k = next) {
    for (next = k; next < n && sorted[next].colour == sorted[k].colour; next++)
      ;
    e->list[colours++] = any_of (e, sorted + k, next - k);
  }
  at_most_one (e, e->list, colours);
}

/* Returns how often TOUCH counts: more often than the upper bound allows is as bad as once more. */
static size_t times_of (bcov_touch touch, bcov_item item)
{
  uint32_t most = item.hi == BCOV_MANY ? item.lo : item.hi + 1;
  return touch.times <= most ? touch.times : most ? most : 1;
}

/* Collects the literals of item I; returns their number. */
static size_t collect (encoder *e, uint32_t i)
{
  bcov_item item = e->model->items.data[i];
  size_t n = 0;
  for (uint32_t k = e->columns.start[i]; k < e->columns.start[i + 1]; k++) {
    uint32_t touch = e->columns.touch[k];
    for (size_t left = times_of (e->model->touches.data[touch], item); left; left--)
      e->list[n++] = (literal)e->columns.owner[touch] + 1;
  }
  return n;
}

static void encode (encoder *e)
{
  e->size.variables = bcov_model_options (e->model);
  for (uint32_t i = 0; i < e->model->items.count && e->going; i++)
    if (e->model->items.data[i].coloured)
      agree (e, i);
    else
      bound (e, e->list, collect (e, i), i);
  if (e->model->impossible)
    clause (e, NULL, 0);
}

/* The length of the longest list of literals. */
static size_t longest_list (const encoder *e)
{
  const bcov_model *model = e->model;
  size_t longest = 0;
  for (size_t i = 0; i < model->items.count; i++) {
    size_t n = 0;
    for (uint32_t k = e->columns.start[i]; k < e->columns.start[i + 1]; k++)
      n += times_of (model->touches.data[e->columns.touch[k]], model->items.data[i]);
    longest = n > longest ? n : longest;
  }
  return longest;
}

static bcov_status start_encoder (encoder *e, bcov_error *err)
{
  bcov_mem *mem = e->model->mem;
  if (bcov_model_columns (e->model, &e->columns, err))
    return bcov_mem_status (mem);
  size_t longest = longest_list (e);
  if (!(e->paired = bcov_mem_alloc (mem, e->model->items.count + 1, sizeof *e->paired, err)) ||
      !(e->list = bcov_mem_alloc (mem, longest + 1, sizeof *e->list, err)) ||
      !(e->scratch = bcov_mem_alloc (mem, longest + SMALL_BOUND + 1, sizeof *e->list, err)) ||
      !(e->options = bcov_mem_alloc (mem, longest + 1, sizeof *e->options, err)))
    return bcov_mem_status (mem);
  return BCOV_OK;
}

bcov_status bcov_cnf_encode (const bcov_model *model, bcov_cnf_see *see, void *data,
                             bcov_cnf_size *size, bcov_error *err)
{
  encoder e = {.model = model, .see = see, .data = data, .going = true};
  assert (bcov_model_is_valid (model));
  bcov_status status = start_encoder (&e, err);
  if (!status)
    encode (&e);
  *size = e.size;
  bcov_columns_free (model->mem, &e.columns);
  bcov_mem_free (model->mem, e.paired);
  bcov_mem_free (model->mem, e.list);
  bcov_mem_free (model->mem, e.scratch);
  bcov_mem_free (model->mem, e.options);
  return status;
}
