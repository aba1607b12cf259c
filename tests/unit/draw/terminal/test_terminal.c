/* Drawings of coverings, compared exactly. */

#include "suite.h"

#include "draw/terminal/terminal.h"
#include "sketch.h"

/* Checks that DRAWING is drawn as EXPECTED. */
static void check_wrapped (bcov_lattice lattice, bcov_wrap wrap, bcov_style style, bool colour,
                           const char *drawing, const char *expected)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, lattice, wrap, drawing);
  bcov_text text = {0};
  assert_int_equal (bcov_terminal_draw (covering, style, colour, &text, NULL), BCOV_OK);
  assert_string_equal (text.data, expected);
  bcov_text_drop (&text);
  sketch_free (covering);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void check (bcov_lattice lattice, bcov_style style, const char *drawing,
                   const char *expected)
{
  check_wrapped (lattice, BCOV_WRAP_NONE, style, false, drawing, expected);
}

static void letters_are_rows_of_characters (void **state)
{
  (void)state;
  check (BCOV_SQUARE, BCOV_LETTERS, "AAB#/.CB#/CCB#", "AAB#\n.CB#\nCCB#\n");
  check (BCOV_CUBE, BCOV_LETTERS, "AA/B#|AC/..", "AA AB\nB# ..\n");
  check (BCOV_HEX, BCOV_LETTERS, "AAB/CBB", "AAB\nCBB\n");
  check (BCOV_TRIANGLE, BCOV_LETTERS, "AAA/BBB", "AAA\nBBB\n");
}

static void boxes_are_outlines (void **state)
{
  (void)state;
  check (BCOV_SQUARE, BCOV_BOXES, "AAB/ACB/CCB",
         "┌───┬─┐\n"
         "│ ┌─┤ │\n"
         "├─┘ │ │\n"
         "└───┴─┘\n");
  check (BCOV_SQUARE, BCOV_BOXES, "A#B/A#B",
         "┌─┐ ┌─┐\n"
         "│ │ │ │\n"
         "└─┘ └─┘\n");
  check (BCOV_SQUARE, BCOV_BOXES, "AAA/A#A/AAA/###",
         "┌─────┐\n"
         "│ ┌─┐ │\n"
         "│ └─┘ │\n"
         "└─────┘\n"
         "\n");
}

static void boxes_with_something_inside_are_larger (void **state)
{
  (void)state;
  check (BCOV_SQUARE, BCOV_BOXES, "AA./A+#",
         "┌───────┬───┐\n"
         "│       │ · │\n"
         "│   ┌───┼───┘\n"
         "│   │ + │\n"
         "└───┴───┘\n");
  check (BCOV_CUBE, BCOV_BOXES, "AA/BB|AC/BB",
         "┌───────┐  ┌───┬───┐\n"
         "│ A   A │  │ A │ C │\n"
         "├───────┤  ├───┴───┤\n"
         "│ B   B │  │ B   B │\n"
         "└───────┘  └───────┘\n");
}

/* The lines of the drawing of DRAWING in boxes, and the columns of its last line. */
static void check_size (bcov_lattice lattice, bool colour, const char *drawing, size_t lines,
                        size_t columns)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, lattice, BCOV_WRAP_NONE, drawing);
  bcov_text text = {0};
  assert_int_equal (bcov_terminal_draw (covering, BCOV_BOXES, colour, &text, NULL), BCOV_OK);
  size_t found = 0, last = 0;
  for (size_t k = 0; k + 1 < text.length; k++)
    if (text.data[k] == '\n') {
      last = k + 1;
      found++;
    }
  text.data[text.length - 1] = 0;
  assert_int_equal (found + 1, lines);
  assert_int_equal (bcov_text_columns (text.data + last), columns);
  bcov_text_drop (&text);
  sketch_free (covering);
  bcov_mem_delete (mem);
}

static void boxes_leave_room_where_something_stands_inside (void **state)
{
  (void)state;
  check_size (BCOV_SQUARE, false, "AAB/ABB", 3, 7);
  check_size (BCOV_SQUARE, true, "AAB/ABB", 5, 13);  /* colours */
  check_size (BCOV_SQUARE, false, "AA./ABB", 5, 13); /* an empty cell */
  check_size (BCOV_SQUARE, false, "AA+/ABB", 5, 13); /* a tile named with a symbol */
  check_size (BCOV_CUBE, false, "AAB/ABB", 5, 13);
}

