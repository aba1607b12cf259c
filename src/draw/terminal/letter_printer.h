/* Writes many coverings of one puzzle as rows of letters.  The parts that depend only on the puzzle
   are made once, and nothing is allocated from the second covering on.

     bcov_letter_printer printer;
     bcov_status status = bcov_letter_printer_make (puzzle, &printer, err);
     while (!status && ...)
       status = bcov_letter_printer_draw (&printer, covering, &text, err);
     bcov_letter_printer_free (&printer);                                                       */

#ifndef BCOV_LETTER_PRINTER_H
#define BCOV_LETTER_PRINTER_H

#include "base/text.h"
#include "puzzle/lettering.h"

typedef struct {
  bcov_lettering lettering;
  bcov_text blank; /* the drawing of the empty board */
  uint32_t *place; /* of each cell: its byte in BLANK */
  BCOV_VEC (uint32_t) letters;
} bcov_letter_printer;

/* For a puzzle with a board.  On failure nothing needs to be freed. */
bcov_status bcov_letter_printer_make (const bcov_puzzle *puzzle, bcov_letter_printer *out,
                                      bcov_error *err);
void bcov_letter_printer_free (bcov_letter_printer *printer);

/* Adds what bcov_terminal_draw adds in letters and without colour. */
bcov_status bcov_letter_printer_draw (bcov_letter_printer *printer, const bcov_covering *covering,
                                      bcov_text *out, bcov_error *err);

#endif
