/* The exact JSON and text of heat, and the counts of cells and sides. */

#include "suite.h"

#include "ask.h"
#include "report/heat.h"

#include <jansson.h>
#include <stdlib.h>

/* ---- JSON ---- */

/* The whole report, through the public function. */
static char *heat (const char *board, const char *pieces, const char *lattice, const char *wrap)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, board, pieces, lattice, wrap);
  bcov_heat *made = NULL;
  char *report = NULL;
  assert_int_equal (bcov_heat_new (puzzle, NULL, &made, NULL, NULL), BCOV_OK);
  assert_int_equal (bcov_heat_json (made, &report, NULL, NULL), BCOV_OK);
  bcov_heat_free (made);
  ask_end (mem, puzzle);
  return report;
}

static void word_for_word (void **state)
{
  (void)state;
  char *report = heat ("1x3", "I2:1,I1:any", NULL, NULL);
  assert_string_equal (
      report, "{\"count\":\"2\",\"placements\":["
              "{\"piece\":\"I2\",\"cells\":[[0,0],[0,1]],\"count\":\"1\",\"forced\":false},"
              "{\"piece\":\"I2\",\"cells\":[[0,1],[0,2]],\"count\":\"1\",\"forced\":false},"
              "{\"piece\":\"I1\",\"cells\":[[0,0]],\"count\":\"1\",\"forced\":false},"
              "{\"piece\":\"I1\",\"cells\":[[0,1]],\"count\":\"0\",\"forced\":false},"
              "{\"piece\":\"I1\",\"cells\":[[0,2]],\"count\":\"1\",\"forced\":false}],"
              "\"cells\":["
              "{\"cell\":[0,0],\"pieces\":[{\"piece\":\"I2\",\"count\":\"1\"},"
              "{\"piece\":\"I1\",\"count\":\"1\"}]},"
              "{\"cell\":[0,1],\"pieces\":[{\"piece\":\"I2\",\"count\":\"2\"}]},"
              "{\"cell\":[0,2],\"pieces\":[{\"piece\":\"I2\",\"count\":\"1\"},"
              "{\"piece\":\"I1\",\"count\":\"1\"}]}],"
              "\"sides\":["
              "{\"between\":[[0,0],[0,1]],\"count\":\"1\"},"
              "{\"between\":[[0,1],[0,2]],\"count\":\"1\"}]}\n");
  bcov_free (report);
}

static unsigned long long number_of (json_t *object)
{
  return strtoull (json_string_value (json_object_get (object, "count")), NULL, 10);
}

/* Each cell is covered in every covering. With dominoes only, the count of a joined side is that of
 * the domino on it, and each cell has one joined side in every covering. */
static void cells_and_sides_add_up (void **state)
{
  (void)state;
  static const char *const boards[][3] = {{"4x6", NULL, NULL},   {"4x4", NULL, "both"},
                                          {"4x4", "hex", NULL},  {"4x4", "triangle", NULL},
                                          {"2x2x3", NULL, NULL}, {"2x6", NULL, "columns"}};
  for (size_t b = 0; b < sizeof boards / sizeof *boards; b++) {
    bool hex = boards[b][1];
    char *report = heat (boards[b][0], hex ? "XX:any" : "I2:any", boards[b][1], boards[b][2]);
    json_t *root = json_loads (report, 0, NULL), *entry, *list;
    unsigned long long total = number_of (root), joined = 0;
    size_t k, cells = json_array_size (json_object_get (root, "cells"));
    assert_true (total > 0);
    list = json_object_get (root, "cells");
    json_array_foreach (list, k, entry)
        assert_int_equal (number_of (json_array_get (json_object_get (entry, "pieces"), 0)), total);
    list = json_object_get (root, "sides");
    json_array_foreach (list, k, entry) joined += total - number_of (entry);
    assert_int_equal (joined, total * cells / 2);
    json_decref (root);
    bcov_free (report);
  }
}

