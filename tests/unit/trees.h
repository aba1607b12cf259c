/* Trees for tests, read from a text called t.yaml. */

#ifndef TREES_H
#define TREES_H

#include "format_help.h"
#include "format/tree/tree_read.h"

static inline bcov_status trees_read (fixture *f, const char *text, size_t length, bcov_tree *tree)
{
  bcov_error_reset (f->err);
  return bcov_tree_read (f->mem, "t.yaml", text, length, tree, f->err);
}

static inline bcov_status trees_text (fixture *f, const char *text, bcov_tree *tree)
{
  return trees_read (f, text, strlen (text), tree);
}

/* The node at PATH from the root: indices of children, in which keys and values count separately.
 */
static inline uint32_t trees_at (const bcov_tree *tree, const char *path)
{
  uint32_t node = tree->root;
  for (; *path; path++) {
    node = bcov_tree_first (tree, node);
    for (int k = 0; k < *path - '0'; k++)
      node = bcov_tree_next (tree, node);
  }
  return node;
}

static inline void trees_place (bcov_place place, size_t line, size_t column)
{
  assert_string_equal (place.file, "t.yaml");
  assert_int_equal (place.line, line);
  assert_int_equal (place.column, column);
}

#endif
