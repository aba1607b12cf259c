/* Kept levels tell all shares at once, however many coverings there are; otherwise each covering
   adds one to each of its options. */

#include "question/option_shares.h"
#include "engine/levels/option_counts.h"

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

static bool count_one (void *data, const uint32_t *options, size_t count)
{
  bcov_option_shares *s = data;
  bcov_number_add (&s->total, 1);
  for (size_t k = 0; k < count; k++)
    bcov_number_add (&s->uses[options[k]], 1);
  return true;
}

bcov_status bcov_option_shares_count (bcov_run *run, bool ordered, bcov_option_shares *s,
                                      bcov_error *err)
{
  bcov_solution_source source;
  bcov_status status = bcov_solution_source_open (run, ordered, &source, err);
  if (status)
    return status;
  if (!source.none)
    status = source.by_levels ? count_levels (&source, s, err)
                              : bcov_solution_source_each (&source, count_one, s, err);
  if (!status && !run->result.complete)
    status = bcov_control_status (&run->control, err);
  bcov_solution_source_close (&source);
  return status;
}
