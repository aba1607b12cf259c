/* Puzzles from files and texts, and their conversion, which must preserve them. */

#include "suite.h"

#include "boardcover.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Objects that every test needs. */
typedef struct {
  bcov_error *err;
  bcov_puzzle *puzzle;
} desk;

static void set_up (desk *d)
{
  *d = (desk){bcov_error_new (), NULL};
}

static void tear_down (desk *d)
{
  bcov_puzzle_free (d->puzzle);
  bcov_error_free (d->err);
}

static void parse (desk *d, const char *name, const char *text)
{
  if (bcov_puzzle_parse (NULL, name, text, strlen (text), &d->puzzle, d->err))
    fail_msg ("%s", bcov_error_text (d->err));
}

/* Returns the number of coverings of the current puzzle. */
static void check_count (desk *d, const char *expected)
{
  bcov_answer *answer = NULL;
  if (bcov_count (d->puzzle, NULL, &answer, d->err))
    fail_msg ("%s", bcov_error_text (d->err));
  assert_string_equal (bcov_answer_count (answer), expected);
  bcov_answer_free (answer);
}

static void the_version_is_a_number (void **state)
{
  (void)state;
  int major, minor, patch;
  assert_int_equal (sscanf (bcov_version (), "%d.%d.%d", &major, &minor, &patch), 3);
  assert_int_equal (major, BCOV_VERSION_MAJOR);
  assert_int_equal (minor, BCOV_VERSION_MINOR);
  assert_int_equal (patch, BCOV_VERSION_PATCH);
  assert_true (bcov_order_version () >= 1);
}

/* ---- files ---- */

/* Creates a file with TEXT; remove it afterwards. */
static void write_file (char *path, const char *text)
{
  int file = mkstemps (path, 5);
  assert_true (file >= 0);
  assert_int_equal (write (file, text, strlen (text)), (ssize_t)strlen (text));
  close (file);
}

static void what_cannot_be_read_is_told (void **state)
{
  (void)state;
  desk d;
  set_up (&d);
  assert_int_equal (bcov_puzzle_open (NULL, "/no/such.yaml", &d.puzzle, d.err), BCOV_INPUT);
  assert_string_equal (bcov_error_text (d.err), "/no/such.yaml: cannot be read: No such file or "
                                                "directory; give another file");
  bcov_error_reset (d.err);
  assert_int_equal (bcov_puzzle_open (NULL, "/", &d.puzzle, d.err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (d.err), "/: cannot be read: Is a directory"));
  tear_down (&d);
}

static void the_ending_tells_the_format (void **state)
{
  (void)state;
  desk d;
  char path[] = "/tmp/boardcover-XXXXXX.yaml";
  write_file (path, "title: Small\nboard: 2x3\npieces: [I2: any]\n");
  set_up (&d);
  assert_int_equal (bcov_puzzle_open (NULL, path, &d.puzzle, d.err), BCOV_OK);
  assert_string_equal (bcov_puzzle_title (d.puzzle), "Small");
  assert_int_equal (bcov_puzzle_cells (d.puzzle), 6);
  check_count (&d, "3");
  tear_down (&d);
  unlink (path);
  set_up (&d);
  parse (&d, "three.dlx", "a b c\na b\nc\na\nb c\n");
  check_count (&d, "2");
  tear_down (&d);
}

static void mistakes_name_the_file (void **state)
{
  (void)state;
  desk d;
  set_up (&d);
  static const char text[] = "board: 2x3\npieces: [Q9]\n";
  assert_int_equal (bcov_puzzle_parse (NULL, "box.yaml", text, strlen (text), &d.puzzle, d.err),
                    BCOV_INPUT);
  assert_memory_equal (bcov_error_text (d.err), "box.yaml:2:", 11);
  tear_down (&d);
}

static void parts_can_be_read (void **state)
{
  (void)state;
  desk d;
  int32_t cell[3], cells[9];
  set_up (&d);
  parse (&d, "a.yaml", "board: |\n  #..\n  ..?\npieces: [{L3: 1..2}, {I2: any}]\n");
  assert_string_equal (bcov_puzzle_lattice (d.puzzle), "square");
  assert_int_equal (bcov_puzzle_coordinates (d.puzzle), 2);
  bcov_puzzle_cell (d.puzzle, 2, cell);
  assert_true (cell[0] == 1 && cell[1] == 0);
  assert_int_equal (bcov_puzzle_pieces (d.puzzle), 2);
  assert_string_equal (bcov_puzzle_piece_name (d.puzzle, 0), "L3");
  assert_int_equal (bcov_puzzle_piece_least (d.puzzle, 0), 1);
  assert_int_equal (bcov_puzzle_piece_most (d.puzzle, 0), 2);
  assert_true (bcov_puzzle_piece_most (d.puzzle, 1) == UINT32_MAX);
  assert_int_equal (bcov_puzzle_piece_size (d.puzzle, 0), 3);
  bcov_puzzle_piece_cells (d.puzzle, 1, cells);
  assert_int_equal (abs (cells[0] - cells[2]) + abs (cells[1] - cells[3]), 1);
  tear_down (&d);
  set_up (&d);
  parse (&d, "a.dlx", "a b\na b\n");
  assert_string_equal (bcov_puzzle_lattice (d.puzzle), "");
  assert_int_equal (bcov_puzzle_coordinates (d.puzzle), 0);
  assert_int_equal (bcov_puzzle_pieces (d.puzzle), 0);
  tear_down (&d);
}

