/* Proofs that there is no covering: known ones are found, and none where a covering exists.  Bounds
   of fillings by the same arguments. */

#include "suite.h"

#include "ask.h"
#include "random_cases.h"
#include "agree/random_puzzle.h"
#include "model/reduce/obstacle.h"

/* The proofs for PUZZLE; "" if there are none. */
static char *look (const bcov_puzzle *puzzle)
{
  bcov_compiled c;
  bcov_text why = {0};
  bool found = false;
  char *text = NULL;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &c, NULL), 0);
  assert_int_equal (bcov_obstacle_find (&c, NULL, &why, &found, NULL), 0);
  assert_int_equal (found, why.length > 0);
  assert_int_equal (bcov_text_take (&why, &text, NULL, NULL), 0);
  bcov_compiled_free (&c);
  return text;
}

typedef struct {
  const char *board, *pieces, *lattice, *told;
} known;

#define COLOURED(how, dark, light)                                                                 \
  "colour the board " how ": " dark " cells are dark and " light                                   \
  " are light, but no choice of pieces covers exactly that many of each\n"

/* The mutilated chessboard (Black 1946); T-tetrominoes on 6 x 6, the 35 hexominoes on 14 x 15, and
 * straight trominoes on a chessboard without a corner (Golomb); and simple ones. */
static const known knowns[] = {
    {"#......./......../......../......../......../......../......../.......#", "I2:any", NULL,
     COLOURED ("like a chessboard", "30", "32")},
    {"6x6", "T4:any", NULL, COLOURED ("like a chessboard", "18", "18")},
    {"14x15", "hexominoes", NULL, COLOURED ("like a chessboard", "105", "105")},
    {"32x128", "T4,O4:any", NULL, COLOURED ("like a chessboard", "2048", "2048")},
    {"4x5", "tetrominoes", NULL, COLOURED ("like a chessboard", "10", "10")},
    {"4x5", "L4:any", NULL, COLOURED ("in stripes, every second row dark", "10", "10")},
    {"5x5", "I2:any", NULL, "area: no choice of pieces has exactly 25 cells\n"},
    {"1x1", "I2:any,I1:0", NULL, "no placement of any piece reaches the cell [0,0]\n"},
    {"#......./......../......../......../......../......../......../........", "I3:any", NULL,
     COLOURED ("in diagonals, every third dark", "20", "43")},
    {"..#./..##", "I2:any", NULL, "no placement of any piece reaches the cell [0,3]\n"},
    {".#.#/#.#./.#.#", "I2:any", NULL,
     "no placement of any piece reaches the cell [0,0]\n"
     "no placement of any piece reaches the cell [0,2]\n"
     "no placement of any piece reaches the cell [1,1]\n"
     "and 3 more like this\n"},
    {"2x2", "I3:1,I1:any", NULL, "the piece I3 must be used 1 time but has no placements\n"},
    {"1x4", "I3:3,I1:any", NULL, "the piece I3 must be used 3 times but has only 2 placements\n"},
    {"2x2x2", "I3:1..2,I1:any", NULL, "the piece I3 must be used 1 time but has no placements\n"},
    {"2x2x1", "I3:any,I2:0", NULL,
     "no placement of any piece reaches the cell [0,0,0]\n"
     "no placement of any piece reaches the cell [0,1,0]\n"
     "no placement of any piece reaches the cell [1,0,0]\n"
     "and 1 more like this\n"},
    {"3x3", "XX:any", "hex", "area: no choice of pieces has exactly 9 cells\n"},
    {"3x4", "XX:1..2", NULL,
     "area: all pieces together have 4 cells, but 12 must be covered (a piece is used once "
     "unless its count says otherwise)\n"},
    {"3x4", "XX:7..", NULL,
     "area: the pieces that must be used have 14 cells, but the board has 12\n"},
    {".?.", "I2:any", NULL, COLOURED ("like a chessboard", "2", "1")},
};

static void known_proofs_are_found (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof knowns / sizeof *knowns; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle =
        ask_brief (mem, knowns[k].board, knowns[k].pieces, knowns[k].lattice, NULL);
    char *told = look (puzzle);
    assert_string_equal (told, knowns[k].told);
    bcov_free (told);
    ask_end (mem, puzzle);
  }
}

