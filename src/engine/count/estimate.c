/* The first levels are run.  If these are all levels, the result is exact.  For later levels, the
   logarithm of the number of states changes with the bits of price.c, in the proportion of the last
   known level.  In addition, the number of states approaches the number that the bits suggest,
   because few states are reachable at first: the gain of the last third of the known levels is
   repeated, or part of the difference if the states are close to the bits.  If the forecast is
   large, more levels are run, for a small part of the time of the whole run.

   The tests check that the widest level and the sum are within a factor of three of the truth.

   Time: some hundred thousand transitions.  Memory: two levels. */

#include "engine/count/estimate.h"
#include "engine/order/price.h"
#include "engine/sparse/sparse.h"
#include "number/residue.h"

#include <assert.h>
#include <math.h>

/* Transitions of the first run and of the longest, and the share of the whole run. */
static const double first_run = 1 << 18, longest_run = 1 << 21, part_of_run = 1.0 / 128;

static const double most_log = 1000;

/* A run of the first levels. */
typedef struct {
  const bcov_program *program;
  bcov_estimate *out;
  bcov_control control;
  double most;     /* transitions */
  uint32_t levels; /* number of known levels */
  double total;    /* of their states */
} probe;

static double choices (const probe *p, uint32_t level)
{
  return p->program->levels.data[level].moves + 1.0;
}

/* A bcov_sparse_after: continues while the next level is probably affordable. */
static bool note_level (void *data, uint32_t level, const bcov_hash_pages *tables, size_t count)
{
  (void)count; /* one worker: one table */
  probe *p = data;
  double *states = p->out->by_level, before = level ? fmax (1, states[level - 1]) : 1;
  double transitions = (double)atomic_load (&p->control.nodes);
  double share = (transitions - p->out->transitions) / (before * choices (p, level));
  assert (level == p->levels);
  states[level] = (double)bcov_hash_pages_count (tables);
  p->out->transitions = transitions;
  p->total += states[level];
  p->levels++;
  return p->levels == p->program->levels.count ||
         transitions + share * states[level] * choices (p, level + 1) <= p->most;
}

static bcov_status run_levels (probe *p, const bcov_pockets *pockets, bcov_error *err)
{
  bool complete;
  bcov_work work;
  uint64_t prime = bcov_prime (62, 0); /* values cannot overflow */
  bcov_sparse_job job = {.program = p->program,
                         .pockets = pockets,
                         .value = 1,
                         .primes = &prime,
                         .stride = 1,
                         .workers = 1,
                         .control = &p->control,
                         .after = note_level,
                         .data = p};
  bcov_control_start (&p->control, NULL);
  return p->program->levels.count ? bcov_sparse_run (&job, &complete, &work, err) : BCOV_OK;
}

/* Sets BITS[k] to the bits that are open after level K. */
static bcov_status price_levels (const bcov_model *model, const bcov_program *program, double *bits,
                                 bcov_error *err)
{
  bcov_columns columns = {0};
  bcov_price price = {0};
  bcov_status status = bcov_model_columns (model, &columns, err);
  if (!status)
    status = bcov_price_new (model, &columns, &price, err);
  if (!status)
    bcov_price_start (&price);
  for (uint32_t k = 0; !status && k < program->levels.count; k++) {
    const bcov_level *l = &program->levels.data[k];
    for (uint32_t m = l->first_move; m < l->first_move + l->moves; m++)
      bcov_price_pass (&price, program->moves.data[m].option);
    bits[k] = bcov_price_bits (&price);
  }
  bcov_price_free (&price);
  bcov_columns_free (program->mem, &columns);
  return status;
}

/* Extrapolates from the known levels to the others. */
static void carry_on (const probe *p, const double *bits)
{
  double *by_level = p->out->by_level;
  uint32_t last = p->levels - 1, third = last - last / 3;
  double log = log2 (fmax (1, by_level[last])), lacking = fmax (0, bits[last] - log);
  double slope = fmin (1, log / fmax (1, bits[last]));
  double gain = fmax (0, slope * bits[third] - log2 (fmax (1, by_level[third])));
  if (slope > 0.5 && !bcov_program_long_fields (p->program))
    gain = fmax (gain, slope * lacking);
  for (uint32_t k = p->levels; k < p->program->levels.count; k++) {
    double gained = gain * fmin (1, (k - last) / (last - third + 1.0));
    double more = slope * (bits[k] - bits[last]) + gained;
    by_level[k] = exp2 (fmin (fmax (0, log + more), most_log));
  }
}

static bcov_status guess_levels (const bcov_model *model, const probe *p, bcov_error *err)
{
  bcov_mem *mem = p->program->mem;
  double *bits = bcov_mem_alloc (mem, p->program->levels.count + 1, sizeof *bits, err);
  bcov_status status = bits ? price_levels (model, p->program, bits, err) : bcov_mem_status (mem);
  if (!status)
    carry_on (p, bits);
  bcov_mem_free (mem, bits);
  return status;
}

/* Runs the first levels and extrapolates. */
static bcov_status estimate (probe *p, const bcov_model *model, const bcov_pockets *pockets,
                             bcov_error *err)
{
  bcov_estimate *out = p->out;
  size_t levels = p->program->levels.count;
  p->levels = 0;
  p->total = out->total = out->widest = out->transitions = 0;
  bcov_status status = run_levels (p, pockets, err);
  out->exact = !status && p->levels == levels;
  if (!status && !out->exact)
    status = guess_levels (model, p, err);
  for (size_t k = 0; !status && k < levels; k++) {
    out->total += out->by_level[k];
    out->widest = fmax (out->widest, out->by_level[k]);
  }
  out->transitions *= p->total > 0 ? out->total / p->total : 1;
  return status;
}

bcov_status bcov_estimate_make (const bcov_model *model, const bcov_program *program,
                                const bcov_pockets *pockets, bcov_control *control,
                                bcov_estimate *out, bcov_error *err)
{
  bcov_mem *mem = program->mem;
  probe p = {.program = program, .out = out};
  *out = (bcov_estimate){0};
  out->by_level = bcov_mem_alloc (mem, program->levels.count + 1, sizeof *out->by_level, err);
  bcov_status status = out->by_level ? BCOV_OK : bcov_mem_status (mem);
  for (double most = first_run; !status && most > 2 * p.most;
       most = out->exact ? 0 : fmin (out->transitions * part_of_run, longest_run)) {
    p.most = most;
    status = estimate (&p, model, pockets, err);
    if (!status && control && !bcov_control_go_on (control, 0))
      status = bcov_control_status (control, err);
  }
  if (status)
    bcov_estimate_free (mem, out);
  return status;
}

void bcov_estimate_free (bcov_mem *mem, bcov_estimate *estimate)
{
  bcov_mem_free (mem, estimate->by_level);
  *estimate = (bcov_estimate){0};
}
