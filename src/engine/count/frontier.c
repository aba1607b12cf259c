/* Counts the solutions of a model with sparse or dense tables.

   Choice of the table: if the price of the order leaves no doubt, the dense table is used.
   Otherwise the run starts with the sparse table.  If the states of a level turn out to be a large
   part of all possible keys, and enough levels remain, the run starts again with the dense table,
   which needs no lookups and processes a whole level in the time that the sparse table needs for a
   few per cent of the states.  Only the first and narrowest levels are computed twice.

   Several residues go through the levels together, because the keys are most of the work.  The
   bound of the program often has twice as many bits as the number; before the dense table would
   make several passes, a pass with floating point numbers finds a better bound. */

#include "engine/count/frontier.h"
#include "engine/dense/dense.h"
#include "engine/remainders.h"
#include "engine/sparse/sparse.h"
#include "engine/sparse/stride.h"
#include "engine/program/program_make.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum {
  TOGETHER = 6,        /* residues per pass of the sparse table */
  DENSE_LANES = 4,     /* residues per pass of the dense table */
  FAR_CACHE = 32 << 20 /* bytes of the last-level cache, about */
};

static_assert ((DENSE_LANES & (DENSE_LANES - 1)) == 0, "lanes are halved down to one");

/* Share of the run that finding a better bound takes, about. */
static const double bound_share = 0.2;

/* Up to this number of primes, no better bound is sought. */
static const double dense_unbound = 4;

/* ---- the value of key 0 after some levels ---- */

typedef struct {
  const bcov_remainders *n;
  const uint32_t *levels;
  size_t count, known;
  uint64_t *found;               /* n->words for each level */
  uint32_t first, part;          /* primes of this pass: first .. first+part-1 */
  const bcov_frontier *frontier; /* NULL: never switch to the dense table */
  bool full;                     /* the dense table should be used */
  uint64_t budget;               /* additions after which ASKED is asked; 0: never */
  const bcov_frontier_asked *asked;
  const bcov_model *model;
  double *by_level; /* states after each level of this pass; 0: unknown */
  bool given_up;
  bcov_control *control;   /* counts the additions */
  double *weights;         /* expected states of each level, for progress; all 0: unknown */
  bool reweigh;            /* these have changed */
  bcov_residues *residues; /* output; NULL: the number itself is wanted */
} zeros;

/* Returns true if a whole run with the dense table is faster than LEVELS levels of the sparse one
   with STATES states each.  The dense run counts as that of a whole board even if half the board is
   enough, because the sparse table then mostly folds states and also takes less time. */
static bool is_faster (const bcov_frontier *f, double states, double levels)
{
  return f->lanes &&
         states * levels * f->limits->dense_worth > f->whole_work + f->limits->dense_start;
}

static double count_states (const bcov_hash_pages *tables, size_t count)
{
  uint64_t states = 0;
  for (size_t k = 0; k < count; k++)
    states += bcov_hash_pages_count (&tables[k]);
  return (double)states;
}

/* Predicts whether the dense table will be used, and the memory. */
static void foresee_tables (const bcov_frontier *f, bcov_forecast *out)
{
  const bcov_program *program = f->program;
  double widest = out->states.widest, words = program->words + (program->bound > 110 ? 2 : 1);
  out->dense = f->full || is_faster (f, widest, (double)program->levels.count);
  out->bytes = out->dense ? (double)f->dense.bytes : widest * words * 8 * 2.6;
}

/* Uses FORECAST for progress reports. */
static void announce (zeros *z, const bcov_forecast *forecast)
{
  atomic_store (&z->control->widest, forecast->dense ? 0 : forecast->states.widest);
  atomic_store (&z->control->bytes, forecast->bytes);
  memcpy (z->weights, forecast->states.by_level,
          z->frontier->program->levels.count * sizeof *z->weights);
  z->reweigh = true;
}

/* Returns whether the level after LEVEL will exceed the budget, if as many of its choices are
   possible as of those so far. */
