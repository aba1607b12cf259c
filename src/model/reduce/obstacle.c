/* Short proofs that there is no covering.

   Colouring: give each cell the weight 0 or 1.  Every placement of a piece covers some number of
   cells of weight 1; the options of each piece show which numbers occur.  If no choice of pieces
   within their counts has the area and the weight of the board, there is no covering.  The sums
   (area, weight) that can be reached are a knapsack problem: REACH[area] is a bitset of weights,
   and a piece of size s that covers weight k adds REACH[a] shifted by k to REACH[a + s].  Cells
   that may stay empty make up for the rest.  Any weights give a valid proof, on any lattice, with
   or without wrapping.  Chessboards, stripes and diagonals are tried, and weight 0 for all cells,
   which is the area alone.

   The sums also bound `fill`: a filling covers cells of some area and weight, and no more cells of
   either colour than the board has.

   Time for each colouring: pieces x counts x area x weight / 64, limited to WORK_LIMIT words, or
   FILL_LIMIT for a bound, which every filling waits for. */

#include "model/reduce/obstacle.h"
#include "base/dispatch.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum {
  MOST_AREA = 4096,
  MOST_SIZE = 63,
  WORK_LIMIT = 60000000,
  FILL_LIMIT = 300000,
  MOST_NAMED = 3,
  MOST_LISTED = 6
};

typedef struct {
  const bcov_compiled *compiled;
  bcov_control *control;
  uint64_t work;
  bcov_text *why;
  bool found, stopped;
} looker;

/* ---- items with too few options ---- */

/* Writes the cell of the board with number INDEX, as [row,column]. */
static void put_cell (const bcov_board *board, uint32_t index, bcov_text *out)
{
  bcov_cell cell = board->cells[index];
  bcov_text_char (out, '[');
  if (board->lattice == BCOV_CUBE)
    bcov_text_printf (out, "%d,", cell.layer);
  bcov_text_printf (out, "%d,%d]", cell.row, cell.column);
}

static void tell_item (looker *l, uint32_t item, uint64_t supply)
{
  const bcov_compiled *c = l->compiled;
  bcov_meaning meaning = c->meanings.data[item];
  uint32_t lo = c->model.items.data[item].lo;
  l->found = true;
  if (meaning.kind == BCOV_IS_CELL) {
    bcov_text_put (l->why, "no placement of any piece reaches the cell ");
    put_cell (&c->puzzle->board, meaning.index, l->why);
    bcov_text_char (l->why, '\n');
  } else if (meaning.kind == BCOV_IS_PIECE)
    bcov_text_printf (l->why, "the piece %s must be used %u time%s but has %s%.0llu placement%s\n",
                      c->puzzle->pieces.data[meaning.index].name, lo, bcov_text_plural (lo),
                      supply ? "only " : "no", (unsigned long long)supply,
                      bcov_text_plural (supply));
  else {
    bcov_text_put (l->why, "the item ");
    bcov_compiled_item_name (c, item, l->why);
    bcov_text_printf (l->why, " needs %u, but only %llu placement%s can contribute to it\n", lo,
                      (unsigned long long)supply, bcov_text_plural (supply));
  }
}

static bcov_status look_at_items (looker *l, bcov_error *err)
{
  const bcov_model *model = &l->compiled->model;
  size_t n = model->items.count, named = 0;
  uint64_t *supply = bcov_mem_alloc (model->mem, n + 1, sizeof *supply, err);
  if (!supply)
    return bcov_mem_status (model->mem);
  for (size_t t = 0; t < model->touches.count; t++)
    supply[model->touches.data[t].item] += model->touches.data[t].times;
  for (uint32_t i = 0; i < n; i++)
    if (supply[i] < model->items.data[i].lo && ++named <= MOST_NAMED)
      tell_item (l, i, supply[i]);
  if (named > MOST_NAMED)
    bcov_text_printf (l->why, "and %zu more like this\n", named - MOST_NAMED);
  bcov_mem_free (model->mem, supply);
  return BCOV_OK;
}

