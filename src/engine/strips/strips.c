/* The rows of the board are divided into strips of a few rows, and the cells of a strip are covered
   column by column.  A level covers one cell, as in the frontier, and equal states are merged; but
   of each level only the WIDTH best states go on.  A state is good if few cells of later strips are
   covered: such states leave the next strip as it was when this one began, and where pieces cover a
   rectangle of the height of a strip, they cover one strip after the other.  Near a hole, or if the
   height does not fit, the best states have a few cells more, which is what the holes require.
   Ties are decided by a hash of the state, so that the states that go on differ.

   If no state is left, the search goes back to the beginning of the strip, with twice the width,
   and then to the strips before it.  It gives up after a few such steps back in a row.

   Attempts use strips of several heights, and then all of them again with twice the width.  An
   attempt in which no state was dropped and none is left proves that there is no solution.

   Invariant: each state of a level refers to the moves that led to it, in CHAIN.
   Time: states x moves of a level, for each level.  Memory: one link of CHAIN for each move of the
   states that go on.  Source of the search by levels of limited width: Lowerre 1976. */

#include "engine/strips/strips.h"
#include "base/mem.h"
#include "engine/program/program_make.h"
#include "engine/strips/grid.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
  POLL = 1 << 14,
  HEIGHTS = 5,
  FIRST_WIDTH = 128,
  FIRST_ROOM = 1 << 10,
  MOST_LINKS = 1 << 24,
  MOST_BACK = 3, /* steps back in a row (by hand) */
  TIES = 16,     /* states of equal cells are distinguished by so many values */
};

/* Of strips, in rows, in the order in which they are tried.  Rectangles with these heights that
   pieces cover are common (by hand). */
static const uint32_t heights[HEIGHTS] = {5, 8, 10, 6, 4};

#define NO_LINK UINT32_MAX

/* The states of a level. */
typedef struct {
  uint64_t *keys;
  uint32_t *links; /* the last link of each */
  uint32_t *moves; /* made since then: an option, or BCOV_NO_MOVE */
  uint32_t *ranks; /* room for the selection */
  uint32_t *slots; /* a hash table with linear probing: the number of a state + 1, or 0 */
  size_t count, room;
} strip_states;

/* An option that was taken, and the link of the one taken before it. */
typedef struct {
  uint32_t before, option;
} chain_link;

/* The states at the beginning of a strip. */
typedef struct {
  uint32_t level;
  size_t count, links_made;
  uint64_t *keys;
  uint32_t *links;
} beginning;

/* A board divided into strips of one height. */
typedef struct {
  bool made;
  bcov_program program;
  uint32_t *strip;  /* of each level */
  uint32_t *fields; /* of the program, by the levels at which they open */
} division;

struct bcov_strips {
  const bcov_model *model;
  bcov_mem *mem;
  bcov_grid grid;
  division divisions[HEIGHTS];
  uint32_t usable; /* heights that are less than the number of rows */
  uint32_t tried[HEIGHTS];
  const division *now;
  uint32_t attempts, level;
  uint64_t width, seed;
  strip_states from, to;
  uint64_t *beyond; /* bits of the key that belong to cells of later strips */
  uint32_t *counts; /* of the states of each rank, room for the selection */
  size_t next_field;
  BCOV_VEC (beginning) beginnings; /* of the strips up to the current one */
  uint32_t back, farthest;         /* steps back in a row; the last strip reached */
  BCOV_VEC (chain_link) chain;
  BCOV_VEC (uint32_t) solution;
  bool running, dropped, exhausted;
  uint64_t nodes, work, polled;
  bcov_status status;
  bcov_error *err;
};

/* ---- start and end ---- */

static bool suits (const bcov_model *model)
{
  bool fine = bcov_model_options (model) && !model->impossible;
  for (size_t i = 0; fine && i < model->items.count; i++)
    fine = !model->items.data[i].coloured && model->items.data[i].hi == 1;
  return fine;
}

