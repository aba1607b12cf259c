/* Pictures of large boards: few elements, with the areas of all colours and all lines between
   pieces. */

#include "suite.h"

#include "base/random.h"
#include "draw/picture/covering_picture.h"
#include "draw/picture/mosaic.h"
#include "drawn.h"
#include "failing.h"
#include "random_cases.h"
#include "sketch.h"

/* A board of dominoes: each block of 2 x 2 cells has two of them, side by side or one above the
   other, and one block in ten is empty.  HOLES: some blocks are not on the board. */
static bcov_covering *make_covering (bcov_mem *mem, bcov_wrap wrap, int rows, int columns,
                                     bool holes)
{
  bcov_random random = {cases_seed (77)};
  bcov_puzzle *puzzle = NULL;
  bcov_covering *covering = NULL;
  assert_int_equal (bcov_puzzle_new (mem, "large", &puzzle, NULL), 0);
  assert_int_equal (bcov_board_make (mem, BCOV_SQUARE, 1, rows, columns, &puzzle->board, NULL), 0);
  bcov_board *board = &puzzle->board;
  board->wrap = wrap;
  for (int r = 0; r < rows && holes; r++)
    for (int c = 0; c < columns; c++)
      if (!((r / 2 + 3 * (c / 2)) % 11))
        board->mark[bcov_board_position (board, (bcov_cell){0, r, c})] = BCOV_HOLE;
  assert_int_equal (bcov_board_number (mem, board, NULL), 0);
  sketch_piece (puzzle, "AA", 'A');
  assert_int_equal (bcov_puzzle_finish (puzzle, NULL, NULL, NULL), 0);
  assert_int_equal (bcov_covering_new (puzzle, &covering, NULL), 0);
  for (int r = 0; r + 1 < rows; r += 2)
    for (int c = 0; c + 1 < columns; c += 2) {
      bool upright = bcov_random_below (&random, 2);
      bool used = bcov_random_below (&random, 10) &&
                  bcov_board_at (board, (bcov_cell){0, r, c}) != BCOV_NO_CELL;
      for (int k = 0; k < 2 && used; k++) {
        bcov_cell one = {0, upright ? r : r + k, upright ? c + k : c};
        bcov_cell two = {0, upright ? r + 1 : r + k, upright ? c + k : c + 1};
        uint32_t cells[] = {(uint32_t)bcov_board_at (board, one),
                            (uint32_t)bcov_board_at (board, two)};
        assert_int_equal (bcov_covering_lay (covering, 0, upright, cells, 2, NULL), 0);
      }
    }
  bcov_covering_sort (covering);
  return covering;
}

/* The figure of COVERING, and its scene and colours, which are freed at the end of a test. */
typedef struct {
  bcov_covering *covering;
  bcov_figure figure;
  bcov_scene scene;
  uint8_t *colour;
  double unit;
} picture;

static void draw (picture *p, bcov_covering *covering, bcov_look look)
{
  const bcov_board *board = &covering->puzzle->board;
  *p = (picture){.covering = covering, .colour = calloc (covering->laid.count + 1, 1)};
  assert_int_equal (
      bcov_covering_picture_figure (covering->puzzle, covering, &look, &p->figure, NULL), 0);
  assert_int_equal (bcov_scene_make (covering, &p->scene, NULL), 0);
  assert_int_equal (bcov_palette_choose (&p->scene, look.colour_by, p->colour, NULL), 0);
  drawn_fits (&p->figure);
  double margin = 2 * (double)(int64_t)(p->figure.pages.data[0].width / board->columns * 0.6 + 1);
  p->unit = (double)(int64_t)((p->figure.pages.data[0].width - margin) / board->columns + 0.5);
}

