/* The order of drawing, from back to front: holes, empty cells, pieces with the marks of tiles and
   letters, lines between the cells of a piece, the border of the board.  Everything is made of the
   sides of cells: the sides of a region are traced to its outline, and the sides between cells of
   one piece are joined to thin lines. */

#include "draw/picture/covering_picture.h"
#include "base/text.h"
#include "draw/picture/tile_marks.h"
#include "draw/picture/board_base.h"
#include "draw/picture/solid.h"

static const double outline_width = 0.06;

enum {
  USUAL_UNIT = 40, /* points per cell */
  LARGEST = 4000,  /* points: cells are smaller if a page would be larger */
  CUT_UNIT = 10    /* millimetres per cell */
};

typedef struct {
  const bcov_page_space *space;
  bcov_figure *figure;
  const bcov_scene *scene;
  const bcov_board *board;
  const uint8_t *colour; /* of each piece laid */
  bcov_sides sides;      /* scratch */
} painter;

bcov_projection bcov_covering_picture_projection (const bcov_board *board, bool isometric)
{
  bcov_cell measures = {board->layers, board->rows, board->columns};
  return bcov_projection_make (board->lattice, isometric, measures, board->cells, board->n_cells);
}

/* ---- sides ---- */

/* Whether CELL lies off the grid; on a board that wraps it then lies beyond a seam. */
static bool is_beyond (const bcov_board *board, bcov_cell cell)
{
  return cell.row < 0 || cell.row >= board->rows || cell.column < 0 ||
         cell.column >= board->columns;
}

/* The owner of CELL, which may be off the board. */
static uint32_t owner_at (const painter *p, bcov_cell cell)
{
  return bcov_scene_at (p->scene, cell.layer, cell.row, cell.column);
}

/* ---- pieces ---- */

static bcov_cell cell_of (const painter *p, bcov_laid laid, uint32_t number)
{
  return p->board->cells[p->scene->covering->cells.data[laid.first + number]];
}

/* Adds the sides on the border of PIECE, without those where it continues over a seam.  Returns
   whether it crosses a seam. */
static bool add_ends (painter *p, uint32_t piece)
{
  bcov_laid laid = p->scene->covering->laid.data[piece];
  bcov_cell around[BCOV_MOST_NEIGHBOURS];
  bool over = false;
  for (uint32_t c = 0; c < laid.count; c++) {
    bcov_cell cell = cell_of (p, laid, c);
    size_t count = bcov_projection_neighbours (&p->space->projection, cell, around);
    for (size_t k = 0; k < count; k++) {
      bool same = owner_at (p, around[k]) == piece;
      over |= same && is_beyond (p->board, around[k]);
      if (!same)
        bcov_page_space_add_side (p->space, cell, k, &p->sides);
    }
  }
  return over;
}

static const char *name_of (const bcov_scene *scene, uint32_t piece)
{
  const bcov_covering *covering = scene->covering;
  return covering->puzzle->pieces.data[covering->laid.data[piece].piece].name;
}

static uint32_t ink_of (const painter *p, uint32_t piece)
{
  return bcov_page_space_paint (p->colour[piece]);
}

static void draw_piece (painter *p, uint32_t piece)
{
  bcov_laid laid = p->scene->covering->laid.data[piece];
  bcov_pen pen = bcov_page_space_outline (p->space, ink_of (p, piece), outline_width);
  bool over = add_ends (p, piece);
  if (over) {
    bcov_sides ends = p->sides;
    p->sides = (bcov_sides){0};
    for (uint32_t c = 0; c < laid.count; c++)
      bcov_page_space_add_cell (p->space, cell_of (p, laid, c), &p->sides);
    bcov_page_space_sides (p->space, &p->sides, false, bcov_page_space_surface (pen.fill),
                           name_of (p->scene, piece));
    bcov_vec_free (p->figure->mem, &p->sides);
    p->sides = ends;
    pen.fill = BCOV_NO_INK;
  }
  bcov_page_space_sides (p->space, &p->sides, over, pen, over ? NULL : name_of (p->scene, piece));
}

/* Draws lines between the cells of each piece. */
static void draw_grid (painter *p)
{
  bcov_cell around[BCOV_MOST_NEIGHBOURS];
  if (p->space->unit < BCOV_SMALLEST_GRID)
    return;
  for (uint32_t c = 0; c < p->board->n_cells; c++) {
    if (p->scene->owner[c] == BCOV_EMPTY_CELL)
      continue;
    size_t count = bcov_projection_neighbours (&p->space->projection, p->board->cells[c], around);
    for (size_t k = 0; k < count; k++)
      if (owner_at (p, around[k]) == p->scene->owner[c])
        bcov_page_space_add_side (p->space, p->board->cells[c], k, &p->sides);
  }
  bcov_page_space_sides (p->space, &p->sides, true, bcov_page_space_faint (p->space), NULL);
}

