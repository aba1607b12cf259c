/* Compiles the text of a block to code, in four steps.

   1. *Sums*: level by level, the entries whose sum each new entry is.  An entry
   with a single source is that source under a new name and costs nothing.  An
   entry without a source is 0.
   2. *Uses*: from the end back, the number of uses of each sum.  A sum without
   a use is neither computed nor loaded.
   3. *Merging*: a sum with a single use is merged into the sum that uses it.
   4. *Writing*: the sums of a level are independent of each other.  They are
   sorted by the number of their sources, so that the interpreter executes long
   runs of one arity.  A place in the buffer is free again after the last use of
   its number.

   Overflow: a stored number counts as one unit, a sum as the units of its
   sources.  Before a sum would exceed ROOM units, sources of several units are
   reduced to one unit.

   The first failed allocation sets the status of the compiler, and everything
   else does nothing. */

#include "engine/dense/dense_code.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SOURCES = 32, NOTHING = 0 }; /* sum 0 is the number 0 */

static_assert (MOST_SOURCES < 1 << 8, "wave, sources and number share a word when sums are sorted");

/* A loaded entry (no sources) or a sum of earlier ones. */
typedef struct {
  uint32_t first, count; /* sources */
  uint32_t wave;         /* sums of one wave are independent */
  uint32_t uses;         /* still to come */
  uint32_t units;
  uint16_t entry; /* if loaded */
  uint16_t place;
  bool merged;
} sum;

/* A choice adds a sum to an entry. */
typedef struct {
  uint32_t to, from;
} stream;

typedef struct {
  bcov_mem *mem;
  const uint32_t *word; /* the next word of the text */
  uint32_t entries, kind, room, wave, next_wave;
  uint8_t *class_of;       /* of each entry */
  bool *occurs;            /* for each entry: it can be nonzero before the block */
  uint32_t modulus, own;   /* class of the entries that are in the table */
  uint32_t *now, *then;    /* the sum of each entry before and after a level */
  uint32_t *start;         /* of the sources of each entry */
  BCOV_VEC (stream) flows; /* of a level */
  BCOV_VEC (uint32_t) pairs;
  BCOV_VEC (sum) sums;
  BCOV_VEC (uint32_t) sources;
  BCOV_VEC (uint64_t) order;
  BCOV_VEC (uint16_t) vacant;
  size_t run; /* start of the last run in the code */
  bcov_dense_code *code;
  bcov_rooms rooms;   /* owns the arrays of entries */
  bcov_status status; /* the first failure */
  bcov_error *err;
} coder;

/* Appends VALUE to the array V unless C has failed. */
#define PUSH(c, v, value)                                                                          \
  ((c)->status ? (c)->status : ((c)->status = bcov_vec_push ((c)->mem, v, value, (c)->err)))

/* ---- sums ---- */

/* Returns true if ENTRY is in the table.  Other entries are 0 or are never
 * read. */
static bool in_class (const coder *c, uint32_t entry)
{
  return c->class_of[entry] == c->own;
}

static void load_entries (coder *c)
{
  sum zero = {.merged = true};
  PUSH (c, &c->sums, zero);
  for (uint32_t e = 0; !c->status && e < c->entries; e++)
    if (in_class (c, e) && c->occurs[e]) {
      sum loaded = {.entry = (uint16_t)e, .units = 1};
      c->now[e] = (uint32_t)c->sums.count;
      PUSH (c, &c->sums, loaded);
    }
}

/* A level, as read from the text. */
typedef struct {
  uint32_t guard, must, clear, skip, moves;
  const uint32_t *masks; /* test and set of each move */
} level;

/* Adds a choice of entry X that leads to the bits Y, unless bits that must be
 * set are missing. */
static inline void flow (coder *c, const level *l, uint32_t x, uint32_t y)
{
  if ((y & l->must) != l->must)
    return;
  y &= ~l->clear;
  assert (y < c->entries);
  c->start[y + 1]++;
  c->flows.data[c->flows.count++] = (stream){.to = y, .from = c->now[x]};
}

