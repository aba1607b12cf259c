/* Walks the names of each lattice twice: once for the pieces, once for the sets, which are made to
   be counted.  The largest has 2725 members, so that this takes no time worth saving. */

#include "draw/terminal/catalog_names.h"

#include <stdio.h>
#include <string.h>

enum { SCREEN = 80 };

/* What a name stands for. */
struct tally {
  size_t pieces, cells; /* in all */
  bool is_set;
};

/* A list being written, and the lattice it is at. */
struct list {
  bcov_mem *mem;
  bcov_text *out;
  bcov_lattice lattice;
  bool beside_square; /* the square lattice is listed too */
  bool is_first;      /* nothing has been written */
  size_t used;        /* columns of the line of pieces */
};

/* Writes what is to be written about one name. */
typedef bcov_status see_name (struct list *list, const char *name, const struct tally *tally,
                              bcov_error *err);

static bcov_status count_pieces (const struct list *list, const char *prefix, const char *name,
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

/* Calls SEE for every name of the list's lattice that it does not leave out. */
static bcov_status for_names (struct list *list, see_name *see, bcov_error *err)
{
  const char *const *names;
  size_t count = bcov_catalog_names (list->lattice, &names);
  bool leaves_out = list->lattice == BCOV_CUBE && list->beside_square;
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < count && !status; k++) {
    struct tally tally;
    if (leaves_out && is_square_name (names[k]))
      continue;
    status = count_pieces (list, "", names[k], &tally, err);
    if (!status)
      status = see (list, names[k], &tally, err);
  }
  return status;
}

/* ---- as text ---- */

static bcov_status write_piece (struct list *list, const char *name, const struct tally *tally,
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

static bcov_status write_set (struct list *list, const char *name, const struct tally *tally,
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

static bcov_status write_lattice (struct list *list, bcov_error *err)
{
  bcov_text_printf (list->out, "%s%s\n", list->is_first ? "" : "\n",
                    bcov_lattice_name (list->lattice));
  list->is_first = false;
  list->used = 0;
  bcov_status status = for_names (list, write_piece, err);
  if (list->used)
    bcov_text_char (list->out, '\n');
  if (list->lattice == BCOV_CUBE && list->beside_square)
    bcov_text_put (list->out, "  and the square pieces and sets, one layer thick\n");
  bcov_text_printf (list->out, "  %-12s %6s %10s %6s\n", "set", "pieces", "one-sided", "fixed");
  return status ? status : for_names (list, write_set, err);
}

static const char notes[] =
    "\nA rectangle of R rows and C columns is called RxC, a box LxRxC.  'one-sided' or\n"
    "'fixed' may stand before a set, as in 'fixed pentominoes'.  A member of a set\n"
    "without letters is called hexominoes.1 and so on.  To see a piece or a set:\n"
    "boardcover catalog NAME\n";

/* ---- as JSON ---- */

static bcov_status write_json (struct list *list, const char *name, const struct tally *tally,
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

bcov_status bcov_catalog_names_write (bcov_mem *mem, bcov_lattice lattice, bool json,
                                      bcov_text *out, bcov_error *err)
{
  struct list list = {
      .mem = mem, .out = out, .beside_square = lattice == BCOV_LATTICES, .is_first = true};
  bcov_status status = BCOV_OK;
  for (bcov_lattice k = 0; k < BCOV_LATTICES && !status; k++) {
    list.lattice = k;
    if (lattice == k || lattice == BCOV_LATTICES)
      status = json ? for_names (&list, write_json, err) : write_lattice (&list, err);
  }
  bcov_text_put (out, json ? "]\n" : notes);
  return status;
}
