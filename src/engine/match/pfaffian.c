/* Pfaffians by multifrontal elimination (Duff and Reid 1983) with pivots of two rows.

   The Pfaffian of a skew matrix A with a = A[u][v] not 0 is a times that of the matrix without u
   and v, in which

     A[i][j] - (A[i][v] A[u][j] - A[i][u] A[v][j]) / a

   replaces A[i][j], if the rows are sorted such that u and v come first; in the end the sign of the
   sequence of elimination makes up for sorting.

   Fronts of a dissection (dissect.h) are processed from the leaves up.  A front is a dense matrix:
   its own vertices, the ancestors that they have become neighbours of, and what its children could
   not eliminate.  Pivots are pairs of its own vertices.  A vertex for which there is none, which
   happens if colours are not balanced, is *delayed*: it becomes an own vertex of the parent.  What
   is left after the elimination is added to the parent's matrix.  A vertex that is left at a root
   shows that the Pfaffian is 0.

   If the graph is bipartite, A[i][j] is 0 for vertices of the same colour, and a front only has
   rows for the vertices of one colour and columns for the others: a quarter of the entries and half
   of the update.  Otherwise rows and columns are the same.  Both are eliminated by steps of an LU
   decomposition, where a pair u, v of the second kind takes two steps, with pivots A[u][v] and
   A[v][u].

   Arithmetic: an entry holds residues modulo BCOV_PFAFFIAN_LANES primes p as doubles from -p/2 to
   p/2. Products are below 2^50, so 8 of them are subtracted exactly before the sum is reduced
   again, which is why PANEL pivots are eliminated together.  Within a panel, columns and rows are
   brought up to date when a pivot needs them.  All lanes use the same pivots.  If there is none
   that suits all lanes, a residue has vanished by chance, and each prime is repeated alone.

   Bounds: a quotient is rounded with an error of at most 1/2 + 2^-25, so residues are at most
   p/2 (1 + 2^-24), and 8 products and a residue stay below 2^53 for all primes p < 2^26, the
   largest of which is 2^26 - 5. */

#include "engine/match/pfaffian.h"
#include "base/dispatch.h"

#include <assert.h>
#include <string.h>

enum { LANES = BCOV_PFAFFIAN_LANES, PANEL = 8, POLL = 64 /* fronts between two polls */ };

typedef bcov_pfaffian_lanes lanes;

/* Residues are reduced modulo P. */
typedef struct {
  lanes p, inverse; /* 1 / p */
} field;

/* A front: rows 0 .. rows - 1 and columns of its matrix, the first OWN_ROWS and OWN_COLUMNS of
   which may be eliminated. DONE of them have been. */
typedef struct {
  uint32_t rows, columns, own_rows, own_columns, done;
  uint32_t *row, *column; /* the vertices; in a skew front the same list */
  lanes *entry;           /* row by row */
} front;

/* What a front leaves to its parent; on the stack. */
typedef struct {
  uint32_t rows, columns, late_rows, late_columns; /* the first ones are delayed */
  size_t entry, name;                              /* where they start */
} remainder_of_front;

/* A front after its elimination: its matrix contains the rows of U, and the columns of L times
   their pivots. */
typedef struct {
  uint32_t rows, columns, done;
  uint32_t *row, *column;
  lanes *entry;
} kept_front;

typedef struct {
  const bcov_pfaffian *pf;
  kept_front *kept; /* of each front; NULL: none is kept */
  bcov_pfaffian_scratch *s;
  const int64_t *weight;
  field f;
  lanes product;     /* of the pivots */
  uint32_t count;    /* of the sequence */
  uint32_t steps;    /* eliminated in the current panel */
  uint32_t width;    /* columns of the panel's buffer RIGHT */
  bool failed, zero; /* no pivot suits all lanes; all Pfaffians are 0 */
  remainder_of_front *left;
  size_t lefts, entries, names; /* used on the stacks */
  bcov_error *err;
} elimination;

/* ---- arithmetic ---- */

static const lanes magic = {0x1.8p52, 0x1.8p52, 0x1.8p52, 0x1.8p52}; /* adding it rounds */

#define ALWAYS static inline __attribute__ ((always_inline))

ALWAYS void reduce (lanes *x, const field *f)
{
  lanes q = *x * f->inverse + magic;
  q -= magic;
  *x -= q * f->p;
}

ALWAYS void multiply (lanes *x, const lanes *y, const field *f)
{
  *x *= *y;
  reduce (x, f);
}

/* Whether some lane of X is not 0, and whether all are not. */
static void inspect (const lanes *x, bool *some, bool *all)
{
  *some = false;
  *all = true;
  for (int k = 0; k < LANES; k++) {
    *some |= (*x)[k] != 0;
    *all &= (*x)[k] != 0;
  }
}

static double invert (double x, double prime)
{
  int64_t p = (int64_t)prime, a = (int64_t)x, b = p, s = 1, t = 0;
  if (a < 0)
    a += p;
  while (b) {
    int64_t q = a / b, rest = a % b, next = s - q * t;
    a = b;
    b = rest;
    s = t;
    t = next;
  }
  assert (a == 1);
  return (double)(s > p / 2 ? s - p : s < -p / 2 ? s + p : s);
}

static void invert_lanes (const lanes *x, lanes *out, const field *f)
{
  for (int k = 0; k < LANES; k++)
    (*out)[k] = invert ((*x)[k], f->p[k]);
}

static void set_residues (int64_t weight, lanes *out, const field *f)
{
  for (int k = 0; k < LANES; k++) {
    int64_t p = (int64_t)f->p[k], r = weight % p;
    (*out)[k] = (double)(r > p / 2 ? r - p : r < -p / 2 ? r + p : r);
  }
}

/* ---- kernels ---- */