/* Lists all choices of all entries and counts those that lead to each entry. */
static void collect (coder *c, const level *l)
{
  memset (c->start, 0, (c->entries + 1) * sizeof *c->start);
  c->flows.count = 0;
  for (uint32_t x = 0; !c->status && x < c->entries; x++) {
    if (c->now[x] == NOTHING)
      continue;
    c->status = bcov_vec_reserve (c->mem, &c->flows, c->flows.count + l->moves + 1, c->err);
    if (c->status)
      return;
    if (x & l->guard || l->skip)
      flow (c, l, x, x & ~l->guard);
    for (uint32_t k = 0; !(x & l->guard) && k < l->moves; k++)
      if (!(x & l->masks[2 * k]))
        flow (c, l, x, x | l->masks[2 * k + 1]);
  }
}

/* Sorts the sources by entry.  Afterwards c->start[e] is the end of the sources
 * of entry E. */
static void list_sources (coder *c)
{
  if (!c->status)
    c->status = bcov_vec_reserve (c->mem, &c->pairs, c->flows.count + 1, c->err);
  if (c->status)
    return;
  for (uint32_t e = 0; e < c->entries; e++)
    c->start[e + 1] += c->start[e];
  assert (c->start[c->entries] == c->flows.count);
  for (size_t k = 0; k < c->flows.count; k++)
    c->pairs.data[c->start[c->flows.data[k].to]++] = c->flows.data[k].from;
}

/* Returns the sum of COUNT sources, at least two.  Very many sources are added
 * in several steps. */
static uint32_t make_sum (coder *c, const uint32_t *from, uint32_t count)
{
  uint32_t wave = c->wave, out = *from++;
  assert (count >= 2);
  while (!c->status && count > 1) {
    uint32_t taken = count < MOST_SOURCES ? count : MOST_SOURCES;
    sum s = {.first = (uint32_t)c->sources.count, .count = taken, .wave = wave++};
    PUSH (c, &c->sources, out);
    for (uint32_t k = 1; k < taken; k++)
      PUSH (c, &c->sources, *from++);
    out = (uint32_t)c->sums.count;
    count -= taken - 1;
    PUSH (c, &c->sums, s);
  }
  c->next_wave = wave > c->next_wave ? wave : c->next_wave;
  return out;
}

static void read_level (coder *c, level *l)
{
  const uint32_t *w = c->word;
  *l = (level){w[0], w[1], w[2], w[3], w[4], w + 5};
  c->word += 5 + 2 * (size_t)l->moves;
}

static void pass_level (coder *c)
{
  level l;
  read_level (c, &l);
  collect (c, &l);
  list_sources (c);
  for (uint32_t e = 0, from = 0; !c->status && e < c->entries; from = c->start[e++])
    if (c->start[e] < from + 2)
      c->then[e] = c->start[e] > from ? c->pairs.data[from] : NOTHING;
    else
      c->then[e] = make_sum (c, &c->pairs.data[from], c->start[e] - from);
  uint32_t *swap = c->now;
  c->now = c->then;
  c->then = swap;
  c->wave = c->next_wave;
}

/* ---- uses and merging ---- */

/* Returns true if entry E must be stored: it is neither what was loaded from
 * there nor still 0. */
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

/* Merges the sources of sum K that have no other use into it. */
static void merge (coder *c, size_t k)
{
  sum s = c->sums.data[k];
  uint32_t first = (uint32_t)c->sources.count, total = s.count;
  for (uint32_t n = 0; n < s.count; n++) {
    uint32_t number = c->sources.data[s.first + n];
    sum *from = &c->sums.data[number];
    assert (number < k && (!from->count || from->wave < s.wave));
    if (from->count && from->uses == 1 && total + from->count - 1 <= MOST_SOURCES) {
      total += from->count - 1;
      from->merged = true;
      for (uint32_t m = 0; m < from->count; m++)
        PUSH (c, &c->sources, c->sources.data[from->first + m]);
    } else
      PUSH (c, &c->sources, number);
  }
  c->sums.data[k].first = first;
  c->sums.data[k].count = total;
}

