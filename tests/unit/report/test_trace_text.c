/* Captions, lines and JSON of every kind of step. */

#include "suite.h"

#include "ask.h"
#include "failing.h"
#include "make.h"
#include "report/trace_text.h"

static const uint32_t region[] = {1, 4};

typedef struct {
  bcov_step_facts step;
  const char *text, *json;
} example;

/* On a board of 2 x 3 with the piece L3, and a cell that may stay empty at [0,2]. */
static const example examples[] = {
    {{.kind = BCOV_CHOOSE,
      .number = 1,
      .about = BCOV_ABOUT_CELL,
      .index = 4,
      .ways = 3,
      .needed = 1},
     "   1  cell [1,1]: 3 placements, fewest of all",
     "{\"step\":1,\"depth\":0,\"do\":\"choose\",\"cell\":[1,1],\"options\":3,\"needed\":1,"
     "\"text\":\"cell [1,1]: 3 placements, fewest of all\"}"},
    {{.kind = BCOV_CHOOSE,
      .number = 12,
      .depth = 2,
      .about = BCOV_ABOUT_PIECE,
      .ways = 1,
      .needed = 1},
     "  12      piece L3: only 1 placement",
     "{\"step\":12,\"depth\":2,\"do\":\"choose\",\"piece\":\"L3\",\"options\":1,\"needed\":1,"
     "\"text\":\"piece L3: only 1 placement\"}"},
    {{.kind = BCOV_CHOOSE,
      .number = 3,
      .about = BCOV_ABOUT_ITEM,
      .name = "row 1: \"up\"",
      .ways = 4,
      .needed = 2},
     "   3  row 1: \"up\": 4 placements for 2 needed, the smallest choice of all",
     "{\"step\":3,\"depth\":0,\"do\":\"choose\",\"item\":\"row 1: "
     "\\\"up\\\"\",\"options\":4,\"needed\":2,\"text\":\"row 1: \\\"up\\\": 4 placements for 2 "
     "needed, the smallest choice of all\"}"},
    {{.kind = BCOV_CHOOSE, .number = 3, .about = BCOV_ABOUT_CELL, .index = 2, .ways = 1},
     "   3  cell [0,2] is optional and has 1 placement",
     "{\"step\":3,\"depth\":0,\"do\":\"choose\",\"cell\":[0,2],\"options\":1,\"needed\":0,\"text\":"
     "\"cell [0,2] is optional and has 1 placement\"}"},
    {{.kind = BCOV_CUT,
      .number = 5,
      .depth = 1,
      .about = BCOV_ABOUT_REGION,
      .cells = region,
      .n_cells = 2},
     "   5    cut: 2 cells cut off at [0,1]: no choice of the remaining pieces fills exactly 2",
     "{\"step\":5,\"depth\":1,\"do\":\"cut\",\"cells\":[[0,1],[1,1]],\"text\":\"2 cells cut off at "
     "[0,1]: no choice of the remaining pieces fills exactly 2\"}"},
    {{.kind = BCOV_CUT,
      .number = 5,
      .about = BCOV_ABOUT_REGION,
      .cells = (uint32_t[]){2},
      .n_cells = 1,
      .only = true},
     "   5  cut: 1 cell left: no choice of the remaining pieces fills them",
     NULL},
    {{.kind = BCOV_CUT, .number = 5, .about = BCOV_ABOUT_CELL, .index = 3, .needed = 1},
     "   5  cut: cell [1,0] can no longer be covered",
     "{\"step\":5,\"depth\":0,\"do\":\"cut\",\"cells\":[[1,0]],"
     "\"text\":\"cell [1,0] can no longer be covered\"}"},
    {{.kind = BCOV_CUT, .number = 5, .about = BCOV_ABOUT_PIECE, .needed = 1, .without = true},
     "   5  cut: without it, piece L3 fits nowhere any more",
     "{\"step\":5,\"depth\":0,\"do\":\"cut\",\"piece\":\"L3\","
     "\"text\":\"without it, piece L3 fits nowhere any more\"}"},
    {{.kind = BCOV_CUT, .number = 5, .about = BCOV_ABOUT_PIECE, .needed = 3, .ways = 2},
     "   5  cut: piece L3 needs 3 more, but only 2 placements are left",
     NULL},
    {{.kind = BCOV_CUT, .number = 5, .about = BCOV_ABOUT_ITEM, .name = "x", .needed = 2, .ways = 1},
     "   5  cut: x needs 2 more, but only 1 placement is left",
     NULL},
    {{.kind = BCOV_CUT, .number = 5, .about = BCOV_ABOUT_ITEM, .name = "x", .needed = 1},
     "   5  cut: x needs 1 more, but no remaining placement counts for it",
     NULL},
    {{.kind = BCOV_CUT, .number = 1, .about = BCOV_ABOUT_PROOF, .name = "area: no"},
     "   1  cut: area: no",
     "{\"step\":1,\"depth\":0,\"do\":\"cut\",\"text\":\"area: no\"}"},
    {{.kind = BCOV_LEAVE, .number = 7, .about = BCOV_ABOUT_CELL, .index = 2},
     "   7  cell [0,2] stays empty",
     "{\"step\":7,\"depth\":0,\"do\":\"leave\",\"cell\":[0,2],\"text\":\"cell [0,2] stays "
     "empty\"}"},
    {{.kind = BCOV_LEAVE, .number = 7, .about = BCOV_ABOUT_ITEM, .name = "x"},
     "   7  x is left as it is",
     NULL},
    {{.kind = BCOV_COVERED, .number = 9, .depth = 2, .found = 3},
     "   9      covering 3",
     "{\"step\":9,\"depth\":2,\"do\":\"covering\",\"index\":3,\"text\":\"covering 3\"}"},
    {{.kind = BCOV_ENDED, .number = 10, .steps = 9, .found = 1, .complete = true},
     "      everything was tried: 1 covering in all",
     "{\"step\":10,\"do\":\"end\",\"complete\":true,\"steps\":9,\"coverings\":1,"
     "\"text\":\"everything was tried: 1 covering in all\"}"},
    {{.kind = BCOV_ENDED, .number = 10, .steps = 29, .found = 2, .complete = true},
     "      to be continued: 20 more steps, 2 coverings in all (a higher limit shows more)",
     "{\"step\":10,\"do\":\"end\",\"complete\":false,\"steps\":29,\"coverings\":2,"
     "\"text\":\"to be continued: 20 more steps, 2 coverings in all\"}"},
    {{.kind = BCOV_ENDED, .number = 10, .steps = 10},
     "      to be continued: 1 more step at least (a higher limit shows more)",
     NULL},
    {{.kind = BCOV_ENDED, .number = 10, .steps = 9}, "      stopped here", NULL},
    {{.kind = BCOV_ENDED, .number = 2, .steps = 1, .complete = true, .proved = true},
     "      nothing to try: there is no covering",
     "{\"step\":2,\"do\":\"end\",\"complete\":true,\"steps\":1,\"coverings\":0,\"text\":\"nothing "
     "to try: there is no covering\"}"},
};

