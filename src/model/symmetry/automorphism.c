/* Refinement and backtracking.  Each item has a colour: a hash of its bounds, of the colours of the
   items with which it shares options, and so on.  Automorphisms preserve these colours.  If some
   items share a colour, one of them, the *base* of the level, gets a colour of its own, and the
   refinement goes on, until all colours differ.  An automorphism maps the base of each level to
   some item with the same colour; giving that item the base's new colour must lead to the same
   colours of all items, and where all colours differ, they determine the automorphism.  So the
   search tries all images of the bases.

   Correctness.  Every permutation that is found is verified on all options, so a collision of
   hashes cannot make a permutation wrong.  None is missed either, because the colours are computed
   from the model without using the numbers of items and options.  All automorphisms form a group,
   which model/symmetry/represent.h requires; a run that exceeds its limits therefore drops those
   that it has found.

   Equal options keep their order: the k-th of several equal ones goes to the k-th of their images.
   So do items with the same bounds and options, of which different orders are the same permutation
   of the options.  The colours that the refinement starts from tell such items apart.  What
   preserves these colours is a group, too.

   Time: rounds of refinement x touches for each node of the search, at most MOST_WORK steps. */

#include "model/symmetry/automorphism.h"
#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_FOUND = 192,      /* four times the symmetries of a cube */
  MOST_LEVELS = 12,      /* bases */
  MOST_WORK = 1 << 22,   /* touches hashed: some 10 ms */
  MOST_IMAGES = 1 << 22, /* options x automorphisms */
  SORT_WORK = 8          /* of an item, in touches hashed */
};

typedef struct {
  uint64_t *colour, *sorted; /* of each item; the same in ascending order */
  uint32_t rounds;           /* of refinement that led there */
  uint64_t target;           /* the colour of the base of the next level and the like */
} level;

typedef struct {
  const bcov_model *model;
  bcov_control *control;
  uint32_t items, options;
  uint64_t *sums;                   /* of each item: a hash of its options */
  level base[MOST_LEVELS + 1];      /* the last one has different colours */
  uint64_t *image[MOST_LEVELS + 1]; /* colours of the items for the current images of the bases */
  uint32_t levels;                  /* bases */
  uint64_t *sorted;                 /* scratch */
  uint32_t *ranked;                 /* items in the order of their colours at the last level */
  uint32_t *to;                     /* of each item: its image */
  bcov_touch *mark;           /* of each item: the touch of the current option's image on it */
  uint32_t marked;            /* touches marked */
  uint8_t *used;              /* of each option: it is an image already */
  bcov_table lookup;          /* options */
  BCOV_VEC (uint32_t) images; /* of the options, under each automorphism */
  uint32_t count;             /* automorphisms */
  uint64_t work;
  bool given_up;
  bcov_status status; /* BCOV_OK unless memory runs out */
  bcov_error *err;
} finder;

static void *take_memory (finder *f, size_t count, size_t size)
{
  void *room = bcov_mem_alloc (f->model->mem, count, size, f->err);
  if (!room)
    f->status = bcov_mem_status (f->model->mem);
  return room;
}

/* ---- refinement ---- */

static uint64_t touch_hash (uint64_t item, bcov_touch touch)
{
  return bcov_hash_end (bcov_hash_mix (item, (uint64_t)touch.colour << 32 | touch.times));
}

/* Sets the sum of each item to a hash of the colours of the items with which it shares options. */
static void add_options (finder *f, const uint64_t *colour)
{
  const bcov_model *m = f->model;
  memset (f->sums, 0, f->items * sizeof *f->sums);
  for (uint32_t o = 0; o < f->options; o++) {
    uint64_t sum = 0;
    for (uint32_t t = m->first.data[o]; t < m->first.data[o + 1]; t++)
      sum += touch_hash (colour[m->touches.data[t].item], m->touches.data[t]);
    for (uint32_t t = m->first.data[o]; t < m->first.data[o + 1]; t++)
      f->sums[m->touches.data[t].item] += touch_hash (sum, m->touches.data[t]);
  }
  f->work += m->touches.count;
}

static void refine_once (finder *f, uint64_t *colour)
{
  add_options (f, colour);
  for (uint32_t i = 0; i < f->items; i++)
    colour[i] = bcov_hash_end (bcov_hash_mix (colour[i], f->sums[i]));
}

