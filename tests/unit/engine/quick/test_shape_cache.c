/* The shape cache as a table: pages are found again until all go at once, it keeps to its size, and
   is given up when it was of no use.  And what the stock is. */

#include "suite.h"

#include "searches.h"
#include "engine/quick/shape_cache.h"

enum { SHAPES = 2000 };

static bcov_shape_cache start (bcov_mem *mem, size_t bytes)
{
  bcov_shape_cache shape_cache;
  assert_int_equal (bcov_shape_cache_new (mem, bytes, &shape_cache, NULL), BCOV_OK);
  assert_int_equal (shape_cache.mask & (shape_cache.mask + 1), 0);
  assert_true (bcov_mem_used (mem) <= (bytes < 10000 ? 10000 : bytes));
  return shape_cache;
}

static void end (bcov_mem *mem, bcov_shape_cache *shape_cache)
{
  bcov_shape_cache_free (shape_cache);
  bcov_shape_cache_free (shape_cache);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* A page with COUNT ways, for which there must be room. */
static void put (bcov_shape_cache *shape_cache, uint32_t level, uint64_t shape, uint32_t count)
{
  uint32_t *slot = bcov_shape_cache_slot (shape_cache, level, shape);
  assert_int_equal (*slot, 0);
  assert_true (bcov_shape_cache_room (shape_cache, count));
  *slot = shape_cache->count;
  shape_cache->lines[*slot].page =
      (bcov_shape_page){.shape = shape, .level = level, .count = count};
  shape_cache->count += 1 + count;
  shape_cache->pages++;
}

/* Shapes close to each other, of several levels: both tell pages apart. */
static void pages_are_found_again (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_shape_cache shape_cache = start (mem, 1 << 20);
  for (uint32_t k = 0; k < SHAPES; k++)
    put (&shape_cache, k % 7, k / 7, k % 3);
  for (uint32_t k = 0; k < SHAPES; k++) {
    uint32_t page = *bcov_shape_cache_slot (&shape_cache, k % 7, k / 7);
    assert_true (page > 0);
    assert_int_equal (shape_cache.lines[page].page.level, k % 7);
    assert_int_equal (shape_cache.lines[page].page.shape, k / 7);
  }
  assert_int_equal (*bcov_shape_cache_slot (&shape_cache, 7, 0), 0);
  assert_int_equal (*bcov_shape_cache_slot (&shape_cache, 0, SHAPES), 0);
  end (mem, &shape_cache);
}

/* Room ends, by pages without ways and by ways, before anything is written behind the end. */
static void room_ends (void **state)
{
  (void)state;
  for (uint32_t ways = 0; ways < 9; ways++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_shape_cache shape_cache = start (mem, 1 << 14);
    uint32_t pages = 0;
    for (; bcov_shape_cache_room (&shape_cache, ways); pages++)
      put (&shape_cache, 1, pages, ways);
    assert_true (pages > 8 && shape_cache.count <= shape_cache.most &&
                 2 * pages <= shape_cache.mask + 2);
    assert_true (ways < 9 - 1 || shape_cache.count + 1 + ways > shape_cache.most);
    assert_int_equal (*bcov_shape_cache_slot (&shape_cache, 2, 0), 0); /* ends, though it is full */
    end (mem, &shape_cache);
  }
}

static void all_go_at_once (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_shape_cache shape_cache = start (mem, 0);
  for (int round = 0; round < 3; round++) {
    put (&shape_cache, 0, 5, 2);
    put (&shape_cache, 3, 5, 1);
    shape_cache.looks += 100;
    assert_true (bcov_shape_cache_clear (&shape_cache));
    assert_int_equal (*bcov_shape_cache_slot (&shape_cache, 0, 5), 0);
    assert_int_equal (*bcov_shape_cache_slot (&shape_cache, 3, 5), 0);
  }
  end (mem, &shape_cache);
}

/* Looks of earlier times do not speak for pages of today. */
static void given_up_without_use (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_shape_cache shape_cache = start (mem, 0);
  shape_cache.looks = 1000;
  shape_cache.drawn = 3;
  put (&shape_cache, 0, 5, 2);
  assert_true (bcov_shape_cache_clear (&shape_cache));
  put (&shape_cache, 0, 5, 2);
  shape_cache.looks++;
  assert_false (bcov_shape_cache_clear (&shape_cache));
  assert_null (shape_cache.slots);
  assert_int_equal (shape_cache.looks, 1001); /* is still told */
  assert_int_equal (shape_cache.drawn, 3);
  end (mem, &shape_cache);
}

static void ways_are_open (void **state)
{
  (void)state;
  bcov_shape_move needs = {.care = 3, .want = 2, .hope = BCOV_ALWAYS}; /* bit 0 left, bit 1 used */
  bcov_shape_move hopes = {.hope = 6};
  assert_true (bcov_shape_move_fits (&needs, 2) && bcov_shape_move_fits (&needs, 6));
  assert_false (bcov_shape_move_fits (&needs, 0) || bcov_shape_move_fits (&needs, 1) ||
                bcov_shape_move_fits (&needs, 3));
  assert_true (bcov_shape_move_fits (&hopes, 0) && bcov_shape_move_fits (&hopes, 2) &&
               bcov_shape_move_fits (&hopes, 4));
  assert_false (bcov_shape_move_fits (&hopes, 6) || bcov_shape_move_fits (&hopes, 7));
}

static uint64_t stock_of (const char *board, const char *pieces)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_model model = searches_plain (mem, board, pieces), reduced = searches_reduce (&model);
  searches_quick quick;
  assert_true (searches_plan (&reduced, 0, &quick));
  uint64_t stock = quick.plan.stock;
  searches_plan_free (&quick);
  searches_end (mem, &model, &reduced);
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
    bcov_shape_cache shape_cache;
    bcov_mem_fail_at (mem, n);
    assert_int_equal (bcov_shape_cache_new (mem, 1 << 14, &shape_cache, NULL), BCOV_FAULT);
    assert_null (shape_cache.slots);
    end (mem, &shape_cache);
  }
}

SUITE (shape_cache)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test (pages_are_found_again),
                                     cmocka_unit_test (room_ends),
                                     cmocka_unit_test (all_go_at_once),
                                     cmocka_unit_test (given_up_without_use),
                                     cmocka_unit_test (ways_are_open),
                                     cmocka_unit_test (pieces_are_the_stock),
                                     cmocka_unit_test (every_allocation_may_fail)};
  return cmocka_run_group_tests_name ("shape_cache", tests, NULL, NULL);
}
