/* Stronger conclusions for a search on sparse sets: items whose remaining options all touch some
   other item.  They leave all solutions alive. */

#ifndef BCOV_LOCKS_H
#define BCOV_LOCKS_H

#include "engine/search/state.h"

typedef struct {
  const bcov_model *model;
  uint32_t *cell;  /* of each option: the item of the partition that it touches; BCOV_NO_ITEM */
  uint32_t *count; /* of each item: all zero between uses */
  uint32_t *met;   /* items with a count */
  uint32_t *queue; /* items to examine: a ring with room for all of them */
  struct bcov_locks_quota *quotas;
  uint32_t *room;
  uint8_t *queued;  /* of each item */
  uint32_t *doomed; /* options to rule out */
  uint8_t *kept;    /* of each option: all zero between uses */
  uint32_t head, waiting;
  uint64_t work;    /* touches examined since it was last set to zero */
  bcov_rooms rooms; /* owns the arrays */
} bcov_locks;

/* Sets *WORTH to whether MODEL has quotas (items that need several touches and allow only some
   number) and each of its options touches an item of the partition.  On other models locks rarely
   pay, and LOCKS is left empty. */
bcov_status bcov_locks_start (bcov_locks *locks, const bcov_model *model, bool *worth,
                              bcov_error *err);
void bcov_locks_end (bcov_locks *locks);

/* Rules out what follows from the changes since MARK, and what follows from that.  Returns false if
   some item can no longer get what it needs.  Undoing the state undoes all of it. */
bool bcov_locks_settle (bcov_locks *locks, bcov_state *state, size_t mark);

/* Finds items that must be touched because quotas need as many touches as they allow together, and
   makes them items in need.  Call it once, before the search.  Returns false if there is no
   solution. */
bool bcov_locks_saturate (bcov_locks *locks, bcov_state *state);

#endif
