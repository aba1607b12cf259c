/* The letters of the pieces of a covering.

   A piece that is used once has its own letter.  The copies of a piece that is used several times
   are coloured in the order of their least cells: a copy gets the own letter of the piece if no
   neighbour has it, otherwise the first letter of its family (see letters.h) that no neighbour has
   and that is not the letter of a piece used once.  If there are several families, no piece gets
   the own letter of another piece.  Each copy of a piece in several parts has its own letter, as
   long as there are enough letters.  Tiles with sides, points or tags always have their own letter.

   Letters are numbered as they occur (colours), and the numbers are kept for the next covering.  To
   find out whether a colour is free, the colours of all neighbours of a piece are stamped with the
   number of this question.  Questions are numbered consecutively through all coverings, so older
   stamps need not be cleared.  Time: linear in the cells, and in the pieces if each is used at most
   once. */

#include "puzzle/lettering.h"
#include "base/hash.h"
#include "puzzle/letters.h"

enum {
  MOST_TRIED = 494,     /* letters of a family that are tried; in a single family up to U+02AF */
  MOST_LISTED = 1 << 16 /* cells of a board whose neighbours are listed */
};

#define NONE UINT32_MAX

typedef struct {
  const bcov_lettering *lettering;
  uint32_t letter;
} wanted_letter;

static bool same_letter (const void *data, uint32_t number)
{
  const wanted_letter *wanted = data;
  return wanted->lettering->colours.data[number].letter == wanted->letter;
}

/* Finds the colour of LETTER, which may be new. */
static bcov_status find_colour (bcov_lettering *l, uint32_t letter, uint32_t *out)
{
  wanted_letter wanted = {l, letter};
  uint64_t hash = bcov_hash_words (&letter, 1);
  *out = bcov_table_find (&l->by_letter, hash, same_letter, &wanted);
  if (*out != BCOV_TABLE_NONE)
    return BCOV_OK;
  uint32_t number = (uint32_t)l->colours.count;
  bcov_status status =
      bcov_vec_push (l->mem, &l->colours, ((bcov_colour){.letter = letter}), l->err);
  if (!status)
    status = bcov_table_add (l->mem, &l->by_letter, hash, number, l->err);
  if (!status)
    *out = number;
  return status;
}

/* Finds the colour of the own letter of PIECE. */
static bcov_status find_own (bcov_lettering *l, uint32_t piece, uint32_t *out)
{
  bcov_status status = BCOV_OK;
  if (l->own_colour[piece] == NONE)
    status = find_colour (l, l->puzzle->pieces.data[piece].letter, &l->own_colour[piece]);
  *out = l->own_colour[piece];
  return status;
}

static const bcov_piece *piece_of (const bcov_lettering *l, size_t laid)
{
  return l->puzzle->pieces.data + l->covering->laid.data[laid].piece;
}

/* ---- pieces that are used several times ---- */

static void find_neighbours (const bcov_lettering *l, uint32_t cell, bcov_near_cells *out)
{
  out->count = bcov_board_neighbours (&l->puzzle->board, cell, out->cells);
}

/* Lists the neighbours of all cells, which makes long lists of coverings a third faster. */
static bcov_status list_neighbours (bcov_lettering *l)
{
  uint32_t cells = l->puzzle->board.n_cells;
  if (cells > MOST_LISTED)
    return BCOV_OK;
  l->near = bcov_mem_alloc (l->mem, cells, sizeof *l->near, l->err);
  for (uint32_t k = 0; k < cells && l->near; k++)
    find_neighbours (l, k, &l->near[k]);
  return l->near ? BCOV_OK : bcov_mem_status (l->mem);
}

/* Colours tiles and pieces that are used once with their own letters. */
static bcov_status paint_own (bcov_lettering *l)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < l->covering->laid.count && !status; k++) {
    uint32_t piece = l->covering->laid.data[k].piece, *out = l->colour_of.data + k;
    *out = NONE;
    if (l->uses[piece] > 1 && !bcov_letters_is_tile (piece_of (l, k)))
      continue;
    status = find_own (l, piece, out);
    if (!status)
      l->colours.data[*out].held = l->questions;
  }
  return status;
}

/* Stamps the colours of all neighbours of placement NUMBER with a new question. */
static void ask_neighbours (bcov_lettering *l, uint32_t number)
{
  const bcov_laid *laid = l->covering->laid.data + number;
  bcov_near_cells room;
  l->questions++;
  for (uint32_t i = 0; i < laid->count; i++) {
    uint32_t cell = l->covering->cells.data[laid->first + i];
    if (!l->near)
      find_neighbours (l, cell, &room);
    const bcov_near_cells *near = l->near ? &l->near[cell] : &room;
    for (size_t j = 0; j < near->count; j++) {
      uint32_t other = l->owner[near->cells[j]];
      if (other != NONE && other != number && l->colour_of.data[other] != NONE)
        l->colours.data[l->colour_of.data[other]].asked = l->questions;
    }
  }
}

/* Returns whether the piece of the last question can have colour WANTED.  If STRICT, colours of
   pieces in parts are not free. */
static bool is_free (const bcov_lettering *l, uint32_t wanted, bool strict)
{
  const bcov_colour *at = l->colours.data + wanted;
  return at->held <= l->since && !(strict && at->sole > l->since) && at->asked != l->questions;
}