/* Subtracts LEFT x RIGHT from ROWS x COLUMNS entries.  LEFT has PANEL entries for each row, and
   RIGHT has PANEL rows of WIDTH. */
BCOV_CLONES static void update (lanes *entry, size_t stride, uint32_t rows, uint32_t columns,
                                const lanes *left, const lanes *right, size_t width, const field *f)
{
  const lanes p = f->p, inverse = f->inverse;
  for (uint32_t i = 0; i < rows; i++, entry += stride, left += PANEL) {
    const lanes l0 = left[0], l1 = left[1], l2 = left[2], l3 = left[3];
    const lanes l4 = left[4], l5 = left[5], l6 = left[6], l7 = left[7];
    const lanes *r = right;
    for (uint32_t j = 0; j < columns; j++, r++) {
      lanes x = entry[j] - l0 * r[0], y = l1 * r[width];
      x -= l2 * r[2 * width];
      y += l3 * r[3 * width];
      x -= l4 * r[4 * width];
      y += l5 * r[5 * width];
      x -= l6 * r[6 * width];
      y += l7 * r[7 * width];
      x -= y;
      lanes q = x * inverse + magic;
      q -= magic;
      entry[j] = x - q * p;
    }
  }
}

/* Subtracts the first STEPS steps of a panel from one row of the matrix. */
BCOV_CLONES static void update_row (lanes *entry, uint32_t columns, const lanes *left,
                                    const lanes *right, size_t width, uint32_t steps,
                                    const field *f)
{
  for (uint32_t j = 0; j < columns; j++) {
    lanes x = entry[j];
    for (uint32_t k = 0; k < steps; k++)
      x -= left[k] * right[k * width + j];
    reduce (&x, f);
    entry[j] = x;
  }
}

/* The same for one column. */
BCOV_CLONES static void update_column (lanes *entry, size_t stride, uint32_t rows,
                                       const lanes *left, const lanes *right, size_t width,
                                       uint32_t steps, const field *f)
{
  for (uint32_t i = 0; i < rows; i++) {
    lanes x = entry[i * stride];
    for (uint32_t k = 0; k < steps; k++)
      x -= left[i * PANEL + k] * right[k * width];
    reduce (&x, f);
    entry[i * stride] = x;
  }
}

/* OUT[k * out_stride] = FROM[k * from_stride] * FACTOR. */
BCOV_CLONES static void scale (lanes *out, size_t out_stride, const lanes *from, size_t from_stride,
                               uint32_t count, const lanes *factor, const field *f)
{
  for (uint32_t k = 0; k < count; k++) {
    lanes x = from[k * from_stride] * *factor;
    reduce (&x, f);
    out[k * out_stride] = x;
  }
}

BCOV_CLONES static void negate_into (lanes *out, size_t stride, const lanes *from, uint32_t count)
{
  for (uint32_t k = 0; k < count; k++)
    out[k * stride] = -from[k];
}

/* ---- the elimination within a front ---- */

static lanes *at (const front *t, uint32_t row, uint32_t column)
{
  return &t->entry[(size_t)row * t->columns + column];
}

static lanes *left_of (const elimination *e, uint32_t row)
{
  return &e->s->left[(size_t)row * PANEL];
}

static lanes *right_of (const elimination *e, uint32_t column)
{
  return &e->s->right[column];
}

static void exchange (lanes *a, size_t a_stride, lanes *b, size_t count)
{
  for (size_t k = 0; k < count; k++) {
    lanes x = a[k * a_stride];
    a[k * a_stride] = b[k * a_stride];
    b[k * a_stride] = x;
  }
}

static void exchange_names (uint32_t *name, uint32_t a, uint32_t b)
{
  uint32_t x = name[a];
  name[a] = name[b];
  name[b] = x;
}

static void exchange_rows (elimination *e, front *t, uint32_t a, uint32_t b)
{
  if (a == b)
    return;
  exchange (at (t, a, 0), 1, at (t, b, 0), t->columns);
  exchange (left_of (e, a), 1, left_of (e, b), PANEL);
  exchange_names (t->row, a, b);
}

static void exchange_columns (elimination *e, front *t, uint32_t a, uint32_t b)
{
  if (a == b)
    return;
  exchange (at (t, 0, a), t->columns, at (t, 0, b), t->rows);
  exchange (right_of (e, a), e->width, right_of (e, b), PANEL);
  if (t->column != t->row)
    exchange_names (t->column, a, b);
}

/* Brings column C up to date, and leaves nothing to be subtracted from it later. */
static void refresh_column (elimination *e, front *t, uint32_t c)
{
  uint32_t from = t->done;
  update_column (at (t, from, c), t->columns, t->rows - from, left_of (e, from), right_of (e, c),
                 e->width, e->steps, &e->f);
  for (uint32_t k = 0; k < PANEL; k++)
    right_of (e, c)[k * e->width] = (lanes){0};
}

static void refresh_row (elimination *e, front *t, uint32_t r)
{
  uint32_t from = t->done;
  update_row (at (t, r, from), t->columns - from, left_of (e, r), right_of (e, from), e->width,
              e->steps, &e->f);
  memset (left_of (e, r), 0, PANEL * sizeof (lanes));
}

/* Ends the panel: subtracts its steps from all that is left. */
static void end_panel (elimination *e, front *t)
{
  uint32_t d = t->done;
  if (!e->steps)
    return;
  update (at (t, d, d), t->columns, t->rows - d, t->columns - d, left_of (e, d), right_of (e, d),
          e->width, &e->f);
  memset (e->s->left, 0, (size_t)t->rows * PANEL * sizeof (lanes));
  memset (e->s->right, 0, (size_t)e->width * PANEL * sizeof (lanes));
  e->steps = 0;
}

