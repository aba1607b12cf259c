/* The text of a block. */

#include "suite.h"

#include "dense_boards.h"
#include "engine/dense/dense_code.h"

/* Two cells side by side and a domino: one level, whose guard needs no bit, and one whose guard the
   first may have covered. */
static void words (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = models_new (mem, 2, 1, 1);
  models_add (&model, 3);
  models_add (&model, 1);
  models_add (&model, 2);
  bcov_program p = boards_unroll (&model);
  bcov_dense_plan plan;
  bcov_dense_pairs pairs;
  bcov_dense_text text = {0};
  assert_int_equal (bcov_dense_plan_make (&p, 4, &plan, NULL), 0);
  bcov_dense_pairs_start (&pairs, p.bits);
  assert_int_equal (plan.blocks.count, 1);
  assert_int_equal (bcov_dense_text_make (&plan, plan.blocks.data, &pairs, &text, NULL), 0);
  const uint32_t expected[] = {1, 1, 0,              /* one bit, one class, no weight */
                               1, 1, 0,              /* the bit is never 1 at first */
                               2,                    /* levels */
                               0, 0, 0, 0, 2,        /* no guard's bit; two moves: */
                               0, 1, 0, 0,           /* the domino sets the bit, */
                               1, 0, 0, 0, 1, 0, 0}; /* which guards the second level */
  assert_int_equal (text.words.count, sizeof expected / sizeof *expected);
  assert_memory_equal (text.words.data, expected, sizeof expected);
  assert_int_equal (text.slot[0], 0);
  bcov_vec_free (mem, &text.words);
  bcov_dense_plan_free (&plan);
  bcov_program_free (&p);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* Rows of a board are alike: there are few texts, although slots differ. */
static void blocks_are_alike (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_program p = boards_program (mem, 24, 12, BOARDS_L3, false);
  bcov_dense_plan plan;
  bcov_dense_pairs pairs;
  bcov_dense_text *texts;
  size_t different = 0;
  assert_int_equal (bcov_dense_plan_make (&p, 4, &plan, NULL), 0);
  bcov_dense_pairs_start (&pairs, p.bits);
  texts = calloc (plan.blocks.count, sizeof *texts);
  assert_non_null (texts);
  for (size_t k = 0, same; k < plan.blocks.count; k++) {
    const bcov_dense_block *b = &plan.blocks.data[k];
    assert_int_equal (bcov_dense_text_make (&plan, b, &pairs, &texts[k], NULL), 0);
    for (uint32_t n = 0; n < b->levels; n++)
      bcov_dense_pairs_step (&pairs, &p, b->first + n);
    for (same = 0; same < k; same++)
      if (texts[same].words.count == texts[k].words.count &&
          !memcmp (texts[same].words.data, texts[k].words.data,
                   texts[k].words.count * sizeof (uint32_t)))
        break;
    different += same == k;
  }
  assert_true (plan.blocks.count > 20);
  assert_true (different < plan.blocks.count / 2);
  for (size_t k = 0; k < plan.blocks.count; k++)
    bcov_vec_free (mem, &texts[k].words);
  free (texts);
  bcov_dense_plan_free (&plan);
  bcov_program_free (&p);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (dense_text)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (words),
      cmocka_unit_test (blocks_are_alike),
  };
  return cmocka_run_group_tests_name ("dense_text", tests, NULL, NULL);
}