static void expect (const bcov_step_facts *step, bcov_style style, const char *text,
                    const char *json)
{
  bcov_text out = {0};
  bcov_trace_style how = {style, false};
  assert_int_equal (bcov_trace_text_write (step, &how, &out, NULL), 0);
  assert_string_equal (out.data, text);
  out.length = 0;
  bcov_trace_text_json (step, &out);
  if (json)
    assert_string_equal (out.data, json);
  bcov_text_drop (&out);
}

static void every_step_has_words (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "..?/...", "L3:any", NULL, NULL);
  for (size_t k = 0; k < sizeof examples / sizeof *examples; k++) {
    bcov_step_facts step = examples[k].step;
    step.puzzle = puzzle;
    expect (&step, BCOV_LETTERS, examples[k].text, examples[k].json);
  }
  ask_end (mem, puzzle);
}

/* A try that lays the first piece; to be given to end_try. */
static bcov_step_facts start_try (bcov_puzzle *puzzle)
{
  bcov_covering *piece;
  assert_int_equal (bcov_covering_new (puzzle, &piece, NULL), 0);
  if (puzzle->exact)
    assert_int_equal (bcov_covering_lay (piece, 0, 0, NULL, 0, NULL), 0);
  else
    make_lay (piece, "L3", 0, "XX./X..");
  return (bcov_step_facts){.puzzle = puzzle,
                           .kind = BCOV_TRY,
                           .number = 2,
                           .tried = 1,
                           .ways = 3,
                           .piece = piece,
                           .lying = piece};
}

