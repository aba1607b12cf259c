/* Letters of pieces.  A piece whose name starts with a character that no other name starts with has
   that character.  The others take the next free letter of the pool, in the order of the list: A-Z
   a-z 0-9, then alphabets that are one column wide and written from left to right, then the private
   characters of Unicode.  Letters repeat only if there are more than about 140,000 such pieces.

   A piece that is used several times needs further letters, and these must identify the piece if
   its cells do not.  The cells identify a piece that is connected, has no decoration, does not
   reach around the board and shares no shape with another such piece; all these pieces are family
   0.  Every other piece has a family of its own: a piece in parts, because its parts may look like
   other pieces; a tile; the second of two pieces with a common shape.  With n families, letter k of
   the pool belongs to family k mod n.  Nearly all puzzles have one family.

   Time: n log n for n pieces, and linear in the board and in the cells of all forms. */

#include "puzzle/letters.h"
#include "base/table.h"
#include "base/hash.h"
#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_TOLD = 20,  /* letters of a board that are reported */
  MOST_LISTED = 12 /* pieces in one message */
};

typedef struct {
  uint32_t first, last;
} range;

/* The pool of free letters. */
static const range pool[] = {
    {'A', 'Z'},           {'a', 'z'},         {'0', '9'},         {0x100, 0x2af},
    {0x391, 0x3a1},       {0x3a3, 0x3a9},     {0x3b1, 0x3c9},     {0x400, 0x481},
    {0x48a, 0x52f},       {0x531, 0x556},     {0x561, 0x586},     {0x10a0, 0x10c5},
    {0x10d0, 0x10fa},     {0x13a0, 0x13f5},   {0x1401, 0x166c},   {0x16a0, 0x16ea},
    {0x1e00, 0x1eff},     {0xa500, 0xa60b},   {0x12000, 0x12399}, {0x13000, 0x1342e},
    {0x14400, 0x14646},   {0x16800, 0x16a38}, {0xe000, 0xf8ff},   {0xf0000, 0xffffd},
    {0x100000, 0x10fffd},
};

uint32_t bcov_letters_get (size_t number)
{
  for (size_t k = 0; k < sizeof pool / sizeof *pool; k++) {
    size_t length = pool[k].last - pool[k].first + 1;
    if (number < length)
      return pool[k].first + (uint32_t)number;
    number -= length;
  }
  return BCOV_NO_LETTER;
}

size_t bcov_letters_number (uint32_t letter)
{
  size_t number = 0;
  for (size_t k = 0; k < sizeof pool / sizeof *pool; k++) {
    if (letter >= pool[k].first && letter <= pool[k].last)
      return number + (letter - pool[k].first);
    number += pool[k].last - pool[k].first + 1;
  }
  return SIZE_MAX;
}

static bool is_blank (uint32_t rune)
{
  return rune == ' ' || rune == 0xa0 || rune == 0xad || rune == 0x1680 ||
         (rune >= 0x2000 && rune <= 0x200f) || (rune >= 0x2028 && rune <= 0x202f) ||
         (rune >= 0x205f && rune <= 0x206f) || rune == 0x3000 || rune == 0xfeff;
}

bool bcov_letters_fit (uint32_t rune)
{
  return rune != '.' && rune != '#' && rune != '?' && !is_blank (rune) &&
         bcov_utf8_width (rune) > 0;
}

/* ---- letters of pieces ---- */

/* Returns the first character of NAME, 0 if it cannot be a letter. */
static uint32_t first_rune (const char *name)
{
  uint32_t rune = 0;
  if (!bcov_utf8_decode (name, strlen (name), &rune) || !bcov_letters_fit (rune))
    return 0;
  return rune;
}

/* The first characters of all names, sorted. */
typedef struct {
  uint32_t *runes;
  size_t count;
} wishes;

/* Returns whether exactly one name starts with RUNE. */
static bool is_sole (const wishes *all, uint32_t rune)
{
  const uint32_t *at = bsearch (&rune, all->runes, all->count, sizeof rune, bcov_vec_by_number);
  if (!rune || !at)
    return false;
  return (at == all->runes || at[-1] != rune) &&
         (at + 1 == all->runes + all->count || at[1] != rune);
}

