/* Unrolls a model into levels, in five passes: assign options to levels; find the first and last
   level of each item; describe the fields; assign to each field its bits in the key; write the
   masks and steps of levels and moves.

   Some items need no field: an item that a single level touches and that may stay untouched (a
   level chooses at most one option), a guard that no earlier level touches, a count that cannot
   exceed its limit, a colour on which all options agree.

   The layout of keys.  A field takes the lowest place that is free, or one that suits it better
   (see slots).  The first bit that opens at a level takes the place of the guard that closes there,
   so that a table indexed by the key need not move.

   Time and memory: touches, plus words of the key for each level and move. */

#include "engine/program/program_make.h"
#include "base/mem.h"
#include "engine/order/order.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NO_LEVEL UINT32_MAX

/* What the passes share.  After a failed allocation STATUS is set, and the passes do nothing. */
typedef struct {
  const bcov_model *model;
  const uint32_t *order;
  const bool *kept;
  bcov_program *out;
  uint32_t *position;     /* of each item in the order */
  uint32_t *guard_level;  /* of each item: the level that it guards, or NO_LEVEL */
  uint32_t *first, *last; /* level of each item */
  uint64_t *most;         /* touches of each item, at most, over all levels */
  uint32_t *field_of;     /* of each item, or NO_LEVEL */
  bcov_rooms rooms;
  bcov_status status;
  bcov_error *err;
} maker;

/* Allocates COUNT zeroed elements, which live until the program is made. */
static void *take (maker *m, size_t count, size_t size)
{
  void *room = m->status ? NULL : bcov_mem_take_room (&m->rooms, count, size);
  if (!m->status)
    m->status = m->rooms.status;
  return room;
}

#define push(m, v, value)                                                                          \
  ((m)->status = (m)->status ? (m)->status : bcov_vec_push ((m)->out->mem, v, value, (m)->err))

static bool is_kept (const maker *m, uint32_t item)
{
  return m->kept && m->kept[item];
}

static bool can_guard (const maker *m, uint32_t item)
{
  const bcov_item *i = &m->model->items.data[item];
  return i->hi == 1 && !i->coloured && !is_kept (m, item);
}

/* Returns whether the order contains each item once. */
static __attribute__ ((unused)) bool is_permutation (const maker *m)
{
  for (uint32_t p = 0; p < m->model->items.count; p++)
    if (m->position[m->order[p]] != p)
      return false;
  return true;
}

/* ---- levels of options ---- */

/* Returns the item at whose place in the order OPTION is chosen, or BCOV_NO_ITEM if it touches
   none. */
static uint32_t place_of (const maker *m, uint32_t option)
{
  const bcov_model *model = m->model;
  uint32_t best = BCOV_NO_ITEM;
  bool guards = false;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    uint32_t item = model->touches.data[t].item;
    bool guard = can_guard (m, item);
    if (best == BCOV_NO_ITEM || guard > guards ||
        (guard == guards && m->position[item] < m->position[best])) {
      best = item;
      guards = guard;
    }
  }
  return best;
}

static void add_level (maker *m, uint32_t item, bool skip)
{
  bcov_level level = {.item = item, .skip = skip, .first_move = (uint32_t)m->out->moves.count};
  push (m, &m->out->levels, level);
}

/* Adds one level for the options that ITEM guards, or one for each of them if it cannot guard. */
static void add_levels (maker *m, uint32_t item, const uint32_t *options, size_t count)
{
  bcov_program *out = m->out;
  bool guard = item != BCOV_NO_ITEM && can_guard (m, item);
  if (guard && count) {
    assert (m->guard_level[item] == NO_LEVEL);
    m->guard_level[item] = (uint32_t)out->levels.count;
    add_level (m, item, m->model->items.data[item].lo == 0);
  }
  for (size_t k = 0; k < count; k++) {
    if (!guard)
      add_level (m, item, true);
    if (m->status)
      return;
    out->levels.data[out->levels.count - 1].moves++;
    push (m, &out->moves, (bcov_move){.option = options[k]});
  }
}

/* Sorts the options by the place at which they are chosen.  START has an entry for each item and
   one for options that touch nothing. */
