/* heat: accessors for placements, cells and sides.
   hint: a placement that all coverings share or, if there is none, the most common one.

   Ties go to the first placement in reading order.  A piece whose cells all carry its letter on the
   board is not a hint: a user who writes hints into the board gets the next one. */

#include "api/api.h"
#include "format/covering/covering_write.h"
#include "question/heat_run.h"
#include "report/heat.h"

/* ---- heat ---- */

BCOV_ACCESSOR (size_t, heat, placements, heat->facts.count)

const bcov_covering *bcov_heat_placement (bcov_heat *heat, size_t k)
{
  const bcov_laid *laid = &heat->placements[k];
  bcov_covering_clear (heat->shown);
  bcov_status status = bcov_covering_lay (heat->shown, laid->piece, laid->form,
                                          heat->cells + laid->first, laid->count, NULL);
  return status ? NULL : heat->shown;
}

bcov_status bcov_heat_uses (const bcov_heat *heat, size_t k, char **out, bcov_error *err)
{
  *out = bcov_number_text (&heat->facts.uses[k]);
  return *out ? BCOV_OK : bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
}

bcov_status bcov_heat_cells (const bcov_heat *heat, size_t piece, double *out, bcov_error *err)
{
  return bcov_heat_shares (&heat->facts, (int32_t)piece, out, err);
}

bcov_status bcov_heat_side (const bcov_heat *heat, uint64_t a, uint64_t b, double *out,
                            bcov_error *err)
{
  return bcov_heat_share_between (&heat->facts, (uint32_t)a, (uint32_t)b, out, err);
}

typedef bcov_status write_heat (const bcov_heat_facts *heat, bcov_text *out, bcov_error *err);

static bcov_status write_report (const bcov_heat *heat, write_heat *write, char **text,
                                 size_t *length, bcov_error *err)
{
  bcov_text out = bcov_text_within (heat->mem);
  *text = NULL;
  bcov_status status = write (&heat->facts, &out, err);
  return bcov_api_text (status, &out, text, length, err);
}

bcov_status bcov_heat_text (const bcov_heat *heat, char **text, size_t *length, bcov_error *err)
{
  return write_report (heat, bcov_heat_write_text, text, length, err);
}

bcov_status bcov_heat_json (const bcov_heat *heat, char **text, size_t *length, bcov_error *err)
{
  return write_report (heat, bcov_heat_write_json, text, length, err);
}

/* ---- hints ---- */

struct bcov_hint {
  bcov_mem *mem; /* held */
  bcov_covering
      *placement; /* a covering of one piece; NULL: nothing to place, or no covering known */
  char *uses, *coverings;
  bool complete, forced;
};

void bcov_hint_free (bcov_hint *hint)
{
  if (!hint)
    return;
  bcov_mem *mem = hint->mem;
  bcov_covering_free (hint->placement);
  bcov_free (hint->uses);
  bcov_free (hint->coverings);
  bcov_mem_free (mem, hint);
  bcov_mem_delete (mem);
}

BCOV_ACCESSOR (const bcov_covering *, hint, placement, hint->placement)
BCOV_ACCESSOR (const char *, hint, uses, hint->uses ? hint->uses : "0")
BCOV_ACCESSOR (const char *, hint, coverings, hint->coverings ? hint->coverings : "0")
BCOV_ACCESSOR (bool, hint, complete, hint->complete)
BCOV_ACCESSOR (bool, hint, forced, hint->forced)

/* ---- choosing ---- */

/* Returns whether letters on the board already show the whole placement of OPTION. */
static bool is_shown (const bcov_run *run, uint32_t option)
{
  const bcov_puzzle *puzzle = run->puzzle;
  if (puzzle->exact || !puzzle->cell_piece)
    return false;
  const bcov_placement *placement = &run->compiled.placements.data[option];
  const bcov_piece *piece = &puzzle->pieces.data[placement->piece];
  for (uint32_t k = 0; k < piece->size; k++)
    if (puzzle->cell_piece[run->compiled.cells.data[placement->first + k]] < 0)
      return false;
  return piece->hi == 1;
}

static uint32_t first_cell (const bcov_run *run, uint32_t option)
{
  return run->puzzle->exact ? option
                            : run->compiled.cells.data[run->compiled.placements.data[option].first];
}

/* Returns whether option A is a better hint than B. */
static bool is_better (const bcov_run *run, const bcov_option_shares *shares, uint32_t a,
                       uint32_t b)
{
  bool a_shown = is_shown (run, a), b_shown = is_shown (run, b);
  if (a_shown != b_shown)
    return b_shown;
  int more = mpz_cmp (shares->uses[a].value, shares->uses[b].value);
  return more > 0 || (more == 0 && first_cell (run, a) < first_cell (run, b));
}

/* Returns the best option that some covering uses, or the number of options if there is none. */
static uint32_t choose (const bcov_run *run, const bcov_option_shares *shares)
{
  uint32_t best = shares->count;
  for (uint32_t k = 0; k < shares->count; k++)
    if (mpz_sgn (shares->uses[k].value) > 0 &&
        (best == shares->count || is_better (run, shares, k, best)))
      best = k;
  return best;
}

