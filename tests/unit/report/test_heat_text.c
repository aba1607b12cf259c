/* Heat for people, word for word. */

#include "suite.h"

#include "ask.h"
#include "report/heat.h"

static void expect (const char *board, const char *pieces, const char *lattice, const char *wanted)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, board, pieces, lattice, NULL);
  bcov_answer answer;
  char *report = NULL;
  assert_int_equal (bcov_heat (puzzle, NULL, false, &report, &answer, NULL), BCOV_OK);
  assert_string_equal (report, wanted);
  bcov_text_free (report);
  bcov_answer_clear (&answer);
  ask_end (mem, puzzle);
}

static void one_piece (void **state)
{
  (void)state;
  expect ("2x3", "I2:any", NULL,
          "3 coverings\n"
          "7 placements: 0 in every covering, 0 in none\n"
          "\n"
          "between two cells a piece ends in so many % of the coverings:\n"
          "[ ]  67 [ ]  67 [ ]\n"
          " 33      67      33\n"
          "[ ]  67 [ ]  67 [ ]\n");
}

static void several_pieces (void **state)
{
  (void)state;
  expect ("..#/#..", "I2:any,I1:any,L3:0..1", NULL,
          "7 coverings\n"
          "9 placements: 0 in every covering, 0 in none\n"
          "\n"
          "I2 covers each cell in so many % of the coverings:\n"
          "  29  43   #\n"
          "   #  43  29\n"
          "\n"
          "I1 covers each cell in so many % of the coverings:\n"
          "  57  29   #\n"
          "   #  29  57\n"
          "\n"
          "L3 covers each cell in so many % of the coverings:\n"
          "  14  29   #\n"
          "   #  29  14\n"
          "\n"
          "between two cells a piece ends in so many % of the coverings:\n"
          "[ ]  57 [ ]\n"
          "         57\n"
          "        [ ]  57 [ ]\n");
}

static void forced_and_impossible (void **state)
{
  (void)state;
  expect ("1x4", "I2:any", NULL,
          "1 covering\n"
          "3 placements: 2 in every covering, 1 in none\n"
          "\n"
          "in every covering:\n"
          "  I2 [0,0] [0,1]\n"
          "  I2 [0,2] [0,3]\n"
          "\n"
          "in none:\n"
          "  I2 [0,1] [0,2]\n"
          "\n"
          "between two cells a piece ends in so many % of the coverings:\n"
          "[ ]   . [ ] 100 [ ]   . [ ]\n");
}

static void optional_cells (void **state)
{
  (void)state;
  expect ("?.?", "I2:any", NULL,
          "2 coverings\n"
          "2 placements: 0 in every covering, 0 in none\n"
          "\n"
          "I2 covers each cell in so many % of the coverings:\n"
          "  50 100  50\n"
          "\n"
          "between two cells a piece ends in so many % of the coverings:\n"
          "[ ]  50 [ ]  50 [ ]\n");
}

static void other_lattices (void **state)
{
  (void)state;
  expect ("2x2", "XX:any", "hex",
          "2 coverings\n5 placements: 0 in every covering, 1 in none\n\n"
          "in none:\n  XX [0,1] [1,0]\n");
  expect ("1x2x2", "I2:1,I1:any", NULL,
          "4 coverings\n8 placements: 0 in every covering, 0 in none\n"
          "\nI2 covers each cell in so many % of the coverings:\n"
          "  50  50\n  50  50\n"
          "\nI1 covers each cell in so many % of the coverings:\n"
          "  50  50\n  50  50\n");
}

static void no_covering (void **state)
{
  (void)state;
  expect ("1x3", "I2:any", NULL, "0 coverings\n2 placements: 0 in every covering, 2 in none\n");
}

SUITE (heat_text)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (one_piece),
      cmocka_unit_test (several_pieces),
      cmocka_unit_test (forced_and_impossible),
      cmocka_unit_test (optional_cells),
      cmocka_unit_test (other_lattices),
      cmocka_unit_test (no_covering),
  };
  return cmocka_run_group_tests_name ("heat_text", tests, NULL, NULL);
}
