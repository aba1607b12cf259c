/* A plain depth-first search that tells what it does.

   It is the search of search.c without all that makes that one fast: the item in need with the
   fewest ways is chosen, its options are tried in their order, and a branch is cut when some item
   can no longer get what it needs, or when a region of free cells has a size that no pieces left
   add up to (region.h), which is what one sees first on paper.

   Options of an item that takes one only exclude each other, so they are simply tried in turn.
   Where an item takes several, or none if one likes, an option that was tried is ruled out for the
   rest of the level; so each set of options is met once.  When no item needs anything, the items
   that still have options are gone through in the same level: each option is tried, then the item
   is left as it is, and when no option is alive what was taken is a solution.

   Invariant: on entering a level the trail is at the mark of the level above, behind its option;
   going back undoes all behind that mark.  Time a step: what the state rules out, and the cells of
   the board for the regions.  Memory: that of the state, and a few words a level. */

#include "engine/search/trace.h"
#include "engine/search/state.h"

#include <assert.h>

typedef struct {
  uint32_t item;
  uint32_t cursor; /* in its column */
  uint32_t option; /* being tried */
  uint32_t tried, ways;
  bool free;    /* no item needs anything: what is tried may be left too */
  bool exclude; /* the options exclude each other */
  size_t mark;
} level;

typedef struct {
  const bcov_compiled *compiled;
  bcov_state state;
  bcov_regions regions;
  uint32_t *item_of_piece; /* BCOV_NO_ITEM: its count does not matter */
  uint32_t *left;          /* of each piece, for the regions */
  uint8_t *covered;        /* of each cell */
  BCOV_VEC (level) levels;
  BCOV_VEC (uint32_t) taken;
  bcov_control *control;
  bcov_trace_sink *sink;
  void *data;
  bcov_result *result;
  bool enough;
  bcov_status status;
  bcov_error *err;
} trace;

/* ---- telling ---- */

static void tell (trace *t, bcov_trace_step step)
{
  step.taken = t->taken.data;
  step.n_taken = t->taken.count;
  if (!t->enough && !t->sink (t->data, &step))
    t->enough = true;
}

static void tell_item (trace *t, bcov_step_kind kind, uint32_t item, bool without)
{
  tell (t, (bcov_trace_step){.kind = kind,
                             .depth = (uint32_t)t->taken.count,
                             .item = item,
                             .ways = t->state.items[item].size,
                             .needed = t->state.bounds[item].need,
                             .without = without});
}

static void tell_option (trace *t, bcov_step_kind kind, const level *l, size_t depth)
{
  tell (t, (bcov_trace_step){.kind = kind,
                             .depth = (uint32_t)depth,
                             .item = l->item,
                             .ways = l->ways,
                             .number = l->tried,
                             .option = t->compiled->model.origin.data[l->option]});
}

/* ---- cuts ---- */

/* The first item that cannot get what it needs. */
static uint32_t find_lacking (const bcov_state *s)
{
  uint32_t found = BCOV_NO_ITEM;
  for (uint32_t k = 0; k < s->n_needy; k++)
    if (s->items[s->needy[k]].size < s->items[s->needy[k]].wanted && s->needy[k] < found)
      found = s->needy[k];
  return found;
}

/* A region that cannot be filled; cells are the first items. */
static bool find_region (trace *t, bcov_odd_region *out)
{
  const bcov_puzzle *puzzle = t->compiled->puzzle;
  if (!t->regions.apply)
    return false;
  for (uint32_t c = 0; c < puzzle->board.n_cells; c++)
    t->covered[c] = t->state.bounds[c].room == 0;
  for (size_t p = 0; p < puzzle->pieces.count; p++)
    t->left[p] =
        t->item_of_piece[p] == BCOV_NO_ITEM ? BCOV_MANY : t->state.bounds[t->item_of_piece[p]].room;
  return bcov_regions_odd (&t->regions, t->covered, t->left, out);
}

/* Whether nothing can come of what was taken; then tells why. */
static bool is_cut (trace *t, bool without)
{
  bcov_odd_region region;
  uint32_t lacking = BCOV_NO_ITEM;
  if (!without && find_region (t, &region))
    tell (t, (bcov_trace_step){.kind = BCOV_CUT,
                               .depth = (uint32_t)t->taken.count,
                               .item = BCOV_NO_ITEM,
                               .region = region});
  else if ((lacking = find_lacking (&t->state)) != BCOV_NO_ITEM)
    tell_item (t, BCOV_CUT, lacking, without);
  else
    return false;
  return true;
}

/* ---- levels ---- */

/* Begins with ITEM on the last level. */
static void begin_item (trace *t, level *l, uint32_t item)
{
  const bcov_state_bounds *bounds = &t->state.bounds[item];
  l->item = item;
  l->cursor = l->tried = 0;
  l->ways = t->state.items[item].size;
  l->exclude = !l->free && bounds->room == 1;
  tell_item (t, BCOV_CHOOSE, item, false);
}

static void enter (trace *t)
{
  uint32_t item = bcov_state_choose (&t->state);
  level fresh = {.item = BCOV_NO_ITEM, .free = item == BCOV_NO_ITEM};
  assert (t->levels.count == t->taken.count);
  t->result->nodes++;
  t->status = bcov_vec_push (t->compiled->model.mem, &t->levels, fresh, t->err);
  if (!t->status && item != BCOV_NO_ITEM)
    begin_item (t, &t->levels.data[t->levels.count - 1], item);
}

