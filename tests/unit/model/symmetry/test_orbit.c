/* Symmetries: known groups, and on random puzzles the properties of a group that acts on the
 * solutions: closure, least images, Burnside's lemma. */

#include "suite.h"

#include "ask.h"
#include "agree/random_puzzle.h"
#include "random_cases.h"
#include "solutions.h"
#include "format/contest/arrows.h"
#include "model/symmetry/orbit.h"
#include "model/compile/compile.h"

#include <stdlib.h>

/* ---- known groups ---- */

static uint32_t group_size (const bcov_puzzle *puzzle)
{
  bcov_compiled compiled;
  bcov_orbits orbits;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  assert_int_equal (bcov_orbits_find (&compiled, NULL, &orbits, NULL), 0);
  uint32_t size = orbits.count;
  assert_int_equal (orbits.options, bcov_model_options (&compiled.model));
  bcov_orbits_free (&orbits);
  bcov_orbits_free (&orbits);
  bcov_compiled_free (&compiled);
  return size;
}

typedef struct {
  const char *board, *pieces, *lattice, *wrap;
  uint32_t size;
} known;

static const known knowns[] = {
    {"6x10", "pentominoes", NULL, NULL, 4},
    {"8x8", "I2:any", NULL, NULL, 8},
    {"8x8", "one-sided pentominoes:0..1", NULL, NULL, 8}, /* mirror pairs are exchanged */
    {"4x4", "fixed domino:any", NULL, NULL, 8}, /* so are the horizontal and the vertical one */
    {"4x4", "I2:any,L3:any,P5", NULL, NULL, 8},
    {".../..?/...", "I2:any", NULL, NULL, 2},
    {"..#/.../...", "I2:any", NULL, NULL, 2},
    {"#../.../..#", "I2:any", NULL, NULL, 4},
    {"..#/#..", "I2:any", NULL, NULL, 2},
    {"..L/...", "L3:any", NULL, NULL, 1},
    {".L./...", "L3:any", NULL, NULL, 2},
    {"I..L/....", "L3:any,I2:any", NULL, NULL, 1},
    {"1x5", "I2:any", NULL, NULL, 4},
    {"4x4", "I2:any", NULL, "both", 8 * 16},
    {"3x5", "I2:any", NULL, "both", 4 * 15},
    {"3x5", "I2:any", NULL, "columns", 4 * 5},
    {"3x5", "I2:any", NULL, "rows", 4 * 3},
    {"4x4", "I2:any", NULL, "columns", 4 * 4},
    {"..../.#../..../....", "I2:any", NULL, "both", 8},
    {".#/..", "I2:any", NULL, "both", 8}, /* rotations of the torus about its hole */
    {"3x3x3", "soma", NULL, NULL, 48},
    {"3x3x3", "V:any", "cube", NULL, 48},
    {"2x3x4", "I2:any", NULL, NULL, 8},
    {"2x2x3", "I2:any", NULL, NULL, 16},
    {"#../.../..#", "XX:any", "hex", NULL, 12},
    {"3x3", "XX:any", "hex", NULL, 4},
    {"2x3", "XX:any", "hex", NULL, 2},
    {".../...", "XX:any", "triangle", NULL, 12},
    {".", "X:any", "triangle", NULL, 6},
    {"..", "XX:any", "triangle", NULL, 4},
};

static void known_groups (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof knowns / sizeof *knowns; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    const known *n = &knowns[k];
    bcov_puzzle *puzzle = ask_brief (mem, n->board, n->pieces, n->lattice, n->wrap);
    uint32_t size = group_size (puzzle);
    if (size != n->size)
      fail_msg ("%s %s: %u symmetries", n->board, n->pieces, size);
    ask_end (mem, puzzle);
  }
}

typedef struct {
  const char *text;
  uint32_t size;
} filed;

/* A one-sided piece without its mirror image excludes reflections; pieces with different counts are
 * not exchanged; rows and columns are exchanged only if their quotas are. */
