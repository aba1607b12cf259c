/* Tests of src/format/piece_text.c. */

#include "suite.h"
#include "format_help.h"
#include "format/puzzle/piece_text.h"
#include "base/text.h"

static bcov_status read_list (fixture *f, bcov_lattice lattice, const char *text, bcov_puzzle **out)
{
  bcov_plain plain;
  bcov_piece_reader reader;
  bcov_error_reset (f->err);
  assert_int_equal (bcov_puzzle_new (f->mem, NULL, out, f->err), BCOV_OK);
  (*out)->board.lattice = lattice;
  bcov_piece_reader_start (&reader, *out, f->err);
  bcov_status status =
      bcov_piece_text_list (&reader, bcov_span_plain (&plain, "-p", text, strlen (text)));
  bcov_piece_reader_end (&reader);
  return status;
}

static bcov_puzzle *must_list (fixture *f, bcov_lattice lattice, const char *text)
{
  bcov_puzzle *puzzle;
  if (read_list (f, lattice, text, &puzzle))
    fail_msg ("%s", bcov_error_text (f->err));
  return puzzle;
}

static void check_piece (const bcov_puzzle *puzzle, const char *name, uint32_t lo, uint32_t hi,
                         uint32_t size, uint32_t forms)
{
  const bcov_piece *piece = piece_named (puzzle, name);
  assert_int_equal (piece->lo, lo);
  assert_int_equal (piece->hi, hi);
  assert_int_equal (piece->size, size);
  assert_int_equal (piece->n_forms, forms);
}

static void reads_names_and_counts (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle = must_list (f, BCOV_SQUARE, "L4:2, T4:1..3 ,I2:any,O4,2x3: 4..");
  assert_int_equal (puzzle->pieces.count, 5);
  check_piece (puzzle, "L4", 2, 2, 4, 8);
  check_piece (puzzle, "T4", 1, 3, 4, 4);
  check_piece (puzzle, "I2", 0, BCOV_MANY, 2, 2);
  check_piece (puzzle, "O4", 1, 1, 4, 1);
  check_piece (puzzle, "2x3", 4, BCOV_MANY, 6, 2);
  assert_int_equal (piece_named (puzzle, "T4")->place.column, 7);
  bcov_puzzle_free (puzzle);
}

static void reads_drawings (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle = must_list (f, BCOV_SQUARE, "X./X./XX:2,X..X,X");
  check_piece (puzzle, "X./X./XX", 2, 2, 4, 8);
  check_piece (puzzle, "X..X", 1, 1, 2, 2);
  check_piece (puzzle, "X", 1, 1, 1, 1);
  bcov_puzzle_free (puzzle);
  puzzle = must_list (f, BCOV_TRIANGLE, ".X:3");
  check_piece (puzzle, ".X", 3, 3, 1, 2);
  bcov_puzzle_free (puzzle);
  bcov_text text = {0};
  for (size_t k = 0; k < 300; k++)
    bcov_text_char (&text, 'X');
  puzzle = must_list (f, BCOV_SQUARE, text.data); /* too long for a name */
  check_piece (puzzle, "piece", 1, 1, 300, 2);
  bcov_puzzle_free (puzzle);
  bcov_text_drop (&text);
}

static void reads_sets (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle = must_list (f, BCOV_SQUARE, "one-sided pentominoes:any");
  assert_int_equal (puzzle->pieces.count, 18);
  check_piece (puzzle, "F5", 0, BCOV_MANY, 5, 4);
  bcov_puzzle_free (puzzle);
  puzzle = must_list (f, BCOV_SQUARE, "fixed tetrominoes");
  assert_int_equal (puzzle->pieces.count, 19);
  assert_false (puzzle->pieces.data[0].turn || puzzle->pieces.data[0].flip);
  bcov_puzzle_free (puzzle);
  puzzle = must_list (f, BCOV_CUBE, "soma,pentacubes:0..2,2x2x2");
  assert_int_equal (puzzle->pieces.count, 7 + 29 + 1);
  assert_false (puzzle->pieces.data[0].flip);
  bcov_puzzle_free (puzzle);
}

