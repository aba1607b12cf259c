/* Dynamic programming with bounds.  Of all ways to a state, the one that covers the most cells
   counts.  Each state knows what it has *lost*: the costs of its options, and the prices of the
   cells that it has left empty for good.  A state that has lost more than the bound exceeds the
   goal is dropped.  The better the prices, the fewer states remain.

   With a *beam*, each level keeps only the states that have lost the least.  That finds good
   fillings of boards of any size, and proves nothing.

   Only two levels have keys.  For the others, each state keeps its last move and where it came
   from, which gives the filling at the end.

   Threads: a level is expanded in *blocks* of states, and a block in *chunks*.  Each chunk puts the
   ways that it finds into one list for each *shard* of the next level, by the hashes of their
   states.  Then each shard takes its lists, in the order of the chunks.  The order of the states
   follows from the shards, so it does not depend on the threads.  A level with few states is the
   work of one thread and leads to a single shard.

   Invariant without a beam: every filling with at least GOAL cells has a state in each level with
   no fewer cells so far.  Cells that close without a field are not charged; that costs states,
   never answers.

   Time: states x choices.  Memory: 12 bytes for each state, two levels, and the lists of a block.
 */

#include "engine/bound/sweep.h"
#include "base/hash.h"
#include "base/threads.h"

#include <assert.h>
#include <string.h>

enum {
  LEAST_ROOM = 64,
  BUCKETS = 1024,
  LARGE = 1024, /* states of a level for several threads: about 0.1 ms of work */
  SHARD_BITS = 4,
  SHARDS = 1 << SHARD_BITS,
  LEAST_CHUNK = 128, /* states; long lists are read faster */
  MOST_CHUNK = 1024,
  CHUNKS = 32,  /* of a block, at most */
  AHEAD = 8,    /* ways that are prefetched */
  WAY_WORDS = 3 /* of a way, in addition to the key */
};

static_assert (LARGE <= MOST_CHUNK * CHUNKS, "a level with one shard has one block");

/* How a state was reached. */
typedef struct {
  uint32_t parent; /* in the level before */
  uint32_t move;
} origin;

/* The states of a level whose hashes have the same upper bits. */
typedef struct {
  uint64_t *keys;
  int64_t *lost;
  uint32_t *gain;
  origin *from;
  size_t count, room;
  uint32_t *slots; /* of the states, + 1 */
  size_t n_slots;
  size_t start;   /* of its states in the level */
  size_t *counts; /* with a beam: of the states in each bucket, ... */
  size_t left;    /* ... and how many of the last bucket it keeps */
} shard;

/* A level. */
typedef struct {
  shard *shards;
  uint32_t n_shards;
  size_t count; /* of all states */
} front;

/* Ways to states, of WAY_WORDS more words than a key: the key, what is lost, gain and move, lower
   bits of the hash and parent. */
typedef BCOV_VEC (uint64_t) ways;

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
  uint32_t level;
  front now, next;
  ways *reached; /* of each chunk of a block: a list for each shard */
  size_t block;  /* the first state of the block */
  size_t chunk;  /* states of a chunk */
  size_t chunks; /* of the block */
  size_t states; /* of all levels, with NEXT */
  origin *origins;
  size_t origin_room;
  size_t *starts;    /* of each level, in ORIGINS */
  uint32_t last;     /* bucket of which a beam keeps some states */
  atomic_int status; /* of all threads */
  bool more;         /* the level has more blocks */
} sweep;

/* ---- start and end ---- */

static void free_front (bcov_mem *mem, front *f)
{
  for (size_t k = 0; f->shards && k < SHARDS; k++) {
    shard *d = &f->shards[k];
    bcov_mem_free (mem, d->keys);
    bcov_mem_free (mem, d->lost);
    bcov_mem_free (mem, d->gain);
    bcov_mem_free (mem, d->from);
    bcov_mem_free (mem, d->slots);
    bcov_mem_free (mem, d->counts);
  }
  bcov_mem_free (mem, f->shards);
}