static void note_pivot (elimination *e, uint32_t u, uint32_t v, const lanes *pivot)
{
  e->s->sequence[e->count++] = u;
  e->s->sequence[e->count++] = v;
  multiply (&e->product, pivot, &e->f);
}

/* Looks for the first of COUNT entries that is not 0 in any lane; returns COUNT if there is none.
 */
static uint32_t find_pivot (elimination *e, const lanes *entry, size_t stride, uint32_t count)
{
  bool some, all, mixed = false;
  for (uint32_t k = 0; k < count; k++) {
    inspect (&entry[k * stride], &some, &all);
    if (all)
      return k;
    mixed |= some;
  }
  e->failed |= mixed;
  return count;
}

/* Eliminates row and column t->done, whose entry is the pivot; both are up to date. */
static void take_step (elimination *e, front *t)
{
  uint32_t d = t->done++, k = e->steps++;
  lanes pivot = *at (t, d, d), inverse;
  invert_lanes (&pivot, &inverse, &e->f);
  note_pivot (e, t->row[d], t->column[d], &pivot);
  scale (left_of (e, d + 1) + k, PANEL, at (t, d + 1, d), t->columns, t->rows - d - 1, &inverse,
         &e->f);
  memcpy (right_of (e, d + 1) + k * e->width, at (t, d, d + 1),
          (t->columns - d - 1) * sizeof (lanes));
  if (e->steps == PANEL)
    end_panel (e, t);
}

static void eliminate_bipartite (elimination *e, front *t)
{
  for (uint32_t c = 0; c < t->own_columns && t->done < t->own_rows && !e->failed; c++) {
    refresh_column (e, t, c);
    uint32_t d = t->done, found = find_pivot (e, at (t, d, c), t->columns, t->own_rows - d);
    if (found == t->own_rows - d)
      continue;
    exchange_columns (e, t, c, d);
    exchange_rows (e, t, d + found, d);
    refresh_row (e, t, d);
    take_step (e, t);
  }
  end_panel (e, t);
}

/* Brings row U and column U of a skew front up to date. */
static void refresh_both (elimination *e, front *t, uint32_t u)
{
  uint32_t d = t->done;
  refresh_row (e, t, u);
  negate_into (at (t, d, u), t->columns, at (t, u, d), t->columns - d);
  for (uint32_t k = 0; k < PANEL; k++)
    right_of (e, u)[k * e->width] = (lanes){0};
}

static void exchange_both (elimination *e, front *t, uint32_t a, uint32_t b)
{
  exchange_rows (e, t, a, b);
  exchange_columns (e, t, a, b);
}

/* Eliminates the vertices u = t->done and v = t->done + 1; both are up to date. */
static void take_pair (elimination *e, front *t)
{
  uint32_t d = t->done, k = e->steps, rest = t->rows - d - 2;
  lanes pivot = *at (t, d, d + 1), inverse, negative;
  invert_lanes (&pivot, &inverse, &e->f);
  negative = -inverse;
  note_pivot (e, t->row[d], t->row[d + 1], &pivot);
  t->done += 2;
  e->steps += 2;
  scale (left_of (e, d + 2) + k, PANEL, at (t, d + 1, d + 2), 1, rest, &negative, &e->f);
  scale (left_of (e, d + 2) + k + 1, PANEL, at (t, d, d + 2), 1, rest, &inverse, &e->f);
  memcpy (right_of (e, d + 2) + k * e->width, at (t, d, d + 2), rest * sizeof (lanes));
  memcpy (right_of (e, d + 2) + (k + 1) * e->width, at (t, d + 1, d + 2), rest * sizeof (lanes));
  if (e->steps == PANEL)
    end_panel (e, t);
}

static void eliminate_skew (elimination *e, front *t)
{
  for (uint32_t u = 0; u < t->own_rows && !e->failed;) {
    refresh_both (e, t, u);
    uint32_t d = t->done, v = find_pivot (e, at (t, u, d), 1, t->own_rows - d) + d;
    if (v >= t->own_rows) {
      u++;
      continue;
    }
    refresh_both (e, t, v);
    exchange_both (e, t, u, d);
    if (v == d)
      v = u;
    exchange_both (e, t, v, d + 1);
    take_pair (e, t);
    u = u + 1 > t->done ? u + 1 : t->done;
  }
  end_panel (e, t);
}

/* ---- assembly ---- */

static bcov_status reserve_entries (elimination *e, size_t more)
{
  bcov_pfaffian_scratch *s = e->s;
  size_t need = e->entries + more + 1;
  if (need <= s->entries)
    return BCOV_OK;
  need += need / 2;
  void *grown = bcov_mem_resize (e->pf->mem, s->entry, need + 1, sizeof *s->entry, e->err);
  if (!grown)
    return bcov_mem_status (e->pf->mem);
  s->entry = grown;
  s->entries = need;
  return BCOV_OK;
}

static bcov_status reserve_names (elimination *e, size_t more)
{
  bcov_pfaffian_scratch *s = e->s;
  size_t need = e->names + more;
  if (need <= s->names)
    return BCOV_OK;
  need += need / 2;
  void *grown = bcov_mem_resize (e->pf->mem, s->name, need, sizeof *s->name, e->err);
  if (!grown)
    return bcov_mem_status (e->pf->mem);
  s->name = grown;
  s->names = need;
  return BCOV_OK;
}

/* Makes room for a panel of a front. */
static bcov_status reserve_panel (elimination *e, const front *t)
{
  bcov_pfaffian_scratch *s = e->s;
  size_t need = PANEL * ((size_t)(t->rows > t->columns ? t->rows : t->columns) + 1);
  if (need > s->panel) {
    need += need / 2;
    void *left = bcov_mem_resize (e->pf->mem, s->left, need, sizeof *s->left, e->err);
    if (left)
      s->left = left;
    void *right =
        left ? bcov_mem_resize (e->pf->mem, s->right, need, sizeof *s->right, e->err) : NULL;
    if (!right)
      return bcov_mem_status (e->pf->mem);
    s->right = right;
    s->panel = need;
  }
  e->width = t->columns;
  e->steps = 0;
  memset (s->left, 0, PANEL * (size_t)t->rows * sizeof (lanes));
  memset (s->right, 0, PANEL * (size_t)t->columns * sizeof (lanes));
  return BCOV_OK;
}