bcov_status bcov_strips_open (const bcov_model *model, bcov_control *control, bcov_strips **out,
                              bcov_error *err)
{
  *out = NULL;
  if (!suits (model))
    return BCOV_OK;
  bcov_strips *s = bcov_mem_alloc (model->mem, 1, sizeof *s, err);
  if (!s)
    return bcov_mem_status (model->mem);
  *s = (bcov_strips){.model = model, .mem = model->mem, .err = err};
  bcov_status status = bcov_grid_find (model, control, &s->grid, err);
  for (uint32_t k = 0; k < HEIGHTS; k++)
    if (heights[k] < s->grid.rows)
      s->tried[s->usable++] = heights[k];
  if (status || !s->usable)
    bcov_strips_close (s);
  else
    *out = s;
  return status;
}

static void free_states (bcov_strips *s, strip_states *t)
{
  bcov_mem_free (s->mem, t->keys);
  bcov_mem_free (s->mem, t->links);
  bcov_mem_free (s->mem, t->moves);
  bcov_mem_free (s->mem, t->ranks);
  bcov_mem_free (s->mem, t->slots);
  *t = (strip_states){0};
}

/* Forgets the beginnings of strips behind the first COUNT. */
static void forget_beginnings (bcov_strips *s, size_t count)
{
  while (s->beginnings.count > count) {
    beginning *b = &s->beginnings.data[--s->beginnings.count];
    bcov_mem_free (s->mem, b->keys);
    bcov_mem_free (s->mem, b->links);
  }
}

static void end_attempt (bcov_strips *s)
{
  forget_beginnings (s, 0);
  free_states (s, &s->from);
  free_states (s, &s->to);
  bcov_mem_free (s->mem, s->beyond);
  bcov_mem_free (s->mem, s->counts);
  s->beyond = NULL;
  s->counts = NULL;
  s->running = false;
}

void bcov_strips_close (bcov_strips *s)
{
  if (!s)
    return;
  end_attempt (s);
  bcov_grid_free (&s->grid);
  for (uint32_t k = 0; k < HEIGHTS; k++) {
    bcov_program_free (&s->divisions[k].program);
    bcov_mem_free (s->mem, s->divisions[k].strip);
    bcov_mem_free (s->mem, s->divisions[k].fields);
  }
  bcov_vec_free (s->mem, &s->beginnings);
  bcov_vec_free (s->mem, &s->chain);
  bcov_vec_free (s->mem, &s->solution);
  bcov_mem_free (s->mem, s);
}

/* ---- strips ---- */

/* The place of an item in the order. */
typedef struct {
  uint32_t strip;
  int32_t column;
  uint32_t item;
} place;

static int by_place (const void *a, const void *b)
{
  const place *x = a, *y = b;
  if (x->strip != y->strip)
    return x->strip < y->strip ? -1 : 1;
  if (x->column != y->column)
    return x->column < y->column ? -1 : 1;
  return x->item < y->item ? -1 : x->item > y->item;
}

/* Returns the strip of ITEM; a last strip of less than half the height belongs to the one before.
   Items in no row come last. */
static uint32_t strip_of (const bcov_strips *s, uint32_t item, uint32_t height)
{
  uint32_t row = s->grid.row[item], whole = s->grid.rows / height, rest = s->grid.rows % height,
           last = whole + (2 * rest >= height) - 1;
  if (row == BCOV_NO_ITEM)
    return UINT32_MAX;
  return row / height < last ? row / height : last;
}

