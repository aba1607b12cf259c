/* The run behind heat: shares of the options, then the placements that the options stand for. */

#include "question/heat_run.h"

/* The placement of each option; their cells are taken from the compiled model. */
static bcov_status take_placements (bcov_run *run, bcov_heat *heat, bcov_error *err)
{
  uint32_t n = bcov_model_options (&run->compiled.model);
  heat->placements = bcov_mem_alloc (run->mem, n + 1ull, sizeof *heat->placements, err);
  if (!heat->placements)
    return bcov_mem_status (run->mem);
  for (uint32_t o = 0; o < n; o++) {
    heat->placements[o].piece = o;
    if (run->puzzle->exact)
      continue;
    const bcov_placement *p = &run->compiled.placements.data[o];
    heat->placements[o] =
        (bcov_laid){p->piece, p->form, p->first, run->puzzle->pieces.data[p->piece].size};
  }
  heat->cells = run->compiled.cells.data;
  run->compiled.cells.data = NULL;
  return BCOV_OK;
}

static bcov_status fill_heat (bcov_run *run, bcov_heat *heat, bcov_error *err)
{
  bcov_status status = bcov_option_shares_start (run, &heat->shares, err);
  if (!status)
    status = bcov_option_shares_count (run, false, &heat->shares, err);
  if (!status)
    status = take_placements (run, heat, err);
  if (!status)
    status = bcov_covering_new (&heat->view, &heat->shown, err);
  heat->facts = (bcov_heat_facts){.puzzle = &heat->view,
                                  .total = &heat->shares.total,
                                  .placements = heat->placements,
                                  .cells = heat->cells,
                                  .uses = heat->shares.uses,
                                  .count = heat->shares.count};
  mpz_set (run->result.found.value, heat->shares.total.value);
  return status;
}

bcov_status bcov_heat_new (const bcov_puzzle *puzzle, const bcov_request *request, bcov_heat **out,
                           bcov_answer **answer, bcov_error *err)
{
  bcov_run run;
  *out = NULL;
  bcov_answer_start (answer);
  bcov_status status = bcov_solution_source_start (&run, puzzle, request, err);
  if (status)
    return status;
  bcov_heat *heat = bcov_mem_alloc (run.mem, 1, sizeof *heat, err);
  if (!heat)
    return bcov_run_answer (&run, bcov_mem_status (run.mem), NULL, err);
  heat->mem = bcov_mem_hold (run.mem);
  heat->view = bcov_puzzle_view (puzzle, run.mem);
  status = fill_heat (&run, heat, err);
  status = bcov_run_answer (&run, status, answer, err);
  if (status)
    bcov_heat_free (heat);
  else
    *out = heat;
  return status;
}

void bcov_heat_free (bcov_heat *heat)
{
  if (!heat)
    return;
  bcov_mem *mem = heat->mem;
  bcov_option_shares_end (&heat->shares);
  bcov_covering_free (heat->shown);
  bcov_mem_free (mem, heat->placements);
  bcov_mem_free (mem, heat->cells);
  bcov_mem_free (mem, heat);
  bcov_mem_delete (mem);
}
