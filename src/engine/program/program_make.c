/* Unrolls a model into levels.

   In four passes over the model: options are given to levels; each item's first and last level are
   found; fields get their places in the key (key_layout.c); and the masks and steps of levels and
   moves are written down.

   Items that need no field: one that a single level touches and that may stay untouched (a level
   chooses one option at most), a guard that no earlier level touches, a count that cannot pass its
   limit, a colour on which all agree.

   Time and memory: touches, plus words of the key for each level and move. */

#include "engine/program/program_make.h"
#include "engine/order/order.h"
#include "engine/program/key_layout.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NO_LEVEL UINT32_MAX

/* What the passes hand on. */
typedef struct {
  const bcov_model *model;
  const uint32_t *order;
  const bool *kept;
  bcov_program *out;
  uint32_t *position;     /* of each item in the order */
  uint32_t *level_of;     /* of each option */
  uint32_t *guard_level;  /* of each item: its level when it guards one, else NO_LEVEL */
  uint32_t *first, *last; /* level of each item */
  uint64_t *most;         /* touches of each item, at most, over all levels */
  uint32_t *field_of;     /* of each item, or NO_LEVEL */
  bcov_error *err;
} maker;

static bool is_kept (const maker *m, uint32_t item)
{
  return m->kept && m->kept[item];
}

static bool can_guard (const maker *m, uint32_t item)
{
  const bcov_item *i = &m->model->items.data[item];
  return i->hi == 1 && !i->coloured && !is_kept (m, item);
}

/* ---- what the header demands ---- */

/* Whether the order has each item once: only then every place is that of the item that stands
 * there. */
static __attribute__ ((unused)) bool is_permutation (const maker *m)
{
  for (uint32_t p = 0; p < m->model->items.count; p++)
    if (m->position[m->order[p]] != p)
      return false;
  return true;
}

/* ---- options to levels ---- */

/* The item at whose place in the order OPTION is chosen; BCOV_NO_ITEM when it touches none. */
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

static bcov_status add_level (maker *m, uint32_t item, bool skip)
{
  bcov_level level = {.item = item, .skip = skip, .first_move = (uint32_t)m->out->moves.count};
  return bcov_vec_push (m->out->mem, &m->out->levels, level, m->err);
}

static bcov_status add_move (maker *m, uint32_t option)
{
  bcov_program *out = m->out;
  bcov_move move = {.option = option};
  assert (out->levels.count && out->moves.count < bcov_model_options (m->model));
  m->level_of[option] = (uint32_t)out->levels.count - 1;
  out->levels.data[out->levels.count - 1].moves++;
  return bcov_vec_push (out->mem, &out->moves, move, m->err);
}

/* One level for the options that ITEM guards, or one for each of them when it cannot guard. */
static bcov_status add_levels (maker *m, uint32_t item, const uint32_t *options, size_t count)
{
  bcov_status status = BCOV_OK;
  bool guard = item != BCOV_NO_ITEM && can_guard (m, item);
  if (guard && count) {
    assert (m->guard_level[item] == NO_LEVEL);
    m->guard_level[item] = (uint32_t)m->out->levels.count;
    status = add_level (m, item, m->model->items.data[item].lo == 0);
  }
  for (size_t k = 0; !status && k < count; k++) {
    if (!guard)
      status = add_level (m, item, true);
    if (!status)
      status = add_move (m, options[k]);
  }
  return status;
}

/* Options by the place at which they are chosen: START has a place for each item and one for
   those that touch nothing. */
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

static bcov_status make_levels (maker *m)
{
  bcov_mem *mem = m->out->mem;
  uint32_t items = (uint32_t)m->model->items.count, options = bcov_model_options (m->model);
  uint32_t *start = bcov_mem_alloc (mem, (size_t)items + 3, sizeof *start, m->err);
  uint32_t *sorted = bcov_mem_alloc (mem, (size_t)options + 1, sizeof *sorted, m->err);
  bcov_status status = start && sorted ? BCOV_OK : bcov_mem_status (mem);
  if (!status)
    sort_options (m, start, sorted);
  for (uint32_t p = 0, from = 0; !status && p <= items; from = start[p], p++)
    status = add_levels (m, p < items ? m->order[p] : BCOV_NO_ITEM, &sorted[from], start[p] - from);
  assert (status || m->out->moves.count == options); /* each option belongs to one level */
  bcov_mem_free (mem, start);
  bcov_mem_free (mem, sorted);
  return status;
}

