/* Sequences through the public interface: every lattice and join against one count for each size,
   known terms and recurrences, what is refused, what a stop leaves. */

#include "suite.h"

#include "ask.h"
#include "base/mem.h"
#include "puzzle/grow.h"

#include <stdlib.h>

enum { MOST = 64 };

typedef struct {
  const char *grow;
  uint32_t from, to;
} growth;

typedef struct {
  uint32_t first, count, enough;
  char *terms[MOST];
  atomic_bool *stop; /* set after ENOUGH terms */
} seen;

static bcov_status see (uint32_t n, const char *count, void *data)
{
  seen *s = data;
  assert_true (s->count < MOST);
  if (!s->count)
    s->first = n;
  assert_int_equal (n, s->first + s->count);
  s->terms[s->count++] = strdup (count);
  if (s->stop && s->count == s->enough)
    *s->stop = 1;
  return s->stop || s->count != s->enough ? BCOV_OK : BCOV_ENOUGH;
}

static void forget (seen *s)
{
  for (uint32_t k = 0; k < s->count; k++)
    free (s->terms[k]);
  *s = (seen){0};
}

static void ask_sequence (const bcov_puzzle *puzzle, growth g, const bcov_request *request, seen *s,
                          bcov_law **law)
{
  bcov_answer *answer = NULL;
  bcov_error *err = bcov_error_new ();
  if (bcov_sequence (puzzle, request, g.grow, g.from, g.to, see, s, law, &answer, err))
    fail_msg ("%s", bcov_error_text (err));
  assert_true (bcov_answer_complete (answer));
  assert_int_equal (s->first, g.from);
  assert_int_equal (s->count, g.to - g.from + 1);
  bcov_answer_free (answer);
  bcov_error_free (err);
}

typedef struct {
  const char *board, *pieces, *lattice, *wrap, *grow;
  uint32_t from, to;
} grower;

/* Holes, optional cells, disconnected pieces, limited counts, joined sides in both directions. */
static const grower growers[] = {
    {"3x1", "L3:any,I2:any", NULL, NULL, "columns", 1, 7},
    {"1x3", "trominoes:any,I1:any", NULL, NULL, "rows", 2, 6},
    {".#../..#./...?", "I2:any,L3:any", NULL, NULL, "rows", 1, 7},
    {".#../..#./...?", "I2:any,L3:any", NULL, NULL, "columns", 1, 6},
    {"3x3", "I2:any,I1:2", NULL, NULL, "rows", 1, 5},
    {"3x3", "I2:1..3,L3:any", NULL, NULL, "columns", 1, 6},
    {"1x3", "I2:any,L3:any", NULL, "columns", "rows", 1, 7},
    {"1x4", "I2:any,L3:any", NULL, "rows", "rows", 1, 5},
    {"3x1", "I2:any,L3:any", NULL, "both", "columns", 1, 6},
    {"1x3", "X.X:any,XX:any,X.../X..X:any", NULL, NULL, "rows", 1, 7},
    {"1x3", "trihexes:any,X:any", "hex", NULL, "rows", 1, 6},
    {"2x1", "XX:any,XXX:any", "hex", NULL, "columns", 1, 8},
    {"1x3", "XX:any,X:any", "triangle", NULL, "rows", 1, 7},
    {"2x1", "tetriamonds:any,XX:any", "triangle", NULL, "columns", 1, 11},
    {"1x2x2", "I2:any", NULL, NULL, "layers", 1, 5},
    {"2x1x2", "L3:any,I2:any", NULL, NULL, "rows", 1, 4},
    {"2x2x1", "L3:any,I1:any", NULL, NULL, "columns", 1, 4},
    {"..X/...", "I2:any,X./XX:any,X:any", NULL, NULL, "rows", 1, 4},
};