void bcov_obstacle_tell_reduced (const bcov_compiled *compiled, uint32_t item, bcov_text *why)
{
  bool known = item != BCOV_NO_ITEM;
  bcov_meaning meaning = known ? compiled->meanings.data[item] : (bcov_meaning){0};
  bcov_text_put (why, "after impossible placements are removed, ");
  if (!known)
    bcov_text_put (why, "some cell or piece has no placement left\n");
  else if (meaning.kind == BCOV_IS_CELL) {
    bcov_text_put (why, "none is left for the cell ");
    put_cell (&compiled->puzzle->board, meaning.index, why);
    bcov_text_char (why, '\n');
  } else if (meaning.kind == BCOV_IS_PIECE)
    bcov_text_printf (why, "%s left for the piece %s\n",
                      compiled->model.items.data[item].lo > 1 ? "too few are" : "none is",
                      compiled->puzzle->pieces.data[meaning.index].name);
  else {
    bcov_text_put (why, "too few are left for the item ");
    bcov_compiled_item_name (compiled, item, why);
    bcov_text_char (why, '\n');
  }
}

/* ---- pairs ---- */

/* Writes "the 5 cells [row,column] ...", or the items of an exact cover problem by their names. */
static void put_items (const bcov_compiled *c, const uint32_t *items, uint32_t count,
                       bcov_text *out)
{
  const char *kind = c->puzzle->exact ? "item" : "cell";
  bcov_text_put (out, "the ");
  if (count != 1)
    bcov_text_printf (out, "%u ", count);
  bcov_text_printf (out, "%s%s", kind, bcov_text_plural (count));
  for (uint32_t k = 0; k < count && k < MOST_LISTED; k++) {
    bcov_meaning meaning = c->meanings.data[items[k]];
    bcov_text_char (out, ' ');
    if (meaning.kind == BCOV_IS_CELL)
      put_cell (&c->puzzle->board, meaning.index, out);
    else
      bcov_compiled_item_name (c, items[k], out);
  }
  bcov_text_put (out, count > MOST_LISTED ? " ..." : "");
}

void bcov_obstacle_tell_pairs (const bcov_compiled *compiled, const uint32_t *outer,
                               uint32_t outers, const uint32_t *inner, uint32_t inners,
                               bcov_text *why)
{
  bool exact = compiled->puzzle->exact, single = outers == inners + 1;
  bcov_text_put (why, inners && single ? "each of " : "");
  put_items (compiled, outer, outers, why);
  if (!inners)
    bcov_text_put (why, " must be covered in pairs, but their number is odd\n");
  else {
    if (!single)
      bcov_text_printf (why, " form %u parts with odd numbers of %s, each of which", inners + 1,
                        exact ? "items" : "cells");
    bcov_text_printf (why, " must share %s with %s", exact ? "an option" : "a piece",
                      inners > 1 ? "one of " : "");
    put_items (compiled, inner, inners, why);
    bcov_text_char (why, '\n');
  }
}

/* ---- colourings ---- */

typedef struct {
  const char *words; /* for "colour the board ..." */
  /* The weight is 1 where LAYER x layer + ROW x row + COLUMN x column = RESIDUE (mod MODULUS). */
  int layer, row, column, modulus, residue;
} colouring;

static const colouring colourings[] = {
    {"", 0, 0, 0, 1, 1},
    {"like a chessboard", 1, 1, 1, 2, 0},
    {"in stripes, every second row dark", 0, 1, 0, 2, 0},
    {"in stripes, every second column dark", 0, 0, 1, 2, 0},
    {"in layers, every second one dark", 1, 0, 0, 2, 0},
    {"in stripes, every third row dark", 0, 1, 0, 3, 0},
    {"in stripes, every third row dark, starting with the second", 0, 1, 0, 3, 1},
    {"in stripes, every third row dark, starting with the third", 0, 1, 0, 3, 2},
    {"in stripes, every third column dark", 0, 0, 1, 3, 0},
    {"in stripes, every third column dark, starting with the second", 0, 0, 1, 3, 1},
    {"in stripes, every third column dark, starting with the third", 0, 0, 1, 3, 2},
    {"in diagonals, every third dark", 1, 1, 1, 3, 0},
    {"in diagonals, every third dark, starting with the second", 1, 1, 1, 3, 1},
    {"in diagonals, every third dark, starting with the third", 1, 1, 1, 3, 2},
    {"in falling diagonals, every third dark", 0, 1, 2, 3, 0},
    {"in falling diagonals, every third dark, starting with the second", 0, 1, 2, 3, 1},
    {"in falling diagonals, every third dark, starting with the third", 0, 1, 2, 3, 2},
    {"in diagonals, every fourth dark", 1, 1, 1, 4, 0},
    {"in diagonals, every fourth dark, starting with the second", 1, 1, 1, 4, 1},
};

