/* Learns how completable states are, backwards along the program.

   After the last level, all states have one completion.  If the approximation after level i+1 is
   known, the sum over the successors of a state after level i is a better one for this state, its
   *target*.  The states of a beam have targets; the approximation after level i generalises them to
   all states.  (This is fitted value iteration, as for the twisting functions of Guarniero,
   Johansen and Lee 2017.)

   The generalisation is a sum of tables for the logarithm.  The open fields are in the order in
   which they close, and there is a table for each of them and the one before.  A table starts with
   that of the next level, because most fields are still open there.  Then each in turn takes the
   mean of what the others leave unexplained (least squares by backfitting).  A state counts by its
   weight times its target.  All counts together are as many states as they are worth, (sum c)^2 /
   sum c^2, and each mean includes PRIOR states more without a rest, so little is learnt from few.
   A state without successors counts as if it had the part LEAST of the mean target.

   Any approximation is valid, because the beam divides by the probability of its choices.
   Time: transitions of the trail times open fields.  Memory: a table for each field and level. */

#include "engine/probe/twist.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum {
  VALUE_BITS = 3, /* of a field; wider ones lose their low bits */
  VALUES = 1 << VALUE_BITS,
  SWEEPS = 4,            /* over all factors */
  MOST_FACTORS = 1 << 20 /* of a program; beyond, nothing is learnt */
};

/* By hand, on boards of dominoes, L-trominoes, tetrominoes, pentominoes and mixtures. */
static const double prior = 2, least = 0.05;

typedef struct {
  const bcov_program *program;
  const bcov_pockets *pockets;
  bcov_twist *twist;
  uint64_t *work;
} learning;

/* ---- the fields ---- */

static int by_closing (const void *a, const void *b)
{
  const bcov_field *x = *(const bcov_field *const *)a, *y = *(const bcov_field *const *)b;
  if (x->closes != y->closes)
    return x->closes < y->closes ? -1 : 1;
  return x < y ? -1 : x > y;
}

static bcov_twist_factor factor_of (const bcov_field *f, uint32_t table)
{
  uint32_t drop = f->width > VALUE_BITS ? f->width - VALUE_BITS : 0;
  return (bcov_twist_factor){.word = (uint16_t)(f->shift / 64),
                             .shift = (uint16_t)(f->shift % 64 + drop),
                             .mask = (uint16_t)((1u << (f->width - drop)) - 1),
                             .table = table};
}

static bool is_open (const bcov_field *f, uint32_t level)
{
  return f->opens <= level && (level < f->closes || f->kept);
}

/* Adds the factors of LEVEL. */
static bcov_status add_level (const bcov_program *p, const bcov_field *const *fields,
                              uint32_t level, bcov_twist *twist, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  bcov_twist_factor before = {0};
  for (size_t k = 0; k < p->fields.count && !status; k++) {
    if (!is_open (fields[k], level) || !fields[k]->width)
      continue;
    bcov_twist_factor f = factor_of (fields[k], (uint32_t)twist->tables.count);
    f.field = (uint32_t)(fields[k] - p->fields.data);
    f.other = before.mask ? before.field : f.field;
    f.other_word = before.word;
    f.other_shift = before.shift;
    f.other_mask = before.mask;
    size_t size = (f.mask + 1u) * (f.other_mask + 1u);
    status = bcov_vec_push (p->mem, &twist->factors, f, err);
    for (size_t v = 0; v < size && !status; v++)
      status = bcov_vec_push (p->mem, &twist->tables, 0, err);
    before = f;
  }
  return status ? status
                : bcov_vec_push (p->mem, &twist->ends, (uint32_t)twist->factors.count, err);
}

/* Returns the number of factors that all levels need. */
static uint64_t count_factors (const bcov_program *p)
{
  uint64_t sum = 0;
  for (size_t k = 0; k < p->fields.count; k++) {
    const bcov_field *f = &p->fields.data[k];
    sum += (f->kept ? p->levels.count : f->closes) - f->opens;
  }
  return sum;
}

