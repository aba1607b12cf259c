/* Albums through the public interface. */

#include "suite.h"

#include "ask.h"
#include "failing.h"

static bool take (const bcov_covering *covering, uint64_t index, void *data)
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
    status = bcov_list (puzzle, &request, take, album, &answer, NULL);
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

static void memory_that_ends_is_reported (void **state)
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

SUITE (api_album)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (coverings_are_numbered),
      cmocka_unit_test (what_cannot_be_is_refused),
      cmocka_unit_test (memory_that_ends_is_reported),
  };
  return cmocka_run_group_tests_name ("api_album", tests, NULL, NULL);
}
