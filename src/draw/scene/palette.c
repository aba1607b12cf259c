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

#include <assert.h>

static const bcov_paint paints[BCOV_COLOURS] = {
    {"sky blue", 86, 180, 233, 74, 16},         {"orange", 230, 159, 0, 214, 16},
    {"bluish green", 0, 158, 115, 36, 16},      {"yellow", 240, 228, 66, 227, 16},
    {"reddish purple", 204, 121, 167, 175, 16}, {"blue", 0, 114, 178, 25, 231},
    {"vermillion", 213, 94, 0, 166, 16},        {"grey", 153, 153, 153, 247, 16},
};

const bcov_paint *bcov_palette_paint (uint8_t number)
{
  assert (number < BCOV_COLOURS);
  return paints + number;
}

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

/* The first colour from PREFERRED on that is not in the mask TAKEN; PREFERRED if all are taken. */
static uint8_t free_colour (uint32_t preferred, uint32_t taken)
{
  for (uint32_t k = 0; k < BCOV_COLOURS; k++) {
    uint32_t colour = (preferred + k) % BCOV_COLOURS;
    if (!(taken >> colour & 1))
      return (uint8_t)colour;
  }
  return (uint8_t)(preferred % BCOV_COLOURS);
}

static void colour_backwards (const contacts *graph, const bcov_scene *scene, uint8_t *colour)
{
  for (uint32_t k = graph->count; k-- > 0;) {
    uint32_t piece = graph->order[k], taken = 0;
    for (uint32_t c = graph->first[piece]; c < graph->first[piece + 1]; c++) {
      uint32_t other = graph->other.data[c];
      if (graph->place[other] > k)
        taken |= 1u << colour[other];
    }
    if (bcov_scene_is_tile (scene, piece))
      taken = 0;
    colour[piece] = free_colour (scene->covering->laid.data[piece].piece, taken);
  }
}

bcov_status bcov_palette_choose (const bcov_scene *scene, uint8_t *colour, bcov_error *err)
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
    colour_backwards (&graph, scene, colour);
  }
  bcov_vec_free (mem, &graph.other);
  bcov_mem_free (mem, room);
  return status;
}

uint8_t bcov_palette_next (const bcov_scene *scene, uint32_t number, const uint8_t *colour)
{
  bcov_laid laid = scene->covering->laid.data[number];
  uint32_t around[BCOV_MOST_NEIGHBOURS], taken = 0;
  for (uint32_t c = 0; c < laid.count && !bcov_scene_is_tile (scene, number); c++) {
    uint32_t cell = scene->covering->cells.data[laid.first + c];
    size_t count = bcov_board_neighbours (scene->board, cell, around);
    for (size_t k = 0; k < count; k++) {
      uint32_t other = scene->owner[around[k]];
      if (other != BCOV_EMPTY_CELL && other != number)
        taken |= 1u << colour[other];
    }
  }
  return free_colour (laid.piece, taken);
}
