/* Counting no further than a limit: is there a covering, is there just one, are there a thousand?
 */

#ifndef BCOV_COUNT_LIMIT_H
#define BCOV_COUNT_LIMIT_H

#include "question/run.h"

/* Counts the coverings of RUN (up to symmetry where asked), and stops when there are LIMIT, which
   is 1 at least.  run->result is then that number, complete only if it is less than LIMIT.  SEE, if
   not NULL, is called with DATA and the solutions that are met, LIMIT of them at most; none where
   they were counted without listing. */
bcov_status bcov_count_limit_run (bcov_run *run, uint64_t limit, bcov_sink *see, void *data,
                                  bcov_error *err);

#endif
