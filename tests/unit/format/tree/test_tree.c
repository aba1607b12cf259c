/* Tests of src/format/tree.c. */

#include "suite.h"
#include "trees.h"
#include "format/tree/tree.h"

static void builds_trees (void **state)
{
  fixture *f = *state;
  bcov_tree tree;
  assert_int_equal (trees_text (f, "a: 1\nlist:\n  - x\n  - {k: v}\n", &tree), BCOV_OK);
  assert_true (bcov_tree_is (&tree, tree.root, BCOV_NODE_MAP));
  assert_int_equal (bcov_tree_node (&tree, tree.root)->count, 4);
  assert_string_equal (bcov_tree_text (&tree, trees_at (&tree, "0")), "a");
  assert_string_equal (bcov_tree_text (&tree, trees_at (&tree, "1")), "1");
  assert_true (bcov_tree_is (&tree, trees_at (&tree, "3"), BCOV_NODE_LIST));
  assert_string_equal (bcov_tree_text (&tree, trees_at (&tree, "30")), "x");
  assert_true (bcov_tree_is (&tree, trees_at (&tree, "31"), BCOV_NODE_MAP));
  assert_string_equal (bcov_tree_text (&tree, trees_at (&tree, "311")), "v");
  assert_int_equal (bcov_tree_next (&tree, trees_at (&tree, "31")), BCOV_NO_NODE);
  trees_place (bcov_tree_place (&tree, trees_at (&tree, "30")), 3, 5);
  trees_place (bcov_tree_place (&tree, trees_at (&tree, "311")), 4, 9);
  bcov_tree_free (&tree);
}

static void reads_json (void **state)
{
  fixture *f = *state;
  bcov_tree tree;
  assert_int_equal (
      trees_text (f, " {\"a\":1,\n\t\"b\":[\"x\\/y\\u2196\\ud83d\\ude00z\",null]}\n", &tree),
      BCOV_OK);
  assert_string_equal (bcov_tree_text (&tree, trees_at (&tree, "30")), "x/y↖😀z");
  assert_true (bcov_tree_is_null (&tree, trees_at (&tree, "31")));
  trees_place (bcov_tree_where (&tree, trees_at (&tree, "30"), 6), 2, 18);  /* the pair */
  trees_place (bcov_tree_where (&tree, trees_at (&tree, "30"), 10), 2, 30); /* z */
  trees_place (bcov_tree_place (&tree, trees_at (&tree, "31")), 2, 33);
  bcov_tree_free (&tree);
}

static void knows_nothing_said (void **state)
{
  fixture *f = *state;
  bcov_tree tree;
  assert_int_equal (trees_text (f, "- \n- ~\n- null\n- ''\n- 'null'\n- x\n", &tree), BCOV_OK);
  static const bool nothing[] = {true, true, true, false, false, false};
  uint32_t node = bcov_tree_first (&tree, tree.root);
  for (size_t k = 0; k < 6; k++, node = bcov_tree_next (&tree, node))
    assert_int_equal (bcov_tree_is_null (&tree, node), nothing[k]);
  bcov_tree_free (&tree);
}

static void reads_files_of_nothing (void **state)
{
  fixture *f = *state;
  static const char *const texts[] = {"", "\n\n", "# only this\n", "\xef\xbb\xbf"};
  for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
    bcov_tree tree;
    assert_int_equal (trees_text (f, texts[k], &tree), BCOV_OK);
    assert_int_equal (tree.root, BCOV_NO_NODE);
    bcov_tree_free (&tree);
  }
}

static void refuse (fixture *f, const char *text, const char *message)
{
  bcov_tree tree;
  assert_int_equal (trees_text (f, text, &tree), BCOV_INPUT);
  assert_says (f, message);
  bcov_tree_free (&tree);
}

static void refuses_bytes (void **state)
{
  fixture *f = *state;
  bcov_tree tree;
  assert_int_equal (trees_read (f, "a: 1\nb\0: 2\n", 11, &tree), BCOV_INPUT);
  assert_says (f, "t.yaml:2:2: a NUL byte");
  assert_int_equal (tree.root, BCOV_NO_NODE);
  bcov_tree_free (&tree);
  refuse (f, "\xff\xfe", "t.yaml:1:1: the byte 0xff is no UTF-8");
  refuse (f, "a: \xe2\x86", "t.yaml:1:4: the byte 0xe2 is no UTF-8");
  assert_int_equal (trees_read (f, "a", (size_t)BCOV_MOST_TEXT + 1, &tree), BCOV_INPUT);
  assert_says (f, "t.yaml: the file has 268435457 bytes; at most 268435456 can be read");
  bcov_tree_free (&tree);
}

/* libyaml compares each directive with all others. */
static void limits_directives (void **state)
{
  fixture *f = *state;
  bcov_text text = {0};
  for (size_t k = 0; k < 17; k++)
    bcov_text_printf (&text, "%%TAG !a%zu! x\n", k);
  bcov_text_put (&text, "---\na: 1\n");
  refuse (f, text.data, "t.yaml:17:1: more than 16 lines start with '%'");
  bcov_text_drop (&text);
  bcov_tree tree;
  assert_int_equal (trees_text (f, "%YAML 1.2\n---\na: 1%\n", &tree), BCOV_OK);
  bcov_tree_free (&tree);
}

static void sorts_keys (void **state)
{
  fixture *f = *state;
  static const char *const names[] = {"board", "pieces", "rules"};
  uint32_t values[3];
  bcov_tree tree;
  assert_int_equal (trees_text (f, "pieces: x\nbord: y\nboard: z\nqqqqqq: 1\n", &tree), BCOV_OK);
  assert_int_equal (bcov_tree_keys (&tree, tree.root, "a puzzle", names, 3, values, f->err),
                    BCOV_INPUT);
  assert_string_equal (bcov_tree_text (&tree, values[0]), "z");
  assert_string_equal (bcov_tree_text (&tree, values[1]), "x");
  assert_int_equal (values[2], BCOV_NO_NODE);
  assert_says (f, "t.yaml:2:1: unknown key 'bord' in a puzzle; did you mean 'board'?");
  assert_says (f,
               "t.yaml:4:1: unknown key 'qqqqqq' in a puzzle; it may have: board, pieces, rules");
  bcov_tree_free (&tree);
}

static void survives_lack_of_memory (void **state)
{
  fixture *f = *state;
  static const char text[] = "{\"a\": [1, {\"b\": \"\\ud83d\\ude00\", \"c\": 2}], \"d\": \"efg\"}";
  bcov_status status = BCOV_FAULT;
  for (size_t n = 1; status; n++) {
    bcov_tree tree;
    bcov_mem_fail_at (f->mem, n);
    status = trees_text (f, text, &tree);
    bcov_mem_fail_at (f->mem, 0);
    assert_true (status == BCOV_OK || status == BCOV_FAULT);
    bcov_tree_free (&tree);
    assert_int_equal (bcov_mem_used (f->mem), 0);
  }
}

SUITE (tree)
{
  const struct CMUnitTest tests[] = {
      format_test (builds_trees),       format_test (reads_json),
      format_test (knows_nothing_said), format_test (reads_files_of_nothing),
      format_test (refuses_bytes),      format_test (limits_directives),
      format_test (sorts_keys),         format_test (survives_lack_of_memory),
  };
  return cmocka_run_group_tests_name ("tree", tests, NULL, NULL);
}