static void expect_each_count (const bcov_puzzle *puzzle, const grower *g, const seen *s)
{
  for (uint32_t n = g->from; n <= g->to; n++) {
    bcov_puzzle grown;
    bcov_request request = {.engine = "search"};
    bcov_answer *answer = NULL;
    assert_int_equal (bcov_grow_make (puzzle, bcov_grow_axis (g->grow), n, 0, &grown, NULL), 0);
    assert_int_equal (bcov_count (&grown, &request, &answer, NULL), 0);
    if (strcmp (bcov_answer_count (answer), s->terms[n - g->from]))
      fail_msg ("%s %s, %s = %u: %s, not %s", g->board, g->pieces, g->grow, n,
                s->terms[n - g->from], bcov_answer_count (answer));
    bcov_answer_free (answer);
    bcov_grow_free (&grown);
  }
}

static void terms_are_the_counts (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof growers / sizeof *growers; k++) {
    const grower *g = &growers[k];
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, g->board, g->pieces, g->lattice, g->wrap);
    seen s = {0};
    bcov_law *law = NULL;
    ask_sequence (puzzle, (growth){g->grow, g->from, g->to}, NULL, &s, &law);
    expect_each_count (puzzle, g, &s);
    forget (&s);
    bcov_law_free (law);
    ask_end (mem, puzzle);
  }
}

/* Rules that depend on the size: quotas in both directions, sides with a border, arrows. */
static void rules_grow_too (void **state)
{
  (void)state;
  const char *const puzzles[] = {
      "board: 2x1\npieces:\n  - {name: a, shape: X, count: any, tags: [t]}\n  - {name: b, shape: "
      "X, count: any}\nrules: {columns: {t: 1}}\n",
      "board: 2x1\npieces:\n  - {name: a, shape: X, count: any, tags: [t]}\n  - {name: b, shape: "
      "X, count: any}\nrules: {rows: {t: 1..2}}\n",
      "board: 2x1\npieces:\n  - {name: a, shape: X, count: any, sides: [p, q, p, p]}\n  - {name: "
      "b, shape: X, count: any, sides: [p, p, q, q]}\nrules: {border: p}\n",
      "board: 2x1\npieces:\n  - {name: a, shape: X, count: any, points: [north, east]}\n",
      "board: |\n  .#.\n  .#.\npieces: [{I2: any}, {I1: any}]\nrules: {pieces-fill-holes: true}\n",
  };
  for (size_t k = 0; k < sizeof puzzles / sizeof *puzzles; k++)
    for (int rows = 0; rows < 2; rows++) {
      bcov_mem *mem = bcov_mem_new (0);
      bcov_puzzle *puzzle = ask_yaml (mem, puzzles[k]);
      grower g = {puzzles[k], "", NULL, NULL, rows ? "rows" : "columns", 1, 5};
      seen s = {0};
      bcov_law *law = NULL;
      ask_sequence (puzzle, (growth){g.grow, g.from, g.to}, NULL, &s, &law);
      expect_each_count (puzzle, &g, &s);
      forget (&s);
      bcov_law_free (law);
      ask_end (mem, puzzle);
    }
}

/* Dominoes on 4 x n boards: https://oeis.org/A005178. */
static void dominoes_follow_their_recurrence (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x1", "I2:any", NULL, NULL);
  seen s = {0};
  bcov_law *law = NULL;
  ask_sequence (puzzle, (growth){"columns", 1, 12}, NULL, &s, &law);
  assert_string_equal (s.terms[11], "145601");
  assert_true (bcov_law_found (law));
  assert_string_equal (bcov_law_signature (law), "1,5,1,-1");
  assert_string_equal (bcov_law_generating_function (law),
                       "x*(1 + 4*x + x^2 - x^3)/(1 - x - 5*x^2 - x^3 + x^4)");
  assert_int_equal (bcov_law_order (law), 4);
  assert_int_equal (bcov_law_start (law), 5);
  assert_int_equal (bcov_law_terms (law), 12);
  assert_int_equal (bcov_law_spare (law), 4);
  bcov_law_free (law);
  forget (&s);
  ask_sequence (puzzle, (growth){"columns", 3, 9}, NULL, &s, &law);
  assert_false (bcov_law_found (law));
  assert_string_equal (bcov_law_signature (law), "");
  assert_int_equal (bcov_law_order (law), 1);
  bcov_law_free (law);
  forget (&s);
  ask_end (mem, puzzle);
}

