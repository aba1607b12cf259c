/* The text of a block: its levels in terms of the slots that it touches, numbered as they turn up.
   Most blocks of a board are the same block elsewhere, and then have the same text.

   Words: touch, modulus, the weight of each bit; of each bit the others that are never 1, never 0
   when it is 1, and never 0 when it is 0; the number of levels; of each level guard, must, clear,
   skip and the number of moves; of each move test and set. */

#include "engine/dense/dense_code.h"

#include <assert.h>

typedef struct {
  const bcov_dense_plan *plan;
  const bcov_dense_block *block;
  const bcov_dense_pairs *pairs;
  bcov_dense_text *text;
  uint8_t bit_of[BCOV_DENSE_BITS]; /* of a slot that has turned up */
  uint64_t known;
  bcov_error *err;
} writer;

static void meet (writer *w, uint64_t slots)
{
  for (slots &= ~w->known; slots; slots &= slots - 1) {
    uint32_t s = (uint32_t)__builtin_ctzll (slots);
    assert (s < BCOV_DENSE_BITS && w->text->touch < BCOV_DENSE_TOUCH);
    w->bit_of[s] = (uint8_t)w->text->touch;
    w->text->slot[w->text->touch++] = (uint8_t)s;
    w->known |= slots & -slots;
  }
}

/* Numbers the slots: guards first, so that blocks that are alike number them alike. */
static void meet_level (writer *w, uint32_t level)
{
  const bcov_program *p = w->plan->program;
  const bcov_level *l = &p->levels.data[level];
  meet (w, *bcov_program_level_mask (p, level, BCOV_MASK_GUARD));
  for (uint32_t m = l->first_move; m < l->first_move + l->moves; m++)
    meet (w, *bcov_program_move_mask (p, m, BCOV_MASK_SET));
  meet (w, bcov_dense_touched (p, level));
}

static bcov_status write (writer *w, uint32_t word)
{
  return bcov_vec_push (w->plan->program->mem, &w->text->words, word, w->err);
}

static bcov_status write_mask (writer *w, uint64_t slots)
{
  uint32_t mask = 0;
  for (slots &= w->known; slots; slots &= slots - 1)
    mask |= 1u << w->bit_of[__builtin_ctzll (slots)];
  return write (w, mask);
}

static bcov_status write_level (writer *w, uint32_t level)
{
  const bcov_program *p = w->plan->program;
  const bcov_level *l = &p->levels.data[level];
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; !status && k < BCOV_LEVEL_MASKS; k++)
    status = write_mask (w, *bcov_program_level_mask (p, level, (bcov_level_mask)k));
  if (!status)
    status = write (w, l->skip);
  if (!status)
    status = write (w, l->moves);
  for (uint32_t m = l->first_move; !status && m < l->first_move + l->moves; m++) {
    status = write_mask (w, *bcov_program_move_mask (p, m, BCOV_MASK_TEST));
    if (!status)
      status = write_mask (w, *bcov_program_move_mask (p, m, BCOV_MASK_SET));
  }
  return status;
}

static bcov_status write_pairs (writer *w, uint32_t slot)
{
  bcov_status status = write_mask (w, w->pairs->never[1][1][slot]);
  if (!status)
    status = write_mask (w, w->pairs->never[1][0][slot]);
  if (!status)
    status = write_mask (w, w->pairs->never[0][0][slot]);
  return status;
}

static bcov_status write_head (writer *w)
{
  bcov_status status = write (w, w->text->touch);
  if (!status)
    status = write (w, w->plan->classes.modulus);
  for (uint32_t b = 0; !status && b < w->text->touch; b++)
    status = write (w, w->plan->classes.weight[w->text->slot[b]]);
  for (uint32_t b = 0; !status && b < w->text->touch; b++)
    status = write_pairs (w, w->text->slot[b]);
  if (!status)
    status = write (w, w->block->levels);
  return status;
}

bcov_status bcov_dense_text_make (const bcov_dense_plan *plan, const bcov_dense_block *block,
                                  const bcov_dense_pairs *pairs, bcov_dense_text *text,
                                  bcov_error *err)
{
  writer w = {.plan = plan, .block = block, .pairs = pairs, .text = text, .err = err};
  text->touch = 0;
  text->words.count = 0;
  for (uint32_t k = 0; k < block->levels; k++)
    meet_level (&w, block->first + k);
  assert (w.known == block->slots);
  bcov_status status = write_head (&w);
  for (uint32_t k = 0; !status && k < block->levels; k++)
    status = write_level (&w, block->first + k);
  return status;
}
