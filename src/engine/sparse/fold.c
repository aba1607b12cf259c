/* The candidates come from the order: cut the cells, in their order, into rows of equal length and
   reverse each row.  That is a mirror if it maps every option to an option and keeps all items that
   are not cells.  This is checked exactly, option by option.  The shortest rows are tried first,
   because they allow folding most often.

   Time: touches for each length that divides the number of cells; most lengths fail at once. */

#include "engine/sparse/fold.h"
#include "base/hash.h"
#include "base/table.h"
#include "engine/program/open_fields.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const bcov_model *model;
  const bcov_program *program;
  bcov_folds *out;
  BCOV_VEC (uint32_t) cells; /* in the order of the program */
  uint32_t *image;           /* of each item */
  uint32_t *field_of;        /* of each item; BCOV_NO_MOVE: none */
  bool *behind;              /* for each item: its level is finished */
  bcov_touch *touches;       /* of the current option, mirrored */
  bcov_table table;          /* options by their touches */
  bcov_error *err;
} maker;

/* ---- testing a mirror ---- */

typedef struct {
  const bcov_model *model;
  const bcov_touch *touches;
  uint32_t count;
} looked_for;

static bool same_touches (const void *data, uint32_t option)
{
  const looked_for *l = data;
  uint32_t count;
  const bcov_touch *touches = bcov_model_touches (l->model, option, &count);
  bool same = count == l->count;
  for (uint32_t k = 0; same && k < count; k++)
    same = bcov_touch_same (&touches[k], &l->touches[k]);
  return same;
}

static uint64_t hash_of (const bcov_touch *touches, uint32_t count)
{
  uint64_t hash = count;
  for (uint32_t k = 0; k < count; k++)
    hash = bcov_hash_mix (bcov_hash_mix (hash, touches[k].item),
                          (uint64_t)touches[k].colour << 32 | touches[k].times);
  return bcov_hash_end (hash);
}

static int by_item (const void *a, const void *b)
{
  uint32_t x = ((const bcov_touch *)a)->item, y = ((const bcov_touch *)b)->item;
  return (x > y) - (x < y);
}

/* Returns the image of OPTION, or BCOV_TABLE_NONE. */
static uint32_t find_image (maker *m, uint32_t option)
{
  const bcov_model *model = m->model;
  looked_for l = {model, m->touches, model->first.data[option + 1] - model->first.data[option]};
  for (uint32_t k = 0; k < l.count; k++) {
    m->touches[k] = model->touches.data[model->first.data[option] + k];
    m->touches[k].item = m->image[m->touches[k].item];
  }
  qsort (m->touches, l.count, sizeof *m->touches, by_item);
  return bcov_table_find (&m->table, hash_of (m->touches, l.count), same_touches, &l);
}

/* Adds all options to the table.  *TWINS is set if two options have the same touches; then there is
   no folding, because equal options would have to be counted. */
static bcov_status list_options (maker *m, bool *twins)
{
  const bcov_model *model = m->model;
  bcov_status status = BCOV_OK;
  for (uint32_t o = 0; !status && !*twins && o < bcov_model_options (model); o++) {
    looked_for l = {model, &model->touches.data[model->first.data[o]],
                    model->first.data[o + 1] - model->first.data[o]};
    uint64_t hash = hash_of (l.touches, l.count);
    *twins = bcov_table_find (&m->table, hash, same_touches, &l) != BCOV_TABLE_NONE;
    status = bcov_table_add (model->mem, &m->table, hash, o, m->err);
  }
  return status;
}

static void turn_rows (maker *m, size_t length)
{
  assert (length && m->cells.count % length == 0);
  for (uint32_t i = 0; i < m->model->items.count; i++)
    m->image[i] = i;
  for (size_t k = 0; k < m->cells.count; k++)
    m->image[m->cells.data[k]] = m->cells.data[k - k % length + (length - 1 - k % length)];
}

/* Returns true if the map is an involution. */
static __attribute__ ((unused)) bool is_exchange (const maker *m)
{
  for (uint32_t i = 0; i < m->model->items.count; i++)
    if (m->image[m->image[i]] != i)
      return false;
  return true;
}

static bool is_mirror (maker *m)
{
  for (size_t k = 0; k < m->cells.count; k++) {
    bcov_item a = m->model->items.data[m->cells.data[k]];
    bcov_item b = m->model->items.data[m->image[m->cells.data[k]]];
    if (a.lo != b.lo || a.hi != b.hi)
      return false;
  }
  for (uint32_t o = 0; o < bcov_model_options (m->model); o++)
    if (find_image (m, o) == BCOV_TABLE_NONE)
      return false;
  return true;
}

/* ---- level by level ---- */

/* Returns true if the exchanges from FIRST on and the fixed bits are disjoint. */
static __attribute__ ((unused)) bool bits_differ (const bcov_folds *folds, uint32_t first,
                                                  uint64_t fixed)
{
  uint64_t seen = fixed;
  for (size_t k = first; k < folds->exchanges.count; k++) {
    const bcov_exchange *e = &folds->exchanges.data[k];
    if (seen & (e->from | e->from << e->shift) || e->from & e->from << e->shift)
      return false;
    seen |= e->from | e->from << e->shift;
  }
  return true;
}

static bcov_status exchange (maker *m, uint32_t first, uint64_t low, uint64_t high)
{
  bcov_folds *out = m->out;
  assert (low < high);
  uint32_t shift = (uint32_t)(__builtin_ctzll (high) - __builtin_ctzll (low));
  for (size_t k = first; k < out->exchanges.count; k++)
    if (out->exchanges.data[k].shift == shift) {
      out->exchanges.data[k].from |= low;
      return BCOV_OK;
    }
  bcov_exchange e = {shift, low};
  return bcov_vec_push (out->mem, &out->exchanges, e, m->err);
}

