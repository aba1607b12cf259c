/* Tests of src/format/table_text.c. */

#include "suite.h"
#include "format_help.h"
#include "random_cases.h"
#include "format/puzzle/table_text.h"
#include "base/random.h"
#include "base/text.h"

#include <stdio.h>

static bcov_status read_table (fixture *f, bcov_lattice lattice, const char *text,
                               bcov_puzzle **out)
{
  bcov_plain plain;
  bcov_span span = bcov_span_plain (&plain, "t", text, strlen (text));
  bcov_drawing drawing = {&span, 1};
  bcov_error_reset (f->err);
  bcov_status status = bcov_puzzle_new (f->mem, NULL, out, f->err);
  if (status)
    return status;
  (*out)->board.lattice = lattice;
  return bcov_table_text_read (*out, &drawing, f->err);
}

static void finds_pieces (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle;
  assert_int_equal (read_table (f, BCOV_SQUARE, "XX..X\n.X.XX\nX....\n.XX .\n.X", &puzzle),
                    BCOV_OK);
  assert_int_equal (puzzle->pieces.count, 2);
  const bcov_piece *corner = &puzzle->pieces.data[0], *unit = &puzzle->pieces.data[1];
  assert_true (corner->size == 3 && corner->lo == 3 && corner->hi == 3);
  assert_true (corner->turn && !corner->flip);
  assert_true (corner->place.line == 1 && corner->place.column == 1);
  assert_true (unit->size == 1 && unit->lo == 1 && unit->hi == 1);
  assert_true (unit->place.line == 3 && unit->place.column == 1);
  bcov_puzzle_free (puzzle);
}

/* Mirror images are different pieces, because pieces of a table may not be reflected. */
static void keeps_mirror_images_apart (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle;
  assert_int_equal (read_table (f, BCOV_SQUARE, "X...X\nX...X\nXX.XX", &puzzle), BCOV_OK);
  assert_int_equal (puzzle->pieces.count, 2);
  assert_int_equal (puzzle->pieces.data[0].n_forms, 4);
  bcov_puzzle_free (puzzle);
}

/* Neighbours depend on the lattice: on hex, r,c is adjacent to r+1,c-1. */
static void knows_lattices (void **state)
{
  fixture *f = *state;
  static const struct {
    bcov_lattice lattice;
    size_t pieces;
  } cases[] = {{BCOV_SQUARE, 2}, {BCOV_HEX, 1}, {BCOV_TRIANGLE, 2}};
  for (size_t k = 0; k < 3; k++) {
    bcov_puzzle *puzzle;
    uint32_t used = 0;
    assert_int_equal (read_table (f, cases[k].lattice, ".X\nX.", &puzzle), BCOV_OK);
    for (size_t p = 0; p < puzzle->pieces.count; p++)
      used += puzzle->pieces.data[p].lo;
    assert_int_equal (used, cases[k].pieces);
    bcov_puzzle_free (puzzle);
  }
}

static void refuses_other_signs (void **state)
{
  fixture *f = *state;
  bcov_puzzle *puzzle;
  assert_int_equal (read_table (f, BCOV_SQUARE, "XX\n.x#", &puzzle), BCOV_INPUT);
  assert_says (f, "t:2:2: 'x' is not allowed here; in a table, X is a cell of a piece");
  assert_says (f, "t:2:3: '#'");
  bcov_puzzle_free (puzzle);
}

/* Every cell of a random table is in one piece. */
static void loses_no_cell (void **state)
{
  fixture *f = *state;
  bcov_random random = {cases_seed (20240601)};
  for (uint64_t round = 0; round < cases (20); round++) {
    bcov_text text = {0};
    uint64_t drawn = 0, found = 0;
    for (size_t k = 0; k < 40 * 41; k++) {
      bool cell = k % 41 != 40 && bcov_random_below (&random, 100) < 20 + round % 20 * 4;
      bcov_text_char (&text, k % 41 == 40 ? '\n' : cell ? 'X' : '.');
      drawn += cell;
    }
    bcov_puzzle *puzzle;
    assert_int_equal (read_table (f, (bcov_lattice)(round % 4), text.data, &puzzle), BCOV_OK);
    for (size_t p = 0; p < puzzle->pieces.count; p++)
      found += (uint64_t)puzzle->pieces.data[p].lo * puzzle->pieces.data[p].size;
    assert_int_equal (found, drawn);
    bcov_puzzle_free (puzzle);
    bcov_text_drop (&text);
  }
}

SUITE (table_text)
{
  const struct CMUnitTest tests[] = {
      format_test (finds_pieces),   format_test (keeps_mirror_images_apart),
      format_test (knows_lattices), format_test (refuses_other_signs),
      format_test (loses_no_cell),
  };
  return cmocka_run_group_tests_name ("table_text", tests, NULL, NULL);
}
