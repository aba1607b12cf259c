/* A node is a state whose next guard is not covered.  The search tests all moves that cover it,
   eight at a time, and drops those that make dead pockets; the others are the choices of the node
   and wait on a stack.  A choice passes the levels whose guard is covered, up to the next node.

   Most of that is the same for all states with the same shape of covered cells, so the search looks
   it up in the shape cache (shape_cache.h) as long as that saves time.  A page of the cache is made
   with an empty stock.  The conditions on the stock are recorded instead: the bits that a move
   tests, and those that must be set when the levels that the move passes end.  No other item uses
   these bits, so their values can be tested before the move, whatever levels they belong to.

   The search meets equal states again and again, with the same cells covered in another way.  A
   state below which there is no solution goes into the table of dead states under its name, the key
   with the level, and is not searched again as long as the table holds it.

   Invariant: the choices of frame f are at first .. end-1 of the stack, and those from next on are
   to be tried; frames follow each other without gaps, with rising levels.  So the stack never holds
   more than all moves, and one choice without a move, of every level once.

   Time: nodes x moves of a level / 8.  Memory: the program, the stack, and the tables. */

#include "engine/quick/quick_search.h"
#include "base/random.h"
#include "engine/cuts/pocket_eight.h"

#include <assert.h>
#include <string.h>

#define NEVER UINT32_MAX
#define INLINE static inline __attribute__ ((always_inline))

enum {
  SPARE = 8,      /* places behind the stack: eight are written at a time */
  SMALL_TREE = 3, /* a dead state with fewer nodes below it is not worth recording */
  DIVES = 200
};

/* ---- the plan ---- */

/* A name is the key with the level, plus one, in bits that the key does not need. */
static void plan_names (bcov_quick_plan *plan)
{
  const bcov_program *p = plan->program;
  uint32_t level_bits = 64 - (uint32_t)__builtin_clzll (p->levels.count + 1);
  uint32_t words = (p->bits + level_bits + 63) / 64;
  plan->name_words = words <= p->words ? p->words : 0;
  plan->name_shift = 64 - level_bits;
  assert (!plan->name_words || p->bits <= 64 * (p->words - 1) + plan->name_shift);
}

/* Returns the bits of the stock: of items that guard no level and are no open cells of pockets,
   each in a place that no other item ever has. */
static uint64_t stock_of (const bcov_program *program, const bcov_pockets *pockets)
{
  uint64_t once = 0, more = 0;
  for (size_t f = 0; f < program->fields.count; f++) {
    uint64_t bit = (uint64_t)1 << program->fields.data[f].shift % 64;
    more |= once & bit;
    once |= bit;
  }
  for (uint32_t l = 0; l < program->levels.count; l++)
    more |= *bcov_program_level_mask (program, l, BCOV_MASK_GUARD);
  for (size_t l = 0; l < pockets->levels.count; l++)
    more |= pockets->levels.data[l].cells;
  once &= ~more;
  while (__builtin_popcountll (once) > BCOV_MOST_STOCK)
    once &= once - 1;
  return once;
}

/* Finds the stock, and its bits that are open before each level. */
static void find_stock (bcov_quick_plan *plan)
{
  uint64_t keep = plan->stock = stock_of (plan->program, &plan->pockets);
  for (uint32_t level = 0; level < plan->move_table.count; level++) {
    assert (!(keep & *plan->move_table.rows[level].guard));
    plan->move_table.rows[level].keep = keep;
    keep &= ~*plan->move_table.rows[level].clear;
  }
}

static bcov_status make_rest (bcov_quick_plan *plan, const bcov_model *model, unsigned without,
                              bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (plan->program->words == 1 && !(without & BCOV_WITHOUT_POCKETS))
    status = bcov_pockets_make (model, plan->program, &plan->pockets, err);
  if (!status)
    status = bcov_move_table_make (plan->program, model->origin.data, &plan->move_table, err);
  if (!status && plan->program->words == 1)
    find_stock (plan);
  if (!(without & BCOV_WITHOUT_MEMORY))
    plan_names (plan);
  return status;
}

bcov_status bcov_quick_plan_make (const bcov_model *model, const bcov_program *program,
                                  unsigned without, bcov_quick_plan *out, bool *can,
                                  bcov_error *err)
{
  *out = (bcov_quick_plan){.program = program};
  *can = bcov_move_table_can (program);
  bcov_status status = *can ? make_rest (out, model, without, err) : BCOV_OK;
  *can = *can && !status;
  if (!*can)
    bcov_quick_plan_free (out);
  return status;
}

