/* Coverings of one puzzle as rows of letters, one after the other: what depends on the puzzle alone
   is made once, and no room is asked for from the second covering on.

     bcov_sheet sheet;
     bcov_status status = bcov_sheet_make (puzzle, &sheet, err);
     if (!status)
       status = bcov_sheet_draw (&sheet, covering, &text, err);                 as often as wanted
     bcov_sheet_free (&sheet);                                                                  */

#ifndef BCOV_SHEET_H
#define BCOV_SHEET_H

#include "base/text.h"
#include "puzzle/lettering.h"

typedef struct {
  bcov_lettering lettering;
  bcov_text blank; /* the drawing of the board with nothing on it */
  uint32_t *place; /* of each cell: its byte in BLANK */
  BCOV_VEC (uint32_t) letters;
} bcov_sheet;

/* For a puzzle with a board.  On failure nothing needs to be freed. */
bcov_status bcov_sheet_make (const bcov_puzzle *puzzle, bcov_sheet *out, bcov_error *err);
void bcov_sheet_free (bcov_sheet *sheet);

/* Adds just what bcov_terminal_draw adds, in letters and without colour. */
bcov_status bcov_sheet_draw (bcov_sheet *sheet, const bcov_covering *covering, bcov_text *out,
                             bcov_error *err);

#endif