static bool is_spent (const zeros *z, uint32_t level)
{
  const bcov_program *program = z->frontier->program;
  double all = 1, done = (double)atomic_load (&z->control->nodes), budget = (double)z->budget;
  if (!z->budget || level + 1 == program->levels.count)
    return z->budget && done > budget;
  double next = z->by_level[level] * (program->levels.data[level + 1].moves + 1.0);
  if (done + next <= budget || done > budget)
    return done > budget;
  for (uint32_t k = 0; k < level; k++)
    all += z->by_level[k] * (program->levels.data[k + 1].moves + 1.0);
  return done + fmin (1, done / all) * next > budget;
}

/* Asks whether to go on after LEVEL. */
static bool goes_on (zeros *z, uint32_t level)
{
  const bcov_frontier_asked *asked = z->asked;
  bcov_forecast forecast = {0};
  double done = (double)atomic_load (&z->control->nodes);
  if (!asked || bcov_estimate_extend (z->model, z->frontier->program, z->by_level, level + 1, done,
                                      &forecast.states, NULL))
    return false;
  if (z->n->primes)
    forecast.states.transitions *= (z->n->words + TOGETHER - 1) / TOGETHER; /* passes */
  foresee_tables (z->frontier, &forecast);
  announce (z, &forecast);
  z->budget = asked->ask (asked->data, &forecast);
  bcov_estimate_free (z->frontier->program->mem, &forecast.states);
  return z->budget > 0;
}

static bool find_zero (void *data, uint32_t level, const bcov_hash_pages *tables, size_t count)
{
  zeros *z = data;
  uint64_t key[BCOV_MOST_KEY] = {0};
  assert (z->known <= z->count && z->first + z->part <= z->n->words);
  if (z->frontier) {
    double states = count_states (tables, count);
    z->by_level[level] = states;
    if (is_faster (z->frontier, states, (double)(z->frontier->program->levels.count - level - 1)))
      return !(z->full = true);
    if (is_spent (z, level) && !goes_on (z, level))
      return !(z->given_up = true);
  }
  for (; z->known < z->count && z->levels[z->known] == level; z->known++)
    for (size_t k = 0; k < count; k++) {
      const uint64_t *value = bcov_hash_pages_find (&tables[k], key);
      if (value)
        memcpy (&z->found[z->known * z->n->words + z->first], value, z->part * sizeof *value);
    }
  return true;
}

/* Runs JOB once for each group of residues; sets its VALUE and PRIMES and calls BEFORE each time.
 */
static bcov_status run_passes (bcov_sparse_job *job, const bcov_remainders *n,
                               void (*before) (void *data, uint32_t first, uint32_t part),
                               bool *complete, bcov_work *sum, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  *complete = true;
  sum->overflow = false;
  for (uint32_t first = 0; !status && *complete && first < n->words; first += job->value) {
    uint32_t left = n->words - first;
    uint32_t passes = n->primes ? (left + TOGETHER - 1) / TOGETHER : 1;
    bcov_work done;
    job->value = (left + passes - 1) / passes;
    job->primes = n->primes ? n->primes + first : NULL;
    assert (job->value && (job->value <= TOGETHER || !n->primes));
    bcov_control_step (job->control, (double)first / n->words, (double)job->value / n->words);
    before (job->data, first, job->value);
    status = bcov_sparse_run (job, complete, &done, err);
    sum->states += done.states;
    sum->transitions += done.transitions;
    sum->widest = done.widest > sum->widest ? done.widest : sum->widest;
    sum->overflow = done.overflow;
  }
  return status;
}

static void before_zeros (void *data, uint32_t first, uint32_t part)
{
  zeros *z = data;
  z->first = first;
  z->part = part;
  z->known = 0;
  if (z->by_level)
    memset (z->by_level, 0, z->frontier->program->levels.count * sizeof *z->by_level);
}

/* Converts the values found to numbers, or to the residues that were requested. */
static bcov_status take_zeros (const zeros *z, bcov_number *values, size_t *known, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  const bcov_remainders *n = z->n;
  if (z->residues)
    memcpy (&z->residues->values[z->residues->units.from], z->found, n->words * sizeof *z->found);
  for (size_t k = 0; !status && k < z->known; k++, ++*known)
    if (!z->residues)
      status = bcov_remainders_join (n, &z->found[k * n->words], &values[k], err);
  return status;
}

