/* Drawings and JSON through the public interface, by single calls and by printers. */

#include "suite.h"

#include "boardcover.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  bcov_error *err;
  bcov_puzzle *puzzle;
} desk;

static void set_up (desk *d, const char *board, const char *pieces)
{
  *d = (desk){bcov_error_new (), NULL};
  if (bcov_puzzle_brief (NULL, board, pieces, NULL, NULL, &d->puzzle, d->err))
    fail_msg ("%s", bcov_error_text (d->err));
}

static void tear_down (desk *d)
{
  bcov_puzzle_free (d->puzzle);
  bcov_error_free (d->err);
}

/* The expected text. */
typedef struct {
  const char *letters, *boxes, *json;
} expectation;

static void check_drawing (const bcov_covering *covering, bcov_style style, const char *expected)
{
  char *text = NULL;
  size_t length = 0;
  assert_int_equal (bcov_covering_draw (covering, style, false, &text, &length, NULL), BCOV_OK);
  assert_string_equal (text, expected);
  assert_int_equal (length, strlen (expected));
  bcov_free (text);
}

static bcov_status see_covering (const bcov_covering *covering, uint64_t index, void *data)
{
  const expectation *expected = data;
  char *text = NULL;
  size_t length = 0;
  check_drawing (covering, BCOV_LETTERS, expected->letters);
  check_drawing (covering, BCOV_BOXES, expected->boxes);
  assert_int_equal (bcov_covering_json (covering, index, &text, &length, NULL), BCOV_OK);
  assert_string_equal (text, expected->json);
  assert_int_equal (length, strlen (expected->json));
  bcov_free (text);
  return BCOV_OK;
}

static void a_covering_is_drawn_and_written (void **state)
{
  (void)state;
  desk d;
  bcov_answer *answer = NULL;
  expectation expected = {
      .letters = "LLI\nL#I\n",
      .boxes = "┌───┬─┐\n│ ┌─┤ │\n└─┘ └─┘\n",
      .json = "{\"index\":1,\"placements\":[{\"piece\":\"L3\",\"cells\":[[0,0],[0,1],[1,0]]},"
              "{\"piece\":\"I2\",\"cells\":[[0,2],[1,2]]}]}"};
  set_up (&d, "L.I/.#.", "L3,I2");
  assert_int_equal (bcov_list (d.puzzle, NULL, see_covering, &expected, &answer, d.err), BCOV_OK);
  assert_string_equal (bcov_answer_count (answer), "1");
  bcov_answer_free (answer);
  tear_down (&d);
}

static bcov_status see_without_index (const bcov_covering *covering, uint64_t index, void *data)
{
  (void)index, (void)data;
  char *text = NULL;
  size_t length;
  assert_int_equal (bcov_covering_json (covering, 0, &text, &length, NULL), BCOV_OK);
  assert_string_equal (text, "{\"placements\":[{\"piece\":\"I1\",\"cells\":[[0,0]]}]}");
  bcov_free (text);
  return BCOV_ENOUGH;
}

static void the_index_may_be_left_out (void **state)
{
  (void)state;
  desk d;
  bcov_answer *answer = NULL;
  set_up (&d, "1x1", "I1");
  assert_int_equal (bcov_list (d.puzzle, NULL, see_without_index, NULL, &answer, d.err), BCOV_OK);
  bcov_answer_free (answer);
  tear_down (&d);
}

static void check_answer (const bcov_answer *answer, const char *expected)
{
  char *text = NULL;
  size_t length = 0;
  assert_int_equal (bcov_answer_json (answer, &text, &length, NULL), BCOV_OK);
  assert_string_equal (text, expected);
  assert_int_equal (length, strlen (expected));
  bcov_free (text);
}

static void an_answer_is_written (void **state)
{
  (void)state;
  desk d;
  bcov_answer *answer = NULL;
  set_up (&d, "1x3", "I2:any");
  assert_int_equal (bcov_fill (d.puzzle, NULL, &answer, d.err), BCOV_OK);
  assert_int_equal (bcov_answer_cells (answer), 2);
  char *text = NULL;
  size_t length;
  assert_int_equal (bcov_answer_json (answer, &text, &length, NULL), BCOV_OK);
  assert_memory_equal (text, "{\"cells\":2,\"complete\":true,\"placements\":[{\"piece\":\"I2\",",
                       55);
  bcov_free (text);
  bcov_answer_free (answer);
  tear_down (&d);
  set_up (&d, "1x3", "I2:any");
  assert_int_equal (bcov_count (d.puzzle, NULL, &answer, d.err), BCOV_OK);
  check_answer (answer, "{\"cells\":0,\"complete\":true,\"placements\":[]}");
  bcov_answer_free (answer);
  tear_down (&d);
}

