/* The dual simplex method with bounded variables and a dense inverse.

   Every variable has a lower and an upper bound, so each basis becomes dual feasible if the other
   variables move to the bound that their reduced cost wants.  The search may therefore change the
   choices as it likes and go on from the last basis, forwards and backwards.

   A pivot takes the row whose basic variable is furthest outside its bounds, measured along the
   steepest edge, and passes all breakpoints of the dual objective while that still falls (the long
   step rule).  Costs are perturbed, because boards have many equally good fillings.

   Weak duality makes the bound exact: any prices y >= 0 of the rows give
     bound = sum of y x room + sum over options of max (0, gain - prices of their touches),
   which is computed in integers after rounding y.  Errors of floating point numbers make the bound
   larger than necessary, never too small.

   Time of a pivot: rows squared.  Memory: 8 bytes x rows squared. */

#include "engine/bound/lp.h"
#include "base/dispatch.h"
#include "base/random.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The same numbers on every machine: no products and sums in one rounding. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#else
#pragma GCC optimize("fp-contract=off")
#endif

enum { MOST_STALE = 256, CHECKED_EVERY = 4, SPARSE = 6 };

static const double feasible = 1e-7, tiny = 1e-9, drift = 1e-6, perturbed = 1e-5;

/* ---- making ---- */

double bcov_lp_bytes (const bcov_model *model)
{
  double rows = (double)model->items.count;
  return 8 * rows * rows + 40.0 * (double)model->touches.count + 64.0 * bcov_model_options (model);
}

static void number_rows (const bcov_model *model, bcov_lp *lp)
{
  for (size_t t = 0; t < model->touches.count; t++)
    lp->price[model->touches.data[t].item] += model->touches.data[t].times;
  for (uint32_t i = 0; i < model->items.count; i++) {
    bcov_item item = model->items.data[i];
    bool limits = !item.coloured && item.hi != BCOV_MANY && lp->price[i] > item.hi;
    lp->row_of[i] = limits ? lp->rows : BCOV_NO_ITEM;
    if (limits)
      lp->room[lp->rows++] = item.hi; /* less than all touches together */
    lp->price[i] = 0;
  }
}

static void list_options (const bcov_model *model, bcov_lp *lp)
{
  uint32_t n = 0;
  for (uint32_t o = 0; o < lp->options; o++) {
    lp->first[o] = n;
    lp->gain[o] = bcov_model_gain (model, o);
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++) {
      uint32_t row = lp->row_of[model->touches.data[t].item];
      if (row == BCOV_NO_ITEM)
        continue;
      lp->row[n] = row;
      lp->times[n++] = model->touches.data[t].times;
      lp->begin[row + 1]++;
    }
  }
  lp->first[lp->options] = n;
}

static void list_rows (bcov_lp *lp)
{
  for (uint32_t i = 0; i < lp->rows; i++)
    lp->begin[i + 1] += lp->begin[i];
  for (uint32_t o = 0; o < lp->options; o++)
    for (uint32_t k = lp->first[o]; k < lp->first[o + 1]; k++) {
      uint32_t at = lp->begin[lp->row[k]]++;
      lp->column[at] = o;
      lp->weight[at] = lp->times[k];
    }
  for (uint32_t i = lp->rows; i-- > 0;)
    lp->begin[i + 1] = lp->begin[i];
  lp->begin[0] = 0;
}

static void start_basis (bcov_lp *lp)
{
  uint32_t m = lp->rows;
  memset (lp->inverse, 0, (size_t)m * m * sizeof *lp->inverse);
  for (uint32_t v = 0; v < lp->options + m; v++)
    lp->place[v] = BCOV_NO_ITEM;
  for (uint32_t i = 0; i < m; i++) {
    lp->head[i] = lp->options + i;
    lp->place[lp->options + i] = i;
    lp->inverse[(size_t)i * m + i] = lp->norm[i] = 1;
  }
  lp->stale = 0;
}

