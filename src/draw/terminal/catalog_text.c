/* The catalog as text.

   Pieces: which character stands at a line and a column depends on the lattice.  Squares are
   letters as in puzzle files, the layers of cubes stand side by side, each row of hexagons begins
   half a cell further right, triangles are signs that point up and down.  Pieces stand side by side
   while they fit.

   Names: the names of each lattice are listed twice, once for pieces and once for sets.  Sets are
   built to count their members; the largest has 2725, which takes no noticeable time. */

#include "draw/terminal/catalog_text.h"
#include "draw/scene/catalog_find.h"

#include <stdio.h>
#include <string.h>

enum { SCREEN = 80, GAP = 3 };

/* ---- one piece ---- */

typedef struct {
  bcov_lattice lattice;
  const bcov_catalog_piece *piece;
  int32_t layers, rows, columns; /* of its grid */
  bool *is_cell;                 /* of each position of it */
  size_t width, height;          /* in characters, without the name */
} piece_drawing;

static size_t position (const piece_drawing *p, int32_t layer, int32_t row, int32_t column)
{
  return ((size_t)layer * (size_t)p->rows + (size_t)row) * (size_t)p->columns + (size_t)column;
}

static void measure (piece_drawing *p)
{
  const bcov_shape *shape = &p->piece->shape;
  for (uint32_t k = 0; k < shape->count; k++) {
    bcov_cell cell = shape->cells[k];
    p->layers = cell.layer >= p->layers ? cell.layer + 1 : p->layers;
    p->rows = cell.row >= p->rows ? cell.row + 1 : p->rows;
    p->columns = cell.column >= p->columns ? cell.column + 1 : p->columns;
  }
  size_t columns = (size_t)p->columns;
  p->height = (size_t)p->rows;
  p->width =
      p->lattice == BCOV_HEX ? 2 * columns + p->height - 2 : (size_t)p->layers * (columns + 1) - 1;
}

static bcov_status make_drawing (bcov_mem *mem, piece_drawing *p, bcov_error *err)
{
  const bcov_shape *shape = &p->piece->shape;
  measure (p);
  p->is_cell = bcov_mem_alloc (mem, position (p, p->layers, 0, 0), sizeof *p->is_cell, err);
  if (!p->is_cell)
    return bcov_mem_status (mem);
  for (uint32_t k = 0; k < shape->count; k++)
    p->is_cell[position (p, shape->cells[k].layer, shape->cells[k].row, shape->cells[k].column)] =
        true;
  return BCOV_OK;
}

/* The letter of the name, or X for the numbered members of sets. */
static uint32_t letter_of (const piece_drawing *p)
{
  char c = p->piece->name[0];
  return c >= 'A' && c <= 'Z' ? (uint32_t)c : 'X';
}

static uint32_t cube_rune (const piece_drawing *p, int32_t row, int32_t x)
{
  int32_t layer = x / (p->columns + 1), column = x % (p->columns + 1);
  if (column == p->columns)
    return ' ';
  return p->is_cell[position (p, layer, row, column)] ? letter_of (p) : '.';
}

static uint32_t hex_rune (const piece_drawing *p, int32_t row, int32_t x)
{
  x -= row;
  bool is_on = x >= 0 && x % 2 == 0 && x / 2 < p->columns;
  return is_on && p->is_cell[position (p, 0, row, x / 2)] ? letter_of (p) : ' ';
}

static uint32_t triangle_rune (const piece_drawing *p, int32_t row, int32_t x)
{
  if (!p->is_cell[position (p, 0, row, x)])
    return ' ';
  return (row + x) % 2 ? 0x25bd : 0x25b3;
}

static uint32_t rune_at (const piece_drawing *p, int32_t row, int32_t x)
{
  switch (p->lattice) {
  case BCOV_HEX:
    return hex_rune (p, row, x);
  case BCOV_TRIANGLE:
    return triangle_rune (p, row, x);
  default:
    return cube_rune (p, row, x);
  }
}

/* ---- pieces side by side ---- */

static size_t width_with_name (const piece_drawing *p)
{
  size_t name = strlen (p->piece->name);
  return name > p->width ? name : p->width;
}

/* How many of the COUNT drawings at P fit beside each other; at least one. */
static size_t fitting (const piece_drawing *p, size_t count)
{
  size_t width = width_with_name (p), n = 1;
  while (n < count && width + GAP + width_with_name (p + n) <= SCREEN)
    width += GAP + width_with_name (p + n++);
  return n;
}

/* Blanks owed before the next character, so that none stand at the end of a line. */
static void put_blanks (bcov_text *out, size_t *blanks)
{
  for (; *blanks; --*blanks)
    bcov_text_char (out, ' ');
}