static bcov_status give_letters (bcov_puzzle *puzzle, bcov_error *err)
{
  wishes all = {NULL, puzzle->pieces.count};
  all.runes = bcov_mem_alloc (puzzle->mem, all.count, sizeof *all.runes, err);
  if (!all.runes)
    return bcov_mem_status (puzzle->mem);
  for (size_t k = 0; k < all.count; k++)
    all.runes[k] = puzzle->pieces.data[k].letter = first_rune (puzzle->pieces.data[k].name);
  qsort (all.runes, all.count, sizeof *all.runes, bcov_vec_by_number);
  size_t next = 0; /* in the pool */
  for (size_t k = 0; k < all.count; k++) {
    bcov_piece *piece = puzzle->pieces.data + k;
    if (is_sole (&all, piece->letter))
      continue;
    do
      piece->letter = bcov_letters_get (next++);
    while (piece->letter != BCOV_NO_LETTER && is_sole (&all, piece->letter));
  }
  bcov_mem_free (puzzle->mem, all.runes);
  return BCOV_OK;
}

static uint64_t hash_rune (uint32_t rune)
{
  return bcov_hash_words (&rune, 1);
}

/* Fills the table that finds pieces by letter. */
static bcov_status enter_letters (bcov_puzzle *puzzle, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  bcov_table_free (puzzle->mem, &puzzle->by_letter);
  for (uint32_t k = 0; k < puzzle->pieces.count && !status; k++)
    status = bcov_table_add (puzzle->mem, &puzzle->by_letter,
                             hash_rune (puzzle->pieces.data[k].letter), k, err);
  return status;
}

/* A letter to find. */
typedef struct {
  const bcov_puzzle *puzzle;
  uint32_t rune;
} wanted_rune;

static bool same_letter (const void *data, uint32_t number)
{
  const wanted_rune *wanted = data;
  return wanted->puzzle->pieces.data[number].letter == wanted->rune;
}

uint32_t bcov_letters_piece (const bcov_puzzle *puzzle, uint32_t letter)
{
  wanted_rune wanted = {puzzle, letter};
  return bcov_table_find (&puzzle->by_letter, hash_rune (letter), same_letter, &wanted);
}

/* ---- families ---- */

bool bcov_letters_is_tile (const bcov_piece *piece)
{
  return piece->size == 1 && (piece->tags || !bcov_decor_is_plain (piece->forms[0].decor));
}

bool bcov_letters_reaches_around (const bcov_board *board, const bcov_shape *shape)
{
  bcov_cell size = bcov_shape_size (shape);
  if (board->wrap == BCOV_WRAP_NONE)
    return false;
  return (board->wrap != BCOV_WRAP_ROWS && size.column >= board->columns) ||
         (board->wrap != BCOV_WRAP_COLUMNS && size.row >= board->rows);
}

/* The shapes of family 0. */
typedef struct {
  bcov_puzzle *puzzle;
  BCOV_VEC (const bcov_shape *) shapes;
  bcov_table by_shape;
} known_shapes;

typedef struct {
  const known_shapes *known;
  const bcov_shape *shape;
} wanted_shape;

static bool same_shape (const void *data, uint32_t number)
{
  const wanted_shape *wanted = data;
  return !bcov_shape_compare (wanted->known->shapes.data[number], wanted->shape);
}

/* Returns whether no form of PIECE reaches around the board or is among the shapes. */
static bool is_new (const known_shapes *known, const bcov_piece *piece)
{
  for (uint32_t k = 0; k < piece->n_forms; k++) {
    const bcov_shape *shape = &piece->forms[k].shape;
    wanted_shape wanted = {known, shape};
    if (bcov_letters_reaches_around (&known->puzzle->board, shape) ||
        bcov_table_find (&known->by_shape, bcov_shape_hash (shape), same_shape, &wanted) !=
            BCOV_TABLE_NONE)
      return false;
  }
  return true;
}

