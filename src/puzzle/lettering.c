/* The letters that show a covering.

   A piece that lies there once has its own letter.  Of a piece that lies there several times each
   gets, in the order of their least cells, its own letter if no neighbour has that, else the first
   of A-Z a-z 0-9 (and then of further alphabets) that no neighbour has and that is no letter of a
   piece lying there once.  Where the cells do not tell the piece, its letters must: a piece then
   takes further letters from a family of its own (see letter_family.c), and nobody the own letter
   of another.  Each piece in several parts has a letter to itself while letters last.  A tile with
   sides, points or tags keeps its own letter always: it is one cell, and equal tiles may lie side
   by side.

   Letters are numbered as they turn up (colours) and stay numbered for the next covering.  Whether
   a colour is free is seen by a stamp: each neighbour's colour is stamped with the number of the
   question that a piece asks.  Questions are numbered through all coverings, so that a stamp from
   before the covering at hand means nothing, and nothing has to be wiped.  Time: linear in the
   cells, and only in the pieces where none lies there twice. */

#include "puzzle/lettering.h"
#include "base/hash.h"
#include "puzzle/letter_family.h"
#include "puzzle/letters.h"

#include <string.h>

enum {
  MOST_TRIED = 494,     /* letters of a family that are tried: of a single one up to U+02AF */
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

/* The colour of LETTER. */
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

/* The colour of the own letter of PIECE. */
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

/* ---- neighbours ---- */

static void forget_neighbours (bcov_lettering *l)
{
  bcov_mem_free (l->mem, l->near_first);
  bcov_vec_free (l->mem, &l->near);
  l->near_first = NULL;
}

static bcov_status list_neighbours (bcov_lettering *l)
{
  const bcov_board *board = &l->puzzle->board;
  uint32_t near[BCOV_MOST_NEIGHBOURS];
  bcov_status status = BCOV_OK;
  l->near_first = bcov_mem_alloc (l->mem, board->n_cells + 1ull, sizeof *l->near_first, l->err);
  if (!l->near_first)
    return bcov_mem_status (l->mem);
  for (uint32_t cell = 0; cell < board->n_cells && !status; cell++) {
    size_t n = bcov_board_neighbours (board, cell, near);
    for (size_t k = 0; k < n && !status; k++)
      status = bcov_vec_push (l->mem, &l->near, near[k], l->err);
    l->near_first[cell + 1] = (uint32_t)l->near.count;
  }
  if (status)
    forget_neighbours (l);
  return status;
}

/* The neighbours of CELL, in ROOM if they are not listed. */
static const uint32_t *neighbours (const bcov_lettering *l, uint32_t cell, uint32_t *room,
                                   size_t *count)
{
  if (!l->near_first) {
    *count = bcov_board_neighbours (&l->puzzle->board, cell, room);
    return room;
  }
  *count = l->near_first[cell + 1] - l->near_first[cell];
  return l->near.data + l->near_first[cell];
}

/* ---- pieces that lie there several times ---- */

static void note_owners (bcov_lettering *l)
{
  const bcov_covering *covering = l->covering;
  memset (l->owner, 0xff, l->puzzle->board.n_cells * sizeof *l->owner); /* NONE */
  for (uint32_t k = 0; k < covering->laid.count; k++) {
    const bcov_laid *laid = covering->laid.data + k;
    for (uint32_t i = 0; i < laid->count; i++)
      l->owner[covering->cells.data[laid->first + i]] = k;
  }
}

/* Gives their own letters to all whose letter is not to be shared. */
static bcov_status paint_own (bcov_lettering *l)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < l->covering->laid.count && !status; k++) {
    uint32_t piece = l->covering->laid.data[k].piece, *out = l->colour_of.data + k;
    *out = NONE;
    if (l->uses[piece] > 1 && !bcov_letter_family_is_tile (piece_of (l, k)))
      continue;
    status = find_own (l, piece, out);
    if (!status)
      l->colours.data[*out].held = l->questions;
  }
  return status;
}

/* Stamps the colours of all neighbours of piece NUMBER with a new question. */
static void ask_neighbours (bcov_lettering *l, uint32_t number)
{
  const bcov_laid *laid = l->covering->laid.data + number;
  uint32_t room[BCOV_MOST_NEIGHBOURS];
  size_t n;
  l->questions++;
  for (uint32_t i = 0; i < laid->count; i++) {
    const uint32_t *near = neighbours (l, l->covering->cells.data[laid->first + i], room, &n);
    for (size_t j = 0; j < n; j++) {
      uint32_t other = l->owner[near[j]];
      if (other != NONE && other != number && l->colour_of.data[other] != NONE)
        l->colours.data[l->colour_of.data[other]].asked = l->questions;
    }
  }
}

/* Whether the piece that has just asked can have the colour; with STRICT not if that of a piece in
   parts. */
static bool is_free (const bcov_lettering *l, uint32_t wanted, bool strict)
{
  const bcov_colour *at = l->colours.data + wanted;
  return at->held <= l->since && !(strict && at->sole > l->since) && at->asked != l->questions;
}

/* The colour of letter K of a family, NONE behind the last.  A single one is looked up once. */
static bcov_status find_further (bcov_lettering *l, uint32_t family, size_t k, uint32_t *out)
{
  bool single = l->puzzle->n_families == 1;
  *out = single && k < l->pool.count ? l->pool.data[k] : NONE;
  if (*out != NONE)
    return BCOV_OK;
  uint32_t letter = bcov_letter_family_get (l->puzzle, family, k);
  if (letter == BCOV_NO_LETTER)
    return BCOV_OK;
  bcov_status status = find_colour (l, letter, out);
  if (!status && single)
    status = bcov_vec_push (l->mem, &l->pool, *out, l->err);
  return status;
}

/* The first colour of the family of PIECE that is free, or NONE. */
static bcov_status try_family (bcov_lettering *l, const bcov_piece *piece, bool strict,
                               uint32_t *out)
{
  uint32_t tried = 0;
  bcov_status status = BCOV_OK;
  *out = NONE;
  for (size_t k = 0; k < MOST_TRIED && tried != NONE && !status && *out == NONE; k++) {
    status = find_further (l, piece->family, k, &tried);
    if (!status && tried != NONE && !l->colours.data[tried].own && is_free (l, tried, strict))
      *out = tried;
  }
  return status;
}

/* Gives a letter to piece NUMBER, which lies there several times. */
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

/* Gives letters to all that have none yet. */
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
  bcov_status status = BCOV_OK;
  if (!l->near_first && l->puzzle->board.n_cells <= MOST_LISTED)
    status = list_neighbours (l);
  if (!status)
    status = bcov_vec_reserve (l->mem, &l->colour_of, count, l->err);
  l->since = l->questions++;
  if (!status)
    status = paint_own (l);
  if (!status) {
    note_owners (l);
    status = paint_all (l);
  }
  for (size_t k = 0; k < count && !status; k++)
    out[k] = l->colours.data[l->colour_of.data[k]].letter;
  return status;
}

/* ---- all of them ---- */

/* Where there are families, no piece may have the own letter of another. */
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
  forget_neighbours (l);
  bcov_vec_free (l->mem, &l->colour_of);
  bcov_vec_free (l->mem, &l->colours);
  bcov_vec_free (l->mem, &l->pool);
  bcov_table_free (l->mem, &l->by_letter);
  *l = (bcov_lettering){0};
}

/* Gives every piece its own letter, and tells whether some lie there several times. */
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
