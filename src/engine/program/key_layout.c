/* A field takes the lowest place that is free, or one that suits it better (see slots).  The first
   bit that opens at a level takes the place of the guard that closes there, so that a table indexed
   by the key need not move.

   Time: fields, and words of the key for each. */

#include "engine/program/key_layout.h"

#include <assert.h>
#include <string.h>

#define NO_LEVEL UINT32_MAX

/* What the passes hand on. */
typedef struct {
  bcov_program *out;
  const uint32_t *guard_level; /* of each item: its level when it guards one, else NO_LEVEL */
  const uint32_t *field_of;    /* of each item, or NO_LEVEL */
  bcov_error *err;
} giver;

/* Where there is a choice, the items that guard a level get places in turn, modulo ROUND, and all
   other fields places behind them.  Then cells that are neighbours in the same way have places the
   same number of bits apart nearly everywhere, and what looks at neighbours (pocket.c, fold.c)
   needs a few shifts of the key only. */
typedef struct {
  BCOV_VEC (uint64_t) taken; /* a bit for each bit of the key */
  size_t hint;               /* no word before this one has room */
  uint32_t round;            /* 0: the first place that is free */
} slots;

/* A place for WIDTH bits within a word, at FROM or behind. */
static bcov_status take_slot (bcov_mem *mem, slots *s, uint32_t width, uint32_t from,
                              uint32_t *shift, bcov_error *err)
{
  assert (width >= 1 && width <= 64);
  uint64_t mask = width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << width) - 1;
  while (s->hint < s->taken.count && s->taken.data[s->hint] == ~(uint64_t)0)
    s->hint++;
  for (size_t w = from / 64 > s->hint ? from / 64 : s->hint;; w++) {
    bcov_status status = BCOV_OK;
    while (!status && w >= s->taken.count)
      status = bcov_vec_push (mem, &s->taken, (uint64_t)0, err);
    if (status)
      return status;
    for (uint32_t b = w == from / 64 ? from % 64 : 0; b + width <= 64; b++)
      if (!(s->taken.data[w] & mask << b)) {
        s->taken.data[w] |= mask << b;
        *shift = (uint32_t)(64 * w + b);
        return BCOV_OK;
      }
  }
}

static void leave_slot (slots *s, const bcov_field *f)
{
  uint64_t mask = f->width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << f->width) - 1;
  assert ((s->taken.data[f->shift / 64] >> f->shift % 64 & mask) == mask);
  s->taken.data[f->shift / 64] &= ~(mask << f->shift % 64);
  if (f->shift / 64 < s->hint)
    s->hint = f->shift / 64;
}

/* Fields by the level at which they open (or close): NEXT chains those of one level. */
static bcov_status chain_fields (giver *m, bool closing, uint32_t **head, uint32_t **next)
{
  bcov_program *out = m->out;
  *head = bcov_mem_alloc (out->mem, out->levels.count + 1, sizeof **head, m->err);
  *next = bcov_mem_alloc (out->mem, out->fields.count + 1, sizeof **next, m->err);
  if (!*head || !*next)
    return bcov_mem_status (out->mem);
  memset (*head, 0xff, (out->levels.count + 1) * sizeof **head);
  for (uint32_t f = (uint32_t)out->fields.count; f-- > 0;) {
    const bcov_field *field = &out->fields.data[f];
    uint32_t level = closing ? field->closes : field->opens;
    if (closing && field->kept)
      continue;
    if (level == NO_LEVEL)
      level = 0; /* kept, but never touched */
    assert (level < out->levels.count || !out->levels.count);
    (*next)[f] = (*head)[level];
    (*head)[level] = f;
  }
  return BCOV_OK;
}

/* The field of the guard of LEVEL, or NO_LEVEL. */
static uint32_t guard_field (const giver *m, uint32_t level)
{
  uint32_t item = m->out->levels.data[level].item;
  return item != BCOV_NO_ITEM && m->guard_level[item] == level ? m->field_of[item] : NO_LEVEL;
}

/* The place that field F should have, or NO_LEVEL. */
static uint32_t wished_slot (const giver *m, const slots *s, uint32_t f)
{
  const bcov_field *field = &m->out->fields.data[f];
  uint32_t level = m->guard_level[field->item];
  return s->round && field->kind == BCOV_FIELD_BIT && level != NO_LEVEL ? level % s->round
                                                                        : NO_LEVEL;
}

static bool is_free (const slots *s, uint32_t slot)
{
  return slot != NO_LEVEL &&
         (slot / 64 >= s->taken.count || !(s->taken.data[slot / 64] >> slot % 64 & 1));
}

/* Gives field F, which opens at LEVEL, its place.  *HANDED becomes the field whose place went to
   one that opens: the guard's, whose bit is cleared before the move sets any. */
