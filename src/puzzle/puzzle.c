/* Builds a puzzle.  Entries with the same forms become one piece, and a table of 2,000 x 2,000
   positions has hundreds of thousands of entries.  Therefore a hash table contains every form of
   every piece; its key is the shape, the decoration, the tags and the *words* (turn, flip) of the
   entry.  The forms of an entry are one orbit of the group that its words allow.  So if the table
   has the shape of a new entry under the same words, that piece has exactly the forms of the entry.
   Otherwise the forms are made; a piece with the same forms can only be in the table under other
   words, and then its forms are entered under the new words, too.

   Names are unique: a second, different piece called "a" becomes "a.2".  The names of entries that
   were merged into a piece with another name are aliases.

   Expected time: linear in the cells of the entries. */

#include "puzzle/puzzle.h"
#include "base/accessor.h"
#include "base/hash.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
  WORDS = 4,      /* combinations of turn and flip */
  LARGE = 1 << 16 /* cells of a piece whose forms take long */
};

/* A form of a piece, with the words of the entry. */
typedef struct {
  uint32_t piece;
  uint16_t form;
  uint16_t words;
} form_key;

struct bcov_index {
  BCOV_VEC (form_key) keys;
  bcov_table forms;                /* numbers of keys */
  bcov_table names;                /* numbers of pieces */
  bcov_table pairs;                /* numbers of aliases by name and piece */
  BCOV_VEC (uint32_t) asked;       /* of each piece: how many others had the same name */
  BCOV_VEC (uint32_t) alias_asked; /* of each alias: the same */
  uint32_t from_table;             /* pieces named table.N so far */
};

/* ---- making and freeing ---- */

bcov_status bcov_puzzle_new (bcov_mem *mem, const char *file, bcov_puzzle **out, bcov_error *err)
{
  bcov_puzzle *puzzle = bcov_mem_alloc (mem, 1, sizeof *puzzle, err);
  if (!puzzle)
    return bcov_mem_status (mem);
  puzzle->mem = bcov_mem_hold (mem);
  puzzle->n_families = 1;
  puzzle->index = bcov_mem_alloc (mem, 1, sizeof *puzzle->index, err);
  if (puzzle->index && file)
    puzzle->file = bcov_mem_copy (mem, file, strlen (file), err);
  if (!puzzle->index || (file && !puzzle->file)) {
    bcov_puzzle_free (puzzle);
    return bcov_mem_status (mem);
  }
  *out = puzzle;
  return BCOV_OK;
}

static void free_exact (bcov_mem *mem, bcov_exact *exact)
{
  if (!exact)
    return;
  bcov_names_free (mem, &exact->items);
  bcov_names_free (mem, &exact->colours);
  bcov_vec_free (mem, &exact->lo);
  bcov_vec_free (mem, &exact->hi);
  bcov_vec_free (mem, &exact->first);
  bcov_vec_free (mem, &exact->item);
  bcov_vec_free (mem, &exact->colour);
  bcov_mem_free (mem, exact);
}

static void free_index (bcov_mem *mem, struct bcov_index *index)
{
  if (!index)
    return;
  bcov_vec_free (mem, &index->keys);
  bcov_table_free (mem, &index->forms);
  bcov_table_free (mem, &index->names);
  bcov_table_free (mem, &index->pairs);
  bcov_vec_free (mem, &index->asked);
  bcov_vec_free (mem, &index->alias_asked);
  bcov_mem_free (mem, index);
}

static void free_images (bcov_mem *mem, bcov_images *images)
{
  bcov_mem_free (mem, images->order);
  bcov_mem_free (mem, images->place);
  bcov_table_free (mem, &images->classes);
}

static void free_pieces (bcov_mem *mem, bcov_puzzle *puzzle)
{
  for (size_t k = 0; k < puzzle->pieces.count; k++) {
    bcov_piece *piece = puzzle->pieces.data + k;
    bcov_mem_free (mem, piece->name);
    bcov_form_list_free (mem, piece->forms, piece->n_forms);
  }
  bcov_vec_free (mem, &puzzle->pieces);
}

