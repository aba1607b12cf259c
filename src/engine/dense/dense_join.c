/* Products of states.  A state and its partner have their bits in different places, so one of them
   is always far away in the table.  The inner bits are those that are low in either key, so that at
   least neighbours are fetched together.

   Combinations whose inner or outer bits never occur together (dense_pairs.h) are left out.

   States outside the table's class have no place in the table, and no ways lead to them.  So
   couples are grouped by the classes of their inner bits, and a step takes the group that gives
   both keys the right class.

   Numbers are below 2^57, so twice the sum of the at most 2^10 products of a step fits into 128
   bits.

   Time: states / modulus per bridge, or less. */

#include "engine/dense/dense_join.h"

#include <assert.h>
#include <string.h>

static_assert (2 * 57 + BCOV_DENSE_INNER + 1 <= 128, "twice the products of a step fit");

/* ---- lists ---- */

static uint32_t class_of (const bcov_dense_join *j, uint32_t bits)
{
  return bcov_dense_class (j->plan->weight, j->plan->classes.modulus, bits);
}

static uint32_t group_of (const bcov_dense_join *j, bcov_dense_couple c)
{
  return class_of (j, c.near) * j->plan->classes.modulus + class_of (j, c.far);
}

/* Lists the free bits of B; those that are low in one of the keys come first. */
static uint32_t list_free (const bcov_dense_join *j, const bcov_bridges *bridges,
                           const bcov_bridge *b, bcov_dense_couple *out)
{
  uint32_t count = 0, low = 1u << j->plan->low;
  for (uint32_t inner = 2; inner-- > 0;)
    for (uint64_t left = b->free; left; left &= left - 1) {
      uint32_t slot = (uint32_t)__builtin_ctzll (left);
      bcov_dense_couple c = {1u << j->plan->place[slot],
                             1u << j->plan->place[bridges->partner[slot]]};
      if ((c.near < low || c.far < low) == inner)
        out[count++] = c;
    }
  return count;
}

/* Returns combination X: bit k of X puts the k-th bit into the near key, else into the far one. */
static bcov_dense_couple combine (const bcov_dense_couple *bits, uint32_t count, uint64_t x)
{
  bcov_dense_couple c = {0};
  for (uint32_t k = 0; k < count; k++) {
    c.near |= x >> k & 1 ? bits[k].near : 0;
    c.far |= x >> k & 1 ? 0 : bits[k].far;
  }
  return c;
}

/* Returns true if both keys of C can occur, as far as the bits of MASK tell. */
static bool occur (const bcov_dense_join *j, bcov_dense_couple mask, bcov_dense_couple c)
{
  return bcov_dense_pairs_occur (&j->pairs, mask.near, c.near) &&
         bcov_dense_pairs_occur (&j->pairs, mask.far, c.far);
}

/* Returns true if some pair of bits of MASK has a combination that never occurs. */
static bool exclude (const bcov_dense_join *j, uint32_t mask)
{
  uint32_t excluded = 0;
  for (uint32_t left = mask; left; left &= left - 1)
    for (int k = 0; k < 4; k++)
      excluded |= j->pairs.never[k / 2][k % 2][__builtin_ctz (left)] & mask;
  return excluded;
}

static bcov_dense_couple all_of (const bcov_dense_couple *bits, uint32_t count)
{
  bcov_dense_couple c = {0};
  for (uint32_t k = 0; k < count; k++) {
    c.near |= bits[k].near;
    c.far |= bits[k].far;
  }
  return c;
}

/* Lists all combinations of the COUNT bits that can occur, group by group. */
static void list_inner (const bcov_dense_join *j, const bcov_dense_couple *bits, uint32_t count,
                        bcov_dense_span *s)
{
  bcov_dense_couple all[1 << BCOV_DENSE_INNER], mask = all_of (bits, count);
  uint8_t group[1 << BCOV_DENSE_INNER];
  uint32_t end[BCOV_DENSE_GROUPS + 1] = {0};
  bool checked = exclude (j, mask.near) || exclude (j, mask.far);
  for (uint32_t x = 0; x < 1u << count; x++) {
    all[x] = combine (bits, count, x);
    group[x] = BCOV_DENSE_GROUPS;
    if (!checked || occur (j, mask, all[x]))
      end[(group[x] = (uint8_t)group_of (j, all[x])) + 1]++;
  }
  for (uint32_t g = 0; g < BCOV_DENSE_GROUPS; g++)
    s->start[g + 1] = end[g + 1] += end[g];
  assert (s->start[BCOV_DENSE_GROUPS] <= 1u << count);
  for (uint32_t x = 0; x < 1u << count; x++)
    if (group[x] < BCOV_DENSE_GROUPS)
      s->inner[end[group[x]]++] = all[x];
}

