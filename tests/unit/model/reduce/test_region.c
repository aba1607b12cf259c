/* Regions of free cells that cannot be filled. */

#include "suite.h"

#include "ask.h"
#include "model/reduce/region.h"

enum { MOST = 64 };

/* A board on which 'X' is covered, the pieces, how many of each are left, and the odd region that
   is found: its cells as numbers, "" for none. */
typedef struct {
  const char *board, *pieces, *lattice, *wrap, *covered;
  uint32_t left[3];
  const char *odd;
  bool only;
} example;

static const example examples[] = {
    /* a corner cut off, then two cells, then nothing */
    {"2x4", "I2:any", NULL, NULL, ".X...X..", {BCOV_MANY}, "", false},
    {"2x4", "I2:any", NULL, NULL, ".X..X...", {BCOV_MANY}, "0", false},
    {"2x4", "L3:any", NULL, NULL, ".X...X..", {BCOV_MANY}, "0 4", false},
    {"2x4", "L3:any", NULL, NULL, "........", {BCOV_MANY}, "0 1 2 3 4 5 6 7", true},
    /* the smallest, of several the first */
    {"1x9", "I4:any", NULL, NULL, "..X.X..X.", {BCOV_MANY}, "3", false},
    /* counts are bounds */
    {"1x5", "I2:0..2,I1:0..1", NULL, NULL, ".....", {2, 1}, "", false},
    {"1x5", "I2:0..2,I1:0..1", NULL, NULL, ".....", {1, 1}, "0 1 2 3 4", true},
    {"1x5", "I2:0..2,I1:0..1", NULL, NULL, ".X...", {1, 1}, "", false},
    {"1x5", "I2:0..2,I1:0..1", NULL, NULL, ".X...", {1, 0}, "0", false},
    /* cells that may stay empty */
    {"..?..", "I3:any", NULL, NULL, ".....", {BCOV_MANY}, "0 1 2 3 4", true},
    {"..?..", "I3:any", NULL, NULL, "...XX", {BCOV_MANY}, "", false},
    {"?\?.??", "I3:any", NULL, NULL, "XX...", {BCOV_MANY}, "", false},
    {"1x4", "I2:any", NULL, NULL, ".X..", {BCOV_MANY}, "0", false},
    {"?...", "I2:any", NULL, NULL, ".X..", {BCOV_MANY}, "", false},
    /* neighbours are those of the lattice, around the board too */
    {"1x4", "I2:any", NULL, "columns", ".XX.", {BCOV_MANY}, "", false},
    {"2x2", "XX:any", "hex", NULL, "X..X", {BCOV_MANY}, "", false},
    {"2x2", "I2:any", NULL, NULL, "X..X", {BCOV_MANY}, "1", false},
    {"2x2", "XX:any", "triangle", NULL, "X..X", {BCOV_MANY}, "1", false},
    {"2x1x2", "I2:any", NULL, NULL, "X.X.", {BCOV_MANY}, "", false},
    /* two sizes of equal sums, and all covered */
    {"1x7", "I3:0..2,I5:any", NULL, NULL, ".......", {2, 0}, "0 1 2 3 4 5 6", true},
    {"1x3", "I3:any", NULL, NULL, "XXX", {BCOV_MANY}, "", false},
    /* a piece in two parts may join regions */
    {"1x3", "X.X:any", NULL, NULL, ".X.", {BCOV_MANY}, "", false},
};

static void look (const example *e)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, e->board, e->pieces, e->lattice, e->wrap);
  bcov_regions regions;
  bcov_odd_region odd;
  uint8_t covered[MOST] = {0};
  char found[256] = "";
  for (size_t k = 0; e->covered[k]; k++)
    covered[k] = e->covered[k] == 'X';
  assert_int_equal (bcov_regions_start (puzzle, &regions, NULL), 0);
  for (int twice = 0; twice < 2; twice++) {
    size_t length = 0;
    found[0] = 0;
    assert_int_equal (bcov_regions_odd (&regions, covered, e->left, &odd), *e->odd != 0);
    for (uint32_t k = 0; k < odd.count; k++)
      length +=
          (size_t)snprintf (found + length, sizeof found - length, k ? " %u" : "%u", odd.cells[k]);
    if (strcmp (found, e->odd) != 0 || odd.only != e->only)
      fail_msg ("%s %s %s: found '%s'", e->board, e->pieces, e->covered, found);
  }
  bcov_regions_end (&regions);
  ask_end (mem, puzzle);
}

static void odd_regions_are_found (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof examples / sizeof *examples; k++)
    look (&examples[k]);
}

static void some_puzzles_are_left_alone (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_file (mem, "x.dlx", "a b\na b\n");
  bcov_regions regions;
  bcov_odd_region odd;
  assert_int_equal (bcov_regions_start (puzzle, &regions, NULL), 0);
  assert_false (regions.apply);
  assert_false (bcov_regions_odd (&regions, NULL, NULL, &odd));
  bcov_regions_end (&regions);
  bcov_puzzle_free (puzzle);
  puzzle = ask_brief (mem, "64x65", "I2:any", NULL, NULL);
  assert_int_equal (bcov_regions_start (puzzle, &regions, NULL), 0);
  assert_false (regions.apply);
  bcov_regions_end (&regions);
  ask_end (mem, puzzle);
}

static void starting_survives_failures (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "2x3", "I2:any", NULL, NULL);
  bcov_regions regions;
  size_t before = bcov_mem_used (mem), n = 1;
  for (;; n++) {
    bcov_mem_fail_at (mem, n);
    bcov_status status = bcov_regions_start (puzzle, &regions, NULL);
    bcov_mem_fail_at (mem, 0);
    if (!status)
      break;
    assert_int_equal (bcov_mem_used (mem), before);
  }
  assert_int_equal (n, 7);
  bcov_regions_end (&regions);
  bcov_regions_end (&regions);
  ask_end (mem, puzzle);
}

SUITE (region)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (odd_regions_are_found),
      cmocka_unit_test (some_puzzles_are_left_alone),
      cmocka_unit_test (starting_survives_failures),
  };
  return cmocka_run_group_tests_name ("region", tests, NULL, NULL);
}
