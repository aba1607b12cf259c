/* Which pieces are known by their cells?  Those that are connected, carry nothing, do not reach
   around the board and share no shape with another of them: cells with one letter that hang
   together are then that piece, whatever the letter.  They share family 0.  Every other piece
   has a family of its own: a piece in parts, because its parts may look like other pieces; a
   tile, because others lie on one cell too; the second of two pieces with a shape in common.

   With n families, letter k of the pool belongs to family k mod n.  In almost every puzzle there is
   one family, and all letters are for everybody.  Time: linear in the cells of all forms. */

#include "puzzle/letter_family.h"
#include "base/table.h"
#include "puzzle/form.h"
#include "puzzle/letters.h"

#include <assert.h>

bool bcov_letter_family_is_tile (const bcov_piece *piece)
{
  return piece->size == 1 && (piece->tags || !bcov_decor_is_plain (piece->forms[0].decor));
}

bool bcov_letter_family_reaches_around (const bcov_board *board, const bcov_shape *shape)
{
  bcov_cell most = {0};
  if (board->wrap == BCOV_WRAP_NONE)
    return false;
  for (uint32_t k = 0; k < shape->count; k++) {
    most.row = shape->cells[k].row > most.row ? shape->cells[k].row : most.row;
    most.column = shape->cells[k].column > most.column ? shape->cells[k].column : most.column;
  }
  return (board->wrap != BCOV_WRAP_ROWS && most.column + 1 >= board->columns) ||
         (board->wrap != BCOV_WRAP_COLUMNS && most.row + 1 >= board->rows);
}

/* ---- giving out ---- */

/* The shapes of family 0. */
typedef struct {
  bcov_puzzle *puzzle;
  BCOV_VEC (const bcov_shape *) shapes;
  bcov_table by_shape;
} known_shapes;

typedef struct {
  const known_shapes *known;
  const bcov_shape *shape;
} wanted_shape;

static bool same_shape (const void *data, uint32_t number)
{
  const wanted_shape *wanted = data;
  return !bcov_shape_compare (wanted->known->shapes.data[number], wanted->shape);
}

/* Whether no form of PIECE reaches around the board or has a known shape. */
static bool is_new (const known_shapes *known, const bcov_piece *piece)
{
  for (uint32_t k = 0; k < piece->n_forms; k++) {
    const bcov_shape *shape = &piece->forms[k].shape;
    wanted_shape wanted = {known, shape};
    if (bcov_letter_family_reaches_around (&known->puzzle->board, shape) ||
        bcov_table_find (&known->by_shape, bcov_shape_hash (shape), same_shape, &wanted) !=
            BCOV_TABLE_NONE)
      return false;
  }
  return true;
}

static bcov_status enter_shapes (known_shapes *known, const bcov_piece *piece, bcov_error *err)
{
  bcov_mem *mem = known->puzzle->mem;
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; k < piece->n_forms && !status; k++) {
    const bcov_shape *shape = &piece->forms[k].shape;
    status = bcov_vec_push (mem, &known->shapes, shape, err);
    if (!status)
      status = bcov_table_add (mem, &known->by_shape, bcov_shape_hash (shape),
                               (uint32_t)known->shapes.count - 1, err);
  }
  return status;
}

static bcov_status give_one (known_shapes *known, bcov_piece *piece, bcov_error *err)
{
  bcov_puzzle *puzzle = known->puzzle;
  bool connected = true;
  bcov_status status = BCOV_OK;
  if (piece->size > 1)
    status = bcov_shape_connected (puzzle->mem, puzzle->board.lattice, &piece->forms[0].shape,
                                   &connected, err);
  if (status)
    return status;
  piece->parted = !connected;
  piece->family = 0;
  if (connected && !bcov_letter_family_is_tile (piece) && is_new (known, piece))
    return enter_shapes (known, piece, err);
  piece->family = puzzle->n_families++;
  return BCOV_OK;
}

bcov_status bcov_letter_family_give (bcov_puzzle *puzzle, bcov_error *err)
{
  known_shapes known = {.puzzle = puzzle};
  bcov_status status = BCOV_OK;
  puzzle->n_families = 1;
  for (size_t k = 0; k < puzzle->pieces.count && !status; k++)
    status = give_one (&known, puzzle->pieces.data + k, err);
  bcov_vec_free (puzzle->mem, &known.shapes);
  bcov_table_free (puzzle->mem, &known.by_shape);
  return status;
}

/* ---- letters ---- */

uint32_t bcov_letter_family_get (const bcov_puzzle *puzzle, uint32_t family, size_t number)
{
  assert (family < puzzle->n_families);
  return bcov_letters_get (number * puzzle->n_families + family);
}

uint32_t bcov_letter_family_find (const bcov_puzzle *puzzle, uint32_t letter)
{
  size_t number = bcov_letters_number (letter);
  return number == SIZE_MAX ? UINT32_MAX : (uint32_t)(number % puzzle->n_families);
}