void bcov_puzzle_free (bcov_puzzle *puzzle)
{
  if (!puzzle)
    return;
  bcov_mem *mem = puzzle->mem;
  bcov_mem_free (mem, puzzle->title);
  bcov_mem_free (mem, puzzle->source);
  bcov_mem_free (mem, puzzle->file);
  bcov_board_free (mem, &puzzle->board);
  free_pieces (mem, puzzle);
  bcov_vec_free (mem, &puzzle->aliases_of);
  bcov_names_free (mem, &puzzle->aliases);
  bcov_names_free (mem, &puzzle->colours);
  bcov_names_free (mem, &puzzle->tags);
  bcov_vec_free (mem, &puzzle->row_quotas);
  bcov_vec_free (mem, &puzzle->column_quotas);
  for (size_t k = 0; k < puzzle->stated.count; k++)
    bcov_mem_free (mem, puzzle->stated.data[k].value);
  bcov_vec_free (mem, &puzzle->stated);
  bcov_mem_free (mem, puzzle->cell_piece);
  free_exact (mem, puzzle->exact);
  bcov_table_free (mem, &puzzle->by_letter);
  free_images (mem, &puzzle->images);
  free_index (mem, puzzle->index);
  bcov_mem_free (mem, puzzle);
  bcov_mem_delete (mem);
}

bcov_puzzle bcov_puzzle_view (const bcov_puzzle *puzzle, bcov_mem *mem)
{
  bcov_puzzle view = *puzzle;
  view.original = puzzle->original ? puzzle->original : puzzle;
  view.mem = mem;
  return view;
}

BCOV_ACCESSOR (const char *, puzzle, title, puzzle->title ? puzzle->title : "")
BCOV_ACCESSOR (uint64_t, puzzle, cells,
               puzzle->exact ? puzzle->exact->items.count : puzzle->board.n_cells)

/* ---- names ---- */

/* A text to find among pieces or aliases. */
typedef struct {
  const bcov_puzzle *puzzle;
  const char *text;
  size_t length;
  uint32_t piece; /* of an alias */
} wanted_name;

static bool same_text (const wanted_name *wanted, const char *text)
{
  return strlen (text) == wanted->length && !memcmp (text, wanted->text, wanted->length);
}

static bool same_piece_name (const void *data, uint32_t number)
{
  const wanted_name *wanted = data;
  return same_text (wanted, wanted->puzzle->pieces.data[number].name);
}

static bool same_alias (const void *data, uint32_t number)
{
  const wanted_name *wanted = data;
  return wanted->puzzle->aliases_of.data[number] == wanted->piece &&
         same_text (wanted, wanted->puzzle->aliases.data[number]);
}

static uint32_t find_piece_name (const bcov_puzzle *puzzle, const char *text, size_t length)
{
  wanted_name wanted = {puzzle, text, length, 0};
  return bcov_table_find (&puzzle->index->names, bcov_table_hash (text, length), same_piece_name,
                          &wanted);
}

int32_t bcov_puzzle_piece (const bcov_puzzle *puzzle, const char *name, size_t length)
{
  uint32_t piece = find_piece_name (puzzle, name, length);
  if (piece != BCOV_TABLE_NONE)
    return (int32_t)piece;
  uint32_t alias = bcov_names_find (&puzzle->aliases, name, length);
  return alias == BCOV_TABLE_NONE ? -1 : (int32_t)puzzle->aliases_of.data[alias];
}

bool bcov_puzzle_ambiguous (const bcov_puzzle *puzzle, const char *name, size_t length)
{
  uint32_t piece = find_piece_name (puzzle, name, length);
  if (piece != BCOV_TABLE_NONE)
    return puzzle->index->asked.data[piece];
  uint32_t alias = bcov_names_find (&puzzle->aliases, name, length);
  return alias != BCOV_TABLE_NONE && puzzle->index->alias_asked.data[alias];
}

