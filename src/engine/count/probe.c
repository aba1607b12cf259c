/* Two lists of keys, one for the level before and one for the level after, and a hash table of
   places in the second, so that every key is there once.  Made for some ten thousand states, with a
   short way for keys of one word that hold bits alone.

   Time: transitions.  Memory: keys of two levels, and two to four times 4 bytes for each. */

#include "engine/count/probe.h"
#include "base/hash.h"

#include <assert.h>
#include <string.h>

enum {
  LEAST_ROOM = 1 << 8,
  ADDING = 8 /* steps that a transition counts for; a move that is tried counts for one */
};

typedef struct {
  const bcov_program *program;
  const bcov_pockets *pockets; /* of the level at hand; NULL: none to look at */
  bcov_mem *mem;
  bcov_error *err;
  uint32_t words, level;
  BCOV_VEC (uint64_t) from, to; /* keys */
  size_t n_from, n_to;          /* how many */
  BCOV_VEC (uint32_t) table;    /* place in TO and one more; 0: none */
  uint64_t steps, most;         /* of all levels */
  uint64_t moves;               /* transitions of the level */
} prober;

static uint64_t hash_key (const uint64_t *key, uint32_t words)
{
  uint64_t hash = words;
  for (uint32_t w = 0; w < words; w++)
    hash = bcov_hash_mix (hash, key[w]);
  return bcov_hash_end (hash);
}

/* Where KEY is in the table, or where it should be. */
static uint32_t *find_place (const prober *p, const uint64_t *key)
{
  size_t mask = p->table.count - 1, at = hash_key (key, p->words) & mask;
  for (; p->table.data[at]; at = (at + 1) & mask) {
    const uint64_t *other = &p->to.data[(size_t)(p->table.data[at] - 1) * p->words];
    bool same = true;
    for (uint32_t w = 0; w < p->words; w++)
      same = same && other[w] == key[w];
    if (same)
      break;
  }
  return &p->table.data[at];
}

/* An empty table of ROOM places (a power of two), then all keys of TO. */
static bcov_status fill_table (prober *p, size_t room)
{
  bcov_status status = bcov_vec_reserve (p->mem, &p->table, room, p->err);
  if (status)
    return status;
  assert ((room & (room - 1)) == 0 && p->n_to < room);
  p->table.count = room;
  memset (p->table.data, 0, room * sizeof *p->table.data);
  for (size_t k = 0; k < p->n_to; k++)
    *find_place (p, &p->to.data[k * p->words]) = (uint32_t)k + 1;
  return BCOV_OK;
}

static bcov_status add_key (prober *p, const uint64_t *key)
{
  p->moves++;
  p->steps += ADDING;
  if (p->pockets && bcov_pockets_dead (p->pockets, p->level, *key))
    return BCOV_OK;
  uint32_t *place = find_place (p, key);
  if (*place)
    return BCOV_OK;
  bcov_status status = bcov_vec_reserve (p->mem, &p->to, (p->n_to + 1) * p->words, p->err);
  if (status)
    return status;
  memcpy (&p->to.data[p->n_to * p->words], key, p->words * sizeof *key);
  *place = (uint32_t)++p->n_to;
  return 2 * p->n_to > p->table.count ? fill_table (p, 4 * p->table.count) : BCOV_OK;
}

/* The moves of one state, by bcov_program_step. */
static bcov_status step_any (prober *p, const uint64_t *key, uint64_t *out)
{
  const bcov_level *l = &p->program->levels.data[p->level];
  bcov_status status = BCOV_OK;
  if (bcov_program_step (p->program, p->level, BCOV_NO_MOVE, key, out))
    status = add_key (p, out);
  for (uint32_t m = l->first_move; !status && m < l->first_move + l->moves; m++)
    if (bcov_program_step (p->program, p->level, m, key, out))
      status = add_key (p, out);
  return status;
}