static bcov_status add_span (bcov_dense_join *j, const bcov_bridges *bridges, const bcov_bridge *b,
                             bcov_error *err)
{
  bcov_dense_couple bits[BCOV_DENSE_BITS];
  uint32_t count = list_free (j, bridges, b, bits);
  assert (count <= BCOV_DENSE_BITS && (b->times == 1 || b->times == 2));
  uint32_t inner = count < BCOV_DENSE_INNER ? count : BCOV_DENSE_INNER;
  bcov_dense_span s = {.fixed = {(uint32_t)bcov_dense_plan_places (j->plan, b->near),
                                 (uint32_t)bcov_dense_plan_places (j->plan, b->far)},
                       .times = b->times,
                       .outers = count - inner,
                       .first_step = j->steps};
  memcpy (s.outer, bits + inner, s.outers * sizeof *bits);
  s.decided = all_of (s.outer, s.outers);
  s.decided.near |= s.fixed.near;
  s.decided.far |= s.fixed.far;
  s.inner = bcov_mem_alloc (j->mem, (size_t)1 << inner, sizeof *s.inner, err);
  if (!s.inner)
    return bcov_mem_status (j->mem);
  list_inner (j, bits, inner, &s);
  j->steps += (uint64_t)1 << s.outers;
  bcov_status status = bcov_vec_push (j->mem, &j->spans, s, err);
  if (status)
    bcov_mem_free (j->mem, s.inner);
  return status;
}

bcov_status bcov_dense_join_start (bcov_dense_join *join, bcov_mem *mem,
                                   const bcov_dense_plan *plan, const bcov_dense_frame *frame,
                                   const bcov_dense_pairs *pairs, const bcov_bridges *bridges,
                                   bcov_error *err)
{
  bcov_status status = BCOV_OK;
  *join = (bcov_dense_join){.mem = mem, .plan = plan, .frame = frame, .pairs = *pairs};
  for (size_t k = 0; !status && k < bridges->list.count; k++)
    status = add_span (join, bridges, &bridges->list.data[k], err);
  return status;
}

void bcov_dense_join_free (bcov_dense_join *join)
{
  for (size_t k = 0; k < join->spans.count; k++)
    bcov_mem_free (join->mem, join->spans.data[k].inner);
  if (join->mem)
    bcov_vec_free (join->mem, &join->spans);
}

/* ---- products ---- */

__extension__ typedef unsigned __int128 wide;

/* The products of a step. */
typedef struct {
  bcov_dense_couple fixed;
  const bcov_dense_couple *inner, *end;
  uint32_t times;
} round;

static round round_of (const bcov_dense_join *j, uint64_t step)
{
  assert (step < j->steps);
  size_t k = j->spans.count - 1;
  while (j->spans.data[k].first_step > step)
    k--;
  const bcov_dense_span *s = &j->spans.data[k];
  uint32_t m = j->plan->classes.modulus;
  bcov_dense_couple c = combine (s->outer, s->outers, step - s->first_step);
  c.near |= s->fixed.near;
  c.far |= s->fixed.far;
  uint32_t near = (j->plan->home + m - class_of (j, c.near)) % m;
  uint32_t far = (j->plan->home + m - class_of (j, c.far)) % m;
  uint32_t group = near * m + far;
  assert (group < BCOV_DENSE_GROUPS && step - s->first_step < (uint64_t)1 << s->outers);
  if (!occur (j, s->decided, c))
    return (round){.fixed = c};
  return (round){c, s->inner + s->start[group], s->inner + s->start[group + 1], s->times};
}

static const uint64_t *numbers (const bcov_dense_join *j, uint32_t key)
{
  return j->frame->table + bcov_dense_plan_at (j->plan, key) * j->frame->lanes;
}

void bcov_dense_join_wholes (const bcov_dense_join *join, uint64_t step, const uint64_t *primes,
                             uint64_t *sums)
{
  wide sum[BCOV_DENSE_CHUNK] = {0};
  uint32_t lanes = join->frame->lanes;
  round r = round_of (join, step);
  for (const bcov_dense_couple *c = r.inner; c < r.end; c++) {
    const uint64_t *a = numbers (join, c->near | r.fixed.near);
    const uint64_t *b = numbers (join, c->far | r.fixed.far);
    for (uint32_t lane = 0; lane < lanes; lane++)
      sum[lane] += (wide)a[lane] * b[lane];
  }
  for (uint32_t lane = 0; lane < lanes; lane++)
    sums[lane] = (uint64_t)((sum[lane] * r.times + sums[lane]) % primes[lane]);
}

void bcov_dense_join_reals (const bcov_dense_join *join, uint64_t step, double *sum)
{
  round r = round_of (join, step);
  for (const bcov_dense_couple *c = r.inner; c < r.end; c++) {
    const double *a = (const double *)numbers (join, c->near | r.fixed.near);
    const double *b = (const double *)numbers (join, c->far | r.fixed.far);
    if (*a > 0 && *b > 0) /* infinity times 0 is 0 here */
      *sum += r.times * *a * *b;
  }
}
