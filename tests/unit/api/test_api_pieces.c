/* Counting by pieces through the public interface: known rows, and on random puzzles every engine
   against the others. */

#include "suite.h"

#include "agree/random_puzzle.h"
#include "ask.h"
#include "random_cases.h"
#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>

typedef struct {
  const bcov_puzzle *puzzle;
  bcov_text text;
} rows;

static bcov_status see (const uint32_t *times, const char *coverings, void *data)
{
  rows *r = data;
  for (size_t k = 0; k < bcov_puzzle_pieces (r->puzzle); k++)
    bcov_text_printf (&r->text, "%u %s ", times[k], bcov_puzzle_piece_name (r->puzzle, k));
  bcov_text_printf (&r->text, "= %s;", coverings);
  return BCOV_OK;
}

typedef struct {
  const char *board, *pieces, *lattice, *wrap, *lines, *total;
} known;

/* Dominoes and single cells on 2 x 3: https://oeis.org/A046741 (matchings of ladders); the others
   by hand. */
static const known knowns[] = {
    {"2x3", "I1:any,I2:any", NULL, NULL,
     "0 I1 3 I2 = 3;2 I1 2 I2 = 11;4 I1 1 I2 = 7;6 I1 0 I2 = 1;", "22"},
    {"2x3", "I1:2..4,I2:any", NULL, NULL, "2 I1 2 I2 = 11;4 I1 1 I2 = 7;", "18"},
    {"2x3", "I1:any,I2:2..", NULL, NULL, "0 I1 3 I2 = 3;2 I1 2 I2 = 11;", "14"},
    {"2x3", "I1:any,I2:2", NULL, NULL, "2 I1 2 I2 = 11;", "11"},
    {"2x3", "I1:2,I2:2", NULL, NULL, "2 I1 2 I2 = 11;", "11"},
    {"?.", "I1:any,I2:any", NULL, NULL, "0 I1 1 I2 = 1;1 I1 0 I2 = 1;2 I1 0 I2 = 1;", "3"},
    {"#", "I1:any,I2:any", NULL, NULL, "0 I1 0 I2 = 1;", "1"},
    {"#", "I1:any,I2:1..", NULL, NULL, "", "0"},
    {"3x3", "I2:any", NULL, NULL, "", "0"},
    {"1x2", "I5:any,I2:any", NULL, NULL, "0 I5 1 I2 = 1;", "1"},
};

static char *ask (const bcov_puzzle *puzzle, const bcov_request *request, bcov_answer **answer)
{
  rows lines = {.puzzle = puzzle};
  char *text = NULL;
  bcov_error *err = bcov_error_new ();
  if (bcov_count_by_piece (puzzle, request, see, &lines, answer, err))
    fail_msg ("%s", bcov_error_text (err));
  assert_true (bcov_answer_complete (*answer));
  bcov_error_free (err);
  bcov_text_put (&lines.text, "");
  assert_int_equal (bcov_text_take (&lines.text, &text, NULL, NULL), 0);
  return text;
}

static const char *const engines[] = {"auto", "frontier", "search", "brute"};

static void known_rows (void **state)
{
  (void)state;
  for (size_t k = 0; k < 4 * sizeof knowns / sizeof *knowns; k++) {
    const known *n = &knowns[k / 4];
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, n->board, n->pieces, n->lattice, n->wrap);
    bcov_request request = {.engine = engines[k % 4]};
    bcov_answer *answer = NULL;
    char *lines = ask (puzzle, &request, &answer);
    assert_string_equal (lines, n->lines);
    assert_string_equal (bcov_answer_count (answer), n->total);
    bcov_free (lines);
    bcov_answer_free (answer);
    ask_end (mem, puzzle);
  }
}