/* The same for a level of bits in one word. */
static bcov_status step_bits (prober *p, uint64_t key)
{
  const bcov_program *program = p->program;
  const bcov_level *l = &program->levels.data[p->level];
  uint64_t guard = *bcov_program_level_mask (program, p->level, BCOV_MASK_GUARD);
  uint64_t must = *bcov_program_level_mask (program, p->level, BCOV_MASK_MUST);
  uint64_t clear = *bcov_program_level_mask (program, p->level, BCOV_MASK_CLEAR);
  bool covered = key & guard;
  bcov_status status = BCOV_OK;
  uint64_t out = key & ~guard;
  if ((covered || l->skip) && (out & must) == must)
    status = add_key (p, &(uint64_t){out & ~clear});
  const uint64_t *mask = bcov_program_move_mask (program, l->first_move, 0);
  for (uint32_t k = 0; !covered && !status && k < l->moves; k++, mask += BCOV_MOVE_MASKS)
    if (!(key & mask[BCOV_MASK_TEST]) && ((out | mask[BCOV_MASK_SET]) & must) == must)
      status = add_key (p, &(uint64_t){(out | mask[BCOV_MASK_SET]) & ~clear});
  return status;
}

static bcov_status pass_level (prober *p, uint64_t *room)
{
  const bcov_level *l = &p->program->levels.data[p->level];
  bool bits = p->words == 1 && p->program->plain && !l->outlooks;
  size_t table = LEAST_ROOM;
  p->n_to = 0;
  p->moves = 0;
  while (table < 2 * p->n_from)
    table *= 2;
  bcov_status status = fill_table (p, table);
  for (size_t k = 0; !status && k < p->n_from && p->steps <= p->most; k++, p->steps += l->moves)
    status =
        bits ? step_bits (p, p->from.data[k]) : step_any (p, &p->from.data[k * p->words], room);
  return status;
}

/* What was after the level is before the next. */
static void turn_over (prober *p)
{
  uint64_t *data = p->from.data;
  size_t room = p->from.room;
  p->from.data = p->to.data;
  p->from.room = p->to.room;
  p->n_from = p->n_to;
  p->to.data = data;
  p->to.room = room;
}

static void note (const prober *p, bcov_probe *out)
{
  out->states[p->level] = (double)p->n_to;
  out->transitions[p->level] = (double)p->moves;
  assert (p->level == out->levels && p->n_to <= p->moves);
  out->levels = p->level + 1;
  out->widest = p->n_to > out->widest ? (double)p->n_to : out->widest;
  out->total += (double)p->n_to;
  out->moves += (double)p->moves;
}

static bcov_status pass_levels (prober *p, const bcov_pockets *pockets, bcov_control *control,
                                uint64_t *room, bcov_probe *out)
{
  bcov_status status = BCOV_OK;
  uint64_t work = 0;
  bool look = pockets && pockets->levels.count;
  for (p->level = 0; !status && p->level < p->program->levels.count; p->level++) {
    p->pockets = look && pockets->levels.data[p->level].cells ? pockets : NULL;
    status = pass_level (p, room);
    if (!status)
      status = bcov_control_work (control, &work, ADDING * p->moves, p->err);
    out->steps = p->steps;
    if (status || p->steps > p->most)
      break;
    note (p, out);
    turn_over (p);
  }
  return status;
}

bcov_status bcov_probe_run (const bcov_program *program, const bcov_pockets *pockets, uint64_t most,
                            bcov_control *control, bcov_probe *out, bcov_error *err)
{
  bcov_mem *mem = program->mem;
  prober p = {.program = program,
              .mem = mem,
              .err = err,
              .words = program->words,
              .n_from = 1,
              .most = most};
  size_t levels = program->levels.count + 1;
  *out = (bcov_probe){0};
  out->states = bcov_mem_alloc (mem, levels, sizeof *out->states, err);
  out->transitions = bcov_mem_alloc (mem, levels, sizeof *out->transitions, err);
  uint64_t *room = bcov_mem_alloc (mem, p.words + 1u, sizeof *room, err);
  bcov_status status = out->states && out->transitions && room ? BCOV_OK : bcov_mem_status (mem);
  if (!status)
    status = bcov_vec_reserve (mem, &p.from, p.words, err);
  if (!status) {
    memset (p.from.data, 0, p.words * sizeof *p.from.data);
    status = pass_levels (&p, pockets, control, room, out);
  }
  bcov_mem_free (mem, room);
  bcov_vec_free (mem, &p.from);
  bcov_vec_free (mem, &p.to);
  bcov_vec_free (mem, &p.table);
  if (status)
    bcov_probe_free (mem, out);
  return status;
}

void bcov_probe_free (bcov_mem *mem, bcov_probe *probe)
{
  bcov_mem_free (mem, probe->states);
  bcov_mem_free (mem, probe->transitions);
  *probe = (bcov_probe){0};
}
