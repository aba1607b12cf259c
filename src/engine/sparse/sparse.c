/* Level by level through the states that occur.

   Invariant: before level i, the table holds every state that choices at levels 0..i-1 can lead to,
   with the number of ways.  Partial solutions with equal states have equal completions, so only
   their number matters.

   The hash of a state determines which worker of the team owns it.  In each round, a worker
   processes some of its states and writes the results of their choices to sheets, one for each
   owner.  Then each worker adds the entries of its sheets to its table.  The table is far larger
   than the cache, so places in the table are prefetched some entries ahead.  A sheet holds the
   address of the value, not a copy, so the pages of finished states are released only after the
   round.

   Time: states x choices.  Memory: two levels, see hash_pages.h. */

#include "engine/sparse/sparse.h"
#include "engine/sparse/stride.h"
#include "base/threads.h"

#include <assert.h>
#include <math.h>

enum {
  SHEET = 1024,      /* entries after which a sheet is added up with one worker ... */
  SHEET_TEAM = 8192, /* ... and in a team */
  AHEAD = 24,        /* entries between prefetching a place and adding to it */
  LARGE = 100000,    /* states of a large table, see expected_states */
  MOST_WORKERS = 64
};

static_assert ((int)BCOV_MOST_KEY == (int)BCOV_MOST_WORDS, "the longest key of a program fits");

/* Cost of reading, packing and clearing a state, in additions. */
static const double state_cost = 0.5;

/* Entries of 2 + key words: the hash, the address of the value, the key. */
typedef struct {
  uint64_t *words;
  size_t count, room;
} sheet;

typedef struct {
  bcov_hash_pages source, target; /* SOURCE is packed */
  size_t page, freed;             /* finished and released pages of SOURCE */
  uint32_t place;                 /* finished states in the next page */
  sheet *sheets;                  /* one for each worker */
  bcov_stride *stride;
  size_t round;
  bool failed, overflow;
  uint64_t transitions;
} member;

typedef struct {
  const bcov_sparse_job *job;
  bcov_entry_layout shape;
  bcov_pool pool;
  member members[MOST_WORKERS];
  bool done[2][MOST_WORKERS], halt[2][MOST_WORKERS]; /* set before a round is added up */
  uint32_t level, last; /* first and last level of the current stride */
  uint64_t states;      /* number of states before r->level */
  double weight_done, weight_all;
  bcov_work work;
  bool complete, ended; /* ENDED: by the callback after a level */
} run;

/* ---- writing the sheets ---- */

static inline __attribute__ ((always_inline)) size_t owner_of (uint64_t hash, size_t workers)
{
  return (size_t)((hash >> 12 & 0xffff) * workers >> 16);
}

/* Data of a level for the inner loops. */
typedef struct {
  const run *r;
  member *me;
  const bcov_level *level;
  uint32_t number, last;       /* first and last level of the stride */
  const bcov_pockets *pockets; /* NULL: no test at this level */
  size_t workers;
} view;

static inline __attribute__ ((always_inline)) void
write_entry (const view *v, const uint64_t *key, const uint64_t *value, const uint32_t words)
{
  uint64_t hash = bcov_hash_pages_hash (key, words);
  sheet *s = &v->me->sheets[v->workers == 1 ? 0 : owner_of (hash, v->workers)];
  assert (s->count < s->room);
  uint64_t *entry = &s->words[s->count++ * (2 + words)];
  entry[0] = hash;
  entry[1] = (uint64_t)(uintptr_t)value;
  for (uint32_t w = 0; w < words; w++)
    entry[2 + w] = key[w];
}

/* Makes room for COUNT more entries on every sheet. */
static bool make_room (const view *v, size_t count)
{
  bcov_pool *pool = v->me->target.pool;
  size_t entry = (2 + v->r->shape.key) * sizeof (uint64_t);
  for (size_t k = 0; !v->me->failed && k < v->workers; k++) {
    sheet *s = &v->me->sheets[k];
    if (s->count + count <= s->room)
      continue;
    size_t room = 2 * (s->count + count);
    uint64_t *words = bcov_pool_memory (pool, room, entry);
    v->me->failed = !words;
    if (!words)
      break;
    if (s->count)
      memcpy (words, s->words, s->count * entry);
    bcov_mem_free (pool->mem, s->words);
    s->words = words;
    s->room = room;
  }
  return !v->me->failed;
}

