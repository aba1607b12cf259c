/* The order of drawing, from back to front: holes, empty cells, pieces with the marks of tiles and
   letters, lines between the cells of a piece, the border of the board.  Everything is made of the
   sides of cells: the sides of a region are traced to its outline, and the sides between cells of
   one piece are joined to thin lines. */

#include "draw/picture/covering_picture.h"
#include "base/text.h"
#include "draw/picture/board_base.h"
#include "draw/picture/mosaic.h"
#include "draw/picture/solid.h"

#include <math.h>
#include <string.h>

static const double outline_width = 0.06;

enum {
  USUAL_UNIT = 40, /* points per cell */
  LARGEST = 4000,  /* points: cells are made smaller if a page would exceed this */
  LARGE = 2000,    /* the same for a mosaic */
  CUT_UNIT = 10    /* millimetres per cell */
};

typedef struct {
  const bcov_page_space *space;
  bcov_figure *figure;
  const bcov_scene *scene;
  const bcov_board *board;
  const uint8_t *colour; /* of each placement */
  bcov_sides sides;      /* scratch */
} painter;

bcov_projection bcov_covering_picture_projection (const bcov_board *board, bool isometric)
{
  bcov_cell measures = {board->layers, board->rows, board->columns};
  return bcov_projection_make (board->lattice, isometric, measures, board->cells, board->n_cells);
}

/* ---- sides ---- */

/* Whether CELL is off the grid; on a board that wraps, it is then beyond a seam. */
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

