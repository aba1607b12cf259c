/* Representatives: the item chosen for known puzzles; on random puzzles, the solutions with
 * representatives and their images are all solutions, each once. */

#include "suite.h"

#include "ask.h"
#include "agree/random_puzzle.h"
#include "random_cases.h"
#include "solutions.h"
#include "model/symmetry/represent.h"
#include "model/compile/compile.h"

#include <stdlib.h>

/* The values of the planner. */
static const bcov_represent_worth worth = {.least = 5, .nearly = 3};

/* A puzzle with its model, symmetries and representatives. */
typedef struct {
  bcov_compiled compiled;
  bcov_orbits orbits;
  bcov_represent represent;
} scene;

static void set_scene (const bcov_puzzle *puzzle, scene *s)
{
  assert_int_equal (bcov_compile (puzzle, false, NULL, &s->compiled, NULL), 0);
  assert_int_equal (bcov_orbits_find (&s->compiled, NULL, &s->orbits, NULL), 0);
  assert_int_equal (
      bcov_represent_find (&s->compiled.model, &s->orbits, worth, NULL, &s->represent, NULL), 0);
}

static void end_scene (scene *s)
{
  bcov_represent_free (&s->represent);
  bcov_represent_free (&s->represent);
  bcov_orbits_free (&s->orbits);
  bcov_compiled_free (&s->compiled);
}

/* ---- which item ---- */

typedef struct {
  const char *board, *pieces, *lattice, *wrap;
  const char *item; /* its name; "": none */
  uint32_t options, representatives;
} known;

static const known knowns[] = {
    {"6x10", "pentominoes", NULL, NULL, "X5", 32, 8},
    {"5x12", "pentominoes", NULL, NULL, "X5", 30, 10}, /* 10 options on the middle row */
    {"......../......../......../...##.../...##.../......../......../........", "pentominoes", NULL,
     NULL, "X5", 24, 4},
    {"3x3", "L3:any", NULL, NULL, "r1c1", 12, 2},
    {"4x4", "I2:any", NULL, NULL, "", 0, 0},
    {"5x5", "P5,L5:any", NULL, NULL, "r2c2", 56, 7},
    {"4x4", "I2:any,O4", NULL, "both", "O4", 16, 1}, /* on the torus it moves anywhere */
    {"..#/...", "L3,I2", NULL, NULL, "", 0, 0},
    {".../.../..?", "I2:any,I1:any,O4", NULL, NULL, "r0c0", 4, 3}, /* the corner is a centre */
};

static void known_items (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof knowns / sizeof *knowns; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    const known *n = &knowns[k];
    bcov_puzzle *puzzle = ask_brief (mem, n->board, n->pieces, n->lattice, n->wrap);
    bcov_text name = {0};
    scene s;
    set_scene (puzzle, &s);
    const bcov_represent *r = &s.represent;
    if (r->item != BCOV_NO_ITEM)
      bcov_compiled_item_name (&s.compiled, r->item, &name);
    bcov_text_char (&name, 0);
    if (strcmp (name.data, n->item) || r->options != n->options ||
        r->all.count != n->representatives)
      fail_msg ("%s %s: '%s', %u options, %zu representatives", n->board, n->pieces, name.data,
                r->options, r->all.count);
    double saves = n->options ? (double)n->options / n->representatives : 1;
    assert_true (bcov_represent_saves (r) == saves);
    bcov_text_drop (&name);
    end_scene (&s);
    ask_end (mem, puzzle);
  }
}

/* An exact cover problem has only the identity. */
static void exact_covers (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_file (mem, "x.dlx", "a b\na\nb\na b\n");
  scene s;
  set_scene (puzzle, &s);
  assert_int_equal (s.represent.item, BCOV_NO_ITEM);
  end_scene (&s);
  ask_end (mem, puzzle);
}

/* ---- solutions ---- */

/* Marks the image of solution K of FEW under symmetry G among ALL. */
static void mark_image (const bcov_orbits *orbits, const solutions *few, uint32_t k, uint32_t g,
                        solutions *all)
{
  uint32_t image[SOLUTIONS_LAID], n = 0;
  for (uint32_t j = 0; j < few->size[k]; j++)
    image[j] = bcov_orbits_image (orbits, g)[few->options[k][j]];
  qsort (image, few->size[k], sizeof *image, solutions_by_number);
  while (n < all->count && (all->size[n] != few->size[k] ||
                            memcmp (image, all->options[n], few->size[k] * sizeof *image) != 0))
    n++;
  assert_true (n < all->count);
  assert_int_equal (all->met[n]++, 0);
}

/* Checks that the solutions FEW and their images under R are ALL. */
static void check_images (const scene *s, const bcov_represent *r, const solutions *few,
                          solutions *all)
{
  memset (all->met, 0, sizeof all->met);
  for (uint32_t k = 0; k < few->count; k++) {
    const bcov_representative *one = bcov_represent_of (r, few->options[k], few->size[k]);
    assert_non_null (one);
    assert_int_equal (r->symmetries.data[one->first], 0);
    assert_int_equal (bcov_represent_weight (r, few->options[k], few->size[k]), one->images);
    for (uint32_t j = 0; j < one->images; j++)
      mark_image (&s->orbits, few, k, r->symmetries.data[one->first + j], all);
  }
  for (uint32_t n = 0; n < all->count; n++)
    assert_int_equal (all->met[n], 1);
}

