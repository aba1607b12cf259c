/* The moves of a shape are tried with an empty stock, and what levels ask of the stock is not
   answered but written down: the bits that a move tests, and those that must be set by the time
   that the levels are over which it leads past.  Such bits are nobody else's, so that their values
   can be asked for before the move, whatever levels they belong to.

   Time: that of a node without a shape cache, and a few steps for each way. */

#include "engine/quick/shape_moves.h"
#include "engine/quick/choices.h"

#include <assert.h>

/* Leads a way on from its SHAPE after LEVEL, past levels whose guard is covered; false when it is
   dead.  SET is what it has put into the stock, *WANT what must be there before. */
static bool lead_on (const bcov_quick_plan *plan, uint32_t level, uint64_t shape, uint64_t set,
                     uint64_t *want, bcov_shape_move *way)
{
  const bcov_move_table *move_table = &plan->move_table;
  while (++level < move_table->count) {
    const bcov_move_row *r = &move_table->rows[level];
    uint64_t covered = shape & *r->guard;
    shape &= ~*r->guard;
    if (!covered)
      break;
    if (!bcov_choices_settle (r, &shape, plan->stock, 1))
      return false;
    *want |= *r->must & plan->stock & ~set;
  }
  way->next = shape | (set & move_table->rows[level].keep);
  way->level = level;
  assert (!(*want & set) && !(shape & plan->stock));
  return true;
}

/* The choice of a shape in place AT of the stack as a way; false when it is dead. */
static bool make_way (const bcov_quick_search *s, uint32_t level, uint32_t at, bcov_shape_move *way)
{
  const bcov_quick_plan *plan = s->plan;
  uint32_t place = s->via[at];
  uint64_t set = 0, care = 0, want;
  *way = (bcov_shape_move){.via = BCOV_NO_MOVE, .hope = BCOV_ALWAYS};
  if (place != BCOV_NO_MOVE) {
    way->via = plan->move_table.options[place];
    care = bcov_move_table_masks (&plan->move_table, place / 8, false, 0)[place % 8];
    set = bcov_move_table_masks (&plan->move_table, place / 8, true, 0)[place % 8] & plan->stock;
  }
  want = *plan->move_table.rows[level].must & plan->stock & ~set;
  bool fine = lead_on (plan, level, s->keys[0][at] & ~plan->stock, set, &want, way);
  way->want = bcov_extract (want, plan->stock);
  way->care = bcov_extract (care | want, plan->stock);
  assert (!fine || way->level > level);
  assert (!((way->want | way->care) & BCOV_ALWAYS));
  return fine;
}

/* Room for a page of COUNT ways; false when the shape cache is given up. */
static bool make_room (bcov_quick_search *s, uint32_t count, uint32_t at, uint32_t *origin)
{
  bcov_shape_cache *shape_cache = &s->shape_cache;
  if (bcov_shape_cache_room (shape_cache, count))
    return true;
  memset (s->origin, 0, at * sizeof *s->origin);
  *origin = 0;
  return bcov_shape_cache_clear (shape_cache) && bcov_shape_cache_room (shape_cache, count);
}

/* What of the stock must be left for one of the COUNT ways behind PAGE. */
static uint32_t find_hope (const bcov_shape_line *page, uint32_t count)
{
  uint32_t hope = 0;
  for (uint32_t k = 1; k <= count; k++) {
    uint32_t needs = page[k].way.care & ~page[k].way.want;
    hope |= needs ? needs & -needs : BCOV_ALWAYS;
  }
  return hope;
}

uint32_t bcov_shape_moves_find (bcov_quick_search *search, uint32_t level, uint64_t shape,
                                uint32_t at, uint32_t *origin)
{
  bcov_shape_cache *shape_cache = &search->shape_cache;
  assert (search->plan->move_table.words == 1 && !(shape & search->plan->stock));
  uint32_t end = bcov_choices_try (search, level, &shape, at, true, 1), count = 0;
  if (!make_room (search, end - at, at, origin))
    return 0;
  uint32_t *slot = bcov_shape_cache_slot (shape_cache, level, shape);
  assert (!*slot);
  uint32_t page = *slot = shape_cache->count;
  bcov_shape_line *lines = &shape_cache->lines[page];
  for (uint32_t k = at; k < end; k++)
    count += make_way (search, level, k, &lines[1 + count].way);
  lines->page = (bcov_shape_page){shape, level, find_hope (lines, count), count};
  shape_cache->count += 1 + count;
  assert (count <= end - at && shape_cache->count <= shape_cache->most);
  shape_cache->pages++;
  shape_cache->drawn++;
  return page;
}
