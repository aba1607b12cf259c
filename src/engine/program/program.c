/* Operations on a finished program: freeing it, and taking one state through one level.

   Invariant: between two levels every field that is not open is 0 in the key. */

#include "engine/program/program.h"

#include <assert.h>

void bcov_program_free (bcov_program *program)
{
  bcov_mem *mem = program->mem;
  if (!mem)
    return;
  bcov_vec_free (mem, &program->order);
  bcov_vec_free (mem, &program->levels);
  bcov_vec_free (mem, &program->moves);
  bcov_vec_free (mem, &program->steps);
  bcov_vec_free (mem, &program->outlooks);
  bcov_vec_free (mem, &program->fields);
  bcov_vec_free (mem, &program->level_masks);
  bcov_vec_free (mem, &program->move_masks);
  *program = (bcov_program){0};
}

uint32_t bcov_program_long_fields (const bcov_program *program)
{
  uint32_t longs = 0;
  for (size_t k = 0; k < program->fields.count; k++) {
    const bcov_field *f = &program->fields.data[k];
    longs += f->opens < f->closes && f->closes - f->opens > program->levels.count / 2;
  }
  return longs;
}

/* ---- one step ---- */

static bool meet (const uint64_t *a, const uint64_t *b, uint32_t words)
{
  uint64_t common = 0;
  for (uint32_t w = 0; w < words; w++)
    common |= a[w] & b[w];
  return common;
}

bool bcov_program_covered (const bcov_program *program, uint32_t level, const uint64_t *key)
{
  return meet (key, bcov_program_level_mask (program, level, BCOV_MASK_GUARD), program->words);
}

static uint64_t ones (const bcov_field *f)
{
  return f->width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << f->width) - 1;
}

uint64_t bcov_program_value (const bcov_program *program, uint32_t field, const uint64_t *key)
{
  assert (field < program->fields.count);
  const bcov_field *f = &program->fields.data[field];
  return key[f->shift / 64] >> f->shift % 64 & ones (f);
}

static void set_value (const bcov_field *f, uint64_t *key, uint64_t value)
{
  assert (!(value & ~ones (f)));
  uint64_t *word = &key[f->shift / 64];
  *word = (*word & ~(ones (f) << f->shift % 64)) | value << f->shift % 64;
}

static bool take_step (const bcov_program *program, const bcov_step *step, uint64_t *key)
{
  const bcov_field *f = &program->fields.data[step->field];
  uint64_t value = bcov_program_value (program, step->field, key);
  assert (f->kind != BCOV_FIELD_BIT && step->amount);
  if (f->kind == BCOV_FIELD_COLOUR) {
    if (value && value != step->amount)
      return false;
    value = step->amount;
  } else {
    value += step->amount;
    if (f->hi != BCOV_MANY && value > f->hi)
      return false;
    if (f->hi == BCOV_MANY && !f->kept && value > f->lo)
      value = f->lo;
  }
  set_value (f, key, value);
  return true;
}

/* Returns whether a counter can still reach LO.  A count that can no longer exceed HI is cut to LO.
 */
static bool look_ahead (const bcov_program *program, const bcov_outlook *o, uint64_t *key)
{
  const bcov_field *f = &program->fields.data[o->field];
  uint64_t value = bcov_program_value (program, o->field, key);
  if (value + o->more < f->lo)
    return false;
  if (!f->kept && value > f->lo && value + o->more <= f->hi)
    set_value (f, key, f->lo);
  return true;
}

bool bcov_program_step (const bcov_program *program, uint32_t level, uint32_t move,
                        const uint64_t *key, uint64_t *out)
{
  const bcov_level *l = &program->levels.data[level];
  assert (level < program->levels.count);
  assert (move == BCOV_NO_MOVE || move - l->first_move < l->moves);
  const uint64_t *guard = bcov_program_level_mask (program, level, BCOV_MASK_GUARD);
  const uint64_t *must = bcov_program_level_mask (program, level, BCOV_MASK_MUST);
  const uint64_t *clear = bcov_program_level_mask (program, level, BCOV_MASK_CLEAR);
  uint32_t words = program->words;
  bool covered = bcov_program_covered (program, level, key);
  if (move == BCOV_NO_MOVE
          ? !covered && !l->skip
          : covered || meet (key, bcov_program_move_mask (program, move, BCOV_MASK_TEST), words))
    return false;
  for (uint32_t w = 0; w < words; w++)
    out[w] = key[w] & ~guard[w];
  if (move != BCOV_NO_MOVE) {
    const uint64_t *set = bcov_program_move_mask (program, move, BCOV_MASK_SET);
    const bcov_move *m = &program->moves.data[move];
    for (uint32_t w = 0; w < words; w++)
      out[w] |= set[w];
    for (uint32_t s = 0; s < m->steps; s++)
      if (!take_step (program, &program->steps.data[m->first_step + s], out))
        return false;
  }
  for (uint32_t o = 0; o < l->outlooks; o++)
    if (!look_ahead (program, &program->outlooks.data[l->first_outlook + o], out))
      return false;
  for (uint32_t w = 0; w < words; w++) {
    if ((out[w] & must[w]) != must[w])
      return false;
    out[w] &= ~clear[w];
  }
  return true;
}
