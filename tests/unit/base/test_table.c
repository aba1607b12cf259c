/* The table finds all numbers that were added, no others, and the first of equal ones. */

#include "suite.h"

#include "base/hash.h"
#include "base/table.h"

#include <string.h>

enum { MANY = 20000 };

/* A number stands for itself divided by 3, so three numbers are equal. */
static bool same_third (const void *data, uint32_t number)
{
  return number / 3 == *(const uint32_t *)data;
}

static uint64_t hash_third (uint32_t third)
{
  return bcov_hash_words (&third, 1);
}

static void all_are_found (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_table table = {0};
  uint32_t zero = 0;
  assert_int_equal (bcov_table_find (&table, hash_third (0), same_third, &zero), BCOV_TABLE_NONE);
  for (uint32_t k = 0; k < MANY; k++)
    assert_int_equal (bcov_table_add (mem, &table, hash_third (k / 3), k, NULL), 0);
  assert_int_equal (table.count, MANY);
  for (uint32_t third = 0; third < MANY; third++)
    assert_int_equal (bcov_table_find (&table, hash_third (third), same_third, &third),
                      3 * third < MANY ? 3 * third : BCOV_TABLE_NONE);
  bcov_table_free (mem, &table);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* All numbers have the same hash: slow, but correct. */
static void collisions_are_told_apart (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_table table = {0};
  for (uint32_t k = 0; k < 300; k++)
    assert_int_equal (bcov_table_add (mem, &table, UINT64_MAX, k, NULL), 0);
  for (uint32_t third = 0; third < 100; third++)
    assert_int_equal (bcov_table_find (&table, UINT64_MAX, same_third, &third), 3 * third);
  bcov_table_free (mem, &table);
  bcov_mem_delete (mem);
}

static void failures_leave_it_whole (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_table table = {0};
  bcov_status status = BCOV_OK;
  bcov_mem_fail_at (mem, 4);
  uint32_t added = 0;
  while (added < MANY &&
         !(status = bcov_table_add (mem, &table, hash_third (added / 3), added, NULL)))
    added++;
  assert_int_equal (status, BCOV_FAULT);
  assert_int_equal (table.count, added);
  for (uint32_t third = 0; 3 * third < added; third++)
    assert_int_equal (bcov_table_find (&table, hash_third (third), same_third, &third), 3 * third);
  bcov_table_free (mem, &table);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void texts_hash_by_all_their_bytes (void **state)
{
  (void)state;
  assert_true (bcov_table_hash ("ab", 2) == bcov_table_hash ("abc", 2));
  assert_true (bcov_table_hash ("ab", 2) != bcov_table_hash ("ba", 2));
  assert_true (bcov_table_hash ("a", 1) != bcov_table_hash ("a\0", 2));
}

SUITE (table)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (all_are_found),
      cmocka_unit_test (collisions_are_told_apart),
      cmocka_unit_test (failures_leave_it_whole),
      cmocka_unit_test (texts_hash_by_all_their_bytes),
  };
  return cmocka_run_group_tests_name ("table", tests, NULL, NULL);
}
