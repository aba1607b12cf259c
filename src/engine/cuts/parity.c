/* The colours come from the model: starting at any cell, neighbours (model/adjacency.h) get the two
   colours in turn.  There is no parity if two neighbours get the same colour.  The argument is
   valid for any two colours: each option covers a certain surplus of dark cells over light ones,
   and the surpluses of the chosen options must add up to that of the board.

   An option belongs to the piece that it uses: the first of its items that is not a cell and has an
   upper bound.  Pieces whose options have the same surpluses are of one *kind*, and only the number
   left of each kind matters; kinds whose only surplus is 0 are ignored.  LEFT encodes these numbers
   as one number.  For each value of LEFT all possible sums are computed beforehand: those with one
   piece less, each plus one surplus of that piece.  A piece that may stay unused may add nothing;
   options that use no limited piece may be repeated.  Sums are taken modulo 64, which keeps the
   test sound.

   Time and memory: the touches, and a word for each value of LEFT. */

#include "engine/cuts/parity.h"
#include "model/adjacency.h"

#include <string.h>

enum { MOST_KINDS = 8, MOST_LEFT = 1 << 14, NO_COLOUR = 0, DARK = 1, LIGHT = 2 };

typedef struct {
  uint64_t surpluses; /* of its options, a bit each, modulo BCOV_SUMS */
  uint64_t count;     /* pieces of this kind */
  uint32_t stride;    /* in LEFT */
} kind;

typedef struct {
  uint8_t colour;     /* NO_COLOUR: no cell */
  uint64_t surpluses; /* of the options that belong to the item, ... */
  uint32_t options;   /* ... and their number */
  uint32_t touched;   /* number of options that touch it */
  uint32_t kind;      /* from 1; 0: none */
} item_facts;

typedef struct {
  const bcov_model *model;
  bcov_control *control;
  bcov_parity *out;
  item_facts *items;
  kind kinds[MOST_KINDS];
  uint32_t n_kinds;
  uint64_t repeated; /* surpluses of options that use no limited piece */
  uint32_t left;     /* number of values of LEFT */
  bcov_error *err;
} maker;

/* ---- colours ---- */

/* Colours the cells connected with ITEM; returns false if two colours do not suffice.  QUEUE has
   room for all items. */
static bool colour_from (maker *m, const bcov_adjacency *graph, uint32_t item, uint32_t *queue)
{
  uint32_t count = 1;
  queue[0] = item;
  assert (m->items[item].colour == NO_COLOUR);
  m->items[item].colour = DARK;
  for (uint32_t at = 0; at < count; at++) {
    uint32_t i = queue[at];
    for (uint32_t k = graph->beside.first[i]; k < graph->beside.first[i + 1]; k++) {
      uint32_t other = graph->beside.of.data[k];
      if (!m->model->items.data[other].gain ||
          m->items[other].colour == DARK + LIGHT - m->items[i].colour)
        continue;
      if (m->items[other].colour)
        return false;
      m->items[other].colour = (uint8_t)(DARK + LIGHT - m->items[i].colour);
      queue[count++] = other;
    }
  }
  return true;
}

/* Sets *CAN to false if two colours do not suffice. */
static bcov_status find_colours (maker *m, bool *can)
{
  bcov_adjacency graph;
  size_t items = m->model->items.count;
  bcov_mem *mem = m->model->mem;
  bcov_status status = bcov_adjacency_make (m->model, m->control, &graph, can, m->err);
  if (status)
    return status;
  uint32_t *queue = bcov_mem_alloc (mem, items + 1, sizeof *queue, m->err);
  if (!queue)
    status = bcov_mem_status (mem);
  for (uint32_t i = 0; !status && *can && i < items; i++)
    if (m->model->items.data[i].gain && !m->items[i].colour)
      *can = colour_from (m, &graph, i, queue);
  bcov_mem_free (mem, queue);
  bcov_adjacency_free (&graph);
  return status;
}

/* ---- kinds of pieces ---- */

/* Returns the surplus of dark cells over light ones that OPTION covers, modulo BCOV_SUMS, and sets
 *PIECE to the item that it uses up. */
