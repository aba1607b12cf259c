/* Union-find over the items: the items of an option belong together.  Counts of the parts multiply,
   the most cells of each add up.  Time: nearly linear in the touches. */

#include "model/reduce/component.h"

#include <assert.h>

static uint32_t find_root (uint32_t *parent, uint32_t item)
{
  assert (parent[item] <= item); /* the root is the least item of its part */
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

/* Gives every item its part (through PART) and its number there (through NUMBER). */
static bcov_status deal_items (const bcov_model *model, uint32_t *parent, uint32_t *part,
                               uint32_t *number, bcov_components *out, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (uint32_t i = 0; !status && i < model->items.count; i++) {
    uint32_t root = find_root (parent, i);
    if (root == i) {
      bcov_model fresh;
      part[i] = (uint32_t)out->count;
      status = bcov_model_init (model->mem, &fresh, err);
      if (!status)
        status = bcov_vec_push (model->mem, out, fresh, err);
      if (status) {
        bcov_model_free (&fresh);
        return status;
      }
    }
    part[i] = part[root];
    number[i] = (uint32_t)out->data[part[i]].items.count;
    status = bcov_model_item (&out->data[part[i]], model->items.data[i], err);
  }
  return status;
}

static bcov_status deal_options (const bcov_model *model, const uint32_t *part,
                                 const uint32_t *number, bcov_components *out, bcov_error *err)
{
  BCOV_VEC (bcov_touch) touches = {0};
  bcov_status status = BCOV_OK;
  for (uint32_t o = 0; !status && o < bcov_model_options (model); o++) {
    uint32_t first = model->first.data[o], end = model->first.data[o + 1];
    touches.count = 0;
    assert (first < end); /* an option without touches would belong to no part */
    for (uint32_t t = first; !status && t < end; t++) {
      bcov_touch touch = model->touches.data[t];
      assert (part[touch.item] == part[model->touches.data[first].item]);
      touch.item = number[touch.item];
      status = bcov_vec_push (model->mem, &touches, touch, err);
    }
    if (!status)
      status = bcov_model_option (&out->data[part[model->touches.data[first].item]], touches.data,
                                  touches.count, model->origin.data[o], err);
  }
  bcov_vec_free (model->mem, &touches);
  return status;
}

static bcov_status one_impossible (const bcov_model *model, bcov_components *out, bcov_error *err)
{
  bcov_model part;
  bcov_status status = bcov_model_init (model->mem, &part, err);
  part.impossible = true;
  if (!status)
    status = bcov_vec_push (model->mem, out, part, err);
  if (status)
    bcov_model_free (&part);
  return status;
}

bcov_status bcov_component_split (const bcov_model *model, bcov_components *out, bcov_error *err)
{
  bcov_mem *mem = model->mem;
  size_t n = model->items.count;
  assert (bcov_model_is_valid (model));
  *out = (bcov_components){0};
  if (model->impossible)
    return one_impossible (model, out, err);
  uint32_t *room = bcov_mem_alloc (mem, 3 * n + 1, sizeof *room, err);
  if (!room)
    return bcov_mem_status (mem);
  join_items (model, room);
  bcov_status status = deal_items (model, room, room + n, room + 2 * n, out, err);
  if (!status)
    status = deal_options (model, room + n, room + 2 * n, out, err);
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
