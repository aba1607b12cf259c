/* The catalog: the number of pieces of each set (OEIS numbers in test_polyform.c), names, and a
   check that the pieces drawn by hand are all polyominoes, each once. */

#include "suite.h"

#include "geometry/catalog.h"
#include "geometry/polyform.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  bcov_lattice lattice;
  const char *name;
  size_t plain, one_sided, fixed;
} set_case;

static const set_case cases[] = {
    {BCOV_SQUARE, "monomino", 1, 1, 1},
    {BCOV_SQUARE, "domino", 1, 1, 2},
    {BCOV_SQUARE, "trominoes", 2, 2, 6},
    {BCOV_SQUARE, "tetrominoes", 5, 7, 19},
    {BCOV_SQUARE, "pentominoes", 12, 18, 63},
    {BCOV_SQUARE, "hexominoes", 35, 60, 216},
    {BCOV_SQUARE, "heptominoes", 108, 196, 760},
    {BCOV_SQUARE, "octominoes", 369, 704, 2725},
    {BCOV_HEX, "trihexes", 3, 3, 11},
    {BCOV_HEX, "tetrahexes", 7, 10, 44},
    {BCOV_HEX, "pentahexes", 22, 33, 186},
    {BCOV_TRIANGLE, "tetriamonds", 3, 4, 14},
    {BCOV_TRIANGLE, "pentiamonds", 4, 6, 36},
    {BCOV_TRIANGLE, "hexiamonds", 12, 19, 94},
    {BCOV_TRIANGLE, "heptiamonds", 24, 43, 250},
    {BCOV_CUBE, "tetracubes", 8, 8, 86},
    {BCOV_CUBE, "pentacubes", 29, 29, 534},
    {BCOV_CUBE, "soma", 7, 7, 92},
};

enum { N_CASES = sizeof cases / sizeof *cases };

static bool find (bcov_mem *mem, bcov_lattice lattice, const char *name, bcov_catalog_entry *out)
{
  bool found = false;
  assert_int_equal (bcov_catalog_find (mem, lattice, name, strlen (name), out, &found, NULL),
                    BCOV_OK);
  if (found)
    assert_true (out->pieces.count > 0);
  else
    assert_null (out->pieces.data);
  return found;
}

/* All names, and all forms that the entries allow, are different. */
static void check_different (bcov_mem *mem, bcov_lattice lattice, const bcov_catalog_entry *entry)
{
  size_t n = entry->pieces.count;
  bcov_shape *forms = bcov_mem_alloc (mem, n, sizeof *forms, NULL);
  for (size_t k = 0; k < n; k++)
    assert_int_equal (bcov_shape_canonical (mem, lattice, &entry->pieces.data[k].shape, entry->turn,
                                            entry->flip, &forms[k], NULL),
                      BCOV_OK);
  for (size_t j = 0; j < n; j++)
    for (size_t k = 0; k < j; k++) {
      assert_int_not_equal (bcov_shape_compare (&forms[j], &forms[k]), 0);
      assert_string_not_equal (entry->pieces.data[j].name, entry->pieces.data[k].name);
    }
  for (size_t k = 0; k < n; k++)
    bcov_shape_free (mem, &forms[k]);
  bcov_mem_free (mem, forms);
}

static void check_set (bcov_mem *mem, bcov_lattice lattice, const char *prefix, const char *set,
                       size_t count)
{
  char name[64];
  bcov_catalog_entry entry;
  snprintf (name, sizeof name, "%s%s", prefix, set);
  assert_true (find (mem, lattice, name, &entry));
  assert_true (entry.is_set);
  assert_int_equal (entry.turn, *prefix != 'f');
  assert_int_equal (entry.flip, !*prefix && lattice != BCOV_CUBE);
  if (entry.pieces.count != count)
    fail_msg ("%s: %zu pieces, not %zu", name, entry.pieces.count, count);
  bcov_lattice home = bcov_catalog_lattice (name, strlen (name));
  check_different (mem, home == BCOV_LATTICES ? BCOV_SQUARE : home, &entry);
  bcov_catalog_free (mem, &entry);
  assert_int_equal (bcov_mem_used (mem), 0);
}

