/* Checks a covering against the rules of the puzzle, one function per rule: the pieces have their
   shapes, cells are covered as required, pieces are used as often as required, each hole is filled
   by one piece, rows and columns meet their quotas, and tiles match.  All rules are checked even
   after a mistake, unless a placement names a piece or a cell that does not exist.

   Time: linear in the cells, except for sorting the cells of each piece and for large pieces on
   boards that wrap. */

#include "puzzle/verify.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  MOST_TOLD = 20, /* mistakes that are reported; the others are counted */
  MOST_CONTACTS = 16,
  MOST_FORMS = 8,
  MOST_DEAD_ENDS = 1000000
};

#define NOBODY UINT32_MAX

typedef struct {
  const bcov_puzzle *puzzle;
  const bcov_covering *covering;
  bool partial;
  const bcov_place *place;
  bcov_error *err;
  size_t mistakes;
  uint32_t *owner; /* of each cell: the first placement that covers it, or NOBODY */
} verifier;

/* A cell as in JSON. */
typedef struct {
  char text[48];
} cell_text;

/* A range of numbers in words. */
typedef struct {
  char text[64];
} range_text;

static void tell (verifier *v, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

static void tell (verifier *v, const char *format, ...)
{
  char message[512];
  if (v->mistakes++ >= MOST_TOLD)
    return;
  va_list args;
  va_start (args, format);
  vsnprintf (message, sizeof message, format, args);
  va_end (args);
  bcov_error_add (v->err, BCOV_WRONG, v->place, "%s", message);
}

static cell_text show_cell (const verifier *v, uint32_t cell)
{
  const bcov_board *board = &v->puzzle->board;
  bcov_cell at = board->cells[cell];
  cell_text out;
  if (board->lattice == BCOV_CUBE)
    snprintf (out.text, sizeof out.text, "[%d,%d,%d]", at.layer, at.row, at.column);
  else
    snprintf (out.text, sizeof out.text, "[%d,%d]", at.row, at.column);
  return out;
}

/* Returns "3 times", "at least 2 times" or "1 to 3 times"; UNIT is "time" or "cell". */
static range_text show_range (uint32_t lo, uint32_t hi, const char *unit)
{
  range_text out;
  if (lo == hi)
    snprintf (out.text, sizeof out.text, "%" PRIu32 " %s%s", lo, unit, lo == 1 ? "" : "s");
  else if (hi == BCOV_MANY)
    snprintf (out.text, sizeof out.text, "at least %" PRIu32 " %s%s", lo, unit, lo == 1 ? "" : "s");
  else if (!lo)
    snprintf (out.text, sizeof out.text, "at most %" PRIu32 " %s%s", hi, unit, hi == 1 ? "" : "s");
  else
    snprintf (out.text, sizeof out.text, "%" PRIu32 " to %" PRIu32 " %ss", lo, hi, unit);
  return out;
}

static const char *name_of (const verifier *v, uint32_t laid)
{
  return v->puzzle->pieces.data[v->covering->laid.data[laid].piece].name;
}

static const uint32_t *cells_of (const verifier *v, uint32_t laid)
{
  return v->covering->cells.data + v->covering->laid.data[laid].first;
}

/* ---- pieces of the puzzle on cells of the board ---- */

static void check_laid (verifier *v, uint32_t number)
{
  const bcov_laid *laid = v->covering->laid.data + number;
  if (laid->piece >= v->puzzle->pieces.count) {
    tell (v, "there is no piece number %" PRIu32, laid->piece);
    return;
  }
  const bcov_piece *piece = v->puzzle->pieces.data + laid->piece;
  if (laid->form != BCOV_ANY_FORM && laid->form >= piece->n_forms)
    tell (v, "piece %.60s has no form number %" PRIu32, piece->name, laid->form);
  for (uint32_t k = 0; k < laid->count; k++)
    if (cells_of (v, number)[k] >= v->puzzle->board.n_cells) {
      tell (v, "piece %.60s covers a cell that is not on the board", piece->name);
      return;
    }
}

/* ---- shapes ---- */

typedef struct {
  verifier *v;
  BCOV_VEC (bcov_cell) cells; /* of one piece, normalised */
  uint64_t *stamps;           /* for bcov_board_lies; NULL if the board does not wrap */
  uint64_t now;
} shaper;

/* Makes a shape, which belongs to the shaper, of the cells of placement NUMBER. */
static bcov_status take_shape (shaper *s, uint32_t number, bcov_shape *out)
{
  const bcov_board *board = &s->v->puzzle->board;
  uint32_t count = s->v->covering->laid.data[number].count;
  bcov_status status = bcov_vec_reserve (s->v->puzzle->mem, &s->cells, count, s->v->err);
  if (status)
    return status;
  for (uint32_t k = 0; k < count; k++)
    s->cells.data[k] = board->cells[cells_of (s->v, number)[k]];
  bcov_shape_normalise (board->lattice, s->cells.data, count);
  *out = (bcov_shape){s->cells.data, count};
  return BCOV_OK;
}

/* Returns whether placement NUMBER, whose cells are SHAPE, lies in FORM. */
static bool lies_in (shaper *s, const bcov_form *form, const bcov_shape *shape, uint32_t number)
{
  if (!bcov_shape_compare (&form->shape, shape))
    return true;
  return s->stamps && bcov_board_lies (&s->v->puzzle->board, &form->shape, cells_of (s->v, number),
                                       s->stamps, &s->now);
}

static bcov_status check_shape (shaper *s, uint32_t number)
{
  const bcov_laid *laid = s->v->covering->laid.data + number;
  const bcov_piece *piece = s->v->puzzle->pieces.data + laid->piece;
  bcov_shape shape;
  if (laid->count != piece->size) {
    tell (s->v, "piece %.60s has %" PRIu32 " cells, but %" PRIu32 " are covered%s%s", piece->name,
          piece->size, laid->count, laid->count ? " from " : "",
          laid->count ? show_cell (s->v, *cells_of (s->v, number)).text : "");
    return BCOV_OK;
  }
  bcov_status status = take_shape (s, number, &shape);
  bool fits = false;
  for (uint32_t k = 0; k < piece->n_forms && !status && !fits; k++)
    if (laid->form == BCOV_ANY_FORM || laid->form == k)
      fits = lies_in (s, piece->forms + k, &shape, number);
  if (!status && !fits)
    tell (s->v, "the cells that start at %s do not have the shape of piece %.60s",
          show_cell (s->v, *cells_of (s->v, number)).text, piece->name);
  return status;
}

static bcov_status check_shapes (verifier *v)
{
  shaper s = {.v = v};
  bcov_mem *mem = v->puzzle->mem;
  bcov_status status = BCOV_OK;
  if (v->puzzle->board.wrap != BCOV_WRAP_NONE) {
    s.stamps = bcov_mem_alloc (mem, v->puzzle->board.n_cells, sizeof *s.stamps, v->err);
    status = s.stamps ? BCOV_OK : bcov_mem_status (mem);
  }
  for (uint32_t k = 0; k < v->covering->laid.count && !status; k++)
    status = check_shape (&s, k);
  bcov_vec_free (mem, &s.cells);
  bcov_mem_free (mem, s.stamps);
  return status;
}

/* ---- cells and counts ---- */

static void cover (verifier *v, uint32_t number)
{
  for (uint32_t k = 0; k < v->covering->laid.data[number].count; k++) {
    uint32_t cell = cells_of (v, number)[k];
    if (v->owner[cell] == NOBODY)
      v->owner[cell] = number;
    else
      tell (v, "cell %s is covered twice: by %.60s and %.60s", show_cell (v, cell).text,
            name_of (v, v->owner[cell]), name_of (v, number));
  }
}

static void check_cell (verifier *v, uint32_t cell)
{
  const bcov_board *board = &v->puzzle->board;
  uint32_t owner = v->owner[cell];
  bool may = board->mark[bcov_board_position (board, board->cells[cell])] == BCOV_MAY;
  int32_t wanted = v->puzzle->cell_piece ? v->puzzle->cell_piece[cell] : -1;
  if (owner == NOBODY && !may && !v->partial)
    tell (v, "cell %s is not covered", show_cell (v, cell).text);
  if (owner != NOBODY && wanted >= 0 && v->covering->laid.data[owner].piece != (uint32_t)wanted)
    tell (v, "cell %s must be covered by piece %.60s, not by %.60s", show_cell (v, cell).text,
          v->puzzle->pieces.data[wanted].name, name_of (v, owner));
}

static bcov_status check_cells (verifier *v)
{
  uint32_t cells = v->puzzle->board.n_cells;
  v->owner = bcov_mem_alloc (v->puzzle->mem, cells, sizeof *v->owner, v->err);
  if (!v->owner)
    return bcov_mem_status (v->puzzle->mem);
  for (uint32_t k = 0; k < cells; k++)
    v->owner[k] = NOBODY;
  for (uint32_t k = 0; k < v->covering->laid.count; k++)
    cover (v, k);
  for (uint32_t k = 0; k < cells; k++)
    check_cell (v, k);
  return BCOV_OK;
}

static bcov_status check_counts (verifier *v)
{
  const bcov_puzzle *puzzle = v->puzzle;
  uint32_t *uses = bcov_mem_alloc (puzzle->mem, puzzle->pieces.count, sizeof *uses, v->err);
  if (!uses)
    return bcov_mem_status (puzzle->mem);
  for (size_t k = 0; k < v->covering->laid.count; k++)
    uses[v->covering->laid.data[k].piece]++;
  for (size_t k = 0; k < puzzle->pieces.count; k++) {
    const bcov_piece *piece = puzzle->pieces.data + k;
    uint32_t lo = v->partial ? 0 : piece->lo;
    if (uses[k] < lo || uses[k] > piece->hi)
      tell (v, "piece %.60s is used %" PRIu32 " time%s; it must be used %s", piece->name, uses[k],
            uses[k] == 1 ? "" : "s", show_range (lo, piece->hi, "time").text);
  }
  bcov_mem_free (puzzle->mem, uses);
  return BCOV_OK;
}

/* ---- rules ---- */

/* Reports if placement NUMBER does not fill one whole group of cells. */
static void check_hole (verifier *v, const uint32_t *group_of, const uint32_t *sizes,
                        uint32_t number)
{
  const bcov_laid *laid = v->covering->laid.data + number;
  const uint32_t *cells = cells_of (v, number);
  bool fills = laid->count && sizes[group_of[cells[0]]] == laid->count;
  for (uint32_t k = 1; k < laid->count && fills; k++)
    fills = group_of[cells[k]] == group_of[cells[0]];
  if (!fills)
    tell (v, "piece %.60s%s%s does not fill a whole hole", name_of (v, number),
          laid->count ? " from " : "", laid->count ? show_cell (v, cells[0]).text : "");
}

static bcov_status check_holes (verifier *v)
{
  bcov_mem *mem = v->puzzle->mem;
  uint32_t cells = v->puzzle->board.n_cells, groups;
  if (!v->puzzle->fill_holes)
    return BCOV_OK;
  uint32_t *group_of = bcov_mem_alloc (mem, cells, sizeof *group_of, v->err);
  uint32_t *sizes = bcov_mem_alloc (mem, cells, sizeof *sizes, v->err);
  bcov_status status = group_of && sizes
                           ? bcov_board_groups (mem, &v->puzzle->board, group_of, &groups, v->err)
                           : bcov_mem_status (mem);
  for (uint32_t k = 0; k < cells && !status; k++)
    sizes[group_of[k]]++;
  for (uint32_t k = 0; k < v->covering->laid.count && !status; k++)
    check_hole (v, group_of, sizes, k);
  bcov_mem_free (mem, group_of);
  bcov_mem_free (mem, sizes);
  return status;
}

static size_t line_of (const bcov_board *board, uint32_t cell, bool columns)
{
  return (size_t)(columns ? board->cells[cell].column : board->cells[cell].row);
}

/* Counts the cells of each line whose tile has the tag of QUOTA, and reports wrong counts.  LINES
   has two numbers per line: such cells, and all cells. */
static void check_quota (verifier *v, const bcov_quota *quota, bool columns, uint32_t *lines,
                         size_t n_lines)
{
  const bcov_board *board = &v->puzzle->board;
  uint32_t lo = v->partial ? 0 : quota->lo;
  for (size_t k = 0; k < 2 * n_lines; k++)
    lines[k] = 0;
  for (uint32_t k = 0; k < board->n_cells; k++) {
    size_t line = line_of (board, k, columns);
    uint32_t owner = v->owner[k];
    lines[2 * line + 1]++;
    if (owner != NOBODY &&
        v->puzzle->pieces.data[v->covering->laid.data[owner].piece].tags >> quota->tag & 1)
      lines[2 * line]++;
  }
  for (size_t k = 0; k < n_lines; k++)
    if (lines[2 * k + 1] && (lines[2 * k] < lo || lines[2 * k] > quota->hi))
      tell (v, "%s %zu (counted from 0) has %" PRIu32 " cell%s tagged '%.60s'; it must have %s",
            columns ? "column" : "row", k, lines[2 * k], lines[2 * k] == 1 ? "" : "s",
            v->puzzle->tags.data[quota->tag], show_range (lo, quota->hi, "cell").text);
}

static bcov_status check_quotas (verifier *v)
{
  const bcov_puzzle *puzzle = v->puzzle;
  size_t rows = (size_t)puzzle->board.rows, columns = (size_t)puzzle->board.columns;
  if (!puzzle->row_quotas.count && !puzzle->column_quotas.count)
    return BCOV_OK;
  uint32_t *lines =
      bcov_mem_alloc (puzzle->mem, rows > columns ? rows : columns, 2 * sizeof *lines, v->err);
  if (!lines)
    return bcov_mem_status (puzzle->mem);
  for (size_t k = 0; k < puzzle->row_quotas.count; k++)
    check_quota (v, puzzle->row_quotas.data + k, false, lines, rows);
  for (size_t k = 0; k < puzzle->column_quotas.count; k++)
    check_quota (v, puzzle->column_quotas.data + k, true, lines, columns);
  bcov_mem_free (puzzle->mem, lines);
  return BCOV_OK;
}

/* ---- tiles with sides and points ---- */

/* Two tiles interact at a *contact*: a side or corner that they share, wrapping included.  At a
   side their colours must be equal if both have one; both tiles must not point at the same side or
   corner.

   In letters, the orientation of a tile is unknown.  Such a tile has a set of possible forms.
   First the forms that violate the border rule are removed; then, until nothing changes, the forms
   that contradict every remaining form of a neighbour (arc consistency).  That finds most mistakes
   and usually leaves one form per tile.  Tiles with several forms are divided into groups that
   touch each other, and backtracking looks for matching forms in each group.  All conditions
   involve two tiles, so groups are independent.

   Time: linear in the tiles, except for backtracking, which stops after MOST_DEAD_ENDS. */

/* The offset of another cell, and the direction of the shared side or corner from both cells. */
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
  uint8_t left;  /* mask of possible forms; 0 if the placement is not a tile */
  uint8_t tried; /* during backtracking: its form + 1, 0 if it has none yet */
  bool queued;   /* waits in the queue, or has been in a group */
} tile;