static void write_batch (void *data, const bcov_state_batch *batch, uint32_t count)
{
  const view *v = data;
  if (!make_room (v, count))
    return;
  for (uint32_t k = 0; k < count; k++)
    write_entry (v, &batch->keys[k], batch->values[k], 1);
}

/* Makes the choices of COUNT states at all levels of the stride. */
static void choose_stride (const view *v, uint64_t *words, uint32_t first, uint32_t count)
{
  bcov_stage *stage = &v->me->stride->stages[0];
  for (uint32_t k = 0; k < count; k++) {
    stage->keys[k] = *bcov_hash_page_key (&v->r->shape, words, first + k, 0);
    stage->values[k] = bcov_hash_page_value (&v->r->shape, words, first + k);
  }
  assert (count <= BCOV_STRIDE_CHUNK && !stage->waiting);
  stage->waiting = count;
  bcov_stride_go (v->me->stride);
}

static void write_alive (const view *v, const uint64_t *key, const uint64_t *value)
{
  const bcov_pockets *pockets = v->pockets;
  assert (key[v->r->shape.key - 1] != BCOV_EMPTY);
  if (!pockets || !bcov_pockets_dead (pockets, v->number, *key))
    write_entry (v, key, value, v->r->shape.key);
}

/* Makes the choices of a state of any kind. */
static void choose_any (const view *v, const uint64_t *key, const uint64_t *value)
{
  const bcov_program *p = v->r->job->program;
  uint64_t next[BCOV_MOST_KEY];
  if (bcov_program_step (p, v->number, BCOV_NO_MOVE, key, next))
    write_alive (v, next, value);
  if (bcov_program_covered (p, v->number, key))
    return;
  for (uint32_t k = 0; k < v->level->moves; k++)
    if (bcov_program_step (p, v->number, v->level->first_move + k, key, next))
      write_alive (v, next, value);
}

static void choose_each (const view *v, uint64_t *words, uint32_t first, uint32_t count)
{
  const bcov_entry_layout *s = &v->r->shape;
  uint64_t key[BCOV_MOST_KEY];
  for (uint32_t at = first; at < first + count; at++) {
    for (uint32_t w = 0; w < s->key; w++)
      key[w] = *bcov_hash_page_key (s, words, at, w);
    choose_any (v, key, bcov_hash_page_value (s, words, at));
  }
}

/* Continues with the next states until a sheet has enough entries. */
static void write_sheets (const view *v)
{
  member *me = v->me;
  bool stride = bcov_stride_can (v->r->job->program, v->number);
  size_t choices = (size_t)v->level->moves + 1;
  size_t chunk = BCOV_STRIDE_CHUNK < SHEET / choices + 1 ? BCOV_STRIDE_CHUNK : SHEET / choices + 1;
  if (stride)
    chunk = BCOV_STRIDE_CHUNK;
  size_t enough = v->workers == 1 ? SHEET : SHEET_TEAM;
  for (; me->page < me->source.pages.count; me->page++, me->place = 0) {
    const bcov_hash_page *page = &me->source.pages.data[me->page];
    while (me->place < page->count) {
      uint32_t left = page->count - me->place;
      uint32_t count = left < chunk ? left : (uint32_t)chunk;
      for (size_t k = 0; k < v->workers; k++)
        if (me->sheets[k].count > enough || me->failed)
          return;
      if (stride)
        choose_stride (v, page->words, me->place, count);
      else if (make_room (v, count * choices))
        choose_each (v, page->words, me->place, count);
      me->place += count;
    }
  }
}

/* ---- adding up ---- */

