/* A plain depth-first search that reports its steps.

   It is the search of search.c without the optimisations.  It chooses the item in need with the
   fewest options and tries these in their order.  It cuts a branch if some item can no longer get
   what it needs, or if a region of free cells has a size that is not a sum of sizes of the
   remaining pieces.  These are the reasons that people notice first on paper.

   Options of an item that takes only one exclude each other, so they are simply tried in turn.  If
   an item takes several, or may take none, an option that was tried is ruled out for the rest of
   the level, so that each set of options occurs once.  When no item needs anything, the same level
   goes through the items that still have options: it tries each option, then leaves the item as it
   is. When no option is alive, the options taken are a solution.

   Invariant: on entering a level the trail is at the mark of the level above, behind its option;
   going back undoes everything behind that mark.  Time of a step: the options ruled out, and the
   cells of the board for the regions.  Memory: that of the state, and a few words a level. */

#include "engine/search/trace.h"
#include "engine/search/state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CELLS = 4096 }; /* of a board whose regions are tested */

/* The free cells, region by region.  The possible sizes are the sums of a bounded knapsack,
   computed once for all regions: pieces of equal size are one kind, and for each kind USED[n] is
   the least number of them that makes the sum n from sums without them. */
typedef struct {
  uint32_t *seen;   /* of each cell; NULL: regions are not tested.  Owns the other arrays */
  uint32_t *cells;  /* the free ones, by region */
  uint32_t *starts; /* of each region in CELLS, and one more */
  uint32_t *left;   /* of each size: pieces left that have it */
  uint32_t *used, *sum;
  uint32_t *item_of_piece; /* BCOV_NO_ITEM: its count is unlimited */
  uint32_t count, widest;  /* regions; cells of the largest */
} regions;

typedef struct {
  uint32_t item;
  uint32_t cursor; /* in its column */
  uint32_t option; /* being tried */
  uint32_t tried, ways;
  bool free;    /* no item needs anything: options may be left */
  bool exclude; /* the options exclude each other */
  size_t mark;
} level;