/* ---- when items are open ---- */

/* Adds to MOST, for each item that LEVEL touches, the greatest number of times that one of its
   moves does.  TIMES (one for each item) is that number at the level that met the item last. */
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

static bcov_status find_spans (maker *m)
{
  bcov_mem *mem = m->out->mem;
  uint32_t *times = bcov_mem_alloc (mem, m->model->items.count + 1, sizeof *times, m->err);
  if (!times)
    return bcov_mem_status (mem);
  for (uint32_t level = 0; level < m->out->levels.count; level++)
    span_level (m, level, times);
  bcov_mem_free (mem, times);
  return BCOV_OK;
}

/* ---- fields ---- */

static uint32_t bits_for (uint64_t value)
{
  return value ? 64 - (uint32_t)__builtin_clzll (value) : 1;
}

/* The greatest colour of an item, 0 when all who touch it agree anyway.  COLOURS has two numbers
   for each item: the least and the greatest. */
static uint32_t colours_of (const uint32_t *colours, uint32_t item)
{
  return colours[2 * item] == colours[2 * item + 1] ? 0 : colours[2 * item + 1];
}

/* Whether ITEM needs a field, and which. */
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

static bcov_status make_fields (maker *m)
{
  bcov_mem *mem = m->out->mem;
  size_t items = m->model->items.count;
  uint32_t *colours = bcov_mem_alloc (mem, 2 * items + 1, sizeof *colours, m->err);
  bcov_status status = colours ? BCOV_OK : bcov_mem_status (mem);
  if (!status)
    find_colours (m->model, colours);
  m->out->plain = true;
  for (uint32_t item = 0; !status && item < items; item++) {
    bcov_field field;
    m->field_of[item] = NO_LEVEL;
    if (!describe_field (m, item, colours, &field))
      continue;
    m->field_of[item] = (uint32_t)m->out->fields.count;
    m->out->plain = m->out->plain && field.kind == BCOV_FIELD_BIT && !field.kept;
    status = bcov_vec_push (mem, &m->out->fields, field, m->err);
  }
  bcov_mem_free (mem, colours);
  return status;
}

/* The field of the guard of LEVEL, or NO_LEVEL. */
static uint32_t guard_field (const maker *m, uint32_t level)
{
  uint32_t item = m->out->levels.data[level].item;
  return item != BCOV_NO_ITEM && m->guard_level[item] == level ? m->field_of[item] : NO_LEVEL;
}

/* ---- masks and steps ---- */

static void set_bits (uint64_t *mask, const bcov_field *f)
{
  uint64_t ones = f->width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << f->width) - 1;
  assert (f->shift % 64 + f->width <= 64); /* never across two words */
  mask[f->shift / 64] |= ones << f->shift % 64;
}

static uint64_t *level_mask (bcov_program *p, uint32_t level, bcov_level_mask which)
{
  return &p->level_masks.data[((size_t)level * BCOV_LEVEL_MASKS + which) * p->words];
}

static uint64_t *move_mask (bcov_program *p, uint32_t move, bcov_move_mask which)
{
  return &p->move_masks.data[((size_t)move * BCOV_MOVE_MASKS + which) * p->words];
}

static bcov_status make_room (maker *m)
{
  bcov_program *p = m->out;
  size_t level_words = p->levels.count * BCOV_LEVEL_MASKS * p->words;
  size_t move_words = p->moves.count * BCOV_MOVE_MASKS * p->words;
  p->level_masks.data = bcov_mem_alloc (p->mem, level_words + 1, sizeof (uint64_t), m->err);
  p->move_masks.data = bcov_mem_alloc (p->mem, move_words + 1, sizeof (uint64_t), m->err);
  p->level_masks.count = p->level_masks.room = level_words;
  p->move_masks.count = p->move_masks.room = move_words;
  return p->level_masks.data && p->move_masks.data ? BCOV_OK : bcov_mem_status (p->mem);
}