typedef struct {
  verifier *v;
  tile *tiles; /* one per placement */
  uint32_t *queue;
  uint32_t in_queue;
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

static cell_text place_of (const tiler *t, uint32_t laid)
{
  return show_cell (t->v, cell_of (t, laid));
}

static const bcov_decor *decor_of (const tiler *t, uint32_t laid, unsigned form)
{
  return &piece_of (t, laid)->forms[form].decor;
}

/* Returns the cell across a contact, or BCOV_NO_CELL. */
static int32_t cell_across (const tiler *t, uint32_t laid, const contact *to)
{
  const bcov_board *board = &t->v->puzzle->board;
  bcov_cell cell = board->cells[cell_of (t, laid)];
  cell.row += to->down;
  cell.column += to->right;
  return bcov_board_at (board, cell);
}

/* Returns the tile across a contact, or NOBODY. */
static uint32_t tile_across (const tiler *t, uint32_t laid, const contact *to)
{
  int32_t cell = cell_across (t, laid, to);
  uint32_t owner = cell == BCOV_NO_CELL ? NOBODY : t->v->owner[cell];
  return owner != NOBODY && t->tiles[owner].left ? owner : NOBODY;
}

/* ---- tiles: contacts ---- */

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

/* Returns whether tiles LAID and OTHER may touch at the contact in forms F and G.  A tile that
   touches itself around a narrow board may point at one side from both directions. */
static bool may_meet (const tiler *t, const contact *to, uint32_t laid, unsigned f, uint32_t other,
                      unsigned g)
{
  const bcov_decor *a = decor_of (t, laid, f), *b = decor_of (t, other, g);
  return colours_fit (to, a, b) && (laid == other || points_fit (to, a, b));
}

/* Returns whether form F of LAID obeys the border rule and matches itself. */
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

/* Returns the forms of OTHER that match some form left of LAID across the contact. */
static uint8_t forms_that_meet (const tiler *t, const contact *to, uint32_t laid, uint32_t other)
{
  uint8_t forms = 0;
  for (unsigned g = 0; g < MOST_FORMS; g++)
    for (unsigned f = 0; f < MOST_FORMS && t->tiles[other].left >> g & 1 && !(forms >> g & 1); f++)
      if (t->tiles[laid].left >> f & 1 && may_meet (t, to, laid, f, other, g))
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
    t->tiles[k].left = (uint8_t)(is_known (t, k) ? 1u << form : (1u << piece->n_forms) - 1);
  }
}

