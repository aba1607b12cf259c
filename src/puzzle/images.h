/* What pieces become under symmetries; see bcov_puzzle_image. */

#ifndef BCOV_IMAGES_H
#define BCOV_IMAGES_H

#include "base/table.h"
#include "puzzle/puzzle.h"

/* A place in the order of the pieces. */
typedef struct {
  uint32_t piece;
  uint32_t first; /* where the pieces with the same forms and counts begin */
  uint32_t count; /* how many they are */
} bcov_image_place;

/* All zero is empty. */
typedef struct {
  bcov_image_place *order; /* pieces by forms, counts, tags */
  uint32_t *place;         /* of each piece in the order */
  bcov_table classes;      /* places where classes begin */
} bcov_images;

/* Puts the pieces of PUZZLE in order. */
bcov_status bcov_images_make (const bcov_puzzle *puzzle, bcov_images *images, bcov_error *err);
void bcov_images_free (bcov_mem *mem, bcov_images *images);

/* As bcov_puzzle_image. */
bcov_status bcov_images_find (const bcov_puzzle *puzzle, const bcov_images *images,
                              const bcov_symmetry *symmetry, uint32_t piece, bool *found,
                              uint32_t *image_piece, uint32_t *form_image, bcov_error *err);

#endif
