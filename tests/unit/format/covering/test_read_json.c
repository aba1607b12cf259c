/* Coverings as lines of JSON. */

#include "suite.h"

#include "readback.h"
#include "format/puzzle/dlx_read.h"

static bcov_puzzle *small_puzzle (bcov_mem *mem)
{
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "#../...");
  make_piece (puzzle, "hook", "X./XX", 0, 9);
  make_piece (puzzle, "line", "XX", 0, 9);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  return puzzle;
}

static void what_list_and_fill_write (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = small_puzzle (mem);
  readback (puzzle,
            "{\"index\":1,\"placements\":[{\"piece\":\"hook\",\"cells\":[[0,1],[0,2],[1,1]]}]}\n"
            "{ \"placements\" : [ ] , \"index\" : 2 }\n\n"
            "{\"placements\":[{\"cells\":[[1,1],[1,0]],\"piece\":\"line\"},"
            "{\"piece\":\"line\",\"cells\":[[0,1],[0,2]]}]}\n",
            BCOV_OK, "1:hook 0 1 3;2:;4:line 0 1,line 2 3;", "");
  readback (puzzle,
            "{\"cells\":2,\"complete\":true,\"placements\":[{\"piece\":\"line\",\"cells\":"
            "[[0,1],[0,2]]}]}\n",
            BCOV_OK, "1~line 0 1;", "");
  readback (puzzle, "{\"cells\":3,\"complete\":false,\"placements\":[]}", BCOV_WRONG, "1!;",
            "in:1: 3 cells are stated, but 0 are covered");
  make_end (mem, NULL, puzzle, NULL);
}

/* The reader accepts placements that are wrong but well-formed; the verifier rejects them. */
static void wrong_shapes_pass (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = small_puzzle (mem);
  readback (puzzle, "{\"placements\":[{\"piece\":\"line\",\"cells\":[[0,1],[1,2]]}]}", BCOV_OK,
            "1:line 0 4;", "");
  readback (puzzle, "{\"placements\":[{\"piece\":\"line\",\"cells\":[[0,1],[0,1]]}]}", BCOV_OK,
            "1:line 0 0;", "");
  make_end (mem, NULL, puzzle, NULL);
}

static void wrong_content (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = small_puzzle (mem);
  readback (puzzle,
            "{\"placements\":[{\"piece\":\"lime\",\"cells\":[[0,1],[1,2]]}]}\n"
            "{\"placements\":[{\"piece\":\"line\",\"cells\":[[0,0],[0,1]]},"
            "{\"piece\":\"line\",\"cells\":[[1,1],[1,3]]}]}\n"
            "{\"placements\":[{\"piece\":\"line\",\"cells\":[[-1,0],[99999999999,1]]}]}\n"
            "{\"placements\":[]}",
            BCOV_WRONG, "1!;2!;3!;4:;",
            "in:1: placement 1: the puzzle has no piece 'lime'; did you mean 'line'?\n"
            "in:2: placement 1 covers [0,0], which is not a cell of the board\n"
            "in:2: placement 2 covers [1,3], which is not a cell of the board\n"
            "in:3: placement 1 covers [-1,0], which is not a cell of the board");
  make_end (mem, NULL, puzzle, NULL);
}

