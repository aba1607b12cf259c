/* The cells are sorted by the colours of their pieces.  The most frequent colour fills the whole
   covered region, and each other colour is drawn above it.  The outline of a colour consists of the
   sides between its cells and others, so neighbouring pieces of one colour merge; the lines between
   pieces are a path of their own.  Paths have relative coordinates on the grid of the vertices:
   most numbers have one digit. */

#include "draw/picture/mosaic.h"
#include "draw/picture/board_base.h"

static const double line_width = 0.06;

enum {
  ANY = BCOV_PAINTS, /* in place of a colour */
  SMALLEST_LINES = 3 /* points: there are no lines between pieces if cells are smaller */
};

typedef struct {
  const bcov_page_space *space;
  const bcov_board *board;
  const bcov_scene *scene;
  const uint8_t *colour;
  bcov_sides sides;
} mosaic;

bool bcov_mosaic_suits (const bcov_board *board, const bcov_look *look)
{
  return board->n_cells > BCOV_MANY_CELLS && !look->cut && !look->animate && !look->isometric;
}

/* ---- colours ---- */

/* Whether a piece of COLOUR, or any piece if COLOUR is ANY, covers the position of CELL. */
static bool has_colour (const mosaic *m, bcov_cell cell, uint32_t colour)
{
  uint32_t owner = bcov_scene_at (m->scene, cell.layer, cell.row, cell.column);
  return owner < BCOV_OFF_BOARD && (colour == ANY || m->colour[owner] == colour);
}

/* Adds the sides of CELL beyond which the colour ends.  It also ends at the seams of the board. */
static void add_ends (mosaic *m, bcov_cell cell, uint32_t colour)
{
  bcov_cell around[BCOV_MOST_NEIGHBOURS];
  size_t count = bcov_projection_neighbours (&m->space->projection, cell, around);
  for (size_t k = 0; k < count; k++)
    if (!bcov_board_is_on_grid (m->board, around[k]) || !has_colour (m, around[k], colour))
      bcov_page_space_add_side (m->space, cell, k, &m->sides);
}

/* Sorts the covered cells by colour.  FIRST receives where each colour begins. */
static void sort_cells (const mosaic *m, uint32_t *cells, uint32_t first[BCOV_PAINTS + 1])
{
  uint32_t place[BCOV_PAINTS + 1] = {0};
  for (uint32_t c = 0; c < m->board->n_cells; c++)
    if (m->scene->owner[c] < BCOV_OFF_BOARD)
      place[m->colour[m->scene->owner[c]] + 1]++;
  first[0] = 0;
  for (uint32_t k = 0; k < BCOV_PAINTS; k++) {
    place[k + 1] += place[k];
    first[k + 1] = place[k + 1];
  }
  for (uint32_t c = 0; c < m->board->n_cells; c++)
    if (m->scene->owner[c] < BCOV_OFF_BOARD)
      cells[place[m->colour[m->scene->owner[c]]]++] = c;
}

/* Draws COUNT cells, which are all cells that have COLOUR or ANY. */
static void draw_surface (mosaic *m, const uint32_t *cells, uint32_t count, uint32_t colour,
                          uint32_t ink)
{
  for (uint32_t k = 0; k < count; k++)
    add_ends (m, m->board->cells[cells[k]], colour);
  bcov_page_space_sides (m->space, &m->sides, false, bcov_page_space_surface (ink), NULL);
}

static void draw_colours (mosaic *m, uint32_t *cells)
{
  uint32_t first[BCOV_PAINTS + 1], most = 0;
  sort_cells (m, cells, first);
  for (uint32_t k = 0; k < BCOV_PAINTS; k++)
    most = first[k + 1] - first[k] > first[most + 1] - first[most] ? k : most;
  draw_surface (m, cells, first[BCOV_PAINTS], ANY, bcov_page_space_paint ((uint8_t)most));
  for (uint32_t k = 0; k < BCOV_PAINTS; k++)
    if (k != most)
      draw_surface (m, cells + first[k], first[k + 1] - first[k], k,
                    bcov_page_space_paint ((uint8_t)k));
}

/* ---- lines ---- */

/* Whether a line is drawn where a cell of OWNER meets one of OTHER.  Between two pieces, one of
   them draws it, except on a seam, which is in two places. */
static bool has_line (uint32_t owner, uint32_t other, bool on_seam)
{
  bool differ = owner < BCOV_OFF_BOARD && other != BCOV_OFF_BOARD && other != owner;
  return differ && (other == BCOV_EMPTY_CELL || other < owner || on_seam);
}

static void draw_lines (mosaic *m)
{
  bcov_cell around[BCOV_MOST_NEIGHBOURS];
  for (uint32_t c = 0; c < m->board->n_cells; c++) {
    bcov_cell cell = m->board->cells[c];
    size_t count = bcov_projection_neighbours (&m->space->projection, cell, around);
    for (size_t k = 0; k < count; k++) {
      uint32_t other = bcov_scene_at (m->scene, around[k].layer, around[k].row, around[k].column);
      if (has_line (m->scene->owner[c], other, !bcov_board_is_on_grid (m->board, around[k])))
        bcov_page_space_add_side (m->space, cell, k, &m->sides);
    }
  }
  bcov_page_space_sides (m->space, &m->sides, true,
                         bcov_page_space_outline (m->space, BCOV_NO_INK, line_width), NULL);
}

void bcov_mosaic_draw (const bcov_page_space *space, const bcov_scene *scene, const uint8_t *colour)
{
  bcov_page_space own = *space;
  bcov_figure *figure = space->figure;
  own.compact = true;
  mosaic m = {&own, scene->board, scene, colour, {0}};
  uint32_t *cells = bcov_mem_alloc (figure->mem, scene->board->n_cells, sizeof *cells, figure->err);
  if (!cells) {
    figure->status = bcov_mem_status (figure->mem);
    return;
  }
  bcov_board_base_draw (&own, scene->board, scene->owner);
  draw_colours (&m, cells);
  if (own.unit >= SMALLEST_LINES)
    draw_lines (&m);
  bcov_board_base_border (&own, scene->board);
  bcov_mem_free (figure->mem, cells);
  bcov_vec_free (figure->mem, &m.sides);
}
