/* The questions through the public interface: count, list and fill, their limits and their answers.
 */

#include "suite.h"

#include "ask.h"
#include "base/mem.h"
#include "puzzle/verify.h"

#include <stdlib.h>

#define HOLES "rules: {pieces-fill-holes: true}\n"

/* ---- count ---- */

static void expect_count (bcov_puzzle *puzzle, const bcov_request *request, const char *wanted)
{
  bcov_answer *answer = NULL;
  bcov_error *err = bcov_error_new ();
  assert_int_equal (bcov_count (puzzle, request, &answer, err), 0);
  assert_string_equal (bcov_error_text (err), "");
  assert_string_equal (bcov_answer_count (answer), wanted);
  assert_true (bcov_answer_complete (answer));
  assert_null (bcov_answer_covering (answer));
  bcov_answer_free (answer);
  bcov_error_free (err);
}

typedef struct {
  const char *board, *pieces, *lattice, *wrap, *count, *orbits;
} known;

/* The contest's samples; dominoes (OEIS A099390, on the torus A212800); the puzzle of Slothouber
   and Graatsma; lozenges in the hexagon of side 2 (MacMahon: 20); four squares of 2 x 2 in a row,
   which are components; the board with nothing to cover. */
static const known knowns[] = {
    {"#.....#/#.....#/##...##", "L3:any", NULL, NULL, "0", "0"},
    {"#.....#/#.....#/##..###", "L3:any", NULL, NULL, "2", NULL},
    {"6x8", "L3:any", NULL, NULL, "1514", NULL},
    {"4x4", "I2:any", NULL, NULL, "36", "9"},
    {"4x4", "I2:any", NULL, "both", "272", NULL},
    {"3x3x3", "2x2:6,I1:3", NULL, NULL, "8", "1"},
    {"..#..#..#../..#..#..#..", "I2:any", NULL, NULL, "16", "10"},
    {"##.....##/#.......#/#.......#/##.....##", "XX:any", "triangle", NULL, "20", NULL},
    {"#", "I2:any", NULL, NULL, "1", "1"},
    {"5x5", "I2:any", NULL, NULL, "0", "0"},
    {"???", "I1:any", NULL, NULL, "8", "6"},
    {"1x20", "I1:any,I2:any", NULL, NULL, "10946", NULL},
};

static void known_counts (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof knowns / sizeof *knowns; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    const known *n = &knowns[k];
    bcov_puzzle *puzzle = ask_brief (mem, n->board, n->pieces, n->lattice, n->wrap);
    size_t before = bcov_mem_used (mem);
    bcov_request symmetric = {.up_to_symmetry = true}, threads = {.threads = 3};
    expect_count (puzzle, NULL, n->count);
    expect_count (puzzle, &threads, n->count);
    if (n->orbits)
      expect_count (puzzle, &symmetric, n->orbits);
    assert_int_equal (bcov_mem_used (mem), before);
    ask_end (mem, puzzle);
  }
}

/* 2^70 coverings of 70 independent squares. */
static void counts_may_be_large (void **state)
{
  (void)state;
  char board[2 * 70 * 3 + 1] = "";
  for (int row = 0; row < 2; row++)
    for (int k = 0; k < 70; k++)
      strcat (board, k < 69 ? "..#" : row ? ".." : "../");
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, board, "I2:any", NULL, NULL);
  expect_count (puzzle, NULL, "1180591620717411303424");
  ask_end (mem, puzzle);
}

static void parts_add_up (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x6", "I2:any,I1:0..2", NULL, NULL);
  bcov_answer *answer = NULL;
  assert_int_equal (bcov_count (puzzle, NULL, &answer, NULL), 0);
  uint64_t whole = strtoull (bcov_answer_count (answer), NULL, 10), sum = 0, orbits = 0;
  bcov_answer_free (answer);
  for (uint32_t part = 1; part <= 5; part++) {
    bcov_request request = {.part = part, .parts = 5, .threads = part % 3};
    assert_int_equal (bcov_count (puzzle, &request, &answer, NULL), 0);
    sum += strtoull (bcov_answer_count (answer), NULL, 10);
    bcov_answer_free (answer);
    request.up_to_symmetry = true;
    assert_int_equal (bcov_count (puzzle, &request, &answer, NULL), 0);
    orbits += strtoull (bcov_answer_count (answer), NULL, 10);
    bcov_answer_free (answer);
  }
  assert_int_equal (sum, whole);
  bcov_request symmetric = {.up_to_symmetry = true};
  assert_int_equal (bcov_count (puzzle, &symmetric, &answer, NULL), 0);
  assert_int_equal (orbits, strtoull (bcov_answer_count (answer), NULL, 10));
  assert_int_equal (ask_statistic (answer, "symmetries"), 4);
  bcov_answer_free (answer);
  ask_end (mem, puzzle);
}

