/* The run behind heat: shares of the options, then the placements that the options stand for. */

#include "question/heat_run.h"
#include "question/option_shares.h"

/* The placement of each option, as the report wants them. */
static bcov_status list_placements (const bcov_run *run, bcov_laid **out, bcov_error *err)
{
  uint32_t n = bcov_model_options (&run->compiled.model);
  bcov_laid *placements = bcov_mem_alloc (run->puzzle->mem, n + 1ull, sizeof *placements, err);
  *out = placements;
  if (!placements)
    return bcov_mem_status (run->puzzle->mem);
  for (uint32_t o = 0; o < n; o++) {
    if (run->puzzle->exact) {
      placements[o].piece = o;
      continue;
    }
    const bcov_placement *p = &run->compiled.placements.data[o];
    placements[o] =
        (bcov_laid){p->piece, p->form, p->first, run->puzzle->pieces.data[p->piece].size};
  }
  return BCOV_OK;
}

static bcov_status show_shares (const bcov_run *run, const bcov_option_shares *shares,
                                bcov_show_heat *show, void *data, bcov_error *err)
{
  bcov_laid *placements = NULL;
  bcov_status status = list_placements (run, &placements, err);
  bcov_heat_facts heat = {.puzzle = run->puzzle,
                          .total = &shares->total,
                          .placements = placements,
                          .cells = run->compiled.cells.data,
                          .uses = shares->uses,
                          .count = shares->count};
  if (!status)
    status = show (&heat, data, err);
  bcov_mem_free (run->puzzle->mem, placements);
  return status;
}

bcov_status bcov_heat_run (const bcov_puzzle *puzzle, const bcov_request *request,
                           bcov_show_heat *show, void *data, bcov_answer *answer, bcov_error *err)
{
  bcov_run run;
  bcov_option_shares shares;
  *answer = (bcov_answer){0};
  bcov_status status = bcov_solution_source_start (&run, puzzle, request, err);
  if (status)
    return status;
  status = bcov_option_shares_start (&run, &shares, err);
  if (!status)
    status = bcov_option_shares_count (&run, false, &shares, err);
  if (!status)
    status = show_shares (&run, &shares, show, data, err);
  if (status)
    run.result.complete = false;
  mpz_set (run.result.found.value, shares.total.value);
  bcov_status answered = bcov_run_answer (&run, answer, status ? NULL : err);
  status = status ? status : answered;
  bcov_option_shares_end (&shares);
  bcov_run_end (&run);
  return status;
}