static void check_alone (tiler *t, uint32_t laid)
{
  uint8_t fitting = 0;
  for (unsigned f = 0; f < MOST_FORMS; f++)
    if (t->tiles[laid].left >> f & 1 && may_lie (t, laid, f))
      fitting |= (uint8_t)(1u << f);
  if (!fitting)
    tell (t->v,
          "tile %.60s at %s breaks the border rule, or does not match itself across a joined side",
          piece_of (t, laid)->name, place_of (t, laid).text);
  t->tiles[laid].left = fitting;
}

/* Reports the conflict of two tiles with known forms. */
static void tell_contact (tiler *t, const contact *to, uint32_t laid, uint32_t other)
{
  const bcov_laid *pair = t->v->covering->laid.data;
  const bcov_decor *a = decor_of (t, laid, pair[laid].form);
  const bcov_decor *b = decor_of (t, other, pair[other].form);
  const char *a_name = piece_of (t, laid)->name, *b_name = piece_of (t, other)->name;
  if (!colours_fit (to, a, b))
    tell (t->v, "the sides between %.60s at %s and %.60s at %s differ: %.60s and %.60s", a_name,
          place_of (t, laid).text, b_name, place_of (t, other).text,
          t->v->puzzle->colours.data[a->sides[to->here] - 1],
          t->v->puzzle->colours.data[b->sides[to->there] - 1]);
  else
    tell (t->v, "%.60s at %s and %.60s at %s point at the same %s", a_name, place_of (t, laid).text,
          b_name, place_of (t, other).text, to->here > BCOV_WEST ? "corner" : "side");
}