typedef struct {
  uint32_t area, weight; /* of the board */
  size_t words;          /* of a bitset of weights */
  uint64_t *reach;       /* AREA + 1 bitsets; those below LEAST and above MOST are empty */
  uint32_t least, most;
  uint8_t *weight_of; /* of each cell */
  int64_t work;
} knapsack;

/* Sets the weight of each cell; returns their sum. */
static uint32_t weigh_cells (const bcov_board *board, const colouring *c, uint8_t *weight)
{
  uint32_t sum = 0;
  for (uint32_t n = 0; n < board->n_cells; n++) {
    bcov_cell cell = board->cells[n];
    int64_t form = (int64_t)c->layer * cell.layer + (int64_t)c->row * cell.row +
                   (int64_t)c->column * cell.column;
    weight[n] = form % c->modulus == c->residue;
    sum += weight[n];
  }
  return sum;
}

/* TO |= FROM << SHIFT, with SHIFT below 64.  This loop takes most of the time. */
BCOV_CLONES static void join_shifted (uint64_t *restrict to, const uint64_t *restrict from,
                                      unsigned shift, size_t words)
{
  to[0] |= from[0] << shift;
  for (size_t w = 1; w < words; w++)
    to[w] |= from[w] << shift | (from[w - 1] >> 1) >> (63 - shift);
}

/* Adds one piece of SIZE, whose weight is in the set KS, to the sums that then have AREA. */
static void add_piece (knapsack *k, uint32_t area, uint32_t size, uint64_t ks)
{
  assert (size <= area && area <= k->area);
  uint64_t *to = k->reach + area * k->words;
  const uint64_t *from = k->reach + (area - size) * k->words;
  for (; ks; ks &= ks - 1) {
    join_shifted (to, from, (unsigned)__builtin_ctzll (ks), k->words);
    k->work -= (int64_t)k->words;
  }
}

/* Adds one copy, which must be used (MUST) or may be used. */
static void add_once (knapsack *k, uint32_t size, uint64_t ks, bool must)
{
  uint32_t most = k->area - k->most < size ? k->area : k->most + size;
  for (uint32_t area = most + 1; area-- > k->least && k->work > 0;) {
    if (must)
      memset (k->reach + area * k->words, 0, k->words * sizeof *k->reach);
    if (area >= k->least + size)
      add_piece (k, area, size, ks);
  }
  k->most = most;
  if (must)
    k->least = k->area - k->least < size ? k->area : k->least + size;
}

static void add_any (knapsack *k, uint32_t size, uint64_t ks)
{
  for (uint32_t area = k->least + size; area <= k->area && k->work > 0; area++)
    add_piece (k, area, size, ks);
  k->most = k->area;
}

/* Adds between LO and HI copies.  An optional piece without placements changes nothing. */
static void add_copies (knapsack *k, uint32_t size, uint64_t ks, uint32_t lo, uint32_t hi)
{
  assert (size > 0);
  uint32_t most = k->area / size;
  if (!ks && !lo)
    return;
  for (uint32_t n = 0; n < lo && n <= most && k->work > 0; n++)
    add_once (k, size, ks, true);
  if (hi >= most)
    add_any (k, size, ks);
  else
    for (uint32_t n = lo; n < hi && k->work > 0; n++)
      add_once (k, size, ks, false);
}

/* Sets KS[piece] to the bitset of weights that its placements cover. */
static void gather_weights (looker *l, const knapsack *sack, uint64_t *ks)
{
  const bcov_compiled *c = l->compiled;
  for (size_t o = 0; o < c->placements.count && !l->stopped; o++) {
    const bcov_placement *placement = &c->placements.data[o];
    uint32_t size = c->puzzle->pieces.data[placement->piece].size;
    unsigned weight = 0;
    l->stopped = bcov_control_work (l->control, &l->work, size, NULL);
    for (uint32_t k = 0; k < size; k++)
      weight += sack->weight_of[c->cells.data[placement->first + k]];
    assert (weight <= size && weight <= MOST_SIZE);
    ks[placement->piece] |= 1ull << weight;
  }
}

