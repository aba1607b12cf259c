/* The catalog.  A table contains drawings of the pieces with letters in their usual orientation.
   Sets are either a range of that table or made by polyform.c.  A name is parsed (prefix, set or
   letter, suffix) without regard to the lattice.  Then the whole set is made; if the name is that
   of one member, the others are dropped.  Sets have at most 2725 members, so this is fast.

   A square set on the cube lattice is the square set in one layer: there are 18 one-sided
   pentominoes there, too, although turning takes each to its mirror image.  The sets of the cube
   lattice distinguish mirror images anyway, so "one-sided" does not change them. */

#include "geometry/catalog.h"
#include "base/text.h"
#include "geometry/board.h"
#include "geometry/polyform.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct {
  const char *name;
  bcov_lattice lattice;
  const char *drawing; /* rows end with '/', layers with '|' */
} letter_data;

typedef struct {
  const char *name;
  bcov_lattice lattice;
  uint32_t cells;        /* of every member; 0 for a set with letters */
  size_t first, letters; /* its range of the table of letters */
} set_data;

static const letter_data letters[] = {
    {"I1", BCOV_SQUARE, "X"},           {"I2", BCOV_SQUARE, "X/X"},
    {"I3", BCOV_SQUARE, "X/X/X"},       {"L3", BCOV_SQUARE, "X./XX"},
    {"I4", BCOV_SQUARE, "X/X/X/X"},     {"L4", BCOV_SQUARE, "X./X./XX"},
    {"O4", BCOV_SQUARE, "XX/XX"},       {"S4", BCOV_SQUARE, ".XX/XX."},
    {"T4", BCOV_SQUARE, "XXX/.X."},     {"F5", BCOV_SQUARE, ".XX/XX./.X."},
    {"I5", BCOV_SQUARE, "X/X/X/X/X"},   {"L5", BCOV_SQUARE, "X./X./X./XX"},
    {"N5", BCOV_SQUARE, ".X/.X/XX/X."}, {"P5", BCOV_SQUARE, "XX/XX/X."},
    {"T5", BCOV_SQUARE, "XXX/.X./.X."}, {"U5", BCOV_SQUARE, "X.X/XXX"},
    {"V5", BCOV_SQUARE, "X../X../XXX"}, {"W5", BCOV_SQUARE, "X../XX./.XX"},
    {"X5", BCOV_SQUARE, ".X./XXX/.X."}, {"Y5", BCOV_SQUARE, ".X/XX/.X/.X"},
    {"Z5", BCOV_SQUARE, "XX./.X./.XX"}, {"V", BCOV_CUBE, "X./XX"},
    {"L", BCOV_CUBE, "X./X./XX"},       {"T", BCOV_CUBE, "XXX/.X."},
    {"Z", BCOV_CUBE, "XX./.XX"},        {"A", BCOV_CUBE, "XX/X.|../X."},
    {"B", BCOV_CUBE, "XX/X.|.X/.."},    {"P", BCOV_CUBE, "XX/X.|X./.."},
};

static const set_data sets[] = {
    {"monomino", BCOV_SQUARE, 0, 0, 1},      {"domino", BCOV_SQUARE, 0, 1, 1},
    {"trominoes", BCOV_SQUARE, 0, 2, 2},     {"tetrominoes", BCOV_SQUARE, 0, 4, 5},
    {"pentominoes", BCOV_SQUARE, 0, 9, 12},  {"hexominoes", BCOV_SQUARE, 6, 0, 0},
    {"heptominoes", BCOV_SQUARE, 7, 0, 0},   {"octominoes", BCOV_SQUARE, 8, 0, 0},
    {"trihexes", BCOV_HEX, 3, 0, 0},         {"tetrahexes", BCOV_HEX, 4, 0, 0},
    {"pentahexes", BCOV_HEX, 5, 0, 0},       {"tetriamonds", BCOV_TRIANGLE, 4, 0, 0},
    {"pentiamonds", BCOV_TRIANGLE, 5, 0, 0}, {"hexiamonds", BCOV_TRIANGLE, 6, 0, 0},
    {"heptiamonds", BCOV_TRIANGLE, 7, 0, 0}, {"tetracubes", BCOV_CUBE, 4, 0, 0},
    {"pentacubes", BCOV_CUBE, 5, 0, 0},      {"soma", BCOV_CUBE, 0, 21, 7},
};

