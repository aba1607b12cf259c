/* Matching pieces with holes: compared with the search on random boards, and cases in which a
   greedy choice is not optimal. */

#include "suite.h"

#include "make.h"
#include "random_cases.h"
#include "base/random.h"
#include "engine/match/holes.h"
#include "puzzle/verify.h"
#include "question/request.h"

#include <stdio.h>

static uint32_t below (bcov_random *random, uint32_t bound)
{
  return (uint32_t)bcov_random_below (random, bound);
}

/* Returns the largest number of cells that ENGINE fills, and checks the covering with the
   verifier. */
static uint64_t fill (const bcov_puzzle *puzzle, const char *engine)
{
  bcov_request request = {.engine = engine, .threads = 1};
  bcov_answer *answer = NULL;
  bcov_error *err = bcov_error_new ();
  uint64_t laid = 0;
  if (bcov_fill (puzzle, &request, &answer, err) ||
      bcov_verify (puzzle, bcov_answer_covering (answer), true, NULL, err))
    fail_msg ("%s: %s", engine, bcov_error_text (err));
  for (size_t k = 0; k < bcov_answer_covering (answer)->laid.count; k++)
    laid += bcov_answer_covering (answer)->laid.data[k].count;
  assert_int_equal (laid, bcov_answer_cells (answer));
  uint64_t cells = bcov_answer_cells (answer);
  bcov_answer_free (answer);
  bcov_error_free (err);
  return cells;
}

/* Makes a puzzle with the rule pieces-fill-holes.  Its board has no letters, because the match
   engine does not support them. */
static bcov_puzzle *open_holes (bcov_mem *mem, bcov_lattice lattice, const char *board)
{
  bcov_puzzle *puzzle = make_puzzle (mem, lattice, BCOV_WRAP_NONE, board);
  bcov_mem_free (mem, puzzle->board.letter);
  puzzle->board.letter = NULL;
  puzzle->fill_holes = true;
  return puzzle;
}

static void add (bcov_puzzle *puzzle, const char *drawing, uint32_t hi, bool turn, bool flip)
{
  bcov_entry entry = {.hi = hi, .turn = turn, .flip = flip};
  char name[8];
  snprintf (name, sizeof name, "p%zu", puzzle->pieces.count);
  assert_int_equal (make_entry (puzzle, name, drawing, entry, NULL), 0);
}

static void finish (bcov_puzzle *puzzle)
{
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
}

/* The piece that may be rotated comes first.  A greedy choice would give it the only hole that the
   other piece fits. */
static void greed_is_bettered (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = open_holes (mem, BCOV_SQUARE, "..#./###.");
  add (puzzle, "XX", 1, true, false);
  add (puzzle, "XX", 1, false, false);
  finish (puzzle);
  assert_int_equal (fill (puzzle, "match"), 4);
  make_end (mem, NULL, puzzle, NULL);
  mem = bcov_mem_new (0);
  puzzle = open_holes (mem, BCOV_SQUARE, "..#./###.");
  add (puzzle, "X/X", 1, false, false);
  add (puzzle, "XX", 1, true, false);
  add (puzzle, "X/X", 5, false, true);
  finish (puzzle);
  assert_int_equal (fill (puzzle, "match"), 4);
  make_end (mem, NULL, puzzle, NULL);
}

/* An augmenting path of four steps.  The holes are the rotations of L3; the pieces can have one,
   two or four of these forms. */
static void long_ways_are_found (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = open_holes (mem, BCOV_SQUARE, "..#..#.#.#.../.#.#.#..#..##./##.#######.##");
  add (puzzle, "XX/X.", 2, true, true);
  add (puzzle, "XX/X.", 1, false, true);
  add (puzzle, "XX/X.", 1, false, false);
  finish (puzzle);
  assert_int_equal (fill (puzzle, "match"), fill (puzzle, "search"));
  make_end (mem, NULL, puzzle, NULL);
}

static void numbers_beyond_the_holes (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = open_holes (mem, BCOV_SQUARE, ".#..#...");
  add (puzzle, "X", BCOV_MANY, true, false);
  add (puzzle, "XX", 0, true, false);
  add (puzzle, "XXX", 1000000000, true, false);
  finish (puzzle);
  assert_int_equal (fill (puzzle, "match"), 4);
  make_end (mem, NULL, puzzle, NULL);
  mem = bcov_mem_new (0);
  puzzle = open_holes (mem, BCOV_SQUARE, "##/##");
  add (puzzle, "X", BCOV_MANY, true, false);
  finish (puzzle);
  assert_int_equal (fill (puzzle, "match"), 0);
  make_end (mem, NULL, puzzle, NULL);
}

/* Rotations of the same shape are next to each other, so consecutive shapes often share forms. */
static const char *const shapes[] = {"X",       "XX",       "X/X",     "XX/X.",   "XX/.X",
                                     "X./XX",   ".X/XX",    "XXX",     "X/X/X",   "XX./.XX",
                                     ".XX/XX.", "X./XX/.X", "X../XXX", "..X/XXX", "XXX/X.."};

enum { STAMP = 4, SPAN = 6, MOST_STAMPS = 6, MOST_HOLES = 160, MOST_COPIES = 64 };
enum { DRAWING = MOST_STAMPS * STAMP * (MOST_STAMPS * STAMP + 1) };

