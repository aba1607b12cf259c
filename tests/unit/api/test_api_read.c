/* Coverings from text: whole ones, unfinished ones, wrong ones. */

#include "suite.h"

#include "ask.h"
#include "base/error.h"
#include "base/mem.h"
#include "base/text.h"

#define DOMINOES "board: 2x3\npieces: [{I2: 0..3}]\n"

typedef struct {
  bcov_text *out;
  uint64_t most;
} shown;

/* Each as `INDEX` and its letters. */
static bool show (const bcov_covering *covering, uint64_t index, void *data)
{
  shown *s = data;
  char *text = NULL;
  size_t length;
  bcov_error *err = bcov_error_new ();
  assert_int_equal (bcov_covering_draw (covering, BCOV_LETTERS, false, &text, &length, err), 0);
  bcov_text_printf (s->out, "%u\n%s", (unsigned)index, text);
  bcov_text_free (text);
  bcov_error_free (err);
  return index < s->most;
}

static void expect (const char *text, uint64_t most, bcov_status wanted, const char *seen,
                    const char *messages)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = ask_yaml (mem, DOMINOES);
  size_t before = bcov_mem_used (mem);
  bcov_text out = {0};
  shown s = {&out, most};
  bcov_text_put (&out, "");
  bcov_status status = bcov_covering_parse (puzzle, "c", text, strlen (text), show, &s, err);
  char *told = NULL;
  assert_int_equal (bcov_text_take (&out, &told, NULL, NULL), 0);
  assert_string_equal (told, seen);
  assert_string_equal (bcov_error_text (err), messages);
  assert_int_equal (status, wanted);
  assert_int_equal (bcov_mem_used (mem), before);
  bcov_text_free (told);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

#define ONE "{\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,1],[1,1]]}]}\n"

static void right_ones_are_handed_over (void **state)
{
  (void)state;
  expect ("IIA\nBBA\n", 9, BCOV_OK, "1\nIIA\nBBA\n", "");
  expect (ONE, 9, BCOV_OK, "1\n.I.\n.I.\n", "");
  expect (ONE ONE ONE, 2, BCOV_OK, "1\n.I.\n.I.\n2\n.I.\n.I.\n", "");
  expect ("{\"placements\":[]}", 9, BCOV_OK, "1\n...\n...\n", "");
  expect ("", 9, BCOV_OK, "", "");
}

static void wrong_ones_are_told (void **state)
{
  (void)state;
  expect ("{\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,1],[1,1]]},"
          "{\"piece\":\"I2\",\"cells\":[[0,1],[0,2]]}]}\n" ONE,
          9, BCOV_WRONG, "2\n.I.\n.I.\n", "c:1: cell [0,1] is covered twice: by I2 and I2");
  expect ("{\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,0],[1,1]]}]}", 9, BCOV_WRONG, "",
          "c:1: the cells from [0,0] on do not have the shape of piece I2");
  expect ("{\"placements\":[{\"piece\":\"I2\",\"cells\":[[0,7],[1,7]]}]}", 9, BCOV_WRONG, "",
          "c:1:16: placement 1 lies on [0,7], which is no cell of the board");
}

static bool count_one (const bcov_covering *covering, uint64_t index, void *data)
{
  *(uint64_t *)data += covering != NULL;
  return index < 9;
}

static void without_memory (void **state)
{
  (void)state;
  for (size_t n = 1, done = 0; !done; n++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_error *err = bcov_error_new ();
    bcov_puzzle *puzzle = ask_yaml (mem, DOMINOES);
    size_t before = bcov_mem_used (mem);
    uint64_t met = 0;
    bcov_mem_fail_at (mem, n);
    bcov_status status = bcov_covering_parse (puzzle, "c", ONE, strlen (ONE), count_one, &met, err);
    bcov_mem_fail_at (mem, 0);
    done = status == BCOV_OK;
    assert_true (done || status == BCOV_FAULT);
    assert_int_equal (met, done);
    assert_int_equal (bcov_mem_used (mem), before);
    bcov_error_free (err);
    ask_end (mem, puzzle);
  }
}

SUITE (api_read)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (right_ones_are_handed_over),
      cmocka_unit_test (wrong_ones_are_told),
      cmocka_unit_test (without_memory),
  };
  return cmocka_run_group_tests_name ("api_read", tests, NULL, NULL);
}
