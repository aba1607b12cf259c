/* Reading trees: nodes and their places, and messages about invalid YAML. */

#include "suite.h"

#include "random_cases.h"
#include "trees.h"
#include "format/tree/tree.h"
#include "format_help.h"
#include "base/text.h"

/* ---- nodes ---- */

static void refuse (fixture *f, const char *text, const char *message)
{
  bcov_tree tree;
  assert_int_equal (trees_text (f, text, &tree), BCOV_INPUT);
  assert_says (f, message);
  bcov_tree_free (&tree);
}

/* Every node is in its place in the tree, in the order of the file. */
static void keeps_the_order (void **state)
{
  fixture *f = *state;
  bcov_tree tree;
  assert_int_equal (trees_text (f, "[a, [b, [], c], {d: e, f: [g]}, h]", &tree), BCOV_OK);
  static const char *const paths[] = {"0", "10", "12", "20", "21", "22", "230", "3"};
  static const char *const texts[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
    assert_string_equal (bcov_tree_text (&tree, trees_at (&tree, paths[k])), texts[k]);
  assert_int_equal (bcov_tree_first (&tree, trees_at (&tree, "11")), BCOV_NO_NODE);
  assert_int_equal (tree.nodes.count, 13);
  bcov_tree_free (&tree);
}

static void refuses_what_puzzles_do_not_need (void **state)
{
  fixture *f = *state;
  refuse (f, "a: &x 1\n", "t.yaml:1:4: the anchor '&x' is not allowed; leave it out");
  refuse (f, "a: &x [1]\nb: *x\n", "t.yaml:2:4: the alias '*x' is not allowed; write out");
  refuse (f, "a: !!str 1\n", "t.yaml:1:4: the tag 'tag:yaml.org,2002:str' is not allowed");
  refuse (f, "a: !x {}\n", "t.yaml:1:4: the tag '!x' is not allowed");
  refuse (f, "a: 1\n---\nb: 2\n", "t.yaml:2:1: a second document starts here");
  refuse (f, "a: \"x\\0y\"\n", "t.yaml:1:4: a NUL character (\\0) in a text; remove it");
  refuse (f, "{[a]: 1}", "t.yaml:1:2: a key must be a word, not a list or a mapping");
  refuse (f, "? {a: 1}\n: 2\n", "t.yaml:1:3: a key must be a word");
}

/* After these mistakes, the rest of the tree is still read. */
static void goes_on_after_small_mistakes (void **state)
{
  fixture *f = *state;
  bcov_tree tree;
  assert_int_equal (trees_text (f, "a: &x 1\nb: *x\na: 2\nc: 3\na: 4\n", &tree), BCOV_INPUT);
  assert_int_equal (bcov_error_count (f->err), 4);
  assert_says (f, "t.yaml:3:1: the key 'a' appears again, first on line 1; keep only one of them");
  assert_says (f, "t.yaml:5:1: the key 'a' appears again, first on line 1; keep only one of them");
  assert_true (bcov_tree_is (&tree, trees_at (&tree, "3"), BCOV_NODE_LOST));
  assert_string_equal (bcov_tree_text (&tree, trees_at (&tree, "7")), "3");
  bcov_tree_free (&tree);
}

static void nest (bcov_text *text, const char *opening, size_t depth)
{
  bcov_text_drop (text);
  for (size_t k = 0; k < depth; k++)
    bcov_text_put (text, opening);
}

static void limits_depth (void **state)
{
  fixture *f = *state;
  static const char *const openings[] = {"[", "- ", "{a: ", "? ", "[["};
  bcov_text text = {0};
  bcov_tree tree;
  for (size_t k = 0; k < sizeof openings / sizeof *openings; k++) {
    nest (&text, openings[k], 200000);
    refuse (f, text.data, "lists and mappings nested more than 32 deep");
  }
  nest (&text, "- ", BCOV_MOST_DEPTH);
  assert_int_equal (trees_text (f, text.data, &tree), BCOV_OK);
  assert_int_equal (tree.nodes.count, BCOV_MOST_DEPTH + 1);
  bcov_tree_free (&tree);
  bcov_text_drop (&text);
}

/* A list with one node more than the maximum.  This takes seconds, so it runs only in make
   test-long. */
static void limits_nodes (void **state)
{
  if (cases_factor () < 10)
    skip ();
  fixture *f = *state;
  size_t length = 2 * (size_t)BCOV_MOST_NODES + 2;
  char *text = malloc (length + 1);
  text[0] = '[';
  for (size_t k = 1; k < length; k += 2)
    memcpy (text + k, "a,", 2);
  text[length] = 0;
  refuse (f, text, "more than 4194304 words, lists and mappings in one file");
  free (text);
}

/* ---- bad syntax ---- */

static const struct {
  const char *text, *message;
} mistakes[] = {
    {"a:\n\t- b\n", "t.yaml:2:1: a tab is not allowed here; use spaces"},
    {"a: 1\n\tb: 2\n", "t.yaml:2:1: a tab is not allowed here; use spaces"},
    {"ü: @x\n", "t.yaml:1:4: a text cannot start with '@'; put it in quotes"},
    {"a: `x`\n", "t.yaml:1:4: a text cannot start with '`'; put it in quotes"},
    {"pieces: L4: 2\n", "t.yaml:1:11: a colon is not expected here; check the indentation"},
    {"a: 1\nb\n", "t.yaml:3:1: a key has no colon; write 'key: value'"},
    {"a: |\n    ..\n  ..\nb: 1\n", "t.yaml:3:3: this line does not fit the lines before it"},
    {"a:\n  - 1\n  b\n", "a key has no colon"},
    {"a: [1, 2\n", "t.yaml:2:1: a comma or a closing ']' is missing"},
    {"a: {b: 1\n", "t.yaml:2:1: a comma or a closing '}' is missing"},
    {"a: \"b\n",
     "the file ends inside quotes; add the closing quote (the enclosing value starts on line 1)"},
    {"a: \"\\q\"\n", "t.yaml:1:5: no such escape; write \\\\ for a backslash"},
    {"a: \"\\ud83d\"\n", "no such character; write the character itself"},
    {"a: \"\\xzz\"\n", "the escape needs more hexadecimal digits"},
    {"a: *\n", "'*' and '&' cannot start a text; put it in quotes"},
    {"[a]\nb\n", "the puzzle ended before this line"},
    {"%YAML 3.0\n---\na: 1\n", "only YAML 1.1 and 1.2 can be read"},
    {"%FOO\na: 1\n", "t.yaml:"},
    {"a: - b\n", "'- ' is not expected here; check the indentation"},
    {"]", "t.yaml:1:1: something is missing here"},
    {"a: |\n\t..\n", "a tab is not allowed here; use spaces"},
};

static void says_what_to_do (void **state)
{
  fixture *f = *state;
  for (size_t k = 0; k < sizeof mistakes / sizeof *mistakes; k++) {
    bcov_tree tree;
    bcov_error_reset (f->err);
    assert_int_equal (bcov_tree_read (f->mem, "t.yaml", mistakes[k].text, strlen (mistakes[k].text),
                                      &tree, f->err),
                      BCOV_INPUT);
    assert_says (f, mistakes[k].message);
    assert_int_equal (bcov_error_count (f->err), 1);
    assert_int_equal (tree.root, BCOV_NO_NODE);
    bcov_tree_free (&tree);
  }
}

SUITE (tree_read)
{
  const struct CMUnitTest tests[] = {
      format_test (keeps_the_order),
      format_test (refuses_what_puzzles_do_not_need),
      format_test (goes_on_after_small_mistakes),
      format_test (limits_depth),
      format_test (limits_nodes),
      format_test (says_what_to_do),
  };
  return cmocka_run_group_tests_name ("tree_read", tests, NULL, NULL);
}
