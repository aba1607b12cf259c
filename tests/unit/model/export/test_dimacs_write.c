/* Models as CNF: every solution is exactly one model of the clauses. This test reads the clauses
 * and counts their models: for each set of options, unit propagation sets the other variables, and
 * both values of an open variable are tried. */

#include "suite.h"

#include "random_cases.h"
#include "tiny.h"

enum { MOST_LITERALS = 100000, MOST_VARIABLES = 2000 };

typedef struct {
  int variables, clauses;
  int literals[MOST_LITERALS]; /* each clause ends with a 0 */
  size_t count;
  signed char value[MOST_VARIABLES + 1]; /* 1, -1, or 0: open */
} formula;

static void read_formula (const char *text, formula *out)
{
  int clauses = 0;
  out->count = 0;
  const char *p = strstr (text, "p cnf ");
  assert_non_null (strstr (text, "c t mc\n"));
  assert_non_null (p);
  assert_int_equal (sscanf (p, "p cnf %d %d", &out->variables, &out->clauses), 2);
  assert_true (out->variables <= MOST_VARIABLES);
  for (p = strchr (p, '\n') + 1; *p;) {
    char *next;
    long literal = strtol (p, &next, 10);
    assert_true (next > p && labs (literal) <= out->variables && out->count < MOST_LITERALS);
    out->literals[out->count++] = (int)literal;
    clauses += literal == 0;
    p = next + (*next == ' ' || *next == '\n');
  }
  assert_int_equal (clauses, out->clauses);
}

/* Propagates units; returns false if a clause is violated. */
static bool propagate (formula *f)
{
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t k = 0; k < f->count; k++) {
      int open = 0, n_open = 0;
      bool holds = false;
      for (; f->literals[k]; k++) {
        int value = f->value[abs (f->literals[k])] * (f->literals[k] > 0 ? 1 : -1);
        holds |= value > 0;
        n_open += value == 0;
        open = value == 0 ? f->literals[k] : open;
      }
      if (!holds && !n_open)
        return false;
      if (!holds && n_open == 1) {
        f->value[abs (open)] = open > 0 ? 1 : -1;
        changed = true;
      }
    }
  }
  return true;
}

/* Counts the assignments of the open variables. */
static uint64_t count_rest (formula *f)
{
  if (!propagate (f))
    return 0;
  int open = 1;
  while (open <= f->variables && f->value[open])
    open++;
  if (open > f->variables)
    return 1;
  signed char before[MOST_VARIABLES + 1];
  uint64_t count = 0;
  memcpy (before, f->value, sizeof before);
  for (int value = -1; value <= 1; value += 2) {
    f->value[open] = (signed char)value;
    count += count_rest (f);
    memcpy (f->value, before, sizeof before);
  }
  return count;
}

/* With many options, tries nearly full sets and one in 32 of the others; with more than twenty,
   only sets of up to two. */
static bool is_tried (uint64_t set, uint32_t options)
{
  if (options > 20)
    return __builtin_popcountll (set) <= 2;
  return options <= 12 || __builtin_popcountll (set) >= 15 ||
         set * UINT64_C (0x9e3779b97f4a7c15) >> 59 == 0;
}

/* Checks for every set of options that it has one model if it is a solution, and none otherwise. */
static void expect_same (const tiny *t)
{
  static formula f;
  char *text = tiny_write (t, bcov_dimacs_write);
  uint32_t options = bcov_model_options (&t->compiled.model);
  read_formula (text, &f);
  for (uint64_t set = 0; set >> options == 0; set++) {
    if (!is_tried (set, options))
      continue;
    memset (f.value, 0, sizeof f.value);
    for (uint32_t o = 0; o < options; o++)
      f.value[o + 1] = set >> o & 1 ? 1 : -1;
    uint64_t models = count_rest (&f);
    if (models != tiny_fits (&t->compiled.model, set))
      print_message ("set %llx of\n%s", (unsigned long long)set, text);
    assert_int_equal (models, tiny_fits (&t->compiled.model, set));
  }
  bcov_free (text);
}

