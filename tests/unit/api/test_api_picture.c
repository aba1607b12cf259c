/* Pictures and albums through the public interface: every kind in every medium, and failures. */

#include "suite.h"

#include "ask.h"
#include "failing.h"

#include <stdlib.h>

/* How often WORD is in TEXT. */
static size_t count_word (const char *text, const char *word)
{
  size_t count = 0;
  for (; (text = strstr (text, word)); text++)
    count++;
  return count;
}

static bool take (const bcov_covering *covering, uint64_t index, void *data)
{
  (void)index;
  assert_int_equal (bcov_covering_picture (covering, NULL, data, NULL, NULL), BCOV_OK);
  return false;
}

static void a_covering_is_an_svg (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "6x10", "pentominoes", NULL, NULL);
  bcov_answer answer;
  char *svg = NULL;
  assert_int_equal (bcov_list (puzzle, NULL, take, &svg, &answer, NULL), BCOV_OK);
  assert_int_equal (count_word (svg, "<title>"), 12);
  assert_int_equal (count_word (svg, "<text"), 12);
  bcov_text_free (svg);
  bcov_answer_clear (&answer);
  ask_end (mem, puzzle);
}

static void a_board_and_a_piece_are_pictures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "#./..", "L3", NULL, NULL);
  bcov_look look = {.medium = "pdf"};
  char *bytes = NULL;
  size_t length = 0;
  assert_int_equal (bcov_puzzle_picture (puzzle, &look, &bytes, &length, NULL), BCOV_OK);
  assert_true (length > 500 && !memcmp (bytes, "%PDF", 4));
  bcov_text_free (bytes);
  assert_int_equal (bcov_catalog_picture (mem, NULL, "L3", NULL, &bytes, &length, NULL), BCOV_OK);
  assert_int_equal (strlen (bytes), length);
  assert_non_null (strstr (bytes, ">L3</text>"));
  bcov_text_free (bytes);
  ask_end (mem, puzzle);
}

/* All three coverings of 2 x 3 have a domino's end between the upper and lower middle cells in 2.
 */
static void heat_is_a_picture (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  bcov_answer answer;
  char *svg = NULL;
  assert_int_equal (bcov_heat_picture (puzzle, NULL, NULL, NULL, &svg, NULL, &answer, NULL), 0);
  assert_int_equal (count_word (svg, ">67</text>"), 5);
  assert_int_equal (count_word (svg, ">33</text>"), 2);
  assert_string_equal (answer.count, "3");
  bcov_text_free (svg);
  bcov_answer_clear (&answer);
  assert_int_equal (bcov_heat_picture (puzzle, NULL, "I2", NULL, &svg, NULL, &answer, NULL), 0);
  assert_int_equal (count_word (svg, ">100</text>"), 6);
  bcov_text_free (svg);
  bcov_answer_clear (&answer);
  ask_end (mem, puzzle);
}

static void check_refused (const bcov_puzzle *puzzle, const char *piece, const bcov_look *look,
                           const char *word)
{
  bcov_error *err = bcov_error_new ();
  bcov_answer answer;
  char *svg = NULL;
  assert_int_equal (bcov_heat_picture (puzzle, NULL, piece, look, &svg, NULL, &answer, err),
                    BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), word));
  assert_null (svg);
  bcov_answer_clear (&answer);
  bcov_error_free (err);
}

static void what_cannot_be_drawn_is_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "3x3", "I2:any", NULL, NULL),
              *exact = ask_file (mem, "test.dlx", "a b\na\nb\n");
  char *svg = NULL;
  check_refused (puzzle, NULL, NULL, "no covering");
  check_refused (puzzle, "F5", NULL, "'F5'; explain lists");
  check_refused (puzzle, "i2", NULL, "'i2'; did you mean 'I2'? explain lists");
  check_refused (puzzle, NULL, &(bcov_look){.cut = true}, "heat map");
  check_refused (puzzle, NULL, &(bcov_look){.medium = "bmp"}, "'bmp'");
  check_refused (exact, NULL, NULL, "no board");
  assert_int_equal (bcov_puzzle_picture (exact, NULL, &svg, NULL, NULL), BCOV_INPUT);
  assert_int_equal (bcov_catalog_picture (mem, "round", "L3", NULL, &svg, NULL, NULL), BCOV_INPUT);
  assert_int_equal (bcov_catalog_picture (mem, NULL, "L33", NULL, &svg, NULL, NULL), BCOV_INPUT);
  bcov_puzzle_free (exact);
  ask_end (mem, puzzle);
}

