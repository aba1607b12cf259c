/* Forward, level by level, every state that can be reached; then back, where each state gets the
   number of its completions as the sum over those it leads to, and states without any are dropped.
   Numbers have as many limbs as the largest of their level could need, and lose those that none
   did.

   Memory: two levels at work, all others kept.  When an allocation is refused, everything that is
   not at work goes to a file, the level is tried once more, and from then on each level goes to a
   file as soon as it is done.  The file of the way forward is written in the order of levels and
   read against it, so that it shrinks while the file of the finished levels grows.

   Time: states x choices, twice. */

#include "engine/kept.h"

#include <string.h>

/* ---- choices -----------------------------------------------------------------------------------
 */

/* Most moves meet a covered cell: that is seen here at once. */
static bool clashes (const bcov_program *program, uint32_t move, const uint64_t *key)
{
  const uint64_t *test = bcov_program_move_mask (program, move, BCOV_MASK_TEST);
  uint64_t common = 0;
  for (uint32_t w = 0; w < program->words; w++)
    common |= key[w] & test[w];
  return common;
}

bool bcov_kept_step (const bcov_program *program, uint32_t level, uint32_t choice,
                     const uint64_t *key, uint64_t *out)
{
  if (!choice)
    return bcov_program_step (program, level, BCOV_NO_MOVE, key, out);
  uint32_t move = program->levels.data[level].first_move + choice - 1;
  return !clashes (program, move, key) && bcov_program_step (program, level, move, key, out);
}

/* ---- memory and stops --------------------------------------------------------------------------
 */

/* Counts AMOUNT choices and looks at the control now and then. */
static bcov_status work (bcov_kept *kept, uint64_t amount)
{
  kept->nodes += amount;
  return bcov_control_work (kept->asked.control, &kept->pending, amount, NULL);
}

/* What a level is done with: PART of it (0 forward, 1 back) for progress. */
static void tell (bcov_kept *kept, uint32_t level, uint32_t part)
{
  double all = 2.0 * (kept->levels + 1.0);
  double done = part ? all - level : level + 1.0;
  atomic_store (&kept->asked.control->fraction, done / all);
  atomic_store (&kept->asked.control->nodes, kept->nodes);
}

static bool was_stopped (const bcov_kept *kept)
{
  return atomic_load (&kept->asked.control->stopped) != 0;
}

bcov_status bcov_kept_make_way (bcov_kept *kept, uint32_t first, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  kept->on_disk = true;
  for (uint32_t k = 0; !status && k <= kept->levels; k++) {
    bcov_layer *layer = &kept->layers[k];
    if (k != first && k != first + 1)
      status = bcov_layer_spill (layer, layer->limbs ? &kept->done : &kept->rough, err);
  }
  return status;
}

typedef bcov_status level_work (bcov_kept *kept, uint32_t level, bcov_error *err);

/* Does TODO on LEVEL; when memory is refused, once more with all others out of the way. */
static bcov_status with_room (bcov_kept *kept, level_work *todo, uint32_t level, bcov_error *err)
{
  bcov_status status = todo (kept, level, NULL);
  if (!status || was_stopped (kept))
    return status;
  bcov_status way = status == BCOV_STOPPED ? bcov_kept_make_way (kept, level, err) : BCOV_OK;
  return way ? way : todo (kept, level, err);
}

/* ---- forward -----------------------------------------------------------------------------------
 */

static bcov_status gather_state (bcov_kept *kept, uint32_t level, const uint64_t *key,
                                 uint64_t *next, bcov_gather *gather, bcov_error *err)
{
  const bcov_program *program = kept->asked.program;
  uint32_t choices = bcov_kept_choices (program, level, key);
  bcov_status status = BCOV_OK;
  for (uint32_t c = 0; !status && c < choices; c++)
    if (bcov_kept_step (program, level, c, key, next))
      status = bcov_gather_add (gather, next, err);
  return status;
}

static bcov_status gather_level (bcov_kept *kept, uint32_t level, bcov_gather *gather,
                                 bcov_error *err)
{
  const bcov_layer *from = &kept->layers[level];
  uint64_t next[BCOV_MOST_BITS / 64], allowed = kept->asked.states;
  uint32_t moves = kept->asked.program->levels.data[level].moves;
  bcov_status status = BCOV_OK;
  for (uint32_t s = 0; !status && s < from->count; s++) {
    status = gather_state (kept, level, bcov_layer_key (from, s), next, gather, err);
    if (!status)
      status = work (kept, moves + 1ull);
    if (allowed && kept->met + gather->count > allowed) {
      kept->given_up = true;
      break;
    }
  }
  return status;
}