/* ---- letters ---- */

static double distance (bcov_page_point a, bcov_page_point b)
{
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/* The cell of PIECE in LAYER that is nearest to the centroid of these cells; -1 if there is none.
 */
static int64_t central_cell (const painter *p, uint32_t piece, int32_t layer)
{
  bcov_laid laid = p->scene->covering->laid.data[piece];
  const uint32_t *cells = p->scene->covering->cells.data + laid.first;
  bcov_page_point middle = {0, 0};
  double count = 0, least = 0;
  int64_t best = -1;
  for (uint32_t k = 0; k < laid.count; k++)
    if (p->board->cells[cells[k]].layer == layer) {
      bcov_page_point at = bcov_page_space_middle (p->space, p->board->cells[cells[k]]);
      middle = (bcov_page_point){middle.x + at.x, middle.y + at.y};
      count++;
    }
  for (uint32_t k = 0; k < laid.count; k++) {
    bcov_page_point at = bcov_page_space_middle (p->space, p->board->cells[cells[k]]);
    double far = distance (at, (bcov_page_point){middle.x / count, middle.y / count});
    if (p->board->cells[cells[k]].layer == layer && (best < 0 || far < least - 1e-6)) {
      best = cells[k];
      least = far;
    }
  }
  return best;
}

static void put_letter (const painter *p, uint32_t piece, uint32_t cell, uint32_t letter)
{
  bcov_page_space_letter (p->space, p->board->cells[cell], letter,
                          bcov_page_space_readable (ink_of (p, piece)));
}

/* A piece in several parts has its letter, the one that `list` prints, in all its cells. */
static void label_parts (const painter *p, uint32_t piece)
{
  bcov_laid laid = p->scene->covering->laid.data[piece];
  for (uint32_t k = 0; k < laid.count; k++)
    put_letter (p, piece, p->scene->covering->cells.data[laid.first + k], p->scene->letter[piece]);
}

/* A piece on the cube lattice has the letter that `list` prints once in each layer.  Other pieces
   have the letter of their kind, if there are several kinds. */
static void label_piece (const painter *p, uint32_t piece)
{
  const bcov_covering *covering = p->scene->covering;
  const bcov_laid laid = covering->laid.data[piece];
  const bcov_piece *kind = covering->puzzle->pieces.data + laid.piece;
  bool cubes = p->board->lattice == BCOV_CUBE;
  if (kind->parted || (!cubes && covering->puzzle->pieces.count < 2)) {
    if (kind->parted)
      label_parts (p, piece);
    return;
  }
  int32_t first = p->board->cells[covering->cells.data[laid.first]].layer,
          last = p->board->cells[covering->cells.data[laid.first + laid.count - 1]].layer;
  for (int32_t layer = first; layer <= last; layer++) {
    int64_t cell = central_cell (p, piece, layer);
    if (cell >= 0)
      put_letter (p, piece, (uint32_t)cell, cubes ? p->scene->letter[piece] : kind->letter);
  }
}

/* ---- all of it ---- */

static void draw_cuts (painter *p)
{
  bcov_cell around[BCOV_MOST_NEIGHBOURS];
  bcov_pen hairline = {BCOV_NO_INK, 0, 0.1, false};
  for (uint32_t c = 0; c < p->board->n_cells; c++) {
    size_t count = bcov_projection_neighbours (&p->space->projection, p->board->cells[c], around);
    for (size_t k = 0; k < count; k++)
      if (owner_at (p, around[k]) != p->scene->owner[c])
        bcov_page_space_add_side (p->space, p->board->cells[c], k, &p->sides);
  }
  bcov_page_space_sides (p->space, &p->sides, true, hairline, NULL);
}

static void draw_whole_piece (painter *p, uint32_t piece)
{
  draw_piece (p, piece);
  if (bcov_scene_is_tile (p->scene, piece))
    bcov_tile_marks_draw (p->space, p->scene, piece, ink_of (p, piece));
  else
    label_piece (p, piece);
}

static void draw_pieces (painter *p, bool animate)
{
  for (uint32_t k = 0; k < p->scene->covering->laid.count; k++) {
    p->figure->step = animate ? k + 1 : 0;
    draw_whole_piece (p, k);
  }
  p->figure->step = 0;
}

static void draw_flat (painter *p, bool animate)
{
  bcov_board_base_draw (p->space, p->board, animate ? NULL : p->scene->owner);
  draw_pieces (p, animate);
  if (!animate)
    draw_grid (p);
  bcov_board_base_border (p->space, p->board);
}

/* Draws the visible faces of cubes. */
static void draw_solid (painter *p, bool animate)
{
  bcov_mem *mem = p->figure->mem;
  size_t count = p->scene->covering->laid.count;
  uint32_t *inks = bcov_mem_alloc (mem, count, sizeof *inks, p->figure->err);
  const char **titles = inks ? bcov_mem_alloc (mem, count, sizeof *titles, p->figure->err) : NULL;
  bcov_solid solid = {
      p->board->cells, p->board->n_cells, p->scene->owner, (uint32_t)count, inks, titles, animate};
  if (!titles)
    p->figure->status = bcov_mem_status (mem);
  for (uint32_t k = 0; titles && k < count; k++) {
    inks[k] = ink_of (p, k);
    titles[k] = name_of (p->scene, k);
  }
  if (titles)
    bcov_solid_draw (p->space, &solid);
  bcov_mem_free (mem, inks);
  bcov_mem_free (mem, titles);
}

static void draw_scene (painter *p, bool cut, bool animate)
{
  if (cut)
    draw_cuts (p);
  else if (p->space->projection.isometric)
    draw_solid (p, animate);
  else
    draw_flat (p, animate);
  bcov_vec_free (p->figure->mem, &p->sides);
}

void bcov_covering_picture_draw (const bcov_page_space *space, const bcov_covering *covering,
                                 bool cut, bool animate)
{
  bcov_figure *figure = space->figure;
  bcov_scene scene = {0};
  uint8_t *colour = NULL;
  if (!figure->status)
    figure->status = bcov_scene_make (covering, &scene, figure->err);
  if (!figure->status) {
    colour = bcov_mem_alloc (figure->mem, covering->laid.count, 1, figure->err);
    figure->status =
        colour ? bcov_palette_choose (&scene, colour, figure->err) : bcov_mem_status (figure->mem);
  }
  if (!figure->status) {
    painter p = {space, figure, &scene, scene.board, colour, {0}};
    draw_scene (&p, cut, animate);
  }
  bcov_mem_free (figure->mem, colour);
  bcov_scene_free (&scene);
}

void bcov_covering_picture_piece (const bcov_page_space *space, const bcov_scene *scene,
                                  uint32_t number, uint8_t colour)
{
  bcov_figure *figure = space->figure;
  uint8_t *colours = bcov_mem_alloc (figure->mem, number + (size_t)1, 1, figure->err);
  if (!colours) {
    figure->status = bcov_mem_status (figure->mem);
    return;
  }
  colours[number] = colour;
  painter p = {space, figure, scene, scene->board, colours, {0}};
  draw_whole_piece (&p, number);
  bcov_vec_free (figure->mem, &p.sides);
  bcov_mem_free (figure->mem, colours);
}

/* ---- a page of its own ---- */

double bcov_covering_picture_unit (double width, double height)
{
  double longer = width > height ? width : height;
  return longer * USUAL_UNIT > LARGEST ? LARGEST / longer : USUAL_UNIT;
}

static void set_page (const bcov_board *board, const bcov_look *look, bcov_page_space *space)
{
  bcov_figure *figure = space->figure;
  space->projection = bcov_covering_picture_projection (board, look->isometric && !look->cut);
  double width = bcov_projection_width (&space->projection),
         height = bcov_projection_height (&space->projection);
  space->unit = look->cut ? CUT_UNIT : bcov_covering_picture_unit (width, height);
  double margin = BCOV_MARGIN * space->unit;
  space->corner = (bcov_page_point){margin, margin};
  figure->millimetres = look->cut;
  bcov_figure_page (figure, width * space->unit + 2 * margin, height * space->unit + 2 * margin);
}

bcov_status bcov_covering_picture_figure (const bcov_puzzle *puzzle, const bcov_covering *covering,
                                          const bcov_look *look, bcov_figure *figure,
                                          bcov_error *err)
{
  bcov_page_space space = {.figure = figure};
  bcov_covering *empty = NULL;
  bcov_figure_start (figure, puzzle->mem, err);
  if (!covering && !figure->status)
    figure->status = bcov_covering_new (puzzle, &empty, err);
  figure->title = puzzle->title ? bcov_figure_word (figure, puzzle->title) : 0;
  if (!figure->status) {
    set_page (&puzzle->board, look, &space);
    bcov_covering_picture_draw (&space, covering ? covering : empty, look->cut, look->animate);
  }
  bcov_covering_free (empty);
  return figure->status;
}
