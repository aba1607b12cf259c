/* From the text of a block to its code, in four steps.

   1. *Sums*: level by level, which entries each new entry is the sum of.  One that has a single
      source is that source under a new name and costs nothing; one that has none is 0.
   2. *Uses*: from the end back, what each sum is needed for.  What nothing needs (an entry whose
      guard no move can cover any more) is neither computed nor loaded.
   3. *Melting*: a sum that only one other needs is melted into it.
   4. *Writing*: sums of a level are independent of each other; they are sorted by the number of
      their sources, so that the interpreter takes long runs of one kind.  A place in the buffer is
      free again after the last use of its number.

   Overflow: a stored number counts as one unit, a sum as the units of its sources; before a sum
   would pass ROOM units, sources of several units are reduced, after which they count as one. */

#include "engine/dense/dense_code.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SOURCES = 32, NOTHING = 0 }; /* sum 0 stands for the number 0 */

static_assert (MOST_SOURCES < 1 << 8, "wave, sources and number share a word when sums are sorted");

/* A loaded entry (no sources) or a sum of earlier ones. */
typedef struct {
  uint32_t first, count; /* sources */
  uint32_t wave;         /* sums of one wave do not need each other */
  uint32_t uses;         /* still to come */
  uint32_t units;
  uint16_t entry; /* when loaded */
  uint16_t place;
  bool melted;
} sum;

/* A choice: a sum goes into an entry. */
typedef struct {
  uint32_t to, from;
} stream;

typedef struct {
  bcov_mem *mem;
  const uint32_t *word; /* where the text is read */
  uint32_t entries, kind, room, wave, next_wave;
  uint8_t *class_of;       /* of each entry */
  bool *occurs;            /* whether an entry can be other than 0 before the block */
  uint32_t modulus, own;   /* class of the entries that have a place */
  uint32_t *now, *then;    /* the sum of each entry before and after a level */
  uint32_t *start;         /* of the sources of each entry */
  BCOV_VEC (stream) flows; /* of a level */
  BCOV_VEC (uint32_t) pairs;
  BCOV_VEC (sum) sums;
  BCOV_VEC (uint32_t) sources;
  BCOV_VEC (uint64_t) order;
  BCOV_VEC (uint16_t) vacant;
  size_t run; /* where the last run of the code begins */
  bcov_dense_code *code;
  bcov_error *err;
} coder;

/* ---- sums ---- */

/* Whether the table has a place for ENTRY: one that has none is 0, or nobody asks for it. */
static bool in_class (const coder *c, uint32_t entry)
{
  return c->class_of[entry] == c->own;
}

static bcov_status add_sum (coder *c, sum s)
{
  return bcov_vec_push (c->mem, &c->sums, s, c->err);
}

static bcov_status load_entries (coder *c)
{
  bcov_status status = add_sum (c, (sum){.melted = true});
  for (uint32_t e = 0; !status && e < c->entries; e++)
    if (in_class (c, e) && c->occurs[e]) {
      c->now[e] = (uint32_t)c->sums.count;
      status = add_sum (c, (sum){.entry = (uint16_t)e, .units = 1});
    }
  return status;
}

/* A level as the text has it. */
typedef struct {
  uint32_t guard, must, clear, skip, moves;
  const uint32_t *masks; /* test and set of each move */
} level;

/* One choice of entry X, which leads to the bits Y, unless some that must be set are not. */
static inline void flow (coder *c, const level *l, uint32_t x, uint32_t y)
{
  if ((y & l->must) != l->must)
    return;
  y &= ~l->clear;
  assert (y < c->entries);
  c->start[y + 1]++;
  c->flows.data[c->flows.count++] = (stream){.to = y, .from = c->now[x]};
}

/* All choices of all entries, and how many lead to each. */
static bcov_status collect (coder *c, const level *l)
{
  c->flows.count = 0;
  for (uint32_t x = 0; x < c->entries; x++) {
    if (c->now[x] == NOTHING)
      continue;
    if (bcov_vec_reserve (c->mem, &c->flows, c->flows.count + l->moves + 1, c->err))
      return bcov_mem_status (c->mem);
    if (x & l->guard || l->skip)
      flow (c, l, x, x & ~l->guard);
    for (uint32_t k = 0; !(x & l->guard) && k < l->moves; k++)
      if (!(x & l->masks[2 * k]))
        flow (c, l, x, x | l->masks[2 * k + 1]);
  }
  return BCOV_OK;
}

/* Lists the sources of each entry, one entry after the other: c->start[e] is then where those of
   entry E end. */
