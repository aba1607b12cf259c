/* Coverings by their type of symmetry. */

#include "question/run.h"
#include "question/by_symmetry.h"

static bcov_status show_types (const bcov_subgroups *s, const bcov_number *of_type,
                               bcov_see_type *see, void *data, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; !status && k < s->first.count; k++) {
    bcov_members members = s->all.data[s->first.data[k]];
    uint32_t order = (uint32_t)__builtin_popcountll (members);
    bcov_text name = {0};
    if (!mpz_sgn (of_type[k].value))
      continue;
    bcov_subgroups_name (s, members, &name);
    status = bcov_text_status (&name, err);
    char *number = bcov_number_text (&of_type[k]);
    if (!status)
      status = see (name.data, order, number, s->order / order, data);
    bcov_free (number);
    bcov_text_drop (&name);
  }
  return bcov_run_seen (status);
}

static bcov_status count_types (bcov_run *run, const bcov_subgroups *s, bcov_see_type *see,
                                void *data, bcov_error *err)
{
  bcov_mem *mem = run->mem;
  size_t types = s->first.count;
  bcov_job job = bcov_run_job (run, false);
  bcov_number *of_type = bcov_mem_alloc (mem, types, sizeof *of_type, err);
  if (!of_type)
    return bcov_mem_status (mem);
  for (size_t k = 0; k < types; k++)
    bcov_number_init (&of_type[k], 0);
  bcov_status status =
      bcov_by_symmetry_count (run->engine, &job, &run->orbits, s, of_type, &run->result, err);
  if (!status && run->result.complete)
    status = show_types (s, of_type, see, data, err);
  for (size_t k = 0; k < types; k++)
    bcov_number_clear (&of_type[k]);
  bcov_mem_free (mem, of_type);
  return status;
}

bcov_status bcov_count_by_symmetry (const bcov_puzzle *puzzle, const bcov_request *request,
                                    bcov_see_type *see, void *data, bcov_answer **answer,
                                    bcov_error *err)
{
  bcov_run run;
  bcov_subgroups subgroups = {0};
  bcov_request whole = bcov_request_copy (request);
  bcov_answer_start (answer);
  if (whole.parts > 1)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "a count by symmetry cannot be divided into parts");
  whole.up_to_symmetry = true;
  bcov_status status = bcov_run_start (&run, puzzle, &whole, false, err);
  if (status)
    return status;
  status = bcov_subgroups_find (&run.compiled, &run.orbits, &subgroups, err);
  bool none = false;
  if (!status)
    status = bcov_run_look (&run, &none, err);
  if (none)
    mpz_set_ui (run.result.found.value, 0);
  if (!status && !none)
    status = count_types (&run, &subgroups, see, data, err);
  bcov_subgroups_free (&subgroups);
  return bcov_run_answer (&run, status, answer, err);
}
