/* What pieces become under symmetries. */

#ifndef BCOV_IMAGES_H
#define BCOV_IMAGES_H

#include "puzzle/puzzle.h"

/* Puts the pieces of PUZZLE in order, as its member images; anew if they were in order before. */
bcov_status bcov_images_make (bcov_puzzle *puzzle, bcov_error *err);

/* What PIECE becomes under SYMMETRY: the piece, and for each form of PIECE the number of its image
   in that piece (FORM_IMAGE has room for all forms).  FOUND is false when no piece of the puzzle
   with the same counts has just the images of the forms of PIECE.
   Tags are not compared, but pieces that differ in nothing else keep apart: every symmetry for
   which all pieces have an image permutes them. */
bcov_status bcov_images_find (const bcov_puzzle *puzzle, const bcov_symmetry *symmetry,
                              uint32_t piece, bool *found, uint32_t *image_piece,
                              uint32_t *form_image, bcov_error *err);

#endif