/* ---- coverings piece by piece ---- */

static bcov_status keep_copy (const bcov_covering *covering, uint64_t index, void *data)
{
  (void)index;
  bcov_status status = bcov_covering_copy (covering, data, NULL);
  return status ? status : BCOV_ENOUGH;
}

static void a_copy_outlives_the_list (void **state)
{
  (void)state;
  desk d;
  bcov_covering *copy = NULL;
  int32_t map[5], cells[6];
  set_up (&d, "L.I/.#.", "L3,I2");
  assert_int_equal (bcov_list (d.puzzle, NULL, keep_copy, &copy, NULL, d.err), BCOV_OK);
  assert_int_equal (bcov_covering_placements (copy), 2);
  assert_string_equal (bcov_covering_piece_name (copy, 1), "I2");
  assert_int_equal (bcov_covering_piece (copy, 0), 0);
  assert_int_equal (bcov_covering_cells (copy, 0, cells), 3);
  assert_memory_equal (cells, ((const int32_t[]){0, 0, 0, 1, 1, 0}), sizeof cells);
  bcov_covering_map (copy, map);
  assert_memory_equal (map, ((const int32_t[]){0, 0, 1, 0, 1}), sizeof map);
  bcov_covering_free (copy);
  tear_down (&d);
}

/* ---- the catalog ---- */

static void check_catalog (const char *lattice, const char *name, bcov_status expected,
                           const char *part)
{
  bcov_error *err = bcov_error_new ();
  char *text = NULL;
  assert_int_equal (bcov_catalog (NULL, lattice, name, false, &text, NULL, err), expected);
  assert_non_null (strstr (expected ? bcov_error_text (err) : text, part));
  if (expected)
    assert_null (text);
  bcov_free (text);
  bcov_error_free (err);
}

static void the_catalog_lists_and_draws (void **state)
{
  (void)state;
  check_catalog (NULL, NULL, BCOV_OK, "hexiamonds");
  check_catalog ("hex", NULL, BCOV_OK, "tetrahexes");
  check_catalog (NULL, "L3", BCOV_OK, "L.\nLL\n");
  check_catalog ("cube", "soma", BCOV_OK, "AA ..");
  check_catalog ("sphere", NULL, BCOV_INPUT, "unknown lattice 'sphere'");
  check_catalog ("hex", "L3", BCOV_INPUT, "unknown piece or set 'L3' on the lattice hex");
}

/* ---- printers write what the single calls write ---- */

typedef struct {
  bcov_error *err;
  bcov_puzzle *puzzle;
  bcov_printer *printer;
  uint64_t seen;
} print_desk;

static void set_up_printer (print_desk *d, const char *board, const char *pieces)
{
  *d = (print_desk){.err = bcov_error_new ()};
  if (bcov_puzzle_brief (NULL, board, pieces, NULL, NULL, &d->puzzle, d->err))
    fail_msg ("%s", bcov_error_text (d->err));
  assert_int_equal (bcov_printer_new (d->puzzle, NULL, &d->printer, d->err), BCOV_OK);
}

static void tear_down_printer (print_desk *d)
{
  bcov_printer_free (d->printer);
  bcov_puzzle_free (d->puzzle);
  bcov_error_free (d->err);
}

static void compare (char *single, size_t single_length, const char *printed, size_t length)
{
  assert_string_equal (printed, single);
  assert_int_equal (length, single_length);
  assert_int_equal (strlen (printed), length);
  bcov_free (single);
}

