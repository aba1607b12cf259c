/* Dynamic programming with bounds.  Of all ways to a state, the one that covers the most cells
   counts.  Each state knows what it has *lost*: the costs of its options, and the prices of the
   cells that it has left empty for good.  A state that has lost more than the bound exceeds the
   goal is dropped.  The better the prices, the fewer states remain.

   With a *beam*, each level keeps only the states that have lost the least.  That finds good
   fillings of boards of any size, and proves nothing.

   Only two levels have keys.  For the others, each state keeps its last move and where it came
   from, which gives the filling at the end.

   Invariant without a beam: every filling with at least GOAL cells has a state in each level with
   no fewer cells so far.  Cells that close without a field are not charged; that costs states,
   never answers.

   Time: states x choices.  Memory: 12 bytes for each state, and two levels. */

#include "engine/bound/sweep.h"
#include "base/hash.h"

#include <assert.h>
#include <string.h>

enum { LEAST_ROOM = 64, BUCKETS = 1024 };

/* How a state was reached. */
typedef struct {
  uint32_t parent; /* in the level before */
  uint32_t move;
} origin;

/* The states of a level. */
typedef struct {
  uint64_t *keys;
  int64_t *lost;
  uint32_t *gain;
  size_t count, room;
} front;

/* A cell that closes at the end of a level: its bit and its price. */
typedef struct {
  uint32_t level, word;
  uint64_t bit;
  int64_t price;
} closing;

typedef struct {
  const bcov_sweep_asked *asked;
  const bcov_program *program;
  bcov_sweep *out;
  bcov_mem *mem;
  uint32_t words;
  int64_t budget;           /* to be lost at most */
  int64_t *cost;            /* of each move */
  uint32_t *gains;          /* of each move */
  BCOV_VEC (closing) ends;  /* in the order of their levels, ... */
  uint32_t *first_end;      /* ... and where those of a level begin */
  BCOV_VEC (uint32_t) able; /* moves of a level that cost little enough */
  front now, next;
  uint32_t *slots; /* of the states in NEXT, + 1 */
  size_t n_slots;
  BCOV_VEC (origin) origins;
  size_t *starts; /* of each level, in ORIGINS, ... */
  size_t base;    /* ... and of NEXT */
  uint64_t pending;
} sweep;

/* ---- start and end ---- */

static void free_front (bcov_mem *mem, front *f)
{
  bcov_mem_free (mem, f->keys);
  bcov_mem_free (mem, f->lost);
  bcov_mem_free (mem, f->gain);
}

static void end_sweep (sweep *s)
{
  bcov_mem_free (s->mem, s->cost);
  bcov_mem_free (s->mem, s->gains);
  bcov_mem_free (s->mem, s->first_end);
  bcov_mem_free (s->mem, s->slots);
  bcov_mem_free (s->mem, s->starts);
  bcov_vec_free (s->mem, &s->ends);
  bcov_vec_free (s->mem, &s->able);
  bcov_vec_free (s->mem, &s->origins);
  free_front (s->mem, &s->now);
  free_front (s->mem, &s->next);
}

void bcov_sweep_free (bcov_sweep *out)
{
  if (out->mem)
    bcov_vec_free (out->mem, &out->options);
  *out = (bcov_sweep){0};
}

static void price_moves (sweep *s)
{
  for (size_t k = 0; k < s->program->moves.count; k++) {
    uint32_t option = s->program->moves.data[k].option;
    int64_t worth = s->asked->prices.worth[option];
    s->cost[k] = worth < 0 ? -worth : 0;
    s->gains[k] = bcov_model_gain (s->asked->model, option);
  }
}

