/* Heat maps from facts: which shares are drawn, with every allocation failing in turn. */

#include "suite.h"

#include "ask.h"
#include "drawn.h"
#include "question/heat_run.h"
#include "report/heat_figure.h"

typedef struct {
  int32_t piece;
  const char *title; /* of the paths to count */
  size_t paths, labels;
} wanted_map;

static bcov_status draw (const bcov_puzzle *puzzle, wanted_map *map)
{
  bcov_heat *heat = NULL;
  bcov_figure figure;
  bcov_status status = bcov_heat_new (puzzle, NULL, &heat, NULL, NULL);
  if (status)
    return status;
  status = bcov_heat_figure (&heat->facts, map->piece, &figure, NULL);
  if (!status) {
    drawn_titled (&figure, map->title, &map->paths);
    map->labels = drawn_labels (&figure, NULL);
  }
  bcov_figure_end (&figure);
  bcov_heat_free (heat);
  return status;
}

static wanted_map draw_map (const char *board, const char *pieces, int32_t piece, const char *title)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, board, pieces, NULL, NULL);
  wanted_map map = {.piece = piece, .title = title};
  assert_int_equal (draw (puzzle, &map), BCOV_OK);
  ask_end (mem, puzzle);
  return map;
}

static void sides_have_their_shares (void **state)
{
  (void)state;
  assert_int_equal (draw_map ("2x2", "I2:any", -1, "50 %").paths, 1);
  assert_int_equal (draw_map ("2x2", "I2:any", -1, NULL).paths, 1);
  assert_int_equal (draw_map ("2x2", "O4", -1, "0 %").paths, 1);
  assert_int_equal (draw_map ("1x4", "I2:any", -1, "100 %").paths, 1);
}

static void cells_have_their_shares (void **state)
{
  (void)state;
  assert_int_equal (draw_map ("1x3", "I2,I1", 0, "100 %").paths, 1); /* the middle */
  assert_int_equal (draw_map ("1x3", "I2,I1", 0, "50 %").paths, 1);  /* both ends */
  assert_int_equal (draw_map ("1x3", "I2,I1", 1, "0 %").paths, 1);
}

/* A share that is rounded is neither never nor always. */
static void rare_and_frequent_are_not_never_and_always (void **state)
{
  (void)state;
  assert_int_equal (draw_map ("2x14", "I2:any", -1, "0 %").paths, 0);
  assert_int_equal (draw_map ("1x300", "I2:149,I1:2", 1, "0 %").paths, 0);
  assert_int_equal (draw_map ("1x300", "I2:149,I1:2", 1, "1 %").paths, 1);
}

static void memory_that_ends_is_reported (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  bcov_status status = BCOV_FAULT;
  size_t used = bcov_mem_used (mem);
  for (size_t n = 1; status; n++) {
    wanted_map map = {.piece = -1};
    bcov_mem_fail_at (mem, n);
    status = draw (puzzle, &map);
    bcov_mem_fail_at (mem, 0);
    assert_true (!status || status == BCOV_FAULT);
    assert_int_equal (bcov_mem_used (mem), used);
  }
  ask_end (mem, puzzle);
}

SUITE (heat_figure)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (sides_have_their_shares),
      cmocka_unit_test (cells_have_their_shares),
      cmocka_unit_test (rare_and_frequent_are_not_never_and_always),
      cmocka_unit_test (memory_that_ends_is_reported),
  };
  return cmocka_run_group_tests_name ("heat_figure", tests, NULL, NULL);
}