static uint32_t surplus_of (const maker *m, uint32_t option, uint32_t *piece)
{
  const bcov_model *model = m->model;
  uint32_t surplus = 0;
  *piece = BCOV_NO_ITEM;
  for (uint32_t t = model->first.data[option]; t < model->first.data[option + 1]; t++) {
    uint32_t i = model->touches.data[t].item;
    const bcov_item *item = &model->items.data[i];
    if (m->items[i].colour)
      surplus += m->items[i].colour == DARK ? 1 : BCOV_SUMS - 1;
    else if (*piece == BCOV_NO_ITEM && !item->coloured && item->hi != BCOV_MANY)
      *piece = i;
  }
  return surplus % BCOV_SUMS;
}

static void see_options (maker *m)
{
  const bcov_model *model = m->model;
  for (size_t t = 0; t < model->touches.count; t++)
    m->items[model->touches.data[t].item].touched++;
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    uint32_t piece, surplus = surplus_of (m, o, &piece);
    uint64_t *set = piece == BCOV_NO_ITEM ? &m->repeated : &m->items[piece].surpluses;
    *set |= (uint64_t)1 << surplus;
    if (piece != BCOV_NO_ITEM)
      m->items[piece].options++;
  }
}

/* Returns the surpluses that one copy of a piece may add. */
static uint64_t adds_of (const maker *m, uint32_t piece)
{
  const bcov_item *item = &m->model->items.data[piece];
  bool must = item->lo == item->hi && m->items[piece].options == m->items[piece].touched;
  return m->items[piece].surpluses | (must ? 0 : 1);
}

/* Finds the kinds; returns false if there are too many. */
static bool find_kinds (maker *m)
{
  uint64_t left = 1;
  for (uint32_t i = 0; i < m->model->items.count; i++) {
    uint64_t adds = m->items[i].options ? adds_of (m, i) : 1;
    uint32_t k = 0;
    if (adds == 1)
      continue;
    while (k < m->n_kinds && m->kinds[k].surpluses != adds)
      k++;
    if (k == MOST_KINDS)
      return false;
    m->n_kinds += k == m->n_kinds;
    assert (m->model->items.data[i].hi != BCOV_MANY);
    m->kinds[k].surpluses = adds;
    m->kinds[k].count += m->model->items.data[i].hi;
    m->items[i].kind = k + 1;
  }
  for (uint32_t k = 0; k < m->n_kinds && left <= MOST_LEFT; k++) {
    m->kinds[k].stride = (uint32_t)left;
    left *= m->kinds[k].count + 1;
  }
  m->left = (uint32_t)left;
  return left <= MOST_LEFT;
}

/* ---- sums ---- */

static uint64_t turned (uint64_t sums, uint32_t by)
{
  assert (by < BCOV_SUMS);
  return sums << by | sums >> (BCOV_SUMS - by) % BCOV_SUMS;
}

static uint64_t with_one_more (uint64_t sums, uint64_t adds)
{
  uint64_t out = 0;
  for (; adds; adds &= adds - 1)
    out |= turned (sums, (uint32_t)__builtin_ctzll (adds));
  return out;
}

static void find_sums (maker *m)
{
  uint64_t none = 1;
  for (uint64_t before = 0; none != before;) {
    before = none;
    none |= with_one_more (none, m->repeated);
  }
  m->out->sums[0] = none;
  for (uint32_t left = 1; left < m->left; left++) {
    uint32_t k = m->n_kinds - 1; /* the last kind with a piece left */
    while (left < m->kinds[k].stride)
      k--;
    assert (k < m->n_kinds && left / m->kinds[k].stride <= m->kinds[k].count);
    m->out->sums[left] =
        with_one_more (m->out->sums[left - m->kinds[k].stride], m->kinds[k].surpluses);
  }
}

/* Returns the number of possible sums above the required one or below it, whichever is less.  If
   there are few such sums, the remaining pieces soon cannot balance the board: for example, one T
   among dominoes, or a board with far more dark cells than light ones. */
static int count_around (uint64_t sums, uint32_t need)
{
  uint64_t around = turned (sums, (BCOV_SUMS / 2 + BCOV_SUMS - need) % BCOV_SUMS);
  int above = __builtin_popcountll (around >> BCOV_SUMS / 2);
  int below = __builtin_popcountll (around << (BCOV_SUMS / 2 - 1));
  return above < below ? above : below;
}