int64_t bcov_puzzle_name (bcov_puzzle *puzzle, bcov_names *names, const char *name, size_t length,
                          size_t most, bcov_error *err)
{
  uint32_t number = bcov_names_find (names, name, length);
  if (number != BCOV_TABLE_NONE)
    return number;
  if (names->count >= most) {
    bcov_place place = {puzzle->file, 0, 0};
    bcov_error_add (err, BCOV_INPUT, &place,
                    "too many names: '%.*s' exceeds the limit of %zu different names",
                    length > 64 ? 64 : (int)length, name, most);
    return -1;
  }
  bcov_status status = bcov_names_add (puzzle->mem, names, name, length, err);
  return status ? -1 : (int64_t)names->count - 1;
}

/* Makes a copy of the name of ENTRY, or table.N, with the suffix .2, .3 ... if another piece has
   that name. */
static char *make_name (bcov_puzzle *puzzle, const bcov_entry *entry, bcov_error *err)
{
  char table[32];
  const char *text = entry->name;
  size_t length = entry->name_length;
  if (!length) {
    text = table;
    length = (size_t)snprintf (table, sizeof table, "table.%" PRIu32, ++puzzle->index->from_table);
  }
  char *name = bcov_mem_copy (puzzle->mem, text, length, err);
  uint32_t holder = name ? find_piece_name (puzzle, text, length) : BCOV_TABLE_NONE;
  if (holder == BCOV_TABLE_NONE)
    return name;
  bcov_mem_free (puzzle->mem, name);
  name = bcov_mem_alloc (puzzle->mem, length + 12, 1, err);
  if (!name)
    return NULL;
  memcpy (name, text, length);
  do
    snprintf (name + length, 12, ".%" PRIu32, ++puzzle->index->asked.data[holder] + 1);
  while (find_piece_name (puzzle, name, strlen (name)) != BCOV_TABLE_NONE);
  return name;
}

static uint64_t hash_pair (const wanted_name *wanted)
{
  uint64_t hash = bcov_table_hash (wanted->text, wanted->length);
  return bcov_hash_end (bcov_hash_mix (hash, wanted->piece));
}

/* Adds an alias, and counts others with the same name. */
static bcov_status enter_alias (bcov_puzzle *puzzle, const wanted_name *alias, bcov_error *err)
{
  struct bcov_index *index = puzzle->index;
  uint32_t number = (uint32_t)puzzle->aliases.count;
  uint32_t holder = find_piece_name (puzzle, alias->text, alias->length);
  uint32_t other = bcov_names_find (&puzzle->aliases, alias->text, alias->length);
  bcov_status status =
      bcov_names_add (puzzle->mem, &puzzle->aliases, alias->text, alias->length, err);
  if (!status)
    status = bcov_vec_push (puzzle->mem, &index->alias_asked, 0, err);
  if (!status)
    status = bcov_table_add (puzzle->mem, &index->pairs, hash_pair (alias), number, err);
  if (!status && holder != BCOV_TABLE_NONE)
    index->asked.data[holder]++;
  if (!status && other != BCOV_TABLE_NONE)
    index->alias_asked.data[other]++;
  return status;
}

/* Adds the name of an entry that was merged into PIECE. */
static bcov_status add_alias (bcov_puzzle *puzzle, uint32_t piece, const char *text, size_t length,
                              bcov_error *err)
{
  wanted_name alias = {puzzle, text, length, piece};
  if (!length || same_text (&alias, puzzle->pieces.data[piece].name) ||
      bcov_table_find (&puzzle->index->pairs, hash_pair (&alias), same_alias, &alias) !=
          BCOV_TABLE_NONE)
    return BCOV_OK;
  bcov_status status = bcov_vec_push (puzzle->mem, &puzzle->aliases_of, piece, err);
  if (!status)
    status = enter_alias (puzzle, &alias, err);
  return status;
}

/* ---- pieces ---- */

