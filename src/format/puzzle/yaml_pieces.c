/* Pieces come as a text (as behind -p), as a list of texts and mappings, or as one mapping.  A
   mapping is either short, NAME: COUNT, or long, with the keys in `attributes`; it is long as soon
   as one of its keys is such a word.  Every entry is read to its end even when something in it is
   wrong, so that all of its mistakes are told at once; the puzzle is then given up as a whole. */

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
} reader;

static bcov_status graver (bcov_status a, bcov_status b)
{
  return a > b ? a : b;
}

/* ---- attributes ---- */

static bcov_status read_count (reader *r, uint32_t node, bcov_amount *out)
{
  bcov_place place = bcov_tree_place (r->tree, node);
  if (!bcov_tree_is (r->tree, node, BCOV_NODE_TEXT))
    return bcov_yaml_refuse (r->tree, node, "the count", "N, N..M, N.. or any", r->err);
  return bcov_amount_read (bcov_tree_text (r->tree, node), bcov_tree_node (r->tree, node)->count,
                           &place, out, r->err);
}

static bcov_status read_said (reader *r, uint32_t node, const char *what, int *out)
{
  bool says = false;
  bcov_status status = bcov_yaml_boolean (r->tree, node, what, &says, r->err);
  if (!status)
    *out = says;
  return status;
}

