/* Coverings as JSON: the very text, and that it is JSON for any name. */

#include "suite.h"

#include "format/covering/covering_write.h"
#include "format/puzzle/dlx_read.h"
#include "make.h"
#include "base/text.h"

#include <jansson.h>

/* What is written of COVERING; to be freed. */
static char *written (const bcov_covering *covering)
{
  bcov_text text = {0};
  char *out = NULL;
  assert_int_equal (bcov_covering_write_json (covering, &text, NULL), BCOV_OK);
  assert_int_equal (bcov_text_take (&text, &out, NULL, NULL), BCOV_OK);
  return out;
}

static void expect (const bcov_covering *covering, const char *expected)
{
  char *text = written (covering);
  assert_string_equal (text, expected);
  bcov_free (text);
}

static void placements (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "#../#..");
  bcov_covering *covering = NULL;
  make_piece (puzzle, "L3", "X./XX", 0, BCOV_MANY);
  make_piece (puzzle, "I1", "X", 0, BCOV_MANY);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), 0);
  expect (covering, "\"placements\":[]");
  make_lay (covering, "L3", 0, ".XX/.X.");
  expect (covering, "\"placements\":[{\"piece\":\"L3\",\"cells\":[[0,1],[0,2],[1,1]]}]");
  make_lay (covering, "I1", 0, ".../..X");
  expect (covering, "\"placements\":[{\"piece\":\"L3\",\"cells\":[[0,1],[0,2],[1,1]]},"
                    "{\"piece\":\"I1\",\"cells\":[[1,2]]}]");
  make_end (mem, NULL, puzzle, covering);
}

static void layers (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_CUBE, BCOV_WRAP_NONE, "../..|../..");
  bcov_covering *covering = NULL;
  bcov_entry entry = {.hi = 2, .turn = true};
  assert_int_equal (make_entry (puzzle, "I2", "XX", entry, NULL), 0);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), 0);
  make_lay (covering, "I2", 0, "../.X|../.X");
  expect (covering, "\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,1,1],[1,1,1]]}]");
  make_end (mem, NULL, puzzle, covering);
}

/* A board of 1 x 1234567 cells has large numbers; every name must survive a JSON reader. */
static void names_and_numbers (void **state)
{
  (void)state;
  static const char name[] = "a\"b\\c\n\x01\xe2\x86\x96/\x7f";
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = NULL;
  bcov_covering *covering = NULL;
  uint32_t cells[] = {0, 1234566};
  assert_int_equal (bcov_puzzle_new (mem, NULL, &puzzle, NULL), 0);
  assert_int_equal (bcov_board_make (mem, BCOV_SQUARE, 1, 1, 1234567, &puzzle->board, NULL), 0);
  make_piece (puzzle, name, "XX", 1, 1);
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), 0);
  assert_int_equal (bcov_covering_lay (covering, 0, 0, cells, 2, NULL), 0);
  bcov_text text = {0};
  bcov_text_char (&text, '{');
  assert_int_equal (bcov_covering_write_json (covering, &text, NULL), BCOV_OK);
  bcov_text_char (&text, '}');
  json_t *object = json_loadb (text.data, text.length, 0, NULL);
  const char *back;
  int row, column;
  assert_int_equal (json_unpack (object, "{s:[{s:s, s:[[i,i],[i,i]]}]}", "placements", "piece",
                                 &back, "cells", &row, &row, &row, &column),
                    0);
  assert_string_equal (back, name);
  assert_int_equal (column, 1234566);
  json_decref (object);
  bcov_text_drop (&text);
  make_end (mem, NULL, puzzle, covering);
}

static void tiles_tell_how_they_lie (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "...");
  bcov_covering *covering = NULL;
  bcov_entry sides = {.hi = 1, .turn = true, .decor = {.sides = {1, 2, 1, 3}}};
  bcov_entry points = {
      .hi = 1, .turn = true, .decor = {.points = 1 << BCOV_NORTH | 1 << BCOV_NORTHWEST}};
  bcov_entry fixed = {.hi = 1, .decor = {.points = 1 << BCOV_EAST}};
  const char *const colours[] = {"a", "b", "\"c\""};
  for (size_t k = 0; k < 3; k++)
    assert_int_equal (bcov_puzzle_name (puzzle, &puzzle->colours, colours[k], strlen (colours[k]),
                                        BCOV_MOST_COLOURS, NULL),
                      k);
  assert_int_equal (make_entry (puzzle, "s", "X", sides, NULL), 0);
  assert_int_equal (make_entry (puzzle, "p", "X", points, NULL), 0);
  assert_int_equal (make_entry (puzzle, "f", "X", fixed, NULL), 0);
  assert_int_equal (puzzle->pieces.data[0].n_forms, 4);
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), 0);
  make_lay (covering, "s", 0, "X..");
  make_lay (covering, "p", 0, ".X.");
  make_lay (covering, "f", 0, "..X");
  bcov_decor first = puzzle->pieces.data[0].forms[0].decor;
  assert_int_equal (first.sides[0], 1);
  assert_int_equal (first.sides[1], 2);
  bcov_decor second = puzzle->pieces.data[1].forms[0].decor;
  assert_int_equal (second.points, 1 << BCOV_EAST | 1 << BCOV_NORTHEAST);
  expect (covering, "\"placements\":[{\"piece\":\"s\",\"cells\":[[0,0]],"
                    "\"sides\":[\"a\",\"b\",\"a\",\"\\\"c\\\"\"]},"
                    "{\"piece\":\"p\",\"cells\":[[0,1]],\"points\":[\"east\",\"northeast\"]},"
                    "{\"piece\":\"f\",\"cells\":[[0,2]]}]");
  covering->laid.data[0].form = BCOV_ANY_FORM;
  covering->laid.count = 1;
  expect (covering, "\"placements\":[{\"piece\":\"s\",\"cells\":[[0,0]]}]");
  make_end (mem, NULL, puzzle, covering);
}

static void options (void **state)
{
  (void)state;
  const char *text = "a b | x\"y\na x\"y:1\nb\n";
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = NULL;
  bcov_covering *covering = NULL;
  assert_int_equal (bcov_dlx_read (mem, "t.dlx", text, strlen (text), &puzzle, NULL), 0);
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), 0);
  expect (covering, "\"options\":[]");
  assert_int_equal (bcov_covering_lay (covering, 0, 0, NULL, 0, NULL), 0);
  assert_int_equal (bcov_covering_lay (covering, 1, 0, NULL, 0, NULL), 0);
  expect (covering, "\"options\":[[\"a\",\"x\\\"y:1\"],[\"b\"]]");
  make_end (mem, NULL, puzzle, covering);
}

SUITE (covering_write)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (placements),        cmocka_unit_test (layers),
      cmocka_unit_test (names_and_numbers), cmocka_unit_test (tiles_tell_how_they_lie),
      cmocka_unit_test (options),
  };
  return cmocka_run_group_tests_name ("covering_write", tests, NULL, NULL);
}
