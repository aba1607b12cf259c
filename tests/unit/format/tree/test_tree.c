/* Access to trees: texts, keys, spans, and the places of their characters. */

#include "suite.h"

#include "trees.h"
#include "format/text/bytes.h"
#include "format/tree/tree.h"
#include "base/text.h"

/* ---- questions ---- */

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
  trees_place (bcov_tree_where (&tree, trees_at (&tree, "30"), 10), 2, 28); /* z */
  trees_place (bcov_tree_place (&tree, trees_at (&tree, "31")), 2, 31);
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
  refuse (f, "\xff\xfe", "t.yaml:1:1: the byte 0xff is not valid UTF-8");
  refuse (f, "a: \xe2\x86", "t.yaml:1:4: the byte 0xe2 is not valid UTF-8");
  assert_int_equal (trees_read (f, "a: 1", (size_t)BCOV_MOST_TEXT + 1, &tree), BCOV_INPUT);
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
               "t.yaml:4:1: unknown key 'qqqqqq' in a puzzle; the keys are: board, pieces, rules");
  bcov_tree_free (&tree);
}

static void check_taken (fixture *f, const char *text, const char *value, uint32_t left)
{
  bcov_tree tree;
  trees_text (f, text, &tree);
  uint32_t taken = bcov_tree_take (&tree, tree.root, "b");
  assert_int_equal (bcov_tree_node (&tree, tree.root)->count, left);
  if (value)
    assert_string_equal (bcov_tree_text (&tree, taken), value);
  else
    assert_int_equal (taken, BCOV_NO_NODE);
  for (uint32_t k = bcov_tree_first (&tree, tree.root); k != BCOV_NO_NODE;
       k = bcov_tree_next (&tree, bcov_tree_next (&tree, k)), left -= 2)
    assert_string_not_equal (bcov_tree_text (&tree, k), "b");
  assert_int_equal (left, 0);
  bcov_tree_free (&tree);
}

static void takes_keys (void **state)
{
  fixture *f = *state;
  check_taken (f, "{}", NULL, 0);
  check_taken (f, "a: b\nc: [b, b]", NULL, 4);
  check_taken (f, "b: x", "x", 0);
  check_taken (f, "b: x\na: y\nc: z", "x", 4);
  check_taken (f, "a: y\nb: x\nc: z", "x", 4);
  check_taken (f, "a: y\nb: x", "x", 2);
  check_taken (f, "b: x\na: y\nb: z", "x", 2);
}

/* ---- places ---- */

/* The first character of the text below is A; OFFSET is counted from it. */
static void check_places (fixture *f, const char *text, const char *path, const size_t (*places)[3],
                          size_t count)
{
  bcov_tree tree;
  assert_int_equal (trees_text (f, text, &tree), BCOV_OK);
  uint32_t node = trees_at (&tree, path);
  for (size_t round = 0; round < 2; round++) /* forward, then backward */
    for (size_t k = 0; k < count; k++) {
      const size_t *place = places[round ? count - 1 - k : k];
      trees_place (bcov_tree_where (&tree, node, place[0]), place[1], place[2]);
    }
  bcov_tree_free (&tree);
}

static void finds_places_in_texts (void **state)
{
  fixture *f = *state;
  static const size_t block[][3] = {{0, 2, 3}, {1, 2, 4}, {3, 3, 3}, {5, 3, 5}};
  check_places (f, "b: |\n  Ab\n  c!d\n", "1", block, 4);
  check_places (f,
                "\xef\xbb\xbf"
                "b: |\r\n  Ab\r\n  c!d\r\n",
                "1", block, 4);
  check_places (f, "b: | # why\n  Ab\n  c!d", "1", block, 4);
  static const size_t lower[][3] = {{0, 3, 3}, {3, 4, 3}};
  check_places (f, "\r\nb: |\r\n  Ab\r\n  c!d\r\n", "1", lower, 2);
  static const size_t deeper[][3] = {{0, 2, 3}, {2, 2, 5}, {3, 2, 6}, {5, 3, 3}};
  check_places (f, "b: |2\n    Ab\n  c!d\n", "1", deeper, 4); /* blanks that are part of the text */
  static const size_t blank[][3] = {{0, 2, 1}, {1, 3, 3}, {2, 3, 4}, {3, 4, 2}, {4, 5, 3}};
  check_places (f, "b: |\n\n  A\n \n  c\n", "1", blank, 5); /* empty lines */
  static const size_t wide[][3] = {{0, 2, 3}, {3, 2, 4}, {4, 2, 5}};
  check_places (f, "ü: |\n  ↖b!\n", "1", wide, 3);
  static const size_t plain[][3] = {{0, 1, 4}, {1, 1, 5}, {3, 1, 6}};
  check_places (f, "ü: Aüb\n", "1", plain, 3);
  static const size_t single[][3] = {{0, 1, 5}, {1, 1, 6}, {2, 1, 8}};
  check_places (f, "b: 'A''b'\n", "1", single, 3);
  static const size_t escaped[][3] = {{0, 1, 5},  {1, 1, 6},  {2, 1, 8},
                                      {3, 1, 12}, {6, 1, 18}, {10, 1, 28}};
  check_places (f, "b: \"A\\n\\x41\\u2196\\U0001f600b\"\n", "1", escaped, 6);
}

/* For a text on several lines, only the place of its beginning is known. */
static void knows_folded_texts (void **state)
{
  fixture *f = *state;
  bcov_tree tree;
  assert_int_equal (trees_text (f, "a: >\n  b\n  c\nd: e\n  f\ng: \"h\n  i\"\n", &tree), BCOV_OK);
  assert_int_equal (bcov_tree_node (&tree, trees_at (&tree, "1"))->style, BCOV_FOLDED);
  assert_int_equal (bcov_tree_node (&tree, trees_at (&tree, "3"))->style, BCOV_FOLDED);
  assert_int_equal (bcov_tree_node (&tree, trees_at (&tree, "5"))->style, BCOV_FOLDED);
  trees_place (bcov_tree_where (&tree, trees_at (&tree, "3"), 2), 4, 4);
  bcov_tree_free (&tree);
}

/* After many jumps within a long line, the place of the node is returned instead of the exact
   place, to limit the time. */
static void limits_walks (void **state)
{
  fixture *f = *state;
  bcov_text text = {0};
  bcov_tree tree;
  bcov_text_char (&text, '[');
  for (size_t k = 0; k < 20000; k++)
    bcov_text_put (&text, "\"abcd\", ");
  bcov_text_char (&text, ']');
  assert_int_equal (trees_text (f, text.data, &tree), BCOV_OK);
  size_t column = 2, exact = 0;
  for (uint32_t node = bcov_tree_first (&tree, tree.root); node != BCOV_NO_NODE;
       node = bcov_tree_next (&tree, node), column += 8) {
    bcov_place place = bcov_tree_where (&tree, node, 2);
    assert_true (place.column == column + 3 || place.column == column);
    exact += place.column == column + 3;
  }
  assert_true (exact > 50 && exact < 20000);
  bcov_tree_free (&tree);
  bcov_text_drop (&text);
}

SUITE (tree)
{
  const struct CMUnitTest tests[] = {
      format_test (builds_trees),
      format_test (reads_json),
      format_test (knows_nothing_said),
      format_test (reads_files_of_nothing),
      format_test (refuses_bytes),
      format_test (limits_directives),
      format_test (sorts_keys),
      format_test (takes_keys),

      format_test (finds_places_in_texts),
      format_test (knows_folded_texts),
      format_test (limits_walks),
  };
  return cmocka_run_group_tests_name ("tree", tests, NULL, NULL);
}
