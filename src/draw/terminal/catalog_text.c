/* The catalog as text.

   Pieces: the lattice determines which character is at each line and column.  Squares are letters,
   as in puzzle files.  Layers of cubes are side by side.  Each row of hexagons begins half a cell
   further right than the row above.  Triangles are symbols that point up or down.  As many pieces
   as fit are side by side.

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
  bcov_cell size;       /* layers, rows and columns of its grid */
  size_t width, height; /* in characters; the width is at least that of the name */
} piece_drawing;

static piece_drawing measure (bcov_lattice lattice, const bcov_catalog_piece *piece)
{
  piece_drawing p = {.lattice = lattice, .piece = piece, .size = bcov_shape_size (&piece->shape)};
  size_t columns = (size_t)p.size.column, name = strlen (piece->name);
  p.height = (size_t)p.size.row;
  p.width =
      lattice == BCOV_HEX ? 2 * columns + p.height - 2 : (size_t)p.size.layer * (columns + 1) - 1;
  p.width = name > p.width ? name : p.width;
  return p;
}

/* The character at ROW and column X of the drawing. */
static uint32_t rune_at (const piece_drawing *p, int32_t row, int32_t x)
{
  char first = p->piece->name[0]; /* a letter, except in numbered members of sets */
  uint32_t letter = first >= 'A' && first <= 'Z' ? (uint32_t)first : 'X';
  bcov_cell cell = {0, row, x};
  if (p->lattice == BCOV_HEX)
    cell.column = (x - row) % 2 ? -1 : (x - row) / 2;
  else if (p->lattice != BCOV_TRIANGLE) {
    cell.layer = x / (p->size.column + 1);
    cell.column = x % (p->size.column + 1);
  }
  if (!bcov_shape_has (&p->piece->shape, cell)) {
    bool grid = p->lattice == BCOV_SQUARE || p->lattice == BCOV_CUBE;
    bool on = row < p->size.row && cell.layer < p->size.layer && cell.column < p->size.column;
    return grid && on ? '.' : ' ';
  }
  return p->lattice == BCOV_TRIANGLE ? (row + x) % 2 ? 0x25bd : 0x25b3 : letter;
}

/* ---- pieces side by side ---- */

/* Blanks to write before the next character; this avoids blanks at the end of a line. */
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
    blanks = p[k].width - strlen (p[k].piece->name) + GAP;
  }
  bcov_text_char (out, '\n');
}

static void write_line (const piece_drawing *p, size_t count, size_t line, bcov_text *out)
{
  size_t blanks = 0;
  for (size_t k = 0; k < count; k++)
    for (size_t x = 0; x < p[k].width + GAP; x++) {
      uint32_t rune = rune_at (p + k, (int32_t)line, (int32_t)x);
      if (rune == ' ') {
        blanks++;
        continue;
      }
      put_blanks (out, &blanks);
      bcov_text_rune (out, rune);
    }
  bcov_text_char (out, '\n');
}

/* Every piece is at least one column wide, so that a row has at most SCREEN pieces. */
static void draw_pieces (bcov_lattice lattice, const bcov_catalog_entry *entry, bcov_text *out)
{
  piece_drawing row[SCREEN];
  for (size_t first = 0, n; first < entry->pieces.count; first += n) {
    size_t width = 0, height = 0;
    for (n = 0; n < SCREEN && first + n < entry->pieces.count; n++) {
      row[n] = measure (lattice, entry->pieces.data + first + n);
      if (n && width + row[n].width > SCREEN)
        break;
      width += row[n].width + GAP;
      height = row[n].height > height ? row[n].height : height;
    }
    if (first)
      bcov_text_char (out, '\n');
    write_titles (row, n, out);
    for (size_t line = 0; line < height; line++)
      write_line (row, n, line, out);
  }
}

/* ---- pieces as JSON ---- */

/* Names in the catalog consist of letters, digits, '-', '.', '\'' and blanks, so they need no
   escapes. */
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
    draw_pieces (lattice, &entry, out);
  bcov_catalog_free (mem, &entry);
  return status;
}

/* ---- names ---- */

/* The meaning of a name. */
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
  bcov_status status;
  bcov_error *err;
};

