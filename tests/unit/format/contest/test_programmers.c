/* Puzzle pieces: the board, the pieces on the table, and a very long piece. */

#include "suite.h"

#include "base/random.h"
#include "base/text.h"
#include "format/contest/programmers.h"
#include "random_cases.h"

#include <string.h>

static bcov_puzzle *read_puzzle (bcov_mem *mem, const char *text, size_t length)
{
  bcov_puzzle *puzzle = NULL;
  bcov_error *err = bcov_error_new ();
  assert_int_equal (bcov_programmers_read (mem, text, length, NULL, &puzzle, err), BCOV_OK);
  assert_string_equal (bcov_error_text (err), "");
  bcov_error_free (err);
  assert_true (puzzle->fill_holes);
  return puzzle;
}

static void end (bcov_mem *mem, bcov_puzzle *puzzle)
{
  bcov_puzzle_free (puzzle);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* The table contains two dominoes, and pieces of five, four and three cells. */
static void the_sample_of_the_contest (void **state)
{
  (void)state;
  const char *text =
      "[[1,1,0,0,1,0],[0,0,1,0,1,0],[0,1,1,0,0,1],[1,1,0,1,1,1],[1,0,0,0,1,0],[0,1,1,1,0,0]]"
      "[[1,0,0,1,1,0],[1,0,1,0,1,0],[0,1,1,0,1,1],[0,0,1,0,0,0],[1,1,0,1,1,0],[0,1,0,0,0,0]]";
  static const uint32_t sizes[] = {2, 5, 4, 3};
  static const uint32_t counts[] = {2, 1, 1, 1};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = read_puzzle (mem, text, strlen (text));
  assert_int_equal (puzzle->board.rows, 6);
  assert_int_equal (puzzle->board.columns, 6);
  assert_int_equal (puzzle->board.n_cells, 18);
  assert_int_equal (puzzle->board.mark[0], BCOV_HOLE);
  assert_int_equal (puzzle->board.mark[2], BCOV_MUST);
  assert_int_equal (puzzle->pieces.count, 4);
  for (size_t k = 0; k < 4; k++) {
    assert_int_equal (puzzle->pieces.data[k].size, sizes[k]);
    assert_int_equal (puzzle->pieces.data[k].hi, counts[k]);
    assert_false (puzzle->pieces.data[k].flip);
  }
  end (mem, puzzle);
}

static void mirror_images_are_different_pieces (void **state)
{
  (void)state;
  const char *text = "{\"table\": [[1,1,0,1],[1,0,0,1],[1,0,1,1],[0,0,0,0]],\n"
                     " \"game_board\": [[0,0,0,0],[1,1,1,1],[1,1,1,1],[1,1,1,1]]}";
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = read_puzzle (mem, text, strlen (text));
  assert_int_equal (puzzle->board.n_cells, 4);
  assert_int_equal (puzzle->pieces.count, 1);
  assert_int_equal (puzzle->pieces.data[0].hi, 2);
  end (mem, puzzle);
  text = "[[0,0,0],[0,0,0],[0,0,0]] [[1,0,0],[1,0,0],[0,0,0]]";
  mem = bcov_mem_new (0);
  puzzle = read_puzzle (mem, text, strlen (text));
  assert_int_equal (puzzle->pieces.count, 1);
  end (mem, puzzle);
  text = "[[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0],[0,0,0,0,0]]"
         "[[0,1,0,1,0],[0,1,0,1,0],[1,1,0,1,1],[0,0,0,0,0],[0,0,0,0,0]]";
  mem = bcov_mem_new (0);
  puzzle = read_puzzle (mem, text, strlen (text));
  assert_int_equal (puzzle->pieces.count, 2);
  end (mem, puzzle);
}

/* A matrix of 0 and 1 as JSON, in which a snake from row to row fills half of the cells. */
static void put_snake (bcov_text *text, int side)
{
  bcov_text_char (text, '[');
  for (int r = 0; r < side; r++) {
    bcov_text_put (text, r ? ",\n[" : "[");
    for (int c = 0; c < side; c++) {
      bool turn = r % 4 == 1 ? c == side - 1 : c == 0;
      bcov_text_printf (text, "%s%d", c ? "," : "", r % 2 == 0 || turn);
    }
    bcov_text_char (text, ']');
  }
  bcov_text_char (text, ']');
}

/* A recursive flood fill would need a stack of millions of frames. */
static void a_long_snake (void **state)
{
  (void)state;
  bcov_text text = {0};
  bcov_mem *mem = bcov_mem_new (0);
  put_snake (&text, 500);
  put_snake (&text, 500);
  bcov_puzzle *puzzle = read_puzzle (mem, text.data, text.length);
  assert_int_equal (puzzle->pieces.count, 1);
  assert_int_equal (puzzle->pieces.data[0].size, 125250);
  assert_int_equal (puzzle->board.n_cells, 124750);
  end (mem, puzzle);
  bcov_text_drop (&text);
}

static void refuse (const char *text, const char *message)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = NULL;
  assert_int_equal (bcov_programmers_read (mem, text, strlen (text), NULL, &puzzle, err),
                    BCOV_INPUT);
  assert_string_equal (bcov_error_text (err), message);
  bcov_error_free (err);
  end (mem, puzzle);
}

