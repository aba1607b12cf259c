/* Checking tiles with sides and points.  Everything that two tiles can do to each other happens at
   a *contact*: a side or corner of one that is a side or corner of the other, wrapping included. At
   a side the colours must be equal where both have one; at neither may both tiles point.

   Where the turn of a tile is not told, each tile has a set of forms that it may still lie in.
   First forms that the border forbids go; then, until nothing changes, forms that no form left of a
   neighbour agrees with.  Mistakes are mostly seen here, and most puzzles have one form a tile
   left. Those that are left fall into groups that touch each other; in each group forms are tried
   tile by tile, going back at dead ends.  (All conditions are between two tiles, so a tile with one
   form left agrees with all that is left of its neighbours, and groups do not disturb each other.)

   Time: linear in the tiles, but for the going back, which ends after MOST_DEAD_ENDS. */

#include "puzzle/form.h"
#include "puzzle/verifier.h"

#include <assert.h>

enum { MOST_CONTACTS = 16, MOST_FORMS = 8, MOST_DEAD_ENDS = 1000000 };

/* Steps to another cell, and the direction of the same side or corner seen from here and there. */
typedef struct {
  int8_t down, right;
  uint8_t here, there;
} contact;

static const contact contacts[MOST_CONTACTS] = {
    {-1, 0, BCOV_NORTH, BCOV_SOUTH},         {0, 1, BCOV_EAST, BCOV_WEST},
    {1, 0, BCOV_SOUTH, BCOV_NORTH},          {0, -1, BCOV_WEST, BCOV_EAST},
    {-1, 0, BCOV_NORTHEAST, BCOV_SOUTHEAST}, {0, 1, BCOV_NORTHEAST, BCOV_NORTHWEST},
    {-1, 1, BCOV_NORTHEAST, BCOV_SOUTHWEST}, {1, 0, BCOV_SOUTHEAST, BCOV_NORTHEAST},
    {0, 1, BCOV_SOUTHEAST, BCOV_SOUTHWEST},  {1, 1, BCOV_SOUTHEAST, BCOV_NORTHWEST},
    {1, 0, BCOV_SOUTHWEST, BCOV_NORTHWEST},  {0, -1, BCOV_SOUTHWEST, BCOV_SOUTHEAST},
    {1, -1, BCOV_SOUTHWEST, BCOV_NORTHEAST}, {-1, 0, BCOV_NORTHWEST, BCOV_SOUTHWEST},
    {0, -1, BCOV_NORTHWEST, BCOV_NORTHEAST}, {-1, -1, BCOV_NORTHWEST, BCOV_SOUTHEAST},
};

typedef struct {
  bcov_verifier *v;
  uint8_t *left;         /* of each piece laid: forms it may lie in, 0 when it is no tile */
  uint8_t *tried;        /* of each in the group at hand: its form + 1, 0 when it has none yet */
  uint32_t *queue;       /* pieces laid whose neighbours must be looked at; a ring */
  bool *queued;          /* of each piece laid */
  size_t head, in_queue; /* of the ring, as long as there are pieces laid */
  uint32_t *group;       /* of each piece laid: its group, or BCOV_NOBODY */
  uint32_t dead_ends;
} tiler;

static const bcov_piece *piece_of (const tiler *t, uint32_t laid)
{
  return t->v->puzzle->pieces.data + t->v->covering->laid.data[laid].piece;
}

static uint32_t cell_of (const tiler *t, uint32_t laid)
{
  return t->v->covering->cells.data[t->v->covering->laid.data[laid].first];
}

static bcov_cell_text place_of (const tiler *t, uint32_t laid)
{
  return bcov_verifier_cell (t->v, cell_of (t, laid));
}

static const bcov_decor *decor_of (const tiler *t, uint32_t laid, unsigned form)
{
  return &piece_of (t, laid)->forms[form].decor;
}

/* The cell across a contact, BCOV_NO_CELL when there is none. */
static int32_t cell_across (const tiler *t, uint32_t laid, const contact *to)
{
  const bcov_board *board = &t->v->puzzle->board;
  bcov_cell cell = board->cells[cell_of (t, laid)];
  cell.row += to->down;
  cell.column += to->right;
  return bcov_board_at (board, cell);
}

