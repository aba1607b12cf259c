/* Most blocks of a board are copies of others.  Their code is made once and kept.  Only the places
   of the entries differ: a list of offsets for each combination of the low bits.  Combinations that
   contain an impossible pair of bits are left out.

   Time: entries x low combinations per block, and making new code. */

#include "engine/dense/dense_scene.h"

#include <assert.h>
#include <string.h>

void bcov_dense_scenes_start (bcov_dense_scenes *s, const bcov_dense_plan *plan, uint32_t room,
                              uint32_t parts)
{
  s->plan = plan;
  s->room = room;
  s->parts = parts;
  bcov_dense_pairs_start (&s->pairs, plan->bits);
  for (uint32_t level = 0; level < plan->ahead; level++)
    bcov_dense_pairs_step (&s->pairs, plan->program, level);
}

/* ---- code, made or kept ---- */

static void forget_code (bcov_mem *mem, bcov_dense_kept *k)
{
  bcov_vec_free (mem, &k->text.words);
  for (uint32_t kind = 0; kind < BCOV_DENSE_MODULUS; kind++)
    bcov_dense_code_free (mem, &k->code[kind]);
  k->places = 0;
}

static bcov_status make_code (bcov_dense_scenes *s, bcov_dense_kept *k, bcov_error *err)
{
  bcov_mem *mem = s->plan->program->mem;
  bcov_status status = BCOV_OK;
  for (uint32_t kind = 0; !status && kind < s->plan->classes.modulus; kind++) {
    status = bcov_dense_code_make (mem, &k->text, kind, s->room, &k->code[kind], err);
    k->places = k->code[kind].places > k->places ? k->code[kind].places : k->places;
  }
  return status;
}

static const bcov_dense_kept *find_code (const bcov_dense_scenes *s, const bcov_dense_text *text)
{
  size_t bytes = text->words.count * sizeof *text->words.data;
  for (uint32_t k = 0; k < BCOV_DENSE_KEPT && k < s->made; k++)
    if (s->kept[k].text.words.count == text->words.count &&
        !memcmp (s->kept[k].text.words.data, text->words.data, bytes))
      return &s->kept[k];
  return NULL;
}

/* Returns room for new code.  It replaces the oldest code that is not in use. */
static bcov_dense_kept *make_room (bcov_dense_scenes *s)
{
  bcov_dense_kept *k = &s->kept[s->made++ % BCOV_DENSE_KEPT];
  if (k == s->last)
    k = &s->kept[s->made++ % BCOV_DENSE_KEPT];
  assert (k != s->last);
  forget_code (s->plan->program->mem, k);
  return k;
}

/* Finds or makes the code of TEXT, whose words are taken over or freed. */
static bcov_status get_code (bcov_dense_scenes *s, bcov_dense_text *text, bcov_error *err)
{
  bcov_mem *mem = s->plan->program->mem;
  const bcov_dense_kept *found = find_code (s, text);
  if (found) {
    bcov_vec_free (mem, &text->words);
    s->last = found;
    return BCOV_OK;
  }
  bcov_dense_kept *k = make_room (s);
  k->text = *text;
  s->last = k;
  return make_code (s, k, err);
}

/* ---- combinations ---- */

static void list_highs (const bcov_dense_scenes *all, bcov_dense_scene *s, uint32_t free)
{
  s->highs = s->fixed = 0;
  for (uint32_t place = all->plan->bits; place-- > all->plan->low;)
    if (free >> place & 1)
      s->high[s->highs++] = (uint8_t)place;
  while (s->fixed < s->highs && 1u << s->fixed < all->parts)
    s->fixed++;
}

/* If all low places are free and almost all of their values occur, a chunk holds several values. */
static void list_lows (const bcov_dense_plan *plan, bcov_dense_scene *s)
{
  uint32_t value = 0, all = (1u << plan->low) - 1;
  s->lows = 0;
  do {
    if (bcov_dense_pairs_occur (&s->pairs, s->free_low, value)) {
      s->low[s->lows] = (uint16_t)value;
      s->low_class[s->lows++] =
          (uint8_t)bcov_dense_class (plan->weight, plan->classes.modulus, value);
    }
    value = (value - s->free_low) & s->free_low;
  } while (value);
  assert (s->lows <= 1u << plan->low);
  s->straight = s->free_low == all && 8 * s->lows > 7 * all;
  if (s->straight) {
    s->lows = 1;
    s->low[0] = 0;
  }
}

/* ---- entries ---- */

static void place_entries (bcov_dense_scenes *s, const bcov_dense_text *text)
{
  s->places[0] = 0;
  for (uint32_t b = 0; b < text->touch; b++)
    for (uint32_t e = 0; e < 1u << b; e++)
      s->places[1u << b | e] = s->places[e] | (uint64_t)1 << s->plan->place[text->slot[b]];
}

