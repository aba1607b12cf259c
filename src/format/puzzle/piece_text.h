/* Pieces as users write them after -p and in pieces: names of the catalog, sets, rectangles and
   drawings of one line, each optionally followed by a colon and a count.

     bcov_piece_reader reader;
     bcov_piece_reader_start (&reader, puzzle, err);
     bcov_status status = bcov_piece_text_list (&reader, span);    "L4:2,T4:1..3,I2:any"
     bcov_piece_reader_end (&reader);                                                           */

#ifndef BCOV_PIECE_TEXT_H
#define BCOV_PIECE_TEXT_H

#include "format/text/amount.h"
#include "format/text/drawing.h"
#include "format/text/catalog_lookup.h"
#include "puzzle/puzzle.h"

enum {
  BCOV_LONGEST_WORD = 200,        /* bytes of a name, a colour or a tag */
  BCOV_MOST_PIECE_CELLS = 1 << 24 /* cells of all entries of a puzzle together */
};

typedef struct {
  bcov_puzzle *puzzle; /* its lattice is set */
  bcov_error *err;
  bcov_catalog_lookup lookup;
  uint64_t cells_left; /* of BCOV_MOST_PIECE_CELLS */
  bool is_full;        /* reported too many cells; nothing more is added */
} bcov_piece_reader;

void bcov_piece_reader_start (bcov_piece_reader *reader, bcov_puzzle *puzzle, bcov_error *err);
void bcov_piece_reader_end (bcov_piece_reader *reader);

/* The attributes of an entry besides its shape. */
typedef struct {
  const char *name; /* NULL: the name of the shape */
  bcov_amount count;
  int turn, flip; /* -1: the default */
  bcov_decor decor;
  uint64_t tags;
  bcov_place place;
} bcov_said;

/* Returns the defaults: used once, turned and flipped as usual. */
bcov_said bcov_piece_text_silent (bcov_place place);

/* Adds SHAPE, called NAME unless SAID has a name. */
bcov_status bcov_piece_text_add (bcov_piece_reader *reader, const bcov_shape *shape,
                                 const char *name, const bcov_said *said);

/* Adds a drawing of X . / or a piece or set of the catalog. */
bcov_status bcov_piece_text_one (bcov_piece_reader *reader, bcov_span span, const bcov_said *said);

/* Adds a list of NAME or NAME:COUNT, separated by commas. */
bcov_status bcov_piece_text_list (bcov_piece_reader *reader, bcov_span span);

/* Returns the lattice that the names in such a list imply, or BCOV_LATTICES. */
bcov_lattice bcov_piece_text_lattice (bcov_span span);

#endif