static void wrong_form (void **state)
{
  (void)state;
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"{\"placements\":[{\"cells\":[[0,1]]}]}", "in:1: placement 1 needs \"piece\", a string"},
      {"{\"placements\":[{\"piece\":7,\"cells\":[[0,1]]}]}",
       "in:1: placement 1 needs \"piece\", a string"},
      {"{\"placements\":[{\"piece\":\"line\"}]}",
       "in:1: placement 1 needs \"cells\", a list of cells"},
      {"{\"placements\":[{\"piece\":\"line\",\"cells\":[]}]}",
       "in:1: placement 1 needs \"cells\", a list of cells"},
      {"{\"placements\":[{\"piece\":\"line\",\"cells\":[[0,1],[0,0,1]]}]}",
       "in:1: placement 1 has a cell that is not of the form [row,column]"},
      {"{\"placements\":[{\"piece\":\"line\",\"cells\":[[0,1.5]]}]}",
       "in:1: placement 1 has a cell that is not of the form [row,column]"},
      {"{\"placements\":[{\"piece\":\"line\",\"cells\":[7]}]}",
       "in:1: placement 1 has a cell that is not of the form [row,column]"},
      {"{\"placements\":[{\"piece\":\"line\",\"cells\":[[0,1]],\"x\":1}]}",
       "in:1: placement 1 has the unknown key 'x'"},
      {"{\"placements\":[7]}", "in:1: placement 1 is not an object in braces"},
      {"{\"placements\":{}}", "in:1: \"placements\" must be a list"},
      {"{\"placements\":[],\"index\":\"1a\"}", "in:1: \"index\" must be a whole number"},
      {"{\"placements\":[],\"index\":true}", "in:1: \"index\" must be a whole number"},
      {"{\"placements\":[],\"complete\":1}", "in:1: \"complete\" must be true or false"},
      {"{\"placements\":[],\"colour\":1}", "in:1: unknown key 'colour'"},
      {"{\"placements\":[],\"placements\":[]}",
       "in:1:29: invalid JSON: duplicate object key near '\"placements\"'"},
      {"{\"index\":1}", "in:1: this covering has no \"placements\""},
      {"{\"options\":[]}", "in:1: coverings of this puzzle have \"placements\" instead"},
      {"{\"placements\":[]} x", "in:1:19: invalid JSON: end of file expected near 'x'"},
      {"{\"placements\":[]", "in:1:16: invalid JSON: '}' expected near end of file"},
      {"{\"placements\":[", "in:1:15: invalid JSON: ']' expected near end of file"},
      {"{\"placements\":[{\"piece\":]}", "in:1:25: invalid JSON: unexpected token near ']'"},
      {"{\"placements\":[{},]}", "in:1:19: invalid JSON: unexpected token near ']'"},
      {"{\"placements\":[{},{}]}", "in:1: placement 1 needs \"piece\", a string\n"
                                   "in:1: placement 2 needs \"piece\", a string"},
      {"{\"placements\" []}", "in:1:15: invalid JSON: ':' expected near '['"},
      {"{}", "in:1: this covering has no \"placements\""},
  };
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = small_puzzle (mem);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    readback (puzzle, cases[k].text, BCOV_INPUT, "1!;", cases[k].message);
  make_end (mem, NULL, puzzle, NULL);
}

static void layers (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_CUBE, BCOV_WRAP_NONE, "../..|../..");
  bcov_entry entry = {.hi = 2, .turn = true};
  assert_int_equal (make_entry (puzzle, "I2", "XX", entry, NULL), 0);
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  readback (puzzle, "{\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,1,1],[1,1,1]]}]}", BCOV_OK,
            "1:I2 3 7;", "");
  readback (puzzle, "{\"placements\":[{\"piece\":\"I2\",\"cells\":[[1,1],[1,0]]}]}", BCOV_INPUT,
            "1!;", "in:1: placement 1 has a cell that is not of the form [layer,row,column]");
  make_end (mem, NULL, puzzle, NULL);
}

/* Records the forms of a covering of two tiles. */
static bool see_forms (bcov_covering *covering, const bcov_place *place, bool partial, void *data)
{
  uint32_t *forms = data;
  (void)place;
  (void)partial;
  for (size_t k = 0; covering && k < covering->laid.count; k++)
    forms[k] = covering->laid.data[k].form;
  return true;
}

