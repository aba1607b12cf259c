/* Two independent samples of the states go through the levels.  After each level, a sample keeps
   those of its states with the smallest hash values, a random choice.  Two random samples of A and
   B out of N states share about A x B / N of them (the estimate of Lincoln and Petersen for the
   number of animals), so samples of a few thousand states show levels of a million.  States that
   are reached in many ways are in both samples more often than others, so that the estimate tends
   to be too low.

   Invariant: a sample holds all states reached from the previous sample whose mixed hash is below
   its limit, each once.  Two states with the same hash count as one.

   Time: 2 x size x choices for each level.  Memory: 12 x the largest size, in keys. */

#include "engine/count/sampled.h"
#include "engine/sparse/hash_pages.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
  SAMPLES = 2,
  LEAST_SHARED = 10, /* states that the samples must share */
  SLOTS = 8          /* places of the table for each state of a sample, at least; a power of two */
};

typedef struct {
  uint64_t *keys;
  uint64_t *hashes;
  size_t count;
} states;

typedef struct {
  states first, now, next; /* FIRST: those that were offered */
  uint64_t salt, limit; /* a state is in the sample if its hash, mixed with SALT, is below LIMIT */
  uint32_t *slots;      /* table of NEXT: numbers + 1 */
} sample;

struct bcov_sampled {
  const bcov_program *program;
  const bcov_pockets *pockets;
  size_t size, slots; /* of a sample and of its table */
  size_t most;        /* the largest size */
  bool started;
  sample samples[SAMPLES];
};

static uint64_t mix (uint64_t hash, uint64_t salt)
{
  hash = (hash ^ salt) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ hash >> 27) * 0x94d049bb133111ebu;
  return hash ^ hash >> 31;
}

/* Returns the slot of HASH, or an empty one. */
static uint32_t *find_slot (const bcov_sampled *b, const sample *s, const states *of, uint64_t hash)
{
  for (size_t at = (size_t)hash & (b->slots - 1);; at = (at + 1) & (b->slots - 1))
    if (!s->slots[at] || of->hashes[s->slots[at] - 1] == hash)
      return &s->slots[at];
}

static void index_states (const bcov_sampled *b, sample *s, const states *of)
{
  memset (s->slots, 0, b->slots * sizeof *s->slots);
  for (size_t k = 0; k < of->count; k++)
    *find_slot (b, s, of, of->hashes[k]) = (uint32_t)k + 1;
}

/* Lowers the limit until at most SIZE states are left. */
static void thin (const bcov_sampled *b, sample *s)
{
  uint32_t words = b->program->words;
  states *n = &s->next;
  while (n->count > b->size) {
    size_t kept = 0;
    s->limit = s->limit / 4 * 3;
    for (size_t k = 0; k < n->count; k++)
      if (mix (n->hashes[k], s->salt) < s->limit) {
        memmove (&n->keys[kept * words], &n->keys[k * words], words * sizeof *n->keys);
        n->hashes[kept++] = n->hashes[k];
      }
    n->count = kept;
  }
  index_states (b, s, n);
}

static void add (const bcov_sampled *b, sample *s, const uint64_t *key)
{
  uint32_t words = b->program->words;
  uint64_t hash = bcov_hash_pages_hash (key, words);
  if (mix (hash, s->salt) >= s->limit)
    return;
  uint32_t *slot = find_slot (b, s, &s->next, hash);
  if (*slot)
    return;
  memcpy (&s->next.keys[s->next.count * words], key, words * sizeof *key);
  s->next.hashes[s->next.count++] = hash;
  *slot = (uint32_t)s->next.count;
  if (s->next.count == 2 * b->size)
    thin (b, s);
}

static void swap_states (states *a, states *b)
{
  states old = *a;
  *a = *b;
  *b = old;
}

/* Begins the states after a level. */
static void start_next (const bcov_sampled *b, sample *s)
{
  s->next.count = 0;
  s->limit = UINT64_MAX;
  memset (s->slots, 0, b->slots * sizeof *s->slots);
}

/* Takes the states after a level as the current ones. */
static void end_next (const bcov_sampled *b, sample *s)
{
  thin (b, s);
  swap_states (&s->now, &s->next);
}

/* Makes all choices of a state; returns their number. */
static uint64_t choose (const bcov_sampled *b, sample *s, uint32_t level, const uint64_t *key)
{
  const bcov_program *p = b->program;
  const bcov_level *l = &p->levels.data[level];
  const bcov_pockets *pockets = b->pockets;
  bool test = pockets && pockets->levels.count && pockets->levels.data[level].cells;
  uint32_t moves = bcov_program_covered (p, level, key) ? 0 : l->moves;
  uint64_t made = 0, next[BCOV_MOST_WORDS];
  for (uint32_t k = 0; k <= moves; k++) {
    uint32_t move = k < moves ? l->first_move + k : BCOV_NO_MOVE;
    if (!bcov_program_step (p, level, move, key, next) ||
        (test && bcov_pockets_dead (pockets, level, *next)))
      continue;
    made++;
    add (b, s, next);
  }
  return made;
}

