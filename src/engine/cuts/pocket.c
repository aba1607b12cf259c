/* Drawing the lines.  Every two cells that some option covers are a candidate; those that share the
   larger part of their options come first.  A line is drawn where it joins two parts of an option
   that hung apart until then, and in the end those are taken away, the weakest first, without which
   all options still hang together.  On a board of any lattice what remains are the sides between
   cells, found without knowing of any lattice.

   Nothing is done where it cannot pay: where a single cell can be filled, where cells may stay
   empty, or where the cells that are open at once do not fit into one word.

   Time: pairs of cells of all options. */

#include "engine/cuts/pocket.h"
#include "engine/program/open_fields.h"

#include <stdlib.h>
#include <string.h>

enum {
  MOST_PAIRS = 1 << 22,
  SHIFTS = 63 /* between two bits of a word: so many different ones at most */
};

static_assert (SHIFTS == 64 - 1, "the bits of a word lie 1 to 63 apart");

/* Two cells of an option. */
typedef struct {
  uint32_t a, b, option;
} pair;

/* All pairs with the same cells. */
typedef struct {
  uint32_t first, count; /* in PAIRS */
  double adjacency;      /* options that have both, as a part of those that have one */
  bool drawn;
} line;

typedef struct {
  const bcov_model *model;
  const bcov_program *program;
  bcov_pockets *out;
  BCOV_VEC (pair) pairs;
  BCOV_VEC (line) lines;
  uint32_t *degree;        /* options of each item */
  uint32_t *part;          /* of each touch: the part of its option that it hangs with */
  uint32_t *field_of;      /* of each item */
  uint32_t *ends;          /* of each item: the level after which it is of no interest */
  uint32_t *start, *other; /* see list_ends */
  bcov_error *err;
} maker;

/* ---- candidates ---- */

static bool is_cell (const maker *m, uint32_t item)
{
  return m->model->items.data[item].gain;
}

/* Sizes of options as bits; 0 when the model is none for this. */
static uint64_t find_sizes (maker *m, uint64_t *pairs)
{
  const bcov_model *model = m->model;
  uint64_t sizes = 0;
  for (uint32_t i = 0; i < model->items.count; i++)
    if (is_cell (m, i) && (model->items.data[i].lo != 1 || model->items.data[i].hi != 1))
      return 0;
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    uint32_t size = 0;
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++)
      if (is_cell (m, model->touches.data[t].item)) {
        m->degree[model->touches.data[t].item]++;
        size++;
      }
    if (size > 63 || size == 1)
      return 0;
    sizes |= (uint64_t)1 << size;
    *pairs += (uint64_t)size * (size - 1) / 2;
  }
  return sizes & ~(uint64_t)1;
}

static bcov_status list_pairs (maker *m)
{
  const bcov_model *model = m->model;
  bcov_status status = BCOV_OK;
  for (uint32_t o = 0; !status && o < bcov_model_options (model); o++)
    for (uint32_t t = model->first.data[o]; t < model->first.data[o + 1]; t++)
      for (uint32_t u = t + 1; !status && u < model->first.data[o + 1]; u++) {
        pair p = {model->touches.data[t].item, model->touches.data[u].item, o};
        assert (p.a < p.b);
        if (is_cell (m, p.a) && is_cell (m, p.b))
          status = bcov_vec_push (m->out->mem, &m->pairs, p, m->err);
      }
  return status;
}

/* Puts COUNT pairs in the order of one of their cells, those with the same as they came; START is
   all zero and has room for all cells and one. */
static void deal_pairs (const pair *from, size_t count, bool by_b, uint32_t *start, size_t items,
                        pair *to)
{
  for (size_t k = 0; k < count; k++)
    start[(by_b ? from[k].b : from[k].a) + 1]++;
  for (size_t i = 0; i < items; i++)
    start[i + 1] += start[i];
  for (size_t k = 0; k < count; k++)
    to[start[by_b ? from[k].b : from[k].a]++] = from[k];
}

static __attribute__ ((unused)) bool is_sorted (const pair *pairs, size_t count)
{
  for (size_t k = 1; k < count; k++) {
    const pair *x = &pairs[k - 1], *y = &pairs[k];
    if (x->a != y->a ? x->a > y->a : x->b != y->b ? x->b > y->b : x->option >= y->option)
      return false;
  }
  return true;
}