static void a_piece_has_its_colour_on_every_lattice (void **state)
{
  (void)state;
  static const bcov_lattice lattices[] = {BCOV_SQUARE, BCOV_HEX, BCOV_TRIANGLE};
  for (size_t k = 0; k < 3; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_covering *covering = sketch (mem, lattices[k], BCOV_WRAP_NONE, "AAAA/AAAA/AAAA");
    bcov_text text = {0};
    assert_int_equal (bcov_terminal_draw (covering, BCOV_BOXES, true, &text, NULL), BCOV_OK);
    assert_non_null (strstr (text.data, ";48;5;74m     "));
    assert_true (text.data[0] != '\033');
    bcov_text_drop (&text);
    sketch_free (covering);
    bcov_mem_delete (mem);
  }
}

/* Gives the only piece of the puzzle the sides red, green, red, none. */
static void paint_sides (bcov_puzzle *puzzle)
{
  static const char *const names[] = {"red", "green"};
  static const uint16_t sides[4] = {1, 2, 1, 0};
  for (size_t k = 0; k < 2; k++)
    assert_true (
        bcov_puzzle_name (puzzle, &puzzle->colours, names[k], strlen (names[k]), 9, NULL) >= 0);
  memcpy (puzzle->pieces.data[0].forms[0].decor.sides, sides, sizeof sides);
}

static void coloured_sides_are_named (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "AB");
  bcov_text text = {0};
  paint_sides ((bcov_puzzle *)covering->puzzle);
  assert_int_equal (bcov_terminal_draw (covering, BCOV_BOXES, false, &text, NULL), BCOV_OK);
  assert_string_equal (text.data, "┌─r─┬─r─┐\n"
                                  "│ A g A g\n"
                                  "└─r─┴─r─┘\n");
  bcov_text_drop (&text);
  covering->laid.data[0].form = BCOV_ANY_FORM;
  assert_int_equal (bcov_terminal_draw (covering, BCOV_BOXES, false, &text, NULL), BCOV_OK);
  assert_non_null (strstr (text.data, "┌───┬─r─┐\n│ A │ A g\n"));
  bcov_text_drop (&text);
  sketch_free (covering);
  bcov_mem_delete (mem);
}

static void joined_boards_are_open_at_the_seam (void **state)
{
  (void)state;
  check_wrapped (BCOV_SQUARE, BCOV_WRAP_COLUMNS, BCOV_BOXES, false, "ABA/ABA",
                 "──┬─┬──\n"
                 "  │ │\n"
                 "──┴─┴──\n");
  check_wrapped (BCOV_SQUARE, BCOV_WRAP_BOTH, BCOV_BOXES, false, "ABBA/ABBA",
                 "  │   │\n"
                 "  │   │\n"
                 "  │   │\n");
}

static void hexagons_lie_half_a_cell_apart (void **state)
{
  (void)state;
  check (BCOV_HEX, BCOV_BOXES, "AAB/ACB/CCB",
         " / \\ / \\ / \\\n"
         "│       │   │\n"
         " \\     / \\   \\\n"
         "  │   │   │   │\n"
         "   \\ /     \\   \\\n"
         "    │       │   │\n"
         "     \\ / \\ / \\ /\n");
  check (BCOV_HEX, BCOV_BLOCKS, "AB/A./AB", "▒▒██\n ▒▒·\n  ▒▒██\n");
}

static void triangles_slope (void **state)
{
  (void)state;
  check (BCOV_TRIANGLE, BCOV_BOXES, "ABB/CCB",
         "  ____\n"
         " /\\   \\\n"
         "/__\\   \\\n"
         "\\   \\  /\n"
         " \\___\\/\n");
  check (BCOV_TRIANGLE, BCOV_BOXES, "A.",
         "  ____\n"
         " /\\· /\n"
         "/__\\/\n");
  check (BCOV_TRIANGLE, BCOV_BLOCKS, "ABB/CCC", "ABB\nCCC\n");
}

static void blocks_are_two_columns (void **state)
{
  (void)state;
  check (BCOV_SQUARE, BCOV_BLOCKS, "AB./A##", "▒▒██·\n▒▒\n");
  check (BCOV_CUBE, BCOV_BLOCKS, "A#/AA|BB/BB", "▒▒    ████\n▒▒▒▒  ████\n");
}

