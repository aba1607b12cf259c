/* Drawings of the catalog.  A picture is a piece with its grid; which character stands at a line
   and a column of it depends on the lattice: squares by letters as in puzzle files, the layers of
   cubes side by side, each row of hexagons half a cell further right, triangles by ones that point
   up and down.  Pictures are put side by side while they fit. */

#include "draw/terminal/catalog_text.h"

#include <string.h>

enum { SCREEN = 80, GAP = 3 };

/* ---- one picture ---- */

typedef struct {
  bcov_lattice lattice;
  const bcov_catalog_piece *piece;
  int32_t layers, rows, columns; /* of its grid */
  bool *is_cell;                 /* of each position of it */
  size_t width, height;          /* in characters, without the name */
} picture;

static size_t position (const picture *p, int32_t layer, int32_t row, int32_t column)
{
  return ((size_t)layer * (size_t)p->rows + (size_t)row) * (size_t)p->columns + (size_t)column;
}

static void measure (picture *p)
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

static bcov_status make_picture (bcov_mem *mem, picture *p, bcov_error *err)
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
static uint32_t letter_of (const picture *p)
{
  char c = p->piece->name[0];
  return c >= 'A' && c <= 'Z' ? (uint32_t)c : 'X';
}

static uint32_t cube_rune (const picture *p, int32_t row, int32_t x)
{
  int32_t layer = x / (p->columns + 1), column = x % (p->columns + 1);
  if (column == p->columns)
    return ' ';
  return p->is_cell[position (p, layer, row, column)] ? letter_of (p) : '.';
}

static uint32_t hex_rune (const picture *p, int32_t row, int32_t x)
{
  x -= row;
  bool is_on = x >= 0 && x % 2 == 0 && x / 2 < p->columns;
  return is_on && p->is_cell[position (p, 0, row, x / 2)] ? letter_of (p) : ' ';
}

static uint32_t triangle_rune (const picture *p, int32_t row, int32_t x)
{
  if (!p->is_cell[position (p, 0, row, x)])
    return ' ';
  return (row + x) % 2 ? 0x25bd : 0x25b3;
}

static uint32_t rune_at (const picture *p, int32_t row, int32_t x)
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

/* ---- many pictures ---- */

static size_t width_with_name (const picture *p)
{
  size_t name = strlen (p->piece->name);
  return name > p->width ? name : p->width;
}

/* How many of the COUNT pictures at P fit beside each other; at least one. */
static size_t fitting (const picture *p, size_t count)
{
  size_t width = width_with_name (p), n = 1;
  while (n < count && width + GAP + width_with_name (p + n) <= SCREEN)
    width += GAP + width_with_name (p + n++);
  return n;
}

/* Blanks owed before the next character, so that none stand at the end of a line. */
static void pay_blanks (bcov_text *out, size_t *blanks)
{
  for (; *blanks; --*blanks)
    bcov_text_char (out, ' ');
}

static void write_names (const picture *p, size_t count, bcov_text *out)
{
  size_t blanks = 0;
  for (size_t k = 0; k < count; k++) {
    pay_blanks (out, &blanks);
    bcov_text_put (out, p[k].piece->name);
    blanks = width_with_name (p + k) - strlen (p[k].piece->name) + GAP;
  }
  bcov_text_char (out, '\n');
}

static void write_line (const picture *p, size_t count, size_t line, bcov_text *out)
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
      pay_blanks (out, &blanks);
      bcov_text_rune (out, rune);
    }
  }
  bcov_text_char (out, '\n');
}

static void write_pictures (const picture *p, size_t count, bcov_text *out)
{
  for (size_t first = 0, n; first < count; first += n) {
    size_t height = 0;
    n = fitting (p + first, count - first);
    for (size_t k = first; k < first + n; k++)
      height = p[k].height > height ? p[k].height : height;
    if (first)
      bcov_text_char (out, '\n');
    write_names (p + first, n, out);
    for (size_t line = 0; line < height; line++)
      write_line (p + first, n, line, out);
  }
}

