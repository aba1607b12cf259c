/* A YAML or JSON file as a tree whose nodes record their positions in the file.  tree_read.h makes
   it.

     for (uint32_t k = bcov_tree_first (&tree, tree.root); k != BCOV_NO_NODE;
          k = bcov_tree_next (&tree, k))
       ...
     bcov_tree_free (&tree);

   The children of a mapping are key, value, key, value ... */

#ifndef BCOV_TREE_H
#define BCOV_TREE_H

#include "base/vec.h"
#include "format/text/span.h"

#define BCOV_NO_NODE UINT32_MAX

typedef enum {
  BCOV_NODE_TEXT,
  BCOV_NODE_LIST,
  BCOV_NODE_MAP,
  BCOV_NODE_LOST /* already reported; further messages about it are not needed */
} bcov_node_kind;

/* How a text is written. */
typedef enum {
  BCOV_PLAIN,   /* without quotes */
  BCOV_SINGLE,  /* 'single quotes' */
  BCOV_DOUBLE,  /* "double quotes" */
  BCOV_LITERAL, /* a block after | */
  BCOV_FOLDED   /* several lines of the file, joined */
} bcov_node_style;

typedef struct {
  uint8_t kind, style;
  uint32_t line, column; /* from 1 */
  uint32_t line_start;   /* offset of the line in the file */
  uint32_t first;        /* the first child; in a text the offset of its bytes */
  uint32_t count;        /* number of children (keys and values); in a text of bytes */
  uint32_t next;         /* the next child of the same parent */
} bcov_node;

/* A position in the text of a node; see tree.c. */
typedef struct {
  uint32_t node;
  size_t offset; /* in the text of the node */
  size_t raw;    /* in the file */
  size_t line, column;
} bcov_tree_cursor;

typedef struct {
  bcov_mem *mem;
  const char *file;
  const char *raw; /* the file without a byte order mark */
  size_t raw_length;
  char *joined; /* owns RAW if escapes had to be joined, otherwise NULL */
  BCOV_VEC (bcov_node) nodes;
  BCOV_VEC (char) bytes; /* of all texts, each with a final 0 */
  uint32_t root;         /* BCOV_NO_NODE if the file is empty */
  bcov_tree_cursor cursor;
  size_t walk_left; /* bytes that may still be walked for exact places */
} bcov_tree;

void bcov_tree_free (bcov_tree *tree);

static inline const bcov_node *bcov_tree_node (const bcov_tree *tree, uint32_t node)
{
  return &tree->nodes.data[node];
}

static inline uint32_t bcov_tree_first (const bcov_tree *tree, uint32_t node)
{
  return tree->nodes.data[node].first;
}

static inline uint32_t bcov_tree_next (const bcov_tree *tree, uint32_t node)
{
  return tree->nodes.data[node].next;
}

static inline bool bcov_tree_is (const bcov_tree *tree, uint32_t node, bcov_node_kind kind)
{
  return tree->nodes.data[node].kind == kind;
}

/* Returns the text of a node, with a final 0. */
const char *bcov_tree_text (const bcov_tree *tree, uint32_t node);

/* Returns whether NODE is an empty value: nothing, ~ or null, without quotes. */
bool bcov_tree_is_null (const bcov_tree *tree, uint32_t node);

/* Returns the place where NODE begins. */
bcov_place bcov_tree_place (const bcov_tree *tree, uint32_t node);

/* Returns the text of NODE with the exact places of its characters. */
bcov_span bcov_tree_span (bcov_tree *tree, uint32_t node);

/* Returns the place in the file of byte OFFSET of the text of NODE. */
bcov_place bcov_tree_where (bcov_tree *tree, uint32_t node, size_t offset);

/* Sets VALUES[k] to the value of key NAMES[k] in the mapping MAP, or to BCOV_NO_NODE.  Reports
   other keys; WHAT describes MAP ("a piece") in messages. */
bcov_status bcov_tree_keys (const bcov_tree *tree, uint32_t map, const char *what,
                            const char *const *names, size_t count, uint32_t *values,
                            bcov_error *err);

/* Removes the key NAME from the mapping MAP.  Returns its (first) value, or BCOV_NO_NODE. */
uint32_t bcov_tree_take (bcov_tree *tree, uint32_t map, const char *name);

#endif