static void mask_levels (maker *m)
{
  bcov_program *p = m->out;
  for (uint32_t level = 0; level < p->levels.count; level++)
    if (guard_field (m, level) != NO_LEVEL)
      set_bits (level_mask (p, level, BCOV_MASK_GUARD), &p->fields.data[guard_field (m, level)]);
  for (size_t k = 0; k < p->fields.count; k++) {
    const bcov_field *f = &p->fields.data[k];
    if (f->opens == NO_LEVEL || m->guard_level[f->item] != NO_LEVEL)
      continue;
    if (!f->kept)
      set_bits (level_mask (p, f->closes, BCOV_MASK_CLEAR), f);
    if (f->kind == BCOV_FIELD_BIT && f->lo)
      set_bits (level_mask (p, f->closes, BCOV_MASK_MUST), f);
  }
}

static bcov_status mask_move (maker *m, uint32_t level, uint32_t number)
{
  bcov_program *p = m->out;
  bcov_move *move = &p->moves.data[number];
  uint32_t count;
  const bcov_touch *t = bcov_model_touches (m->model, move->option, &count);
  bcov_status status = BCOV_OK;
  move->first_step = (uint32_t)p->steps.count;
  for (; !status && count--; t++) {
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
      status = bcov_vec_push (p->mem, &p->steps, step, m->err);
    }
  }
  return status;
}

static bcov_status mask_moves (maker *m)
{
  bcov_program *p = m->out;
  bcov_status status = BCOV_OK;
  uint32_t left = (uint32_t)p->moves.count;
  for (uint32_t level = 0; !status && level < p->levels.count; level++) {
    bcov_level *l = &p->levels.data[level];
    l->options = left;
    left -= l->moves;
    for (uint32_t k = 0; !status && k < l->moves; k++)
      status = mask_move (m, level, l->first_move + k);
  }
  assert (status || !left);
  return status;
}

/* What is left for the counters that LEVEL touches.  MOST, so far all touches of the item, becomes
   those after the level. */
static bcov_status look_out (maker *m, uint32_t level, uint32_t *seen, uint32_t *times)
{
  bcov_program *p = m->out;
  bcov_level *l = &p->levels.data[level];
  bcov_status status = BCOV_OK;
  l->first_outlook = (uint32_t)p->outlooks.count;
  for (uint32_t k = 0; !status && k < l->moves; k++) {
    const bcov_move *move = &p->moves.data[l->first_move + k];
    for (uint32_t s = 0; !status && s < move->steps; s++) {
      const bcov_step *step = &p->steps.data[move->first_step + s];
      const bcov_field *f = &p->fields.data[step->field];
      if (f->kind != BCOV_FIELD_COUNT)
        continue;
      if (seen[step->field] != level + 1) {
        bcov_outlook outlook = {step->field, 0};
        seen[step->field] = level + 1;
        times[step->field] = 0;
        l->outlooks++;
        status = bcov_vec_push (p->mem, &p->outlooks, outlook, m->err);
      }
      if (step->amount > times[step->field]) {
        assert (m->most[f->item] >= step->amount - times[step->field]);
        m->most[f->item] -= step->amount - times[step->field];
        times[step->field] = step->amount;
      }
    }
  }
  for (uint32_t k = 0; !status && k < l->outlooks; k++) {
    bcov_outlook *o = &p->outlooks.data[l->first_outlook + k];
    o->more = m->most[p->fields.data[o->field].item];
    assert (!o->more == (p->fields.data[o->field].closes == level));
  }
  return status;
}

static bcov_status look_out_all (maker *m)
{
  bcov_program *p = m->out;
  uint32_t *seen = bcov_mem_alloc (p->mem, p->fields.count + 1, sizeof *seen, m->err);
  uint32_t *times = bcov_mem_alloc (p->mem, p->fields.count + 1, sizeof *times, m->err);
  bcov_status status = seen && times ? BCOV_OK : bcov_mem_status (p->mem);
  for (uint32_t level = 0; !status && level < p->levels.count; level++)
    status = look_out (m, level, seen, times);
  bcov_mem_free (p->mem, seen);
  bcov_mem_free (p->mem, times);
  return status;
}

/* ---- a bound ---- */

static int descending (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x < y) - (x > y);
}

