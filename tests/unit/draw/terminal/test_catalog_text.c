/* The catalog as text: pieces drawn and as JSON, and the list of names.  The numbers of polyforms
   are those of OEIS A000105 (free polyominoes), A000988 (one-sided), A001168 (fixed), A000228
   (polyhexes), A000577 (polyiamonds), A000162 (polycubes). */

#include "suite.h"

#include "draw/terminal/catalog_text.h"

#include <string.h>

static char *draw (bcov_mem *mem, bcov_lattice lattice, const char *name, bool json)
{
  bcov_text text = {0};
  char *out = NULL;
  bcov_error *err = bcov_error_new ();
  bcov_status status = bcov_catalog_text_pieces (mem, lattice, name, json, &text, err);
  if (status)
    fail_msg ("%s: %s", name, bcov_error_text (err));
  assert_int_equal (bcov_text_take (&text, &out, NULL, err), BCOV_OK);
  bcov_error_free (err);
  assert_int_equal (bcov_mem_used (mem), 0);
  return out;
}

static void check (bcov_lattice lattice, const char *name, bool json, const char *expected)
{
  bcov_mem *mem = bcov_mem_new (0);
  char *text = draw (mem, lattice, name, json);
  assert_string_equal (text, expected);
  bcov_free (text);
  bcov_mem_delete (mem);
}

static void pieces_stand_side_by_side (void **state)
{
  (void)state;
  check (BCOV_SQUARE, "tetrominoes", false,
         "I4   L4   O4   S4    T4\n"
         "I    L.   OO   .SS   TTT\n"
         "I    L.   OO   SS.   .T.\n"
         "I    LL\n"
         "I\n");
  check (BCOV_LATTICES, "2x3", false, "2x3\nXXX\nXXX\n");
}

static void lattices_are_drawn_each_in_its_way (void **state)
{
  (void)state;
  check (BCOV_CUBE, "A", false, "A\nAA ..\nA. A.\n");
  check (BCOV_HEX, "tetrahexes.7", false, "tetrahexes.7\n  X\n   X X\n  X\n");
  check (BCOV_TRIANGLE, "hexiamonds.1", false, "hexiamonds.1\n△▽△▽△▽\n");
}

static void a_name_finds_its_lattice (void **state)
{
  (void)state;
  check (BCOV_LATTICES, "V", false, "V\nV.\nVV\n");
  check (BCOV_LATTICES, "1x1x2", false, "1x1x2\nXX\n");
}

/* No line is wider than a screen, and all 369 names are there. */
static void large_sets_keep_to_the_screen (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  char *text = draw (mem, BCOV_SQUARE, "octominoes", false);
  size_t names = 0;
  for (char *line = strtok (text, "\n"); line; line = strtok (NULL, "\n")) {
    assert_in_range (strlen (line), 1, 80);
    assert_true (line[strlen (line) - 1] != ' ');
    for (char *p = line; (p = strstr (p, "octominoes.")); p++)
      names++;
  }
  assert_int_equal (names, 369);
  bcov_free (text);
  bcov_mem_delete (mem);
}

static void json_gives_the_cells (void **state)
{
  (void)state;
  check (BCOV_SQUARE, "trominoes", true,
         "[{\"name\":\"I3\",\"cells\":[[0,0],[1,0],[2,0]],\"turn\":true,\"flip\":true},"
         "{\"name\":\"L3\",\"cells\":[[0,0],[1,0],[1,1]],\"turn\":true,\"flip\":true}]\n");
  check (BCOV_SQUARE, "J4", true,
         "[{\"name\":\"J4\",\"cells\":[[0,1],[1,1],[2,0],[2,1]],\"turn\":true,\"flip\":false}]\n");
  check (BCOV_SQUARE, "I2.1", true,
         "[{\"name\":\"I2.1\",\"cells\":[[0,0],[0,1]],\"turn\":false,\"flip\":false}]\n");
  check (BCOV_CUBE, "1x1x2", true,
         "[{\"name\":\"1x1x2\",\"cells\":[[0,0,0],[0,0,1]],\"turn\":true,\"flip\":false}]\n");
}

static void check_unknown (bcov_lattice lattice, const char *name, const char *message)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_error *err = bcov_error_new ();
  bcov_text text = {0};
  assert_int_equal (bcov_catalog_text_pieces (mem, lattice, name, false, &text, err), BCOV_INPUT);
  assert_string_equal (bcov_error_text (err), message);
  assert_int_equal (text.length, 0);
  bcov_text_drop (&text);
  bcov_error_free (err);
  bcov_mem_delete (mem);
}

