/* A drawing in letters is that of the empty board with letters put over its cells.  So the empty
   board is drawn once, by terminal.c, and where each cell stands there is noted; a covering is then
   a copy and a byte a cell.  Letters that take several bytes, which are rare, are left to
   terminal.c.  Time: a copy of the text, and linear in the cells. */

#include "draw/terminal/sheet.h"

#include "draw/terminal/terminal.h"

#include <assert.h>

/* A line of the drawing has the layers side by side, with a blank or the newline behind each. */
static bcov_status find_places (bcov_sheet *sheet, const bcov_board *board, bcov_error *err)
{
  size_t columns = (size_t)board->columns + 1, layers = (size_t)board->layers;
  sheet->place = bcov_mem_alloc (sheet->lettering.mem, board->n_cells, sizeof *sheet->place, err);
  if (!sheet->place)
    return bcov_mem_status (sheet->lettering.mem);
  for (uint32_t k = 0; k < board->n_cells; k++) {
    bcov_cell cell = board->cells[k];
    size_t place = ((size_t)cell.row * layers + (size_t)cell.layer) * columns + (size_t)cell.column;
    assert (place < sheet->blank.length && sheet->blank.data[place] == '.');
    sheet->place[k] = (uint32_t)place;
  }
  return BCOV_OK;
}

static bcov_status draw_blank (bcov_sheet *sheet, const bcov_puzzle *puzzle, bcov_error *err)
{
  bcov_covering *empty = NULL;
  bcov_status status = bcov_covering_new (puzzle, &empty, err);
  if (!status)
    status = bcov_terminal_draw (empty, BCOV_LETTERS, false, &sheet->blank, err);
  if (!status)
    status = bcov_text_status (&sheet->blank, err);
  bcov_covering_free (empty);
  return status;
}

bcov_status bcov_sheet_make (const bcov_puzzle *puzzle, bcov_sheet *out, bcov_error *err)
{
  *out = (bcov_sheet){0};
  bcov_status status = bcov_lettering_start (puzzle, &out->lettering, err);
  if (!status)
    status = draw_blank (out, puzzle, err);
  if (!status)
    status = find_places (out, &puzzle->board, err);
  if (status)
    bcov_sheet_free (out);
  return status;
}

void bcov_sheet_free (bcov_sheet *sheet)
{
  bcov_mem *mem = sheet->lettering.mem;
  if (!mem)
    return;
  bcov_mem_free (mem, sheet->place);
  bcov_vec_free (mem, &sheet->letters);
  bcov_text_drop (&sheet->blank);
  bcov_lettering_end (&sheet->lettering);
}

/* Whether each of the COUNT letters is one byte. */
static bool are_bytes (const uint32_t *letters, size_t count)
{
  uint32_t all = 0;
  for (size_t k = 0; k < count; k++)
    all |= letters[k];
  return all < 0x80;
}

static void put_letters (const bcov_sheet *sheet, const bcov_covering *covering, char *drawing)
{
  for (size_t k = 0; k < covering->laid.count; k++) {
    bcov_laid laid = covering->laid.data[k];
    for (uint32_t c = 0; c < laid.count; c++)
      drawing[sheet->place[covering->cells.data[laid.first + c]]] = (char)sheet->letters.data[k];
  }
}

bcov_status bcov_sheet_draw (bcov_sheet *sheet, const bcov_covering *covering, bcov_text *out,
                             bcov_error *err)
{
  size_t count = covering->laid.count;
  bcov_status status = bcov_vec_reserve (sheet->lettering.mem, &sheet->letters, count, err);
  if (!status)
    status = bcov_lettering_give (&sheet->lettering, covering, sheet->letters.data, err);
  if (status)
    return status;
  if (!are_bytes (sheet->letters.data, count))
    return bcov_terminal_draw (covering, BCOV_LETTERS, false, out, err);
  bcov_text_add (out, sheet->blank.data, sheet->blank.length);
  if (!out->failed)
    put_letters (sheet, covering, out->data + out->length - sheet->blank.length);
  return BCOV_OK;
}
