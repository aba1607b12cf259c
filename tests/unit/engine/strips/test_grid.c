/* Rows and columns of boards with and without holes, and failing allocations. */

#include "suite.h"

#include "turns.h"
#include "engine/strips/grid.h"

/* Dominoes on the '.' cells of ROWS x COLUMNS CELLS; PLACES gets the index of each item. */
static bcov_model draw (bcov_mem *mem, const char *cells, uint32_t rows, uint32_t columns,
                        uint32_t *places)
{
  uint32_t number[64], count = 0;
  assert_true (rows * columns <= 64);
  for (uint32_t k = 0; k < rows * columns; k++) {
    number[k] = count;
    if (cells[k] == '.')
      places[count++] = k;
  }
  bcov_model model = models_new (mem, count, 1, 1);
  for (uint32_t k = 0; k < rows * columns; k++)
    for (int down = 0; down < 2; down++) {
      uint32_t other = down ? k + columns : k + 1;
      if (!(down ? k / columns + 1 < rows : k % columns + 1 < columns) || cells[k] != '.' ||
          cells[other] != '.')
        continue;
      bcov_touch touches[] = {{.item = number[k], .times = 1}, {.item = number[other], .times = 1}};
      assert_int_equal (bcov_model_option (&model, touches, 2, bcov_model_options (&model), NULL),
                        0);
    }
  return model;
}

static void rows_and_columns (void **state)
{
  (void)state;
  const char *boards[] = {"......"
                          "......"
                          "......",
                          "......"
                          "..#..."
                          ".#.##.",
                          "##...."
                          ".....#"
                          "...#.."};
  for (size_t b = 0; b < 3; b++) {
    uint32_t places[64];
    bcov_mem *mem = bcov_mem_new (0);
    bcov_model model = draw (mem, boards[b], 3, 6, places);
    bcov_grid grid;
    bcov_control control;
    bcov_control_start (&control, NULL);
    assert_int_equal (bcov_grid_find (&model, &control, &grid, NULL), BCOV_OK);
    assert_int_equal (grid.rows, 3);
    int32_t first = (int32_t)(places[0] % 6);
    for (uint32_t i = 0; i < model.items.count; i++) {
      assert_int_equal (grid.row[i], places[i] / 6);
      assert_int_equal (grid.column[i] + first, places[i] % 6);
    }
    bcov_grid_free (&grid);
    turns_end (mem, &model);
  }
}

/* A column of cells has no rows that are long enough. */
static void no_rows (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = turns_dominoes (mem, 40, 2);
  bcov_grid grid;
  bcov_control control;
  bcov_control_start (&control, NULL);
  assert_int_equal (bcov_grid_find (&model, &control, &grid, NULL), BCOV_OK);
  assert_int_equal (grid.rows, 0);
  bcov_grid_free (&grid);
  turns_end (mem, &model);
}

static void allocations_fail (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = turns_dominoes (mem, 4, 6);
  bcov_control control;
  bcov_control_start (&control, NULL);
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_grid grid;
    f.status = bcov_grid_find (&model, &control, &grid, NULL);
    bcov_grid_free (&grid);
  }
  assert_true (f.failed >= 5);
  turns_end (mem, &model);
}

SUITE (grid)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (rows_and_columns),
      cmocka_unit_test (no_rows),
      cmocka_unit_test (allocations_fail),
  };
  return cmocka_run_group_tests_name ("grid", tests, NULL, NULL);
}
