/* A model as clauses for CaDiCaL.

   A solution S is excluded by one clause: some option of S is missing, or some option that fits on
   top of S is chosen.  The second part is needed because a solution may contain another one; bounds
   and colours that forbid an option on top of S forbid it in every larger set, so no other option
   needs to be in the clause.  Usually none fits, and the clause has one literal for each piece.

   Memory.  CaDiCaL allocates outside of bcov_mem, so its bytes are claimed: first an estimate for
   the clauses, then, while it learns, the smaller one of two bounds.  One adds up all clauses that
   were ever learnt; CaDiCaL forgets most of them.  The other is the growth of the process, of which
   other threads may be the cause.  On five boards the claim and the reserve of bcov_mem together
   were between 3 MiB below and 9 MiB above the size of the process.  Time and memory: unknown
   beforehand. */

#include "engine/sat/sat.h"
#include "engine/sat/cadical.h"
#include "model/cnf.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
  POLL = 16,             /* calls of the solver between two polls */
  CLAUSES = 1 << 14,     /* clauses between two polls */
  EMPTY_BYTES = 1 << 18, /* of a solver without clauses; guessed, like the next three */
  VARIABLE_BYTES = 512,
  CLAUSE_BYTES = 96,
  LITERAL_BYTES = 24,
  STEP_BYTES = 1 << 22 /* bytes learnt between two claims */
};

struct bcov_sat {
  bcov_mem *mem;
  const bcov_model *model;
  bcov_cadical *solver;
  BCOV_VEC (int) clause;
  uint64_t *sum;    /* of each item: touches by the chosen options */
  uint32_t *colour; /* of each item: its colour; 0: untouched */
  bool *is_chosen;  /* of each option */
  BCOV_VEC (uint32_t) chosen;
  size_t formula;        /* bytes of the clauses that were not learnt */
  size_t claimed;        /* bytes */
  size_t looked;         /* bytes at most, when the process was last measured */
  size_t process;        /* bytes of the process at the start; 0: unknown */
  uint64_t counted;      /* conflicts that the control knows */
  bcov_control *control; /* of the current call */
  bcov_status status;    /* of the current call */
  bcov_error *err;
  unsigned calls;
};

bool bcov_sat_exists (void)
{
  return bcov_cadical_exists ();
}

bcov_status bcov_sat_missing (bcov_error *err)
{
  return bcov_error_add (
      err, BCOV_INPUT, NULL,
      "this build has no CaDiCaL, which the sat engine needs; use the engine auto, "
      "or install libcadical-dev and build again");
}

/* ---- memory ---- */

static bcov_status report_full (bcov_error *err)
{
  return bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
}

/* Returns the bytes of the process in memory, 0 if they are unknown. */
static size_t process_bytes (void)
{
  unsigned long all = 0, resident = 0;
  FILE *file = fopen ("/proc/self/statm", "r");
  if (file && fscanf (file, "%lu %lu", &all, &resident) != 2)
    resident = 0;
  if (file)
    fclose (file);
  return resident * (size_t)sysconf (_SC_PAGESIZE);
}

static size_t bytes_for (uint64_t variables, uint64_t clauses, uint64_t literals)
{
  return (size_t)(variables * VARIABLE_BYTES + clauses * CLAUSE_BYTES + literals * LITERAL_BYTES);
}

static size_t learnt_bytes (const bcov_sat *sat)
{
  return bytes_for (0, bcov_cadical_learnt (sat->solver), bcov_cadical_literals (sat->solver));
}

static bcov_status claim (bcov_sat *sat, size_t bytes, bcov_error *err)
{
  if (bytes <= sat->claimed)
    return BCOV_OK;
  bcov_status status = bcov_mem_claim (sat->mem, bytes - sat->claimed, err);
  sat->claimed = status ? sat->claimed : bytes;
  return status;
}

/* Claims the bytes that the process has grown by, if clauses may have been the cause. */
static bcov_status claim_growth (bcov_sat *sat, bcov_error *err)
{
  size_t most = sat->formula + learnt_bytes (sat);
  if (most < sat->looked + STEP_BYTES)
    return BCOV_OK;
  sat->looked = most;
  size_t now = sat->process ? process_bytes () : 0;
  size_t grown = now > sat->process ? now - sat->process : 0;
  return claim (sat, now && grown < most ? grown : most, err);
}

/* ---- clauses ---- */

