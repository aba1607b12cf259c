/* Solutions by how often they use each group of options: rows of uses, each with the number of
   solutions that have just these. */

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

/* Puts the rows into ascending order of their uses, the first group weighing most. */
bcov_status bcov_by_piece_sort (bcov_by_piece *table, bcov_error *err);

/* Adds every solution of JOB (without a sink of its own), found one by one by ENGINE; GROUP_OF
   tells the group of each option. */
bcov_status bcov_by_piece_list (bcov_engine engine, const bcov_job *job, const uint32_t *group_of,
                                bcov_by_piece *table, bcov_result *result, bcov_error *err);

/* Gets the touches of the kept items, in the order of the items, and the number of solutions with
   these. */
typedef bcov_status bcov_by_piece_see (void *data, const uint64_t *touches,
                                       const bcov_number *number, bcov_error *err);

/* Calls SEE for all solutions of job->model, not listed but counted by the frontier engine together
   with how often they touch each item that is KEPT; whether that is within the bounds of such an
   item is for SEE to ask.  *COMPLETE is false when the control ended the run: nothing was seen. */
bcov_status bcov_by_piece_count (const bcov_job *job, const bool *kept, bcov_by_piece_see *see,
                                 void *data, bool *complete, bcov_error *err);

#endif