/* Finds the first free colour of the family of PIECE, or NONE. */
static bcov_status try_family (bcov_lettering *l, const bcov_piece *piece, bool strict,
                               uint32_t *out)
{
  bcov_status status = BCOV_OK;
  *out = NONE;
  for (size_t k = 0; k < MOST_TRIED && !status && *out == NONE; k++) {
    uint32_t letter = bcov_letters_of_family (l->puzzle, piece->family, k), tried;
    if (letter == BCOV_NO_LETTER)
      break;
    status = find_colour (l, letter, &tried);
    if (!status && !l->colours.data[tried].own && is_free (l, tried, strict))
      *out = tried;
  }
  return status;
}

/* Colours placement NUMBER, whose piece is used several times. */
static bcov_status paint (bcov_lettering *l, uint32_t number)
{
  const bcov_piece *piece = piece_of (l, number);
  uint32_t own, *out = l->colour_of.data + number;
  bcov_status status = find_own (l, l->covering->laid.data[number].piece, &own);
  if (status)
    return status;
  ask_neighbours (l, number);
  if (is_free (l, own, true))
    *out = own;
  else
    status = try_family (l, piece, true, out);
  if (!status && *out == NONE)
    status = try_family (l, piece, false, out);
  if (!status && *out == NONE)
    *out = own;
  if (!status && piece->parted)
    l->colours.data[*out].sole = l->questions;
  return status;
}

/* Colours all remaining placements. */
static bcov_status paint_all (bcov_lettering *l)
{
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; k < l->covering->laid.count && !status; k++)
    if (l->colour_of.data[k] == NONE)
      status = paint (l, k);
  return status;
}

static bcov_status give_shared (bcov_lettering *l, uint32_t *out)
{
  size_t count = l->covering->laid.count;
  bcov_status status = l->near ? BCOV_OK : list_neighbours (l);
  if (!status)
    status = bcov_vec_reserve (l->mem, &l->colour_of, count, l->err);
  l->since = l->questions++;
  if (!status)
    status = paint_own (l);
  if (!status) {
    bcov_covering_map (l->covering, (int32_t *)l->owner); /* -1 is NONE */
    status = paint_all (l);
  }
  for (size_t k = 0; k < count && !status; k++)
    out[k] = l->colours.data[l->colour_of.data[k]].letter;
  return status;
}

/* ---- the letters of a covering ---- */

/* If there are several families, no piece may have the own letter of another. */
static bcov_status reserve_own (bcov_lettering *l)
{
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; k < l->puzzle->pieces.count && l->puzzle->n_families > 1 && !status; k++) {
    uint32_t own = NONE;
    status = find_own (l, k, &own);
    if (!status)
      l->colours.data[own].own = true;
  }
  return status;
}

bcov_status bcov_lettering_start (const bcov_puzzle *puzzle, bcov_lettering *out, bcov_error *err)
{
  bcov_lettering l = {.puzzle = puzzle, .mem = puzzle->mem, .err = err};
  size_t pieces = puzzle->pieces.count;
  l.uses = bcov_mem_alloc (l.mem, pieces, sizeof *l.uses, err);
  l.own_colour = bcov_mem_alloc (l.mem, pieces, sizeof *l.own_colour, err);
  l.owner = bcov_mem_alloc (l.mem, puzzle->board.n_cells, sizeof *l.owner, err);
  bcov_status status = l.uses && l.own_colour && l.owner ? BCOV_OK : bcov_mem_status (l.mem);
  for (size_t k = 0; k < pieces && !status; k++)
    l.own_colour[k] = NONE;
  if (!status)
    status = reserve_own (&l);
  if (status)
    bcov_lettering_end (&l);
  *out = l;
  return status;
}

void bcov_lettering_end (bcov_lettering *l)
{
  if (!l->mem)
    return;
  bcov_mem_free (l->mem, l->uses);
  bcov_mem_free (l->mem, l->own_colour);
  bcov_mem_free (l->mem, l->owner);
  bcov_mem_free (l->mem, l->near);
  bcov_vec_free (l->mem, &l->colour_of);
  bcov_vec_free (l->mem, &l->colours);
  bcov_table_free (l->mem, &l->by_letter);
  *l = (bcov_lettering){0};
}

/* Gives every placement the own letter of its piece; returns whether some piece is used twice. */
static bool give_own (bcov_lettering *l, uint32_t *out)
{
  bool shared = false;
  for (size_t k = 0; k < l->covering->laid.count; k++) {
    uint32_t piece = l->covering->laid.data[k].piece;
    out[k] = l->puzzle->pieces.data[piece].letter;
    if (l->uses[piece]++)
      shared = true;
  }
  return shared;
}

bcov_status bcov_lettering_give (bcov_lettering *l, const bcov_covering *covering, uint32_t *out,
                                 bcov_error *err)
{
  size_t count = covering->laid.count;
  l->covering = covering;
  l->err = err;
  if (l->puzzle->exact) {
    for (size_t k = 0; k < count; k++)
      out[k] = bcov_letters_get (k);
    return BCOV_OK;
  }
  bcov_status status = give_own (l, out) ? give_shared (l, out) : BCOV_OK;
  for (size_t k = 0; k < count; k++)
    l->uses[covering->laid.data[k].piece] = 0;
  return status;
}

bcov_status bcov_lettering_once (const bcov_covering *covering, uint32_t *out, bcov_error *err)
{
  bcov_lettering lettering;
  bcov_status status = bcov_lettering_start (covering->puzzle, &lettering, err);
  if (!status)
    status = bcov_lettering_give (&lettering, covering, out, err);
  bcov_lettering_end (&lettering);
  return status;
}