/* Returns whether BLANK[0] cells of weight 0 and BLANK[1] cells of weight 1, or fewer, complete
   some sum to the area and the weight of the board. */
static bool can_complete (const knapsack *k, const uint32_t *blank)
{
  for (uint32_t area = k->least; area <= k->most; area++)
    for (size_t w = 0; w < k->words; w++)
      for (uint64_t left = k->reach[area * k->words + w]; left; left &= left - 1) {
        uint64_t rest = k->area - area, weight = 64 * w + (uint64_t)__builtin_ctzll (left);
        if (weight <= k->weight && k->weight - weight <= rest && k->weight - weight <= blank[1] &&
            rest - (k->weight - weight) <= blank[0])
          return true;
      }
  return false;
}

/* Returns the largest area of a choice of pieces that has no more cells of either colour than the
   board; that of the board if the attempt was ended early. */
static uint32_t largest_area (const looker *l, const knapsack *k)
{
  if (l->stopped || k->work <= 0)
    return k->area;
  for (uint32_t area = k->most; area > 0; area--)
    for (uint32_t weight = 0; weight <= k->weight && weight <= area; weight++)
      if (area - weight <= k->area - k->weight &&
          k->reach[area * k->words + weight / 64] >> weight % 64 & 1)
        return area;
  return 0;
}

/* Computes the sums of all choices of pieces.  KS has room for a word for each piece; PARTIAL: each
   piece may be left out. */
static void find_sums (looker *l, knapsack *k, uint64_t *ks, bool partial)
{
  const bcov_puzzle *puzzle = l->compiled->puzzle;
  gather_weights (l, k, ks);
  k->reach[0] = 1;
  for (size_t p = 0; p < puzzle->pieces.count && k->work > 0; p++)
    add_copies (k, puzzle->pieces.data[p].size, ks[p], partial ? 0 : puzzle->pieces.data[p].lo,
                puzzle->pieces.data[p].hi);
}

/* Whether some choice of pieces has the area and the weight of the board; also true if the attempt
   was ended early. */
static bool reachable (looker *l, knapsack *k, uint64_t *ks)
{
  const bcov_board *board = &l->compiled->puzzle->board;
  uint32_t blank[2] = {0, 0};
  for (uint32_t n = 0; n < board->n_cells; n++)
    if (board->mark[bcov_board_position (board, board->cells[n])] == BCOV_MAY)
      blank[k->weight_of[n]]++;
  find_sums (l, k, ks, false);
  return l->stopped || k->work <= 0 || can_complete (k, blank);
}

/* Explains, as simply as possible, why no choice of pieces has exactly AREA cells. */
static void tell_area (const looker *l, uint32_t area)
{
  const bcov_puzzle *puzzle = l->compiled->puzzle;
  const bcov_board *board = &puzzle->board;
  uint64_t least = 0, most = 0;
  uint32_t must = 0;
  for (uint32_t n = 0; n < board->n_cells; n++)
    must += board->mark[bcov_board_position (board, board->cells[n])] != BCOV_MAY;
  for (size_t p = 0; p < puzzle->pieces.count; p++) {
    const bcov_piece *piece = &puzzle->pieces.data[p];
    uint64_t size = piece->size;
    least += size * piece->lo;
    most += size * (piece->hi == BCOV_MANY ? area : piece->hi);
  }
  if (most < must)
    bcov_text_printf (
        l->why,
        "area: all pieces together have %" PRIu64
        " cell%s, but %u must be covered (a piece is used once unless its count says otherwise)\n",
        most, bcov_text_plural (most), must);
  else if (least > area)
    bcov_text_printf (
        l->why, "area: the pieces that must be used have %" PRIu64 " cells, but the board has %u\n",
        least, area);
  else
    bcov_text_printf (l->why, "area: no choice of pieces has exactly %u cell%s\n", area,
                      bcov_text_plural (area));
}

