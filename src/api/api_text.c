/* Coverings, answers and the catalog as text: drawings in letters, boxes or blocks, and JSON.

   A printer writes many coverings of one puzzle.  It keeps its buffer, so that it allocates nothing
   from the second covering on. */

#include "api/api.h"
#include "draw/scene/catalog_find.h"
#include "draw/terminal/catalog_text.h"
#include "draw/terminal/terminal.h"
#include "format/covering/covering_write.h"

#include <inttypes.h>

/* Returns COVERING with its own memory instead of its puzzle's.  VIEW stores the puzzle that the
   result refers to. */
static bcov_covering with_own_memory (const bcov_covering *covering, bcov_puzzle *view)
{
  bcov_covering own = *covering;
  *view = bcov_puzzle_view (covering->puzzle, covering->mem);
  own.puzzle = view;
  return own;
}

bcov_status bcov_covering_draw (const bcov_covering *covering, bcov_style style, bool colour,
                                char **text, size_t *length, bcov_error *err)
{
  bcov_text out = {0};
  bcov_puzzle view;
  bcov_covering own = with_own_memory (covering, &view);
  *text = NULL;
  bcov_status status = bcov_terminal_draw (&own, style, colour, &out, err);
  return bcov_api_text (status, &out, text, length, err);
}

static void put_index (bcov_text *out, uint64_t index)
{
  char digits[24], *end = digits + sizeof digits, *at = end;
  for (*--at = ','; index; index /= 10)
    *--at = (char)('0' + index % 10);
  bcov_text_put (out, "\"index\":");
  bcov_text_add (out, at, (size_t)(end - at));
}

static bcov_status put_covering (const bcov_covering *covering, uint64_t index, bcov_text *out,
                                 bcov_error *err)
{
  bcov_text_char (out, '{');
  if (index)
    put_index (out, index);
  bcov_status status = bcov_covering_write_json (covering, out, err);
  bcov_text_char (out, '}');
  return status;
}

bcov_status bcov_covering_json (const bcov_covering *covering, uint64_t index, char **text,
                                size_t *length, bcov_error *err)
{
  bcov_text out = {0};
  *text = NULL;
  bcov_status status = put_covering (covering, index, &out, err);
  return bcov_api_text (status, &out, text, length, err);
}

bcov_status bcov_answer_json (const bcov_answer *answer, char **text, size_t *length,
                              bcov_error *err)
{
  bcov_text out = {0};
  bcov_status status = BCOV_OK;
  *text = NULL;
  bcov_text_printf (&out, "{\"cells\":%" PRIu64 ",\"complete\":%s,", answer->cells,
                    answer->complete ? "true" : "false");
  if (answer->covering)
    status = bcov_covering_write_json (answer->covering, &out, err);
  else
    bcov_text_put (&out, "\"placements\":[]");
  bcov_text_char (&out, '}');
  return bcov_api_text (status, &out, text, length, err);
}

bcov_status bcov_catalog (const bcov_request *request, const char *lattice, const char *name,
                          bool json, char **text, size_t *length, bcov_error *err)
{
  bcov_text out = {0};
  bcov_lattice wanted;
  *text = NULL;
  bcov_status status = bcov_catalog_find_lattice (lattice, &wanted, err);
  bcov_mem *mem = status ? NULL : bcov_request_memory (request, err);
  if (!mem)
    return status ? status : BCOV_FAULT;
  status = name ? bcov_catalog_text_pieces (mem, wanted, name, json, &out, err)
                : bcov_catalog_text_names (mem, wanted, json, &out, err);
  bcov_mem_delete (mem);
  return bcov_api_text (status, &out, text, length, err);
}

/* ---- printers ---- */

struct bcov_printer {
  bcov_mem *mem; /* held */
  bcov_puzzle view;
  bcov_text text;
  bcov_letter_printer letters; /* made for the first covering in letters */
  bool has_letters;
  bcov_colouring colour_by;
};

bcov_status bcov_printer_new (const bcov_puzzle *puzzle, const bcov_request *request,
                              bcov_printer **out, bcov_error *err)
{
  bcov_mem *mem = bcov_request_mem (request, puzzle);
  bcov_printer *printer = bcov_mem_alloc (mem, 1, sizeof *printer, err);
  *out = printer;
  if (!printer)
    return bcov_mem_status (mem);
  printer->mem = bcov_mem_hold (mem);
  printer->view = bcov_puzzle_view (puzzle, mem);
  return BCOV_OK;
}

void bcov_printer_free (bcov_printer *printer)
{
  if (!printer)
    return;
  bcov_text_drop (&printer->text);
  bcov_letter_printer_free (&printer->letters);
  bcov_mem *mem = printer->mem;
  bcov_mem_free (mem, printer);
  bcov_mem_delete (mem);
}

/* Lends the text to the caller until the next call, unless STATUS is a failure. */
static bcov_status lend_text (bcov_printer *printer, bcov_status status, const char **text,
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

bcov_status bcov_printer_colour_by (bcov_printer *printer, const char *what, bcov_error *err)
{
  return bcov_palette_find (what, &printer->colour_by, err);
}

static bcov_status draw_letters (bcov_printer *printer, const bcov_covering *covering,
                                 bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (!printer->has_letters)
    status = bcov_letter_printer_make (&printer->view, &printer->letters, err);
  printer->has_letters = !status;
  return status ? status
                : bcov_letter_printer_draw (&printer->letters, covering, &printer->text, err);
}

bcov_status bcov_printer_draw (bcov_printer *printer, const bcov_covering *covering,
                               bcov_style style, bool colour, const char **text, size_t *length,
                               bcov_error *err)
{
  bool letters = style == BCOV_LETTERS && !colour && !printer->view.exact;
  bcov_covering own = *covering;
  own.puzzle = &printer->view;
  printer->text.length = 0;
  bcov_status status = letters ? draw_letters (printer, covering, err)
                               : bcov_terminal_draw_by (&own, style, colour, printer->colour_by,
                                                        &printer->text, err);
  return lend_text (printer, status, text, length, err);
}

bcov_status bcov_printer_json (bcov_printer *printer, const bcov_covering *covering, uint64_t index,
                               const char **text, size_t *length, bcov_error *err)
{
  printer->text.length = 0;
  bcov_status status = put_covering (covering, index, &printer->text, err);
  return lend_text (printer, status, text, length, err);
}