static const filed files[] = {
    {"board: 5x5\npieces: [{name: L, shape: L5, flip: false, count: any}]\n", 4},
    {"board: 4x5\npieces: [{name: L, shape: L5, flip: false, count: any}]\n", 2},
    {"board: 5x5\npieces: [{name: L, shape: I5, flip: false, count: any}]\n", 8},
    {"board: 5x5\npieces: [{name: L, shape: I5, turn: false, count: any}]\n", 4},
    {"board: 5x5\npieces: [{name: L, shape: L5, turn: false, flip: true, count: any}]\n", 2},
    {"board: 4x4\npieces:\n  - {name: a, shape: XX, turn: false, count: 4}\n"
     "  - {name: b, shape: X/X, turn: false, count: 4}\n",
     8},
    {"board: 4x4\npieces:\n  - {name: a, shape: XX, turn: false, count: 4}\n"
     "  - {name: b, shape: X/X, turn: false, count: 3}\n",
     4},
    {"board: 2x2\npieces:\n  - {name: t, shape: X, count: any, tags: [a]}\n"
     "  - {name: u, shape: X, count: any, tags: [b]}\nrules: {rows: {a: 1}}\n",
     4},
    {"board: 2x2\npieces:\n  - {name: t, shape: X, count: any, tags: [a]}\n"
     "  - {name: u, shape: X, count: any, tags: [b]}\nrules: {rows: {a: 1}, columns: {a: 1}}\n",
     8},
    {"board: 2x2\npieces:\n  - {name: t, shape: X, count: any, tags: [a]}\n"
     "  - {name: u, shape: X, count: any, tags: [b]}\nrules: {rows: {a: 1}, columns: {a: 0..2}}\n",
     4},
    {"board: 2x2\npieces:\n  - {name: t, shape: X, count: any, sides: [a, b, c, d]}\n", 4},
    {"board: 2x2\npieces:\n  - {name: t, shape: X, count: any, sides: [a, b, c, b]}\n", 8},
    {"board: 2x2\npieces:\n  - {name: t, shape: X, count: any, turn: false, points: [north]}\n", 2},
};

static void known_groups_of_files (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle = ask_yaml (mem, files[k].text);
    uint32_t size = group_size (puzzle);
    if (size != files[k].size)
      fail_msg ("%s: %u symmetries", files[k].text, size);
    ask_end (mem, puzzle);
  }
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = NULL;
  assert_int_equal (bcov_arrows_make (mem, 4, &puzzle, NULL), 0);
  assert_int_equal (group_size (puzzle), 8);
  ask_end (mem, puzzle);
  mem = bcov_mem_new (0);
  puzzle = ask_file (mem, "x.dlx", "a b\na\nb\n");
  assert_int_equal (group_size (puzzle), 1);
  ask_end (mem, puzzle);
}

/* ---- random puzzles ---- */

enum { MOST_GROUP = 200 };

static const uint32_t *row (const bcov_orbits *orbits, uint32_t g)
{
  return orbits->image + (size_t)g * orbits->options;
}

/* Each symmetry is a permutation, the first one is the identity, and products are symmetries. */
static void check_group (const bcov_orbits *orbits)
{
  uint32_t n = orbits->options;
  uint8_t *met = calloc (n + 1, 1);
  for (uint32_t g = 0; g < orbits->count; g++) {
    memset (met, 0, n + 1);
    for (uint32_t o = 0; o < n; o++) {
      assert_true (row (orbits, g)[o] < n);
      assert_int_equal (met[row (orbits, g)[o]]++, 0);
      assert_true (g || row (orbits, 0)[o] == o);
    }
  }
  free (met);
  for (uint32_t g = 0; g < orbits->count; g++)
    for (uint32_t h = 0; h < orbits->count; h++) {
      bool found = false;
      for (uint32_t k = 0; k < orbits->count && !found; k++) {
        found = true;
        for (uint32_t o = 0; o < n && found; o++)
          found = row (orbits, k)[o] == row (orbits, g)[row (orbits, h)[o]];
      }
      assert_true (found);
    }
}

/* The index of the image of solution K. */
static uint32_t image_of (const bcov_orbits *orbits, const solutions *s, uint32_t k, uint32_t g)
{
  uint32_t image[SOLUTIONS_LAID];
  for (uint32_t j = 0; j < s->size[k]; j++)
    image[j] = row (orbits, g)[s->options[k][j]];
  qsort (image, s->size[k], sizeof *image, solutions_by_number);
  for (uint32_t other = 0; other < s->count; other++)
    if (s->size[other] == s->size[k] &&
        !memcmp (image, s->options[other], s->size[k] * sizeof *image))
      return other;
  fail_msg ("the image of a solution is no solution");
  return 0;
}

/* Images of solutions are solutions; each orbit has one least solution; the numbers of fixed
 * solutions satisfy Burnside's lemma. */
