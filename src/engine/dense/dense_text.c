/* The text of a block describes its levels in terms of the slots that it
   touches, numbered in order of appearance.  Most blocks of a board are copies
   of others and have the same text.

   Words: the number of touched slots (bits), the modulus, the weight of each
   bit; for each bit, three sets of other bits: those never 1 if it is 1, never
   0 if it is 1, and never 0 if it is 0; the number of levels; for each level
   guard, must, clear, skip and the number of moves; for each move test and set.
 */

#include "engine/dense/dense_code.h"

#include <assert.h>

typedef struct {
  const bcov_dense_plan *plan;
  const bcov_dense_block *block;
  const bcov_dense_pairs *pairs;
  bcov_dense_text *text;
  uint8_t bit_of[BCOV_DENSE_BITS]; /* of each known slot */
  uint64_t known;                  /* slots */
} writer;

/* Numbers the slots that are new. */
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

/* Guards come first, so that equal blocks number their slots equally. */
static void meet_level (writer *w, uint32_t level)
{
  const bcov_program *p = w->plan->program;
  const bcov_level *l = &p->levels.data[level];
  meet (w, *bcov_program_level_mask (p, level, BCOV_MASK_GUARD));
  for (uint32_t m = l->first_move; m < l->first_move + l->moves; m++)
    meet (w, *bcov_program_move_mask (p, m, BCOV_MASK_SET));
  meet (w, bcov_dense_touched (p, level));
}

static void write (writer *w, uint32_t word)
{
  assert (w->text->words.count < w->text->words.room);
  w->text->words.data[w->text->words.count++] = word;
}

static void write_mask (writer *w, uint64_t slots)
{
  uint32_t mask = 0;
  for (slots &= w->known; slots; slots &= slots - 1)
    mask |= 1u << w->bit_of[__builtin_ctzll (slots)];
  write (w, mask);
}

static void write_level (writer *w, uint32_t level)
{
  const bcov_program *p = w->plan->program;
  const bcov_level *l = &p->levels.data[level];
  for (uint32_t k = 0; k < BCOV_LEVEL_MASKS; k++)
    write_mask (w, *bcov_program_level_mask (p, level, (bcov_level_mask)k));
  write (w, l->skip);
  write (w, l->moves);
  for (uint32_t m = l->first_move; m < l->first_move + l->moves; m++) {
    write_mask (w, *bcov_program_move_mask (p, m, BCOV_MASK_TEST));
    write_mask (w, *bcov_program_move_mask (p, m, BCOV_MASK_SET));
  }
}

static void write_head (writer *w)
{
  write (w, w->text->touch);
  write (w, w->plan->classes.modulus);
  for (uint32_t b = 0; b < w->text->touch; b++)
    write (w, w->plan->classes.weight[w->text->slot[b]]);
  for (uint32_t b = 0; b < w->text->touch; b++) {
    uint32_t slot = w->text->slot[b];
    write_mask (w, w->pairs->never[1][1][slot]);
    write_mask (w, w->pairs->never[1][0][slot]);
    write_mask (w, w->pairs->never[0][0][slot]);
  }
  write (w, w->block->levels);
}

bcov_status bcov_dense_text_make (const bcov_dense_plan *plan, const bcov_dense_block *block,
                                  const bcov_dense_pairs *pairs, bcov_dense_text *text,
                                  bcov_error *err)
{
  writer w = {.plan = plan, .block = block, .pairs = pairs, .text = text};
  size_t words = 3;
  text->touch = 0;
  text->words.count = 0;
  for (uint32_t k = 0; k < block->levels; k++) {
    meet_level (&w, block->first + k);
    words += 2 + BCOV_LEVEL_MASKS + 2 * plan->program->levels.data[block->first + k].moves;
  }
  assert (w.known == block->slots);
  words += 4 * text->touch;
  bcov_status status = bcov_vec_reserve (plan->program->mem, &text->words, words, err);
  if (status)
    return status;
  write_head (&w);
  for (uint32_t k = 0; k < block->levels; k++)
    write_level (&w, block->first + k);
  assert (text->words.count == words);
  return BCOV_OK;
}