/* The engines agree, and the sum of the rows is the count. */
static void check_puzzle (const bcov_puzzle *puzzle)
{
  char *lines[3];
  bcov_answer *answer = NULL;
  for (int e = 0; e < 3; e++) {
    bcov_request request = {.engine = engines[1 + e], .threads = (unsigned)e + 1};
    lines[e] = ask (puzzle, &request, &answer);
    if (e < 2)
      bcov_answer_free (answer);
  }
  assert_string_equal (lines[0], lines[1]);
  assert_string_equal (lines[0], lines[2]);
  bcov_answer *whole = NULL;
  assert_int_equal (bcov_count (puzzle, NULL, &whole, NULL), 0);
  assert_string_equal (bcov_answer_count (answer), bcov_answer_count (whole));
  bcov_answer_free (answer);
  bcov_answer_free (whole);
  for (int e = 0; e < 3; e++)
    bcov_free (lines[e]);
}

/* Returns whether the puzzle is small enough for the brute engine. */
static bool is_small (const bcov_puzzle *puzzle)
{
  bcov_request request = {.seconds = 0.02, .engine = "brute"};
  bcov_answer *answer = NULL;
  bool small = !bcov_count (puzzle, &request, &answer, NULL);
  bcov_answer_free (answer);
  return small;
}

static void random_puzzles (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  uint32_t done = 0;
  for (uint64_t k = 0; k < cases (400); k++) {
    bcov_random random = {seed + k};
    random_puzzle drawn;
    bcov_mem *mem = bcov_mem_new (0);
    random_puzzle_draw (&drawn, &random);
    bcov_puzzle *puzzle = random_puzzle_build (mem, &drawn);
    if (is_small (puzzle)) {
      check_puzzle (puzzle);
      done++;
    }
    ask_end (mem, puzzle);
  }
  print_message ("%u compared\n", done);
  assert_true (cases_enough (done, 50));
}

static void refuse (const bcov_puzzle *puzzle, const bcov_request *request, const char *words)
{
  bcov_error *err = bcov_error_new ();
  rows lines = {.puzzle = puzzle};
  bcov_answer *answer = NULL;
  assert_int_equal (bcov_count_by_piece (puzzle, request, see, &lines, &answer, err), BCOV_INPUT);
  if (!strstr (bcov_error_text (err), words))
    fail_msg ("'%s' says nothing of '%s'", bcov_error_text (err), words);
  assert_int_equal (lines.text.length, 0);
  bcov_answer_free (answer);
  bcov_error_free (err);
}

static void what_cannot_be_is_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_file (mem, "p.dlx", "a b\na b\n");
  refuse (puzzle, NULL, "no pieces");
  bcov_puzzle_free (puzzle);
  puzzle = ask_brief (mem, "2x2", "I2:any", NULL, NULL);
  refuse (puzzle, &(bcov_request){.part = 1, .parts = 2}, "parts");
  refuse (puzzle, &(bcov_request){.up_to_symmetry = true}, "up-to-symmetry");
  refuse (puzzle, &(bcov_request){.engine = "steam"}, "unknown engine");
  ask_end (mem, puzzle);
}

static void a_stop_shows_nothing (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = ask_brief (mem, "9x9", "I1:any,I2:any,L3:any", NULL, NULL);
  atomic_bool stop = true;
  bcov_request request = {.stop = &stop};
  rows lines = {.puzzle = puzzle};
  bcov_answer *answer = NULL;
  assert_int_equal (bcov_count_by_piece (puzzle, &request, see, &lines, &answer, err),
                    BCOV_STOPPED);
  assert_int_equal (lines.text.length, 0);
  assert_false (bcov_answer_complete (answer));
  bcov_answer_free (answer);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

SUITE (api_pieces)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (known_rows),
      cmocka_unit_test (random_puzzles),
      cmocka_unit_test (what_cannot_be_is_refused),
      cmocka_unit_test (a_stop_shows_nothing),
  };
  return cmocka_run_group_tests_name ("api_pieces", tests, NULL, NULL);
}
