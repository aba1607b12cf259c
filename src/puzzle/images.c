/* Images of pieces.  The pieces are sorted by counts, forms and tags; those that differ only in
   tags are a *class*.  The image of the k-th piece of a class is the k-th piece of the class that
   has the images of its forms, if that class has the same size.  So a symmetry under which all
   classes have an image permutes the pieces, and the permutation of a product is the product of the
   permutations.  Nearly always, classes have one piece.

   Time: sorting once; then turning the forms and one lookup for each image. */

#include "puzzle/images.h"
#include "base/hash.h"

#include <assert.h>
#include <stdlib.h>

/* ---- the order ---- */

static int compare_classes (const bcov_piece *a, const bcov_piece *b)
{
  if (a->lo != b->lo)
    return a->lo < b->lo ? -1 : 1;
  if (a->hi != b->hi)
    return a->hi < b->hi ? -1 : 1;
  return bcov_form_list_compare (a->forms, a->n_forms, b->forms, b->n_forms);
}

static int compare_pieces (const void *a, const void *b, void *data)
{
  const bcov_piece *pieces = data;
  const bcov_piece *p = pieces + ((const bcov_image_place *)a)->piece;
  const bcov_piece *q = pieces + ((const bcov_image_place *)b)->piece;
  int order = compare_classes (p, q);
  return order ? order : (p->tags > q->tags) - (p->tags < q->tags);
}

/* A class to find, given by a piece with its forms and counts. */
typedef struct {
  const bcov_puzzle *puzzle;
  const bcov_piece *piece;
} wanted_class;

static bool same_class (const void *data, uint32_t number)
{
  const wanted_class *wanted = data;
  uint32_t piece = wanted->puzzle->images.order[number].piece;
  return !compare_classes (wanted->puzzle->pieces.data + piece, wanted->piece);
}

/* The first form distinguishes nearly all classes. */
static uint64_t hash_class (const bcov_piece *piece)
{
  const bcov_form *form = piece->forms;
  uint64_t hash = bcov_shape_hash (&form->shape);
  for (unsigned k = 0; k < 4; k++)
    hash = bcov_hash_mix (hash, form->decor.sides[k]);
  hash = bcov_hash_mix (hash, (uint64_t)piece->n_forms << 8 | form->decor.points);
  return bcov_hash_end (bcov_hash_mix (hash, (uint64_t)piece->lo << 32 | piece->hi));
}

/* Enters the class that begins at FIRST; NEXT is where the next class begins. */
static bcov_status enter_class (bcov_puzzle *puzzle, uint32_t first, uint32_t *next,
                                bcov_error *err)
{
  bcov_images *images = &puzzle->images;
  const bcov_piece *pieces = puzzle->pieces.data;
  const bcov_piece *piece = pieces + images->order[first].piece;
  uint32_t end = first + 1;
  while (end < puzzle->pieces.count && !compare_classes (pieces + images->order[end].piece, piece))
    end++;
  for (uint32_t k = first; k < end; k++) {
    images->order[k].first = first;
    images->order[k].count = end - first;
    images->place[images->order[k].piece] = k;
  }
  *next = end;
  return bcov_table_add (puzzle->mem, &images->classes, hash_class (piece), first, err);
}

bcov_status bcov_images_make (bcov_puzzle *puzzle, bcov_error *err)
{
  size_t count = puzzle->pieces.count;
  bcov_images *images = &puzzle->images;
  bcov_mem_free (puzzle->mem, images->order);
  bcov_mem_free (puzzle->mem, images->place);
  bcov_table_free (puzzle->mem, &images->classes);
  images->order = bcov_mem_alloc (puzzle->mem, count, sizeof *images->order, err);
  images->place = bcov_mem_alloc (puzzle->mem, count, sizeof *images->place, err);
  if (!images->order || !images->place)
    return bcov_mem_status (puzzle->mem);
  for (uint32_t k = 0; k < count; k++)
    images->order[k].piece = k;
  qsort_r (images->order, count, sizeof *images->order, compare_pieces, puzzle->pieces.data);
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; k < count && !status;)
    status = enter_class (puzzle, k, &k, err);
  return status;
}

/* ---- images ---- */

/* Finds the piece whose index in the class of IMAGE is that of PIECE in its class. */
static bool find_piece (const bcov_puzzle *puzzle, uint32_t piece, const bcov_piece *image,
                        uint32_t *out)
{
  const bcov_images *images = &puzzle->images;
  wanted_class wanted = {puzzle, image};
  uint32_t place = images->place[piece];
  const bcov_image_place *own = images->order + place;
  uint32_t first = bcov_table_find (&images->classes, hash_class (image), same_class, &wanted);
  if (first == BCOV_TABLE_NONE || images->order[first].count != own->count)
    return false;
  *out = images->order[first + (place - own->first)].piece;
  return true;
}

/* A turned form and its number before sorting. */
typedef struct {
  bcov_form form;
  uint32_t from;
} moved_form;

static int compare_moved (const void *a, const void *b)
{
  return bcov_form_compare (&((const moved_form *)a)->form, &((const moved_form *)b)->form);
}

/* Turns the forms of PIECE into MOVED, sorts MOVED, and copies the forms to SORTED. */
static bcov_status turn_forms (const bcov_puzzle *puzzle, const bcov_symmetry *symmetry,
                               const bcov_piece *piece, moved_form *moved, bcov_form *sorted,
                               bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; k < piece->n_forms && !status; k++) {
    moved[k].from = k;
    moved[k].form.decor = bcov_decor_turn (piece->forms[k].decor, symmetry);
    status = bcov_shape_turn (puzzle->mem, puzzle->board.lattice, &piece->forms[k].shape, symmetry,
                              &moved[k].form.shape, err);
  }
  if (status)
    return status;
  qsort (moved, piece->n_forms, sizeof *moved, compare_moved);
  for (uint32_t k = 0; k < piece->n_forms; k++)
    sorted[k] = moved[k].form;
  return BCOV_OK;
}

bcov_status bcov_images_find (const bcov_puzzle *puzzle, const bcov_symmetry *symmetry,
                              uint32_t piece, bool *found, uint32_t *image_piece,
                              uint32_t *form_image, bcov_error *err)
{
  assert (puzzle->images.order && piece < puzzle->pieces.count);
  bcov_piece image = puzzle->pieces.data[piece];
  uint32_t count = image.n_forms;
  moved_form *moved = bcov_mem_alloc (puzzle->mem, count, sizeof *moved, err);
  bcov_form *sorted = moved ? bcov_mem_alloc (puzzle->mem, count, sizeof *sorted, err) : NULL;
  bcov_status status = sorted ? turn_forms (puzzle, symmetry, &image, moved, sorted, err)
                              : bcov_mem_status (puzzle->mem);
  *found = false;
  if (!status) {
    image.forms = sorted;
    *found = find_piece (puzzle, piece, &image, image_piece);
    for (uint32_t k = 0; k < count && *found; k++)
      form_image[moved[k].from] = k;
  }
  for (uint32_t k = 0; k < count && moved; k++)
    bcov_shape_free (puzzle->mem, &moved[k].form.shape);
  bcov_mem_free (puzzle->mem, moved);
  bcov_mem_free (puzzle->mem, sorted);
  return status;
}
