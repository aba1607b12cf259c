/* Kept levels give any solution at once but may need too much memory; a search needs no memory but
   must visit all solutions.  The planner decides (bcov_plan_keep_levels). */

#include "question/solution_source.h"

bcov_status bcov_solution_source_start (bcov_run *run, const bcov_puzzle *puzzle,
                                        const bcov_request *request, bcov_error *err)
{
  if (request && (request->up_to_symmetry || request->parts > 1))
    return bcov_error_add (
        err, BCOV_INPUT, NULL,
        "this question is about all coverings; leave out part and up-to-symmetry");
  return bcov_run_start (run, puzzle, request, false, err);
}

bcov_status bcov_solution_source_open (bcov_run *run, bool ordered, bcov_solution_source *out,
                                       bcov_error *err)
{
  *out = (bcov_solution_source){.run = run};
  bcov_status status = bcov_run_look (run, &out->none, err);
  if (status || out->none || run->engine == BCOV_BRUTE)
    return status;
  status =
      bcov_plan_keep_levels (&run->plan, run->asked, ordered, &out->levels, &out->by_levels, err);
  if (!status)
    run->engine = out->by_levels ? BCOV_FRONTIER : BCOV_SEARCH;
  else if (run->engine == BCOV_AUTO) /* which tries levels first */
    run->engine = BCOV_FRONTIER;
  run->result.nodes = status ? atomic_load (&run->control.nodes) : out->levels.graph.nodes;
  if (status)
    bcov_solution_source_close (out);
  return status;
}

void bcov_solution_source_close (bcov_solution_source *source)
{
  bcov_listing_close (&source->levels);
}

bcov_status bcov_solution_source_each (bcov_solution_source *source, bcov_sink *sink, void *data,
                                       bcov_error *err)
{
  bcov_run *run = source->run;
  if (source->none)
    return BCOV_OK;
  if (!source->by_levels)
    return bcov_run_each (run, sink, data, err);
  bcov_job job = bcov_run_job (run, false);
  job.sink = sink;
  job.data = data;
  return bcov_listing_answer (&source->levels, &job, &run->result, err);
}