static void check_restricted (const scene *s, const bcov_represent *r, solutions *all,
                              solutions *few, uint32_t *done)
{
  bcov_model model;
  uint64_t count;
  assert_int_equal (bcov_represent_restrict (r, &s->compiled.model, &model, NULL), 0);
  if (solutions_brute (&model, few, &count)) {
    check_images (s, r, few, all);
    *done += all->count > few->count;
  }
  bcov_model_free (&model);
}

/* The sum of the positions of the cells of OPTION in ORDER. */
static uint64_t depth_of (const bcov_model *model, const uint32_t *order, uint32_t option)
{
  uint64_t depth = 0;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++)
    for (uint32_t k = 0; k < model->items.count; k++)
      if (order[k] == model->touches.data[t].item && model->items.data[order[k]].gain)
        depth += k;
  return depth;
}

/* A random order gives other representatives, each the first of its orbit. */
static void check_along (const scene *s, solutions *all, solutions *few, uint32_t *done)
{
  const bcov_model *model = &s->compiled.model;
  bcov_represent along;
  bcov_random random = {model->touches.count};
  uint32_t *order = calloc (model->items.count + 1, sizeof *order);
  for (uint32_t k = 0; k < model->items.count; k++) {
    uint32_t at = (uint32_t)bcov_random_below (&random, k + 1);
    order[k] = order[at];
    order[at] = k;
  }
  assert_int_equal (bcov_represent_along (&s->represent, model, order, &along, NULL), 0);
  assert_int_equal (along.all.count, s->represent.all.count);
  for (uint32_t o = 0; o < bcov_model_options (model); o++)
    if (along.orbit[o])
      assert_true (depth_of (model, order, along.all.data[along.orbit[o] - 1].option) <=
                   depth_of (model, order, o));
  check_restricted (s, &along, all, few, done);
  bcov_represent_free (&along);
  free (order);
}

static void check_puzzle (const bcov_puzzle *puzzle, solutions *all, solutions *few, uint32_t *done)
{
  scene s;
  uint64_t count;
  set_scene (puzzle, &s);
  if (s.represent.item != BCOV_NO_ITEM && solutions_brute (&s.compiled.model, all, &count)) {
    check_restricted (&s, &s.represent, all, few, done);
    check_along (&s, all, few, done);
  }
  end_scene (&s);
}

static void random_puzzles (void **state)
{
  (void)state;
  uint64_t seed = cases_seed (0);
  solutions *all = calloc (2, sizeof *all);
  uint32_t done = 0;
  for (uint64_t k = 0; k < cases (1500); k++) {
    bcov_random random = {seed + k};
    random_puzzle drawn;
    bcov_mem *mem = bcov_mem_new (0);
    random_puzzle_draw (&drawn, &random);
    bcov_puzzle *puzzle = random_puzzle_build (mem, &drawn);
    check_puzzle (puzzle, all, all + 1, &done);
    ask_end (mem, puzzle);
  }
  print_message ("%u with images\n", done);
  assert_true (cases_enough (done, 40));
  free (all);
}

/* Small boards with many symmetries, of every lattice. */
static void symmetric_puzzles (void **state)
{
  (void)state;
  static const known boards[] = {
      {.board = "4x5", .pieces = "I2:any,O4"},
      {.board = "4x4", .pieces = "I2:any,L3,I1", .wrap = "columns"},
      {.board = "3x4", .pieces = "I2:any,O4", .wrap = "both"},
      {.board = "3x3", .pieces = "L3:any"},
      {.board = "1x6", .pieces = "I2:any,I1:2,I2"}, /* two symmetries act alike */
      {.board = "2x2x3", .pieces = "I2:any,O4"},
      {.board = "2x2x2", .pieces = "XX/X.:1,XX:2,X"},
      {.board = "#../.../..#", .pieces = "XX:any,X", .lattice = "hex"},
      {.board = ".../...", .pieces = "XX:any,XXX:0..1,X", .lattice = "triangle"},
      {.board = "?\?/?\?/..", .pieces = "I2:any,L3"},
  };
  solutions *all = calloc (2, sizeof *all);
  uint32_t done = 0;
  for (size_t k = 0; k < sizeof boards / sizeof *boards; k++) {
    bcov_mem *mem = bcov_mem_new (0);
    bcov_puzzle *puzzle =
        ask_brief (mem, boards[k].board, boards[k].pieces, boards[k].lattice, boards[k].wrap);
    check_puzzle (puzzle, all, all + 1, &done);
    ask_end (mem, puzzle);
  }
  assert_true (done >= 12);
  free (all);
}

/* ---- failures ---- */

static void stopped (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_puzzle *puzzle = ask_brief (mem, "30x30", "pentominoes,I1:any", NULL, NULL);
  bcov_compiled compiled;
  bcov_orbits orbits;
  bcov_represent r;
  atomic_bool stop = true;
  bcov_watch watch = {.stop = &stop};
  bcov_control control;
  bcov_control_start (&control, &watch);
  assert_int_equal (bcov_compile (puzzle, false, NULL, &compiled, NULL), 0);
  assert_int_equal (bcov_orbits_find (&compiled, NULL, &orbits, NULL), 0);
  assert_int_equal (bcov_represent_find (&compiled.model, &orbits, worth, &control, &r, NULL),
                    BCOV_STOPPED);
  bcov_represent_free (&r);
  bcov_orbits_free (&orbits);
  bcov_compiled_free (&compiled);
  ask_end (mem, puzzle);
}

SUITE (represent)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (known_items),    cmocka_unit_test (exact_covers),
      cmocka_unit_test (random_puzzles), cmocka_unit_test (symmetric_puzzles),
      cmocka_unit_test (stopped),
  };
  return cmocka_run_group_tests_name ("represent", tests, NULL, NULL);
}