static bool is_row (const elimination *e, uint32_t v)
{
  return !e->pf->bipartite || !e->pf->colour[v];
}

/* Adds V to the rows or columns of T unless it is there. */
static void add_vertex (elimination *e, front *t, uint32_t v)
{
  uint32_t *place = is_row (e, v) ? e->s->row : e->s->column;
  if (place[v] != UINT32_MAX)
    return;
  if (is_row (e, v)) {
    place[v] = t->rows;
    t->row[t->rows++] = v;
  } else {
    place[v] = t->columns;
    t->column[t->columns++] = v;
  }
}

/* The first name of the children's remainders of front F on the stack of LEFTS. */
static size_t first_child (const elimination *e, uint32_t children)
{
  return e->lefts - children;
}

/* Lists the rows and columns of front F: its own, those that its children delayed, then the others.
 */
static bcov_status list_vertices (elimination *e, uint32_t f, uint32_t children, front *t)
{
  const bcov_dissection *order = &e->pf->order;
  size_t most = order->start[f + 1] - order->start[f];
  for (uint32_t k = order->start[f]; k < order->start[f + 1]; k++)
    most += e->pf->start[order->vertex[k] + 1] - e->pf->start[order->vertex[k]];
  for (size_t c = first_child (e, children); c < e->lefts; c++)
    most += e->left[c].rows + e->left[c].columns;
  bcov_status status = reserve_names (e, 2 * most + 2);
  if (status)
    return status;
  *t = (front){.row = &e->s->name[e->names], .column = &e->s->name[e->names + most + 1]};
  for (uint32_t k = order->start[f]; k < order->start[f + 1]; k++)
    add_vertex (e, t, order->vertex[k]);
  for (size_t c = first_child (e, children); c < e->lefts; c++) {
    const remainder_of_front *left = &e->left[c];
    for (uint32_t k = 0; k < left->late_rows; k++)
      add_vertex (e, t, e->s->name[left->name + k]);
    for (uint32_t k = 0; k < left->late_columns; k++)
      add_vertex (e, t, e->s->name[left->name + left->rows + k]);
  }
  t->own_rows = t->rows;
  t->own_columns = t->columns;
  for (uint32_t k = order->start[f]; k < order->start[f + 1]; k++) {
    uint32_t v = order->vertex[k];
    for (uint32_t j = e->pf->start[v]; j < e->pf->start[v + 1]; j++)
      if (order->of[e->pf->head[j]] < f)
        add_vertex (e, t, e->pf->head[j]);
  }
  for (size_t c = first_child (e, children); c < e->lefts; c++)
    for (uint32_t k = 0; k < e->left[c].rows + e->left[c].columns; k++)
      add_vertex (e, t, e->s->name[e->left[c].name + k]);
  if (!e->pf->bipartite) {
    t->column = t->row;
    t->columns = t->rows;
    t->own_columns = t->own_rows;
  }
  return BCOV_OK;
}

/* Adds the entries of the edges between own vertices of front F, and from these to ancestors. */
static void add_edges (elimination *e, uint32_t f, const front *t)
{
  const bcov_pfaffian *pf = e->pf;
  const uint32_t *row = e->s->row, *column = pf->bipartite ? e->s->column : e->s->row;
  for (uint32_t k = pf->order.start[f]; k < pf->order.start[f + 1]; k++) {
    uint32_t v = pf->order.vertex[k];
    for (uint32_t j = pf->start[v]; j < pf->start[v + 1]; j++) {
      uint32_t w = pf->head[j], its = pf->order.of[w];
      if (its > f || (its == f && v > w))
        continue;
      int64_t weight = e->weight[pf->edge[j] / 2];
      lanes x;
      set_residues (pf->edge[j] & 1 ? -weight : weight, &x, &e->f);
      if (is_row (e, v))
        *at (t, row[v], column[w]) += x;
      if (!pf->bipartite || !is_row (e, v))
        *at (t, row[w], column[v]) -= x;
    }
  }
}

/* Adds the matrix that a child has left. */
static void add_remainder (elimination *e, const remainder_of_front *left, const front *t)
{
  const uint32_t *row = &e->s->name[left->name];
  const uint32_t *column = e->pf->bipartite ? row + left->rows : row;
  const uint32_t *row_place = e->s->row;
  const uint32_t *column_place = e->pf->bipartite ? e->s->column : e->s->row;
  uint32_t columns = e->pf->bipartite ? left->columns : left->rows;
  const lanes *from = &e->s->entry[left->entry];
  for (uint32_t i = 0; i < left->rows; i++) {
    lanes *to = at (t, row_place[row[i]], 0);
    for (uint32_t j = 0; j < columns; j++)
      to[column_place[column[j]]] += *from++;
  }
}

/* Sums of several entries may exceed p/2. */
BCOV_CLONES static void reduce_all (lanes *entry, size_t count, const field *f)
{
  for (size_t k = 0; k < count; k++)
    reduce (&entry[k], f);
}