static void sets_have_their_numbers (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  for (size_t k = 0; k < N_CASES; k++) {
    check_set (mem, cases[k].lattice, "", cases[k].name, cases[k].plain);
    check_set (mem, cases[k].lattice, "one-sided ", cases[k].name, cases[k].one_sided);
    check_set (mem, cases[k].lattice, "fixed ", cases[k].name, cases[k].fixed);
  }
  for (size_t k = 0; k < 7; k++) {
    check_set (mem, BCOV_CUBE, "", cases[k].name, cases[k].plain);
    check_set (mem, BCOV_CUBE, "one-sided ", cases[k].name, cases[k].one_sided);
    check_set (mem, BCOV_CUBE, "fixed ", cases[k].name, cases[k].fixed);
  }
  bcov_mem_delete (mem);
}

/* Every polyform of CELLS cells is exactly one of the pieces of NAME. */
static void check_letters (bcov_mem *mem, bcov_lattice lattice, const char *name, uint32_t cells)
{
  bcov_catalog_entry entry;
  bcov_shapes all;
  bool flip = lattice != BCOV_CUBE;
  assert_true (find (mem, lattice, name, &entry));
  assert_int_equal (bcov_polyform_list (mem, lattice, cells, true, flip, &all, NULL), BCOV_OK);
  for (size_t j = 0; j < all.count; j++) {
    size_t same = 0;
    for (size_t k = 0; k < entry.pieces.count; k++) {
      bcov_shape form;
      assert_int_equal (
          bcov_shape_canonical (mem, lattice, &entry.pieces.data[k].shape, true, flip, &form, NULL),
          BCOV_OK);
      same += !bcov_shape_compare (&form, &all.data[j]);
      bcov_shape_free (mem, &form);
    }
    assert_int_equal (same, 1);
  }
  bcov_shapes_free (mem, &all);
  bcov_catalog_free (mem, &entry);
}

static void letters_cover_the_polyominoes (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  static const char *const names[] = {"monomino", "domino", "trominoes", "tetrominoes",
                                      "pentominoes"};
  for (uint32_t n = 1; n <= 5; n++)
    check_letters (mem, BCOV_SQUARE, names[n - 1], n);
  bcov_mem_delete (mem);
}