static bool allocate (bcov_lp *lp, size_t items, size_t options, size_t touches, bcov_error *err)
{
  bcov_mem *mem = lp->mem;
  size_t all = items + options;
  return (lp->row_of = bcov_mem_alloc (mem, items, sizeof *lp->row_of, err)) &&
         (lp->first = bcov_mem_alloc (mem, options, sizeof *lp->first, err)) &&
         (lp->row = bcov_mem_alloc (mem, touches, sizeof *lp->row, err)) &&
         (lp->begin = bcov_mem_alloc (mem, items + 1, sizeof *lp->begin, err)) &&
         (lp->column = bcov_mem_alloc (mem, touches, sizeof *lp->column, err)) &&
         (lp->times = bcov_mem_alloc (mem, touches, sizeof *lp->times, err)) &&
         (lp->weight = bcov_mem_alloc (mem, touches, sizeof *lp->weight, err)) &&
         (lp->room = bcov_mem_alloc (mem, items, sizeof *lp->room, err)) &&
         (lp->gain = bcov_mem_alloc (mem, options, sizeof *lp->gain, err)) &&
         (lp->choice = bcov_mem_alloc (mem, options, sizeof *lp->choice, err)) &&
         (lp->cost = bcov_mem_alloc (mem, all, sizeof *lp->cost, err)) &&
         (lp->head = bcov_mem_alloc (mem, items, sizeof *lp->head, err)) &&
         (lp->place = bcov_mem_alloc (mem, all, sizeof *lp->place, err)) &&
         (lp->upper = bcov_mem_alloc (mem, all, sizeof *lp->upper, err)) &&
         (lp->norm = bcov_mem_alloc (mem, items, sizeof *lp->norm, err)) &&
         (lp->value = bcov_mem_alloc (mem, items, sizeof *lp->value, err)) &&
         (lp->slope = bcov_mem_alloc (mem, all, sizeof *lp->slope, err)) &&
         (lp->alpha = bcov_mem_alloc (mem, all, sizeof *lp->alpha, err)) &&
         (lp->tau = bcov_mem_alloc (mem, items, sizeof *lp->tau, err)) &&
         (lp->entering = bcov_mem_alloc (mem, items, sizeof *lp->entering, err)) &&
         (lp->dual = bcov_mem_alloc (mem, items, sizeof *lp->dual, err)) &&
         (lp->passed = bcov_mem_alloc (mem, all, sizeof *lp->passed, err)) &&
         (lp->filled = bcov_mem_alloc (mem, items, sizeof *lp->filled, err)) &&
         (lp->way = bcov_mem_alloc (mem, all, sizeof *lp->way, err)) &&
         (lp->price = bcov_mem_alloc (mem, items, sizeof *lp->price, err)) &&
         (lp->worth = bcov_mem_alloc (mem, options, sizeof *lp->worth, err));
}

bcov_status bcov_lp_new (const bcov_model *model, bcov_lp **out, bcov_error *err)
{
  bcov_mem *mem = model->mem;
  bcov_random random = {1};
  bcov_lp *lp = bcov_mem_alloc (mem, 1, sizeof *lp, err);
  *out = lp;
  if (!lp)
    return bcov_mem_status (mem);
  *lp = (bcov_lp){.mem = mem, .options = bcov_model_options (model)};
  bool fine =
      allocate (lp, model->items.count + 1, lp->options + 1u, model->touches.count + 1, err);
  if (fine) {
    number_rows (model, lp);
    size_t rows = lp->rows;
    lp->inverse = bcov_mem_alloc (mem, rows * rows + 1, sizeof *lp->inverse, err);
  }
  if (!lp->inverse) {
    bcov_lp_free (lp);
    *out = NULL;
    return bcov_mem_status (mem);
  }
  list_options (model, lp);
  list_rows (lp);
  start_basis (lp);
  for (uint32_t o = 0; o < lp->options; o++)
    lp->cost[o] = lp->gain[o] * (1 + perturbed * (double)bcov_random_below (&random, 1024) / 1024);
  return BCOV_OK;
}

void bcov_lp_free (bcov_lp *lp)
{
  if (!lp)
    return;
  void *all[] = {lp->row_of,  lp->first,    lp->row,  lp->begin,  lp->column, lp->times,
                 lp->weight,  lp->room,     lp->gain, lp->choice, lp->cost,   lp->head,
                 lp->place,   lp->upper,    lp->norm, lp->value,  lp->slope,  lp->alpha,
                 lp->tau,     lp->entering, lp->dual, lp->passed, lp->price,  lp->worth,
                 lp->inverse, lp->filled,   lp->way,  lp};
  bcov_mem *mem = lp->mem;
  for (size_t k = 0; k < sizeof all / sizeof *all; k++)
    bcov_mem_free (mem, all[k]);
}

