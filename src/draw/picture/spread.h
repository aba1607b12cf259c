/* Many coverings on pages, in rows and columns, numbered.

     bcov_spread spread;
     bcov_status status = bcov_spread_start (&spread, puzzle, look, 4, 6, err);
     while (!status && ...)
       status = bcov_spread_add (&spread, covering, err);
     write spread.figure
     bcov_spread_end (&spread);                                                                 */

#ifndef BCOV_SPREAD_H
#define BCOV_SPREAD_H

#include "draw/picture/portrait.h"

enum { BCOV_MOST_ACROSS = 100 }; /* rows and columns of a page */

typedef struct {
  bcov_figure figure;
  bcov_look look;
  bcov_ground ground;
  uint32_t rows, columns;
  uint64_t count;       /* coverings so far */
  bool pages;           /* there may be more than one page */
  double unit;          /* of a cell */
  double right, down;   /* from a covering to the next */
  double width, height; /* of a page */
  bcov_spot corner;     /* of the first covering of a page */
  bcov_spot number;     /* of a covering, from its corner */
} bcov_spread;

/* With PAGES, pages are of the format A4, upright or not, whichever leaves larger cells; else there
   is one page, as large as it needs.  BCOV_INPUT for no rows or columns, or too many.  END it also
   after a failure. */
bcov_status bcov_spread_start (bcov_spread *spread, const bcov_puzzle *puzzle,
                               const bcov_look *look, bool pages, uint32_t rows, uint32_t columns,
                               bcov_error *err);
bcov_status bcov_spread_add (bcov_spread *spread, const bcov_covering *covering, bcov_error *err);
void bcov_spread_end (bcov_spread *spread);

#endif
