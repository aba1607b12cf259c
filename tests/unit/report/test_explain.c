/* The exact text and JSON of explain for given facts. */

#include "suite.h"

#include "report/explain.h"
#include "make.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

/* Facts that stay the same in these tests. */
static bcov_explain_facts usual_facts (const bcov_puzzle *puzzle)
{
  return (bcov_explain_facts){.puzzle = puzzle,
                              .items = 9,
                              .options = 20,
                              .reduced_items = 8,
                              .reduced_options = 12,
                              .components = 1,
                              .symmetries = 4,
                              .engine = "search",
                              .nodes = 1234.5};
}

static void expect_text (const bcov_explain_facts *facts, const char *expected)
{
  bcov_text out = {0};
  char *text = NULL;
  bcov_explain_text (facts, &out);
  assert_int_equal (bcov_text_take (&out, &text, NULL, NULL), BCOV_OK);
  assert_string_equal (text, expected);
  bcov_free (text);
}

static void expect_json (const bcov_explain_facts *facts, const char *expected)
{
  bcov_text out = {0};
  char *text = NULL;
  assert_int_equal (bcov_explain_json (facts, &out, NULL), BCOV_OK);
  assert_int_equal (bcov_text_take (&out, &text, NULL, NULL), BCOV_OK);
  assert_string_equal (text, expected);
  bcov_free (text);
}

/* Checks that LINE is among the lines of the text. */
static void expect_line (const bcov_explain_facts *facts, const char *line)
{
  bcov_text out = {0};
  char *text = NULL, *whole = NULL;
  bcov_text_char (&out, '\n');
  bcov_explain_text (facts, &out);
  assert_int_equal (bcov_text_take (&out, &text, NULL, NULL), BCOV_OK);
  bcov_text_printf (&out, "\n%s\n", line);
  assert_int_equal (bcov_text_take (&out, &whole, NULL, NULL), BCOV_OK);
  if (!strstr (text, whole))
    fail_msg ("no line '%s' in: %s", line, text);
  bcov_free (text);
  bcov_free (whole);
}

static bcov_puzzle *small_puzzle (bcov_mem *mem)
{
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..?/.#?");
  puzzle->title = bcov_mem_copy (mem, "A small one", 11, NULL);
  make_piece (puzzle, "L3", "X./XX", 1, 1);
  make_piece (puzzle, "I2", "XX", 0, BCOV_MANY);
  make_piece (puzzle, "I3", "XXX", 2, BCOV_MANY);
  make_piece (puzzle, "I1", "X", 3, 3);
  make_piece (puzzle, "O4", "XX/XX", 0, 5);
  return puzzle;
}

static void all_is_told (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = small_puzzle (mem);
  bcov_explain_facts facts = usual_facts (puzzle);
  expect_text (&facts, "title       A small one\n"
                       "board       square, 2 x 3\n"
                       "cells       5, of which 2 may stay empty\n"
                       "pieces      5: L3 I2:any I3:2.. I1:3 O4:0..5\n"
                       "items       9\n"
                       "options     20\n"
                       "reduced     8 items, 12 options, 1 component\n"
                       "symmetries  4\n"
                       "engine      search, about 1.2e+03 nodes\n");
  expect_json (&facts, "{\"cells\":5,\"pieces\":5,\"items\":9,\"options\":20,\"reduced_items\":8,"
                       "\"reduced_options\":12,\"components\":1,\"symmetries\":4,"
                       "\"engine\":\"search\",\"estimated_nodes\":1234.5,\"estimated_states\":0.0,"
                       "\"widest_level\":0.0,"
                       "\"estimated_bytes\":0.0,\"fits_memory\":false,"
                       "\"none\":false,"
                       "\"why\":[]}\n");
  make_end (mem, NULL, puzzle, NULL);
}

static void large_numbers_stay_exact (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..");
  bcov_explain_facts facts = usual_facts (puzzle);
  facts.items = facts.options = (uint64_t)1 << 40;
  facts.components = 0;
  expect_line (&facts, "items       1099511627776");
  expect_line (&facts, "options     1099511627776");
  expect_line (&facts, "reduced     8 items, 12 options, 0 components");
  facts.components = 2;
  expect_line (&facts, "reduced     8 items, 12 options, 2 components");
  make_end (mem, NULL, puzzle, NULL);
}

typedef struct {
  bcov_lattice lattice;
  bcov_wrap wrap;
  const char *drawing, *line;
} board_case;

