/* The forward pass finds, level by level, every reachable state.  The backward pass computes the
   number of completions of each state as the sum over its successors, and drops states without
   completions. The numbers of a level get as many limbs as the largest one could need, and lose
   unused limbs later.

   Memory: two levels in work, and all others.  When an allocation fails, all other levels go to a
   file and the level is tried once more; from then on each finished level goes to a file.  The file
   of the forward pass is written in the order of the levels and read in reverse, so it shrinks
   while the file of the finished levels grows.

   Time: states x choices, twice. */

#include "engine/levels/state_graph.h"

#include <assert.h>
#include <string.h>

/* ---- choices ---- */

/* Rejects moves that touch a covered cell, which are most moves. */
static bool clashes (const bcov_program *program, uint32_t move, const uint64_t *key)
{
  const uint64_t *test = bcov_program_move_mask (program, move, BCOV_MASK_TEST);
  uint64_t common = 0;
  for (uint32_t w = 0; w < program->words; w++)
    common |= key[w] & test[w];
  return common;
}

bool bcov_state_graph_step (const bcov_program *program, uint32_t level, uint32_t choice,
                            const uint64_t *key, uint64_t *out)
{
  assert (choice <= bcov_state_graph_last (program, level));
  if (choice == bcov_state_graph_last (program, level))
    return bcov_program_step (program, level, BCOV_NO_MOVE, key, out);
  uint32_t move = program->levels.data[level].first_move + choice;
  return !clashes (program, move, key) && bcov_program_step (program, level, move, key, out);
}

/* ---- memory and stops ---- */

/* Counts AMOUNT choices and polls the control from time to time. */
static bcov_status work (bcov_state_graph *graph, uint64_t amount)
{
  graph->nodes += amount;
  return bcov_control_work (graph->asked.control, &graph->pending, amount, NULL);
}

/* Reports progress after LEVEL of the forward pass (PART 0) or the backward pass (PART 1). */
static void tell (bcov_state_graph *graph, uint32_t level, uint32_t part)
{
  double all = 2.0 * (graph->levels + 1.0);
  double done = part ? all - level : level + 1.0;
  atomic_store (&graph->asked.control->fraction, done / all);
  atomic_store (&graph->asked.control->nodes, graph->nodes);
}

static bool was_stopped (const bcov_state_graph *graph)
{
  return atomic_load (&graph->asked.control->stopped) != 0;
}

bcov_status bcov_state_graph_make_way (bcov_state_graph *graph, uint32_t first, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  graph->on_disk = true;
  for (uint32_t k = 0; !status && k <= graph->levels; k++) {
    bcov_layer *layer = &graph->layers[k];
    if (k != first && k != first + 1)
      status = bcov_layer_spill (layer, layer->limbs ? &graph->done : &graph->rough, err);
  }
  return status;
}

typedef bcov_status level_work (bcov_state_graph *graph, uint32_t level, bcov_error *err);

/* Runs TASK on LEVEL; if memory is short, once more with all other levels in files. */
static bcov_status with_room (bcov_state_graph *graph, level_work *task, uint32_t level,
                              bcov_error *err)
{
  bcov_status status = task (graph, level, NULL);
  if (!status || was_stopped (graph))
    return status;
  bcov_status way =
      status == BCOV_STOPPED ? bcov_state_graph_make_way (graph, level, err) : BCOV_OK;
  return way ? way : task (graph, level, err);
}

/* ---- the choices of a level ---- */

/* States, choices, and the keys of their successors. */
typedef struct {
  uint64_t keys[BCOV_TOGETHER * BCOV_MOST_WORDS];
  uint32_t state[BCOV_TOGETHER], choice[BCOV_TOGETHER];
  uint32_t count;
} batch;

typedef bcov_status take_batch (void *data, const batch *b);