static void the_very_text (void **state)
{
  (void)state;
  tiny t = tiny_read ("a b | x\na x\nb x\na b\n");
  char *text = tiny_write (&t, bcov_dimacs_write);
  assert_string_equal (text, "c t mc\n"
                             "c Variables 1 to 3 are the options; the others are determined by "
                             "them.\n"
                             "p cnf 3 5\n"
                             "1 3 0\n-1 -3 0\n2 3 0\n-2 -3 0\n-1 -2 0\n");
  bcov_free (text);
  tiny_free (&t);
}

static void nothing_covers (void **state)
{
  (void)state;
  tiny t = tiny_read ("a b\na\n");
  char *text = tiny_write (&t, bcov_dimacs_write);
  assert_non_null (strstr (text, "p cnf 1 2\n1 0\n0\n"));
  expect_same (&t);
  bcov_free (text);
  tiny_free (&t);
  t = tiny_read ("a\na\n");
  t.compiled.model.impossible = true;
  text = tiny_write (&t, bcov_dimacs_write);
  assert_non_null (strstr (text, "p cnf 1 2\n1 0\n0\n"));
  expect_same (&t);
  bcov_free (text);
  tiny_free (&t);
}

/* One item and N options that touch it: every pair of bounds. */
static void all_bounds (void **state)
{
  (void)state;
  for (uint32_t n = 0; n <= 8; n++) {
    char text[64] = "1:2|a";
    for (uint32_t k = 0; k < n; k++)
      strcat (text, "\na");
    tiny t = tiny_read (text);
    for (uint32_t lo = 0; lo <= n + 1; lo++)
      for (uint32_t hi = lo; hi <= n + 2; hi++) {
        tiny_item (&t, 0, lo, hi > n + 1 ? BCOV_MANY : hi);
        expect_same (&t);
      }
    tiny_free (&t);
  }
}

/* Bounds above sixteen are counted in binary. */
static void large_bounds (void **state)
{
  (void)state;
  static const uint32_t bounds[][2] = {{17, 17}, {0, 17}, {17, BCOV_MANY}, {0, 16}, {3, 16}};
  char text[64] = "17|a";
  for (uint32_t k = 0; k < 18; k++)
    strcat (text, "\na");
  tiny t = tiny_read (text);
  for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++) {
    tiny_item (&t, 0, bounds[k][0], bounds[k][1]);
    expect_same (&t);
  }
  tiny_free (&t);
}

/* At most one of more than twenty options, some of which share two items. */
static void large_groups (void **state)
{
  (void)state;
  char text[128] = "a b";
  for (uint32_t k = 0; k < 23; k++)
    strcat (text, k % 8 ? "\na" : "\na b");
  tiny t = tiny_read (text);
  for (uint32_t lo = 0; lo < 2; lo++) {
    tiny_item (&t, 0, lo, 1);
    tiny_item (&t, 1, 0, 1);
    expect_same (&t);
  }
  tiny_free (&t);
}

/* Nine colours, some of which several options bring. */
static void colours (void **state)
{
  (void)state;
  tiny t = tiny_read ("0:99|a | x\na x:1\na x:2\na x:3\na x:4\na x:5\na x:6\na x:7\na x:8\na x:1\n"
                      "a x:2\na x:1\na x\n");
  expect_same (&t);
  tiny_free (&t);
  t = tiny_read ("0:9|a | x\na x:1\na x:1\na x:1\n");
  expect_same (&t);
  tiny_free (&t);
}

static void random_models (void **state)
{
  (void)state;
  bcov_random random = {cases_seed (0)};
  for (uint64_t round = 0; round < cases (60); round++) {
    tiny t = tiny_random (&random);
    expect_same (&t);
    tiny_shake (&t, &random);
    expect_same (&t);
    tiny_free (&t);
  }
}

SUITE (dimacs_write)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test (the_very_text), cmocka_unit_test (nothing_covers),
      cmocka_unit_test (all_bounds),    cmocka_unit_test (large_bounds),
      cmocka_unit_test (large_groups),  cmocka_unit_test (colours),
      cmocka_unit_test (random_models),
  };
  return cmocka_run_group_tests_name ("dimacs_write", tests, NULL, NULL);
}