/* By their first cell, then by the second, then by the option, in which order they are. */
static bcov_status sort_pairs (maker *m)
{
  bcov_mem *mem = m->out->mem;
  size_t items = m->model->items.count, count = m->pairs.count;
  uint32_t *start = bcov_mem_alloc (mem, 2 * items + 2, sizeof *start, m->err);
  pair *scratch = bcov_mem_alloc (mem, count + 1, sizeof *scratch, m->err);
  bcov_status status = start && scratch ? BCOV_OK : bcov_mem_status (mem);
  if (!status) {
    deal_pairs (m->pairs.data, count, true, start, items, scratch);
    deal_pairs (scratch, count, false, start + items + 1, items, m->pairs.data);
  }
  assert (status || is_sorted (m->pairs.data, count));
  bcov_mem_free (mem, start);
  bcov_mem_free (mem, scratch);
  return status;
}

static int by_adjacency (const void *x, const void *y)
{
  const line *a = x, *b = y;
  if (a->adjacency != b->adjacency)
    return a->adjacency > b->adjacency ? -1 : 1;
  return (a->first > b->first) - (a->first < b->first);
}

static bcov_status list_lines (maker *m)
{
  bcov_status status = sort_pairs (m);
  for (size_t k = 0; !status && k < m->pairs.count;) {
    const pair *p = &m->pairs.data[k];
    line l = {.first = (uint32_t)k};
    for (; k < m->pairs.count && m->pairs.data[k].a == p->a && m->pairs.data[k].b == p->b; k++)
      l.count++;
    l.adjacency = l.count / ((double)m->degree[p->a] + m->degree[p->b] - l.count);
    assert (l.adjacency > 0 && l.adjacency <= 1);
    status = bcov_vec_push (m->out->mem, &m->lines, l, m->err);
  }
  if (!status)
    qsort (m->lines.data, m->lines.count, sizeof *m->lines.data, by_adjacency);
  return status;
}

/* ---- drawing ---- */

static uint32_t *part_of (const maker *m, uint32_t option, uint32_t item)
{
  uint32_t t = m->model->first.data[option];
  while (m->model->touches.data[t].item != item)
    t++;
  assert (t < m->model->first.data[option + 1]);
  return &m->part[t];
}

/* Joins the parts of the two cells in one option; whether they hung apart. */
static bool join (maker *m, const pair *p)
{
  uint32_t from = *part_of (m, p->option, p->a), to = *part_of (m, p->option, p->b);
  for (uint32_t t = m->model->first.data[p->option];
       from != to && t < m->model->first.data[p->option + 1]; t++)
    if (m->part[t] == from)
      m->part[t] = to;
  return from != to;
}

static void draw_lines (maker *m)
{
  for (size_t t = 0; t < m->model->touches.count; t++)
    m->part[t] = (uint32_t)t;
  for (size_t k = 0; k < m->lines.count; k++) {
    line *l = &m->lines.data[k];
    for (uint32_t p = 0; p < l->count; p++)
      l->drawn |= join (m, &m->pairs.data[l->first + p]);
  }
}

/* For each option the drawn lines within it, by pairs sorted by option: START and LIST. */
static void list_by_option (const maker *m, uint32_t *start, uint32_t *list)
{
  uint32_t options = bcov_model_options (m->model);
  for (int pass = 0; pass < 2; pass++) {
    for (uint32_t k = 0; k < m->lines.count; k++)
      for (uint32_t p = 0; m->lines.data[k].drawn && p < m->lines.data[k].count; p++) {
        uint32_t o = m->pairs.data[m->lines.data[k].first + p].option;
        if (pass)
          list[start[o]++] = k;
        else
          start[o + 1]++;
      }
    for (uint32_t o = 0; !pass && o < options; o++)
      start[o + 1] += start[o];
  }
  memmove (start + 1, start, options * sizeof *start);
  start[0] = 0;
}

/* Whether the cells of an option hang together by the lines still drawn. */
static bool hangs (maker *m, uint32_t option, const uint32_t *start, const uint32_t *list)
{
  uint32_t cells = 0;
  for (uint32_t t = m->model->first.data[option]; t < m->model->first.data[option + 1]; t++) {
    m->part[t] = t;
    cells += is_cell (m, m->model->touches.data[t].item);
  }
  for (uint32_t k = start[option]; k < start[option + 1]; k++) {
    const line *l = &m->lines.data[list[k]];
    pair p = m->pairs.data[l->first];
    p.option = option;
    cells -= l->drawn && join (m, &p);
  }
  assert (cells <= m->model->touches.count); /* lines join no more than there is */
  return cells <= 1;
}