static bcov_status list_sources (coder *c)
{
  for (uint32_t e = 0; e < c->entries; e++)
    c->start[e + 1] += c->start[e];
  assert (c->start[c->entries] == c->flows.count);
  if (bcov_vec_reserve (c->mem, &c->pairs, c->flows.count + 1, c->err))
    return bcov_mem_status (c->mem);
  for (size_t k = 0; k < c->flows.count; k++)
    c->pairs.data[c->start[c->flows.data[k].to]++] = c->flows.data[k].from;
  return BCOV_OK;
}

/* The sum of COUNT sources, at least two; of very many in several steps. */
static bcov_status make_sum (coder *c, const uint32_t *from, uint32_t count, uint32_t *out)
{
  bcov_status status = BCOV_OK;
  uint32_t wave = c->wave;
  assert (count >= 2);
  for (*out = *from++; !status && count > 1;) {
    uint32_t taken = count < MOST_SOURCES ? count : MOST_SOURCES;
    sum s = {.first = (uint32_t)c->sources.count, .count = taken, .wave = wave++};
    status = bcov_vec_push (c->mem, &c->sources, *out, c->err);
    for (uint32_t k = 1; !status && k < taken; k++)
      status = bcov_vec_push (c->mem, &c->sources, *from++, c->err);
    *out = (uint32_t)c->sums.count;
    count -= taken - 1;
    if (!status)
      status = add_sum (c, s);
  }
  c->next_wave = wave > c->next_wave ? wave : c->next_wave;
  return status;
}

static void read_level (coder *c, level *l)
{
  const uint32_t *w = c->word;
  *l = (level){w[0], w[1], w[2], w[3], w[4], w + 5};
  c->word += 5 + 2 * (size_t)l->moves;
}

static bcov_status pass_level (coder *c)
{
  level l;
  read_level (c, &l);
  memset (c->start, 0, (c->entries + 1) * sizeof *c->start);
  bcov_status status = collect (c, &l);
  if (!status)
    status = list_sources (c);
  for (uint32_t e = 0, from = 0; !status && e < c->entries; from = c->start[e++])
    if (c->start[e] < from + 2)
      c->then[e] = c->start[e] > from ? c->pairs.data[from] : NOTHING;
    else
      status = make_sum (c, &c->pairs.data[from], c->start[e] - from, &c->then[e]);
  uint32_t *swap = c->now;
  c->now = c->then;
  c->then = swap;
  c->wave = c->next_wave;
  return status;
}

/* ---- uses and melting ---- */

/* Whether entry E is stored: not when it still is what was loaded from there, or still 0. */
static bool changed (const coder *c, uint32_t e)
{
  const sum *s = &c->sums.data[c->now[e]];
  return in_class (c, e) && (c->now[e] == NOTHING ? c->occurs[e] : s->count || s->entry != e);
}

static void count_uses (coder *c)
{
  for (uint32_t e = 0; e < c->entries; e++)
    c->sums.data[c->now[e]].uses += changed (c, e);
  for (size_t k = c->sums.count; k-- > 1;) {
    const sum *s = &c->sums.data[k];
    for (uint32_t n = 0; s->uses && n < s->count; n++)
      c->sums.data[c->sources.data[s->first + n]].uses++;
  }
}

/* Melts into sum number K those of its sources that nothing else needs. */
static bcov_status melt (coder *c, size_t k)
{
  sum s = c->sums.data[k];
  uint32_t first = (uint32_t)c->sources.count, total = s.count;
  bcov_status status = BCOV_OK;
  for (uint32_t n = 0; !status && n < s.count; n++) {
    uint32_t number = c->sources.data[s.first + n];
    sum *from = &c->sums.data[number];
    assert (number < k && (!from->count || from->wave < s.wave));
    if (from->count && from->uses == 1 && total + from->count - 1 <= MOST_SOURCES) {
      total += from->count - 1;
      from->melted = true;
      for (uint32_t m = 0; !status && m < from->count; m++)
        status = bcov_vec_push (c->mem, &c->sources, c->sources.data[from->first + m], c->err);
    } else
      status = bcov_vec_push (c->mem, &c->sources, number, c->err);
  }
  c->sums.data[k].first = first;
  c->sums.data[k].count = total;
  return status;
}

static bcov_status melt_all (coder *c)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 1; !status && k < c->sums.count; k++)
    if (c->sums.data[k].count && c->sums.data[k].uses)
      status = melt (c, k);
  return status;
}

/* ---- writing ---- */