static void end_try (bcov_mem *mem, const bcov_step_facts *step)
{
  bcov_covering_free ((bcov_covering *)step->piece);
  ask_end (mem, (bcov_puzzle *)step->puzzle);
}

static void pieces_are_drawn (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_step_facts step = start_try (ask_brief (mem, "2x3", "L3:any", NULL, NULL));
  step.depth = 1;
  expect (&step, BCOV_LETTERS, "   2    try L3, 1 of 3\n          LL.\n          L..",
          "{\"step\":2,\"depth\":1,\"do\":\"try\",\"number\":1,\"of\":3,\"piece\":\"L3\","
          "\"cells\":[[0,0],[0,1],[1,0]],\"text\":\"try L3, 1 of 3\"}");
  expect (&step, BCOV_BLOCKS,
          "   2    try L3, 1 of 3\n          \u2592\u2592\u2592\u2592\u00b7\n"
          "          \u2592\u2592\u00b7 \u00b7",
          NULL);
  step.kind = BCOV_BACK;
  expect (&step, BCOV_LETTERS, "   2    take back L3",
          "{\"step\":2,\"depth\":1,\"do\":\"back\",\"piece\":\"L3\","
          "\"cells\":[[0,0],[0,1],[1,0]],\"text\":\"take back L3\"}");
  step.depth = 1000;
  bcov_text out = {0};
  assert_int_equal (bcov_trace_text_write (&step, &(bcov_trace_style){0}, &out, NULL), 0);
  assert_true (out.length < 80);
  bcov_text_drop (&out);
  end_try (mem, &step);
}

static void options_have_items (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_step_facts step = start_try (ask_file (mem, "x.dlx", "a b | c\na c:r\nb\n"));
  step.ways = 1;
  expect (&step, BCOV_LETTERS, "   2  try a c:r, 1 of 1",
          "{\"step\":2,\"depth\":0,\"do\":\"try\",\"number\":1,\"of\":1,\"items\":[\"a\",\"c:r\"],"
          "\"text\":\"try a c:r, 1 of 1\"}");
  bcov_step_facts choice = {.puzzle = step.puzzle,
                            .kind = BCOV_CHOOSE,
                            .number = 1,
                            .about = BCOV_ABOUT_ITEM,
                            .name = "a",
                            .ways = 2,
                            .needed = 1};
  expect (&choice, BCOV_LETTERS, "   1  a: 2 options, fewest of all", NULL);
  end_try (mem, &step);
}

static void drawing_survives_failures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_step_facts step = start_try (ask_brief (mem, "2x3", "L3:any", NULL, NULL));
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_text out = {0};
    f.status = bcov_trace_text_write (&step, &(bcov_trace_style){0}, &out, NULL);
    bcov_text_drop (&out);
  }
  assert_true (f.failed > 2);
  end_try (mem, &step);
}

SUITE (trace_text)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (every_step_has_words),
      cmocka_unit_test (pieces_are_drawn),
      cmocka_unit_test (options_have_items),
      cmocka_unit_test (drawing_survives_failures),
  };
  return cmocka_run_group_tests_name ("trace_text", tests, NULL, NULL);
}