/* The tile across a contact, BCOV_NOBODY when there is none. */
static uint32_t tile_across (const tiler *t, uint32_t laid, const contact *to)
{
  int32_t cell = cell_across (t, laid, to);
  uint32_t owner = cell == BCOV_NO_CELL ? BCOV_NOBODY : t->v->owner[cell];
  return owner != BCOV_NOBODY && t->left[owner] ? owner : BCOV_NOBODY;
}

/* ---- what may meet ---- */

static bool colours_fit (const contact *to, const bcov_decor *a, const bcov_decor *b)
{
  if (to->here > BCOV_WEST)
    return true;
  uint16_t here = a->sides[to->here], there = b->sides[to->there];
  return !here || !there || here == there;
}

static bool points_fit (const contact *to, const bcov_decor *a, const bcov_decor *b)
{
  return !(a->points >> to->here & 1 && b->points >> to->there & 1);
}

/* Whether tiles LAID and OTHER may meet at the contact in forms F and G.  A tile that meets itself
   around a narrow board may point at one side twice: it is still one tile. */
static bool may_meet (const tiler *t, const contact *to, uint32_t laid, unsigned f, uint32_t other,
                      unsigned g)
{
  const bcov_decor *a = decor_of (t, laid, f), *b = decor_of (t, other, g);
  return colours_fit (to, a, b) && (laid == other || points_fit (to, a, b));
}

/* Whether form F of LAID keeps the border rule and fits itself. */
static bool may_lie (const tiler *t, uint32_t laid, unsigned f)
{
  uint16_t border = t->v->puzzle->border;
  for (unsigned d = 0; d < 4; d++) {
    uint16_t side = decor_of (t, laid, f)->sides[d];
    if (border && side && side != border && cell_across (t, laid, contacts + d) == BCOV_NO_CELL)
      return false;
    if (tile_across (t, laid, contacts + d) == laid &&
        !may_meet (t, contacts + d, laid, f, laid, f))
      return false;
  }
  return true;
}

/* The forms of OTHER that agree across the contact with some form left of LAID. */
static uint8_t forms_that_meet (const tiler *t, const contact *to, uint32_t laid, uint32_t other)
{
  uint8_t forms = 0;
  for (unsigned g = 0; g < MOST_FORMS; g++)
    for (unsigned f = 0; f < MOST_FORMS && t->left[other] >> g & 1 && !(forms >> g & 1); f++)
      if (t->left[laid] >> f & 1 && may_meet (t, to, laid, f, other, g))
        forms |= (uint8_t)(1u << g);
  return forms;
}

/* ---- tiles one by one, and in pairs ---- */

static bool is_known (const tiler *t, uint32_t laid)
{
  return t->v->covering->laid.data[laid].form != BCOV_ANY_FORM;
}

static void find_tiles (tiler *t)
{
  const bcov_covering *covering = t->v->covering;
  for (uint32_t k = 0; k < covering->laid.count; k++) {
    const bcov_piece *piece = piece_of (t, k);
    uint32_t form = covering->laid.data[k].form;
    if (piece->size != 1 || covering->laid.data[k].count != 1 ||
        bcov_decor_is_plain (piece->forms[0].decor) || t->v->owner[cell_of (t, k)] != k)
      continue;
    assert (piece->n_forms <= MOST_FORMS);
    t->left[k] = (uint8_t)(is_known (t, k) ? 1u << form : (1u << piece->n_forms) - 1);
  }
}

static void check_alone (tiler *t, uint32_t laid)
{
  uint8_t fitting = 0;
  for (unsigned f = 0; f < MOST_FORMS; f++)
    if (t->left[laid] >> f & 1 && may_lie (t, laid, f))
      fitting |= (uint8_t)(1u << f);
  if (!fitting)
    bcov_verifier_tell (t->v, "tile %.60s at %s breaks the border rule or meets itself wrongly",
                        piece_of (t, laid)->name, place_of (t, laid).text);
  t->left[laid] = fitting;
}

