/* The palette: its colours are far apart, and adjacent pieces differ on the boards where this is
 * promised. */

#include "suite.h"

#include "base/random.h"
#include "draw/scene/palette.h"
#include "random_cases.h"
#include "sketch.h"

#include <stdio.h>

static int distance (uint8_t a, uint8_t b)
{
  return abs (a - b);
}

static void colours_are_far_apart (void **state)
{
  (void)state;
  for (uint8_t k = 0; k < BCOV_COLOURS; k++)
    for (uint8_t j = 0; j < k; j++) {
      bcov_paint a = bcov_palette_paint (k), b = bcov_palette_paint (j);
      assert_true (
          distance (a.red, b.red) + distance (a.green, b.green) + distance (a.blue, b.blue) > 80);
      assert_int_not_equal (a.terminal, b.terminal);
    }
}

/* A level of red, green or blue of the terminal colours 16 to 231. */
static int level (int step)
{
  return step ? 55 + 40 * step : 0;
}

static void all_paints_differ (void **state)
{
  (void)state;
  for (int k = 0; k < BCOV_PAINTS; k++)
    for (int j = 0; j < k; j++) {
      bcov_paint a = bcov_palette_paint ((uint8_t)k), b = bcov_palette_paint ((uint8_t)j);
      assert_true (a.red != b.red || a.green != b.green || a.blue != b.blue);
    }
}

static void terminal_colours_are_near_the_real_ones (void **state)
{
  (void)state;
  for (int k = 0; k < BCOV_PAINTS; k++) {
    bcov_paint paint = bcov_palette_paint ((uint8_t)k);
    int n = paint.terminal, grey = 8 + 10 * (n - 232);
    int red = n < 232 ? level ((n - 16) / 36) : grey;
    int green = n < 232 ? level ((n - 16) / 6 % 6) : grey;
    int blue = n < 232 ? level ((n - 16) % 6) : grey;
    int most = k < BCOV_COLOURS ? 30 : 48; /* half of the widest gap between two levels */
    assert_in_range (abs (red - paint.red), 0, most);
    assert_in_range (abs (green - paint.green), 0, most);
    assert_in_range (abs (blue - paint.blue), 0, most);
  }
}

/* Fails if two adjacent pieces have the same colour. */
static void check_neighbours (const bcov_scene *scene, const uint8_t *colour)
{
  for (uint32_t cell = 0; cell < scene->board->n_cells; cell++) {
    uint32_t near[BCOV_MOST_NEIGHBOURS], mine = scene->owner[cell];
    size_t count = bcov_board_neighbours (scene->board, cell, near);
    for (size_t k = 0; k < count; k++) {
      uint32_t other = scene->owner[near[k]];
      if (mine != BCOV_EMPTY_CELL && other != BCOV_EMPTY_CELL && other != mine)
        assert_int_not_equal (colour[mine], colour[other]);
    }
  }
}

static void choose_and_check (const bcov_covering *covering)
{
  bcov_scene scene;
  uint8_t *colour = calloc (covering->laid.count + 1, 1);
  assert_int_equal (bcov_scene_make (covering, &scene, NULL), BCOV_OK);
  assert_int_equal (bcov_palette_choose (&scene, BCOV_BY_USUAL, colour, NULL), BCOV_OK);
  check_neighbours (&scene, colour);
  assert_int_equal (bcov_palette_choose (&scene, BCOV_BY_PLACEMENT, colour, NULL), BCOV_OK);
  check_neighbours (&scene, colour);
  for (uint32_t k = 0; k < covering->laid.count && covering->laid.count <= BCOV_PAINTS; k++)
    assert_int_equal (colour[k], k);
  assert_int_equal (bcov_palette_choose (&scene, BCOV_BY_NEIGHBOUR, colour, NULL), BCOV_OK);
  check_neighbours (&scene, colour);
  for (uint32_t k = 0; k < covering->laid.count; k++)
    assert_in_range (colour[k], 0, 6);
  bcov_scene_free (&scene);
  free (colour);
}

static void a_piece_with_many_neighbours_is_coloured (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering =
      sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "abcdefghi/XXXXXXXXX/ABCDEFGHI/YYYYYYYYY");
  choose_and_check (covering);
  sketch_free (covering);
  bcov_mem_delete (mem);
}

