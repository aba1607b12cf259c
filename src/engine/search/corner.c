/* An item that may be touched once has a bit; USED are the bits touched.  The bits of an option lie
   close together, because neighbouring cells have neighbouring numbers, so an option stores only
   the words from its first bit to its last.  Other items are counted.

   Each option belongs to the first of its items that need exactly one touch.  When that item is the
   first open one, all such items before it are covered, so an option that covers it and belongs to
   an earlier item conflicts with an option taken: the options that belong to it are the only ones
   to test.

   Invariant: levels 0 .. DEPTH-1 have taken one option each.  Time: options tested x their words.
   Memory: the words of all options. */

#include "engine/search/corner.h"
#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>

enum {
  POLL = 1 << 16,      /* tests between two polls */
  WORDS_FOR_TOUCH = 16 /* at most, for each touch of the model (by hand) */
};

/* An option; its words and its counted items are consecutive in the arrays of the search. */
typedef struct {
  uint32_t owner; /* the bit of the item to which it belongs */
  uint32_t size;  /* bits */
  uint32_t option;
  uint32_t word, words; /* the first word of the bitset, and the number of words */
  uint32_t mask;        /* its words in MASKS */
  uint32_t count, counts;
} candidate;

typedef struct {
  uint32_t owner;
  uint32_t next, end; /* of the candidates */
} level;

struct bcov_corner {
  const bcov_model *model;
  candidate *candidates; /* by owner, large ones first */
  uint32_t *first;       /* candidate of each bit, and the end of the last one */
  uint64_t *masks;
  bcov_touch *counted;    /* touches on counted items */
  uint32_t *left;         /* of each counted item: touches still allowed */
  uint32_t *lacking;      /* of each counted item: touches still needed */
  uint64_t *used, *needs; /* bits touched; bits that must be touched */
  uint32_t n_words, n_bits, n_items;
  uint64_t mask_words;
  uint32_t n_counted; /* touches */
  level *levels;
  uint32_t *taken; /* candidates, then the options of a solution */
  uint32_t depth;
  uint64_t nodes, tests;
  uint32_t n_lacking; /* counted items */
  bool started, found, over;
  bcov_rooms rooms;
};

/* ---- preparation ---- */

static bool needs_one (bcov_item item)
{
  return item.lo == 1 && item.hi == 1;
}

/* Returns whether an item of option O needs exactly one touch, and O fits on each item with a bit.
 */
static bool option_suits (const bcov_model *model, uint32_t o)
{
  bool owned = false;
  for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++) {
    bcov_touch touch = model->touches.data[t];
    owned = owned || needs_one (model->items.data[touch.item]);
    if (touch.times > 1 && model->items.data[touch.item].hi == 1)
      return false;
  }
  return owned;
}

static bool suits (const bcov_model *model)
{
  bool fine = bcov_model_options (model) && !model->impossible;
  for (size_t i = 0; fine && i < model->items.count; i++)
    fine = !model->items.data[i].coloured && model->items.data[i].lo <= model->items.data[i].hi;
  for (uint32_t o = 0; fine && o < bcov_model_options (model); o++)
    fine = option_suits (model, o);
  return fine;
}

/* Numbers the bits in the order of the items; counted items get BCOV_NO_ITEM. */
static void number_bits (bcov_corner *c, uint32_t *bit)
{
  for (uint32_t i = 0; i < c->n_items; i++)
    bit[i] = c->model->items.data[i].hi == 1 ? c->n_bits++ : BCOV_NO_ITEM;
  c->n_words = c->n_bits / 64 + 1;
}

/* Describes option O, whose words begin at MASK; its words in the bitset are counted only. */
static candidate describe (const bcov_corner *c, uint32_t o, const uint32_t *bit)
{
  candidate d = {.option = o, .owner = BCOV_NO_ITEM};
  uint32_t count, low = UINT32_MAX, high = 0;
  const bcov_touch *touches = bcov_model_touches (c->model, o, &count);
  for (uint32_t k = 0; k < count; k++) {
    uint32_t b = bit[touches[k].item];
    if (b == BCOV_NO_ITEM) {
      d.counts++;
      continue;
    }
    d.size++;
    low = b < low ? b : low;
    high = b > high ? b : high;
    if (d.owner == BCOV_NO_ITEM && needs_one (c->model->items.data[touches[k].item]))
      d.owner = b;
  }
  d.word = low / 64;
  d.words = high / 64 - d.word + 1;
  return d;
}

