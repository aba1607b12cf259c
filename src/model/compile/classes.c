/* One flood fill finds the holes.  Each hole is normalised and looked up in a hash table of all
   forms of all pieces; holes of the same form are one class.  A form may belong to several pieces
   (one that may be turned, one that may not), hence the list of fits.

   On a board that wraps, holes cannot be normalised; such puzzles need a search.

   Time and memory: linear in the cells of the board and of all forms, apart from sorting the cells
   of each hole. */

#include "model/compile/classes.h"
#include "base/table.h"

#include <assert.h>
#include <stdlib.h>

#define NONE BCOV_TABLE_NONE

/* A form of a piece, chained with the equal forms of other pieces. */
typedef struct {
  uint32_t piece, form;
  uint32_t next;       /* the next node with an equal shape, or NONE */
  uint32_t hole_class; /* of the first node of a chain: its class, or NONE */
} node;

typedef struct {
  const bcov_puzzle *puzzle;
  bcov_classes *out;
  BCOV_VEC (node) nodes;
  bcov_table index; /* the first node of each chain, by its shape */
} builder;

bool bcov_classes_apply (const bcov_puzzle *puzzle)
{
  if (puzzle->exact || !puzzle->fill_holes || puzzle->cell_piece || puzzle->row_quotas.count ||
      puzzle->column_quotas.count || puzzle->board.wrap != BCOV_WRAP_NONE)
    return false;
  for (size_t p = 0; p < puzzle->pieces.count; p++)
    if (!bcov_decor_is_plain (puzzle->pieces.data[p].forms[0].decor)) /* as are its other forms */
      return false;
  return true;
}

typedef struct {
  const builder *b;
  const bcov_shape *shape;
} wanted_shape;

static bool has_shape (const void *data, uint32_t n)
{
  const wanted_shape *wanted = data;
  const node *at = &wanted->b->nodes.data[n];
  const bcov_shape *shape = &wanted->b->puzzle->pieces.data[at->piece].forms[at->form].shape;
  return !bcov_shape_compare (shape, wanted->shape);
}

/* The first node with SHAPE, or NONE. */
static uint32_t find_node (const builder *b, const bcov_shape *shape)
{
  wanted_shape wanted = {b, shape};
  return bcov_table_find (&b->index, bcov_shape_hash (shape), has_shape, &wanted);
}

static bcov_status enter_forms (builder *b, bcov_error *err)
{
  bcov_mem *mem = b->puzzle->mem;
  bcov_status status = BCOV_OK;
  for (uint32_t p = 0; p < b->puzzle->pieces.count; p++)
    for (uint32_t f = 0; !status && f < b->puzzle->pieces.data[p].n_forms; f++) {
      const bcov_shape *shape = &b->puzzle->pieces.data[p].forms[f].shape;
      uint32_t n = (uint32_t)b->nodes.count, first = find_node (b, shape);
      node fresh = {p, f, first == NONE ? NONE : b->nodes.data[first].next, NONE};
      status = bcov_vec_push (mem, &b->nodes, fresh, err);
      if (!status && first == NONE)
        status = bcov_table_add (mem, &b->index, bcov_shape_hash (shape), n, err);
      else if (!status)
        b->nodes.data[first].next = n;
    }
  return status;
}

/* Lists the cells hole by hole. */
static bcov_status find_holes (builder *b, bcov_error *err)
{
  const bcov_board *board = &b->puzzle->board;
  bcov_mem *mem = b->puzzle->mem;
  bcov_classes *out = b->out;
  uint32_t *group_of = bcov_mem_alloc (mem, board->n_cells + 1u, sizeof *group_of, err);
  if (!group_of ||
      !(out->cells = bcov_mem_alloc (mem, board->n_cells + 1u, sizeof (uint32_t), err))) {
    bcov_mem_free (mem, group_of);
    return bcov_mem_status (mem);
  }
  bcov_status status = bcov_board_groups (mem, board, group_of, &out->n_groups, err);
  if (!status &&
      (!(out->start = bcov_mem_alloc (mem, out->n_groups + 2u, sizeof (uint32_t), err)) ||
       !(out->class_of = bcov_mem_alloc (mem, out->n_groups + 1u, sizeof (uint32_t), err))))
    status = bcov_mem_status (mem);
  if (!status) {
    uint32_t *place = out->start + 1; /* becomes the end of each hole, where the next one begins */
    for (uint32_t c = 0; c < board->n_cells; c++)
      place[group_of[c] + 1]++;
    for (uint32_t g = 0; g < out->n_groups; g++)
      place[g + 1] += place[g];
    for (uint32_t c = 0; c < board->n_cells; c++)
      out->cells[place[group_of[c]]++] = c;
  }
  bcov_mem_free (mem, group_of);
  return status;
}

