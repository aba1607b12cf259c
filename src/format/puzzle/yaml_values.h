/* Values of a puzzle file that are read in more than one place: words, booleans, drawings. */

#ifndef BCOV_YAML_VALUES_H
#define BCOV_YAML_VALUES_H

#include "format/text/drawing.h"
#include "format/tree/tree.h"

/* The text of NODE as a word: one line, not empty, not long, with nothing unprintable.  WHAT ("a
   name") stands in messages. */
bcov_status bcov_yaml_word (bcov_tree *tree, uint32_t node, const char *what, const char **out,
                            bcov_error *err);

/* true, false, yes, no. */
bcov_status bcov_yaml_boolean (bcov_tree *tree, uint32_t node, const char *what, bool *out,
                               bcov_error *err);

/* A drawing, or a list of drawings, one a layer.  SPANS, which OUT points to, is freed by the
   caller with bcov_vec_free. */
typedef BCOV_VEC (bcov_span) bcov_spans;
bcov_status bcov_yaml_drawing (bcov_tree *tree, uint32_t node, const char *what, bcov_spans *spans,
                               bcov_drawing *out, bcov_error *err);

/* BCOV_INPUT, with the message that NODE should be WANTED ("a list"), unless something was said
   about it already. */
bcov_status bcov_yaml_refuse (const bcov_tree *tree, uint32_t node, const char *what,
                              const char *wanted, bcov_error *err);

#endif
