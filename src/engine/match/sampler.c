/* Chooses between shuffling and coupling from the past, and lets several threads draw.

   Drawing goes in rounds: each drawer draws one solution, and then all of them are handed over in
   their order.  A drawer keeps its memory, and the number of sweeps that sufficed last time.  On
   small boards there are several drawers for each thread, so that starting threads costs little. */

#include "engine/match/sampler.h"
#include "base/random.h"
#include "base/threads.h"

#include <assert.h>

enum { MOST_THREADS = 64, MOST_DRAWERS = 32, DRAWN_AT_ONCE = 1 << 16 };

/* A place to draw, and the solution that was drawn. */
typedef struct {
  bcov_couple couple;
  uint8_t *chosen; /* by shuffling */
  uint32_t *options;
  size_t count;
  bool done;
} drawer;

typedef struct {
  const bcov_sampler *sampler;
  bcov_control *control;
  uint64_t seed, first; /* the number of the first solution of the round */
  drawer *drawers;
} round_of;

/* ---- opening ---- */

/* What must hold, apart from the faces. */
static bcov_sampler_verdict judge (const bcov_pairs *pairs)
{
  const bcov_graph *g = &pairs->graph;
  if (!pairs->applies || g->vertices > g->items)
    return BCOV_SAMPLER_NO_PAIRS;
  for (uint32_t v = 0; v < g->vertices; v++)
    if (!g->must[v])
      return BCOV_SAMPLER_MAY;
  if (!pairs->matching.covers)
    return BCOV_SAMPLER_NONE;
  if (!g->rotation)
    return BCOV_SAMPLER_NOT_PLANE;
  return g->bipartite ? BCOV_SAMPLER_OPEN : BCOV_SAMPLER_NOT_BIPARTITE;
}

static bcov_status open_flips (bcov_sampler *s, const bcov_matching *matching, uint32_t longest,
                               bcov_sampler_verdict *verdict, bcov_error *err)
{
  bool made;
  bcov_status status = bcov_flips_make (s->graph, matching, &s->flips, &made, err);
  if (!made)
    *verdict = BCOV_SAMPLER_UNEVEN;
  else if (s->flips.longest > longest)
    *verdict = BCOV_SAMPLER_LONG_HOLE;
  return status;
}

bcov_status bcov_sampler_open (const bcov_pairs *pairs, uint32_t longest, bcov_sampler *out,
                               bcov_sampler_verdict *verdict, bcov_error *err)
{
  bcov_faces faces;
  bool is_diamond = false;
  *out = (bcov_sampler){0};
  *verdict = judge (pairs);
  if (*verdict != BCOV_SAMPLER_OPEN)
    return BCOV_OK;
  out->graph = &pairs->graph;
  bcov_status status = bcov_faces_trace (out->graph, &faces, err);
  if (status)
    return status;
  if (faces.genus)
    *verdict = BCOV_SAMPLER_NOT_PLANE;
  else
    status = bcov_diamond_find (out->graph, &faces, &out->diamond, &is_diamond, err);
  bcov_faces_free (&faces);
  if (!status && !is_diamond && *verdict == BCOV_SAMPLER_OPEN)
    status = open_flips (out, &pairs->matching, longest, verdict, err);
  if (status || *verdict != BCOV_SAMPLER_OPEN)
    bcov_sampler_close (out);
  return status;
}

void bcov_sampler_close (bcov_sampler *sampler)
{
  bcov_flips_free (&sampler->flips);
  bcov_diamond_free (&sampler->diamond);
  sampler->graph = NULL;
}

const char *bcov_sampler_reason (bcov_sampler_verdict verdict)
{
  switch (verdict) {
  case BCOV_SAMPLER_OPEN:
  case BCOV_SAMPLER_SMALL:
  case BCOV_SAMPLER_NONE:
    break;
  case BCOV_SAMPLER_NO_PAIRS:
    return "it needs pieces of two cells, in any number";
  case BCOV_SAMPLER_MAY:
    return "every cell must be covered";
  case BCOV_SAMPLER_NOT_PLANE:
    return "the board must be drawn in the plane";
  case BCOV_SAMPLER_NOT_BIPARTITE:
    return "the cells must have two colours, like those of a chessboard";
  case BCOV_SAMPLER_LONG_HOLE:
    return "the board has a large hole";
  case BCOV_SAMPLER_UNEVEN:
    return "too many pieces cover the same two cells";
  }
  return "";
}

/* ---- drawing ---- */

/* Random numbers for a solution; PURPOSE tells several uses apart. */
static bcov_random randomness (uint64_t seed, uint64_t number, uint64_t purpose)
{
  bcov_random random = {seed};
  random.state = bcov_random_next (&random) + number;
  random.state = bcov_random_next (&random) + purpose;
  return (bcov_random){bcov_random_next (&random)};
}