/* Fills the layer behind LEVEL. */
static bcov_status go_forward (bcov_kept *kept, uint32_t level, bcov_error *err)
{
  bcov_gather gather = {.mem = kept->mem, .words = kept->asked.program->words};
  bcov_status status = gather_level (kept, level, &gather, err);
  if (!status)
    status = bcov_layer_make (&gather, &kept->layers[level + 1], err);
  bcov_gather_free (&gather);
  return status;
}

static bcov_status start_forward (bcov_kept *kept, bcov_error *err)
{
  const uint64_t zero[BCOV_MOST_BITS / 64] = {0};
  bcov_gather gather = {.mem = kept->mem, .words = kept->asked.program->words};
  bcov_status status = BCOV_OK;
  if (!kept->asked.model->impossible)
    status = bcov_gather_add (&gather, zero, err);
  if (!status)
    status = bcov_layer_make (&gather, &kept->layers[0], err);
  bcov_gather_free (&gather);
  kept->met = kept->layers[0].count;
  return status;
}

static bcov_status forward (bcov_kept *kept, bcov_error *err)
{
  bcov_status status = start_forward (kept, err);
  for (uint32_t level = 0; !status && !kept->given_up && level < kept->levels; level++) {
    status = with_room (kept, go_forward, level, err);
    if (!status)
      kept->met += kept->layers[level + 1].count;
    if (!status && kept->on_disk)
      status = bcov_layer_spill (&kept->layers[level], &kept->rough, err);
    tell (kept, level, 0);
  }
  return status;
}

/* ---- back --------------------------------------------------------------------------------------
 */

/* SUM += the number of the state with KEY in NEXT, which has no more limbs. */
static void add_completions (const bcov_layer *next, const uint64_t *key, mp_limb_t *sum,
                             uint32_t limbs)
{
  uint32_t s = bcov_layer_look (next, key);
  if (s == BCOV_NO_STATE)
    return;
  if (limbs == 1)
    *sum += *bcov_layer_at (next, s);
  else
    mpn_add (sum, sum, limbs, bcov_layer_at (next, s), next->limbs);
}

/* *BEST = the greater of itself and GAIN + the number of the state. */
static void take_better (const bcov_layer *next, const uint64_t *key, uint64_t gain,
                         mp_limb_t *best)
{
  uint32_t s = bcov_layer_look (next, key);
  if (s != BCOV_NO_STATE && *bcov_layer_at (next, s) + gain > *best)
    *best = *bcov_layer_at (next, s) + gain;
}

static void number_state (bcov_kept *kept, uint32_t level, uint32_t state, uint64_t *key)
{
  const bcov_layer *layer = &kept->layers[level], *next = &kept->layers[level + 1];
  const bcov_program *program = kept->asked.program;
  const uint64_t *from = bcov_layer_key (layer, state);
  uint32_t choices = bcov_kept_choices (program, level, from);
  for (uint32_t c = 0; c < choices; c++)
    if (!bcov_kept_step (program, level, c, from, key))
      continue;
    else if (kept->asked.most)
      take_better (next, key, bcov_kept_gain (kept, level, c), bcov_layer_at (layer, state));
    else
      add_completions (next, key, bcov_layer_at (layer, state), layer->limbs);
}

/* Bits of the largest number of a layer. */
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

/* Limbs that a sum of CHOICES numbers of NEXT needs at most. */
static uint32_t limbs_for (const bcov_layer *next, uint32_t choices)
{
  size_t bits = next->count ? widest (next) : 1;
  while (choices) {
    choices >>= 1;
    bits++;
  }
  return (uint32_t)((bits + 63) / 64);
}