static void expect_refused (const bcov_puzzle *puzzle, bcov_request request, const char *told)
{
  bcov_error *err = bcov_error_new ();
  bcov_answer *answer = NULL;
  assert_int_equal (bcov_count (puzzle, &request, &answer, err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), told));
  assert_null (answer);
  bcov_answer_free (answer);
  bcov_error_free (err);
}

static void wrong_requests_are_refused (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x2", "I2:any", NULL, NULL);
  expect_refused (puzzle, (bcov_request){.engine = "quick"}, "unknown engine 'quick'");
  expect_refused (puzzle, (bcov_request){.part = 3, .parts = 2}, "part 3/2");
  ask_end (mem, puzzle);
  mem = bcov_mem_new (0);
  puzzle = ask_brief (mem, "4x6", "L3:any", NULL, NULL);
  expect_refused (puzzle, (bcov_request){.engine = "match"}, "match");
  ask_end (mem, puzzle);
  mem = bcov_mem_new (0);
  puzzle = ask_brief (mem, "24x24", "fixed pentominoes:any", NULL, NULL);
  expect_refused (puzzle, (bcov_request){.engine = "brute"}, "use the engine search");
  ask_end (mem, puzzle);
}

/* ---- ending early ---- */

typedef struct {
  int calls;
  atomic_bool stop;
  uint64_t nodes;
} watcher;

static bcov_status watch (const bcov_progress *now, void *data)
{
  watcher *w = data;
  assert_true (now->fraction <= 1);
  assert_true (now->nodes >= w->nodes && now->seconds >= 0);
  w->nodes = now->nodes;
  if (++w->calls >= 2 && now->nodes)
    w->stop = true;
  return BCOV_OK;
}

/* Progress is reported, and its callback can stop the run. */
static void progress_and_stop (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "16x16", "I2:any", NULL, NULL);
  for (unsigned threads = 1; threads <= 2; threads++) {
    bcov_error *err = bcov_error_new ();
    watcher w = {0};
    bcov_answer *answer = NULL;
    bcov_request request = {.engine = "search",
                            .stop = &w.stop,
                            .progress = watch,
                            .progress_data = &w,
                            .threads = threads};
    assert_int_equal (bcov_count (puzzle, &request, &answer, err), BCOV_STOPPED);
    assert_true (w.calls >= 2 && w.nodes > 0 && bcov_answer_seconds (answer) >= 0.19);
    assert_false (bcov_answer_complete (answer));
    assert_string_equal (bcov_error_text (err), "stopped");
    bcov_answer_free (answer);
    bcov_error_free (err);
  }
  ask_end (mem, puzzle);
}

static bcov_status take_all (const bcov_covering *covering, uint64_t index, void *data)
{
  (void)covering;
  *(uint64_t *)data = index;
  return BCOV_OK;
}

/* Count, list and fill end at their time limit and return what they found. */
static void time_is_kept (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "16x16", "X5:any,I1:any", NULL, NULL);
  for (int question = 0; question < 3; question++) {
    bcov_request request = {.engine = "search", .seconds = 0.5, .threads = 2};
    bcov_error *err = bcov_error_new ();
    bcov_answer *answer = NULL;
    uint64_t last = 0;
    bcov_puzzle *crosses = question == 2 ? ask_brief (mem, "16x16", "X5:any", NULL, NULL) : NULL;
    bcov_status status = question == 0 ? bcov_count (puzzle, &request, &answer, err)
                         : question == 1
                             ? bcov_list (puzzle, &request, take_all, &last, &answer, err)
                             : bcov_fill (crosses, &request, &answer, err);
    assert_int_equal (status, BCOV_STOPPED);
    assert_string_equal (bcov_error_text (err), "stopped: the time limit of 0.5 s was reached");
    assert_false (bcov_answer_complete (answer));
    if (question == 0)
      assert_true (strtoull (bcov_answer_count (answer), NULL, 10) > 0);
    if (question == 1)
      assert_true (last && strtoull (bcov_answer_count (answer), NULL, 10) == last);
    if (question == 2)
      assert_true (bcov_answer_cells (answer) == 5 * bcov_answer_covering (answer)->laid.count);
    assert_true (bcov_answer_seconds (answer) < 60);
    bcov_answer_free (answer);
    bcov_puzzle_free (crosses);
    bcov_error_free (err);
  }
  ask_end (mem, puzzle);
}