static void sort_options (const maker *m, uint32_t *start, uint32_t *sorted)
{
  uint32_t items = (uint32_t)m->model->items.count, options = bcov_model_options (m->model);
  for (uint32_t pass = 0; pass < 2; pass++) {
    for (uint32_t o = 0; o < options; o++) {
      uint32_t item = place_of (m, o);
      uint32_t place = item == BCOV_NO_ITEM ? items : m->position[item];
      if (pass)
        sorted[start[place]++] = o;
      else
        start[place + 1]++;
    }
    for (uint32_t p = 0; !pass && p <= items; p++)
      start[p + 1] += start[p];
  }
}

static void make_levels (maker *m)
{
  uint32_t items = (uint32_t)m->model->items.count, options = bcov_model_options (m->model);
  uint32_t *start = take (m, (size_t)items + 3, sizeof *start);
  uint32_t *sorted = take (m, (size_t)options + 1, sizeof *sorted);
  if (!m->status)
    sort_options (m, start, sorted);
  for (uint32_t p = 0, from = 0; !m->status && p <= items; from = start[p], p++)
    add_levels (m, p < items ? m->order[p] : BCOV_NO_ITEM, &sorted[from], start[p] - from);
  assert (m->status || m->out->moves.count == options); /* each option belongs to one level */
}

/* For each item that must be touched but that no option touches, adds a level that no state passes.
 */
static void add_hopeless (maker *m)
{
  for (uint32_t item = 0; !m->status && item < m->model->items.count; item++)
    if (m->model->items.data[item].lo && m->first[item] == NO_LEVEL)
      add_level (m, item, false);
}

/* ---- when items are open ---- */

/* Adds to MOST, for each item that LEVEL touches, the greatest number of times that one of its
   moves does.  TIMES holds that number for the last level that touched the item. */
static void span_level (maker *m, uint32_t level, uint32_t *times)
{
  const bcov_level *l = &m->out->levels.data[level];
  for (uint32_t k = 0; k < l->moves; k++) {
    uint32_t count;
    const bcov_touch *t =
        bcov_model_touches (m->model, m->out->moves.data[l->first_move + k].option, &count);
    for (; count--; t++) {
      if (m->last[t->item] != level || m->first[t->item] == NO_LEVEL)
        times[t->item] = 0;
      if (m->first[t->item] == NO_LEVEL)
        m->first[t->item] = level;
      m->last[t->item] = level;
      if (t->times > times[t->item]) {
        m->most[t->item] += t->times - times[t->item];
        times[t->item] = t->times;
      }
    }
  }
}

static void find_spans (maker *m)
{
  uint32_t *times = take (m, m->model->items.count + 1, sizeof *times);
  for (uint32_t level = 0; !m->status && level < m->out->levels.count; level++)
    span_level (m, level, times);
}

/* ---- fields ---- */

static uint32_t bits_for (uint64_t value)
{
  return value ? 64 - (uint32_t)__builtin_clzll (value) : 1;
}

/* Returns the greatest colour of an item, or 0 if all options that touch it agree.  COLOURS holds
   the least and the greatest colour of each item. */
static uint32_t colours_of (const uint32_t *colours, uint32_t item)
{
  return colours[2 * item] == colours[2 * item + 1] ? 0 : colours[2 * item + 1];
}

/* Describes the field of ITEM; returns whether it needs one. */
static bool describe_field (const maker *m, uint32_t item, const uint32_t *colours, bcov_field *f)
{
  const bcov_item *i = &m->model->items.data[item];
  bool kept = is_kept (m, item), once = m->first[item] == m->last[item];
  *f = (bcov_field){.item = item,
                    .lo = i->lo,
                    .hi = i->hi,
                    .kept = kept,
                    .width = 1,
                    .opens = m->first[item],
                    .closes = m->last[item]};
  assert (!(kept && i->coloured));
  if (f->opens == NO_LEVEL)
    return kept;
  assert (f->opens <= f->closes && f->closes < m->out->levels.count);
  if (i->coloured) {
    f->kind = BCOV_FIELD_COLOUR;
    f->width = bits_for (colours_of (colours, item));
    return !once && colours_of (colours, item);
  }
  if (m->guard_level[item] != NO_LEVEL) {
    assert (f->closes == m->guard_level[item]); /* its own level is the last that touches a guard */
    return f->opens != m->guard_level[item];
  }
  if (i->hi == 1)
    return kept || !once || i->lo;
  f->kind = BCOV_FIELD_COUNT;
  if (f->hi >= m->most[item])
    f->hi = BCOV_MANY;
  uint64_t top = f->hi != BCOV_MANY ? f->hi : kept ? m->most[item] : f->lo;
  f->width = bits_for (top);
  return kept || f->lo || f->hi != BCOV_MANY;
}

