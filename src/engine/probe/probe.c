/* Chooses a method and the size of its probes, and makes them.

   1. First probes of growing size find out what a probe of each method costs; dives also learn the
      shape of the tree, and beams how completable states are.  If nothing had to be left out, the
      result is exact.
   2. Each method makes a few trial probes with the same effort.  The one whose results spread less
      is used, unless the other one's are clearly higher: probes that miss the few large parts of a
      tree seem to agree, at a number that is too low.
   3. A fixed number of independent probes of that method, as large as the effort allows, gives the
      interval.  If the trials, which are smaller, gave less, the number may still be rising with
   the size, so the upper end is raised.  Few large probes are better than many small ones, because
   the spread of a probe falls faster than its size grows as long as it is large.

   Effort is counted in work.  If seconds are given instead, the first probes of a method also tell
   its seconds for each unit of work, and the rest follows from the seconds that are left.

   Each probe has its own seed and its own place in an array, so threads change nothing. */

#include "engine/probe/probe.h"
#include "base/threads.h"
#include "engine/probe/beam.h"
#include "engine/probe/dive.h"

#include <assert.h>
#include <math.h>

enum {
  FIRST_SIZE = 4,
  MORE = 4,
  LEAST_DESCENTS = 4,
  MOST_DRAWS = 64,
  STUBBORN = 8,
  LAST_BEAMS = 2,
  LEARN_FROM = 16
};

/* A first probe that takes this many times as long as expected is given up: the tree is not known
   well enough yet. */
static const double too_long = 16;

typedef struct {
  bool usable;
  double price;     /* effort for each unit of size */
  double size;      /* of the last probe */
  double spread;    /* of the trials */
  bcov_guess guess; /* by the trials */
} method;

typedef struct {
  const bcov_probe *probe;
  method methods[BCOV_PROBES];
  bcov_tree_shape shape;
  bcov_twist twist;
  bcov_draw draws[MOST_DRAWS];
  double effort;            /* in all: work or seconds */
  double pace[BCOV_PROBES]; /* effort for each unit of work */
  double spent;
  double started;
  uint64_t seed;
  uint64_t work;
  bcov_status status;
  bcov_error *err;
} probing;

/* A batch of probes of one method. */
typedef struct {
  probing *p;
  int method;
  uint64_t size, seed, most;
  size_t count;
  atomic_int status;
} batch;

static uint64_t next_seed (uint64_t *seed)
{
  return *seed += 0x632be59bd9b4e019u;
}

/* ---- one probe ---- */

/* Returns the time after which probes are given up; 0: never. */
static double deadline (const probing *p)
{
  return p->probe->work ? 0 : p->started + p->probe->seconds;
}

static bcov_status draw (probing *p, const batch *r, size_t k, size_t worker,
                         bcov_tree_shape *learnt, bcov_beam_trail *trail)
{
  const bcov_probe *probe = p->probe;
  uint64_t seed = r->seed + k * 0x9fb21c651e98df25u;
  if (r->method == BCOV_PROBE_BEAM) {
    bcov_beam beam = {.program = probe->program,
                      .pockets = probe->pockets,
                      .twist = &p->twist,
                      .states = r->size,
                      .most = r->most,
                      .until = deadline (p),
                      .seed = seed,
                      .control = probe->control,
                      .worker = worker};
    return bcov_beam_run (&beam, trail, &p->draws[k], NULL);
  }
  bcov_dive dive = {.model = probe->model,
                    .bitset_bytes = probe->bitset_bytes,
                    .shape = p->shape.size > 0 ? &p->shape : NULL,
                    .nodes = r->size,
                    .most = r->most,
                    .until = deadline (p),
                    .seed = seed,
                    .control = probe->control,
                    .worker = worker};
  return bcov_dive_run (&dive, learnt, &p->draws[k], NULL);
}

static void draw_part (void *data, size_t part, size_t worker)
{
  batch *r = data;
  int none = BCOV_OK;
  if (atomic_load (&r->status) || !bcov_control_go_on (r->p->probe->control, worker))
    return;
  bcov_status status = draw (r->p, r, part, worker, NULL, NULL);
  if (status)
    atomic_compare_exchange_strong (&r->status, &none, (int)status);
}

