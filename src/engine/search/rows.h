/* The state of a search as bitsets, for models in which only pairs of options exclude each other.
   It makes the same choices in the same order as the sparse sets of state.h, many times faster; the
   calls have the same meaning as there.

   Calls name an option by its *place*, which bcov_rows_next returns.  A place is valid at the level
   where it was returned. */

#ifndef BCOV_ROWS_H
#define BCOV_ROWS_H

#include "model/model.h"

typedef struct bcov_subproblem bcov_subproblem;

/* A level: entered by taking an option. */
typedef struct {
  uint64_t entered;      /* levels entered before it */
  uint32_t alive, lanes; /* options alive; items that still matter */
} bcov_rows_level;

typedef struct {
  const bcov_model *model;
  bool all;          /* some option touches no item that needs exactly one: all items get lanes */
  bool plain;        /* every item must be touched, so only items in need matter */
  uint32_t *colours; /* of each item: its greatest colour */
  BCOV_VEC (bcov_subproblem) subproblems; /* the first COUNT are in use, the last is current */
  size_t made;                            /* subproblems that own memory */
  BCOV_VEC (bcov_rows_level) levels;
  BCOV_VEC (uint64_t) below; /* of each level: 16 x the mean number of levels entered below it */
  uint32_t level;
  uint64_t entered;
  uint32_t choice;   /* what bcov_rows_choose returns */
  uint32_t *changed; /* words of the bitset that the last step changed ... */
  uint64_t *gone;    /* ... and the bits that they lost */
  uint64_t *first;   /* bitset, counts, options alive and choice of level 0 at the start */
  bcov_error *err;
  bcov_status status;
} bcov_rows;

/* Returns whether MODEL suits bitsets: no item needs two touches or more or has an upper bound
   above one, no option touches an item twice, and the bitsets take at most MOST_BYTES and are not
   so long that sparse sets are faster. */
bool bcov_rows_apply (const bcov_model *model, size_t most_bytes);

bcov_status bcov_rows_start (bcov_rows *rows, const bcov_model *model, bcov_error *err);
void bcov_rows_end (bcov_rows *rows);

/* Undoes everything since the start. */
void bcov_rows_restart (bcov_rows *rows);

bool bcov_rows_take (bcov_rows *rows, uint32_t place);
bool bcov_rows_ban (bcov_rows *rows, uint32_t place);
void bcov_rows_undo (bcov_rows *rows, size_t mark);

static inline size_t bcov_rows_mark (const bcov_rows *rows)
{
  return rows->level;
}

static inline uint32_t bcov_rows_choose (const bcov_rows *rows)
{
  return rows->choice;
}

uint32_t bcov_rows_choose_free (const bcov_rows *rows);

/* Returns the first option alive of ITEM, which must have been chosen by one of the two, from
 *PLACE (0 at first) on, and moves *PLACE there. */
uint32_t bcov_rows_next (const bcov_rows *rows, uint32_t item, uint32_t *place);

/* Returns the number of options alive of ITEM, chosen as above. */
uint32_t bcov_rows_size (const bcov_rows *rows, uint32_t item);

/* Returns the work of a step, in touches that sparse sets change in the same time. */
uint64_t bcov_rows_work (const bcov_rows *rows);

#endif