static void end_sweep (sweep *s)
{
  bcov_mem_free (s->mem, s->cost);
  bcov_mem_free (s->mem, s->gains);
  bcov_mem_free (s->mem, s->first_end);
  bcov_mem_free (s->mem, s->starts);
  bcov_vec_free (s->mem, &s->ends);
  bcov_vec_free (s->mem, &s->able);
  bcov_mem_free (s->mem, s->origins);
  for (size_t k = 0; s->reached && k < CHUNKS * SHARDS; k++)
    bcov_vec_free (s->mem, &s->reached[k]);
  bcov_mem_free (s->mem, s->reached);
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
      !(s->starts = bcov_mem_alloc (s->mem, levels + 2, sizeof *s->starts, NULL)) ||
      !(s->now.shards = bcov_mem_alloc (s->mem, SHARDS, sizeof *s->now.shards, NULL)) ||
      !(s->next.shards = bcov_mem_alloc (s->mem, SHARDS, sizeof *s->next.shards, NULL)) ||
      !(s->reached = bcov_mem_alloc (s->mem, CHUNKS * SHARDS, sizeof *s->reached, NULL)))
    return bcov_mem_status (s->mem);
  price_moves (s);
  bcov_status status = list_ends (s);
  return status ? status : bcov_vec_reserve (s->mem, &s->able, moves, NULL);
}

/* ---- expanding ---- */

static uint64_t *key_of (const sweep *s, const shard *d, size_t state)
{
  return &d->keys[state * s->words];
}

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

/* Adds a way to the list of its shard. */
static bcov_status add_way (const sweep *s, ways *lists, const uint64_t *key, int64_t lost,
                            uint32_t gain, origin from)
{
  uint64_t hash = bcov_hash_key (key, s->words);
  ways *list = &lists[s->next.n_shards > 1 ? hash >> (64 - SHARD_BITS) : 0];
  bcov_status status = bcov_vec_reserve (s->mem, list, list->count + s->words + WAY_WORDS, NULL);
  if (status)
    return status;
  uint64_t *way = &list->data[list->count];
  for (uint32_t w = 0; w < s->words; w++)
    way[w] = key[w];
  way[s->words] = (uint64_t)lost;
  way[s->words + 1] = (uint64_t)gain << 32 | from.move;
  way[s->words + 2] = hash << 32 | from.parent;
  list->count += s->words + WAY_WORDS;
  return BCOV_OK;
}

/* Follows one choice of a state. */
static bcov_status follow (const sweep *s, ways *lists, const shard *d, size_t state, uint32_t move,
                           bool covered)
{
  uint64_t out[BCOV_MOST_WORDS];
  const uint64_t *key = key_of (s, d, state);
  int64_t lost = d->lost[state] + loss_at (s, s->level, move, key, covered);
  uint32_t gain = d->gain[state];
  if (move != BCOV_NO_MOVE) {
    lost += s->cost[move];
    gain += s->gains[move];
  }
  if (lost > s->budget || !bcov_program_step (s->program, s->level, move, key, out))
    return BCOV_OK;
  return add_way (s, lists, out, lost, gain, (origin){(uint32_t)(d->start + state), move});
}

static bool clashes (const sweep *s, uint32_t move, const uint64_t *key)
{
  const uint64_t *test = bcov_program_move_mask (s->program, move, BCOV_MASK_TEST);
  uint64_t common = 0;
  for (uint32_t w = 0; w < s->words; w++)
    common |= key[w] & test[w];
  return common;
}

static bcov_status expand (const sweep *s, ways *lists, const shard *d, size_t state)
{
  const uint64_t *key = key_of (s, d, state);
  int64_t left = s->budget - d->lost[state];
  bool covered = bcov_program_covered (s->program, s->level, key);
  bcov_status status = BCOV_OK;
  for (size_t k = 0; !covered && !status && k < s->able.count; k++) {
    uint32_t move = s->able.data[k];
    if (s->cost[move] <= left && !clashes (s, move, key))
      status = follow (s, lists, d, state, move, false);
  }
  return status ? status : follow (s, lists, d, state, BCOV_NO_MOVE, covered);
}

