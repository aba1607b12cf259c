/* The value of pieces: is a text (as after -p), a list of texts and mappings, or one mapping.  A
   mapping is either short, NAME: COUNT, or long, with the keys in `attributes`; it is long if one
   of its keys is such a word.  After a mistake the reading continues, so all mistakes are reported;
   the reader keeps the worst status. */

#include "format/puzzle/yaml_pieces.h"
#include "format/puzzle/piece_text.h"
#include "format/text/quote.h"
#include "format/puzzle/yaml_values.h"

#include <stdio.h>
#include <string.h>

enum { NAME, SHAPE, COUNT, TURN, FLIP, POINTS, SIDES, TAGS, ATTRIBUTES };
static const char *const attributes[ATTRIBUTES] = {"name", "shape",  "count", "turn",
                                                   "flip", "points", "sides", "tags"};

enum { DIRECTIONS = 8, SIDE_COUNT = 4 };

typedef struct {
  bcov_tree *tree;
  bcov_piece_reader pieces;
  bcov_error *err;
  size_t entry; /* number in the list, from 1 */
  bcov_status status;
} reader;

/* Keeps the worst status; returns whether STATUS is BCOV_OK. */
static bool keep (reader *r, bcov_status status)
{
  r->status = status > r->status ? status : r->status;
  return !status;
}

static bool is_present (const uint32_t *at, unsigned key)
{
  return at[key] != BCOV_NO_NODE;
}

/* ---- attributes ---- */

static void read_count (reader *r, uint32_t node, bcov_amount *out)
{
  bcov_place place = bcov_tree_place (r->tree, node);
  if (!bcov_tree_is (r->tree, node, BCOV_NODE_TEXT))
    keep (r, bcov_yaml_refuse (r->tree, node, "the count", "N, N..M, N.. or any", r->err));
  else
    keep (r, bcov_amount_read (bcov_tree_text (r->tree, node),
                               bcov_tree_node (r->tree, node)->count, &place, out, r->err));
}

static void read_flag (reader *r, uint32_t node, const char *what, int *out)
{
  bool flag = false;
  if (keep (r, bcov_yaml_boolean (r->tree, node, what, &flag, r->err)))
    *out = flag;
}

/* Calls READ for each item of the list NODE. */
static void each_item (reader *r, uint32_t node, const char *what, const char *wanted,
                       bcov_status (*read) (reader *, uint32_t, size_t, bcov_said *),
                       bcov_said *said)
{
  size_t number = 0;
  if (!bcov_tree_is (r->tree, node, BCOV_NODE_LIST)) {
    keep (r, bcov_yaml_refuse (r->tree, node, what, wanted, r->err));
    return;
  }
  for (uint32_t k = bcov_tree_first (r->tree, node); k != BCOV_NO_NODE && r->status <= BCOV_INPUT;
       k = bcov_tree_next (r->tree, k))
    keep (r, read (r, k, number++, said));
}

static bcov_status refuse_point (reader *r, uint32_t node, const char *word)
{
  bcov_place place = bcov_tree_place (r->tree, node);
  bcov_quote quote = bcov_quote_make (word, strlen (word));
  const char *meant = bcov_text_nearest (word, bcov_direction_names, DIRECTIONS);
  if (meant)
    return bcov_error_add (r->err, BCOV_INPUT, &place, "unknown direction %s; did you mean '%s'?",
                           quote.text, meant);
  return bcov_error_add (
      r->err, BCOV_INPUT, &place,
      "unknown direction %s; use north, east, south, west, northeast, southeast, "
      "southwest or northwest",
      quote.text);
}

static bcov_status read_point (reader *r, uint32_t node, size_t number, bcov_said *said)
{
  const char *word;
  (void)number;
  bcov_status status = bcov_yaml_word (r->tree, node, "a direction", &word, r->err);
  if (status)
    return status;
  for (size_t k = 0; k < DIRECTIONS; k++)
    if (!strcmp (word, bcov_direction_names[k])) {
      said->decor.points |= (uint8_t)(1u << k);
      return BCOV_OK;
    }
  return refuse_point (r, node, word);
}

static bcov_status read_side (reader *r, uint32_t node, size_t number, bcov_said *said)
{
  const char *word;
  bcov_puzzle *puzzle = r->pieces.puzzle;
  bcov_status status = bcov_yaml_word (r->tree, node, "a colour", &word, r->err);
  if (status || number >= SIDE_COUNT)
    return status;
  int64_t colour =
      bcov_puzzle_name (puzzle, &puzzle->colours, word, strlen (word), BCOV_MOST_COLOURS, r->err);
  if (colour < 0)
    return puzzle->colours.count >= BCOV_MOST_COLOURS ? BCOV_INPUT : bcov_mem_status (puzzle->mem);
  said->decor.sides[number] = (uint16_t)(colour + 1);
  return BCOV_OK;
}

