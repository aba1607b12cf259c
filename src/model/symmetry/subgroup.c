/* Subgroups are sets of at most 64 symmetries, so a set is one word.  The products of symmetries
   are worked out once: a symmetry is a matrix and a shift, and on a flat board the matrix alone
   tells it; on one that wraps the shift along it is part of it.  (What symmetries do to options
   does not tell them apart: both mirrors of a single row may do the same.)

   Every subgroup comes from a smaller one and one symmetry more; so all are found from the trivial
   one by adding, closing and keeping what is new.

   Time: subgroups x order^2, which is little: no group of at most 64 has more than 2,825. */

#include "model/symmetry/subgroup.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- the group ---- */

static bool same_matrix (const bcov_symmetry *a, const bcov_symmetry *b)
{
  return !memcmp (a->m, b->m, sizeof a->m);
}

static bcov_symmetry multiply (const bcov_symmetry *a, const bcov_symmetry *b)
{
  bcov_symmetry both = {0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++)
        both.m[i][j] = (int8_t)(both.m[i][j] + a->m[i][k] * b->m[k][j]);
  return both;
}

static bool same_place (int64_t a, int64_t b, int32_t size)
{
  return (a - b) % size == 0;
}

/* Whether two motions with the same matrix are one; along what does not wrap the matrix settles
   the shift. */
static bool same_shift (const bcov_board *board, bcov_cell a, bcov_cell b)
{
  bool rows = board->wrap == BCOV_WRAP_ROWS || board->wrap == BCOV_WRAP_BOTH;
  bool columns = board->wrap == BCOV_WRAP_COLUMNS || board->wrap == BCOV_WRAP_BOTH;
  return (!rows || same_place (a.row, b.row, board->rows)) &&
         (!columns || same_place (a.column, b.column, board->columns));
}

/* The symmetry that is: first H, then G; ORDER when there is none, which cannot be. */
static uint32_t find_product (const bcov_board *board, const bcov_subgroups *s, uint32_t g,
                              uint32_t h)
{
  const bcov_motion *mg = &s->motions[g], *mh = &s->motions[h];
  bcov_symmetry a = bcov_symmetry_get (s->lattice, mg->symmetry);
  bcov_symmetry b = bcov_symmetry_get (s->lattice, mh->symmetry), both = multiply (&a, &b);
  bcov_cell shift = {0}; /* matters on square boards alone, where cells are vectors */
  shift.row = a.m[1][1] * mh->shift.row + a.m[1][2] * mh->shift.column + mg->shift.row;
  shift.column = a.m[2][1] * mh->shift.row + a.m[2][2] * mh->shift.column + mg->shift.column;
  for (uint32_t k = 0; k < s->order; k++) {
    bcov_symmetry c = bcov_symmetry_get (s->lattice, s->motions[k].symmetry);
    if (same_matrix (&both, &c) && same_shift (board, s->motions[k].shift, shift))
      return k;
  }
  return s->order;
}

static bcov_status make_products (const bcov_board *board, bcov_subgroups *s, bcov_error *err)
{
  for (uint32_t g = 0; g < s->order; g++)
    for (uint32_t h = 0; h < s->order; h++) {
      uint32_t product = find_product (board, s, g, h);
      if (product == s->order)
        return bcov_error_add (err, BCOV_FAULT, NULL,
                               "internal error: two symmetries of the puzzle make none");
      s->product[g * s->order + h] = (uint8_t)product;
    }
  return BCOV_OK;
}

static uint32_t inverse_of (const bcov_subgroups *s, uint32_t g)
{
  uint32_t h = 0;
  while (h < s->order && s->product[g * s->order + h])
    h++;
  assert (h < s->order);
  return h;
}

static uint32_t order_of (const bcov_subgroups *s, uint32_t g)
{
  uint32_t order = 1;
  for (uint32_t power = g; power; power = s->product[power * s->order + g])
    order++;
  return order;
}

/* ---- its subgroups ---- */

static const bcov_members one = 1;

/* What MEMBERS, a subgroup, and symmetry G make together: cosets of the subgroup are added until
   there is no new one. */
static bcov_members close_with (const bcov_subgroups *s, bcov_members members, uint32_t g)
{
  assert (g < s->order);
  bcov_members before = 0, closed = members | one << g;
  while (closed != before) {
    before = closed;
    for (uint32_t a = 0; a < s->order; a++)
      for (uint32_t b = 0; before >> a & 1 && b < s->order; b++)
        if (before >> b & 1)
          closed |= one << s->product[a * s->order + b];
  }
  return closed;
}

static size_t find_subgroup (const bcov_subgroups *s, bcov_members members)
{
  size_t k = 0;
  while (k < s->all.count && s->all.data[k] != members)
    k++;
  return k;
}