/* How many moves a solution can have at guarded levels: each touches some of the items that are
   touched once at most. */
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

/* At a level that must be passed with a move, or was covered before, a state has as many choices as
   there are moves; a solution makes at most so many moves, so that the largest levels bound the
   number of ways.  A level that can be skipped counts in any case. */
static bcov_status find_bound (maker *m)
{
  bcov_program *p = m->out;
  size_t count = 0;
  double *choices = bcov_mem_alloc (p->mem, p->levels.count + 1, sizeof *choices, m->err);
  if (!choices)
    return bcov_mem_status (p->mem);
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
  bcov_mem_free (p->mem, choices);
  return BCOV_OK;
}

/* ---- all together ---- */

/* An item that must be touched and that no option touches: a level that nothing passes. */
static bcov_status add_hopeless (maker *m)
{
  bcov_status status = BCOV_OK;
  for (uint32_t item = 0; !status && item < m->model->items.count; item++)
    if (m->model->items.data[item].lo && m->first[item] == NO_LEVEL)
      status = add_level (m, item, false);
  return status;
}

static bcov_status take_scratch (maker *m)
{
  bcov_mem *mem = m->out->mem;
  size_t items = m->model->items.count + 1, options = (size_t)bcov_model_options (m->model) + 1;
  m->position = bcov_mem_alloc (mem, items, sizeof *m->position, m->err);
  m->guard_level = bcov_mem_alloc (mem, items, sizeof *m->guard_level, m->err);
  m->first = bcov_mem_alloc (mem, items, sizeof *m->first, m->err);
  m->last = bcov_mem_alloc (mem, items, sizeof *m->last, m->err);
  m->field_of = bcov_mem_alloc (mem, items, sizeof *m->field_of, m->err);
  m->most = bcov_mem_alloc (mem, items, sizeof *m->most, m->err);
  m->level_of = bcov_mem_alloc (mem, options, sizeof *m->level_of, m->err);
  if (!m->position || !m->guard_level || !m->first || !m->last || !m->field_of || !m->most ||
      !m->level_of)
    return bcov_mem_status (mem);
  memset (m->guard_level, 0xff, items * sizeof *m->guard_level);
  memset (m->first, 0xff, items * sizeof *m->first);
  bcov_status status = bcov_vec_reserve (mem, &m->out->order, items, m->err);
  for (uint32_t p = 0; !status && p + 1 < items; p++) {
    m->position[m->order[p]] = p;
    m->out->order.data[m->out->order.count++] = m->order[p];
  }
  assert (status || is_permutation (m));
  return status;
}

static void free_scratch (maker *m)
{
  bcov_mem *mem = m->out->mem;
  bcov_mem_free (mem, m->position);
  bcov_mem_free (mem, m->guard_level);
  bcov_mem_free (mem, m->first);
  bcov_mem_free (mem, m->last);
  bcov_mem_free (mem, m->field_of);
  bcov_mem_free (mem, m->most);
  bcov_mem_free (mem, m->level_of);
}

bcov_status bcov_program_make (const bcov_model *model, const uint32_t *order, const bool *kept,
                               bcov_program *out, bcov_error *err)
{
  maker m = {.model = model, .order = order, .kept = kept, .out = out, .err = err};
  *out = (bcov_program){.mem = model->mem};
  bcov_status status = take_scratch (&m);
  if (!status)
    status = make_levels (&m);
  if (!status)
    status = find_spans (&m);
  if (!status)
    status = add_hopeless (&m);
  if (!status)
    status = make_fields (&m);
  if (!status)
    status = bcov_key_layout_assign (out, m.guard_level, m.field_of, err);
  if (!status && out->bits > BCOV_MOST_BITS)
    status = bcov_error_add (err, BCOV_STOPPED, NULL,
                             "a state would have %u bits, too many for the frontier engine, which "
                             "supports at most %d; use the engine search",
                             out->bits, BCOV_MOST_BITS);
  if (!status)
    status = make_room (&m);
  if (!status) {
    mask_levels (&m);
    status = mask_moves (&m);
  }
  if (!status)
    status = look_out_all (&m);
  if (!status)
    status = find_bound (&m);
  free_scratch (&m);
  if (status)
    bcov_program_free (out);
  return status;
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