static void read_sides (reader *r, uint32_t node, bcov_said *said)
{
  bcov_place place = bcov_tree_place (r->tree, node);
  bool is_list = bcov_tree_is (r->tree, node, BCOV_NODE_LIST);
  uint32_t count = bcov_tree_node (r->tree, node)->count;
  each_item (r, node, "sides", "four colours, such as [a, b, a, c]", read_side, said);
  if (is_list && count != SIDE_COUNT)
    keep (r, bcov_error_add (r->err, BCOV_INPUT, &place,
                             "sides has %u colours; give four: north, east, south, west", count));
}

static bcov_status read_tag (reader *r, uint32_t node, size_t number, bcov_said *said)
{
  const char *word;
  bcov_puzzle *puzzle = r->pieces.puzzle;
  (void)number;
  bcov_status status = bcov_yaml_word (r->tree, node, "a tag", &word, r->err);
  if (status)
    return status;
  int64_t tag =
      bcov_puzzle_name (puzzle, &puzzle->tags, word, strlen (word), BCOV_MOST_TAGS, r->err);
  if (tag < 0)
    return puzzle->tags.count >= BCOV_MOST_TAGS ? BCOV_INPUT : bcov_mem_status (puzzle->mem);
  said->tags |= (uint64_t)1 << tag;
  return BCOV_OK;
}

/* Reads all attributes except the shape. */
static void read_attributes (reader *r, const uint32_t *at, bcov_said *said)
{
  if (is_present (at, NAME))
    keep (r, bcov_yaml_word (r->tree, at[NAME], "the name", &said->name, r->err));
  if (is_present (at, COUNT))
    read_count (r, at[COUNT], &said->count);
  if (is_present (at, TURN))
    read_flag (r, at[TURN], "turn", &said->turn);
  if (is_present (at, FLIP))
    read_flag (r, at[FLIP], "flip", &said->flip);
  if (is_present (at, POINTS))
    each_item (r, at[POINTS], "points", "a list of directions, such as [north, west]", read_point,
               said);
  if (is_present (at, SIDES))
    read_sides (r, at[SIDES], said);
  if (is_present (at, TAGS))
    each_item (r, at[TAGS], "tags", "a list of words, such as [up]", read_tag, said);
}

/* ---- shapes ---- */

/* Adds a drawing of several lines or layers. */
static bcov_status add_drawing (reader *r, uint32_t node, const bcov_said *said)
{
  bcov_puzzle *puzzle = r->pieces.puzzle;
  bcov_spans spans;
  bcov_drawing drawing;
  bcov_shape shape = {0};
  char name[32];
  snprintf (name, sizeof name, "piece.%zu", r->entry);
  bcov_status status = bcov_yaml_drawing (r->tree, node, "the shape", puzzle->board.lattice, &spans,
                                          &drawing, r->err);
  if (!status)
    status = bcov_drawing_shape (puzzle->mem, &drawing, puzzle->board.lattice, &shape, r->err);
  if (!status)
    status = bcov_piece_text_add (&r->pieces, &shape, name, said);
  bcov_shape_free (puzzle->mem, &shape);
  bcov_vec_free (puzzle->mem, &spans);
  return status;
}

/* Returns whether the shape at NODE is a text of one line, which may be a name. */
static bool is_one_line (const reader *r, uint32_t node)
{
  if (!bcov_tree_is (r->tree, node, BCOV_NODE_TEXT) || bcov_tree_is_null (r->tree, node) ||
      bcov_tree_node (r->tree, node)->style == BCOV_FOLDED)
    return false;
  const char *text = bcov_tree_text (r->tree, node);
  const char *feed = strchr (text, '\n');
  return !feed || !feed[1];
}

/* Returns the text of NODE without the line end of a block. */
static bcov_span line_of (reader *r, uint32_t node)
{
  bcov_span line = bcov_tree_span (r->tree, node);
  size_t length = line.length;
  while (length && (line.text[length - 1] == '\n' || line.text[length - 1] == '\r'))
    length--;
  return bcov_span_part (line, 0, length);
}

static bcov_status add_shape (reader *r, uint32_t node, const bcov_said *said)
{
  if (is_one_line (r, node))
    return bcov_piece_text_one (&r->pieces, line_of (r, node), said);
  return add_drawing (r, node, said);
}

/* ---- entries ---- */

/* Reads NAME: COUNT at KEY. */
static void read_short (reader *r, uint32_t key)
{
  uint32_t value = bcov_tree_next (r->tree, key);
  bcov_place place = bcov_tree_place (r->tree, key);
  bcov_said said = bcov_piece_text_silent (place);
  if (!bcov_tree_is (r->tree, key, BCOV_NODE_TEXT)) {
    keep (r, BCOV_INPUT);
    return;
  }
  bcov_span word = bcov_tree_span (r->tree, key);
  if (bcov_tree_is_null (r->tree, value)) {
    keep (r, bcov_error_add (r->err, BCOV_INPUT, &place,
                             "no count after %s; write NAME: COUNT, with a space after the colon",
                             bcov_quote_make (word.text, word.length).text));
    return;
  }
  read_count (r, value, &said.count);
  keep (r, bcov_piece_text_one (&r->pieces, word, &said));
}

