/* Tests of src/format/tree_place.c, through bcov_tree_read. */

#include "suite.h"
#include "trees.h"
#include "format/tree/tree.h"

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
  static const size_t deeper[][3] = {{0, 2, 3}, {2, 2, 5}, {3, 2, 6}, {5, 3, 3}};
  check_places (f, "b: |2\n    Ab\n  c!d\n", "1", deeper, 4); /* blanks that belong to it */
  static const size_t blank[][3] = {{0, 2, 1}, {1, 3, 3}, {2, 3, 4}, {3, 4, 2}, {4, 5, 3}};
  check_places (f, "b: |\n\n  A\n \n  c\n", "1", blank, 5); /* lines of nothing */
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

/* Of a text over several lines only the beginning is known. */
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

/* Jumping about in a long line ends with the place of the node alone, not with an endless walk. */
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

SUITE (tree_place)
{
  const struct CMUnitTest tests[] = {
      format_test (finds_places_in_texts),
      format_test (knows_folded_texts),
      format_test (limits_walks),
  };
  return cmocka_run_group_tests_name ("tree_place", tests, NULL, NULL);
}