static bcov_status assemble (elimination *e, uint32_t f, uint32_t children, front *t)
{
  bcov_status status = list_vertices (e, f, children, t);
  size_t size = status ? 0 : (size_t)t->rows * t->columns;
  if (!status)
    status = reserve_entries (e, size);
  if (!status)
    status = reserve_panel (e, t);
  if (status)
    return status;
  t->entry = &e->s->entry[e->entries];
  memset (t->entry, 0, size * sizeof (lanes));
  add_edges (e, f, t);
  for (size_t c = first_child (e, children); c < e->lefts; c++)
    add_remainder (e, &e->left[c], t);
  reduce_all (t->entry, size, &e->f);
  for (uint32_t k = 0; k < t->rows; k++)
    e->s->row[t->row[k]] = UINT32_MAX;
  for (uint32_t k = 0; k < t->columns; k++)
    e->s->column[t->column[k]] = UINT32_MAX;
  return BCOV_OK;
}

/* Replaces the remainders of the children by that of T. */
static void leave_remainder (elimination *e, const front *t, uint32_t children)
{
  size_t first = first_child (e, children);
  remainder_of_front left = {.rows = t->rows - t->done,
                             .columns = t->columns - t->done,
                             .late_rows = t->own_rows - t->done,
                             .late_columns = t->own_columns - t->done,
                             .entry = children ? e->left[first].entry : e->entries,
                             .name = children ? e->left[first].name : e->names};
  uint32_t *name = &e->s->name[left.name];
  memmove (name, t->row + t->done, left.rows * sizeof *name);
  if (e->pf->bipartite)
    memmove (name + left.rows, t->column + t->done, left.columns * sizeof *name);
  lanes *entry = &e->s->entry[left.entry];
  for (uint32_t i = t->done; i < t->rows; i++, entry += left.columns)
    memmove (entry, at (t, i, t->done), left.columns * sizeof *entry);
  e->entries = left.entry + (size_t)left.rows * left.columns;
  if (!e->pf->bipartite)
    left.columns = left.late_columns = 0;
  e->names = left.name + left.rows + left.columns;
  e->lefts = first;
  e->left[e->lefts++] = left;
}

/* ---- kept fronts ---- */

static bcov_status keep_front (const elimination *e, const front *t, kept_front *out)
{
  bcov_mem *mem = e->pf->mem;
  *out = (kept_front){.rows = t->rows, .columns = t->columns, .done = t->done};
  size_t size = (size_t)t->rows * t->columns;
  if (!(out->row = bcov_mem_alloc (mem, t->rows + t->columns + 1ull, sizeof *out->row, e->err)) ||
      !(out->entry = bcov_mem_alloc (mem, size + 1, sizeof *out->entry, e->err)))
    return bcov_mem_status (mem);
  out->column = out->row + t->rows;
  memcpy (out->row, t->row, t->rows * sizeof *t->row);
  memcpy (out->column, t->column, t->columns * sizeof *t->column);
  if (size)
    memcpy (out->entry, t->entry, size * sizeof *t->entry);
  return BCOV_OK;
}

static void drop_front (bcov_mem *mem, kept_front *t)
{
  bcov_mem_free (mem, t->row);
  bcov_mem_free (mem, t->entry);
  *t = (kept_front){0};
}

/* ---- the whole ---- */

static bcov_status process (elimination *e, uint32_t f, uint32_t *children)
{
  front t;
  bcov_status status = assemble (e, f, children[f], &t);
  if (status)
    return status;
  if (e->pf->bipartite)
    eliminate_bipartite (e, &t);
  else
    eliminate_skew (e, &t);
  if (e->kept && !e->failed)
    status = keep_front (e, &t, &e->kept[f]);
  if (status)
    return status;
  leave_remainder (e, &t, children[f]);
  uint32_t parent = e->pf->order.parent[f];
  if (parent == UINT32_MAX)
    e->zero |= t.rows > t.done || t.columns > t.done;
  else
    children[parent]++;
  if (parent == UINT32_MAX) {
    const remainder_of_front *root = &e->left[--e->lefts];
    e->entries = root->entry;
    e->names = root->name;
  }
  return BCOV_OK;
}

/* The parity of the sequence of elimination as a permutation: vertices minus cycles. */
static bool is_odd (elimination *e)
{
  uint32_t *to = e->s->sequence, n = e->pf->vertices, cycles = 0;
  for (uint32_t k = 0; k < n; k++) {
    cycles += to[k] != UINT32_MAX;
    for (uint32_t v = k; to[v] != UINT32_MAX;) {
      uint32_t next = to[v];
      to[v] = UINT32_MAX;
      v = next;
    }
  }
  return (n - cycles) & 1;
}

static void tell_value (elimination *e, uint64_t *value)
{
  bool odd = !e->zero && is_odd (e);
  for (int k = 0; k < LANES; k++) {
    int64_t p = (int64_t)e->f.p[k], x = e->zero ? 0 : (int64_t)e->product[k];
    x = odd ? -x : x;
    value[k] = (uint64_t)(x < 0 ? x + p : x);
  }
}

static void start (elimination *e, const uint64_t *primes)
{
  for (int k = 0; k < LANES; k++) {
    assert (primes[k] >> BCOV_PFAFFIAN_BITS == 0 && primes[k] & 1);
    e->f.p[k] = (double)primes[k];
    e->f.inverse[k] = 1 / e->f.p[k];
    e->product[k] = 1;
  }
  for (uint32_t v = 0; v < e->pf->vertices; v++)
    e->s->row[v] = e->s->column[v] = UINT32_MAX;
}

/* Returns BCOV_STOPPED if the run is stopped before front F.  The last fronts are the large ones.
 */
static bcov_status poll (const bcov_pfaffian_scratch *s, uint32_t f)
{
  bool due = s->control && (f < POLL || f % POLL == 0);
  return due && !bcov_control_go_on (s->control, s->worker) ? BCOV_STOPPED : BCOV_OK;
}