/* Adds the next possible choice of STATE from *CHOICE on; returns false if there is none. */
static bool add_choice (const bcov_state_graph *graph, uint32_t level, uint32_t state,
                        uint32_t *choice, batch *b)
{
  const bcov_program *program = graph->asked.program;
  uint32_t last = bcov_state_graph_last (program, level);
  const uint64_t *key = bcov_layer_key (&graph->layers[level], state);
  assert (b->count < BCOV_TOGETHER && state < graph->layers[level].count);
  uint64_t *next = &b->keys[(size_t)b->count * program->words];
  while (*choice <= last && !bcov_state_graph_step (program, level, *choice, key, next))
    ++*choice;
  if (*choice > last)
    return false;
  b->state[b->count] = state;
  b->choice[b->count++] = (*choice)++;
  return true;
}

/* Passes all possible choices at LEVEL to TAKE, in batches, until it fails. */
static bcov_status go_through (bcov_state_graph *graph, uint32_t level, take_batch *take,
                               void *data)
{
  const bcov_program *program = graph->asked.program;
  const bcov_layer *layer = &graph->layers[level];
  batch b = {.count = 0};
  bcov_status status = BCOV_OK;
  for (uint32_t s = 0; !status && s < layer->count; s++) {
    uint32_t choice = bcov_state_graph_first (program, level, bcov_layer_key (layer, s));
    uint32_t choices = bcov_state_graph_last (program, level) + 1 - choice;
    while (!status && add_choice (graph, level, s, &choice, &b))
      if (b.count == BCOV_TOGETHER) {
        status = take (data, &b);
        b.count = 0;
      }
    if (!status)
      status = work (graph, choices);
  }
  return status ? status : take (data, &b);
}

/* ---- forward ---- */

typedef struct {
  bcov_state_graph *graph;
  bcov_gather gather;
  bcov_error *err;
} gathering;

/* Returns BCOV_INPUT, for go_forward only, if there are too many states. */
static bcov_status gather_batch (void *data, const batch *b)
{
  gathering *g = data;
  uint64_t allowed = g->graph->asked.states;
  if (allowed && g->graph->met + g->gather.count > allowed)
    return BCOV_INPUT;
  return bcov_gather_add (&g->gather, b->keys, b->count, g->err);
}

/* Predicts the least number of states of all levels, to give up early: levels rarely become
   narrower in the first half.  NEXT is the number of states after LEVEL. */
static uint64_t foreseen_states (const bcov_state_graph *graph, uint32_t level, uint64_t next)
{
  uint64_t half = graph->levels / 2, so_far = graph->met + next;
  return level < half ? so_far + next * (half - level) / 2 : so_far;
}

/* Fills the layer after LEVEL. */
static bcov_status go_forward (bcov_state_graph *graph, uint32_t level, bcov_error *err)
{
  gathering g = {graph, {.mem = graph->mem, .words = graph->asked.program->words}, err};
  bcov_layer *next = &graph->layers[level + 1];
  bcov_status status = go_through (graph, level, gather_batch, &g);
  if (!status)
    status = bcov_layer_make (&g.gather, next, err);
  bcov_gather_free (&g.gather);
  graph->given_up =
      status == BCOV_INPUT || (!status && graph->asked.states &&
                               foreseen_states (graph, level, next->count) > graph->asked.states);
  return graph->given_up ? BCOV_OK : status;
}

static bcov_status start_forward (bcov_state_graph *graph, bcov_error *err)
{
  const uint64_t zero[BCOV_MOST_WORDS] = {0};
  bcov_gather gather = {.mem = graph->mem, .words = graph->asked.program->words};
  bcov_status status = BCOV_OK;
  if (!graph->asked.model->impossible)
    status = bcov_gather_add (&gather, zero, 1, err);
  if (!status)
    status = bcov_layer_make (&gather, &graph->layers[0], err);
  bcov_gather_free (&gather);
  graph->met = graph->layers[0].count;
  return status;
}

static bcov_status forward (bcov_state_graph *graph, bcov_error *err)
{
  bcov_status status = start_forward (graph, err);
  for (uint32_t level = 0; !status && !graph->given_up && level < graph->levels; level++) {
    status = with_room (graph, go_forward, level, err);
    if (!status)
      graph->met += graph->layers[level + 1].count;
    if (!status && graph->on_disk)
      status = bcov_layer_spill (&graph->layers[level], &graph->rough, err);
    tell (graph, level, 0);
  }
  return status;
}