static bcov_status take_away (maker *m)
{
  bcov_mem *mem = m->out->mem;
  uint32_t options = bcov_model_options (m->model);
  uint32_t *start = bcov_mem_alloc (mem, (size_t)options + 2, sizeof *start, m->err);
  uint32_t *list = bcov_mem_alloc (mem, m->pairs.count + 1, sizeof *list, m->err);
  bcov_status status = start && list ? BCOV_OK : bcov_mem_status (mem);
  if (!status)
    list_by_option (m, start, list);
  for (size_t k = m->lines.count; !status && k-- > 0;) {
    line *l = &m->lines.data[k];
    if (!l->drawn)
      continue;
    l->drawn = false;
    for (uint32_t p = 0; !l->drawn && p < l->count; p++)
      l->drawn = !hangs (m, m->pairs.data[l->first + p].option, start, list);
  }
  bcov_mem_free (mem, start);
  bcov_mem_free (mem, list);
  return status;
}

/* ---- level by level ---- */

/* The bit of a cell after LEVEL: 0 when it is not open; *TO_COME when it is not open yet. */
static uint64_t bit_of (const maker *m, uint32_t item, uint32_t level, bool *to_come)
{
  uint32_t f = m->field_of[item];
  *to_come = false;
  if (m->ends[item] <= level)
    return 0;
  if (f == BCOV_NO_MOVE || m->program->fields.data[f].opens > level) {
    *to_come = true;
    return 0;
  }
  assert (m->program->fields.data[f].shift < 64 && m->program->fields.data[f].width == 1);
  return (uint64_t)1 << m->program->fields.data[f].shift;
}

static void add_line (bcov_shifted_links *found, uint32_t *count, uint64_t a, uint64_t b)
{
  uint64_t low = a < b ? a : b, high = a < b ? b : a;
  uint32_t shift = (uint32_t)(__builtin_ctzll (high) - __builtin_ctzll (low)), k = 0;
  while (k < *count && found[k].shift != shift)
    k++;
  assert (shift >= 1 && k < SHIFTS);
  if (k == *count)
    found[(*count)++] = (bcov_shifted_links){shift, 0};
  found[k].from |= low;
}

/* The lines of one open cell, whose bit is A. */
static void see_cell (maker *m, uint32_t item, uint32_t level, uint64_t a, bcov_open_cells *w,
                      bcov_shifted_links *found, uint32_t *count)
{
  for (uint32_t k = m->start[item]; k < m->start[item + 1]; k++) {
    bool to_come;
    uint64_t b = bit_of (m, m->other[k], level, &to_come);
    if (a < b)
      add_line (found, count, a, b);
    else if (to_come)
      w->shore |= a;
  }
}

static bcov_status see_level (maker *m, uint32_t level, const bcov_open_fields *open_fields)
{
  bcov_shifted_links found[SHIFTS];
  bcov_open_cells w = {.first = (uint32_t)m->out->lines.count};
  uint32_t lines = 0;
  for (uint32_t b = 0; b < 64; b++) {
    uint32_t f = open_fields->owner[b];
    if (f == BCOV_NO_FIELD || !is_cell (m, m->program->fields.data[f].item))
      continue;
    w.cells |= (uint64_t)1 << b;
    see_cell (m, m->program->fields.data[f].item, level, (uint64_t)1 << b, &w, found, &lines);
  }
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; !status && k < lines; k++)
    status = bcov_vec_push (m->out->mem, &m->out->lines, found[k], m->err);
  assert (!(w.shore & ~w.cells));
  w.count = lines;
  return status ? status : bcov_vec_push (m->out->mem, &m->out->levels, w, m->err);
}