static void find_colours (const bcov_model *model, uint32_t *colours)
{
  for (size_t t = 0; t < model->touches.count; t++) {
    uint32_t item = model->touches.data[t].item, c = model->touches.data[t].colour;
    uint32_t *least = &colours[2 * item], *most = &colours[2 * item + 1];
    *least = *least && *least < c ? *least : c;
    *most = *most > c ? *most : c;
  }
}

static void make_fields (maker *m)
{
  size_t items = m->model->items.count;
  uint32_t *colours = take (m, 2 * items + 1, sizeof *colours);
  if (!m->status)
    find_colours (m->model, colours);
  m->out->plain = true;
  for (uint32_t item = 0; !m->status && item < items; item++) {
    bcov_field field;
    m->field_of[item] = NO_LEVEL;
    if (!describe_field (m, item, colours, &field))
      continue;
    m->field_of[item] = (uint32_t)m->out->fields.count;
    m->out->plain = m->out->plain && field.kind == BCOV_FIELD_BIT && !field.kept;
    push (m, &m->out->fields, field);
  }
}

/* Returns the field of the guard of LEVEL, or NO_LEVEL. */
static uint32_t guard_field (const maker *m, uint32_t level)
{
  uint32_t item = m->out->levels.data[level].item;
  return item != BCOV_NO_ITEM && m->guard_level[item] == level ? m->field_of[item] : NO_LEVEL;
}

/* ---- the layout of keys ---- */

/* The bits of the key in use.  If ROUND is not 0, the items that guard a level get places in turn,
   modulo ROUND, and all other fields places behind them.  Then cells that are neighbours in the
   same direction are nearly always the same number of bits apart, so that code that examines
   neighbours (pocket.c, fold.c) needs only a few shifts of the key. */
typedef struct {
  BCOV_VEC (uint64_t) taken; /* a bit for each bit of the key */
  size_t hint;               /* no word before this one has room */
  uint32_t round;            /* 0: the first place that is free */
} slots;

/* Fields by the level at which they open and close: the first of each level, and the next one. */
typedef struct {
  uint32_t *opening[2], *closing[2];
} chains;

static uint64_t ones (uint32_t width)
{
  assert (width >= 1 && width <= 64);
  return ~(uint64_t)0 >> (64 - width);
}

/* Returns a place for WIDTH bits within a word, at FROM or behind. */
static uint32_t take_slot (maker *m, slots *s, uint32_t width, uint32_t from)
{
  while (s->hint < s->taken.count && s->taken.data[s->hint] == ~(uint64_t)0)
    s->hint++;
  for (size_t w = from / 64 > s->hint ? from / 64 : s->hint;; w++) {
    while (!m->status && w >= s->taken.count)
      push (m, &s->taken, 0);
    if (m->status)
      return 0;
    for (uint32_t b = w == from / 64 ? from % 64 : 0; b + width <= 64; b++)
      if (!(s->taken.data[w] & ones (width) << b)) {
        s->taken.data[w] |= ones (width) << b;
        return (uint32_t)(64 * w + b);
      }
  }
}

static void leave_slot (slots *s, const bcov_field *f)
{
  assert ((s->taken.data[f->shift / 64] >> f->shift % 64 & ones (f->width)) == ones (f->width));
  s->taken.data[f->shift / 64] &= ~(ones (f->width) << f->shift % 64);
  if (f->shift / 64 < s->hint)
    s->hint = f->shift / 64;
}

static void chain_fields (maker *m, bool closing, uint32_t **chain)
{
  bcov_program *out = m->out;
  uint32_t *head = chain[0] = take (m, out->levels.count + 1, sizeof *head);
  uint32_t *next = chain[1] = take (m, out->fields.count + 1, sizeof *next);
  if (m->status)
    return;
  memset (head, 0xff, (out->levels.count + 1) * sizeof *head);
  for (uint32_t f = (uint32_t)out->fields.count; f-- > 0;) {
    const bcov_field *field = &out->fields.data[f];
    uint32_t level = closing ? field->closes : field->opens;
    if (closing && field->kept)
      continue;
    if (level == NO_LEVEL)
      level = 0; /* kept, but never touched */
    assert (level < out->levels.count || !out->levels.count);
    next[f] = head[level];
    head[level] = f;
  }
}