/* ---- effort ---- */

/* Returns the effort spent so far. */
static double spent (const probing *p)
{
  return p->probe->work ? p->spent : bcov_control_seconds (p->probe->control) - p->started;
}

/* Returns whether the seconds are over. */
static bool is_late (const probing *p)
{
  return !p->probe->work && spent (p) > p->probe->seconds;
}

static bool is_stopped (probing *p)
{
  if (!p->status && !bcov_control_go_on (p->probe->control, 0))
    p->status = bcov_control_status (p->probe->control, p->err);
  return p->status;
}

/* Keeps STATUS, the failure of a draw. */
static void fail (probing *p, bcov_status status)
{
  p->status = status;
  if (status)
    bcov_error_add (p->err, status, NULL,
                    status == BCOV_FAULT ? "the machine is out of memory"
                                         : "the probes do not fit into memory");
}

/* Notes the cost of COUNT draws of SIZE. */
static void note_price (probing *p, int m, double size, size_t count)
{
  double work = 0;
  for (size_t k = 0; k < count; k++)
    work += (double)p->draws[k].work;
  p->work += (uint64_t)work;
  p->spent += work;
  p->methods[m].size = size;
  p->methods[m].price = work / (double)count / size;
}

/* Makes COUNT draws that take about EFFORT in all; sets *EXACT if they left nothing out. */
static void make_draws (probing *p, int m, size_t count, double effort, bool *exact)
{
  method *t = &p->methods[m];
  double workers = p->probe->work ? 1 : (double)p->probe->workers;
  double size = effort * workers / (double)count / (t->price * p->pace[m]);
  size = fmax (1, fmin (size, (double)p->probe->limits->most_states));
  batch r = {
      .p = p, .method = m, .size = (uint64_t)size, .seed = next_seed (&p->seed), .count = count};
  for (size_t k = 0; k < count; k++)
    p->draws[k] = (bcov_draw){0};
  double started = bcov_control_seconds (p->probe->control), before = p->spent;
  bcov_threads_for (p->probe->workers, count, draw_part, &r);
  fail (p, (bcov_status)atomic_load (&r.status));
  if (p->status || is_stopped (p))
    return;
  note_price (p, m, (double)r.size, count);
  if (!p->probe->work && p->spent > before)
    p->pace[m] =
        (bcov_control_seconds (p->probe->control) - started) * workers / (p->spent - before);
  *exact = p->draws[0].exact && p->draws[0].complete;
}

/* ---- the first probes ---- */

/* Adds a first probe of SIZE; returns false if it was given up. */
static bool draw_first (probing *p, int m, double size, bool *exact)
{
  batch r = {.p = p, .method = m, .size = (uint64_t)size, .seed = next_seed (&p->seed)};
  bcov_tree_shape learnt = {0};
  bcov_beam_trail trail = {0};
  uint64_t work = 0;
  bcov_mem *mem = p->probe->model->mem;
  if (p->methods[m].price > 0)
    r.most = (uint64_t)(too_long * p->methods[m].price * size) + 1000;
  if (m == BCOV_PROBE_DIVE) { /* the new shape replaces the old one after the dive */
    learnt.size = p->shape.size;
    for (size_t k = 0; !p->status && k < p->shape.nodes.count; k++)
      p->status = bcov_vec_push (mem, &learnt.nodes, p->shape.nodes.data[k], p->err);
  }
  if (!p->status)
    fail (p, draw (p, &r, 0, 0, &learnt, m == BCOV_PROBE_BEAM ? &trail : NULL));
  if (m == BCOV_PROBE_DIVE) {
    bcov_tree_shape_free (mem, &p->shape);
    p->shape = learnt;
  }
  if (m == BCOV_PROBE_BEAM && size >= LEARN_FROM && !p->status && p->draws[0].complete &&
      !p->draws[0].exact)
    fail (p,
          bcov_twist_learn (p->probe->program, p->probe->pockets, &trail, &p->twist, &work, NULL));
  bcov_beam_trail_free (mem, &trail);
  if (p->status || is_stopped (p))
    return false;
  note_price (p, m, size, 1);
  p->work += work;
  p->spent += (double)work;
  *exact = p->draws[0].exact && p->draws[0].complete;
  return p->draws[0].complete;
}