/* ---- back ---- */

typedef struct {
  bcov_state_graph *graph;
  uint32_t level;
  bcov_state_graph_see *see;
  void *data;
} following;

static bcov_status follow_batch (void *data, const batch *b)
{
  const following *f = data;
  uint32_t to[BCOV_TOGETHER];
  bcov_layer_look (&f->graph->layers[f->level + 1], b->keys, b->count, to);
  for (uint32_t k = 0; k < b->count; k++)
    if (to[k] != BCOV_NO_STATE)
      f->see (f->data, b->state[k], b->choice[k], to[k]);
  return BCOV_OK;
}

bcov_status bcov_state_graph_follow (bcov_state_graph *graph, uint32_t level,
                                     bcov_state_graph_see *see, void *data)
{
  following f = {graph, level, see, data};
  assert (level < graph->levels);
  assert (graph->layers[level].start && graph->layers[level + 1].start);
  return graph->layers[level + 1].count ? go_through (graph, level, follow_batch, &f) : BCOV_OK;
}

typedef struct {
  const bcov_state_graph *graph;
  uint32_t level;
  bcov_layer *layer;
  const bcov_layer *next;
} numbering;

/* Adds the completions of a successor, whose numbers have no more limbs. */
static void add_completions (void *data, uint32_t state, uint32_t choice, uint32_t to)
{
  const numbering *n = data;
  mp_limb_t *sum = bcov_layer_at (n->layer, state), *more = bcov_layer_at (n->next, to);
  (void)choice;
  assert (n->layer->limbs >= n->next->limbs);
  if (n->layer->limbs == 1)
    *sum += *more;
  else
    mpn_add (sum, sum, n->layer->limbs, more, n->next->limbs);
}

/* Keeps the maximum of the gain of a choice plus the most that can be gained after it. */
static void take_better (void *data, uint32_t state, uint32_t choice, uint32_t to)
{
  const numbering *n = data;
  mp_limb_t *best = bcov_layer_at (n->layer, state);
  mp_limb_t with =
      *bcov_layer_at (n->next, to) + bcov_state_graph_gain (n->graph, n->level, choice);
  *best = with > *best ? with : *best;
}

/* Returns the bits of the largest number of a layer. */
static size_t widest (const bcov_layer *layer)
{
  size_t bits = 0;
  for (uint32_t s = 0; s < layer->count; s++) {
    const mp_limb_t *number = bcov_layer_at (layer, s);
    size_t n = layer->limbs;
    while (n > 1 && !number[n - 1])
      n--;
    size_t own = 64 * n - (number[n - 1] ? (size_t)__builtin_clzll (number[n - 1]) : 64);
    bits = own > bits ? own : bits;
  }
  return bits;
}

/* Returns the limbs that a sum of CHOICES numbers of NEXT can need. */
static uint32_t limbs_for (const bcov_layer *next, uint32_t choices)
{
  size_t bits = next->count ? widest (next) : 1;
  while (choices) {
    choices >>= 1;
    bits++;
  }
  return (uint32_t)((bits + 63) / 64);
}

/* Computes the numbers of LEVEL from those of the next layer, and drops dead states. */
static bcov_status go_back (bcov_state_graph *graph, uint32_t level, bcov_error *err)
{
  numbering n = {graph, level, &graph->layers[level], &graph->layers[level + 1]};
  uint32_t choices = graph->asked.program->levels.data[level].moves + 1;
  bool most = graph->asked.most;
  bcov_status status = bcov_layer_load (n.layer, err);
  if (!status)
    status = bcov_layer_number (n.layer, most ? 1 : limbs_for (n.next, choices), err);
  if (!status)
    status = bcov_state_graph_follow (graph, level, most ? take_better : add_completions, &n);
  if (!status)
    status = bcov_layer_trim (n.layer, err);
  return status;
}