static void merge_all (coder *c)
{
  for (size_t k = 1; !c->status && k < c->sums.count; k++)
    if (c->sums.data[k].count && c->sums.data[k].uses)
      merge (c, k);
}

/* ---- writing ---- */

static void put (coder *c, uint32_t word)
{
  assert (word <= UINT16_MAX);
  PUSH (c, &c->code->words, (uint16_t)word);
}

static void take_place (coder *c, sum *s)
{
  if (c->vacant.count)
    s->place = c->vacant.data[--c->vacant.count];
  else
    s->place = (uint16_t)c->code->places++;
  assert (c->code->places <= UINT16_MAX + 1u);
}

/* Continues the last run, or begins a new one. */
static void begin_run (coder *c, uint32_t arity)
{
  uint16_t *words = c->code->words.data;
  if (!c->code->words.count || words[c->run] != arity || words[c->run + 1] == UINT16_MAX) {
    c->run = c->code->words.count;
    put (c, arity);
    put (c, 0);
  }
  if (!c->status)
    c->code->words.data[c->run + 1]++;
}

static uint32_t units_of (const coder *c, const sum *s)
{
  uint32_t units = 0;
  for (uint32_t n = 0; n < s->count; n++)
    units += c->sums.data[c->sources.data[s->first + n]].units;
  return units;
}

/* Reduces sources of S, largest first, until their sum fits. */
static void make_fit (coder *c, sum *s)
{
  while ((s->units = units_of (c, s)) > c->room) {
    sum *most = &c->sums.data[c->sources.data[s->first]];
    for (uint32_t n = 1; n < s->count; n++) {
      sum *other = &c->sums.data[c->sources.data[s->first + n]];
      most = other->units > most->units ? other : most;
    }
    assert (most->units > 1); /* else the loop would not end */
    most->units = 1;
    begin_run (c, 0);
    put (c, most->place);
  }
}

static void leave_places (coder *c, const sum *s)
{
  for (uint32_t n = 0; n < s->count; n++) {
    sum *from = &c->sums.data[c->sources.data[s->first + n]];
    assert (from->uses && !from->merged);
    if (--from->uses == 0)
      PUSH (c, &c->vacant, from->place);
  }
}

static void write_sum (coder *c, sum *s)
{
  assert (s->count >= 2 && s->count <= MOST_SOURCES);
  make_fit (c, s);
  begin_run (c, s->count);
  leave_places (c, s);
  take_place (c, s);
  put (c, s->place);
  for (uint32_t n = 0; n < s->count; n++)
    put (c, c->sums.data[c->sources.data[s->first + n]].place);
}