/* Tells what is wrong at a contact of two tiles whose forms are known. */
static void tell_contact (tiler *t, const contact *to, uint32_t laid, uint32_t other)
{
  const bcov_laid *pair = t->v->covering->laid.data;
  const bcov_decor *a = decor_of (t, laid, pair[laid].form);
  const bcov_decor *b = decor_of (t, other, pair[other].form);
  const char *a_name = piece_of (t, laid)->name, *b_name = piece_of (t, other)->name;
  if (!colours_fit (to, a, b))
    bcov_verifier_tell (t->v,
                        "the sides between %.60s at %s and %.60s at %s differ: %.60s and %.60s",
                        a_name, place_of (t, laid).text, b_name, place_of (t, other).text,
                        t->v->puzzle->colours.data[a->sides[to->here] - 1],
                        t->v->puzzle->colours.data[b->sides[to->there] - 1]);
  else
    bcov_verifier_tell (t->v, "%.60s at %s and %.60s at %s point at the same %s", a_name,
                        place_of (t, laid).text, b_name, place_of (t, other).text,
                        to->here > BCOV_WEST ? "corner" : "side");
}

/* Looks at each contact of two tiles with known forms once: from the one that was laid first, or of
   a pair that meets around a narrow board more than once, from that one each time. */
static void check_known (tiler *t, uint32_t laid)
{
  for (unsigned k = 0; k < MOST_CONTACTS; k++) {
    uint32_t other = tile_across (t, laid, contacts + k);
    if (other == BCOV_NOBODY || other <= laid || !is_known (t, other))
      continue;
    const bcov_laid *pair = t->v->covering->laid.data;
    if (!may_meet (t, contacts + k, laid, pair[laid].form, other, pair[other].form))
      tell_contact (t, contacts + k, laid, other);
  }
}

static void check_tiles (tiler *t)
{
  uint32_t count = (uint32_t)t->v->covering->laid.count;
  for (uint32_t k = 0; k < count; k++)
    if (t->left[k])
      check_alone (t, k);
  for (uint32_t k = 0; k < count; k++)
    if (t->left[k] && is_known (t, k))
      check_known (t, k);
}

/* ---- forms that no neighbour agrees with ---- */

static void enqueue (tiler *t, uint32_t laid)
{
  size_t room = t->v->covering->laid.count;
  if (t->queued[laid])
    return;
  t->queued[laid] = true;
  t->queue[(t->head + t->in_queue++) % room] = laid;
}

/* Takes from OTHER, whose turn is not told, what LAID does not agree with. */
static void narrow (tiler *t, const contact *to, uint32_t laid, uint32_t other)
{
  uint8_t forms = is_known (t, other) ? t->left[other] : forms_that_meet (t, to, laid, other);
  if (forms == t->left[other])
    return;
  t->left[other] = forms;
  if (forms)
    enqueue (t, other);
  else
    bcov_verifier_tell (t->v, "no turn of tile %.60s at %s fits its neighbours",
                        piece_of (t, other)->name, place_of (t, other).text);
}

static void narrow_all (tiler *t)
{
  for (uint32_t k = 0; k < t->v->covering->laid.count; k++)
    if (t->left[k])
      enqueue (t, k);
  while (t->in_queue) {
    uint32_t laid = t->queue[t->head];
    t->head = (t->head + 1) % t->v->covering->laid.count;
    t->in_queue--;
    t->queued[laid] = false;
    for (unsigned k = 0; k < MOST_CONTACTS && t->left[laid]; k++) {
      uint32_t other = tile_across (t, laid, contacts + k);
      if (other != BCOV_NOBODY && other != laid)
        narrow (t, contacts + k, laid, other);
    }
  }
}

/* ---- groups of tiles with several forms left ---- */

static bool is_open (const tiler *t, uint32_t laid)
{
  return t->left[laid] & (t->left[laid] - 1);
}

/* Whether some forms left of LAID and OTHER do not agree at the contact. */
static bool binds (const tiler *t, const contact *to, uint32_t laid, uint32_t other)
{
  for (unsigned f = 0; f < MOST_FORMS; f++)
    for (unsigned g = 0; g < MOST_FORMS && t->left[laid] >> f & 1; g++)
      if (t->left[other] >> g & 1 && !may_meet (t, to, laid, f, other, g))
        return true;
  return false;
}

/* Gathers in the queue all open tiles that hang together with FIRST; returns how many. */
static uint32_t gather (tiler *t, uint32_t first)
{
  uint32_t count = 0;
  t->queue[count++] = first;
  t->group[first] = first;
  for (uint32_t at = 0; at < count; at++)
    for (unsigned k = 0; k < MOST_CONTACTS; k++) {
      uint32_t other = tile_across (t, t->queue[at], contacts + k);
      if (other == BCOV_NOBODY || !is_open (t, other) || t->group[other] != BCOV_NOBODY ||
          !binds (t, contacts + k, t->queue[at], other))
        continue;
      t->group[other] = first;
      t->queue[count++] = other;
    }
  return count;
}

