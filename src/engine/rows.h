/* The state of a search as rows of bits, for models of moderate size in which only pairs of options
   clash.  It makes the same choices as the sparse sets of state.h, in the same order, several times
   faster; see there for what each call means. */

#ifndef BCOV_ROWS_H
#define BCOV_ROWS_H

#include "model/model.h"

typedef struct {
  const bcov_model *model;
  uint32_t n_items, words; /* of 64 options; a multiple of 8 */
  uint64_t *clash;         /* of each option: those that cannot stand beside it, and itself */
  uint64_t *column;        /* of each item: its options */
  uint8_t *need;           /* of each item: it must still be touched */
  uint32_t *needy, *needy_at, n_needy;
  BCOV_VEC (uint64_t) alive;       /* a row for each level; the last is the present one */
  BCOV_VEC (uint32_t) left;        /* items that have left NEEDY, in order */
  BCOV_VEC (uint32_t) left_before; /* of each level: how many had before it */
  uint32_t level;
  uint32_t choice; /* what bcov_rows_choose says */
  bcov_error *err;
  bcov_status status;
} bcov_rows;

/* Whether MODEL is of that kind: no item is to be touched twice or more, none allows a bounded
   number above one, no option touches an item more than once, and the options are not too many. */
bool bcov_rows_apply (const bcov_model *model);

bcov_status bcov_rows_start (bcov_rows *rows, const bcov_model *model, bcov_error *err);
void bcov_rows_end (bcov_rows *rows);

bool bcov_rows_take (bcov_rows *rows, uint32_t option);
bool bcov_rows_ban (bcov_rows *rows, uint32_t option);
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
uint32_t bcov_rows_next (const bcov_rows *rows, uint32_t item, uint32_t *cursor);

/* How many options of ITEM are alive. */
uint32_t bcov_rows_size (const bcov_rows *rows, uint32_t item);

#endif
