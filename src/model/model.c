/* Building models.  All numbers have 32 bits; larger models are refused here, before any engine
   sees them. */

#include "model/model.h"
#include "base/random.h"

#include <assert.h>
#include <string.h>

static_assert ((uint32_t)BCOV_MOST_OPTIONS < BCOV_NO_OPTION &&
                   (uint32_t)BCOV_MOST_OPTIONS < BCOV_NO_ITEM,
               "BCOV_NO_OPTION and BCOV_NO_ITEM are not valid numbers");

bcov_status bcov_model_init (bcov_mem *mem, bcov_model *model, bcov_error *err)
{
  *model = (bcov_model){.mem = mem};
  return model->status = bcov_vec_push (mem, &model->first, 0, err);
}

void bcov_model_free (bcov_model *model)
{
  if (!model->mem)
    return;
  bcov_vec_free (model->mem, &model->items);
  bcov_vec_free (model->mem, &model->first);
  bcov_vec_free (model->mem, &model->touches);
  bcov_vec_free (model->mem, &model->origin);
}

bcov_status bcov_model_done (bcov_model *model)
{
  assert (model->status || bcov_model_is_valid (model));
  if (model->status)
    bcov_model_free (model);
  return model->status;
}

bcov_status bcov_model_item (bcov_model *model, bcov_item item, bcov_error *err)
{
  assert (!item.coloured || (item.lo == 0 && item.hi == BCOV_MANY));
  if (!model->status)
    model->status = bcov_vec_push (model->mem, &model->items, item, err);
  return model->status;
}

bcov_status bcov_model_reserve (bcov_model *model, size_t items, size_t options, size_t touches,
                                bcov_error *err)
{
  bcov_mem *mem = model->mem;
  if (!model->status)
    model->status = bcov_vec_reserve (mem, &model->items, items, err);
  if (!model->status)
    model->status = bcov_vec_reserve (mem, &model->first, options + 1, err);
  if (!model->status)
    model->status = bcov_vec_reserve (mem, &model->origin, options, err);
  if (!model->status)
    model->status = bcov_vec_reserve (mem, &model->touches, touches + 1, err);
  return model->status;
}

static bcov_status reserve_like (bcov_model *model, const bcov_model *from, bcov_error *err)
{
  return bcov_model_reserve (model, model->items.count + from->items.count,
                             bcov_model_options (from), from->touches.count, err);
}

bcov_status bcov_model_copy_items (bcov_model *model, const bcov_model *from, bcov_error *err)
{
  reserve_like (model, from, err);
  for (size_t i = 0; i < from->items.count; i++)
    bcov_model_item (model, from->items.data[i], err);
  return model->status;
}

#define COPY_VEC(to, from)                                                                         \
  do {                                                                                             \
    if ((from)->count)                                                                             \
      memcpy ((to)->data, (from)->data, (from)->count * sizeof *(from)->data);                     \
    (to)->count = (from)->count;                                                                   \
  } while (0)

bcov_status bcov_model_copy (const bcov_model *model, bcov_model *out, bcov_error *err)
{
  bcov_model_init (model->mem, out, err);
  if (!reserve_like (out, model, err)) {
    COPY_VEC (&out->items, &model->items);
    COPY_VEC (&out->first, &model->first);
    COPY_VEC (&out->touches, &model->touches);
    COPY_VEC (&out->origin, &model->origin);
    out->impossible = model->impossible;
  }
  return bcov_model_done (out);
}

/* ---- options ---- */

/* Whether the item exists, and whether the touch has a colour exactly if the item is coloured. */
static bool is_valid_touch (const bcov_model *model, bcov_touch touch)
{
  return touch.item < model->items.count && touch.times > 0 && touch.side <= BCOV_MOST_SIDES &&
         model->items.data[touch.item].coloured == (touch.colour > 0);
}

/* Returns room for COUNT touches of a new option; NULL after a failure. */
static bcov_touch *begin_option (bcov_model *model, size_t count, bcov_error *err)
{
  if (model->status)
    return NULL;
  if (model->touches.count + count >= UINT32_MAX || model->origin.count >= BCOV_MOST_OPTIONS)
    model->status = bcov_error_add (err, BCOV_STOPPED, NULL, "the puzzle has too many placements");
  else
    model->status =
        bcov_vec_reserve (model->mem, &model->touches, model->touches.count + count + 1, err);
  return model->status ? NULL : model->touches.data + model->touches.count;
}

static bcov_status end_option (bcov_model *model, size_t count, uint32_t origin, bcov_error *err)
{
  model->touches.count += count;
  model->status = bcov_vec_push (model->mem, &model->first, (uint32_t)model->touches.count, err);
  if (!model->status)
    model->status = bcov_vec_push (model->mem, &model->origin, origin, err);
  return model->status;
}

bcov_status bcov_model_option (bcov_model *model, const bcov_touch *touches, size_t count,
                               uint32_t origin, bcov_error *err)
{
  bcov_touch *to = begin_option (model, count, err);
  if (!to)
    return model->status;
  for (size_t k = 0; k < count; k++) {
    assert (k == 0 || touches[k - 1].item < touches[k].item);
    assert (is_valid_touch (model, touches[k]));
    to[k] = touches[k];
  }
  return end_option (model, count, origin, err);
}