static struct tally count_pieces (struct name_list *list, const char *prefix, const char *name)
{
  char full[64];
  bcov_catalog_entry entry = {0};
  bool found;
  int length = snprintf (full, sizeof full, "%s%s", prefix, name);
  if (!list->status)
    list->status = bcov_catalog_find (list->mem, list->lattice, full, (size_t)length, &entry,
                                      &found, list->err);
  struct tally tally = {.pieces = entry.pieces.count, .is_set = entry.is_set};
  for (size_t k = 0; k < entry.pieces.count; k++)
    tally.cells += entry.pieces.data[k].shape.count;
  bcov_catalog_free (list->mem, &entry);
  return tally;
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

static void write_piece (struct name_list *list, const char *name)
{
  size_t length = strlen (name);
  bool starts = !list->used || list->used + 1 + length > SCREEN;
  if (starts && list->used)
    bcov_text_char (list->out, '\n');
  bcov_text_printf (list->out, "%s%s", starts ? "  " : " ", name);
  list->used = starts ? 2 + length : list->used + 1 + length;
}

static void write_set (struct name_list *list, const char *name, const struct tally *tally)
{
  struct tally one_sided = count_pieces (list, "one-sided ", name);
  struct tally fixed = count_pieces (list, "fixed ", name);
  bcov_text_printf (list->out, "  %-12s %6zu %10zu %6zu\n", name, tally->pieces, one_sided.pieces,
                    fixed.pieces);
}

static void write_json (struct name_list *list, const char *name, const struct tally *tally)
{
  bcov_text_printf (list->out,
                    "%s{\"lattice\":\"%s\",\"name\":\"%s\",\"pieces\":%zu,\"cells\":%zu}",
                    list->is_first ? "[" : ",", bcov_lattice_name (list->lattice), name,
                    tally->pieces, tally->cells);
  list->is_first = false;
}

/* Writes the names of the lattice that are to be listed: pieces, sets, or both as JSON. */
static void write_names (struct name_list *list, bool pieces, bool sets)
{
  const char *const *names;
  size_t count = bcov_catalog_names (list->lattice, &names);
  bool leaves_out = list->lattice == BCOV_CUBE && list->with_square;
  for (size_t k = 0; k < count && !list->status; k++) {
    if (leaves_out && is_square_name (names[k]))
      continue;
    struct tally tally = count_pieces (list, "", names[k]);
    if (pieces && sets)
      write_json (list, names[k], &tally);
    else if (pieces && !tally.is_set)
      write_piece (list, names[k]);
    else if (sets && tally.is_set)
      write_set (list, names[k], &tally);
  }
}

static void write_lattice (struct name_list *list)
{
  bcov_text_printf (list->out, "%s%s\n", list->is_first ? "" : "\n",
                    bcov_lattice_name (list->lattice));
  list->is_first = false;
  list->used = 0;
  write_names (list, true, false);
  if (list->used)
    bcov_text_char (list->out, '\n');
  if (list->lattice == BCOV_CUBE && list->with_square)
    bcov_text_put (list->out, "  and the square pieces and sets, one layer thick\n");
  bcov_text_printf (list->out, "  %-12s %6s %10s %6s\n", "set", "pieces", "one-sided", "fixed");
  write_names (list, false, true);
}

static const char notes[] =
    "\nRxC is a rectangle of R rows and C columns, and LxRxC is a box.  The name of a\nset may "
    "start with 'one-sided' or 'fixed', as in 'fixed pentominoes'.  Pieces of\nsets without "
    "letters are called hexominoes.1 and so on.  To draw a piece or a\nset: boardcover catalog "
    "NAME\n";

bcov_status bcov_catalog_text_names (bcov_mem *mem, bcov_lattice lattice, bool json, bcov_text *out,
                                     bcov_error *err)
{
  struct name_list list = {.mem = mem,
                           .out = out,
                           .with_square = lattice == BCOV_LATTICES,
                           .is_first = true,
                           .err = err};
  for (bcov_lattice k = 0; k < BCOV_LATTICES; k++) {
    list.lattice = k;
    if (lattice != k && lattice != BCOV_LATTICES)
      continue;
    if (json)
      write_names (&list, true, true);
    else
      write_lattice (&list);
  }
  bcov_text_put (out, json ? "]\n" : notes);
  return list.status;
}