bcov_status bcov_twist_make (const bcov_program *p, bcov_twist *twist, bcov_error *err)
{
  *twist = (bcov_twist){0};
  if (!p->fields.count || count_factors (p) > MOST_FACTORS)
    return BCOV_OK;
  const bcov_field **fields = bcov_mem_alloc (p->mem, p->fields.count, sizeof *fields, err);
  if (!fields)
    return bcov_mem_status (p->mem);
  for (size_t k = 0; k < p->fields.count; k++)
    fields[k] = &p->fields.data[k];
  qsort (fields, p->fields.count, sizeof *fields, by_closing);
  bcov_status status = BCOV_OK;
  for (uint32_t level = 0; level < p->levels.count && !status; level++)
    status = add_level (p, fields, level, twist, err);
  bcov_mem_free (p->mem, fields);
  if (status)
    bcov_twist_free (p->mem, twist);
  return status;
}

void bcov_twist_free (bcov_mem *mem, bcov_twist *twist)
{
  bcov_vec_free (mem, &twist->factors);
  bcov_vec_free (mem, &twist->ends);
  bcov_vec_free (mem, &twist->tables);
}

void bcov_beam_trail_free (bcov_mem *mem, bcov_beam_trail *trail)
{
  bcov_vec_free (mem, &trail->keys);
  bcov_vec_free (mem, &trail->weights);
  bcov_vec_free (mem, &trail->ends);
}

/* ---- targets ---- */

static double worth (const learning *l, uint32_t level, const uint64_t *key)
{
  const bcov_pockets *p = l->pockets;
  ++*l->work;
  if (p && p->levels.count && p->levels.data[level].cells && bcov_pockets_dead (p, level, *key))
    return 0;
  return exp (bcov_twist_log (l->twist, level, key));
}

/* Returns the sum over the successors, by LEVEL, of a state. */
static double target (const learning *l, uint32_t level, const uint64_t *key)
{
  const bcov_program *p = l->program;
  const bcov_level *at = &p->levels.data[level];
  uint64_t next[BCOV_MOST_WORDS];
  double sum = 0;
  ++*l->work;
  if (bcov_program_step (p, level, BCOV_NO_MOVE, key, next))
    sum += worth (l, level, next);
  if (bcov_program_covered (p, level, key))
    return sum;
  for (uint32_t k = 0; k < at->moves; k++)
    if (bcov_program_step (p, level, at->first_move + k, key, next))
      sum += worth (l, level, next);
  return sum;
}

/* ---- the chain ---- */

/* The states after a level: how much each counts, and the part of the logarithm of its target that
   the factors do not explain yet. */
typedef struct {
  const uint64_t *keys;
  double *counts, *rest;
  size_t states;
  uint32_t words;
} sample;

static uint32_t cell_of (const bcov_twist_factor *f, const uint64_t *key)
{
  uint32_t value = (uint32_t)(key[f->word] >> f->shift) & f->mask;
  uint32_t row = (uint32_t)(key[f->other_word] >> f->other_shift) & f->other_mask;
  return row * (f->mask + 1u) + value;
}

/* Moves the mean of the rest, for each pair of values, into the table of a factor. */
static void fit_factor (sample *s, const bcov_twist_factor *f, float *table)
{
  double sums[VALUES * VALUES] = {0}, counts[VALUES * VALUES] = {0};
  for (size_t k = 0; k < s->states; k++) {
    uint32_t cell = cell_of (f, s->keys + k * s->words);
    sums[cell] += s->counts[k] * s->rest[k];
    counts[cell] += s->counts[k];
  }
  for (uint32_t cell = 0; cell < (f->mask + 1u) * (f->other_mask + 1u); cell++) {
    sums[cell] /= counts[cell] + prior;
    table[cell] += (float)sums[cell];
  }
  for (size_t k = 0; k < s->states; k++)
    s->rest[k] -= sums[cell_of (f, s->keys + k * s->words)];
}

/* Scales the counts so that they add up to the number of states that they are worth. */
static void scale_counts (sample *s)
{
  double sum = 0, squares = 0;
  for (size_t k = 0; k < s->states; k++) {
    sum += s->counts[k];
    squares += s->counts[k] * s->counts[k];
  }
  for (size_t k = 0; k < s->states; k++)
    s->counts[k] *= sum / squares;
}