/* A memory limit stops a run, with a message, and nothing stays allocated. */
static void memory_is_kept (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (300000);
  bcov_puzzle *puzzle = ask_brief (mem, "20x20", "pentominoes:any", NULL, NULL);
  size_t before = bcov_mem_used (mem);
  bcov_error *err = bcov_error_new ();
  bcov_answer *answer = NULL;
  assert_int_equal (bcov_count (puzzle, NULL, &answer, err), BCOV_STOPPED);
  assert_non_null (strstr (bcov_error_text (err), "allow more memory"));
  bcov_answer_free (answer);
  assert_int_equal (bcov_mem_used (mem), before);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

/* ---- list ---- */

typedef struct {
  const bcov_puzzle *puzzle;
  char *lines[64];
  size_t count, enough;
} gathered;

static bcov_status gather (const bcov_covering *covering, uint64_t index, void *data)
{
  gathered *g = data;
  assert_true (g->count < 64);
  assert_int_equal (index, g->count + 1);
  assert_int_equal (bcov_verify (g->puzzle, covering, false, NULL, NULL), 0);
  assert_int_equal (bcov_covering_json (covering, 0, &g->lines[g->count], NULL, NULL), 0);
  for (size_t k = 0; k < g->count; k++)
    assert_string_not_equal (g->lines[k], g->lines[g->count]);
  return ++g->count == g->enough ? BCOV_ENOUGH : BCOV_OK;
}

static void drop (gathered *g)
{
  while (g->count)
    bcov_free (g->lines[--g->count]);
}

/* Lists; the answer's count is the number of coverings received. */
static gathered list (const bcov_puzzle *puzzle, bcov_request request, size_t enough)
{
  gathered g = {.puzzle = puzzle, .enough = enough};
  bcov_answer *answer = NULL;
  char count[32];
  assert_int_equal (bcov_list (puzzle, &request, gather, &g, &answer, NULL), 0);
  snprintf (count, sizeof count, "%zu", g.count);
  assert_string_equal (bcov_answer_count (answer), count);
  assert_int_equal (bcov_answer_complete (answer),
                    !(request.limit && g.count == request.limit) && !(enough && g.count == enough));
  bcov_answer_free (answer);
  return g;
}

static void every_covering_is_listed_once (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x4", "I2:any", NULL, NULL);
  gathered all = list (puzzle, (bcov_request){0}, 0);
  gathered same = list (puzzle, (bcov_request){.threads = 4}, 0);
  gathered other = list (puzzle, (bcov_request){.engine = "brute"}, 0);
  gathered few = list (puzzle, (bcov_request){.limit = 7}, 0);
  gathered fewer = list (puzzle, (bcov_request){.limit = 7}, 3);
  gathered orbits = list (puzzle, (bcov_request){.up_to_symmetry = true}, 0);
  gathered orbit = list (puzzle, (bcov_request){.up_to_symmetry = true, .limit = 1}, 0);
  assert_int_equal (all.count, 36);
  assert_int_equal (same.count, 36);
  assert_int_equal (other.count, 36);
  assert_int_equal (few.count, 7);
  assert_int_equal (fewer.count, 3);
  assert_int_equal (orbits.count, 9);
  assert_int_equal (orbit.count, 1);
  for (size_t k = 0; k < 36; k++)
    assert_string_equal (all.lines[k], same.lines[k]);
  for (size_t k = 0; k < 7; k++)
    assert_string_equal (all.lines[k], few.lines[k]);
  drop (&all);
  drop (&same);
  drop (&other);
  drop (&few);
  drop (&fewer);
  drop (&orbits);
  drop (&orbit);
  ask_end (mem, puzzle);
}

/* The limit also works on boards with optional cells. */
static void limits_hold_on_optional_boards (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "?????", "I1:any", NULL, NULL);
  for (uint64_t limit = 1; limit <= 32; limit++) {
    gathered g = list (puzzle, (bcov_request){.limit = limit}, 0);
    assert_int_equal (g.count, limit);
    drop (&g);
  }
  gathered g = list (puzzle, (bcov_request){.limit = 33}, 0);
  assert_int_equal (g.count, 32);
  drop (&g);
  ask_end (mem, puzzle);
}