static bcov_status see (const bcov_covering *covering, uint64_t index, void *data)
{
  print_desk *d = data;
  char *single = NULL;
  const char *printed = NULL;
  size_t single_length = 0, length = 0;
  for (bcov_style style = BCOV_LETTERS; style <= BCOV_BLOCKS; style++)
    for (int colour = 0; colour < 2; colour++) {
      assert_int_equal (
          bcov_covering_draw (covering, style, colour, &single, &single_length, d->err), 0);
      assert_int_equal (
          bcov_printer_draw (d->printer, covering, style, colour, &printed, &length, d->err), 0);
      compare (single, single_length, printed, length);
    }
  for (uint64_t number = 0; number < 3; number++) {
    uint64_t shown = number == 2 ? UINT64_MAX : number * index;
    assert_int_equal (bcov_covering_json (covering, shown, &single, &single_length, d->err), 0);
    assert_int_equal (bcov_printer_json (d->printer, covering, shown, &printed, &length, d->err),
                      0);
    compare (single, single_length, printed, length);
  }
  d->seen++;
  return BCOV_OK;
}

static void compare_all (const char *board, const char *pieces, uint64_t coverings)
{
  print_desk d;
  bcov_answer *answer = NULL;
  set_up_printer (&d, board, pieces);
  assert_int_equal (bcov_list (d.puzzle, NULL, see, &d, &answer, d.err), BCOV_OK);
  assert_int_equal (d.seen, coverings);
  bcov_answer_free (answer);
  tear_down_printer (&d);
}

static void printers_print_what_single_calls_do (void **state)
{
  (void)state;
  compare_all ("4x6", "I2:any", 281);
  compare_all ("#...#/...../#...#", "I2:any,L3:any,I3", 6);
  compare_all ("2x2x3", "I2:any", 32);
}

static void an_exact_cover_problem_is_printed_too (void **state)
{
  (void)state;
  static const char text[] = "a b c\na b\nc\na\nb c\n";
  print_desk d = {.err = bcov_error_new ()};
  bcov_answer *answer = NULL;
  assert_int_equal (bcov_puzzle_parse (NULL, "x.dlx", text, sizeof text - 1, &d.puzzle, d.err),
                    BCOV_OK);
  assert_int_equal (bcov_printer_new (d.puzzle, NULL, &d.printer, d.err), BCOV_OK);
  assert_int_equal (bcov_list (d.puzzle, NULL, see, &d, &answer, d.err), BCOV_OK);
  assert_int_equal (d.seen, 2);
  bcov_answer_free (answer);
  tear_down_printer (&d);
}

static bcov_status see_colours (const bcov_covering *covering, uint64_t index, void *data)
{
  print_desk *d = data;
  const char *text;
  (void)index;
  assert_int_equal (bcov_printer_draw (d->printer, covering, BCOV_BLOCKS, true, &text, NULL, NULL),
                    0);
  d->seen = 0;
  for (const char *p = text; (p = strstr (p, "48;5;")); p++)
    d->seen++;
  return BCOV_OK;
}

/* Two dominoes in a row: their colour changes only if it shows the placement. */
static void a_printer_colours_by_what_it_is_told (void **state)
{
  (void)state;
  static const char *const what[] = {"piece", "placement", "orientation", "neighbour", NULL};
  static const uint64_t changes[] = {1, 2, 1, 2, 2};
  print_desk d;
  set_up_printer (&d, "1x4", "I2:any");
  for (size_t k = 0; k < 5; k++) {
    assert_int_equal (bcov_printer_colour_by (d.printer, what[k], d.err), BCOV_OK);
    assert_int_equal (bcov_list (d.puzzle, NULL, see_colours, &d, NULL, d.err), BCOV_OK);
    assert_int_equal (d.seen, changes[k]);
  }
  assert_int_equal (bcov_printer_colour_by (d.printer, "kind", d.err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (d.err), "neighbour"));
  tear_down_printer (&d);
}

SUITE (api_text)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (a_covering_is_drawn_and_written),
      cmocka_unit_test (the_index_may_be_left_out),
      cmocka_unit_test (an_answer_is_written),
      cmocka_unit_test (a_copy_outlives_the_list),
      cmocka_unit_test (the_catalog_lists_and_draws),
      cmocka_unit_test (printers_print_what_single_calls_do),
      cmocka_unit_test (an_exact_cover_problem_is_printed_too),
      cmocka_unit_test (a_printer_colours_by_what_it_is_told),
  };
  return cmocka_run_group_tests_name ("api_text", tests, NULL, NULL);
}
