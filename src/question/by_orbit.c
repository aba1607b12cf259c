/* By Burnside's lemma the orbits are as many as the solutions that a symmetry leaves unchanged, in
   the mean over all symmetries.  Those of one symmetry are solutions of a smaller model
   (model/symmetry/orbit.h).

   For one part of several, and for the brute engine, solutions are listed and those that are the
   least of their orbit counted. */

#include "question/by_orbit.h"

typedef struct {
  const bcov_orbits *orbits;
  BCOV_VEC (uint32_t) scratch;
  uint64_t least;
  bcov_status status;
  bcov_error *err;
} filter;

static bool count_least (void *data, const uint32_t *options, size_t count)
{
  filter *f = data;
  f->status = bcov_vec_reserve (f->orbits->mem, &f->scratch, 2 * count + 1, f->err);
  if (f->status)
    return false;
  f->least += bcov_orbits_least (f->orbits, options, count, f->scratch.data);
  return true;
}

static bcov_status count_filtered (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                                   const bcov_orbits *orbits, bcov_result *result, bcov_error *err)
{
  filter f = {.orbits = orbits, .err = err};
  bcov_job listing = *job;
  listing.sink = count_least;
  listing.data = &f;
  bcov_status status = bcov_plan_run (plan, engine, &listing, result, err);
  mpz_set_ui (result->found.value, f.least);
  bcov_vec_free (orbits->mem, &f.scratch);
  return status ? status : f.status;
}

/* Counts the solutions of JOB and adds them to SUM.  PLAN is NULL where the model has none. */
static bcov_status count_more (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                               bcov_result *sum, bcov_error *err)
{
  bcov_result part;
  bcov_result_init (job->model->mem, &part);
  bcov_status status = plan ? bcov_plan_run (plan, engine, job, &part, err)
                            : bcov_plan_run_once (engine, job, &part, err);
  bcov_number_add_number (&sum->found, &part.found);
  if (part.nodes >= sum->nodes)
    sum->engine = part.engine;
  sum->nodes += part.nodes;
  sum->dead += part.dead;
  sum->remembered += part.remembered;
  sum->looked_up += part.looked_up;
  sum->odd += part.odd;
  sum->halved = sum->halved || part.halved;
  sum->states += part.states;
  sum->widest = part.widest > sum->widest ? part.widest : sum->widest;
  sum->saves = part.saves > sum->saves ? part.saves : sum->saves;
  sum->complete = part.complete;
  bcov_result_free (&part);
  return status;
}

static bcov_status count_fixed (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                                const bcov_orbits *orbits, uint32_t g, bcov_result *sum,
                                bcov_error *err)
{
  bcov_model fixed;
  bcov_job piece = *job;
  if (!g) /* the identity */
    return count_more (plan, engine, job, sum, err);
  bcov_status status = bcov_orbits_fixed (orbits, job->model, g, &fixed, err);
  if (status)
    return status;
  piece.model = &fixed;
  piece.represent = NULL;
  status = count_more (NULL, engine, &piece, sum, err);
  bcov_model_free (&fixed);
  return status;
}

bcov_status bcov_by_orbit_count (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                                 const bcov_orbits *orbits, bcov_result *result, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (engine == BCOV_BRUTE || job->share.parts > 1)
    return count_filtered (plan, engine, job, orbits, result, err);
  mpz_set_ui (result->found.value, 0);
  for (uint32_t g = 0; !status && result->complete && g < orbits->count; g++)
    status = count_fixed (plan, engine, job, orbits, g, result, err);
  if (status)
    return status;
  if (!result->complete) /* each orbit has at most COUNT members */
    mpz_cdiv_q_ui (result->found.value, result->found.value, orbits->count);
  else if (!bcov_number_divide (&result->found, orbits->count))
    status = bcov_error_add (err, BCOV_FAULT, NULL,
                             "internal error: fixed coverings do not add up to whole orbits");
  return status;
}