static void write_titles (const piece_drawing *p, size_t count, bcov_text *out)
{
  size_t blanks = 0;
  for (size_t k = 0; k < count; k++) {
    put_blanks (out, &blanks);
    bcov_text_put (out, p[k].piece->name);
    blanks = width_with_name (p + k) - strlen (p[k].piece->name) + GAP;
  }
  bcov_text_char (out, '\n');
}

static void write_line (const piece_drawing *p, size_t count, size_t line, bcov_text *out)
{
  size_t blanks = 0;
  for (size_t k = 0; k < count; k++) {
    for (size_t x = 0; x < width_with_name (p + k) + GAP; x++) {
      bool is_on = line < p[k].height && x < p[k].width;
      uint32_t rune = is_on ? rune_at (p + k, (int32_t)line, (int32_t)x) : ' ';
      if (rune == ' ') {
        blanks++;
        continue;
      }
      put_blanks (out, &blanks);
      bcov_text_rune (out, rune);
    }
  }
  bcov_text_char (out, '\n');
}

static void write_drawings (const piece_drawing *p, size_t count, bcov_text *out)
{
  for (size_t first = 0, n; first < count; first += n) {
    size_t height = 0;
    n = fitting (p + first, count - first);
    for (size_t k = first; k < first + n; k++)
      height = p[k].height > height ? p[k].height : height;
    if (first)
      bcov_text_char (out, '\n');
    write_titles (p + first, n, out);
    for (size_t line = 0; line < height; line++)
      write_line (p + first, n, line, out);
  }
}

static bcov_status draw_pieces (bcov_mem *mem, bcov_lattice lattice,
                                const bcov_catalog_entry *entry, bcov_text *out, bcov_error *err)
{
  size_t count = entry->pieces.count;
  piece_drawing *drawings = bcov_mem_alloc (mem, count, sizeof *drawings, err);
  bcov_status status = drawings ? BCOV_OK : bcov_mem_status (mem);
  for (size_t k = 0; k < count && !status; k++) {
    drawings[k].lattice = lattice;
    drawings[k].piece = entry->pieces.data + k;
    status = make_drawing (mem, drawings + k, err);
  }
  if (!status)
    write_drawings (drawings, count, out);
  for (size_t k = 0; drawings && k < count; k++)
    bcov_mem_free (mem, drawings[k].is_cell);
  bcov_mem_free (mem, drawings);
  return status;
}

/* ---- pieces as JSON ---- */

/* Names of the catalog are letters, digits, '-', '.', '\'' and blanks: they need no escapes. */
static void write_cells (bcov_lattice lattice, const bcov_shape *shape, bcov_text *out)
{
  bcov_text_char (out, '[');
  for (uint32_t k = 0; k < shape->count; k++) {
    bcov_cell cell = shape->cells[k];
    bcov_text_put (out, k ? ",[" : "[");
    if (lattice == BCOV_CUBE)
      bcov_text_printf (out, "%d,", cell.layer);
    bcov_text_printf (out, "%d,%d]", cell.row, cell.column);
  }
  bcov_text_char (out, ']');
}

static void write_pieces_json (bcov_lattice lattice, const bcov_catalog_entry *entry,
                               bcov_text *out)
{
  for (size_t k = 0; k < entry->pieces.count; k++) {
    const bcov_catalog_piece *piece = &entry->pieces.data[k];
    bool turn, flip;
    bcov_catalog_moves (lattice, piece->name, &turn, &flip);
    bcov_text_printf (out, "%s{\"name\":\"%s\",\"cells\":", k ? "," : "[", piece->name);
    write_cells (lattice, &piece->shape, out);
    bcov_text_printf (out, ",\"turn\":%s,\"flip\":%s}", turn ? "true" : "false",
                      flip ? "true" : "false");
  }
  bcov_text_put (out, "]\n");
}

bcov_status bcov_catalog_text_pieces (bcov_mem *mem, bcov_lattice lattice, const char *name,
                                      bool json, bcov_text *out, bcov_error *err)
{
  bcov_catalog_entry entry = {0};
  bcov_status status = bcov_catalog_find_entry (mem, &lattice, name, &entry, err);
  if (!status && json)
    write_pieces_json (lattice, &entry, out);
  else if (!status)
    status = draw_pieces (mem, lattice, &entry, out, err);
  bcov_catalog_free (mem, &entry);
  return status;
}

/* ---- names ---- */

/* What a name stands for. */
struct tally {
  size_t pieces, cells; /* in all */
  bool is_set;
};

/* A list that is being written. */
struct name_list {
  bcov_mem *mem;
  bcov_text *out;
  bcov_lattice lattice;
  bool with_square; /* the square lattice is listed too */
  bool is_first;    /* nothing has been written */
  size_t used;      /* columns of the line of pieces */
};

/* Writes the entry of one name. */
typedef bcov_status write_name (struct name_list *list, const char *name, const struct tally *tally,
                                bcov_error *err);

