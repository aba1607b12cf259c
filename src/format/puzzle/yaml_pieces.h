/* The value of pieces: in a puzzle file. */

#ifndef BCOV_YAML_PIECES_H
#define BCOV_YAML_PIECES_H

#include "format/tree/tree.h"
#include "puzzle/puzzle.h"

/* Adds the pieces that NODE, the value of pieces:, describes to PUZZLE, whose lattice is set. */
bcov_status bcov_yaml_pieces (bcov_tree *tree, uint32_t node, bcov_puzzle *puzzle, bcov_error *err);

#endif