static bcov_status try_zeros (bcov_sparse_job *job, zeros *z, bcov_number *values, size_t *known,
                              bcov_work *work, bcov_error *err)
{
  bcov_mem *mem = job->program->mem;
  const bcov_remainders *n = z->n;
  bool complete = false;
  z->found = bcov_mem_alloc (mem, z->count * n->words + 1, sizeof *z->found, err);
  job->after = find_zero;
  job->data = z;
  bcov_status status =
      z->found ? run_passes (job, n, before_zeros, &complete, work, err) : bcov_mem_status (mem);
  bool last_pass = z->first + z->part == n->words && !work->overflow && !z->full && !z->given_up;
  if (!status && last_pass)
    status = take_zeros (z, values, known, err);
  bcov_mem_free (mem, z->found);
  return status;
}

/* Returns the primes of the units of R. */
static bcov_remainders of_share (const bcov_residues *r)
{
  assert (r->units.step == 1 && r->units.to <= r->all.words);
  return (bcov_remainders){.words = (uint32_t)(r->units.to - r->units.from),
                           .primes = r->all.primes + r->units.from};
}

/* Finds the values of key 0 after the levels that Z names.  z->full is set if the run ended because
   the dense table should take over. */
static bcov_status count_zeros (bcov_sparse_job *job, zeros *z, bcov_number *values, size_t *known,
                                bcov_work *work, bcov_error *err)
{
  bcov_mem *mem = job->program->mem;
  bcov_status status = BCOV_OK;
  uint32_t tried = 0;
  *known = 0;
  if (z->residues) {
    bcov_remainders n = of_share (z->residues);
    z->n = &n;
    return try_zeros (job, z, values, known, work, err);
  }
  do {
    bcov_remainders n;
    status = bcov_remainders_choose (mem, job->program->bound, tried, &n, err);
    z->n = &n;
    if (!status)
      status = try_zeros (job, z, values, known, work, err);
    bcov_remainders_free (mem, &n);
    tried = n.words;
  } while (!status && work->overflow);
  return status;
}

static __attribute__ ((unused)) bool is_ascending (const uint32_t *levels, size_t count)
{
  for (size_t k = 1; k < count; k++)
    if (levels[k - 1] > levels[k])
      return false;
  return true;
}

bcov_status bcov_frontier_levels (const bcov_program *program, const uint32_t *levels, size_t count,
                                  size_t workers, bcov_control *control, bcov_number *values,
                                  size_t *known, bcov_error *err)
{
  assert (is_ascending (levels, count) && (!count || levels[count - 1] < program->levels.count));
  bcov_sparse_job job = {.program = program, .workers = workers, .control = control};
  bcov_work work = {0};
  zeros z = {.levels = levels, .count = count};
  return count_zeros (&job, &z, values, known, &work, err);
}

/* ---- preparation ---- */

/* Returns true if the dense table counts half a board and joins it with its image. */
static bool is_halved (const bcov_frontier *f)
{
  return f->half.program.levels.count > 0;
}

/* Returns the program of the dense table. */
static const bcov_program *dense_program (const bcov_frontier *f)
{
  return is_halved (f) ? &f->half.program : f->program;
}

static const bcov_bridges *dense_bridges (const bcov_frontier *f)
{
  return is_halved (f) ? &f->half.bridges : NULL;
}

/* Halves the board if that is possible and does not need longer keys. */
static bcov_status cut_in_half (const bcov_model *model, bcov_frontier *f, bcov_error *err)
{
  bcov_status status = bcov_half_make (model, f->program->order.data, &f->half, err);
  if (!status && is_halved (f) &&
      (f->half.program.bits > f->program->bits || !bcov_dense_fits (&f->half.program)))
    bcov_half_free (&f->half);
  return status;
}

/* Chooses the number of residues per state of the dense table: as many as fit into memory, but only
   two if more do not fit into the cache.  Then two passes take as long as one, and half the memory.
 */