/* Returns the place that field F should have, or NO_LEVEL. */
static uint32_t wished_slot (const maker *m, const slots *s, uint32_t f)
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

/* Gives field F, which opens at LEVEL, its place.  It may take that of the guard, whose bit is
   cleared before the move sets any; *HANDED is then the guard's field. */
static void open_field (maker *m, uint32_t level, uint32_t f, slots *s, uint32_t *handed)
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
    return;
  }
  uint32_t from = wish == NO_LEVEL ? s->round : is_free (s, wish) ? wish : 0;
  field->shift = take_slot (m, s, field->width, from);
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

static void place_level (maker *m, uint32_t level, const chains *c, slots *s)
{
  bcov_program *out = m->out;
  uint32_t handed = NO_LEVEL;
  out->levels.data[level].bits = count_taken (s);
  out->levels.data[level].guarded = guard_field (m, level) != NO_LEVEL;
  for (uint32_t f = c->opening[0][level]; !m->status && f != NO_LEVEL; f = c->opening[1][f])
    open_field (m, level, f, s, &handed);
  if (64 * s->taken.count > out->bits)
    out->bits = count_bits (s) > out->bits ? count_bits (s) : out->bits;
  for (uint32_t f = c->closing[0][level]; !m->status && f != NO_LEVEL; f = c->closing[1][f])
    if (f != handed)
      leave_slot (s, &out->fields.data[f]);
}

/* Returns the number of bits of the fields that never close, which are in use at the end. */
static __attribute__ ((unused)) uint32_t count_kept (const bcov_program *program)
{
  uint32_t bits = 0;
  for (size_t f = 0; f < program->fields.count; f++)
    bits += program->fields.data[f].kept ? program->fields.data[f].width : 0;
  return bits;
}

static void place_all (maker *m, const chains *c, uint32_t round)
{
  slots s = {.round = round};
  m->out->bits = 0;
  for (uint32_t level = 0; !m->status && level < m->out->levels.count; level++)
    place_level (m, level, c, &s);
  assert (m->status || !m->out->levels.count || count_taken (&s) == count_kept (m->out));
  bcov_vec_free (m->out->mem, &s.taken);
}

/* Returns the greatest number of guards that are open at once. */
static uint32_t count_guards (const maker *m, const chains *c)
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

/* Gives places in turn, unless that makes the key longer. */
static void place_fields (maker *m)
{
  bcov_program *out = m->out;
  chains c;
  chain_fields (m, false, c.opening);
  chain_fields (m, true, c.closing);
  place_all (m, &c, 0);
  uint32_t bits = out->bits;
  if (!m->status)
    place_all (m, &c, count_guards (m, &c));
  if (out->bits > bits)
    place_all (m, &c, 0);
  assert (m->status || out->bits <= bits);
  out->words = out->bits / 64 + 1; /* no key is all ones: tables use that for empty places */
  if (!m->status && out->bits > BCOV_MOST_BITS)
    m->status =
        bcov_error_add (m->err, BCOV_STOPPED, NULL,
                        "a state needs %u bits, but the frontier engine supports at most %d; "
                        "use the engine search",
                        out->bits, BCOV_MOST_BITS);
}

/* ---- masks and steps ---- */

static void set_bits (uint64_t *mask, const bcov_field *f)
{
  assert (f->shift % 64 + f->width <= 64); /* never across two words */
  mask[f->shift / 64] |= ones (f->width) << f->shift % 64;
}

static uint64_t *level_mask (bcov_program *p, uint32_t level, bcov_level_mask which)
{
  return &p->level_masks.data[((size_t)level * BCOV_LEVEL_MASKS + which) * p->words];
}

static uint64_t *move_mask (bcov_program *p, uint32_t move, bcov_move_mask which)
{
  return &p->move_masks.data[((size_t)move * BCOV_MOVE_MASKS + which) * p->words];
}