/* Whether form F of LAID agrees with the forms that its neighbours are tried in. */
static bool agrees (const tiler *t, uint32_t laid, unsigned f)
{
  for (unsigned k = 0; k < MOST_CONTACTS; k++) {
    uint32_t other = tile_across (t, laid, contacts + k);
    if (other == BCOV_NOBODY || other == laid || !t->tried[other])
      continue;
    if (!may_meet (t, contacts + k, laid, f, other, t->tried[other] - 1u))
      return false;
  }
  return true;
}

/* Tries the next form of LAID that agrees; false at a dead end. */
static bool try_next (tiler *t, uint32_t laid)
{
  unsigned f = t->tried[laid];
  t->tried[laid] = 0;
  while (f < MOST_FORMS && !(t->left[laid] >> f & 1 && agrees (t, laid, f)))
    f++;
  if (f < MOST_FORMS)
    t->tried[laid] = (uint8_t)(f + 1);
  return f < MOST_FORMS;
}

/* Tries forms for the COUNT tiles in the queue. */
static bcov_status try_group (tiler *t, uint32_t count)
{
  uint32_t at = 0;
  while (at < count) {
    if (try_next (t, t->queue[at])) {
      at++;
      continue;
    }
    if (++t->dead_ends > MOST_DEAD_ENDS)
      return bcov_error_add (t->v->err, BCOV_FAULT, t->v->place,
                             "whether the tiles around %s can be turned so that all fits was not "
                             "found out after %d dead ends",
                             place_of (t, t->queue[0]).text, MOST_DEAD_ENDS);
    if (!at) {
      bcov_verifier_tell (t->v, "the tiles around %s cannot be turned so that all fits",
                          place_of (t, t->queue[0]).text);
      return BCOV_OK;
    }
    at--;
  }
  return BCOV_OK;
}

static bcov_status try_groups (tiler *t)
{
  uint32_t count = (uint32_t)t->v->covering->laid.count;
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; k < count; k++)
    t->group[k] = BCOV_NOBODY;
  for (uint32_t k = 0; k < count && !status; k++)
    if (is_open (t, k) && t->group[k] == BCOV_NOBODY)
      status = try_group (t, gather (t, k));
  return status;
}

/* ---- all of it ---- */

static bool has_decor (const bcov_puzzle *puzzle)
{
  for (size_t k = 0; k < puzzle->pieces.count; k++)
    if (!bcov_decor_is_plain (puzzle->pieces.data[k].forms[0].decor))
      return true;
  return false;
}

static bcov_status start_tiler (tiler *t)
{
  bcov_mem *mem = t->v->puzzle->mem;
  size_t count = t->v->covering->laid.count;
  t->left = bcov_mem_alloc (mem, count, sizeof *t->left, t->v->err);
  t->tried = bcov_mem_alloc (mem, count, sizeof *t->tried, t->v->err);
  t->queue = bcov_mem_alloc (mem, count, sizeof *t->queue, t->v->err);
  t->queued = bcov_mem_alloc (mem, count, sizeof *t->queued, t->v->err);
  t->group = bcov_mem_alloc (mem, count, sizeof *t->group, t->v->err);
  return t->left && t->tried && t->queue && t->queued && t->group ? BCOV_OK : bcov_mem_status (mem);
}

static void free_tiler (tiler *t)
{
  bcov_mem *mem = t->v->puzzle->mem;
  bcov_mem_free (mem, t->left);
  bcov_mem_free (mem, t->tried);
  bcov_mem_free (mem, t->queue);
  bcov_mem_free (mem, t->queued);
  bcov_mem_free (mem, t->group);
}

bcov_status bcov_verify_tiles (bcov_verifier *v)
{
  tiler t = {.v = v};
  if (!v->covering->laid.count || !has_decor (v->puzzle))
    return BCOV_OK;
  bcov_status status = start_tiler (&t);
  if (!status) {
    size_t before = v->mistakes;
    find_tiles (&t);
    check_tiles (&t);
    narrow_all (&t);
    if (v->mistakes == before)
      status = try_groups (&t);
  }
  free_tiler (&t);
  return status;
}
