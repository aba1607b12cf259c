/* Reads a covering in letters: one character per position of the board, '#' for no cell, '.' for an
   empty cell; on the cube lattice the rows of all layers are side by side, separated by a blank.
   The output of `fill` has a line with the number of covered cells before it.

   Connected cells with the same letter are a piece (a tile with sides, points or tags is always one
   cell), which the piece finder identifies.  If the piece of a letter has several parts, or if some
   group is not a piece, all cells with that letter are tried together.

   Time: linear in the board, except for sorting the groups by letter. */

#include "base/text.h"
#include "format/text/quote.h"
#include "format/covering/read_letters.h"
#include "puzzle/letters.h"

#include <stdlib.h>

/* Connected cells with one letter: cells[first .. first + count). */
typedef struct {
  uint32_t letter;
  uint32_t first, count;
} letter_group;

typedef struct {
  bcov_reading *reading;
  size_t line;       /* of row 0 */
  uint32_t *letters; /* of each cell; 0 if it is empty or in a group */
  uint32_t *cells;   /* of all groups */
  uint32_t n_cells;
  BCOV_VEC (letter_group) groups;
  bool complete;
} letter_reader;

/* ---- rows ---- */

static bcov_quote quote_rune (uint32_t rune)
{
  char bytes[4];
  return bcov_quote_make (bytes, bcov_utf8_encode (rune, bytes));
}

/* Reports a mistake at CELL; FORMAT contains %s for RUNE. */
static bool tell_at (letter_reader *reader, bcov_cell cell, const char *format, uint32_t rune)
{
  const bcov_board *board = &reader->reading->puzzle->board;
  size_t column = (size_t)cell.layer * ((size_t)board->columns + 1) + (size_t)(cell.column + 1);
  reader->complete = false;
  bcov_reading_tell (reader->reading, BCOV_WRONG, reader->line + (size_t)cell.row, column, format,
                     quote_rune (rune).text);
  return false;
}

/* Stores the character at a position; returns false after a mistake. */
static bool read_position (letter_reader *reader, bcov_cell cell, uint32_t rune)
{
  const bcov_board *board = &reader->reading->puzzle->board;
  int32_t number = board->number[bcov_board_position (board, cell)];
  if (rune == '#' && number != BCOV_NO_CELL)
    return tell_at (reader, cell, "%s stands for no cell, but the board has a cell here", rune);
  if (rune != '#' && number == BCOV_NO_CELL)
    return tell_at (reader, cell, "the board has no cell here; write # instead of %s", rune);
  if (rune == ' ' || rune == '\t')
    return tell_at (reader, cell, "the board has a cell here; write a letter or . instead of %s",
                    rune);
  if (number != BCOV_NO_CELL)
    reader->letters[number] = rune == '.' ? 0 : rune;
  return true;
}

/* Reads a row up to its first mistake.  Column -1 is the blank before a layer. */
static void read_row (letter_reader *reader, const bcov_line *line, int32_t row)
{
  const bcov_board *board = &reader->reading->puzzle->board;
  size_t at = 0;
  bool well = true;
  for (int32_t layer = 0; layer < board->layers; layer++)
    for (int32_t column = layer ? -1 : 0; column < board->columns && well; column++) {
      uint32_t rune = 0;
      bcov_cell cell = {layer, row, column};
      at += bcov_utf8_decode (line->bytes + at, line->length - at, &rune);
      if (column >= 0)
        well = read_position (reader, cell, rune);
      else if (rune != ' ')
        well = tell_at (reader, cell,
                        "layers are separated by a space; write a space instead of %s", rune);
    }
}

static void read_rows (letter_reader *reader, bcov_lines lines)
{
  const bcov_board *board = &reader->reading->puzzle->board;
  size_t width = (size_t)board->layers * ((size_t)board->columns + 1) - 1;
  for (int32_t row = 0; row < board->rows; row++) {
    bcov_line line;
    bcov_lines_peek (&lines, &line);
    bcov_lines_take (&lines);
    size_t length = bcov_utf8_count (line.bytes, line.length);
    if (length == width) {
      read_row (reader, &line, row);
      continue;
    }
    reader->complete = false;
    bcov_reading_tell (reader->reading, BCOV_WRONG, line.number, 0,
                       "row %d has %zu characters instead of %zu", row + 1, length, width);
  }
}

