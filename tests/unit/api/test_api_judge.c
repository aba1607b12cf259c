/* The contest formats: the samples of the contests and their exact output. */

#include "suite.h"

#include "ask.h"
#include "base/error.h"
#include "base/mem.h"

#include <stdlib.h>

/* Returns the output of NAME for INPUT. */
static void expect (const char *name, uint32_t size, const char *input, const char *wanted)
{
  bcov_error *err = bcov_error_new ();
  char *output = NULL;
  size_t length = 0;
  if (bcov_judge (NULL, name, size, input, strlen (input), &output, &length, err))
    fail_msg ("%s", bcov_error_text (err));
  assert_string_equal (output, wanted);
  assert_int_equal (length, strlen (wanted));
  bcov_free (output);
  bcov_error_free (err);
}

static const char boardcover[] =
    "3\n3 7\n#.....#\n#.....#\n##...##\n3 7\n#.....#\n#.....#\n##..###\n"
    "8 10\n##########\n#........#\n#........#\n#........#\n#........#\n"
    "#........#\n#........#\n##########\n";

static void algospot (void **state)
{
  (void)state;
  expect ("algospot", 0, boardcover, "0\n2\n1514\n");
  expect ("algospot", 0, "2 \r\n1 2\t\r\n##\r\n2 2 \r\n..\r\n.# \r\n", "1\n1\n");
  expect ("algospot", 0, "0\n", "");
}

static void algospot2 (void **state)
{
  (void)state;
  expect ("algospot2", 0,
          "2\n4 7 2 3\n##.##..\n#......\n#....##\n#..####\n###\n#..\n"
          "5 10 3 3\n..........\n..........\n..........\n..........\n..........\n"
          ".#.\n###\n..#\n",
          "3\n8\n");
  expect ("algospot2", 0, "1\n2 2 1 3\n..\n..\n###\n", "0\n");
}

static void programmers (void **state)
{
  (void)state;
  expect ("programmers", 0,
          "[[1,1,0,0,1,0],[0,0,1,0,1,0],[0,1,1,0,0,1],[1,1,0,1,1,1],[1,0,0,0,1,0],[0,1,1,1,0,0]]\n"
          "[[1,0,0,1,1,0],[1,0,1,0,1,0],[0,1,1,0,1,1],[0,0,1,0,0,0],[1,1,0,1,1,0],[0,1,0,0,0,0]]",
          "14\n");
  expect ("programmers", 0, "[[0,0,0],[1,1,0],[1,1,1]] [[1,1,1],[1,0,0],[0,0,0]]", "0\n");
  expect ("programmers", 0,
          "{\"game_board\": [[0,0,1],[1,1,1],[1,0,0]], \"table\": [[1,1,0],[0,0,1],[0,0,1]]}",
          "4\n");
}

static void arrows (void **state)
{
  (void)state;
  static const char four[] = "Solution: 1\n↗↗↘↘\n↗↗↘↘\n↖↖↙↙\n↖↖↙↙\n\n"
                             "Solution: 2\n↙↙↖↖\n↙↙↖↖\n↘↘↗↗\n↘↘↗↗\n\n"
                             "total: 2 solutions.\n";
  expect ("arrows", 0, "", four);
  expect ("arrows", 4, "", four);
}

/* A board of order 2: all 4^4 ways, checked by simple code. */
static bool arrows_fit (const int *digit)
{
  static const int up[] = {1, 1, 0, 0}, left[] = {1, 0, 0, 1};
  int sides[5][5] = {{0}};
  for (int c = 0; c < 4; c++) {
    int y = 2 * (c / 2) + 1, x = 2 * (c % 2) + 1;
    int dy = up[digit[c]] ? -1 : 1, dx = left[digit[c]] ? -1 : 1;
    if (sides[y + dy][x]++ || sides[y][x + dx]++ || sides[y + dy][x + dx]++)
      return false;
  }
  for (int k = 0; k < 2; k++)
    if (up[digit[2 * k]] + up[digit[2 * k + 1]] != 1 || left[digit[k]] + left[digit[k + 2]] != 1)
      return false;
  return true;
}

static void arrows_on_two_by_two (void **state)
{
  (void)state;
  static const char *const names[] = {"↖", "↗", "↘", "↙"};
  char wanted[4096] = "";
  size_t n = 0, count = 0;
  for (int k = 0; k < 256; k++) {
    int digit[] = {k >> 6 & 3, k >> 4 & 3, k >> 2 & 3, k & 3};
    if (arrows_fit (digit))
      n +=
          (size_t)snprintf (wanted + n, sizeof wanted - n, "Solution: %zu\n%s%s\n%s%s\n\n", ++count,
                            names[digit[0]], names[digit[1]], names[digit[2]], names[digit[3]]);
  }
  snprintf (wanted + n, sizeof wanted - n, "total: %zu solutions.\n", count);
  expect ("arrows", 2, "", wanted);
}