/* ---- construction ---- */

static bool is_cover (const bcov_model *model)
{
  for (size_t i = 0; i < model->items.count; i++)
    if (model->items.data[i].gain && (model->items.data[i].lo != 1 || model->items.data[i].hi != 1))
      return false;
  for (size_t t = 0; t < model->touches.count; t++)
    if (model->touches.data[t].times != 1)
      return false;
  return true;
}

/* Returns whether there are pieces with limited counts, but not too many.  With many pieces, some
   of them could always balance the rest, and parity would cost more time than it saves. */
static bool few_pieces (const bcov_model *model, uint64_t most)
{
  uint64_t pieces = 0;
  for (size_t i = 0; i < model->items.count; i++) {
    const bcov_item *item = &model->items.data[i];
    if (!item->gain && !item->coloured && item->hi != BCOV_MANY)
      pieces += item->hi;
  }
  return pieces && pieces <= most;
}

static bcov_status write_options (maker *m)
{
  const bcov_model *model = m->model;
  bcov_parity *out = m->out;
  uint32_t most = 0;
  for (uint32_t o = 0; o < bcov_model_options (model); o++)
    most = model->origin.data[o] > most ? model->origin.data[o] : most;
  out->takes = bcov_mem_alloc (out->mem, (size_t)most + 1, sizeof *out->takes, m->err);
  out->adds = bcov_mem_alloc (out->mem, (size_t)most + 1, sizeof *out->adds, m->err);
  out->sums = bcov_mem_alloc (out->mem, m->left, sizeof *out->sums, m->err);
  if (!out->takes || !out->adds || !out->sums)
    return bcov_mem_status (out->mem);
  for (uint32_t o = 0; o < bcov_model_options (model); o++) {
    uint32_t piece, surplus = surplus_of (m, o, &piece);
    uint32_t k = piece == BCOV_NO_ITEM ? 0 : m->items[piece].kind;
    out->adds[model->origin.data[o]] = (uint8_t)surplus;
    out->takes[model->origin.data[o]] = k ? m->kinds[k - 1].stride : 0;
  }
  out->start.left = m->left - 1;
  for (size_t i = 0; i < model->items.count; i++)
    if (m->items[i].colour)
      out->start.need += m->items[i].colour == DARK ? 1 : BCOV_SUMS - 1;
  out->start.need %= BCOV_SUMS;
  return BCOV_OK;
}

static bcov_status make (maker *m, uint64_t pieces)
{
  bool can = is_cover (m->model) && few_pieces (m->model, pieces);
  bcov_status status = can ? find_colours (m, &can) : BCOV_OK;
  if (status || !can)
    return status;
  see_options (m);
  if (!find_kinds (m) || !m->n_kinds)
    return BCOV_OK;
  assert (m->left > 1 && m->kinds[0].stride == 1);
  status = write_options (m);
  if (!status)
    find_sums (m);
  if (!status)
    m->out->sums_around = count_around (m->out->sums[m->left - 1], m->out->start.need);
  return status;
}

bcov_status bcov_parity_make (const bcov_model *model, uint64_t pieces, bcov_control *control,
                              bcov_parity *out, bcov_error *err)
{
  bcov_mem *mem = model->mem;
  size_t items = model->items.count + 1;
  maker m = {.model = model, .control = control, .out = out, .err = err};
  *out = (bcov_parity){.mem = mem};
  m.items = bcov_mem_alloc (mem, items, sizeof *m.items, err);
  bcov_status status = m.items ? make (&m, pieces) : bcov_mem_status (mem);
  bcov_mem_free (mem, m.items);
  if (status)
    bcov_parity_free (out);
  return status;
}

void bcov_parity_free (bcov_parity *parity)
{
  if (!parity->mem)
    return;
  bcov_mem_free (parity->mem, parity->takes);
  bcov_mem_free (parity->mem, parity->adds);
  bcov_mem_free (parity->mem, parity->sums);
  *parity = (bcov_parity){0};
}