/* A form to find. */
typedef struct {
  const bcov_puzzle *puzzle;
  const bcov_form *form;
  uint64_t tags;
  unsigned words;
} wanted_form;

static unsigned words_of (const bcov_entry *entry)
{
  return entry->turn * 2u + entry->flip;
}

static uint64_t hash_form (const wanted_form *wanted)
{
  const bcov_decor *decor = &wanted->form->decor;
  uint64_t hash = bcov_shape_hash (&wanted->form->shape);
  for (unsigned k = 0; k < 4; k++)
    hash = bcov_hash_mix (hash, decor->sides[k]);
  hash = bcov_hash_mix (hash, decor->points * 4u + wanted->words);
  return bcov_hash_end (bcov_hash_mix (hash, wanted->tags));
}

static bool same_form (const void *data, uint32_t number)
{
  const wanted_form *wanted = data;
  form_key key = wanted->puzzle->index->keys.data[number];
  const bcov_piece *piece = wanted->puzzle->pieces.data + key.piece;
  return key.words == wanted->words && piece->tags == wanted->tags &&
         !bcov_form_compare (piece->forms + key.form, wanted->form);
}

/* Returns the piece that has the form under the same words, or BCOV_TABLE_NONE. */
static uint32_t find_form (const wanted_form *wanted)
{
  const struct bcov_index *index = wanted->puzzle->index;
  uint32_t key = bcov_table_find (&index->forms, hash_form (wanted), same_form, wanted);
  return key == BCOV_TABLE_NONE ? key : index->keys.data[key].piece;
}

/* Returns the piece with exactly these forms and tags under any words, or BCOV_TABLE_NONE. */
static uint32_t find_forms (const bcov_puzzle *puzzle, const bcov_form *forms, uint32_t count,
                            uint64_t tags)
{
  for (unsigned words = 0; words < WORDS; words++) {
    wanted_form wanted = {puzzle, forms, tags, words};
    uint32_t number = find_form (&wanted);
    if (number == BCOV_TABLE_NONE)
      continue;
    const bcov_piece *piece = puzzle->pieces.data + number;
    if (!bcov_form_list_compare (piece->forms, piece->n_forms, forms, count))
      return number;
  }
  return BCOV_TABLE_NONE;
}

/* Enters the forms of PIECE under WORDS. */
static bcov_status enter_forms (bcov_puzzle *puzzle, uint32_t piece, unsigned words,
                                bcov_error *err)
{
  struct bcov_index *index = puzzle->index;
  const bcov_piece *entered = puzzle->pieces.data + piece;
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; k < entered->n_forms && !status; k++) {
    wanted_form form = {puzzle, entered->forms + k, entered->tags, words};
    assert (k <= UINT16_MAX && words < WORDS);
    form_key key = {piece, (uint16_t)k, (uint16_t)words};
    status = bcov_vec_push (puzzle->mem, &index->keys, key, err);
    if (!status)
      status = bcov_table_add (puzzle->mem, &index->forms, hash_form (&form),
                               (uint32_t)index->keys.count - 1, err);
  }
  return status;
}

/* Adds the counts of ENTRY to PIECE. */
static bcov_status merge (bcov_puzzle *puzzle, uint32_t piece, const bcov_entry *entry,
                          bcov_error *err)
{
  bcov_piece *merged = puzzle->pieces.data + piece;
  uint64_t lo = (uint64_t)merged->lo + entry->lo, hi = (uint64_t)merged->hi + entry->hi;
  if (lo > BCOV_MOST_COUNT)
    return bcov_error_add (err, BCOV_INPUT, &entry->place,
                           "the counts of piece '%s' add up to %" PRIu64 "; the maximum is %d",
                           merged->name, lo, BCOV_MOST_COUNT);
  merged->lo = (uint32_t)lo;
  merged->hi = hi > BCOV_MOST_COUNT ? BCOV_MANY : (uint32_t)hi;
  return add_alias (puzzle, piece, entry->name, entry->name_length, err);
}