void bcov_quick_plan_free (bcov_quick_plan *plan)
{
  bcov_move_table_free (&plan->move_table);
  bcov_pockets_free (&plan->pockets);
}

/* ---- start and end ---- */

bcov_status bcov_quick_search_start (const bcov_quick_plan *plan, size_t dead_bytes,
                                     size_t cache_bytes, bcov_quick_search *out, bcov_error *err)
{
  bcov_mem *mem = plan->program->mem;
  size_t levels = plan->move_table.count, room = plan->move_table.moves + levels + 1 + SPARE;
  *out = (bcov_quick_search){.plan = plan, .rooms = {.mem = mem, .err = err}};
  bcov_status status = BCOV_OK;
  if (plan->name_words && dead_bytes)
    status = bcov_dead_states_new (mem, plan->name_words, dead_bytes, &out->dead_states, err);
  if (!status && plan->move_table.words == 1 && cache_bytes)
    status = bcov_shape_cache_new (mem, cache_bytes, &out->shape_cache, err);
  for (uint32_t w = 0; w < plan->move_table.words; w++)
    out->keys[w] = bcov_mem_take_room (&out->rooms, room, sizeof *out->keys[w]);
  out->via = bcov_mem_take_room (&out->rooms, room, sizeof *out->via);
  out->levels = bcov_mem_take_room (&out->rooms, room, sizeof *out->levels);
  out->origin = bcov_mem_take_room (&out->rooms, room, sizeof *out->origin);
  out->frames = bcov_mem_take_room (&out->rooms, levels + 2, sizeof *out->frames);
  out->taken = bcov_mem_take_room (&out->rooms, levels + 1, sizeof *out->taken);
  out->lean = bcov_mem_take_room (&out->rooms, levels + 2, sizeof *out->lean);
  status = status ? status : out->rooms.status;
  if (status) {
    bcov_quick_search_end (out);
    return status;
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
  bcov_mem_free_rooms (&search->rooms);
  bcov_dead_states_free (&search->dead_states);
  bcov_shape_cache_free (&search->shape_cache);
  *search = (bcov_quick_search){0};
}

/* ---- choices ---- */

/* Returns whether all bits of MUST are set in KEY, except those of STOCK; clears CLEAR in KEY. */
INLINE bool settle (const bcov_move_row *r, uint64_t *key, uint64_t stock, const uint32_t words)
{
  uint64_t lacking = 0;
  for (uint32_t w = 0; w < words; w++) {
    lacking |= r->must[w] & ~(key[w] | (w ? 0 : stock));
    key[w] &= ~r->clear[w];
  }
  return !lacking;
}

/* Returns the moves of group G that fit KEY, one bit each. */
INLINE unsigned find_fitting (const bcov_move_table *move_table, uint32_t g, const uint64_t *key,
                              unsigned among, const uint32_t words)
{
  for (uint32_t w = 0; w < words; w++)
    among &= bcov_eight_apart (bcov_move_table_masks (move_table, g, false, w), key[w]);
  return among;
}

/* Writes the states to which the moves of LEVEL lead from KEY to the stack from AT on; returns the
   end.  With PAGE, for a page of the shape cache, the stock is ignored, and VIA is the place of the
   move in the groups instead of its option. */
INLINE uint32_t try_moves (bcov_quick_search *s, uint32_t level, const uint64_t *key, uint32_t at,
                           const bool page, const uint32_t words)
{
  const bcov_move_table *move_table = &s->plan->move_table;
  const bcov_move_row *r = &move_table->rows[level];
  uint32_t g = r->group;
  for (uint32_t left = r->moves; left; g++) {
    unsigned among = left < 8 ? (1u << left) - 1 : 0xff;
    left -= left < 8 ? left : 8;
    for (unsigned fit = find_fitting (move_table, g, key, among, words); fit; fit &= fit - 1) {
      uint32_t lane = (uint32_t)__builtin_ctz (fit);
      uint64_t next[BCOV_MOVE_WORDS];
      for (uint32_t w = 0; w < words; w++)
        next[w] = (key[w] & ~r->guard[w]) | bcov_move_table_masks (move_table, g, true, w)[lane];
      bool fine = settle (r, next, page ? s->plan->stock : 0, words);
      for (uint32_t w = 0; w < words; w++)
        s->keys[w][at] = next[w];
      s->via[at] = page ? 8 * g + lane : move_table->options[8 * g + lane];
      s->levels[at] = level + 1;
      s->origin[at] = 0;
      at += fine;
    }
  }
  return at;
}

/* Drops the choices FIRST .. END-1 that are dead after LEVEL; returns the new end.  They all lead
   to the same level and come from no page of the shape cache. */
INLINE uint32_t drop_dead (bcov_quick_search *s, uint32_t level, uint32_t first, uint32_t end)
{
  const bcov_pockets *p = &s->plan->pockets;
  uint32_t kept = first;
  if (!p->levels.count || !p->levels.data[level].cells)
    return end;
  for (uint32_t k = first; k < end; k += 8) {
    unsigned among = end - k < 8 ? (1u << (end - k)) - 1 : 0xff;
    unsigned alive = among & ~bcov_pockets_dead_eight (p, level, &s->keys[0][k], among);
    for (; alive; alive &= alive - 1, kept++) {
      uint32_t from = k + (uint32_t)__builtin_ctz (alive);
      s->keys[0][kept] = s->keys[0][from];
      s->via[kept] = s->via[from];
    }
  }
  assert (first <= kept && kept <= end);
  s->dead += end - kept;
  return kept;
}

/* Puts the choices of a node with the state KEY before LEVEL on the stack from AT on; returns the
   end.  PAGE as above. */
INLINE uint32_t try_all (bcov_quick_search *s, uint32_t level, const uint64_t *key, uint32_t at,
                         const bool page, const uint32_t words)
{
  assert (level < s->plan->move_table.count && words == s->plan->move_table.words);
  const bcov_move_row *r = &s->plan->move_table.rows[level];
  uint32_t end = at;
  if (r->skip) {
    uint64_t next[BCOV_MOVE_WORDS];
    memcpy (next, key, words * sizeof *next);
    bool fine = settle (r, next, page ? s->plan->stock : 0, words);
    for (uint32_t w = 0; w < words; w++)
      s->keys[w][end] = next[w];
    s->via[end] = BCOV_NO_MOVE;
    s->levels[end] = level + 1;
    s->origin[end] = 0;
    end += fine;
  }
  end = try_moves (s, level, key, end, page, words);
  return words == 1 ? drop_dead (s, level, at, end) : end;
}

/* ---- pages of the shape cache ---- */

/* Takes a move on from its SHAPE after LEVEL, past levels whose guard is covered; returns false if
   it is dead.  SET is what it adds to the stock, *WANT what the stock must contain before. */
static bool lead_on (const bcov_quick_plan *plan, uint32_t level, uint64_t shape, uint64_t set,
                     uint64_t *want, bcov_shape_move *move)
{
  const bcov_move_table *move_table = &plan->move_table;
  while (++level < move_table->count) {
    const bcov_move_row *r = &move_table->rows[level];
    uint64_t covered = shape & *r->guard;
    shape &= ~*r->guard;
    if (!covered)
      break;
    if (!settle (r, &shape, plan->stock, 1))
      return false;
    *want |= *r->must & plan->stock & ~set;
  }
  move->next = shape | (set & move_table->rows[level].keep);
  move->level = level;
  assert (!(*want & set) && !(shape & plan->stock));
  return true;
}

/* Turns the choice of a shape at AT of the stack into a cached move; returns false if it is dead.
 */
static bool make_move (const bcov_quick_search *s, uint32_t level, uint32_t at,
                       bcov_shape_move *move)
{
  const bcov_quick_plan *plan = s->plan;
  uint32_t place = s->via[at];
  uint64_t set = 0, care = 0, want;
  *move = (bcov_shape_move){.via = BCOV_NO_MOVE, .hope = BCOV_ALWAYS};
  if (place != BCOV_NO_MOVE) {
    move->via = plan->move_table.options[place];
    care = bcov_move_table_masks (&plan->move_table, place / 8, false, 0)[place % 8];
    set = bcov_move_table_masks (&plan->move_table, place / 8, true, 0)[place % 8] & plan->stock;
  }
  want = *plan->move_table.rows[level].must & plan->stock & ~set;
  bool fine = lead_on (plan, level, s->keys[0][at] & ~plan->stock, set, &want, move);
  move->want = bcov_extract (want, plan->stock);
  move->care = bcov_extract (care | want, plan->stock);
  assert (!fine || move->level > level);
  assert (!((move->want | move->care) & BCOV_ALWAYS));
  return fine;
}

/* Makes room for a page of COUNT moves; returns false if the cache is no longer used.  If all other
   pages are dropped, the entries on the stack and *ORIGIN are cleared. */
static bool make_room (bcov_quick_search *s, uint32_t count, uint32_t at, uint32_t *origin)
{
  bcov_shape_cache *shape_cache = &s->shape_cache;
  if (bcov_shape_cache_room (shape_cache, count))
    return true;
  memset (s->origin, 0, at * sizeof *s->origin);
  *origin = 0;
  return bcov_shape_cache_clear (shape_cache) && bcov_shape_cache_room (shape_cache, count);
}

/* Returns bits of the stock of which one must be unset for any of the COUNT moves behind PAGE. */
static uint32_t find_hope (const bcov_shape_line *page, uint32_t count)
{
  uint32_t hope = 0;
  for (uint32_t k = 1; k <= count; k++) {
    uint32_t needs = page[k].move.care & ~page[k].move.want;
    hope |= needs ? needs & -needs : BCOV_ALWAYS;
  }
  return hope;
}

/* Makes the page of SHAPE before LEVEL, with the stack from AT on for scratch; returns 0 if the
   cache is no longer used because it saves no time. */
static uint32_t make_page (bcov_quick_search *search, uint32_t level, uint64_t shape, uint32_t at,
                           uint32_t *origin)
{
  bcov_shape_cache *shape_cache = &search->shape_cache;
  assert (search->plan->move_table.words == 1 && !(shape & search->plan->stock));
  uint32_t end = try_all (search, level, &shape, at, true, 1), count = 0;
  if (!make_room (search, end - at, at, origin))
    return 0;
  uint32_t *slot = bcov_shape_cache_slot (shape_cache, level, shape);
  assert (!*slot);
  uint32_t page = *slot = shape_cache->count;
  bcov_shape_line *lines = &shape_cache->lines[page];
  for (uint32_t k = at; k < end; k++)
    count += make_move (search, level, k, &lines[1 + count].move);
  lines->page = (bcov_shape_page){shape, level, find_hope (lines, count), count};
  shape_cache->count += 1 + count;
  assert (count <= end - at && shape_cache->count <= shape_cache->most);
  shape_cache->pages++;
  shape_cache->drawn++;
  return page;
}

/* Returns the page of the shape of KEY before LEVEL, to which entry ORIGIN led; 0: none. */
static __attribute__ ((noinline)) uint32_t find_page (bcov_quick_search *s, uint32_t level,
                                                      uint64_t key, uint32_t origin, uint32_t at)
{
  bcov_shape_cache *shape_cache = &s->shape_cache;
  uint64_t shape = key & ~s->plan->stock;
  uint32_t page = *bcov_shape_cache_slot (shape_cache, level, shape);
  if (!page && !(page = make_page (s, level, shape, at, &origin)))
    return 0;
  assert (shape_cache->lines[page].page.level == level);
  if (origin) {
    bcov_shape_move *move = &shape_cache->lines[origin].move;
    move->link = page;
    move->hope = shape_cache->lines[page].page.hope & ~bcov_extract (move->next, s->plan->stock);
  }
  return page;
}

/* Puts the moves of a page that the stock of KEY allows on the stack. */
INLINE uint32_t put_moves (bcov_quick_search *s, uint32_t page, uint64_t key, uint32_t at)
{
  const bcov_quick_plan *plan = s->plan;
  const bcov_shape_line *lines = s->shape_cache.lines;
  uint32_t stock = bcov_extract (key, plan->stock);
  uint32_t end = page + 1 + lines[page].page.count;
  for (uint32_t k = page + 1; k < end; k++) {
    const bcov_shape_move *move = &lines[k].move;
    s->keys[0][at] = (key & plan->move_table.rows[move->level].keep) | move->next;
    s->via[at] = move->via;
    s->levels[at] = move->level;
    s->origin[at] = k;
    __builtin_prefetch (&lines[move->link]);
    at += bcov_shape_move_fits (move, stock);
  }
  return at;
}

/* Puts the choices of a node, to which entry ORIGIN led, on the stack from AT on; returns the end.
 */
INLINE uint32_t choose (bcov_quick_search *s, uint32_t level, const uint64_t *key, uint32_t origin,
                        uint32_t at, uint32_t deep, const uint32_t words)
{
  if (words > 1 || deep != NEVER || !s->shape_cache.slots)
    return try_all (s, level, key, at, false, words);
  uint32_t page = origin ? s->shape_cache.lines[origin].move.link : 0;
  s->shape_cache.looks++;
  if (!page)
    page = find_page (s, level, key[0], origin, at);
  return page ? put_moves (s, page, key[0], at) : try_all (s, level, key, at, false, words);
}

/* ---- the walk ---- */

/* Takes KEY past levels whose guard is covered, from *LEVEL on; returns false if it is dead. */
INLINE bool pass_covered (const bcov_move_table *move_table, uint32_t *level, uint64_t *key,
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
    if (!settle (r, key, 0, words))
      return false;
  }
  return true;
}

