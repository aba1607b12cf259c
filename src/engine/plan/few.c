/* To find another solution, exclude those found: for a solution of n options, add an item that
   each of them touches, with the upper bound n - 1.  Then any method can look for the next
   solution, or prove that there is none.

   Such an item also excludes all larger sets of options.  So no option may be compatible with a
   whole solution that it does not belong to; then there are no larger solutions.  This holds if all
   cells must be covered.

   Time: that of `solve` for each solution; the items take room for all options found so far. */

#include "engine/plan/few.h"
#include "engine/plan/disproof.h"
#include "model/reduce/reduce.h"

#include <assert.h>
#include <stdlib.h>

typedef struct {
  const bcov_model *model;
  BCOV_VEC (uint32_t) options; /* of all solutions: their origins, ascending within each */
  BCOV_VEC (size_t) ends;      /* of the solutions in OPTIONS */
  bcov_status status;
  bcov_error *err;
} few;

static int by_number (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* A sink. */
static bool keep (void *data, const uint32_t *options, size_t count)
{
  few *f = data;
  bcov_mem *mem = f->model->mem;
  size_t start = f->options.count;
  for (size_t k = 0; !f->status && k < count; k++)
    f->status = bcov_vec_push (mem, &f->options, options[k], f->err);
  if (!f->status && count)
    qsort (&f->options.data[start], count, sizeof *options, by_number);
  if (!f->status)
    f->status = bcov_vec_push (mem, &f->ends, f->options.count, f->err);
  return false;
}

/* The options of solution K; COUNT receives their number. */
static const uint32_t *solution_at (const few *f, size_t k, size_t *count)
{
  size_t start = k ? f->ends.data[k - 1] : 0;
  *count = f->ends.data[k] - start;
  return *count ? &f->options.data[start] : NULL;
}

static bool has_option (const few *f, size_t k, uint32_t origin)
{
  size_t count;
  const uint32_t *options = solution_at (f, k, &count);
  return count && bsearch (&origin, options, count, sizeof *options, by_number);
}

/* ---- larger solutions ---- */

typedef struct {
  uint64_t touched;
  uint32_t colour;
} usage;

static void use (const bcov_model *model, uint32_t option, usage *used)
{
  uint32_t n;
  const bcov_touch *t = bcov_model_touches (model, option, &n);
  for (uint32_t k = 0; k < n; k++) {
    used[t[k].item].touched += t[k].times;
    used[t[k].item].colour = t[k].colour;
  }
}

static bool has_room (const bcov_model *model, uint32_t option, const usage *used)
{
  uint32_t n;
  const bcov_touch *t = bcov_model_touches (model, option, &n);
  for (uint32_t k = 0; k < n; k++) {
    bcov_item bounds = model->items.data[t[k].item];
    usage now = used[t[k].item];
    if (bounds.coloured ? now.colour && now.colour != t[k].colour
                        : bounds.hi != BCOV_MANY && now.touched + t[k].times > bounds.hi)
      return false;
  }
  return true;
}

/* Sets *LARGER to whether some option can be added to the last solution. */
static bcov_status find_larger (const few *f, bool *larger)
{
  const bcov_model *model = f->model;
  size_t last = f->ends.count - 1;
  usage *used = bcov_mem_alloc (model->mem, model->items.count + 1, sizeof *used, f->err);
  *larger = false;
  if (!used)
    return bcov_mem_status (model->mem);
  for (uint32_t o = 0; o < bcov_model_options (model); o++)
    if (has_option (f, last, model->origin.data[o]))
      use (model, o, used);
  for (uint32_t o = 0; o < bcov_model_options (model) && !*larger; o++)
    *larger = !has_option (f, last, model->origin.data[o]) && has_room (model, o, used);
  bcov_mem_free (model->mem, used);
  return BCOV_OK;
}

/* ---- other solutions ---- */

static void copy_option (const few *f, uint32_t option, bcov_touch *room, bcov_model *out)
{
  uint32_t n, items = (uint32_t)f->model->items.count, origin = f->model->origin.data[option];
  const bcov_touch *t = bcov_model_touches (f->model, option, &n);
  for (uint32_t k = 0; k < n; k++)
    room[k] = t[k];
  for (size_t k = 0; k < f->ends.count; k++)
    if (has_option (f, k, origin))
      room[n++] = (bcov_touch){.item = items + (uint32_t)k, .times = 1};
  bcov_model_option (out, room, n, origin, f->err);
}

/* Makes the model of all solutions but those found. */
static bcov_status exclude (const few *f, bcov_model *out)
{
  const bcov_model *model = f->model;
  size_t count, room = model->items.count + f->ends.count + 1;
  bcov_touch *touches = bcov_mem_alloc (model->mem, room, sizeof *touches, f->err);
  if (!touches)
    return bcov_mem_status (model->mem);
  bcov_model_init (model->mem, out, f->err);
  bcov_model_copy_items (out, model, f->err);
  for (size_t k = 0; k < f->ends.count; k++) {
    solution_at (f, k, &count);
    assert (count);
    bcov_model_item (out, (bcov_item){.hi = (uint32_t)count - 1}, f->err);
  }
  for (uint32_t o = 0; o < bcov_model_options (model); o++)
    copy_option (f, o, touches, out);
  bcov_mem_free (model->mem, touches);
  return bcov_model_done (out);
}

/* Finds a solution that has not been found before. */
static bcov_status solve_next (few *f, const bcov_prospect *p, const bcov_job *job,
                               bcov_result *result)
{
  bcov_model all, reduced;
  bcov_prospect prospect;
  bcov_job own = *job;
  bcov_status status = exclude (f, &all);
  if (status)
    return status;
  status = bcov_reduce_lightly (&all, job->control, &reduced, f->err);
  if (!status) {
    own.model = &reduced;
    bcov_prospect_start (&p->job, &reduced, &prospect);
    status = bcov_disproof_solve (&prospect, &own, result, f->err);
    bcov_prospect_end (&prospect);
    bcov_model_free (&reduced);
  }
  bcov_model_free (&all);
  return status;
}

/* Looks for one more solution.  Sets *MORE to whether it has found one. */
static bcov_status look (few *f, bcov_prospect *p, const bcov_job *job, bool *more,
                         bcov_result *result)
{
  bcov_result part;
  size_t before = f->ends.count;
  bcov_result_init (f->model->mem, &part);
  bcov_status status =
      before ? solve_next (f, p, job, &part) : bcov_disproof_solve (p, job, &part, f->err);
  result->nodes += part.nodes;
  result->winner = part.winner;
  result->refuted = part.refuted;
  *more = f->ends.count > before;
  result->complete = !*more && part.complete;
  bcov_result_free (&part);
  return status ? status : f->status;
}

bcov_status bcov_few_count (bcov_prospect *p, const bcov_job *job, uint64_t limit, bool *can,
                            bcov_result *result, bcov_error *err)
{
  few f = {.model = p->job.model, .err = err};
  bcov_job own = *job;
  bool more = true, larger = false;
  bcov_status status = BCOV_OK;
  own.model = f.model;
  own.sink = keep;
  own.data = &f;
  while (!status && more && !larger && f.ends.count < limit) {
    status = look (&f, p, &own, &more, result);
    if (!status && more && f.ends.count < limit)
      status = find_larger (&f, &larger);
    if (!status && more && !larger && !f.options.count) { /* the empty solution is the only one */
      result->complete = true;
      break;
    }
  }
  *can = !larger;
  mpz_set_ui (result->found.value, f.ends.count);
  bcov_vec_free (f.model->mem, &f.options);
  bcov_vec_free (f.model->mem, &f.ends);
  return status;
}
