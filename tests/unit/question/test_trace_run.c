/* Steps of a traced search: names, proofs, limits, the end. */

#include "suite.h"

#include "question/trace_run.h"
#include "report/trace_text.h"
#include "ask.h"

typedef struct {
  bcov_text words; /* captions, one in a line */
  uint64_t steps, enough;
} listener;

static bcov_status hear (void *data, const bcov_step_facts *told)
{
  listener *l = data;
  assert_true (told->number == ++l->steps);
  bcov_trace_text_caption (told, &l->words);
  bcov_text_char (&l->words, '\n');
  return l->steps == l->enough ? BCOV_ENOUGH : BCOV_OK;
}

static void expect (bcov_mem *mem, bcov_puzzle *puzzle, uint64_t steps, const char *count,
                    const char *words)
{
  listener l = {0};
  bcov_answer *answer = NULL;
  assert_int_equal (bcov_trace_puzzle (puzzle, NULL, steps, hear, &l, &answer, NULL), 0);
  assert_string_equal (l.words.data, words);
  assert_string_equal (bcov_answer_count (answer), count);
  assert_string_equal (bcov_answer_engine (answer), "search");
  bcov_text_drop (&l.words);
  bcov_answer_free (answer);
  ask_end (mem, puzzle);
}

static void cells_and_pieces (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  expect (mem, ask_brief (mem, "1x3", "I2,I1", NULL, NULL), 0, "2",
          "cell [0,0]: 2 placements, fewest of all\ntry I2, 1 of 2\n"
          "cell [0,2]: only 1 placement\ntry I1, 1 of 1\ncovering 1\ntake back I1\ntake back I2\n"
          "try I1, 2 of 2\ncell [0,1]: only 1 placement\ntry I2, 1 of 1\ncovering 2\n"
          "take back I2\ntake back I1\neverything was tried: 2 coverings in all\n");
  mem = bcov_mem_new (0);
  expect (mem, ask_brief (mem, "1x3", "I2,I1", NULL, NULL), 3, "2",
          "cell [0,0]: 2 placements, fewest of all\ntry I2, 1 of 2\n"
          "cell [0,2]: only 1 placement\nto be continued: 10 more steps, 2 coverings in all\n");
  mem = bcov_mem_new (0);
  expect (mem, ask_brief (mem, "12x12", "I2:any", NULL, NULL), 1, "8385",
          "cell [0,0]: 2 placements, fewest of all\n"
          "to be continued: 100000 more steps at least\n");
}

/* Steps on a large board take longer, so fewer are counted. */
static void large_boards_are_not_counted_far (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "200x300", "I2:any", NULL, NULL);
  listener l = {0};
  bcov_answer *answer = NULL;
  assert_int_equal (bcov_trace_puzzle (puzzle, NULL, 1, hear, &l, &answer, NULL), 0);
  assert_non_null (strstr (l.words.data, "to be continued: 6667 more steps at least\n"));
  bcov_text_drop (&l.words);
  bcov_answer_free (answer);
  ask_end (mem, puzzle);
}

static void quotas_and_sides (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  expect (
      mem,
      ask_yaml (mem, "board: '?\?'\npieces:\n"
                     "  - {name: a, shape: X, count: any, tags: [up], turn: false}\n"
                     "rules: {rows: {up: 2}}\n"),
      0, "1",
      "row 0: up: 2 placements, 2 needed; the most constrained of all\ntry a, 1 of 2\nrow 0: up: "
      "only 1 placement\ntry a, 1 of 1\ncovering 1\ntake back a\ntake back a\nwithout it, row 0: "
      "up needs 2 more, but only 1 placement is left\neverything was tried: 1 covering in all\n");
  mem = bcov_mem_new (0);
  expect (mem, ask_file (mem, "x.dlx", "a b\na\nb\n"), 0, "1",
          "a: only 1 option\ntry a, 1 of 1\nb: only 1 option\ntry b, 1 of 1\ncovering 1\n"
          "take back b\ntake back a\neverything was tried: 1 covering in all\n");
}

static void proofs_end_it (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  expect (mem, ask_brief (mem, "1x3", "I2:any", NULL, NULL), 0, "0",
          "area: no choice of pieces has exactly 3 cells\nnothing to try: there is no covering\n");
  mem = bcov_mem_new (0);
  expect (mem, ask_brief (mem, "...##...", "I2:any", NULL, NULL), 0, "0",
          "3 cells cut off at [0,0]: no choice of the remaining pieces fills exactly 3\neverything "
          "was tried: no covering\n");
}

static void pockets_can_be_left_out (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "...##...", "I2:any", NULL, NULL);
  bcov_request request = {.without = BCOV_WITHOUT_POCKETS};
  bcov_answer *answer = NULL;
  listener l = {.enough = 1};
  assert_int_equal (bcov_trace_puzzle (puzzle, &request, 0, hear, &l, &answer, NULL), 0);
  assert_string_equal (l.words.data, "cell [0,0]: only 1 placement\n");
  assert_false (bcov_answer_complete (answer));
  bcov_text_drop (&l.words);
  bcov_answer_free (answer);
  ask_end (mem, puzzle);
}

static void stops_are_told (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  atomic_bool stop = true;
  bcov_request request = {.stop = &stop};
  bcov_answer *answer = NULL;
  listener l = {0};
  assert_int_equal (bcov_trace_puzzle (puzzle, &request, 0, hear, &l, &answer, NULL), BCOV_STOPPED);
  assert_non_null (strstr (l.words.data, "stopped here\n"));
  bcov_text_drop (&l.words);
  bcov_answer_free (answer);
  ask_end (mem, puzzle);
}

SUITE (trace_run)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (cells_and_pieces), cmocka_unit_test (quotas_and_sides),
      cmocka_unit_test (proofs_end_it),    cmocka_unit_test (pockets_can_be_left_out),
      cmocka_unit_test (stops_are_told),   cmocka_unit_test (large_boards_are_not_counted_far),
  };
  return cmocka_run_group_tests_name ("trace_run", tests, NULL, NULL);
}