/* Common names for members of one-sided sets. */
static const struct {
  const char *name, *member;
} other_names[] = {{"J4", "L4'"}, {"Z4", "S4'"}};

enum {
  N_LETTERS = sizeof letters / sizeof *letters,
  N_SETS = sizeof sets / sizeof *sets,
  N_OTHERS = sizeof other_names / sizeof *other_names
};

#define SQUARE_PIECES                                                                              \
  "I1", "I2", "I3", "L3", "I4", "L4", "O4", "S4", "T4", "J4", "Z4", "F5", "I5", "L5", "N5", "P5",  \
      "T5", "U5", "V5", "W5", "X5", "Y5", "Z5"
#define SQUARE_SETS                                                                                \
  "monomino", "domino", "trominoes", "tetrominoes", "pentominoes", "hexominoes", "heptominoes",    \
      "octominoes"

static const char *const square_names[] = {SQUARE_PIECES, SQUARE_SETS};
static const char *const cube_names[] = {SQUARE_PIECES, "V",          "L",          "T",
                                         "Z",           "A",          "B",          "P",
                                         SQUARE_SETS,   "tetracubes", "pentacubes", "soma"};
static const char *const hex_names[] = {"trihexes", "tetrahexes", "pentahexes"};
static const char *const triangle_names[] = {"tetriamonds", "pentiamonds", "hexiamonds",
                                             "heptiamonds"};

size_t bcov_catalog_names (bcov_lattice lattice, const char *const **names)
{
  static const struct {
    const char *const *names;
    size_t count;
  } tables[BCOV_LATTICES] = {
      [BCOV_SQUARE] = {square_names, sizeof square_names / sizeof *square_names},
      [BCOV_CUBE] = {cube_names, sizeof cube_names / sizeof *cube_names},
      [BCOV_HEX] = {hex_names, sizeof hex_names / sizeof *hex_names},
      [BCOV_TRIANGLE] = {triangle_names, sizeof triangle_names / sizeof *triangle_names},
  };
  *names = tables[lattice].names;
  return tables[lattice].count;
}

bool bcov_catalog_is_single_cell (const char *name)
{
  static const char *const words[] = {"moniamond", "moniamonds", "monohex", "monohexes", "monocube",
                                      "monocubes", "monomino",   "I1",      "X1"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++)
    if (!strcasecmp (name, words[k]))
      return true;
  return false;
}

/* ---- parsing names ---- */

typedef enum { PLAIN, ONE_SIDED, FIXED } variety;

static const char *const prefixes[] = {
    [PLAIN] = "", [ONE_SIDED] = "one-sided ", [FIXED] = "fixed "};

/* A parsed name: LETTER, SET or MEASURES is set. */
typedef struct {
  variety variety;
  const letter_data *letter;
  const set_data *set;
  bool one; /* only the member with this name */
  size_t n_measures;
  uint64_t measures[3];
} wish;

static bool is_equal (const char *name, size_t length, const char *other)
{
  return strlen (other) == length && !memcmp (name, other, length);
}

static size_t count_digits (const char *name, size_t length)
{
  size_t n = 0;
  while (n < length && name[n] >= '0' && name[n] <= '9')
    n++;
  return n;
}