/* Knuth's descents, by which dives begin; all but the first few stop after MOST work. */
static void descend (probing *p, double most)
{
  double before = p->spent;
  bcov_tree_shape learnt = {0};
  batch r = {.p = p, .method = BCOV_PROBE_DIVE, .size = 1, .seed = next_seed (&p->seed)};
  for (size_t k = 0;
       k < p->probe->limits->descents && !p->status && !is_stopped (p) && !is_late (p); k++) {
    if (k >= LEAST_DESCENTS && p->spent - before > most)
      break;
    fail (p, draw (p, &r, 0, 0, &learnt, NULL));
    r.seed = next_seed (&p->seed);
    p->spent += (double)p->draws[0].work;
    p->work += p->draws[0].work;
  }
  p->shape = learnt;
}

/* Makes first beams of growing size; except for the first, which only tells the price, each of them
   teaches the twist of the next one.  The last one takes what is left of the share. */
static void begin_beams (probing *p, bool *exact)
{
  const bcov_probe_limits *limits = p->probe->limits;
  double before = spent (p), most = limits->learn_share * p->effort, size = FIRST_SIZE;
  size_t large = fmin (limits->learn_states, limits->most_states);
  fail (p, bcov_twist_make (p->probe->program, &p->twist, NULL));
  for (size_t last = 0; !p->status && !*exact && last < LAST_BEAMS;) {
    double start = spent (p);
    if (!draw_first (p, BCOV_PROBE_BEAM, size, exact))
      break;
    double cost = (spent (p) - start) / size, left = most - (spent (p) - before);
    double next = fmin (MORE * size, (double)large);
    if (size < LEARN_FROM && 2 * cost * LEARN_FROM > left)
      break;
    if (cost * next > left || next <= size)
      next = fmin (left / cost, next), last++;
    if (next < size / 2)
      break;
    size = next;
  }
}

/* Makes first dives of growing size until they have taken their share. */
static void begin_dives (probing *p, bool *exact)
{
  const bcov_probe_limits *limits = p->probe->limits;
  double most = p->probe->work ? fmin (limits->first_work, limits->first_share * p->effort)
                               : limits->first_work;
  uint64_t before = p->work;
  int given_up = 0;
  descend (p, most / 2);
  for (double size = FIRST_SIZE; !p->status && !*exact && given_up < STUBBORN && !is_late (p);) {
    bool fine = draw_first (p, BCOV_PROBE_DIVE, size, exact);
    given_up += !fine;
    if ((double)(p->work - before) > most)
      break;
    if (fine)
      size = fmin (MORE * size, (double)limits->most_states);
  }
}

static void begin (probing *p, int m, bool *exact)
{
  uint64_t before = p->work;
  double started = bcov_control_seconds (p->probe->control);
  if (m == BCOV_PROBE_BEAM)
    begin_beams (p, exact);
  else
    begin_dives (p, exact);
  p->methods[m].usable = !p->status && p->methods[m].price > 0;
  if (!p->probe->work && p->methods[m].usable)
    p->pace[m] = (bcov_control_seconds (p->probe->control) - started) / (double)(p->work - before);
}

/* ---- the choice ---- */

static void try_method (probing *p, int m, bool *exact)
{
  const bcov_probe_limits *limits = p->probe->limits;
  make_draws (p, m, limits->trials, limits->trial_share * p->effort, exact);
  p->methods[m].spread = p->status ? INFINITY : bcov_guess_spread (p->draws, limits->trials);
  bcov_guess_make (p->draws, limits->trials, &p->methods[m].guess);
}