static void quotas_and_items_are_named (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_yaml (mem, "board: 2x2\n"
                                       "pieces:\n"
                                       "  - {name: t, shape: X, count: any, tags: [up]}\n"
                                       "rules: {rows: {up: 3}}\n");
  char *told = look (puzzle);
  assert_string_equal (told,
                       "the item row0-up needs 3, but only 2 placements can contribute to it\n"
                       "the item row1-up needs 3, but only 2 placements can contribute to it\n");
  bcov_free (told);
  ask_end (mem, puzzle);
  mem = bcov_mem_new (0);
  puzzle = ask_file (mem, "x.dlx", "a 2|b\na b\na\n");
  told = look (puzzle);
  assert_string_equal (told, "the item b needs 2, but only 1 placement can contribute to it\n");
  bcov_free (told);
  ask_end (mem, puzzle);
}

/* Boards of every kind that have many coverings. */
static void nothing_is_told_where_something_fits (void **state)
{
  (void)state;
  static const known fine[] = {
      {"8x8", "I2:any", NULL, NULL},
      {"8x8", "T4:any", NULL, NULL},
      {"6x10", "pentominoes", NULL, NULL},
      {"3x3x3", "soma", NULL, NULL},
      {"4x7", "tetrahexes", "hex", NULL},
      {"?\?\?/?\?\?", "I2:any", NULL, NULL},
      {"1x9", "I3:3", NULL, NULL},
      {"1x9", "I3:1..2,I1:3..", NULL, NULL},
      {"......../......../..#...../......../......../......../......../........", "I3:any", NULL,
       NULL},
      {"####", "I1:any", NULL, NULL},
      {"2x2", "5x5:0..3,I1:any", NULL, NULL},
      {"64x64", "I2:any", NULL, NULL},
      {"8x8", "8x8", NULL, NULL},
      {"7x9", "7x9", NULL, NULL},
  };
  for (size_t k = 0; k < sizeof fine / sizeof *fine; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, fine[k].board, fine[k].pieces, fine[k].lattice, NULL);
    char *told = look (puzzle);
    assert_string_equal (told, "");
    bcov_free (told);
    ask_end (mem, puzzle);
  }
}

/* Random puzzles of all kinds: the oracle confirms every proof. */
static void no_false_proofs (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), told_of = 0, fit = 0;
  for (uint64_t k = 0; k < cases (1000); k++) {
    bcov_random random = {seed + k};
    random_puzzle drawn;
    bcov_mem *mem = bcov_mem_new (0);
    bcov_answer *answer = NULL;
    bcov_request request = {.engine = "brute", .seconds = 0.2};
    random_puzzle_draw (&drawn, &random);
    bcov_puzzle *puzzle = random_puzzle_build (mem, &drawn);
    char *told = look (puzzle);
    bcov_status status = bcov_count (puzzle, &request, &answer, NULL);
    assert_true (status == BCOV_OK || status == BCOV_STOPPED);
    if (*told && strcmp (bcov_answer_count (answer), "0")) {
      random_puzzle_print (&drawn);
      fail_msg ("seed %llu: %s coverings, but %s", (unsigned long long)(seed + k),
                bcov_answer_count (answer), told);
    }
    told_of += *told != 0;
    fit += strcmp (bcov_answer_count (answer), "0") != 0;
    bcov_answer_free (answer);
    bcov_free (told);
    ask_end (mem, puzzle);
  }
  print_message ("%llu proved to have none, %llu have some\n", (unsigned long long)told_of,
                 (unsigned long long)fit);
  assert_true (cases_enough (told_of, 200) && cases_enough (fit, 150));
}

/* Random boards with a known covering: dominoes and trominoes are laid one after the other and
 * determine the counts. */
static void boards_covered_by_construction (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (1000000);
  for (uint64_t k = 0; k < cases (150); k++) {
    bcov_random random = {seed + k};
    enum { SIDE = 9 };
    char drawing[SIDE * (SIDE + 1)], pieces[64];
    uint32_t laid[3] = {0};
    for (size_t c = 0; c < sizeof drawing; c++)
      drawing[c] = c % (SIDE + 1) == SIDE ? '/' : '#';
    drawing[sizeof drawing - 1] = 0;
    for (int tries = 0; tries < 60; tries++) {
      uint32_t kind = (uint32_t)bcov_random_below (&random, 3);
      static const size_t steps[3][2] = {{1, 1}, {SIDE + 1, SIDE + 1}, {1, SIDE + 1}};
      size_t at = bcov_random_below (&random, sizeof drawing);
      size_t cells[3] = {at, at + steps[kind][0], at + 2 * steps[kind][0]};
      if (kind == 2)
        cells[2] = at + steps[kind][1];
      bool fits = true;
      for (int c = 0; c < 3; c++)
        fits &= cells[c] < sizeof drawing && drawing[cells[c]] == '#';
      for (int c = 0; fits && c < 3; c++)
        drawing[cells[c]] = '.';
      laid[kind] += fits;
    }
    snprintf (pieces, sizeof pieces, "XXX:%u,XX/X.:%u..%u", laid[0] + laid[1],
              laid[2] - (laid[2] > 0), laid[2] + 1);
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, drawing, pieces, NULL, k % 2 ? "both" : NULL);
    char *told = look (puzzle);
    if (*told)
      fail_msg ("%s %s: %s", drawing, pieces, told);
    bcov_free (told);
    ask_end (mem, puzzle);
  }
}

