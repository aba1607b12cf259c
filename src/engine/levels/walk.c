/* At each level the choices that lead to a kept state are tried in order, which is the order of the
   solutions.  To find the solution of a given rank, choices whose completions all come before it
   are skipped.  The rank of a given solution is the number of completions skipped.

   Time per solution: levels x choices, each a lookup in a layer. */

#include "engine/levels/walk.h"

#include <assert.h>
#include <string.h>

static uint64_t *key_at (const bcov_walk *walk, uint32_t level)
{
  return &walk->keys[(size_t)level * walk->graph->asked.program->words];
}

bcov_status bcov_walk_start (const bcov_state_graph *graph, bcov_walk *out, bcov_error *err)
{
  bcov_mem *mem = graph->mem;
  const bcov_program *program = graph->asked.program;
  *out = (bcov_walk){.graph = graph};
  mpz_inits (out->total, out->rest, out->number, NULL);
  out->keys = bcov_mem_alloc (mem, graph->levels + 1ull, program->words * sizeof *out->keys, err);
  out->choices = bcov_mem_alloc (mem, graph->levels + 1ull, sizeof *out->choices, err);
  out->options = bcov_mem_alloc (mem, graph->levels + 1ull, sizeof *out->options, err);
  bcov_status status = out->keys && out->choices && out->options
                           ? bcov_state_graph_total (graph, out->total, err)
                           : bcov_mem_status (mem);
  if (status)
    bcov_walk_end (out);
  return status;
}

void bcov_walk_end (bcov_walk *walk)
{
  if (!walk->graph)
    return;
  bcov_mem *mem = walk->graph->mem;
  bcov_mem_free (mem, walk->keys);
  bcov_mem_free (mem, walk->choices);
  bcov_mem_free (mem, walk->options);
  mpz_clears (walk->total, walk->rest, walk->number, NULL);
  *walk = (bcov_walk){0};
}

/* ---- one choice ---- */

/* Finds the next choice from *CHOICE on that leads to a kept state.  That state becomes the key of
   the next level and *STATE.  If there is none, *CHOICE is beyond the last choice. */
static bcov_status find_choice (bcov_walk *walk, uint32_t level, uint32_t *choice, uint32_t *state,
                                bcov_error *err)
{
  const bcov_program *program = walk->graph->asked.program;
  const bcov_layer *next = &walk->graph->layers[level + 1];
  const uint64_t *key = key_at (walk, level);
  uint32_t first = bcov_state_graph_first (program, level, key),
           last = bcov_state_graph_last (program, level);
  bcov_status status = BCOV_OK;
  *state = BCOV_NO_STATE;
  *choice = *choice < first ? first : *choice;
  for (; !status && *choice <= last; ++*choice)
    if (bcov_state_graph_step (program, level, *choice, key, key_at (walk, level + 1))) {
      status = bcov_layer_find (next, key_at (walk, level + 1), state, err);
      if (!status && *state != BCOV_NO_STATE)
        break;
    }
  return status;
}

/* Takes the choice that find_choice has found. */
static void take_choice (bcov_walk *walk, uint32_t level, uint32_t choice)
{
  const bcov_state_graph_asked *asked = &walk->graph->asked;
  assert (walk->count <= level);
  walk->choices[level] = choice;
  if (choice < bcov_state_graph_last (asked->program, level))
    walk->options[walk->count++] =
        asked->model->origin.data[bcov_state_graph_option (asked->program, level, choice)];
}

static bcov_status lost (bcov_error *err)
{
  return bcov_error_add (err, BCOV_FAULT, NULL, "internal error: kept levels lead to no solution");
}

/* Like find_choice, and reads the number of the state.  A missing choice is an error. */
static bcov_status read_choice (bcov_walk *walk, uint32_t level, uint32_t *choice, bcov_error *err)
{
  uint32_t state;
  bcov_status status = find_choice (walk, level, choice, &state, err);
  if (!status && state == BCOV_NO_STATE)
    status = lost (err);
  return status ? status
                : bcov_layer_read (&walk->graph->layers[level + 1], state, walk->number, err);
}

