/* Placements: known numbers on all lattices, and the rules that exclude some. */

#include "suite.h"

#include "make.h"
#include "random_cases.h"
#include "base/random.h"
#include "model/compile/placement.h"

enum { MOST = 4096 };

typedef struct {
  size_t count, stop_at;
  uint32_t forms[MOST];
  uint32_t cells[MOST][16];
} gathered;

static bcov_status gather (void *data, uint32_t piece, uint32_t form, const uint32_t *cells,
                           size_t count, bcov_error *err)
{
  gathered *g = data;
  (void)piece;
  assert_true (g->count < MOST && count <= 16);
  for (size_t k = 0; k < count; k++) {
    assert_true (k == 0 || cells[k - 1] < cells[k]);
    g->cells[g->count][k] = cells[k];
  }
  g->forms[g->count++] = form;
  return g->count == g->stop_at ? bcov_error_add (err, BCOV_WRONG, NULL, "enough") : BCOV_OK;
}

static bcov_puzzle *finished (bcov_puzzle *puzzle)
{
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  return puzzle;
}

/* Collects the placements of PIECE in G. */
static size_t place (const bcov_puzzle *puzzle, uint32_t piece, gathered *g)
{
  bcov_placing placing;
  g->count = g->stop_at = 0;
  assert_int_equal (bcov_placing_start (puzzle, NULL, &placing, NULL), 0);
  assert_int_equal (bcov_placing_piece (&placing, piece, gather, g, NULL), 0);
  bcov_placing_end (&placing);
  return g->count;
}

static gathered *new_list (void)
{
  return calloc (1, sizeof (gathered));
}

typedef struct {
  bcov_lattice lattice;
  bcov_wrap wrap;
  const char *board, *piece;
  size_t placements;
} known;

/* A form of h x w has (H-h+1)(W-w+1) positions on a rectangle. */
static const known knowns[] = {
    {BCOV_SQUARE, BCOV_WRAP_NONE, "../..", "XX/X.", 4},
    {BCOV_SQUARE, BCOV_WRAP_NONE, "..../..../....", "XX", 17},
    {BCOV_SQUARE, BCOV_WRAP_NONE, "..../..../....", ".X./XXX/.X.", 2},
    {BCOV_SQUARE, BCOV_WRAP_NONE, "....../....../......", "XX./.XX", 2 * (2 * 4) + 2 * (1 * 5)},
    {BCOV_SQUARE, BCOV_WRAP_NONE, ".#./.../.#.", "XXX", 3},
    {BCOV_SQUARE, BCOV_WRAP_NONE, ".#./#.#/.#.", "XX", 0},
    {BCOV_SQUARE, BCOV_WRAP_NONE, "..", "XXX", 0},
    {BCOV_CUBE, BCOV_WRAP_NONE, "../..|../..", "XX", 12},
    {BCOV_CUBE, BCOV_WRAP_NONE, ".../.../...|.../.../...|.../.../...", "XX/X.", 3 * 3 * 16},
    {BCOV_HEX, BCOV_WRAP_NONE, ".../.../...", "XX", 6 + 6 + 4},
    {BCOV_HEX, BCOV_WRAP_NONE, ".../.../...", "XX/X.", 4 + 4},
    {BCOV_TRIANGLE, BCOV_WRAP_NONE, "....", "X", 4},
    {BCOV_TRIANGLE, BCOV_WRAP_NONE, "....", "XX", 3},
    {BCOV_TRIANGLE, BCOV_WRAP_NONE, ".../...", "XXXXX/X", 0},
};

static void known_numbers_of_placements (void **state)
{
  (void)state;
  gathered *g = new_list ();
  for (size_t k = 0; k < sizeof knowns / sizeof *knowns; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = make_puzzle (mem, knowns[k].lattice, knowns[k].wrap, knowns[k].board);
    make_piece (puzzle, "p", knowns[k].piece, 0, 99);
    assert_int_equal (place (finished (puzzle), 0, g), knowns[k].placements);
    make_end (mem, NULL, puzzle, NULL);
  }
  free (g);
}

