/* Many coverings on pages, in rows and columns, numbered.

     bcov_contact_sheet sheet;
     bcov_status status = bcov_contact_sheet_start (&sheet, puzzle, look, pages, 4, 6, err);
     while (!status && ...)
       status = bcov_contact_sheet_add (&sheet, covering, err);
     if (!status)
       status = bcov_medium_write (&sheet.figure, look, &text, err);
     bcov_contact_sheet_end (&sheet);                                                           */

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
  bool pages;             /* more than one page is allowed */
  double unit;            /* width of a cell */
  double right, down;     /* distance from a covering to the next */
  double width, height;   /* of a page */
  bcov_page_point corner; /* of the first covering of a page */
  bcov_page_point number; /* of the label of a covering, relative to its corner */
} bcov_contact_sheet;

/* With PAGES, pages have the format A4, portrait or landscape, whichever gives larger cells;
   otherwise there is one page, as large as it needs to be.  BCOV_INPUT if ROWS or COLUMNS is 0 or
   too large.  End the sheet after a failure too. */
bcov_status bcov_contact_sheet_start (bcov_contact_sheet *sheet, const bcov_puzzle *puzzle,
                                      const bcov_look *look, bool pages, uint32_t rows,
                                      uint32_t columns, bcov_error *err);
bcov_status bcov_contact_sheet_add (bcov_contact_sheet *sheet, const bcov_covering *covering,
                                    bcov_error *err);
void bcov_contact_sheet_end (bcov_contact_sheet *sheet);

#endif