/* Checks the contacts of LAID, whose form is known, with later tiles of known form. */
static void check_known (tiler *t, uint32_t laid)
{
  for (unsigned k = 0; k < MOST_CONTACTS; k++) {
    uint32_t other = tile_across (t, laid, contacts + k);
    if (other == NOBODY || other <= laid || !is_known (t, other))
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
    if (t->tiles[k].left)
      check_alone (t, k);
  for (uint32_t k = 0; k < count; k++)
    if (t->tiles[k].left && is_known (t, k))
      check_known (t, k);
}

/* ---- tiles: forms that match no form of a neighbour ---- */

static void enqueue (tiler *t, uint32_t laid)
{
  if (!t->tiles[laid].queued)
    t->queue[t->in_queue++] = laid;
  t->tiles[laid].queued = true;
}

/* Removes forms of OTHER, unless its form is known, that match no form of LAID. */
static void narrow (tiler *t, const contact *to, uint32_t laid, uint32_t other)
{
  uint8_t forms = is_known (t, other) ? t->tiles[other].left : forms_that_meet (t, to, laid, other);
  if (forms == t->tiles[other].left)
    return;
  t->tiles[other].left = forms;
  if (forms)
    enqueue (t, other);
  else
    tell (t->v, "no rotation of tile %.60s at %s matches its neighbours", piece_of (t, other)->name,
          place_of (t, other).text);
}

static void narrow_all (tiler *t)
{
  for (uint32_t k = 0; k < t->v->covering->laid.count; k++)
    if (t->tiles[k].left)
      enqueue (t, k);
  while (t->in_queue) {
    uint32_t laid = t->queue[--t->in_queue];
    t->tiles[laid].queued = false;
    for (unsigned k = 0; k < MOST_CONTACTS && t->tiles[laid].left; k++) {
      uint32_t other = tile_across (t, laid, contacts + k);
      if (other != NOBODY && other != laid)
        narrow (t, contacts + k, laid, other);
    }
  }
}

/* ---- tiles: groups with several forms left ---- */

static bool is_open (const tiler *t, uint32_t laid)
{
  return t->tiles[laid].left & (t->tiles[laid].left - 1);
}

/* Returns whether some forms left of LAID and OTHER do not match at the contact. */
static bool binds (const tiler *t, const contact *to, uint32_t laid, uint32_t other)
{
  for (unsigned f = 0; f < MOST_FORMS; f++)
    for (unsigned g = 0; g < MOST_FORMS && t->tiles[laid].left >> f & 1; g++)
      if (t->tiles[other].left >> g & 1 && !may_meet (t, to, laid, f, other, g))
        return true;
  return false;
}

/* Collects the open tiles connected to FIRST in the queue; returns their number. */
static uint32_t gather (tiler *t, uint32_t first)
{
  t->in_queue = 0;
  enqueue (t, first);
  for (uint32_t at = 0; at < t->in_queue; at++)
    for (unsigned k = 0; k < MOST_CONTACTS; k++) {
      uint32_t other = tile_across (t, t->queue[at], contacts + k);
      if (other != NOBODY && is_open (t, other) && binds (t, contacts + k, t->queue[at], other))
        enqueue (t, other);
    }
  return t->in_queue;
}

/* Returns whether form F of LAID matches the current forms of its neighbours. */
static bool agrees (const tiler *t, uint32_t laid, unsigned f)
{
  for (unsigned k = 0; k < MOST_CONTACTS; k++) {
    uint32_t other = tile_across (t, laid, contacts + k);
    if (other == NOBODY || other == laid || !t->tiles[other].tried)
      continue;
    if (!may_meet (t, contacts + k, laid, f, other, t->tiles[other].tried - 1u))
      return false;
  }
  return true;
}

/* Moves to the next form of LAID that matches; returns false at a dead end. */
static bool try_next (tiler *t, uint32_t laid)
{
  unsigned f = t->tiles[laid].tried;
  t->tiles[laid].tried = 0;
  while (f < MOST_FORMS && !(t->tiles[laid].left >> f & 1 && agrees (t, laid, f)))
    f++;
  if (f < MOST_FORMS)
    t->tiles[laid].tried = (uint8_t)(f + 1);
  return f < MOST_FORMS;
}

/* Looks for matching forms of the COUNT tiles in the queue. */
static bcov_status try_group (tiler *t, uint32_t count)
{
  uint32_t at = 0;
  while (at < count) {
    if (try_next (t, t->queue[at])) {
      at++;
      continue;
    }
    if (++t->dead_ends > MOST_DEAD_ENDS)
      return bcov_error_add (
          t->v->err, BCOV_FAULT, t->v->place,
          "could not decide whether the tiles around %s can be rotated to match: "
          "stopped after %d dead ends",
          place_of (t, t->queue[0]).text, MOST_DEAD_ENDS);
    if (!at) {
      tell (t->v, "the tiles around %s cannot be rotated so that they all match",
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
  for (uint32_t k = 0; k < count && !status; k++)
    if (is_open (t, k) && !t->tiles[k].queued)
      status = try_group (t, gather (t, k));
  return status;
}

/* ---- tiles: all checks ---- */

static bool has_decor (const bcov_puzzle *puzzle)
{
  for (size_t k = 0; k < puzzle->pieces.count; k++)
    if (!bcov_decor_is_plain (puzzle->pieces.data[k].forms[0].decor))
      return true;
  return false;
}

static bcov_status check_decor (verifier *v)
{
  tiler t = {.v = v};
  bcov_mem *mem = v->puzzle->mem;
  size_t count = v->covering->laid.count, before = v->mistakes;
  if (!count || !has_decor (v->puzzle))
    return BCOV_OK;
  t.tiles = bcov_mem_alloc (mem, count, sizeof *t.tiles, v->err);
  t.queue = bcov_mem_alloc (mem, count, sizeof *t.queue, v->err);
  bcov_status status = t.tiles && t.queue ? BCOV_OK : bcov_mem_status (mem);
  if (!status) {
    find_tiles (&t);
    check_tiles (&t);
    narrow_all (&t);
    if (v->mistakes == before)
      status = try_groups (&t);
  }
  bcov_mem_free (mem, t.tiles);
  bcov_mem_free (mem, t.queue);
  return status;
}

/* ---- exact cover problems ---- */

/* No option may be chosen twice.  Every item must be covered as often as its bounds require or, if
   it has a colour, in that colour only. */

/* How the options cover an item. */
typedef struct {
  uint32_t times;
  uint32_t option; /* the first that covers it */
  uint32_t colour; /* in that option */
  bool conflict;
} touched;

static const char *colour_name (const bcov_exact *exact, uint32_t colour)
{
  return colour ? exact->colours.data[colour - 1] : "none";
}

static void touch (verifier *v, touched *items, uint32_t option, uint32_t incidence)
{
  const bcov_exact *exact = v->puzzle->exact;
  uint32_t colour = exact->colour.data[incidence];
  touched *item = items + exact->item.data[incidence];
  if (!item->times++) {
    item->option = option;
    item->colour = colour;
  } else if (colour != item->colour && !item->conflict) {
    item->conflict = true;
    tell (v,
          "item %.60s has colour %.60s in option %" PRIu32 " and colour %.60s in option %" PRIu32,
          exact->items.data[exact->item.data[incidence]], colour_name (exact, item->colour),
          item->option + 1, colour_name (exact, colour), option + 1);
  }
}

static void check_item (verifier *v, const touched *item, uint32_t number)
{
  const bcov_exact *exact = v->puzzle->exact;
  uint32_t lo = v->partial ? 0 : exact->lo.data[number], hi = exact->hi.data[number];
  if (item->conflict || (item->times && item->colour) || (item->times >= lo && item->times <= hi))
    return;
  tell (v, "item %.60s is covered %" PRIu32 " time%s; it must be covered %s",
        exact->items.data[number], item->times, item->times == 1 ? "" : "s",
        show_range (lo, hi, "time").text);
}

/* Covers the items of OPTION, or reports that it does not exist or is chosen twice. */
static void choose (verifier *v, touched *items, bool *chosen, uint32_t option)
{
  const bcov_exact *exact = v->puzzle->exact;
  if (option + UINT64_C (1) >= exact->first.count) {
    tell (v, "there is no option %" PRIu64, option + UINT64_C (1));
    return;
  }
  if (chosen[option]) {
    tell (v, "option %" PRIu32 " is chosen twice", option + 1);
    return;
  }
  chosen[option] = true;
  for (uint32_t k = exact->first.data[option]; k < exact->first.data[option + 1]; k++)
    touch (v, items, option, k);
}

static bcov_status verify_exact (verifier *v)
{
  const bcov_exact *exact = v->puzzle->exact;
  bcov_mem *mem = v->puzzle->mem;
  touched *items = bcov_mem_alloc (mem, exact->items.count, sizeof *items, v->err);
  bool *chosen = bcov_mem_alloc (mem, exact->first.count, sizeof *chosen, v->err);
  bcov_status status = items && chosen ? BCOV_OK : bcov_mem_status (mem);
  for (size_t k = 0; k < v->covering->laid.count && !status; k++)
    choose (v, items, chosen, v->covering->laid.data[k].piece);
  for (uint32_t k = 0; k < exact->items.count && !status; k++)
    check_item (v, items + k, k);
  bcov_mem_free (mem, items);
  bcov_mem_free (mem, chosen);
  return status;
}

/* ---- the verifier ---- */

static bcov_status verify_board (verifier *v)
{
  for (uint32_t k = 0; k < v->covering->laid.count; k++)
    check_laid (v, k);
  if (v->mistakes)
    return BCOV_OK;
  bcov_status status = check_shapes (v);
  if (!status)
    status = check_cells (v);
  if (!status)
    status = check_counts (v);
  if (!status)
    status = check_holes (v);
  if (!status)
    status = check_quotas (v);
  if (!status)
    status = check_decor (v);
  return status;
}

bcov_status bcov_verify (const bcov_puzzle *puzzle, const bcov_covering *covering, bool partial,
                         const bcov_place *place, bcov_error *err)
{
  verifier v = {puzzle, covering, partial, place, err, 0, NULL};
  bcov_status status = puzzle->exact ? verify_exact (&v) : verify_board (&v);
  bcov_mem_free (puzzle->mem, v.owner);
  if (v.mistakes > MOST_TOLD)
    bcov_error_add (err, BCOV_WRONG, place, "and %zu more mistakes", v.mistakes - MOST_TOLD);
  return status ? status : v.mistakes ? BCOV_WRONG : BCOV_OK;
}