static bcov_status draw_pieces (bcov_mem *mem, bcov_lattice lattice,
                                const bcov_catalog_entry *entry, bcov_text *out, bcov_error *err)
{
  size_t count = entry->pieces.count;
  picture *pictures = bcov_mem_alloc (mem, count, sizeof *pictures, err);
  bcov_status status = pictures ? BCOV_OK : bcov_mem_status (mem);
  for (size_t k = 0; k < count && !status; k++) {
    pictures[k].lattice = lattice;
    pictures[k].piece = entry->pieces.data + k;
    status = make_picture (mem, pictures + k, err);
  }
  if (!status)
    write_pictures (pictures, count, out);
  for (size_t k = 0; pictures && k < count; k++)
    bcov_mem_free (mem, pictures[k].is_cell);
  bcov_mem_free (mem, pictures);
  return status;
}

/* ---- JSON ---- */

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
    bcov_text_printf (out, "%s{\"name\":\"%s\",\"cells\":", k ? "," : "[",
                      entry->pieces.data[k].name);
    write_cells (lattice, &entry->pieces.data[k].shape, out);
    bcov_text_char (out, '}');
  }
  bcov_text_put (out, "]\n");
}

/* ---- one name ---- */

/* Looks NAME up on LATTICE or, if that is BCOV_LATTICES, on one after the other; LATTICE becomes
   the one where it was found. */
static bcov_status find_name (bcov_mem *mem, bcov_lattice *lattice, const char *name,
                              bcov_catalog_entry *entry, bool *found, bcov_error *err)
{
  if (*lattice != BCOV_LATTICES)
    return bcov_catalog_find (mem, *lattice, name, strlen (name), entry, found, err);
  bcov_status status = BCOV_OK;
  *found = false;
  for (bcov_lattice k = 0; k < BCOV_LATTICES && !status && !*found; k++) {
    status = bcov_catalog_find (mem, k, name, strlen (name), entry, found, err);
    if (*found)
      *lattice = k;
  }
  return status;
}

static const char *nearest_name (bcov_lattice lattice, const char *name)
{
  const char *nearest = NULL;
  for (bcov_lattice k = 0; k < BCOV_LATTICES && !nearest; k++) {
    const char *const *names;
    size_t count = bcov_catalog_names (k, &names);
    if (lattice == k || lattice == BCOV_LATTICES)
      nearest = bcov_text_nearest (name, names, count);
  }
  return nearest;
}

static bcov_status report_unknown (bcov_lattice lattice, const char *name, bcov_error *err)
{
  const char *nearest = nearest_name (lattice, name);
  bool any = lattice == BCOV_LATTICES;
  return bcov_error_add (
      err, BCOV_INPUT, NULL, "unknown piece or set '%s'%s%s; %s%s%ssee boardcover catalog", name,
      any ? "" : " on the lattice ", any ? "" : bcov_lattice_name (lattice),
      nearest ? "did you mean '" : "", nearest ? nearest : "", nearest ? "'? " : "");
}

bcov_status bcov_catalog_text_lattice (const char *name, bcov_lattice *out, bcov_error *err)
{
  *out = name ? bcov_lattice_find (name, strlen (name)) : BCOV_LATTICES;
  if (!name || *out != BCOV_LATTICES)
    return BCOV_OK;
  return bcov_error_add (err, BCOV_INPUT, NULL,
                         "unknown lattice '%s'; there are square, cube, hex and triangle", name);
}

bcov_status bcov_catalog_text_find (bcov_mem *mem, bcov_lattice *lattice, const char *name,
                                    bcov_catalog_entry *out, bcov_error *err)
{
  bool found;
  bcov_status status = find_name (mem, lattice, name, out, &found, err);
  return !status && !found ? report_unknown (*lattice, name, err) : status;
}

bcov_status bcov_catalog_text_pieces (bcov_mem *mem, bcov_lattice lattice, const char *name,
                                      bool json, bcov_text *out, bcov_error *err)
{
  bcov_catalog_entry entry = {0};
  bcov_status status = bcov_catalog_text_find (mem, &lattice, name, &entry, err);
  if (!status && json)
    write_pieces_json (lattice, &entry, out);
  else if (!status)
    status = draw_pieces (mem, lattice, &entry, out, err);
  bcov_catalog_free (mem, &entry);
  return status;
}
