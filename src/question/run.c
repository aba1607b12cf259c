/* A question from request to answer: check, compile, run, report.  The functions are in the order
   of these steps. */

#include "question/run.h"
#include "question/by_symmetry.h"
#include "base/threads.h"
#include "model/compile/classes.h"
#include "model/reduce/obstacle.h"
#include "model/symmetry/automorphism.h"

#include <math.h>
#include <string.h>

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

/* Makes a view of the puzzle that allocates from the memory of the request.  The memory of the
   puzzle counts towards the limit too. */
static void take_memory (bcov_run *run, const bcov_puzzle *puzzle)
{
  bcov_mem *mem = bcov_request_mem (&run->request, puzzle);
  run->view = bcov_puzzle_view (puzzle, mem);
  run->puzzle = &run->view;
  run->mem = mem;
  run->charged = mem == puzzle->mem ? 0 : bcov_mem_charge (mem, puzzle->mem);
}

bcov_status bcov_run_start (bcov_run *run, const bcov_puzzle *puzzle, const bcov_request *request,
                            bool fill, bcov_error *err)
{
  *run = (bcov_run){.request = bcov_request_copy (request), .represent.item = BCOV_NO_ITEM};
  bcov_wish wish = {run->request.engine, fill, bcov_classes_apply (puzzle)};
  bcov_status status = check_request (run, err);
  if (!status)
    status = bcov_plan_choose (&wish, &run->asked, err);
  if (!status && fill && puzzle->exact)
    status = bcov_error_add (err, BCOV_INPUT, NULL,
                             "`fill` needs a board; an exact cover problem has none");
  if (!status && run->request.up_to_symmetry && puzzle->exact)
    status = bcov_error_add (
        err, BCOV_INPUT, NULL,
        "an exact cover problem has no board and therefore no symmetries; count all coverings");
  if (status)
    return status;
  take_memory (run, puzzle);
  run->engine = run->asked;
  bcov_watch watch = bcov_request_watch (&run->request);
  bcov_control_start (&run->control, &watch);
  bcov_result_init (run->mem, &run->result);
  run->holes = fill && wish.holes && run->engine == BCOV_MATCH;
  if (!run->holes)
    status = bcov_compile (run->puzzle, fill, &run->control, &run->compiled, err);
  bcov_job job = bcov_run_job (run, fill);
  bcov_plan_open (&job, &run->plan);
  if (!status && run->request.up_to_symmetry && !fill)
    status = bcov_orbits_find (&run->compiled, &run->control, &run->orbits, err);
  if (status)
    bcov_run_end (run);
  return status;
}

void bcov_run_end (bcov_run *run)
{
  bcov_free (run->why);
  bcov_plan_close (&run->plan);
  bcov_represent_free (&run->represent);
  bcov_orbits_free (&run->orbits);
  bcov_vec_free (run->mem, &run->scratch);
  bcov_compiled_free (&run->compiled);
  bcov_result_free (&run->result);
  bcov_mem_discharge (run->mem, run->charged);
}

bcov_job bcov_run_job (bcov_run *run, bool most)
{
  return (bcov_job){.model = &run->compiled.model,
                    .objective = most ? BCOV_MOST : BCOV_EACH,
                    .share = {run->request.part, run->request.parts},
                    .workers = run->request.threads,
                    .control = &run->control,
                    .without = run->request.without,
                    .limit = run->request.limit};
}

/* Whether the model has a piece that is used exactly once. */
static bool has_single_piece (const bcov_compiled *compiled)
{
  for (size_t i = 0; i < compiled->meanings.count; i++) {
    bcov_item item = compiled->model.items.data[i];
    if (compiled->meanings.data[i].kind == BCOV_IS_PIECE && item.lo == 1 && item.hi == 1)
      return true;
  }
  return false;
}

/* An upper bound of the number of images of all options under all symmetries. */
static uint64_t count_images (const bcov_compiled *compiled)
{
  const bcov_board *board = &compiled->puzzle->board;
  uint64_t rows = board->wrap & BCOV_WRAP_ROWS ? (uint64_t)board->rows : 1;
  uint64_t columns = board->wrap & BCOV_WRAP_COLUMNS ? (uint64_t)board->columns : 1;
  return (uint64_t)bcov_symmetry_count (board->lattice) * bcov_model_options (&compiled->model) *
         rows * columns;
}

static bool may_mirror (const bcov_run *run)
{
  bool exact = run->puzzle->exact;
  return bcov_plan_mirrors (run->asked, run->request.without,
                            exact || has_single_piece (&run->compiled),
                            exact ? 0 : count_images (&run->compiled));
}