static void tiles_and_how_they_lie (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "...");
  bcov_entry sides = {.hi = 9, .turn = true, .decor = {.sides = {1, 0, 1, 2}}};
  bcov_entry points = {.hi = 9, .turn = true, .decor = {.points = 3}};
  uint32_t forms[3] = {9, 9, 9};
  assert_int_equal (bcov_puzzle_name (puzzle, &puzzle->colours, "a", 1, 9, NULL), 0);
  assert_int_equal (bcov_puzzle_name (puzzle, &puzzle->colours, "b", 1, 9, NULL), 1);
  assert_int_equal (make_entry (puzzle, "s", "X", sides, NULL), 0);
  assert_int_equal (make_entry (puzzle, "p", "X", points, NULL), 0);
  const char *text = "{\"placements\":[{\"piece\":\"s\",\"cells\":[[0,0]],\"sides\":[\"b\",\"a\","
                     "null,\"a\"]},{\"piece\":\"p\",\"cells\":[[0,1]],\"points\":[\"south\","
                     "\"east\"]},{\"piece\":\"p\",\"cells\":[[0,2]]}]}";
  assert_int_equal (bcov_covering_read (puzzle, "in", text, strlen (text), see_forms, forms, NULL),
                    BCOV_OK);
  assert_int_equal (puzzle->pieces.data[0].forms[forms[0]].decor.sides[0], 2);
  assert_int_equal (puzzle->pieces.data[0].forms[forms[0]].decor.sides[2], 0);
  assert_int_equal (puzzle->pieces.data[1].forms[forms[1]].decor.points,
                    1 << BCOV_SOUTH | 1 << BCOV_EAST);
  assert_int_equal (forms[2], BCOV_ANY_FORM);
  readback (puzzle,
            "{\"placements\":[{\"piece\":\"s\",\"cells\":[[0,0]],\"sides\":[\"a\",\"a\",\"b\","
            "null]}]}",
            BCOV_WRONG, "1!;",
            "in:1: the sides or points of placement 1 match no rotation of piece 's'");
  make_end (mem, NULL, puzzle, NULL);
}

static void options (void **state)
{
  (void)state;
  const char *dlx = "a b | x\na x:1\nb x:1\nb x:2\n";
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = NULL;
  assert_int_equal (bcov_dlx_read (mem, "t.dlx", dlx, strlen (dlx), &puzzle, NULL), BCOV_OK);
  readback (puzzle,
            "{\"index\":1,\"options\":[[\"a\",\"x:1\"],[\"x:1\",\"b\"]]}\n{\"options\":[]}\n",
            BCOV_OK, "1:0,1;2:;", "");
  readback (puzzle,
            "{\"options\":[[\"a\",\"x:3\"],[\"c\"],[\"a\",\"a\"],[\"a\"],[\"a\",\"x:1\"],"
            "[\"a\",\"x:1\"]]}",
            BCOV_WRONG, "1!;",
            "in:1: option 1: 'x:3' has a colour that the problem does not have\nin:1: option 2: "
            "unknown item 'c'\nin:1: option 3: the item of 'a' appears twice in this option\nin:1: "
            "option 4 is not an option of the problem; it must list all items of one option\nin:1: "
            "option 6 appears twice in this covering");
  readback (puzzle, "{\"options\":[7]}\n{\"options\":[[7]]}\n{\"placements\":[]}", BCOV_INPUT,
            "1!;2!;3!;",
            "in:1: option 1 is not a list of items\nin:2: option 1 has an item that is not a "
            "string\nin:3: coverings of this puzzle have \"options\" instead");
  make_end (mem, NULL, puzzle, NULL);
}

SUITE (read_json)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (what_list_and_fill_write),
      cmocka_unit_test (wrong_shapes_pass),
      cmocka_unit_test (wrong_content),
      cmocka_unit_test (wrong_form),
      cmocka_unit_test (layers),
      cmocka_unit_test (tiles_and_how_they_lie),
      cmocka_unit_test (options),
  };
  return cmocka_run_group_tests_name ("read_json", tests, NULL, NULL);
}
