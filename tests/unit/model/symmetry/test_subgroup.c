/* Subgroups: how many there are in groups that are well known, that they are closed, and what they
   are called. */

#include "suite.h"

#include "ask.h"
#include "base/text.h"
#include "model/symmetry/subgroup.h"
#include "model/compile/compile.h"

typedef struct {
  bcov_mem *mem;
  bcov_puzzle *puzzle;
  bcov_compiled compiled;
  bcov_orbits orbits;
  bcov_subgroups subgroups;
} group;

static bcov_status start (group *g, const char *board, const char *pieces, const char *lattice,
                          const char *wrap, bcov_error *err)
{
  *g = (group){.mem = bcov_mem_new (0)};
  g->puzzle = ask_brief (g->mem, board, pieces, lattice, wrap);
  assert_int_equal (bcov_compile (g->puzzle, false, NULL, &g->compiled, NULL), 0);
  assert_int_equal (bcov_orbits_find (&g->compiled, NULL, &g->orbits, NULL), 0);
  return bcov_subgroups_find (&g->compiled, &g->orbits, &g->subgroups, err);
}

static void end (group *g)
{
  bcov_subgroups_free (&g->subgroups);
  bcov_subgroups_free (&g->subgroups);
  bcov_orbits_free (&g->orbits);
  bcov_compiled_free (&g->compiled);
  ask_end (g->mem, g->puzzle);
}

/* Closed, with the identity, of an order that divides that of the group, made by its generators. */
static void check_subgroup (const bcov_subgroups *s, bcov_members members)
{
  assert_true (members & 1);
  assert_int_equal (s->order % (uint32_t)__builtin_popcountll (members), 0);
  for (uint32_t a = 0; a < s->order; a++)
    for (uint32_t b = 0; b < s->order; b++)
      if (members >> a & 1 && members >> b & 1)
        assert_true (members >> s->product[a * s->order + b] & 1);
}

/* The product of symmetries is what they do to options one after the other. */
static void check_products (const group *g)
{
  const bcov_subgroups *s = &g->subgroups;
  uint32_t options = g->orbits.options;
  for (uint32_t a = 0; a < s->order; a++)
    for (uint32_t b = 0; b < s->order; b++)
      for (uint32_t o = 0; o < options; o++) {
        uint32_t both = s->product[a * s->order + b], then = g->orbits.image[b * options + o];
        assert_int_equal (g->orbits.image[both * options + o], g->orbits.image[a * options + then]);
      }
}

typedef struct {
  const char *board, *pieces, *lattice, *wrap;
  uint32_t order, subgroups, types;
} known;

/* Dihedral groups; that of the cube with reflections
   (https://en.wikipedia.org/wiki/Octahedral_symmetry: 98 subgroups, 33 up to conjugacy); D4 x C2
   (35 and 27); elementary abelian ones (Gaussian binomials: 5, 16). */
static const known knowns[] = {
    {"4x4", "I2:any", NULL, NULL, 8, 10, 8},
    {"2x3", "I2:any", NULL, NULL, 4, 5, 5},
    {"1x5", "I2:any", NULL, NULL, 4, 5, 5}, /* mirrors that do the same are still two */
    {"..L/...", "L3:any", NULL, NULL, 1, 1, 1},
    {".L./...", "L3:any", NULL, NULL, 2, 2, 2},
    {"..#/#..", "I2:any", NULL, NULL, 2, 2, 2},
    {"3x3x3", "soma", NULL, NULL, 48, 98, 33},
    {"2x3x4", "I2:any", NULL, NULL, 8, 16, 16},
    {"2x2x3", "I2:any", NULL, NULL, 16, 35, 27},
    {"#../.../..#", "XX:any", "hex", NULL, 12, 16, 10},
    {".../...", "XX:any", "triangle", NULL, 12, 16, 10},
    {".", "X:any", "triangle", NULL, 6, 6, 4},
    {"3x5", "I2:any", NULL, "columns", 20, 22, 10},
    {"3x5", "I2:any", NULL, "rows", 12, 16, 10},
    {"4x4", "I2:any", NULL, "columns", 16, 35, 27},
    {"3x5", "I2:any", NULL, "both", 60, 0, 0},
    {".#/..", "I2:any", NULL, "both", 8, 10, 8},
};

static void known_subgroups (void **state)
{
  (void)state;
  for (size_t k = 0; k < sizeof knowns / sizeof *knowns; k++) {
    const known *n = &knowns[k];
    group g;
    assert_int_equal (start (&g, n->board, n->pieces, n->lattice, n->wrap, NULL), 0);
    assert_int_equal (g.subgroups.order, n->order);
    if (n->subgroups) {
      assert_int_equal (g.subgroups.all.count, n->subgroups);
      assert_int_equal (g.subgroups.first.count, n->types);
    }
    for (size_t i = 0; i < g.subgroups.all.count; i++)
      check_subgroup (&g.subgroups, g.subgroups.all.data[i]);
    assert_int_equal (g.subgroups.all.data[0], 1);
    assert_int_equal (__builtin_popcountll (g.subgroups.all.data[g.subgroups.all.count - 1]),
                      n->order);
    check_products (&g);
    end (&g);
  }
}