static void make_masks (maker *m)
{
  bcov_program *p = m->out;
  size_t level_words = p->levels.count * BCOV_LEVEL_MASKS * p->words;
  size_t move_words = p->moves.count * BCOV_MOVE_MASKS * p->words;
  if (m->status)
    return;
  p->level_masks.data = bcov_mem_alloc (p->mem, level_words + 1, sizeof (uint64_t), m->err);
  p->move_masks.data = bcov_mem_alloc (p->mem, move_words + 1, sizeof (uint64_t), m->err);
  p->level_masks.count = p->level_masks.room = level_words;
  p->move_masks.count = p->move_masks.room = move_words;
  if (!p->level_masks.data || !p->move_masks.data)
    m->status = bcov_mem_status (p->mem);
}

static void mask_levels (maker *m)
{
  bcov_program *p = m->out;
  for (uint32_t level = 0; !m->status && level < p->levels.count; level++)
    if (guard_field (m, level) != NO_LEVEL)
      set_bits (level_mask (p, level, BCOV_MASK_GUARD), &p->fields.data[guard_field (m, level)]);
  for (size_t k = 0; !m->status && k < p->fields.count; k++) {
    const bcov_field *f = &p->fields.data[k];
    if (f->opens == NO_LEVEL || m->guard_level[f->item] != NO_LEVEL)
      continue;
    if (!f->kept)
      set_bits (level_mask (p, f->closes, BCOV_MASK_CLEAR), f);
    if (f->kind == BCOV_FIELD_BIT && f->lo)
      set_bits (level_mask (p, f->closes, BCOV_MASK_MUST), f);
  }
}

static void mask_move (maker *m, uint32_t level, uint32_t number)
{
  bcov_program *p = m->out;
  bcov_move *move = &p->moves.data[number];
  uint32_t count;
  const bcov_touch *t = bcov_model_touches (m->model, move->option, &count);
  move->first_step = (uint32_t)p->steps.count;
  for (; count--; t++) {
    bcov_step step = {m->field_of[t->item], t->colour ? t->colour : t->times};
    if (step.field == NO_LEVEL || m->guard_level[t->item] == level)
      continue;
    const bcov_field *f = &p->fields.data[step.field];
    assert (f->opens <= level && level <= f->closes);
    if (f->kind == BCOV_FIELD_BIT) {
      assert (step.amount == 1);
      set_bits (move_mask (p, number, BCOV_MASK_SET), f);
      if (f->opens < level)
        set_bits (move_mask (p, number, BCOV_MASK_TEST), f);
    } else {
      move->steps++;
      push (m, &p->steps, step);
    }
  }
}

static void mask_moves (maker *m)
{
  bcov_program *p = m->out;
  uint32_t left = (uint32_t)p->moves.count;
  for (uint32_t level = 0; !m->status && level < p->levels.count; level++) {
    bcov_level *l = &p->levels.data[level];
    l->options = left;
    left -= l->moves;
    for (uint32_t k = 0; !m->status && k < l->moves; k++)
      mask_move (m, level, l->first_move + k);
  }
  assert (m->status || !left);
}

/* Finds what remains possible for the counters that LEVEL touches.  MOST, at first all touches of
   an item, becomes those after the level. */
static void look_out (maker *m, uint32_t level, uint32_t *seen, uint32_t *times)
{
  bcov_program *p = m->out;
  bcov_level *l = &p->levels.data[level];
  l->first_outlook = (uint32_t)p->outlooks.count;
  for (uint32_t k = 0; !m->status && k < l->moves; k++) {
    const bcov_move *move = &p->moves.data[l->first_move + k];
    for (uint32_t s = 0; !m->status && s < move->steps; s++) {
      const bcov_step *step = &p->steps.data[move->first_step + s];
      const bcov_field *f = &p->fields.data[step->field];
      if (f->kind != BCOV_FIELD_COUNT)
        continue;
      if (seen[step->field] != level + 1) {
        bcov_outlook outlook = {step->field, 0};
        seen[step->field] = level + 1;
        times[step->field] = 0;
        l->outlooks++;
        push (m, &p->outlooks, outlook);
      }
      if (step->amount > times[step->field]) {
        assert (m->most[f->item] >= step->amount - times[step->field]);
        m->most[f->item] -= step->amount - times[step->field];
        times[step->field] = step->amount;
      }
    }
  }
  for (uint32_t k = 0; !m->status && k < l->outlooks; k++) {
    bcov_outlook *o = &p->outlooks.data[l->first_outlook + k];
    o->more = m->most[p->fields.data[o->field].item];
    assert (!o->more == (p->fields.data[o->field].closes == level));
  }
}