static bcov_status put (coder *c, uint32_t word)
{
  assert (word <= UINT16_MAX);
  return bcov_vec_push (c->mem, &c->code->words, (uint16_t)word, c->err);
}

static void take_place (coder *c, sum *s)
{
  if (c->vacant.count)
    s->place = c->vacant.data[--c->vacant.count];
  else
    s->place = (uint16_t)c->code->places++;
  assert (c->code->places <= UINT16_MAX + 1u);
}

/* Continues the last run, or begins one. */
static bcov_status begin_run (coder *c, uint32_t arity)
{
  uint16_t *words = c->code->words.data;
  bool goes_on = c->code->words.count && words[c->run] == arity && words[c->run + 1] < UINT16_MAX;
  bcov_status status = BCOV_OK;
  if (!goes_on) {
    c->run = c->code->words.count;
    status = put (c, arity);
    if (!status)
      status = put (c, 0);
  }
  if (!status)
    c->code->words.data[c->run + 1]++;
  return status;
}

static uint32_t units_of (const coder *c, const sum *s)
{
  uint32_t units = 0;
  for (uint32_t n = 0; n < s->count; n++)
    units += c->sums.data[c->sources.data[s->first + n]].units;
  return units;
}

/* Reduces sources of S, the one of the most units first, until their sum fits. */
static bcov_status make_fit (coder *c, sum *s)
{
  bcov_status status = BCOV_OK;
  while (!status && (s->units = units_of (c, s)) > c->room) {
    sum *most = &c->sums.data[c->sources.data[s->first]];
    for (uint32_t n = 1; n < s->count; n++) {
      sum *other = &c->sums.data[c->sources.data[s->first + n]];
      most = other->units > most->units ? other : most;
    }
    assert (most->units > 1); /* else nothing would change */
    most->units = 1;
    status = begin_run (c, 0);
    if (!status)
      status = put (c, most->place);
  }
  return status;
}

static bcov_status leave_places (coder *c, const sum *s)
{
  bcov_status status = BCOV_OK;
  for (uint32_t n = 0; !status && n < s->count; n++) {
    sum *from = &c->sums.data[c->sources.data[s->first + n]];
    assert (from->uses && !from->melted);
    if (--from->uses == 0)
      status = bcov_vec_push (c->mem, &c->vacant, from->place, c->err);
  }
  return status;
}

static bcov_status write_sum (coder *c, sum *s)
{
  assert (s->count >= 2 && s->count <= MOST_SOURCES);
  bcov_status status = make_fit (c, s);
  if (!status)
    status = begin_run (c, s->count);
  if (!status)
    status = leave_places (c, s);
  if (!status) {
    take_place (c, s);
    status = put (c, s->place);
  }
  for (uint32_t n = 0; !status && n < s->count; n++)
    status = put (c, c->sums.data[c->sources.data[s->first + n]].place);
  return status;
}

static int ascending (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static bcov_status put_entry (coder *c, uint32_t entry)
{
  return bcov_vec_push (c->mem, &c->code->entries, (uint16_t)entry, c->err);
}

static bcov_status write_loads (coder *c)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 1; !status && k < c->sums.count; k++) {
    sum *s = &c->sums.data[k];
    if (s->count || !s->uses)
      continue;
    take_place (c, s);
    status = put_entry (c, s->entry);
    if (!status)
      status = bcov_vec_push (c->mem, &c->code->loads, s->place, c->err);
  }
  return status;
}

static bcov_status write_sums (coder *c)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 1; !status && k < c->sums.count; k++) {
    const sum *s = &c->sums.data[k];
    uint64_t key = (uint64_t)s->wave << 40 | (uint64_t)s->count << 32 | k;
    if (s->count && s->uses && !s->melted)
      status = bcov_vec_push (c->mem, &c->order, key, c->err);
  }
  if (!status && c->order.count)
    qsort (c->order.data, c->order.count, sizeof *c->order.data, ascending);
  for (size_t k = 0; !status && k < c->order.count; k++)
    status = write_sum (c, &c->sums.data[(uint32_t)c->order.data[k]]);
  if (!status)
    status = put (c, 0);
  if (!status)
    status = put (c, 0);
  return status;
}

