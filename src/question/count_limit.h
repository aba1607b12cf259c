/* Counts up to a limit, for example to find out whether there is a covering, or exactly one. */

#ifndef BCOV_COUNT_LIMIT_H
#define BCOV_COUNT_LIMIT_H

#include "question/run.h"

/* Counts the coverings of RUN, up to symmetry if the request says so, and stops at LIMIT, which is
   at least 1.  run->result is complete only if the count is less than LIMIT.  SEE, unless it is
   NULL, receives at most LIMIT solutions, and none if they are counted without listing. */
bcov_status bcov_count_limit_run (bcov_run *run, uint64_t limit, bcov_sink *see, void *data,
                                  bcov_error *err);

#endif