static void mistakes_have_places (void **state)
{
  (void)state;
  refuse ("", "standard input: the input is empty; give the arrays game_board and table");
  refuse ("[[0,1],\n [1,2]]\n[[0,1],[-1,0]]",
          "standard input:2:5: number 2 of row 2 of game_board is '2'; give 0 or 1");
  refuse ("[[0,1],[1]] [[0,1],[1,0]]",
          "standard input:1:8: row 2 of game_board has 1 numbers, but its first row has 2");
  refuse ("[[0,1]] [[0,1],[1,0]]",
          "standard input:1:1: game_board has 1 rows of 2 numbers; it must be square");
  refuse ("[[0]] [[0,1],[1,0]]",
          "standard input: game_board is 1 x 1 and table 2 x 2; both must have the same size");
  refuse ("[] [[0]]", "standard input:1:1: game_board has no rows; give at least one");
  refuse ("[[0],] [[0]]", "standard input:1:6: ']' found where a row in brackets was expected");
  refuse ("[[0 1]] [[0]]",
          "standard input:1:5: '1' found where a comma or the end of the row was expected");
  refuse ("[[0]]\n[[0]]\n]",
          "standard input:3:1: ']' found where the end of the input was expected");
  refuse ("[[0]]", "standard input:1:6: the input ends where the array table was expected");
  refuse ("{\"table\":[[0]],\"c\":[[0]]}",
          "standard input:1:16: unknown key 'c'; the keys are 'game_board' and 'table'");
  refuse ("{\"table\":[[0]],\"table\":[[0]]}",
          "standard input:1:16: the key 'table' appears twice; remove one of them");
  refuse ("{\"table\":[[0]]}", "standard input:1:16: the key 'game_board' is missing; add it");
  refuse ("{\"table",
          "standard input:1:2: unknown key 'table'; the keys are 'game_board' and 'table'");
}

/* Any bytes are either read or refused with a message. */
static void random_bytes (void **state)
{
  (void)state;
  static const char letters[] = "0101,,[]{}:\" \n\"a\"\"b\".-e\\\0t";
  bcov_random random = {cases_seed (0)};
  bcov_error *err = bcov_error_new ();
  for (uint64_t round = 0; round < cases (20000); round++) {
    char text[] = "{\"game_board\":[[0,1],[1,0]],\"table\":[[1,1],[0,0]]}";
    size_t length = round & 1 ? sizeof text - 1 : (size_t)bcov_random_below (&random, sizeof text);
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = NULL;
    for (size_t k = bcov_random_below (&random, 6); k > 0; k--)
      text[bcov_random_below (&random, sizeof text)] =
          letters[bcov_random_below (&random, sizeof letters)];
    bcov_error_reset (err);
    bcov_status status = bcov_programmers_read (mem, text, length, NULL, &puzzle, err);
    assert_true (status == BCOV_OK || status == BCOV_INPUT);
    assert_int_equal (status == BCOV_OK, *bcov_error_text (err) == 0);
    end (mem, puzzle);
  }
  bcov_error_free (err);
}

SUITE (programmers)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_sample_of_the_contest),
      cmocka_unit_test (mirror_images_are_different_pieces),
      cmocka_unit_test (a_long_snake),
      cmocka_unit_test (mistakes_have_places),
      cmocka_unit_test (random_bytes),
  };
  return cmocka_run_group_tests_name ("programmers", tests, NULL, NULL);
}