/* Finds the symmetries and the representatives, unless this was done before. */
static bcov_status find_mirror (bcov_run *run, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  const bcov_model *model = &run->compiled.model;
  if (run->has_mirror)
    return BCOV_OK;
  run->has_mirror = true;
  if (!run->orbits.count)
    status = run->puzzle->exact
                 ? bcov_automorphisms_find (model, &run->control, &run->orbits, err)
                 : bcov_orbits_find (&run->compiled, &run->control, &run->orbits, err);
  if (!status)
    status = bcov_represent_find (model, &run->orbits, bcov_plan_worth, &run->control,
                                  &run->represent, err);
  return status;
}

/* The source of symmetries for counts, which can do without them. */
static const bcov_represent *find_later (void *data)
{
  bcov_run *run = data;
  find_mirror (run, NULL);
  return run->represent.item != BCOV_NO_ITEM ? &run->represent : NULL;
}

bcov_status bcov_run_mirror (bcov_run *run, bcov_job *job, bcov_error *err)
{
  bool eager = job->sink || run->request.up_to_symmetry;
  if (!may_mirror (run) || (eager && run->puzzle->exact))
    return BCOV_OK;
  run->source = (bcov_represent_source){find_later, run};
  job->source = eager ? NULL : &run->source;
  bcov_status status = eager ? find_mirror (run, err) : BCOV_OK;
  if (!status && run->represent.item != BCOV_NO_ITEM)
    job->represent = &run->represent;
  return status;
}

bool bcov_run_counts (bcov_run *run, const uint32_t *options, size_t count, bcov_status *status,
                      bcov_error *err)
{
  if (!run->request.up_to_symmetry)
    return true;
  *status = bcov_vec_reserve (run->mem, &run->scratch, 2 * count + 1, err);
  return !*status && bcov_orbits_least (&run->orbits, options, count, run->scratch.data);
}

void bcov_run_restart (bcov_run *run)
{
  bcov_result_free (&run->result);
  bcov_result_init (run->mem, &run->result);
}

/* ---- proofs that there is no covering ---- */

static bcov_status keep_why (bcov_run *run, bcov_text *why, bcov_error *err)
{
  bcov_free (run->why);
  run->why = NULL;
  return bcov_text_take (why, &run->why, NULL, err);
}

/* Returns a matching of the model if it is a graph, or NULL; without memory or time for it, other
   engines go on. */
static const bcov_pairs *find_pairs (bcov_run *run)
{
  const bcov_pairs *pairs;
  return bcov_plan_pairs (&run->plan, &pairs, NULL) ? NULL : pairs;
}

bcov_status bcov_run_prove (bcov_run *run, bool *none, bcov_error *err)
{
  bcov_text why = {0};
  const bcov_pairs *pairs = find_pairs (run);
  *none = false;
  if (pairs && pairs->matching.covers)
    return BCOV_OK;
  bcov_status status = bcov_obstacle_find (&run->compiled, &run->control, &why, none, err);
  if (!status && !*none && pairs && pairs->matching.barrier.outers) {
    const bcov_barrier *b = &pairs->matching.barrier;
    bcov_obstacle_tell_pairs (&run->compiled, b->outer, b->outers, b->inner, b->inners, &why);
    *none = true;
  }
  if (!status && *none)
    status = keep_why (run, &why, err);
  if (status || *none)
    mpz_set_ui (run->result.found.value, 0);
  bcov_text_drop (&why);
  return status;
}

bcov_status bcov_run_look (bcov_run *run, bool *none, bcov_error *err)
{
  *none = false;
  return run->engine == BCOV_BRUTE ? BCOV_OK : bcov_run_prove (run, none, err);
}

bcov_status bcov_run_refute (bcov_run *run, double seconds, bool *none, bcov_error *err)
{
  bcov_refutation refutation = {0};
  bcov_text why = {0};
  bcov_status status = bcov_plan_refute (&run->plan, seconds, &refutation, err);
  *none = !status && refutation.found;
  if (!*none)
    return status;
  bcov_obstacle_tell_reduced (&run->compiled, refutation.item, &why);
  status = keep_why (run, &why, err);
  bcov_text_drop (&why);
  return status;
}

/* The plan has reduced another form of the model, so this reduces again. */
bcov_status bcov_run_tell (bcov_run *run, bcov_error *err)
{
  bool none;
  if (!run->result.refuted || mpz_sgn (run->result.found.value))
    return BCOV_OK;
  return bcov_run_refute (run, INFINITY, &none, err);
}

/* ---- running ---- */

