/* Items are taken layer by layer, each option is chosen at the first item that it touches, and so
   the levels of the first n layers are the first ones of the program.  Levels behind those of the
   last layer are not run.

   Why items must be open across a boundary: what is touched beyond it must show in the key, or the
   empty state would have solutions that stick out; and what must be touched may not be due before
   its layer comes.  An option that touches the item and lies in its layer and later ones
   sees to both: it is chosen behind the boundary, and the item stays open till then. */

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

/* For each item, in OPEN: 1 when an option of the first LAST layers touches it from before its
   layer, 2 when one from its own layer on does; or both. */
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

/* Items by layer, otherwise in their order. */
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

/* Whether the levels of the first LAST layers are the first ones, layer by layer. */
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

/* The levels after which the values stand, each once; ENDS tells how many levels the first n layers
   have, for each n, and WHICH the place of the last of them in LEVELS. */
typedef struct {
  uint32_t *ends, *levels, *which;
  size_t count;
} stops;

static void find_stops (const bcov_program *program, const uint32_t *layer, uint32_t from,
                        uint32_t to, stops *s)
{
  uint32_t level = 0;
  for (uint32_t n = from; n <= to; n++) {
    while (level < program->levels.count && layer[program->levels.data[level].item] < n)
      level++;
    s->ends[n - from] = level;
    if (level && (!s->count || s->levels[s->count - 1] != level - 1)) {
      assert (!s->count || s->levels[s->count - 1] < level - 1);
      s->levels[s->count++] = level - 1;
    }
    s->which[n - from] = (uint32_t)s->count - 1;
  }
}

static bcov_status new_stops (bcov_mem *mem, size_t count, stops *s, bcov_error *err)
{
  *s = (stops){.ends = bcov_mem_alloc (mem, 3 * count, sizeof (uint32_t), err)};
  if (!s->ends)
    return bcov_mem_status (mem);
  s->levels = s->ends + count;
  s->which = s->levels + count;
  return BCOV_OK;
}

/* Hands the values at the levels out to the sizes; before the first level there is one solution,
   the empty one. */
static void spread (const stops *s, size_t count, const bcov_number *at_levels, size_t known_levels,
                    bcov_number *values, size_t *known)
{
  for (*known = 0; *known < count; ++*known) {
    if (!s->ends[*known])
      mpz_set_ui (values[*known].value, 1);
    else if (s->which[*known] < known_levels)
      mpz_set (values[*known].value, at_levels[s->which[*known]].value);
    else
      break;
  }
}

static bcov_status run_levels (bcov_program *program, const stops *s, size_t workers,
                               bcov_control *control, size_t count, bcov_number *values,
                               size_t *known, bcov_error *err)
{
  bcov_mem *mem = program->mem;
  size_t known_levels = 0;
  bcov_status status = BCOV_OK;
  bcov_number *found = bcov_mem_alloc (mem, s->count + 1, sizeof *found, err);
  if (!found)
    return bcov_mem_status (mem);
  for (size_t k = 0; k < s->count; k++)
    bcov_number_init (&found[k], 0);
  assert (s->count <= count);
  if (s->count) {
    program->levels.count = s->levels[s->count - 1] + 1; /* no more are needed */
    status = bcov_frontier_levels (program, s->levels, s->count, workers, control, found,
                                   &known_levels, err);
  }
  if (!status)
    spread (s, count, found, known_levels, values, known);
  for (size_t k = 0; k < s->count; k++)
    bcov_number_clear (&found[k]);
  bcov_mem_free (mem, found);
  return status;
}

bcov_status bcov_by_size_count (const bcov_model *model, const uint32_t *layer, uint32_t from,
                                uint32_t to, size_t workers, bcov_control *control,
                                bcov_number *values, size_t *known, bcov_error *err)
{
  bcov_program program;
  stops s;
  size_t count = (size_t)to - from + 1;
  *known = 0;
  assert (from <= to);
  bcov_status status = make_program (model, layer, &program, err);
  if (status)
    return status;
  status = new_stops (model->mem, count, &s, err);
  if (!status) {
    assert (layers_rise (&program, layer, to));
    find_stops (&program, layer, from, to, &s);
    status = run_levels (&program, &s, workers, control, count, values, known, err);
  }
  bcov_mem_free (model->mem, s.ends);
  bcov_program_free (&program);
  return status;
}