static void colours_are_told_where_they_change (void **state)
{
  (void)state;
  check_wrapped (BCOV_SQUARE, BCOV_WRAP_NONE, BCOV_BLOCKS, true, "AABB#./#AA###",
                 "\033[0;38;5;16;48;5;74m    \033[0;38;5;16;48;5;214m    \033[0m  ·\n"
                 "  \033[0;38;5;16;48;5;74m    \033[0m\n");
  check_wrapped (BCOV_SQUARE, BCOV_WRAP_NONE, BCOV_LETTERS, true, "AAB.",
                 "\033[0;38;5;74mAA\033[0;38;5;214mB\033[0m.\n");
  check_wrapped (BCOV_SQUARE, BCOV_WRAP_NONE, BCOV_BOXES, true, "A",
                 "┌───┐\n│\033[0;38;5;16;48;5;74m   \033[0m│\n└───┘\n");
}

static void a_board_that_leans_too_far_is_drawn_in_letters (void **state)
{
  (void)state;
  enum { ROWS = 3000 };
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_HEX, BCOV_WRAP_NONE, "A");
  bcov_puzzle *puzzle = (bcov_puzzle *)covering->puzzle;
  bcov_board_free (mem, &puzzle->board);
  assert_int_equal (bcov_board_make (mem, BCOV_HEX, 1, ROWS, 1, &puzzle->board, NULL), BCOV_OK);
  bcov_text text = {0};
  assert_int_equal (bcov_terminal_draw (covering, BCOV_BOXES, false, &text, NULL), BCOV_OK);
  assert_int_equal (text.length, 2 * ROWS);
  assert_memory_equal (text.data, "A\n.\n.\n", 6);
  bcov_text_drop (&text);
  sketch_free (covering);
  bcov_mem_delete (mem);
}

/* ---- exact cover problems ---- */

static char *copy (bcov_mem *mem, const char *text)
{
  return bcov_mem_copy (mem, text, strlen (text), NULL);
}

/* Items a, b and c; the options "a c:red" and "b c:red". */
static bcov_puzzle *make_exact (bcov_mem *mem)
{
  static const char *const items[] = {"a", "b", "c"};
  static const uint32_t first[] = {0, 2, 4}, item[] = {0, 2, 1, 2}, colour[] = {0, 1, 0, 1};
  bcov_puzzle *puzzle = NULL;
  assert_int_equal (bcov_puzzle_new (mem, "three.dlx", &puzzle, NULL), BCOV_OK);
  bcov_exact *exact = puzzle->exact = bcov_mem_alloc (mem, 1, sizeof *puzzle->exact, NULL);
  for (size_t k = 0; k < 3; k++) {
    assert_int_equal (bcov_vec_push (mem, &exact->items, copy (mem, items[k]), NULL), BCOV_OK);
    assert_int_equal (bcov_vec_push (mem, &exact->first, first[k], NULL), BCOV_OK);
  }
  for (size_t k = 0; k < 4; k++) {
    assert_int_equal (bcov_vec_push (mem, &exact->item, item[k], NULL), BCOV_OK);
    assert_int_equal (bcov_vec_push (mem, &exact->colour, colour[k], NULL), BCOV_OK);
  }
  assert_int_equal (bcov_vec_push (mem, &exact->colours, copy (mem, "red"), NULL), BCOV_OK);
  return puzzle;
}

static void options_of_exact_covers_are_lines_of_items (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_exact (mem);
  bcov_covering *covering = NULL;
  bcov_text text = {0};
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), BCOV_OK);
  for (uint32_t option = 0; option < 2; option++)
    assert_int_equal (bcov_covering_lay (covering, option, 0, NULL, 0, NULL), BCOV_OK);
  assert_int_equal (bcov_terminal_draw (covering, BCOV_BOXES, true, &text, NULL), BCOV_OK);
  assert_string_equal (text.data, "a c:red\nb c:red\n");
  bcov_text_drop (&text);
  bcov_covering_free (covering);
  bcov_puzzle_free (puzzle);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (terminal)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (letters_are_rows_of_characters),
      cmocka_unit_test (boxes_are_outlines),
      cmocka_unit_test (boxes_with_something_inside_are_larger),
      cmocka_unit_test (boxes_leave_room_where_something_stands_inside),
      cmocka_unit_test (a_piece_has_its_colour_on_every_lattice),
      cmocka_unit_test (coloured_sides_are_named),
      cmocka_unit_test (joined_boards_are_open_at_the_seam),
      cmocka_unit_test (hexagons_lie_half_a_cell_apart),
      cmocka_unit_test (triangles_slope),
      cmocka_unit_test (blocks_are_two_columns),
      cmocka_unit_test (colours_are_told_where_they_change),
      cmocka_unit_test (a_board_that_leans_too_far_is_drawn_in_letters),
      cmocka_unit_test (options_of_exact_covers_are_lines_of_items),
  };
  return cmocka_run_group_tests_name ("terminal", tests, NULL, NULL);
}
