/* Coverings, and the letters that show them.

   A piece that lies there once has its own letter.  Of a piece that lies there several times each
   gets, in the order of their least cells, its own letter if no neighbour has that, else the first
   of A-Z a-z 0-9 (and then of further alphabets) that no neighbour has and that is no letter of a
   piece lying there once.  Where the cells do not tell the piece, its letters must: a piece then
   takes further letters from a family of its own (see families.c), and nobody the own letter of
   another.  Each piece in several parts has a letter to itself while letters last.  A tile with
   sides, points or tags keeps its own letter always: it is one cell, and equal tiles may lie side
   by side.

   Letters are numbered as they turn up (colours).  Whether a colour is free is seen by a stamp:
   each neighbour's colour is stamped with the number of the piece that asks. Time: linear in the
   cells, but for the sorting. */

#include "puzzle/covering.h"
#include "base/hash.h"
#include "base/table.h"
#include "puzzle/families.h"
#include "puzzle/letters.h"

#include <stdlib.h>

bcov_status bcov_covering_new (const bcov_puzzle *puzzle, bcov_covering **out, bcov_error *err)
{
  bcov_covering *covering = bcov_mem_alloc (puzzle->mem, 1, sizeof *covering, err);
  if (!covering)
    return bcov_mem_status (puzzle->mem);
  covering->puzzle = puzzle;
  covering->mem = puzzle->mem;
  *out = covering;
  return BCOV_OK;
}

void bcov_covering_free (bcov_covering *covering)
{
  if (!covering)
    return;
  bcov_mem *mem = covering->mem;
  bcov_vec_free (mem, &covering->laid);
  bcov_vec_free (mem, &covering->cells);
  bcov_mem_free (mem, covering);
}

void bcov_covering_clear (bcov_covering *covering)
{
  covering->laid.count = covering->cells.count = 0;
}

bcov_status bcov_covering_lay (bcov_covering *covering, uint32_t piece, uint32_t form,
                               const uint32_t *cells, size_t count, bcov_error *err)
{
  bcov_laid laid = {piece, form, (uint32_t)covering->cells.count, (uint32_t)count};
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < count && !status; k++)
    status = bcov_vec_push (covering->mem, &covering->cells, cells[k], err);
  if (!status)
    status = bcov_vec_push (covering->mem, &covering->laid, laid, err);
  if (status)
    covering->cells.count = laid.first;
  return status;
}

/* ---- order ---------------------------------------------------------------------------------- */

