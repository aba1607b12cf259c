/* Counting by type of symmetry through the public interface. */

#include "suite.h"

#include "ask.h"
#include "base/mem.h"

#include <stdlib.h>

typedef struct {
  char lines[512];
  uint64_t orbits, coverings;
  size_t enough, count;
} seen;

static bcov_status see (const char *type, uint32_t order, const char *coverings, uint32_t each,
                        void *data)
{
  seen *s = data;
  size_t length = strlen (s->lines);
  snprintf (s->lines + length, sizeof s->lines - length, "%s/%u/%s/%u;", type, order, coverings,
            each);
  s->orbits += strtoull (coverings, NULL, 10);
  s->coverings += strtoull (coverings, NULL, 10) * each;
  return ++s->count == s->enough ? BCOV_ENOUGH : BCOV_OK;
}

typedef struct {
  const char *board, *pieces, *lattice, *wrap, *lines;
} known;

/* 4 x 4 by dominoes: the 36 coverings drawn and sorted by hand.  6 x 10 and the cube of Slothouber
   and Graatsma: no covering, and its only one, respectively, have symmetries of the board. */
static const known knowns[] = {
    {"4x4", "I2:any", NULL, NULL,
     "none/1/2/8;mirror left-right/2/3/4;rotation 90/4/1/2;rotation 180, mirror left-right/4/3/2;"},
    {"2x3", "I2:any", NULL, NULL, "mirror top-bottom/2/1/2;rotation 180, mirror left-right/4/1/1;"},
    {"5x5", "I2:any", NULL, NULL, ""},
    {"..L/...", "L3:any", NULL, NULL, "none/1/2/1;"},
    {"1x3", "I1:any,I2:any", NULL, NULL,
     "mirror top-bottom/2/1/2;rotation 180, mirror left-right/4/1/1;"},
    {".", "X:any", "triangle", NULL, "rotation 120, mirror at 90/6/1/1;"},
};

static void known_types (void **state)
{
  (void)state;
  const char *const engines[] = {"auto", "brute", "search", "frontier"};
  for (size_t k = 0; k < 4 * sizeof knowns / sizeof *knowns; k++) {
    const known *n = &knowns[k / 4];
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, n->board, n->pieces, n->lattice, n->wrap);
    bcov_request request = {.engine = engines[k % 4]};
    bcov_answer *answer = NULL;
    seen s = {0};
    assert_int_equal (bcov_count_by_symmetry (puzzle, &request, see, &s, &answer, NULL), 0);
    assert_string_equal (s.lines, n->lines);
    assert_true (bcov_answer_complete (answer));
    assert_int_equal (strtoull (bcov_answer_count (answer), NULL, 10), s.orbits);
    bcov_answer_free (answer);
    ask_end (mem, puzzle);
  }
}

/* The sums equal the counts, with and without symmetry. */
static void sums_are_the_counts (void **state)
{
  (void)state;
  const known sums[] = {
      {"6x6", "I2:any", NULL, NULL, ""},          {"3x20", "pentominoes", NULL, NULL, ""},
      {"4x4", "tetrominoes:any", NULL, NULL, ""}, {"2x2x4", "I2:any", NULL, NULL, ""},
      {"3x6", "I2:any", NULL, "columns", ""},     {"4x4", "trihexes:any,X:1", "hex", NULL, ""},
  };
  for (size_t k = 0; k < sizeof sums / sizeof *sums; k++) {
    const known *n = &sums[k];
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, n->board, n->pieces, n->lattice, n->wrap);
    bcov_request request = {0};
    bcov_answer *answer = NULL;
    seen s = {0};
    assert_int_equal (bcov_count_by_symmetry (puzzle, NULL, see, &s, &answer, NULL), 0);
    bcov_answer_free (answer);
    assert_int_equal (bcov_count (puzzle, &request, &answer, NULL), 0);
    assert_int_equal (s.coverings, strtoull (bcov_answer_count (answer), NULL, 10));
    bcov_answer_free (answer);
    request.up_to_symmetry = true;
    assert_int_equal (bcov_count (puzzle, &request, &answer, NULL), 0);
    assert_int_equal (s.orbits, strtoull (bcov_answer_count (answer), NULL, 10));
    bcov_answer_free (answer);
    ask_end (mem, puzzle);
  }
}

static void what_cannot_be_is_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = ask_brief (mem, "4x4", "I2:any", NULL, "both");
  bcov_request part = {.part = 1, .parts = 2};
  bcov_answer *answer = NULL;
  seen s = {0};
  assert_int_equal (bcov_count_by_symmetry (puzzle, NULL, see, &s, &answer, err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), "128 symmetries"));
  bcov_answer_free (answer);
  assert_int_equal (bcov_count_by_symmetry (puzzle, &part, see, &s, &answer, err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), "parts"));
  bcov_answer_free (answer);
  assert_int_equal (s.count, 0);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

static void a_stop_shows_nothing (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = ask_brief (mem, "12x12", "I2:any,L3:any", NULL, NULL);
  atomic_bool stop = true;
  bcov_request request = {.stop = &stop};
  bcov_answer *answer = NULL;
  seen s = {0};
  assert_int_equal (bcov_count_by_symmetry (puzzle, &request, see, &s, &answer, err), BCOV_STOPPED);
  assert_false (bcov_answer_complete (answer));
  assert_int_equal (s.count, 0);
  bcov_answer_free (answer);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

static void enough_is_enough (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x4", "I2:any", NULL, NULL);
  bcov_answer *answer = NULL;
  seen s = {.enough = 2};
  assert_int_equal (bcov_count_by_symmetry (puzzle, NULL, see, &s, &answer, NULL), 0);
  assert_int_equal (s.count, 2);
  assert_string_equal (bcov_answer_count (answer), "9");
  bcov_answer_free (answer);
  ask_end (mem, puzzle);
}

SUITE (api_symmetry)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (known_types),
      cmocka_unit_test (sums_are_the_counts),
      cmocka_unit_test (what_cannot_be_is_refused),
      cmocka_unit_test (a_stop_shows_nothing),
      cmocka_unit_test (enough_is_enough),
  };
  return cmocka_run_group_tests_name ("api_symmetry", tests, NULL, NULL);
}