static bool is_better (const method *a, const method *b)
{
  if (!a->guess.found || !b->guess.found)
    return a->guess.found;
  if (a->guess.low > b->guess.high || b->guess.low > a->guess.high)
    return a->guess.log > b->guess.log;
  return a->spread < b->spread;
}

/* Returns the better method, or -1 if there is none. */
static int choose (const probing *p)
{
  int best = -1;
  for (int m = 0; m < BCOV_PROBES; m++)
    if (p->methods[m].usable && (best < 0 || is_better (&p->methods[m], &p->methods[best])))
      best = m;
  return best;
}

/* Raises the upper end of OUT, made by method M, in view of the trials. */
static void widen (const probing *p, int m, bcov_guess *out)
{
  double most = p->probe->bound * log (2);
  for (int k = 0; k < BCOV_PROBES && out->found; k++)
    if (p->methods[k].usable && p->methods[k].guess.found)
      out->high = fmax (out->high, p->methods[k].guess.log);
  if (out->found && p->methods[m].guess.found)
    out->high = fmax (out->high, 2 * out->log - p->methods[m].guess.log);
  else if (out->found)
    out->high = most;
  out->high = fmax (out->log, fmin (out->high, most));
}

/* Drops a method whose smallest probes are too expensive, if the other one's are not. */
static void drop_expensive (probing *p)
{
  const bcov_probe_limits *limits = p->probe->limits;
  bool cheap[BCOV_PROBES], any = false;
  for (int m = 0; m < BCOV_PROBES; m++) {
    double least = p->methods[m].price * p->pace[m] * (double)limits->trials;
    cheap[m] = p->methods[m].usable && least < limits->trial_share * p->effort;
    any |= cheap[m];
  }
  for (int m = 0; m < BCOV_PROBES && any; m++)
    p->methods[m].usable &= cheap[m];
}

static void run_phases (probing *p, bcov_guess *out)
{
  const bcov_probe_limits *limits = p->probe->limits;
  bool has[BCOV_PROBES] = {
      [BCOV_PROBE_BEAM] = p->probe->program, [BCOV_PROBE_DIVE] = p->probe->dives};
  bool exact = false;
  size_t count = 1;
  for (int m = 0; m < BCOV_PROBES && !p->status && !exact; m++)
    if (has[m])
      begin (p, m, &exact);
  drop_expensive (p);
  for (int m = 0; m < BCOV_PROBES && !p->status && !exact; m++)
    if (p->methods[m].usable)
      try_method (p, m, &exact);
  int best = choose (p);
  if (!p->status && !exact && best >= 0) {
    make_draws (p, best, count = limits->draws, fmax (0, p->effort - spent (p)), &exact);
    if (exact)
      count = 1;
  }
  if (!p->status && best < 0)
    p->status =
        bcov_error_add (p->err, BCOV_STOPPED, NULL, "the model is too large for random probes");
  if (!p->status)
    bcov_guess_make (p->draws, count, out);
  if (!p->status && !out->found && !out->exact && is_late (p))
    *out = p->methods[best].guess; /* the time was over before the larger probes ended */
  if (!p->status && !out->exact)
    widen (p, best, out);
}

bcov_status bcov_probe_run (const bcov_probe *probe, bcov_guess *out, bcov_error *err)
{
  bcov_mem *mem = probe->model->mem;
  probing *p = bcov_mem_alloc (mem, 1, sizeof *p, err);
  *out = (bcov_guess){0};
  if (!p)
    return bcov_mem_status (mem);
  assert (probe->limits->draws <= MOST_DRAWS && probe->limits->trials <= MOST_DRAWS);
  p->probe = probe;
  p->effort = probe->work ? (double)probe->work : probe->seconds;
  p->started = bcov_control_seconds (probe->control);
  p->seed = probe->seed;
  p->err = err;
  for (int m = 0; m < BCOV_PROBES; m++)
    p->pace[m] = 1;
  run_phases (p, out);
  out->probes = p->work;
  bcov_status status = p->status;
  bcov_tree_shape_free (mem, &p->shape);
  bcov_twist_free (mem, &p->twist);
  bcov_mem_free (mem, p);
  return status;
}