void bcov_lp_copy (bcov_lp *lp, const bcov_lp *from)
{
  size_t m = lp->rows, all = m + lp->options;
  assert (lp->rows == from->rows && lp->options == from->options);
  memcpy (lp->choice, from->choice, lp->options);
  memcpy (lp->head, from->head, m * sizeof *lp->head);
  memcpy (lp->place, from->place, all * sizeof *lp->place);
  memcpy (lp->upper, from->upper, all);
  memcpy (lp->inverse, from->inverse, m * m * sizeof *lp->inverse);
  memcpy (lp->norm, from->norm, m * sizeof *lp->norm);
  lp->stale = from->stale;
  lp->pivots = from->pivots; /* decides when the bound is checked */
}

/* ---- variables ---- */

static double least (const bcov_lp *lp, uint32_t v)
{
  return v < lp->options && lp->choice[v] == BCOV_LP_IN ? 1 : 0;
}

static double most (const bcov_lp *lp, uint32_t v)
{
  if (v >= lp->options)
    return lp->room[v - lp->options];
  return lp->choice[v] == BCOV_LP_OUT ? 0 : 1;
}

static double rest_value (const bcov_lp *lp, uint32_t v)
{
  return lp->upper[v] ? most (lp, v) : least (lp, v);
}

double bcov_lp_value (const bcov_lp *lp, uint32_t option)
{
  uint32_t row = lp->place[option];
  return row == BCOV_NO_ITEM ? rest_value (lp, option) : lp->value[row];
}

/* Adds DELTA times the column of V to INTO, which has one number for each row. */
static void add_column (const bcov_lp *lp, uint32_t v, double delta, double *into)
{
  if (v >= lp->options)
    into[v - lp->options] += delta;
  else
    for (uint32_t k = lp->first[v]; k < lp->first[v + 1]; k++)
      into[lp->row[k]] += delta * lp->times[k];
}

/* Returns the scalar product of N numbers.  Eight sums side by side become vectors, and are the
   same numbers on every machine. */