static bcov_status choose_lanes (const bcov_job *job, bcov_frontier *f, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (f->lanes = DENSE_LANES; !status && f->lanes; f->lanes /= 2) {
    status = bcov_dense_foresee (dense_program (f), dense_bridges (f), f->lanes, job->workers,
                                 &f->dense, err);
    size_t most = bcov_mem_left (f->program->mem);
    if (f->lanes > 2 && most > FAR_CACHE)
      most = FAR_CACHE;
    if (!status && f->dense.bytes <= most)
      break;
  }
  return status;
}

/* Uses the half board, if there is one, unless it is more work per residue: it can lose classes of
   the whole board, and then its table is larger. */
static bcov_status prefer_half (const bcov_job *job, bcov_frontier *f, bcov_error *err)
{
  unsigned lanes = f->lanes;
  bcov_dense_needs whole = f->dense;
  if (!is_halved (f))
    return BCOV_OK;
  bcov_status status = choose_lanes (job, f, err);
  if (status || f->lanes * whole.work > lanes * f->dense.work)
    return status;
  bcov_half_free (&f->half);
  f->lanes = lanes;
  f->dense = whole;
  return BCOV_OK;
}

/* Finds out whether the dense table can be used, and its cost. */
static bcov_status foresee_dense (const bcov_job *job, bcov_frontier *f, bcov_error *err)
{
  if (!bcov_dense_fits (f->program))
    return BCOV_OK;
  bcov_status status = choose_lanes (job, f, err);
  f->whole_work = f->dense.work;
  if (status || f->whole_work < f->limits->worth_halving || job->without & BCOV_WITHOUT_HALVES)
    return status;
  status = cut_in_half (job->model, f, err);
  return status ? status : prefer_half (job, f, err);
}

bcov_status bcov_frontier_open (const bcov_job *job, const bcov_program *program, double bits,
                                const bcov_table_limits *limits, bcov_frontier *out,
                                bcov_error *err)
{
  *out = (bcov_frontier){.limits = limits};
  if (job->model->impossible)
    return BCOV_OK;
  out->program = program;
  bcov_status status = foresee_dense (job, out, err);
  out->full = !status && out->whole_work < limits->moment &&
              is_faster (out, exp2 (fmin (bits, 900)) / limits->far_off, 1);
  if (!status && !out->full)
    status = bcov_pockets_make (job->model, out->program, &out->pockets, err);
  if (!status && !out->full)
    status = bcov_folds_make (job->model, out->program, &out->folds, err);
  return status;
}

void bcov_frontier_close (bcov_frontier *frontier)
{
  bcov_folds_free (&frontier->folds);
  bcov_pockets_free (&frontier->pockets);
  bcov_half_free (&frontier->half);
}

/* ---- the dense table ---- */

/* Computes the residues for the primes FROM .. TO-1 of N.  BEFORE and SHARE are the part of this
   step in the progress. */
static bcov_status run_lanes (const bcov_job *job, const bcov_frontier *f, const bcov_remainders *n,
                              uint32_t from, uint32_t to, unsigned lanes, double before,
                              double share, uint64_t *words, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (uint32_t first = from; !status && first < to; first += lanes) {
    while (lanes / 2 >= to - first)
      lanes /= 2;
    assert (lanes >= 1 && lanes <= DENSE_LANES && to <= n->words);
    bcov_control_step (job->control, before + share * (first - from) / (to - from),
                       share * lanes / (to - from));
    uint64_t primes[DENSE_LANES], residues[DENSE_LANES];
    for (uint32_t k = 0; k < lanes; k++) /* surplus lanes repeat a prime */
      primes[k] = n->primes[first + k < to ? first + k : first];
    status = bcov_dense_count (dense_program (f), dense_bridges (f), primes, lanes, job->workers,
                               job->control, residues, err);
    for (uint32_t k = 0; !status && k < lanes && first + k < to; k++)
      words[first + k] = residues[k];
  }
  return status;
}

/* The spare prime is included from the start if there is a lane for it, if another pass is cheap,
   or if the bound was computed (BEFORE is the share of that step), because then it is tight.
   Otherwise the last necessary prime may serve as the spare one: if the number that the primes
   before it give agrees with it, the number is so far below its bound that this prime was not
   needed. */