/* Generators make the subgroup, and no one of them is idle. */
static void generators_make_all (void **state)
{
  (void)state;
  group g;
  assert_int_equal (start (&g, "3x3x3", "soma", NULL, NULL, NULL), 0);
  const bcov_subgroups *s = &g.subgroups;
  for (size_t k = 0; k < s->all.count; k++) {
    uint32_t generators[BCOV_MOST_GENERATORS];
    size_t count = bcov_subgroups_generators (s, s->all.data[k], generators);
    size_t containing = SIZE_MAX;
    for (size_t i = 0; i < s->all.count && containing == SIZE_MAX; i++) {
      bool all = true;
      for (size_t j = 0; j < count; j++)
        all = all && s->all.data[i] >> generators[j] & 1;
      containing = all ? i : SIZE_MAX; /* the first, and so a smallest one */
    }
    assert_int_equal (containing, k);
  }
  end (&g);
}

static void expect_names (const char *board, const char *pieces, const char *lattice,
                          const char *wrap, const char *const *names)
{
  group g;
  assert_int_equal (start (&g, board, pieces, lattice, wrap, NULL), 0);
  for (size_t k = 0; k < g.subgroups.first.count; k++) {
    bcov_text text = {0};
    bcov_subgroups_name (&g.subgroups, g.subgroups.all.data[g.subgroups.first.data[k]], &text);
    assert_string_equal (text.data, names[k]);
    bcov_text_drop (&text);
  }
  assert_null (names[g.subgroups.first.count]);
  end (&g);
}

static void types_have_names (void **state)
{
  (void)state;
  const char *const square[] = {"none",
                                "rotation 180",
                                "mirror left-right",
                                "mirror /",
                                "rotation 90",
                                "rotation 180, mirror left-right",
                                "rotation 180, mirror /",
                                "rotation 90, mirror left-right",
                                NULL};
  const char *const rectangle[] = {"none",
                                   "rotation 180",
                                   "mirror left-right",
                                   "mirror top-bottom",
                                   "rotation 180, mirror left-right",
                                   NULL};
  const char *const triangle[] = {"none", "mirror at 90", "rotation 120",
                                  "rotation 120, mirror at 90", NULL};
  const char *const house[] = {"none", "mirror left-right", NULL};
  expect_names ("4x4", "I2:any", NULL, NULL, square);
  expect_names ("2x3", "I2:any", NULL, NULL, rectangle);
  expect_names (".", "X:any", "triangle", NULL, triangle);
  expect_names (".L./...", "L3:any", NULL, NULL, house);
}

/* Names of the generators of the whole group of a box, a cube, a tube. */
static void expect_last_name (const char *board, const char *wrap, const char *name)
{
  group g;
  bcov_text text = {0};
  assert_int_equal (start (&g, board, "I2:any", NULL, wrap, NULL), 0);
  bcov_subgroups_name (&g.subgroups, g.subgroups.all.data[g.subgroups.all.count - 1], &text);
  assert_string_equal (text.data, name);
  bcov_text_drop (&text);
  end (&g);
}

static void whole_groups_have_names (void **state)
{
  (void)state;
  expect_last_name ("2x3x4", NULL, "rotation 180 about y, rotation 180 about z, mirror x");
  expect_last_name ("3x3x3", NULL, "rotation 90 about z, rotation 90 about y, mirror x");
  expect_last_name ("3x5", "columns", "shift 1 right, rotation 180, mirror left-right");
  expect_last_name ("3x4", "rows", "shift 1 down, rotation 180, mirror left-right");
}

static void too_many_are_refused (void **state)
{
  (void)state;
  group g;
  bcov_error *err = bcov_error_new ();
  assert_int_equal (start (&g, "4x4", "I2:any", NULL, "both", err), BCOV_INPUT);
  assert_string_equal (
      bcov_error_text (err),
      "the puzzle has 128 symmetries; symmetry types can be counted for at most 64");
  bcov_error_free (err);
  end (&g);
}

SUITE (subgroup)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (known_subgroups),      cmocka_unit_test (generators_make_all),
      cmocka_unit_test (types_have_names),     cmocka_unit_test (whole_groups_have_names),
      cmocka_unit_test (too_many_are_refused),
  };
  return cmocka_run_group_tests_name ("subgroup", tests, NULL, NULL);
}