/* Draws the sides between cells of the same piece or, if CUTS, of different owners. */
static void draw_lines (painter *p, bool cuts, bcov_pen pen)
{
  bcov_cell around[BCOV_MOST_NEIGHBOURS];
  for (uint32_t c = 0; c < p->board->n_cells; c++) {
    uint32_t owner = p->scene->owner[c];
    size_t count = bcov_projection_neighbours (&p->space->projection, p->board->cells[c], around);
    for (size_t k = 0; k < count && (cuts || owner != BCOV_EMPTY_CELL); k++)
      if ((owner_at (p, around[k]) != owner) == cuts)
        bcov_page_space_add_side (p->space, p->board->cells[c], k, &p->sides);
  }
  bcov_page_space_sides (p->space, &p->sides, true, pen, NULL);
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

/* ---- marks of tiles ---- */

/* An arrow is drawn as a path, since not every font has it.  It points at the only corner or else
   the only side that the tile points at; otherwise its direction is that of the character U+2190 to
   U+2199 that names the tile. */

typedef struct {
  double x, y;
} direction;

/* In the order of BCOV_NORTH ... BCOV_NORTHWEST. */
static const direction directions[8] = {{0, -1},
                                        {1, 0},
                                        {0, 1},
                                        {-1, 0},
                                        {M_SQRT1_2, -M_SQRT1_2},
                                        {M_SQRT1_2, M_SQRT1_2},
                                        {-M_SQRT1_2, M_SQRT1_2},
                                        {-M_SQRT1_2, -M_SQRT1_2}};

static const bcov_piece *piece_of (const bcov_scene *scene, uint32_t number)
{
  return scene->covering->puzzle->pieces.data + scene->covering->laid.data[number].piece;
}

static bcov_decor decor_of (const bcov_scene *scene, uint32_t number)
{
  const bcov_piece *piece = piece_of (scene, number);
  uint32_t form = scene->covering->laid.data[number].form;
  return form < piece->n_forms ? piece->forms[form].decor : (bcov_decor){0};
}

static uint32_t side_ink (uint16_t colour)
{
  uint32_t ink = bcov_page_space_paint ((uint8_t)((colour - 1) % BCOV_COLOURS));
  return bcov_figure_mix (ink, 0, (colour - 1) / BCOV_COLOURS % 3 * 0.25);
}

/* Writes the first letter of a colour, if the puzzle has more colours than the palette. */
static void name_side (const bcov_page_space *space, const bcov_puzzle *puzzle, bcov_page_point at,
                       uint16_t colour)
{
  char text[5] = "";
  const char *name = puzzle->colours.data[colour - 1];
  uint32_t rune;
  size_t length = bcov_utf8_decode (name, strlen (name), &rune);
  memcpy (text, name, length);
  if (puzzle->colours.count > BCOV_COLOURS)
    bcov_figure_label (space->figure, at, 0.2 * space->unit, 0, BCOV_INK_LINE, text);
}

static void draw_sides (const bcov_page_space *space, const bcov_puzzle *puzzle, bcov_cell cell,
                        bcov_decor decor)
{
  bcov_vertex vertices[BCOV_MOST_CORNERS];
  size_t count = bcov_projection_corners (&space->projection, cell, vertices);
  bcov_page_point middle = bcov_page_space_middle (space, cell);
  for (size_t k = 0; k < 4 && count == 4; k++) {
    uint16_t colour = decor.sides[k];
    if (!colour)
      continue;
    bcov_page_point a = bcov_page_space_at (space, vertices[k]),
                    b = bcov_page_space_at (space, vertices[(k + 1) % 4]);
    bcov_page_point corners[3] = {a, b, middle};
    bcov_figure_path (space->figure, bcov_page_space_outline (space, side_ink (colour), 0.025),
                      puzzle->colours.data[colour - 1]);
    bcov_page_space_polygon (space, corners, 3);
    name_side (space, puzzle,
               (bcov_page_point){(a.x + b.x) / 3 + middle.x / 3, (a.y + b.y) / 3 + middle.y / 3},
               colour);
  }
}

/* The number of the only bit of MASK; -1 if there are none or several. */
static int only_bit (unsigned mask)
{
  return mask && !(mask & (mask - 1)) ? __builtin_ctz (mask) : -1;
}

static int named_direction (uint32_t letter)
{
  static const int8_t of[10] = {
      BCOV_WEST, BCOV_NORTH,     BCOV_EAST,      BCOV_SOUTH,     -1,
      -1,        BCOV_NORTHWEST, BCOV_NORTHEAST, BCOV_SOUTHEAST, BCOV_SOUTHWEST};
  return letter >= 0x2190 && letter <= 0x2199 ? of[letter - 0x2190] : -1;
}

static int direction_of (const bcov_piece *piece, bcov_decor decor)
{
  int corner = only_bit (decor.points >> 4), side = only_bit (decor.points & 15);
  if (corner >= 0)
    return corner + 4;
  return side >= 0 ? side : named_direction (piece->letter);
}

/* Draws a shaft with a head through the centre of the cell. */
static void draw_arrow (const bcov_page_space *space, bcov_page_point at, direction way,
                        uint32_t ink)
{
  static const double form[7][2] = {{-0.3, -0.05}, {0.04, -0.05}, {0.04, -0.17}, {0.32, 0},
                                    {0.04, 0.17},  {0.04, 0.05},  {-0.3, 0.05}};
  bcov_page_point corners[7];
  for (int k = 0; k < 7; k++) {
    double u = form[k][0] * space->unit, v = form[k][1] * space->unit;
    corners[k] = (bcov_page_point){at.x + u * way.x - v * way.y, at.y + u * way.y + v * way.x};
  }
  bcov_figure_path (space->figure, bcov_page_space_surface (ink), NULL);
  bcov_page_space_polygon (space, corners, 7);
}

/* Draws the marks of a tile whose colour is BACKGROUND: a triangle to the centre for each coloured
   side, an arrow, or else its letter. */
static void draw_marks (const bcov_page_space *space, const bcov_scene *scene, uint32_t number,
                        uint32_t background)
{
  const bcov_covering *covering = scene->covering;
  bcov_cell cell = scene->board->cells[covering->cells.data[covering->laid.data[number].first]];
  bcov_decor decor = decor_of (scene, number);
  const bcov_piece *piece = piece_of (scene, number);
  uint32_t ink = bcov_page_space_readable (background);
  int way = direction_of (piece, decor);
  draw_sides (space, covering->puzzle, cell, decor);
  if (way >= 0)
    draw_arrow (space, bcov_page_space_middle (space, cell), directions[way], ink);
  else if (!decor.sides[0] && !decor.sides[1] && !decor.sides[2] && !decor.sides[3])
    bcov_page_space_letter (space, cell, piece->letter, ink);
}

/* ---- all of it ---- */

static void draw_whole_piece (painter *p, uint32_t piece)
{
  draw_piece (p, piece);
  if (bcov_scene_is_tile (p->scene, piece))
    draw_marks (p->space, p->scene, piece, ink_of (p, piece));
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
  if (!animate && p->space->unit >= BCOV_SMALLEST_GRID)
    draw_lines (p, false, bcov_page_space_faint (p->space));
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

static void draw_scene (painter *p, const bcov_look *look)
{
  if (look->cut)
    draw_lines (p, true, (bcov_pen){BCOV_NO_INK, 0, 0.1, false});
  else if (p->space->projection.isometric)
    draw_solid (p, look->animate);
  else if (bcov_mosaic_suits (p->board, look))
    bcov_mosaic_draw (p->space, p->scene, p->colour);
  else
    draw_flat (p, look->animate);
  bcov_vec_free (p->figure->mem, &p->sides);
}

void bcov_covering_picture_draw (const bcov_page_space *space, const bcov_covering *covering,
                                 const bcov_look *look)
{
  bcov_figure *figure = space->figure;
  bcov_scene scene = {0};
  uint8_t *colour = NULL;
  if (!figure->status)
    figure->status = bcov_scene_make (covering, &scene, figure->err);
  if (!figure->status) {
    colour = bcov_mem_alloc (figure->mem, covering->laid.count, 1, figure->err);
    figure->status = colour ? bcov_palette_choose (&scene, look->colour_by, colour, figure->err)
                            : bcov_mem_status (figure->mem);
  }
  if (!figure->status) {
    painter p = {space, figure, &scene, scene.board, colour, {0}};
    draw_scene (&p, look);
  }
  bcov_mem_free (figure->mem, colour);
  bcov_scene_free (&scene);
}

void bcov_covering_picture_piece (const bcov_page_space *space, const bcov_scene *scene,
                                  uint32_t number, const uint8_t *colour)
{
  painter p = {space, space->figure, scene, scene->board, colour, {0}};
  draw_whole_piece (&p, number);
  bcov_vec_free (space->figure->mem, &p.sides);
}

/* ---- single pictures ---- */

double bcov_covering_picture_unit (double width, double height)
{
  double longer = width > height ? width : height;
  return longer * USUAL_UNIT > LARGEST ? LARGEST / longer : USUAL_UNIT;
}

/* A unit of whole points, if cells are larger than that: then cells are whole pixels too. */
static double whole_unit (double largest, double usual)
{
  double unit = fmin (largest, usual);
  return unit > 1 ? floor (unit) : unit;
}

static void set_page (const bcov_board *board, const bcov_look *look, bcov_page_space *space)
{
  bcov_figure *figure = space->figure;
  space->projection = bcov_covering_picture_projection (board, look->isometric && !look->cut);
  double width = bcov_projection_width (&space->projection),
         height = bcov_projection_height (&space->projection);
  space->unit = look->cut ? CUT_UNIT : bcov_covering_picture_unit (width, height);
  double margin = BCOV_MARGIN * space->unit;
  figure->whole_pixels = bcov_mosaic_suits (board, look);
  if (figure->whole_pixels) {
    space->unit = whole_unit (LARGE / fmax (width, height), space->unit);
    margin = ceil (BCOV_MARGIN * space->unit);
  }
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
  bcov_figure_start (figure, puzzle->mem, puzzle->title, err);
  if (!covering && !figure->status)
    figure->status = bcov_covering_new (puzzle, &empty, err);
  if (!figure->status) {
    set_page (&puzzle->board, look, &space);
    bcov_covering_picture_draw (&space, covering ? covering : empty, look);
  }
  bcov_covering_free (empty);
  return figure->status;
}
