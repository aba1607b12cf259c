/* The list of the catalog.  The numbers of polyforms are those of OEIS A000105 (free polyominoes),
   A000988 (one-sided), A001168 (fixed), A000228 (polyhexes), A000577 (polyiamonds), A000162
   (polycubes). */

#include "suite.h"

#include "draw/terminal/catalog_names.h"

#include <string.h>

static char *list (bcov_lattice lattice, bool json)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_text text = {0};
  char *out = NULL;
  assert_int_equal (bcov_catalog_names_write (mem, lattice, json, &text, NULL), BCOV_OK);
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
  bcov_text_free (text);
}

static void all_lattices_are_listed_once (void **state)
{
  (void)state;
  char *text = list (BCOV_LATTICES, false);
  assert_true (has_line (text, "square") && has_line (text, "cube"));
  assert_true (has_line (text, "hex") && has_line (text, "triangle"));
  assert_true (has_line (text, "  I1 I2 I3 L3 I4 L4 O4 S4 T4 F5 I5 L5 N5 P5 T5 U5 V5 W5 X5 Y5 Z5"));
  assert_true (has_line (text, "  V L T Z A B P"));
  assert_ptr_equal (strstr (strstr (text, "pentominoes ") + 1, "pentominoes "), NULL);
  for (const char *p = text; *p; p += *p == '\n') {
    size_t length = strcspn (p, "\n");
    assert_in_range (length, 0, 80);
    p += length;
  }
  bcov_text_free (text);
}

static void one_lattice_lists_all_it_knows (void **state)
{
  (void)state;
  char *text = list (BCOV_CUBE, false);
  assert_false (has_line (text, "square"));
  assert_true (has_line (text, "  pentominoes      12         18     63"));
  bcov_text_free (text);
}

static void json_is_one_array (void **state)
{
  (void)state;
  char *text = list (BCOV_HEX, true);
  assert_string_equal (
      text, "[{\"lattice\":\"hex\",\"name\":\"trihexes\",\"pieces\":3,\"cells\":9},"
            "{\"lattice\":\"hex\",\"name\":\"tetrahexes\",\"pieces\":7,\"cells\":28},"
            "{\"lattice\":\"hex\",\"name\":\"pentahexes\",\"pieces\":22,\"cells\":110}]\n");
  bcov_text_free (text);
}

static void memory_that_ends_is_reported (void **state)
{
  (void)state;
  bcov_mem *mem = bcov_mem_new (0);
  bcov_status status = BCOV_FAULT;
  for (size_t n = 1; status; n++) {
    bcov_text text = {0};
    bcov_mem_fail_at (mem, n * n); /* there are many: not each of them */
    status = bcov_catalog_names_write (mem, BCOV_TRIANGLE, false, &text, NULL);
    assert_true (!status || status == BCOV_FAULT);
    assert_int_equal (bcov_mem_used (mem), 0);
    bcov_text_drop (&text);
  }
  bcov_mem_delete (mem);
}

SUITE (catalog_names)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (sets_have_their_published_sizes),
      cmocka_unit_test (all_lattices_are_listed_once),
      cmocka_unit_test (one_lattice_lists_all_it_knows),
      cmocka_unit_test (json_is_one_array),
      cmocka_unit_test (memory_that_ends_is_reported),
  };
  return cmocka_run_group_tests_name ("catalog_names", tests, NULL, NULL);
}