/* Prepares the sums of areas and weights.  Free K->REACH; ROOM becomes what find_sums needs. */
static bcov_status start_sums (const looker *l, const colouring *colours, uint8_t *weight_of,
                               int64_t work, knapsack *k, uint64_t **room, bcov_error *err)
{
  const bcov_puzzle *puzzle = l->compiled->puzzle;
  *k = (knapsack){.area = puzzle->board.n_cells, .work = work, .weight_of = weight_of};
  k->weight = weigh_cells (&puzzle->board, colours, weight_of);
  k->words = k->weight / 64 + 1;
  size_t sets = (k->area + 1u) * k->words;
  k->reach = bcov_mem_alloc (puzzle->mem, sets + puzzle->pieces.count, sizeof *k->reach, err);
  if (!k->reach)
    return bcov_mem_status (puzzle->mem);
  *room = k->reach + sets;
  return BCOV_OK;
}

static bcov_status try_colouring (looker *l, const colouring *colours, uint8_t *weight_of,
                                  bcov_error *err)
{
  knapsack k;
  uint64_t *room;
  bcov_status status = start_sums (l, colours, weight_of, WORK_LIMIT, &k, &room, err);
  if (status)
    return status;
  if (!reachable (l, &k, room)) {
    l->found = true;
    if (colours->words[0])
      bcov_text_printf (l->why,
                        "colour the board %s: %u cells are dark and %u are light, but no choice of "
                        "pieces covers exactly that many of each\n",
                        colours->words, k.weight, k.area - k.weight);
    else
      tell_area (l, k.area);
  }
  bcov_mem_free (l->compiled->puzzle->mem, k.reach);
  return BCOV_OK;
}

/* Lowers *MOST to the bound of a colouring. */
static bcov_status bound_by_colouring (looker *l, const colouring *colours, uint8_t *weight_of,
                                       uint64_t *most, bcov_error *err)
{
  knapsack k;
  uint64_t *room;
  bcov_status status = start_sums (l, colours, weight_of, FILL_LIMIT, &k, &room, err);
  if (status)
    return status;
  find_sums (l, &k, room, true);
  uint32_t largest = largest_area (l, &k);
  *most = largest < *most ? largest : *most;
  bcov_mem_free (l->compiled->puzzle->mem, k.reach);
  return BCOV_OK;
}

static bool small_enough (const bcov_puzzle *puzzle)
{
  for (size_t p = 0; p < puzzle->pieces.count; p++)
    if (puzzle->pieces.data[p].size > MOST_SIZE)
      return false;
  return puzzle->board.n_cells <= MOST_AREA;
}

static bcov_status try_colourings (looker *l, bcov_error *err)
{
  const bcov_puzzle *puzzle = l->compiled->puzzle;
  uint8_t *weight_of = bcov_mem_alloc (puzzle->mem, puzzle->board.n_cells + 1, 1, err);
  bcov_status status = weight_of ? BCOV_OK : bcov_mem_status (puzzle->mem);
  for (size_t k = 0;
       !status && !l->found && !l->stopped && k < sizeof colourings / sizeof *colourings; k++)
    status = try_colouring (l, &colourings[k], weight_of, err);
  bcov_mem_free (puzzle->mem, weight_of);
  return status;
}

bcov_status bcov_obstacle_find (const bcov_compiled *compiled, bcov_control *control,
                                bcov_text *why, bool *found, bcov_error *err)
{
  looker l = {.compiled = compiled, .control = control, .why = why};
  bcov_status status = look_at_items (&l, err);
  if (!status && !l.found && !compiled->puzzle->exact && small_enough (compiled->puzzle))
    status = try_colourings (&l, err);
  *found = l.found;
  return status;
}

bcov_status bcov_obstacle_most (const bcov_compiled *compiled, bcov_control *control,
                                uint64_t *most, bcov_error *err)
{
  const bcov_puzzle *puzzle = compiled->puzzle;
  looker l = {.compiled = compiled, .control = control};
  *most = puzzle->board.n_cells;
  if (puzzle->exact || !small_enough (puzzle))
    return BCOV_OK;
  uint8_t *weight_of = bcov_mem_alloc (puzzle->mem, puzzle->board.n_cells + 1, 1, err);
  bcov_status status = weight_of ? BCOV_OK : bcov_mem_status (puzzle->mem);
  for (size_t k = 0; !status && !l.stopped && k < sizeof colourings / sizeof *colourings; k++)
    status = bound_by_colouring (&l, &colourings[k], weight_of, most, err);
  bcov_mem_free (puzzle->mem, weight_of);
  return status;
}
