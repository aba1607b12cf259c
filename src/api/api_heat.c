/* heat: in how many coverings each placement is used, as text or JSON.
   hint: a placement that every covering has or, if there is none, one that most coverings have.

   Ties go to the first placement in reading order.  A piece whose cells all carry its letter on the
   board is not a hint: a user who writes hints into the board gets the next one. */

#include "format/covering/covering_write.h"
#include "question/heat_run.h"
#include "question/option_shares.h"
#include "report/heat.h"

/* ---- heat ---- */

struct report {
  bool json;
  bcov_text text;
};

static bcov_status write_report (const bcov_heat_facts *heat, void *data, bcov_error *err)
{
  struct report *report = data;
  return report->json ? bcov_heat_json (heat, &report->text, err)
                      : bcov_heat_text (heat, &report->text, err);
}

bcov_status bcov_heat (const bcov_puzzle *puzzle, const bcov_request *request, bool json,
                       char **report, bcov_answer *answer, bcov_error *err)
{
  struct report made = {.json = json, .text = bcov_text_within (puzzle->mem)};
  *report = NULL;
  bcov_status status = bcov_heat_run (puzzle, request, write_report, &made, answer, err);
  if (!status)
    return bcov_text_take (&made.text, report, NULL, err);
  bcov_text_drop (&made.text);
  return status;
}

void bcov_tip_clear (bcov_tip *tip)
{
  bcov_covering_free (tip->placement);
  bcov_text_free (tip->uses);
  bcov_text_free (tip->coverings);
  *tip = (bcov_tip){0};
}

/* ---- choosing ---- */

/* Whether letters on the board show the whole placement of OPTION already. */
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

/* Whether option A is a better hint than B. */
static bool is_better (const bcov_run *run, const bcov_option_shares *shares, uint32_t a,
                       uint32_t b)
{
  bool a_shown = is_shown (run, a), b_shown = is_shown (run, b);
  if (a_shown != b_shown)
    return b_shown;
  int more = mpz_cmp (shares->uses[a].value, shares->uses[b].value);
  return more > 0 || (more == 0 && first_cell (run, a) < first_cell (run, b));
}

/* The best of the options in use; the number of options if there is none. */
static uint32_t choose (const bcov_run *run, const bcov_option_shares *shares)
{
  uint32_t best = shares->count;
  for (uint32_t k = 0; k < shares->count; k++)
    if (mpz_sgn (shares->uses[k].value) > 0 &&
        (best == shares->count || is_better (run, shares, k, best)))
      best = k;
  return best;
}

static bcov_status fill_tip (const bcov_run *run, const bcov_option_shares *shares, bcov_tip *tip,
                             bcov_error *err)
{
  uint32_t best = choose (run, shares);
  tip->complete = run->result.complete;
  tip->coverings = bcov_number_text (&shares->total);
  if (best == shares->count)
    return BCOV_OK;
  tip->uses = bcov_number_text (&shares->uses[best]);
  if (!run->puzzle->exact)
    tip->piece = run->puzzle->pieces.data[run->compiled.placements.data[best].piece].name;
  tip->forced = tip->complete && !mpz_cmp (shares->uses[best].value, shares->total.value);
  bcov_status status = bcov_covering_new (run->puzzle, &tip->placement, err);
  return status ? status : bcov_decode (&run->compiled, &best, 1, tip->placement, err);
}

/* ---- asking ---- */

/* After a stop the hint is chosen from the coverings found so far, and the status is BCOV_STOPPED.
 */
static bcov_status find_tip (bcov_run *run, bcov_tip *tip, bcov_answer *answer, bcov_error *err)
{
  bcov_option_shares shares;
  bcov_status status = bcov_option_shares_start (run, &shares, err);
  if (!status)
    status = bcov_option_shares_count (run, true, &shares, err);
  if (status)
    run->result.complete = false;
  if (!status || (status == BCOV_STOPPED && mpz_sgn (shares.total.value) > 0)) {
    bcov_status filled = fill_tip (run, &shares, tip, err);
    status = filled ? filled : status;
  }
  mpz_set (run->result.found.value, shares.total.value);
  bcov_status answered = bcov_run_answer (run, answer, status ? NULL : err);
  bcov_option_shares_end (&shares);
  return status ? status : answered;
}

bcov_status bcov_hint (const bcov_puzzle *puzzle, const bcov_request *request, bcov_tip *tip,
                       bcov_answer *answer, bcov_error *err)
{
  bcov_run run;
  *tip = (bcov_tip){0};
  *answer = (bcov_answer){0};
  bcov_status status = bcov_solution_source_start (&run, puzzle, request, err);
  if (status)
    return status;
  status = find_tip (&run, tip, answer, err);
  bcov_run_end (&run);
  return status;
}

/* ---- showing ---- */

bcov_status bcov_tip_json (const bcov_tip *tip, char **text, size_t *length, bcov_error *err)
{
  const bcov_covering *placement = tip->placement;
  bcov_text out = {0};
  bcov_text_put (&out, placement ? "{\"placement\":{" : "{\"placement\":null");
  if (placement) {
    bcov_laid_write_json (placement->puzzle, placement->laid.data, placement->cells.data, &out);
    bcov_text_put (&out, "}");
  }
  bcov_text_printf (&out, ",\"count\":\"%s\",\"coverings\":\"%s\",\"complete\":%s,\"forced\":%s}",
                    tip->uses ? tip->uses : "0", tip->coverings ? tip->coverings : "0",
                    tip->complete ? "true" : "false", tip->forced ? "true" : "false");
  return bcov_text_take (&out, text, length, err);
}