static bcov_status run_primes (const bcov_job *job, const bcov_frontier *f, double before,
                               const bcov_remainders *n, uint64_t *words, bcov_result *result,
                               bcov_error *err)
{
  assert (n->primes && n->words >= 2 && f->lanes);
  uint32_t needed = n->words - 1;
  bool along = before > 0 || needed == 1 || needed % f->lanes == DENSE_LANES - 1 ||
               (f->dense.work < f->limits->dense_start && n->words <= f->lanes);
  uint32_t first = along ? n->words : needed;
  bcov_status status = run_lanes (job, f, n, 0, first, f->lanes, before, 1 - before, words, err);
  if (status)
    return status;
  bcov_remainders without = {.words = first, .primes = n->primes};
  if (first < n->words && bcov_remainders_agree (&without, words, &result->found))
    return BCOV_OK;
  status = run_lanes (job, f, n, first, n->words, 1, 1, 0, words, err);
  return status ? status : bcov_remainders_join (n, words, &result->found, err);
}

/* Computes the number with as many primes as a better bound requires. */
static bcov_status run_number (const bcov_job *job, const bcov_frontier *f, bcov_result *result,
                               bcov_error *err)
{
  bcov_mem *mem = f->program->mem;
  double bound = f->program->bound, better, done = 0;
  bcov_remainders n = {0};
  bcov_status status = BCOV_OK;
  if (bound > BCOV_UNIT_BITS * dense_unbound) {
    done = bound_share;
    bcov_control_step (job->control, 0, done);
    status = bcov_dense_bound (dense_program (f), dense_bridges (f), job->workers, job->control,
                               &better, err);
    if (!status && better < bound)
      bound = better;
  }
  if (!status)
    status = bcov_remainders_primes (mem, bound, BCOV_UNIT_BITS, &n, err);
  uint64_t *words = status ? NULL : bcov_mem_alloc (mem, n.words, sizeof *words, err);
  if (!status)
    status = words ? run_primes (job, f, done, &n, words, result, err) : bcov_mem_status (mem);
  bcov_remainders_free (mem, &n);
  bcov_mem_free (mem, words);
  return status;
}

static bcov_status run_dense (const bcov_job *job, const bcov_frontier *f, bcov_result *result,
                              bcov_error *err)
{
  bcov_residues *r = job->residues;
  atomic_store (&job->control->levels, 0); /* the dense table does not report levels */
  bcov_status status = r ? run_lanes (job, f, &r->all, (uint32_t)r->units.from,
                                      (uint32_t)r->units.to, f->lanes, 0, 1, r->values, err)
                         : run_number (job, f, result, err);
  result->nodes += atomic_load (&job->control->nodes);
  result->halved = is_halved (f);
  return status;
}

/* ---- both tables ---- */

static bcov_status run_sparse (const bcov_job *job, zeros *z, bcov_result *result, bcov_error *err)
{
  const bcov_frontier *f = z->frontier;
  bool alone = z->budget && z->budget <= f->limits->short_try;
  bcov_work work = {0};
  size_t known = 0;
  bcov_sparse_job sparse = {.program = f->program,
                            .pockets = &f->pockets,
                            .folds = &f->folds,
                            .weights = z->weights,
                            .reweigh = &z->reweigh,
                            .stride = BCOV_STRIDE,
                            .workers = alone ? 1 : job->workers,
                            .control = job->control};
  bcov_status status = count_zeros (&sparse, z, &result->found, &known, &work, err);
  result->nodes += work.transitions;
  result->states += work.states;
  result->widest = work.widest > result->widest ? work.widest : result->widest;
  result->complete = known || z->full;
  return status;
}

static bcov_status run_tables (const bcov_job *job, zeros *z, bcov_result *result, bcov_error *err)
{
  const bcov_frontier *f = z->frontier;
  bcov_status status = BCOV_OK;
  bcov_job dense = *job;
  z->full = f->full;
  result->complete = true;
  if (!z->full)
    status = run_sparse (job, z, result, err);
  if (f->dense.work < f->limits->alone)
    dense.workers = 1;
  if (!status && z->full)
    status = run_dense (&dense, f, result, err);
  return status;
}

