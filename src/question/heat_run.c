/* Heat: the shares of all options, and the placements that correspond to the options.

   If the coverings are matchings of a plane graph, an inverse matrix gives all shares at once. Kept
   levels give all shares at once, for any number of coverings; otherwise each covering adds
   one to each of its options. */

#include "question/heat_run.h"
#include "engine/levels/option_counts.h"
#include "engine/match/kasteleyn.h"

/* ---- shares ---- */

bcov_status bcov_option_shares_start (const bcov_run *run, bcov_option_shares *s, bcov_error *err)
{
  uint32_t n = bcov_model_options (&run->compiled.model);
  *s = (bcov_option_shares){.mem = run->puzzle->mem};
  bcov_number_init (&s->total, 0);
  s->uses = bcov_mem_alloc (s->mem, n + 1ull, sizeof *s->uses, err);
  if (!s->uses)
    return bcov_mem_status (s->mem);
  for (; s->count < n; s->count++)
    bcov_number_init (&s->uses[s->count], 0);
  return BCOV_OK;
}

void bcov_option_shares_end (bcov_option_shares *s)
{
  for (uint32_t k = 0; k < s->count; k++)
    bcov_number_clear (&s->uses[k]);
  bcov_mem_free (s->mem, s->uses);
  bcov_number_clear (&s->total);
}

static bcov_status count_levels (bcov_solution_source *source, bcov_option_shares *s,
                                 bcov_error *err)
{
  bcov_option_counts uses;
  bcov_status status = bcov_option_counts_count (&source->levels.graph, &uses, err);
  if (status == BCOV_STOPPED)
    bcov_control_status (&source->run->control, err);
  if (status)
    return status;
  mpz_set (s->total.value, uses.total.value);
  for (uint32_t o = 0; o < uses.options; o++)
    mpz_set (s->uses[source->run->plan.reduced.origin.data[o]].value, uses.counts[o].value);
  bcov_option_counts_free (&uses);
  return BCOV_OK;
}

bool bcov_option_shares_add (void *data, const uint32_t *options, size_t count)
{
  bcov_option_shares *s = data;
  bcov_number_add (&s->total, 1);
  for (size_t k = 0; k < count; k++)
    bcov_number_add (&s->uses[options[k]], 1);
  return true;
}

/* Distributes the uses of edges to their options. */
static bcov_status count_edges (bcov_run *run, const bcov_graph *graph, const bcov_kasteleyn *k,
                                bcov_option_shares *s, bool *done, bcov_error *err)
{
  bcov_number *uses = bcov_mem_alloc (s->mem, graph->edges + 1ull, sizeof *uses, err);
  if (!uses)
    return bcov_mem_status (s->mem);
  for (uint32_t e = 0; e < graph->edges; e++)
    bcov_number_init (&uses[e], 0);
  bcov_status status = bcov_kasteleyn_uses (k, graph->edges, run->request.threads, &run->control,
                                            &s->total, uses, done, err);
  for (uint32_t e = 0; e < graph->edges; e++) {
    for (uint32_t o = graph->first[e]; !status && *done && o < graph->first[e + 1]; o++)
      mpz_set (s->uses[graph->option[o]].value, uses[e].value);
    bcov_number_clear (&uses[e]);
  }
  bcov_mem_free (s->mem, uses);
  return status;
}

/* Counts matchings if the model is a graph that allows it; sets *DONE to whether that gave shares.
 */
static bcov_status count_matchings (bcov_run *run, bcov_option_shares *s, bool *done,
                                    bcov_error *err)
{
  bcov_graph graph;
  bcov_kasteleyn k = {0};
  bool applies, counted = false;
  *done = false;
  bcov_status status = bcov_graph_make (&run->compiled.model, &graph, &applies, err);
  if (!status && applies)
    status = bcov_kasteleyn_open (&graph, BCOV_MATCHINGS_BY_EDGE, &run->control, &k, &applies, err);
  if (!status && applies)
    status = count_edges (run, &graph, &k, s, &counted, err);
  *done = counted && mpz_sgn (s->total.value);
  bcov_kasteleyn_close (&k);
  bcov_graph_free (&graph);
  return status;
}

/* Tries to count matchings; without memory for that, BCOV_AUTO goes on with other engines. */
static bcov_status try_matchings (bcov_run *run, bcov_option_shares *s, bool *done, bcov_error *err)
{
  bool must = run->asked == BCOV_MATCH;
  *done = false;
  if (run->asked != BCOV_AUTO && !must)
    return BCOV_OK;
  bcov_status status = count_matchings (run, s, done, must ? err : NULL);
  if (*done)
    run->engine = BCOV_MATCH;
  bcov_status stopped = bcov_control_status (&run->control, err);
  return stopped ? stopped : must ? status : BCOV_OK;
}

bcov_status bcov_option_shares_count (bcov_run *run, bool ordered, bcov_option_shares *s,
                                      bcov_error *err)
{
  bcov_solution_source source;
  bool done;
  bcov_status matched = try_matchings (run, s, &done, err);
  if (matched || done)
    return matched;
  bcov_status status = bcov_solution_source_open (run, ordered, &source, err);
  if (status)
    return status;
  if (!source.none)
    status = source.by_levels ? count_levels (&source, s, err)
                              : bcov_solution_source_each (&source, bcov_option_shares_add, s, err);
  if (!status && !run->result.complete)
    status = bcov_control_status (&run->control, err);
  bcov_solution_source_close (&source);
  return status;
}

/* ---- heat ---- */

/* Lists the placement of each option; takes over the cells of the compiled model. */
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