/* Computes Pfaffians modulo PRIMES; sets *FAILED if no pivot suits all lanes. */
static bcov_status eliminate (const bcov_pfaffian *pf, bcov_pfaffian_scratch *s,
                              const int64_t *weight, const uint64_t *primes, kept_front *kept,
                              uint64_t *value, bool *failed, bcov_error *err)
{
  bcov_rooms rooms = {.mem = pf->mem, .err = err};
  elimination e = {.pf = pf, .s = s, .weight = weight, .kept = kept, .err = err};
  e.left = bcov_mem_take_room (&rooms, pf->order.fronts + 1ull, sizeof *e.left);
  uint32_t *children = bcov_mem_take_room (&rooms, pf->order.fronts + 1ull, sizeof *children);
  bcov_status status = rooms.status;
  if (!status)
    start (&e, primes);
  for (uint32_t f = pf->order.fronts; !status && !e.failed && !e.zero && f-- > 0;) {
    status = poll (s, f);
    if (!status)
      status = process (&e, f, children);
  }
  if (!status && !e.failed)
    tell_value (&e, value);
  *failed = e.failed;
  bcov_mem_free_rooms (&rooms);
  return status;
}

static bcov_status take_scratch (const bcov_pfaffian *pf, bcov_pfaffian_scratch *s, bcov_error *err)
{
  size_t n = pf->vertices + 1ull;
  if (s->row)
    return BCOV_OK;
  if (!(s->row = bcov_mem_alloc (pf->mem, n, sizeof *s->row, err)) ||
      !(s->column = bcov_mem_alloc (pf->mem, n, sizeof *s->column, err)) ||
      !(s->sequence = bcov_mem_alloc (pf->mem, n, sizeof *s->sequence, err)))
    return bcov_mem_status (pf->mem);
  return BCOV_OK;
}

bcov_status bcov_pfaffian_value (const bcov_pfaffian *pf, bcov_pfaffian_scratch *scratch,
                                 const int64_t *weight, const uint64_t *primes, uint64_t *value,
                                 bcov_error *err)
{
  bool failed = false;
  bcov_status status = take_scratch (pf, scratch, err);
  if (!status)
    status = eliminate (pf, scratch, weight, primes, NULL, value, &failed, err);
  for (int k = 0; !status && failed && k < LANES; k++) {
    uint64_t same[LANES], alone[LANES];
    bool again;
    for (int l = 0; l < LANES; l++)
      same[l] = primes[k];
    status = eliminate (pf, scratch, weight, same, NULL, alone, &again, err);
    assert (!again);
    value[k] = alone[0];
  }
  return status;
}

/* ---- inverses ---- */

/* Selected inversion (Takahashi, Fagan and Chen 1973; Erisman and Tinney 1975).  From the root
   down, Z is the part of the inverse at the columns and rows of a front: for vertices that are not
   eliminated in the front, it is part of the parent's.  From A = L D U with unit triangles, Z =
   D^-1 L^-1 + (1 - U) Z and Z = U^-1 D^-1 + Z (1 - L), so each pivot, from the last to the first,
   adds a row and a column:

     Z[t][r] = - sum U[t][c] Z[c][r],   Z[c][t] = - sum Z[c][r] L[r][t],
     Z[t][t] = 1/a - sum U[t][c] Z[c][t],

   where c and r are later pivots or vertices that are left. */

/* OUT[j] = - sum FACTOR[i] MATRIX[i][j] for COUNT rows i, and WIDTH columns j. */
BCOV_CLONES static void subtract_rows (lanes *out, const lanes *factor, const lanes *matrix,
                                       size_t stride, uint32_t count, uint32_t width,
                                       const field *f)
{
  for (uint32_t j = 0; j < width; j++)
    out[j] = (lanes){0};
  for (uint32_t i = 0; i < count; i += PANEL)
    for (uint32_t j = 0; j < width; j++) {
      lanes x = out[j];
      for (uint32_t k = i; k < count && k < i + PANEL; k++)
        x -= factor[k] * matrix[k * stride + j];
      reduce (&x, f);
      out[j] = x;
    }
}

/* OUT[i * out_stride] = - sum MATRIX[i][j] FACTOR[j] for COUNT rows i, and WIDTH columns j. */
BCOV_CLONES static void subtract_columns (lanes *out, size_t out_stride, const lanes *factor,
                                          const lanes *matrix, size_t stride, uint32_t count,
                                          uint32_t width, const field *f)
{
  for (uint32_t i = 0; i < count; i++) {
    lanes x = {0};
    for (uint32_t j = 0; j < width; j += PANEL) {
      for (uint32_t k = j; k < width && k < j + PANEL; k++)
        x -= matrix[i * stride + k] * factor[k];
      reduce (&x, f);
    }
    out[i * out_stride] = x;
  }
}

/* The inverse at the vertices of a front: of column c and row r at entry[c * rows + r]. */
typedef struct {
  uint32_t front, rows;
  lanes *entry;
} inverse_part;

typedef struct {
  const bcov_pfaffian *pf;
  kept_front *kept;
  bcov_pfaffian_scratch *s; /* with places of rows and columns of the current front */
  field f;
  inverse_part *parts; /* of a front and its ancestors */
  uint32_t count;
  lanes *factor, *other; /* as long as the largest front */
  lanes *inverse;        /* of each edge */
  bcov_error *err;
} inversion;

static lanes *inverse_at (const inverse_part *z, uint32_t column, uint32_t row)
{
  return &z->entry[(size_t)column * z->rows + row];
}

/* Takes over what the parent knows. */
static void take_known (inversion *v, const kept_front *t, const inverse_part *parent,
                        inverse_part *z)
{
  const kept_front *up = &v->kept[parent->front];
  uint32_t *row = v->s->row, *column = v->pf->bipartite ? v->s->column : v->s->row;
  for (uint32_t k = 0; k < up->rows; k++)
    row[up->row[k]] = k;
  for (uint32_t k = 0; k < up->columns; k++)
    column[up->column[k]] = k;
  for (uint32_t c = t->done; c < t->columns; c++)
    for (uint32_t r = t->done; r < t->rows; r++)
      *inverse_at (z, c, r) = *inverse_at (parent, column[t->column[c]], row[t->row[r]]);
}