static bcov_status fill_hint (const bcov_run *run, const bcov_option_shares *shares,
                              bcov_hint *hint, bcov_error *err)
{
  uint32_t best = choose (run, shares);
  hint->complete = run->result.complete;
  hint->coverings = bcov_number_text (&shares->total);
  if (best == shares->count)
    return BCOV_OK;
  hint->uses = bcov_number_text (&shares->uses[best]);
  hint->forced = hint->complete && !mpz_cmp (shares->uses[best].value, shares->total.value);
  bcov_status status = bcov_covering_new (run->puzzle, &hint->placement, err);
  return status ? status : bcov_decode (&run->compiled, &best, 1, hint->placement, err);
}

/* ---- asking ---- */

/* Returns how long `solve` may take before the coverings are counted. */
static double solve_seconds (const bcov_run *run)
{
  double half = run->request.seconds / 2;
  return half > 0 && half < bcov_plan_hint_seconds ? half : bcov_plan_hint_seconds;
}

/* Finds one covering as `solve` does, because a hint needs at least one, and counting them may find
   none in time.  Sets *NONE to whether there is none. */
static bcov_status find_one (bcov_run *run, bcov_option_shares *one, bool *none, bcov_error *err)
{
  *none = false;
  if (run->engine != BCOV_AUTO || !bcov_control_go_on (&run->control, 0))
    return BCOV_OK;
  bcov_status status = bcov_run_look (run, none, err);
  if (status || *none)
    return status;
  bcov_control_give (&run->control, solve_seconds (run));
  status = bcov_run_solve (run, bcov_option_shares_add, one, err);
  bcov_control_give (&run->control, 0);
  *none = !status && run->result.complete && !mpz_sgn (run->result.found.value);
  if (!status && !*none)
    bcov_run_restart (run);
  return status;
}

/* Counts the coverings that use each option.  If the run is stopped before it has found any, ONE
   counts. */
static bcov_status count_shares (bcov_run *run, bcov_option_shares *shares, bcov_option_shares *one,
                                 bcov_error *err)
{
  bool none = false;
  bcov_status status = find_one (run, one, &none, err);
  if (!status && !none)
    status = bcov_option_shares_count (run, true, shares, err);
  if (status == BCOV_STOPPED && !mpz_sgn (shares->total.value)) {
    bcov_option_shares found = *one;
    *one = *shares;
    *shares = found;
  }
  return status;
}

/* After a stop the hint is chosen from the coverings found so far, and the status is BCOV_STOPPED.
 */
static bcov_status find_hint (bcov_run *run, bcov_hint *hint, bcov_error *err)
{
  bcov_option_shares shares, one;
  bcov_status status = bcov_option_shares_start (run, &shares, err);
  bcov_status other = bcov_option_shares_start (run, &one, err);
  if (!status)
    status = other;
  if (!status)
    status = count_shares (run, &shares, &one, err);
  if (status)
    run->result.complete = false;
  if (!status || (status == BCOV_STOPPED && mpz_sgn (shares.total.value) > 0)) {
    bcov_status filled = fill_hint (run, &shares, hint, err);
    status = filled ? filled : status;
  }
  mpz_set (run->result.found.value, shares.total.value);
  bcov_option_shares_end (&shares);
  bcov_option_shares_end (&one);
  return status;
}

bcov_status bcov_hint_new (const bcov_puzzle *puzzle, const bcov_request *request, bcov_hint **out,
                           bcov_answer **answer, bcov_error *err)
{
  bcov_run run;
  *out = NULL;
  bcov_answer_start (answer);
  bcov_status status = bcov_solution_source_start (&run, puzzle, request, err);
  if (status)
    return status;
  bcov_hint *hint = bcov_mem_alloc (run.mem, 1, sizeof *hint, err);
  if (!hint)
    return bcov_run_answer (&run, bcov_mem_status (run.mem), NULL, err);
  hint->mem = bcov_mem_hold (run.mem);
  status = find_hint (&run, hint, err);
  status = bcov_run_answer (&run, status, answer, err);
  if (!status || status == BCOV_STOPPED)
    *out = hint;
  else
    bcov_hint_free (hint);
  return status;
}

/* ---- showing ---- */

bcov_status bcov_hint_json (const bcov_hint *hint, char **text, size_t *length, bcov_error *err)
{
  const bcov_covering *placement = hint->placement;
  bcov_text out = {0};
  bcov_text_put (&out, placement ? "{\"placement\":{" : "{\"placement\":null");
  if (placement) {
    bcov_laid_write_json (placement->puzzle, placement->laid.data, placement->cells.data, &out);
    bcov_text_put (&out, "}");
  }
  bcov_text_printf (&out, ",\"count\":\"%s\",\"coverings\":\"%s\",\"complete\":%s,\"forced\":%s}",
                    bcov_hint_uses (hint), bcov_hint_coverings (hint),
                    hint->complete ? "true" : "false", hint->forced ? "true" : "false");
  return bcov_text_take (&out, text, length, err);
}