/* Removes ".7" or "'"; returns the remaining length. */
static size_t cut_suffix (const char *name, size_t length, variety *says)
{
  *says = PLAIN;
  if (length && name[length - 1] == '\'') {
    *says = ONE_SIDED;
    return length - 1;
  }
  const char *dot = memchr (name, '.', length);
  size_t before = dot ? (size_t)(dot - name) : length;
  if (!dot || before + 1 == length ||
      count_digits (dot + 1, length - before - 1) != length - before - 1)
    return length;
  *says = FIXED;
  return before;
}

/* Returns the member of a set that NAME is another name for, or NULL. */
static const char *member_meant (const char *name, size_t length)
{
  for (size_t k = 0; k < N_OTHERS; k++)
    if (is_equal (name, length, other_names[k].name))
      return other_names[k].member;
  return NULL;
}

static bool read_letter (const char *name, size_t length, wish *w)
{
  const char *member = member_meant (name, length);
  name = member ? member : name;
  length = member ? strlen (member) : length;
  size_t stem = cut_suffix (name, length, &w->variety);
  w->one = stem < length;
  for (size_t k = 0; k < N_LETTERS && !w->letter; k++)
    if (is_equal (name, stem, letters[k].name))
      w->letter = &letters[k];
  return w->letter;
}

static bool read_set (const char *name, size_t length, wish *w)
{
  for (variety v = ONE_SIDED; v <= FIXED; v++) {
    size_t n = strlen (prefixes[v]);
    if (length > n && !memcmp (name, prefixes[v], n)) {
      w->variety = v;
      name += n;
      length -= n;
      break;
    }
  }
  variety says;
  size_t stem = cut_suffix (name, length, &says);
  w->one = stem < length;
  for (size_t k = 0; k < N_SETS && !w->set; k++)
    if (is_equal (name, stem, sets[k].name))
      w->set = &sets[k];
  return w->set && !(w->one && (w->set->letters || says == ONE_SIDED));
}

static bool read_name (const char *name, size_t length, wish *w)
{
  *w = (wish){0};
  w->n_measures = bcov_text_measures (name, length, BCOV_MOST_CELLS, w->measures);
  if (w->n_measures)
    return true;
  if (read_letter (name, length, w))
    return true;
  *w = (wish){0};
  return read_set (name, length, w);
}

/* Returns the lattice of a name; those of the square lattice are valid on cube, too. */
static bcov_lattice home (const wish *w)
{
  if (w->n_measures)
    return w->n_measures == 3 ? BCOV_CUBE : BCOV_SQUARE;
  return w->letter ? w->letter->lattice : w->set->lattice;
}

bcov_lattice bcov_catalog_lattice (const char *name, size_t length)
{
  wish w;
  if (!read_name (name, length, &w) || w.letter || home (&w) == BCOV_SQUARE)
    return BCOV_LATTICES;
  return home (&w);
}

/* ---- making the pieces ---- */

typedef struct {
  bcov_mem *mem;
  bcov_catalog_entry *entry;
  bcov_error *err;
} maker;

/* Adds SHAPE, which it takes over even if it fails. */
static bcov_status add_piece (maker *m, const char *name, bcov_shape *shape)
{
  bcov_catalog_piece piece = {.shape = *shape};
  snprintf (piece.name, sizeof piece.name, "%s", name);
  bcov_status status = bcov_vec_push (m->mem, &m->entry->pieces, piece, m->err);
  if (status)
    bcov_shape_free (m->mem, shape);
  *shape = (bcov_shape){0};
  return status;
}

/* Adds all SHAPES, which it takes over, as NAME.1, NAME.2, ... */
static bcov_status add_numbered (maker *m, const char *prefix, const char *name,
                                 bcov_shapes *shapes)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < shapes->count && !status; k++) {
    char full[sizeof ((bcov_catalog_piece *)0)->name];
    snprintf (full, sizeof full, "%s%s.%zu", prefix, name, k + 1);
    status = add_piece (m, full, &shapes->data[k]);
  }
  bcov_shapes_free (m->mem, shapes);
  return status;
}