/* ---- boards cut at random ---- */

/* A puzzle with an empty board and one piece; the pieces laid may be others. */
static bcov_puzzle *make_puzzle (bcov_mem *mem, bcov_lattice lattice, bcov_wrap wrap, int rows,
                                 int columns)
{
  bcov_puzzle *puzzle = NULL;
  assert_int_equal (bcov_puzzle_new (mem, "random", &puzzle, NULL), 0);
  assert_int_equal (bcov_board_make (mem, lattice, 1, rows, columns, &puzzle->board, NULL), 0);
  puzzle->board.wrap = wrap;
  sketch_piece (puzzle, "A", 'A');
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  return puzzle;
}

/* Lays a piece that grows from FIRST over free cells to at most MOST cells. */
static void grow_piece (bcov_covering *covering, bcov_random *random, bool *taken, uint32_t first,
                        size_t most)
{
  uint32_t cells[64];
  size_t count = 1;
  cells[0] = first;
  taken[first] = true;
  for (size_t tries = 0; tries < 4 * most && count < most; tries++) {
    uint32_t near[BCOV_MOST_NEIGHBOURS], from = cells[bcov_random_below (random, count)];
    size_t around = bcov_board_neighbours (&covering->puzzle->board, from, near);
    uint32_t next = around ? near[bcov_random_below (random, around)] : from;
    if (taken[next])
      continue;
    taken[next] = true;
    cells[count++] = next;
  }
  assert_int_equal (bcov_covering_lay (covering, 0, 0, cells, count, NULL), 0);
}

static void try_board (uint64_t seed, bcov_lattice lattice, bcov_wrap wrap)
{
  bcov_random random = {seed};
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = make_puzzle (mem, lattice, wrap, 3 + (int)bcov_random_below (&random, 20),
                                     3 + (int)bcov_random_below (&random, 20));
  bcov_covering *covering = NULL;
  bool taken[23 * 23] = {0};
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), 0);
  for (uint32_t cell = 0; cell < puzzle->board.n_cells; cell++)
    if (!taken[cell] && bcov_random_below (&random, 10))
      grow_piece (covering, &random, taken, cell, 1 + bcov_random_below (&random, 60));
  bcov_covering_sort (covering);
  choose_and_check (covering);
  bcov_covering_free (covering);
  bcov_puzzle_free (puzzle);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void neighbours_differ_on_random_boards (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (20260101);
  for (uint64_t k = 0; k < cases (60); k++) {
    try_board (seed + k, BCOV_SQUARE, (bcov_wrap)(k % 4));
    try_board (seed + k, BCOV_HEX, BCOV_WRAP_NONE);
    try_board (seed + k, BCOV_TRIANGLE, BCOV_WRAP_NONE);
  }
}

static void a_kind_of_piece_keeps_its_colour (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "A#B#C/A#BB#/A#B##");
  bcov_scene scene;
  uint8_t colour[3];
  assert_int_equal (bcov_scene_make (covering, &scene, NULL), BCOV_OK);
  assert_int_equal (bcov_palette_choose (&scene, BCOV_BY_USUAL, colour, NULL), BCOV_OK);
  for (size_t k = 0; k < 3; k++)
    assert_int_equal (colour[k], covering->laid.data[k].piece);
  bcov_scene_free (&scene);
  sketch_free (covering);
  bcov_mem_delete (mem);
}

static void a_kind_of_tile_has_one_colour (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "+*/AA");
  bcov_scene scene;
  uint8_t colour[3];
  assert_int_equal (bcov_scene_make (covering, &scene, NULL), BCOV_OK);
  assert_int_equal (bcov_palette_choose (&scene, BCOV_BY_USUAL, colour, NULL), BCOV_OK);
  assert_int_equal (colour[0], colour[1]); /* one cell each: one kind */
  assert_int_not_equal (colour[2], colour[0]);
  bcov_scene_free (&scene);
  sketch_free (covering);
  bcov_mem_delete (mem);
}

