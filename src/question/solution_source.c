/* Kept levels give any solution at once but may be too many; a search needs no memory but must go
   through all.  When nothing was asked for, levels are tried with fewer states than the search is
   estimated to have nodes; if they need more, the search does what it can do soon, and levels,
   however many, do the rest. */

#include "question/solution_source.h"
#include "model/reduce/reduce.h"

#include <string.h>

enum { LEAST_TRIED = 50000, MOST_TRIED = 3000000 };
static const double soon = 3e7; /* nodes of a search */

bcov_status bcov_solution_source_start (bcov_run *run, const bcov_puzzle *puzzle,
                                        const bcov_request *request, bcov_error *err)
{
  if (request && (request->up_to_symmetry || request->parts > 1))
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "parts and symmetry have no meaning here: all coverings are meant");
  return bcov_run_start (run, puzzle, request, false, err);
}

/* Keeps the levels, STATES at most (0: any number). */
static bcov_status keep_levels (bcov_solution_source *s, uint64_t states, bcov_error *err)
{
  bcov_run *run = s->run;
  bcov_job job = {.model = &s->reduced,
                  .part = 1,
                  .parts = 1,
                  .workers = 1,
                  .control = &run->control,
                  .without = run->request.without};
  bcov_status status = bcov_listing_open (&job, states, &s->levels, err);
  s->by_levels = !status && !s->levels.given_up;
  if (status == BCOV_STOPPED)
    bcov_control_status (&run->control, err);
  return status;
}

/* No order is asked for, and no engine. */
static bcov_status choose_freely (bcov_solution_source *s, bcov_error *err)
{
  double nodes = 0;
  bcov_status status = bcov_search_estimate (&s->reduced, &s->run->control, &nodes, err);
  if (status)
    return status;
  status = keep_levels (s,
                        nodes / 2 < LEAST_TRIED  ? LEAST_TRIED
                        : nodes / 2 < MOST_TRIED ? (uint64_t)(nodes / 2)
                                                 : MOST_TRIED,
                        err);
  if (!status && !s->by_levels && nodes > soon)
    status = keep_levels (s, 0, err);
  return status;
}

static bcov_status choose (bcov_solution_source *s, bool ordered, bcov_error *err)
{
  const char *wish = s->run->request.engine;
  bool free = !wish || !strcmp (wish, "auto");
  bcov_status status = BCOV_OK;
  if (free && !ordered)
    status = choose_freely (s, err);
  else if (s->run->engine == BCOV_FRONTIER || s->run->engine == BCOV_AUTO)
    status = keep_levels (s, free ? BCOV_LISTING_STATES : 0, err);
  if (!status)
    s->run->engine = s->by_levels ? BCOV_FRONTIER : BCOV_SEARCH;
  return status;
}

bcov_status bcov_solution_source_open (bcov_run *run, bool ordered, bcov_solution_source *out,
                                       bcov_error *err)
{
  *out = (bcov_solution_source){.run = run};
  bcov_status status = bcov_run_look (run, &out->none, err);
  if (status || out->none || run->engine == BCOV_BRUTE)
    return status;
  status = bcov_reduce_lightly (&run->compiled.model, &run->control, &out->reduced, err);
  if (status)
    return status;
  status = choose (out, ordered, err);
  run->result.nodes = out->levels.graph.nodes;
  if (status)
    bcov_solution_source_close (out);
  return status;
}

void bcov_solution_source_close (bcov_solution_source *source)
{
  bcov_listing_close (&source->levels);
  if (source->reduced.mem)
    bcov_model_free (&source->reduced);
  source->reduced = (bcov_model){0};
}

bcov_status bcov_solution_source_each (bcov_solution_source *source, bcov_sink *sink, void *data,
                                       bcov_error *err)
{
  bcov_run *run = source->run;
  bcov_job job = bcov_run_job (run, false);
  if (source->none)
    return BCOV_OK;
  job.sink = sink;
  job.data = data;
  if (source->by_levels)
    return bcov_listing_answer (&source->levels, &job, &run->result, err);
  bcov_status status = bcov_run_mirror (run, &job, err);
  return status ? status : bcov_plan_run (run->engine, &job, &run->result, err);
}