/* Lists the cells that close at each level, apart from guards. */
static bcov_status list_ends (sweep *s)
{
  const bcov_program *program = s->program;
  uint32_t levels = (uint32_t)program->levels.count;
  for (uint32_t k = 0; k < program->fields.count; k++)
    if (!program->fields.data[k].kept)
      s->first_end[program->fields.data[k].closes + 1]++;
  for (uint32_t l = 0; l < levels; l++)
    s->first_end[l + 1] += s->first_end[l];
  bcov_status status = bcov_vec_reserve (s->mem, &s->ends, s->first_end[levels] + 1u, NULL);
  for (uint32_t k = 0; !status && k < program->fields.count; k++) {
    bcov_field field = program->fields.data[k];
    bool cell = field.kind == BCOV_FIELD_BIT && s->asked->model->items.data[field.item].gain &&
                field.item != program->levels.data[field.closes].item;
    if (!field.kept)
      s->ends.data[s->first_end[field.closes]++] =
          (closing){.level = field.closes,
                    .word = field.shift / 64,
                    .bit = (uint64_t)1 << field.shift % 64,
                    .price = cell ? s->asked->prices.price[field.item] : 0};
  }
  for (uint32_t l = levels; l > 0; l--)
    s->first_end[l] = s->first_end[l - 1];
  s->first_end[0] = 0;
  return status;
}

static bcov_status start_sweep (sweep *s)
{
  size_t levels = s->program->levels.count, moves = s->program->moves.count + 1;
  if (!(s->cost = bcov_mem_alloc (s->mem, moves, sizeof *s->cost, NULL)) ||
      !(s->gains = bcov_mem_alloc (s->mem, moves, sizeof *s->gains, NULL)) ||
      !(s->first_end = bcov_mem_alloc (s->mem, levels + 2, sizeof *s->first_end, NULL)) ||
      !(s->starts = bcov_mem_alloc (s->mem, levels + 2, sizeof *s->starts, NULL)))
    return bcov_mem_status (s->mem);
  price_moves (s);
  bcov_status status = list_ends (s);
  return status ? status : bcov_vec_reserve (s->mem, &s->able, moves, NULL);
}

/* ---- the states of the next level ---- */

/* Returns the slot of KEY: one that is free, or that of the same key. */
static uint32_t *find_slot (const sweep *s, const uint64_t *key)
{
  size_t at = bcov_hash_key (key, s->words) & (s->n_slots - 1);
  while (s->slots[at] &&
         !bcov_hash_same_key (&s->next.keys[(size_t)(s->slots[at] - 1) * s->words], key, s->words))
    at = (at + 1) & (s->n_slots - 1);
  return &s->slots[at];
}

static bcov_status enlarge (sweep *s, front *f, size_t room)
{
  uint64_t *keys = bcov_mem_resize (s->mem, f->keys, room * s->words, sizeof *keys, NULL);
  f->keys = keys ? keys : f->keys;
  int64_t *lost = keys ? bcov_mem_resize (s->mem, f->lost, room, sizeof *lost, NULL) : NULL;
  f->lost = lost ? lost : f->lost;
  uint32_t *gain = lost ? bcov_mem_resize (s->mem, f->gain, room, sizeof *gain, NULL) : NULL;
  f->gain = gain ? gain : f->gain;
  if (!gain)
    return bcov_mem_status (s->mem);
  f->room = room;
  return BCOV_OK;
}

/* Makes COUNT slots for the states in NEXT. */
static bcov_status spread_slots (sweep *s, size_t count)
{
  if (count > s->n_slots || count * 8 < s->n_slots) {
    bcov_mem_free (s->mem, s->slots);
    s->n_slots = 0;
    if (!(s->slots = bcov_mem_alloc (s->mem, count, sizeof *s->slots, NULL)))
      return bcov_mem_status (s->mem);
    s->n_slots = count;
  } else
    memset (s->slots, 0, s->n_slots * sizeof *s->slots);
  for (size_t k = 0; k < s->next.count; k++)
    *find_slot (s, &s->next.keys[k * s->words]) = (uint32_t)k + 1;
  return BCOV_OK;
}

/* Adds a state with a new key. */
static bcov_status add_state (sweep *s, const uint64_t *key, uint32_t *slot, origin from)
{
  front *f = &s->next;
  bcov_status status = f->count < f->room ? BCOV_OK : enlarge (s, f, f->room * 2 + LEAST_ROOM);
  if (!status)
    status = bcov_vec_push (s->mem, &s->origins, from, NULL);
  if (status)
    return status;
  memcpy (&f->keys[f->count * s->words], key, s->words * sizeof *key);
  *slot = (uint32_t)++f->count;
  return 2 * f->count > s->n_slots ? spread_slots (s, 2 * s->n_slots) : BCOV_OK;
}

