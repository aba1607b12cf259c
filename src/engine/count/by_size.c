/* The program processes items layer by layer, and chooses each option at the first item that it
   touches.  The levels of the first n layers are therefore the first levels of the program, and
   levels after those of the last layer are not run.

   Items must be open across a boundary for two reasons: an item touched beyond the boundary must
   show in the key, or the empty state would include solutions that cross it; and an item that must
   be touched may not be closed before its layer.  An option that touches the item and lies in its
   layer and later ones ensures both: it is chosen after the boundary, and the item stays open until
   then. */

#include "engine/count/by_size.h"
#include "engine/count/frontier.h"
#include "engine/program/program_make.h"

#include <assert.h>

static uint32_t first_layer (const bcov_model *model, const uint32_t *layer, uint32_t option)
{
  uint32_t first = UINT32_MAX;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    uint32_t at = layer[model->touches.data[t].item];
    first = at < first ? at : first;
  }
  return first;
}

/* Sets bit 0 of OPEN[item] if an option that begins before the item's layer (and before LAST)
   touches it, and bit 1 if an option that begins in its layer does. */
static void find_open (const bcov_model *model, const uint32_t *layer, uint32_t last, uint8_t *open)
{
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    uint32_t first = first_layer (model, layer, o);
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++) {
      uint32_t item = model->touches.data[t].item;
      if (first >= layer[item])
        open[item] |= 2;
      else if (first < last)
        open[item] |= 1;
    }
  }
}

bcov_status bcov_by_size_fit (const bcov_model *model, const uint32_t *layer, uint32_t last,
                              bool *fit, bcov_error *err)
{
  size_t items = model->items.count;
  uint8_t *open = bcov_mem_alloc (model->mem, items + 1, 1, err);
  *fit = false;
  if (!open)
    return bcov_mem_status (model->mem);
  find_open (model, layer, last, open);
  *fit = true;
  for (uint32_t i = 0; i < items && *fit; i++) {
    const bcov_item *item = &model->items.data[i];
    bool asked = open[i] & 1 || (item->lo && layer[i] < last);
    *fit = item->hi == 1 && !item->coloured && (!asked || open[i] & 2);
  }
  for (uint32_t o = 0; o < bcov_model_options (model) && *fit; o++)
    *fit = model->first.data[o] < model->first.data[o + 1];
  bcov_mem_free (model->mem, open);
  return BCOV_OK;
}

/* Sorts the items by layer (a stable counting sort). */
static bcov_status sort_items (const bcov_model *model, const uint32_t *layer, uint32_t *order,
                               bcov_error *err)
{
  uint32_t items = (uint32_t)model->items.count, layers = 0;
  for (uint32_t i = 0; i < items; i++)
    layers = layer[i] >= layers ? layer[i] + 1 : layers;
  uint32_t *start = bcov_mem_alloc (model->mem, (size_t)layers + 1, sizeof *start, err);
  if (!start)
    return bcov_mem_status (model->mem);
  for (uint32_t i = 0; i < items; i++)
    start[layer[i] + 1]++;
  for (uint32_t k = 0; k < layers; k++)
    start[k + 1] += start[k];
  for (uint32_t i = 0; i < items; i++)
    order[start[layer[i]]++] = i;
  bcov_mem_free (model->mem, start);
  return BCOV_OK;
}

static bcov_status make_program (const bcov_model *model, const uint32_t *layer,
                                 bcov_program *program, bcov_error *err)
{
  uint32_t *order = bcov_mem_alloc (model->mem, model->items.count + 1, sizeof *order, err);
  bcov_status status = order ? sort_items (model, layer, order, err) : bcov_mem_status (model->mem);
  if (!status)
    status = bcov_program_make (model, order, NULL, program, err);
  bcov_mem_free (model->mem, order);
  return status;
}

/* Returns true if the levels of the first LAST layers are the first ones, layer by layer. */
static __attribute__ ((unused)) bool layers_rise (const bcov_program *program,
                                                  const uint32_t *layer, uint32_t last)
{
  uint32_t before = 0;
  for (size_t k = 0; k < program->levels.count; k++) {
    uint32_t here = layer[program->levels.data[k].item];
    if (here < before && here < last)
      return false;
    before = here > before ? here : before;
  }
  return true;
}

/* Sets LEVELS[k] to the last level of the first FROM + k layers.  Returns how many of these boards,
   from the first on, have no level: they have one solution, the empty one. */
static size_t find_levels (const bcov_program *program, const uint32_t *layer, uint32_t from,
                           uint32_t to, uint32_t *levels)
{
  uint32_t level = 0;
  size_t empty = 0;
  for (uint32_t n = from; n <= to; n++) {
    while (level < program->levels.count && layer[program->levels.data[level].item] < n)
      level++;
    levels[n - from] = level - 1;
    empty += !level;
  }
  return empty;
}

static bcov_status run_levels (bcov_program *program, const uint32_t *levels, size_t count,
                               size_t workers, bcov_control *control, bcov_number *values,
                               size_t *known, bcov_error *err)
{
  if (!count)
    return BCOV_OK;
  program->levels.count = levels[count - 1] + 1; /* later ones are not needed */
  return bcov_frontier_levels (program, levels, count, workers, control, values, known, err);
}

bcov_status bcov_by_size_count (const bcov_model *model, const uint32_t *layer, uint32_t from,
                                uint32_t to, size_t workers, bcov_control *control,
                                bcov_number *values, size_t *known, bcov_error *err)
{
  bcov_program program;
  size_t count = (size_t)to - from + 1, empty = 0, others = 0;
  *known = 0;
  assert (from <= to);
  bcov_status status = make_program (model, layer, &program, err);
  if (status)
    return status;
  uint32_t *levels = bcov_mem_alloc (model->mem, count, sizeof *levels, err);
  if (levels) {
    assert (layers_rise (&program, layer, to));
    empty = find_levels (&program, layer, from, to, levels);
    status = run_levels (&program, levels + empty, count - empty, workers, control, values + empty,
                         &others, err);
  } else
    status = bcov_mem_status (model->mem);
  for (size_t k = 0; !status && k < empty; k++)
    mpz_set_ui (values[k].value, 1);
  *known = status ? 0 : empty + others;
  bcov_mem_free (model->mem, levels);
  bcov_program_free (&program);
  return status;
}
