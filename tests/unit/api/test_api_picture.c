/* Pictures and albums: every kind in every medium, and failures. */

#include "suite.h"

#include "ask.h"

#include <stdlib.h>

/* Returns the number of occurrences of WORD in TEXT. */
static size_t count_word (const char *text, const char *word)
{
  size_t count = 0;
  for (; (text = strstr (text, word)); text++)
    count++;
  return count;
}

static bcov_status take (const bcov_covering *covering, uint64_t index, void *data)
{
  (void)index;
  assert_int_equal (bcov_covering_picture (covering, NULL, NULL, data, NULL, NULL), BCOV_OK);
  return BCOV_ENOUGH;
}

static void a_covering_is_an_svg (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "6x10", "pentominoes", NULL, NULL);
  bcov_answer *answer = NULL;
  char *svg = NULL;
  assert_int_equal (bcov_list (puzzle, NULL, take, &svg, &answer, NULL), BCOV_OK);
  assert_int_equal (count_word (svg, "<title>"), 12);
  assert_int_equal (count_word (svg, "<text"), 12);
  bcov_free (svg);
  bcov_answer_free (answer);
  ask_end (mem, puzzle);
}

static void a_board_and_a_piece_are_pictures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "#./..", "L3", NULL, NULL);
  bcov_look *look = bcov_look_new ();
  char *bytes = NULL;
  size_t length = 0;
  assert_int_equal (bcov_look_set (look, "medium", "pdf", NULL), BCOV_OK);
  assert_int_equal (bcov_puzzle_picture (puzzle, NULL, look, &bytes, &length, NULL), BCOV_OK);
  assert_true (length > 500 && !memcmp (bytes, "%PDF", 4));
  bcov_free (bytes);
  assert_int_equal (bcov_catalog_picture (NULL, NULL, "L3", NULL, &bytes, &length, NULL), BCOV_OK);
  assert_int_equal (strlen (bytes), length);
  assert_non_null (strstr (bytes, ">L3</text>"));
  bcov_free (bytes);
  bcov_look_free (look);
  ask_end (mem, puzzle);
}

/* In 2 of the 3 coverings of 2 x 3, the upper and the lower middle cell belong to different
   dominoes.
 */
static void heat_is_a_picture (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  bcov_heat *heat = NULL;
  char *svg = NULL;
  assert_int_equal (bcov_heat_new (puzzle, NULL, &heat, NULL, NULL), BCOV_OK);
  assert_int_equal (bcov_heat_picture (heat, NULL, NULL, NULL, &svg, NULL, NULL), 0);
  assert_int_equal (count_word (svg, ">67</text>"), 5);
  assert_int_equal (count_word (svg, ">33</text>"), 2);
  bcov_free (svg);
  assert_int_equal (bcov_heat_picture (heat, NULL, "I2", NULL, &svg, NULL, NULL), 0);
  assert_int_equal (count_word (svg, ">100</text>"), 6);
  bcov_free (svg);
  bcov_heat_free (heat);
  ask_end (mem, puzzle);
}

static void check_refused (const bcov_puzzle *puzzle, const char *piece, const bcov_look *look,
                           const char *word)
{
  bcov_error *err = bcov_error_new ();
  bcov_heat *heat = NULL;
  char *svg = NULL;
  assert_int_equal (bcov_heat_new (puzzle, NULL, &heat, NULL, NULL), BCOV_OK);
  assert_int_equal (bcov_heat_picture (heat, NULL, piece, look, &svg, NULL, err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), word));
  assert_null (svg);
  bcov_heat_free (heat);
  bcov_error_free (err);
}

static void what_cannot_be_drawn_is_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "3x3", "I2:any", NULL, NULL),
              *exact = ask_file (mem, "test.dlx", "a b\na\nb\n");
  bcov_album *album = NULL;
  char *svg = NULL;
  check_refused (puzzle, NULL, NULL, "no covering");
  check_refused (puzzle, "F5", NULL, "'F5'; explain lists");
  check_refused (puzzle, "i2", NULL, "'i2'; did you mean 'I2'? explain lists");
  bcov_look *look = bcov_look_new ();
  assert_int_equal (bcov_look_set (look, "cut", "yes", NULL), BCOV_OK);
  check_refused (puzzle, NULL, look, "heat map");
  assert_int_equal (bcov_album_new (puzzle, NULL, look, 1, 1, &album, NULL), BCOV_INPUT);
  assert_null (album);
  assert_int_equal (bcov_look_set (look, "cut", NULL, NULL), BCOV_OK);
  assert_int_equal (bcov_look_set (look, "colour-by", "piece", NULL), BCOV_OK);
  check_refused (puzzle, NULL, look, "leave colour-by out");
  assert_int_equal (bcov_catalog_picture (NULL, NULL, "L3", look, &svg, NULL, NULL), BCOV_INPUT);
  bcov_look_free (look);
  check_refused (exact, NULL, NULL, "no board");
  assert_int_equal (bcov_puzzle_picture (exact, NULL, NULL, &svg, NULL, NULL), BCOV_INPUT);
  assert_int_equal (bcov_catalog_picture (NULL, "round", "L3", NULL, &svg, NULL, NULL), BCOV_INPUT);
  assert_int_equal (bcov_catalog_picture (NULL, NULL, "L33", NULL, &svg, NULL, NULL), BCOV_INPUT);
  bcov_puzzle_free (exact);
  ask_end (mem, puzzle);
}

