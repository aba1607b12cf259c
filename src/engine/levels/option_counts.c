/* Forward through kept levels: each state gets the number of ways that lead to it.  A move from one
   state to the next is then used by as many solutions as there are ways to the one times
   completions of the other; summed over the states of its level that is what uses the option.

   All choices of a level together, with a move or without, must come to the number of solutions:
   that is checked at each level.

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
  mp_limb_t *product, *sum, *skipped; /* a product, and sums for one level */
  uint32_t sum_limbs, level;
  mpz_t all; /* ways to all states of HERE */
  bcov_error *err;
} counter;

static const mp_limb_t *ways_to (const ways *w, uint32_t state)
{
  return &w->data[(size_t)state * w->limbs];
}

/* SUM += FIRST x SECOND. */
static void add_product (counter *c, mp_limb_t *sum, const mp_limb_t *first, uint32_t n,
                         const mp_limb_t *second, uint32_t m)
{
  while (n > 1 && !first[n - 1])
    n--;
  while (m > 1 && !second[m - 1])
    m--;
  if (n < m)
    mpn_mul (c->product, second, m, first, n);
  else
    mpn_mul (c->product, first, n, second, m);
  assert (n + m <= c->sum_limbs || !c->product[n + m - 1]);
  uint32_t size = n + m > c->sum_limbs ? c->sum_limbs : n + m; /* what is beyond is 0 */
  mpn_add (sum, sum, c->sum_limbs, c->product, size);
}

static void follow (void *data, uint32_t state, uint32_t choice, uint32_t to)
{
  counter *c = data;
  const bcov_program *program = c->graph->asked.program;
  const bcov_layer *next = &c->graph->layers[c->level + 1];
  mp_limb_t *there = &c->there.data[(size_t)to * c->there.limbs];
  mp_limb_t *sum = c->skipped;
  if (choice < bcov_state_graph_last (program, c->level)) {
    uint32_t option = bcov_state_graph_option (program, c->level, choice);
    sum = &c->out->counts[(size_t)option * c->out->limbs];
  }
  add_product (c, sum, ways_to (&c->here, state), c->here.limbs, bcov_layer_at (next, to),
               next->limbs);
  assert (c->here.limbs <= c->there.limbs);
  mpn_add (there, there, c->there.limbs, ways_to (&c->here, state), c->here.limbs);
}

/* The choices of a level must make up all solutions. */
static bcov_status check_level (counter *c, uint32_t level)
{
  const bcov_program *program = c->graph->asked.program;
  uint32_t moves = program->levels.data[level].moves, limbs = c->sum_limbs;
  mpz_t all;
  mpn_copyi (c->sum, c->skipped, limbs);
  for (uint32_t m = 0; m < moves; m++)
    mpn_add_n (c->sum, c->sum,
               &c->out->counts[(size_t)bcov_state_graph_option (program, level, m) * limbs], limbs);
  if (mpz_cmp (mpz_roinit_n (all, c->sum, (mp_size_t)limbs), c->out->total))
    return bcov_error_add (c->err, BCOV_FAULT, NULL,
                           "internal error: the choices at level %u do not add up", level);
  return BCOV_OK;
}

/* Limbs that the ways to a state behind LEVEL can need: no more than the number of solutions does,
   as each way can be completed, nor than all ways that go through the level. */
static uint32_t limbs_behind (const counter *c, uint32_t level)
{
  size_t bits = mpz_sizeinbase (c->all, 2);
  for (uint32_t n = c->graph->asked.program->levels.data[level].moves + 1; n; n >>= 1)
    bits++;
  size_t limbs = (bits + 63) / 64;
  return limbs < c->out->limbs ? (uint32_t)limbs : c->out->limbs;
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
  mpn_zero (c->skipped, c->sum_limbs);
  bcov_status status = take_room (c, level, NULL);
  if (!status)
    return BCOV_OK;
  bcov_status way =
      status == BCOV_STOPPED ? bcov_state_graph_make_way (c->graph, level, c->err) : BCOV_OK;
  return way ? way : take_room (c, level, c->err);
}

/* The ways that were found become those from which the next level starts, with no more limbs than
   they need. */
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

static bcov_status take_scratch (counter *c)
{
  bcov_mem *mem = c->graph->mem;
  c->sum_limbs = c->out->limbs;
  mpz_init_set_ui (c->all, 1);
  c->product =
      bcov_mem_alloc (mem, c->sum_limbs + c->graph->limbs + 1ull, sizeof (mp_limb_t), c->err);
  c->sum = bcov_mem_alloc (mem, c->sum_limbs, sizeof (mp_limb_t), c->err);
  c->skipped = bcov_mem_alloc (mem, c->sum_limbs, sizeof (mp_limb_t), c->err);
  c->here.limbs = 1;
  c->here.data = bcov_mem_alloc (mem, 1, sizeof (mp_limb_t), c->err);
  if (!c->product || !c->sum || !c->skipped || !c->here.data)
    return bcov_mem_status (mem);
  *c->here.data = 1;
  return BCOV_OK;
}

static void free_scratch (counter *c)
{
  bcov_mem *mem = c->graph->mem;
  bcov_mem_free (mem, c->product);
  bcov_mem_free (mem, c->sum);
  bcov_mem_free (mem, c->skipped);
  bcov_mem_free (mem, c->here.data);
  bcov_mem_free (mem, c->there.data);
  mpz_clear (c->all);
}

bcov_status bcov_option_counts_count (bcov_state_graph *graph, bcov_option_counts *out,
                                      bcov_error *err)
{
  assert (graph->layers && !graph->asked.most && !graph->given_up);
  counter c = {.graph = graph, .out = out, .err = err};
  *out =
      (bcov_option_counts){.mem = graph->mem, .options = bcov_model_options (graph->asked.model)};
  mpz_init (out->total);
  bcov_status status = bcov_state_graph_total (graph, out->total, err);
  out->limbs = (uint32_t)mpz_size (out->total) + 1;
  if (!status && !(out->counts = bcov_mem_alloc (graph->mem, out->options + 1ull,
                                                 out->limbs * sizeof (mp_limb_t), err)))
    status = bcov_mem_status (graph->mem);
  if (!status && mpz_sgn (out->total)) {
    status = take_scratch (&c);
    for (uint32_t level = 0; !status && level < graph->levels; level++)
      status = follow_level (&c, level);
    free_scratch (&c);
  }
  if (status)
    bcov_option_counts_free (out);
  return status;
}

void bcov_option_counts_free (bcov_option_counts *uses)
{
  if (!uses->mem)
    return;
  bcov_mem_free (uses->mem, uses->counts);
  mpz_clear (uses->total);
  *uses = (bcov_option_counts){0};
}

void bcov_option_counts_of (const bcov_option_counts *uses, uint32_t option, mpz_t count)
{
  mpz_t own;
  assert (option < uses->options);
  mpz_set (count,
           mpz_roinit_n (own, &uses->counts[(size_t)option * uses->limbs], (mp_size_t)uses->limbs));
}