/* Adds row and column D, where the pivot is. */
static void invert_step (inversion *v, const kept_front *t, uint32_t d, const inverse_part *z)
{
  const lanes *own = &t->entry[(size_t)d * t->columns + d];
  uint32_t rows = t->rows - d - 1, columns = t->columns - d - 1;
  lanes a, corner;
  invert_lanes (own, &a, &v->f);
  scale (v->factor, 1, own + t->columns, t->columns, rows, &a, &v->f);
  subtract_columns (inverse_at (z, d + 1, d), z->rows, v->factor, inverse_at (z, d + 1, d + 1),
                    z->rows, columns, rows, &v->f);
  scale (v->factor, 1, own + 1, 1, columns, &a, &v->f);
  subtract_rows (inverse_at (z, d, d + 1), v->factor, inverse_at (z, d + 1, d + 1), z->rows,
                 columns, rows, &v->f);
  subtract_rows (&corner, v->factor, inverse_at (z, d + 1, d), z->rows, columns, 1, &v->f);
  corner += a;
  reduce (&corner, &v->f);
  *inverse_at (z, d, d) = corner;
}

/* Adds the vertices u = D and v = D + 1 of a skew front, whose pivot is A[u][v].  In the order of
   elimination, the pivots are (u, v) and (v, u). */
static void invert_pair (inversion *v, const kept_front *t, uint32_t d, const inverse_part *z)
{
  const lanes *u_row = &t->entry[(size_t)d * t->columns + d], *v_row = u_row + t->columns;
  uint32_t rest = t->rows - d - 2;
  lanes a, negative, corner;
  invert_lanes (u_row + 1, &a, &v->f);
  negative = -a;
  lanes *u = inverse_at (z, d, d), *w = inverse_at (z, d + 1, d);
  scale (v->factor, 1, v_row + 2, 1, rest, &negative, &v->f);
  subtract_rows (u + 2, v->factor, inverse_at (z, d + 2, d + 2), z->rows, rest, rest, &v->f);
  scale (v->other, 1, u_row + 2, 1, rest, &a, &v->f);
  subtract_rows (w + 2, v->other, inverse_at (z, d + 2, d + 2), z->rows, rest, rest, &v->f);
  negate_into (inverse_at (z, d + 2, d), z->rows, u + 2, rest);
  negate_into (inverse_at (z, d + 2, d + 1), z->rows, w + 2, rest);
  subtract_rows (&corner, v->factor, inverse_at (z, d + 2, d + 1), z->rows, rest, 1, &v->f);
  corner -= a;
  reduce (&corner, &v->f);
  u[0] = w[1] = (lanes){0};
  u[1] = corner;
  w[0] = -corner;
}

/* Sets the inverse of the edges that front F has assembled. */
static void tell_edges (inversion *v, uint32_t f, const kept_front *t, const inverse_part *z)
{
  const bcov_pfaffian *pf = v->pf;
  uint32_t *row = v->s->row, *column = pf->bipartite ? v->s->column : v->s->row;
  for (uint32_t k = 0; k < t->rows; k++)
    row[t->row[k]] = k;
  for (uint32_t k = 0; k < t->columns; k++)
    column[t->column[k]] = k;
  for (uint32_t k = pf->order.start[f]; k < pf->order.start[f + 1]; k++) {
    uint32_t own = pf->order.vertex[k];
    for (uint32_t j = pf->start[own]; j < pf->start[own + 1]; j++) {
      uint32_t e = pf->edge[j] / 2, a = pf->end[2 * e], b = pf->end[2 * e + 1];
      if (pf->order.of[pf->head[j]] > f)
        continue;
      bool turned = pf->bipartite && pf->colour[a]; /* A is a column */
      const lanes *x =
          turned ? inverse_at (z, column[a], row[b]) : inverse_at (z, column[b], row[a]);
      v->inverse[e] = turned ? -*x : *x;
    }
  }
}

static bcov_status invert_front (inversion *v, uint32_t f)
{
  bcov_mem *mem = v->pf->mem;
  const kept_front *t = &v->kept[f];
  inverse_part z = {.front = f, .rows = t->rows};
  while (v->count && v->parts[v->count - 1].front != v->pf->order.parent[f])
    bcov_mem_free (mem, v->parts[--v->count].entry);
  z.entry = bcov_mem_alloc (mem, (size_t)t->rows * t->columns + 1, sizeof *z.entry, v->err);
  if (!z.entry)
    return bcov_mem_status (mem);
  if (v->count)
    take_known (v, t, &v->parts[v->count - 1], &z);
  if (v->pf->bipartite)
    for (uint32_t d = t->done; d-- > 0;)
      invert_step (v, t, d, &z);
  else
    for (uint32_t d = t->done; d; d -= 2)
      invert_pair (v, t, d - 2, &z);
  tell_edges (v, f, t, &z);
  v->parts[v->count++] = z;
  return BCOV_OK;
}

static bcov_status invert_fronts (inversion *v)
{
  const bcov_pfaffian *pf = v->pf;
  bcov_rooms rooms = {.mem = pf->mem, .err = v->err};
  size_t widest = 1;
  for (uint32_t f = 0; f < pf->order.fronts; f++) {
    widest = v->kept[f].rows > widest ? v->kept[f].rows : widest;
    widest = v->kept[f].columns > widest ? v->kept[f].columns : widest;
  }
  v->parts = bcov_mem_take_room (&rooms, pf->order.fronts + 1ull, sizeof *v->parts);
  v->factor = bcov_mem_take_room (&rooms, widest, sizeof *v->factor);
  v->other = bcov_mem_take_room (&rooms, widest, sizeof *v->other);
  bcov_status status = rooms.status;
  for (uint32_t f = 0; !status && f < pf->order.fronts; f++)
    status = invert_front (v, f);
  while (v->count)
    bcov_mem_free (pf->mem, v->parts[--v->count].entry);
  bcov_mem_free_rooms (&rooms);
  return status;
}

