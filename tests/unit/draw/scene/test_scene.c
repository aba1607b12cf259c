/* Scenes: who lies where, on boards with holes, gaps and joined sides. */

#include "suite.h"

#include "draw/scene/scene.h"
#include "failing.h"
#include "sketch.h"

static void owners_are_the_pieces_laid (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "#AA/BA./BB.");
  bcov_scene scene;
  assert_int_equal (bcov_scene_make (covering, &scene, NULL), BCOV_OK);
  assert_int_equal (bcov_scene_at (&scene, 0, 0, 0), BCOV_OFF_BOARD);
  assert_int_equal (bcov_scene_at (&scene, 0, 0, 1), 0);
  assert_int_equal (bcov_scene_at (&scene, 0, 1, 1), 0);
  assert_int_equal (bcov_scene_at (&scene, 0, 2, 1), 1);
  assert_int_equal (bcov_scene_at (&scene, 0, 1, 2), BCOV_EMPTY_CELL);
  assert_int_equal (bcov_scene_at (&scene, 0, 3, 0), BCOV_OFF_BOARD);
  assert_int_equal (bcov_scene_at (&scene, 0, 1, -1), BCOV_OFF_BOARD);
  assert_true (bcov_scene_has_gaps (&scene));
  assert_int_not_equal (scene.letter[0], scene.letter[1]);
  bcov_scene_free (&scene);
  bcov_scene_free (&scene);
  sketch_free (covering);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void sides_that_are_joined_are_seen_from_both (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_COLUMNS, "ABB/AAB");
  bcov_scene scene;
  assert_int_equal (bcov_scene_make (covering, &scene, NULL), BCOV_OK);
  assert_int_equal (bcov_scene_at (&scene, 0, 0, -1), 1);
  assert_int_equal (bcov_scene_at (&scene, 0, 1, 3), 0);
  assert_int_equal (bcov_scene_at (&scene, 0, -1, 0), BCOV_OFF_BOARD);
  assert_false (bcov_scene_has_gaps (&scene));
  bcov_scene_free (&scene);
  sketch_free (covering);
  bcov_mem_delete (mem);
}

static void tiles_are_cells_with_a_symbol (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "+AA/BBB");
  bcov_scene scene;
  assert_int_equal (bcov_scene_make (covering, &scene, NULL), BCOV_OK);
  assert_true (bcov_scene_is_tile (&scene, 0));
  assert_false (bcov_scene_is_tile (&scene, 1));
  bcov_scene_free (&scene);
  sketch_free (covering);
  covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "AB");
  assert_int_equal (bcov_scene_make (covering, &scene, NULL), BCOV_OK);
  assert_false (bcov_scene_is_tile (&scene, 0));
  ((bcov_piece *)covering->puzzle->pieces.data)->forms[0].decor.points = 1;
  assert_true (bcov_scene_is_tile (&scene, 0));
  bcov_scene_free (&scene);
  sketch_free (covering);
  bcov_mem_delete (mem);
}

static void memory_that_ends_is_reported (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_covering *covering = sketch (mem, BCOV_SQUARE, BCOV_WRAP_NONE, "AAB/ABB");
  failing f = failing_start (mem);
  while (failing_next (&f)) {
    bcov_error *err = bcov_error_new ();
    bcov_scene scene = {0};
    f.status = bcov_scene_make (covering, &scene, err);
    assert_int_equal (bcov_error_count (err) > 0, f.status != BCOV_OK);
    bcov_error_free (err);
    bcov_scene_free (&scene);
  }
  assert_true (f.failed > 1);
  sketch_free (covering);
  bcov_mem_delete (mem);
}

SUITE (scene)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (owners_are_the_pieces_laid),
      cmocka_unit_test (sides_that_are_joined_are_seen_from_both),
      cmocka_unit_test (tiles_are_cells_with_a_symbol),
      cmocka_unit_test (memory_that_ends_is_reported),
  };
  return cmocka_run_group_tests_name ("scene", tests, NULL, NULL);
}
