/* Colours the pieces so that neighbours have different colours.

   Pieces and their contacts form a graph, which is coloured greedily in the order "smallest last"
   (Matula and Beck, J. ACM 30, 1983): remove a piece with the fewest remaining neighbours, repeat
   this until none is left, and colour the pieces in the opposite order.  When a piece is coloured,
   it has at most as many coloured neighbours as it had when it was removed: five in the plane and
   six on a torus, because every graph that can be drawn there has a vertex with no more.  Seven of
   the eight colours therefore always suffice there.
   Time and memory: linear in cells and contacts.

   The colours are those of Okabe and Ito (Color Universal Design, 2008) with grey for their black.
 */

#include "draw/scene/palette.h"
#include "draw/scene/figure.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* ---- paints ---- */

/* sky blue, orange, bluish green, yellow, reddish purple, blue, vermillion, grey */
static const bcov_paint paints[BCOV_COLOURS] = {
    {86, 180, 233, 74, 16},  {230, 159, 0, 214, 16},   {0, 158, 115, 36, 16},
    {240, 228, 66, 227, 16}, {204, 121, 167, 175, 16}, {0, 114, 178, 25, 231},
    {213, 94, 0, 166, 16},   {153, 153, 153, 247, 16},
};

/* The step of the colour cube of terminals that is nearest to LEVEL. */
static unsigned step_of (uint32_t level)
{
  return level < 48 ? 0 : level < 115 ? 1 : (level - 35) / 40;
}

static bcov_paint paint_of (uint32_t ink)
{
  uint32_t red = ink >> 16 & 255, green = ink >> 8 & 255, blue = ink & 255;
  bool is_dark = 299 * red + 587 * green + 114 * blue < 122000;
  unsigned terminal = 16 + 36 * step_of (red) + 6 * step_of (green) + step_of (blue);
  return (bcov_paint){(uint8_t)red, (uint8_t)green, (uint8_t)blue, (uint8_t)terminal,
                      is_dark ? 231 : 16};
}

/* One of many different hues: multiples of the golden ratio are spread evenly over the circle.
   Numbers with similar hues have different lightness. */
static uint32_t hue_of (uint32_t number)
{
  double hue = 6 * fmod (number * 0.6180339887498949, 1);
  double light = 0.36 + 0.11 * (number % 5), reach = 0.68 * (1 - fabs (2 * light - 1)) / 2;
  uint32_t ink = 0;
  for (int part = 0; part < 3; part++) {
    double away = fabs (fmod (hue + 6 - 2 * part, 6) - 3); /* 3 at the pure colour, 0 opposite */
    double level = light + reach * (2 * fmin (fmax (away - 1, 0), 1) - 1);
    ink = ink << 8 | (uint32_t)lround (255 * level);
  }
  return ink;
}

bcov_paint bcov_palette_paint (uint8_t number)
{
  if (number < BCOV_COLOURS)
    return paints[number];
  bcov_paint base = paints[number % BCOV_COLOURS];
  uint32_t ink = (uint32_t)base.red << 16 | (uint32_t)base.green << 8 | base.blue;
  if (number < 2 * BCOV_COLOURS)
    return paint_of (bcov_figure_mix (ink, 0, 0.4));
  return paint_of (number < 3 * BCOV_COLOURS ? bcov_figure_mix (ink, 0xffffff, 0.55)
                                             : hue_of (number));
}

/* ---- contacts ---- */

/* The neighbours of piece k are other.data[first[k] .. first[k + 1]), each once. */
typedef struct {
  bcov_mem *mem;
  uint32_t count;
  uint32_t *first;
  BCOV_VEC (uint32_t) other;
  uint32_t *order;  /* pieces sorted by the number of neighbours left, ascending */
  uint32_t *place;  /* of each piece in ORDER */
  uint32_t *bucket; /* index in ORDER of the first piece with that many neighbours left */
  uint32_t *left;   /* neighbours left of each piece */
  uint32_t *seen;   /* of each piece: 1 + the piece as whose neighbour it was added last */
} contacts;

/* Adds the neighbours of PIECE around CELL. */
static bcov_status note_around (contacts *graph, const bcov_scene *scene, uint32_t piece,
                                uint32_t cell, bcov_error *err)
{
  uint32_t around[BCOV_MOST_NEIGHBOURS];
  size_t count = bcov_board_neighbours (scene->board, cell, around);
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < count && !status; k++) {
    uint32_t other = scene->owner[around[k]];
    if (other == BCOV_EMPTY_CELL || other == piece || graph->seen[other] == piece + 1)
      continue;
    graph->seen[other] = piece + 1;
    status = bcov_vec_push (graph->mem, &graph->other, other, err);
  }
  return status;
}

