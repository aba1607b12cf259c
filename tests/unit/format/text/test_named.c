/* Tests of src/format/named.c. */

#include "suite.h"
#include "format_help.h"
#include "format/text/named.h"

#include <stdio.h>

static bcov_found find (fixture *f, bcov_named *named, const char *name)
{
  bcov_found found;
  assert_int_equal (bcov_named_find (named, name, strlen (name), &found, f->err), BCOV_OK);
  return found;
}

static void finds_names (void **state)
{
  fixture *f = *state;
  bcov_named named = {.mem = f->mem, .lattice = BCOV_SQUARE};
  bcov_found found = find (f, &named, "F5");
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
  bcov_named_free (&named);
}

/* A member is found as the catalog itself finds it, and the set is made once. */
static void keeps_sets (void **state)
{
  fixture *f = *state;
  bcov_named named = {.mem = f->mem, .lattice = BCOV_HEX};
  for (size_t k = 1; k <= 7; k++) {
    char name[32];
    bcov_catalog_entry entry;
    bool there;
    snprintf (name, sizeof name, "tetrahexes.%zu", k);
    bcov_found found = find (f, &named, name);
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
  bcov_named_free (&named);
}

static void survives_lack_of_memory (void **state)
{
  fixture *f = *state;
  bcov_status status = BCOV_FAULT;
  for (size_t n = 1; status; n++) {
    bcov_named named = {.mem = f->mem, .lattice = BCOV_SQUARE};
    bcov_found found;
    bcov_mem_fail_at (f->mem, n);
    status = bcov_named_find (&named, "trominoes", 9, &found, f->err);
    if (!status)
      status = bcov_named_find (&named, "hexominoes.2", 12, &found, f->err);
    bcov_mem_fail_at (f->mem, 0);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    bcov_named_free (&named);
    assert_int_equal (bcov_mem_used (f->mem), 0);
  }
}

SUITE (named)
{
  const struct CMUnitTest tests[] = {
      format_test (finds_names),
      format_test (keeps_sets),
      format_test (survives_lack_of_memory),
  };
  return cmocka_run_group_tests_name ("named", tests, NULL, NULL);
}