static bcov_status enter_shapes (known_shapes *known, const bcov_piece *piece, bcov_error *err)
{
  bcov_mem *mem = known->puzzle->mem;
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; k < piece->n_forms && !status; k++) {
    const bcov_shape *shape = &piece->forms[k].shape;
    status = bcov_vec_push (mem, &known->shapes, shape, err);
    if (!status)
      status = bcov_table_add (mem, &known->by_shape, bcov_shape_hash (shape),
                               (uint32_t)known->shapes.count - 1, err);
  }
  return status;
}

static bcov_status give_one (known_shapes *known, bcov_piece *piece, bcov_error *err)
{
  bcov_puzzle *puzzle = known->puzzle;
  bool connected = true;
  bcov_status status = BCOV_OK;
  if (piece->size > 1 && !piece->unfit)
    status = bcov_shape_connected (puzzle->mem, puzzle->board.lattice, &piece->forms[0].shape,
                                   &connected, err);
  if (status)
    return status;
  piece->parted = !connected;
  piece->family = 0;
  if (piece->unfit) /* it has no letters */
    return BCOV_OK;
  if (connected && !bcov_letters_is_tile (piece) && is_new (known, piece))
    return enter_shapes (known, piece, err);
  piece->family = puzzle->n_families++;
  return BCOV_OK;
}

static bcov_status give_families (bcov_puzzle *puzzle, bcov_error *err)
{
  known_shapes known = {.puzzle = puzzle};
  bcov_status status = BCOV_OK;
  puzzle->n_families = 1;
  for (size_t k = 0; k < puzzle->pieces.count && !status; k++)
    status = give_one (&known, puzzle->pieces.data + k, err);
  bcov_vec_free (puzzle->mem, &known.shapes);
  bcov_table_free (puzzle->mem, &known.by_shape);
  return status;
}

bcov_status bcov_letters_give (bcov_puzzle *puzzle, bcov_error *err)
{
  bcov_status status = give_letters (puzzle, err);
  if (!status)
    status = enter_letters (puzzle, err);
  return status ? status : give_families (puzzle, err);
}

uint32_t bcov_letters_of_family (const bcov_puzzle *puzzle, uint32_t family, size_t number)
{
  assert (family < puzzle->n_families);
  return bcov_letters_get (number * puzzle->n_families + family);
}

uint32_t bcov_letters_family (const bcov_puzzle *puzzle, uint32_t letter)
{
  size_t number = bcov_letters_number (letter);
  return number == SIZE_MAX ? UINT32_MAX : (uint32_t)(number % puzzle->n_families);
}

/* ---- letters on the board ---- */

typedef struct {
  bcov_puzzle *puzzle;
  bcov_letter_place *letter_place;
  const void *data;
  bcov_names wrong; /* letters without a meaning */
  bcov_error *err;
} resolver;

/* Writes up to MOST_LISTED pieces whose name or alias begins with RUNE (0: any pieces), each with
   its letter; returns their number. */
static size_t list_pieces (const resolver *in, uint32_t rune, bcov_text *out)
{
  const bcov_puzzle *puzzle = in->puzzle;
  size_t count = 0;
  for (size_t k = 0; k < puzzle->pieces.count + puzzle->aliases.count; k++) {
    bool alias = k >= puzzle->pieces.count;
    size_t number = alias ? puzzle->aliases_of.data[k - puzzle->pieces.count] : k;
    const bcov_piece *piece = puzzle->pieces.data + number;
    const char *name = alias ? puzzle->aliases.data[k - puzzle->pieces.count] : piece->name;
    if ((rune && first_rune (name) != rune) || (!rune && alias) || ++count > MOST_LISTED)
      continue;
    bcov_text_printf (out, "%s'", count > 1 ? ", " : "");
    bcov_text_rune (out, piece->letter);
    bcov_text_printf (out, "' for %.40s", piece->name);
  }
  if (count > MOST_LISTED)
    bcov_text_put (out, ", ...");
  return count;
}

