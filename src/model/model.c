/* Building a model and turning its rows into columns.  Everything is numbered with 32 bits; what
   would need more is refused here, before any engine sees it. */

#include "model/model.h"

#include <assert.h>

static_assert ((uint32_t)BCOV_MOST_OPTIONS < BCOV_NO_OPTION &&
                   (uint32_t)BCOV_MOST_OPTIONS < BCOV_NO_ITEM,
               "no option or item has the number that stands for none");

bcov_status bcov_model_init (bcov_mem *mem, bcov_model *model, bcov_error *err)
{
  *model = (bcov_model){.mem = mem};
  return bcov_vec_push (mem, &model->first, 0, err);
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

bcov_status bcov_model_item (bcov_model *model, bcov_item item, bcov_error *err)
{
  assert (!item.coloured || (item.lo == 0 && item.hi == BCOV_MANY));
  return bcov_vec_push (model->mem, &model->items, item, err);
}

/* Whether TOUCH has an item of MODEL, and a colour if that is coloured and only then. */
static bool is_valid_touch (const bcov_model *model, bcov_touch touch)
{
  return touch.item < model->items.count && touch.times > 0 &&
         model->items.data[touch.item].coloured == (touch.colour > 0);
}

bcov_status bcov_model_option (bcov_model *model, const bcov_touch *touches, size_t count,
                               uint32_t origin, bcov_error *err)
{
  if (model->touches.count + count >= UINT32_MAX || model->origin.count >= BCOV_MOST_OPTIONS)
    return bcov_error_add (err, BCOV_STOPPED, NULL, "the puzzle has too many placements");
  bcov_status status =
      bcov_vec_reserve (model->mem, &model->touches, model->touches.count + count, err);
  if (status)
    return status;
  for (size_t k = 0; k < count; k++) {
    assert (k == 0 || touches[k - 1].item < touches[k].item);
    assert (is_valid_touch (model, touches[k]));
    model->touches.data[model->touches.count + k] = touches[k];
  }
  model->touches.count += count;
  status = bcov_vec_push (model->mem, &model->first, (uint32_t)model->touches.count, err);
  if (!status)
    status = bcov_vec_push (model->mem, &model->origin, origin, err);
  return status;
}

/* START is first used one place further on, so that filling the columns leaves the starts behind.
 */
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