static void random_board (bcov_random *random, bcov_lattice lattice, char *drawing)
{
  uint32_t layers = lattice == BCOV_CUBE ? 3 : 1,
           rows = 1 + (uint32_t)bcov_random_below (random, 5);
  uint32_t columns = 1 + (uint32_t)bcov_random_below (random, 5);
  for (uint32_t l = 0; l < layers; l++)
    for (uint32_t r = 0; r < rows; r++) {
      for (uint32_t c = 0; c < columns; c++)
        *drawing++ = ".#?.."[bcov_random_below (random, 5)];
      *drawing++ = r + 1 < rows ? '/' : '|';
    }
  drawing[-1] = 0;
}

/* The placements of the piece of two cells are exactly the pairs of adjacent cells. */
static void pairs_are_the_neighbours (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  gathered *g = new_list ();
  for (uint64_t k = 0; k < cases (200); k++) {
    bcov_lattice lattice = (bcov_lattice)(k % BCOV_LATTICES);
    char drawing[128];
    random_board (&random, lattice, drawing);
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = make_puzzle (mem, lattice, BCOV_WRAP_NONE, drawing);
    make_piece (puzzle, "p", "XX", 0, 99);
    size_t pairs = 0, found = place (finished (puzzle), 0, g);
    for (uint32_t c = 0; c < puzzle->board.n_cells; c++) {
      uint32_t near[BCOV_MOST_NEIGHBOURS];
      for (size_t n = bcov_board_neighbours (&puzzle->board, c, near); n-- > 0;) {
        size_t met = 0;
        pairs += near[n] > c;
        for (size_t j = 0; j < found; j++)
          met += g->cells[j][0] == c && g->cells[j][1] == near[n];
        assert_int_equal (met, near[n] > c);
      }
    }
    assert_int_equal (found, pairs);
    make_end (mem, NULL, puzzle, NULL);
  }
  free (g);
}

/* Forms are in order, and the positions of each form in reading order. */
static void placements_come_in_order (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..../..#./....");
  gathered *g = new_list ();
  make_piece (puzzle, "p", "XX/X.", 0, 99);
  size_t n = place (finished (puzzle), 0, g);
  for (size_t k = 1; k < n; k++)
    assert_true (g->forms[k - 1] < g->forms[k] ||
                 (g->forms[k - 1] == g->forms[k] && g->cells[k - 1][0] < g->cells[k][0]));
  assert_int_equal (g->forms[0], 0);
  assert_int_equal (g->forms[n - 1], 3);
  free (g);
  make_end (mem, NULL, puzzle, NULL);
}

/* Counts the different sets of cells among the placements. */
static size_t count_different (const gathered *g, size_t size)
{
  size_t n = 0;
  for (size_t i = 0; i < g->count; i++) {
    bool fresh = true;
    for (size_t j = 0; j < i; j++)
      fresh &= memcmp (g->cells[i], g->cells[j], size * sizeof (uint32_t)) != 0;
    n += fresh;
  }
  return n;
}

typedef struct {
  bcov_wrap wrap;
  const char *board, *piece;
  size_t size, different;
} wrapped;

/* On a torus of more than two rows and columns each side is a placement of a domino; around two
 * columns both sides give the same two cells; a row of three does not fit around two. */
static const wrapped wraps[] = {
    {BCOV_WRAP_BOTH, ".../.../...", "XX", 2, 18},
    {BCOV_WRAP_BOTH, "../..", "XX", 2, 4},
    {BCOV_WRAP_COLUMNS, ".../.../...", "XX", 2, 9 + 6},
    {BCOV_WRAP_ROWS, ".../.../...", "XX", 2, 6 + 9},
    {BCOV_WRAP_COLUMNS, "../..", "XXX", 3, 0},
    {BCOV_WRAP_COLUMNS, ".../...", "XXX", 3, 2},
    {BCOV_WRAP_BOTH, ".../.../...", "XXX", 3, 6},
    {BCOV_WRAP_BOTH, "../..", "XX/X.", 3, 4},
    {BCOV_WRAP_COLUMNS, ".#.", "XX", 2, 1},
    {BCOV_WRAP_COLUMNS, ".", "XX", 2, 0},
};