/* Dominoes on 2 x n boards up to symmetry: https://oeis.org/A060312 but for the square, whose
   quarter turns make its two coverings one. */
static void symmetries_are_those_of_each_board (void **state)
{
  (void)state;
  const char *const wanted[] = {"1", "1", "2", "4", "5", "9", "12"};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "1x2", "I2:any", NULL, NULL);
  bcov_request request = {.up_to_symmetry = true};
  seen s = {0};
  bcov_law *law = NULL;
  ask_sequence (puzzle, (growth){"rows", 1, 7}, &request, &s, &law);
  for (int k = 0; k < 7; k++)
    assert_string_equal (s.terms[k], wanted[k]);
  bcov_law_free (law);
  forget (&s);
  ask_end (mem, puzzle);
}

static void refuse (const bcov_puzzle *puzzle, growth g, const bcov_request *request,
                    const char *words)
{
  seen s = {0};
  bcov_law *law = NULL;
  bcov_answer *answer = NULL;
  bcov_error *err = bcov_error_new ();
  assert_int_equal (
      bcov_sequence (puzzle, request, g.grow, g.from, g.to, see, &s, &law, &answer, err),
      BCOV_INPUT);
  if (!strstr (bcov_error_text (err), words))
    fail_msg ("'%s' says nothing of '%s'", bcov_error_text (err), words);
  assert_int_equal (s.count, 0);
  assert_null (law);
  bcov_answer_free (answer);
  bcov_error_free (err);
}

static void nonsense_is_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x1", "I2:any", NULL, NULL);
  bcov_request part = {.part = 1, .parts = 2}, engine = {.engine = "steam"};
  refuse (puzzle, (growth){"sideways", 1, 5}, NULL, "'sideways' cannot grow");
  refuse (puzzle, (growth){NULL, 1, 5}, NULL, "cannot grow");
  refuse (puzzle, (growth){"rows", 0, 5}, NULL, "invalid range of sizes, 0 to 5");
  refuse (puzzle, (growth){"rows", 6, 5}, NULL, "invalid range of sizes, 6 to 5");
  refuse (puzzle, (growth){"layers", 1, 5}, NULL, "only a board of cubes");
  refuse (puzzle, (growth){"columns", 1, UINT32_MAX}, NULL, "at most");
  refuse (puzzle, (growth){"columns", 1, 5}, &part, "parts");
  refuse (puzzle, (growth){"columns", 1, 5}, &engine, "unknown engine");
  ask_end (mem, puzzle);
}

static void what_was_seen_stays_seen (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x1", "I2:any", NULL, NULL);
  bcov_error *err = bcov_error_new ();
  bcov_answer *answer = NULL;
  bcov_law *law = NULL;
  atomic_bool stop = false;
  bcov_request request = {.stop = &stop};
  seen s = {.enough = 3};
  assert_int_equal (bcov_sequence (puzzle, NULL, "columns", 1, 60, see, &s, &law, &answer, err),
                    BCOV_OK);
  assert_int_equal (s.count, 3);
  assert_false (bcov_answer_complete (answer));
  bcov_answer_free (answer);
  bcov_law_free (law);
  forget (&s);
  s = (seen){.enough = 5, .stop = &stop};
  assert_int_equal (bcov_sequence (puzzle, &request, "columns", 1, 60, see, &s, &law, &answer, err),
                    BCOV_STOPPED);
  assert_true (s.count >= 5 && s.count < 60);
  assert_false (bcov_answer_complete (answer));
  assert_non_null (strstr (bcov_error_text (err), "stopped"));
  bcov_answer_free (answer);
  forget (&s);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

SUITE (api_sequence)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (terms_are_the_counts),
      cmocka_unit_test (rules_grow_too),
      cmocka_unit_test (dominoes_follow_their_recurrence),
      cmocka_unit_test (symmetries_are_those_of_each_board),
      cmocka_unit_test (nonsense_is_refused),
      cmocka_unit_test (what_was_seen_stays_seen),
  };
  return cmocka_run_group_tests_name ("api_sequence", tests, NULL, NULL);
}