/* Insertion sort: options have few touches, which are in order already unless items move. */
bcov_status bcov_model_copy_option (bcov_model *model, const bcov_model *from, uint32_t option,
                                    const uint32_t *number, bcov_error *err)
{
  uint32_t count, kept = 0;
  const bcov_touch *touches = bcov_model_touches (from, option, &count);
  bcov_touch *to = begin_option (model, count, err);
  if (!to)
    return model->status;
  for (uint32_t k = 0; k < count; k++) {
    bcov_touch touch = touches[k];
    touch.item = number ? number[touch.item] : touch.item;
    if (touch.item == BCOV_NO_ITEM)
      continue;
    uint32_t at = kept++;
    for (; at && to[at - 1].item > touch.item; at--)
      to[at] = to[at - 1];
    to[at] = touch;
  }
  return end_option (model, kept, from->origin.data[option], err);
}

/* ---- another order ---- */

static void draw_order (bcov_random *random, uint32_t *order, uint32_t count)
{
  for (uint32_t k = 0; k < count; k++) {
    uint32_t other = (uint32_t)bcov_random_below (random, k + 1u);
    order[k] = order[other];
    order[other] = k;
  }
}

bcov_status bcov_model_shuffle (const bcov_model *model, uint64_t seed, bool items_too,
                                bcov_model *out, bcov_error *err)
{
  bcov_random random = {seed};
  uint32_t n_items = (uint32_t)model->items.count, n_options = bcov_model_options (model);
  uint32_t *items =
      bcov_mem_alloc (model->mem, 2 * (size_t)n_items + n_options + 1, sizeof *items, err);
  if (!items)
    return bcov_mem_status (model->mem);
  uint32_t *options = items + n_items, *number = options + n_options;
  draw_order (&random, items, n_items);
  for (uint32_t i = 0; i < n_items && !items_too; i++)
    items[i] = i;
  draw_order (&random, options, n_options);
  bcov_model_init (model->mem, out, err);
  for (uint32_t k = 0; k < n_items; k++) {
    number[items[k]] = k;
    bcov_model_item (out, model->items.data[items[k]], err);
  }
  for (uint32_t k = 0; k < n_options; k++)
    bcov_model_copy_option (out, model, options[k], number, err);
  out->impossible = model->impossible;
  bcov_mem_free (model->mem, items);
  return bcov_model_done (out);
}

/* ---- columns ---- */

/* Counting sort.  place[i] is the beginning of column i while it is filled, and its end, which is
   start[i + 1], afterwards. */
static void fill_columns (const bcov_model *model, bcov_columns *out)
{
  uint32_t *place = out->start + 1;
  for (size_t t = 0; t < model->touches.count; t++)
    place[model->touches.data[t].item + 1]++;
  for (size_t i = 0; i < model->items.count; i++)
    place[i + 1] += place[i];
  for (uint32_t o = 0; o < bcov_model_options (model); o++)
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++) {
      out->touch[place[model->touches.data[t].item]++] = t;
      out->owner[t] = o;
    }
}

bcov_status bcov_model_columns (const bcov_model *model, bcov_columns *out, bcov_error *err)
{
  size_t n = model->touches.count + 1;
  *out = (bcov_columns){0};
  if (!(out->start =
            bcov_mem_alloc (model->mem, model->items.count + 2, sizeof *out->start, err)) ||
      !(out->touch = bcov_mem_alloc (model->mem, n, sizeof *out->touch, err)) ||
      !(out->owner = bcov_mem_alloc (model->mem, n, sizeof *out->owner, err))) {
    bcov_columns_free (model->mem, out);
    return bcov_mem_status (model->mem);
  }
  fill_columns (model, out);
  assert (out->start[0] == 0 && out->start[model->items.count] == model->touches.count);
  return BCOV_OK;
}

void bcov_columns_free (bcov_mem *mem, bcov_columns *columns)
{
  bcov_mem_free (mem, columns->start);
  bcov_mem_free (mem, columns->touch);
  bcov_mem_free (mem, columns->owner);
  *columns = (bcov_columns){0};
}

/* ---- checks ---- */

static bool is_valid_option (const bcov_model *model, uint32_t option)
{
  uint32_t first = model->first.data[option], end = model->first.data[option + 1];
  if (first > end || end > model->touches.count)
    return false;
  for (uint32_t t = first; t < end; t++) {
    const bcov_touch *touch = &model->touches.data[t];
    if (!is_valid_touch (model, *touch) || (t > first && touch[-1].item >= touch->item))
      return false;
  }
  return true;
}

bool bcov_model_is_valid (const bcov_model *model)
{
  uint32_t options = bcov_model_options (model);
  if (model->first.count != options + UINT64_C (1) || model->first.data[0] ||
      model->first.data[options] != model->touches.count)
    return false;
  for (uint32_t o = 0; o < options; o++)
    if (!is_valid_option (model, o))
      return false;
  return true;
}

uint32_t bcov_model_gain (const bcov_model *model, uint32_t option)
{
  assert (option < bcov_model_options (model));
  uint32_t gain = 0;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++)
    gain += model->items.data[model->touches.data[t].item].gain;
  return gain;
}
