/* States of all levels are numbered through; the ways on from state s are to[first[s]] ..
   to[first[s+1]-1].  A state with one way on is replaced, wherever something leads to it, by where
   that way leads in the end; so from each state that is met there is a choice, or the end.

   Time: for each solution a step or two.  Memory: 4 bytes a way, and the kept levels. */

#include "engine/levels/trellis.h"
#include "engine/levels/listing.h"

enum { POLL = 1 << 16 }; /* steps between two looks at the control */

typedef struct {
  bcov_mem *mem;
  bcov_state_graph *graph;
  uint32_t *offset; /* number of the first state of each layer, and one more */
  uint32_t *first, *to;
  uint32_t level; /* being followed */
} trellis;

static void free_trellis (trellis *t)
{
  bcov_mem_free (t->mem, t->offset);
  bcov_mem_free (t->mem, t->first);
  bcov_mem_free (t->mem, t->to);
}

/* ---- laying it out ---- */

static bcov_status number_states (trellis *t, bcov_error *err)
{
  uint32_t layers = t->graph->levels + 1, count = 0;
  t->offset = bcov_mem_alloc (t->mem, layers + 1, sizeof *t->offset, err);
  if (!t->offset)
    return bcov_mem_status (t->mem);
  for (uint32_t k = 0; k < layers; k++) {
    t->offset[k] = count;
    count += t->graph->layers[k].count;
  }
  t->offset[layers] = count;
  t->first = bcov_mem_alloc (t->mem, (size_t)count + 2, sizeof *t->first, err);
  return t->first ? BCOV_OK : bcov_mem_status (t->mem);
}

static void count_way (void *data, uint32_t state, uint32_t choice, uint32_t to)
{
  trellis *t = data;
  (void)choice;
  (void)to;
  t->first[t->offset[t->level] + state + 2]++;
}

/* first[s + 1] is where the next way of state S goes, and in the end where they end. */
static void put_way (void *data, uint32_t state, uint32_t choice, uint32_t to)
{
  trellis *t = data;
  (void)choice;
  t->to[t->first[t->offset[t->level] + state + 1]++] = t->offset[t->level + 1] + to;
}

static bcov_status follow_all (trellis *t, bcov_kept_see *see)
{
  bcov_status status = BCOV_OK;
  for (t->level = 0; !status && t->level < t->graph->levels; t->level++)
    status = bcov_kept_follow (t->graph, t->level, see, t);
  return status;
}

static bcov_status lay_out (trellis *t, bcov_error *err)
{
  bcov_status status = number_states (t, err);
  if (!status)
    status = follow_all (t, count_way);
  if (status)
    return status;
  uint32_t states = t->offset[t->graph->levels + 1];
  for (uint32_t s = 0; s < states; s++)
    t->first[s + 2] += t->first[s + 1];
  t->to = bcov_mem_alloc (t->mem, (size_t)t->first[states + 1] + 1, sizeof *t->to, err);
  return t->to ? follow_all (t, put_way) : bcov_mem_status (t->mem);
}

/* Where the way from state S leads as long as there is no choice.  All behind S is done. */
static uint32_t end_of (const trellis *t, uint32_t s)
{
  return t->first[s + 1] - t->first[s] == 1 ? t->to[t->first[s]] : s;
}

static void jump (trellis *t)
{
  for (uint32_t s = t->offset[t->graph->levels + 1]; s-- > 0;)
    for (uint32_t w = t->first[s]; w < t->first[s + 1]; w++)
      t->to[w] = end_of (t, t->to[w]);
}

/* ---- visiting ---- */

typedef struct {
  uint32_t next, end; /* ways */
} fork;

static bcov_status visit (const trellis *t, const bcov_job *job, bcov_result *result,
                          bcov_error *err)
{
  uint32_t goal = t->offset[t->graph->levels], start = end_of (t, 0);
  uint64_t found = start == goal, steps = 0;
  fork *forks = bcov_mem_alloc (t->mem, (size_t)t->graph->levels + 2, sizeof *forks, err),
       *f = forks;
  if (!forks)
    return bcov_mem_status (t->mem);
  *++f = (fork){t->first[start], t->first[start + 1]};
  while (f > forks && result->complete) {
    if (++steps % POLL == 0) {
      atomic_store (&job->control->nodes, steps);
      atomic_store (&job->control->found, found);
      result->complete = bcov_control_go_on (job->control, 0);
    }
    if (f->next == f->end) {
      f--;
      continue;
    }
    uint32_t to = t->to[f->next++];
    if (to == goal)
      found++;
    else
      *++f = (fork){t->first[to], t->first[to + 1]};
  }
  bcov_mem_free (t->mem, forks);
  atomic_store (&job->control->found, found);
  mpz_set_ui (result->found.value, found);
  result->nodes += steps;
  return BCOV_OK;
}

static bcov_status count_kept (const bcov_job *job, bcov_state_graph *graph, bcov_result *result,
                               bcov_error *err)
{
  trellis t = {.mem = job->model->mem, .graph = graph};
  bcov_status status = lay_out (&t, err);
  if (!status) {
    jump (&t);
    status = visit (&t, job, result, err);
  }
  free_trellis (&t);
  return status;
}

bcov_status bcov_trellis_count (const bcov_job *job, bool *done, bcov_result *result,
                                bcov_error *err)
{
  bcov_listing listing;
  bcov_status status = bcov_listing_open (job, BCOV_LISTING_STATES, &listing, err);
  mpz_set_ui (result->found.value, 0);
  *done = !status && !listing.given_up && !listing.graph.on_disk;
  if (*done && listing.graph.layers[0].count)
    status = count_kept (job, &listing.graph, result, err);
  if (!listing.given_up)
    bcov_listing_close (&listing);
  if (status != BCOV_STOPPED || !bcov_control_status (job->control, NULL))
    return status;
  *done = true;
  result->complete = false;
  return BCOV_OK;
}
