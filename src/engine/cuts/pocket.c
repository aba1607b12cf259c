/* Links come from the adjacency of the model (model/adjacency.h), which joins the items of each
   option into a tree.  On a board of any lattice they are the sides between cells.  The test for
   pockets is sound only if links join the cells of every option; this is checked here.

   Pockets are not used if they cannot save time: if an option covers a single cell, if cells may
   stay empty, if every size is a sum of sizes, or if the open cells do not fit into one word.

   Time: pairs of cells of all options. */

#include "engine/cuts/pocket.h"
#include "engine/program/open_fields.h"
#include "model/adjacency.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_CELLS = 63,      /* of an option */
  MOST_PAIRS = 1 << 22, /* of cells that share an option, added up over all options */
  SHIFTS = 63           /* the bits of a word are 1 to 63 places apart */
};

typedef struct {
  const bcov_model *model;
  const bcov_program *program;
  bcov_adjacency graph;
  bcov_pockets *out;
  uint32_t *field_of; /* of each item, or BCOV_NO_FIELD */
  uint32_t *ends;     /* of each item: the last level that touches it */
  bcov_error *err;
} maker;

/* ---- models that pockets apply to ---- */

static bool is_cell (const maker *m, uint32_t item)
{
  return m->model->items.data[item].gain;
}

/* Writes the cells of OPTION, at most MOST_CELLS + 1, to CELLS, and returns their number. */
static uint32_t list_cells (const maker *m, uint32_t option, uint32_t *cells)
{
  const bcov_model *model = m->model;
  uint32_t count = 0;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++)
    if (is_cell (m, model->touches.data[t].item) && count <= MOST_CELLS)
      cells[count++] = model->touches.data[t].item;
  return count;
}

/* Returns the sizes of all options as bits, or 0 if pockets do not apply to the model. */
static uint64_t find_sizes (const maker *m)
{
  const bcov_model *model = m->model;
  uint64_t sizes = 0, pairs = 0;
  uint32_t cells[MOST_CELLS + 1];
  for (uint32_t i = 0; i < model->items.count; i++)
    if (is_cell (m, i) && (model->items.data[i].lo != 1 || model->items.data[i].hi != 1))
      return 0;
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    uint32_t size = list_cells (m, o, cells);
    pairs += (uint64_t)size * size / 2;
    if (size > MOST_CELLS || size == 1 || pairs > MOST_PAIRS)
      return 0;
    sizes |= (uint64_t)1 << size;
  }
  return sizes & ~(uint64_t)1;
}

static uint64_t sums_of (uint64_t sizes)
{
  uint64_t sums = 1;
  for (uint32_t n = 1; n < 64; n++)
    for (uint32_t size = 2; size <= n; size++)
      if (sizes >> size & 1 && sums >> (n - size) & 1)
        sums |= (uint64_t)1 << n;
  assert ((sums & 3) == 1);
  return sums;
}

/* Returns whether all cells have their bits in the first word. */
static bool one_word (const maker *m)
{
  for (size_t f = 0; f < m->program->fields.count; f++)
    if (is_cell (m, m->program->fields.data[f].item) && m->program->fields.data[f].shift > 63)
      return false;
  return true;
}

static bool is_linked (const bcov_lists *beside, uint32_t a, uint32_t b)
{
  uint32_t k = beside->first[a];
  while (k < beside->first[a + 1] && beside->of.data[k] != b)
    k++;
  return k < beside->first[a + 1];
}

/* Returns whether links join all cells of OPTION. */
static bool is_connected (const maker *m, uint32_t option)
{
  uint32_t cells[MOST_CELLS + 1], count = list_cells (m, option, cells), reached = 1;
  for (uint32_t at = 0; at < reached && reached < count; at++)
    for (uint32_t k = reached; k < count; k++)
      if (is_linked (&m->graph.beside, cells[at], cells[k])) {
        uint32_t cell = cells[k];
        cells[k] = cells[reached];
        cells[reached++] = cell;
      }
  return reached >= count;
}

static bool all_connected (const maker *m)
{
  uint32_t o = 0;
  while (o < bcov_model_options (m->model) && is_connected (m, o))
    o++;
  return o == bcov_model_options (m->model);
}

/* ---- redundant links ---- */

