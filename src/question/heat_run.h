/* Heat on its way from a puzzle to whoever shows it: as text, as JSON, as a picture. */

#ifndef BCOV_HEAT_RUN_H
#define BCOV_HEAT_RUN_H

#include "question/heat_facts.h"

/* Shows HEAT, which is valid during the call only. */
typedef bcov_status bcov_show_heat (const bcov_heat_facts *heat, void *data, bcov_error *err);

/* Counts in how many coverings of PUZZLE each placement is used, and has it shown.  ANSWER is that
   of the run. */
bcov_status bcov_heat_run (const bcov_puzzle *puzzle, const bcov_request *request,
                           bcov_show_heat *show, void *data, bcov_answer *answer, bcov_error *err);

#endif