/* ---- groups ---- */

/* Returns whether LETTER is that of a tile with sides, points or tags; equal tiles may touch. */
static bool is_of_tile (const bcov_reading *reading, uint32_t letter)
{
  uint32_t number = bcov_letters_piece (reading->puzzle, letter);
  if (number == BCOV_TABLE_NONE)
    return false;
  return bcov_letters_is_tile (&reading->puzzle->pieces.data[number]);
}

/* Moves the group of cell FIRST to the end of the list of cells. */
static bcov_status take_group (letter_reader *reader, uint32_t first)
{
  const bcov_board *board = &reader->reading->puzzle->board;
  letter_group group = {.letter = reader->letters[first], .first = reader->n_cells};
  reader->letters[first] = 0;
  reader->cells[reader->n_cells++] = first;
  bool alone = is_of_tile (reader->reading, group.letter);
  for (uint32_t k = group.first; k < reader->n_cells && !alone; k++) {
    uint32_t near[BCOV_MOST_NEIGHBOURS];
    size_t n = bcov_board_neighbours (board, reader->cells[k], near);
    for (size_t i = 0; i < n; i++)
      if (reader->letters[near[i]] == group.letter) {
        reader->letters[near[i]] = 0;
        reader->cells[reader->n_cells++] = near[i];
      }
  }
  group.count = reader->n_cells - group.first;
  return bcov_vec_push (reader->reading->puzzle->mem, &reader->groups, group, reader->reading->err);
}

static int compare_groups (const void *a, const void *b)
{
  const letter_group *x = a, *y = b;
  if (x->letter != y->letter)
    return x->letter < y->letter ? -1 : 1;
  return (x->first > y->first) - (x->first < y->first);
}

/* Finds all groups and sorts them by letter; groups of one letter stay in reading order. */
static bcov_status find_groups (letter_reader *reader)
{
  bcov_status status = BCOV_OK;
  for (uint32_t k = 0; k < reader->reading->puzzle->board.n_cells && !status; k++)
    if (reader->letters[k])
      status = take_group (reader, k);
  if (!status && reader->groups.count)
    qsort (reader->groups.data, reader->groups.count, sizeof *reader->groups.data, compare_groups);
  return status;
}

/* ---- pieces ---- */

/* Finds the piece that covers the cells of a group, or of all groups of a letter. */
static bool find_piece (letter_reader *reader, const letter_group *group, const uint32_t *cells,
                        bcov_laid *out)
{
  return bcov_piece_finder_find (&reader->reading->finder, cells, group->count, group->letter, out);
}

static bcov_status lay (letter_reader *reader, const bcov_laid *laid, const uint32_t *cells,
                        size_t count)
{
  bcov_piece_finder_count (&reader->reading->finder, laid->piece);
  return bcov_covering_lay (reader->reading->covering, laid->piece, laid->form, cells, count,
                            reader->reading->err);
}

/* Returns whether each of COUNT groups is a piece.  IN_PARTS tells whether the piece of the letter
   is in several parts, so that the groups may be one piece. */
static bool fit_alone (letter_reader *reader, const letter_group *groups, size_t count,
                       bool *in_parts)
{
  uint32_t piece = bcov_piece_finder_meant (&reader->reading->finder, groups[0].letter);
  bool all = true;
  for (size_t k = 0; k < count && all; k++) {
    bcov_laid laid;
    all = find_piece (reader, &groups[k], reader->cells + groups[k].first, &laid);
  }
  *in_parts = piece != BCOV_TABLE_NONE && reader->reading->puzzle->pieces.data[piece].parted;
  return all;
}

/* Tries the cells of all COUNT groups of a letter as one piece. */
static bcov_status try_together (letter_reader *reader, const letter_group *groups, size_t count,
                                 bool *found)
{
  bcov_mem *mem = reader->reading->puzzle->mem;
  BCOV_VEC (uint32_t) cells = {0};
  bcov_status status = BCOV_OK;
  for (size_t g = 0; g < count; g++)
    for (uint32_t k = 0; k < groups[g].count && !status; k++)
      status =
          bcov_vec_push (mem, &cells, reader->cells[groups[g].first + k], reader->reading->err);
  bcov_laid laid;
  letter_group whole = {groups[0].letter, 0, (uint32_t)cells.count};
  *found = !status && find_piece (reader, &whole, cells.data, &laid);
  if (*found)
    status = lay (reader, &laid, cells.data, cells.count);
  bcov_vec_free (mem, &cells);
  return status;
}