static bcov_status count_pieces (const struct name_list *list, const char *prefix, const char *name,
                                 struct tally *out, bcov_error *err)
{
  char full[64];
  bcov_catalog_entry entry = {0};
  bool found;
  int length = snprintf (full, sizeof full, "%s%s", prefix, name);
  bcov_status status =
      bcov_catalog_find (list->mem, list->lattice, full, (size_t)length, &entry, &found, err);
  *out = (struct tally){.pieces = entry.pieces.count, .is_set = entry.is_set};
  for (size_t k = 0; k < entry.pieces.count; k++)
    out->cells += entry.pieces.data[k].shape.count;
  bcov_catalog_free (list->mem, &entry);
  return status;
}

static bool is_square_name (const char *name)
{
  const char *const *names;
  size_t count = bcov_catalog_names (BCOV_SQUARE, &names);
  for (size_t k = 0; k < count; k++)
    if (!strcmp (name, names[k]))
      return true;
  return false;
}

/* Calls WRITE for the names of the lattice that are to be listed. */
static bcov_status write_names_of (struct name_list *list, write_name *write, bcov_error *err)
{
  const char *const *names;
  size_t count = bcov_catalog_names (list->lattice, &names);
  bool leaves_out = list->lattice == BCOV_CUBE && list->with_square;
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < count && !status; k++) {
    struct tally tally;
    if (leaves_out && is_square_name (names[k]))
      continue;
    status = count_pieces (list, "", names[k], &tally, err);
    if (!status)
      status = write (list, names[k], &tally, err);
  }
  return status;
}

/* ---- names as text ---- */

static bcov_status write_piece (struct name_list *list, const char *name, const struct tally *tally,
                                bcov_error *err)
{
  (void)err;
  size_t length = strlen (name);
  if (tally->is_set)
    return BCOV_OK;
  bool starts = !list->used || list->used + 1 + length > SCREEN;
  if (starts && list->used)
    bcov_text_char (list->out, '\n');
  bcov_text_printf (list->out, "%s%s", starts ? "  " : " ", name);
  list->used = starts ? 2 + length : list->used + 1 + length;
  return BCOV_OK;
}

static bcov_status write_set (struct name_list *list, const char *name, const struct tally *tally,
                              bcov_error *err)
{
  struct tally one_sided, fixed;
  if (!tally->is_set)
    return BCOV_OK;
  bcov_status status = count_pieces (list, "one-sided ", name, &one_sided, err);
  if (!status)
    status = count_pieces (list, "fixed ", name, &fixed, err);
  if (!status)
    bcov_text_printf (list->out, "  %-12s %6zu %10zu %6zu\n", name, tally->pieces, one_sided.pieces,
                      fixed.pieces);
  return status;
}

static bcov_status write_lattice (struct name_list *list, bcov_error *err)
{
  bcov_text_printf (list->out, "%s%s\n", list->is_first ? "" : "\n",
                    bcov_lattice_name (list->lattice));
  list->is_first = false;
  list->used = 0;
  bcov_status status = write_names_of (list, write_piece, err);
  if (list->used)
    bcov_text_char (list->out, '\n');
  if (list->lattice == BCOV_CUBE && list->with_square)
    bcov_text_put (list->out, "  and the square pieces and sets, one layer thick\n");
  bcov_text_printf (list->out, "  %-12s %6s %10s %6s\n", "set", "pieces", "one-sided", "fixed");
  return status ? status : write_names_of (list, write_set, err);
}

static const char notes[] =
    "\nRxC is a rectangle of R rows and C columns, and LxRxC is a box.  The name of a\nset may "
    "start with 'one-sided' or 'fixed', as in 'fixed pentominoes'.  Pieces of\nsets without "
    "letters are called hexominoes.1 and so on.  To draw a piece or a\nset: boardcover catalog "
    "NAME\n";

/* ---- names as JSON ---- */

static bcov_status write_json (struct name_list *list, const char *name, const struct tally *tally,
                               bcov_error *err)
{
  (void)err;
  bcov_text_printf (list->out,
                    "%s{\"lattice\":\"%s\",\"name\":\"%s\",\"pieces\":%zu,\"cells\":%zu}",
                    list->is_first ? "[" : ",", bcov_lattice_name (list->lattice), name,
                    tally->pieces, tally->cells);
  list->is_first = false;
  return BCOV_OK;
}

bcov_status bcov_catalog_text_names (bcov_mem *mem, bcov_lattice lattice, bool json, bcov_text *out,
                                     bcov_error *err)
{
  struct name_list list = {
      .mem = mem, .out = out, .with_square = lattice == BCOV_LATTICES, .is_first = true};
  bcov_status status = BCOV_OK;
  for (bcov_lattice k = 0; k < BCOV_LATTICES && !status; k++) {
    list.lattice = k;
    if (lattice == k || lattice == BCOV_LATTICES)
      status = json ? write_names_of (&list, write_json, err) : write_lattice (&list, err);
  }
  bcov_text_put (out, json ? "]\n" : notes);
  return status;
}
