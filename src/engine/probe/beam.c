/* The frontier with a random selection of its states.

   As in sparse.c, the states of a level take all moves, and equal states are merged: their weights
   add up.  A weight is the number of partial solutions that a state stands for.  If more than
   STATES states are left, some are dropped at random, and the others get more weight, so that the
   expected weight of each state stays the same: a state with weight w < c stays with probability
   w/c and then weighs c, where c is such that the expected number that stays is STATES (Fearnhead
   and Clifford 2003; among all such selections, this one changes the weights least).  With a twist
   (twist.h), w is not the weight alone, but the weight times the approximate number of completions,
   and the weight of a state that stays is divided by the probability of that.  So the expected
   weight of the last state is the number of solutions, whatever the model and STATES are.

   The selection is systematic: a counter advances by w/c for each state, and the state at which it
   passes an integer stays.  States are in the order in which they were first reached, so neighbours
   have similar pasts, and each kind of past keeps its share.

   Invariant: the weights, times exp (scale), are the numbers above; while no state has been dropped
   and the sum is below 2^53 they are exact.
   Time: transitions.  Memory: two levels, one of them before its selection. */

#include "engine/probe/beam.h"
#include "base/random.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { POLL = 1 << 14, FIRST_ROOM = 1 << 8, TRAIL = 1 << 11 };

static const double most_weight = 0x1p500, most_log = 100;

/* The part of an approximate number of completions that is the same for all states (by hand). */
static const double careful = 0.2;

/* The states of a level, in the order in which they were reached. */
typedef struct {
  uint32_t words; /* of a key */
  uint64_t *keys;
  double *weights;
  double *scores;  /* room for select_states */
  uint32_t *slots; /* a hash table with linear probing: the number of a state + 1, or 0 */
  size_t count, room, mask;
} level_states;

typedef struct {
  const bcov_beam *beam;
  const bcov_program *program;
  bcov_mem *mem;
  bcov_random random;
  level_states from, to;
  bcov_beam_trail *trail;
  const bcov_pockets *pockets; /* of the current level; NULL: none */
  uint32_t level;
  double scale; /* logarithm */
  bool dropped;
  uint64_t work, polled;
  bool stopped;
  bcov_status status;
  bcov_error *err;
} beam;

/* ---- tables ---- */

static size_t hash_key (const uint64_t *key, uint32_t words)
{
  uint64_t h = 0;
  for (uint32_t w = 0; w < words; w++) {
    h = (h ^ key[w]) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
  }
  h *= 0xd6e8feb86659fd93u;
  return (size_t)(h ^ h >> 32);
}

static void enter_slot (level_states *t, size_t state)
{
  size_t at = hash_key (t->keys + state * t->words, t->words) & t->mask;
  while (t->slots[at])
    at = (at + 1) & t->mask;
  t->slots[at] = (uint32_t)state + 1;
}

/* Doubles the room of T; returns false if there is no memory or there are too many states. */
static bool grow (beam *b, level_states *t)
{
  size_t room = t->room ? 2 * t->room : FIRST_ROOM;
  uint64_t *keys = bcov_mem_resize (b->mem, t->keys, room, t->words * sizeof *keys, b->err);
  t->keys = keys ? keys : t->keys;
  double *weights =
      keys ? bcov_mem_resize (b->mem, t->weights, room, sizeof *weights, b->err) : NULL;
  t->weights = weights ? weights : t->weights;
  double *scores =
      weights ? bcov_mem_resize (b->mem, t->scores, room, sizeof *scores, b->err) : NULL;
  t->scores = scores ? scores : t->scores;
  uint32_t *slots = scores ? bcov_mem_alloc (b->mem, 2 * room, sizeof *slots, b->err) : NULL;
  if (!slots || room > UINT32_MAX / 2) {
    bcov_mem_free (b->mem, slots);
    b->status = bcov_mem_status (b->mem);
    return false;
  }
  bcov_mem_free (b->mem, t->slots);
  t->slots = slots;
  t->room = room;
  t->mask = 2 * room - 1;
  for (size_t k = 0; k < t->count; k++)
    enter_slot (t, k);
  return true;
}

static void free_states (beam *b, level_states *t)
{
  bcov_mem_free (b->mem, t->keys);
  bcov_mem_free (b->mem, t->weights);
  bcov_mem_free (b->mem, t->scores);
  bcov_mem_free (b->mem, t->slots);
}

static void empty_states (level_states *t)
{
  t->count = 0;
  memset (t->slots, 0, (t->mask + 1) * sizeof *t->slots);
}