static bcov_status draw_letter (maker *m, const letter_data *letter, bcov_shape *out)
{
  bcov_cell cells[8], at = {0};
  size_t count = 0;
  for (const char *p = letter->drawing; *p; p++) {
    if (*p == 'X')
      cells[count++] = at;
    at.column++;
    if (*p == '/')
      at = (bcov_cell){at.layer, at.row + 1, 0};
    else if (*p == '|')
      at = (bcov_cell){at.layer + 1, 0, 0};
  }
  return bcov_shape_make (m->mem, letter->lattice, cells, count, out, m->err);
}

/* Adds the mirror image of SHAPE unless it is a rotation of SHAPE. */
static bcov_status add_mirror (maker *m, const letter_data *letter, const bcov_shape *shape)
{
  bcov_symmetry mirror =
      bcov_symmetry_get (letter->lattice, bcov_symmetry_count (letter->lattice) / 2);
  bcov_shape image = {0}, a = {0}, b = {0};
  char name[sizeof ((bcov_catalog_piece *)0)->name];
  snprintf (name, sizeof name, "%s'", letter->name);
  bcov_status status = bcov_shape_turn (m->mem, letter->lattice, shape, &mirror, &image, m->err);
  if (!status)
    status = bcov_shape_canonical (m->mem, letter->lattice, shape, true, false, &a, m->err);
  if (!status)
    status = bcov_shape_canonical (m->mem, letter->lattice, &image, true, false, &b, m->err);
  if (!status && bcov_shape_compare (&a, &b))
    status = add_piece (m, name, &image);
  bcov_shape_free (m->mem, &image);
  bcov_shape_free (m->mem, &a);
  bcov_shape_free (m->mem, &b);
  return status;
}

static bcov_status add_fixed (maker *m, const letter_data *letter, const bcov_shape *shape)
{
  bcov_shapes forms;
  bcov_status status = bcov_shape_forms (m->mem, letter->lattice, shape, true,
                                         letter->lattice != BCOV_CUBE, &forms, m->err);
  if (!status && forms.count == 1) {
    status = add_piece (m, letter->name, &forms.data[0]);
    bcov_shapes_free (m->mem, &forms);
    return status;
  }
  return status ? status : add_numbered (m, "", letter->name, &forms);
}

static bcov_status add_letter (maker *m, const letter_data *letter, variety v)
{
  bcov_shape shape;
  bcov_status status = draw_letter (m, letter, &shape);
  if (status)
    return status;
  if (v == FIXED) {
    status = add_fixed (m, letter, &shape);
    bcov_shape_free (m->mem, &shape);
    return status;
  }
  bcov_shape seen = shape; /* add_piece takes over and clears SHAPE */
  status = add_piece (m, letter->name, &shape);
  if (!status && v == ONE_SIDED && letter->lattice != BCOV_CUBE)
    status = add_mirror (m, letter, &seen);
  return status;
}

static bcov_status add_set (maker *m, const set_data *set, variety v)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < set->letters && !status; k++)
    status = add_letter (m, &letters[set->first + k], v);
  if (set->letters)
    return status;
  bcov_shapes shapes;
  bool flip = v == PLAIN && set->lattice != BCOV_CUBE;
  status = bcov_polyform_list (m->mem, set->lattice, set->cells, v != FIXED, flip, &shapes, m->err);
  return status ? status : add_numbered (m, prefixes[v], set->name, &shapes);
}

/* Adds a full box of layers, rows and columns. */
static bcov_status add_box (maker *m, const char *name, const uint64_t measures[3], uint64_t cells)
{
  bcov_shape box = {.cells = bcov_mem_alloc (m->mem, cells, sizeof (bcov_cell), m->err)};
  if (!box.cells)
    return bcov_mem_status (m->mem);
  for (uint64_t layer = 0; layer < measures[0]; layer++)
    for (uint64_t row = 0; row < measures[1]; row++)
      for (uint64_t column = 0; column < measures[2]; column++)
        box.cells[box.count++] = (bcov_cell){(int32_t)layer, (int32_t)row, (int32_t)column};
  return add_piece (m, name, &box);
}

