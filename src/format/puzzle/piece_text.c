/* Reads pieces.  A word that consists of X . / is a drawing, any other word is a name, so an
   unknown name is an error and never a strange shape.

   All entries together may have BCOV_MOST_PIECE_CELLS cells, so repeating a short text such as
   4096x4096 costs no more than a long text. */

#include "format/puzzle/piece_text.h"
#include "format/text/measure.h"
#include "format/text/quote.h"
#include "puzzle/form.h"

#include <stdio.h>
#include <string.h>

void bcov_piece_reader_start (bcov_piece_reader *reader, bcov_puzzle *puzzle, bcov_error *err)
{
  *reader = (bcov_piece_reader){.puzzle = puzzle, .err = err, .cells_left = BCOV_MOST_PIECE_CELLS};
  reader->lookup = (bcov_catalog_lookup){.mem = puzzle->mem, .lattice = puzzle->board.lattice};
}

void bcov_piece_reader_end (bcov_piece_reader *reader)
{
  bcov_catalog_lookup_free (&reader->lookup);
}

bcov_said bcov_piece_text_silent (bcov_place place)
{
  return (bcov_said){.count = {1, 1}, .turn = -1, .flip = -1, .place = place};
}

/* ---- adding ---- */

static bcov_status take_cells (bcov_piece_reader *reader, uint64_t cells, const bcov_place *place)
{
  if (reader->is_full)
    return BCOV_INPUT;
  if (cells <= reader->cells_left) {
    reader->cells_left -= cells;
    return BCOV_OK;
  }
  reader->is_full = true;
  return bcov_error_add (reader->err, BCOV_INPUT, place,
                         "the pieces have more than %d cells in total; the rest was not read",
                         BCOV_MOST_PIECE_CELLS);
}

/* Adds SHAPE; TURN and FLIP apply unless SAID has values for them. */
static bcov_status add_shape (bcov_piece_reader *reader, const bcov_shape *shape, const char *name,
                              bool turn, bool flip, const bcov_said *said)
{
  bcov_status status = take_cells (reader, shape->count, &said->place);
  if (status)
    return status;
  flip = flip && bcov_decor_is_plain (said->decor);
  bcov_entry entry = {.name = name,
                      .name_length = strlen (name),
                      .shape = shape,
                      .lo = said->count.lo,
                      .hi = said->count.hi,
                      .turn = said->turn < 0 ? turn : said->turn,
                      .flip = said->flip < 0 ? flip : said->flip,
                      .decor = said->decor,
                      .tags = said->tags,
                      .place = said->place};
  return bcov_puzzle_add (reader->puzzle, &entry, reader->err);
}

bcov_status bcov_piece_text_add (bcov_piece_reader *reader, const bcov_shape *shape,
                                 const char *name, const bcov_said *said)
{
  bool flip = reader->puzzle->board.lattice != BCOV_CUBE;
  return add_shape (reader, shape, said->name ? said->name : name, true, flip, said);
}

/* ---- names ---- */

/* Adds a piece or the members of a set.  If the entry has a name, members are numbered. */
static bcov_status add_found (bcov_piece_reader *reader, const bcov_catalog_found *found,
                              const bcov_said *said)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < found->count && !status; k++) {
    char numbered[BCOV_LONGEST_WORD + 24];
    const char *name = said->name ? said->name : found->pieces[k].name;
    if (said->name && found->count > 1) {
      snprintf (numbered, sizeof numbered, "%s.%zu", said->name, k + 1);
      name = numbered;
    }
    status = add_shape (reader, &found->pieces[k].shape, name, found->turn, found->flip, said);
  }
  return status;
}

/* Checks the size of a rectangle or box. */
static bcov_status check_box (bcov_piece_reader *reader, bcov_span word)
{
  bcov_measure size;
  if (!bcov_measure_numbers (word.text, word.length))
    return BCOV_OK;
  bcov_status status = bcov_measure_read (word, "the piece", &size, reader->err);
  bool fits = status || (uint64_t)(size.layers * size.rows * size.columns) <= reader->cells_left;
  bcov_place place = bcov_span_place (word, 0);
  return fits ? status : take_cells (reader, UINT64_MAX, &place);
}