static void around_the_board (void **state)
{
  (void)state;
  gathered *g = new_list ();
  for (size_t k = 0; k < sizeof wraps / sizeof *wraps; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, wraps[k].wrap, wraps[k].board);
    make_piece (puzzle, "p", wraps[k].piece, 0, 99);
    place (finished (puzzle), 0, g);
    assert_int_equal (count_different (g, wraps[k].size), wraps[k].different);
    make_end (mem, NULL, puzzle, NULL);
  }
  free (g);
}

static void letters_belong_to_their_piece (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, ".A./...");
  gathered *g = new_list ();
  make_piece (puzzle, "A", "XXX", 0, 9);
  make_piece (puzzle, "B", "XX", 0, 9);
  finished (puzzle);
  assert_int_equal (place (puzzle, 0, g), 2);
  assert_int_equal (place (puzzle, 1, g), 7 - 3);
  free (g);
  make_end (mem, NULL, puzzle, NULL);
}

static void whole_holes_alone (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..#./###./...#/#.#.");
  gathered *g = new_list ();
  make_piece (puzzle, "I", "XX", 0, 9);
  make_piece (puzzle, "T", "XXX/.X.", 0, 9);
  make_piece (puzzle, "split", "X.X", 0, 9);
  make_piece (puzzle, "one", "X", 0, 9);
  finished (puzzle);
  puzzle->fill_holes = true;
  assert_int_equal (place (puzzle, 0, g), 2);
  assert_int_equal (place (puzzle, 1, g), 1);
  assert_int_equal (place (puzzle, 2, g), 0);
  assert_int_equal (place (puzzle, 3, g), 1);
  puzzle->fill_holes = false;
  assert_int_equal (place (puzzle, 0, g), 2 + 3);
  assert_int_equal (place (puzzle, 2, g), 3 + 3);
  free (g);
  make_end (mem, NULL, puzzle, NULL);
}

static void a_piece_of_count_0_lies_nowhere (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "..");
  gathered *g = new_list ();
  make_piece (puzzle, "I", "XX", 0, 0);
  assert_int_equal (place (finished (puzzle), 0, g), 0);
  free (g);
  make_end (mem, NULL, puzzle, NULL);
}

static void the_first_status_ends_it (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_puzzle *puzzle = make_puzzle (mem, BCOV_SQUARE, BCOV_WRAP_NONE, ".../...");
  gathered *g = new_list ();
  bcov_placing placing;
  make_piece (puzzle, "I", "XX", 0, 9);
  assert_int_equal (bcov_placing_start (finished (puzzle), NULL, &placing, err), 0);
  g->stop_at = 3;
  assert_int_equal (bcov_placing_piece (&placing, 0, gather, g, err), BCOV_WRONG);
  assert_int_equal (g->count, 3);
  assert_string_equal (bcov_error_text (err), "enough");
  bcov_placing_end (&placing);
  bcov_placing_end (&placing);
  free (g);
  make_end (mem, err, puzzle, NULL);
}

SUITE (placement)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (known_numbers_of_placements),
      cmocka_unit_test (pairs_are_the_neighbours),
      cmocka_unit_test (placements_come_in_order),
      cmocka_unit_test (around_the_board),
      cmocka_unit_test (letters_belong_to_their_piece),
      cmocka_unit_test (whole_holes_alone),
      cmocka_unit_test (a_piece_of_count_0_lies_nowhere),
      cmocka_unit_test (the_first_status_ends_it),
  };
  return cmocka_run_group_tests_name ("placement", tests, NULL, NULL);
}
