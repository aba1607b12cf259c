/* Answers jobs by walking the state graph.  Every kept state has a completion, so the time from one
   solution to the next does not depend on how rare solutions are. */

#include "engine/levels/listing.h"
#include "engine/levels/walk.h"

#include <assert.h>

enum { POLL = 256 }; /* solutions between two polls of the control */

/* ---- opening ---- */

bcov_status bcov_listing_open (const bcov_job *job, const bcov_program *program, uint64_t states,
                               bcov_listing *out, bcov_error *err)
{
  *out = (bcov_listing){0};
  bcov_state_graph_asked asked = {program, job->model, job->objective == BCOV_MOST, states,
                                  job->control};
  bcov_status status = bcov_state_graph_make (&asked, &out->graph, err);
  out->given_up = !status && out->graph.given_up;
  if (status || out->given_up)
    bcov_listing_close (out);
  return status;
}

void bcov_listing_close (bcov_listing *listing)
{
  bcov_state_graph_free (&listing->graph);
}

/* ---- answering ---- */

/* Passes LEFT solutions, from FIRST on, to the sink. */
static bcov_status hand_over (bcov_walk *walk, const bcov_job *job, const mpz_t first, mpz_t left,
                              bcov_result *result, bcov_error *err)
{
  bool more = mpz_sgn (left) > 0;
  bcov_status status = more ? bcov_walk_to (walk, first, err) : BCOV_OK;
  uint64_t handed = 0;
  while (!status && more) {
    bcov_number_add (&result->found, 1);
    atomic_store (&job->control->found, ++handed);
    if (!job->sink (job->data, walk->options, walk->count) ||
        (handed % POLL == 0 && !bcov_control_go_on (job->control, 0))) {
      result->complete = false;
      break;
    }
    mpz_sub_ui (left, left, 1);
    if (!mpz_sgn (left))
      break;
    status = bcov_walk_next (walk, &more, err);
  }
  return status;
}

static bcov_status list (bcov_walk *walk, const bcov_job *job, bcov_result *result, bcov_error *err)
{
  mpz_t first, end;
  bcov_status status = BCOV_OK;
  mpz_inits (first, end, NULL);
  bcov_units_ranks (job->share, walk->total, first, end);
  mpz_sub (end, end, first);
  if (job->sink)
    status = hand_over (walk, job, first, end, result, err);
  else
    mpz_set (result->found.value, end);
  mpz_clears (first, end, NULL);
  return status;
}

static bcov_status find_best (bcov_walk *walk, bcov_result *result, bcov_error *err)
{
  if (!mpz_sgn (walk->total))
    return BCOV_OK;
  bcov_status status = bcov_walk_best (walk, err);
  result->best.count = 0;
  for (size_t k = 0; !status && k < walk->count; k++)
    status = bcov_vec_push (result->mem, &result->best, walk->options[k], err);
  result->gain = mpz_get_ui (walk->total) - 1;
  bcov_number_add (&result->found, 1);
  return status;
}

bcov_status bcov_listing_answer (const bcov_listing *listing, const bcov_job *job,
                                 bcov_result *result, bcov_error *err)
{
  bcov_walk walk;
  assert (!listing->given_up && listing->graph.layers);
  assert (listing->graph.asked.most == (job->objective == BCOV_MOST));
  bcov_number_clear (&result->found);
  bcov_number_init (&result->found, 0);
  result->nodes = listing->graph.nodes;
  bcov_status status = bcov_walk_start (&listing->graph, &walk, err);
  if (status)
    return status;
  status =
      job->objective == BCOV_MOST ? find_best (&walk, result, err) : list (&walk, job, result, err);
  bcov_walk_end (&walk);
  return status;
}