static void parts_of_a_list_are_disjoint (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "4x4", "I2:any", NULL, NULL);
  for (int symmetric = 0; symmetric < 2; symmetric++) {
    gathered g = {.puzzle = puzzle};
    for (uint32_t part = 1; part <= 3; part++) {
      gathered p =
          list (puzzle, (bcov_request){.part = part, .parts = 3, .up_to_symmetry = symmetric}, 0);
      for (size_t k = 0; k < p.count; k++) {
        for (size_t j = 0; j < g.count; j++)
          assert_string_not_equal (p.lines[k], g.lines[j]);
        g.lines[g.count++] = p.lines[k];
      }
    }
    assert_int_equal (g.count, symmetric ? 9 : 36);
    drop (&g);
  }
  ask_end (mem, puzzle);
}

static void nothing_to_list (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "3x3", "I2:any", NULL, NULL);
  gathered g = list (puzzle, (bcov_request){0}, 0);
  assert_int_equal (g.count, 0);
  ask_end (mem, puzzle);
  mem = bcov_mem_new (0);
  puzzle = ask_file (mem, "x.dlx", "a b c\na\nb c\nb\nc\n");
  g = list (puzzle, (bcov_request){0}, 0);
  assert_int_equal (g.count, 2);
  drop (&g);
  ask_end (mem, puzzle);
}

/* ---- fill ---- */

static void expect_fill (bcov_mem *mem, bcov_puzzle *puzzle, const char *engine, uint64_t cells)
{
  bcov_answer *answer = NULL;
  bcov_request request = {.engine = engine};
  uint64_t laid = 0;
  assert_int_equal (bcov_fill (puzzle, &request, &answer, NULL), 0);
  assert_int_equal (bcov_answer_cells (answer), cells);
  assert_true (bcov_answer_complete (answer));
  assert_int_equal (bcov_verify (puzzle, bcov_answer_covering (answer), true, NULL, NULL), 0);
  for (size_t k = 0; k < bcov_answer_covering (answer)->laid.count; k++)
    laid += bcov_answer_covering (answer)->laid.data[k].count;
  assert_int_equal (laid, cells);
  if (engine)
    assert_string_equal (bcov_answer_engine (answer), engine);
  bcov_answer_free (answer);
  ask_end (mem, puzzle);
}

/* The samples of the contest, 14 and 0; 24 of 25 cells with dominoes; 8 F pentominoes on 5 x 10 (a
   sample of the contest); pieces with upper bounds, and optional cells. */
static void known_fills (void **state)
{
  (void)state;
  static const char *const engines[] = {NULL, "search", "brute"};
  static const struct {
    const char *board, *pieces;
    uint64_t cells;
  } cases[] = {{"5x5", "I2:any", 24},       {"5x5", "I2:3", 6},
               {"4x4", "2x2:1..2,I1:1", 9}, {"##.##../#....../#....##/#..####", "L4:any", 12},
               {"2x2", "I3:5", 0},          {"#", "I1", 0},
               {".?/?.", "I2:any", 4},      {"1x5", "I2:1,I3:2", 5}};
  for (size_t e = 0; e < 3; e++) {
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
      if (e == 2 && k == 0) /* too much for the oracle */
        continue;
      bcov_mem *mem = bcov_mem_new (0);
      expect_fill (mem, ask_brief (mem, cases[k].board, cases[k].pieces, NULL, NULL), engines[e],
                   cases[k].cells);
    }
    bcov_mem *mem = bcov_mem_new (0);
    expect_fill (mem,
                 ask_yaml (mem, "board: |\n  ##..#.\n  ..#.#.\n  .##..#\n  ##.###\n  #...#.\n"
                                "  .###..\n"
                                "table: |\n  X..XX.\n  X.X.X.\n  .XX.XX\n  ..X...\n  XX.XX.\n"
                                "  .X....\n" HOLES),
                 engines[e], 14);
    mem = bcov_mem_new (0);
    expect_fill (mem,
                 ask_yaml (mem, "board: |\n  ...\n  ##.\n  ###\ntable: |\n  XXX\n  X..\n" HOLES),
                 engines[e], 0);
  }
}

