/* Tests of src/format/brief.c. */

#include "suite.h"
#include "format_help.h"
#include "format/puzzle/brief.h"

static bcov_status read_brief (fixture *f, const char *board, const char *pieces,
                               const char *lattice, const char *wrap, bcov_puzzle **out)
{
  bcov_brief brief = {board, pieces, lattice, wrap};
  bcov_error_reset (f->err);
  return bcov_brief_read (f->mem, &brief, out, f->err);
}

static void check (fixture *f, const char *board, const char *pieces, const char *lattice,
                   bcov_lattice wanted, uint32_t cells, size_t count)
{
  bcov_puzzle *puzzle;
  if (read_brief (f, board, pieces, lattice, NULL, &puzzle))
    fail_msg ("%s", bcov_error_text (f->err));
  assert_int_equal (puzzle->board.lattice, wanted);
  assert_int_equal (puzzle->board.n_cells, cells);
  assert_int_equal (puzzle->pieces.count, count);
  bcov_puzzle_free (puzzle);
}

static void reads_briefs (void **state)
{
  fixture *f = *state;
  check (f, "6x8", "L3:any", NULL, BCOV_SQUARE, 48, 1);
  check (f, "6x10", "pentominoes", NULL, BCOV_SQUARE, 60, 12);
  check (f, "5x6", "L4:2,T4:1..3,I2:any", NULL, BCOV_SQUARE, 30, 3);
  check (f, "#.....#/#.....#/##..###", "L3:any", NULL, BCOV_SQUARE, 12, 1);
  check (f, "9x9", "3x3:any", NULL, BCOV_SQUARE, 81, 1);
  check (f, "3x3", "X./XX:2", NULL, BCOV_SQUARE, 9, 1);
  check (f, "9x10", "one-sided pentominoes", NULL, BCOV_SQUARE, 90, 18);
  check (f, "3x3x3", "soma", NULL, BCOV_CUBE, 27, 7);
  check (f, "1x3x4", "I2:any", NULL, BCOV_CUBE, 12, 1);
  check (f, "4x7", "tetrahexes", NULL, BCOV_HEX, 28, 7);
  check (f, "4x7", "tetriamonds:any", NULL, BCOV_TRIANGLE, 28, 3);
  check (f, "4x7", "XX:any", "hex", BCOV_HEX, 28, 1);
  check (f, "..../....", "XX:any", "cube", BCOV_CUBE, 8, 1);
  check (f, "..F./....", "F5,I5", NULL, BCOV_SQUARE, 8, 2);
}

static void reads_wraps (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle;
  assert_int_equal (read_brief (f, "4x4", "I2:any", NULL, "both", &puzzle), BCOV_OK);
  assert_int_equal (puzzle->board.wrap, BCOV_WRAP_BOTH);
  bcov_puzzle_free (puzzle);
}

static void refuse (fixture *f, const char *board, const char *pieces, const char *lattice,
                    const char *wrap, const char *message)
{
  bcov_puzzle *puzzle;
  assert_int_equal (read_brief (f, board, pieces, lattice, wrap, &puzzle), BCOV_INPUT);
  assert_null (puzzle);
  assert_says (f, message);
}

static void refuses_others (void **state)
{
  fixture *f = *state;
  refuse (f, NULL, "L3", NULL, NULL, "board: the value is empty; give a board, such as 6x8");
  refuse (f, "", "L3", NULL, NULL, "board: the value is empty");
  refuse (f, "6x8", NULL, NULL, NULL, "pieces: the value is empty; give pieces, such as L3:any");
  refuse (f, "6x8", "L3,Q9", NULL, NULL, "pieces:1:4: unknown piece 'Q9'");
  refuse (f, "..!", "L3", NULL, NULL, "board:1:3: '!' is not allowed here");
  refuse (f, "..a", "L3", NULL, NULL, "board:1:3: no piece has the name or the letter 'a'");
  refuse (f, "6x8", "L3", "sqare", NULL, "unknown lattice 'sqare'; use square, cube, hex or tri");
  refuse (f, "6x8", "L3", NULL, "round", "unknown wrap 'round'");
  refuse (f, "6x8", "XX", "hex", "rows", "only boards of the square lattice can be joined");
  refuse (f, "3x3x3", "L3", "square", NULL, "three numbers are a box of cubes");
  refuse (f, "6x8\xff", "L3", NULL, NULL, "board:1:4: the byte 0xff is not valid UTF-8");
  refuse (f, "1000000x1000000", "L3", NULL, NULL, "board:1:1: the board '1000000x1000000' is too");
  refuse (f, "3x3x3", "tetrahexes", NULL, NULL, "'tetrahexes' on the cube lattice; it belongs");
}

static void tells_all_mistakes (void **state)
{
  fixture *f = *state;
  refuse (f, "..!", "Q9,T4:x", NULL, "round", "board:1:3: '!'");
  assert_says (f, "unknown wrap 'round'");
  assert_says (f, "pieces:1:1: unknown piece 'Q9'");
  assert_says (f, "pieces:1:7: 'x' is not a count");
  assert_int_equal (bcov_error_count (f->err), 4);
  refuse (f, NULL, "\xff", NULL, NULL, "board: the value is empty");
  assert_says (f, "pieces:1:1: the byte 0xff");
}

static void survives_lack_of_memory (void **state)
{
  fixture *f = *state;
  bcov_status status = BCOV_FAULT;
  for (size_t n = 1; status; n++) {
    bcov_puzzle *puzzle;
    bcov_mem_fail_at (f->mem, n);
    status = read_brief (f, "..L/...", "L3:any,X./XX,I2", NULL, NULL, &puzzle);
    bcov_mem_fail_at (f->mem, 0);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    bcov_puzzle_free (puzzle);
    assert_int_equal (bcov_mem_used (f->mem), 0);
  }
}

SUITE (brief)
{
  const struct CMUnitTest tests[] = {
      format_test (reads_briefs),
      format_test (reads_wraps),
      format_test (refuses_others),
      format_test (tells_all_mistakes),
      format_test (survives_lack_of_memory),
  };
  return cmocka_run_group_tests_name ("brief", tests, NULL, NULL);
}