/* Adds a class of the holes with the shape of node N, and all pieces that fill it. */
static bcov_status new_class (builder *b, uint32_t n, uint32_t size, bcov_error *err)
{
  bcov_mem *mem = b->puzzle->mem;
  bcov_classes *out = b->out;
  uint32_t class = b->nodes.data[n].hole_class = out->n_classes++;
  bcov_status status = bcov_vec_push (mem, &out->holes, 0, err);
  if (!status)
    status = bcov_vec_push (mem, &out->sizes, size, err);
  for (; !status && n != NONE; n = b->nodes.data[n].next) {
    bcov_fit fit = {b->nodes.data[n].piece, b->nodes.data[n].form, class};
    status = bcov_vec_push (mem, &out->fits, fit, err);
  }
  return status;
}

static bcov_status sort_holes (builder *b, bcov_error *err)
{
  const bcov_board *board = &b->puzzle->board;
  bcov_classes *out = b->out;
  bcov_cell *room = bcov_mem_alloc (b->puzzle->mem, board->n_cells + 1u, sizeof *room, err);
  bcov_status status = room ? BCOV_OK : bcov_mem_status (b->puzzle->mem);
  for (uint32_t g = 0; !status && g < out->n_groups; g++) {
    bcov_shape shape = {room, out->start[g + 1] - out->start[g]};
    for (uint32_t k = 0; k < shape.count; k++)
      room[k] = board->cells[out->cells[out->start[g] + k]];
    bcov_shape_normalise (board->lattice, room, shape.count);
    uint32_t n = find_node (b, &shape);
    out->class_of[g] = NONE;
    if (n == NONE)
      continue;
    if (b->nodes.data[n].hole_class == NONE)
      status = new_class (b, n, shape.count, err);
    if (!status) {
      out->class_of[g] = b->nodes.data[n].hole_class;
      out->holes.data[out->class_of[g]]++;
    }
  }
  bcov_mem_free (b->puzzle->mem, room);
  return status;
}

static int by_piece (const void *a, const void *b)
{
  const bcov_fit *x = a, *y = b;
  if (x->piece != y->piece)
    return x->piece < y->piece ? -1 : 1;
  return (x->hole > y->hole) - (x->hole < y->hole);
}

bcov_status bcov_classes_make (const bcov_puzzle *puzzle, bcov_classes *out, bcov_error *err)
{
  builder b = {.puzzle = puzzle, .out = out};
  assert (bcov_classes_apply (puzzle));
  *out = (bcov_classes){.puzzle = puzzle};
  bcov_status status = enter_forms (&b, err);
  if (!status)
    status = find_holes (&b, err);
  if (!status)
    status = sort_holes (&b, err);
  if (!status && out->fits.count)
    qsort (out->fits.data, out->fits.count, sizeof *out->fits.data, by_piece);
  bcov_vec_free (puzzle->mem, &b.nodes);
  bcov_table_free (puzzle->mem, &b.index);
  if (status)
    bcov_classes_free (out);
  return status;
}

void bcov_classes_free (bcov_classes *classes)
{
  bcov_mem *mem = classes->puzzle->mem;
  bcov_vec_free (mem, &classes->holes);
  bcov_vec_free (mem, &classes->sizes);
  bcov_vec_free (mem, &classes->fits);
  bcov_mem_free (mem, classes->class_of);
  bcov_mem_free (mem, classes->start);
  bcov_mem_free (mem, classes->cells);
  *classes = (bcov_classes){.puzzle = classes->puzzle};
}

/* Links the holes of each class: FIRST[class], NEXT[hole]. */
static void chain_holes (const bcov_classes *classes, uint32_t *first, uint32_t *next)
{
  for (uint32_t c = 0; c < classes->n_classes; c++)
    first[c] = NONE;
  for (uint32_t g = classes->n_groups; g-- > 0;)
    if (classes->class_of[g] != NONE) {
      next[g] = first[classes->class_of[g]];
      first[classes->class_of[g]] = g;
    }
}

bcov_status bcov_classes_decode (const bcov_classes *classes, const uint32_t *flow,
                                 bcov_covering *covering, bcov_error *err)
{
  bcov_mem *mem = classes->puzzle->mem;
  bcov_status status = BCOV_OK;
  uint32_t *first =
      bcov_mem_alloc (mem, (size_t)classes->n_classes + classes->n_groups + 1, sizeof *first, err);
  if (!first)
    return bcov_mem_status (mem);
  uint32_t *next = first + classes->n_classes;
  chain_holes (classes, first, next);
  bcov_covering_clear (covering);
  for (size_t k = 0; k < classes->fits.count; k++) {
    const bcov_fit *fit = &classes->fits.data[k];
    for (uint32_t n = 0; !status && n < flow[k]; n++) {
      uint32_t g = first[fit->hole];
      assert (g != NONE); /* the flow into a class is at most its number of holes */
      first[fit->hole] = next[g];
      status =
          bcov_covering_lay (covering, fit->piece, fit->form, classes->cells + classes->start[g],
                             classes->start[g + 1] - classes->start[g], err);
    }
  }
  bcov_mem_free (mem, first);
  if (!status)
    bcov_covering_sort (covering);
  return status;
}
