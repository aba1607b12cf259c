/* Tests of src/format/yaml_values.c. */

#include "suite.h"
#include "format_help.h"
#include "format/puzzle/yaml_values.h"
#include "format/tree/tree_read.h"

/* The tree of TEXT, a list; its first item in NODE. */
static bcov_tree read_list (fixture *f, const char *text, uint32_t *node)
{
  bcov_tree tree;
  bcov_error_reset (f->err);
  bcov_tree_read (f->mem, "v.yaml", text, strlen (text), &tree, f->err);
  assert_int_not_equal (tree.root, BCOV_NO_NODE);
  *node = bcov_tree_first (&tree, tree.root);
  return tree;
}

/* WANTED NULL: the word is refused with MESSAGE. */
static void check_word (fixture *f, const char *text, const char *wanted, const char *message)
{
  uint32_t node;
  const char *word = NULL;
  bcov_tree tree = read_list (f, text, &node);
  bcov_status status = bcov_yaml_word (&tree, node, "the name", &word, f->err);
  assert_int_equal (status, wanted ? BCOV_OK : BCOV_INPUT);
  if (wanted)
    assert_string_equal (word, wanted);
  else
    assert_says (f, message);
  bcov_tree_free (&tree);
}

static void reads_words (void **state)
{
  fixture *f = *state;
  check_word (f, "[a b]", "a b", NULL);
  check_word (f, "['↖']", "↖", NULL);
  check_word (f, "[null]", "null", NULL);
  check_word (f, "['']", NULL, "v.yaml:1:2: the name is a text here; write a word");
  check_word (f, "- ", NULL, "the name is empty; write a word");
  check_word (f, "[{}]", NULL, "the name is a mapping here; write a word");
  check_word (f, "[\"ab\\tc\"]", NULL,
              "v.yaml:1:5: the name contains a line break or an unprintable");
  check_word (f, "[\"\\u2028\"]", NULL,
              "v.yaml:1:3: the name contains a line break or an unprintable");
}

/* What was reported once is not reported again. */
static void is_silent_about_what_is_lost (void **state)
{
  fixture *f = *state;
  uint32_t node;
  const char *word;
  bcov_tree tree = read_list (f, "[*a]", &node);
  assert_int_equal (bcov_error_count (f->err), 1);
  assert_int_equal (bcov_yaml_word (&tree, node, "the name", &word, f->err), BCOV_INPUT);
  assert_int_equal (bcov_error_count (f->err), 1);
  bcov_tree_free (&tree);
}

static void reads_booleans (void **state)
{
  fixture *f = *state;
  static const struct {
    const char *text;
    int value; /* -1: none */
  } cases[] = {{"[true]", 1}, {"[yes]", 1}, {"[True]", 1}, {"[false]", 0}, {"[no]", 0},
               {"[NO]", 0},   {"[1]", -1},  {"['']", -1},  {"[[]]", -1}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    uint32_t node;
    bool value = cases[k].value == 0; /* the other one */
    bcov_tree tree = read_list (f, cases[k].text, &node);
    bcov_status status = bcov_yaml_boolean (&tree, node, "turn", &value, f->err);
    assert_int_equal (status, cases[k].value < 0 ? BCOV_INPUT : BCOV_OK);
    if (!status)
      assert_int_equal (value, cases[k].value);
    else
      assert_says (f, "write true or false");
    bcov_tree_free (&tree);
  }
}

static void check_drawing (fixture *f, const char *text, size_t layers, const char *message)
{
  uint32_t node;
  bcov_spans spans;
  bcov_drawing drawing = {0};
  bcov_tree tree = read_list (f, text, &node);
  bcov_status status = bcov_yaml_drawing (&tree, node, "the board", &spans, &drawing, f->err);
  assert_int_equal (status, layers ? BCOV_OK : BCOV_INPUT);
  if (layers)
    assert_int_equal (drawing.n_layers, layers);
  else
    assert_says (f, message);
  bcov_vec_free (f->mem, &spans);
  bcov_tree_free (&tree);
}

static void reads_drawings (void **state)
{
  fixture *f = *state;
  check_drawing (f, "- |\n  ..\n  ..\n", 1, NULL);
  check_drawing (f, "[../..]", 1, NULL);
  check_drawing (f, "- [.., .., '##']\n", 3, NULL);
  check_drawing (f, "- \n", 0, "the board is empty; write a drawing");
  check_drawing (f, "- []\n", 0, "the board is a list here; write a drawing");
  check_drawing (f, "- [.., {}]\n", 0, "v.yaml:1:8: the board is a mapping here; write a drawing");
  check_drawing (f, "- [.., [..]]\n", 0, "v.yaml:1:8: the board is a list here; write a drawing");
  check_drawing (f, "- >\n  ..\n  ..\n", 0, "v.yaml:1:3: the board spans several lines");
  check_drawing (f, "- {a: b}\n", 0, "the board is a mapping here; write a drawing");
}

SUITE (yaml_values)
{
  const struct CMUnitTest tests[] = {
      format_test (reads_words),
      format_test (is_silent_about_what_is_lost),
      format_test (reads_booleans),
      format_test (reads_drawings),
  };
  return cmocka_run_group_tests_name ("yaml_values", tests, NULL, NULL);
}
