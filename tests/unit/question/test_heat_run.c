/* The run behind heat: placements and shares. */

#include "suite.h"

#include "question/heat_run.h"
#include "ask.h"

/* Three dominoes on 2 x 3: 3 coverings, 7 placements, 9 uses. */
static void placements_have_their_uses (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  bcov_answer *answer = NULL;
  bcov_heat *heat = NULL;
  unsigned long uses = 0;
  assert_int_equal (bcov_heat_new (puzzle, NULL, &heat, &answer, NULL), BCOV_OK);
  assert_string_equal (bcov_answer_count (answer), "3");
  assert_int_equal (bcov_heat_placements (heat), 7);
  for (size_t k = 0; k < 7; k++) {
    char *number = NULL;
    assert_int_equal (bcov_heat_uses (heat, k, &number, NULL), BCOV_OK);
    uses += strtoul (number, NULL, 10);
    assert_int_equal (bcov_covering_cells (bcov_heat_placement (heat, k), 0, NULL), 2);
    bcov_free (number);
  }
  assert_int_equal (uses, 9);
  bcov_answer_free (answer);
  bcov_heat_free (heat);
  ask_end (mem, puzzle);
}

SUITE (heat_run)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test (placements_have_their_uses)};
  return cmocka_run_group_tests_name ("heat_run", tests, NULL, NULL);
}