static void note (sweep *s, bcov_status status)
{
  if (status)
    atomic_store (&s->status, status);
}

static bool is_fine (const sweep *s)
{
  return !atomic_load_explicit (&s->status, memory_order_relaxed);
}

/* Expands the states of a chunk. */
static void expand_chunk (void *data, size_t chunk, size_t worker)
{
  sweep *s = data;
  ways *lists = &s->reached[chunk * SHARDS];
  size_t state = s->block + chunk * s->chunk, end = state + s->chunk;
  const shard *d = s->now.shards;
  bcov_status status = (bcov_status)atomic_load (&s->status);
  end = end < s->now.count ? end : s->now.count;
  for (uint32_t k = 0; k < s->next.n_shards; k++)
    lists[k].count = 0;
  for (; state < end && !status; state++) {
    while (state >= d->start + d->count)
      d++;
    status = expand (s, lists, d, state - d->start);
  }
  if (!status && !bcov_control_go_on (s->asked->control, worker))
    status = BCOV_STOPPED;
  note (s, status);
}

/* Stores how the states of shard K of NOW were reached. */
static void store_origins (sweep *s, size_t k)
{
  const shard *d = &s->now.shards[k];
  if (s->level && d->count)
    memcpy (&s->origins[s->starts[s->level] + d->start], d->from, d->count * sizeof *d->from);
}

/* ---- the states of the next level ---- */

/* Returns the slot of KEY: one that is free, or that of the same key. */
static uint32_t *find_slot (const sweep *s, const shard *d, const uint64_t *key, uint32_t hash)
{
  size_t at = hash & (d->n_slots - 1);
  while (d->slots[at] && !bcov_hash_same_key (key_of (s, d, d->slots[at] - 1), key, s->words))
    at = (at + 1) & (d->n_slots - 1);
  return &d->slots[at];
}

static bcov_status enlarge (const sweep *s, shard *d)
{
  size_t room = d->room * 2 + LEAST_ROOM;
  uint64_t *keys = bcov_mem_resize (s->mem, d->keys, room * s->words, sizeof *keys, NULL);
  d->keys = keys ? keys : d->keys;
  int64_t *lost = keys ? bcov_mem_resize (s->mem, d->lost, room, sizeof *lost, NULL) : NULL;
  d->lost = lost ? lost : d->lost;
  uint32_t *gain = lost ? bcov_mem_resize (s->mem, d->gain, room, sizeof *gain, NULL) : NULL;
  d->gain = gain ? gain : d->gain;
  origin *from = gain ? bcov_mem_resize (s->mem, d->from, room, sizeof *from, NULL) : NULL;
  d->from = from ? from : d->from;
  if (!from)
    return bcov_mem_status (s->mem);
  d->room = room;
  return BCOV_OK;
}

/* Makes COUNT slots for the states in D. */
static bcov_status spread_slots (const sweep *s, shard *d, size_t count)
{
  if (count > d->n_slots || count * 8 < d->n_slots) {
    bcov_mem_free (s->mem, d->slots);
    d->n_slots = 0;
    if (!(d->slots = bcov_mem_alloc (s->mem, count, sizeof *d->slots, NULL)))
      return bcov_mem_status (s->mem);
    d->n_slots = count;
  } else
    memset (d->slots, 0, d->n_slots * sizeof *d->slots);
  for (size_t k = 0; k < d->count; k++) {
    const uint64_t *key = key_of (s, d, k);
    *find_slot (s, d, key, (uint32_t)bcov_hash_key (key, s->words)) = (uint32_t)k + 1;
  }
  return BCOV_OK;
}

/* Empties shard D and makes slots for the states that it will have at least. */
static bcov_status start_shard (const sweep *s, shard *d)
{
  size_t slots = LEAST_ROOM;
  while (slots < 2 * s->now.count / s->next.n_shards)
    slots *= 2;
  d->count = 0;
  return spread_slots (s, d, slots);
}