static void read_long (reader *r, uint32_t map)
{
  uint32_t at[ATTRIBUTES];
  bcov_place place = bcov_tree_place (r->tree, map);
  keep (r, bcov_tree_keys (r->tree, map, "a piece", attributes, ATTRIBUTES, at, r->err));
  uint32_t shape = is_present (at, SHAPE) ? at[SHAPE] : at[NAME];
  if (shape == BCOV_NO_NODE) {
    keep (r, bcov_error_add (r->err, BCOV_INPUT, &place,
                             "this piece has neither shape: nor name:; add one of them"));
    return;
  }
  bcov_said said = bcov_piece_text_silent (bcov_tree_place (r->tree, shape));
  read_attributes (r, at, &said);
  if (r->status > BCOV_INPUT || (!is_present (at, SHAPE) && !said.name))
    return;
  if (!is_present (at, SHAPE))
    said.name = NULL; /* the name is the shape; do not number its members */
  keep (r, add_shape (r, shape, &said));
}

static bool is_attribute (const char *word)
{
  for (size_t k = 0; k < ATTRIBUTES; k++)
    if (!strcmp (word, attributes[k]))
      return true;
  return false;
}

/* Returns whether one of the keys of MAP is an attribute. */
static bool is_long (const reader *r, uint32_t map)
{
  for (uint32_t k = bcov_tree_first (r->tree, map); k != BCOV_NO_NODE;
       k = bcov_tree_next (r->tree, bcov_tree_next (r->tree, k)))
    if (bcov_tree_is (r->tree, k, BCOV_NODE_TEXT) && is_attribute (bcov_tree_text (r->tree, k)))
      return true;
  return false;
}

static void read_map (reader *r, uint32_t map)
{
  bcov_place place = bcov_tree_place (r->tree, map);
  uint32_t count = bcov_tree_node (r->tree, map)->count;
  if (is_long (r, map))
    read_long (r, map);
  else if (count == 2)
    read_short (r, bcov_tree_first (r->tree, map));
  else
    keep (r, bcov_error_add (r->err, BCOV_INPUT, &place,
                             "%s in one entry; write each piece as a separate item: - NAME: COUNT",
                             count ? "several pieces" : "no piece"));
}

static void read_entry (reader *r, uint32_t node)
{
  r->entry++;
  if (bcov_tree_is (r->tree, node, BCOV_NODE_MAP))
    read_map (r, node);
  else if (!bcov_tree_is (r->tree, node, BCOV_NODE_TEXT) || bcov_tree_is_null (r->tree, node))
    keep (r, bcov_yaml_refuse (r->tree, node, "a piece", "a name or a mapping", r->err));
  else
    keep (r, bcov_piece_text_list (&r->pieces, bcov_tree_span (r->tree, node)));
}

/* ---- the list ---- */

/* Reads NAME: COUNT for all pieces in one mapping, or one long entry outside of a list. */
static void read_whole_map (reader *r, uint32_t map)
{
  r->entry = 1;
  if (is_long (r, map))
    read_long (r, map);
  else
    for (uint32_t k = bcov_tree_first (r->tree, map); k != BCOV_NO_NODE && r->status <= BCOV_INPUT;
         k = bcov_tree_next (r->tree, bcov_tree_next (r->tree, k)))
      read_short (r, k);
}

bcov_status bcov_yaml_pieces (bcov_tree *tree, uint32_t node, bcov_puzzle *puzzle, bcov_error *err)
{
  reader r = {.tree = tree, .err = err};
  bcov_piece_reader_start (&r.pieces, puzzle, err);
  if (bcov_tree_is (tree, node, BCOV_NODE_LIST))
    for (uint32_t k = bcov_tree_first (tree, node); k != BCOV_NO_NODE && r.status <= BCOV_INPUT;
         k = bcov_tree_next (tree, k))
      read_entry (&r, k);
  else if (bcov_tree_is (tree, node, BCOV_NODE_MAP))
    read_whole_map (&r, node);
  else if (bcov_tree_is (tree, node, BCOV_NODE_LOST) || bcov_tree_is_null (tree, node))
    keep (&r,
          bcov_yaml_refuse (tree, node, "pieces", "the name of a set, or a list of pieces", err));
  else
    keep (&r, bcov_piece_text_list (&r.pieces, bcov_tree_span (tree, node)));
  bcov_piece_reader_end (&r.pieces);
  return r.status;
}