/* Draws a board of STAMPS x STAMPS squares, most of which contain a shape.  No two shapes touch. */
static void draw_board (bcov_random *random, int stamps, uint32_t first, char *drawing)
{
  int side = stamps * STAMP, stride = side + 1;
  for (int k = 0; k < side * stride; k++)
    drawing[k] = k % stride == side ? '/' : '#';
  drawing[side * stride - 1] = 0;
  for (int k = 0; k < stamps * stamps; k++) {
    char *at = drawing + k / stamps * STAMP * stride + k % stamps * STAMP, *from = at;
    const char *shape = below (random, 4) ? shapes[first + below (random, SPAN)] : "";
    for (; *shape; shape++)
      if (*shape == '/')
        from = at += stride;
      else
        *from++ = *shape == 'X' ? ".?"[below (random, 9) == 0] : '#';
  }
}

/* Adds random pieces of the same shapes, with all combinations of turn and flip. */
static void draw_pieces (bcov_random *random, uint32_t first, bcov_puzzle *puzzle)
{
  for (uint32_t p = 1 + below (random, 12); p-- > 0;)
    add (puzzle, shapes[first + below (random, SPAN)], 1 + below (random, 3), below (random, 2),
         below (random, 2));
  finish (puzzle);
}

static bcov_puzzle *draw_puzzle (bcov_mem *mem, bcov_random *random, int stamps)
{
  char drawing[DRAWING];
  uint32_t first = below (random, sizeof shapes / sizeof *shapes - SPAN + 1);
  draw_board (random, stamps, first, drawing);
  bcov_puzzle *puzzle = open_holes (mem, (bcov_lattice)below (random, BCOV_LATTICES), drawing);
  draw_pieces (random, first, puzzle);
  return puzzle;
}

static void as_many_as_the_search (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0), filled = 0;
  for (uint64_t k = 0; k < cases (400); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = draw_puzzle (mem, &random, 3);
    uint64_t cells = fill (puzzle, "match");
    assert_int_equal (cells, fill (puzzle, "search"));
    filled += cells;
    make_end (mem, NULL, puzzle, NULL);
  }
  print_message ("%llu cells filled\n", (unsigned long long)filled);
  assert_true (cases_enough (filled, 1500));
}

/* ---- textbook matching of single holes and copies ---- */

/* The textbook algorithm: every hole looks for a copy of a piece; if another hole has that copy,
   that hole looks for a different one. */
typedef struct {
  uint32_t holes, copies;
  uint32_t size[MOST_HOLES];
  bool fits[MOST_HOLES][MOST_COPIES];
  int64_t holder[MOST_COPIES];
  bool asked[MOST_COPIES];
} assignment;

static bool find_copy (assignment *a, uint32_t hole)
{
  for (uint32_t c = 0; c < a->copies; c++)
    if (a->fits[hole][c] && !a->asked[c]) {
      a->asked[c] = true;
      if (a->holder[c] < 0 || find_copy (a, (uint32_t)a->holder[c])) {
        a->holder[c] = hole;
        return true;
      }
    }
  return false;
}

static bool has_form (const bcov_piece *piece, const bcov_shape *shape)
{
  for (uint32_t f = 0; f < piece->n_forms; f++)
    if (!bcov_shape_compare (&piece->forms[f].shape, shape))
      return true;
  return false;
}

static void add_hole (assignment *a, const bcov_puzzle *puzzle, const bcov_shape *shape)
{
  uint32_t c = 0;
  for (size_t p = 0; p < puzzle->pieces.count; p++)
    for (uint32_t n = 0; n < puzzle->pieces.data[p].hi; n++, c++) {
      assert_true (c < MOST_COPIES);
      a->fits[a->holes][c] = has_form (&puzzle->pieces.data[p], shape);
    }
  a->copies = c;
  a->size[a->holes++] = shape->count;
}

static uint64_t most_by_assignment (const bcov_puzzle *puzzle)
{
  const bcov_board *board = &puzzle->board;
  uint32_t group_of[MOST_HOLES * STAMP], groups;
  bcov_cell cells[16];
  assignment a = {0};
  uint64_t most = 0;
  assert_int_equal (bcov_board_groups (puzzle->mem, board, group_of, &groups, NULL), 0);
  for (uint32_t g = 0; g < groups; g++) {
    bcov_shape shape = {cells, 0};
    for (uint32_t c = 0; c < board->n_cells; c++)
      if (group_of[c] == g && shape.count < 16)
        cells[shape.count++] = board->cells[c];
    bcov_shape_normalise (board->lattice, cells, shape.count);
    if (a.holes < MOST_HOLES)
      add_hole (&a, puzzle, &shape);
  }
  for (uint32_t c = 0; c < MOST_COPIES; c++)
    a.holder[c] = -1;
  for (uint32_t h = 0; h < a.holes; h++) {
    memset (a.asked, 0, sizeof a.asked);
    most += find_copy (&a, h) ? a.size[h] : 0;
  }
  assert_int_equal (a.holes, groups);
  return most;
}

static void as_many_as_hole_by_hole (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (1000000), filled = 0;
  for (uint64_t k = 0; k < cases (400); k++) {
    bcov_random random = {seed + k};
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = draw_puzzle (mem, &random, MOST_STAMPS - (int)below (&random, 2));
    uint64_t cells = fill (puzzle, "match");
    assert_int_equal (cells, most_by_assignment (puzzle));
    filled += cells;
    make_end (mem, NULL, puzzle, NULL);
  }
  print_message ("%llu cells filled\n", (unsigned long long)filled);
  assert_true (cases_enough (filled, 4000));
}

SUITE (holes)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (greed_is_bettered),        cmocka_unit_test (long_ways_are_found),
      cmocka_unit_test (numbers_beyond_the_holes), cmocka_unit_test (as_many_as_the_search),
      cmocka_unit_test (as_many_as_hole_by_hole),
  };
  return cmocka_run_group_tests_name ("holes", tests, NULL, NULL);
}