/* Keeps the better of two ways to a state. */
static bcov_status meet_state (const sweep *s, shard *d, const uint64_t *way)
{
  const uint64_t *rest = way + s->words;
  uint32_t gain = (uint32_t)(rest[1] >> 32);
  uint32_t *slot = find_slot (s, d, way, (uint32_t)(rest[2] >> 32));
  size_t state = *slot ? *slot - 1 : d->count;
  if (*slot && gain <= d->gain[state])
    return BCOV_OK;
  if (!*slot) {
    bcov_status status = d->count < d->room ? BCOV_OK : enlarge (s, d);
    if (status)
      return status;
    memcpy (key_of (s, d, state), way, s->words * sizeof *way);
    *slot = (uint32_t)++d->count;
  }
  d->gain[state] = gain;
  d->lost[state] = (int64_t)rest[0];
  d->from[state] = (origin){(uint32_t)rest[2], (uint32_t)rest[1]};
  return 2 * d->count > d->n_slots ? spread_slots (s, d, 2 * d->n_slots) : BCOV_OK;
}

/* Prefetches the slot of a way, or what its slot refers to. */
static void prefetch (const sweep *s, const shard *d, const uint64_t *way, bool slot)
{
  const uint32_t *at = &d->slots[way[s->words + 2] >> 32 & (d->n_slots - 1)];
  if (slot)
    __builtin_prefetch (at);
  else if (*at)
    __builtin_prefetch (key_of (s, d, *at - 1));
}

static bcov_status take_list (const sweep *s, shard *d, const ways *list)
{
  size_t size = s->words + WAY_WORDS, far = 2 * AHEAD * size, near = AHEAD * size;
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < far && k < list->count; k += size)
    prefetch (s, d, &list->data[k], true);
  for (size_t k = 0; k < list->count && !status; k += size) {
    if (k + far < list->count)
      prefetch (s, d, &list->data[k + far], true);
    if (k + near < list->count)
      prefetch (s, d, &list->data[k + near], false);
    status = meet_state (s, d, &list->data[k]);
  }
  return status;
}

/* Takes all ways of the block to states of shard K. */
static bcov_status take_ways (const sweep *s, size_t k)
{
  shard *d = &s->next.shards[k];
  bcov_status status = s->block ? BCOV_OK : start_shard (s, d);
  for (size_t chunk = 0; chunk < s->chunks && !status; chunk++)
    status = take_list (s, d, &s->reached[chunk * SHARDS + k]);
  return status;
}

/* Treats the shards with number K: that of NEXT takes its ways, and that of NOW is stored. */
static void treat_shard (void *data, size_t k, size_t worker)
{
  sweep *s = data;
  (void)worker;
  if (k < s->next.n_shards && is_fine (s))
    note (s, take_ways (s, k));
  if (k < s->now.n_shards && !s->block)
    store_origins (s, k);
}

/* ---- a level ---- */

static void list_able (sweep *s)
{
  const bcov_level *l = &s->program->levels.data[s->level];
  s->able.count = 0;
  for (uint32_t move = l->first_move; move < l->first_move + l->moves; move++)
    if (s->cost[move] <= s->budget)
      s->able.data[s->able.count++] = move;
}

/* Predicts the least number of states of all levels: levels rarely become narrower in the first
   half. */
static bool is_too_much (const sweep *s)
{
  uint64_t half = s->program->levels.count / 2, next = s->next.count, most = s->asked->states;
  uint64_t more = s->level < half && !s->asked->beam ? next * (half - s->level) / 2 : 0;
  return s->states + more > most || s->states > UINT32_MAX / 4;
}

static bool is_large (const sweep *s)
{
  return s->now.count >= LARGE;
}

/* Does all PARTS of WORK, with CREW unless it is NULL or the level is small. */
static void for_parts (sweep *s, bcov_crew *crew, size_t parts,
                       void (*work) (void *data, size_t part, size_t worker))
{
  if (crew && is_large (s))
    bcov_crew_for (crew, parts, work, s);
  else
    for (size_t k = 0; k < parts; k++)
      work (s, k, 0);
}