/* For each cell the other ends of the lines drawn from it: START and OTHER. */
static bcov_status list_ends (maker *m)
{
  bcov_mem *mem = m->out->mem;
  size_t items = m->model->items.count, drawn = 0;
  for (size_t k = 0; k < m->lines.count; k++)
    drawn += m->lines.data[k].drawn;
  m->start = bcov_mem_alloc (mem, items + 2, sizeof *m->start, m->err);
  m->other = bcov_mem_alloc (mem, 2 * drawn + 1, sizeof *m->other, m->err);
  if (!m->start || !m->other)
    return bcov_mem_status (mem);
  for (int pass = 0; pass < 2; pass++) {
    for (size_t k = 0; k < m->lines.count; k++) {
      const pair *p = &m->pairs.data[m->lines.data[k].first];
      if (!m->lines.data[k].drawn)
        continue;
      if (pass) {
        m->other[m->start[p->a]++] = p->b;
        m->other[m->start[p->b]++] = p->a;
      } else {
        m->start[p->a + 1]++;
        m->start[p->b + 1]++;
      }
    }
    for (size_t i = 0; !pass && i < items; i++)
      m->start[i + 1] += m->start[i];
  }
  memmove (m->start + 1, m->start, items * sizeof *m->start);
  m->start[0] = 0;
  assert (m->start[items] == 2 * drawn);
  return BCOV_OK;
}

static bcov_status see_levels (maker *m)
{
  bcov_open_fields open_fields;
  bcov_status status = list_ends (m);
  if (status)
    return status;
  status = bcov_open_fields_start (m->program, &open_fields, m->err);
  for (uint32_t l = 0; !status && l < m->program->levels.count; l++) {
    bcov_open_fields_pass (&open_fields, l);
    status = see_level (m, l, &open_fields);
  }
  bcov_open_fields_end (&open_fields);
  assert (status || m->out->levels.count == m->program->levels.count);
  return status;
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

static bcov_status take_scratch (maker *m)
{
  const bcov_program *p = m->program;
  bcov_mem *mem = m->out->mem;
  size_t items = m->model->items.count + 1;
  m->degree = bcov_mem_alloc (mem, items, sizeof *m->degree, m->err);
  m->field_of = bcov_mem_alloc (mem, items, sizeof *m->field_of, m->err);
  m->ends = bcov_mem_alloc (mem, items, sizeof *m->ends, m->err);
  m->part = bcov_mem_alloc (mem, m->model->touches.count + 1, sizeof *m->part, m->err);
  if (!m->degree || !m->field_of || !m->ends || !m->part)
    return bcov_mem_status (mem);
  memset (m->field_of, 0xff, items * sizeof *m->field_of);
  for (uint32_t f = 0; f < p->fields.count; f++)
    m->field_of[p->fields.data[f].item] = f;
  for (uint32_t l = 0; l < p->levels.count; l++) /* the last level that touches each item */
    for (uint32_t k = 0; k < p->levels.data[l].moves; k++) {
      uint32_t o = p->moves.data[p->levels.data[l].first_move + k].option;
      for (uint32_t t = m->model->first.data[o]; t < m->model->first.data[o + 1]; t++)
        m->ends[m->model->touches.data[t].item] = l;
    }
  return BCOV_OK;
}

/* Whether the cells have their bits in the first word. */
static bool one_word (const maker *m)
{
  for (size_t f = 0; f < m->program->fields.count; f++)
    if (is_cell (m, m->program->fields.data[f].item) && m->program->fields.data[f].shift > 63)
      return false;
  return true;
}

static bcov_status make (maker *m)
{
  uint64_t pairs = 0, sizes = find_sizes (m, &pairs);
  bcov_status status = BCOV_OK;
  m->out->sizes = sums_of (sizes);
  if (!sizes || !~m->out->sizes || pairs > MOST_PAIRS || !one_word (m))
    return BCOV_OK;
  status = list_pairs (m);
  assert (status || m->pairs.count == pairs);
  if (!status)
    status = list_lines (m);
  if (!status) {
    draw_lines (m);
    status = take_away (m);
  }
  return status ? status : see_levels (m);
}

bcov_status bcov_pockets_make (const bcov_model *model, const bcov_program *program,
                               bcov_pockets *out, bcov_error *err)
{
  bcov_mem *mem = program->mem;
  maker m = {.model = model, .program = program, .out = out, .err = err};
  *out = (bcov_pockets){.mem = mem};
  bcov_status status = take_scratch (&m);
  if (!status)
    status = make (&m);
  bcov_vec_free (mem, &m.pairs);
  bcov_vec_free (mem, &m.lines);
  bcov_mem_free (mem, m.degree);
  bcov_mem_free (mem, m.field_of);
  bcov_mem_free (mem, m.ends);
  bcov_mem_free (mem, m.start);
  bcov_mem_free (mem, m.other);
  bcov_mem_free (mem, m.part);
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