static void check_action (const bcov_compiled *c, const bcov_orbits *orbits, const solutions *s)
{
  uint32_t orbit_count = 0, least_count = 0;
  uint64_t fixed_sum = 0;
  for (uint32_t k = 0; k < s->count; k++) {
    uint32_t scratch[2 * SOLUTIONS_LAID], shuffled[SOLUTIONS_LAID], first = k;
    for (uint32_t g = 0; g < orbits->count; g++) {
      uint32_t to = image_of (orbits, s, k, g);
      first = to < first ? to : first;
    }
    orbit_count += first == k;
    for (uint32_t j = 0; j < s->size[k]; j++)
      shuffled[j] = s->options[k][s->size[k] - 1 - j];
    least_count += bcov_orbits_least (orbits, shuffled, s->size[k], scratch);
  }
  for (uint32_t g = 0; g < orbits->count; g++) {
    bcov_model fixed;
    uint64_t count, wanted = 0;
    assert_int_equal (bcov_orbits_fixed_by (orbits, &c->model, &g, 1, &fixed, NULL), 0);
    for (uint32_t k = 0; k < s->count; k++)
      wanted += image_of (orbits, s, k, g) == k;
    if (solutions_brute (&fixed, NULL, &count))
      assert_int_equal (count, wanted);
    bcov_model_free (&fixed);
    fixed_sum += wanted;
  }
  assert_int_equal (least_count, orbit_count);
  assert_int_equal (fixed_sum, (uint64_t)orbit_count * orbits->count);
}

static void check_puzzle (const bcov_puzzle *puzzle, solutions *s, uint32_t *done)
{
  bcov_compiled c;
  bcov_orbits orbits;
  uint64_t count;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &c, NULL), 0);
  assert_int_equal (bcov_orbits_find (&c, NULL, &orbits, NULL), 0);
  s->count = 0;
  if (orbits.count <= MOST_GROUP) {
    check_group (&orbits);
    if (solutions_brute (&c.model, s, &count)) {
      check_action (&c, &orbits, s);
      *done += count > 1 && orbits.count > 1;
    }
  }
  bcov_orbits_free (&orbits);
  bcov_compiled_free (&c);
}

static void random_puzzles (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  solutions *s = calloc (1, sizeof *s);
  uint32_t done = 0;
  for (uint64_t k = 0; k < cases (1200); k++) {
    bcov_random random = {seed + k};
    random_puzzle drawn;
    bcov_mem *mem = bcov_mem_new (0);
    random_puzzle_draw (&drawn, &random);
    bcov_puzzle *puzzle = random_puzzle_build (mem, &drawn);
    check_puzzle (puzzle, s, &done);
    ask_end (mem, puzzle);
  }
  print_message ("%u with several solutions and symmetries\n", done);
  assert_true (cases_enough (done, 80));
  free (s);
}

/* Small boards with many symmetries. */
static void symmetric_puzzles (void **state)
{
  (void)state;
  static const known boards[] = {
      {"4x4", "I2:any", NULL, NULL, 0},
      {"3x4", "I2:any", NULL, "both", 0},
      {"3x3", "L3:any,I1:0..3", NULL, NULL, 0},
      {"2x2x2", "I2:any", NULL, NULL, 0},
      {"#../.../..#", "XX:any,X", "hex", NULL, 0},
      {".../...", "XX:any", "triangle", NULL, 0},
      {"?\?/?\?", "I2:any", NULL, "both", 0},
      {"1x6", "I2:any,I1:0..2", NULL, NULL, 0},
  };
  solutions *s = calloc (1, sizeof *s);
  uint32_t done = 0;
  for (size_t k = 0; k < sizeof boards / sizeof *boards; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle =
        ask_brief (mem, boards[k].board, boards[k].pieces, boards[k].lattice, boards[k].wrap);
    check_puzzle (puzzle, s, &done);
    ask_end (mem, puzzle);
  }
  assert_int_equal (done, sizeof boards / sizeof *boards);
  free (s);
}

/* ---- ending early ---- */

static void a_stop_is_seen (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "40x40", "I2:any", NULL, "both");
  atomic_bool stop = true;
  bcov_watch watch = {.stop = &stop};
  bcov_control control;
  bcov_compiled c;
  bcov_orbits orbits;
  assert_int_equal (bcov_compile (puzzle, false, NULL, &c, NULL), 0);
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_orbits_find (&c, &control, &orbits, NULL), BCOV_STOPPED);
  bcov_orbits_free (&orbits);
  bcov_compiled_free (&c);
  ask_end (mem, puzzle);
}

SUITE (orbit)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (known_groups),   cmocka_unit_test (known_groups_of_files),
      cmocka_unit_test (random_puzzles), cmocka_unit_test (symmetric_puzzles),
      cmocka_unit_test (a_stop_is_seen),
  };
  return cmocka_run_group_tests_name ("orbit", tests, NULL, NULL);
}