static bool covers (const bcov_model *model, uint32_t option, uint32_t item)
{
  uint32_t t = model->first.data[option];
  while (t < model->first.data[option + 1] && model->touches.data[t].item != item)
    t++;
  return t < model->first.data[option + 1];
}

/* A link between the cells A < B, and the options that cover both as a part of those that cover at
   least one. */
typedef struct {
  uint32_t a, b;
  double strength;
} link;

static link weigh_link (const maker *m, uint32_t a, uint32_t b)
{
  const bcov_columns *c = &m->graph.columns;
  uint32_t all = c->start[a + 1] - c->start[a] + c->start[b + 1] - c->start[b], both = 0;
  for (uint32_t k = c->start[a]; k < c->start[a + 1]; k++)
    both += covers (m->model, c->owner[c->touch[k]], b);
  return (link){a, b, both / (double)(all - both)};
}

static int by_strength (const void *x, const void *y)
{
  const link *a = x, *b = y;
  if (a->strength != b->strength)
    return a->strength < b->strength ? -1 : 1;
  return a->a != b->a ? (a->a < b->a) - (a->a > b->a) : (a->b < b->b) - (a->b > b->b);
}

/* Replaces WHAT by WITH in the neighbours of ITEM.  A cell is linked to itself instead of a
   neighbour when the link is removed. */
static void replace (const maker *m, uint32_t item, uint32_t what, uint32_t with)
{
  const bcov_lists *beside = &m->graph.beside;
  uint32_t k = beside->first[item];
  while (beside->of.data[k] != what)
    k++;
  assert (k < beside->first[item + 1]);
  beside->of.data[k] = with;
}

/* Removes LINK if the cells of each option stay connected. */
static void try_without (const maker *m, link l)
{
  const bcov_columns *c = &m->graph.columns;
  bool needed = false;
  replace (m, l.a, l.b, l.a);
  replace (m, l.b, l.a, l.b);
  for (uint32_t k = c->start[l.a]; !needed && k < c->start[l.a + 1]; k++) {
    uint32_t o = c->owner[c->touch[k]];
    needed = covers (m->model, o, l.b) && !is_connected (m, o);
  }
  if (needed) {
    replace (m, l.a, l.a, l.b);
    replace (m, l.b, l.b, l.a);
  }
}

/* Removes the links without which all options stay connected, the weakest first. */
static bcov_status drop_links (maker *m)
{
  const bcov_lists *beside = &m->graph.beside;
  link *links = bcov_mem_alloc (m->out->mem, beside->of.count + 1, sizeof *links, m->err);
  size_t count = 0;
  if (!links)
    return bcov_mem_status (m->out->mem);
  for (uint32_t a = 0; a < m->model->items.count; a++)
    for (uint32_t k = beside->first[a]; k < beside->first[a + 1]; k++)
      if (a < beside->of.data[k] && is_cell (m, a) && is_cell (m, beside->of.data[k]))
        links[count++] = weigh_link (m, a, beside->of.data[k]);
  qsort (links, count, sizeof *links, by_strength);
  for (size_t k = 0; k < count; k++)
    try_without (m, links[k]);
  bcov_mem_free (m->out->mem, links);
  return BCOV_OK;
}

/* ---- level by level ---- */

/* Returns the bit of a cell after LEVEL, or 0 if it is not open.  Sets *TO_COME if it opens later.
 */
static uint64_t bit_of (const maker *m, uint32_t item, uint32_t level, bool *to_come)
{
  uint32_t f = m->field_of[item];
  *to_come = false;
  if (m->ends[item] <= level)
    return 0;
  if (f == BCOV_NO_FIELD || m->program->fields.data[f].opens > level) {
    *to_come = true;
    return 0;
  }
  assert (m->program->fields.data[f].shift < 64 && m->program->fields.data[f].width == 1);
  return (uint64_t)1 << m->program->fields.data[f].shift;
}

static void add_link (bcov_shifted_links *found, uint32_t *count, uint64_t a, uint64_t b)
{
  uint32_t shift = (uint32_t)(__builtin_ctzll (b) - __builtin_ctzll (a)), k = 0;
  while (k < *count && found[k].shift != shift)
    k++;
  assert (shift >= 1 && k < SHIFTS);
  if (k == *count)
    found[(*count)++] = (bcov_shifted_links){shift, 0};
  found[k].from |= a;
}

