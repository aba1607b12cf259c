/* Many coverings as text, without asking for memory for each. */

#include "draw/terminal/letter_printer.h"
#include "draw/terminal/terminal.h"
#include "format/covering/covering_write.h"

struct bcov_printer {
  const bcov_puzzle *puzzle;
  bcov_text text;
  bcov_letter_printer sheet; /* for letters; of an exact cover problem empty */
  bool has_sheet;
};

bcov_status bcov_printer_new (const bcov_puzzle *puzzle, bcov_printer **out, bcov_error *err)
{
  bcov_printer *printer = bcov_mem_alloc (puzzle->mem, 1, sizeof *printer, err);
  *out = printer;
  if (!printer)
    return bcov_mem_status (puzzle->mem);
  printer->puzzle = puzzle;
  return BCOV_OK;
}

void bcov_printer_free (bcov_printer *printer)
{
  if (!printer)
    return;
  bcov_text_drop (&printer->text);
  bcov_letter_printer_free (&printer->sheet);
  bcov_mem_free (printer->puzzle->mem, printer);
}

/* Hands over what was written, if all went well. */
static bcov_status hand_over (bcov_printer *printer, bcov_status status, const char **text,
                              size_t *length, bcov_error *err)
{
  bcov_text_add (&printer->text, "", 0);
  if (!status)
    status = bcov_text_status (&printer->text, err);
  if (status) {
    bcov_text_drop (&printer->text);
    return status;
  }
  *text = printer->text.data;
  if (length)
    *length = printer->text.length;
  return BCOV_OK;
}

static bcov_status draw_letters (bcov_printer *printer, const bcov_covering *covering,
                                 bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (!printer->has_sheet)
    status = bcov_letter_printer_make (printer->puzzle, &printer->sheet, err);
  printer->has_sheet = !status;
  return status ? status
                : bcov_letter_printer_draw (&printer->sheet, covering, &printer->text, err);
}

bcov_status bcov_printer_draw (bcov_printer *printer, const bcov_covering *covering,
                               bcov_style style, bool colour, const char **text, size_t *length,
                               bcov_error *err)
{
  bool letters = style == BCOV_LETTERS && !colour && !printer->puzzle->exact;
  printer->text.length = 0;
  bcov_status status = letters ? draw_letters (printer, covering, err)
                               : bcov_terminal_draw (covering, style, colour, &printer->text, err);
  return hand_over (printer, status, text, length, err);
}

static void put_index (bcov_text *out, uint64_t index)
{
  char digits[24], *end = digits + sizeof digits, *at = end;
  for (*--at = ','; index; index /= 10)
    *--at = (char)('0' + index % 10);
  bcov_text_put (out, "\"index\":");
  bcov_text_add (out, at, (size_t)(end - at));
}

bcov_status bcov_printer_json (bcov_printer *printer, const bcov_covering *covering, uint64_t index,
                               const char **text, size_t *length, bcov_error *err)
{
  bcov_text *out = &printer->text;
  out->length = 0;
  bcov_text_char (out, '{');
  if (index)
    put_index (out, index);
  bcov_status status = bcov_covering_write_json (covering, out, err);
  bcov_text_char (out, '}');
  return hand_over (printer, status, text, length, err);
}