static bcov_status write_stores (coder *c)
{
  bcov_status status = BCOV_OK;
  bcov_dense_code *code = c->code;
  for (uint32_t reduced = 2; !status && reduced-- > 0;) {
    for (uint32_t e = 0; !status && e < c->entries; e++) {
      const sum *s = &c->sums.data[c->now[e]];
      if (!changed (c, e) || c->now[e] == NOTHING || (s->units > 1) != reduced)
        continue;
      status = put_entry (c, e);
      if (!status)
        status = bcov_vec_push (c->mem, &code->stores, s->place, c->err);
    }
    code->reduced = reduced ? code->stores.count : code->reduced;
  }
  for (uint32_t e = 0; !status && e < c->entries; e++)
    if (changed (c, e) && c->now[e] == NOTHING) {
      code->zeros++;
      status = put_entry (c, e);
    }
  return status;
}

/* ---- all together ---- */

/* Whether no two bits of entry E exclude each other; NEVER has three words for each bit, as in the
   text. */
static bool can_occur (const uint32_t *never, uint32_t touch, uint32_t e)
{
  uint32_t others = ~e & ((1u << touch) - 1), excluded = 0;
  for (uint32_t b = 0; b < touch; b++, never += 3)
    excluded |= e >> b & 1 ? (never[0] & e) | (never[1] & others) : never[2] & others;
  return !excluded;
}

static bcov_status read_head (coder *c)
{
  uint32_t touch = c->word[0], *room[3] = {NULL};
  uint8_t weight[BCOV_DENSE_TOUCH] = {0};
  assert (touch <= BCOV_DENSE_TOUCH && c->word[1] <= BCOV_DENSE_MODULUS && c->kind < c->word[1]);
  c->entries = 1u << touch;
  c->modulus = c->word[1];
  c->own = (c->modulus - c->kind % c->modulus) % c->modulus;
  for (uint32_t k = 0; k < touch; k++)
    weight[k] = (uint8_t)c->word[2 + k];
  for (int k = 0; k < 3; k++)
    room[k] = bcov_mem_alloc (c->mem, c->entries + 1, sizeof **room, c->err);
  c->now = room[0], c->then = room[1], c->start = room[2];
  c->class_of = bcov_mem_alloc (c->mem, c->entries, 1, c->err);
  c->occurs = bcov_mem_alloc (c->mem, c->entries, sizeof *c->occurs, c->err);
  if (!c->now || !c->then || !c->start || !c->class_of || !c->occurs)
    return bcov_mem_status (c->mem);
  for (uint32_t e = 0; e < c->entries; e++) {
    uint32_t rest = e & (e - 1);
    uint32_t own = e ? c->class_of[rest] + weight[__builtin_ctz (e)] : 0;
    c->class_of[e] = (uint8_t)(own < c->modulus ? own : own - c->modulus);
    c->occurs[e] = can_occur (c->word + 2 + touch, touch, e);
  }
  c->word += 2 + 4 * touch;
  return BCOV_OK;
}

static void free_scratch (coder *c)
{
  bcov_mem_free (c->mem, c->now);
  bcov_mem_free (c->mem, c->then);
  bcov_mem_free (c->mem, c->start);
  bcov_mem_free (c->mem, c->class_of);
  bcov_mem_free (c->mem, c->occurs);
  bcov_vec_free (c->mem, &c->flows);
  bcov_vec_free (c->mem, &c->pairs);
  bcov_vec_free (c->mem, &c->sums);
  bcov_vec_free (c->mem, &c->sources);
  bcov_vec_free (c->mem, &c->order);
  bcov_vec_free (c->mem, &c->vacant);
}

bcov_status bcov_dense_code_make (bcov_mem *mem, const bcov_dense_text *text, uint32_t kind,
                                  uint32_t room, bcov_dense_code *code, bcov_error *err)
{
  coder c = {.mem = mem, .word = text->words.data, .kind = kind, .room = room};
  assert (room >= MOST_SOURCES);
  c.code = code;
  c.err = err;
  bcov_status status = read_head (&c);
  if (!status)
    status = load_entries (&c);
  for (uint32_t left = status ? 0 : *c.word++; !status && left > 0; left--)
    status = pass_level (&c);
  assert (status || c.word == text->words.data + text->words.count);
  if (!status) {
    count_uses (&c);
    status = melt_all (&c);
  }
  if (!status)
    status = write_loads (&c);
  if (!status)
    status = write_sums (&c);
  if (!status)
    status = write_stores (&c);
  assert (status || code->entries.count == code->loads.count + code->stores.count + code->zeros);
  free_scratch (&c);
  return status;
}

void bcov_dense_code_free (bcov_mem *mem, bcov_dense_code *code)
{
  bcov_vec_free (mem, &code->loads);
  bcov_vec_free (mem, &code->words);
  bcov_vec_free (mem, &code->stores);
  bcov_vec_free (mem, &code->entries);
  *code = (bcov_dense_code){0};
}
