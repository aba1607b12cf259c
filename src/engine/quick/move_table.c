/* The moves of a level are stored in groups of eight, in their order, so that a state tests eight
   moves at a time.  Separate lists for the values of the bits that forbid the most moves were
   tried; they changed the instructions by about 1 %, with the shape cache and without.

   Memory: the masks of all moves. */

#include "engine/quick/move_table.h"

#include <assert.h>
#include <string.h>

bool bcov_move_table_can (const bcov_program *program)
{
  bool can = program->plain && program->words <= BCOV_MOVE_WORDS;
  for (uint32_t level = 0; can && level < program->levels.count; level++)
    can = !program->levels.data[level].outlooks;
  return can;
}

/* Fills the rows, and returns the number of groups. */
static uint32_t copy_levels (bcov_move_table *out, const bcov_program *p)
{
  size_t bytes = p->words * sizeof (uint64_t);
  uint32_t groups = 0;
  for (uint32_t level = 0; level < out->count; level++) {
    bcov_move_row *r = &out->rows[level];
    memcpy (r->guard, bcov_program_level_mask (p, level, BCOV_MASK_GUARD), bytes);
    memcpy (r->must, bcov_program_level_mask (p, level, BCOV_MASK_MUST), bytes);
    memcpy (r->clear, bcov_program_level_mask (p, level, BCOV_MASK_CLEAR), bytes);
    r->skip = p->levels.data[level].skip;
    r->moves = p->levels.data[level].moves;
    r->group = groups;
    groups += (r->moves + 7) / 8;
  }
  return groups;
}

static void copy_moves (bcov_move_table *out, const bcov_program *p, const uint32_t *origin,
                        uint32_t level)
{
  for (uint32_t k = 0; k < out->rows[level].moves; k++) {
    uint32_t move = p->levels.data[level].first_move + k;
    uint32_t group = out->rows[level].group + k / 8, lane = k % 8;
    for (uint32_t w = 0; w < 2 * out->words; w++) {
      bcov_move_mask which = w < out->words ? BCOV_MASK_TEST : BCOV_MASK_SET;
      out->groups[((size_t)group * 2 * out->words + w) * 8 + lane] =
          bcov_program_move_mask (p, move, which)[w % out->words];
    }
    out->options[8 * group + lane] = origin[p->moves.data[move].option];
  }
}

static bcov_status make (bcov_move_table *out, const bcov_program *p, const uint32_t *origin,
                         bcov_error *err)
{
  out->rows = bcov_mem_alloc (out->mem, out->count + 1, sizeof *out->rows, err);
  if (!out->rows)
    return bcov_mem_status (out->mem);
  size_t groups = copy_levels (out, p) + (size_t)1, words = groups * 2 * out->words * 8;
  out->room = bcov_mem_alloc (out->mem, words * sizeof *out->groups + 64, 1, err);
  out->options = bcov_mem_alloc (out->mem, groups * 8, sizeof *out->options, err);
  if (!out->room || !out->options)
    return bcov_mem_status (out->mem);
  out->groups = (uint64_t *)(((uintptr_t)out->room + 63) & ~(uintptr_t)63);
  for (uint32_t level = 0; level < out->count; level++)
    copy_moves (out, p, origin, level);
  return BCOV_OK;
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
  *move_table = (bcov_move_table){0};
}