static bcov_status lay_alone (letter_reader *reader, const letter_group *group)
{
  const bcov_board *board = &reader->reading->puzzle->board;
  const uint32_t *cells = reader->cells + group->first;
  bcov_laid laid;
  if (find_piece (reader, group, cells, &laid))
    return lay (reader, &laid, cells, group->count);
  tell_at (reader, board->cells[cells[0]],
           "the connected cells of %s here do not form a piece of the puzzle", group->letter);
  return BCOV_OK;
}

/* Places the pieces of COUNT groups with one letter. */
static bcov_status lay_letter (letter_reader *reader, const letter_group *groups, size_t count)
{
  bool in_parts, together = false;
  bcov_status status = BCOV_OK;
  if (count > 1 && (!fit_alone (reader, groups, count, &in_parts) || in_parts))
    status = try_together (reader, groups, count, &together);
  for (size_t k = 0; k < count && !status && !together; k++)
    status = lay_alone (reader, &groups[k]);
  return status;
}

static bcov_status lay_all (letter_reader *reader)
{
  bcov_status status = BCOV_OK;
  const letter_group *groups = reader->groups.data;
  for (size_t k = 0, next; k < reader->groups.count && !status; k = next) {
    for (next = k; next < reader->groups.count && groups[next].letter == groups[k].letter; next++)
      ;
    status = lay_letter (reader, groups + k, next - k);
  }
  return status;
}

/* ---- the covering ---- */

static bcov_status start (letter_reader *reader)
{
  const bcov_puzzle *puzzle = reader->reading->puzzle;
  uint32_t n = puzzle->board.n_cells;
  reader->letters = bcov_mem_alloc (puzzle->mem, n, sizeof (uint32_t), reader->reading->err);
  reader->cells = bcov_mem_alloc (puzzle->mem, n, sizeof (uint32_t), reader->reading->err);
  return reader->letters && reader->cells ? BCOV_OK : bcov_mem_status (puzzle->mem);
}

/* Reads the number that `fill` prints before the rows, if there is one. */
static bool take_number (bcov_lines *lines, size_t count, size_t rows, uint64_t *out)
{
  bcov_line line;
  bcov_lines_peek (lines, &line);
  if (count != rows + 1 || !bcov_text_number (line.bytes, line.length, UINT64_MAX, out))
    return false;
  bcov_lines_take (lines);
  return true;
}

static bcov_status read_board (letter_reader *reader, bcov_lines lines)
{
  bcov_status status = start (reader);
  if (status)
    return status;
  read_rows (reader, lines);
  if (reader->complete)
    status = find_groups (reader);
  return status ? status : lay_all (reader);
}

bcov_status bcov_read_letters (bcov_reading *reading, bcov_lines first, size_t count,
                               bool *complete)
{
  letter_reader reader = {.reading = reading, .complete = true};
  bcov_mem *mem = reading->puzzle->mem;
  size_t rows = (size_t)reading->puzzle->board.rows, at_line = first.number;
  uint64_t said = 0;
  bool has_number = reading->partial = take_number (&first, count, rows, &said);
  *complete = false;
  if (count - has_number != rows) {
    bcov_reading_tell (
        reading, BCOV_WRONG, at_line, 0,
        "this covering has %zu rows instead of %zu; an empty line separates coverings", count,
        rows);
    return BCOV_OK;
  }
  reader.line = first.number;
  bcov_status status = read_board (&reader, first);
  if (!status && reader.complete && has_number && said != reading->covering->cells.count) {
    reader.complete = false;
    bcov_reading_tell (reading, BCOV_WRONG, at_line, 0,
                       "%llu cells are stated, but %zu are covered", (unsigned long long)said,
                       reading->covering->cells.count);
  }
  *complete = reader.complete;
  bcov_mem_free (mem, reader.letters);
  bcov_mem_free (mem, reader.cells);
  bcov_vec_free (mem, &reader.groups);
  return status;
}
