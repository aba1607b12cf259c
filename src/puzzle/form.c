/* The forms of a piece: its shape and, for a unit tile, its sides and points under the symmetries
   that it may use.  They are one orbit of a group, so two pieces with the same values of turn and
   flip share either all of their forms or none. */

#include "puzzle/form.h"

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

typedef struct {
  bcov_form forms[48]; /* sorted, all different */
  uint32_t count;
} form_set;

/* Adds FORM, which it takes over, unless an equal one is there. */
static void insert (bcov_mem *mem, form_set *set, bcov_form form)
{
  uint32_t at = 0;
  int order = 1;
  while (at < set->count && (order = bcov_form_compare (set->forms + at, &form)) < 0)
    at++;
  if (at < set->count && !order) {
    bcov_shape_free (mem, &form.shape);
    return;
  }
  memmove (set->forms + at + 1, set->forms + at, (set->count++ - at) * sizeof form);
  set->forms[at] = form;
}

bcov_status bcov_form_list (bcov_mem *mem, bcov_lattice lattice, const bcov_form *form, bool turn,
                            bool flip, bcov_form **out, uint32_t *count, bcov_error *err)
{
  form_set set = {.count = 0};
  bool is_tile = lattice == BCOV_SQUARE && form->shape.count == 1;
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < bcov_symmetry_count (lattice) && !status; k++) {
    bcov_symmetry symmetry = bcov_symmetry_get (lattice, k);
    bcov_form turned = {.decor = is_tile ? bcov_decor_turn (form->decor, &symmetry) : form->decor};
    if (!bcov_symmetry_is_allowed (lattice, k, turn, flip))
      continue;
    status = bcov_shape_turn (mem, lattice, &form->shape, &symmetry, &turned.shape, err);
    if (!status)
      insert (mem, &set, turned);
  }
  if (!status && !(*out = bcov_mem_alloc (mem, set.count, sizeof **out, err)))
    status = bcov_mem_status (mem);
  for (uint32_t k = 0; k < set.count; k++)
    if (status)
      bcov_shape_free (mem, &set.forms[k].shape);
    else
      (*out)[k] = set.forms[k];
  *count = set.count;
  return status;
}