/* Every state after the last level is a solution. */
static bcov_status start_back (bcov_state_graph *graph, bcov_error *err)
{
  bcov_layer *last = &graph->layers[graph->levels];
  bcov_status status = bcov_layer_number (last, 1, err);
  for (uint32_t s = 0; !status && s < last->count; s++)
    *bcov_layer_at (last, s) = 1;
  return status;
}

/* Finishes LEVEL. The next layer is not needed any more, and LEVEL is at the end of the forward
   file. */
static bcov_status settle (bcov_state_graph *graph, uint32_t level, bcov_error *err)
{
  const bcov_layer *layer = &graph->layers[level];
  bcov_status status = BCOV_OK;
  graph->alive += layer->count;
  if (graph->on_disk && level < graph->levels)
    status = bcov_layer_spill (&graph->layers[level + 1], &graph->done, err);
  if (!status && graph->on_disk && level && graph->layers[level - 1].spill)
    status = bcov_spill_cut (&graph->rough, graph->layers[level - 1].at[2], err);
  return status;
}

static bcov_status back (bcov_state_graph *graph, bcov_error *err)
{
  bcov_status status = start_back (graph, err);
  if (!status)
    status = settle (graph, graph->levels, err);
  for (uint32_t level = graph->levels; !status && level-- > 0;) {
    status = with_room (graph, go_back, level, err);
    if (!status)
      status = settle (graph, level, err);
    tell (graph, level, 1);
  }
  return status;
}

/* ---- the graph ---- */

static bcov_status weigh_moves (bcov_state_graph *graph, bcov_error *err)
{
  const bcov_program *program = graph->asked.program;
  if (!graph->asked.most)
    return BCOV_OK;
  graph->gains = bcov_mem_alloc (graph->mem, program->moves.count + 1, sizeof *graph->gains, err);
  if (!graph->gains)
    return bcov_mem_status (graph->mem);
  for (size_t k = 0; k < program->moves.count; k++)
    graph->gains[k] = bcov_model_gain (graph->asked.model, program->moves.data[k].option);
  return BCOV_OK;
}

/* If little memory is left for the work with the graph, moves all layers to files. */
static bcov_status leave_room (bcov_state_graph *graph, size_t left_before, bcov_error *err)
{
  bool enough = bcov_mem_left (graph->mem) > left_before / 8 + (1 << 15);
  return enough ? BCOV_OK : bcov_state_graph_make_way (graph, BCOV_NO_STATE - 1, err);
}

bcov_status bcov_state_graph_make (const bcov_state_graph_asked *asked, bcov_state_graph *out,
                                   bcov_error *err)
{
  size_t left = bcov_mem_left (asked->model->mem);
  assert (asked->program->words <= BCOV_MOST_WORDS);
  *out = (bcov_state_graph){
      .asked = *asked, .mem = asked->model->mem, .levels = (uint32_t)asked->program->levels.count};
  out->layers = bcov_mem_alloc (out->mem, out->levels + 1ull, sizeof *out->layers, err);
  bcov_status status = out->layers ? weigh_moves (out, err) : bcov_mem_status (out->mem);
  if (!status)
    status = forward (out, err);
  if (!status && !out->given_up)
    status = back (out, err);
  if (!status && !out->given_up)
    status = leave_room (out, left, err);
  if (status)
    bcov_state_graph_free (out);
  return status;
}

void bcov_state_graph_free (bcov_state_graph *graph)
{
  if (!graph->mem)
    return;
  for (uint32_t k = 0; graph->layers && k <= graph->levels; k++)
    bcov_layer_free (&graph->layers[k]);
  bcov_mem_free (graph->mem, graph->layers);
  bcov_mem_free (graph->mem, graph->gains);
  bcov_spill_close (&graph->rough);
  bcov_spill_close (&graph->done);
  *graph = (bcov_state_graph){0};
}

bcov_status bcov_state_graph_total (const bcov_state_graph *graph, mpz_t total, bcov_error *err)
{
  mpz_set_ui (total, 0);
  assert (graph->layers[0].count <= 1); /* the state of key 0 */
  return graph->layers[0].count ? bcov_layer_read (&graph->layers[0], 0, total, err) : BCOV_OK;
}
