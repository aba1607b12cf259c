/* Walks forward through the kept levels and computes the number of ways that lead to each state.
   The solutions that use a move from one state to another are the ways to the first times the
   completions of the second.  Summed over the states of its level, they are the solutions that use
   the option.

   At each level, all choices together, with or without a move, must add up to the number of
   solutions; this is checked.

   Memory: the kept levels, and ways for two of them.  Time: states x choices. */

#include "engine/levels/option_counts.h"

#include <assert.h>
#include <string.h>

/* Ways to the states of one layer. */
typedef struct {
  mp_limb_t *data;
  uint32_t limbs;
} ways;

typedef struct {
  bcov_state_graph *graph;
  bcov_option_counts *out;
  ways here, there;
  uint32_t level;
  mpz_t skipped; /* solutions without a move at this level */
  mpz_t all;     /* ways to all states of HERE */
  bcov_error *err;
} counter;

static const mp_limb_t *ways_to (const ways *w, uint32_t state)
{
  return &w->data[(size_t)state * w->limbs];
}

static void follow (void *data, uint32_t state, uint32_t choice, uint32_t to)
{
  counter *c = data;
  const bcov_program *program = c->graph->asked.program;
  const bcov_layer *next = &c->graph->layers[c->level + 1];
  mp_limb_t *there = &c->there.data[(size_t)to * c->there.limbs];
  mpz_ptr sum = c->skipped;
  mpz_t from, completions;
  if (choice < bcov_state_graph_last (program, c->level))
    sum = c->out->counts[bcov_state_graph_option (program, c->level, choice)].value;
  mpz_roinit_n (from, ways_to (&c->here, state), (mp_size_t)c->here.limbs);
  mpz_roinit_n (completions, bcov_layer_at (next, to), (mp_size_t)next->limbs);
  mpz_addmul (sum, from, completions);
  assert (c->here.limbs <= c->there.limbs);
  mpn_add (there, there, c->there.limbs, ways_to (&c->here, state), c->here.limbs);
}

/* Adds the choices of LEVEL to c->skipped: together they are all solutions. */
static bcov_status check_level (counter *c, uint32_t level)
{
  const bcov_program *program = c->graph->asked.program;
  for (uint32_t m = 0; m < program->levels.data[level].moves; m++)
    mpz_add (c->skipped, c->skipped,
             c->out->counts[bcov_state_graph_option (program, level, m)].value);
  if (mpz_cmp (c->skipped, c->out->total.value))
    return bcov_error_add (c->err, BCOV_FAULT, NULL,
                           "internal error: the choices at level %u do not add up", level);
  return BCOV_OK;
}

/* Returns the limbs that the ways to a state after LEVEL can need: no more than the number of
   solutions, because each way can be completed, and no more than all ways through the level. */
static uint32_t limbs_behind (const counter *c, uint32_t level)
{
  size_t bits = mpz_sizeinbase (c->all, 2), most = mpz_size (c->out->total.value) + 1;
  for (uint32_t n = c->graph->asked.program->levels.data[level].moves + 1; n; n >>= 1)
    bits++;
  size_t limbs = (bits + 63) / 64;
  return (uint32_t)(limbs < most ? limbs : most);
}

static bcov_status take_room (counter *c, uint32_t level, bcov_error *err)
{
  bcov_status status = bcov_layer_load (&c->graph->layers[level], err);
  if (!status)
    status = bcov_layer_load (&c->graph->layers[level + 1], err);
  if (status)
    return status;
  c->there.limbs = limbs_behind (c, level);
  c->there.data = bcov_mem_alloc (c->graph->mem, c->graph->layers[level + 1].count + 1ull,
                                  c->there.limbs * sizeof (mp_limb_t), err);
  return c->there.data ? BCOV_OK : bcov_mem_status (c->graph->mem);
}

static bcov_status open_level (counter *c, uint32_t level)
{
  mpz_set_ui (c->skipped, 0);
  bcov_status status = take_room (c, level, NULL);
  if (!status)
    return BCOV_OK;
  bcov_status way =
      status == BCOV_STOPPED ? bcov_state_graph_make_way (c->graph, level, c->err) : BCOV_OK;
  return way ? way : take_room (c, level, c->err);
}

/* Makes THERE the start of the next level, with no more limbs than its numbers need. */
static void close_level (counter *c, uint32_t level)
{
  uint32_t count = c->graph->layers[level + 1].count, need = 1;
  mpz_t own;
  mpz_set_ui (c->all, 0);
  for (uint32_t s = 0; s < count; s++) {
    uint32_t n = c->there.limbs;
    while (n > need && !ways_to (&c->there, s)[n - 1])
      n--;
    need = n > need ? n : need;
    mpz_add (c->all, c->all, mpz_roinit_n (own, ways_to (&c->there, s), (mp_size_t)c->there.limbs));
  }
  for (uint32_t s = 0; s < count; s++)
    memmove (&c->there.data[(size_t)s * need], ways_to (&c->there, s), need * sizeof (mp_limb_t));
  c->there.limbs = need;
  bcov_mem_free (c->graph->mem, c->here.data);
  c->here = c->there;
  c->there = (ways){0};
}

static bcov_status follow_level (counter *c, uint32_t level)
{
  bcov_status status = open_level (c, level);
  c->level = level;
  if (!status)
    status = bcov_state_graph_follow (c->graph, level, follow, c);
  if (!status)
    status = check_level (c, level);
  if (!status)
    close_level (c, level);
  if (!status && c->graph->on_disk)
    status = bcov_layer_spill (&c->graph->layers[level], &c->graph->done, c->err);
  return status;
}

static bcov_status count_levels (counter *c)
{
  bcov_status status = BCOV_OK;
  c->here.limbs = 1;
  c->here.data = bcov_mem_alloc (c->graph->mem, 1, sizeof (mp_limb_t), c->err);
  if (!c->here.data)
    return bcov_mem_status (c->graph->mem);
  *c->here.data = 1;
  mpz_init_set_ui (c->all, 1);
  mpz_init (c->skipped);
  for (uint32_t level = 0; !status && level < c->graph->levels; level++)
    status = follow_level (c, level);
  mpz_clears (c->all, c->skipped, NULL);
  bcov_mem_free (c->graph->mem, c->here.data);
  bcov_mem_free (c->graph->mem, c->there.data);
  return status;
}

bcov_status bcov_option_counts_count (bcov_state_graph *graph, bcov_option_counts *out,
                                      bcov_error *err)
{
  assert (graph->layers && !graph->asked.most && !graph->given_up);
  counter c = {.graph = graph, .out = out, .err = err};
  uint32_t options = bcov_model_options (graph->asked.model);
  *out = (bcov_option_counts){.mem = graph->mem};
  bcov_number_init (&out->total, 0);
  out->counts = bcov_mem_alloc (graph->mem, options + 1ull, sizeof *out->counts, err);
  for (; out->counts && out->options < options; out->options++)
    bcov_number_init (&out->counts[out->options], 0);
  bcov_status status = out->counts ? bcov_state_graph_total (graph, out->total.value, err)
                                   : bcov_mem_status (graph->mem);
  if (!status && mpz_sgn (out->total.value))
    status = count_levels (&c);
  if (status)
    bcov_option_counts_free (out);
  return status;
}

void bcov_option_counts_free (bcov_option_counts *counts)
{
  if (!counts->mem)
    return;
  for (uint32_t o = 0; o < counts->options; o++)
    bcov_number_clear (&counts->counts[o]);
  bcov_mem_free (counts->mem, counts->counts);
  bcov_number_clear (&counts->total);
  *counts = (bcov_option_counts){0};
}
