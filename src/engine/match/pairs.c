/* From a matching to a result.  Of parallel options, which touch the same items, the first one is
   taken. */

#include "engine/match/pairs.h"

#include <assert.h>

bcov_status bcov_pairs_find (const bcov_model *model, bcov_objective objective,
                             bcov_control *control, bcov_pairs *out, bcov_error *err)
{
  *out = (bcov_pairs){.model = model};
  bcov_status status = bcov_graph_make (model, &out->graph, &out->applies, err);
  if (!status && out->applies)
    status = bcov_matching_find (&out->graph, objective, control, &out->matching, err);
  if (!status && model->impossible)
    out->matching.covers = false;
  if (status)
    bcov_pairs_free (out);
  return status;
}

void bcov_pairs_free (bcov_pairs *pairs)
{
  bcov_matching_free (&pairs->matching);
  bcov_graph_free (&pairs->graph);
  *pairs = (bcov_pairs){0};
}

/* Sets result->best to the options of the matching, ascending by the ends of their edges. */
static bcov_status list_options (const bcov_pairs *pairs, bcov_result *result, bcov_error *err)
{
  const bcov_graph *g = &pairs->graph;
  bcov_status status = BCOV_OK;
  result->best.count = 0;
  for (uint32_t v = 0; v < g->items && !status; v++) {
    uint32_t dart = pairs->matching.dart[v];
    if (dart == BCOV_FREE || dart % 2)
      continue;
    uint32_t option = g->option[g->first[dart / 2]];
    status = bcov_vec_push (result->mem, &result->best, pairs->model->origin.data[option], err);
  }
  return status;
}

bcov_status bcov_pairs_answer (const bcov_pairs *pairs, const bcov_job *job, bcov_result *result,
                               bcov_error *err)
{
  const bcov_matching *matching = &pairs->matching;
  assert (pairs->applies);
  mpz_set_ui (result->found.value, matching->covers);
  result->complete = true;
  if (!matching->covers)
    return BCOV_OK;
  bcov_status status = list_options (pairs, result, err);
  if (job->objective == BCOV_MOST)
    result->gain = result->bound = matching->gain;
  if (!status && job->sink)
    job->sink (job->data, result->best.data, result->best.count);
  return status;
}