/* Numbers the states of all shards of NEXT. */
static void number_states (front *next)
{
  next->count = 0;
  for (uint32_t k = 0; k < next->n_shards; k++) {
    next->shards[k].start = next->count;
    next->count += next->shards[k].count;
  }
}

/* Returns the share of the budget that a state has LOST, in BUCKETS parts. */
static uint32_t bucket_of (const sweep *s, int64_t lost)
{
  return (uint32_t)(lost / (s->budget / BUCKETS + 1));
}

/* Counts the states of shard K in each bucket. */
static void count_shard (void *data, size_t k, size_t worker)
{
  sweep *s = data;
  shard *d = &s->next.shards[k];
  (void)worker;
  memset (d->counts, 0, BUCKETS * sizeof *d->counts);
  for (size_t j = 0; j < d->count; j++)
    d->counts[bucket_of (s, d->lost[j])]++;
}

/* Keeps the states of shard K in buckets before LAST, and the first LEFT states of that one. */
static void narrow_shard (void *data, size_t k, size_t worker)
{
  const sweep *s = data;
  shard *d = &s->next.shards[k];
  size_t kept = 0, left = d->left;
  (void)worker;
  for (size_t j = 0; j < d->count; j++) {
    uint32_t bucket = bucket_of (s, d->lost[j]);
    if (bucket > s->last || (bucket == s->last && !left))
      continue;
    left -= bucket == s->last;
    memmove (key_of (s, d, kept), key_of (s, d, j), s->words * sizeof *d->keys);
    d->lost[kept] = d->lost[j];
    d->gain[kept] = d->gain[j];
    d->from[kept++] = d->from[j];
  }
  d->count = kept;
}

/* Makes room for the counts of all buckets. */
static bcov_status reserve_counts (const sweep *s)
{
  for (uint32_t k = 0; k < s->next.n_shards; k++) {
    shard *d = &s->next.shards[k];
    if (!d->counts && !(d->counts = bcov_mem_alloc (s->mem, BUCKETS, sizeof *d->counts, NULL)))
      return bcov_mem_status (s->mem);
  }
  return BCOV_OK;
}

/* Divides the beam: sets LAST, and how many states of that bucket each shard keeps, the first ones
   in the order of the shards. */
static void divide_beam (sweep *s)
{
  uint64_t left = s->asked->beam, count = 0;
  for (s->last = 0;; s->last++, left -= count) {
    count = 0;
    for (uint32_t k = 0; k < s->next.n_shards; k++)
      count += s->next.shards[k].counts[s->last];
    if (count > left)
      break;
  }
  for (uint32_t k = 0; k < s->next.n_shards; k++) {
    shard *d = &s->next.shards[k];
    d->left = d->counts[s->last] < left ? d->counts[s->last] : (size_t)left;
    left -= d->left;
  }
}

/* Keeps the states that lost the least, in their order, if there are more than the beam has room
   for. */
static void narrow (sweep *s, bcov_crew *crew)
{
  if (!s->asked->beam || s->next.count <= s->asked->beam)
    return;
  bcov_status status = reserve_counts (s);
  note (s, status);
  if (status)
    return;
  for_parts (s, crew, s->next.n_shards, count_shard);
  divide_beam (s);
  for_parts (s, crew, s->next.n_shards, narrow_shard);
  number_states (&s->next);
  s->out->narrowed = true;
}

/* Begins the block with the first state BLOCK. */
static void start_block (sweep *s, size_t block)
{
  size_t left = s->now.count - block;
  s->block = block;
  s->chunk = left / CHUNKS + 1;
  s->chunk = s->chunk < LEAST_CHUNK ? LEAST_CHUNK : s->chunk > MOST_CHUNK ? MOST_CHUNK : s->chunk;
  s->chunks = (left + s->chunk - 1) / s->chunk;
  s->chunks = s->chunks < CHUNKS ? s->chunks : CHUNKS;
}