static void memory_that_ends_is_reported (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  bcov_request request = {.threads = 1};
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_answer answer;
    char *svg = NULL;
    f.status = bcov_heat_picture (puzzle, &request, NULL, NULL, &svg, NULL, &answer, NULL);
    assert_true (!f.status == !!svg);
    bcov_text_free (svg);
    bcov_answer_clear (&answer);
  }
  assert_true (f.failed > 20);
  ask_end (mem, puzzle);
}

/* ---- albums ---- */

static bool add_to_album (const bcov_covering *covering, uint64_t index, void *data)
{
  (void)index;
  return !bcov_album_add (data, covering, NULL);
}

static bcov_status make (const bcov_puzzle *puzzle, const char *medium, uint32_t rows, char **bytes,
                         size_t *length)
{
  bcov_look look = {.medium = medium};
  bcov_request request = {.threads = 1};
  bcov_album *album = NULL;
  bcov_answer answer = {0};
  bcov_status status = bcov_album_new (puzzle, &look, rows, 2, &album, NULL);
  if (!status)
    status = bcov_list (puzzle, &request, add_to_album, album, &answer, NULL);
  if (!status)
    status = bcov_album_finish (album, bytes, length, NULL);
  bcov_album_free (album);
  bcov_answer_clear (&answer);
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
  bcov_text_free (bytes);
  assert_int_equal (make (puzzle, "pdf", 1, &bytes, &length), BCOV_OK);
  assert_memory_equal (bytes, "%PDF", 4);
  assert_non_null (memmem (bytes, length, "/Count 3", 8));
  bcov_text_free (bytes);
  ask_end (mem, puzzle);
}

static void what_cannot_be_is_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "3x3", "I2:any", NULL, NULL),
              *exact = ask_file (mem, "test.dlx", "a b\na\nb\n");
  bcov_look cut = {.cut = true};
  bcov_album *album = NULL;
  char *bytes = NULL;
  assert_int_equal (make (puzzle, NULL, 1, &bytes, NULL), BCOV_INPUT); /* no covering */
  assert_int_equal (make (puzzle, "svg", 0, &bytes, NULL), BCOV_INPUT);
  assert_int_equal (make (exact, "svg", 1, &bytes, NULL), BCOV_INPUT);
  assert_int_equal (bcov_album_new (puzzle, &cut, 1, 1, &album, NULL), BCOV_INPUT);
  assert_null (album);
  assert_null (bytes);
  bcov_puzzle_free (exact);
  ask_end (mem, puzzle);
}

static void albums_report_the_end_of_memory (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "1x2", "I2", NULL, NULL);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    char *bytes = NULL;
    f.status = make (puzzle, NULL, 1, &bytes, NULL);
    bcov_text_free (bytes);
  }
  assert_true (f.failed > 10);
  ask_end (mem, puzzle);
}

SUITE (api_picture)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (a_covering_is_an_svg),
      cmocka_unit_test (a_board_and_a_piece_are_pictures),
      cmocka_unit_test (heat_is_a_picture),
      cmocka_unit_test (what_cannot_be_drawn_is_refused),
      cmocka_unit_test (memory_that_ends_is_reported),
      cmocka_unit_test (coverings_are_numbered),
      cmocka_unit_test (what_cannot_be_is_refused),
      cmocka_unit_test (albums_report_the_end_of_memory),
  };
  return cmocka_run_group_tests_name ("api_picture", tests, NULL, NULL);
}