static int compare_numbers (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static void sort_cells (uint32_t *cells, size_t count)
{
  if (count > 32) {
    qsort (cells, count, sizeof *cells, compare_numbers);
    return;
  }
  for (size_t k = 1; k < count; k++) {
    uint32_t cell = cells[k];
    size_t at = k;
    for (; at && cells[at - 1] > cell; at--)
      cells[at] = cells[at - 1];
    cells[at] = cell;
  }
}

/* By the least cell; those that share it, by mistake or for lack of cells, by the rest. */
static int compare_laid (const void *a, const void *b, void *data)
{
  const bcov_laid *x = a, *y = b;
  const uint32_t *cells = data;
  uint32_t p = x->count ? cells[x->first] : 0, q = y->count ? cells[y->first] : 0;
  if (p != q)
    return p < q ? -1 : 1;
  if (x->piece != y->piece)
    return x->piece < y->piece ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

static bool is_sorted (const bcov_covering *covering)
{
  for (size_t k = 1; k < covering->laid.count; k++)
    if (compare_laid (covering->laid.data + k - 1, covering->laid.data + k, covering->cells.data) >
        0)
      return false;
  return true;
}

void bcov_covering_sort (bcov_covering *covering)
{
  for (size_t k = 0; k < covering->laid.count; k++)
    sort_cells (covering->cells.data + covering->laid.data[k].first, covering->laid.data[k].count);
  if (!is_sorted (covering))
    qsort_r (covering->laid.data, covering->laid.count, sizeof *covering->laid.data, compare_laid,
             covering->cells.data);
}

/* ---- letters -------------------------------------------------------------------------------- */

enum {
  MOST_TRIED = 494 /* letters of a family that are tried: of a single one up to U+02AF */
};

#define NONE UINT32_MAX

/* A letter in use. */
typedef struct {
  uint32_t letter;
  uint32_t asked; /* the last piece that had a neighbour of this colour */
  bool held;      /* belongs to a piece that lies there once, or to a tile */
  bool own;       /* is the own letter of a piece, where that must tell the piece */
  bool sole;      /* belongs to a piece in several parts that lies there */
} colour;

typedef struct {
  const bcov_covering *covering;
  bcov_mem *mem;
  bcov_error *err;
  uint32_t *uses;      /* of each piece: how often it lies there */
  uint32_t *owner;     /* of each cell what lies on it, or NONE */
  uint32_t *colour_of; /* of each piece laid, or NONE */
  BCOV_VEC (colour) colours;
  BCOV_VEC (uint32_t) pool; /* of one family: colours of its letters so far */
  bcov_table by_letter;     /* colours */
} painter;

typedef struct {
  const painter *painter;
  uint32_t letter;
} wanted_letter;

static bool same_letter (const void *data, uint32_t number)
{
  const wanted_letter *wanted = data;
  return wanted->painter->colours.data[number].letter == wanted->letter;
}

/* The colour of LETTER. */
static bcov_status find_colour (painter *p, uint32_t letter, uint32_t *out)
{
  wanted_letter wanted = {p, letter};
  uint64_t hash = bcov_hash_words (&letter, 1);
  *out = bcov_table_find (&p->by_letter, hash, same_letter, &wanted);
  if (*out != BCOV_TABLE_NONE)
    return BCOV_OK;
  *out = (uint32_t)p->colours.count;
  bcov_status status =
      bcov_vec_push (p->mem, &p->colours, ((colour){.letter = letter, .asked = NONE}), p->err);
  if (!status)
    status = bcov_table_add (p->mem, &p->by_letter, hash, *out, p->err);
  return status;
}

static const bcov_piece *piece_of (const painter *p, size_t laid)
{
  return p->covering->puzzle->pieces.data + p->covering->laid.data[laid].piece;
}

/* Counts pieces.  Where there are families, no piece may have the own letter of another. */
static bcov_status count_uses (painter *p)
{
  const bcov_puzzle *puzzle = p->covering->puzzle;
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < p->covering->laid.count; k++)
    p->uses[p->covering->laid.data[k].piece]++;
  for (size_t k = 0; k < puzzle->pieces.count && puzzle->n_families > 1 && !status; k++) {
    uint32_t own = NONE;
    status = find_colour (p, puzzle->pieces.data[k].letter, &own);
    if (!status)
      p->colours.data[own].own = true;
  }
  return status;
}

static void note_owners (painter *p)
{
  for (uint32_t k = 0; k < p->covering->puzzle->board.n_cells; k++)
    p->owner[k] = NONE;
  for (uint32_t k = 0; k < p->covering->laid.count; k++) {
    const bcov_laid *laid = p->covering->laid.data + k;
    p->colour_of[k] = NONE;
    for (uint32_t i = 0; i < laid->count; i++)
      p->owner[p->covering->cells.data[laid->first + i]] = k;
  }
}

/* Gives their own letters to all whose letter is not to be shared. */
static bcov_status paint_own (painter *p)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < p->covering->laid.count && !status; k++) {
    uint32_t number = p->covering->laid.data[k].piece;
    if (p->uses[number] > 1 && !bcov_families_is_tile (piece_of (p, k)))
      continue;
    status = find_colour (p, piece_of (p, k)->letter, p->colour_of + k);
    if (!status)
      p->colours.data[p->colour_of[k]].held = true;
  }
  return status;
}

/* Stamps the colours of all neighbours of LAID with its number. */
static void ask_neighbours (painter *p, uint32_t number)
{
  const bcov_laid *laid = p->covering->laid.data + number;
  for (uint32_t i = 0; i < laid->count; i++) {
    uint32_t near[BCOV_MOST_NEIGHBOURS];
    size_t n = bcov_board_neighbours (&p->covering->puzzle->board,
                                      p->covering->cells.data[laid->first + i], near);
    for (size_t j = 0; j < n; j++) {
      uint32_t other = p->owner[near[j]];
      if (other != NONE && other != number && p->colour_of[other] != NONE)
        p->colours.data[p->colour_of[other]].asked = number;
    }
  }
}