bcov_status bcov_frontier_try (const bcov_job *job, const bcov_frontier *frontier,
                               uint64_t transitions, const bcov_frontier_asked *asked,
                               const bcov_forecast *forecast, bool *done, bcov_result *result,
                               bcov_error *err)
{
  size_t levels = frontier->program ? frontier->program->levels.count : 0;
  uint32_t last = (uint32_t)levels - 1;
  assert (!frontier->program == job->model->impossible);
  zeros z = {.levels = &last,
             .count = 1,
             .frontier = frontier,
             .budget = transitions,
             .asked = asked,
             .model = job->model,
             .control = job->control,
             .residues = job->residues};
  bcov_rooms rooms = {.mem = job->model->mem, .err = err};
  mpz_set_ui (result->found.value, job->model->impossible ? 0 : 1);
  *done = true;
  if (!levels)
    return BCOV_OK;
  z.by_level = bcov_mem_take_room (&rooms, levels, sizeof *z.by_level);
  z.weights = bcov_mem_take_room (&rooms, levels, sizeof *z.weights);
  bcov_status status = rooms.status;
  mpz_set_ui (result->found.value, job->residues ? 1 : 0);
  if (!status && forecast)
    announce (&z, forecast);
  if (!status)
    status = run_tables (job, &z, result, err);
  bcov_mem_free_rooms (&rooms);
  *done = !z.given_up;
  return status;
}

/* ---- forecast ---- */

bcov_status bcov_frontier_foresee (const bcov_job *job, const bcov_frontier *frontier, bool close,
                                   bcov_forecast *out, bcov_error *err)
{
  *out = (bcov_forecast){0};
  if (job->model->impossible)
    return BCOV_OK;
  bcov_status status = bcov_estimate_make (job->model, frontier->program, &frontier->pockets, close,
                                           job->control, &out->states, err);
  if (!status)
    foresee_tables (frontier, out);
  return status;
}

void bcov_frontier_forget (bcov_mem *mem, bcov_forecast *forecast)
{
  bcov_estimate_free (mem, &forecast->states);
}

/* ---- final states by their kept fields ---- */

/* A row has the values of the kept fields, then the words of the number. */
typedef struct {
  const bcov_program *program;
  const bcov_remainders *n;
  BCOV_VEC (uint32_t) fields; /* the kept ones */
  BCOV_VEC (uint64_t) rows;
  BCOV_VEC (uint64_t) joined; /* rows of earlier passes */
  uint32_t first, part;
  bcov_status status;
  bcov_error *err;
} tally;

static void before_tally (void *data, uint32_t first, uint32_t part)
{
  tally *t = data;
  t->first = first;
  t->part = part;
}

static void take_row (tally *t, const uint64_t *key, const uint64_t *value)
{
  size_t row = t->fields.count + t->n->words;
  t->status = bcov_vec_reserve (t->program->mem, &t->rows, t->rows.count + row, t->err);
  if (t->status)
    return;
  uint64_t *out = &t->rows.data[t->rows.count];
  for (size_t f = 0; f < t->fields.count; f++)
    *out++ = bcov_program_value (t->program, t->fields.data[f], key);
  for (uint32_t k = 0; k < t->n->words; k++)
    *out++ = k >= t->first && k < t->first + t->part ? value[k - t->first] : 0;
  t->rows.count += row;
}

static int compare_rows (const void *a, const void *b, void *data)
{
  const uint64_t *x = a, *y = b;
  for (size_t count = *(const size_t *)data; count--; x++, y++)
    if (*x != *y)
      return *x < *y ? -1 : 1;
  return 0;
}

/* Returns true if this pass has found the same states as the earlier ones. */
static __attribute__ ((unused)) bool same_states (const tally *t)
{
  size_t keys = t->fields.count, row = keys + t->n->words;
  bool same = t->joined.count == t->rows.count;
  for (size_t r = 0; same && r < t->rows.count; r += row)
    same = !memcmp (&t->rows.data[r], &t->joined.data[r], keys * sizeof *t->rows.data);
  return same;
}