typedef struct {
  const bcov_compiled *compiled;
  bcov_state state;
  regions regions;
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

/* ---- reports ---- */

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

/* Returns the first item that cannot get what it needs, or BCOV_NO_ITEM. */
static uint32_t find_lacking (const bcov_state *s)
{
  uint32_t found = BCOV_NO_ITEM;
  for (uint32_t k = 0; k < s->n_needy; k++)
    if (s->items[s->needy[k]].size < s->items[s->needy[k]].wanted && s->needy[k] < found)
      found = s->needy[k];
  return found;
}

/* Appends the region of CELL to the END cells found so far; returns their new number. */
static uint32_t flood (const bcov_board *board, regions *r, uint32_t cell, uint32_t end)
{
  uint32_t near[BCOV_MOST_NEIGHBOURS], at = end;
  r->cells[end++] = cell;
  r->seen[cell] = 1;
  for (; at < end; at++) {
    size_t n = bcov_board_neighbours (board, r->cells[at], near);
    for (size_t k = 0; k < n; k++)
      if (!r->seen[near[k]]) {
        r->seen[near[k]] = 1;
        r->cells[end++] = near[k];
      }
  }
  return end;
}

/* Finds all regions.  Cells are the first items. */
static void find_regions (trace *t, regions *r)
{
  const bcov_board *board = &t->compiled->puzzle->board;
  uint32_t end = 0;
  r->count = r->widest = 0;
  for (uint32_t c = 0; c < board->n_cells; c++)
    r->seen[c] = t->state.bounds[c].room == 0;
  for (uint32_t c = 0; c < board->n_cells; c++)
    if (!r->seen[c]) {
      uint32_t start = r->starts[r->count++] = end;
      end = flood (board, r, c, end);
      r->widest = end - start > r->widest ? end - start : r->widest;
    }
  r->starts[r->count] = end;
}

/* Counts the pieces left by size. */
static void count_sizes (const trace *t, regions *r)
{
  const bcov_puzzle *puzzle = t->compiled->puzzle;
  memset (r->left, 0, (r->widest + 1u) * sizeof *r->left);
  for (size_t p = 0; p < puzzle->pieces.count; p++) {
    uint32_t size = puzzle->pieces.data[p].size, item = r->item_of_piece[p];
    uint32_t left = item == BCOV_NO_ITEM ? BCOV_MANY : t->state.bounds[item].room;
    if (size <= r->widest)
      r->left[size] = left > BCOV_MANY - r->left[size] ? BCOV_MANY : r->left[size] + left;
  }
}

static void find_sums (regions *r)
{
  memset (r->sum, 0, (r->widest + 1u) * sizeof *r->sum);
  r->sum[0] = 1;
  for (uint32_t size = 1; size <= r->widest; size++) {
    memset (r->used, 0, (r->widest + 1u) * sizeof *r->used);
    for (uint32_t n = size; r->left[size] && n <= r->widest; n++)
      if (!r->sum[n] && r->sum[n - size] && r->used[n - size] < r->left[size]) {
        r->sum[n] = 1;
        r->used[n] = r->used[n - size] + 1;
      }
  }
}

/* Returns whether some sum of sizes lies between the cells that must be covered and all cells. */
static bool can_be_filled (const bcov_board *board, const regions *r, uint32_t region)
{
  uint32_t all = r->starts[region + 1] - r->starts[region], must = all;
  for (uint32_t k = r->starts[region]; k < r->starts[region + 1]; k++)
    must -= board->mark[bcov_board_position (board, board->cells[r->cells[k]])] == BCOV_MAY;
  while (must <= all && !r->sum[must])
    must++;
  return must <= all;
}

static int by_number (const void *x, const void *y)
{
  const uint32_t *a = x, *b = y;
  return (*a > *b) - (*a < *b);
}

/* Finds the smallest region that cannot be filled; ties go to the first. */
static bool find_region (trace *t, bcov_odd_region *out)
{
  regions *r = &t->regions;
  *out = (bcov_odd_region){0};
  if (!r->seen)
    return false;
  find_regions (t, r);
  count_sizes (t, r);
  find_sums (r);
  for (uint32_t k = 0; k < r->count; k++) {
    uint32_t size = r->starts[k + 1] - r->starts[k];
    if ((!out->count || size < out->count) && !can_be_filled (&t->compiled->puzzle->board, r, k))
      *out = (bcov_odd_region){r->cells + r->starts[k], size, r->count == 1};
  }
  if (out->count)
    qsort (r->cells + (out->cells - r->cells), out->count, sizeof *r->cells, by_number);
  return out->count > 0;
}

/* Returns whether the branch is dead, and reports the reason. */
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

/* Begins ITEM on the last level. */
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

/* Moves on to the next item that may be left; returns false if there is none, which is a solution.
 */
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

/* Finds the next option to try on the level; returns false if the level is done. */
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

/* Takes the option back and, if it could occur again, rules it out; returns false if that ends the
   level. */
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

/* Ends levels up to one that has more to try. */
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

/* Makes room for regions, if they apply: pieces must be connected, and the board not too large. */
static bcov_status start_regions (trace *t)
{
  const bcov_puzzle *puzzle = t->compiled->puzzle;
  size_t room = (size_t)puzzle->board.n_cells + 2, pieces = puzzle->pieces.count + 1;
  bool apply = !puzzle->exact && puzzle->board.n_cells <= MOST_CELLS;
  for (size_t p = 0; p < puzzle->pieces.count; p++)
    apply = apply && !puzzle->pieces.data[p].parted;
  if (!apply)
    return BCOV_OK;
  uint32_t *seen = bcov_mem_alloc (puzzle->mem, 6 * room + pieces, sizeof *seen, t->err);
  if (!seen)
    return bcov_mem_status (puzzle->mem);
  t->regions = (regions){.seen = seen,
                         .cells = seen + room,
                         .starts = seen + 2 * room,
                         .left = seen + 3 * room,
                         .used = seen + 4 * room,
                         .sum = seen + 5 * room,
                         .item_of_piece = seen + 6 * room};
  memset (t->regions.item_of_piece, 0xff, pieces * sizeof *seen);
  for (uint32_t i = 0; i < t->compiled->meanings.count; i++)
    if (t->compiled->meanings.data[i].kind == BCOV_IS_PIECE)
      t->regions.item_of_piece[t->compiled->meanings.data[i].index] = i;
  return BCOV_OK;
}

/* Rules out options that touch an item more often than it allows, as the state requires. */
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

bcov_status bcov_trace_run (const bcov_compiled *compiled, bool with_regions, bcov_control *control,
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
  if (with_regions)
    t.status = start_regions (&t);
  if (!t.status)
    explore (&t);
  bcov_mem_free (mem, t.regions.seen);
  bcov_vec_free (mem, &t.levels);
  bcov_vec_free (mem, &t.taken);
  bcov_state_end (&t.state);
  return t.status;
}