static void fill_needs_a_board (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = ask_file (mem, "x.dlx", "a\na\n");
  bcov_answer *answer = NULL;
  assert_int_equal (bcov_fill (puzzle, NULL, &answer, err), BCOV_INPUT);
  assert_non_null (strstr (bcov_error_text (err), "`fill` needs a board"));
  assert_null (answer);
  bcov_error_free (err);
  ask_end (mem, puzzle);
}

/* ---- callbacks ---- */

/* DATA is the status to return. */
static bcov_status see_covering (const bcov_covering *covering, uint64_t index, void *data)
{
  (void)covering, (void)index;
  return *(bcov_status *)data;
}

static bcov_status see_text (const char *text, void *data)
{
  (void)text;
  return *(bcov_status *)data;
}

static bcov_status see_term (uint32_t n, const char *count, void *data)
{
  (void)n, (void)count;
  return *(bcov_status *)data;
}

static bcov_status see_uses (const uint32_t *times, const char *coverings, void *data)
{
  (void)times, (void)coverings;
  return *(bcov_status *)data;
}

static bcov_status see_type (const char *type, uint32_t order, const char *coverings, uint32_t each,
                             void *data)
{
  (void)type, (void)order, (void)coverings, (void)each;
  return *(bcov_status *)data;
}

/* Every call returns the status that its callback returned; BCOV_ENOUGH is a success. */
static void a_callback_ends_its_call (void **state)
{
  (void)state;
  static const bcov_status returned[] = {BCOV_ENOUGH, BCOV_OK, BCOV_INPUT, BCOV_STOPPED,
                                         BCOV_FAULT};
  static const char *const engines[] = {"search", "frontier", "brute"};
  bcov_puzzle *p = NULL;
  assert_int_equal (bcov_puzzle_brief (NULL, "4x4", "I2:any", NULL, NULL, &p, NULL), BCOV_OK);
  for (size_t k = 0; k < 15; k++) {
    bcov_request *r = bcov_request_new ();
    bcov_status s = returned[k % 5], wanted = s == BCOV_ENOUGH ? BCOV_OK : s;
    bcov_request_set (r, "engine", engines[k / 5], NULL);
    bcov_request_set (r, "threads", "4", NULL);
    assert_int_equal (bcov_list (p, r, see_covering, &s, NULL, NULL), wanted);
    assert_int_equal (bcov_sample (p, r, 9, see_covering, &s, NULL, NULL), wanted);
    assert_int_equal (bcov_unrank (p, r, "7", see_covering, &s, NULL, NULL), wanted);
    assert_int_equal (
        bcov_rank (p, r, "x", "IIAA\nAAII\nIIAA\nAAII\n", 20, see_text, &s, NULL, NULL), wanted);
    assert_int_equal (bcov_sequence (p, r, "rows", 1, 9, see_term, &s, NULL, NULL, NULL), wanted);
    assert_int_equal (bcov_count_by_piece (p, r, see_uses, &s, NULL, NULL), wanted);
    assert_int_equal (bcov_count_by_symmetry (p, r, see_type, &s, NULL, NULL), wanted);
    assert_int_equal (bcov_trace (p, r, 9, 0, see_text, &s, NULL, NULL), wanted);
    bcov_request_free (r);
  }
  bcov_puzzle_free (p);
}

SUITE (api_solve)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (known_counts),
      cmocka_unit_test (counts_may_be_large),
      cmocka_unit_test (parts_add_up),
      cmocka_unit_test (wrong_requests_are_refused),
      cmocka_unit_test (progress_and_stop),
      cmocka_unit_test (time_is_kept),
      cmocka_unit_test (memory_is_kept),
      cmocka_unit_test (every_covering_is_listed_once),
      cmocka_unit_test (limits_hold_on_optional_boards),
      cmocka_unit_test (parts_of_a_list_are_disjoint),
      cmocka_unit_test (nothing_to_list),
      cmocka_unit_test (known_fills),
      cmocka_unit_test (fill_needs_a_board),
      cmocka_unit_test (a_callback_ends_its_call),
  };
  return cmocka_run_group_tests_name ("api_solve", tests, NULL, NULL);
}