/* Adds WEIGHT to the state KEY. */
static inline void add_state (beam *b, const uint64_t *key, double weight)
{
  level_states *t = &b->to;
  uint32_t words = t->words;
  size_t at = hash_key (key, words) & t->mask;
  for (; t->slots[at]; at = (at + 1) & t->mask)
    if (!memcmp (t->keys + (size_t)(t->slots[at] - 1) * words, key, words * sizeof *key)) {
      t->weights[t->slots[at] - 1] += weight;
      return;
    }
  if (t->count == t->room) {
    if (!grow (b, t))
      return;
    for (at = hash_key (key, words) & t->mask; t->slots[at];)
      at = (at + 1) & t->mask;
  }
  memcpy (t->keys + t->count * words, key, words * sizeof *key);
  t->weights[t->count] = weight;
  t->slots[at] = (uint32_t)++t->count;
}

/* ---- moves ---- */

static inline void reach (beam *b, const uint64_t *key, double weight)
{
  b->work++;
  if (!b->pockets || !bcov_pockets_dead (b->pockets, b->level, *key))
    add_state (b, key, weight);
}

/* Makes the choices of a state of any kind. */
static void choose_any (beam *b, const uint64_t *key, double weight)
{
  const bcov_program *p = b->program;
  const bcov_level *level = &p->levels.data[b->level];
  uint64_t next[BCOV_MOST_WORDS];
  b->work++;
  if (bcov_program_step (p, b->level, BCOV_NO_MOVE, key, next))
    reach (b, next, weight);
  if (bcov_program_covered (p, b->level, key))
    return;
  b->work += level->moves / 4;
  for (uint32_t k = 0; k < level->moves; k++)
    if (bcov_program_step (p, b->level, level->first_move + k, key, next))
      reach (b, next, weight);
}

/* Ends the level for a one-word key of bits. */
static inline void reach_bits (beam *b, uint64_t key, uint64_t must, uint64_t clear, double weight)
{
  if ((key & must) != must)
    return;
  key &= ~clear;
  reach (b, &key, weight);
}

/* Makes the choices of a state with a one-word key of bits. */
static void choose_bits (beam *b, uint64_t key, double weight)
{
  const bcov_program *p = b->program;
  const bcov_level *level = &p->levels.data[b->level];
  const uint64_t *masks = bcov_program_level_mask (p, b->level, 0);
  uint64_t guard = masks[BCOV_MASK_GUARD], must = masks[BCOV_MASK_MUST],
           clear = masks[BCOV_MASK_CLEAR];
  b->work++;
  if (key & guard || level->skip)
    reach_bits (b, key & ~guard, must, clear, weight);
  if (key & guard || !level->moves)
    return;
  const uint64_t *move = bcov_program_move_mask (p, level->first_move, 0);
  b->work += level->moves / 8;
  for (uint32_t k = 0; k < level->moves; k++, move += BCOV_MOVE_MASKS)
    if (!(key & move[BCOV_MASK_TEST]))
      reach_bits (b, (key & ~guard) | move[BCOV_MASK_SET], must, clear, weight);
}

static void poll (beam *b)
{
  if (b->work - b->polled < POLL)
    return;
  b->polled = b->work;
  b->stopped = !bcov_control_go_on (b->beam->control, b->beam->worker) ||
               (b->beam->most && b->work > b->beam->most) ||
               (b->beam->until > 0 && bcov_control_seconds (b->beam->control) > b->beam->until);
}

static void choose_moves (beam *b)
{
  bool bits = b->program->plain && b->program->words == 1;
  for (size_t k = 0; k < b->from.count && !b->stopped && !b->status; k++) {
    if (bits)
      choose_bits (b, b->from.keys[k], b->from.weights[k]);
    else
      choose_any (b, b->from.keys + k * b->from.words, b->from.weights[k]);
    poll (b);
  }
}

/* ---- the selection ---- */

/* Returns c such that the sum of min (1, w/c) is KEEP, which is less than COUNT.  Each round lowers
   c and finds more weights above it, until there are no more. */
static double find_threshold (const double *scores, size_t count, double keep)
{
  double c = INFINITY, rest = 0;
  for (size_t k = 0; k < count; k++)
    rest += scores[k];
  for (size_t large = 0, before = SIZE_MAX; large > before || before == SIZE_MAX;) {
    c = rest / (keep - (double)large);
    before = large;
    rest = large = 0;
    for (size_t k = 0; k < count; k++)
      if (scores[k] >= c)
        large++;
      else
        rest += scores[k];
    if ((double)large >= keep) /* only by rounding */
      break;
  }
  return c;
}