static int by_size (const void *a, const void *b)
{
  bcov_members x = *(const bcov_members *)a, y = *(const bcov_members *)b;
  int m = __builtin_popcountll (x), n = __builtin_popcountll (y);
  return m != n ? m - n : (x > y) - (x < y);
}

static bcov_status list_subgroups (bcov_subgroups *s, bcov_error *err)
{
  bcov_status status = bcov_vec_push (s->mem, &s->all, one, err);
  for (size_t k = 0; !status && k < s->all.count; k++)
    for (uint32_t g = 0; !status && g < s->order; g++) {
      if (s->all.data[k] >> g & 1)
        continue;
      bcov_members more = close_with (s, s->all.data[k], g);
      assert (s->order % (uint32_t)__builtin_popcountll (more) == 0); /* Lagrange */
      if (find_subgroup (s, more) == s->all.count)
        status = bcov_vec_push (s->mem, &s->all, more, err);
    }
  if (!status)
    qsort (s->all.data, s->all.count, sizeof *s->all.data, by_size);
  return status;
}

/* G MEMBERS G^-1 */
static bcov_members conjugate (const bcov_subgroups *s, bcov_members members, uint32_t g)
{
  uint32_t back = inverse_of (s, g);
  bcov_members out = 0;
  for (uint32_t h = 0; h < s->order; h++)
    if (members >> h & 1)
      out |= one << s->product[s->product[g * s->order + h] * s->order + back];
  return out;
}

static bcov_status find_classes (bcov_subgroups *s, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; !status && k < s->all.count; k++)
    status = bcov_vec_push (s->mem, &s->class_of, UINT32_MAX, err);
  for (uint32_t k = 0; !status && k < s->all.count; k++) {
    if (s->class_of.data[k] != UINT32_MAX)
      continue;
    for (uint32_t g = 0; g < s->order; g++) {
      size_t other = find_subgroup (s, conjugate (s, s->all.data[k], g));
      assert (other < s->all.count); /* all subgroups are listed */
      s->class_of.data[other] = (uint32_t)s->first.count;
    }
    status = bcov_vec_push (s->mem, &s->first, k, err);
  }
  return status;
}

bcov_status bcov_subgroups_find (const bcov_compiled *compiled, const bcov_orbits *orbits,
                                 bcov_subgroups *out, bcov_error *err)
{
  const bcov_board *board = &compiled->puzzle->board;
  *out = (bcov_subgroups){.mem = orbits->mem,
                          .lattice = board->lattice,
                          .motions = orbits->motions,
                          .order = orbits->count};
  if (orbits->count > BCOV_MOST_SYMMETRIES)
    return bcov_error_add (
        err, BCOV_INPUT, NULL,
        "the puzzle has %u symmetries; symmetry types can be counted for at most %d", orbits->count,
        BCOV_MOST_SYMMETRIES);
  out->product = bcov_mem_alloc (out->mem, (size_t)out->order * out->order, 1, err);
  bcov_status status = out->product ? BCOV_OK : bcov_mem_status (out->mem);
  if (!status)
    status = make_products (board, out, err);
  if (!status)
    status = list_subgroups (out, err);
  if (!status)
    status = find_classes (out, err);
  if (status)
    bcov_subgroups_free (out);
  return status;
}

void bcov_subgroups_free (bcov_subgroups *subgroups)
{
  bcov_mem *mem = subgroups->mem;
  if (!mem)
    return;
  bcov_mem_free (mem, subgroups->product);
  bcov_vec_free (mem, &subgroups->all);
  bcov_vec_free (mem, &subgroups->class_of);
  bcov_vec_free (mem, &subgroups->first);
  *subgroups = (bcov_subgroups){0};
}

/* ---- generators ---- */

static bool is_mirrored (const bcov_subgroups *s, uint32_t g)
{
  return s->motions[g].symmetry >= bcov_symmetry_count (s->lattice) / 2;
}

/* Whether G makes a better generator than H: turns come before mirrors; of turns that which makes
   more by itself, of mirrors that which makes less, being a plainer one. */
static bool is_better (const bcov_subgroups *s, uint32_t g, uint32_t h)
{
  bool flip = is_mirrored (s, g);
  uint32_t m = order_of (s, g), n = order_of (s, h);
  if (flip != is_mirrored (s, h))
    return !flip;
  return flip ? m < n : m > n;
}

/* The best symmetry that is in MEMBERS and not yet in CLOSED; if one can, one that makes all of
   MEMBERS by itself. */
static uint32_t choose_generator (const bcov_subgroups *s, bcov_members members,
                                  bcov_members closed)
{
  uint32_t best = UINT32_MAX, size = (uint32_t)__builtin_popcountll (members);
  bool makes_all = false;
  for (uint32_t g = 0; g < s->order; g++) {
    bool all = order_of (s, g) == size;
    if (!((members & ~closed) >> g & 1) || all < makes_all)
      continue;
    if (best == UINT32_MAX || all > makes_all || is_better (s, g, best))
      best = g;
    makes_all = all;
  }
  return best;
}