static bcov_status add_rectangle (maker *m, const char *name, size_t length, const wish *w)
{
  bool is_box = w->n_measures == 3;
  const uint64_t *given = w->measures;
  uint64_t measures[3] = {is_box ? given[0] : 1, given[is_box], given[1 + is_box]};
  uint64_t layer = measures[0] * measures[1]; /* each at most 2^24 + 1, so nothing overflows */
  uint64_t cells = layer <= BCOV_MOST_CELLS ? layer * measures[2] : 0;
  if (!cells || cells > BCOV_MOST_CELLS)
    return bcov_error_add (m->err, BCOV_INPUT, NULL, "the piece '%.*s' must have 1 to %d cells",
                           (int)(length < 60 ? length : 60), name, BCOV_MOST_CELLS);
  char full[sizeof ((bcov_catalog_piece *)0)->name];
  size_t n = 0;
  for (size_t k = 0; k < w->n_measures; k++)
    n += (size_t)snprintf (full + n, sizeof full - n, "%s%u", k ? "x" : "", (unsigned)given[k]);
  return add_box (m, full, measures, cells);
}

/* ---- finding ---- */

void bcov_catalog_moves (bcov_lattice lattice, const char *name, bool *turn, bool *flip)
{
  wish w;
  if (!read_name (name, strlen (name), &w))
    w.variety = PLAIN;
  *turn = w.variety != FIXED;
  *flip = w.variety == PLAIN && lattice != BCOV_CUBE;
}

/* Keeps only the piece called NAME, and renames it if NAME is another name for it. */
static void keep_one (bcov_mem *mem, bcov_catalog_entry *entry, const char *name, size_t length)
{
  const char *member = member_meant (name, length);
  size_t kept = 0;
  for (size_t k = 0; k < entry->pieces.count; k++) {
    bcov_catalog_piece *piece = &entry->pieces.data[k];
    bool stays = member ? !strcmp (member, piece->name) : is_equal (name, length, piece->name);
    if (stays)
      entry->pieces.data[kept++] = *piece;
    else
      bcov_shape_free (mem, &piece->shape);
  }
  entry->pieces.count = kept;
  if (kept && member)
    snprintf (entry->pieces.data[0].name, sizeof entry->pieces.data[0].name, "%.*s", (int)length,
              name);
}

bcov_status bcov_catalog_find (bcov_mem *mem, bcov_lattice lattice, const char *name, size_t length,
                               bcov_catalog_entry *out, bool *found, bcov_error *err)
{
  wish w;
  *out = (bcov_catalog_entry){0};
  *found = false;
  if (!read_name (name, length, &w) ||
      (home (&w) != lattice && !(home (&w) == BCOV_SQUARE && lattice == BCOV_CUBE)))
    return BCOV_OK;
  out->is_set = w.set && !w.one;
  out->turn = w.variety != FIXED;
  out->flip = w.variety == PLAIN && lattice != BCOV_CUBE;
  maker m = {mem, out, err};
  bcov_status status = w.n_measures ? add_rectangle (&m, name, length, &w)
                       : w.letter   ? add_letter (&m, w.letter, w.variety)
                                    : add_set (&m, w.set, w.variety);
  if (!status && w.one)
    keep_one (mem, out, name, length);
  *found = !status && out->pieces.count;
  if (!*found)
    bcov_catalog_free (mem, out);
  return status;
}

void bcov_catalog_free (bcov_mem *mem, bcov_catalog_entry *entry)
{
  for (size_t k = 0; k < entry->pieces.count; k++)
    bcov_shape_free (mem, &entry->pieces.data[k].shape);
  bcov_vec_free (mem, &entry->pieces);
  *entry = (bcov_catalog_entry){0};
}