static void unknown_names_get_a_remedy (void **state)
{
  (void)state;
  check_unknown (BCOV_LATTICES, "pentomino",
                 "unknown piece or set 'pentomino'; did you mean 'pentominoes'? see boardcover "
                 "catalog");
  check_unknown (BCOV_HEX, "soma",
                 "unknown piece or set 'soma' on the lattice hex; see boardcover catalog");
  check_unknown (BCOV_LATTICES, "", "unknown piece or set ''; see boardcover catalog");
}

/* ---- names ---- */

static char *list (bcov_lattice lattice, bool json)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_text text = {0};
  char *out = NULL;
  assert_int_equal (bcov_catalog_text_names (mem, lattice, json, &text, NULL), BCOV_OK);
  assert_int_equal (bcov_text_take (&text, &out, NULL, NULL), BCOV_OK);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
  return out;
}

/* Whether some line of TEXT is LINE. */
static bool has_line (const char *text, const char *line)
{
  size_t length = strlen (line);
  for (const char *p = text; (p = strstr (p, line)); p++)
    if ((p == text || p[-1] == '\n') && p[length] == '\n')
      return true;
  return false;
}

static void sets_have_their_published_sizes (void **state)
{
  (void)state;
  char *text = list (BCOV_LATTICES, false);
  assert_true (has_line (text, "  monomino          1          1      1"));
  assert_true (has_line (text, "  pentominoes      12         18     63"));
  assert_true (has_line (text, "  octominoes      369        704   2725"));
  assert_true (has_line (text, "  pentahexes       22         33    186"));
  assert_true (has_line (text, "  hexiamonds       12         19     94"));
  assert_true (has_line (text, "  pentacubes       29         29    534"));
  bcov_free (text);
}

static void all_lattices_are_listed_once (void **state)
{
  (void)state;
  char *text = list (BCOV_LATTICES, false);
  assert_true (has_line (text, "square") && has_line (text, "cube"));
  assert_true (has_line (text, "hex") && has_line (text, "triangle"));
  assert_true (
      has_line (text, "  I1 I2 I3 L3 I4 L4 O4 S4 T4 J4 Z4 F5 I5 L5 N5 P5 T5 U5 V5 W5 X5 Y5 Z5"));
  assert_true (has_line (text, "  V L T Z A B P"));
  assert_ptr_equal (strstr (strstr (text, "pentominoes ") + 1, "pentominoes "), NULL);
  for (const char *p = text; *p; p += *p == '\n') {
    size_t length = strcspn (p, "\n");
    assert_in_range (length, 0, 80);
    p += length;
  }
  bcov_free (text);
}

static void one_lattice_lists_all_it_knows (void **state)
{
  (void)state;
  char *text = list (BCOV_CUBE, false);
  assert_false (has_line (text, "square"));
  assert_true (has_line (text, "  pentominoes      12         18     63"));
  bcov_free (text);
}

static void names_are_one_array_in_json (void **state)
{
  (void)state;
  char *text = list (BCOV_HEX, true);
  assert_string_equal (
      text, "[{\"lattice\":\"hex\",\"name\":\"trihexes\",\"pieces\":3,\"cells\":9},"
            "{\"lattice\":\"hex\",\"name\":\"tetrahexes\",\"pieces\":7,\"cells\":28},"
            "{\"lattice\":\"hex\",\"name\":\"pentahexes\",\"pieces\":22,\"cells\":110}]\n");
  bcov_free (text);
}

SUITE (catalog_text)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (pieces_stand_side_by_side),
      cmocka_unit_test (lattices_are_drawn_each_in_its_way),
      cmocka_unit_test (a_name_finds_its_lattice),
      cmocka_unit_test (large_sets_keep_to_the_screen),
      cmocka_unit_test (json_gives_the_cells),
      cmocka_unit_test (unknown_names_get_a_remedy),
      cmocka_unit_test (sets_have_their_published_sizes),
      cmocka_unit_test (all_lattices_are_listed_once),
      cmocka_unit_test (one_lattice_lists_all_it_knows),
      cmocka_unit_test (names_are_one_array_in_json),
  };
  return cmocka_run_group_tests_name ("catalog_text", tests, NULL, NULL);
}
