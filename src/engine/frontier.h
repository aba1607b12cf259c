/* The frontier engine: counts without listing. */

#ifndef BCOV_FRONTIER_H
#define BCOV_FRONTIER_H

#include "engine/engine.h"
#include "engine/program.h"

/* Counts the solutions of job->model, which must have been reduced; no sink, one part. */
bcov_engine_run bcov_frontier_run;

/* The same, but given up after about so many transitions of the sparse table: *DONE is then false,
   and nothing is known. */
bcov_status bcov_frontier_try (const bcov_job *job, uint64_t transitions, bool *done,
                               bcov_result *result, bcov_error *err);

/* The program of MODEL along a good order of its items; KEPT as for bcov_program_make. */
bcov_status bcov_frontier_program (const bcov_model *model, const bool *kept, bcov_control *control,
                                   bcov_program *program, bcov_error *err);

/* The value of the all-zero key after each of the COUNT levels given (ascending): the ways in which
   all that was touched so far is settled.  The numbers in VALUES are initialised before; the first
   *KNOWN of them are right, all unless the control ended the run. */
bcov_status bcov_frontier_levels (const bcov_program *program, const uint32_t *levels, size_t count,
                                  size_t workers, bcov_control *control, bcov_number *values,
                                  size_t *known, bcov_error *err);

/* Gets the values of the kept fields, in the order of program->fields, and the number of solutions
   with these. */
typedef bcov_status bcov_frontier_see (void *data, const uint64_t *kept, const bcov_number *number,
                                       bcov_error *err);

/* All final states of a program with kept fields, in ascending order of the values.  *COMPLETE is
   false when the control ended the run: nothing was seen. */
bcov_status bcov_frontier_tally (const bcov_program *program, size_t workers, bcov_control *control,
                                 bcov_frontier_see *see, void *data, bool *complete,
                                 bcov_error *err);

#endif
