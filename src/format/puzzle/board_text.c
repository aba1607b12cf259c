/* Distinguishes sizes from drawings.  A text such as 6x8 is a size; a board of one row with these
   letters can be written 6x8/ . */

#include "format/puzzle/board_text.h"
#include "base/text.h"
#include "format/text/measure.h"
#include "format/text/quote.h"

static const char *const wraps[] = {"none", "columns", "rows", "both"};
enum { N_WRAPS = sizeof wraps / sizeof *wraps };

/* Returns the text of a drawing of one layer, without blanks around it. */
static bcov_span whole (const bcov_drawing *drawing)
{
  return drawing->n_layers == 1 ? bcov_span_trim (drawing->layers[0]) : (bcov_span){0};
}

bcov_lattice bcov_board_text_lattice (const bcov_drawing *drawing)
{
  bcov_span text = whole (drawing);
  bool cube = drawing->n_layers > 1 || bcov_measure_numbers (text.text, text.length) == 3;
  return cube ? BCOV_CUBE : BCOV_LATTICES;
}

static bcov_status read_size (bcov_mem *mem, bcov_span text, bcov_lattice lattice, bcov_board *out,
                              bcov_error *err)
{
  bcov_place place = bcov_span_place (text, 0);
  bcov_measure size;
  bcov_status status = bcov_measure_read (text, "the board", &size, err);
  if (status)
    return status;
  if (lattice == BCOV_CUBE && size.numbers == 2)
    return bcov_error_add (err, BCOV_INPUT, &place,
                           "a board of cubes needs three numbers; write 1x%.*s for a single layer",
                           (int)text.length, text.text);
  if (lattice != BCOV_CUBE && size.numbers == 3)
    return bcov_error_add (
        err, BCOV_INPUT, &place,
        "a size of three numbers is a box of cubes, but the lattice is %s; write "
        "ROWSxCOLUMNS, or use the cube lattice",
        bcov_lattice_name (lattice));
  return bcov_board_make (mem, lattice, size.layers, size.rows, size.columns, out, err);
}

bcov_status bcov_board_text_read (bcov_mem *mem, const bcov_drawing *drawing, bcov_lattice lattice,
                                  bcov_board *out, bcov_error *err)
{
  bcov_span text = whole (drawing);
  bcov_place place = bcov_span_place (drawing->layers[0], 0);
  *out = (bcov_board){.lattice = lattice};
  if (bcov_measure_numbers (text.text, text.length))
    return read_size (mem, text, lattice, out, err);
  if (bcov_measure_is_near (text.text, text.length))
    return bcov_error_add (err, BCOV_INPUT, &place,
                           "%s is not a size; write ROWSxCOLUMNS without spaces, such as 6x8, or "
                           "LAYERSxROWSxCOLUMNS for a box of cubes, such as 3x3x3",
                           bcov_quote_make (text.text, text.length).text);
  if (drawing->n_layers > 1 && lattice != BCOV_CUBE)
    return bcov_error_add (err, BCOV_INPUT, &place,
                           "a list of drawings is a board of layers, but the lattice is %s; give "
                           "one drawing, or use the cube lattice",
                           bcov_lattice_name (lattice));
  return bcov_drawing_board (mem, drawing, lattice, out, err);
}

bcov_status bcov_board_text_wrap (bcov_span span, bcov_lattice lattice, bcov_wrap *out,
                                  bcov_error *err)
{
  bcov_place place = bcov_span_place (span, 0);
  size_t k = 0;
  *out = BCOV_WRAP_NONE;
  while (k < N_WRAPS && !bcov_span_is (span, wraps[k]))
    k++;
  if (k == N_WRAPS)
    return bcov_error_add (err, BCOV_INPUT, &place,
                           "unknown wrap %s; use none, columns, rows or both",
                           bcov_quote_make (span.text, span.length).text);
  if (k != BCOV_WRAP_NONE && lattice != BCOV_SQUARE)
    return bcov_error_add (
        err, BCOV_INPUT, &place,
        "only boards of the square lattice can be joined, and this lattice is %s; leave wrap out",
        bcov_lattice_name (lattice));
  *out = (bcov_wrap)k;
  return BCOV_OK;
}

bcov_status bcov_board_text_lattice_named (bcov_span span, bcov_lattice *out, bcov_error *err)
{
  bcov_place place = bcov_span_place (span, 0);
  *out = bcov_lattice_find (span.text, span.length);
  if (*out != BCOV_LATTICES)
    return BCOV_OK;
  return bcov_error_add (err, BCOV_INPUT, &place,
                         "unknown lattice %s; use square, cube, hex or triangle",
                         bcov_quote_make (span.text, span.length).text);
}
