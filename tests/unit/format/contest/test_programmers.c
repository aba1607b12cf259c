/* Puzzle pieces: board, pieces on the table, and a long snake of a piece. */

#include "suite.h"

#include "format/contest/programmers.h"
#include "base/text.h"

#include <string.h>

static bcov_puzzle *read_puzzle (bcov_mem *mem, const char *text, size_t length)
{
  bcov_puzzle *puzzle = NULL;
  bcov_error *err = bcov_error_new ();
  assert_int_equal (bcov_programmers_read (mem, text, length, &puzzle, err), BCOV_OK);
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

/* On this table lie a domino (twice), a piece of five, one of four and one of three cells. */
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

/* A matrix of 0 and 1 as JSON: row by row a snake that fills half of it. */
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

/* A flood that calls itself would need a stack of millions. */
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

SUITE (programmers)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_sample_of_the_contest),
      cmocka_unit_test (mirror_images_are_different_pieces),
      cmocka_unit_test (a_long_snake),
  };
  return cmocka_run_group_tests_name ("programmers", tests, NULL, NULL);
}
