/* A YAML (or JSON) file as a small tree whose nodes know where they stand in the file; tree_read.h
   makes it.

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
  BCOV_NODE_LOST /* reported already: nothing more need be said about it */
} bcov_node_kind;

/* How a text is written. */
typedef enum {
  BCOV_PLAIN,   /* without quotes */
  BCOV_SINGLE,  /* 'so' */
  BCOV_DOUBLE,  /* "so" */
  BCOV_LITERAL, /* | and the following lines as they are */
  BCOV_FOLDED   /* over several lines of the file, but the line ends are not in the text */
} bcov_node_style;

typedef struct {
  uint8_t kind, style;
  uint32_t line, column; /* from 1 */
  uint32_t line_start;   /* offset of the line in the file */
  uint32_t first;        /* the first child; of a text: the offset of its bytes */
  uint32_t count;        /* of children (keys and values counted apart); of a text: its bytes */
  uint32_t next;         /* the next child of the same parent */
} bcov_node;

/* Where a walk through the text of a node stands; see tree.c. */
typedef struct {
  uint32_t node;
  size_t offset; /* in the text of the node */
  size_t raw;    /* in the file */
  size_t line, column;
} bcov_tree_cursor;

typedef struct {
  bcov_mem *mem;
  const char *file;
  const char *raw; /* the file without a byte order mark; not owned */
  size_t raw_length;
  char *joined; /* owns RAW when that is not the text as it was given; see surrogate.h */
  BCOV_VEC (bcov_node) nodes;
  BCOV_VEC (char) bytes; /* of all texts, a 0 behind each */
  uint32_t root;         /* BCOV_NO_NODE when there is nothing in the file */
  bcov_tree_cursor cursor;
  size_t walk_left; /* bytes that may yet be walked for exact places */
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

/* The text of a node, with a 0 behind it. */
const char *bcov_tree_text (const bcov_tree *tree, uint32_t node);

/* Whether NODE is a text that says nothing: no text at all, ~ or null, without quotes. */
bool bcov_tree_is_null (const bcov_tree *tree, uint32_t node);

/* Where NODE begins. */
bcov_place bcov_tree_place (const bcov_tree *tree, uint32_t node);

/* The text of NODE with the exact places of its characters. */
bcov_span bcov_tree_span (bcov_tree *tree, uint32_t node);

/* Where byte OFFSET of the text of NODE stands in the file. */
bcov_place bcov_tree_where (bcov_tree *tree, uint32_t node, size_t offset);

/* Sorts the values of the mapping MAP by their keys: VALUES[k] is that of NAMES[k], or
   BCOV_NO_NODE. Keys that are none of NAMES are reported; WHAT says what MAP is ("a piece"). */
bcov_status bcov_tree_keys (const bcov_tree *tree, uint32_t map, const char *what,
                            const char *const *names, size_t count, uint32_t *values,
                            bcov_error *err);

/* Takes the key NAME with its value out of the mapping MAP.  Returns the value, or BCOV_NO_NODE;
   where the key stands twice, the first. */
uint32_t bcov_tree_take (bcov_tree *tree, uint32_t map, const char *name);

#endif
