/* A node is a state whose next guard is not covered.  All moves that cover it are tried at once,
   eight at a time; what is left of them, after those that make dead pockets, are its choices, and
   wait on the stack of choices.  A choice is then led past the levels whose guard is covered, to
   the next node.

   Most of that is the same for all states of one shape: it is looked up in the shape cache
   (shape_cache.h), as long as that is of use.

   Equal states are met again and again, by the same cells covered in another way.  One below which
   nothing was found is put into the table of dead states by its name, the key and the level; it is
   not searched again as long as it is remembered.

   Invariant: the choices of frame f stand in the stack at first .. end-1, those from next on are to
   be tried; frames follow each other without gaps, with rising levels.  So the stack never holds
   more than all moves, and one choice without a move, of every level once.

   Time: nodes x moves of a list / 8.  Memory: the program, the stack, and the table of dead states.
 */

#include "engine/quick/quick_search.h"
#include "engine/quick/choices.h"
#include "engine/quick/shape_moves.h"
#include "base/random.h"

#include <assert.h>
#include <string.h>

#define NEVER UINT32_MAX

enum {
  SPARE = 8,      /* places behind the stack: eight are written at a time */
  SMALL_TREE = 3, /* nodes below which a dead state is not worth remembering */
  DIVES = 200
};

/* ---- start and end ---- */

bcov_status bcov_quick_search_start (const bcov_quick_plan *plan, size_t dead_bytes,
                                     size_t cache_bytes, bcov_quick_search *out, bcov_error *err)
{
  bcov_mem *mem = plan->program->mem;
  size_t levels = plan->move_table.count, room = plan->move_table.moves + levels + 1 + SPARE;
  *out = (bcov_quick_search){.plan = plan};
  bcov_status status = BCOV_OK;
  if (plan->name_words && dead_bytes)
    status = bcov_dead_states_new (mem, plan->name_words, dead_bytes, &out->dead_states, err);
  if (!status && plan->move_table.words == 1 && cache_bytes)
    status = bcov_shape_cache_new (mem, cache_bytes, &out->shape_cache, err);
  bool fine = !status;
  for (uint32_t w = 0; fine && w < plan->move_table.words; w++)
    fine = (out->keys[w] = bcov_mem_alloc (mem, room, sizeof *out->keys[w], err));
  fine = fine && (out->via = bcov_mem_alloc (mem, room, sizeof *out->via, err)) &&
         (out->levels = bcov_mem_alloc (mem, room, sizeof *out->levels, err)) &&
         (out->origin = bcov_mem_alloc (mem, room, sizeof *out->origin, err)) &&
         (out->frames = bcov_mem_alloc (mem, levels + 2, sizeof *out->frames, err)) &&
         (out->taken = bcov_mem_alloc (mem, levels + 1, sizeof *out->taken, err)) &&
         (out->lean = bcov_mem_alloc (mem, levels + 2, sizeof *out->lean, err));
  if (!fine) {
    bcov_quick_search_end (out);
    return status ? status : bcov_mem_status (mem);
  }
  out->via[0] = BCOV_NO_MOVE;
  out->frames[0] = (bcov_quick_frame){.end = 1};
  return BCOV_OK;
}

void bcov_quick_search_lean (bcov_quick_search *search, const bcov_parity *parity)
{
  search->parity = parity;
  search->lean[0] = parity->start;
}

void bcov_quick_search_end (bcov_quick_search *search)
{
  if (!search->plan)
    return;
  bcov_mem *mem = search->plan->program->mem;
  for (uint32_t w = 0; w < BCOV_MOVE_WORDS; w++)
    bcov_mem_free (mem, search->keys[w]);
  bcov_mem_free (mem, search->via);
  bcov_mem_free (mem, search->levels);
  bcov_mem_free (mem, search->origin);
  bcov_mem_free (mem, search->frames);
  bcov_mem_free (mem, search->taken);
  bcov_mem_free (mem, search->lean);
  bcov_dead_states_free (&search->dead_states);
  bcov_shape_cache_free (&search->shape_cache);
  *search = (bcov_quick_search){0};
}

/* ---- shapes ---- */

/* The page of the shape of KEY before LEVEL, to which the way ORIGIN led; 0 when there is none. */
static __attribute__ ((noinline)) uint32_t find_page (bcov_quick_search *s, uint32_t level,
                                                      uint64_t key, uint32_t origin, uint32_t at)
{
  bcov_shape_cache *shape_cache = &s->shape_cache;
  uint64_t shape = key & ~s->plan->stock;
  uint32_t page = *bcov_shape_cache_slot (shape_cache, level, shape);
  if (!page && !(page = bcov_shape_moves_find (s, level, shape, at, &origin)))
    return 0;
  assert (shape_cache->lines[page].page.level == level);
  if (origin) {
    bcov_shape_move *way = &shape_cache->lines[origin].way;
    way->link = page;
    way->hope = shape_cache->lines[page].page.hope & ~bcov_extract (way->next, s->plan->stock);
  }
  return page;
}