BCOV_CLONES static double product (const double *a, const double *b, uint32_t n)
{
  double sum[8] = {0};
  uint32_t k = 0;
  for (; k + 8 <= n; k += 8)
    for (uint32_t j = 0; j < 8; j++)
      sum[j] += a[k + j] * b[k + j];
  for (; k < n; k++)
    sum[0] += a[k] * b[k];
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

/* Subtracts FACTOR x B from A. */
BCOV_CLONES static void subtract (double *restrict a, const double *restrict b, double factor,
                                  uint32_t n)
{
  for (uint32_t k = 0; k < n; k++)
    a[k] -= factor * b[k];
}

/* Computes INVERSE x VECTOR for each row. */
static void multiply (const bcov_lp *lp, const double *vector, double *out)
{
  uint32_t m = lp->rows, n = 0;
  uint32_t *at = lp->filled;
  for (uint32_t k = 0; k < m; k++)
    if (vector[k] < 0 || vector[k] > 0)
      at[n++] = k;
  for (uint32_t i = 0; i < m; i++) {
    const double *row = lp->inverse + (size_t)i * m;
    double sum = 0;
    for (uint32_t k = 0; n < m / SPARSE && k < n; k++)
      sum += row[at[k]] * vector[at[k]];
    out[i] = n < m / SPARSE ? sum : product (row, vector, m);
  }
}

/* Computes INVERSE x the column of V into lp->entering. */
static void find_entering (bcov_lp *lp, uint32_t v)
{
  uint32_t m = lp->rows;
  double *out = lp->entering;
  if (v >= lp->options) {
    for (uint32_t i = 0; i < m; i++)
      out[i] = lp->inverse[(size_t)i * m + (v - lp->options)];
    return;
  }
  for (uint32_t i = 0; i < m; i++) {
    const double *row = lp->inverse + (size_t)i * m;
    double sum = 0;
    for (uint32_t k = lp->first[v]; k < lp->first[v + 1]; k++)
      sum += row[lp->row[k]] * lp->times[k];
    out[i] = sum;
  }
}

/* Replaces the basic variable of row R by V, whose column is in lp->entering. */
static void exchange (bcov_lp *lp, uint32_t r, uint32_t v)
{
  uint32_t m = lp->rows;
  double *pivot = lp->inverse + (size_t)r * m, by = 1 / lp->entering[r];
  for (uint32_t k = 0; k < m; k++)
    pivot[k] *= by;
  for (uint32_t i = 0; i < m; i++) {
    if (i != r && fabs (lp->entering[i]) >= tiny)
      subtract (lp->inverse + (size_t)i * m, pivot, lp->entering[i], m);
  }
  lp->place[lp->head[r]] = BCOV_NO_ITEM;
  lp->head[r] = v;
  lp->place[v] = r;
  lp->stale++;
}

/* Returns the row with a slack in the basis, not one to STAY there, where the entering column is
   largest. */
static uint32_t largest_entry (const bcov_lp *lp, const double *stay)
{
  uint32_t best = BCOV_NO_ITEM;
  for (uint32_t i = 0; i < lp->rows; i++)
    if (lp->head[i] >= lp->options && !(stay[i] > 0) &&
        (best == BCOV_NO_ITEM || fabs (lp->entering[i]) > fabs (lp->entering[best])))
      best = i;
  return best;
}

/* Computes the inverse anew.  Columns that depend on others leave the basis. */
static void invert (bcov_lp *lp)
{
  uint32_t n = 0;
  double *stay = lp->tau;
  for (uint32_t i = 0; i < lp->rows; i++) {
    stay[i] = lp->place[lp->options + i] != BCOV_NO_ITEM;
    if (lp->head[i] < lp->options)
      lp->passed[n++] = lp->head[i];
  }
  start_basis (lp);
  for (uint32_t k = 0; k < n; k++) {
    find_entering (lp, lp->passed[k]);
    uint32_t row = largest_entry (lp, stay);
    if (row != BCOV_NO_ITEM && fabs (lp->entering[row]) > drift)
      exchange (lp, row, lp->passed[k]);
  }
  for (uint32_t i = 0; i < lp->rows; i++) {
    const double *row = lp->inverse + (size_t)i * lp->rows;
    lp->norm[i] = 0;
    for (uint32_t k = 0; k < lp->rows; k++)
      lp->norm[i] += row[k] * row[k];
  }
  lp->stale = 0;
}

/* ---- values and reduced costs ---- */

static double cost_of (const bcov_lp *lp, uint32_t v)
{
  return v < lp->options ? lp->cost[v] : 0;
}

static void find_duals (bcov_lp *lp)
{
  uint32_t m = lp->rows;
  memset (lp->dual, 0, m * sizeof *lp->dual);
  for (uint32_t i = 0; i < m; i++) {
    double cost = cost_of (lp, lp->head[i]);
    if (cost > 0)
      subtract (lp->dual, lp->inverse + (size_t)i * m, -cost, m);
  }
}

/* Computes the reduced costs and moves each variable to the bound that its reduced cost wants. */
static void find_slopes (bcov_lp *lp)
{
  find_duals (lp);
  for (uint32_t v = 0; v < lp->options; v++) {
    double slope = lp->cost[v];
    for (uint32_t k = lp->first[v]; k < lp->first[v + 1]; k++)
      slope -= lp->dual[lp->row[k]] * lp->times[k];
    lp->slope[v] = slope;
  }
  for (uint32_t i = 0; i < lp->rows; i++)
    lp->slope[lp->options + i] = -lp->dual[i];
  for (uint32_t v = 0; v < lp->options + lp->rows; v++) {
    if (lp->place[v] != BCOV_NO_ITEM)
      lp->slope[v] = 0;
    else if (fabs (lp->slope[v]) > tiny)
      lp->upper[v] = lp->slope[v] > 0;
  }
}

/* Computes the values of the basic variables. */
static void find_values (bcov_lp *lp)
{
  double *left = lp->tau;
  for (uint32_t i = 0; i < lp->rows; i++)
    left[i] = lp->room[i];
  for (uint32_t v = 0; v < lp->options + lp->rows; v++)
    if (lp->place[v] == BCOV_NO_ITEM && rest_value (lp, v) > 0)
      add_column (lp, v, -rest_value (lp, v), left);
  multiply (lp, left, lp->value);
}

static void refresh (bcov_lp *lp)
{
  if (lp->stale >= MOST_STALE)
    invert (lp);
  find_slopes (lp);
  find_values (lp);
}

/* The value of the dual objective. */
static double objective (const bcov_lp *lp)
{
  double sum = 0;
  for (uint32_t o = 0; o < lp->options; o++)
    if (lp->place[o] == BCOV_NO_ITEM)
      sum += lp->cost[o] * rest_value (lp, o);
  for (uint32_t i = 0; i < lp->rows; i++)
    sum += cost_of (lp, lp->head[i]) * lp->value[i];
  return sum;
}

/* ---- a pivot ---- */

/* Returns how far the basic variable of row I is outside its bounds: negative if it is below. */
static double outside (const bcov_lp *lp, uint32_t i)
{
  uint32_t v = lp->head[i];
  double value = lp->value[i], lo = least (lp, v), hi = most (lp, v);
  return value < lo - feasible ? value - lo : value > hi + feasible ? value - hi : 0;
}

static uint32_t choose_row (const bcov_lp *lp)
{
  uint32_t best = BCOV_NO_ITEM;
  double most_of_all = 0;
  for (uint32_t i = 0; i < lp->rows; i++) {
    double out = outside (lp, i);
    if (out * out > most_of_all * lp->norm[i]) {
      most_of_all = out * out / lp->norm[i];
      best = i;
    }
  }
  return best;
}

/* Computes row R of the tableau into lp->alpha. */
static void find_row (bcov_lp *lp, uint32_t r)
{
  const double *rho = lp->inverse + (size_t)r * lp->rows;
  memset (lp->alpha, 0, lp->options * sizeof *lp->alpha);
  for (uint32_t i = 0; i < lp->rows; i++) {
    lp->alpha[lp->options + i] = rho[i];
    if (fabs (rho[i]) < tiny)
      continue;
    for (uint32_t k = lp->begin[i]; k < lp->begin[i + 1]; k++)
      lp->alpha[lp->column[k]] += rho[i] * lp->weight[k];
  }
}

/* Lists the variables whose reduced costs change their signs on the way, if it leads to SIGN, and
   how far away that is. */
static uint32_t list_breakpoints (bcov_lp *lp, double sign)
{
  uint32_t n = 0;
  for (uint32_t v = 0; v < lp->options + lp->rows; v++) {
    double alpha = sign * lp->alpha[v];
    if ((lp->upper[v] ? alpha > tiny : alpha < -tiny) && lp->place[v] == BCOV_NO_ITEM &&
        least (lp, v) < most (lp, v)) {
      lp->way[n] = fabs (lp->slope[v] / alpha);
      lp->passed[n++] = v;
    }
  }
  return n;
}

/* Returns whether breakpoint J is nearer than K; of two at the same place, that with the larger
   pivot. */
static bool is_nearer (const bcov_lp *lp, uint32_t j, uint32_t k)
{
  if (lp->way[j] < lp->way[k] || lp->way[j] > lp->way[k])
    return lp->way[j] < lp->way[k];
  return fabs (lp->alpha[lp->passed[j]]) > fabs (lp->alpha[lp->passed[k]]);
}

/* Moves the breakpoints that are passed while the dual objective falls to the front, in order, and
   returns the index of the last, or N if it falls for ever.  OUT is by how much the row is outside
   its bounds. */
static uint32_t pass_breakpoints (bcov_lp *lp, uint32_t n, double out)
{
  double fall = fabs (out);
  for (uint32_t k = 0; k < n; k++) {
    uint32_t next = k;
    for (uint32_t j = k + 1; j < n; j++)
      if (is_nearer (lp, j, next))
        next = j;
    uint32_t v = lp->passed[next];
    double way = lp->way[next];
    lp->passed[next] = lp->passed[k];
    lp->way[next] = lp->way[k];
    lp->passed[k] = v;
    lp->way[k] = way;
    fall -= fabs (lp->alpha[v]) * (most (lp, v) - least (lp, v));
    if (fall <= feasible)
      return k;
  }
  return n;
}

/* Flips the first N breakpoints to their other bounds. */
static void flip (bcov_lp *lp, uint32_t n)
{
  if (!n)
    return;
  memset (lp->dual, 0, lp->rows * sizeof *lp->dual);
  for (uint32_t k = 0; k < n; k++) {
    uint32_t v = lp->passed[k];
    double before = rest_value (lp, v);
    lp->upper[v] ^= 1;
    add_column (lp, v, rest_value (lp, v) - before, lp->dual);
  }
  multiply (lp, lp->dual, lp->tau);
  for (uint32_t i = 0; i < lp->rows; i++)
    lp->value[i] -= lp->tau[i];
}

static void update_norms (bcov_lp *lp, uint32_t r)
{
  double pivot = lp->entering[r], own = lp->norm[r];
  for (uint32_t i = 0; i < lp->rows; i++) {
    double factor = lp->entering[i] / pivot;
    lp->norm[i] = fmax (lp->norm[i], factor * factor * own);
  }
  lp->norm[r] = fmax (own / (pivot * pivot), 1);
}

/* Exchanges row R with Q, after the breakpoints before Q were flipped. */
static void move (bcov_lp *lp, uint32_t r, uint32_t q)
{
  uint32_t leaving = lp->head[r];
  double out = outside (lp, r), step = lp->slope[q] / lp->alpha[q];
  double moved = out / lp->entering[r];
  bool high = lp->value[r] > most (lp, leaving);
  subtract (lp->slope, lp->alpha, step, lp->options + lp->rows);
  lp->slope[q] = 0;
  lp->slope[leaving] = -step;
  for (uint32_t i = 0; i < lp->rows; i++)
    lp->value[i] -= moved * lp->entering[i];
  update_norms (lp, r);
  double value = rest_value (lp, q) + moved;
  exchange (lp, r, q);
  lp->value[r] = value;
  lp->upper[leaving] = high;
}

/* Returns false if there is nothing left to do. */
static bool pivot (bcov_lp *lp)
{
  uint32_t r = choose_row (lp);
  if (r == BCOV_NO_ITEM) {
    lp->optimal = true;
    return false;
  }
  double out = outside (lp, r);
  find_row (lp, r);
  uint32_t n = list_breakpoints (lp, out < 0 ? 1 : -1);
  uint32_t last = pass_breakpoints (lp, n, out);
  if (last == n)
    return false; /* by rounding errors only: the options taken are a solution */
  uint32_t q = lp->passed[last];
  find_entering (lp, q);
  lp->pivots++;
  if (fabs (lp->entering[r] - lp->alpha[q]) > drift * (1 + fabs (lp->alpha[q]))) {
    if (!lp->stale)
      return false;
    lp->stale = MOST_STALE;
    refresh (lp);
    return true;
  }
  flip (lp, last);
  if (fabs (outside (lp, r)) > 0)
    move (lp, r, q);
  if (lp->stale >= MOST_STALE)
    refresh (lp);
  return true;
}

/* ---- the exact bound ---- */

static void find_bound (bcov_lp *lp)
{
  lp->bound = 0;
  find_duals (lp);
  for (uint32_t i = 0; i < lp->rows; i++) {
    double price = lp->dual[i] * (double)BCOV_LP_UNIT;
    lp->price[i] = price > 0 && price < 1e15 ? (int64_t)price : 0;
    lp->bound += lp->price[i] * lp->room[i];
  }
  for (uint32_t o = 0; o < lp->options; o++) {
    int64_t worth = lp->gain[o] * BCOV_LP_UNIT;
    for (uint32_t k = lp->first[o]; k < lp->first[o + 1]; k++)
      worth -= lp->price[lp->row[k]] * (int64_t)lp->times[k];
    lp->worth[o] = worth;
    if (lp->choice[o] == BCOV_LP_IN || (lp->choice[o] == BCOV_LP_FREE && worth > 0))
      lp->bound += worth;
  }
}

bool bcov_lp_solve (bcov_lp *lp, uint64_t goal, uint64_t pivots)
{
  uint64_t end = pivots ? lp->pivots + pivots : UINT64_MAX;
  double enough = (double)goal * (1 - 2 * perturbed) - feasible;
  lp->optimal = false;
  refresh (lp);
  bool more = true;
  while (lp->pivots < end && (more = pivot (lp)))
    if (goal && lp->pivots % CHECKED_EVERY == 0 && objective (lp) < enough) {
      find_bound (lp);
      if (lp->bound < (int64_t)goal * BCOV_LP_UNIT)
        return false;
    }
  find_bound (lp);
  return more;
}