/* Lists the offsets of the entries of CODE with the low bits LOW. */
static uint32_t *list_entries (const bcov_dense_scenes *s, const bcov_dense_code *code,
                               uint32_t low, uint32_t *out)
{
  const bcov_dense_plan *plan = s->plan;
  uint64_t mask = ((uint64_t)1 << plan->low) - 1;
  for (size_t n = 0; n < code->entries.count; n++) {
    uint64_t at = s->places[code->entries.data[n]];
    assert ((at >> plan->low) * plan->row + plan->row - 1 <= UINT32_MAX);
    *out++ = (uint32_t)((at >> plan->low) * plan->row + plan->rank[(at & mask) | low]);
  }
  return out;
}

static bcov_status list_offsets (bcov_dense_scenes *all, const bcov_dense_text *text,
                                 bcov_dense_scene *s, bcov_error *err)
{
  size_t total = 1;
  uint32_t modulus = all->plan->classes.modulus;
  for (uint32_t kind = 0; kind < modulus; kind++)
    total += s->now->code[kind].entries.count * s->lows;
  bcov_status status = bcov_vec_reserve (all->plan->program->mem, &s->offsets, total, err);
  if (status)
    return status;
  place_entries (all, text);
  uint32_t *out = s->offsets.data;
  for (uint32_t kind = 0; kind < modulus; kind++)
    for (uint32_t k = 0; k < s->lows; k++) {
      s->first[kind][k] = out;
      out = list_entries (all, &s->now->code[kind], s->low[k], out);
    }
  assert (out + 1 == s->offsets.data + total);
  return BCOV_OK;
}

/* ---- scenes ---- */

static void set_combinations (const bcov_dense_scenes *all, const bcov_dense_block *block,
                              bcov_dense_scene *s)
{
  uint32_t touched = (uint32_t)bcov_dense_plan_places (all->plan, block->slots);
  bcov_dense_plan_pairs (all->plan, &all->pairs, &s->pairs);
  list_highs (all, s, ~touched);
  s->free_low = ~touched & ((1u << all->plan->low) - 1);
  list_lows (all->plan, s);
}

bcov_status bcov_dense_scene_set (bcov_dense_scenes *all, const bcov_dense_block *block,
                                  bcov_dense_scene *s, bcov_error *err)
{
  const bcov_program *program = all->plan->program;
  bcov_dense_text text = {0};
  assert (block->levels && block->first + block->levels <= program->levels.count);
  bcov_status status = bcov_dense_text_make (all->plan, block, &all->pairs, &text, err);
  if (status) {
    bcov_vec_free (program->mem, &text.words);
    return status;
  }
  set_combinations (all, block, s);
  s->levels = block->levels;
  s->work_before = all->work;
  s->work = bcov_dense_block_work (all->plan, block);
  all->work += s->work;
  for (uint32_t k = 0; k < block->levels; k++)
    bcov_dense_pairs_step (&all->pairs, program, block->first + k);
  status = get_code (all, &text, err);
  s->now = all->last;
  return status ? status : list_offsets (all, &text, s, err);
}

void bcov_dense_scene_free (bcov_dense_scenes *all, bcov_dense_scene *s)
{
  if (all->plan)
    bcov_vec_free (all->plan->program->mem, &s->offsets);
}

void bcov_dense_scenes_free (bcov_dense_scenes *s)
{
  if (!s->plan)
    return;
  for (uint32_t k = 0; k < BCOV_DENSE_KEPT; k++)
    forget_code (s->plan->program->mem, &s->kept[k]);
}

/* Returns a bound on the memory of the code of BLOCK, or (with SCRATCH) of making it. */
static size_t code_bytes (const bcov_program *program, const bcov_dense_block *block, bool scratch)
{
  size_t choices = 0;
  for (uint32_t k = 0; k < block->levels; k++)
    choices += program->levels.data[block->first + k].moves + 1;
  size_t entries = (size_t)1 << __builtin_popcountll (block->slots);
  return entries * (scratch ? 128 + 48 * choices : 64 + 4 * choices);
}

size_t bcov_dense_scene_bytes (const bcov_dense_plan *plan, size_t *places)
{
  size_t kept = 0, scratch = 0, entries = 1, offsets = 1, count = plan->blocks.count;
  uint64_t low = ((uint64_t)1 << plan->low) - 1;
  for (size_t k = 0; k < count; k++) {
    const bcov_dense_block *b = &plan->blocks.data[k];
    size_t code = code_bytes (plan->program, b, false), more = code_bytes (plan->program, b, true);
    size_t touched = (size_t)1 << __builtin_popcountll (b->slots);
    kept = code > kept ? code : kept;
    scratch = more > scratch ? more : scratch;
    uint64_t free_low = low & ~bcov_dense_plan_places (plan, b->slots);
    size_t places_of_all = touched << __builtin_popcountll (free_low);
    entries = touched > entries ? touched : entries;
    offsets = places_of_all > offsets ? places_of_all : offsets;
  }
  *places = 2 * entries;
  return (count < BCOV_DENSE_KEPT ? count : BCOV_DENSE_KEPT) * kept + scratch +
         2 * offsets * 4 * sizeof (uint32_t);
}