/* Goes on to the next item that may be left; false when there is none, which makes a solution. */
static bool next_free (trace *t, level *l)
{
  if (l->item != BCOV_NO_ITEM)
    tell_item (t, BCOV_LEAVE, l->item, false);
  uint32_t item = bcov_state_choose_free (&t->state);
  if (item != BCOV_NO_ITEM) {
    begin_item (t, l, item);
    return true;
  }
  if (t->enough)
    return false;
  bcov_number_add (&t->result->found, 1);
  tell (t, (bcov_trace_step){.kind = BCOV_COVERED, .depth = (uint32_t)t->taken.count});
  return false;
}

/* The next option to try on the level; false when it is done with. */
static bool next_option (trace *t, level *l)
{
  assert (l->tried <= l->ways);
  if (l->tried == l->ways && (!l->free || !next_free (t, l)))
    return false;
  l->option = bcov_state_next (&t->state, l->item, &l->cursor);
  l->tried++;
  return true;
}

/* Takes the option of the last level. */
static void take (trace *t, level *l)
{
  l->mark = bcov_state_mark (&t->state);
  size_t depth = t->taken.count;
  t->status = bcov_vec_push (t->compiled->model.mem, &t->taken,
                             t->compiled->model.origin.data[l->option], t->err);
  if (t->status)
    return;
  tell_option (t, BCOV_TRY, l, depth);
  bcov_state_take (&t->state, l->option);
  t->status = t->state.status;
}

/* Takes it back and, where it might come up again, rules it out; false when that ends the level. */
static bool take_back (trace *t, level *l)
{
  bcov_state_undo (&t->state, l->mark);
  assert (bcov_state_mark (&t->state) == l->mark && t->taken.count);
  t->taken.count--;
  tell_option (t, BCOV_BACK, l, t->taken.count);
  if (l->exclude) {
    l->cursor++;
    return true;
  }
  bool fine = bcov_state_ban (&t->state, l->option);
  t->status = t->state.status;
  return t->status || fine || l->tried == l->ways || !is_cut (t, true);
}

/* Ends levels until one has more to try. */
static void leave_levels (trace *t)
{
  do
    t->levels.count--;
  while (t->levels.count && !t->status && !take_back (t, &t->levels.data[t->levels.count - 1]));
}

static void step_down (trace *t)
{
  level *l = &t->levels.data[t->levels.count - 1];
  if (!next_option (t, l)) {
    leave_levels (t);
    return;
  }
  take (t, l);
  if (t->status)
    return;
  if (!is_cut (t, false))
    enter (t);
  else if (!take_back (t, l))
    leave_levels (t);
}

/* ---- a run ---- */

static bcov_status make_room (trace *t, bool regions)
{
  const bcov_puzzle *puzzle = t->compiled->puzzle;
  bcov_mem *mem = puzzle->mem;
  size_t pieces = puzzle->pieces.count + 1;
  if (!(t->item_of_piece = bcov_mem_alloc (mem, pieces, sizeof *t->item_of_piece, t->err)) ||
      !(t->left = bcov_mem_alloc (mem, pieces, sizeof *t->left, t->err)) ||
      !(t->covered = bcov_mem_alloc (mem, puzzle->board.n_cells + 1u, 1, t->err)))
    return bcov_mem_status (mem);
  for (size_t p = 0; p < pieces; p++)
    t->item_of_piece[p] = BCOV_NO_ITEM;
  for (uint32_t i = 0; i < t->compiled->meanings.count; i++)
    if (t->compiled->meanings.data[i].kind == BCOV_IS_PIECE)
      t->item_of_piece[t->compiled->meanings.data[i].index] = i;
  return regions ? bcov_regions_start (puzzle, &t->regions, t->err) : BCOV_OK;
}

/* Options that ask for more than an item ever takes are none; the state expects that. */
static void drop_impossible (trace *t)
{
  const bcov_model *model = &t->compiled->model;
  for (uint32_t o = 0; o < bcov_model_options (model) && !t->state.status; o++)
    for (uint32_t k = model->first.data[o]; k < model->first.data[o + 1]; k++)
      if (model->touches.data[k].times > model->items.data[model->touches.data[k].item].hi) {
        bcov_state_ban (&t->state, o);
        break;
      }
  t->status = t->state.status;
}

static void explore (trace *t)
{
  drop_impossible (t);
  if (!t->status && !is_cut (t, false))
    enter (t);
  while (t->levels.count && !t->status && !t->enough) {
    step_down (t);
    atomic_store (&t->control->nodes, t->result->nodes);
    atomic_store (&t->control->found, mpz_get_ui (t->result->found.value));
    t->enough = t->enough || !bcov_control_go_on (t->control, 0);
  }
  t->result->complete = !t->enough || !t->levels.count;
}

bcov_status bcov_trace_run (const bcov_compiled *compiled, bool regions, bcov_control *control,
                            bcov_trace_sink *sink, void *data, bcov_result *result, bcov_error *err)
{
  trace t = {.compiled = compiled,
             .control = control,
             .sink = sink,
             .data = data,
             .result = result,
             .err = err};
  bcov_mem *mem = compiled->model.mem;
  mpz_set_ui (result->found.value, 0);
  bcov_status status = bcov_state_start (&t.state, &compiled->model, err);
  if (status)
    return status;
  t.status = make_room (&t, regions);
  if (!t.status)
    explore (&t);
  bcov_regions_end (&t.regions);
  bcov_mem_free (mem, t.item_of_piece);
  bcov_mem_free (mem, t.left);
  bcov_mem_free (mem, t.covered);
  bcov_vec_free (mem, &t.levels);
  bcov_vec_free (mem, &t.taken);
  bcov_state_end (&t.state);
  return t.status;
}