INLINE void name_state (const bcov_quick_plan *plan, uint32_t level, const uint64_t *key,
                        uint64_t *name, const uint32_t words)
{
  assert (!(key[words - 1] >> plan->name_shift)); /* the level finds its bits free */
  for (uint32_t w = 0; w < words; w++)
    name[w] = key[w];
  name[words - 1] |= (uint64_t)(level + 1) << plan->name_shift;
}

/* Leaves the last frame, all of whose choices have been tried. */
INLINE void leave_frame (bcov_quick_search *s, const uint32_t words)
{
  assert (s->depth && s->frames[s->depth].next == s->frames[s->depth].end);
  const bcov_quick_frame *f = &s->frames[s->depth--];
  if (s->dead_states.names && f->marks == s->marks && s->nodes - f->nodes >= SMALL_TREE)
    bcov_dead_states_put (&s->dead_states, f->name, words);
}

/* Takes the choice at AT of the stack; KEY becomes the state that it leads to.  Returns false if
   parity rules it out. */
INLINE bool take (bcov_quick_search *s, uint32_t at, uint64_t *key, const uint32_t words)
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

INLINE bool is_remembered (bcov_quick_search *s, const uint64_t *name, const uint64_t *bucket,
                           const uint32_t words)
{
  bool has = bucket && bcov_dead_states_has (&s->dead_states, bucket, name, words);
  s->remembered += has;
  return has;
}