size_t bcov_subgroups_generators (const bcov_subgroups *subgroups, bcov_members members,
                                  uint32_t out[BCOV_MOST_GENERATORS])
{
  bcov_members closed = one;
  size_t count = 0;
  while (closed != members) { /* each doubles what is closed, or more: six are enough for 64 */
    assert (count < BCOV_MOST_GENERATORS && (members & closed) == closed);
    out[count] = choose_generator (subgroups, members, closed);
    closed = close_with (subgroups, closed, out[count++]);
  }
  return count;
}

/* ---- names ---- */

/* Rotation K, or mirror K (see symmetry.c), of a flat lattice with N rotations: the mirror's axis
   stands upright for K = 0 and is turned by half a rotation for each more. */
static void name_flat (uint32_t k, uint32_t n, bool mirrored, bcov_text *out)
{
  static const char *const square[] = {"left-right", "/", "top-bottom", "\\"};
  if (!mirrored)
    bcov_text_printf (out, "rotation %u", k * 360 / n);
  else if (n == 4)
    bcov_text_printf (out, "mirror %s", square[k]);
  else
    bcov_text_printf (out, "mirror at %u", (90 + 180 - k * 180 / n) % 180);
}

/* "x-y" for the line through the origin and (x, y, z) = (1, -1, 0), or its opposite. */
static void name_axis (const int v[3], bcov_text *out)
{
  int sign = 0;
  for (int k = 0; k < 3; k++) {
    int part = v[2 - k]; /* rows of the matrix are z, y, x */
    if (!part)
      continue;
    part = part < 0 ? -1 : 1;
    if (sign)
      bcov_text_char (out, part == sign ? '+' : '-');
    else
      sign = part;
    bcov_text_char (out, "xyz"[k]);
  }
}

/* The axis of a rotation: what it turns around, or for half turns the column of M + 1 that is not
   0. */
static void find_axis (int m[3][3], bool half, int v[3])
{
  v[0] = m[2][1] - m[1][2];
  v[1] = m[0][2] - m[2][0];
  v[2] = m[1][0] - m[0][1];
  for (int j = 0; half && j < 3 && !v[0] && !v[1] && !v[2]; j++)
    for (int i = 0; i < 3; i++)
      v[i] = m[i][j] + (i == j);
}

/* A reflection of the cube is a rotation and the point reflection together. */
static void name_cube (const bcov_symmetry *symmetry, bool mirrored, bcov_text *out)
{
  static const int degrees[] = {180, 120, 90}; /* by the trace, -1 to 1 */
  int m[3][3], v[3];
  for (int i = 0; i < 9; i++)
    m[i / 3][i % 3] = mirrored ? -symmetry->m[i / 3][i % 3] : symmetry->m[i / 3][i % 3];
  int trace = m[0][0] + m[1][1] + m[2][2];
  if (trace == 3) {
    bcov_text_put (out, "point reflection");
    return;
  }
  find_axis (m, trace == -1, v);
  if (mirrored && trace == -1)
    bcov_text_put (out, "mirror ");
  else
    bcov_text_printf (out, "rotation %d about ", degrees[trace + 1]);
  name_axis (v, out);
  if (mirrored && trace != -1)
    bcov_text_put (out, " with point reflection");
}

static void name_symmetry (const bcov_subgroups *s, uint32_t g, bcov_text *out)
{
  const bcov_motion *motion = &s->motions[g];
  uint32_t rotations = (uint32_t)bcov_symmetry_count (s->lattice) / 2;
  bcov_symmetry symmetry = bcov_symmetry_get (s->lattice, motion->symmetry);
  if (motion->symmetry && s->lattice == BCOV_CUBE)
    name_cube (&symmetry, is_mirrored (s, g), out);
  else if (motion->symmetry)
    name_flat (motion->symmetry % rotations, rotations, is_mirrored (s, g), out);
  if (motion->row || motion->column)
    bcov_text_printf (out, "%sshift", motion->symmetry ? " with " : "");
  if (motion->row)
    bcov_text_printf (out, " %d down", motion->row);
  if (motion->column)
    bcov_text_printf (out, " %d right", motion->column);
}

void bcov_subgroups_name (const bcov_subgroups *subgroups, bcov_members members, bcov_text *out)
{
  uint32_t generators[BCOV_MOST_GENERATORS];
  size_t count = bcov_subgroups_generators (subgroups, members, generators);
  if (!count)
    bcov_text_put (out, "none");
  for (size_t k = 0; k < count; k++) {
    bcov_text_put (out, k ? ", " : "");
    name_symmetry (subgroups, generators[k], out);
  }
}