static inline __attribute__ ((always_inline)) void prefetch_place (const bcov_hash_pages *table,
                                                                   const uint64_t *entry,
                                                                   const uint32_t words,
                                                                   const uint32_t value_words)
{
  const bcov_hash_page *page = bcov_hash_pages_page (table, entry[0]);
  const uint64_t *bucket =
      page->words + (size_t)((uint32_t)entry[0] % (BCOV_PAGE / 8)) * 8 * (words + value_words);
  for (uint32_t k = 0; k < words + value_words && k < 6; k++)
    __builtin_prefetch (bucket + (size_t)k * 8, 1);
}

/* Adds the entries from FIRST on; returns the first entry whose page is full. */
static inline __attribute__ ((always_inline)) size_t add_as (bcov_hash_pages *table, const sheet *s,
                                                             size_t first, const uint32_t words,
                                                             const uint32_t value_words,
                                                             const bool modular)
{
  const size_t step = 2 + words;
  for (size_t k = first; k < s->count && k < first + AHEAD; k++)
    prefetch_place (table, &s->words[k * step], words, value_words);
  for (size_t k = first; k < s->count; k++) {
    const uint64_t *entry = &s->words[k * step];
    const uint64_t *value = (const uint64_t *)(uintptr_t)entry[1];
    if (k + AHEAD < s->count)
      prefetch_place (table, entry + AHEAD * step, words, value_words);
    if (!bcov_hash_pages_add (table, entry[0], entry + 2, value, words, value_words, modular))
      return k;
  }
  return s->count;
}

static size_t add_some (bcov_hash_pages *table, const sheet *s, size_t first)
{
  const bcov_entry_layout *shape = table->shape;
  if (shape->key == 1 && shape->value == 1)
    return shape->primes ? add_as (table, s, first, 1, 1, true)
                         : add_as (table, s, first, 1, 1, false);
  if (shape->key == 1 && shape->value == 2 && !shape->primes)
    return add_as (table, s, first, 1, 2, false);
  if (shape->key == 1)
    return add_as (table, s, first, 1, shape->value, shape->primes);
  if (shape->key == 2 && shape->value == 1 && !shape->primes)
    return add_as (table, s, first, 2, 1, false);
  return add_as (table, s, first, shape->key, shape->value, shape->primes);
}

static void add_up (run *r, size_t from, size_t me)
{
  member *m = &r->members[me];
  if (!r->members[from].sheets)
    return;
  sheet *s = &r->members[from].sheets[me];
  m->transitions += s->count;
  for (size_t k = 0; !m->failed && k < s->count;) {
    k = add_some (&m->target, s, k);
    if (k < s->count)
      m->failed = bcov_hash_pages_grow (&m->target);
  }
  m->overflow |= m->target.overflow;
  m->failed |= m->overflow;
  s->count = 0;
}

/* ---- a level ---- */

static bool any (const bool *flags, size_t count, bool of)
{
  for (size_t k = 0; k < count; k++)
    if (flags[k] == of)
      return true;
  return false;
}

/* Returns the expected time of the levels FROM to LAST. */
static double weight_of (const run *r, uint32_t from, uint32_t last)
{
  double weight = 0;
  for (uint32_t level = from; level <= last; level++)
    weight += r->job->weights[level];
  return weight;
}

/* Runs rounds until all states are finished; returns false if the run is over. */
static bool run_rounds (run *r, bcov_team *team, size_t me, const view *v)
{
  member *m = &r->members[me];
  for (;;) {
    size_t parity = m->round++ % 2;
    assert (m->freed <= m->page && m->page <= m->source.pages.count);
    for (; m->freed < m->page; m->freed++) {
      bcov_pool_give (&r->pool, m->source.pages.data[m->freed].words);
      m->source.pages.data[m->freed].words = NULL;
    }
    if (!m->failed)
      write_sheets (v);
    if (me == 0 && r->weight_all > 0 && m->source.pages.count)
      bcov_control_done (r->job->control,
                         (r->weight_done + weight_of (r, v->number, v->last) * (double)m->page /
                                               (double)m->source.pages.count) /
                             r->weight_all);
    r->done[parity][me] = m->page == m->source.pages.count;
    r->halt[parity][me] = m->failed || !bcov_control_go_on (r->job->control, me);
    bcov_team_wait (team);
    for (size_t from = 0; from < team->size; from++)
      add_up (r, from, me);
    bcov_team_wait (team);
    for (size_t k = 0; k < team->size; k++) /* adding up can fail too */
      if (r->halt[parity][k] || r->members[k].failed)
        return false;
    if (!any (r->done[parity], team->size, false))
      return true;
  }
}

