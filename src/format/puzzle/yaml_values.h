/* Values of puzzle files: words, booleans, drawings. */

#ifndef BCOV_YAML_VALUES_H
#define BCOV_YAML_VALUES_H

#include "format/text/drawing.h"
#include "format/tree/tree.h"

/* Reads a word: one line, not empty, not too long, printable.  WHAT ("a name") describes it in
   messages. */
bcov_status bcov_yaml_word (bcov_tree *tree, uint32_t node, const char *what, const char **out,
                            bcov_error *err);

/* Reads true, false, yes or no. */
bcov_status bcov_yaml_boolean (bcov_tree *tree, uint32_t node, const char *what, bool *out,
                               bcov_error *err);

/* Reads a drawing, or a list of drawings, one per layer.  Reports layers on a LATTICE other than
   cube, unless it is BCOV_LATTICES.  OUT points to SPANS, which the caller
   frees with bcov_vec_free. */
typedef BCOV_VEC (bcov_span) bcov_spans;
bcov_status bcov_yaml_drawing (bcov_tree *tree, uint32_t node, const char *what,
                               bcov_lattice lattice, bcov_spans *spans, bcov_drawing *out,
                               bcov_error *err);

/* Reports that NODE should be WANTED ("a list"), unless NODE was reported before.  Returns
   BCOV_INPUT. */
bcov_status bcov_yaml_refuse (const bcov_tree *tree, uint32_t node, const char *what,
                              const char *wanted, bcov_error *err);

#endif
