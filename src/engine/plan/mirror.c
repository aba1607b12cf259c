/* A search is run on the model with the representatives alone: where an order of the items is
   known, those that lie first in it.  The order of a list depends on the puzzle alone: that of the
   search, each solution with its images in the order of the symmetries.

   The frontier meets no single solutions.  For it every option on the item is laid where its
   representative lies: a partial solution that has gone past the last representative without one is
   then dead, and those that are left are fewer. */

#include "engine/plan/mirror.h"
#include "model/reduce/reduce.h"

#include <assert.h>

typedef struct {
  const bcov_job *job;
  BCOV_VEC (uint32_t) image; /* of the solution at hand */
  bcov_status status;
  bcov_error *err;
} mirror;

/* A sink: hands SOLUTION and its images on. */
static bool hand_images (void *data, const uint32_t *solution, size_t count)
{
  mirror *m = data;
  const bcov_job *job = m->job;
  const bcov_represent *represent = job->represent;
  const bcov_representative *r = bcov_represent_of (represent, solution, count);
  assert (r);
  m->status = bcov_vec_reserve (job->model->mem, &m->image, count, m->err);
  bool more = !m->status;
  for (uint32_t k = 0; more && k < r->images; k++) {
    uint32_t g = represent->symmetries.data[r->first + k];
    const uint32_t *to = bcov_orbits_image (represent->orbits, g);
    for (size_t o = 0; o < count; o++)
      m->image.data[o] = to[solution[o]];
    more = job->sink (job->data, m->image.data, count);
  }
  return more;
}

bool bcov_mirror_applies (const bcov_job *job)
{
  const bcov_model *model = job->model;
  return job->represent &&
         bcov_represent_of (job->represent, model->origin.data, model->origin.count);
}

/* Searches with the representatives alone. */
static bcov_status run_fewer (bcov_engine_run *search, const bcov_job *job, bcov_result *result,
                              bcov_error *err)
{
  mirror m = {.job = job, .err = err};
  bcov_job fewer = *job;
  bcov_model model;
  bcov_status status = bcov_represent_restrict (job->represent, job->model, &model, err);
  if (status)
    return status;
  fewer.model = &model;
  if (job->sink) {
    fewer.sink = hand_images;
    fewer.data = &m;
  }
  result->saves = bcov_represent_saves (job->represent);
  status = search (&fewer, result, err);
  bcov_vec_free (model.mem, &m.image);
  bcov_model_free (&model);
  return status ? status : m.status;
}

bcov_status bcov_mirror_run (bcov_engine_run *search, const bcov_job *job, bcov_result *result,
                             bcov_error *err)
{
  bcov_represent along;
  bcov_job mirrored = *job;
  if (!bcov_mirror_applies (job)) {
    mirrored.represent = NULL;
    return search (&mirrored, result, err);
  }
  if (!job->order)
    return run_fewer (search, job, result, err);
  bcov_status status = bcov_represent_along (job->represent, job->model, job->order, &along, err);
  if (status)
    return status;
  mirrored.represent = &along;
  status = run_fewer (search, &mirrored, result, err);
  bcov_represent_free (&along);
  return status;
}

bcov_status bcov_mirror_gather (const bcov_job *job, bcov_model *out, bcov_error *err)
{
  bcov_model gathered;
  bcov_status status = bcov_represent_gather (job->represent, job->model, &gathered, err);
  if (status)
    return status;
  status = bcov_reduce_lightly (&gathered, job->control, out, err);
  bcov_model_free (&gathered);
  return status;
}