/* Gives each state its weight times its approximate number of completions.  A small part of the
   number is the same for all states, in case that the approximation is far too low for some. */
static void score_states (beam *b, level_states *t)
{
  double weights = 0, sum = 0;
  if (!b->beam->twist) {
    memcpy (t->scores, t->weights, t->count * sizeof *t->scores);
    return;
  }
  for (size_t k = 0; k < t->count; k++) {
    double log = bcov_twist_log (b->beam->twist, b->level, t->keys + k * t->words);
    t->scores[k] = t->weights[k] * exp (fmax (-most_log, fmin (log, most_log)));
    weights += t->weights[k];
    sum += t->scores[k];
  }
  for (size_t k = 0; k < t->count; k++)
    t->scores[k] += careful * sum / weights * t->weights[k];
}

static void select_states (beam *b)
{
  level_states *t = &b->to;
  score_states (b, t);
  double c = find_threshold (t->scores, t->count, (double)b->beam->states);
  double passed = (double)(bcov_random_next (&b->random) >> 11) * 0x1p-53;
  size_t kept = 0;
  for (size_t k = 0; k < t->count; k++) {
    double weight = t->weights[k];
    if (t->scores[k] < c) {
      passed += t->scores[k] / c;
      if (passed < 1)
        continue;
      passed -= 1;
      weight *= c / t->scores[k];
    }
    memmove (t->keys + kept * t->words, t->keys + k * t->words, t->words * sizeof *t->keys);
    t->weights[kept++] = weight;
  }
  t->count = kept;
  b->dropped = true;
}

/* Notes the states of a level, or every n-th of them. */
static void note_trail (beam *b)
{
  bcov_beam_trail *trail = b->trail;
  const level_states *t = &b->to;
  size_t step = (t->count + TRAIL - 1) / TRAIL;
  for (size_t k = 0; k < t->count && !b->status; k += step) {
    for (uint32_t w = 0; w < t->words && !b->status; w++)
      b->status = bcov_vec_push (b->mem, &trail->keys, t->keys[k * t->words + w], b->err);
    if (!b->status)
      b->status = bcov_vec_push (b->mem, &trail->weights, t->weights[k], b->err);
  }
  if (t->count && !b->status)
    b->status = bcov_vec_push (b->mem, &trail->ends, trail->weights.count, b->err);
}

/* Keeps the weights within the range of numbers; a power of two loses nothing. */
static void scale_weights (beam *b)
{
  double greatest = 0;
  for (size_t k = 0; k < b->to.count; k++)
    greatest = fmax (greatest, b->to.weights[k]);
  if (greatest < most_weight)
    return;
  for (size_t k = 0; k < b->to.count; k++)
    b->to.weights[k] *= 1 / most_weight;
  b->scale += log (most_weight);
}

/* ---- the probe ---- */

static void run_level (beam *b)
{
  const bcov_pockets *pockets = b->beam->pockets;
  b->pockets =
      pockets && pockets->levels.count && pockets->levels.data[b->level].cells ? pockets : NULL;
  choose_moves (b);
  if (b->to.count > b->beam->states)
    select_states (b);
  scale_weights (b);
  if (b->trail && !b->stopped && !b->status)
    note_trail (b);
  level_states swap = b->from;
  b->from = b->to;
  b->to = swap;
  empty_states (&b->to);
}

static double sum_weights (const level_states *t)
{
  double sum = 0;
  for (size_t k = 0; k < t->count; k++)
    sum += t->weights[k];
  return sum;
}

bcov_status bcov_beam_run (const bcov_beam *job, bcov_beam_trail *trail, bcov_draw *out,
                           bcov_error *err)
{
  const bcov_program *p = job->program;
  uint64_t start[BCOV_MOST_WORDS] = {0};
  beam b = {
      .beam = job, .program = p, .mem = p->mem, .random = {job->seed}, .trail = trail, .err = err};
  assert (job->states && p->words);
  b.from.words = b.to.words = p->words;
  if (grow (&b, &b.from) && grow (&b, &b.to)) {
    add_state (&b, start, 1);
    level_states swap = b.from;
    b.from = b.to;
    b.to = swap;
  }
  for (; !b.status && !b.stopped && b.from.count && b.level < p->levels.count; b.level++)
    run_level (&b);
  *out = (bcov_draw){.log = log (sum_weights (&b.from)) + b.scale,
                     .work = b.work,
                     .exact = !b.dropped,
                     .complete = !b.stopped};
  free_states (&b, &b.from);
  free_states (&b, &b.to);
  return b.status;
}