static bool add_clause (void *data, const bcov_literal *literals, size_t count)
{
  bcov_sat *sat = data;
  sat->clause.count = 0;
  sat->status = bcov_vec_reserve (sat->mem, &sat->clause, count, sat->err);
  for (size_t k = 0; !sat->status && k < count; k++)
    sat->clause.data[sat->clause.count++] = (int)literals[k];
  if (!sat->status && !bcov_cadical_add (sat->solver, sat->clause.data, count))
    sat->status = report_full (sat->err);
  if (!sat->status && ++sat->calls % CLAUSES == 0 && sat->control)
    sat->status = bcov_control_go_on (sat->control, 0) ? BCOV_OK : BCOV_STOPPED;
  return !sat->status;
}

static bcov_status add_model (bcov_sat *sat, bcov_sat_aim aim, bcov_error *err)
{
  bcov_cnf_size size;
  bcov_status status = bcov_cnf_encode (sat->model, NULL, NULL, &size, err);
  if (status)
    return status;
  if (size.variables >= INT_MAX)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "the puzzle is too large for the sat engine; use the engine auto");
  sat->formula = EMPTY_BYTES + bytes_for ((uint64_t)size.variables, (uint64_t)size.clauses,
                                          (uint64_t)size.literals);
  sat->looked = sat->formula;
  status = claim (sat, sat->formula, err);
  if (!status && !(sat->solver = bcov_cadical_new (aim == BCOV_SAT_FINDING)))
    status = report_full (err);
  if (!status)
    status = bcov_cnf_encode (sat->model, add_clause, sat, &size, err);
  return status ? status : sat->status;
}

bcov_status bcov_sat_new (const bcov_model *model, bcov_sat_aim aim, bcov_control *control,
                          bcov_sat **out, bcov_error *err)
{
  bcov_mem *mem = model->mem;
  *out = NULL;
  if (!bcov_sat_exists ())
    return bcov_sat_missing (err);
  bcov_sat *sat = bcov_mem_alloc (mem, 1, sizeof *sat, err);
  if (!sat)
    return bcov_mem_status (mem);
  *sat = (bcov_sat){.mem = mem, .model = model, .control = control, .err = err};
  sat->process = process_bytes ();
  size_t items = model->items.count + 1, options = bcov_model_options (model) + 1u;
  bcov_status status = BCOV_OK;
  if (!(sat->sum = bcov_mem_alloc (mem, items, sizeof *sat->sum, err)) ||
      !(sat->colour = bcov_mem_alloc (mem, items, sizeof *sat->colour, err)) ||
      !(sat->is_chosen = bcov_mem_alloc (mem, options, sizeof *sat->is_chosen, err)))
    status = bcov_mem_status (mem);
  if (!status)
    status = add_model (sat, aim, err);
  if (status)
    bcov_sat_free (sat);
  else
    *out = sat;
  return status;
}

void bcov_sat_free (bcov_sat *sat)
{
  if (!sat)
    return;
  bcov_mem *mem = sat->mem;
  bcov_cadical_free (sat->solver);
  bcov_mem_discharge (mem, sat->claimed);
  bcov_vec_free (mem, &sat->clause);
  bcov_vec_free (mem, &sat->chosen);
  bcov_mem_free (mem, sat->sum);
  bcov_mem_free (mem, sat->colour);
  bcov_mem_free (mem, sat->is_chosen);
  bcov_mem_free (mem, sat);
}

/* ---- solutions ---- */

static void count_conflicts (bcov_sat *sat)
{
  uint64_t learnt = bcov_cadical_learnt (sat->solver);
  atomic_fetch_add (&sat->control->nodes, learnt - sat->counted);
  sat->counted = learnt;
}

static bool poll (void *data)
{
  bcov_sat *sat = data;
  if (++sat->calls % POLL)
    return true;
  count_conflicts (sat);
  sat->status = claim_growth (sat, sat->err);
  return !sat->status && bcov_control_go_on (sat->control, 0);
}

/* Stores the solution: the chosen options, and what they do to the items. */
static bcov_status take_solution (bcov_sat *sat, bcov_error *err)
{
  const bcov_model *model = sat->model;
  bcov_status status = BCOV_OK;
  memset (sat->sum, 0, model->items.count * sizeof *sat->sum);
  memset (sat->colour, 0, model->items.count * sizeof *sat->colour);
  sat->chosen.count = 0;
  for (uint32_t o = 0; o < bcov_model_options (model) && !status; o++) {
    sat->is_chosen[o] = bcov_cadical_value (sat->solver, (int)o + 1);
    if (!sat->is_chosen[o])
      continue;
    status = bcov_vec_push (sat->mem, &sat->chosen, model->origin.data[o], err);
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++) {
      bcov_touch touch = model->touches.data[t];
      sat->sum[touch.item] += touch.times;
      sat->colour[touch.item] = touch.colour;
    }
  }
  return status;
}