static void what_is_forced (void **state)
{
  (void)state;
  char *report = heat ("..#../#.#..", "I2:any,I1:1", NULL, NULL);
  json_t *root = json_loads (report, 0, NULL), *entry, *list;
  size_t k, forced = 0;
  unsigned long long total = number_of (root);
  list = json_object_get (root, "placements");
  json_array_foreach (list, k, entry)
  {
    bool is = json_is_true (json_object_get (entry, "forced"));
    assert_int_equal (is, number_of (entry) == total);
    forced += is;
  }
  assert_int_equal (total, 4);
  assert_int_equal (forced, 0);
  json_decref (root);
  bcov_free (report);
  report = heat ("1x2", "I2:any", NULL, NULL);
  assert_non_null (strstr (report, "\"count\":\"1\",\"forced\":true}"));
  bcov_free (report);
  report = heat ("1x3", "I2:any", NULL, NULL); /* without coverings nothing is forced */
  assert_null (strstr (report, "true"));
  bcov_free (report);
}

/* ---- text ---- */

static void expect (const char *board, const char *pieces, const char *lattice, const char *wanted)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, board, pieces, lattice, NULL);
  bcov_heat *made = NULL;
  char *report = NULL;
  assert_int_equal (bcov_heat_new (puzzle, NULL, &made, NULL, NULL), BCOV_OK);
  assert_int_equal (bcov_heat_text (made, &report, NULL, NULL), BCOV_OK);
  assert_string_equal (report, wanted);
  bcov_free (report);
  bcov_heat_free (made);
  ask_end (mem, puzzle);
}

static void one_piece (void **state)
{
  (void)state;
  expect ("2x3", "I2:any", NULL,
          "3 coverings\n7 placements: 0 in every covering, 0 in none\n\nneighbouring cells belong "
          "to different pieces, in % of the coverings:\n[ ]  67 [ ]  67 [ ]\n 33      67      "
          "33\n[ ]  67 [ ]  67 [ ]\n");
}

static void several_pieces (void **state)
{
  (void)state;
  expect ("..#/#..", "I2:any,I1:any,L3:0..1", NULL,
          "7 coverings\n9 placements: 0 in every covering, 0 in none\n\nI2 covers each cell, in % "
          "of the coverings:\n  29  43   #\n   #  43  29\n\nI1 covers each cell, in % of the "
          "coverings:\n  57  29   #\n   #  29  57\n\nL3 covers each cell, in % of the coverings:\n "
          " 14  29   #\n   #  29  14\n\nneighbouring cells belong to different pieces, in % of the "
          "coverings:\n[ ]  57 [ ]\n         57\n        [ ]  57 [ ]\n");
}

static void forced_and_impossible (void **state)
{
  (void)state;
  expect ("1x4", "I2:any", NULL,
          "1 covering\n3 placements: 2 in every covering, 1 in none\n\nin every covering:\n  I2 "
          "[0,0] [0,1]\n  I2 [0,2] [0,3]\n\nin none:\n  I2 [0,1] [0,2]\n\nneighbouring cells "
          "belong to different pieces, in % of the coverings:\n[ ]   . [ ] 100 [ ]   . [ ]\n");
}

static void optional_cells (void **state)
{
  (void)state;
  expect ("?.?", "I2:any", NULL,
          "2 coverings\n2 placements: 0 in every covering, 0 in none\n\nI2 covers each cell, in % "
          "of the coverings:\n  50 100  50\n\nneighbouring cells belong to different pieces, in % "
          "of the coverings:\n[ ]  50 [ ]  50 [ ]\n");
}

static void other_lattices (void **state)
{
  (void)state;
  expect ("2x2", "XX:any", "hex",
          "2 coverings\n5 placements: 0 in every covering, 1 in none\n\n"
          "in none:\n  XX [0,1] [1,0]\n");
  expect ("1x2x2", "I2:1,I1:any", NULL,
          "4 coverings\n8 placements: 0 in every covering, 0 in none\n"
          "\nI2 covers each cell, in % of the coverings:\n"
          "  50  50\n  50  50\n"
          "\nI1 covers each cell, in % of the coverings:\n"
          "  50  50\n  50  50\n");
}

static void no_covering (void **state)
{
  (void)state;
  expect ("1x3", "I2:any", NULL, "0 coverings\n2 placements: 0 in every covering, 2 in none\n");
}

SUITE (heat)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (word_for_word),  cmocka_unit_test (cells_and_sides_add_up),
      cmocka_unit_test (what_is_forced), cmocka_unit_test (one_piece),
      cmocka_unit_test (several_pieces), cmocka_unit_test (forced_and_impossible),
      cmocka_unit_test (optional_cells), cmocka_unit_test (other_lattices),
      cmocka_unit_test (no_covering),
  };
  return cmocka_run_group_tests_name ("heat", tests, NULL, NULL);
}
