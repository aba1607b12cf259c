/* sample draws coverings, and the same ones for the same seed, with every engine. */

#include "suite.h"

#include "ask.h"
#include "base/mem.h"
#include "base/text.h"
#include "puzzle/verify.h"

#include <stdlib.h>

typedef struct {
  const bcov_puzzle *puzzle;
  bcov_text text; /* all of them */
  uint64_t count, enough;
} drawn;

static bcov_status take (const bcov_covering *covering, uint64_t index, void *data)
{
  drawn *d = data;
  char *text = NULL;
  assert_int_equal (index, ++d->count);
  assert_int_equal (bcov_verify (d->puzzle, covering, false, NULL, NULL), BCOV_OK);
  assert_int_equal (bcov_covering_json (covering, index, &text, NULL, NULL), BCOV_OK);
  bcov_text_put (&d->text, text);
  bcov_free (text);
  return index == d->enough ? BCOV_ENOUGH : BCOV_OK;
}

/* Draws COUNT coverings and returns them as text. */
static char *draw (const bcov_puzzle *puzzle, const char *engine, uint64_t count, uint64_t seed,
                   uint64_t enough)
{
  bcov_request request = {.engine = engine, .seed = seed};
  bcov_answer *answer = NULL;
  drawn d = {.puzzle = puzzle, .enough = enough};
  bcov_error *err = bcov_error_new ();
  char number[32], *text = NULL;
  assert_int_equal (bcov_sample (puzzle, &request, count, take, &d, &answer, err), BCOV_OK);
  assert_string_equal (bcov_error_text (err), "");
  assert_true (bcov_answer_complete (answer));
  assert_int_equal (d.count, enough ? enough : count);
  snprintf (number, sizeof number, "%llu", (unsigned long long)d.count);
  assert_string_equal (bcov_answer_count (answer), number);
  bcov_answer_free (answer);
  bcov_error_free (err);
  assert_int_equal (bcov_text_take (&d.text, &text, NULL, NULL), BCOV_OK);
  return text;
}

static void seeds_decide (void **state)
{
  (void)state;
  static const char *const engines[] = {NULL, "frontier", "search", "brute"};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x6", "I2:any", NULL, NULL);
  for (size_t e = 0; e < 4; e++) {
    char *a = draw (puzzle, engines[e], 20, 5, 0), *b = draw (puzzle, engines[e], 20, 5, 0);
    char *c = draw (puzzle, engines[e], 20, 6, 0), *d = draw (puzzle, engines[e], 20, 5, 7);
    assert_string_equal (a, b);
    assert_string_not_equal (a, c);
    assert_memory_equal (a, d, strlen (d));
    bcov_free (a);
    bcov_free (b);
    bcov_free (c);
    bcov_free (d);
  }
  ask_end (mem, puzzle);
}

/* All kinds of puzzles, including one with a single covering and one without. */
static void kinds_of_puzzles (void **state)
{
  (void)state;
  static const char *const texts[] = {
      "board: 5x6\npieces: [{L3: any}, {I2: 0..3}]\n",
      "board: |\n  ???\n  ?.?\npieces: [{I2: any}, {L3: 1}]\n",
      "board: 3x3\nlattice: hex\npieces: [{name: d, shape: XX, count: any}, {name: e, shape: X}]\n",
      "board: 3x3x3\npieces: soma\n",
      "board: 1x2\nwrap: columns\npieces: [{name: t, shape: X, count: any, sides: [a, b, a, b]}]\n",
  };
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_yaml (mem, texts[k]);
    bcov_free (draw (puzzle, NULL, 30, k, 0));
    bcov_free (draw (puzzle, "search", 30, k, 0));
    ask_end (mem, puzzle);
  }
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_file (mem, "t.dlx", "a b | x\na x:1\nb x:1\nb x:2\na b\n");
  bcov_free (draw (puzzle, NULL, 10, 1, 0));
  ask_end (mem, puzzle);
}

static void nothing_to_draw (void **state)
{
  (void)state;
  static const char *const engines[] = {NULL, "frontier", "search", "brute"};
  for (size_t e = 0; e < 4; e++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, "3x3", "L3:any", NULL, NULL);
    bcov_request request = {.engine = engines[e]};
    bcov_answer *answer = NULL;
    drawn d = {.puzzle = puzzle};
    assert_int_equal (bcov_sample (puzzle, &request, 3, take, &d, &answer, NULL), BCOV_OK);
    assert_int_equal (d.count, 0);
    assert_string_equal (bcov_answer_count (answer), "0");
    bcov_answer_free (answer);
    ask_end (mem, puzzle);
  }
}

static void wrong_requests (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x6", "I2:any", NULL, NULL);
  bcov_request part = {.part = 1, .parts = 2}, symmetric = {.up_to_symmetry = true};
  bcov_answer *answer = NULL;
  drawn d = {.puzzle = puzzle};
  assert_int_equal (bcov_sample (puzzle, &part, 1, take, &d, &answer, NULL), BCOV_INPUT);
  assert_int_equal (bcov_sample (puzzle, &symmetric, 1, take, &d, &answer, NULL), BCOV_INPUT);
  assert_int_equal (d.count, 0);
  ask_end (mem, puzzle);
}

static void a_stop_is_told (void **state)
{
  (void)state;
  static const char *const engines[] = {NULL, "search"};
  for (size_t e = 0; e < 2; e++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, "14x14", "I2:any", NULL, NULL);
    atomic_bool stop = true;
    bcov_request request = {.engine = engines[e], .stop = &stop};
    bcov_answer *answer = NULL;
    bcov_error *err = bcov_error_new ();
    drawn d = {.puzzle = puzzle};
    assert_int_equal (bcov_sample (puzzle, &request, 9, take, &d, &answer, err), BCOV_STOPPED);
    assert_non_null (strstr (bcov_error_text (err), "stopped"));
    assert_int_equal (d.count, 0);
    bcov_answer_free (answer);
    bcov_error_free (err);
    ask_end (mem, puzzle);
  }
}

SUITE (api_sample)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (seeds_decide),    cmocka_unit_test (kinds_of_puzzles),
      cmocka_unit_test (nothing_to_draw), cmocka_unit_test (wrong_requests),
      cmocka_unit_test (a_stop_is_told),
  };
  return cmocka_run_group_tests_name ("api_sample", tests, NULL, NULL);
}