bcov_status bcov_pfaffian_invert (const bcov_pfaffian *pf, bcov_pfaffian_scratch *scratch,
                                  const int64_t *weight, const uint64_t *primes, uint64_t *value,
                                  lanes *inverse, bool *singular, bcov_error *err)
{
  inversion v = {.pf = pf, .s = scratch, .inverse = inverse, .err = err};
  for (int k = 0; k < LANES; k++) {
    v.f.p[k] = (double)primes[k];
    v.f.inverse[k] = 1 / v.f.p[k];
  }
  v.kept = bcov_mem_alloc (pf->mem, pf->order.fronts + 1ull, sizeof *v.kept, err);
  bcov_status status = v.kept ? take_scratch (pf, scratch, err) : bcov_mem_status (pf->mem);
  *singular = false;
  if (!status)
    status = eliminate (pf, scratch, weight, primes, v.kept, value, singular, err);
  for (int k = 0; !status && !*singular && k < LANES; k++)
    *singular |= !value[k];
  if (!status && !*singular)
    status = invert_fronts (&v);
  for (uint32_t f = 0; v.kept && f < pf->order.fronts; f++)
    drop_front (pf->mem, &v.kept[f]);
  bcov_mem_free (pf->mem, v.kept);
  return status;
}

void bcov_pfaffian_scratch_free (bcov_mem *mem, bcov_pfaffian_scratch *s)
{
  bcov_mem_free (mem, s->entry);
  bcov_mem_free (mem, s->name);
  bcov_mem_free (mem, s->row);
  bcov_mem_free (mem, s->column);
  bcov_mem_free (mem, s->sequence);
  bcov_mem_free (mem, s->left);
  bcov_mem_free (mem, s->right);
  *s = (bcov_pfaffian_scratch){0};
}

/* ---- preparation ---- */

static void list_neighbours (bcov_pfaffian *pf)
{
  uint32_t *place = pf->start + 1;
  for (uint32_t k = 0; k < 2 * pf->edges; k++)
    place[pf->end[k] + 1]++;
  for (uint32_t v = 0; v < pf->vertices; v++)
    place[v + 1] += place[v];
  for (uint32_t k = 0; k < 2 * pf->edges; k++) {
    uint32_t at_place = place[pf->end[k]]++;
    pf->head[at_place] = pf->end[k ^ 1];
    pf->edge[at_place] = k;
  }
}

/* Colours the component of FIRST, depth first. */
static void colour_from (bcov_pfaffian *pf, uint32_t first, uint32_t *stack)
{
  uint32_t n = 0;
  stack[n++] = first;
  pf->colour[first] = 1;
  while (n) {
    uint32_t v = stack[--n];
    for (uint32_t k = pf->start[v]; k < pf->start[v + 1]; k++) {
      uint32_t w = pf->head[k];
      if (!pf->colour[w]) {
        pf->colour[w] = (uint8_t)(3 - pf->colour[v]);
        stack[n++] = w;
      }
      pf->bipartite &= pf->colour[w] != pf->colour[v];
    }
  }
}

/* Sets the colours, from 0. */
static bcov_status find_colours (bcov_pfaffian *pf, bcov_error *err)
{
  uint32_t *stack = bcov_mem_alloc (pf->mem, pf->vertices + 1ull, sizeof *stack, err);
  if (!stack)
    return bcov_mem_status (pf->mem);
  pf->bipartite = true;
  for (uint32_t v = 0; v < pf->vertices; v++)
    if (!pf->colour[v])
      colour_from (pf, v, stack);
  for (uint32_t v = 0; v < pf->vertices; v++)
    pf->colour[v]--;
  bcov_mem_free (pf->mem, stack);
  return BCOV_OK;
}

bcov_status bcov_pfaffian_open (bcov_mem *mem, uint32_t vertices, uint32_t edges,
                                const uint32_t *end, bcov_pfaffian *out, bcov_error *err)
{
  size_t n = vertices + 1ull, ends = 2 * (size_t)edges + 1;
  bcov_status status = BCOV_OK;
  *out = (bcov_pfaffian){.mem = mem, .vertices = vertices, .edges = edges, .end = end};
  if (!(out->start = bcov_mem_alloc (mem, n + 1, sizeof *out->start, err)) ||
      !(out->head = bcov_mem_alloc (mem, ends, sizeof *out->head, err)) ||
      !(out->edge = bcov_mem_alloc (mem, ends, sizeof *out->edge, err)) ||
      !(out->colour = bcov_mem_alloc (mem, n, 1, err)))
    status = bcov_mem_status (mem);
  if (!status) {
    list_neighbours (out);
    status = find_colours (out, err);
  }
  bcov_network network = {vertices, out->start, out->head, out->bipartite ? out->colour : NULL};
  if (!status)
    status = bcov_dissect (mem, &network, &out->order, err);
  if (status)
    bcov_pfaffian_close (out);
  return status;
}

void bcov_pfaffian_close (bcov_pfaffian *pf)
{
  if (!pf->mem)
    return;
  bcov_mem_free (pf->mem, pf->start);
  bcov_mem_free (pf->mem, pf->head);
  bcov_mem_free (pf->mem, pf->edge);
  bcov_mem_free (pf->mem, pf->colour);
  bcov_dissection_free (&pf->order);
  *pf = (bcov_pfaffian){0};
}
