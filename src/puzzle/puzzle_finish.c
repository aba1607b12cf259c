/* The last step of building a puzzle: checks the parts against each other, gives letters to the
   pieces, and resolves the letters on the board. */

#include "puzzle/puzzle_finish.h"
#include "puzzle/images.h"

static bcov_status check_board (const bcov_puzzle *puzzle, bcov_error *err)
{
  bcov_place place = {puzzle->file, 0, 0};
  const bcov_board *board = &puzzle->board;
  if (!board->mark)
    return bcov_error_add (err, BCOV_INPUT, &place, "the board is missing; add board:");
  if (board->wrap != BCOV_WRAP_NONE && board->lattice != BCOV_SQUARE)
    return bcov_error_add (
        err, BCOV_INPUT, &place,
        "only boards of the square lattice can be joined; remove wrap: or lattice: %s",
        bcov_lattice_name (board->lattice));
  return BCOV_OK;
}

/* If pieces fill holes, the table may be empty: no hole is filled then. */
static bcov_status check_any_piece (const bcov_puzzle *puzzle, bcov_error *err)
{
  bcov_place place = {puzzle->file, 0, 0};
  if (puzzle->pieces.count || puzzle->fill_holes)
    return BCOV_OK;
  return bcov_error_add (err, BCOV_INPUT, &place, "there are no pieces; add pieces: or table:");
}

static const char *what_it_carries (const bcov_piece *piece)
{
  const bcov_decor *decor = &piece->forms[0].decor;
  if (decor->points)
    return "points";
  return bcov_decor_is_plain (*decor) ? "tags" : "sides";
}

static bcov_status check_piece (const bcov_puzzle *puzzle, const bcov_piece *piece, bcov_error *err)
{
  bool carries = piece->tags || !bcov_decor_is_plain (piece->forms[0].decor);
  if (!carries)
    return BCOV_OK;
  if (puzzle->board.lattice != BCOV_SQUARE)
    return bcov_error_add (err, BCOV_INPUT, &piece->place,
                           "piece '%s' has %s:, which only tiles on the square lattice can have",
                           piece->name, what_it_carries (piece));
  if (piece->size != 1)
    return bcov_error_add (
        err, BCOV_INPUT, &piece->place,
        "piece '%s' has %s: but also %u cells; only a piece of one cell can have this key",
        piece->name, what_it_carries (piece), piece->size);
  return BCOV_OK;
}

/* Returns BCOV_OK, or BCOV_INPUT with every mistake in ERR. */
static bcov_status validate (const bcov_puzzle *puzzle, bcov_error *err)
{
  bcov_status status = check_board (puzzle, err);
  if (check_any_piece (puzzle, err))
    status = BCOV_INPUT;
  for (size_t k = 0; k < puzzle->pieces.count; k++)
    if (check_piece (puzzle, puzzle->pieces.data + k, err))
      status = BCOV_INPUT;
  return status;
}

bcov_status bcov_puzzle_finish (bcov_puzzle *puzzle, bcov_letter_place *letter_place,
                                const void *data, bcov_error *err)
{
  if (puzzle->exact)
    return BCOV_OK;
  bcov_status invalid = validate (puzzle, err);
  bcov_status status = bcov_images_make (puzzle, err);
  if (!status)
    status = bcov_letters_give (puzzle, err);
  if (!status)
    status = bcov_letters_resolve (puzzle, letter_place, data, err);
  return status ? status : invalid;
}
