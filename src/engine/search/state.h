/* The state of a depth-first search over a model: the options alive, the number of touches that
   each item still needs and allows, and a trail for undoing changes. */

#ifndef BCOV_STATE_H
#define BCOV_STATE_H

#include "base/mem.h"
#include "model/model.h"

/* The part of an item that each step reads, in 16 bytes. */
typedef struct {
  uint32_t start;  /* of its touches in SET */
  uint32_t size;   /* touches there by options alive */
  uint32_t wanted; /* the least number of options it needs */
  bool closed;     /* allows no more touches; its list does not change */
  bool gain;
} bcov_state_item;

/* The rest. */
typedef struct {
  uint32_t need;     /* touches still lacking */
  uint32_t room;     /* touches still allowed; BCOV_MANY: no bound */
  uint32_t colour;   /* of the options taken; 0: none yet */
  uint32_t most;     /* the greatest TIMES among its touches */
  uint32_t needy_at; /* its place in NEEDY while it needs something */
  bool coloured;
} bcov_state_bounds;

typedef struct {
  const bcov_model *model;
  bcov_state_item *items;
  bcov_state_bounds *bounds;
  uint32_t n_items;
  uint32_t *item_of; /* of each touch */
  uint32_t *owner;   /* option of each touch */
  uint32_t *set;     /* touches by item; of each item those alive come first, in no order */
  uint32_t *where;   /* place of each touch in SET */
  uint32_t *column;  /* options by item, ascending; those of item i begin at its start too */
  uint8_t *dead;     /* of each option */
  uint32_t *needy;   /* items that need something */
  uint32_t n_needy;
  uint64_t live; /* gain items that some option alive could still cover */
  struct bcov_change *trail;
  size_t trail_count, trail_room;
  bcov_rooms rooms; /* owns the arrays of fixed size */
  bcov_error *err;
  bcov_status status; /* not BCOV_OK: out of memory */
} bcov_state;

bcov_status bcov_state_start (bcov_state *state, const bcov_model *model, bcov_error *err);
void bcov_state_end (bcov_state *state);

/* Takes OPTION, which must be alive, and rules out the options that it excludes.  Returns false if
   some item can no longer get what it needs.  Undo to the mark from before to go back. */
bool bcov_state_take (bcov_state *state, uint32_t option);

/* Rules OPTION out; returns false if some item can no longer get what it needs. */
bool bcov_state_ban (bcov_state *state, uint32_t option);

/* Makes ITEM, which needs nothing, need one touch.  This is not undone: call it before the search.
 */
void bcov_state_require (bcov_state *state, uint32_t item);

static inline size_t bcov_state_mark (const bcov_state *state)
{
  return state->trail_count;
}
void bcov_state_undo (bcov_state *state, size_t mark);

/* Returns the option that change K of the trail ruled out or took, or BCOV_NO_OPTION if it changed
   something else.  K is below the mark. */
uint32_t bcov_state_died (const bcov_state *state, size_t k);

/* Returns the item in need with the fewest options to spare, the first of several, or BCOV_NO_ITEM
   if none needs anything. */
uint32_t bcov_state_choose (const bcov_state *state);

/* If no item needs anything: returns the open item with the fewest options alive (at least one), or
   BCOV_NO_ITEM if no option is alive. */
uint32_t bcov_state_choose_free (const bcov_state *state);

/* Returns the first option alive in the column of ITEM from index *CURSOR (0 at first) on, and
 *moves CURSOR there.  ITEM must have one. */
uint32_t bcov_state_next (const bcov_state *state, uint32_t item, uint32_t *cursor);

#endif
