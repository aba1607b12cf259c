/* Many coverings on pages, in rows and columns, numbered.

     bcov_contact_sheet contact sheet;
     bcov_status status = bcov_contact_sheet_start (&contact sheet, puzzle, look, 4, 6, err);
     while (!status && ...)
       status = bcov_contact_sheet_add (&contact sheet, covering, err);
     write contact sheet.figure
     bcov_contact_sheet_end (&contact sheet); */

#ifndef BCOV_CONTACT_SHEET_H
#define BCOV_CONTACT_SHEET_H

#include "draw/picture/covering_picture.h"

enum { BCOV_MOST_ACROSS = 100 }; /* rows and columns of a page */

typedef struct {
  bcov_figure figure;
  bcov_look look;
  bcov_projection projection;
  uint32_t rows, columns;
  uint64_t count;         /* coverings so far */
  bool pages;             /* there may be more than one page */
  double unit;            /* of a cell */
  double right, down;     /* from a covering to the next */
  double width, height;   /* of a page */
  bcov_page_point corner; /* of the first covering of a page */
  bcov_page_point number; /* of a covering, from its corner */
} bcov_contact_sheet;

/* With PAGES, pages are of the format A4, upright or not, whichever leaves larger cells; else there
   is one page, as large as it needs.  BCOV_INPUT for no rows or columns, or too many.  END it also
   after a failure. */
bcov_status bcov_contact_sheet_start (bcov_contact_sheet *sheet, const bcov_puzzle *puzzle,
                                      const bcov_look *look, bool pages, uint32_t rows,
                                      uint32_t columns, bcov_error *err);
bcov_status bcov_contact_sheet_add (bcov_contact_sheet *sheet, const bcov_covering *covering,
                                    bcov_error *err);
void bcov_contact_sheet_end (bcov_contact_sheet *sheet);

#endif