static int by_owner (const void *a, const void *b)
{
  const candidate *x = a, *y = b;
  if (x->owner != y->owner)
    return x->owner < y->owner ? -1 : 1;
  if (x->size != y->size)
    return x->size > y->size ? -1 : 1;
  return x->option < y->option ? -1 : x->option > y->option;
}

/* Writes the words and the counted items of D. */
static void write_masks (bcov_corner *c, const candidate *d, const uint32_t *bit)
{
  uint32_t count, at = d->count;
  const bcov_touch *touches = bcov_model_touches (c->model, d->option, &count);
  for (uint32_t k = 0; k < count; k++) {
    uint32_t b = bit[touches[k].item];
    if (b == BCOV_NO_ITEM)
      c->counted[at++] = touches[k];
    else
      c->masks[d->mask + b / 64 - d->word] |= (uint64_t)1 << b % 64;
  }
}

static bcov_status make_candidates (bcov_corner *c, const uint32_t *bit)
{
  uint32_t options = bcov_model_options (c->model);
  c->candidates = bcov_mem_take_room (&c->rooms, options + 1u, sizeof *c->candidates);
  c->first = bcov_mem_take_room (&c->rooms, c->n_bits + 2u, sizeof *c->first);
  if (c->rooms.status)
    return c->rooms.status;
  for (uint32_t o = 0; o < options; o++)
    c->candidates[o] = describe (c, o, bit);
  qsort (c->candidates, options, sizeof *c->candidates, by_owner);
  for (uint32_t k = 0; k < options; k++) {
    candidate *d = &c->candidates[k];
    d->mask = (uint32_t)c->mask_words;
    d->count = c->n_counted;
    c->mask_words += d->words;
    c->n_counted += d->counts;
    c->first[d->owner + 1]++;
  }
  for (uint32_t b = 0; b < c->n_bits; b++)
    c->first[b + 1] += c->first[b];
  return BCOV_OK;
}

static bcov_status make_masks (bcov_corner *c, const uint32_t *bit)
{
  uint32_t options = bcov_model_options (c->model);
  c->masks = bcov_mem_take_room (&c->rooms, (size_t)c->mask_words + 1, sizeof *c->masks);
  c->counted = bcov_mem_take_room (&c->rooms, c->n_counted + 1u, sizeof *c->counted);
  if (!c->rooms.status)
    for (uint32_t k = 0; k < options; k++)
      write_masks (c, &c->candidates[k], bit);
  return c->rooms.status;
}

static bcov_status make_state (bcov_corner *c, const uint32_t *bit)
{
  c->left = bcov_mem_take_room (&c->rooms, c->n_items + 1u, sizeof *c->left);
  c->lacking = bcov_mem_take_room (&c->rooms, c->n_items + 1u, sizeof *c->lacking);
  c->used = bcov_mem_take_room (&c->rooms, c->n_words, sizeof *c->used);
  c->needs = bcov_mem_take_room (&c->rooms, c->n_words, sizeof *c->needs);
  c->levels = bcov_mem_take_room (&c->rooms, c->n_bits + 1u, sizeof *c->levels);
  c->taken = bcov_mem_take_room (&c->rooms, c->n_bits + 1u, sizeof *c->taken);
  if (c->rooms.status)
    return c->rooms.status;
  for (uint32_t i = 0; i < c->n_items; i++) {
    c->left[i] = c->model->items.data[i].hi;
    if (bit[i] == BCOV_NO_ITEM) {
      c->lacking[i] = c->model->items.data[i].lo;
      c->n_lacking += c->lacking[i] > 0;
    } else if (needs_one (c->model->items.data[i]))
      c->needs[bit[i] / 64] |= (uint64_t)1 << bit[i] % 64;
  }
  return BCOV_OK;
}

/* Prepares everything; sets *NARROW to false if the words of the options are too many. */
static bcov_status prepare (bcov_corner *c, bool *narrow)
{
  uint32_t *bit = bcov_mem_alloc (c->rooms.mem, c->n_items + 1u, sizeof *bit, c->rooms.err);
  if (!bit)
    return bcov_mem_status (c->rooms.mem);
  number_bits (c, bit);
  bcov_status status = make_candidates (c, bit);
  *narrow = !status && c->mask_words <= (uint64_t)WORDS_FOR_TOUCH * c->model->touches.count &&
            c->mask_words < UINT32_MAX;
  if (*narrow)
    status = make_masks (c, bit);
  if (*narrow && !status)
    status = make_state (c, bit);
  bcov_mem_free (c->rooms.mem, bit);
  return status;
}

