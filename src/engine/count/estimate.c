/* The first levels are run.  If these are all levels, the result is exact.  For later levels, the
   logarithm of the number of states changes with the bits of price.c, in the proportion of the last
   known level.  In addition, the number of states approaches the number that the bits suggest,
   because few states are reachable at first: the gain of the last third of the known levels is
   repeated, or part of the difference if the states are close to the bits.  If the forecast is
   large, more levels are run, for a small part of the time of the whole run.

   A close estimate also takes samples of the states through the later levels (sampled.c).  These
   show too few states rather than too many, so that the forecast by the bits must lie between once
   and about twice what they show.  The samples begin small, and grow while a wide level has too
   many states for them and the whole run would take much longer than they do.  Where they cannot
   tell, they still are a lower bound.

   The tests check that the widest level and the sum are within a factor of three of the truth, and
   the sum of a close estimate within four, because a run does not keep every level.

   Time: some hundred thousand transitions; a close estimate takes a few percent of the whole run in
   addition, up to about half a second.  Memory: two levels, and the samples. */

#include "engine/count/estimate.h"
#include "engine/count/sampled.h"
#include "engine/order/price.h"
#include "engine/sparse/sparse.h"
#include "number/residue.h"

#include <assert.h>
#include <math.h>

/* Transitions of the first run and of the longest, and the share of the whole run. */
static const double first_run = 1 << 18, longest_run = 1 << 21, part_of_run = 1.0 / 128;

/* Choices that the samples may examine: at first, at most, and for each transition of the whole
   run, which takes about 16 times as long (timed). */
static const double first_choices = 1 << 20, most_choices = 1 << 23, choices_share = 1;

/* The factor by which samples grow, and the least one that is worth another try. */
static const double sample_growth = 4, least_growth = 1.5;

/* States of the smallest and of the largest sample. */
static const double least_sample = 1 << 7, largest_sample = 1 << 14;

/* How many times more states than the samples show there may be, because they show too few (by
   hand, on the puzzles of bench/forecast.py and of the tests). */
static const double sample_slack = 2.25;

static const double most_log = 1000;

/* The share of the widest level below which a level does not matter. */
static const double narrow = 0.1;

/* A run of the first levels. */
typedef struct {
  const bcov_program *program;
  const bcov_pockets *pockets;
  bcov_estimate *out;
  bcov_control control;
  double most;           /* transitions */
  bool close;            /* with samples */
  bool running;          /* the levels are those of a run */
  uint32_t levels;       /* number of known levels */
  double total;          /* of their states */
  double transitions;    /* of these levels */
  double all_choices;    /* of all levels */
  bcov_sampled *sampled; /* from the last known level; or NULL */
  double untold;         /* states of the widest level for which the samples were too small */
  bcov_status status;    /* of making the samples */
  bcov_error *err;
} probe;

static double choices (const probe *p, uint32_t level)
{
  return p->program->levels.data[level].moves + 1.0;
}

/* Returns the number of states of a sample that examines that many choices at all levels. */
static double sample_size (const probe *p, double examined)
{
  return fmin (fmax (examined / (2 * p->all_choices), least_sample), largest_sample);
}

/* Makes samples of the states of the last known level. */
static void offer_states (probe *p, const bcov_hash_pages *table)
{
  p->status = bcov_sampled_new (p->program, p->pockets, (size_t)sample_size (p, most_choices),
                                &p->sampled, p->err);
  if (p->status)
    return;
  uint64_t key[BCOV_MOST_KEY];
  const bcov_entry_layout *s = table->shape;
  for (size_t page = 0; page < table->pages.count; page++)
    for (uint32_t at = 0; at < BCOV_PAGE; at++) {
      uint64_t *words = table->pages.data[page].words;
      if (bcov_hash_page_empty (s, words, at))
        continue;
      for (uint32_t w = 0; w < s->key; w++)
        key[w] = *bcov_hash_page_key (s, words, at, w);
      bcov_sampled_offer (p->sampled, key);
    }
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
  bool go_on = p->levels == p->program->levels.count ||
               transitions + share * states[level] * choices (p, level + 1) <= p->most;
  if (!go_on && p->close)
    offer_states (p, tables);
  return go_on;
}