/* Whether piece NUMBER can have the colour; with STRICT not if that of a piece in parts. */
static bool is_free (const painter *p, uint32_t number, uint32_t wanted, bool strict)
{
  const colour *at = p->colours.data + wanted;
  return !at->held && !(strict && at->sole) && at->asked != number;
}

/* The colour of letter K of a family, NONE behind the last.  A single one is looked up once. */
static bcov_status find_further (painter *p, uint32_t family, size_t k, uint32_t *out)
{
  bool single = p->covering->puzzle->n_families == 1;
  uint32_t letter = bcov_families_letter (p->covering->puzzle, family, k);
  *out = single && k < p->pool.count ? p->pool.data[k] : NONE;
  if (*out != NONE || letter == BCOV_NO_LETTER)
    return BCOV_OK;
  bcov_status status = find_colour (p, letter, out);
  if (!status && single)
    status = bcov_vec_push (p->mem, &p->pool, *out, p->err);
  return status;
}

/* The first colour of its family that is free for piece NUMBER, or NONE. */
static bcov_status try_family (painter *p, uint32_t number, bool strict, uint32_t *out)
{
  uint32_t family = piece_of (p, number)->family, tried = 0;
  bcov_status status = BCOV_OK;
  *out = NONE;
  for (size_t k = 0; k < MOST_TRIED && tried != NONE && !status && *out == NONE; k++) {
    status = find_further (p, family, k, &tried);
    if (!status && tried != NONE && !p->colours.data[tried].own &&
        is_free (p, number, tried, strict))
      *out = tried;
  }
  return status;
}

/* Gives a letter to piece NUMBER, which lies there several times. */
static bcov_status paint (painter *p, uint32_t number)
{
  uint32_t own, *out = p->colour_of + number;
  bcov_status status = find_colour (p, piece_of (p, number)->letter, &own);
  if (status)
    return status;
  ask_neighbours (p, number);
  if (is_free (p, number, own, true))
    *out = own;
  else
    status = try_family (p, number, true, out);
  if (!status && *out == NONE)
    status = try_family (p, number, false, out);
  if (!status && *out == NONE)
    *out = own;
  if (!status && piece_of (p, number)->parted)
    p->colours.data[*out].sole = true;
  return status;
}

/* Gives letters to all that have none yet. */
static bcov_status paint_all (painter *p)
{
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; k < p->covering->laid.count && !status; k++)
    if (p->colour_of[k] == NONE)
      status = paint (p, k);
  return status;
}

static bcov_status start_painter (painter *p)
{
  const bcov_puzzle *puzzle = p->covering->puzzle;
  p->uses = bcov_mem_alloc (p->mem, puzzle->pieces.count, sizeof *p->uses, p->err);
  p->owner = bcov_mem_alloc (p->mem, puzzle->board.n_cells, sizeof *p->owner, p->err);
  p->colour_of = bcov_mem_alloc (p->mem, p->covering->laid.count, sizeof *p->colour_of, p->err);
  return p->uses && p->owner && p->colour_of ? BCOV_OK : bcov_mem_status (p->mem);
}

static void free_painter (painter *p)
{
  bcov_mem_free (p->mem, p->uses);
  bcov_mem_free (p->mem, p->owner);
  bcov_mem_free (p->mem, p->colour_of);
  bcov_vec_free (p->mem, &p->colours);
  bcov_vec_free (p->mem, &p->pool);
  bcov_table_free (p->mem, &p->by_letter);
}

bcov_status bcov_covering_letters (const bcov_covering *covering, uint32_t *out, bcov_error *err)
{
  painter p = {.covering = covering, .mem = covering->mem, .err = err};
  if (covering->puzzle->exact) {
    for (size_t k = 0; k < covering->laid.count; k++)
      out[k] = bcov_letters_get (k);
    return BCOV_OK;
  }
  bcov_status status = start_painter (&p);
  if (!status)
    status = count_uses (&p);
  if (!status) {
    note_owners (&p);
    status = paint_own (&p);
  }
  if (!status)
    status = paint_all (&p);
  for (size_t k = 0; k < covering->laid.count && !status; k++)
    out[k] = p.colours.data[p.colour_of[k]].letter;
  free_painter (&p);
  return status;
}
