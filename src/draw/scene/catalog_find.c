/* Names of lattices, pieces and sets.  An unknown name is reported with the nearest known one. */

#include "draw/scene/catalog_find.h"
#include "base/text.h"

#include <string.h>

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

static bcov_status report_unknown_name (bcov_lattice lattice, const char *name, bcov_error *err)
{
  if (bcov_catalog_is_single_cell (name))
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "unknown piece or set '%s'; a single cell is drawn as 'X'", name);
  const char *nearest = nearest_name (lattice, name);
  bool any = lattice == BCOV_LATTICES;
  return bcov_error_add (
      err, BCOV_INPUT, NULL, "unknown piece or set '%s'%s%s; %s%s%ssee boardcover catalog", name,
      any ? "" : " on the lattice ", any ? "" : bcov_lattice_name (lattice),
      nearest ? "did you mean '" : "", nearest ? nearest : "", nearest ? "'? " : "");
}

bcov_status bcov_catalog_find_lattice (const char *name, bcov_lattice *out, bcov_error *err)
{
  *out = name ? bcov_lattice_find (name, strlen (name)) : BCOV_LATTICES;
  if (!name || *out != BCOV_LATTICES)
    return BCOV_OK;
  return bcov_error_add (err, BCOV_INPUT, NULL,
                         "unknown lattice '%s'; use square, cube, hex or triangle", name);
}

bcov_status bcov_catalog_find_entry (bcov_mem *mem, bcov_lattice *lattice, const char *name,
                                     bcov_catalog_entry *out, bcov_error *err)
{
  bool found;
  bcov_status status = find_name (mem, lattice, name, out, &found, err);
  return !status && !found ? report_unknown_name (*lattice, name, err) : status;
}
