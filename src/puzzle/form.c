/* The forms of a piece: its shape under the symmetries that it may use and, for a unit tile, its
   sides and points under them.  They make one orbit of a group, so that two pieces with the same
   words on turning and flipping share all of their forms or none. */

#include "puzzle/form.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const char *const bcov_direction_names[8] = {"north",     "east",      "south",     "west",
                                             "northeast", "southeast", "southwest", "northwest"};

bcov_decor bcov_decor_turn (bcov_decor decor, const bcov_symmetry *symmetry)
{
  bcov_decor turned = {0};
  for (unsigned k = 0; k < 4; k++) {
    turned.sides[symmetry->side[k]] = decor.sides[k];
    if (decor.points >> k & 1)
      turned.points |= (uint8_t)(1u << symmetry->side[k]);
    if (decor.points >> (BCOV_NORTHEAST + k) & 1)
      turned.points |= (uint8_t)(1u << (BCOV_NORTHEAST + symmetry->corner[k]));
  }
  return turned;
}

bool bcov_decor_is_plain (bcov_decor decor)
{
  return !decor.sides[0] && !decor.sides[1] && !decor.sides[2] && !decor.sides[3] && !decor.points;
}

static int compare_decor (const bcov_decor *a, const bcov_decor *b)
{
  for (unsigned k = 0; k < 4; k++)
    if (a->sides[k] != b->sides[k])
      return a->sides[k] < b->sides[k] ? -1 : 1;
  return (a->points > b->points) - (a->points < b->points);
}

int bcov_form_compare (const bcov_form *a, const bcov_form *b)
{
  int order = bcov_shape_compare (&a->shape, &b->shape);
  return order ? order : compare_decor (&a->decor, &b->decor);
}

int bcov_form_list_compare (const bcov_form *a, size_t a_count, const bcov_form *b, size_t b_count)
{
  if (a_count != b_count)
    return a_count < b_count ? -1 : 1;
  int order = 0;
  for (size_t k = 0; k < a_count && !order; k++)
    order = bcov_form_compare (a + k, b + k);
  return order;
}

void bcov_form_list_free (bcov_mem *mem, bcov_form *forms, uint32_t count)
{
  for (uint32_t k = 0; k < count; k++)
    bcov_shape_free (mem, &forms[k].shape);
  bcov_mem_free (mem, forms);
}

/* Moves SHAPES into forms that all carry DECOR. */
static bcov_status take_shapes (bcov_mem *mem, bcov_shapes *shapes, bcov_decor decor,
                                bcov_form **out, uint32_t *count, bcov_error *err)
{
  bcov_form *forms = bcov_mem_alloc (mem, shapes->count, sizeof *forms, err);
  if (!forms)
    return bcov_mem_status (mem);
  for (size_t k = 0; k < shapes->count; k++)
    forms[k] = (bcov_form){shapes->data[k], decor};
  *out = forms;
  *count = (uint32_t)shapes->count;
  bcov_vec_free (mem, shapes);
  return BCOV_OK;
}

static bcov_status list_shapes (bcov_mem *mem, bcov_lattice lattice, const bcov_form *form,
                                bool turn, bool flip, bcov_form **out, uint32_t *count,
                                bcov_error *err)
{
  bcov_shapes shapes = {0};
  bcov_status status = bcov_shape_forms (mem, lattice, &form->shape, turn, flip, &shapes, err);
  if (!status)
    status = take_shapes (mem, &shapes, form->decor, out, count, err);
  bcov_shapes_free (mem, &shapes);
  return status;
}

static int compare_decors (const void *a, const void *b)
{
  return compare_decor (a, b);
}

/* The different decorations of a tile; returns how many.  A symmetry that leaves north where it is
   does not turn: it is none at all or the reflection left to right. */
static uint32_t list_decors (bcov_decor decor, bool turn, bool flip, bcov_decor out[8])
{
  uint32_t count = 0, kept = 0;
  for (size_t k = 0; k < bcov_symmetry_count (BCOV_SQUARE); k++) {
    bcov_symmetry symmetry = bcov_symmetry_get (BCOV_SQUARE, k);
    bool turns = symmetry.side[BCOV_NORTH] != BCOV_NORTH;
    if ((turn || !turns) && (flip || !symmetry.flip))
      out[count++] = bcov_decor_turn (decor, &symmetry);
  }
  qsort (out, count, sizeof *out, compare_decors);
  for (uint32_t k = 0; k < count; k++)
    if (!kept || compare_decor (out + kept - 1, out + k))
      out[kept++] = out[k];
  return kept;
}

static bcov_status list_tiles (bcov_mem *mem, const bcov_form *form, bool turn, bool flip,
                               bcov_form **out, uint32_t *count, bcov_error *err)
{
  bcov_decor decors[8];
  uint32_t n = list_decors (form->decor, turn, flip, decors);
  assert (n >= 1 && n <= 8);
  bcov_form *forms = bcov_mem_alloc (mem, n, sizeof *forms, err);
  bcov_status status = forms ? BCOV_OK : bcov_mem_status (mem);
  for (uint32_t k = 0; k < n && !status; k++) {
    forms[k].decor = decors[k];
    status = bcov_shape_make (mem, BCOV_SQUARE, form->shape.cells, 1, &forms[k].shape, err);
  }
  if (status && forms)
    bcov_form_list_free (mem, forms, n);
  if (status)
    return status;
  *out = forms;
  *count = n;
  return BCOV_OK;
}

bcov_status bcov_form_list (bcov_mem *mem, bcov_lattice lattice, const bcov_form *form, bool turn,
                            bool flip, bcov_form **out, uint32_t *count, bcov_error *err)
{
  bool tile = lattice == BCOV_SQUARE && form->shape.count == 1;
  if (tile && !bcov_decor_is_plain (form->decor))
    return list_tiles (mem, form, turn, flip, out, count, err);
  return list_shapes (mem, lattice, form, turn, flip, out, count, err);
}
