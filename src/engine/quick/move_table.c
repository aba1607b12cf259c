/* Most moves of a level do not fit most states.  So a level has several lists of moves, one for
   each value of the few bits that forbid the most moves (pivots); a state tests one list, eight
   moves at a time.  Lists keep the order of the moves.

   Memory: moves x 2^pivots at most; there are fewer pivots if that would not fit the cache. */

#include "engine/quick/move_table.h"

#include <assert.h>
#include <string.h>

enum {
  FEW_MOVES = 9,        /* fewer moves need no lists */
  MOST_GROUPS = 1 << 12 /* in all lists, if there are pivots */
};

bool bcov_move_table_can (const bcov_program *program)
{
  bool can = program->plain && program->words <= BCOV_MOVE_WORDS;
  for (uint32_t level = 0; can && level < program->levels.count; level++)
    can = !program->levels.data[level].outlooks;
  return can;
}

static uint64_t test_of (const bcov_program *p, uint32_t move)
{
  return *bcov_program_move_mask (p, move, BCOV_MASK_TEST);
}

/* Returns the COUNT bits of the first word that forbid the most moves. */
static uint64_t find_pivots (const bcov_program *p, const bcov_level *l, uint32_t count)
{
  uint32_t forbids[64] = {0};
  uint64_t pivots = 0;
  if (l->moves < FEW_MOVES)
    return 0;
  for (uint32_t m = 0; m < l->moves; m++)
    for (uint64_t left = test_of (p, l->first_move + m); left; left &= left - 1)
      forbids[__builtin_ctzll (left)]++;
  for (uint32_t k = 0; k < count; k++) {
    uint32_t best = 0;
    for (uint32_t b = 1; b < 64; b++)
      best = forbids[b] > forbids[best] ? b : best;
    pivots |= forbids[best] ? (uint64_t)1 << best : 0;
    forbids[best] = 0;
  }
  assert (__builtin_popcountll (pivots) <= BCOV_MOVE_PIVOTS);
  return pivots;
}

/* Makes the lists of LEVEL, with groups from *GROUP on, and moves *GROUP behind them.  Without room
   for groups, only counts them. */
static void lay_out (bcov_move_table *out, const bcov_program *p, const uint32_t *origin,
                     uint32_t level, uint32_t *group)
{
  const bcov_level *l = &p->levels.data[level];
  bcov_move_row *r = &out->rows[level];
  uint64_t set = 0;
  assert (out->lists.count == r->list);
  do {
    bcov_move_list *list = &out->lists.data[out->lists.count++];
    *list = (bcov_move_list){.group = *group};
    for (uint32_t m = 0; m < l->moves; m++) {
      if (test_of (p, l->first_move + m) & set)
        continue;
      uint32_t at = *group + list->moves / 8, lane = list->moves % 8;
      for (uint32_t w = 0; out->groups && w < 2 * out->words; w++) {
        bcov_move_mask which = w < out->words ? BCOV_MASK_TEST : BCOV_MASK_SET;
        const uint64_t *mask = bcov_program_move_mask (p, l->first_move + m, which);
        out->groups[((size_t)at * 2 * out->words + w) * 8 + lane] = mask[w % out->words];
      }
      if (out->options)
        out->options[8 * at + lane] = origin[p->moves.data[l->first_move + m].option];
      list->moves++;
    }
    *group += (list->moves + 7) / 8;
    set = (set - r->pivots) & r->pivots;
  } while (set);
}

/* Makes lists with COUNT pivots, and sets *GROUPS to the number of their groups. */
static bcov_status make_lists (bcov_move_table *out, const bcov_program *p, const uint32_t *origin,
                               uint32_t count, uint32_t *groups, bcov_error *err)
{
  size_t lists = 0;
  for (uint32_t level = 0; level < out->count; level++) {
    bcov_move_row *r = &out->rows[level];
    r->pivots = find_pivots (p, &p->levels.data[level], count);
    r->list = (uint32_t)lists;
    lists += (size_t)1 << __builtin_popcountll (r->pivots);
  }
  bcov_status status = bcov_vec_reserve (out->mem, &out->lists, lists + 1, err);
  out->lists.count = 0;
  *groups = 0;
  for (uint32_t level = 0; !status && level < out->count; level++)
    lay_out (out, p, origin, level, groups);
  assert (status || out->lists.count == lists);
  return status;
}

static void copy_levels (bcov_move_table *out, const bcov_program *p)
{
  size_t bytes = p->words * sizeof (uint64_t);
  for (uint32_t level = 0; level < out->count; level++) {
    bcov_move_row *r = &out->rows[level];
    memcpy (r->guard, bcov_program_level_mask (p, level, BCOV_MASK_GUARD), bytes);
    memcpy (r->must, bcov_program_level_mask (p, level, BCOV_MASK_MUST), bytes);
    memcpy (r->clear, bcov_program_level_mask (p, level, BCOV_MASK_CLEAR), bytes);
    r->skip = p->levels.data[level].skip;
  }
}

static bcov_status make (bcov_move_table *out, const bcov_program *p, const uint32_t *origin,
                         bcov_error *err)
{
  uint32_t groups = 0, pivots = BCOV_MOVE_PIVOTS + 1;
  bcov_status status = BCOV_OK;
  out->rows = bcov_mem_alloc (out->mem, out->count + 1, sizeof *out->rows, err);
  if (!out->rows)
    return bcov_mem_status (out->mem);
  copy_levels (out, p);
  do
    status = make_lists (out, p, origin, --pivots, &groups, err);
  while (!status && pivots && groups > MOST_GROUPS);
  if (status)
    return status;
  size_t words = (size_t)(groups + 1) * 2 * out->words * 8;
  out->room = bcov_mem_alloc (out->mem, words * sizeof *out->groups + 64, 1, err);
  out->options = bcov_mem_alloc (out->mem, (size_t)(groups + 1) * 8, sizeof *out->options, err);
  if (!out->room || !out->options)
    return bcov_mem_status (out->mem);
  out->groups = (uint64_t *)(((uintptr_t)out->room + 63) & ~(uintptr_t)63);
  return make_lists (out, p, origin, pivots, &groups, err);
}

bcov_status bcov_move_table_make (const bcov_program *program, const uint32_t *origin,
                                  bcov_move_table *out, bcov_error *err)
{
  assert (bcov_move_table_can (program));
  *out = (bcov_move_table){.mem = program->mem,
                           .words = program->words,
                           .count = (uint32_t)program->levels.count,
                           .moves = (uint32_t)program->moves.count};
  bcov_status status = make (out, program, origin, err);
  if (status)
    bcov_move_table_free (out);
  return status;
}

void bcov_move_table_free (bcov_move_table *move_table)
{
  if (!move_table->mem)
    return;
  bcov_mem_free (move_table->mem, move_table->rows);
  bcov_mem_free (move_table->mem, move_table->room);
  bcov_mem_free (move_table->mem, move_table->options);
  bcov_vec_free (move_table->mem, &move_table->lists);
  *move_table = (bcov_move_table){0};
}