static void start_level (sweep *s)
{
  s->next.n_shards = is_large (s) ? SHARDS : 1;
  s->starts[s->level + 1] = s->states;
  list_able (s);
  start_block (s, 0);
}

/* Makes room for the origins of all states. */
static bcov_status reserve_origins (sweep *s)
{
  if (s->states <= s->origin_room)
    return BCOV_OK;
  size_t room = s->states + s->states / 2;
  origin *more = bcov_mem_resize (s->mem, s->origins, room, sizeof *more, NULL);
  if (!more)
    return bcov_mem_status (s->mem);
  s->origins = more;
  s->origin_room = room;
  return BCOV_OK;
}

/* Goes to the next level. */
static void end_level (sweep *s, bcov_crew *crew)
{
  narrow (s, crew);
  s->states += s->next.count;
  s->out->given_up = is_too_much (s);
  note (s, reserve_origins (s));
  front done = s->now;
  s->now = s->next;
  s->next = done;
  s->level++;
}

/* Goes to the next block or, after the last one, to the next level. */
static void end_block (sweep *s, bcov_crew *crew)
{
  size_t end = s->block + s->chunks * s->chunk;
  end = end < s->now.count ? end : s->now.count;
  number_states (&s->next);
  s->out->nodes += (end - s->block) * (s->able.count + 1);
  s->out->given_up = s->states + s->next.count > s->asked->states;
  s->more = is_fine (s) && !s->out->given_up && end < s->now.count;
  if (s->more)
    start_block (s, end);
  else if (is_fine (s) && !s->out->given_up)
    end_level (s, crew);
}

/* Goes through the level; CREW may be NULL. */
static void go_through (sweep *s, bcov_crew *crew)
{
  start_level (s);
  do {
    for_parts (s, crew, s->chunks, expand_chunk);
    for_parts (s, crew, SHARDS, treat_shard);
    end_block (s, crew);
  } while (s->more);
}

static bool is_over (const sweep *s)
{
  return !is_fine (s) || s->out->given_up || s->level == s->program->levels.count;
}

/* Goes through the levels that are left. */
static void go_on (void *data, bcov_crew *crew)
{
  sweep *s = data;
  while (!is_over (s))
    go_through (s, crew);
}

/* ---- the whole ---- */

/* Starts with the state without cells. */
static bcov_status start_states (sweep *s)
{
  shard *d = s->now.shards;
  bcov_status status = enlarge (s, d);
  if (status)
    return status;
  memset (d->keys, 0, s->words * sizeof *d->keys);
  d->lost[0] = 0;
  d->gain[0] = 0;
  d->count = s->now.count = s->now.n_shards = 1;
  return BCOV_OK;
}

/* Finds the best state of the last level, the first of several; returns its gain. */
static uint32_t find_best (const sweep *s, uint32_t *state)
{
  uint32_t gain = 0;
  for (uint32_t k = 0; k < s->now.n_shards; k++) {
    const shard *d = &s->now.shards[k];
    for (size_t j = 0; j < d->count; j++)
      if (d->gain[j] > gain) {
        gain = d->gain[j];
        *state = (uint32_t)(d->start + j);
      }
  }
  return gain;
}

/* Collects the options on the way to the best state of the last level. */
static bcov_status trace_back (sweep *s)
{
  uint32_t state = 0, gain = find_best (s, &state);
  bcov_status status = BCOV_OK;
  if (gain < s->asked->goal)
    return BCOV_OK;
  for (uint32_t k = 0; k < s->now.n_shards; k++)
    store_origins (s, k);
  s->out->gain = gain;
  for (size_t level = s->program->levels.count; level > 0 && !status; level--) {
    origin from = s->origins[s->starts[level] + state];
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
  if (status)
    return status;
  while (!is_over (s) && !is_large (s))
    go_through (s, NULL);
  if (!is_over (s))
    bcov_crew_run (s->asked->workers, go_on, s);
  status = (bcov_status)atomic_load (&s->status);
  if (!status && !s->out->given_up)
    status = trace_back (s);
  s->out->states = s->states;
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
