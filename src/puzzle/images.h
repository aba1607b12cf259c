/* Images of pieces under symmetries. */

#ifndef BCOV_IMAGES_H
#define BCOV_IMAGES_H

#include "puzzle/puzzle.h"

/* Sorts the pieces of PUZZLE into its member images, again if they were sorted before. */
bcov_status bcov_images_make (bcov_puzzle *puzzle, bcov_error *err);

/* Finds the image of PIECE under SYMMETRY, and for each form of PIECE the number of its image among
   the forms of that piece (FORM_IMAGE has room for all forms).  FOUND is false if no piece with the
   same counts has exactly the images of the forms of PIECE.  Tags are not compared, but pieces that
   differ only in tags have different images: a symmetry under which all pieces have an image
   permutes them. */
bcov_status bcov_images_find (const bcov_puzzle *puzzle, const bcov_symmetry *symmetry,
                              uint32_t piece, bool *found, uint32_t *image_piece,
                              uint32_t *form_image, bcov_error *err);

#endif