/* Puts the last piece's name into the index. */
static bcov_status enter_name (bcov_puzzle *puzzle, bcov_error *err)
{
  struct bcov_index *index = puzzle->index;
  const char *name = puzzle->pieces.data[puzzle->pieces.count - 1].name;
  bool taken = bcov_names_find (&puzzle->aliases, name, strlen (name)) != BCOV_TABLE_NONE;
  bcov_status status = bcov_vec_push (puzzle->mem, &index->asked, taken, err);
  if (!status)
    status = bcov_table_add (puzzle->mem, &index->names, bcov_table_hash (name, strlen (name)),
                             (uint32_t)puzzle->pieces.count - 1, err);
  return status;
}

/* Returns whether SHAPE is large and no image of it fits on BOARD.  An image that fits has extents
   of at most those of BOARD, so SHAPE has at most twice their sum on any lattice. */
static bool is_unfit (const bcov_board *board, const bcov_shape *shape)
{
  if (shape->count < LARGE || !board->mark)
    return false;
  bcov_cell size = bcov_shape_size (shape);
  int32_t most = 2 * (board->layers + board->rows + board->columns);
  bool long_one = size.layer > most || size.row > most || size.column > most;
  return shape->count > board->n_cells || (long_one && board->wrap == BCOV_WRAP_NONE);
}

/* Makes a new piece of ENTRY; takes over FORMS, even on failure. */
static bcov_status push_piece (bcov_puzzle *puzzle, const bcov_entry *entry, bcov_form *forms,
                               uint32_t count, bcov_error *err)
{
  bcov_piece piece = {.lo = entry->lo,
                      .hi = entry->hi,
                      .size = entry->shape->count,
                      .turn = entry->turn,
                      .flip = entry->flip,
                      .unfit = is_unfit (&puzzle->board, entry->shape),
                      .tags = entry->tags,
                      .forms = forms,
                      .n_forms = count,
                      .place = entry->place};
  piece.name = make_name (puzzle, entry, err);
  bcov_status status = piece.name ? bcov_vec_push (puzzle->mem, &puzzle->pieces, piece, err)
                                  : bcov_mem_status (puzzle->mem);
  if (status) {
    bcov_mem_free (puzzle->mem, piece.name);
    bcov_form_list_free (puzzle->mem, forms, count);
    return status;
  }
  return enter_name (puzzle, err);
}

/* Adds an entry whose shape is not in the table under its words. */
static bcov_status add_forms (bcov_puzzle *puzzle, const bcov_entry *entry, bcov_error *err)
{
  bcov_form first = {*entry->shape, entry->decor}, *forms = NULL;
  uint32_t count = 0;
  bool fit = !is_unfit (&puzzle->board, entry->shape);
  bcov_status status = bcov_form_list (puzzle->mem, puzzle->board.lattice, &first,
                                       entry->turn && fit, entry->flip && fit, &forms, &count, err);
  if (status)
    return status;
  uint32_t piece = find_forms (puzzle, forms, count, entry->tags);
  if (piece == BCOV_TABLE_NONE) {
    status = push_piece (puzzle, entry, forms, count, err);
    piece = (uint32_t)puzzle->pieces.count - 1;
  } else {
    bcov_form_list_free (puzzle->mem, forms, count);
    status = merge (puzzle, piece, entry, err);
  }
  return status ? status : enter_forms (puzzle, piece, words_of (entry), err);
}

bcov_status bcov_puzzle_add (bcov_puzzle *puzzle, const bcov_entry *entry, bcov_error *err)
{
  assert (entry->shape->count > 0);
  bcov_form form = {*entry->shape, entry->decor};
  wanted_form wanted = {puzzle, &form, entry->tags, words_of (entry)};
  uint32_t piece = find_form (&wanted);
  if (piece != BCOV_TABLE_NONE)
    return merge (puzzle, piece, entry, err);
  return add_forms (puzzle, entry, err);
}
