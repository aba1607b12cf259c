/* Names looked up in the catalog, and what is said about names that nothing has. */

#include "suite.h"

#include "format_help.h"
#include "format/text/catalog_lookup.h"

#include <stdio.h>

/* ---- names ---- */

static bcov_catalog_found find (fixture *f, bcov_catalog_lookup *named, const char *name)
{
  bcov_catalog_found found;
  assert_int_equal (bcov_catalog_lookup_find (named, name, strlen (name), &found, f->err), BCOV_OK);
  return found;
}

static void finds_names (void **state)
{
  fixture *f = *state;
  bcov_catalog_lookup named = {.mem = f->mem, .lattice = BCOV_SQUARE};
  bcov_catalog_found found = find (f, &named, "F5");
  assert_true (found.count == 1 && !found.is_set && found.turn && found.flip);
  assert_int_equal (found.pieces[0].shape.count, 5);
  found = find (f, &named, "one-sided pentominoes");
  assert_true (found.count == 18 && found.is_set && found.turn && !found.flip);
  found = find (f, &named, "fixed pentominoes");
  assert_true (found.count == 63 && found.is_set && !found.turn && !found.flip);
  assert_int_equal (find (f, &named, "hexominoes").count, 35);
  assert_int_equal (find (f, &named, "Q9").count, 0);
  assert_int_equal (find (f, &named, "").count, 0);
  assert_int_equal (find (f, &named, "F5.3").count, 1);
  assert_int_equal (find (f, &named, "3x4").pieces[0].shape.count, 12);
  bcov_catalog_lookup_free (&named);
}

/* A member is found as the catalog itself finds it, and the set is made once. */
static void keeps_sets (void **state)
{
  fixture *f = *state;
  bcov_catalog_lookup named = {.mem = f->mem, .lattice = BCOV_HEX};
  for (size_t k = 1; k <= 7; k++) {
    char name[32];
    bcov_catalog_entry entry;
    bool there;
    snprintf (name, sizeof name, "tetrahexes.%zu", k);
    bcov_catalog_found found = find (f, &named, name);
    assert_int_equal (
        bcov_catalog_find (f->mem, BCOV_HEX, name, strlen (name), &entry, &there, f->err), BCOV_OK);
    assert_true (there && found.count == 1 && !found.is_set);
    assert_string_equal (found.pieces[0].name, name);
    assert_int_equal (bcov_shape_compare (&found.pieces[0].shape, &entry.pieces.data[0].shape), 0);
    bcov_catalog_free (f->mem, &entry);
  }
  assert_int_equal (named.sets.count, 1);
  assert_int_equal (find (f, &named, "tetrahexes.8").count, 0);
  assert_int_equal (find (f, &named, "tetrahexes.0").count, 0);
  assert_int_equal (find (f, &named, "tetrahexes.01").count, 0);
  assert_int_equal (find (f, &named, "tetrahexes").count, 7);
  assert_int_equal (named.sets.count, 1);
  bcov_catalog_lookup_free (&named);
}

static void survives_lack_of_memory (void **state)
{
  fixture *f = *state;
  bcov_status status = BCOV_FAULT;
  for (size_t n = 1; status; n++) {
    bcov_catalog_lookup named = {.mem = f->mem, .lattice = BCOV_SQUARE};
    bcov_catalog_found found;
    bcov_mem_fail_at (f->mem, n);
    status = bcov_catalog_lookup_find (&named, "trominoes", 9, &found, f->err);
    if (!status)
      status = bcov_catalog_lookup_find (&named, "hexominoes.2", 12, &found, f->err);
    bcov_mem_fail_at (f->mem, 0);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    bcov_catalog_lookup_free (&named);
    assert_int_equal (bcov_mem_used (f->mem), 0);
  }
}

/* ---- suggestions ---- */

static void check (fixture *f, bcov_lattice lattice, const char *name, const char *message)
{
  bcov_place place = {"box.yaml", 7, 3};
  bcov_error_reset (f->err);
  assert_int_equal (bcov_catalog_lookup_suggest (lattice, name, strlen (name), &place, f->err),
                    BCOV_INPUT);
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
         "box.yaml:7:3: unknown piece 'soma' on the square lattice; it belongs to another lattice: "
         "write lattice: cube");
}

static void says_that_nothing_is_near (void **state)
{
  fixture *f = *state;
  check (f, BCOV_SQUARE, "whatever this may be",
         "box.yaml:7:3: unknown piece 'whatever this may be' on the square lattice; see boardcover "
         "catalog");
  check (
      f, BCOV_SQUARE, "aa.a/bbbbbb/cc",
      "box.yaml:7:3: unknown piece 'aa.a/bbbbbb/cc'; a drawing on one line consists of X, . and /");
}

SUITE (catalog_lookup)
{
  const struct CMUnitTest tests[] = {
      format_test (finds_names),
      format_test (keeps_sets),
      format_test (survives_lack_of_memory),
      format_test (names_what_was_meant),
      format_test (says_where_it_is_known),
      format_test (says_that_nothing_is_near),
  };
  return cmocka_run_group_tests_name ("catalog_lookup", tests, NULL, NULL);
}