/* The bound of fillings of PUZZLE. */
static uint64_t most_of (const bcov_puzzle *puzzle)
{
  bcov_compiled c;
  uint64_t most = 0;
  assert_int_equal (bcov_compile (puzzle, true, NULL, &c, NULL), 0);
  assert_int_equal (bcov_obstacle_most (&c, NULL, &most, NULL), 0);
  bcov_compiled_free (&c);
  return most;
}

/* By area, a chessboard, stripes, and diagonals; and where nothing is proved. */
static void known_bounds (void **state)
{
  (void)state;
  static const struct {
    const char *board, *pieces;
    uint64_t most;
  } bounds[] = {
      {"5x5", "I2:any", 24},
      {"3x4", "XX:1..2", 4},
      {"#......./......../......../......../......../......../......../.......#", "I2:any", 60},
      {"22x22", "T4:any", 480},
      {"14x14", "L4:any", 192},
      {"4x5", "tetrominoes", 16},
      {"#......./......../......../......../......../......../......../........", "I3:any", 60},
      {"4x4", "T4:4..", 16},
      {"2x2", "I3:any", 0},
      {"8x8", "L4:any", 64},
      {"61x61", "hexominoes:any", 3720},
  };
  for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_brief (mem, bounds[k].board, bounds[k].pieces, NULL, NULL);
    assert_int_equal (most_of (puzzle), bounds[k].most);
    ask_end (mem, puzzle);
  }
}

/* Random puzzles of all kinds: the oracle finds no filling above the bound, and the bound is not
   always that of the board. */
static void no_filling_exceeds_the_bound (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (2000000), reached = 0, below = 0;
  for (uint64_t k = 0; k < cases (500); k++) {
    bcov_random random = {seed + k};
    random_puzzle drawn;
    bcov_mem *mem = bcov_mem_new (0);
    bcov_answer *answer = NULL;
    bcov_request request = {.engine = "brute", .seconds = 0.2};
    random_puzzle_draw (&drawn, &random);
    drawn.fill_holes = false;
    bcov_puzzle *puzzle = random_puzzle_build (mem, &drawn);
    uint64_t most = most_of (puzzle);
    bcov_status status = bcov_fill (puzzle, &request, &answer, NULL);
    assert_true (status == BCOV_OK || status == BCOV_STOPPED);
    if (bcov_answer_cells (answer) > most) {
      random_puzzle_print (&drawn);
      fail_msg ("seed %llu: %llu cells, but the bound is %llu", (unsigned long long)(seed + k),
                (unsigned long long)bcov_answer_cells (answer), (unsigned long long)most);
    }
    reached += most && bcov_answer_cells (answer) == most;
    below += most < puzzle->board.n_cells;
    bcov_answer_free (answer);
    ask_end (mem, puzzle);
  }
  print_message ("%llu bounds below the board, %llu reached\n", (unsigned long long)below,
                 (unsigned long long)reached);
  assert_true (cases_enough (below, 100) && cases_enough (reached, 100));
}

/* 61 x 61 is odd, but the proof would take too long. */
static void looking_is_stopped (void **state)
{
  (void)state;
  atomic_bool stop = true;
  bcov_watch watch = {.stop = &stop};
  bcov_control control;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "61x61", "hexominoes:any", NULL, NULL);
  bcov_compiled c;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &c, NULL), 0);
  for (int k = 0; k < 2; k++, stop = false) {
    bcov_text why = {0};
    bool found;
    bcov_control_start (&control, &watch);
    assert_int_equal (bcov_obstacle_find (&c, &control, &why, &found, NULL), 0);
    assert_int_equal (found, !stop);
    bcov_text_drop (&why);
  }
  bcov_compiled_free (&c);
  ask_end (mem, puzzle);
}

SUITE (obstacle)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (known_proofs_are_found),
      cmocka_unit_test (quotas_and_items_are_named),
      cmocka_unit_test (nothing_is_told_where_something_fits),
      cmocka_unit_test (no_false_proofs),
      cmocka_unit_test (boards_covered_by_construction),
      cmocka_unit_test (known_bounds),
      cmocka_unit_test (no_filling_exceeds_the_bound),
      cmocka_unit_test (looking_is_stopped),
  };
  return cmocka_run_group_tests_name ("obstacle", tests, NULL, NULL);
}
