/* The atlas as a table: pages are found again until all go at once, it keeps to its size, and is
   given up when it was of no use.  And what the stock is. */

#include "suite.h"

#include "hunts.h"
#include "engine/quick/atlas.h"

enum { SHAPES = 2000 };

static bcov_atlas start (bcov_mem *mem, size_t bytes)
{
  bcov_atlas atlas;
  assert_int_equal (bcov_atlas_new (mem, bytes, &atlas, NULL), BCOV_OK);
  assert_int_equal (atlas.mask & (atlas.mask + 1), 0);
  assert_true (bcov_mem_used (mem) <= (bytes < 10000 ? 10000 : bytes));
  return atlas;
}

static void end (bcov_mem *mem, bcov_atlas *atlas)
{
  bcov_atlas_free (atlas);
  bcov_atlas_free (atlas);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* A page with COUNT ways, for which there must be room. */
static void put (bcov_atlas *atlas, uint32_t level, uint64_t shape, uint32_t count)
{
  uint32_t *slot = bcov_atlas_slot (atlas, level, shape);
  assert_int_equal (*slot, 0);
  assert_true (bcov_atlas_room (atlas, count));
  *slot = atlas->count;
  atlas->lines[*slot].page = (bcov_page){.shape = shape, .level = level, .count = count};
  atlas->count += 1 + count;
  atlas->pages++;
}

/* Shapes close to each other, of several levels: both tell pages apart. */
static void pages_are_found_again (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_atlas atlas = start (mem, 1 << 20);
  for (uint32_t k = 0; k < SHAPES; k++)
    put (&atlas, k % 7, k / 7, k % 3);
  for (uint32_t k = 0; k < SHAPES; k++) {
    uint32_t page = *bcov_atlas_slot (&atlas, k % 7, k / 7);
    assert_true (page > 0);
    assert_int_equal (atlas.lines[page].page.level, k % 7);
    assert_int_equal (atlas.lines[page].page.shape, k / 7);
  }
  assert_int_equal (*bcov_atlas_slot (&atlas, 7, 0), 0);
  assert_int_equal (*bcov_atlas_slot (&atlas, 0, SHAPES), 0);
  end (mem, &atlas);
}

/* Room ends, by pages without ways and by ways, before anything is written behind the end. */
static void room_ends (void **state)
{
  (void)state;
  for (uint32_t ways = 0; ways < 9; ways++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_atlas atlas = start (mem, 1 << 14);
    uint32_t pages = 0;
    for (; bcov_atlas_room (&atlas, ways); pages++)
      put (&atlas, 1, pages, ways);
    assert_true (pages > 8 && atlas.count <= atlas.most && 2 * pages <= atlas.mask + 2);
    assert_true (ways < 9 - 1 || atlas.count + 1 + ways > atlas.most);
    assert_int_equal (*bcov_atlas_slot (&atlas, 2, 0), 0); /* ends, though it is full */
    end (mem, &atlas);
  }
}

static void all_go_at_once (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_atlas atlas = start (mem, 0);
  for (int round = 0; round < 3; round++) {
    put (&atlas, 0, 5, 2);
    put (&atlas, 3, 5, 1);
    atlas.looks += 100;
    assert_true (bcov_atlas_clear (&atlas));
    assert_int_equal (*bcov_atlas_slot (&atlas, 0, 5), 0);
    assert_int_equal (*bcov_atlas_slot (&atlas, 3, 5), 0);
  }
  end (mem, &atlas);
}

/* Looks of earlier times do not speak for pages of today. */
static void given_up_without_use (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_atlas atlas = start (mem, 0);
  atlas.looks = 1000;
  atlas.drawn = 3;
  put (&atlas, 0, 5, 2);
  assert_true (bcov_atlas_clear (&atlas));
  put (&atlas, 0, 5, 2);
  atlas.looks++;
  assert_false (bcov_atlas_clear (&atlas));
  assert_null (atlas.slots);
  assert_int_equal (atlas.looks, 1001); /* is still told */
  assert_int_equal (atlas.drawn, 3);
  end (mem, &atlas);
}

static void ways_are_open (void **state)
{
  (void)state;
  bcov_way needs = {.care = 3, .want = 2, .hope = BCOV_ALWAYS}; /* bit 0 left, bit 1 used */
  bcov_way hopes = {.hope = 6};
  assert_true (bcov_way_open (&needs, 2) && bcov_way_open (&needs, 6));
  assert_false (bcov_way_open (&needs, 0) || bcov_way_open (&needs, 1) ||
                bcov_way_open (&needs, 3));
  assert_true (bcov_way_open (&hopes, 0) && bcov_way_open (&hopes, 2) && bcov_way_open (&hopes, 4));
  assert_false (bcov_way_open (&hopes, 6) || bcov_way_open (&hopes, 7));
}

static uint64_t stock_of (const char *board, const char *pieces)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = hunts_plain (mem, board, pieces), reduced = hunts_reduce (&model);
  bcov_hunt_plan plan;
  assert_true (hunts_plan (&reduced, 0, &plan));
  uint64_t stock = plan.stock;
  bcov_hunt_plan_free (&plan);
  hunts_end (mem, &model, &reduced);
  return stock;
}

/* A bit for each piece that is used once, and nothing where any number may be used. */
static void pieces_are_the_stock (void **state)
{
  (void)state;
  assert_int_equal (__builtin_popcountll (stock_of ("6x10", "pentominoes")), 12);
  assert_int_equal (__builtin_popcountll (stock_of ("5x8", "tetrominoes:any,P5,U5,X5,T5")), 4);
  assert_int_equal (stock_of ("6x6", "L3:any"), 0);
}

static void every_allocation_may_fail (void **state)
{
  (void)state;
  for (size_t n = 1; n <= 2; n++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_atlas atlas;
    bcov_mem_fail_at (mem, n);
    assert_int_equal (bcov_atlas_new (mem, 1 << 14, &atlas, NULL), BCOV_FAULT);
    assert_null (atlas.slots);
    end (mem, &atlas);
  }
}

SUITE (atlas)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test (pages_are_found_again),
                                     cmocka_unit_test (room_ends),
                                     cmocka_unit_test (all_go_at_once),
                                     cmocka_unit_test (given_up_without_use),
                                     cmocka_unit_test (ways_are_open),
                                     cmocka_unit_test (pieces_are_the_stock),
                                     cmocka_unit_test (every_allocation_may_fail)};
  return cmocka_run_group_tests_name ("atlas", tests, NULL, NULL);
}