/* Puts those ways of a page that the stock of KEY allows on the stack. */
BCOV_INLINE uint32_t put_ways (bcov_quick_search *s, uint32_t page, uint64_t key, uint32_t at)
{
  const bcov_quick_plan *plan = s->plan;
  const bcov_shape_line *lines = s->shape_cache.lines;
  uint32_t stock = bcov_extract (key, plan->stock);
  uint32_t end = page + 1 + lines[page].page.count;
  for (uint32_t k = page + 1; k < end; k++) {
    const bcov_shape_move *way = &lines[k].way;
    s->keys[0][at] = (key & plan->move_table.rows[way->level].keep) | way->next;
    s->via[at] = way->via;
    s->levels[at] = way->level;
    s->origin[at] = k;
    __builtin_prefetch (&lines[way->link]);
    at += bcov_shape_move_fits (way, stock);
  }
  return at;
}

/* Puts the choices of a node, to which the way ORIGIN led, on the stack from AT on; returns the
   place behind them. */
BCOV_INLINE uint32_t choose (bcov_quick_search *s, uint32_t level, const uint64_t *key,
                             uint32_t origin, uint32_t at, uint32_t deep, const uint32_t words)
{
  if (words > 1 || deep != NEVER || !s->shape_cache.slots)
    return bcov_choices_try (s, level, key, at, false, words);
  uint32_t page = origin ? s->shape_cache.lines[origin].way.link : 0;
  s->shape_cache.looks++;
  if (!page)
    page = find_page (s, level, key[0], origin, at);
  return page ? put_ways (s, page, key[0], at) : bcov_choices_try (s, level, key, at, false, words);
}

/* ---- the walk ---- */

/* Leads KEY past levels whose guard is covered, from *LEVEL on; false when it is dead. */
BCOV_INLINE bool pass_covered (const bcov_move_table *move_table, uint32_t *level, uint64_t *key,
                               const uint32_t words)
{
  for (; *level < move_table->count; ++*level) {
    const bcov_move_row *r = &move_table->rows[*level];
    uint64_t covered = 0;
    for (uint32_t w = 0; w < words; w++) {
      covered |= key[w] & r->guard[w];
      key[w] &= ~r->guard[w];
    }
    if (!covered)
      return true;
    if (!bcov_choices_settle (r, key, 0, words))
      return false;
  }
  return true;
}

BCOV_INLINE void name_state (const bcov_quick_plan *plan, uint32_t level, const uint64_t *key,
                             uint64_t *name, const uint32_t words)
{
  assert (!(key[words - 1] >> plan->name_shift)); /* the level finds its bits free */
  for (uint32_t w = 0; w < words; w++)
    name[w] = key[w];
  name[words - 1] |= (uint64_t)(level + 1) << plan->name_shift;
}

/* All choices of the last frame were tried. */
BCOV_INLINE void leave_frame (bcov_quick_search *s, const uint32_t words)
{
  assert (s->depth && s->frames[s->depth].next == s->frames[s->depth].end);
  const bcov_quick_frame *f = &s->frames[s->depth--];
  if (s->dead_states.names && f->marks == s->marks && s->nodes - f->nodes >= SMALL_TREE)
    bcov_dead_states_put (&s->dead_states, f->name, words);
}

/* Takes the choice in place AT of the stack; KEY becomes the state that it leads to.  False when
   that is odd. */
BCOV_INLINE bool take (bcov_quick_search *s, uint32_t at, uint64_t *key, const uint32_t words)
{
  for (uint32_t w = 0; w < words; w++)
    key[w] = s->keys[w][at];
  assert (s->n_taken <= s->plan->move_table.count);
  uint32_t option = s->taken[s->n_taken] = s->via[at];
  if (option == BCOV_NO_MOVE)
    return true;
  s->n_taken++;
  if (!s->parity)
    return true;
  bcov_lean *lean = &s->lean[s->n_taken];
  bool even = bcov_parity_take (s->parity, option, lean[-1], lean);
  s->odd += !even;
  return even;
}

BCOV_INLINE bool is_remembered (bcov_quick_search *s, const uint64_t *name, const uint64_t *bucket,
                                const uint32_t words)
{
  bool has = bucket && bcov_dead_states_has (&s->dead_states, bucket, name, words);
  s->remembered += has;
  return has;
}

/* Puts a frame below the last, whose choices stand in the stack up to END; its name is there. */
BCOV_INLINE void add_frame (bcov_quick_search *s, uint32_t end, uint64_t nodes)
{
  bcov_quick_frame *below = &s->frames[s->depth + 1];
  assert (s->depth <= s->plan->move_table.count);
  assert (end <= s->plan->move_table.moves + s->plan->move_table.count + 1);
  below->next = below->first = s->frames[s->depth].end;
  below->end = end;
  below->taken = s->n_taken;
  below->marks = s->marks;
  below->nodes = nodes;
  s->depth++;
}

