/* Puzzles on the command line.  The lattice is given, or implied by the board (three numbers) or by
   a name among the pieces (soma, tetrahexes), or square.  Mistakes in all parts are reported. */

#include "format/puzzle/brief.h"
#include "format/puzzle/board_text.h"
#include "format/text/bytes.h"
#include "format/puzzle/piece_text.h"
#include "puzzle/puzzle_finish.h"

#include <string.h>

typedef struct {
  bcov_puzzle *puzzle;
  bcov_error *err;
  bcov_plain texts[4]; /* of the spans */
  bcov_span board, pieces, lattice, wrap;
  bcov_drawing drawing;
} reader;

/* Checks the value of option NAME: it must not be missing or too long, and must be text. */
static bcov_status take_text (reader *r, bcov_plain *plain, const char *name, const char *text,
                              const char *remedy, bcov_span *out)
{
  bcov_place place = {.file = name};
  size_t length = text ? strlen (text) : 0;
  if (!length)
    return bcov_error_add (r->err, BCOV_INPUT, &place, "the value is empty; %s", remedy);
  if (length > BCOV_MOST_TEXT)
    return bcov_error_add (r->err, BCOV_INPUT, &place,
                           "the value has %zu bytes; at most %d can be read", length,
                           BCOV_MOST_TEXT);
  *out = bcov_span_plain (plain, name, text, length);
  return bcov_bytes_check (*out, r->err);
}

static bcov_status take_texts (reader *r, const bcov_brief *brief)
{
  bcov_status board =
      take_text (r, &r->texts[0], "board", brief->board, "give a board, such as 6x8", &r->board);
  bcov_status pieces = take_text (r, &r->texts[1], "pieces", brief->pieces,
                                  "give pieces, such as L3:any", &r->pieces);
  bcov_status lattice = BCOV_OK, wrap = BCOV_OK;
  if (brief->lattice)
    lattice = take_text (r, &r->texts[2], "lattice", brief->lattice,
                         "use square, cube, hex or triangle", &r->lattice);
  if (brief->wrap)
    wrap = take_text (r, &r->texts[3], "wrap", brief->wrap, "use none, columns, rows or both",
                      &r->wrap);
  return board ? board : pieces ? pieces : lattice ? lattice : wrap;
}

static bcov_status find_lattice (reader *r, bcov_lattice *out)
{
  *out = BCOV_SQUARE;
  if (r->lattice.text)
    return bcov_board_text_lattice_named (r->lattice, out, r->err);
  bcov_lattice board = bcov_board_text_lattice (&r->drawing);
  bcov_lattice pieces = bcov_piece_text_lattice (r->pieces);
  if (board != BCOV_LATTICES)
    *out = board;
  else if (pieces != BCOV_LATTICES)
    *out = pieces;
  return BCOV_OK;
}

static bcov_status read_pieces (reader *r)
{
  bcov_piece_reader pieces;
  bcov_piece_reader_start (&pieces, r->puzzle, r->err);
  bcov_status status = bcov_piece_text_list (&pieces, r->pieces);
  bcov_piece_reader_end (&pieces);
  return status;
}

static bcov_status read_board (reader *r, bcov_lattice lattice)
{
  bcov_board *board = &r->puzzle->board;
  bcov_wrap wrap = BCOV_WRAP_NONE;
  bcov_status status = bcov_board_text_read (r->puzzle->mem, &r->drawing, lattice, board, r->err);
  bcov_status wrong =
      r->wrap.text ? bcov_board_text_wrap (r->wrap, lattice, &wrap, r->err) : BCOV_OK;
  board->lattice = lattice;
  board->wrap = wrap;
  return status ? status : wrong;
}

static bcov_status read (reader *r, const bcov_brief *brief)
{
  bcov_lattice lattice;
  bcov_status status = take_texts (r, brief);
  r->drawing = (bcov_drawing){&r->board, 1};
  if (!status)
    status = find_lattice (r, &lattice);
  if (status)
    return status;
  bcov_status board = read_board (r, lattice);
  bcov_status pieces = board <= BCOV_INPUT ? read_pieces (r) : BCOV_OK;
  status = board > pieces ? board : pieces;
  return status ? status : bcov_puzzle_finish (r->puzzle, bcov_drawing_letter, &r->drawing, r->err);
}

bcov_status bcov_brief_read (bcov_mem *mem, const bcov_brief *brief, bcov_puzzle **out,
                             bcov_error *err)
{
  reader r = {.err = err};
  bcov_status status = bcov_puzzle_new (mem, NULL, &r.puzzle, err);
  *out = NULL;
  if (status)
    return status;
  status = read (&r, brief);
  if (status)
    bcov_puzzle_free (r.puzzle);
  else
    *out = r.puzzle;
  return status;
}