static void bad_input_prints_nothing (void **state)
{
  (void)state;
  static const struct {
    const char *name;
    uint32_t size;
    const char *input;
  } cases[] = {
      {"algospot", 0, "1\n2 2\n..\n"},
      {"algospot", 0, "1\n1 1\n.\n1 1\nx\n"},
      {"algospot2", 0, "1\n1 1 1 1\n.\n"},
      {"programmers", 0, "[[0,1],[1,0]]"},
      {"programmers", 0, "{"},
      {"arrows", 3, ""},
      {"arrows", 65, ""},
      {"algospot3", 0, ""},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_error *err = bcov_error_new ();
    char *output = NULL;
    size_t length = 0;
    assert_int_equal (bcov_judge (NULL, cases[k].name, cases[k].size, cases[k].input,
                                  strlen (cases[k].input), &output, &length, err),
                      BCOV_INPUT);
    assert_null (output);
    assert_string_not_equal (bcov_error_text (err), "");
    bcov_error_free (err);
  }
}

/* Answers before a stop are printed; the total of arrows is left out. */
static void stopped_runs_keep_what_they_have (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_request request = {.mem = mem, .seconds = 0.1, .threads = 1};
  char input[4096] = "2\n1 3\n...\n30 30\n", *output = NULL;
  size_t length = 0;
  for (int row = 0; row < 30; row++)
    strcat (input, "..............................\n");
  assert_int_equal (
      bcov_judge (&request, "algospot", 0, input, strlen (input), &output, &length, err),
      BCOV_STOPPED);
  assert_string_equal (output, "0\n");
  bcov_free (output);
  assert_int_equal (bcov_judge (&request, "arrows", 20, "", 0, &output, &length, err),
                    BCOV_STOPPED);
  assert_null (strstr (output, "total"));
  bcov_free (output);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_error_free (err);
  bcov_mem_delete (mem);
}

static void answers_in_one_call (void **state)
{
  (void)state;
  static const char *const rows[] = {"#.....#", "#.....#", "##..###"};
  static const int board[] = {0, 0, 1, 1, 1, 1, 1, 0, 0}, table[] = {1, 1, 0, 0, 0, 1, 0, 0, 1};
  bcov_error *err = bcov_error_new ();
  char *count = NULL;
  uint64_t cells = 0;
  assert_int_equal (bcov_count_trominoes (rows, 3, &count, NULL), BCOV_OK);
  assert_string_equal (count, "2");
  bcov_free (count);
  assert_int_equal (bcov_count_trominoes (rows, 0, &count, err), BCOV_INPUT);
  assert_null (count);
  assert_int_equal (bcov_fill_table (board, table, 3, &cells, NULL), BCOV_OK);
  assert_int_equal (cells, 4);
  assert_int_equal (bcov_fill_table (board, (const int[]){2}, 1, &cells, err), BCOV_INPUT);
  bcov_error_free (err);
}

/* The arrows of the contest as a puzzle for all questions. */
static void arrows_are_a_puzzle (void **state)
{
  (void)state;
  bcov_puzzle *puzzle = NULL;
  bcov_answer *answer = NULL;
  assert_int_equal (bcov_puzzle_arrows (NULL, 4, &puzzle, NULL), BCOV_OK);
  assert_int_equal (bcov_count (puzzle, NULL, &answer, NULL), BCOV_OK);
  assert_string_equal (bcov_answer_count (answer), "2");
  bcov_answer_free (answer);
  bcov_puzzle_free (puzzle);
  assert_int_equal (bcov_puzzle_arrows (NULL, 3, &puzzle, NULL), BCOV_INPUT);
  assert_null (puzzle);
}

SUITE (api_judge)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (algospot),
      cmocka_unit_test (algospot2),
      cmocka_unit_test (programmers),
      cmocka_unit_test (arrows),
      cmocka_unit_test (answers_in_one_call),
      cmocka_unit_test (arrows_are_a_puzzle),
      cmocka_unit_test (arrows_on_two_by_two),
      cmocka_unit_test (bad_input_prints_nothing),
      cmocka_unit_test (stopped_runs_keep_what_they_have),
  };
  return cmocka_run_group_tests_name ("api_judge", tests, NULL, NULL);
}
