/* The state of a search as rows of bits, for models in which only pairs of options clash.  It makes
   the same choices as the sparse sets of state.h, in the same order, many times faster; see there
   for what each call means.

   Options are named by their *places* here, which bcov_rows_next gives: such a place holds on the
   level where it was given. */

#ifndef BCOV_ROWS_H
#define BCOV_ROWS_H

#include "engine/search/subproblem.h"
#include "engine/search/column_counts.h"

/* A level: what was entered by taking an option. */
typedef struct {
  uint64_t entered;      /* how many had been before it */
  uint32_t alive, lanes; /* options left, and items that still matter */
} bcov_rows_level;

typedef struct {
  bcov_scheme scheme;
  BCOV_VEC (bcov_subproblem)
  subproblems; /* COUNT in use, the last at present; all up to ROOM are made */
  size_t made;
  BCOV_VEC (bcov_rows_level) levels;
  BCOV_VEC (uint64_t) below; /* of each level: entered below it, on average, x 16; 0: not known */
  uint32_t level;
  uint64_t entered;
  uint32_t choice;   /* what bcov_rows_choose says */
  uint32_t *changed; /* words of the row that the last step changed */
  uint64_t *gone;    /* and what they have lost */
  bcov_column_counts_less *tally;
  bool eager; /* for tests: a subproblem on every level */
  bcov_error *err;
  bcov_status status;
} bcov_rows;

/* Whether MODEL is of that kind: no item is to be touched twice or more, none allows a bounded
   number above one, no option touches an item more than once, and the rows take MOST_BYTES at most.
 */
bool bcov_rows_apply (const bcov_model *model, size_t most_bytes);

bcov_status bcov_rows_start (bcov_rows *rows, const bcov_model *model, bcov_error *err);
void bcov_rows_end (bcov_rows *rows);

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

static inline const bcov_subproblem *bcov_rows_current (const bcov_rows *rows)
{
  return &rows->subproblems.data[rows->subproblems.count - 1];
}

/* The option at PLACE. */
static inline uint32_t bcov_rows_option (const bcov_rows *rows, uint32_t place)
{
  return bcov_rows_current (rows)->option.data[place];
}

uint32_t bcov_rows_choose_free (const bcov_rows *rows);

/* The first option alive of ITEM, which must have been chosen by one of the two, from *PLACE (0 at
   first) on, which is moved there. */
uint32_t bcov_rows_next (const bcov_rows *rows, uint32_t item, uint32_t *place);

/* How many options of ITEM, chosen as above, are alive. */
uint32_t bcov_rows_size (const bcov_rows *rows, uint32_t item);

#endif