static bcov_status find_contacts (contacts *graph, const bcov_scene *scene, bcov_error *err)
{
  const bcov_covering *covering = scene->covering;
  bcov_status status = BCOV_OK;
  for (uint32_t piece = 0; piece < graph->count && !status; piece++) {
    bcov_laid laid = covering->laid.data[piece];
    for (uint32_t c = 0; c < laid.count && !status; c++)
      status = note_around (graph, scene, piece, covering->cells.data[laid.first + c], err);
    graph->first[piece + 1] = (uint32_t)graph->other.count;
    graph->left[piece] = graph->first[piece + 1] - graph->first[piece];
  }
  return status;
}

/* Counting sort of the pieces into ORDER.  A bucket first holds its end, and holds its beginning
   after it was filled from the back. */
static void fill_buckets (contacts *graph)
{
  for (uint32_t k = 0; k < graph->count; k++)
    graph->bucket[graph->left[k]]++;
  for (uint32_t d = 1; d < graph->count; d++)
    graph->bucket[d] += graph->bucket[d - 1];
  for (uint32_t k = graph->count; k-- > 0;) {
    uint32_t place = --graph->bucket[graph->left[k]];
    graph->order[place] = k;
    graph->place[k] = place;
  }
}

/* Moves PIECE, which has just lost a neighbour, from its bucket to the one below: PIECE swaps
   places with the first of its bucket, and the bucket then begins one place later. */
static void move_down (contacts *graph, uint32_t piece)
{
  assert (graph->left[piece] > 0);
  uint32_t d = graph->left[piece]--;
  uint32_t from = graph->place[piece], to = graph->bucket[d]++;
  uint32_t other = graph->order[to];
  graph->order[to] = piece;
  graph->order[from] = other;
  graph->place[piece] = to;
  graph->place[other] = from;
}

/* Sorts the pieces into the order in which they are removed.  A piece that was removed has no more
   neighbours left than the current one, so it stays in its place. */
static void smallest_first (contacts *graph)
{
  fill_buckets (graph);
  for (uint32_t k = 0; k < graph->count; k++) {
    uint32_t piece = graph->order[k];
    for (uint32_t c = graph->first[piece]; c < graph->first[piece + 1]; c++)
      if (graph->left[graph->other.data[c]] > graph->left[piece])
        move_down (graph, graph->other.data[c]);
  }
}

/* ---- colours that differ from those of the neighbours ---- */

/* A set of colours. */
typedef struct {
  uint64_t bits[BCOV_PAINTS / 64];
} colour_set;

static void insert (colour_set *set, uint8_t colour)
{
  set->bits[colour / 64] |= (uint64_t)1 << colour % 64;
}

static bool has (const colour_set *set, uint32_t colour)
{
  return set->bits[colour / 64] >> colour % 64 & 1;
}

/* The first of COUNT colours from PREFERRED on that is not TAKEN; PREFERRED if all are taken. */
static uint8_t free_colour (uint32_t preferred, uint32_t count, const colour_set *taken)
{
  for (uint32_t k = 0; k < count; k++)
    if (!has (taken, (preferred + k) % count))
      return (uint8_t)((preferred + k) % count);
  return (uint8_t)(preferred % count);
}

static uint8_t choose_one (const bcov_scene *scene, bcov_colouring how, uint32_t number,
                           const colour_set *taken)
{
  static const colour_set none = {0};
  uint32_t piece = scene->covering->laid.data[number].piece;
  if (how != BCOV_BY_USUAL)
    return free_colour (how == BCOV_BY_PLACEMENT ? number : 0, BCOV_PAINTS, taken);
  return free_colour (piece, BCOV_COLOURS, bcov_scene_is_tile (scene, number) ? &none : taken);
}

static void colour_backwards (const contacts *graph, const bcov_scene *scene, bcov_colouring how,
                              uint8_t *colour)
{
  for (uint32_t k = graph->count; k-- > 0;) {
    uint32_t piece = graph->order[k];
    colour_set taken = {0};
    for (uint32_t c = graph->first[piece]; c < graph->first[piece + 1]; c++) {
      uint32_t other = graph->other.data[c];
      if (graph->place[other] > k)
        insert (&taken, colour[other]);
    }
    colour[piece] = choose_one (scene, how, piece, &taken);
  }
}

static bcov_status choose_apart (const bcov_scene *scene, bcov_colouring how, uint8_t *colour,
                                 bcov_error *err)
{
  bcov_mem *mem = scene->covering->mem;
  size_t count = scene->covering->laid.count;
  uint32_t *room = bcov_mem_alloc (mem, 6 * count + 1, sizeof *room, err);
  if (!room)
    return bcov_mem_status (mem);
  contacts graph = {.mem = mem,
                    .count = (uint32_t)count,
                    .first = room,
                    .order = room + count + 1,
                    .place = room + 2 * count + 1,
                    .bucket = room + 3 * count + 1,
                    .left = room + 4 * count + 1,
                    .seen = room + 5 * count + 1};
  bcov_status status = find_contacts (&graph, scene, err);
  if (!status) {
    smallest_first (&graph);
    colour_backwards (&graph, scene, how, colour);
  }
  bcov_vec_free (mem, &graph.other);
  bcov_mem_free (mem, room);
  return status;
}