/* Goes down from KEY before LEVEL, as long as there is one choice only; where there are several a
   frame is put below the last. */
BCOV_INLINE bcov_quick_stop go_down (bcov_quick_search *s, uint32_t level, uint64_t *key,
                                     uint32_t origin, uint32_t deep, const uint32_t words)
{
  const bcov_move_table *move_table = &s->plan->move_table;
  bcov_quick_frame *below = &s->frames[s->depth + 1];
  uint32_t first = s->frames[s->depth].end, end;
  uint64_t nodes = s->nodes, *bucket = NULL;
  for (;;) {
    if (!pass_covered (move_table, &level, key, words))
      return BCOV_QUICK_PAUSE;
    if (level == move_table->count) {
      s->found++;
      s->marks++;
      return BCOV_QUICK_FOUND;
    }
    s->nodes++;
    if (s->dead_states.names) { /* it comes while the choices are made */
      name_state (s->plan, level, key, below->name, words);
      bucket = bcov_dead_states_bucket (&s->dead_states, below->name, words);
      for (uint32_t w = 0; w < words; w++)
        __builtin_prefetch (bucket + (size_t)8 * w);
    }
    end = choose (s, level, key, origin, first, deep, words);
    if (end != first + 1 || s->n_taken == deep)
      break;
    if (!take (s, first, key, words))
      return BCOV_QUICK_PAUSE;
    assert (s->levels[first] > level);
    level = s->levels[first];
    origin = s->origin[first];
  }
  if (end == first || (deep == NEVER && is_remembered (s, below->name, bucket, words)))
    return BCOV_QUICK_PAUSE;
  add_frame (s, end, nodes);
  return s->n_taken == deep ? BCOV_QUICK_DEEP : BCOV_QUICK_PAUSE;
}

BCOV_INLINE bcov_quick_stop go (bcov_quick_search *s, uint64_t nodes, uint32_t deep,
                                const uint32_t words)
{
  bcov_quick_stop stop = BCOV_QUICK_PAUSE;
  for (uint64_t last = s->nodes + nodes; stop == BCOV_QUICK_PAUSE && s->nodes < last;) {
    bcov_quick_frame *f = &s->frames[s->depth];
    uint64_t key[BCOV_MOVE_WORDS];
    if (f->next < f->end) {
      s->n_taken = f->taken;
      uint32_t at = f->next++;
      if (take (s, at, key, words))
        stop = go_down (s, s->levels[at], key, s->origin[at], deep, words);
    } else if (s->depth) {
      leave_frame (s, words);
      stop = s->depth < s->floor ? BCOV_QUICK_UP : BCOV_QUICK_PAUSE;
    } else
      stop = BCOV_QUICK_OVER;
  }
  return stop;
}

bcov_quick_stop bcov_quick_search_go (bcov_quick_search *search, uint64_t nodes, uint32_t deep)
{
  deep = deep ? deep : NEVER;
  return search->plan->move_table.words == 1 ? go (search, nodes, deep, 1)
                                             : go (search, nodes, deep, 2);
}

void bcov_quick_search_skip (bcov_quick_search *search)
{
  assert (search->depth &&
          search->frames[search->depth].next == search->frames[search->depth].first);
  search->depth--;
  search->marks++;
}

/* ---- estimate ---- */

/* One random way down: each node stands for as many as there were choices on it. */
static double dive (bcov_quick_search *s, bcov_random *random)
{
  const bcov_move_table *move_table = &s->plan->move_table;
  uint64_t key[BCOV_MOVE_WORDS] = {0};
  double weight = 1, nodes = 0;
  for (uint32_t level = 0;; level++) {
    bool alive = move_table->words == 1 ? pass_covered (move_table, &level, key, 1)
                                        : pass_covered (move_table, &level, key, 2);
    if (!alive || level == move_table->count)
      return nodes;
    uint32_t end = move_table->words == 1 ? bcov_choices_try (s, level, key, 0, false, 1)
                                          : bcov_choices_try (s, level, key, 0, false, 2);
    nodes += weight;
    if (!end)
      return nodes;
    uint32_t at = (uint32_t)bcov_random_below (random, end);
    for (uint32_t w = 0; w < move_table->words; w++)
      key[w] = s->keys[w][at];
    weight *= end;
  }
}

bcov_status bcov_quick_search_estimate (const bcov_quick_plan *plan, bcov_control *control,
                                        double *nodes, bcov_error *err)
{
  bcov_quick_search s;
  bcov_random random = {1};
  uint64_t work = 0;
  bcov_status status = bcov_quick_search_start (plan, 0, 0, &s, err);
  *nodes = 0;
  for (int k = 0; !status && k < DIVES; k++) {
    *nodes += dive (&s, &random) / DIVES;
    status = bcov_control_work (control, &work, plan->move_table.count, err);
  }
  bcov_quick_search_end (&s);
  return status;
}
