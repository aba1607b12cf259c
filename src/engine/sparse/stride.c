/* Looking states up in the table is the expensive part of a level.  At most levels most states have
   only one choice, because the guard is covered, so a table per level would mostly copy states.  A
   stride takes several levels at once: states go from one level to the next without a table, and
   only states after the last level reach one.  Equal states in between are not merged: with r
   choices per state and level, a stride of k levels makes r^k additions instead of k x r.

   States between two levels wait at a stage until there are enough of them, because a move is tried
   on many states at once (select.h). */

#include "engine/sparse/stride.h"

#include <assert.h>

enum { ROOM = 2 * BCOV_STRIDE_CHUNK };

static_assert (sizeof ((bcov_stage *)0)->keys == (ROOM + 8) * sizeof (uint64_t),
               "a stage has room for two chunks and eight more states");

bool bcov_stride_can (const bcov_program *program, uint32_t level)
{
  const bcov_level *l = &program->levels.data[level];
  bool bits = program->words == 1 && !l->outlooks;
  for (uint32_t k = 0; bits && !program->plain && k < l->moves; k++)
    bits = !program->moves.data[l->first_move + k].steps;
  return bits;
}

void bcov_stride_set (bcov_stride *s, const bcov_program *program, const bcov_pockets *pockets,
                      const bcov_folds *folds, uint32_t first, uint32_t count)
{
  assert (count >= 1 && count <= BCOV_STRIDE && first + count <= program->levels.count);
  s->count = count;
  for (uint32_t k = 0; k < count; k++) {
    bcov_stage *t = &s->stages[k];
    uint32_t number = first + k;
    t->level = &program->levels.data[number];
    t->number = number;
    t->guard = *bcov_program_level_mask (program, number, BCOV_MASK_GUARD);
    t->must = *bcov_program_level_mask (program, number, BCOV_MASK_MUST);
    t->clear = *bcov_program_level_mask (program, number, BCOV_MASK_CLEAR);
    t->masks = t->level->moves
                   ? bcov_program_move_mask (program, t->level->first_move, BCOV_MASK_TEST)
                   : NULL;
    bool wet = pockets && pockets->levels.count && pockets->levels.data[number].cells;
    t->pockets = wet && k + 1 == count ? pockets : NULL;
    t->folds = folds && bcov_folds_at (folds, number) ? folds : NULL;
    t->waiting = 0;
  }
}

static void drain (bcov_stride *s, uint32_t k);

/* Applies RULE to COUNT states of FROM at stage K and passes the results on. */
static void pass_on (bcov_stride *s, uint32_t k, const bcov_rule *rule,
                     const bcov_state_batch *from, uint32_t count)
{
  uint64_t keys[ROOM + 8];
  const uint64_t *values[ROOM + 8];
  bcov_stage *next = k + 1 < s->count ? &s->stages[k + 1] : NULL;
  if (next && next->waiting + count > ROOM)
    drain (s, k + 1);
  assert (count <= ROOM && (!next || next->waiting + count <= ROOM));
  bcov_state_batch out = {next ? next->keys + next->waiting : keys,
                          next ? next->values + next->waiting : values};
  uint32_t left = bcov_select (rule, from, count, &out);
  const bcov_folds *folds = s->stages[k].folds;
  for (uint32_t n = 0; folds && n < left; n++)
    out.keys[n] = bcov_folds_least (folds, s->stages[k].number, out.keys[n]);
  if (next)
    next->waiting += left;
  else
    s->write (s->data, &out, left);
}

/* Makes all choices of the states that wait at stage K. */
static void drain (bcov_stride *s, uint32_t k)
{
  uint64_t keys[ROOM + 8];
  const uint64_t *values[ROOM + 8];
  bcov_stage *t = &s->stages[k];
  bcov_state_batch all = {t->keys, t->values}, open = {keys, values};
  bcov_rule pass = {.want = t->level->skip ? 0 : t->guard,
                    .drop = t->guard,
                    .must = t->must,
                    .clear = t->clear,
                    .pockets = t->pockets,
                    .level = t->number};
  if (pass.want || t->level->skip)
    pass_on (s, k, &pass, &all, t->waiting);
  uint32_t left = bcov_select (&(bcov_rule){.test = t->guard}, &all, t->waiting, &open);
  pass.want = 0;
  for (uint32_t m = 0; left && m < t->level->moves; m++) {
    pass.test = t->masks[m * BCOV_MOVE_MASKS + BCOV_MASK_TEST];
    pass.set = t->masks[m * BCOV_MOVE_MASKS + BCOV_MASK_SET];
    pass_on (s, k, &pass, &open, left);
  }
  t->waiting = 0;
}

void bcov_stride_go (bcov_stride *s)
{
  assert (s->stages[0].waiting <= BCOV_STRIDE_CHUNK);
  for (uint32_t k = 0; k < s->count; k++)
    if (s->stages[k].waiting)
      drain (s, k);
}