/* Sorts the fields of D by the levels at which they open. */
static bcov_status sort_fields (const bcov_strips *s, division *d)
{
  size_t fields = d->program.fields.count, levels = d->program.levels.count;
  uint32_t *end = bcov_mem_alloc (s->mem, levels + 1, sizeof *end, s->err);
  d->fields = end ? bcov_mem_alloc (s->mem, fields + 1, sizeof *d->fields, s->err) : NULL;
  for (size_t f = 0; d->fields && f < fields; f++)
    end[d->program.fields.data[f].opens + 1]++;
  for (size_t k = 0; d->fields && k < levels; k++)
    end[k + 1] += end[k];
  for (size_t f = 0; d->fields && f < fields; f++)
    d->fields[end[d->program.fields.data[f].opens]++] = (uint32_t)f;
  bcov_mem_free (s->mem, end);
  return d->fields ? BCOV_OK : bcov_mem_status (s->mem);
}

/* Notes the strip of each level of D.  A level whose guard is in no row belongs to no strip. */
static bcov_status note_strips (const bcov_strips *s, division *d, uint32_t height)
{
  size_t levels = d->program.levels.count;
  d->strip = bcov_mem_alloc (s->mem, levels + 1, sizeof *d->strip, s->err);
  if (!d->strip)
    return bcov_mem_status (s->mem);
  for (size_t k = 0; k < levels; k++)
    d->strip[k] = strip_of (s, d->program.levels.data[k].item, height);
  return BCOV_OK;
}

static bcov_status divide (const bcov_strips *s, division *d, uint32_t height)
{
  uint32_t items = (uint32_t)s->model->items.count;
  bcov_rooms rooms = {.mem = s->mem, .err = s->err};
  place *places = bcov_mem_take_room (&rooms, items + 1u, sizeof *places);
  uint32_t *order = bcov_mem_take_room (&rooms, items + 1u, sizeof *order);
  bcov_status status = rooms.status;
  for (uint32_t i = 0; !status && i < items; i++)
    places[i] = (place){strip_of (s, i, height), s->grid.column[i], i};
  if (!status)
    qsort (places, items, sizeof *places, by_place);
  for (uint32_t i = 0; !status && i < items; i++)
    order[i] = places[i].item;
  if (!status)
    status = bcov_program_make (s->model, order, NULL, &d->program, s->err);
  if (!status)
    status = note_strips (s, d, height);
  if (!status)
    status = sort_fields (s, d);
  bcov_mem_free_rooms (&rooms);
  d->made = !status;
  return status;
}

/* ---- states ---- */

static inline uint64_t hash_key (const uint64_t *key, uint32_t words, uint64_t seed)
{
  uint64_t h = seed;
  for (uint32_t w = 0; w < words; w++) {
    h = (h ^ key[w]) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  }
  h *= 0xd6e8feb86659fd93u;
  return h ^ h >> 32;
}

static void *resize (bcov_strips *s, void *p, size_t count, size_t size)
{
  void *moved = s->status ? NULL : bcov_mem_resize (s->mem, p, count, size, s->err);
  if (!moved)
    s->status = bcov_mem_status (s->mem);
  return moved ? moved : p;
}

/* Returns the slot of KEY, which is empty if there is no such state. */
static inline uint32_t *find_slot (const bcov_strips *s, const strip_states *t, const uint64_t *key)
{
  uint32_t words = s->now->program.words;
  size_t mask = 2 * t->room - 1;
  size_t at = (size_t)hash_key (key, words, s->seed) & mask;
  while (t->slots[at] &&
         memcmp (t->keys + (size_t)(t->slots[at] - 1) * words, key, words * sizeof *key) != 0)
    at = (at + 1) & mask;
  return &t->slots[at];
}

static void enter_all (const bcov_strips *s, strip_states *t)
{
  memset (t->slots, 0, 2 * t->room * sizeof *t->slots);
  for (size_t k = 0; k < t->count; k++)
    *find_slot (s, t, t->keys + k * s->now->program.words) = (uint32_t)k + 1;
}

