/* Tests of src/format/suggest.c. */

#include "suite.h"
#include "format_help.h"
#include "format/text/suggest.h"

static void check (fixture *f, bcov_lattice lattice, const char *name, const char *message)
{
  bcov_place place = {"box.yaml", 7, 3};
  bcov_error_clear (f->err);
  assert_int_equal (bcov_suggest_piece (lattice, name, strlen (name), &place, f->err), BCOV_INPUT);
  assert_string_equal (bcov_error_text (f->err), message);
}

static void names_what_was_meant (void **state)
{
  fixture *f = *state;
  check (f, BCOV_SQUARE, "Q9",
         "box.yaml:7:3: unknown piece 'Q9'; did you mean 'W5'? see boardcover catalog");
  check (f, BCOV_SQUARE, "l3",
         "box.yaml:7:3: unknown piece 'l3'; did you mean 'L3'? see boardcover catalog");
  check (f, BCOV_SQUARE, "one-sided pentominos",
         "box.yaml:7:3: unknown piece 'one-sided pentominos'; did you mean 'one-sided "
         "pentominoes'? see boardcover catalog");
  check (f, BCOV_HEX, "tetrahex",
         "box.yaml:7:3: unknown piece 'tetrahex'; did you mean 'tetrahexes'? see boardcover "
         "catalog");
}

static void says_where_it_is_known (void **state)
{
  fixture *f = *state;
  check (f, BCOV_SQUARE, "soma",
         "box.yaml:7:3: unknown piece 'soma' on the square lattice; it belongs to another: say "
         "lattice: cube");
}

static void says_that_nothing_is_near (void **state)
{
  fixture *f = *state;
  check (f, BCOV_SQUARE, "whatever this may be",
         "box.yaml:7:3: unknown piece 'whatever this may be' on the square lattice; see boardcover "
         "catalog");
  check (f, BCOV_SQUARE, "aa.a/bbbbbb/cc",
         "box.yaml:7:3: unknown piece 'aa.a/bbbbbb/cc'; a drawing in one line has only X . and /");
}

SUITE (suggest)
{
  const struct CMUnitTest tests[] = {
      format_test (names_what_was_meant),
      format_test (says_where_it_is_known),
      format_test (says_that_nothing_is_near),
  };
  return cmocka_run_group_tests_name ("suggest", tests, NULL, NULL);
}