/* Returns how many states both samples have. */
static size_t count_shared (const bcov_sampled *b)
{
  const sample *one = &b->samples[0];
  const states *other = &b->samples[1].now;
  size_t shared = 0;
  for (size_t k = 0; k < other->count; k++)
    shared += *find_slot (b, one, &one->now, other->hashes[k]) > 0;
  return shared;
}

void bcov_sampled_offer (bcov_sampled *b, const uint64_t *key)
{
  assert (!b->started);
  for (size_t k = 0; k < SAMPLES; k++)
    add (b, &b->samples[k], key);
}

static void set_size (bcov_sampled *b, size_t size)
{
  b->size = size;
  for (b->slots = 1; b->slots < SLOTS * size;)
    b->slots *= 2;
}

void bcov_sampled_start (bcov_sampled *b, size_t size)
{
  assert (size && size <= b->most);
  for (size_t k = 0; k < SAMPLES && !b->started; k++)
    swap_states (&b->samples[k].first, &b->samples[k].next);
  b->started = true;
  set_size (b, size);
  for (size_t k = 0; k < SAMPLES; k++) {
    sample *s = &b->samples[k];
    start_next (b, s);
    for (size_t i = 0; i < s->first.count; i++)
      add (b, s, &s->first.keys[i * b->program->words]);
    end_next (b, s);
  }
}

bool bcov_sampled_step (bcov_sampled *b, uint32_t level, double *estimate, double *choices)
{
  uint64_t made = 0;
  size_t before = 0;
  for (size_t k = 0; k < SAMPLES; k++) {
    sample *s = &b->samples[k];
    before += s->now.count;
    start_next (b, s);
    for (size_t i = 0; i < s->now.count; i++)
      made += choose (b, s, level, &s->now.keys[i * b->program->words]);
    end_next (b, s);
  }
  double a = (double)b->samples[0].now.count, c = (double)b->samples[1].now.count;
  double shared = (double)count_shared (b);
  bool told = shared >= LEAST_SHARED || (shared > 0 && 2 * shared >= fmin (a, c));
  *choices = before ? (double)made / (double)before : 0;
  *estimate = a * c / (told ? shared : LEAST_SHARED);
  return told;
}

static bool make_states (const bcov_sampled *b, states *s, bcov_error *err)
{
  bcov_mem *mem = b->program->mem;
  s->keys = bcov_mem_alloc (mem, 2 * b->size * b->program->words, sizeof *s->keys, err);
  s->hashes = bcov_mem_alloc (mem, 2 * b->size, sizeof *s->hashes, err);
  return s->keys && s->hashes;
}

static void free_states (bcov_mem *mem, states *s)
{
  bcov_mem_free (mem, s->keys);
  bcov_mem_free (mem, s->hashes);
}

static bool make_sample (const bcov_sampled *b, sample *s, uint64_t salt, bcov_error *err)
{
  s->salt = salt;
  s->slots = bcov_mem_alloc (b->program->mem, b->slots, sizeof *s->slots, err);
  if (!s->slots || !make_states (b, &s->first, err) || !make_states (b, &s->now, err) ||
      !make_states (b, &s->next, err))
    return false;
  start_next (b, s);
  return true;
}

bcov_status bcov_sampled_new (const bcov_program *program, const bcov_pockets *pockets, size_t most,
                              bcov_sampled **out, bcov_error *err)
{
  bcov_mem *mem = program->mem;
  bcov_sampled *b = bcov_mem_alloc (mem, 1, sizeof *b, err);
  *out = b;
  if (!b)
    return bcov_mem_status (mem);
  *b = (bcov_sampled){.program = program, .pockets = pockets, .most = most};
  set_size (b, most);
  for (size_t k = 0; k < SAMPLES; k++)
    if (!make_sample (b, &b->samples[k], (k + 1) * 0x9e3779b97f4a7c15u, err)) {
      bcov_sampled_free (b);
      *out = NULL;
      return bcov_mem_status (mem);
    }
  return BCOV_OK;
}

void bcov_sampled_free (bcov_sampled *b)
{
  if (!b)
    return;
  bcov_mem *mem = b->program->mem;
  for (size_t k = 0; k < SAMPLES; k++) {
    sample *s = &b->samples[k];
    bcov_mem_free (mem, s->slots);
    free_states (mem, &s->first);
    free_states (mem, &s->now);
    free_states (mem, &s->next);
  }
  bcov_mem_free (mem, b);
}