/* Pieces are coloured one by one, each considering those laid before it. */
static void the_next_piece_differs_from_those_it_touches (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "AABB/CADB/CCDD");
  bcov_scene scene;
  uint8_t colour[4] = {0};
  assert_int_equal (bcov_scene_make (covering, &scene, NULL), 0);
  for (uint32_t k = 0; k < 4; k++)
    colour[k] = BCOV_COLOURS; /* not yet coloured: a bit that no colour has */
  for (uint32_t k = 0; k < 4; k++)
    colour[k] = bcov_palette_next (&scene, k, colour);
  check_neighbours (&scene, colour);
  bcov_scene_free (&scene);
  sketch_free (covering);
  bcov_mem_delete (mem);
}

/* A sketch does not know the forms of its pieces. */
static void find_forms (bcov_covering *covering)
{
  bcov_mem *mem = covering->mem;
  const bcov_puzzle *puzzle = covering->puzzle;
  for (size_t k = 0; k < covering->laid.count; k++) {
    bcov_laid *laid = covering->laid.data + k;
    const bcov_piece *piece = puzzle->pieces.data + laid->piece;
    bcov_cell cells[16];
    bcov_shape shape = {0};
    for (uint32_t c = 0; c < laid->count; c++)
      cells[c] = puzzle->board.cells[covering->cells.data[laid->first + c]];
    assert_int_equal (
        bcov_shape_make (mem, puzzle->board.lattice, cells, laid->count, &shape, NULL), 0);
    laid->form = 0;
    while (bcov_shape_compare (&piece->forms[laid->form].shape, &shape))
      assert_true (++laid->form < piece->n_forms);
    bcov_shape_free (mem, &shape);
  }
}

/* The colours of the pieces of DRAWING, in the order of their first cells.  The puzzle is that of
   the sketch. */
static void check_colours (bcov_lattice lattice, const char *drawing, bcov_colouring how,
                           const uint8_t *wanted)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, lattice, BCOV_WRAP_NONE, drawing);
  bcov_scene scene;
  uint8_t colour[16];
  assert_true (covering->laid.count <= 16);
  find_forms (covering);
  assert_int_equal (bcov_scene_make (covering, &scene, NULL), BCOV_OK);
  assert_int_equal (bcov_palette_choose (&scene, how, colour, NULL), BCOV_OK);
  for (size_t k = 0; k < covering->laid.count; k++)
    assert_int_equal (colour[k], wanted[k]);
  bcov_scene_free (&scene);
  sketch_free (covering);
  bcov_mem_delete (mem);
}

static void kinds_have_one_colour (void **state)
{
  (void)state;
  check_colours (BCOV_SQUARE, "AABBC/DDEE#", BCOV_BY_PIECE, (const uint8_t[]){0, 0, 1, 0, 0});
}

/* Form, and for dominoes the colour of the cell of a chessboard below the first half. */
static void forms_have_one_colour (void **state)
{
  (void)state;
  check_colours (BCOV_SQUARE, "AABB/CDDE/CFFE", BCOV_BY_ORIENTATION,
                 (const uint8_t[]){1, 1, 0, 1, 5, 3});
  check_colours (BCOV_SQUARE, "AAB/ABB", BCOV_BY_ORIENTATION, (const uint8_t[]){1, 0});
  check_colours (BCOV_HEX, "AABB/CDD./C...", BCOV_BY_ORIENTATION, (const uint8_t[]){1, 1, 3, 1});
  check_colours (BCOV_TRIANGLE, "AABB", BCOV_BY_ORIENTATION, (const uint8_t[]){0, 0});
  check_colours (BCOV_TRIANGLE, "AABCC/..B..", BCOV_BY_ORIENTATION, (const uint8_t[]){0, 16, 5});
}

SUITE (palette)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (colours_are_far_apart),
      cmocka_unit_test (all_paints_differ),
      cmocka_unit_test (terminal_colours_are_near_the_real_ones),
      cmocka_unit_test (a_piece_with_many_neighbours_is_coloured),
      cmocka_unit_test (neighbours_differ_on_random_boards),
      cmocka_unit_test (a_kind_of_piece_keeps_its_colour),
      cmocka_unit_test (a_kind_of_tile_has_one_colour),
      cmocka_unit_test (kinds_have_one_colour),
      cmocka_unit_test (forms_have_one_colour),
      cmocka_unit_test (the_next_piece_differs_from_those_it_touches),
  };
  return cmocka_run_group_tests_name ("palette", tests, NULL, NULL);
}
