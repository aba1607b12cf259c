/* Counting up to symmetry and by symmetry type.  Both need the number of solutions that some
   symmetries leave unchanged, which are the solutions of a smaller model (see orbit.h).

   Up to symmetry: by Burnside's lemma, the number of orbits is the mean, over all symmetries, of
   the number of solutions that a symmetry leaves unchanged.  For one of several parts, and for the
   brute engine, solutions are listed, and those that are the least of their orbit are counted.

   By type: the solutions that a subgroup H leaves unchanged have the symmetries H or more.  So,
   from the largest subgroups down,

     exactly H = unchanged by H - (exactly K, summed over all larger subgroups K that contain H),

   which inverts the table of marks (Burnside 1911).  Conjugate subgroups have equally many
   solutions, and an orbit has one solution for each coset of its subgroup.  A subgroup that
   contains one without solutions has none either and is not counted.

   Time: one count for each symmetry or type, of models that shrink with the order of the subgroup.
 */

#include "question/by_symmetry.h"

/* Counts the solutions that COUNT symmetries of G leave unchanged. */
static bcov_status count_fixed (bcov_engine engine, const bcov_job *job, const bcov_orbits *orbits,
                                const uint32_t *g, size_t count, bcov_result *result,
                                bcov_error *err)
{
  bcov_model fixed;
  bcov_job smaller = *job;
  bcov_status status = bcov_orbits_fixed_by (orbits, job->model, g, count, &fixed, err);
  if (status)
    return status;
  smaller.model = &fixed;
  smaller.represent = NULL;
  smaller.source = NULL;
  status = bcov_plan_run_once (engine, &smaller, result, err);
  bcov_model_free (&fixed);
  return status;
}

static bcov_status report_remainder (bcov_error *err)
{
  return bcov_error_add (err, BCOV_FAULT, NULL,
                         "internal error: fixed coverings do not add up to whole orbits");
}

/* ---- up to symmetry ---- */

typedef struct {
  const bcov_orbits *orbits;
  BCOV_VEC (uint32_t) scratch;
  uint64_t least;
  bcov_status status;
  bcov_error *err;
} filter;

static bool count_least (void *data, const uint32_t *options, size_t count)
{
  filter *f = data;
  f->status = bcov_vec_reserve (f->orbits->mem, &f->scratch, 2 * count + 1, f->err);
  if (f->status)
    return false;
  f->least += bcov_orbits_least (f->orbits, options, count, f->scratch.data);
  return true;
}

static bcov_status count_filtered (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                                   const bcov_orbits *orbits, bcov_result *result, bcov_error *err)
{
  filter f = {.orbits = orbits, .err = err};
  bcov_job listing = *job;
  listing.sink = count_least;
  listing.data = &f;
  bcov_status status = bcov_plan_run (plan, engine, &listing, result, err);
  mpz_set_ui (result->found.value, f.least);
  bcov_vec_free (orbits->mem, &f.scratch);
  return status ? status : f.status;
}

/* Adds the result of symmetry G; 0 is the identity, for which PLAN is made. */
static bcov_status add_fixed (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                              const bcov_orbits *orbits, uint32_t g, bcov_result *sum,
                              bcov_error *err)
{
  bcov_result part;
  bcov_result_init (job->model->mem, &part);
  bcov_status status = g ? count_fixed (engine, job, orbits, &g, 1, &part, err)
                         : bcov_plan_run (plan, engine, job, &part, err);
  if (part.nodes >= sum->nodes)
    sum->engine = part.engine;
  mpz_add (part.found.value, part.found.value, sum->found.value);
  bcov_result_combine (sum, &part, NULL);
  mpz_set (sum->found.value, part.found.value);
  bcov_result_free (&part);
  return status;
}

bcov_status bcov_by_symmetry_orbits (bcov_plan *plan, bcov_engine engine, const bcov_job *job,
                                     const bcov_orbits *orbits, bcov_result *result,
                                     bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (engine == BCOV_BRUTE || job->share.parts > 1)
    return count_filtered (plan, engine, job, orbits, result, err);
  mpz_set_ui (result->found.value, 0);
  for (uint32_t g = 0; !status && result->complete && g < orbits->count; g++)
    status = add_fixed (plan, engine, job, orbits, g, result, err);
  if (!status && !result->complete) /* each orbit has at most COUNT members */
    mpz_cdiv_q_ui (result->found.value, result->found.value, orbits->count);
  else if (!status && !bcov_number_divide (&result->found, orbits->count))
    status = report_remainder (err);
  return status;
}

/* ---- by type ---- */

typedef struct {
  bcov_engine engine;
  const bcov_job *job;
  const bcov_orbits *orbits;
  const bcov_subgroups *s;
  bcov_number *number; /* of each type: unchanged by it, then exactly it, then orbits */
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

/* Whether a subgroup without solutions shows that TYPE has none. */
static bool has_none (const typer *t, uint32_t type)
{
  for (size_t k = 0; k < t->s->first.data[type]; k++)
    if (t->s->class_of.data[k] < type && contains (first_of (t, type), t->s->all.data[k]) &&
        !mpz_sgn (t->number[t->s->class_of.data[k]].value))
      return true;
  return false;
}

static bcov_status count_type (typer *t, uint32_t type, bcov_error *err)
{
  uint32_t generators[BCOV_MOST_GENERATORS];
  size_t count = bcov_subgroups_generators (t->s, first_of (t, type), generators);
  bcov_result part;
  bcov_result_init (t->job->model->mem, &part);
  bcov_status status = count_fixed (t->engine, t->job, t->orbits, generators, count, &part, err);
  mpz_set (t->number[type].value, part.found.value);
  t->result->nodes += part.nodes;
  t->result->complete = part.complete;
  bcov_result_free (&part);
  return status;
}

/* Subtracts the solutions of larger types, which are done. */
static void subtract_larger (const typer *t, uint32_t type)
{
  bcov_members own = first_of (t, type);
  for (size_t k = 0; k < t->s->all.count; k++)
    if (t->s->all.data[k] != own && contains (t->s->all.data[k], own))
      mpz_sub (t->number[type].value, t->number[type].value,
               t->number[t->s->class_of.data[k]].value);
}

/* Converts the number of solutions with the first subgroup of TYPE to the number of orbits. */
static bcov_status gather_orbits (const typer *t, uint32_t type, bcov_error *err)
{
  uint64_t order = (uint64_t)__builtin_popcountll (first_of (t, type)), conjugates = 0;
  for (size_t k = 0; k < t->s->all.count; k++)
    conjugates += t->s->class_of.data[k] == type;
  mpz_ptr number = t->number[type].value;
  mpz_mul_ui (number, number, conjugates * order);
  if (mpz_sgn (number) < 0 || !bcov_number_divide (&t->number[type], t->s->order))
    return report_remainder (err);
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
      status = count_type (&t, k, err);
  }
  if (status || !result->complete)
    return status;
  for (uint32_t k = types; k-- > 0;)
    subtract_larger (&t, k);
  for (uint32_t k = 0; !status && k < types; k++)
    status = gather_orbits (&t, k, err);
  return status;
}
