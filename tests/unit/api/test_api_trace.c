/* The trace through the public interface. */

#include "suite.h"

#include "ask.h"

typedef struct {
  char text[4096];
  unsigned lines, enough;
} seen;

static bcov_status see (const char *line, void *data)
{
  seen *s = data;
  assert_true (strlen (s->text) + strlen (line) + 2 < sizeof s->text);
  strcat (strcat (s->text, line), "\n");
  return ++s->lines == s->enough ? BCOV_ENOUGH : BCOV_OK;
}

static bcov_status trace (const bcov_puzzle *puzzle, uint64_t steps, unsigned how, seen *out)
{
  bcov_answer *answer = NULL;
  bcov_status status = bcov_trace (puzzle, NULL, steps, how, see, out, &answer, NULL);
  if (!status)
    assert_string_equal (bcov_answer_count (answer), out->enough ? "0" : "1");
  bcov_answer_free (answer);
  return status;
}

static void as_text_and_as_json (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "1x2", "I2", NULL, NULL);
  seen s = {0};
  assert_int_equal (trace (puzzle, 0, 0, &s), 0);
  assert_string_equal (s.text, "   1  cell [0,0]: only 1 placement\n"
                               "   2  try I2, 1 of 1\n        II\n"
                               "   3    covering 1\n   4  take back I2\n"
                               "      everything was tried: 1 covering in all\n");
  s = (seen){0};
  assert_int_equal (trace (puzzle, 2, BCOV_TRACE_JSON, &s), 0);
  assert_string_equal (
      s.text, "{\"step\":1,\"depth\":0,\"do\":\"choose\",\"cell\":[0,0],\"options\":1,\"needed\":1,"
              "\"text\":\"cell [0,0]: only 1 placement\"}\n"
              "{\"step\":2,\"depth\":0,\"do\":\"try\",\"number\":1,\"of\":1,\"piece\":\"I2\","
              "\"cells\":[[0,0],[0,1]],\"text\":\"try I2, 1 of 1\"}\n"
              "{\"step\":3,\"do\":\"end\",\"complete\":false,\"steps\":4,\"coverings\":1,"
              "\"text\":\"to be continued: 2 more steps, 1 covering in all\"}\n");
  s = (seen){.enough = 2};
  assert_int_equal (trace (puzzle, 0, BCOV_TRACE_BOXES, &s), 0);
  assert_string_equal (s.text, "   1  cell [0,0]: only 1 placement\n"
                               "   2  try I2, 1 of 1\n"
                               "        ┌───┐\n        └───┘\n");
  s = (seen){.enough = 2};
  assert_int_equal (trace (puzzle, 0, BCOV_TRACE_BLOCKS | BCOV_TRACE_COLOUR, &s), 0);
  assert_non_null (strstr (s.text, "\033["));
  ask_end (mem, puzzle);
}

static void as_a_picture (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x4", "I2:any", NULL, NULL);
  bcov_answer *answer = NULL;
  char *bytes;
  size_t length;
  atomic_bool stop = true;
  bcov_request request = {.stop = &stop};
  assert_int_equal (bcov_trace_picture (puzzle, NULL, 3, &bytes, &length, &answer, NULL), 0);
  assert_string_equal (bcov_answer_count (answer), "5");
  assert_int_equal (strlen (bytes), length);
  assert_non_null (strstr (bytes, "to be continued"));
  bcov_free (bytes);
  bcov_answer_free (answer);
  assert_int_equal (bcov_trace_picture (puzzle, &request, 0, &bytes, &length, &answer, NULL),
                    BCOV_STOPPED);
  assert_non_null (strstr (bytes, "stopped here"));
  bcov_free (bytes);
  bcov_answer_free (answer);
  bcov_puzzle_free (puzzle);
  puzzle = ask_file (mem, "x.dlx", "a\na\n");
  assert_int_equal (bcov_trace_picture (puzzle, NULL, 0, &bytes, &length, &answer, NULL),
                    BCOV_INPUT);
  assert_null (bytes);
  ask_end (mem, puzzle);
}

SUITE (api_trace)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (as_text_and_as_json),
      cmocka_unit_test (as_a_picture),
  };
  return cmocka_run_group_tests_name ("api_trace", tests, NULL, NULL);
}