static bcov_status add_named (bcov_piece_reader *reader, bcov_span word, const bcov_said *said)
{
  bcov_catalog_found found;
  if (reader->is_full)
    return BCOV_INPUT;
  bcov_status status = check_box (reader, word);
  if (!status)
    status =
        bcov_catalog_lookup_find (&reader->lookup, word.text, word.length, &found, reader->err);
  if (status)
    return status;
  if (found.count)
    return add_found (reader, &found, said);
  bcov_place place = bcov_span_place (word, 0);
  return bcov_catalog_lookup_suggest (reader->puzzle->board.lattice, word.text, word.length, &place,
                                      reader->err);
}

/* ---- drawings ---- */

static bcov_status add_drawn (bcov_piece_reader *reader, bcov_span word, const bcov_said *said)
{
  bcov_mem *mem = reader->puzzle->mem;
  bcov_drawing drawing = {&word, 1};
  bcov_shape shape;
  char name[BCOV_LONGEST_WORD + 1] = "piece";
  if (word.length < sizeof name)
    snprintf (name, sizeof name, "%.*s", (int)word.length, word.text);
  bcov_status status =
      bcov_drawing_shape (mem, &drawing, reader->puzzle->board.lattice, &shape, reader->err);
  if (!status)
    status = bcov_piece_text_add (reader, &shape, name, said);
  bcov_shape_free (mem, &shape);
  return status;
}

bcov_status bcov_piece_text_one (bcov_piece_reader *reader, bcov_span span, const bcov_said *said)
{
  if (bcov_drawing_is_plain (span.text, span.length))
    return add_drawn (reader, span, said);
  return add_named (reader, span, said);
}

/* ---- lists ---- */

/* Removes the first item and its comma from REST; returns false at the end. */
static bool next_item (bcov_span *rest, bcov_span *item)
{
  if (!rest->text)
    return false;
  const char *comma = rest->length ? memchr (rest->text, ',', rest->length) : NULL;
  size_t length = comma ? (size_t)(comma - rest->text) : rest->length;
  *item = bcov_span_trim (bcov_span_part (*rest, 0, length));
  if (comma)
    *rest = bcov_span_part (*rest, length + 1, rest->length - length - 1);
  else
    rest->text = NULL;
  return true;
}

/* Splits an item at its last colon into a name and a count; returns false without a colon. */
static bool split_item (bcov_span item, bcov_span *name, bcov_span *count)
{
  const char *colon = item.length ? memrchr (item.text, ':', item.length) : NULL;
  size_t at = colon ? (size_t)(colon - item.text) : item.length;
  *name = bcov_span_trim (bcov_span_part (item, 0, at));
  if (colon)
    *count = bcov_span_trim (bcov_span_part (item, at + 1, item.length - at - 1));
  return colon;
}

static bcov_status read_item (bcov_piece_reader *reader, bcov_span item)
{
  bcov_span name, count;
  bcov_said said = bcov_piece_text_silent (bcov_span_place (item, 0));
  bcov_status uncounted = BCOV_OK;
  if (split_item (item, &name, &count)) {
    bcov_place place = bcov_span_place (count, 0);
    uncounted = bcov_amount_read (count.text, count.length, &place, &said.count, reader->err);
  }
  if (!name.length)
    return bcov_error_add (reader->err, BCOV_INPUT, &said.place,
                           "a piece is missing; write NAME or NAME:COUNT, separated by commas");
  bcov_status status = bcov_piece_text_one (reader, name, &said);
  return status ? status : uncounted;
}

bcov_status bcov_piece_text_list (bcov_piece_reader *reader, bcov_span span)
{
  bcov_status worst = BCOV_OK;
  bcov_span item;
  while (worst <= BCOV_INPUT && !reader->is_full && next_item (&span, &item)) {
    bcov_status status = read_item (reader, item);
    worst = status > worst ? status : worst;
  }
  return worst;
}

bcov_lattice bcov_piece_text_lattice (bcov_span span)
{
  bcov_span item, name, count;
  bcov_lattice lattice = BCOV_LATTICES;
  while (lattice == BCOV_LATTICES && next_item (&span, &item)) {
    split_item (item, &name, &count);
    lattice = bcov_catalog_lattice (name.text, name.length);
  }
  return lattice;
}
