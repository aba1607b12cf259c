/* Shuffling.  Two orders are drawn; items and options are written in them, and the touches of each
   option sorted again.  Time: the touches. */

#include "model/reduce/shuffle.h"
#include "base/random.h"

#include <assert.h>

static void draw_order (bcov_random *random, uint32_t *order, uint32_t count)
{
  for (uint32_t k = 0; k < count; k++) {
    uint32_t other = (uint32_t)bcov_random_below (random, k + 1u);
    order[k] = order[other];
    order[other] = k;
  }
}

/* Writes option O of MODEL to the end of OUT, with item i as PLACE[i]; few touches, so they are
   sorted as they come. */
static bcov_status write_option (const bcov_model *model, uint32_t o, const uint32_t *place,
                                 bcov_touch *scratch, bcov_model *out, bcov_error *err)
{
  uint32_t first = model->first.data[o], count = model->first.data[o + 1] - first;
  for (uint32_t k = 0; k < count; k++) {
    bcov_touch touch = model->touches.data[first + k];
    uint32_t at = k;
    touch.item = place[touch.item];
    for (; at && scratch[at - 1].item > touch.item; at--)
      scratch[at] = scratch[at - 1];
    scratch[at] = touch;
  }
  return bcov_model_option (out, scratch, count, model->origin.data[o], err);
}

/* ITEMS and OPTIONS are orders, PLACE and SCRATCH room. */
static bcov_status write_all (const bcov_model *model, const uint32_t *items,
                              const uint32_t *options, uint32_t *place, bcov_touch *scratch,
                              bcov_model *out, bcov_error *err)
{
  bcov_status status = bcov_model_init (model->mem, out, err);
  for (uint32_t k = 0; k < model->items.count && !status; k++) {
    place[items[k]] = k;
    status = bcov_model_item (out, model->items.data[items[k]], err);
  }
  for (uint32_t k = 0; k < bcov_model_options (model) && !status; k++)
    status = write_option (model, options[k], place, scratch, out, err);
  out->impossible = model->impossible;
  if (status)
    bcov_model_free (out);
  return status;
}

bcov_status bcov_model_shuffle (const bcov_model *model, uint64_t seed, bcov_model *out,
                                bcov_error *err)
{
  bcov_mem *mem = model->mem;
  assert (bcov_model_is_valid (model));
  bcov_random random = {seed};
  uint32_t n_items = (uint32_t)model->items.count, n_options = bcov_model_options (model);
  size_t numbers = 2 * (size_t)n_items + n_options + 1;
  bcov_status status = BCOV_OK;
  *out = (bcov_model){0};
  uint32_t *items = bcov_mem_alloc (mem, numbers, sizeof *items, err);
  bcov_touch *scratch = items ? bcov_mem_alloc (mem, n_items + 1u, sizeof *scratch, err) : NULL;
  if (!scratch)
    status = bcov_mem_status (mem);
  else {
    uint32_t *options = items + n_items;
    draw_order (&random, items, n_items);
    draw_order (&random, options, n_options);
    status = write_all (model, items, options, options + n_options, scratch, out, err);
  }
  bcov_mem_free (mem, items);
  bcov_mem_free (mem, scratch);
  return status;
}
