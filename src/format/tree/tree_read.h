/* Reads a YAML or JSON file.

     bcov_tree tree;
     bcov_status status = bcov_tree_read (mem, "box.yaml", text, length, &tree, err);
     ...
     bcov_tree_free (&tree);                                                                    */

#ifndef BCOV_TREE_READ_H
#define BCOV_TREE_READ_H

#include "format/tree/tree.h"

enum {
  BCOV_MOST_NODES = 1 << 22, /* of one file */
  BCOV_MOST_DIRECTIVES = 16, /* lines that start with % */
  BCOV_MOST_DEPTH = 32       /* of nested lists and mappings */
};

/* Reads TEXT, which must outlive the tree, as must FILE.  Returns BCOV_INPUT, with messages, for
   invalid YAML, aliases, anchors, tags, duplicate keys and several documents.  The root is then
   BCOV_NO_NODE if nothing could be read; otherwise a reader can look for further mistakes.  Free
   the tree in any case. */
bcov_status bcov_tree_read (bcov_mem *mem, const char *file, const char *text, size_t length,
                            bcov_tree *out, bcov_error *err);

#endif