static void start_over (bcov_walk *walk)
{
  memset (walk->keys, 0, walk->graph->asked.program->words * sizeof *walk->keys);
  walk->count = 0;
}

/* ---- from a rank to its solution ---- */

/* Skips choices, and subtracts their completions from walk->rest, while the wanted solution comes
   after them. */
static bcov_status choose_by_number (bcov_walk *walk, uint32_t level, bcov_error *err)
{
  uint32_t choice = 0;
  for (;; choice++) {
    bcov_status status = read_choice (walk, level, &choice, err);
    if (status)
      return status;
    if (mpz_cmp (walk->rest, walk->number) < 0)
      break;
    mpz_sub (walk->rest, walk->rest, walk->number);
  }
  take_choice (walk, level, choice);
  return BCOV_OK;
}

bcov_status bcov_walk_to (bcov_walk *walk, const mpz_t rank, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  assert (!walk->graph->asked.most && mpz_sgn (rank) >= 0);
  if (mpz_cmp (rank, walk->total) >= 0)
    return lost (err);
  mpz_set (walk->rest, rank);
  start_over (walk);
  for (uint32_t level = 0; !status && level < walk->graph->levels; level++)
    status = choose_by_number (walk, level, err);
  assert (status || !mpz_sgn (walk->rest)); /* exactly RANK solutions were skipped */
  return status;
}

/* Draws as many random bits as total - 1 has, until they are below the total. */
bcov_status bcov_walk_random (bcov_walk *walk, bcov_random *random, bcov_error *err)
{
  assert (mpz_sgn (walk->total) > 0);
  mpz_sub_ui (walk->rest, walk->total, 1);
  size_t bits = mpz_sgn (walk->rest) ? mpz_sizeinbase (walk->rest, 2) : 0;
  do {
    mpz_set_ui (walk->rest, 0);
    for (size_t k = 0; k < bits; k += 64) {
      uint64_t word = bcov_random_next (random);
      size_t take = bits - k < 64 ? bits - k : 64;
      mpz_mul_2exp (walk->rest, walk->rest, take);
      mpz_add_ui (walk->rest, walk->rest, word >> (64 - take));
    }
  } while (mpz_cmp (walk->rest, walk->total) >= 0);
  return bcov_walk_to (walk, walk->rest, err);
}

/* ---- the next solution ---- */

/* Goes to the first solution that continues the choices before LEVEL. */
static bcov_status go_down (bcov_walk *walk, uint32_t level, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (; !status && level < walk->graph->levels; level++) {
    uint32_t state, choice = 0;
    status = find_choice (walk, level, &choice, &state, err);
    if (!status && state == BCOV_NO_STATE)
      status = lost (err);
    if (!status)
      take_choice (walk, level, choice);
  }
  return status;
}

bcov_status bcov_walk_next (bcov_walk *walk, bool *more, bcov_error *err)
{
  *more = false;
  for (uint32_t level = walk->graph->levels; level-- > 0;) {
    uint32_t state, choice = walk->choices[level] + 1;
    walk->count -= choice <= bcov_state_graph_last (walk->graph->asked.program, level);
    bcov_status status = find_choice (walk, level, &choice, &state, err);
    if (!status && state == BCOV_NO_STATE)
      continue;
    if (!status) {
      take_choice (walk, level, choice);
      status = go_down (walk, level + 1, err);
    }
    *more = !status;
    return status;
  }
  return BCOV_OK;
}

/* ---- the best solution ---- */

static bcov_status choose_best (bcov_walk *walk, uint32_t level, uint64_t wanted, bcov_error *err)
{
  bcov_status status;
  for (uint32_t choice = 0; !(status = read_choice (walk, level, &choice, err)); choice++)
    if (mpz_get_ui (walk->number) + bcov_state_graph_gain (walk->graph, level, choice) == wanted) {
      take_choice (walk, level, choice);
      break;
    }
  return status;
}