/* The seven Soma pieces of Piet Hein: all polycubes of at most four cells that are not boxes. */
static void soma_is_the_classic_seven (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  static const char *const names = "VLTZABP";
  bcov_catalog_entry soma;
  bcov_shapes forms;
  size_t cells = 0;
  assert_true (find (mem, BCOV_CUBE, "soma", &soma));
  for (size_t k = 0; k < 7; k++) {
    const bcov_catalog_piece *piece = &soma.pieces.data[k];
    bcov_cell far = {0};
    assert_int_equal (piece->name[0], names[k]);
    assert_int_equal (piece->name[1], 0);
    for (uint32_t i = 0; i < piece->shape.count; i++) {
      bcov_cell cell = piece->shape.cells[i];
      far.layer = cell.layer > far.layer ? cell.layer : far.layer;
      far.row = cell.row > far.row ? cell.row : far.row;
      far.column = cell.column > far.column ? cell.column : far.column;
    }
    assert_true ((uint32_t)((far.layer + 1) * (far.row + 1) * (far.column + 1)) >
                 piece->shape.count);
    cells += piece->shape.count;
  }
  assert_int_equal (cells, 27);
  assert_int_equal (
      bcov_shape_forms (mem, BCOV_CUBE, &soma.pieces.data[4].shape, true, true, &forms, NULL),
      BCOV_OK);
  assert_int_equal (forms.count, 24); /* A and B are mirror images, 12 positions each */
  bcov_shapes_free (mem, &forms);
  bcov_catalog_free (mem, &soma);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

/* A piece as a drawing; rows end with '/'. */
static void check_drawing (const bcov_shape *shape, const char *expected)
{
  char drawing[64];
  size_t n = 0;
  bcov_cell at = {0};
  for (uint32_t k = 0; k < shape->count; k++) {
    for (; at.row < shape->cells[k].row; at = (bcov_cell){0, at.row + 1, 0})
      drawing[n++] = '/';
    for (; at.column < shape->cells[k].column; at.column++)
      drawing[n++] = '.';
    drawing[n++] = 'X';
    at.column++;
  }
  drawing[n] = 0;
  assert_string_equal (drawing, expected);
}

static void check_piece (bcov_lattice lattice, const char *name, bool turn, bool flip,
                         const char *drawing)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_catalog_entry entry;
  assert_true (find (mem, lattice, name, &entry));
  assert_int_equal (entry.pieces.count, 1);
  assert_string_equal (entry.pieces.data[0].name, name);
  assert_false (entry.is_set);
  assert_int_equal (entry.turn, turn);
  assert_int_equal (entry.flip, flip);
  check_drawing (&entry.pieces.data[0].shape, drawing);
  bcov_catalog_free (mem, &entry);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void single_pieces_are_found (void **state)
{
  (void)state;
  check_piece (BCOV_SQUARE, "F5", true, true, ".XX/XX/.X");
  check_piece (BCOV_CUBE, "F5", true, false, ".XX/XX/.X");
  check_piece (BCOV_SQUARE, "F5'", true, false, "XX/.XX/.X");
  check_piece (BCOV_SQUARE, "J4", true, false, ".X/.X/XX");
  check_piece (BCOV_SQUARE, "Z4", true, false, "XX/.XX");
  check_piece (BCOV_CUBE, "J4", true, false, ".X/.X/XX");
  check_piece (BCOV_SQUARE, "I5.1", false, false, "XXXXX");
  check_piece (BCOV_SQUARE, "L3.4", false, false, ".X/XX");
  check_piece (BCOV_CUBE, "V", true, false, "X/XX");
  check_piece (BCOV_SQUARE, "2x3", true, true, "XXX/XXX");
  check_piece (BCOV_CUBE, "3x1", true, false, "X/X/X");
  check_piece (BCOV_CUBE, "1x2x2", true, false, "XX/XX");
  check_piece (BCOV_SQUARE, "hexominoes.1", true, true, "XXXXXX");
  check_piece (BCOV_SQUARE, "one-sided hexominoes.1", true, false, "XXXXXX");
  check_piece (BCOV_SQUARE, "fixed hexominoes.216", false, false, "....X/XXXXX");
  check_piece (BCOV_HEX, "trihexes.1", true, true, "XXX");
}

/* A member that is looked up by name is the same as in its set. */
static void members_are_those_of_their_sets (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  static const char *const names[] = {"hexominoes", "one-sided hexominoes", "fixed tetrominoes",
                                      "fixed trominoes", "one-sided pentominoes"};
  for (size_t i = 0; i < 5; i++) {
    bcov_catalog_entry set, one;
    assert_true (find (mem, BCOV_SQUARE, names[i], &set));
    for (size_t k = 0; k < set.pieces.count; k++) {
      assert_true (find (mem, BCOV_SQUARE, set.pieces.data[k].name, &one));
      assert_int_equal (one.pieces.count, 1);
      assert_string_equal (one.pieces.data[0].name, set.pieces.data[k].name);
      assert_int_equal (bcov_shape_compare (&one.pieces.data[0].shape, &set.pieces.data[k].shape),
                        0);
      bcov_catalog_free (mem, &one);
    }
    bcov_catalog_free (mem, &set);
  }
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void other_names_are_not_found (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  static const char *const names[] = {
      "",
      "Q9",
      "f5",
      "F5 ",
      "F5''",
      "X5'",
      "X5.1",
      "F5.0",
      "F5.9",
      "F5.01",
      "F5.",
      ".1",
      "'",
      "fixed F5",
      "one-sided F5",
      "fixed ",
      "fixed",
      "hexominoes.0",
      "hexominoes.36",
      "hexominoes.007",
      "hexominoes.",
      "hexominoes'",
      "pentominoes.3",
      "soma",
      "V",
      "tetracubes",
      "2x3x4",
      "2x",
      "x2",
      "2x3x",
      "2x3x4x5",
      "-2x3",
      "2XX3",
      "J4'",
      "J4.1",
      "2",
      "trihexes",
      "fixed fixed hexominoes",
      "hexominoes.99999999999999999999999999",
      "XX/X.",
  };
  bcov_catalog_entry entry;
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    if (find (mem, BCOV_SQUARE, names[k], &entry))
      fail_msg ("'%s' was found", names[k]);
  assert_false (find (mem, BCOV_HEX, "F5", &entry));
  assert_false (find (mem, BCOV_HEX, "2x3", &entry));
  assert_false (find (mem, BCOV_TRIANGLE, "pentominoes", &entry));
  assert_false (find (mem, BCOV_CUBE, "A'", &entry));
  bool found = true;
  assert_int_equal (bcov_catalog_find (mem, BCOV_SQUARE, "F5\0x", 4, &entry, &found, NULL),
                    BCOV_OK);
  assert_false (found);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

static void check_refused (bcov_lattice lattice, const char *name)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_catalog_entry entry;
  bool found = true;
  assert_int_equal (bcov_catalog_find (mem, lattice, name, strlen (name), &entry, &found, err),
                    BCOV_INPUT);
  assert_false (found);
  assert_non_null (strstr (bcov_error_text (err), "1 to 16777216 cells"));
  assert_int_equal (bcov_mem_peak (mem), 0);
  bcov_error_free (err);
  bcov_mem_delete (mem);
}

static void rectangles_have_limits (void **state)
{
  (void)state;
  check_refused (BCOV_SQUARE, "0x3");
  check_refused (BCOV_SQUARE, "3x0");
  check_refused (BCOV_SQUARE, "4096x4097");
  check_refused (BCOV_SQUARE, "99999999999999999999999999x1");
  check_refused (BCOV_CUBE, "16777216x16777216x16777216");
  check_refused (BCOV_CUBE, "257x256x256");
  bcov_mem *mem = bcov_mem_new (0);
  bcov_catalog_entry entry;
  assert_true (find (mem, BCOV_CUBE, "256x256x256", &entry));
  assert_int_equal (entry.pieces.data[0].shape.count, 1 << 24);
  bcov_catalog_free (mem, &entry);
  assert_true (find (mem, BCOV_SQUARE, "0002x03", &entry));
  assert_string_equal (entry.pieces.data[0].name, "2x3");
  bcov_catalog_free (mem, &entry);
  bcov_mem_delete (mem);
}

static void names_tell_their_lattice (void **state)
{
  (void)state;
  static const struct {
    const char *name;
    bcov_lattice lattice;
  } names[] = {
      {"soma", BCOV_CUBE},           {"fixed soma", BCOV_CUBE},
      {"tetracubes.3", BCOV_CUBE},   {"2x2x2", BCOV_CUBE},
      {"tetrahexes", BCOV_HEX},      {"one-sided pentahexes", BCOV_HEX},
      {"hexiamonds", BCOV_TRIANGLE}, {"pentominoes", BCOV_LATTICES},
      {"F5", BCOV_LATTICES},         {"2x2", BCOV_LATTICES},
      {"V", BCOV_LATTICES},          {"nonsense", BCOV_LATTICES},
  };
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    assert_int_equal (bcov_catalog_lattice (names[k].name, strlen (names[k].name)),
                      names[k].lattice);
}

static void listed_names_are_found (void **state)
{
  (void)state;
  static const size_t counts[BCOV_LATTICES] = {
      [BCOV_SQUARE] = 31, [BCOV_CUBE] = 41, [BCOV_HEX] = 3, [BCOV_TRIANGLE] = 4};
  bcov_mem *mem = bcov_mem_new (0);
  for (unsigned lattice = 0; lattice < BCOV_LATTICES; lattice++) {
    const char *const *names;
    size_t n = bcov_catalog_names ((bcov_lattice)lattice, &names);
    bool sets_began = false;
    assert_int_equal (n, counts[lattice]);
    for (size_t k = 0; k < n; k++) {
      bcov_catalog_entry entry;
      assert_true (find (mem, (bcov_lattice)lattice, names[k], &entry));
      assert_true (entry.is_set || !sets_began);
      sets_began = entry.is_set;
      bcov_catalog_free (mem, &entry);
    }
  }
  bcov_mem_delete (mem);
}

SUITE (catalog)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (sets_have_their_numbers),
      cmocka_unit_test (letters_cover_the_polyominoes),
      cmocka_unit_test (soma_is_the_classic_seven),
      cmocka_unit_test (single_pieces_are_found),
      cmocka_unit_test (members_are_those_of_their_sets),
      cmocka_unit_test (other_names_are_not_found),
      cmocka_unit_test (rectangles_have_limits),
      cmocka_unit_test (names_tell_their_lattice),
      cmocka_unit_test (listed_names_are_found),
  };
  return cmocka_run_group_tests_name ("catalog", tests, NULL, NULL);
}
