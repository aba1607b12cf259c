/* Tests of src/format/syntax.c, through the reader of trees. */

#include "suite.h"
#include "format_help.h"
#include "format/tree/tree.h"

static const struct {
  const char *text, *message;
} cases[] = {
    {"a:\n\t- b\n", "t.yaml:2:1: a tab cannot stand here; use spaces"},
    {"a: 1\n\tb: 2\n", "t.yaml:2:1: a tab cannot stand here; use spaces"},
    {"ü: @x\n", "t.yaml:1:4: a text cannot start with '@'; put it in quotes"},
    {"a: `x`\n", "t.yaml:1:4: a text cannot start with '`'; put it in quotes"},
    {"pieces: L4: 2\n", "t.yaml:1:11: a colon is not expected here; check the indentation"},
    {"a: 1\nb\n", "t.yaml:3:1: a key without a colon; write 'key: value'"},
    {"a: |\n    ..\n  ..\nb: 1\n", "t.yaml:3:3: this line does not fit what stands before it"},
    {"a:\n  - 1\n  b\n", "a key without a colon"},
    {"a: [1, 2\n", "t.yaml:2:1: a comma or a closing ']' is missing"},
    {"a: {b: 1\n", "t.yaml:2:1: a comma or a closing '}' is missing"},
    {"a: \"b\n", "the file ends inside quotes; add the closing quote (what it belongs to starts on "
                 "line 1)"},
    {"a: \"\\q\"\n", "t.yaml:1:5: no such escape; write \\\\ for a backslash"},
    {"a: \"\\ud83d\"\n", "no such character; write the character itself"},
    {"a: \"\\xzz\"\n", "the escape needs more hexadecimal digits"},
    {"a: *\n", "'*' and '&' cannot start a text; put it in quotes"},
    {"[a]\nb\n", "the puzzle has ended before this"},
    {"%YAML 3.0\n---\na: 1\n", "only YAML 1.1 and 1.2 can be read"},
    {"%FOO\na: 1\n", "t.yaml:"},
    {"a: - b\n", "'- ' is not expected here; check the indentation"},
    {"]", "t.yaml:1:1: something is missing here"},
    {"a: |\n\t..\n", "a tab cannot stand here; use spaces"},
};

static void says_what_to_do (void **state)
{
  fixture *f = *state;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bcov_tree tree;
    bcov_error_clear (f->err);
    assert_int_equal (
        bcov_tree_read (f->mem, "t.yaml", cases[k].text, strlen (cases[k].text), &tree, f->err),
        BCOV_INPUT);
    assert_says (f, cases[k].message);
    assert_int_equal (bcov_error_count (f->err), 1);
    assert_int_equal (tree.root, BCOV_NO_NODE);
    bcov_tree_free (&tree);
  }
}

SUITE (syntax)
{
  const struct CMUnitTest tests[] = {format_test (says_what_to_do)};
  return cmocka_run_group_tests_name ("syntax", tests, NULL, NULL);
}