/* Turns targets, in REST, into counts and logarithms; returns false if all targets are 0. */
static bool set_rest (sample *s)
{
  double weights = 0, sum = 0;
  for (size_t k = 0; k < s->states; k++) {
    weights += s->counts[k];
    sum += s->counts[k] * s->rest[k];
  }
  if (!(sum > 0))
    return false;
  for (size_t k = 0; k < s->states; k++) {
    double number = s->rest[k] * weights / sum + least;
    s->counts[k] = s->counts[k] / weights * number;
    s->rest[k] = log (number);
  }
  scale_counts (s);
  return true;
}

/* Makes the mean of the rest 0. */
static void centre_rest (sample *s)
{
  double sum = 0, all = 0;
  for (size_t k = 0; k < s->states; k++) {
    sum += s->counts[k] * s->rest[k];
    all += s->counts[k];
  }
  for (size_t k = 0; k < s->states; k++)
    s->rest[k] -= sum / all;
}

/* Starts the tables after LEVEL with those of the next level, which are about the same for fields
   that are open in both. */
static void start_level (bcov_twist *t, uint32_t level)
{
  uint32_t next = t->ends.data[level];
  uint32_t end = level + 1 < t->ends.count ? t->ends.data[level + 1] : next;
  for (uint32_t k = level ? t->ends.data[level - 1] : 0; k < t->ends.data[level]; k++) {
    const bcov_twist_factor *f = &t->factors.data[k], *same = NULL;
    for (uint32_t n = next; n < end && !same; n++)
      if (t->factors.data[n].field == f->field && t->factors.data[n].other == f->other)
        same = &t->factors.data[n];
    for (uint32_t cell = 0; cell < (f->mask + 1u) * (f->other_mask + 1u); cell++)
      t->tables.data[f->table + cell] = same ? t->tables.data[same->table + cell] : 0;
  }
}

/* Learns the factors after LEVEL from states whose counts are weights. */
static void learn_level (const learning *l, uint32_t level, sample *s)
{
  bcov_twist *t = l->twist;
  uint32_t first = level ? t->ends.data[level - 1] : 0, end = t->ends.data[level];
  for (size_t k = 0; k < s->states; k++)
    s->rest[k] = target (l, level + 1, s->keys + k * s->words);
  if (first == end || !set_rest (s))
    return;
  start_level (t, level);
  for (size_t k = 0; k < s->states; k++)
    s->rest[k] -= bcov_twist_log (t, level, s->keys + k * s->words);
  centre_rest (s);
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (uint32_t k = first; k < end; k++)
      fit_factor (s, &t->factors.data[k], t->tables.data + t->factors.data[k].table);
}

bcov_status bcov_twist_learn (const bcov_program *program, const bcov_pockets *pockets,
                              const bcov_beam_trail *trail, bcov_twist *twist, uint64_t *work,
                              bcov_error *err)
{
  learning l = {program, pockets, twist, work};
  size_t most = 0, levels = trail->ends.count;
  if (!twist->ends.count)
    return BCOV_OK;
  assert (levels <= program->levels.count);
  for (size_t k = 0; k < levels; k++) {
    size_t count = trail->ends.data[k] - (k ? trail->ends.data[k - 1] : 0);
    most = count > most ? count : most;
  }
  double *copies = bcov_mem_alloc (program->mem, 2 * most + 1, sizeof *copies, err);
  if (!copies)
    return bcov_mem_status (program->mem);
  for (size_t k = levels < program->levels.count ? levels : levels - 1; k-- > 0;) {
    size_t first = k ? trail->ends.data[k - 1] : 0, count = trail->ends.data[k] - first;
    for (size_t i = 0; i < count; i++)
      copies[i] = trail->weights.data[first + i];
    sample s = {trail->keys.data + first * program->words, copies, copies + most, count,
                program->words};
    learn_level (&l, (uint32_t)k, &s);
  }
  bcov_mem_free (program->mem, copies);
  return BCOV_OK;
}
