/* The state of a depth-first search over a model: which options are alive, what each item still
   needs and may still take, and a trail to go back. */

#ifndef BCOV_STATE_H
#define BCOV_STATE_H

#include "model/model.h"

/* What each step reads of an item, in 16 bytes. */
typedef struct {
  uint32_t start;  /* of its touches in SET */
  uint32_t size;   /* touches there by options alive */
  uint32_t wanted; /* options it needs at least */
  bool closed;     /* takes no more; its list is left as it is */
  bool gain;
} bcov_state_item;

/* The rest. */
typedef struct {
  uint32_t need;     /* touches still lacking */
  uint32_t room;     /* touches still allowed; BCOV_MANY: no bound */
  uint32_t colour;   /* agreed on, 0: none yet */
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
  bcov_error *err;
  bcov_status status; /* not BCOV_OK: memory ended */
} bcov_state;

bcov_status bcov_state_start (bcov_state *state, const bcov_model *model, bcov_error *err);
void bcov_state_end (bcov_state *state);

/* Takes OPTION, which must be alive, with all that follows at once; false when some item can no
   longer get what it needs.  Then, or later, undo to the mark from before. */
bool bcov_state_take (bcov_state *state, uint32_t option);

/* Rules OPTION out; false as above. */
bool bcov_state_ban (bcov_state *state, uint32_t option);

static inline size_t bcov_state_mark (const bcov_state *state)
{
  return state->trail_count;
}
void bcov_state_undo (bcov_state *state, size_t mark);

/* The item in need with the fewest ways, the first of several, or BCOV_NO_ITEM when none needs
 * anything. */
uint32_t bcov_state_choose (const bcov_state *state);

/* When none needs anything: the open item with the fewest options alive (at least one), or
   BCOV_NO_ITEM when no option is alive. */
uint32_t bcov_state_choose_free (const bcov_state *state);

/* The first option alive in the column of ITEM from place *CURSOR (0 at first) on, which is moved
   there; ITEM must have one. */
uint32_t bcov_state_next (const bcov_state *state, uint32_t item, uint32_t *cursor);

#endif