/* Doubles the room of T. */
static void grow (bcov_strips *s, strip_states *t)
{
  size_t room = t->room ? 2 * t->room : FIRST_ROOM;
  t->keys = resize (s, t->keys, room, s->now->program.words * sizeof *t->keys);
  t->links = resize (s, t->links, room, sizeof *t->links);
  t->moves = resize (s, t->moves, room, sizeof *t->moves);
  t->ranks = resize (s, t->ranks, room, sizeof *t->ranks);
  t->slots = resize (s, t->slots, 2 * room, sizeof *t->slots);
  if (s->status)
    return;
  t->room = room;
  enter_all (s, t);
}

/* Adds the state KEY to the next level, unless it is there. */
static inline void reach (bcov_strips *s, const uint64_t *key, uint32_t last, uint32_t option)
{
  strip_states *t = &s->to;
  uint32_t words = s->now->program.words, *slot = find_slot (s, t, key);
  if (*slot)
    return;
  if (t->count == t->room) {
    grow (s, t);
    if (s->status)
      return;
    slot = find_slot (s, t, key);
  }
  memcpy (t->keys + t->count * words, key, words * sizeof *key);
  t->links[t->count] = last;
  t->moves[t->count] = option;
  *slot = (uint32_t)++t->count;
  s->nodes++;
}

/* ---- a level ---- */

static inline bool meet (const uint64_t *a, const uint64_t *b, uint32_t words)
{
  uint64_t common = 0;
  for (uint32_t w = 0; w < words; w++)
    common |= a[w] & b[w];
  return common;
}

/* Makes the choices of a state. */
static void choose (bcov_strips *s, const uint64_t *key, uint32_t last)
{
  const bcov_program *p = &s->now->program;
  const bcov_level *level = &p->levels.data[s->level];
  uint64_t next[BCOV_MOST_WORDS];
  if (bcov_program_step (p, s->level, BCOV_NO_MOVE, key, next))
    reach (s, next, last, BCOV_NO_MOVE);
  s->work++;
  if (bcov_program_covered (p, s->level, key))
    return;
  s->work += level->moves;
  const uint64_t *masks = bcov_program_move_mask (p, level->first_move, BCOV_MASK_TEST);
  for (uint32_t k = 0; k < level->moves && !s->status; k++, masks += BCOV_MOVE_MASKS * p->words)
    if (!meet (key, masks, p->words) &&
        bcov_program_step (p, s->level, level->first_move + k, key, next))
      reach (s, next, last, p->moves.data[level->first_move + k].option);
}

/* Marks the bits of fields that open up to the current level and belong to later strips. */
static void look_beyond (bcov_strips *s)
{
  const bcov_program *p = &s->now->program;
  uint32_t strip = s->now->strip[s->level];
  if (s->level && s->now->strip[s->level - 1] != strip) {
    memset (s->beyond, 0, p->words * sizeof *s->beyond);
    s->next_field = 0;
  }
  for (; s->next_field < p->fields.count; s->next_field++) {
    const bcov_field *f = &p->fields.data[s->now->fields[s->next_field]];
    if (f->opens > s->level)
      break;
    uint32_t row = s->grid.row[f->item];
    if (f->closes > s->level && row != BCOV_NO_ITEM &&
        strip_of (s, f->item, s->tried[s->attempts % s->usable]) != strip)
      s->beyond[f->shift / 64] |= (uint64_t)1 << f->shift % 64;
  }
}

/* Returns the number of different ranks of states. */
static uint32_t ranks_of (const division *d)
{
  return (64 * d->program.words + 1) * TIES;
}

/* Ranks state K: first by the cells of later strips that it covers. */
static uint32_t rank_state (const bcov_strips *s, const strip_states *t, size_t k)
{
  uint32_t words = s->now->program.words, cells = 0;
  const uint64_t *key = t->keys + k * words;
  for (uint32_t w = 0; w < words; w++)
    cells += (uint32_t)__builtin_popcountll (key[w] & s->beyond[w]);
  return cells * TIES + (uint32_t)(hash_key (key, words, s->attempts + 1) >> 40) % TIES;
}

/* Returns the number of states that go on from a level. */
static uint64_t width_now (const bcov_strips *s)
{
  return s->width << s->back;
}