bcov_status bcov_run_each (bcov_run *run, bcov_sink *sink, void *data, bcov_error *err)
{
  bcov_job job = bcov_run_job (run, false);
  job.sink = sink;
  job.data = data;
  bcov_status status = bcov_run_mirror (run, &job, err);
  if (!status)
    status = bcov_plan_run (&run->plan, run->engine, &job, &run->result, err);
  return status ? status : bcov_run_tell (run, err);
}

bcov_status bcov_run_solve (bcov_run *run, bcov_sink *sink, void *data, bcov_error *err)
{
  bcov_job job = bcov_run_job (run, false);
  job.sink = sink;
  job.data = data;
  bcov_status status = bcov_plan_solve (&run->plan, run->engine, &job, &run->result, err);
  return status ? status : bcov_run_tell (run, err);
}

bcov_status bcov_run_count (bcov_run *run, bcov_error *err)
{
  bcov_job job = bcov_run_job (run, false);
  bool none;
  bcov_status status = bcov_run_look (run, &none, err);
  if (status || none)
    return status;
  status = bcov_run_mirror (run, &job, err);
  if (status)
    return status;
  status =
      run->request.up_to_symmetry
          ? bcov_by_symmetry_orbits (&run->plan, run->engine, &job, &run->orbits, &run->result, err)
          : bcov_plan_run (&run->plan, run->engine, &job, &run->result, err);
  return status ? status : bcov_run_tell (run, err);
}

/* Adds the statistic "symmetry": the factor by which the search became smaller, if it is known, and
   the item that has only representatives. */
static bcov_status answer_symmetry (const bcov_run *run, bcov_answer *answer, bcov_error *err)
{
  bcov_text text = {0};
  if (!(run->result.saves > 0))
    return BCOV_OK;
  if (run->result.saves > 1)
    bcov_text_printf (&text, "x %.3g ", run->result.saves);
  bcov_text_char (&text, '(');
  bcov_compiled_item_name (&run->compiled, run->represent.item, &text);
  bcov_text_char (&text, ')');
  bcov_status status = bcov_text_take (&text, &answer->symmetry, NULL, err);
  if (!status)
    bcov_answer_add_text (answer, "symmetry", answer->symmetry);
  return status;
}

static bcov_status add_statistics (const bcov_run *run, bcov_answer *answer, bcov_error *err)
{
  const bcov_result *result = &run->result;
  bcov_answer_add (answer, "items", run->compiled.model.items.count);
  bcov_answer_add (answer, "options", bcov_model_options (&run->compiled.model));
  if (run->request.up_to_symmetry && run->orbits.count)
    bcov_answer_add (answer, "symmetries", run->orbits.count);
  bcov_status status = answer_symmetry (run, answer, err);
  if (result->winner)
    bcov_answer_add_text (answer, "winner", result->winner);
  if (result->left)
    bcov_answer_add_text (answer, "left", result->left);
  bcov_answer_add (answer, "nodes", result->nodes);
  const struct {
    const char *name;
    uint64_t number;
  } others[] = {{"pockets", result->dead},
                {"memory", result->remembered},
                {"parity", result->odd},
                {"shapes", result->looked_up},
                {"halves", result->halved},
                {"states", result->states},
                {"widest", result->states ? result->widest : 0},
                {"bound", result->complete ? 0 : result->bound}};
  for (size_t k = 0; k < sizeof others / sizeof *others; k++)
    if (others[k].number)
      bcov_answer_add (answer, others[k].name, others[k].number);
  return status;
}

static bcov_status fill_answer (bcov_run *run, bcov_answer **out, bcov_error *err)
{
  bcov_answer *answer = NULL;
  bcov_status status = bcov_answer_new (run->mem, &answer, err);
  if (status)
    return status;
  answer->count = bcov_number_text (&run->result.found);
  answer->complete = run->result.complete;
  answer->cells = run->result.gain;
  answer->covering = run->best;
  run->best = NULL;
  answer->why = run->why;
  run->why = NULL;
  answer->engine =
      bcov_engine_name (run->engine == BCOV_AUTO ? (bcov_engine)run->result.engine : run->engine);
  answer->seconds = bcov_control_seconds (&run->control);
  status = add_statistics (run, answer, err);
  if (status)
    bcov_answer_free (answer);
  else
    *out = answer;
  return status;
}

bcov_status bcov_run_answer (bcov_run *run, bcov_status status, bcov_answer **answer,
                             bcov_error *err)
{
  if (status)
    run->result.complete = false;
  if (!status && answer)
    status = fill_answer (run, answer, err);
  else if (status == BCOV_STOPPED && answer)
    fill_answer (run, answer, NULL); /* ERR already contains the reason of the stop */
  if (!status && !run->result.complete)
    status = bcov_control_status (&run->control, err);
  bcov_covering_free (run->best);
  bcov_run_end (run);
  return status;
}
