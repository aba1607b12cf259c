/* rules: and answers: in a puzzle file. */

#ifndef BCOV_YAML_RULES_H
#define BCOV_YAML_RULES_H

#include "format/tree/tree.h"
#include "puzzle/puzzle.h"

/* Reads the value NODE of rules:.  With COMPLETE false some pieces could not be read, and unknown
   tags and colours are passed over in silence. */
bcov_status bcov_yaml_rules (bcov_tree *tree, uint32_t node, bcov_puzzle *puzzle, bool complete,
                             bcov_error *err);

/* Reads the value NODE of answers:. */
bcov_status bcov_yaml_answers (bcov_tree *tree, uint32_t node, bcov_puzzle *puzzle,
                               bcov_error *err);

#endif