static void end (picture *p)
{
  bcov_mem *mem = p->figure.mem;
  bcov_scene_free (&p->scene);
  free (p->colour);
  bcov_figure_end (&p->figure);
  sketch_free (p->covering);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* The surface with the most frequent colour covers all pieces; the others lie on it. */
static void check_surfaces (const picture *p)
{
  double cells[BCOV_PAINTS] = {0}, covered = 2 * (double)p->covering->laid.count;
  for (size_t k = 0; k < p->covering->laid.count; k++)
    cells[p->colour[k]] += 2;
  int below = 0;
  for (int k = 0; k < BCOV_PAINTS; k++)
    below = cells[k] > cells[below] ? k : below;
  for (int k = 0; k < BCOV_PAINTS; k++) {
    double area = drawn_filled (&p->figure, bcov_page_space_paint ((uint8_t)k));
    assert_near (area, (k == below ? covered : cells[k]) * p->unit * p->unit);
  }
}

/* The length of the lines between pieces and other cells of the board. */
static void check_lines (const picture *p)
{
  const bcov_board *board = p->scene.board;
  static const int steps[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
  double sides = 0, length = 0;
  for (uint32_t c = 0; c < board->n_cells; c++)
    for (int k = 0; k < 4; k++) {
      bcov_cell at = board->cells[c];
      uint32_t mine = p->scene.owner[c];
      uint32_t other = bcov_scene_at (&p->scene, 0, at.row + steps[k][0], at.column + steps[k][1]);
      bool seam = !bcov_board_is_on_grid (
          board, (bcov_cell){0, at.row + steps[k][0], at.column + steps[k][1]});
      if (other != BCOV_OFF_BOARD && mine != other)
        sides += seam && mine != BCOV_EMPTY_CELL ? 1 : seam ? 0 : 0.5;
    }
  for (size_t k = 0; k < p->figure.elements.count; k++) {
    const bcov_element *element = p->figure.elements.data + k;
    if (element->pen.line == BCOV_INK_LINE && fabs (element->pen.width - 0.06 * p->unit) < 1e-9)
      length += drawn_length (&p->figure, element);
  }
  assert_near (length, sides * p->unit);
}

static void check (bcov_wrap wrap, int rows, int columns, bool holes, bcov_colouring how)
{
  picture p;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = make_covering (mem, wrap, rows, columns, holes);
  draw (&p, covering, (bcov_look){.colour_by = how});
  assert_int_equal (drawn_labels (&p.figure, NULL), 0);
  assert_true (p.figure.elements.count < (how == BCOV_BY_PLACEMENT ? 262 : 14));
  check_surfaces (&p);
  check_lines (&p);
  end (&p);
}

static void a_large_board_has_few_elements (void **state)
{
  (void)state;
  for (int how = BCOV_BY_USUAL; how <= BCOV_BY_NEIGHBOUR; how++)
    check (BCOV_WRAP_NONE, 150, 150, false, (bcov_colouring)how);
  check (BCOV_WRAP_NONE, 131, 180, true, BCOV_BY_ORIENTATION);
}

static void seams_have_lines_at_both_ends (void **state)
{
  (void)state;
  check (BCOV_WRAP_BOTH, 150, 150, false, BCOV_BY_ORIENTATION);
  check (BCOV_WRAP_ROWS, 150, 150, true, BCOV_BY_USUAL);
}

/* The number of paths with a title, which are single pieces. */
static size_t count_pieces (int rows, int columns, bcov_look look)
{
  picture p;
  size_t count;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = make_covering (mem, BCOV_WRAP_NONE, rows, columns, false);
  draw (&p, covering, look);
  drawn_titled (&p.figure, NULL, &count);
  count = count == covering->laid.count ? 1 : count;
  end (&p);
  return count;
}

static void smaller_boards_and_animations_have_single_pieces (void **state)
{
  (void)state;
  assert_int_equal (count_pieces (100, 200, (bcov_look){0}), 1);
  assert_int_equal (count_pieces (100, 202, (bcov_look){0}), 0);
  assert_int_equal (count_pieces (100, 202, (bcov_look){.animate = true}), 1);
}

static void failed_allocations_are_reported (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = make_covering (mem, BCOV_WRAP_BOTH, 12, 14, true);
  const bcov_board *board = &covering->puzzle->board;
  bcov_scene scene;
  uint8_t *colour = calloc (covering->laid.count, 1);
  assert_int_equal (bcov_scene_make (covering, &scene, NULL), 0);
  assert_int_equal (bcov_palette_choose (&scene, BCOV_BY_USUAL, colour, NULL), 0);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_figure figure;
    bcov_page_space space = {
        &figure, bcov_covering_picture_projection (board, false), {1, 1}, 10, false};
    bcov_figure_start (&figure, mem, NULL, NULL);
    bcov_figure_page (&figure, 200, 200);
    if (!figure.status)
      bcov_mosaic_draw (&space, &scene, colour);
    f.status = figure.status;
    bcov_figure_end (&figure);
  }
  assert_true (f.failed > 10);
  free (colour);
  bcov_scene_free (&scene);
  sketch_free (covering);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

SUITE (mosaic)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (a_large_board_has_few_elements),
      cmocka_unit_test (seams_have_lines_at_both_ends),
      cmocka_unit_test (failed_allocations_are_reported),
      cmocka_unit_test (smaller_boards_and_animations_have_single_pieces),
  };
  return cmocka_run_group_tests_name ("mosaic", tests, NULL, NULL);
}