/* Keeps the states with the least ranks; of those with the last rank, the first. */
static void select_states (bcov_strips *s)
{
  strip_states *t = &s->to;
  uint32_t words = s->now->program.words, ranks = ranks_of (s->now), *counts = s->counts;
  memset (counts, 0, ranks * sizeof *counts);
  for (size_t k = 0; k < t->count; k++)
    counts[t->ranks[k] = rank_state (s, t, k)]++;
  uint32_t limit = 0;
  uint64_t below = 0;
  while (limit < ranks && below + counts[limit] < width_now (s))
    below += counts[limit++];
  uint64_t equal = width_now (s) - below;
  size_t kept = 0;
  for (size_t k = 0; k < t->count; k++) {
    if (t->ranks[k] > limit || (t->ranks[k] == limit && !equal))
      continue;
    equal -= t->ranks[k] == limit;
    memmove (t->keys + kept * words, t->keys + k * words, words * sizeof *t->keys);
    t->links[kept] = t->links[k];
    t->moves[kept++] = t->moves[k];
  }
  t->count = kept;
  s->dropped = true;
}

/* Links the states that go on to the moves that led to them. */
static void link_moves (bcov_strips *s)
{
  strip_states *t = &s->to;
  for (size_t k = 0; k < t->count && !s->status; k++) {
    if (t->moves[k] == BCOV_NO_MOVE)
      continue;
    s->status = bcov_vec_push (s->mem, &s->chain, ((chain_link){t->links[k], t->moves[k]}), s->err);
    t->links[k] = (uint32_t)s->chain.count - 1;
  }
}

/* Takes the states through the current level, or as far as the turn goes: then returns false, and
   the level starts again in the next turn. */
static bool run_level (bcov_strips *s, const bcov_turn *turn, bcov_control *control)
{
  for (size_t k = 0; k < s->from.count && !s->status; k++) {
    choose (s, s->from.keys + k * s->now->program.words, s->from.links[k]);
    if (s->work - s->polled < POLL)
      continue;
    s->polled = s->work;
    if (!bcov_turn_goes_on (turn, control))
      return false;
  }
  look_beyond (s);
  if (s->to.count > width_now (s))
    select_states (s);
  link_moves (s);
  return !s->status;
}

static void next_level (bcov_strips *s)
{
  strip_states swap = s->from;
  s->from = s->to;
  s->to = swap;
  s->to.count = 0;
  memset (s->to.slots, 0, 2 * s->to.room * sizeof *s->to.slots);
  s->level++;
}

/* ---- steps back ---- */

/* Keeps the states if a strip begins. */
static void note_beginning (bcov_strips *s)
{
  const uint32_t *strip = s->now->strip;
  uint32_t words = s->now->program.words, level = s->level;
  size_t count = s->from.count;
  if (level == s->now->program.levels.count || (level && strip[level] == strip[level - 1]))
    return;
  beginning b = {.level = level, .count = count, .links_made = s->chain.count};
  b.keys = resize (s, NULL, count * words + 1, sizeof *b.keys);
  b.links = resize (s, NULL, count + 1, sizeof *b.links);
  if (!s->status)
    s->status = bcov_vec_push (s->mem, &s->beginnings, b, s->err);
  if (s->status) {
    bcov_mem_free (s->mem, b.keys);
    bcov_mem_free (s->mem, b.links);
    return;
  }
  memcpy (b.keys, s->from.keys, count * words * sizeof *b.keys);
  memcpy (b.links, s->from.links, count * sizeof *b.links);
  if (s->beginnings.count > s->farthest) {
    s->farthest = (uint32_t)s->beginnings.count;
    s->back = 0;
  }
}