/* Chooses the number of levels to take at once from r->level on, if a state has RATIO choices at
   each: the number with the least cost per level and state. */
static void set_last (run *r, double ratio)
{
  const bcov_program *p = r->job->program;
  uint32_t best = 1, most = r->job->stride;
  for (uint32_t k = 2; k <= most && k <= BCOV_STRIDE; k++)
    if ((pow (ratio, k) + state_cost) / k < (pow (ratio, best) + state_cost) / best)
      best = k;
  r->last = r->level;
  while (r->last + 1 < r->level + best && r->last + 1 < p->levels.count &&
         bcov_stride_can (p, r->last) && bcov_stride_can (p, r->last + 1))
    r->last++;
  assert (r->last - r->level < BCOV_STRIDE);
}

/* Takes note of weights that have changed. */
static void reweigh (run *r)
{
  uint32_t levels = (uint32_t)r->job->program->levels.count;
  r->weight_all = weight_of (r, 0, levels - 1);
  r->weight_done = weight_of (r, 0, r->last);
  *r->job->reweigh = false;
}

static void finish_level (run *r, size_t workers, const bcov_hash_pages *tables)
{
  uint64_t states = 0, transitions = 0;
  for (size_t k = 0; k < workers; k++) {
    states += bcov_hash_pages_count (&tables[k]);
    transitions += r->members[k].transitions;
  }
  uint32_t last = r->last;
  assert (r->states && transitions >= r->work.transitions && last < r->job->program->levels.count);
  double ratio = pow ((double)(transitions - r->work.transitions) / (double)r->states,
                      1.0 / (last + 1 - r->level));
  r->work.states += states;
  r->work.widest = states > r->work.widest ? states : r->work.widest;
  r->work.transitions = transitions;
  atomic_store (&r->job->control->nodes, transitions);
  atomic_store (&r->job->control->states, states);
  atomic_store (&r->job->control->level, last + 1);
  atomic_store (&r->job->control->levels, r->job->program->levels.count);
  if (r->weight_all > 0)
    r->weight_done += weight_of (r, r->level, last);
  if (r->job->after)
    r->ended = !r->job->after (r->job->data, last, tables, workers);
  if (r->job->reweigh && *r->job->reweigh)
    reweigh (r);
  r->states = states ? states : 1;
  r->level = last + 1;
  if (r->level < r->job->program->levels.count)
    set_last (r, ratio);
}

/* Returns the initial size of a table, in states.  A large table starts too small: it grows while
   pages of the previous level are released, so that both are never in memory in full. */
static uint64_t expected_states (const run *r, uint32_t first, uint32_t last, uint64_t before)
{
  const double *w = r->job->weights;
  double ratio = w && first && w[first - 1] > 0 ? w[last] / w[first - 1] : 1.1;
  bool large = r->states >= LARGE;
  double expected = large ? 0.7 * fmin (fmax (ratio, 0.5), 0.93) : fmin (fmax (ratio, 1.45), 1.5);
  return (uint64_t)((double)before * expected);
}

static bool run_level (run *r, bcov_team *team, size_t me)
{
  const bcov_program *p = r->job->program;
  member *m = &r->members[me];
  view v = {.r = r,
            .me = m,
            .level = &p->levels.data[r->level],
            .number = r->level,
            .last = r->last,
            .workers = team->size};
  const bcov_pockets *pockets = r->job->pockets;
  if (pockets && pockets->levels.count && pockets->levels.data[v.number].cells)
    v.pockets = pockets;
  uint64_t expected = expected_states (r, v.number, v.last, bcov_hash_pages_count (&m->source));
  m->page = m->freed = m->place = 0;
  if (bcov_hash_pages_init (&r->pool, &r->shape, expected, &m->target))
    m->failed = true;
  if (m->stride && bcov_stride_can (p, v.number)) {
    bcov_stride_set (m->stride, p, pockets, r->job->folds, v.number, v.last + 1 - v.number);
    m->stride->write = write_batch;
    m->stride->data = &v;
  }
  bool fine = run_rounds (r, team, me, &v);
  if (fine && me == 0) {
    bcov_hash_pages tables[MOST_WORKERS];
    for (size_t k = 0; k < team->size; k++)
      tables[k] = r->members[k].target;
    finish_level (r, team->size, tables);
  }
  bcov_team_wait (team);
  bcov_hash_pages_free (&m->source);
  if (fine)
    bcov_hash_pages_pack (&m->target);
  m->source = m->target;
  m->target = (bcov_hash_pages){0};
  return fine && !r->ended;
}