static void boards_are_described (void **state)
{
  (void)state;
  static const board_case cases[] = {
      {BCOV_CUBE, BCOV_WRAP_NONE, "../..|../..|../..", "board       cube, 3 x 2 x 2"},
      {BCOV_HEX, BCOV_WRAP_NONE, "...", "board       hex, 1 x 3"},
      {BCOV_TRIANGLE, BCOV_WRAP_NONE, "./.", "board       triangle, 2 x 1"},
      {BCOV_SQUARE, BCOV_WRAP_ROWS, "...", "board       square, 1 x 3, first and last row joined"},
      {BCOV_SQUARE, BCOV_WRAP_BOTH, "...",
       "board       square, 1 x 3, first and last row and column joined"},
      {BCOV_SQUARE, BCOV_WRAP_COLUMNS, "...",
       "board       square, 1 x 3, first and last column joined"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = make_puzzle (mem, cases[k].lattice, cases[k].wrap, cases[k].drawing);
    bcov_explain_facts facts = usual_facts (puzzle);
    expect_line (&facts, cases[k].line);
    expect_line (&facts, "pieces      0:");
    make_end (mem, NULL, puzzle, NULL);
  }
}

/* The list of pieces ends after forty, and the number is that of all. Lines have at most 80
 * columns. */
static void many_pieces_are_cut_short (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..");
  bcov_text expected = {0};
  char drawing[64] = "";
  for (int k = 1; k <= 41; k++) {
    char name[16];
    snprintf (name, sizeof name, "p%d", k);
    strcat (drawing, "X");
    make_piece (puzzle, name, drawing, 1, 1);
    bcov_text_printf (&expected,
                      k == 19 || k == 36 ? "\n            p%d"
                      : k <= 40          ? " p%d"
                                         : " ...",
                      k);
    char line[512];
    snprintf (line, sizeof line, "pieces      %d:%s", k, expected.data);
    bcov_explain_facts facts = usual_facts (puzzle);
    expect_line (&facts, line);
  }
  bcov_text_drop (&expected);
  make_end (mem, NULL, puzzle, NULL);
}

/* An exact cover problem has no lines about a board or pieces.  After a stop, the report has lines
   only for what was known by then. */
static void exact_cover_complete_and_stopped (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "");
  bcov_exact exact = {0};
  bcov_explain_facts facts = usual_facts (puzzle);
  puzzle->exact = &exact;
  expect_text (&facts, "items       9\n"
                       "options     20\n"
                       "reduced     8 items, 12 options, 1 component\n"
                       "symmetries  4\n"
                       "engine      search, about 1.2e+03 nodes\n");
  facts.stopped = BCOV_EXPLAIN_COST;
  expect_text (&facts, "items       9\n"
                       "options     20\n"
                       "reduced     8 items, 12 options, 1 component\n"
                       "symmetries  4\n");
  facts.stopped = BCOV_EXPLAIN_REDUCED;
  expect_text (&facts, "items       9\noptions     20\nsymmetries  4\n");
  facts.stopped = BCOV_EXPLAIN_SYMMETRIES;
  facts.engine = NULL;
  expect_text (&facts, "items       9\noptions     20\n");
  expect_json (&facts, "{\"cells\":0,\"pieces\":0,\"items\":9,\"options\":20}\n");
  puzzle->exact = NULL;
  make_end (mem, NULL, puzzle, NULL);
}

static void costs_may_be_unknown_or_beyond_all (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..");
  bcov_explain_facts facts = usual_facts (puzzle);
  facts.engine = "frontier";
  facts.nodes = -1;
  expect_line (&facts, "engine      frontier");
  facts.nodes = 0;
  expect_line (&facts, "engine      frontier, about 0 nodes");
  facts.states = 12345678;
  facts.widest = 1234;
  facts.bytes = 83;
  expect_line (&facts, "engine      frontier, about 12 M states in all, 1.2 k at the widest level, "
                       "83 B of memory, which exceeds the memory limit");
  facts.bytes = 5e9;
  facts.fits = true;
  expect_line (&facts, "engine      frontier, about 12 M states in all, 1.2 k at the widest level, "
                       "5.0 GB of memory");
  facts.states = 9.994e17;
  facts.widest = 9.996e17;
  facts.bytes = 2.6e145;
  expect_line (&facts,
               "engine      frontier, about 999 P states in all, 1e+18 at the widest level, "
               "2.6e+145 B of memory");
  facts.states = facts.widest = facts.bytes = INFINITY;
  bcov_text out = {0};
  assert_int_equal (bcov_explain_json (&facts, &out, NULL), BCOV_OK);
  bcov_text_drop (&out);
  facts.states = facts.widest = facts.bytes = 0;
  facts.fits = false;
  facts.nodes = INFINITY;
  expect_line (&facts, "engine      frontier, more than 1.8e+308 nodes");
  expect_json (&facts, "{\"cells\":2,\"pieces\":0,\"items\":9,\"options\":20,\"reduced_items\":8,"
                       "\"reduced_options\":12,\"components\":1,\"symmetries\":4,"
                       "\"engine\":\"frontier\",\"estimated_nodes\":1.7976931348623157e308,"
                       "\"estimated_states\":0.0,\"widest_level\":0.0,"
                       "\"estimated_bytes\":0.0,\"fits_memory\":false,"
                       "\"none\":false,\"why\":[]}\n");
  make_end (mem, NULL, puzzle, NULL);
}