static bcov_status open_field (giver *m, uint32_t level, uint32_t f, slots *s, uint32_t *handed)
{
  bcov_program *out = m->out;
  bcov_field *field = &out->fields.data[f];
  uint32_t guard = guard_field (m, level), wish = wished_slot (m, s, f);
  bool can_hand = guard != NO_LEVEL && *handed == NO_LEVEL && field->kind == BCOV_FIELD_BIT &&
                  (field->closes > level || field->kept);
  if (can_hand && (!is_free (s, wish) || wish == out->fields.data[guard].shift)) {
    assert (out->fields.data[guard].width == 1 && out->fields.data[guard].closes == level);
    field->shift = out->fields.data[guard].shift;
    *handed = guard;
    return BCOV_OK;
  }
  uint32_t from = wish == NO_LEVEL ? s->round : is_free (s, wish) ? wish : 0;
  return take_slot (out->mem, s, field->width, from, &field->shift, m->err);
}

static uint32_t count_bits (const slots *s)
{
  for (size_t w = s->taken.count; w-- > 0;)
    if (s->taken.data[w])
      return (uint32_t)(64 * w + 64) - (uint32_t)__builtin_clzll (s->taken.data[w]);
  return 0;
}

static uint32_t count_taken (const slots *s)
{
  uint32_t count = 0;
  for (size_t w = 0; w < s->taken.count; w++)
    count += (uint32_t)__builtin_popcountll (s->taken.data[w]);
  return count;
}

/* Fields by the level at which they open and close. */
typedef struct {
  uint32_t *opening[2], *closing[2];
} chains;

static bcov_status place_level (giver *m, uint32_t level, const chains *c, slots *s)
{
  bcov_program *out = m->out;
  uint32_t handed = NO_LEVEL;
  bcov_status status = BCOV_OK;
  out->levels.data[level].bits = count_taken (s);
  out->levels.data[level].guarded = guard_field (m, level) != NO_LEVEL;
  for (uint32_t f = c->opening[0][level]; !status && f != NO_LEVEL; f = c->opening[1][f])
    status = open_field (m, level, f, s, &handed);
  if (64 * s->taken.count > out->bits)
    out->bits = count_bits (s) > out->bits ? count_bits (s) : out->bits;
  for (uint32_t f = c->closing[0][level]; !status && f != NO_LEVEL; f = c->closing[1][f])
    if (f != handed)
      leave_slot (s, &out->fields.data[f]);
  return status;
}

/* Bits of the fields that never close: those that are taken in the end, if there is a level. */
static __attribute__ ((unused)) uint32_t count_kept (const bcov_program *program)
{
  uint32_t bits = 0;
  for (size_t f = 0; f < program->fields.count; f++)
    bits += program->fields.data[f].kept ? program->fields.data[f].width : 0;
  return bits;
}

static bcov_status place_all (giver *m, const chains *c, uint32_t round)
{
  slots s = {.round = round};
  bcov_status status = BCOV_OK;
  m->out->bits = 0;
  for (uint32_t level = 0; !status && level < m->out->levels.count; level++)
    status = place_level (m, level, c, &s);
  assert (status || !m->out->levels.count || count_taken (&s) == count_kept (m->out));
  bcov_vec_free (m->out->mem, &s.taken);
  return status;
}

/* How many items that guard a level are open at once, at most. */
static uint32_t count_guards (const giver *m, const chains *c)
{
  uint32_t open = 0, most = 0;
  for (uint32_t level = 0; level < m->out->levels.count; level++) {
    for (uint32_t f = c->opening[0][level]; f != NO_LEVEL; f = c->opening[1][f])
      open += m->guard_level[m->out->fields.data[f].item] != NO_LEVEL;
    for (uint32_t f = c->closing[0][level]; f != NO_LEVEL; f = c->closing[1][f])
      open -= m->guard_level[m->out->fields.data[f].item] != NO_LEVEL;
    assert (open <= m->out->fields.count);
    most = open > most ? open : most;
  }
  return most;
}

/* Places in turn, unless the key gets longer by it. */
static bcov_status place_chains (giver *m, const chains *c)
{
  bcov_status status = place_all (m, c, 0);
  uint32_t bits = m->out->bits;
  if (!status)
    status = place_all (m, c, count_guards (m, c));
  if (!status && m->out->bits > bits)
    status = place_all (m, c, 0);
  assert (status || m->out->bits <= bits);
  return status;
}

bcov_status bcov_key_layout_assign (bcov_program *program, const uint32_t *guard_level,
                                    const uint32_t *field_of, bcov_error *err)
{
  bcov_mem *mem = program->mem;
  giver m = {program, guard_level, field_of, err};
  chains c = {0};
  bcov_status status = chain_fields (&m, false, &c.opening[0], &c.opening[1]);
  if (!status)
    status = chain_fields (&m, true, &c.closing[0], &c.closing[1]);
  if (!status)
    status = place_chains (&m, &c);
  program->words =
      program->bits / 64 + 1; /* so that no key is all ones: tables mark what is empty */
  for (int k = 0; k < 2; k++) {
    bcov_mem_free (mem, c.opening[k]);
    bcov_mem_free (mem, c.closing[k]);
  }
  return status;
}