static void looks_are_checked (void **state)
{
  (void)state;
  static const char *const wrong[][3] = {
      {"medium", "bmp", "'bmp'"}, {"cut", "maybe", "yes or no"}, {"pixels", "20001", "20000"},
      {"pixels", "0", "20000"},   {"colour", "red", "'colour'"}, {"colour-by", "red", "neighbour"},
  };
  bcov_look *look = bcov_look_new ();
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    bcov_error *err = bcov_error_new ();
    assert_int_equal (bcov_look_set (look, wrong[k][0], wrong[k][1], err), BCOV_INPUT);
    assert_non_null (strstr (bcov_error_text (err), wrong[k][2]));
    bcov_error_free (err);
  }
  assert_int_equal (bcov_look_set (look, "pixels", "20000", NULL), BCOV_OK);
  assert_int_equal (bcov_look_set (look, "pixels", NULL, NULL), BCOV_OK);
  bcov_look_free (look);
}

/* ---- albums ---- */

static bcov_status add_to_album (const bcov_covering *covering, uint64_t index, void *data)
{
  (void)index;
  return bcov_album_add (data, covering, NULL);
}

static bcov_status make (const bcov_puzzle *puzzle, const char *medium, uint32_t rows, char **bytes,
                         size_t *length)
{
  bcov_look *look = bcov_look_new ();
  bcov_request request = {.threads = 1};
  bcov_album *album = NULL;
  bcov_answer *answer = NULL;
  bcov_status status = bcov_look_set (look, "medium", medium, NULL);
  if (!status)
    status = bcov_album_new (puzzle, &request, look, rows, 2, &album, NULL);
  bcov_look_free (look);
  if (!status)
    status = bcov_list (puzzle, &request, add_to_album, album, &answer, NULL);
  if (!status)
    status = bcov_album_picture (album, &request, bytes, length, NULL);
  bcov_album_free (album);
  bcov_answer_free (answer);
  return status;
}

/* 5 coverings of 2 x 4. */
static void coverings_are_numbered (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x4", "I2:any", NULL, NULL);
  char *bytes = NULL;
  size_t length = 0;
  assert_int_equal (make (puzzle, "svg", 3, &bytes, &length), BCOV_OK);
  assert_int_equal (strlen (bytes), length);
  assert_non_null (strstr (bytes, ">5</text>"));
  bcov_free (bytes);
  assert_int_equal (make (puzzle, "pdf", 1, &bytes, &length), BCOV_OK);
  assert_memory_equal (bytes, "%PDF", 4);
  assert_non_null (memmem (bytes, length, "/Count 3", 8));
  bcov_free (bytes);
  ask_end (mem, puzzle);
}

static void what_cannot_be_is_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "3x3", "I2:any", NULL, NULL),
              *exact = ask_file (mem, "test.dlx", "a b\na\nb\n");
  char *bytes = NULL;
  assert_int_equal (make (puzzle, NULL, 1, &bytes, NULL), BCOV_INPUT); /* no covering */
  assert_int_equal (make (puzzle, "svg", 0, &bytes, NULL), BCOV_INPUT);
  assert_int_equal (make (exact, "svg", 1, &bytes, NULL), BCOV_INPUT);
  assert_null (bytes);
  bcov_puzzle_free (exact);
  ask_end (mem, puzzle);
}

SUITE (api_picture)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (a_covering_is_an_svg),
      cmocka_unit_test (a_board_and_a_piece_are_pictures),
      cmocka_unit_test (heat_is_a_picture),
      cmocka_unit_test (what_cannot_be_drawn_is_refused),
      cmocka_unit_test (looks_are_checked),
      cmocka_unit_test (coverings_are_numbered),
      cmocka_unit_test (what_cannot_be_is_refused),
  };
  return cmocka_run_group_tests_name ("api_picture", tests, NULL, NULL);
}
