/* The moves of a shape are tried with an empty stock, and what levels ask of the stock is not
   answered but written down: the bits that a move tests, and those that must be set by the time
   that the levels are over which it leads past.  Such bits are nobody else's, so that their values
   can be asked for before the move, whatever levels they belong to.

   Time: that of a node without an atlas, and a few steps for each way. */

#include "engine/quick/survey.h"
#include "engine/quick/choices.h"

/* Leads a way on from its SHAPE after LEVEL, past levels whose guard is covered; false when it is
   dead.  SET is what it has put into the stock, *WANT what must be there before. */
static bool lead_on (const bcov_hunt_plan *plan, uint32_t level, uint64_t shape, uint64_t set,
                     uint64_t *want, bcov_way *way)
{
  const bcov_rungs *rungs = &plan->rungs;
  while (++level < rungs->count) {
    const bcov_rung *r = &rungs->rungs[level];
    uint64_t covered = shape & *r->guard;
    shape &= ~*r->guard;
    if (!covered)
      break;
    if (!bcov_choices_settle (r, &shape, plan->stock, 1))
      return false;
    *want |= *r->must & plan->stock & ~set;
  }
  way->next = shape | (set & rungs->rungs[level].keep);
  way->level = level;
  return true;
}

/* The choice of a shape in place AT of the stack as a way; false when it is dead. */
static bool make_way (const bcov_hunt *h, uint32_t level, uint32_t at, bcov_way *way)
{
  const bcov_hunt_plan *plan = h->plan;
  uint32_t place = h->via[at];
  uint64_t set = 0, care = 0, want;
  *way = (bcov_way){.via = BCOV_NO_MOVE, .hope = BCOV_ALWAYS};
  if (place != BCOV_NO_MOVE) {
    way->via = plan->rungs.options[place];
    care = bcov_rungs_masks (&plan->rungs, place / 8, false, 0)[place % 8];
    set = bcov_rungs_masks (&plan->rungs, place / 8, true, 0)[place % 8] & plan->stock;
  }
  want = *plan->rungs.rungs[level].must & plan->stock & ~set;
  bool fine = lead_on (plan, level, h->keys[0][at] & ~plan->stock, set, &want, way);
  way->want = bcov_extract (want, plan->stock);
  way->care = bcov_extract (care | want, plan->stock);
  return fine;
}

/* Room for a page of COUNT ways; false when the atlas is given up. */
static bool make_room (bcov_hunt *h, uint32_t count, uint32_t at, uint32_t *origin)
{
  bcov_atlas *atlas = &h->atlas;
  if (bcov_atlas_room (atlas, count))
    return true;
  memset (h->origin, 0, at * sizeof *h->origin);
  *origin = 0;
  return bcov_atlas_clear (atlas) && bcov_atlas_room (atlas, count);
}

/* What of the stock must be left for one of the COUNT ways behind PAGE. */
static uint32_t find_hope (const bcov_line *page, uint32_t count)
{
  uint32_t hope = 0;
  for (uint32_t k = 1; k <= count; k++) {
    uint32_t needs = page[k].way.care & ~page[k].way.want;
    hope |= needs ? needs & -needs : BCOV_ALWAYS;
  }
  return hope;
}

uint32_t bcov_survey_page (bcov_hunt *hunt, uint32_t level, uint64_t shape, uint32_t at,
                           uint32_t *origin)
{
  bcov_atlas *atlas = &hunt->atlas;
  uint32_t end = bcov_choices_try (hunt, level, &shape, at, true, 1), count = 0;
  if (!make_room (hunt, end - at, at, origin))
    return 0;
  uint32_t page = *bcov_atlas_slot (atlas, level, shape) = atlas->count;
  bcov_line *lines = &atlas->lines[page];
  for (uint32_t k = at; k < end; k++)
    count += make_way (hunt, level, k, &lines[1 + count].way);
  lines->page = (bcov_page){shape, level, find_hope (lines, count), count};
  atlas->count += 1 + count;
  atlas->pages++;
  atlas->drawn++;
  return page;
}
