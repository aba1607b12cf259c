/* What each kind of step looks like. */

#include "suite.h"

#include "ask.h"
#include "make.h"
#include "report/trace_film.h"

static const char ring[] = "stroke=\"#c2185b\"", struck[] = "stroke=\"#b3261e\"",
                  glow[] = "stroke=\"#2e7d32\"", piece_title[] = "<title>L3</title>";

/* The picture of steps, COUNT of them, whose puzzle is filled in. */
static char *film (bcov_puzzle *puzzle, bcov_step_facts *steps, size_t count)
{
  bcov_trace_film t;
  bcov_text out = {0};
  char *text = NULL;
  bcov_trace_film_start (&t, puzzle, NULL);
  for (size_t k = 0; k < count; k++) {
    steps[k].puzzle = puzzle;
    assert_int_equal (bcov_trace_film_add (&t, &steps[k], NULL), 0);
  }
  assert_int_equal (bcov_film_write (&t.film, &out, NULL), 0);
  bcov_trace_film_end (&t);
  assert_int_equal (bcov_text_take (&out, &text, NULL, NULL), 0);
  return text;
}

/* Whether PICTURE has the marks whose names start with the letters of WANTED, and no others. */
static void expect_marks (const char *picture, const char *wanted)
{
  assert_int_equal (strstr (picture, ring) != NULL, strchr (wanted, 'r') != NULL);
  assert_int_equal (strstr (picture, struck) != NULL, strchr (wanted, 's') != NULL);
  assert_int_equal (strstr (picture, glow) != NULL, strchr (wanted, 'g') != NULL);
  assert_int_equal (strstr (picture, piece_title) != NULL, strchr (wanted, 'p') != NULL);
}

static void steps_have_marks (void **state)
{
  (void)state;
  static const uint32_t region[] = {1, 2};
  struct {
    bcov_step_facts step;
    const char *marks;
  } examples[] = {
      {{.kind = BCOV_CHOOSE, .about = BCOV_ABOUT_CELL, .ways = 2, .needed = 1}, "r"},
      {{.kind = BCOV_CHOOSE, .about = BCOV_ABOUT_PIECE, .ways = 2, .needed = 1}, ""},
      {{.kind = BCOV_CUT, .about = BCOV_ABOUT_CELL, .needed = 1}, "s"},
      {{.kind = BCOV_CUT, .about = BCOV_ABOUT_PIECE, .needed = 1}, ""},
      {{.kind = BCOV_CUT, .about = BCOV_ABOUT_PROOF, .name = "so"}, ""},
      {{.kind = BCOV_CUT, .about = BCOV_ABOUT_REGION, .cells = region, .n_cells = 2}, "s"},
      {{.kind = BCOV_LEAVE, .about = BCOV_ABOUT_CELL}, ""},
      {{.kind = BCOV_COVERED, .found = 1}, "g"},
      {{.kind = BCOV_ENDED, .number = 1}, ""},
  };
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "L3:any", NULL, NULL);
  for (size_t k = 0; k < sizeof examples / sizeof *examples; k++) {
    char *picture = film (puzzle, &examples[k].step, 1);
    expect_marks (picture, examples[k].marks);
    bcov_free (picture);
  }
  ask_end (mem, puzzle);
}

/* The ring comes back when the second placement is tried. */
static void pieces_are_laid_and_taken_back (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "L3:any", NULL, NULL);
  bcov_covering *one, *none;
  assert_int_equal (bcov_covering_new (puzzle, &one, NULL), 0);
  assert_int_equal (bcov_covering_new (puzzle, &none, NULL), 0);
  make_lay (one, "L3", 0, "XX./X..");
  bcov_step_facts steps[] = {
      {.kind = BCOV_CHOOSE, .about = BCOV_ABOUT_CELL, .ways = 2, .needed = 1},
      {.kind = BCOV_TRY, .tried = 1, .ways = 2, .piece = one, .lying = one},
      {.kind = BCOV_BACK, .piece = one, .lying = none},
      {.kind = BCOV_TRY, .tried = 2, .ways = 2, .piece = one, .lying = one},
  };
  unsigned subpaths = 0;
  char *picture = film (puzzle, steps, 4);
  expect_marks (picture, "rp");
  for (const char *at = picture; (at = strstr (at, ring)); at++)
    subpaths++;
  assert_int_equal (subpaths, 3);
  assert_non_null (strstr (picture, ">try L3, 2 of 2</text>"));
  bcov_free (picture);
  bcov_covering_free (one);
  bcov_covering_free (none);
  ask_end (mem, puzzle);
}

static void adding_survives_failures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "L3:any", NULL, NULL);
  size_t n = 1, before = bcov_mem_used (mem);
  for (bcov_status status = BCOV_FAULT; status; n++) {
    bcov_trace_film t;
    bcov_step_facts step = {.puzzle = puzzle, .kind = BCOV_CHOOSE, .ways = 2, .needed = 1};
    bcov_mem_fail_at (mem, n);
    bcov_trace_film_start (&t, puzzle, NULL);
    status = bcov_trace_film_add (&t, &step, NULL);
    bcov_mem_fail_at (mem, 0);
    bcov_trace_film_end (&t);
    assert_int_equal (bcov_mem_used (mem), before);
  }
  assert_true (n > 15);
  ask_end (mem, puzzle);
}

SUITE (trace_film)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (steps_have_marks),
      cmocka_unit_test (pieces_are_laid_and_taken_back),
      cmocka_unit_test (adding_survives_failures),
  };
  return cmocka_run_group_tests_name ("trace_film", tests, NULL, NULL);
}