/* Keeps the better of two ways to a state. */
static bcov_status meet_state (sweep *s, const uint64_t *key, uint32_t gain, int64_t lost,
                               origin from)
{
  uint32_t *slot = find_slot (s, key), state = *slot - 1;
  if (!*slot) {
    state = (uint32_t)s->next.count;
    bcov_status status = add_state (s, key, slot, from);
    if (status)
      return status;
  } else if (gain <= s->next.gain[state])
    return BCOV_OK;
  s->next.gain[state] = gain;
  s->next.lost[state] = lost;
  s->origins.data[s->base + state] = from;
  return BCOV_OK;
}

/* ---- a level ---- */

/* Returns what KEY loses when LEVEL ends with MOVE, apart from the cost of MOVE. */
static int64_t loss_at (const sweep *s, uint32_t level, uint32_t move, const uint64_t *key,
                        bool covered)
{
  int64_t loss = 0;
  const uint64_t *set =
      move == BCOV_NO_MOVE ? key : bcov_program_move_mask (s->program, move, BCOV_MASK_SET);
  for (uint32_t k = s->first_end[level]; k < s->first_end[level + 1]; k++) {
    closing end = s->ends.data[k];
    if (!((key[end.word] | set[end.word]) & end.bit))
      loss += end.price;
  }
  uint32_t guard = s->program->levels.data[level].item;
  if (move == BCOV_NO_MOVE && !covered && s->asked->model->items.data[guard].gain)
    loss += s->asked->prices.price[guard];
  return loss;
}

/* Follows one choice of a state. */
static bcov_status follow (sweep *s, uint32_t level, uint32_t state, uint32_t move, bool covered)
{
  uint64_t out[BCOV_MOST_WORDS];
  const uint64_t *key = &s->now.keys[(size_t)state * s->words];
  int64_t lost = s->now.lost[state] + loss_at (s, level, move, key, covered);
  uint32_t gain = s->now.gain[state];
  if (move != BCOV_NO_MOVE) {
    lost += s->cost[move];
    gain += s->gains[move];
  }
  if (lost > s->budget || !bcov_program_step (s->program, level, move, key, out))
    return BCOV_OK;
  return meet_state (s, out, gain, lost, (origin){state, move});
}

static bool clashes (const sweep *s, uint32_t move, const uint64_t *key)
{
  const uint64_t *test = bcov_program_move_mask (s->program, move, BCOV_MASK_TEST);
  uint64_t common = 0;
  for (uint32_t w = 0; w < s->words; w++)
    common |= key[w] & test[w];
  return common;
}

static bcov_status expand (sweep *s, uint32_t level, uint32_t state)
{
  const uint64_t *key = &s->now.keys[(size_t)state * s->words];
  int64_t left = s->budget - s->now.lost[state];
  bool covered = bcov_program_covered (s->program, level, key);
  bcov_status status = BCOV_OK;
  for (size_t k = 0; !covered && !status && k < s->able.count; k++) {
    uint32_t move = s->able.data[k];
    if (s->cost[move] <= left && !clashes (s, move, key))
      status = follow (s, level, state, move, false);
  }
  return status ? status : follow (s, level, state, BCOV_NO_MOVE, covered);
}

static void list_able (sweep *s, uint32_t level)
{
  const bcov_level *l = &s->program->levels.data[level];
  s->able.count = 0;
  for (uint32_t move = l->first_move; move < l->first_move + l->moves; move++)
    if (s->cost[move] <= s->budget)
      s->able.data[s->able.count++] = move;
}

/* Predicts the least number of states of all levels: levels rarely become narrower in the first
   half. */
static bool is_too_much (const sweep *s, uint32_t level)
{
  uint64_t half = s->program->levels.count / 2, next = s->next.count, most = s->asked->states;
  uint64_t more = level < half && !s->asked->beam ? next * (half - level) / 2 : 0;
  return s->origins.count + more > most || s->origins.count > UINT32_MAX / 4;
}

/* Returns the share of the budget that state K has lost, in BUCKETS parts. */
static uint32_t bucket_of (const sweep *s, size_t k)
{
  return (uint32_t)(s->next.lost[k] / (s->budget / BUCKETS + 1));
}

/* Keeps the states that lost the least, in their order, if there are more than the beam has room
   for. */