/* Adds edge E, or rather a random option behind it. */
static void choose_edge (const bcov_graph *g, uint32_t e, bcov_random *random, drawer *d)
{
  uint32_t options = bcov_graph_options (g, e), k = 0;
  if (options > 1)
    k = (uint32_t)bcov_random_below (random, options);
  d->options[d->count++] = g->option[g->first[e] + k];
}

static void shuffle (const bcov_sampler *s, uint64_t key, bcov_random *random, const round_of *r,
                     size_t worker, drawer *d)
{
  const bcov_diamond *diamond = &s->diamond;
  bcov_diamond_draw (diamond, key, r->control, worker, d->chosen, &d->done);
  for (uint32_t k = 0; d->done && k < s->graph->edges; k++)
    if (d->chosen[k])
      choose_edge (s->graph, diamond->edge[k], random, d);
}

static void couple (const bcov_sampler *s, uint64_t key, bcov_random *random, const round_of *r,
                    size_t worker, drawer *d)
{
  const bcov_flips *flips = &s->flips;
  bcov_couple_draw (flips, &d->couple, key, r->control, worker, &d->done);
  for (uint32_t k = 0; d->done && k < flips->fixed_count; k++)
    choose_edge (s->graph, flips->fixed[k], random, d);
  for (uint32_t p = 0; d->done && p < flips->positions; p++)
    if (d->couple.state[p] & 1)
      choose_edge (s->graph, flips->edge[p], random, d);
}

/* For bcov_threads_for: draws the solution PART of a round. */
static void draw (void *data, size_t part, size_t worker)
{
  round_of *r = data;
  drawer *d = &r->drawers[part];
  uint64_t number = r->first + part;
  uint64_t key = randomness (r->seed, number, 0).state;
  bcov_random random = randomness (r->seed, number, 1);
  d->count = 0;
  if (r->sampler->diamond.order)
    shuffle (r->sampler, key, &random, r, worker, d);
  else
    couple (r->sampler, key, &random, r, worker, d);
}

/* Hands over the solutions of a round.  Returns whether to go on. */
static bool hand_over (const round_of *r, size_t count, bcov_sink *sink, void *data)
{
  for (size_t k = 0; k < count; k++) {
    const drawer *d = &r->drawers[k];
    if (!d->done)
      return false;
    assert (d->count == r->sampler->graph->vertices / 2);
    if (!sink (data, d->options, d->count))
      return false;
  }
  return true;
}

static void close_drawers (const bcov_sampler *s, drawer *drawers, size_t count)
{
  for (size_t k = 0; drawers && k < count; k++) {
    bcov_couple_close (&drawers[k].couple);
    bcov_mem_free (s->graph->mem, drawers[k].chosen);
    bcov_mem_free (s->graph->mem, drawers[k].options);
  }
  bcov_mem_free (s->graph->mem, drawers);
}

static bcov_status open_drawer (const bcov_sampler *s, drawer *d, bcov_error *err)
{
  bcov_mem *mem = s->graph->mem;
  if (!(d->options = bcov_mem_alloc (mem, (size_t)s->graph->vertices + 1, sizeof *d->options, err)))
    return bcov_mem_status (mem);
  if (!s->diamond.order)
    return bcov_couple_open (&s->flips, &d->couple, err);
  d->chosen = bcov_mem_alloc (mem, s->graph->edges, 1, err);
  return d->chosen ? BCOV_OK : bcov_mem_status (mem);
}

static size_t count_drawers (const bcov_sampler *s, uint64_t count, size_t *workers)
{
  size_t each = 1 + DRAWN_AT_ONCE / (s->graph->vertices + 1), drawers;
  if (*workers > MOST_THREADS)
    *workers = MOST_THREADS;
  drawers = *workers * (*workers == 1 ? 1 : each < MOST_DRAWERS ? each : MOST_DRAWERS);
  return count < drawers ? (size_t)count : drawers;
}

bcov_status bcov_sampler_each (const bcov_sampler *sampler, uint64_t seed, uint64_t count,
                               size_t workers, bcov_control *control, bcov_sink *sink, void *data,
                               bcov_error *err)
{
  bcov_mem *mem = sampler->graph->mem;
  round_of r = {.sampler = sampler, .control = control, .seed = seed};
  size_t drawers = count_drawers (sampler, count, &workers);
  if (!(r.drawers = bcov_mem_alloc (mem, drawers + 1, sizeof *r.drawers, err)))
    return bcov_mem_status (mem);
  bcov_status status = BCOV_OK;
  for (size_t k = 0; !status && k < drawers; k++)
    status = open_drawer (sampler, &r.drawers[k], err);
  while (!status && r.first < count) {
    size_t parts = count - r.first < drawers ? (size_t)(count - r.first) : drawers;
    bcov_threads_for (workers, parts, draw, &r);
    if (!hand_over (&r, parts, sink, data) || !bcov_control_go_on (control, 0))
      break;
    r.first += parts;
  }
  close_drawers (sampler, r.drawers, drawers);
  return status;
}