bcov_status bcov_corner_open (const bcov_model *model, bcov_corner **out, bcov_error *err)
{
  bcov_mem *mem = model->mem;
  *out = NULL;
  if (!suits (model))
    return BCOV_OK;
  bcov_corner *c = bcov_mem_alloc (mem, 1, sizeof *c, err);
  if (!c)
    return bcov_mem_status (mem);
  *c = (bcov_corner){
      .model = model, .n_items = (uint32_t)model->items.count, .rooms = {.mem = mem, .err = err}};
  bool narrow = false;
  bcov_status status = prepare (c, &narrow);
  if (status || !narrow)
    bcov_corner_close (c);
  else
    *out = c;
  return status;
}

void bcov_corner_close (bcov_corner *corner)
{
  if (!corner)
    return;
  bcov_mem *mem = corner->model->mem;
  bcov_mem_free_rooms (&corner->rooms);
  bcov_mem_free (mem, corner);
}

/* ---- the search ---- */

static bool fits (const bcov_corner *c, const candidate *d)
{
  const uint64_t *mask = c->masks + d->mask, *used = c->used + d->word;
  uint64_t both = 0;
  for (uint32_t w = 0; w < d->words && !both; w++)
    both = mask[w] & used[w];
  for (uint32_t k = 0; k < d->counts && !both; k++)
    both = c->counted[d->count + k].times > c->left[c->counted[d->count + k].item];
  return !both;
}

/* Returns whether the counted item I needs more touches. */
static bool lacks (const bcov_corner *c, uint32_t i)
{
  return c->lacking[i] && c->lacking[i] <= c->model->items.data[i].lo;
}

/* Takes D, or takes it back. */
static void toggle (bcov_corner *c, const candidate *d, bool take)
{
  const uint64_t *mask = c->masks + d->mask;
  for (uint32_t w = 0; w < d->words; w++)
    c->used[d->word + w] ^= mask[w];
  for (uint32_t k = 0; k < d->counts; k++) {
    bcov_touch touch = c->counted[d->count + k];
    if (c->model->items.data[touch.item].hi != BCOV_MANY)
      c->left[touch.item] += take ? -touch.times : touch.times;
    c->n_lacking -= lacks (c, touch.item);
    c->lacking[touch.item] += take ? -touch.times : touch.times; /* may wrap around below 0 */
    c->n_lacking += lacks (c, touch.item);
  }
}

/* Opens a level at the first open item from bit FROM on; returns false if all are covered. */
static bool open_level (bcov_corner *c, uint32_t from)
{
  uint32_t w = from / 64;
  uint64_t open = c->needs[w] & ~c->used[w];
  while (!open && ++w < c->n_words)
    open = c->needs[w] & ~c->used[w];
  if (!open)
    return false;
  uint32_t owner = 64 * w + (uint32_t)__builtin_ctzll (open);
  c->levels[c->depth] = (level){owner, c->first[owner], c->first[owner + 1]};
  return true;
}

/* Takes the options of the candidates on the path as the solution. */
static void keep_solution (bcov_corner *c)
{
  for (uint32_t k = 0; k < c->depth; k++)
    c->taken[k] = c->model->origin.data[c->candidates[c->taken[k]].option];
  c->found = c->over = true;
}

/* Tests the next candidate of the last level, or leaves the level. */
static void advance (bcov_corner *c)
{
  level *l = &c->levels[c->depth];
  while (l->next < l->end) {
    const candidate *d = &c->candidates[l->next++];
    c->tests++;
    if (!fits (c, d))
      continue;
    toggle (c, d, true);
    c->taken[c->depth++] = l->next - 1;
    c->nodes++;
    if (open_level (c, l->owner))
      return;
    if (!c->n_lacking) {
      keep_solution (c);
      return;
    }
    toggle (c, d, false);
    c->depth--;
  }
  if (!c->depth)
    c->over = true;
  else
    toggle (c, &c->candidates[c->taken[--c->depth]], false);
}

void bcov_corner_step (bcov_corner *c, uint64_t tests, const bcov_turn *turn, bcov_control *control,
                       bool *over)
{
  uint64_t end = c->tests + tests, poll = c->tests + POLL;
  if (!c->started)
    c->over = !open_level (c, 0);
  c->started = true;
  while (!c->over && c->tests < end) {
    c->tests++;
    advance (c);
    if (c->tests < poll)
      continue;
    poll = c->tests + POLL;
    if (!bcov_turn_goes_on (turn, control))
      break;
  }
  *over = c->over;
}

const uint32_t *bcov_corner_solution (const bcov_corner *c, size_t *count)
{
  *count = c->depth;
  return c->found ? c->taken : NULL;
}

uint64_t bcov_corner_nodes (const bcov_corner *c)
{
  return c->nodes;
}