bcov_status bcov_walk_best (bcov_walk *walk, bcov_error *err)
{
  uint64_t wanted = mpz_get_ui (walk->total);
  bcov_status status = BCOV_OK;
  assert (walk->graph->asked.most && wanted);
  start_over (walk);
  for (uint32_t level = 0; !status && level < walk->graph->levels; level++) {
    status = choose_best (walk, level, wanted, err);
    wanted = mpz_get_ui (walk->number);
  }
  assert (status || wanted == 1); /* no more cells can be covered */
  return status;
}

/* ---- from a solution to its rank ---- */

/* Adds the completions of the choices at LEVEL before WANTED to RANK; *FOUND is false if WANTED
   leads nowhere. */
static bcov_status add_passed (bcov_walk *walk, uint32_t level, uint32_t wanted, mpz_t rank,
                               bool *found, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  *found = false;
  for (uint32_t choice = 0; !status && !*found; choice++) {
    uint32_t state;
    status = find_choice (walk, level, &choice, &state, err);
    if (status || state == BCOV_NO_STATE || choice > wanted)
      break;
    *found = choice == wanted;
    if (!*found)
      status = bcov_layer_read (&walk->graph->layers[level + 1], state, walk->number, err);
    if (!*found && !status)
      mpz_add (rank, rank, walk->number);
  }
  return status;
}

/* Returns the choice at LEVEL whose option is marked, or the one without a move. */
static uint32_t marked_choice (const bcov_walk *walk, uint32_t level, const uint8_t *marks)
{
  const bcov_program *program = walk->graph->asked.program;
  uint32_t moves = bcov_state_graph_last (program, level), c = 0;
  while (c < moves && !marks[bcov_state_graph_option (program, level, c)])
    c++;
  return c;
}

static bcov_status rank_marked (bcov_walk *walk, const uint8_t *marks, mpz_t rank, bool *is,
                                bcov_error *err)
{
  bcov_status status = BCOV_OK;
  start_over (walk);
  *is = mpz_sgn (walk->total) != 0;
  for (uint32_t level = 0; !status && *is && level < walk->graph->levels; level++) {
    uint32_t choice = marked_choice (walk, level, marks);
    status = add_passed (walk, level, choice, rank, is, err);
    if (!status && *is)
      take_choice (walk, level, choice);
  }
  return status;
}

/* Marks OPTIONS in the program's model; returns the number of marked options. */
static size_t mark_options (const bcov_model *model, const uint32_t *options, size_t count,
                            uint8_t *wanted, uint8_t *marks)
{
  size_t marked = 0;
  for (size_t k = 0; k < count; k++)
    wanted[options[k]] = 1;
  for (uint32_t o = 0; o < bcov_model_options (model); o++)
    if (wanted[model->origin.data[o]]) {
      marks[o] = 1;
      marked++;
    }
  return marked;
}

bcov_status bcov_walk_rank (bcov_walk *walk, const uint32_t *options, size_t count, mpz_t rank,
                            bool *is, bcov_error *err)
{
  bcov_mem *mem = walk->graph->mem;
  const bcov_model *model = walk->graph->asked.model;
  assert (!walk->graph->asked.most);
  uint32_t most = 0, n = bcov_model_options (model);
  for (size_t k = 0; k < count; k++)
    most = options[k] > most ? options[k] : most;
  for (uint32_t o = 0; o < n; o++)
    most = model->origin.data[o] > most ? model->origin.data[o] : most;
  uint8_t *wanted = bcov_mem_alloc (mem, most + 1ull, 1, err);
  uint8_t *marks = bcov_mem_alloc (mem, n + 1ull, 1, err);
  bcov_status status = wanted && marks ? BCOV_OK : bcov_mem_status (mem);
  mpz_set_ui (rank, 0);
  *is = false;
  if (!status && mark_options (model, options, count, wanted, marks) == count)
    status = rank_marked (walk, marks, rank, is, err);
  *is = *is && walk->count == count;
  bcov_mem_free (mem, wanted);
  bcov_mem_free (mem, marks);
  return status;
}
