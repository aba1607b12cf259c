/* Counting by symmetry type.

   What can be counted is how many solutions a subgroup H leaves as they are: a model of its own
   (see orbit.h).  These have H or more symmetries.  So, from the largest subgroups down,

     with just H = fixed by H - (with just K, summed over all subgroups K that contain H),

   which is inverting the table of marks (Burnside 1911).  Conjugate subgroups have equally many
   solutions, and an orbit has one solution for each coset of its subgroup.

   A subgroup that contains one without fixed solutions has none either, and is not counted.
   Time: that of a count for each type, of models that shrink with the order of the subgroup. */

#include "question/by_symmetry.h"

typedef struct {
  bcov_engine engine;
  const bcov_job *job;
  const bcov_orbits *orbits;
  const bcov_subgroups *s;
  bcov_number *number; /* of each type: fixed by it, then with just it, then orbits */
  bcov_result *result;
} typer;

static bcov_members first_of (const typer *t, uint32_t type)
{
  return t->s->all.data[t->s->first.data[type]];
}

static bool contains (bcov_members large, bcov_members small)
{
  return !(small & ~large);
}

/* Whether a smaller subgroup shows that none is fixed by TYPE. */
static bool has_none (const typer *t, uint32_t type)
{
  for (size_t k = 0; k < t->s->first.data[type]; k++)
    if (t->s->class_of.data[k] < type && contains (first_of (t, type), t->s->all.data[k]) &&
        !mpz_sgn (t->number[t->s->class_of.data[k]].value))
      return true;
  return false;
}

static bcov_status count_fixed (typer *t, uint32_t type, bcov_error *err)
{
  uint32_t generators[BCOV_MOST_GENERATORS];
  size_t count = bcov_subgroups_generators (t->s, first_of (t, type), generators);
  bcov_model fixed;
  bcov_result part;
  bcov_job job = *t->job;
  bcov_status status =
      bcov_orbits_fixed_by (t->orbits, t->job->model, generators, count, &fixed, err);
  if (status)
    return status;
  job.model = &fixed;
  bcov_result_init (fixed.mem, &part);
  status = bcov_plan_run_once (t->engine, &job, &part, err);
  mpz_set (t->number[type].value, part.found.value);
  t->result->nodes += part.nodes;
  t->result->complete = part.complete;
  bcov_result_free (&part);
  bcov_model_free (&fixed);
  return status;
}

/* From those fixed by TYPE to those with just TYPE; larger types are done. */
static void leave_out_larger (const typer *t, uint32_t type)
{
  bcov_members own = first_of (t, type);
  for (size_t k = 0; k < t->s->all.count; k++)
    if (t->s->all.data[k] != own && contains (t->s->all.data[k], own))
      mpz_sub (t->number[type].value, t->number[type].value,
               t->number[t->s->class_of.data[k]].value);
}

/* From solutions with just the first subgroup of TYPE to orbits. */
static bcov_status gather_orbits (const typer *t, uint32_t type, bcov_error *err)
{
  uint64_t order = (uint64_t)__builtin_popcountll (first_of (t, type)), conjugates = 0;
  for (size_t k = 0; k < t->s->all.count; k++)
    conjugates += t->s->class_of.data[k] == type;
  mpz_ptr number = t->number[type].value;
  mpz_mul_ui (number, number, conjugates * order);
  if (mpz_sgn (number) < 0 || !bcov_number_divide (&t->number[type], t->s->order))
    return bcov_error_add (err, BCOV_FAULT, NULL,
                           "internal error: fixed coverings do not add up to whole orbits");
  bcov_number_add_number (&t->result->found, &t->number[type]);
  return BCOV_OK;
}

bcov_status bcov_by_symmetry_count (bcov_engine engine, const bcov_job *job,
                                    const bcov_orbits *orbits, const bcov_subgroups *subgroups,
                                    bcov_number *of_type, bcov_result *result, bcov_error *err)
{
  typer t = {engine, job, orbits, subgroups, of_type, result};
  uint32_t types = (uint32_t)subgroups->first.count;
  bcov_status status = BCOV_OK;
  mpz_set_ui (result->found.value, 0);
  for (uint32_t k = 0; k < types && !status && result->complete; k++) {
    mpz_set_ui (of_type[k].value, 0);
    if (!has_none (&t, k))
      status = count_fixed (&t, k, err);
  }
  if (status || !result->complete)
    return status;
  for (uint32_t k = types; k-- > 0;)
    leave_out_larger (&t, k);
  for (uint32_t k = 0; !status && k < types; k++)
    status = gather_orbits (&t, k, err);
  return status;
}