bcov_status bcov_sat_solve (bcov_sat *sat, uint64_t conflicts, bcov_control *control,
                            bcov_sat_outcome *out, bcov_error *err)
{
  *out = BCOV_SAT_OPEN;
  sat->control = control;
  sat->status = BCOV_OK;
  sat->err = err;
  if (!bcov_control_go_on (control, 0))
    return BCOV_OK;
  bcov_cadical_outcome outcome = bcov_cadical_solve (sat->solver, conflicts, poll, sat);
  count_conflicts (sat);
  if (outcome == BCOV_CADICAL_FULL)
    return report_full (err);
  if (outcome == BCOV_CADICAL_OPEN)
    return sat->status;
  *out = outcome == BCOV_CADICAL_MODEL ? BCOV_SAT_FOUND : BCOV_SAT_NONE;
  return *out == BCOV_SAT_FOUND ? take_solution (sat, err) : BCOV_OK;
}

const uint32_t *bcov_sat_chosen (const bcov_sat *sat, size_t *count)
{
  *count = sat->chosen.count;
  return sat->chosen.data;
}

uint64_t bcov_sat_conflicts (const bcov_sat *sat)
{
  return bcov_cadical_learnt (sat->solver);
}

/* Whether OPTION may be added to the solution. */
static bool fits (const bcov_sat *sat, uint32_t option)
{
  const bcov_model *model = sat->model;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    bcov_touch touch = model->touches.data[t];
    bcov_item item = model->items.data[touch.item];
    if (item.coloured ? sat->colour[touch.item] && sat->colour[touch.item] != touch.colour
                      : item.hi != BCOV_MANY && sat->sum[touch.item] + touch.times > item.hi)
      return false;
  }
  return true;
}

bcov_status bcov_sat_exclude (bcov_sat *sat, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  sat->clause.count = 0;
  for (uint32_t o = 0; o < bcov_model_options (sat->model) && !status; o++)
    if (sat->is_chosen[o] || fits (sat, o))
      status = bcov_vec_push (sat->mem, &sat->clause,
                              sat->is_chosen[o] ? -((int)o + 1) : (int)o + 1, err);
  sat->formula += bytes_for (0, 1, sat->clause.count);
  if (!status && !bcov_cadical_add (sat->solver, sat->clause.data, sat->clause.count))
    status = report_full (err);
  return status;
}

/* ---- the engine ---- */

/* Solution NUMBER (from 0): passes it on if it belongs to the job's share. */
static void meet (const bcov_job *job, const bcov_sat *sat, uint64_t number, bool *going,
                  bcov_result *result)
{
  size_t count;
  const uint32_t *chosen = bcov_sat_chosen (sat, &count);
  if (number % job->share.parts != job->share.part - 1)
    return;
  bcov_number_add (&result->found, 1);
  atomic_fetch_add (&job->control->found, 1);
  if (job->sink && !job->sink (job->data, chosen, count))
    *going = result->complete = false;
}

static bcov_status find_all (const bcov_job *job, bcov_sat *sat, bcov_result *result,
                             bcov_error *err)
{
  bcov_sat_outcome outcome = BCOV_SAT_FOUND;
  bcov_status status = BCOV_OK;
  bool going = true;
  for (uint64_t number = 0; !status && going && outcome == BCOV_SAT_FOUND; number++) {
    status = bcov_sat_solve (sat, 0, job->control, &outcome, err);
    if (!status && outcome == BCOV_SAT_FOUND)
      meet (job, sat, number, &going, result);
    if (!status && going && outcome == BCOV_SAT_FOUND)
      status = bcov_sat_exclude (sat, err);
  }
  if (outcome == BCOV_SAT_OPEN)
    result->complete = false;
  return status;
}

bcov_status bcov_sat_run (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  bcov_sat *sat;
  assert (job->objective == BCOV_EACH && !job->residues);
  if (!bcov_sat_exists ())
    return bcov_sat_missing (err);
  bcov_number_clear (&result->found);
  bcov_number_init (&result->found, 0);
  if (job->model->impossible)
    return BCOV_OK;
  bcov_status status = bcov_sat_new (job->model, BCOV_SAT_PROVING, job->control, &sat, err);
  if (status == BCOV_STOPPED && !bcov_control_go_on (job->control, 0)) {
    result->complete = false;
    return BCOV_OK;
  }
  if (status)
    return status;
  status = find_all (job, sat, result, err);
  result->nodes = bcov_sat_conflicts (sat);
  bcov_sat_free (sat);
  return status;
}
