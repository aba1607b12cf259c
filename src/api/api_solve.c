/* The questions: count, list, solve, fill. */

#include "question/count_limit.h"
#include "engine/match/holes.h"
#include "model/compile/classes.h"
#include "model/reduce/obstacle.h"

bcov_status bcov_count (const bcov_puzzle *puzzle, const bcov_request *request,
                        bcov_answer **answer, bcov_error *err)
{
  bcov_run run;
  bcov_answer_start (answer);
  bcov_status status = bcov_run_start (&run, puzzle, request, false, err);
  if (status)
    return status;
  status = run.request.limit ? bcov_count_limit_run (&run, run.request.limit, NULL, NULL, err)
                             : bcov_run_count (&run, err);
  return bcov_run_answer (&run, status, answer, err);
}

/* ---- list ---- */

typedef struct {
  bcov_run *run;
  bcov_see *see;
  void *data;
  bcov_covering *covering;
  uint64_t index;
  bcov_status status;
  bcov_error *err;
} listing;

static bool show_solution (void *data, const uint32_t *options, size_t count)
{
  listing *l = data;
  if (!bcov_run_counts (l->run, options, count, &l->status, l->err))
    return !l->status;
  l->status = bcov_decode (&l->run->compiled, options, count, l->covering, l->err);
  if (l->status)
    return false;
  l->index++;
  l->status = l->see (l->covering, l->index, l->data);
  return !l->status && l->index != l->run->request.limit;
}

/* Passes every solution to L, unless a proof shows that there is none. */
static bcov_status show_all (listing *l)
{
  bcov_run *run = l->run;
  bool none = false;
  bcov_status status = bcov_run_look (run, &none, l->err);
  if (status || none)
    return status;
  status = bcov_run_each (run, show_solution, l, l->err);
  return status ? status : bcov_run_seen (l->status);
}

bcov_status bcov_list (const bcov_puzzle *puzzle, const bcov_request *request, bcov_see *see,
                       void *data, bcov_answer **answer, bcov_error *err)
{
  bcov_run run;
  listing l = {.run = &run, .see = see, .data = data, .err = err};
  bcov_answer_start (answer);
  bcov_status status = bcov_run_start (&run, puzzle, request, false, err);
  if (status)
    return status;
  status = bcov_covering_new (run.puzzle, &l.covering, err);
  if (!status)
    status = show_all (&l);
  mpz_set_ui (run.result.found.value, l.index);
  bcov_covering_free (l.covering);
  return bcov_run_answer (&run, status, answer, err);
}

/* ---- solve ---- */

typedef struct {
  bcov_run *run;
  bcov_status status;
  bcov_error *err;
} solving;

static bool take_solution (void *data, const uint32_t *options, size_t count)
{
  solving *s = data;
  s->status = bcov_covering_new (s->run->puzzle, &s->run->best, s->err);
  if (!s->status)
    s->status = bcov_decode (&s->run->compiled, options, count, s->run->best, s->err);
  return false;
}

bcov_status bcov_solve (const bcov_puzzle *puzzle, const bcov_request *request,
                        bcov_answer **answer, bcov_error *err)
{
  bcov_run run;
  solving s = {.run = &run, .err = err};
  bcov_request asked = bcov_request_copy (request);
  bool none = false;
  asked.limit = 1;
  asked.up_to_symmetry = false;
  bcov_answer_start (answer);
  bcov_status status = bcov_run_start (&run, puzzle, &asked, false, err);
  if (status)
    return status;
  status = bcov_run_prove (&run, &none, err);
  if (!status && !none)
    status = bcov_run_solve (&run, take_solution, &s, err);
  if (!status)
    status = s.status;
  if (run.best)
    run.result.complete = true;
  return bcov_run_answer (&run, status, answer, err);
}

/* ---- fill ---- */

static bcov_status fill_holes (bcov_run *run, bcov_covering *best, bcov_error *err)
{
  bcov_mem *mem = run->mem;
  bcov_classes classes;
  bcov_status status = bcov_classes_make (run->puzzle, &classes, err);
  if (status)
    return status;
  uint32_t *flow = bcov_mem_alloc (mem, classes.fits.count + 1, sizeof *flow, err);
  status = flow ? bcov_holes_match (&classes, flow, &run->result.gain, err) : bcov_mem_status (mem);
  if (!status)
    status = bcov_classes_decode (&classes, flow, best, err);
  bcov_mem_free (mem, flow);
  bcov_classes_free (&classes);
  return status;
}

static bcov_status fill_board (bcov_run *run, bcov_covering *best, bcov_error *err)
{
  bcov_job job = bcov_run_job (run, true);
  job.share.part = job.share.parts = 1;
  const bcov_pairs *pairs;
  bcov_status status = BCOV_OK;
  job.most = UINT64_MAX;
  if (bcov_plan_pairs (&run->plan, &pairs, NULL) || !pairs) /* a matching needs no bound */
    status = bcov_obstacle_most (&run->compiled, &run->control, &job.most, err);
  if (!status)
    status = bcov_plan_run (&run->plan, run->engine, &job, &run->result, err);
  if (run->result.bound > job.most)
    run->result.bound = job.most;
  if (!status)
    status = bcov_decode (&run->compiled, run->result.best.data, run->result.best.count, best, err);
  return status;
}

bcov_status bcov_fill (const bcov_puzzle *puzzle, const bcov_request *request, bcov_answer **answer,
                       bcov_error *err)
{
  bcov_run run;
  bcov_answer_start (answer);
  bcov_status status = bcov_run_start (&run, puzzle, request, true, err);
  if (status)
    return status;
  status = bcov_covering_new (run.puzzle, &run.best, err);
  if (!status)
    status = run.holes ? fill_holes (&run, run.best, err) : fill_board (&run, run.best, err);
  return bcov_run_answer (&run, status, answer, err);
}