/* Adds the links of one open cell, whose bit is A. */
static void see_cell (const maker *m, uint32_t item, uint32_t level, uint64_t a, bcov_open_cells *w,
                      bcov_shifted_links *found)
{
  const bcov_lists *beside = &m->graph.beside;
  for (uint32_t k = beside->first[item]; k < beside->first[item + 1]; k++) {
    bool to_come;
    if (!is_cell (m, beside->of.data[k]))
      continue;
    uint64_t b = bit_of (m, beside->of.data[k], level, &to_come);
    if (a < b)
      add_link (found, &w->count, a, b);
    else if (to_come)
      w->shore |= a;
  }
}

static bcov_status see_level (maker *m, uint32_t level, const bcov_open_fields *open_fields)
{
  bcov_shifted_links found[SHIFTS];
  bcov_open_cells w = {.first = (uint32_t)m->out->lines.count};
  for (uint32_t b = 0; b < 64; b++) {
    uint32_t f = open_fields->owner[b];
    if (f == BCOV_NO_FIELD || !is_cell (m, m->program->fields.data[f].item))
      continue;
    w.cells |= (uint64_t)1 << b;
    see_cell (m, m->program->fields.data[f].item, level, (uint64_t)1 << b, &w, found);
  }
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; !status && k < w.count; k++)
    status = bcov_vec_push (m->out->mem, &m->out->lines, found[k], m->err);
  assert (!(w.shore & ~w.cells));
  return status ? status : bcov_vec_push (m->out->mem, &m->out->levels, w, m->err);
}

static bcov_status see_levels (maker *m)
{
  bcov_open_fields open_fields;
  bcov_status status = bcov_open_fields_start (m->program, &open_fields, m->err);
  for (uint32_t l = 0; !status && l < m->program->levels.count; l++) {
    bcov_open_fields_pass (&open_fields, l);
    status = see_level (m, l, &open_fields);
  }
  bcov_open_fields_end (&open_fields);
  assert (status || m->out->levels.count == m->program->levels.count);
  return status;
}

/* ---- construction ---- */

static void find_fields (maker *m)
{
  const bcov_program *p = m->program;
  memset (m->field_of, 0xff, m->model->items.count * sizeof *m->field_of);
  for (uint32_t f = 0; f < p->fields.count; f++)
    m->field_of[p->fields.data[f].item] = f;
  for (uint32_t l = 0; l < p->levels.count; l++)
    for (uint32_t k = 0; k < p->levels.data[l].moves; k++) {
      uint32_t o = p->moves.data[p->levels.data[l].first_move + k].option;
      for (uint32_t t = m->model->first.data[o]; t < m->model->first.data[o + 1]; t++)
        m->ends[m->model->touches.data[t].item] = l;
    }
}

static bcov_status make (maker *m)
{
  bcov_mem *mem = m->out->mem;
  size_t items = m->model->items.count + 1;
  bool worth;
  bcov_status status = bcov_adjacency_make (m->model, NULL, &m->graph, &worth, m->err);
  if (status || !worth || !all_connected (m))
    return status;
  m->field_of = bcov_mem_alloc (mem, items, sizeof *m->field_of, m->err);
  m->ends = bcov_mem_alloc (mem, items, sizeof *m->ends, m->err);
  if (!m->field_of || !m->ends)
    return bcov_mem_status (mem);
  find_fields (m);
  status = drop_links (m);
  return status ? status : see_levels (m);
}

bcov_status bcov_pockets_make (const bcov_model *model, const bcov_program *program,
                               bcov_pockets *out, bcov_error *err)
{
  bcov_mem *mem = program->mem;
  maker m = {.model = model, .program = program, .out = out, .err = err};
  uint64_t sizes = find_sizes (&m);
  *out = (bcov_pockets){.mem = mem, .sizes = sums_of (sizes)};
  if (!sizes || !~out->sizes || !one_word (&m))
    return BCOV_OK;
  bcov_status status = make (&m);
  bcov_adjacency_free (&m.graph);
  bcov_mem_free (mem, m.field_of);
  bcov_mem_free (mem, m.ends);
  if (status)
    bcov_pockets_free (out);
  return status;
}

void bcov_pockets_free (bcov_pockets *pockets)
{
  if (!pockets->mem)
    return;
  bcov_vec_free (pockets->mem, &pockets->levels);
  bcov_vec_free (pockets->mem, &pockets->lines);
  *pockets = (bcov_pockets){0};
}
