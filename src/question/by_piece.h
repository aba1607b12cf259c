/* Counts solutions by the number of options of each group that they use.  A row holds these numbers
   and the number of solutions that have them. */

#ifndef BCOV_BY_PIECE_H
#define BCOV_BY_PIECE_H

#include "base/table.h"
#include "engine/plan/plan.h"

typedef struct {
  bcov_mem *mem;
  uint32_t groups;
  BCOV_VEC (uint32_t) uses;       /* GROUPS numbers for each row */
  BCOV_VEC (bcov_number) numbers; /* of each row */
  bcov_table index;               /* of rows by their uses */
} bcov_by_piece;

void bcov_by_piece_start (bcov_mem *mem, uint32_t groups, bcov_by_piece *table);
void bcov_by_piece_free (bcov_by_piece *table);

/* Adds NUMBER solutions with USES. */
bcov_status bcov_by_piece_add (bcov_by_piece *table, const uint32_t *uses,
                               const bcov_number *number, bcov_error *err);

/* Sorts the rows by their uses, the first group first. */
bcov_status bcov_by_piece_sort (bcov_by_piece *table, bcov_error *err);

/* Lists every solution of JOB, which has no sink, with ENGINE and adds it.  GROUP_OF is the group
   of each option. */
bcov_status bcov_by_piece_list (bcov_engine engine, const bcov_job *job, const uint32_t *group_of,
                                bcov_by_piece *table, bcov_result *result, bcov_error *err);

/* Receives the number of touches of each kept item, in the order of the items, and the number of
   solutions that have them. */
typedef bcov_status bcov_by_piece_see (void *data, const uint64_t *touches,
                                       const bcov_number *number, bcov_error *err);

/* Counts the solutions of job->model with the frontier engine, by the number of touches of each
   item that is KEPT, and calls SEE for each combination.  Some option must touch each item that
   has a lower bound.  SEE must check the bounds of these items.
   Sets COMPLETE to false, without calling SEE, if the control ended the run. */
bcov_status bcov_by_piece_count (const bcov_job *job, const bool *kept, bcov_by_piece_see *see,
                                 void *data, bool *complete, bcov_error *err);

#endif
