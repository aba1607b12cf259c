/* terminal.c draws the empty board once, and the place of each cell in that text is stored.  To
   draw a covering, copy the text and write one byte for each cell.  If a letter takes several
   bytes, which is rare, terminal.c draws the covering.  Time: a copy of the text, and linear in the
   cells. */

#include "draw/terminal/letter_printer.h"

#include "draw/terminal/terminal.h"

#include <assert.h>

/* A line of the drawing has the layers side by side, with a blank or the newline behind each. */
static bcov_status find_places (bcov_letter_printer *printer, const bcov_board *board,
                                bcov_error *err)
{
  size_t columns = (size_t)board->columns + 1, layers = (size_t)board->layers;
  printer->place =
      bcov_mem_alloc (printer->lettering.mem, board->n_cells, sizeof *printer->place, err);
  if (!printer->place)
    return bcov_mem_status (printer->lettering.mem);
  for (uint32_t k = 0; k < board->n_cells; k++) {
    bcov_cell cell = board->cells[k];
    size_t place = ((size_t)cell.row * layers + (size_t)cell.layer) * columns + (size_t)cell.column;
    assert (place < printer->blank.length && printer->blank.data[place] == '.');
    printer->place[k] = (uint32_t)place;
  }
  return BCOV_OK;
}

static bcov_status draw_blank (bcov_letter_printer *printer, const bcov_puzzle *puzzle,
                               bcov_error *err)
{
  bcov_covering *empty = NULL;
  bcov_status status = bcov_covering_new (puzzle, &empty, err);
  if (!status)
    status = bcov_terminal_draw (empty, BCOV_LETTERS, false, &printer->blank, err);
  if (!status)
    status = bcov_text_status (&printer->blank, err);
  bcov_covering_free (empty);
  return status;
}

bcov_status bcov_letter_printer_make (const bcov_puzzle *puzzle, bcov_letter_printer *out,
                                      bcov_error *err)
{
  *out = (bcov_letter_printer){0};
  bcov_status status = bcov_lettering_start (puzzle, &out->lettering, err);
  if (!status)
    status = draw_blank (out, puzzle, err);
  if (!status)
    status = find_places (out, &puzzle->board, err);
  if (status)
    bcov_letter_printer_free (out);
  return status;
}

void bcov_letter_printer_free (bcov_letter_printer *printer)
{
  bcov_mem *mem = printer->lettering.mem;
  if (!mem)
    return;
  bcov_mem_free (mem, printer->place);
  bcov_vec_free (mem, &printer->letters);
  bcov_text_drop (&printer->blank);
  bcov_lettering_end (&printer->lettering);
}

/* Whether each of the COUNT letters is one byte. */
static bool are_bytes (const uint32_t *letters, size_t count)
{
  uint32_t all = 0;
  for (size_t k = 0; k < count; k++)
    all |= letters[k];
  return all < 0x80;
}

static void put_letters (const bcov_letter_printer *printer, const bcov_covering *covering,
                         char *drawing)
{
  for (size_t k = 0; k < covering->laid.count; k++) {
    bcov_laid laid = covering->laid.data[k];
    for (uint32_t c = 0; c < laid.count; c++)
      drawing[printer->place[covering->cells.data[laid.first + c]]] =
          (char)printer->letters.data[k];
  }
}

bcov_status bcov_letter_printer_draw (bcov_letter_printer *printer, const bcov_covering *covering,
                                      bcov_text *out, bcov_error *err)
{
  size_t count = covering->laid.count;
  bcov_status status = bcov_vec_reserve (printer->lettering.mem, &printer->letters, count, err);
  if (!status)
    status = bcov_lettering_give (&printer->lettering, covering, printer->letters.data, err);
  if (status)
    return status;
  if (!are_bytes (printer->letters.data, count))
    return bcov_terminal_draw (covering, BCOV_LETTERS, false, out, err);
  bcov_text_add (out, printer->blank.data, printer->blank.length);
  if (!out->failed)
    put_letters (printer, covering, out->data + out->length - printer->blank.length);
  return BCOV_OK;
}