static void look_out_all (maker *m)
{
  bcov_program *p = m->out;
  uint32_t *seen = take (m, p->fields.count + 1, sizeof *seen);
  uint32_t *times = take (m, p->fields.count + 1, sizeof *times);
  for (uint32_t level = 0; !m->status && level < p->levels.count; level++)
    look_out (m, level, seen, times);
}

/* ---- a bound on the number of solutions ---- */

static int descending (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x < y) - (x > y);
}

/* Returns an upper bound for the moves of a solution at guarded levels: each move touches some of
   the items that may be touched once. */
static double most_moves (const bcov_model *model)
{
  double single = 0, least = INFINITY;
  for (size_t i = 0; i < model->items.count; i++)
    single += model->items.data[i].hi == 1;
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    uint32_t count, touched = 0;
    for (const bcov_touch *t = bcov_model_touches (model, o, &count); count--; t++)
      touched += model->items.data[t->item].hi == 1;
    if (touched && touched < least)
      least = touched;
  }
  return floor (single / least) + 1;
}

/* Bounds the number of solutions.  At a level that needs a move, or whose guard is covered, a state
   has as many choices as there are moves.  A solution makes a bounded number of moves, so the
   largest levels bound the number of choices.  A level that can be skipped always counts. */
static void find_bound (maker *m)
{
  bcov_program *p = m->out;
  size_t count = 0;
  double *choices = take (m, p->levels.count + 1, sizeof *choices);
  if (m->status)
    return;
  p->bound = 1;
  for (size_t k = 0; k < p->levels.count; k++) {
    const bcov_level *l = &p->levels.data[k];
    if (l->skip)
      p->bound += log2 (l->moves + 1.0);
    else if (l->moves)
      choices[count++] = log2 (l->moves);
  }
  qsort (choices, count, sizeof *choices, descending);
  double moves = most_moves (m->model);
  for (size_t k = 0; k < count && (double)k < moves; k++)
    p->bound += choices[k];
  assert (p->bound >= 1 && isfinite (p->bound));
}

/* ---- construction ---- */

static void start (maker *m)
{
  size_t items = m->model->items.count + 1;
  m->position = take (m, items, sizeof *m->position);
  m->guard_level = take (m, items, sizeof *m->guard_level);
  m->first = take (m, items, sizeof *m->first);
  m->last = take (m, items, sizeof *m->last);
  m->field_of = take (m, items, sizeof *m->field_of);
  m->most = take (m, items, sizeof *m->most);
  if (m->status)
    return;
  memset (m->guard_level, 0xff, items * sizeof *m->guard_level);
  memset (m->first, 0xff, items * sizeof *m->first);
  for (uint32_t p = 0; p + 1 < items; p++) {
    m->position[m->order[p]] = p;
    push (m, &m->out->order, m->order[p]);
  }
  assert (is_permutation (m));
}

bcov_status bcov_program_make (const bcov_model *model, const uint32_t *order, const bool *kept,
                               bcov_program *out, bcov_error *err)
{
  maker m = {.model = model, .order = order, .kept = kept, .out = out, .err = err};
  m.rooms = (bcov_rooms){.mem = model->mem, .err = err};
  *out = (bcov_program){.mem = model->mem};
  start (&m);
  make_levels (&m);
  find_spans (&m);
  add_hopeless (&m);
  make_fields (&m);
  place_fields (&m);
  make_masks (&m);
  mask_levels (&m);
  mask_moves (&m);
  look_out_all (&m);
  find_bound (&m);
  bcov_mem_free_rooms (&m.rooms);
  if (m.status)
    bcov_program_free (out);
  return m.status;
}

bcov_status bcov_program_make_along (const bcov_model *model, const uint32_t *order,
                                     const bool *kept, bcov_control *control, double *bits,
                                     bcov_program *out, bcov_error *err)
{
  if (order)
    return bcov_program_make (model, order, kept, out, err);
  uint32_t *found = bcov_mem_alloc (model->mem, model->items.count + 1, sizeof *found, err);
  if (!found)
    return bcov_mem_status (model->mem);
  bcov_status status = bcov_order_find (model, control, found, bits, err);
  if (!status)
    status = bcov_program_make (model, found, kept, out, err);
  bcov_mem_free (model->mem, found);
  return status;
}