/* Sorts the rows of a pass and copies the words of earlier passes, which have the same states. */
static void join_pass (tally *t)
{
  size_t row = t->fields.count + t->n->words, keys = t->fields.count;
  if (t->rows.count)
    qsort_r (t->rows.data, t->rows.count / row, row * sizeof *t->rows.data, compare_rows, &keys);
  assert (t->status || !t->joined.count || same_states (t));
  for (size_t r = 0; t->joined.count && r < t->rows.count; r += row)
    memcpy (&t->rows.data[r + keys], &t->joined.data[r + keys], t->first * sizeof *t->rows.data);
  bcov_vec_free (t->program->mem, &t->joined);
  t->joined.data = t->rows.data;
  t->joined.count = t->rows.count;
  t->joined.room = t->rows.room;
  t->rows.data = NULL;
  t->rows.count = t->rows.room = 0;
}

static void take_page (tally *t, uint64_t *words, const bcov_entry_layout *s)
{
  uint64_t key[BCOV_MOST_KEY];
  for (uint32_t at = 0; !t->status && at < BCOV_PAGE; at++) {
    if (bcov_hash_page_empty (s, words, at))
      continue;
    for (uint32_t w = 0; w < s->key; w++)
      key[w] = *bcov_hash_page_key (s, words, at, w);
    take_row (t, key, bcov_hash_page_value (s, words, at));
  }
}

static bool collect (void *data, uint32_t level, const bcov_hash_pages *tables, size_t count)
{
  tally *t = data;
  if (level + 1 != t->program->levels.count)
    return true;
  for (size_t k = 0; k < count; k++)
    for (size_t page = 0; page < tables[k].pages.count; page++)
      take_page (t, tables[k].pages.data[page].words, tables[k].shape);
  join_pass (t);
  return !t->status;
}

static bcov_status show_rows (tally *t, bcov_frontier_see *see, void *data)
{
  size_t row = t->fields.count + t->n->words;
  bcov_status status = BCOV_OK;
  bcov_number number;
  bcov_number_init (&number, 0);
  for (size_t r = 0; !status && r < t->joined.count; r += row) {
    status = bcov_remainders_join (t->n, &t->joined.data[r + t->fields.count], &number, t->err);
    if (!status)
      status = see (data, &t->joined.data[r], &number, t->err);
  }
  bcov_number_clear (&number);
  return status;
}

static bcov_status start_tally (tally *t)
{
  bcov_status status = BCOV_OK;
  for (uint32_t f = 0; !status && f < t->program->fields.count; f++)
    if (t->program->fields.data[f].kept)
      status = bcov_vec_push (t->program->mem, &t->fields, f, t->err);
  return status;
}

static bcov_status try_tally (tally *t, bcov_sparse_job *job, bcov_frontier_see *see, void *data,
                              bool *complete, bcov_work *work)
{
  bcov_status status = run_passes (job, t->n, before_tally, complete, work, t->err);
  if (!status)
    status = t->status;
  if (!status && *complete)
    status = show_rows (t, see, data);
  bcov_vec_free (t->program->mem, &t->rows);
  bcov_vec_free (t->program->mem, &t->joined);
  return status;
}

bcov_status bcov_frontier_tally (const bcov_program *program, size_t workers, bcov_control *control,
                                 bcov_frontier_see *see, void *data, bool *complete,
                                 bcov_error *err)
{
  bcov_mem *mem = program->mem;
  bcov_work work = {0};
  bcov_remainders n = {0};
  tally t = {.program = program, .n = &n, .err = err};
  bcov_sparse_job job = {
      .program = program, .workers = workers, .control = control, .after = collect, .data = &t};
  assert (program->levels.count);
  bcov_status status = start_tally (&t);
  do {
    uint32_t tried = n.words;
    if (!status)
      status = bcov_remainders_choose (mem, program->bound, tried, &n, err);
    if (!status)
      status = try_tally (&t, &job, see, data, complete, &work);
    bcov_remainders_free (mem, &n);
  } while (!status && work.overflow);
  bcov_vec_free (mem, &t.fields);
  return status;
}