/* Returns RUNE in the other case if that is the letter of a piece, otherwise 0. */
static uint32_t other_case (const resolver *in, uint32_t rune)
{
  bool letter = (rune >= 'a' && rune <= 'z') || (rune >= 'A' && rune <= 'Z');
  return letter && bcov_letters_piece (in->puzzle, rune ^ 0x20) != BCOV_TABLE_NONE ? rune ^ 0x20
                                                                                   : 0;
}

static void complain (resolver *in, uint32_t rune, bcov_cell cell)
{
  bcov_place place = {in->puzzle->file, 0, 0};
  bcov_text list = {0};
  char text[5] = {0};
  if (in->wrong.count >= MOST_TOLD)
    return;
  if (in->letter_place)
    place = in->letter_place (in->data, cell);
  bcov_utf8_encode (rune, text);
  size_t count = list_pieces (in, rune, &list);
  if (count)
    bcov_error_add (in->err, BCOV_INPUT, &place,
                    "the letter '%s' on the board is ambiguous; write %s, or give the pieces names "
                    "that start with different letters",
                    text, list.data ? list.data : "another");
  else if (other_case (in, rune))
    bcov_error_add (in->err, BCOV_INPUT, &place,
                    "no piece has the name or the letter '%s'; did you mean '%c'?", text,
                    (int)other_case (in, rune));
  else {
    bcov_text_drop (&list);
    list_pieces (in, 0, &list);
    bcov_error_add (in->err, BCOV_INPUT, &place,
                    "no piece has the name or the letter '%s'; the letters are %s; write '.' "
                    "for a cell that any piece may cover",
                    text, list.data ? list.data : "none");
  }
  bcov_text_drop (&list);
}

/* Finds the piece that RUNE means by name or by letter, -1 if there is none or several; then
   reports the first occurrence of RUNE. */
static bcov_status look_up (resolver *in, uint32_t rune, bcov_cell cell, int32_t *piece)
{
  char text[4];
  size_t length = bcov_utf8_encode (rune, text);
  bool several = bcov_puzzle_ambiguous (in->puzzle, text, length);
  *piece = several ? -1 : bcov_puzzle_piece (in->puzzle, text, length);
  if (*piece < 0 && !several)
    *piece = (int32_t)bcov_letters_piece (in->puzzle, rune);
  if (*piece >= 0 || bcov_names_find (&in->wrong, text, length) != BCOV_TABLE_NONE)
    return BCOV_OK;
  complain (in, rune, cell);
  return bcov_names_add (in->puzzle->mem, &in->wrong, text, length, in->err);
}

static bcov_status resolve_cells (resolver *in)
{
  bcov_puzzle *puzzle = in->puzzle;
  const bcov_board *board = &puzzle->board;
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; k < board->n_cells && !status; k++) {
    size_t position = bcov_board_position (board, board->cells[k]);
    puzzle->cell_piece[k] = -1;
    if (board->mark[position] == BCOV_LETTER)
      status = look_up (in, board->letter[position], board->cells[k], puzzle->cell_piece + k);
  }
  return status;
}

bcov_status bcov_letters_resolve (bcov_puzzle *puzzle, bcov_letter_place *letter_place,
                                  const void *data, bcov_error *err)
{
  if (!puzzle->board.letter || puzzle->cell_piece)
    return BCOV_OK;
  resolver in = {.puzzle = puzzle, .letter_place = letter_place, .data = data, .err = err};
  puzzle->cell_piece =
      bcov_mem_alloc (puzzle->mem, puzzle->board.n_cells, sizeof *puzzle->cell_piece, err);
  bcov_status status = puzzle->cell_piece ? resolve_cells (&in) : bcov_mem_status (puzzle->mem);
  if (!status && in.wrong.count > MOST_TOLD)
    bcov_error_add (err, BCOV_INPUT, NULL,
                    "and %zu more letters on the board that belong to no piece",
                    in.wrong.count - MOST_TOLD);
  bool wrong = in.wrong.count;
  bcov_names_free (puzzle->mem, &in.wrong);
  return status ? status : wrong ? BCOV_INPUT : BCOV_OK;
}