static void narrow (sweep *s)
{
  uint64_t left = s->asked->beam, counts[BUCKETS] = {0};
  front *f = &s->next;
  uint32_t last = 0;
  size_t kept = 0;
  if (!left || f->count <= left)
    return;
  for (size_t k = 0; k < f->count; k++)
    counts[bucket_of (s, k)]++;
  while (counts[last] <= left)
    left -= counts[last++];
  for (size_t k = 0; k < f->count; k++) {
    uint32_t bucket = bucket_of (s, k);
    if (bucket > last || (bucket == last && !left))
      continue;
    left -= bucket == last;
    memmove (&f->keys[kept * s->words], &f->keys[k * s->words], s->words * sizeof *f->keys);
    f->lost[kept] = f->lost[k];
    f->gain[kept] = f->gain[k];
    s->origins.data[s->base + kept++] = s->origins.data[s->base + k];
  }
  f->count = kept;
  s->origins.count = s->base + kept;
  s->out->narrowed = true;
}

static bcov_status go_through (sweep *s, uint32_t level)
{
  size_t slots = LEAST_ROOM;
  while (slots < 2 * s->now.count)
    slots *= 2;
  s->next.count = 0;
  s->base = s->starts[level + 1] = s->origins.count;
  bcov_status status = spread_slots (s, slots);
  list_able (s, level);
  for (uint32_t state = 0; !status && state < s->now.count && !s->out->given_up; state++) {
    status = expand (s, level, state);
    if (!status)
      status = bcov_control_work (s->asked->control, &s->pending, s->able.count + 1, NULL);
    s->out->nodes += s->able.count + 1;
    s->out->given_up = s->origins.count > s->asked->states;
  }
  if (!status)
    narrow (s);
  s->out->given_up |= is_too_much (s, level);
  front done = s->now;
  s->now = s->next;
  s->next = done;
  return status;
}

/* ---- the whole ---- */

/* Starts with the state without cells. */
static bcov_status start_states (sweep *s)
{
  bcov_status status = enlarge (s, &s->now, LEAST_ROOM);
  if (status)
    return status;
  memset (s->now.keys, 0, s->words * sizeof *s->now.keys);
  s->now.lost[0] = 0;
  s->now.gain[0] = 0;
  s->now.count = 1;
  return BCOV_OK;
}

/* Collects the options on the way to the best state of the last level. */
static bcov_status trace_back (sweep *s)
{
  uint32_t state = 0;
  bcov_status status = BCOV_OK;
  for (uint32_t k = 1; k < s->now.count; k++)
    if (s->now.gain[k] > s->now.gain[state])
      state = k;
  if (!s->now.count || s->now.gain[state] < s->asked->goal)
    return BCOV_OK;
  s->out->gain = s->now.gain[state];
  for (size_t level = s->program->levels.count; level > 0 && !status; level--) {
    origin from = s->origins.data[s->starts[level] + state];
    if (from.move != BCOV_NO_MOVE)
      status =
          bcov_vec_push (s->mem, &s->out->options, s->program->moves.data[from.move].option, NULL);
    state = from.parent;
  }
  return status;
}

static bcov_status run (sweep *s)
{
  bcov_status status = start_sweep (s);
  if (!status)
    status = start_states (s);
  for (uint32_t level = 0; !status && level < s->program->levels.count && !s->out->given_up;
       level++)
    status = go_through (s, level);
  if (!status && !s->out->given_up)
    status = trace_back (s);
  s->out->states = s->origins.count;
  return status;
}

bcov_status bcov_sweep_run (const bcov_sweep_asked *asked, bcov_sweep *out, bcov_error *err)
{
  const bcov_prices *prices = &asked->prices;
  bcov_mem *mem = asked->model->mem;
  *out = (bcov_sweep){.mem = mem};
  assert (asked->goal && prices->unit > 0);
  sweep s = {.asked = asked,
             .program = asked->program,
             .out = out,
             .mem = mem,
             .words = asked->program->words,
             .budget = prices->bound - (int64_t)asked->goal * prices->unit};
  if (s.budget < 0 || asked->model->impossible)
    return BCOV_OK;
  bcov_status status = run (&s);
  end_sweep (&s);
  if (status == BCOV_STOPPED && !atomic_load (&asked->control->stopped)) {
    out->given_up = true; /* not enough memory */
    return BCOV_OK;
  }
  (void)err;
  return status;
}