static bcov_status run_levels (probe *p, bcov_error *err)
{
  bool complete;
  bcov_work work;
  uint64_t prime = bcov_prime (62, 0); /* values cannot overflow */
  bcov_sparse_job job = {.program = p->program,
                         .pockets = p->pockets,
                         .value = 1,
                         .primes = &prime,
                         .stride = 1,
                         .workers = 1,
                         .control = &p->control,
                         .after = note_level,
                         .data = p};
  bcov_control_start (&p->control, NULL);
  p->levels = 0;
  p->total = p->out->transitions = 0;
  bcov_status status = BCOV_OK;
  if (p->program->levels.count)
    status = bcov_sparse_run (&job, &complete, &work, err);
  p->transitions = p->out->transitions;
  return status ? status : p->status;
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

/* Extrapolates from the known levels to level K by the bits: the logarithm of the number of states
   changes in their proportion.  In addition, the number of states approaches the number that the
   bits suggest, because few states are reachable at first: the gain of the last third of the known
   levels is repeated, or part of the difference if the states are close to the bits. */
static double follow_bits (const probe *p, const double *bits, uint32_t k)
{
  const double *by_level = p->out->by_level;
  uint32_t last = p->levels - 1, third = last - last / 3;
  double log = log2 (fmax (1, by_level[last])), lacking = fmax (0, bits[last] - log);
  double slope = fmin (1, log / fmax (1, bits[last]));
  double gain = fmax (0, slope * bits[third] - log2 (fmax (1, by_level[third])));
  if (!bcov_program_long_fields (p->program))
    gain = p->running ? 0 : slope > 0.5 ? fmax (gain, slope * lacking) : gain;
  double gained = gain * fmin (1, (k - last) / (last - third + 1.0));
  return exp2 (fmin (fmax (0, log + slope * (bits[k] - bits[last]) + gained), most_log));
}

/* Takes samples of SIZE states from the known levels through the others.  The forecast by the bits
   must not be outside of what the samples show. */
static void carry_on (probe *p, const double *bits, size_t size)
{
  double *by_level = p->out->by_level;
  p->untold = 0;
  p->out->transitions = p->transitions;
  bcov_sampled_start (p->sampled, size);
  for (uint32_t k = p->levels; k < p->program->levels.count; k++) {
    double states, next, by_bits = follow_bits (p, bits, k);
    bool told = bcov_sampled_step (p->sampled, k, &states, &next);
    by_level[k] = fmax (states, told ? fmin (by_bits, sample_slack * states) : by_bits);
    if (!told)
      p->untold = fmax (p->untold, by_level[k]);
    p->out->transitions += by_level[k - 1] * next;
  }
}

static void add_up (bcov_estimate *out, size_t levels)
{
  out->total = out->widest = 0;
  for (size_t k = 0; k < levels; k++) {
    out->total += out->by_level[k];
    out->widest = fmax (out->widest, out->by_level[k]);
  }
}

/* Extrapolates with samples that grow until they show the wide levels, or take too long. */
static void guess_closely (probe *p, const double *bits)
{
  bcov_estimate *out = p->out;
  double size = 0, next = sample_size (p, first_choices);
  while (next > least_growth * size) {
    size = next;
    carry_on (p, bits, (size_t)size);
    add_up (out, p->program->levels.count);
    double most = sample_size (p, fmin (out->transitions * choices_share, most_choices));
    bool told = p->untold < out->widest * narrow;
    next = told ? 0 : fmin (sample_growth * size, most);
  }
}

/* Extrapolates by the bits alone. */
static void guess_by_bits (probe *p, const double *bits)
{
  bcov_estimate *out = p->out;
  for (uint32_t k = p->levels; k < p->program->levels.count; k++)
    out->by_level[k] = follow_bits (p, bits, k);
  add_up (out, p->program->levels.count);
  out->transitions *= p->total > 0 ? out->total / p->total : 1;
  p->untold = out->widest;
}

static bcov_status guess_levels (const bcov_model *model, probe *p, bcov_error *err)
{
  bcov_mem *mem = p->program->mem;
  double *bits = bcov_mem_alloc (mem, p->program->levels.count + 1, sizeof *bits, err);
  bcov_status status = bits ? price_levels (model, p->program, bits, err) : bcov_mem_status (mem);
  if (!status)
    (p->close ? guess_closely : guess_by_bits) (p, bits);
  bcov_mem_free (mem, bits);
  return status;
}

/* Runs the first levels and extrapolates. */
static bcov_status estimate (probe *p, const bcov_model *model, bcov_error *err)
{
  size_t levels = p->program->levels.count;
  bcov_status status = run_levels (p, err);
  p->out->exact = !status && p->levels == levels;
  p->untold = 0;
  if (p->out->exact)
    add_up (p->out, levels);
  else if (!status)
    status = guess_levels (model, p, err);
  bcov_sampled_free (p->sampled);
  p->sampled = NULL;
  return status;
}

bcov_status bcov_estimate_make (const bcov_model *model, const bcov_program *program,
                                const bcov_pockets *pockets, bool close, bcov_control *control,
                                bcov_estimate *out, bcov_error *err)
{
  bcov_mem *mem = program->mem;
  probe p = {.program = program, .pockets = pockets, .out = out, .close = close, .err = err};
  *out = (bcov_estimate){0};
  out->by_level = bcov_mem_alloc (mem, program->levels.count + 1, sizeof *out->by_level, err);
  bcov_status status = out->by_level ? BCOV_OK : bcov_mem_status (mem);
  for (uint32_t k = 0; k < program->levels.count; k++)
    p.all_choices += choices (&p, k);
  for (double most = first_run; !status && most > 2 * p.most;) {
    p.most = most;
    status = estimate (&p, model, err);
    if (!status && control && !bcov_control_go_on (control, 0))
      status = bcov_control_status (control, err);
    bool told = out->exact || p.untold < out->widest * narrow;
    most = told ? 0 : fmin (out->transitions * part_of_run, longest_run);
  }
  if (status)
    bcov_estimate_free (mem, out);
  return status;
}

/* Copies the states of the first COUNT levels; unknown ones are between their neighbours. */
static double fill_gaps (const double *known, uint32_t count, double *out)
{
  double total = 0, before = 1;
  for (uint32_t k = 0, next = 0; k < count; k++) {
    for (; next < count && (next < k || known[next] <= 0); next++)
      ;
    out[k] = next == k || next == count ? fmax (1, known[k])
                                        : before * pow (known[next] / before, 1.0 / (next + 1 - k));
    before = out[k];
    total += out[k];
  }
  return total;
}

bcov_status bcov_estimate_extend (const bcov_model *model, const bcov_program *program,
                                  const double *by_level, uint32_t levels, double transitions,
                                  bcov_estimate *out, bcov_error *err)
{
  bcov_mem *mem = program->mem;
  probe p = {.program = program, .out = out, .running = true, .levels = levels, .err = err};
  assert (levels && levels <= program->levels.count);
  *out = (bcov_estimate){.transitions = transitions};
  out->by_level = bcov_mem_alloc (mem, program->levels.count, sizeof *out->by_level, err);
  if (!out->by_level)
    return bcov_mem_status (mem);
  p.total = fill_gaps (by_level, levels, out->by_level);
  bcov_status status = guess_levels (model, &p, err);
  if (status)
    bcov_estimate_free (mem, out);
  return status;
}

void bcov_estimate_free (bcov_mem *mem, bcov_estimate *estimate)
{
  bcov_mem_free (mem, estimate->by_level);
  *estimate = (bcov_estimate){0};
}