/* Numbers the states of LEVEL from those of the next and drops the dead ones. */
static bcov_status go_back (bcov_kept *kept, uint32_t level, bcov_error *err)
{
  bcov_layer *layer = &kept->layers[level], *next = &kept->layers[level + 1];
  uint32_t moves = kept->asked.program->levels.data[level].moves;
  uint64_t key[BCOV_MOST_BITS / 64];
  bcov_status status = bcov_layer_load (layer, err);
  if (!status)
    status = bcov_layer_number (layer, kept->asked.most ? 1 : limbs_for (next, moves + 1), err);
  for (uint32_t s = 0; !status && next->count && s < layer->count; s++) {
    number_state (kept, level, s, key);
    status = work (kept, moves + 1ull);
  }
  if (!status)
    status = bcov_layer_trim (layer, err);
  return status;
}

/* Every state behind the last level is a solution. */
static bcov_status start_back (bcov_kept *kept, bcov_error *err)
{
  bcov_layer *last = &kept->layers[kept->levels];
  bcov_status status = bcov_layer_number (last, 1, err);
  for (uint32_t s = 0; !status && s < last->count; s++)
    *bcov_layer_at (last, s) = 1;
  return status;
}

/* A layer that is numbered needs no other; in the file of the way forward it is the last one. */
static bcov_status settle (bcov_kept *kept, uint32_t level, bcov_error *err)
{
  const bcov_layer *layer = &kept->layers[level];
  bcov_status status = BCOV_OK;
  kept->alive += layer->count;
  kept->limbs = layer->limbs > kept->limbs ? layer->limbs : kept->limbs;
  if (kept->on_disk && level < kept->levels)
    status = bcov_layer_spill (&kept->layers[level + 1], &kept->done, err);
  if (!status && kept->on_disk && level && kept->layers[level - 1].spill) {
    const bcov_layer *below = &kept->layers[level - 1];
    status = bcov_spill_cut (&kept->rough,
                             below->at_keys + (uint64_t)below->count * below->words * 8, err);
  }
  return status;
}

static bcov_status back (bcov_kept *kept, bcov_error *err)
{
  bcov_status status = start_back (kept, err);
  if (!status)
    status = settle (kept, kept->levels, err);
  for (uint32_t level = kept->levels; !status && level-- > 0;) {
    status = with_room (kept, go_back, level, err);
    if (!status)
      status = settle (kept, level, err);
    tell (kept, level, 1);
  }
  return status;
}

/* ---- all together ------------------------------------------------------------------------------
 */

static bcov_status weigh_moves (bcov_kept *kept, bcov_error *err)
{
  const bcov_program *program = kept->asked.program;
  if (!kept->asked.most)
    return BCOV_OK;
  kept->gains = bcov_mem_alloc (kept->mem, program->moves.count + 1, sizeof *kept->gains, err);
  if (!kept->gains)
    return bcov_mem_status (kept->mem);
  for (size_t k = 0; k < program->moves.count; k++)
    kept->gains[k] = bcov_model_gain (kept->asked.model, program->moves.data[k].option);
  return BCOV_OK;
}

/* Whoever asks for levels has work to do with them: when little of the memory is left, they go. */
static bcov_status leave_room (bcov_kept *kept, size_t left_before, bcov_error *err)
{
  bool enough = bcov_mem_left (kept->mem) > left_before / 8 + (1 << 15);
  return enough ? BCOV_OK : bcov_kept_make_way (kept, BCOV_NO_STATE - 1, err);
}

bcov_status bcov_kept_make (const bcov_kept_asked *asked, bcov_kept *out, bcov_error *err)
{
  size_t left = bcov_mem_left (asked->model->mem);
  *out = (bcov_kept){
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
    bcov_kept_free (out);
  return status;
}

void bcov_kept_free (bcov_kept *kept)
{
  if (!kept->mem)
    return;
  for (uint32_t k = 0; kept->layers && k <= kept->levels; k++)
    bcov_layer_free (&kept->layers[k]);
  bcov_mem_free (kept->mem, kept->layers);
  bcov_mem_free (kept->mem, kept->gains);
  bcov_spill_close (&kept->rough);
  bcov_spill_close (&kept->done);
  *kept = (bcov_kept){0};
}

bcov_status bcov_kept_total (const bcov_kept *kept, mpz_t total, bcov_error *err)
{
  const bcov_layer *first = &kept->layers[0];
  mpz_set_ui (total, 0);
  if (!first->count)
    return BCOV_OK;
  mp_limb_t *limbs = mpz_limbs_write (total, first->limbs);
  bcov_status status = bcov_layer_read (first, 0, limbs, err);
  mpz_limbs_finish (total, status ? 0 : (mp_size_t)first->limbs);
  return status;
}