static void reasons_stand_on_lines (void **state)
{
  (void)state;
  static const char *const reasons[] = {"the area: 7 is odd\n100% of \"X\" ↖\n",
                                        "the area: 7 is odd\n100% of \"X\" ↖"};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..");
  bcov_explain_facts facts = usual_facts (puzzle);
  facts.none = true;
  for (int k = 0; k < 2; k++) {
    facts.why = reasons[k];
    expect_text (&facts, "board       square, 1 x 2\n"
                         "cells       2\n"
                         "pieces      0:\n"
                         "items       9\n"
                         "options     20\n"
                         "reduced     8 items, 12 options, 1 component\n"
                         "symmetries  4\n"
                         "engine      not needed\n"
                         "no covering: the area: 7 is odd\n"
                         "no covering: 100% of \"X\" ↖\n");
    expect_json (&facts,
                 "{\"cells\":2,\"pieces\":0,\"items\":9,\"options\":20,"
                 "\"reduced_items\":8,\"reduced_options\":12,\"components\":1,"
                 "\"symmetries\":4,\"engine\":\"search\",\"estimated_nodes\":1234.5,"
                 "\"estimated_states\":0.0,\"widest_level\":0.0,"
                 "\"estimated_bytes\":0.0,\"fits_memory\":false,"
                 "\"none\":true,\"why\":[\"the area: 7 is odd\",\"100% of \\\"X\\\" ↖\"]}\n");
  }
  facts.why = "";
  expect_line (&facts, "engine      not needed");
  make_end (mem, NULL, puzzle, NULL);
}

/* Reasons that prove nothing are not reported. */
static void no_proof_no_reasons (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..");
  bcov_explain_facts facts = usual_facts (puzzle);
  facts.why = "perhaps\n";
  bcov_text out = {0};
  bcov_explain_text (&facts, &out);
  assert_null (strstr (out.data, "perhaps"));
  bcov_text_drop (&out);
  assert_int_equal (bcov_explain_json (&facts, &out, NULL), BCOV_OK);
  assert_non_null (strstr (out.data, "\"why\":[]"));
  bcov_text_drop (&out);
  make_end (mem, NULL, puzzle, NULL);
}

/* ---- memory failures ---- */

static size_t until_failure; /* the allocation functions of jansson have no data argument */

static void *failing_malloc (size_t size)
{
  return until_failure && !--until_failure ? NULL : malloc (size);
}

/* If any single allocation fails, the report is either complete or refused with a message. */
static void json_is_whole_or_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..");
  bcov_explain_facts facts = usual_facts (puzzle);
  size_t failures = 0;
  facts.none = true;
  facts.why = "one\ntwo\nthree\n";
  for (until_failure = 0; !until_failure; failures++) {
    bcov_text out = {0};
    bcov_error_reset (err);
    until_failure = failures + 1;
    json_set_alloc_funcs (failing_malloc, free);
    bcov_status status = bcov_explain_json (&facts, &out, err);
    json_set_alloc_funcs (malloc, free);
    assert_int_equal (bcov_error_status (err), status);
    if (status)
      assert_int_equal (out.length, 0);
    else
      assert_non_null (strstr (out.data, "\"none\":true,\"why\":[\"one\",\"two\",\"three\"]}\n"));
    bcov_text_drop (&out);
  }
  assert_in_range (failures, 20, 1000);
  make_end (mem, err, puzzle, NULL);
}

SUITE (explain)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (all_is_told),
      cmocka_unit_test (large_numbers_stay_exact),
      cmocka_unit_test (boards_are_described),
      cmocka_unit_test (many_pieces_are_cut_short),
      cmocka_unit_test (exact_cover_complete_and_stopped),
      cmocka_unit_test (costs_may_be_unknown_or_beyond_all),
      cmocka_unit_test (reasons_stand_on_lines),
      cmocka_unit_test (no_proof_no_reasons),
      cmocka_unit_test (json_is_whole_or_refused),
  };
  return cmocka_run_group_tests_name ("explain", tests, NULL, NULL);
}