/* ---- conversion ---- */

/* Writes the puzzle as FORMAT and reads it back as a file called NAME. */
static void go_round (desk *d, const char *format, const char *name)
{
  char *text = NULL;
  size_t length = 0;
  if (bcov_convert (d->puzzle, NULL, format, &text, &length, d->err))
    fail_msg ("%s", bcov_error_text (d->err));
  assert_int_equal (strlen (text), length);
  bcov_puzzle_free (d->puzzle);
  d->puzzle = NULL;
  parse (d, name, text);
  bcov_free (text);
}

static void each_format_keeps_the_puzzle (void **state)
{
  (void)state;
  static const char *const formats[][2] = {
      {"yaml", "a.yaml"}, {"json", "a.json"}, {"dlx", "a.dlx"}};
  for (size_t k = 0; k < 3; k++) {
    desk d;
    set_up (&d);
    assert_int_equal (bcov_puzzle_brief (NULL, "6x8", "L3:any", NULL, NULL, &d.puzzle, d.err),
                      BCOV_OK);
    go_round (&d, formats[k][0], formats[k][1]);
    check_count (&d, "1514");
    tear_down (&d);
  }
}

static void dimacs_has_its_header (void **state)
{
  (void)state;
  desk d;
  char *text = NULL;
  size_t length, variables = 0, clauses = 0;
  set_up (&d);
  parse (&d, "a.yaml", "board: 2x2\npieces: [I2: any]\n");
  assert_int_equal (bcov_convert (d.puzzle, NULL, "dimacs", &text, &length, d.err), BCOV_OK);
  assert_memory_equal (text, "c t mc\n", 7);
  assert_int_equal (sscanf (strstr (text, "p cnf"), "p cnf %zu %zu", &variables, &clauses), 2);
  assert_true (variables >= 4 && clauses >= 8);
  bcov_free (text);
  tear_down (&d);
}

static void check_refused (desk *d, const char *format, const char *message)
{
  char *text = NULL;
  size_t length;
  bcov_error_reset (d->err);
  assert_int_equal (bcov_convert (d->puzzle, NULL, format, &text, &length, d->err), BCOV_INPUT);
  assert_null (text);
  assert_non_null (strstr (bcov_error_text (d->err), message));
}

static void what_cannot_be_written_is_told (void **state)
{
  (void)state;
  desk d;
  set_up (&d);
  parse (&d, "a.dlx", "a b\na b\n");
  check_refused (&d, "ymal", "unknown format 'ymal'; did you mean 'yaml'?");
  check_refused (&d, "word", "the formats are yaml, json, dlx and dimacs");
  check_refused (&d, "yaml", "use dlx or dimacs");
  check_refused (&d, "json", "cannot be written as json");
  tear_down (&d);
}

/* Finding nearly a million placements of a large piece takes a while. */
static void a_conversion_can_be_stopped (void **state)
{
  (void)state;
  desk d;
  char *text = NULL;
  size_t length;
  bcov_request *request = bcov_request_new ();
  set_up (&d);
  assert_int_equal (
      bcov_puzzle_brief (NULL, "1000x1000", "40x40:any", NULL, NULL, &d.puzzle, d.err), BCOV_OK);
  bcov_request_stop (request);
  assert_int_equal (bcov_convert (d.puzzle, request, "dlx", &text, &length, d.err), BCOV_STOPPED);
  assert_null (text);
  bcov_request_free (request);
  tear_down (&d);
}

SUITE (api_puzzle)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_version_is_a_number),
      cmocka_unit_test (what_cannot_be_read_is_told),
      cmocka_unit_test (the_ending_tells_the_format),
      cmocka_unit_test (mistakes_name_the_file),
      cmocka_unit_test (parts_can_be_read),
      cmocka_unit_test (each_format_keeps_the_puzzle),
      cmocka_unit_test (dimacs_has_its_header),
      cmocka_unit_test (what_cannot_be_written_is_told),
      cmocka_unit_test (a_conversion_can_be_stopped),
  };
  return cmocka_run_group_tests_name ("api_puzzle", tests, NULL, NULL);
}
