/* Union-find over the items: the items of an option belong to one component.  The counts of
   components multiply, and their largest numbers of covered cells add up.  Time: nearly linear in
   the touches. */

#include "model/reduce/component.h"

#include <assert.h>

static uint32_t find_root (uint32_t *parent, uint32_t item)
{
  assert (parent[item] <= item); /* the root is the least item of its component */
  while (parent[item] != item)
    item = parent[item] = parent[parent[item]];
  return item;
}

static void join_items (const bcov_model *model, uint32_t *parent)
{
  for (uint32_t i = 0; i < model->items.count; i++)
    parent[i] = i;
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    uint32_t first = model->first.data[o], end = model->first.data[o + 1];
    for (uint32_t t = first + 1; t < end; t++) {
      uint32_t a = find_root (parent, model->touches.data[first].item);
      uint32_t b = find_root (parent, model->touches.data[t].item);
      parent[a > b ? a : b] = a > b ? b : a;
    }
  }
}

static bcov_status add_part (bcov_mem *mem, bcov_components *out, bcov_error *err)
{
  bcov_status status = bcov_vec_reserve (mem, out, out->count + 1, err);
  return status ? status : bcov_model_init (mem, &out->data[out->count++], err);
}

/* Distributes items and options.  PART and NUMBER become the component of each item and its number
   there. */
static bcov_status fill_parts (const bcov_model *model, uint32_t *parent, uint32_t *part,
                               uint32_t *number, bcov_components *out, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (uint32_t i = 0; !status && i < model->items.count; i++) {
    uint32_t root = find_root (parent, i);
    if (root == i) {
      part[i] = (uint32_t)out->count;
      status = add_part (model->mem, out, err);
      if (status)
        break;
    }
    part[i] = part[root];
    number[i] = (uint32_t)out->data[part[i]].items.count;
    status = bcov_model_item (&out->data[part[i]], model->items.data[i], err);
  }
  for (uint32_t o = 0; !status && o < bcov_model_options (model); o++) {
    assert (model->first.data[o] < model->first.data[o + 1]);
    uint32_t item = model->touches.data[model->first.data[o]].item;
    status = bcov_model_copy_option (&out->data[part[item]], model, o, number, err);
  }
  return status;
}

/* Whether all of N items are in the component of the first one. */
static bool is_whole (uint32_t *parent, size_t n)
{
  for (uint32_t i = 1; i < n; i++)
    if (find_root (parent, i))
      return false;
  return n > 0;
}

static bcov_status copy_whole (const bcov_model *model, bcov_components *out, bcov_error *err)
{
  bcov_status status = bcov_vec_reserve (model->mem, out, 1, err);
  if (!status)
    status = bcov_model_copy (model, &out->data[0], err);
  out->count = !status;
  return status;
}

bcov_status bcov_component_split (const bcov_model *model, bcov_components *out, bcov_error *err)
{
  bcov_mem *mem = model->mem;
  size_t n = model->items.count;
  assert (bcov_model_is_valid (model));
  *out = (bcov_components){0};
  uint32_t *room = bcov_mem_alloc (mem, 3 * n + 1, sizeof *room, err);
  bcov_status status = room ? BCOV_OK : bcov_mem_status (mem);
  if (!status && model->impossible) {
    status = add_part (mem, out, err);
    if (!status)
      out->data[0].impossible = true;
  } else if (!status) {
    join_items (model, room);
    status = is_whole (room, n) ? copy_whole (model, out, err)
                                : fill_parts (model, room, room + n, room + 2 * n, out, err);
  }
  bcov_mem_free (mem, room);
  if (status)
    bcov_components_free (mem, out);
  return status;
}

void bcov_components_free (bcov_mem *mem, bcov_components *components)
{
  for (size_t k = 0; k < components->count; k++)
    bcov_model_free (&components->data[k]);
  bcov_vec_free (mem, components);
}