/* ---- the run ---- */

static bool take_sheets (run *r, size_t me, size_t workers)
{
  member *m = &r->members[me];
  m->sheets = bcov_pool_memory (&r->pool, workers, sizeof *m->sheets);
  m->stride = bcov_pool_memory (&r->pool, 1, sizeof *m->stride);
  return m->sheets && m->stride;
}

static void free_member (run *r, size_t me, size_t workers)
{
  member *m = &r->members[me];
  bcov_hash_pages_free (&m->source);
  bcov_hash_pages_free (&m->target);
  for (size_t k = 0; m->sheets && k < workers; k++)
    bcov_mem_free (r->pool.mem, m->sheets[k].words);
  bcov_mem_free (r->pool.mem, m->sheets);
  bcov_mem_free (r->pool.mem, m->stride);
}

/* Gives the empty state to its owner. */
static bool put_first (run *r, size_t me, size_t workers)
{
  uint64_t key[BCOV_MOST_KEY] = {0}, one[64] = {1};
  member *m = &r->members[me];
  assert (r->shape.value <= sizeof one / sizeof *one);
  uint64_t hash = bcov_hash_pages_hash (key, r->shape.key);
  for (uint32_t k = 1; r->shape.primes && k < r->shape.value; k++)
    one[k] = 1;
  if (bcov_hash_pages_init (&r->pool, &r->shape, 1, &m->source))
    return false;
  if (owner_of (hash, workers) == me)
    bcov_hash_pages_add (&m->source, hash, key, one, r->shape.key, r->shape.value, r->shape.primes);
  bcov_hash_pages_pack (&m->source);
  return true;
}

static void work (void *data, bcov_team *team, size_t me)
{
  run *r = data;
  uint32_t levels = (uint32_t)r->job->program->levels.count;
  bool fine = take_sheets (r, me, team->size) && put_first (r, me, team->size);
  r->members[me].failed = !fine;
  fine = true; /* a failure shows in the first round */
  while (fine && r->level < levels)
    fine = run_level (r, team, me);
  bcov_team_wait (team);
  free_member (r, me, team->size);
  if (me == 0)
    r->complete = fine;
}

bcov_status bcov_sparse_run (const bcov_sparse_job *job, bool *complete, bcov_work *work_done,
                             bcov_error *err)
{
  bcov_mem *mem = job->program->mem;
  assert (job->workers);
  size_t workers = job->workers > MOST_WORKERS ? MOST_WORKERS : job->workers;
  run *r = bcov_mem_alloc (mem, 1, sizeof *r, err);
  *complete = false;
  *work_done = (bcov_work){0};
  if (!r)
    return bcov_mem_status (mem);
  r->job = job;
  r->shape = (bcov_entry_layout){job->program->words, job->value, job->primes};
  r->states = 1;
  set_last (r, INFINITY);
  for (size_t k = 0; job->weights && k < job->program->levels.count; k++)
    r->weight_all += job->weights[k];
  bcov_pool_init (mem, &r->shape, &r->pool, err);
  bcov_team_run (workers, work, r);
  bcov_status status = r->pool.status;
  *complete = r->complete && !status;
  *work_done = r->work;
  for (size_t k = 0; k < workers; k++)
    work_done->overflow |= r->members[k].overflow;
  bcov_pool_free (&r->pool);
  bcov_mem_free (mem, r);
  return status;
}