/* Calls READ for each item of the list NODE. */
static bcov_status each_item (reader *r, uint32_t node, const char *what, const char *wanted,
                              bcov_status (*read) (reader *, uint32_t, size_t, bcov_said *),
                              bcov_said *said)
{
  bcov_status worst = BCOV_OK;
  size_t number = 0;
  if (!bcov_tree_is (r->tree, node, BCOV_NODE_LIST))
    return bcov_yaml_refuse (r->tree, node, what, wanted, r->err);
  for (uint32_t k = bcov_tree_first (r->tree, node); k != BCOV_NO_NODE && worst <= BCOV_INPUT;
       k = bcov_tree_next (r->tree, k))
    worst = graver (worst, read (r, k, number++, said));
  return worst;
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

static bcov_status read_sides (reader *r, uint32_t node, bcov_said *said)
{
  bcov_status status =
      each_item (r, node, "sides", "four colours, such as [a, b, a, c]", read_side, said);
  uint32_t count = bcov_tree_node (r->tree, node)->count;
  if (status || count == SIDE_COUNT)
    return status;
  bcov_place place = bcov_tree_place (r->tree, node);
  return bcov_error_add (r->err, BCOV_INPUT, &place,
                         "sides has %u colours; give four: north, east, south, west", count);
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

/* Reads all that a long entry says besides its shape. */
static bcov_status read_attributes (reader *r, const uint32_t *at, bcov_said *said)
{
  bcov_status worst = BCOV_OK;
  if (at[NAME] != BCOV_NO_NODE)
    worst = bcov_yaml_word (r->tree, at[NAME], "the name", &said->name, r->err);
  if (at[COUNT] != BCOV_NO_NODE)
    worst = graver (worst, read_count (r, at[COUNT], &said->count));
  if (at[TURN] != BCOV_NO_NODE)
    worst = graver (worst, read_said (r, at[TURN], "turn", &said->turn));
  if (at[FLIP] != BCOV_NO_NODE)
    worst = graver (worst, read_said (r, at[FLIP], "flip", &said->flip));
  if (at[POINTS] != BCOV_NO_NODE)
    worst =
        graver (worst, each_item (r, at[POINTS], "points",
                                  "a list of directions, such as [north, west]", read_point, said));
  if (at[SIDES] != BCOV_NO_NODE)
    worst = graver (worst, read_sides (r, at[SIDES], said));
  if (at[TAGS] != BCOV_NO_NODE)
    worst = graver (
        worst, each_item (r, at[TAGS], "tags", "a list of words, such as [up]", read_tag, said));
  return worst;
}

/* ---- shapes ---- */

/* A drawing of several lines or layers.  It has no name of its own. */
static bcov_status add_drawing (reader *r, uint32_t node, const bcov_said *said)
{
  bcov_puzzle *puzzle = r->pieces.puzzle;
  bcov_spans spans;
  bcov_drawing drawing;
  bcov_shape shape = {0};
  char name[32];
  snprintf (name, sizeof name, "piece.%zu", r->entry);
  bcov_status status = bcov_yaml_drawing (r->tree, node, "the shape", &spans, &drawing, r->err);
  if (!status && drawing.n_layers > 1 && puzzle->board.lattice != BCOV_CUBE) {
    bcov_place place = bcov_tree_place (r->tree, node);
    status = bcov_error_add (r->err, BCOV_INPUT, &place,
                             "the shape has layers, but the lattice is %s; write lattice: cube",
                             bcov_lattice_name (puzzle->board.lattice));
  }
  if (!status)
    status = bcov_drawing_shape (puzzle->mem, &drawing, puzzle->board.lattice, &shape, r->err);
  if (!status)
    status = bcov_piece_text_add (&r->pieces, &shape, name, said);
  bcov_shape_free (puzzle->mem, &shape);
  bcov_vec_free (puzzle->mem, &spans);
  return status;
}

/* Whether the shape at NODE is a text of one line, which may be a name. */
static bool is_one_line (const reader *r, uint32_t node)
{
  if (!bcov_tree_is (r->tree, node, BCOV_NODE_TEXT) || bcov_tree_is_null (r->tree, node) ||
      bcov_tree_node (r->tree, node)->style == BCOV_FOLDED)
    return false;
  const char *text = bcov_tree_text (r->tree, node);
  const char *feed = strchr (text, '\n');
  return !feed || !feed[1];
}

/* The text of NODE without the line end that a block has. */
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

/* NAME: COUNT, at KEY. */
static bcov_status read_short (reader *r, uint32_t key)
{
  uint32_t value = bcov_tree_next (r->tree, key);
  bcov_place place = bcov_tree_place (r->tree, key);
  bcov_said said = bcov_piece_text_silent (place);
  if (!bcov_tree_is (r->tree, key, BCOV_NODE_TEXT))
    return BCOV_INPUT;
  if (bcov_tree_is_null (r->tree, value))
    return bcov_error_add (
        r->err, BCOV_INPUT, &place,
        "no count after %s; write NAME: COUNT, with a space after the colon",
        bcov_quote_make (bcov_tree_text (r->tree, key), bcov_tree_node (r->tree, key)->count).text);
  bcov_status worst = read_count (r, value, &said.count);
  bcov_span word = bcov_tree_span (r->tree, key);
  return graver (worst, bcov_piece_text_one (&r->pieces, word, &said));
}

static bcov_status read_long (reader *r, uint32_t map)
{
  uint32_t at[ATTRIBUTES];
  bcov_place place = bcov_tree_place (r->tree, map);
  bcov_status worst = bcov_tree_keys (r->tree, map, "a piece", attributes, ATTRIBUTES, at, r->err);
  uint32_t shape = at[SHAPE] != BCOV_NO_NODE ? at[SHAPE] : at[NAME];
  if (shape == BCOV_NO_NODE)
    return bcov_error_add (r->err, BCOV_INPUT, &place,
                           "this piece has neither shape: nor name:; add one of them");
  bcov_said said = bcov_piece_text_silent (bcov_tree_place (r->tree, shape));
  worst = graver (worst, read_attributes (r, at, &said));
  if (worst > BCOV_INPUT || (at[SHAPE] == BCOV_NO_NODE && !said.name))
    return worst;
  if (at[SHAPE] == BCOV_NO_NODE)
    said.name = NULL; /* its name tells what it is, and is not to be numbered */
  return graver (worst, add_shape (r, shape, &said));
}

static bool is_attribute (const char *word)
{
  for (size_t k = 0; k < ATTRIBUTES; k++)
    if (!strcmp (word, attributes[k]))
      return true;
  return false;
}

/* Whether one of the keys of MAP is an attribute. */
static bool is_long (const reader *r, uint32_t map)
{
  for (uint32_t k = bcov_tree_first (r->tree, map); k != BCOV_NO_NODE;
       k = bcov_tree_next (r->tree, bcov_tree_next (r->tree, k)))
    if (bcov_tree_is (r->tree, k, BCOV_NODE_TEXT) && is_attribute (bcov_tree_text (r->tree, k)))
      return true;
  return false;
}

static bcov_status read_map (reader *r, uint32_t map)
{
  bcov_place place = bcov_tree_place (r->tree, map);
  if (is_long (r, map))
    return read_long (r, map);
  if (bcov_tree_node (r->tree, map)->count == 2)
    return read_short (r, bcov_tree_first (r->tree, map));
  return bcov_error_add (r->err, BCOV_INPUT, &place,
                         "%s in one entry; write each piece as a separate item: - NAME: COUNT",
                         bcov_tree_node (r->tree, map)->count ? "several pieces" : "no piece");
}

static bcov_status read_entry (reader *r, uint32_t node)
{
  r->entry++;
  if (bcov_tree_is (r->tree, node, BCOV_NODE_MAP))
    return read_map (r, node);
  if (!bcov_tree_is (r->tree, node, BCOV_NODE_TEXT) || bcov_tree_is_null (r->tree, node))
    return bcov_yaml_refuse (r->tree, node, "a piece", "a name or a mapping", r->err);
  return bcov_piece_text_list (&r->pieces, bcov_tree_span (r->tree, node));
}

/* ---- all of them ---- */

/* NAME: COUNT for all pieces in one mapping; or one long entry that is not in a list. */
static bcov_status read_whole_map (reader *r, uint32_t map)
{
  bcov_status worst = BCOV_OK;
  r->entry = 1;
  if (is_long (r, map))
    return read_long (r, map);
  for (uint32_t k = bcov_tree_first (r->tree, map); k != BCOV_NO_NODE && worst <= BCOV_INPUT;
       k = bcov_tree_next (r->tree, bcov_tree_next (r->tree, k)))
    worst = graver (worst, read_short (r, k));
  return worst;
}

static bcov_status read_list (reader *r, uint32_t list)
{
  bcov_status worst = BCOV_OK;
  for (uint32_t k = bcov_tree_first (r->tree, list); k != BCOV_NO_NODE && worst <= BCOV_INPUT;
       k = bcov_tree_next (r->tree, k))
    worst = graver (worst, read_entry (r, k));
  return worst;
}

bcov_status bcov_yaml_pieces (bcov_tree *tree, uint32_t node, bcov_puzzle *puzzle, bcov_error *err)
{
  reader r = {.tree = tree, .err = err};
  bcov_status status;
  bcov_piece_reader_start (&r.pieces, puzzle, err);
  if (bcov_tree_is (tree, node, BCOV_NODE_LIST))
    status = read_list (&r, node);
  else if (bcov_tree_is (tree, node, BCOV_NODE_MAP))
    status = read_whole_map (&r, node);
  else if (bcov_tree_is (tree, node, BCOV_NODE_LOST) || bcov_tree_is_null (tree, node))
    status = bcov_yaml_refuse (tree, node, "pieces", "the name of a set, or a list of pieces", err);
  else
    status = bcov_piece_text_list (&r.pieces, bcov_tree_span (tree, node));
  bcov_piece_reader_end (&r.pieces);
  return status;
}