static void merges_equal_pieces (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle = must_list (f, BCOV_SQUARE, "L3:2,X./XX:any,L3");
  assert_int_equal (puzzle->pieces.count, 1);
  check_piece (puzzle, "X./XX", 3, BCOV_MANY, 3, 4);
  bcov_puzzle_free (puzzle);
}

static void tells_all_mistakes (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle;
  assert_int_equal (read_list (f, BCOV_SQUARE, "Q9,,T4:5..2,zz:x,0x3,.,:2,soma", &puzzle),
                    BCOV_INPUT);
  bcov_puzzle_free (puzzle);
  assert_says (f, "-p:1:1: unknown piece 'Q9'; did you mean 'W5'? see boardcover catalog");
  assert_says (f, "-p:1:4: a piece is missing; write NAME or NAME:COUNT");
  assert_says (f, "-p:1:8: the bounds of the range '5..2' are in the wrong order; write 2..5");
  assert_says (f, "-p:1:13: unknown piece 'zz'");
  assert_says (f, "-p:1:16: 'x' is not a count");
  assert_says (f, "-p:1:18: the piece '0x3' has a 0");
  assert_says (f, "-p:1:22: the shape has no cell");
  assert_says (f, "-p:1:24: a piece is missing");
  assert_says (f, "-p:1:27: unknown piece 'soma' on the square lattice");
  assert_int_equal (bcov_error_count (f->err), 9);
}

/* Rectangles are refused before they are made, each for itself and all together. */
static void limits_cells (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle;
  assert_int_equal (read_list (f, BCOV_SQUARE, "1000000x1000000", &puzzle), BCOV_INPUT);
  bcov_puzzle_free (puzzle);
  assert_says (
      f, "-p:1:1: the piece '1000000x1000000' is too large; at most 16777216 cells are allowed");
  assert_int_equal (read_list (f, BCOV_SQUARE, "10x10:2,4096x4096,9x9,Q9", &puzzle), BCOV_INPUT);
  bcov_puzzle_free (puzzle);
  assert_says (f, "-p:1:9: the pieces have more than 16777216 cells in all; the rest was not read");
  assert_int_equal (bcov_error_count (f->err), 1);
  assert_true (bcov_mem_peak (f->mem) < 1 << 20);
}

static void implies_lattices (void **state)
{
  (void)state;
  static const struct {
    const char *text;
    bcov_lattice lattice;
  } cases[] = {{"L3:2,soma", BCOV_CUBE},
               {"tetrahexes:any", BCOV_HEX},
               {"one-sided hexiamonds", BCOV_TRIANGLE},
               {"pentominoes,X./XX", BCOV_LATTICES},
               {"", BCOV_LATTICES}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_plain plain;
    bcov_span span = bcov_span_plain (&plain, "-p", cases[k].text, strlen (cases[k].text));
    assert_int_equal (bcov_piece_text_lattice (span), cases[k].lattice);
  }
}

static void survives_lack_of_memory (void **state)
{
  fixture *f = *state;
  bcov_status status = BCOV_FAULT;
  for (size_t n = 1; status; n++) {
    bcov_plain plain;
    bcov_piece_reader reader;
    bcov_puzzle *puzzle;
    bcov_error_reset (f->err);
    assert_int_equal (bcov_puzzle_new (f->mem, NULL, &puzzle, f->err), BCOV_OK);
    bcov_piece_reader_start (&reader, puzzle, f->err);
    bcov_mem_fail_at (f->mem, n);
    status =
        bcov_piece_text_list (&reader, bcov_span_plain (&plain, "-p", "trominoes:2,X./XX,3x2", 21));
    bcov_mem_fail_at (f->mem, 0);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    bcov_piece_reader_end (&reader);
    bcov_puzzle_free (puzzle);
    assert_int_equal (bcov_mem_used (f->mem), 0);
  }
}

SUITE (piece_text)
{
  const struct CMUnitTest tests[] = {
      format_test (reads_names_and_counts),
      format_test (reads_drawings),
      format_test (reads_sets),
      format_test (merges_equal_pieces),
      format_test (tells_all_mistakes),
      format_test (limits_cells),
      format_test (implies_lattices),
      format_test (survives_lack_of_memory),
  };
  return cmocka_run_group_tests_name ("piece_text", tests, NULL, NULL);
}
