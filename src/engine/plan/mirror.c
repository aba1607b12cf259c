/* The search runs on a model that contains only the representatives; if an order of the items is
   known, these are the options that come first in it.  The order of a list depends only on the
   puzzle: the order of the search, with the images of each solution in the order of the
   symmetries. */

#include "engine/plan/mirror.h"

#include <assert.h>

typedef struct {
  const bcov_job *job;
  const bcov_represent *represent;
  BCOV_VEC (uint32_t) image; /* of the current solution */
  bcov_status status;
  bcov_error *err;
} images;

/* A sink: passes on SOLUTION and its images. */
static bool hand_images (void *data, const uint32_t *solution, size_t count)
{
  images *m = data;
  const bcov_job *job = m->job;
  const bcov_represent *represent = m->represent;
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

bool bcov_mirror_applies (const bcov_represent *represent, const bcov_model *model)
{
  return represent && bcov_represent_of (represent, model->origin.data, model->origin.count);
}

bcov_status bcov_mirror_make (const bcov_represent *represent, const bcov_model *model,
                              const uint32_t *order, bcov_mirror *out, bcov_error *err)
{
  assert (bcov_mirror_applies (represent, model));
  *out = (bcov_mirror){.represent = represent};
  bcov_status status = BCOV_OK;
  if (order) {
    status = bcov_represent_along (represent, model, order, &out->along, err);
    out->represent = &out->along;
  }
  if (!status)
    status = bcov_represent_restrict (out->represent, model, &out->model, err);
  if (status)
    out->model = (bcov_model){0};
  return status;
}

void bcov_mirror_free (bcov_mirror *mirror)
{
  if (mirror->model.mem)
    bcov_model_free (&mirror->model);
  if (mirror->along.mem)
    bcov_represent_free (&mirror->along);
  *mirror = (bcov_mirror){0};
}

bcov_status bcov_mirror_run (const bcov_mirror *mirror, bcov_mirror_search *search, void *data,
                             const bcov_job *job, bcov_result *result, bcov_error *err)
{
  assert (mirror->represent && mirror->model.mem);
  bcov_job fewer = *job;
  fewer.model = &mirror->model;
  fewer.represent = mirror->represent;
  images m = {.job = job, .represent = mirror->represent, .err = err};
  if (job->sink) {
    fewer.sink = hand_images;
    fewer.data = &m;
  }
  result->saves = bcov_represent_saves (mirror->represent);
  bcov_status status = search (data, &fewer, result, err);
  bcov_vec_free (job->model->mem, &m.image);
  return status ? status : m.status;
}