/* Goes back to the beginning of a strip: the current one first, then one before it. */
static void step_back (bcov_strips *s)
{
  size_t at = s->beginnings.count - 1;
  at -= at < s->back ? at : s->back;
  const beginning *b = &s->beginnings.data[at];
  uint32_t words = s->now->program.words;
  s->back++;
  forget_beginnings (s, at + 1);
  s->level = b->level;
  s->from.count = b->count;
  s->chain.count = b->links_made;
  memcpy (s->from.keys, b->keys, b->count * words * sizeof *b->keys);
  memcpy (s->from.links, b->links, b->count * sizeof *b->links);
  memset (s->beyond, 0, words * sizeof *s->beyond);
  s->next_field = 0;
}

/* ---- attempts ---- */

static void begin_attempt (bcov_strips *s)
{
  uint32_t k = s->attempts % s->usable, round = s->attempts / s->usable;
  division *d = &s->divisions[k];
  uint64_t start[BCOV_MOST_WORDS] = {0};
  if (!d->made)
    s->status = divide (s, d, s->tried[k]);
  if (s->status)
    return;
  s->now = d;
  if (!s->exhausted && round)
    s->width = (uint64_t)FIRST_WIDTH << (round < 24 ? round : 24);
  else if (!s->width)
    s->width = FIRST_WIDTH;
  s->level = 0;
  s->next_field = 0;
  s->chain.count = 0;
  s->dropped = false;
  s->running = true;
  s->beyond = bcov_mem_alloc (s->mem, d->program.words, sizeof *s->beyond, s->err);
  s->counts = bcov_mem_alloc (s->mem, ranks_of (d), sizeof *s->counts, s->err);
  if (!s->beyond || !s->counts)
    s->status = bcov_mem_status (s->mem);
  if (!s->status)
    grow (s, &s->to);
  if (!s->status)
    grow (s, &s->from);
  if (s->status)
    return;
  reach (s, start, NO_LINK, BCOV_NO_MOVE);
  next_level (s);
  s->level = 0;
  s->back = s->farthest = 0;
  note_beginning (s);
}

static void keep_solution (bcov_strips *s)
{
  assert (s->from.count == 1);
  for (uint32_t at = s->from.links[0]; at != NO_LINK && !s->status; at = s->chain.data[at].before)
    s->status = bcov_vec_push (s->mem, &s->solution,
                               s->model->origin.data[s->chain.data[at].option], s->err);
}

/* Ends the attempt if it is over. */
static bcov_strips_outcome judge (bcov_strips *s)
{
  bool all = s->level == s->now->program.levels.count;
  if (s->from.count && !all && s->chain.count < MOST_LINKS)
    return BCOV_STRIPS_OPEN;
  if (!s->from.count && s->dropped && s->back < MOST_BACK) {
    step_back (s);
    return BCOV_STRIPS_OPEN;
  }
  bcov_strips_outcome outcome = BCOV_STRIPS_OPEN;
  if (s->from.count && all) {
    keep_solution (s);
    outcome = BCOV_STRIPS_FOUND;
  } else if (!s->from.count && !s->dropped)
    outcome = BCOV_STRIPS_NONE;
  s->exhausted = s->exhausted || (s->from.count && !all);
  end_attempt (s);
  s->attempts++;
  return outcome;
}

bcov_status bcov_strips_step (bcov_strips *s, uint64_t work, const bcov_turn *turn,
                              bcov_control *control, bcov_strips_outcome *outcome)
{
  uint64_t end = s->work + work;
  *outcome = BCOV_STRIPS_OPEN;
  while (!*outcome && !s->status && s->work < end && bcov_turn_goes_on (turn, control)) {
    if (!s->running)
      begin_attempt (s);
    if (s->status || !run_level (s, turn, control))
      break;
    next_level (s);
    note_beginning (s);
    if (!s->status)
      *outcome = judge (s);
  }
  return s->status;
}

const uint32_t *bcov_strips_solution (const bcov_strips *s, size_t *count)
{
  *count = s->solution.count;
  return s->solution.data;
}

uint64_t bcov_strips_nodes (const bcov_strips *s)
{
  return s->nodes;
}
