/* explain: what is known before solving, and why nothing fits where that can be proved. */

#include "question/run.h"
#include "model/reduce/obstacle.h"
#include "report/explain.h"

/* Reduces the model and counts its components. */
static bcov_status look_at_model (bcov_run *run, bcov_facts *facts, bcov_error *err)
{
  bcov_model reduced;
  bcov_components parts = {0};
  bcov_status status = bcov_plan_reduce_fully (&run->compiled.model, &run->control, &reduced, err);
  if (status)
    return status;
  status = bcov_component_split (&reduced, &parts, err);
  facts->reduced_items = reduced.items.count;
  facts->reduced_options = bcov_model_options (&reduced);
  facts->components = parts.count;
  facts->none = facts->none || reduced.impossible;
  bcov_components_free (reduced.mem, &parts);
  bcov_model_free (&reduced);
  return status;
}

/* Which engine will count, and what that will take. */
static bcov_status foresee (bcov_run *run, bcov_facts *facts, bcov_error *err)
{
  bcov_job job = bcov_run_job (run, false);
  bcov_outcome outcome = {.engine = run->engine};
  bcov_status status = BCOV_OK;
  if (run->engine != BCOV_BRUTE && !facts->none)
    status = bcov_run_mirror (run, &job, err);
  if (!status && run->engine != BCOV_BRUTE && !facts->none)
    status = bcov_plan_foresee (&run->plan, run->engine, job.represent, &outcome, err);
  facts->engine = bcov_engine_name (outcome.engine == BCOV_AUTO ? BCOV_FRONTIER : outcome.engine);
  facts->nodes = outcome.cost.nodes;
  facts->states = outcome.cost.states;
  facts->widest = outcome.cost.widest;
  facts->bytes = outcome.cost.bytes;
  facts->fits = outcome.fits;
  return status;
}

static bcov_status gather_facts (bcov_run *run, bcov_facts *facts, bcov_text *why, bcov_error *err)
{
  bcov_status status = bcov_obstacle_find (&run->compiled, &run->control, why, &facts->none, err);
  bool told = facts->none;
  if (!status)
    status = look_at_model (run, facts, err);
  if (!status && facts->none && !told)
    bcov_text_put (why, "whatever is placed somewhere leaves a cell or a piece without a place\n");
  facts->items = run->compiled.model.items.count;
  facts->options = bcov_model_options (&run->compiled.model);
  facts->symmetries = run->orbits.count;
  if (!status)
    status = foresee (run, facts, err);
  bcov_text_char (why, 0);
  facts->why = why->failed ? "" : why->data;
  return status;
}

bcov_status bcov_explain (const bcov_puzzle *puzzle, const bcov_request *request, bool json,
                          char **report, bcov_error *err)
{
  bcov_run run;
  bcov_request asked = request ? *request : (bcov_request){0};
  bcov_facts facts = {.puzzle = puzzle};
  bcov_text why = {0}, out = {0};
  asked.up_to_symmetry = true;
  bcov_status status = bcov_run_start (&run, puzzle, &asked, false, err);
  if (status)
    return status;
  status = gather_facts (&run, &facts, &why, err);
  if (!status && json)
    status = bcov_explain_json (&facts, &out, err);
  else if (!status)
    bcov_explain_text (&facts, &out);
  bcov_text_drop (&why);
  bcov_run_end (&run);
  if (!status)
    return bcov_text_take (&out, report, NULL, err);
  bcov_text_drop (&out);
  return status;
}