uint8_t bcov_palette_next (const bcov_scene *scene, uint32_t number, const uint8_t *colour)
{
  bcov_laid laid = scene->covering->laid.data[number];
  uint32_t around[BCOV_MOST_NEIGHBOURS];
  colour_set taken = {0};
  for (uint32_t c = 0; c < laid.count; c++) {
    uint32_t cell = scene->covering->cells.data[laid.first + c];
    size_t count = bcov_board_neighbours (scene->board, cell, around);
    for (size_t k = 0; k < count; k++) {
      uint32_t other = scene->owner[around[k]];
      if (other != BCOV_EMPTY_CELL && other != number)
        insert (&taken, colour[other]);
    }
  }
  return choose_one (scene, BCOV_BY_USUAL, number, &taken);
}

/* ---- colours of forms ---- */

/* Colours in pairs of similar ones, so that the two colours of a domino's form look related: light
   and dark. */
static const uint8_t paired[BCOV_COLOURS] = {1, 3, 5, 0, 6, 4, 2, 7};

/* Lozenges in three shades of one colour look like the faces of a pile of cubes. */
enum { LOZENGES = 3 };
static const uint8_t shades[LOZENGES] = {0, 2 * BCOV_COLOURS, 5};

/* Two colours for each form: on a chessboard, the two halves of such a piece differ, and which one
   is on a dark cell matters as much as the direction. */
static bool has_parity (const bcov_scene *scene, uint32_t piece)
{
  bcov_lattice lattice = scene->board->lattice;
  return (lattice == BCOV_SQUARE || lattice == BCOV_CUBE) &&
         scene->covering->puzzle->pieces.data[piece].size == 2;
}

/* The number of the form of placement NUMBER among the forms of all kinds. */
static uint32_t class_of (const bcov_scene *scene, uint32_t number, const uint32_t *first)
{
  const bcov_covering *covering = scene->covering;
  bcov_laid laid = covering->laid.data[number];
  uint32_t form = laid.form < covering->puzzle->pieces.data[laid.piece].n_forms ? laid.form : 0;
  if (!has_parity (scene, laid.piece))
    return first[laid.piece] + form;
  bcov_cell cell = scene->board->cells[covering->cells.data[laid.first]];
  return first[laid.piece] + 2 * form + (uint32_t)((cell.layer + cell.row + cell.column) & 1);
}

static bcov_status choose_by_form (const bcov_scene *scene, uint8_t *colour, bcov_error *err)
{
  const bcov_puzzle *puzzle = scene->covering->puzzle;
  bcov_mem *mem = scene->covering->mem;
  uint32_t *first = bcov_mem_alloc (mem, puzzle->pieces.count + 1, sizeof *first, err);
  if (!first)
    return bcov_mem_status (mem);
  for (uint32_t k = 0; k < puzzle->pieces.count; k++)
    first[k + 1] = first[k] + puzzle->pieces.data[k].n_forms * (has_parity (scene, k) ? 2 : 1);
  bool is_pile = scene->board->lattice == BCOV_TRIANGLE && puzzle->pieces.count == 1 &&
                 first[1] == LOZENGES && puzzle->pieces.data[0].size == 2;
  for (uint32_t k = 0; k < scene->covering->laid.count; k++) {
    uint32_t class = class_of (scene, k, first);
    colour[k] = is_pile                ? shades[class]
                : class < BCOV_COLOURS ? paired[class]
                                       : (uint8_t)(class % BCOV_PAINTS);
  }
  bcov_mem_free (mem, first);
  return BCOV_OK;
}

/* ---- choosing ---- */

bcov_status bcov_palette_find (const char *name, bcov_colouring *out, bcov_error *err)
{
  static const char *const names[] = {
      [BCOV_BY_PIECE] = "piece",
      [BCOV_BY_PLACEMENT] = "placement",
      [BCOV_BY_ORIENTATION] = "orientation",
      [BCOV_BY_NEIGHBOUR] = "neighbour",
  };
  *out = BCOV_BY_USUAL;
  for (size_t k = BCOV_BY_PIECE; k <= BCOV_BY_NEIGHBOUR && name; k++)
    if (!strcmp (name, names[k]))
      *out = (bcov_colouring)k;
  if (!name || *out)
    return BCOV_OK;
  return bcov_error_add (err, BCOV_INPUT, NULL,
                         "'%s' is not allowed; give piece, placement, orientation or neighbour",
                         name);
}

bcov_status bcov_palette_choose (const bcov_scene *scene, bcov_colouring how, uint8_t *colour,
                                 bcov_error *err)
{
  const bcov_covering *covering = scene->covering;
  if (how == BCOV_BY_ORIENTATION)
    return choose_by_form (scene, colour, err);
  if (how != BCOV_BY_PIECE)
    return choose_apart (scene, how, colour, err);
  for (uint32_t k = 0; k < covering->laid.count; k++)
    colour[k] = (uint8_t)(covering->laid.data[k].piece % BCOV_PAINTS);
  return BCOV_OK;
}
