/* heat: in how many coverings each placement is used. */

#include "api/source.h"
#include "engine/uses.h"
#include "report/heat.h"

/* Of each option of the compiled model. */
typedef struct {
  bcov_mem *mem;
  uint32_t count;
  bcov_number *uses;
  bcov_laid *placements;
  bcov_number total;
} tally;

static bcov_status start_tally (const bcov_run *run, tally *t, bcov_error *err)
{
  uint32_t n = bcov_model_options (&run->compiled.model);
  *t = (tally){.mem = run->puzzle->mem};
  bcov_number_init (&t->total, 0);
  t->uses = bcov_mem_alloc (t->mem, n + 1ull, sizeof *t->uses, err);
  t->placements = bcov_mem_alloc (t->mem, n + 1ull, sizeof *t->placements, err);
  if (!t->uses || !t->placements)
    return bcov_mem_status (t->mem);
  for (; t->count < n; t->count++)
    bcov_number_init (&t->uses[t->count], 0);
  for (uint32_t o = 0; o < n; o++) {
    if (run->puzzle->exact) {
      t->placements[o].piece = o;
      continue;
    }
    const bcov_placement *p = &run->compiled.placements.data[o];
    t->placements[o] =
        (bcov_laid){p->piece, p->form, p->first, run->puzzle->pieces.data[p->piece].size};
  }
  return BCOV_OK;
}

static void end_tally (tally *t)
{
  for (uint32_t k = 0; k < t->count; k++)
    bcov_number_clear (&t->uses[k]);
  bcov_mem_free (t->mem, t->uses);
  bcov_mem_free (t->mem, t->placements);
  bcov_number_clear (&t->total);
}

static bcov_status tally_levels (bcov_source *source, tally *t, bcov_error *err)
{
  bcov_uses uses;
  bcov_status status = bcov_uses_count (&source->levels.kept, &uses, err);
  if (status == BCOV_STOPPED)
    bcov_control_status (&source->run->control, err);
  if (status)
    return status;
  mpz_set (t->total.value, uses.total);
  for (uint32_t o = 0; o < uses.options; o++)
    bcov_uses_of (&uses, o, t->uses[source->reduced.origin.data[o]].value);
  bcov_uses_free (&uses);
  return BCOV_OK;
}

static bool tally_one (void *data, const uint32_t *options, size_t count)
{
  tally *t = data;
  bcov_number_add (&t->total, 1);
  for (size_t k = 0; k < count; k++)
    bcov_number_add (&t->uses[options[k]], 1);
  return true;
}

static bcov_status fill_tally (bcov_run *run, tally *t, bcov_error *err)
{
  bcov_source source;
  bcov_status status = bcov_source_open (run, false, &source, err);
  if (status)
    return status;
  if (!source.none)
    status = source.by_levels ? tally_levels (&source, t, err)
                              : bcov_source_each (&source, tally_one, t, err);
  if (!status && !run->result.complete)
    status = bcov_control_status (&run->control, err);
  bcov_source_close (&source);
  return status;
}

static bcov_status write_report (const bcov_run *run, const tally *t, bool json, bcov_text *out,
                                 bcov_error *err)
{
  bcov_heat_facts heat = {.puzzle = run->puzzle,
                          .total = &t->total,
                          .placements = t->placements,
                          .cells = run->compiled.cells.data,
                          .uses = t->uses,
                          .count = t->count};
  return json ? bcov_heat_json (&heat, out, err) : bcov_heat_text (&heat, out, err);
}

bcov_status bcov_heat (const bcov_puzzle *puzzle, const bcov_request *request, bool json,
                       char **report, bcov_answer *answer, bcov_error *err)
{
  bcov_run run;
  tally t;
  bcov_text out = {.most = bcov_mem_left (puzzle->mem)};
  *report = NULL;
  *answer = (bcov_answer){0};
  bcov_status status = bcov_source_start (&run, puzzle, request, err);
  if (status)
    return status;
  status = start_tally (&run, &t, err);
  if (!status)
    status = fill_tally (&run, &t, err);
  if (!status)
    status = write_report (&run, &t, json, &out, err);
  if (!status) {
    mpz_set (run.result.found.value, t.total.value);
    status = bcov_run_answer (&run, answer, err);
  }
  end_tally (&t);
  bcov_run_end (&run);
  if (!status)
    return bcov_text_take (&out, report, NULL, err);
  bcov_text_drop (&out);
  return status;
}