static int ascending (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void write_loads (coder *c)
{
  for (size_t k = 1; !c->status && k < c->sums.count; k++) {
    sum *s = &c->sums.data[k];
    if (s->count || !s->uses)
      continue;
    take_place (c, s);
    PUSH (c, &c->code->entries, s->entry);
    PUSH (c, &c->code->loads, s->place);
  }
}

static void write_sums (coder *c)
{
  for (size_t k = 1; !c->status && k < c->sums.count; k++) {
    const sum *s = &c->sums.data[k];
    uint64_t key = (uint64_t)s->wave << 40 | (uint64_t)s->count << 32 | k;
    if (s->count && s->uses && !s->merged)
      PUSH (c, &c->order, key);
  }
  if (!c->status && c->order.count)
    qsort (c->order.data, c->order.count, sizeof *c->order.data, ascending);
  for (size_t k = 0; !c->status && k < c->order.count; k++)
    write_sum (c, &c->sums.data[(uint32_t)c->order.data[k]]);
  put (c, 0);
  put (c, 0);
}

/* First the numbers that are reduced when they are stored, then the others,
 * then the zeros. */
static void write_stores (coder *c)
{
  bcov_dense_code *code = c->code;
  for (uint32_t pass = 0; !c->status && pass < 3; pass++) {
    for (uint32_t e = 0; !c->status && e < c->entries; e++) {
      const sum *s = &c->sums.data[c->now[e]];
      uint32_t kind = c->now[e] == NOTHING ? 2 : s->units > 1 ? 0 : 1;
      if (!changed (c, e) || kind != pass)
        continue;
      PUSH (c, &code->entries, (uint16_t)e);
      if (pass < 2)
        PUSH (c, &code->stores, s->place);
      code->reduced += pass == 0;
      code->zeros += pass == 2;
    }
  }
}

/* ---- the compiler ---- */

/* Returns true if no two bits of entry E exclude each other; NEVER has three
   words for each bit, as in the text. */
static bool can_occur (const uint32_t *never, uint32_t touch, uint32_t e)
{
  uint32_t others = ~e & ((1u << touch) - 1), excluded = 0;
  for (uint32_t b = 0; b < touch; b++, never += 3)
    excluded |= e >> b & 1 ? (never[0] & e) | (never[1] & others) : never[2] & others;
  return !excluded;
}

static void read_head (coder *c)
{
  uint32_t touch = c->word[0];
  uint8_t weight[BCOV_DENSE_TOUCH] = {0};
  assert (touch <= BCOV_DENSE_TOUCH && c->word[1] <= BCOV_DENSE_MODULUS && c->kind < c->word[1]);
  c->entries = 1u << touch;
  c->modulus = c->word[1];
  c->own = (c->modulus - c->kind % c->modulus) % c->modulus;
  for (uint32_t k = 0; k < touch; k++)
    weight[k] = (uint8_t)c->word[2 + k];
  c->now = bcov_mem_take_room (&c->rooms, c->entries, sizeof *c->now);
  c->then = bcov_mem_take_room (&c->rooms, c->entries, sizeof *c->then);
  c->start = bcov_mem_take_room (&c->rooms, c->entries + 1, sizeof *c->start);
  c->class_of = bcov_mem_take_room (&c->rooms, c->entries, 1);
  c->occurs = bcov_mem_take_room (&c->rooms, c->entries, sizeof *c->occurs);
  c->status = c->rooms.status;
  if (c->status)
    return;
  for (uint32_t e = 0; e < c->entries; e++) {
    uint32_t rest = e & (e - 1);
    uint32_t own = e ? c->class_of[rest] + weight[__builtin_ctz (e)] : 0;
    c->class_of[e] = (uint8_t)(own < c->modulus ? own : own - c->modulus);
    c->occurs[e] = can_occur (c->word + 2 + touch, touch, e);
  }
  c->word += 2 + 4 * touch;
}

static void free_scratch (coder *c)
{
  bcov_mem_free_rooms (&c->rooms);
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
  coder c = {.mem = mem, .word = text->words.data, .kind = kind, .room = room, .code = code};
  assert (room >= MOST_SOURCES);
  c.err = err;
  c.rooms = (bcov_rooms){.mem = mem, .err = err};
  read_head (&c);
  if (!c.status)
    load_entries (&c);
  for (uint32_t left = c.status ? 0 : *c.word++; !c.status && left > 0; left--)
    pass_level (&c);
  assert (c.status || c.word == text->words.data + text->words.count);
  if (!c.status) {
    count_uses (&c);
    merge_all (&c);
    write_loads (&c);
    write_sums (&c);
    write_stores (&c);
  }
  assert (c.status || code->entries.count == code->loads.count + code->stores.count + code->zeros);
  free_scratch (&c);
  return c.status;
}

void bcov_dense_code_free (bcov_mem *mem, bcov_dense_code *code)
{
  bcov_vec_free (mem, &code->loads);
  bcov_vec_free (mem, &code->words);
  bcov_vec_free (mem, &code->stores);
  bcov_vec_free (mem, &code->entries);
  *code = (bcov_dense_code){0};
}