/* Adds a frame whose choices are on the stack up to END; its name is set already. */
INLINE void add_frame (bcov_quick_search *s, uint32_t end, uint64_t nodes)
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

/* Goes down from KEY before LEVEL while there is only one choice; adds a frame where there are
   several. */
INLINE bcov_quick_stop go_down (bcov_quick_search *s, uint32_t level, uint64_t *key,
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
    if (s->dead_states.names) { /* loads while the choices are made */
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

INLINE bcov_quick_stop go (bcov_quick_search *s, uint64_t nodes, uint32_t deep,
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

/* ---- gifts ---- */

uint32_t bcov_quick_search_spare (const bcov_quick_search *search)
{
  uint32_t f = search->floor;
  while (f < search->depth && search->frames[f].next == search->frames[f].end)
    f++;
  return f;
}

bcov_quick_gift *bcov_quick_search_give (const bcov_quick_search *search, uint32_t frame)
{
  const bcov_quick_frame *f = &search->frames[frame];
  uint32_t count = f->end - f->next;
  size_t head = sizeof (bcov_quick_gift) + count * sizeof (bcov_quick_choice);
  bcov_quick_gift *gift = bcov_mem_alloc (search->plan->program->mem,
                                          head + (f->taken + 1) * sizeof (uint32_t), 1, NULL);
  if (!gift)
    return NULL;
  gift->taken = f->taken;
  gift->count = count;
  gift->lean = search->lean[f->taken];
  gift->options = (uint32_t *)(void *)((char *)gift + head);
  memcpy (gift->options, search->taken, f->taken * sizeof *gift->options);
  for (uint32_t k = 0; k < count; k++) {
    bcov_quick_choice *c = &gift->choices[k];
    for (uint32_t w = 0; w < search->plan->move_table.words; w++)
      c->key[w] = search->keys[w][f->next + k];
    c->via = search->via[f->next + k];
    c->level = search->levels[f->next + k];
  }
  return gift;
}

void bcov_quick_search_yield (bcov_quick_search *search, uint32_t frame)
{
  search->frames[frame].next = search->frames[frame].end;
  search->marks++; /* the open nodes may have solutions that this search does not see */
}

void bcov_quick_search_receive (bcov_quick_search *search, const bcov_quick_gift *gift)
{
  search->depth = search->floor = 0;
  search->marks++;
  search->frames[0] = (bcov_quick_frame){.end = gift->count, .taken = gift->taken};
  search->lean[gift->taken] = gift->lean;
  memcpy (search->taken, gift->options, gift->taken * sizeof *gift->options);
  for (uint32_t k = 0; k < gift->count; k++) {
    const bcov_quick_choice *c = &gift->choices[k];
    for (uint32_t w = 0; w < search->plan->move_table.words; w++)
      search->keys[w][k] = c->key[w];
    search->via[k] = c->via;
    search->levels[k] = c->level;
    search->origin[k] = 0;
  }
}

/* ---- estimate ---- */

/* Descends at random; returns, added up over the nodes, the products of the numbers of choices
   above them. */
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
    uint32_t end = move_table->words == 1 ? try_all (s, level, key, 0, false, 1)
                                          : try_all (s, level, key, 0, false, 2);
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
