/* After level L the items of the next levels are looked at.  An option that is left for item i (one
   of a later level) is blocked when the state has set a bit that the option needs clear; if all are
   blocked, and i is not touched yet, the state is dead.  When one option needs all the bits that
   another needs and more, it is blocked whenever the other is, so that only the least sets of bits
   count; an option that needs no open bit is never blocked, and its item needs no watch.

   Worth watching are the items that are likely to be stuck: if each bit were set half of the time,
   an option that needs k bits would be blocked with probability 1 - 2^-k, and an item stuck with
   the product of these.  The best few are kept for each level; items of which the level changes
   nothing were watched before and are left out. */

#include "engine/lookahead.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_WATCHES = 6, /* a level */
  MOST_NEEDS = 16,  /* least sets of bits of an item */
  WINDOW = 96,      /* levels ahead that are looked at */
  BUDGET = 6000     /* options looked at for one level */
};

static const double worth_while = 0.01; /* probability of being stuck */

typedef struct {
  const bcov_model *model;
  const bcov_program *program;
  bcov_lookahead *out;
  bcov_columns columns;
  uint32_t *field_of; /* of each item; BCOV_NO_MOVE: none */
  uint32_t *level_of; /* of each option */
  uint64_t *changed;  /* bits that the level at hand may set */
  uint64_t *needs;    /* least sets of the item at hand, MOST_NEEDS + 1 */
  uint64_t *best;     /* those of the best items so far, MOST_WATCHES + 1 times MOST_NEEDS */
  bcov_error *err;
} maker;

typedef struct {
  double chance;
  uint32_t bit, count, place; /* place: in BEST */
} candidate;

static bool subset (const uint64_t *a, const uint64_t *b, uint32_t words)
{
  uint64_t more = 0;
  for (uint32_t w = 0; w < words; w++)
    more |= a[w] & ~b[w];
  return !more;
}

/* The open bits after LEVEL that OPTION needs clear, but for that of ITEM, into NEED. */
static void find_need (const maker *m, uint32_t level, uint32_t option, uint32_t item,
                       uint64_t *need)
{
  const bcov_model *model = m->model;
  memset (need, 0, m->program->words * sizeof *need);
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    uint32_t other = model->touches.data[t].item;
    if (other == item || m->field_of[other] == BCOV_NO_MOVE)
      continue;
    const bcov_field *f = &m->program->fields.data[m->field_of[other]];
    if (f->kind == BCOV_FIELD_BIT && f->opens <= level && (f->kept || f->closes > level))
      need[f->shift / 64] |= (uint64_t)1 << f->shift % 64;
  }
}

/* Puts NEED among the COUNT least sets; UINT32_MAX when there are too many. */
static uint32_t keep_least (maker *m, const uint64_t *need, uint32_t count)
{
  uint32_t words = m->program->words, kept = 0;
  for (uint32_t k = 0; k < count; k++)
    if (subset (&m->needs[(size_t)k * words], need, words))
      return count;
  for (uint32_t k = 0; k < count; k++)
    if (!subset (need, &m->needs[(size_t)k * words], words))
      memmove (&m->needs[(size_t)kept++ * words], &m->needs[(size_t)k * words],
               words * sizeof *need);
  if (kept == MOST_NEEDS)
    return UINT32_MAX;
  memcpy (&m->needs[(size_t)kept * words], need, words * sizeof *need);
  return kept + 1;
}

/* The least sets of ITEM after LEVEL; 0 when it needs no watch. */
static uint32_t find_needs (maker *m, uint32_t level, uint32_t item, uint32_t *budget)
{
  uint32_t words = m->program->words, count = 0;
  uint64_t *need = &m->needs[(size_t)MOST_NEEDS * words];
  for (uint32_t t = m->columns.start[item]; t < m->columns.start[item + 1]; t++) {
    uint32_t option = m->columns.owner[m->columns.touch[t]];
    if (m->level_of[option] <= level)
      continue;
    if (!*budget)
      return 0;
    --*budget;
    find_need (m, level, option, item, need);
    uint64_t any = 0;
    for (uint32_t w = 0; w < words; w++)
      any |= need[w];
    count = any ? keep_least (m, need, count) : UINT32_MAX;
    if (count == UINT32_MAX)
      return 0;
  }
  return count;
}

static double chance_of (const maker *m, uint32_t count)
{
  uint32_t words = m->program->words;
  double chance = 0.5;
  for (uint32_t k = 0; k < count; k++) {
    int bits = 0;
    for (uint32_t w = 0; w < words; w++)
      bits += __builtin_popcountll (m->needs[(size_t)k * words + w]);
    chance *= 1 - ldexp (1, -bits);
  }
  return chance;
}

/* Whether the level at hand may set one of the bits needed. */
static bool concerns (const maker *m, uint32_t count)
{
  uint32_t words = m->program->words;
  for (uint32_t k = 0; k < count; k++)
    for (uint32_t w = 0; w < words; w++)
      if (m->needs[(size_t)k * words + w] & m->changed[w])
        return true;
  return false;
}

/* Puts the item at hand in its place among the best, if it is one of them. */
static uint32_t rate (maker *m, candidate *found, uint32_t have, uint32_t count, uint32_t bit)
{
  size_t bytes = (size_t)count * m->program->words * sizeof (uint64_t);
  candidate c = {chance_of (m, count), bit, count, have};
  if (c.chance < worth_while || (have == MOST_WATCHES && c.chance <= found[have - 1].chance))
    return have;
  if (have == MOST_WATCHES)
    c.place = found[--have].place;
  uint32_t at = have;
  for (; at && found[at - 1].chance < c.chance; at--)
    found[at] = found[at - 1];
  found[at] = c;
  memcpy (&m->best[(size_t)c.place * MOST_NEEDS * m->program->words], m->needs, bytes);
  return have + 1;
}