/* Finds the exchanges after a level where finished cells are mapped to finished cells; there are
   none unless open items are mapped to open items. */
static bcov_status fold_level (maker *m, const bcov_open_fields *open_fields, uint64_t *fixed)
{
  uint32_t first = (uint32_t)m->out->exchanges.count;
  bcov_status status = BCOV_OK;
  for (uint32_t b = 0; !status && b < 64; b++) {
    if (open_fields->owner[b] == BCOV_NO_FIELD)
      continue;
    uint32_t item = m->program->fields.data[open_fields->owner[b]].item;
    uint32_t image = m->field_of[m->image[item]];
    uint32_t to = image == BCOV_NO_FIELD ? 0 : m->program->fields.data[image].shift;
    if (image == BCOV_NO_FIELD || open_fields->owner[to] != image) {
      m->out->exchanges.count = first;
      return BCOV_OK;
    }
    if (b < to)
      status = exchange (m, first, (uint64_t)1 << b, (uint64_t)1 << to);
    *fixed |= b == to ? (uint64_t)1 << b : 0;
  }
  assert (status || bits_differ (m->out, first, *fixed));
  return status;
}

/* ODD is the number of finished cells whose image is not finished. */
static bcov_status fold_levels (maker *m)
{
  bcov_folds *out = m->out;
  bcov_open_fields open_fields;
  int64_t odd = 0;
  bcov_status status = bcov_open_fields_start (m->program, &open_fields, m->err);
  for (uint32_t level = 0; !status && level < m->program->levels.count; level++) {
    uint32_t item = m->program->levels.data[level].item;
    uint64_t fixed = 0;
    assert (!m->behind[item]); /* an item has at most one level */
    m->behind[item] = true;
    if (m->image[item] != item)
      odd += m->behind[m->image[item]] ? -1 : 1;
    assert (odd >= 0);
    bcov_open_fields_pass (&open_fields, level);
    status = bcov_vec_push (out->mem, &out->first, (uint32_t)out->exchanges.count, m->err);
    if (!status && !odd)
      status = fold_level (m, &open_fields, &fixed);
    if (!status)
      status = bcov_vec_push (out->mem, &out->fixed, fixed, m->err);
  }
  bcov_open_fields_end (&open_fields);
  return status ? status
                : bcov_vec_push (out->mem, &out->first, (uint32_t)out->exchanges.count, m->err);
}

/* ---- construction ---- */

static bcov_status take_scratch (maker *m)
{
  bcov_mem *mem = m->out->mem;
  size_t items = m->model->items.count + 1, most = 0;
  bcov_status status = BCOV_OK;
  for (uint32_t o = 0; o < bcov_model_options (m->model); o++) {
    size_t count = m->model->first.data[o + 1] - m->model->first.data[o];
    most = count > most ? count : most;
  }
  m->image = bcov_mem_alloc (mem, items, sizeof *m->image, m->err);
  m->field_of = bcov_mem_alloc (mem, items, sizeof *m->field_of, m->err);
  m->behind = bcov_mem_alloc (mem, items, sizeof *m->behind, m->err);
  m->touches = bcov_mem_alloc (mem, most + 1, sizeof *m->touches, m->err);
  if (!m->image || !m->field_of || !m->behind || !m->touches)
    return bcov_mem_status (mem);
  memset (m->field_of, 0xff, items * sizeof *m->field_of);
  for (uint32_t f = 0; f < m->program->fields.count; f++)
    m->field_of[m->program->fields.data[f].item] = f;
  for (size_t k = 0; !status && k < m->program->order.count; k++)
    if (m->model->items.data[m->program->order.data[k]].gain)
      status = bcov_vec_push (mem, &m->cells, m->program->order.data[k], m->err);
  return status;
}

/* Returns true if each level has an item, and this item is touched at most once. */
static bool all_guarded (const bcov_program *program, const bcov_model *model)
{
  for (size_t k = 0; k < program->levels.count; k++) {
    uint32_t item = program->levels.data[k].item;
    if (item == BCOV_NO_ITEM || model->items.data[item].hi != 1)
      return false;
  }
  return true;
}

static bcov_status make (maker *m)
{
  bool twins = false;
  bcov_status status = list_options (m, &twins);
  for (size_t length = 2; !status && !twins && length <= m->cells.count; length++) {
    if (m->cells.count % length)
      continue;
    turn_rows (m, length);
    if (is_mirror (m)) {
      assert (is_exchange (m));
      return fold_levels (m);
    }
  }
  return status;
}

bcov_status bcov_folds_make (const bcov_model *model, const bcov_program *program, bcov_folds *out,
                             bcov_error *err)
{
  bcov_mem *mem = program->mem;
  maker m = {.model = model, .program = program, .out = out, .err = err};
  *out = (bcov_folds){.mem = mem};
  if (!program->plain || program->words > 1 || !all_guarded (program, model))
    return BCOV_OK;
  bcov_status status = take_scratch (&m);
  if (!status)
    status = make (&m);
  bcov_vec_free (mem, &m.cells);
  bcov_table_free (mem, &m.table);
  bcov_mem_free (mem, m.image);
  bcov_mem_free (mem, m.field_of);
  bcov_mem_free (mem, m.behind);
  bcov_mem_free (mem, m.touches);
  if (status)
    bcov_folds_free (out);
  return status;
}

void bcov_folds_free (bcov_folds *folds)
{
  if (!folds->mem)
    return;
  bcov_vec_free (folds->mem, &folds->first);
  bcov_vec_free (folds->mem, &folds->exchanges);
  bcov_vec_free (folds->mem, &folds->fixed);
  *folds = (bcov_folds){0};
}
