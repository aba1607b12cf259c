/* A counting sort puts the cells of a table in the order of their connected groups; within a group
   they stay in reading order, as in shapes.  Every piece is thus a range of one array, and a table
   of millions of cells is read in linear time.  One more walk along the drawing finds the places of
   the first cells. */

#include "format/puzzle/table_text.h"

#include <string.h>

enum { WORK_OF_GROUP = 16 }; /* adding a small piece, for bcov_control_work */

typedef struct {
  bcov_puzzle *puzzle;
  const bcov_board *table;
  const bcov_drawing *drawing;
  bcov_control *control;
  bcov_error *err;
  uint32_t groups;
  uint32_t *group_of; /* group of each cell */
  uint32_t *start;    /* index of the first cell of each group, and the end */
  bcov_cell *cells;   /* sorted by group */
} sorter;

static bcov_status find_groups (sorter *s)
{
  bcov_mem *mem = s->puzzle->mem;
  s->group_of = bcov_mem_alloc (mem, s->table->n_cells, sizeof *s->group_of, s->err);
  if (!s->group_of)
    return bcov_mem_status (mem);
  return bcov_board_groups (mem, s->table, s->group_of, &s->groups, s->err);
}

static bcov_status sort_cells (sorter *s)
{
  bcov_mem *mem = s->puzzle->mem;
  uint32_t n = s->table->n_cells;
  s->start = bcov_mem_alloc (mem, (size_t)s->groups + 2, sizeof *s->start, s->err);
  s->cells = s->start ? bcov_mem_alloc (mem, n, sizeof *s->cells, s->err) : NULL;
  if (!s->cells)
    return bcov_mem_status (mem);
  for (uint32_t k = 0; k < n; k++)
    s->start[s->group_of[k] + 2]++;
  for (uint32_t g = 2; g < s->groups + 2; g++)
    s->start[g] += s->start[g - 1];
  for (uint32_t k = 0; k < n; k++) /* start[g + 1] is where the next cell of group g goes */
    s->cells[s->start[s->group_of[k] + 1]++] = s->table->cells[k];
  return BCOV_OK;
}

/* Adds group GROUP as a piece.  Its cells stay in the array, but are moved to the corner. */
static bcov_status add_group (sorter *s, uint32_t group, bcov_place place)
{
  bcov_shape shape = {s->cells + s->start[group], s->start[group + 1] - s->start[group]};
  bcov_shape_normalise (s->table->lattice, shape.cells, shape.count);
  bcov_entry entry = {.shape = &shape, .lo = 1, .hi = 1, .turn = true, .place = place};
  return bcov_puzzle_add (s->puzzle, &entry, s->err);
}

static bcov_status add_groups (sorter *s)
{
  bcov_drawing_finder finder = {.walk.drawing = s->drawing};
  bcov_status status = BCOV_OK;
  uint64_t work = 0;
  for (uint32_t g = 0; g < s->groups && !status; g++) {
    bcov_place place = {.file = s->puzzle->file};
    if (s->drawing)
      place = bcov_drawing_find (&finder, s->cells[s->start[g]]);
    status = bcov_control_work (s->control, &work, WORK_OF_GROUP, s->err);
    if (!status)
      status = add_group (s, g, place);
  }
  return status;
}

bcov_status bcov_table_text_add (bcov_puzzle *puzzle, const bcov_board *table,
                                 const bcov_drawing *drawing, bcov_control *control,
                                 bcov_error *err)
{
  sorter s = {.puzzle = puzzle, .table = table, .drawing = drawing, .control = control, .err = err};
  bcov_status status = find_groups (&s);
  if (!status)
    status = sort_cells (&s);
  if (!status)
    status = add_groups (&s);
  bcov_mem_free (puzzle->mem, s.group_of);
  bcov_mem_free (puzzle->mem, s.start);
  bcov_mem_free (puzzle->mem, s.cells);
  return status;
}

bcov_status bcov_table_text_read (bcov_puzzle *puzzle, const bcov_drawing *drawing, bcov_error *err)
{
  bcov_board table;
  bcov_status status =
      bcov_drawing_table (puzzle->mem, drawing, puzzle->board.lattice, &table, err);
  if (!status)
    status = bcov_table_text_add (puzzle, &table, drawing, NULL, err);
  bcov_board_free (puzzle->mem, &table);
  return status;
}
