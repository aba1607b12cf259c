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
  BCOV_MOST_DIRECTIVES = 16  /* lines that start with % */
};

/* Reads TEXT, which must stay, as must FILE.  BCOV_INPUT with messages for what is no YAML, and for
   aliases, anchors, tags, keys that stand twice, several documents.  When nothing can be made of
   the file the root is then BCOV_NO_NODE; otherwise the tree holds what could be read, so that a
   reader can look for further mistakes.  To be freed in every case. */
bcov_status bcov_tree_read (bcov_mem *mem, const char *file, const char *text, size_t length,
                            bcov_tree *out, bcov_error *err);

#endif