static int ascending (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static void sort_colours (finder *f, const uint64_t *colour, uint64_t *sorted)
{
  memcpy (sorted, colour, f->items * sizeof *sorted);
  qsort (sorted, f->items, sizeof *sorted, ascending);
  f->work += (uint64_t)f->items * SORT_WORK;
}

/* Returns where COLOUR, which must be a colour of L, begins in its sorted colours. */
static size_t find_colour (const finder *f, const level *l, uint64_t colour)
{
  const uint64_t *at = bsearch (&colour, l->sorted, f->items, sizeof *at, ascending);
  assert (at);
  while (at > l->sorted && at[-1] == colour)
    at--;
  return (size_t)(at - l->sorted);
}

static uint32_t count_colours (finder *f, const uint64_t *colour, uint64_t *sorted)
{
  uint32_t count = 1;
  sort_colours (f, colour, sorted);
  for (uint32_t i = 1; i < f->items; i++)
    count += sorted[i] != sorted[i - 1];
  return count;
}

/* Refines the colours of L until their number no longer grows; returns it. */
static uint32_t refine (finder *f, level *l)
{
  uint32_t before, count = count_colours (f, l->colour, l->sorted);
  do {
    before = count;
    refine_once (f, l->colour);
    l->rounds++;
    count = count_colours (f, l->colour, l->sorted);
  } while (count > before && count < f->items && f->work < MOST_WORK);
  return count;
}

/* ---- bases ---- */

/* Returns the colour of the smallest class of two or more items. */
static uint64_t choose_target (const finder *f, const level *l)
{
  uint64_t best = 0;
  uint32_t fewest = UINT32_MAX;
  for (uint32_t i = 0, n; i < f->items; i += n) {
    for (n = 1; i + n < f->items && l->sorted[i + n] == l->sorted[i];)
      n++;
    if (n > 1 && n < fewest) {
      fewest = n;
      best = l->sorted[i];
    }
  }
  return best;
}

static uint64_t single_out (uint64_t colour)
{
  return bcov_hash_end (~colour);
}

static bool make_level (finder *f, level *l)
{
  l->colour = take_memory (f, f->items, sizeof *l->colour);
  l->sorted = take_memory (f, f->items, sizeof *l->sorted);
  return !f->status;
}

/* Makes the level after BASE from it, with its first item of the target colour singled out. */
static bool next_level (finder *f, const level *base, level *next)
{
  uint32_t i = 0;
  if (!make_level (f, next))
    return false;
  memcpy (next->colour, base->colour, f->items * sizeof *next->colour);
  while (base->colour[i] != base->target)
    i++;
  next->colour[i] = single_out (base->target);
  return true;
}

/* Whether some item that every solution touches exactly once, with a choice of options, has a
   colour of its own. */
static bool some_item_stays (finder *f, const level *l)
{
  const bcov_model *m = f->model;
  for (uint32_t i = 0; i < f->items; i++) {
    bcov_item item = m->items.data[i];
    if (item.lo != 1 || item.hi != 1)
      continue;
    size_t k = find_colour (f, l, l->colour[i]);
    if (k + 1 == f->items || l->sorted[k + 1] != l->sorted[k])
      return true;
  }
  return false;
}

static uint64_t bounds_hash (bcov_item item)
{
  return bcov_hash_end (bcov_hash_mix (item.lo, (uint64_t)item.hi << 1 | item.coloured));
}

/* Sets the colours that the refinement starts from: the bounds, and the rank among the items with
   the same bounds and options. */
static void start_colours (finder *f, level *l)
{
  const bcov_model *m = f->model;
  for (uint32_t o = 0; o < f->options; o++)
    for (uint32_t t = m->first.data[o]; t < m->first.data[o + 1]; t++)
      l->colour[m->touches.data[t].item] += touch_hash (bcov_hash_end (o + 1), m->touches.data[t]);
  for (uint32_t i = 0; i < f->items; i++)
    l->colour[i] = bcov_hash_mix (bounds_hash (m->items.data[i]), l->colour[i]);
  sort_colours (f, l->colour, l->sorted);
  for (uint32_t i = 0; i < f->items; i++) {
    size_t like = find_colour (f, l, l->colour[i]);
    l->colour[i] = bcov_hash_end (bcov_hash_mix (bounds_hash (m->items.data[i]), f->to[like]++));
  }
}

/* Chooses bases until all colours differ; returns false if symmetry saves nothing or a limit is
   reached. */
static bool choose_bases (finder *f)
{
  if (!make_level (f, &f->base[0]))
    return false;
  start_colours (f, &f->base[0]);
  uint32_t count = refine (f, &f->base[0]);
  if (count == f->items || !some_item_stays (f, &f->base[0]))
    return false;
  while (count < f->items) {
    level *l = &f->base[f->levels];
    if (f->levels == MOST_LEVELS || f->work >= MOST_WORK)
      return false;
    l->target = choose_target (f, l);
    if (!next_level (f, l, l + 1))
      return false;
    f->levels++;
    count = refine (f, l + 1);
  }
  return true;
}

/* ---- verifying ---- */

static uint64_t option_hash (const finder *f, uint32_t option, const uint32_t *to)
{
  const bcov_model *m = f->model;
  uint64_t sum = 0;
  for (uint32_t t = m->first.data[option]; t < m->first.data[option + 1]; t++) {
    uint32_t item = m->touches.data[t].item;
    sum += touch_hash (bcov_hash_end ((uint64_t)(to ? to[item] : item) + 1), m->touches.data[t]);
  }
  return bcov_hash_end (sum);
}

/* A bcov_table_same: whether the unused option NUMBER has the marked touches. */
static bool is_marked (const void *data, uint32_t number)
{
  const finder *f = data;
  const bcov_model *m = f->model;
  if (f->used[number] || m->first.data[number + 1] - m->first.data[number] != f->marked)
    return false;
  for (uint32_t t = m->first.data[number]; t < m->first.data[number + 1]; t++) {
    bcov_touch touch = m->touches.data[t], mark = f->mark[touch.item];
    if (mark.colour != touch.colour || mark.times != touch.times)
      return false;
  }
  return true;
}

/* Returns the image of OPTION, or BCOV_NO_OPTION. */
static uint32_t find_image (finder *f, uint32_t option)
{
  const bcov_model *m = f->model;
  uint32_t from = m->first.data[option], end = m->first.data[option + 1];
  f->marked = end - from;
  for (uint32_t t = from; t < end; t++)
    f->mark[f->to[m->touches.data[t].item]] = m->touches.data[t];
  uint32_t image = bcov_table_find (&f->lookup, option_hash (f, option, f->to), is_marked, f);
  for (uint32_t t = from; t < end; t++)
    f->mark[f->to[m->touches.data[t].item]] = (bcov_touch){0};
  return image == BCOV_TABLE_NONE ? BCOV_NO_OPTION : image;
}

static bool same_bounds (bcov_item a, bcov_item b)
{
  return a.lo == b.lo && a.hi == b.hi && a.coloured == b.coloured;
}

/* Maps each item to the one whose image has the same colour; returns false if the bounds differ. */
static bool map_items (finder *f)
{
  const bcov_item *items = f->model->items.data;
  bool fine = true;
  for (uint32_t i = 0; i < f->items && fine; i++) {
    uint32_t from = f->ranked[find_colour (f, &f->base[f->levels], f->image[f->levels][i])];
    f->to[from] = i;
    fine = same_bounds (items[from], items[i]);
  }
  return fine;
}

/* Adds the automorphism that the current images determine, if it maps all options. */
static void try_leaf (finder *f)
{
  size_t start = f->images.count;
  f->work += f->model->touches.count + (uint64_t)f->items * SORT_WORK;
  f->status = bcov_vec_reserve (f->model->mem, &f->images, start + f->options, f->err);
  if (f->status || !map_items (f))
    return;
  memset (f->used, 0, f->options);
  for (uint32_t o = 0; o < f->options; o++) {
    uint32_t image = find_image (f, o);
    if (image == BCOV_NO_OPTION)
      return;
    f->used[image] = 1;
    f->images.data[start + o] = image;
  }
  f->images.count += f->options;
  f->given_up |= ++f->count > MOST_FOUND || f->images.count > MOST_IMAGES;
}

/* ---- the search ---- */

/* Colours the items for level AT + 1 as for the base, but with ITEM as the image of the base;
   returns whether the colours are those of the base. */
static bool colour_images (finder *f, uint32_t at, uint32_t item)
{
  const level *next = &f->base[at + 1];
  uint64_t *colour = f->image[at + 1];
  memcpy (colour, f->image[at], f->items * sizeof *colour);
  colour[item] = single_out (f->base[at].target);
  for (uint32_t k = 0; k < next->rounds; k++)
    refine_once (f, colour);
  sort_colours (f, colour, f->sorted);
  return !memcmp (f->sorted, next->sorted, f->items * sizeof *f->sorted);
}

static bool goes_on (finder *f)
{
  f->given_up |= f->work >= MOST_WORK || (f->control && !bcov_control_go_on (f->control, 0));
  return !f->status && !f->given_up;
}

/* Tries all images of the bases from level AT on.  The first one tried is the base itself. */
static void try_images (finder *f, uint32_t at)
{
  if (at == f->levels) {
    try_leaf (f);
    return;
  }
  for (uint32_t i = 0; i < f->items && goes_on (f); i++)
    if (f->image[at][i] == f->base[at].target && colour_images (f, at, i))
      try_images (f, at + 1);
}

static void start_search (finder *f)
{
  const level *last = &f->base[f->levels];
  f->ranked = take_memory (f, f->items, sizeof *f->ranked);
  f->mark = take_memory (f, f->items, sizeof *f->mark);
  f->used = take_memory (f, f->options, sizeof *f->used);
  for (uint32_t k = 0; k <= f->levels; k++)
    f->image[k] = take_memory (f, f->items, sizeof *f->image[k]);
  if (f->status)
    return;
  for (uint32_t i = 0; i < f->items; i++)
    f->ranked[find_colour (f, last, last->colour[i])] = i;
  memcpy (f->image[0], f->base[0].colour, f->items * sizeof *f->image[0]);
  for (uint32_t o = 0; !f->status && o < f->options; o++)
    f->status = bcov_table_add (f->model->mem, &f->lookup, option_hash (f, o, NULL), o, f->err);
}

static void search (finder *f)
{
  f->sums = take_memory (f, f->items, sizeof *f->sums);
  f->sorted = take_memory (f, f->items, sizeof *f->sorted);
  f->to = take_memory (f, f->items, sizeof *f->to);
  f->given_up = f->status || !choose_bases (f);
  if (!f->given_up)
    start_search (f);
  if (!f->given_up && !f->status)
    try_images (f, 0);
}

static void end_finder (finder *f)
{
  bcov_mem *mem = f->model->mem;
  for (uint32_t k = 0; k <= MOST_LEVELS; k++) {
    bcov_mem_free (mem, f->base[k].colour);
    bcov_mem_free (mem, f->base[k].sorted);
    bcov_mem_free (mem, f->image[k]);
  }
  bcov_mem_free (mem, f->sums);
  bcov_mem_free (mem, f->sorted);
  bcov_mem_free (mem, f->ranked);
  bcov_mem_free (mem, f->to);
  bcov_mem_free (mem, f->mark);
  bcov_mem_free (mem, f->used);
  bcov_table_free (mem, &f->lookup);
  bcov_vec_free (mem, &f->images);
}

bcov_status bcov_automorphisms_find (const bcov_model *model, bcov_control *control,
                                     bcov_orbits *out, bcov_error *err)
{
  finder f = {.model = model,
              .control = control,
              .items = (uint32_t)model->items.count,
              .options = bcov_model_options (model),
              .err = err};
  *out = (bcov_orbits){.options = f.options, .mem = model->mem};
  if (f.items > 1 && model->touches.count < MOST_WORK)
    search (&f);
  assert (f.status || f.given_up || !f.count || !f.images.data[0]); /* the identity comes first */
  bool fine = !f.status && !f.given_up && f.count > 1;
  if (fine) {
    out->count = f.count;
    out->image = f.images.data;
    f.images.data = NULL;
  }
  bcov_status status = f.status;
  end_finder (&f);
  return fine || status ? status : bcov_orbits_identity (out, err);
}