static bcov_status write_watches (maker *m, const candidate *found, uint32_t have)
{
  uint32_t words = m->program->words;
  bcov_lookahead *out = m->out;
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; !status && k < have; k++) {
    const candidate *c = &found[k];
    bcov_watch watch = {(uint32_t)(out->masks.count / words), c->count, c->bit};
    status = bcov_vec_push (out->mem, &out->watches, watch, m->err);
    for (size_t w = 0; !status && w < (size_t)c->count * words; w++)
      status = bcov_vec_push (out->mem, &out->masks,
                              m->best[(size_t)c->place * MOST_NEEDS * words + w], m->err);
  }
  return status;
}

static void find_changed (maker *m, uint32_t level)
{
  const bcov_level *l = &m->program->levels.data[level];
  uint32_t words = m->program->words;
  memset (m->changed, 0, words * sizeof *m->changed);
  for (uint32_t k = 0; k < l->moves; k++)
    for (uint32_t w = 0; w < words; w++)
      m->changed[w] |= bcov_program_move_mask (m->program, l->first_move + k, BCOV_MASK_SET)[w];
}

static bcov_status watch_level (maker *m, uint32_t level)
{
  const bcov_program *p = m->program;
  candidate found[MOST_WATCHES + 1];
  uint32_t have = 0, budget = BUDGET, last = (uint32_t)p->levels.count;
  find_changed (m, level);
  for (uint32_t l = level + 1; l < last && l <= level + WINDOW && budget; l++) {
    uint32_t item = p->levels.data[l].item;
    const bcov_item *i = item == BCOV_NO_ITEM ? NULL : &m->model->items.data[item];
    if (!i || p->levels.data[l].skip || i->hi != 1 || !i->lo)
      continue;
    uint32_t count = find_needs (m, level, item, &budget);
    uint32_t field = m->field_of[item];
    bool open = field != BCOV_NO_MOVE && p->fields.data[field].opens <= level;
    if (count && concerns (m, count))
      have = rate (m, found, have, count, open ? p->fields.data[field].shift : BCOV_NO_MOVE);
  }
  return write_watches (m, found, have);
}

static bcov_status take_scratch (maker *m)
{
  const bcov_program *p = m->program;
  bcov_mem *mem = p->mem;
  size_t items = m->model->items.count + 1, options = (size_t)bcov_model_options (m->model) + 1;
  m->field_of = bcov_mem_alloc (mem, items, sizeof *m->field_of, m->err);
  m->level_of = bcov_mem_alloc (mem, options, sizeof *m->level_of, m->err);
  m->changed = bcov_mem_alloc (mem, p->words, sizeof (uint64_t), m->err);
  m->needs = bcov_mem_alloc (mem, (MOST_NEEDS + 1) * (size_t)p->words, sizeof (uint64_t), m->err);
  m->best = bcov_mem_alloc (mem, (MOST_WATCHES + 1) * MOST_NEEDS * (size_t)p->words,
                            sizeof (uint64_t), m->err);
  if (!m->field_of || !m->level_of || !m->changed || !m->needs || !m->best)
    return bcov_mem_status (mem);
  memset (m->field_of, 0xff, items * sizeof *m->field_of);
  for (uint32_t f = 0; f < p->fields.count; f++)
    m->field_of[p->fields.data[f].item] = f;
  for (uint32_t l = 0; l < p->levels.count; l++)
    for (uint32_t k = 0; k < p->levels.data[l].moves; k++)
      m->level_of[p->moves.data[p->levels.data[l].first_move + k].option] = l;
  return bcov_model_columns (m->model, &m->columns, m->err);
}

bcov_status bcov_lookahead_make (const bcov_model *model, const bcov_program *program,
                                 bcov_lookahead *out, bcov_error *err)
{
  bcov_mem *mem = program->mem;
  maker m = {.model = model, .program = program, .out = out, .err = err};
  *out = (bcov_lookahead){.mem = mem, .words = program->words};
  bcov_status status = take_scratch (&m);
  for (uint32_t l = 0; !status && l < program->levels.count; l++) {
    status = bcov_vec_push (mem, &out->first, (uint32_t)out->watches.count, err);
    if (!status)
      status = watch_level (&m, l);
  }
  if (!status)
    status = bcov_vec_push (mem, &out->first, (uint32_t)out->watches.count, err);
  bcov_mem_free (mem, m.field_of);
  bcov_mem_free (mem, m.level_of);
  bcov_mem_free (mem, m.changed);
  bcov_mem_free (mem, m.needs);
  bcov_mem_free (mem, m.best);
  bcov_columns_free (mem, &m.columns);
  if (status)
    bcov_lookahead_free (out);
  return status;
}

void bcov_lookahead_free (bcov_lookahead *lookahead)
{
  bcov_mem *mem = lookahead->mem;
  if (!mem)
    return;
  bcov_vec_free (mem, &lookahead->first);
  bcov_vec_free (mem, &lookahead->watches);
  bcov_vec_free (mem, &lookahead->masks);
  *lookahead = (bcov_lookahead){0};
}
