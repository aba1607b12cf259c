/* From request to answer: check, compile, run, report.  The order of work is that of the functions.
 */

#include "api/run.h"
#include "base/threads.h"
#include "model/classes.h"
#include "model/obstacle.h"

static bcov_status check_request (bcov_run *run, bcov_error *err)
{
  bcov_request *request = &run->request;
  if (!request->threads)
    request->threads = (unsigned)bcov_threads_available ();
  if (!request->part && !request->parts)
    request->part = request->parts = 1;
  if (request->part < 1 || request->part > request->parts)
    return bcov_error_add (
        err, BCOV_INPUT, NULL, "part %u/%u does not exist; parts are numbered from 1/%u to %u/%u",
        request->part, request->parts, request->parts, request->parts, request->parts);
  return BCOV_OK;
}

bcov_status bcov_run_start (bcov_run *run, const bcov_puzzle *puzzle, const bcov_request *request,
                            bool fill, bcov_error *err)
{
  *run = (bcov_run){.puzzle = puzzle};
  if (request)
    run->request = *request;
  bcov_plan plan = {run->request.engine, fill, bcov_classes_apply (puzzle)};
  bcov_status status = check_request (run, err);
  if (!status)
    status = bcov_plan_choose (&plan, &run->engine, err);
  if (!status && fill && puzzle->exact)
    status = bcov_error_add (err, BCOV_INPUT, NULL,
                             "`fill` needs a board; an exact cover problem has none");
  if (status)
    return status;
  bcov_control_start (&run->control, &run->request);
  bcov_result_init (puzzle->mem, &run->result);
  if (run->engine != BCOV_MATCH)
    status = bcov_compile (puzzle, fill, &run->control, &run->compiled, err);
  if (!status && run->request.up_to_symmetry && !fill)
    status = bcov_orbits_find (&run->compiled, &run->control, &run->orbits, err);
  if (status)
    bcov_run_end (run);
  return status;
}

void bcov_run_end (bcov_run *run)
{
  bcov_orbits_free (&run->orbits);
  bcov_compiled_free (&run->compiled);
  bcov_result_free (&run->result);
}

bcov_job bcov_run_job (bcov_run *run, bool most)
{
  return (bcov_job){.model = &run->compiled.model,
                    .most = most,
                    .part = run->request.part,
                    .parts = run->request.parts,
                    .workers = run->request.threads,
                    .control = &run->control};
}

bcov_status bcov_run_look (bcov_run *run, bool *none, bcov_error *err)
{
  bcov_text why = {0};
  *none = false;
  if (run->engine == BCOV_BRUTE)
    return BCOV_OK;
  bcov_status status = bcov_obstacle_find (&run->compiled, &why, none, err);
  bcov_text_drop (&why);
  return status;
}

bcov_status bcov_run_count (bcov_run *run, bcov_error *err)
{
  bcov_job job = bcov_run_job (run, false);
  bool none;
  bcov_status status = bcov_run_look (run, &none, err);
  if (status || none) {
    mpz_set_ui (run->result.found.value, 0);
    return status;
  }
  if (run->request.up_to_symmetry)
    return bcov_plan_count_orbits (run->engine, &job, &run->orbits, &run->result, err);
  return bcov_plan_run (run->engine, &job, &run->result, err);
}

bcov_status bcov_run_answer (bcov_run *run, bcov_answer *answer, bcov_error *err)
{
  answer->count = bcov_number_text (&run->result.found);
  answer->complete = run->result.complete;
  answer->cells = run->result.gain;
  bcov_engine engine = run->engine == BCOV_AUTO ? (bcov_engine)run->result.engine : run->engine;
  answer->engine = bcov_engine_name (engine);
  answer->nodes = run->result.nodes;
  answer->states = run->result.states;
  answer->widest = run->result.widest;
  answer->items = run->compiled.model.items.count;
  answer->options = bcov_model_options (&run->compiled.model);
  answer->symmetries = run->orbits.count;
  answer->seconds = bcov_control_seconds (&run->control);
  return run->result.complete ? BCOV_OK : bcov_control_status (&run->control, err);
}
