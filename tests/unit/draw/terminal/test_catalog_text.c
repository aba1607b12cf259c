/* Pieces of the catalog, drawn and as JSON. */

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
  bcov_text_free (text);
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
  bcov_text_free (text);
  bcov_mem_delete (mem);
}

static void json_gives_the_cells (void **state)
{
  (void)state;
  check (BCOV_SQUARE, "trominoes", true,
         "[{\"name\":\"I3\",\"cells\":[[0,0],[1,0],[2,0]]},"
         "{\"name\":\"L3\",\"cells\":[[0,0],[1,0],[1,1]]}]\n");
  check (BCOV_CUBE, "1x1x2", true, "[{\"name\":\"1x1x2\",\"cells\":[[0,0,0],[0,0,1]]}]\n");
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

static void memory_that_ends_is_reported (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_status status = BCOV_FAULT;
  for (size_t n = 1; status; n++) {
    bcov_text text = {0};
    bcov_mem_fail_at (mem, n);
    status = bcov_catalog_text_pieces (mem, BCOV_LATTICES, "tetrahexes", false, &text, NULL);
    assert_true (!status || status == BCOV_FAULT);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_text_drop (&text);
  }
  bcov_mem_delete (mem);
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
      cmocka_unit_test (memory_that_ends_is_reported),
  };
  return cmocka_run_group_tests_name ("catalog_text", tests, NULL, NULL);
}
