/* Puzzle files.  The tree is read first; then each key is taken in an order in which later ones can
   rely on earlier ones: the lattice (which the board may imply), the board, pieces and table, and
   the rules, which speak of tags and colours of pieces.  A mistake in one key does not keep the
   others from being read, so that one pass tells all; only what would merely echo a mistake told
   already is left out. */

#include "format/puzzle/yaml_read.h"
#include "format/puzzle/board_text.h"
#include "format/text/bytes.h"
#include "format/puzzle/table_text.h"
#include "format/tree/tree_read.h"
#include "format/puzzle/yaml_pieces.h"
#include "format/puzzle/yaml_rules.h"
#include "format/puzzle/yaml_values.h"
#include "puzzle/puzzle_finish.h"

#include <string.h>

enum { TITLE, SOURCE, LATTICE, BOARD, WRAP, PIECES, TABLE, RULES, ANSWERS, KEYS };
static const char *const keys[KEYS] = {"title",  "source", "lattice", "board",  "wrap",
                                       "pieces", "table",  "rules",   "answers"};

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  bcov_tree tree;
  bcov_puzzle *puzzle;
  uint32_t at[KEYS]; /* the value of each key, or BCOV_NO_NODE */
  bcov_spans spans;  /* the layers of the board's drawing */
  bcov_drawing drawing;
  bool has_board, has_pieces; /* and nothing is wrong with them */
  bcov_status status;         /* the gravest so far */
} reader;

static bcov_status note (reader *r, bcov_status status)
{
  r->status = status > r->status ? status : r->status;
  return status;
}

/* Whether KEY says something. */
static bool says (const reader *r, unsigned key)
{
  return r->at[key] != BCOV_NO_NODE && !bcov_tree_is_null (&r->tree, r->at[key]);
}

/* ---- title and source ---- */

/* A text of any length; lines and tabs may stand in it, other controls may not. */
static bcov_status copy_text (reader *r, uint32_t node, const char *what, char **out)
{
  if (!bcov_tree_is (&r->tree, node, BCOV_NODE_TEXT))
    return bcov_yaml_refuse (&r->tree, node, what, "a text", r->err);
  const char *text = bcov_tree_text (&r->tree, node);
  size_t length = bcov_tree_node (&r->tree, node)->count;
  bcov_status status = bcov_bytes_check (bcov_tree_span (&r->tree, node), r->err);
  while (length && text[length - 1] == '\n')
    length--;
  if (status || !length)
    return status;
  *out = bcov_mem_copy (r->mem, text, length, r->err);
  return *out ? BCOV_OK : bcov_mem_status (r->mem);
}

static void read_texts (reader *r)
{
  if (says (r, TITLE))
    note (r, copy_text (r, r->at[TITLE], "the title", &r->puzzle->title));
  if (says (r, SOURCE))
    note (r, copy_text (r, r->at[SOURCE], "the source", &r->puzzle->source));
}

/* ---- lattice, board, wrap ---- */

/* The lattice that was said, or else implied by the board; BCOV_LATTICES when it is wrong. */
static bcov_lattice find_lattice (reader *r)
{
  bcov_lattice lattice = r->drawing.n_layers ? bcov_board_text_lattice (&r->drawing) : BCOV_SQUARE;
  if (!says (r, LATTICE))
    return lattice == BCOV_LATTICES ? BCOV_SQUARE : lattice;
  uint32_t node = r->at[LATTICE];
  lattice = BCOV_LATTICES;
  if (!bcov_tree_is (&r->tree, node, BCOV_NODE_TEXT))
    note (r, bcov_yaml_refuse (&r->tree, node, "the lattice", "square, cube, hex or triangle",
                               r->err));
  else
    note (r, bcov_board_text_lattice_named (bcov_tree_span (&r->tree, node), &lattice, r->err));
  return lattice;
}

/* Reads the value of board: as a text or texts; what they say comes later. */
static void take_board (reader *r)
{
  bcov_place place = {.file = r->tree.file};
  if (r->at[BOARD] == BCOV_NO_NODE)
    note (r, bcov_error_add (r->err, BCOV_INPUT, &place,
                             "no board; add a line such as 'board: 6x8', or a drawing"));
  else if (note (r, bcov_yaml_drawing (&r->tree, r->at[BOARD], "the board", &r->spans, &r->drawing,
                                       r->err)))
    r->drawing.n_layers = 0;
}

static void read_board (reader *r, bcov_lattice lattice)
{
  if (r->drawing.n_layers)
    r->has_board =
        !note (r, bcov_board_text_read (r->mem, &r->drawing, lattice, &r->puzzle->board, r->err));
  r->puzzle->board.lattice = lattice;
}

static void read_wrap (reader *r)
{
  uint32_t node = r->at[WRAP];
  bcov_board *board = &r->puzzle->board;
  if (!says (r, WRAP))
    return;
  if (!bcov_tree_is (&r->tree, node, BCOV_NODE_TEXT))
    note (r, bcov_yaml_refuse (&r->tree, node, "wrap", "none, columns, rows or both", r->err));
  else
    note (r, bcov_board_text_wrap (bcov_tree_span (&r->tree, node), board->lattice, &board->wrap,
                                   r->err));
}

/* ---- pieces and table ---- */

static bcov_status read_table (reader *r)
{
  bcov_spans spans;
  bcov_drawing drawing;
  bcov_status status =
      bcov_yaml_drawing (&r->tree, r->at[TABLE], "the table", &spans, &drawing, r->err);
  if (!status && drawing.n_layers > 1 && r->puzzle->board.lattice != BCOV_CUBE) {
    bcov_place place = bcov_tree_place (&r->tree, r->at[TABLE]);
    status = bcov_error_add (r->err, BCOV_INPUT, &place,
                             "a table in layers, but the lattice is %s; say lattice: cube",
                             bcov_lattice_name (r->puzzle->board.lattice));
  }
  if (!status)
    status = bcov_table_text_read (r->puzzle, &drawing, r->err);
  bcov_vec_free (r->mem, &spans);
  return status;
}

static void read_pieces (reader *r)
{
  bcov_place place = {.file = r->tree.file};
  bcov_status pieces = BCOV_OK, table = BCOV_OK;
  if (r->at[PIECES] == BCOV_NO_NODE && r->at[TABLE] == BCOV_NO_NODE)
    pieces = bcov_error_add (r->err, BCOV_INPUT, &place,
                             "no pieces; add a line such as 'pieces: pentominoes', or a table");
  if (r->at[PIECES] != BCOV_NO_NODE)
    pieces = bcov_yaml_pieces (&r->tree, r->at[PIECES], r->puzzle, r->err);
  if (r->at[TABLE] != BCOV_NO_NODE && pieces <= BCOV_INPUT)
    table = read_table (r);
  note (r, pieces);
  note (r, table);
  r->has_pieces = !pieces && !table;
}

/* ---- the whole ---- */

static bcov_place find_letter (const void *data, bcov_cell cell)
{
  const reader *r = data;
  bcov_drawing_finder finder = {.walk.drawing = &r->drawing};
  return bcov_drawing_find (&finder, cell);
}

/* Reads what the keys say, in an order in which each can rely on those before. */
static void read_keys (reader *r)
{
  read_texts (r);
  take_board (r);
  bcov_lattice lattice = find_lattice (r);
  if (lattice == BCOV_LATTICES || r->status > BCOV_INPUT)
    return;
  read_board (r, lattice);
  if (r->status <= BCOV_INPUT)
    read_wrap (r);
  if (r->status <= BCOV_INPUT)
    read_pieces (r);
  if (r->status <= BCOV_INPUT && says (r, RULES))
    note (r, bcov_yaml_rules (&r->tree, r->at[RULES], r->puzzle, r->has_pieces, r->err));
  if (r->status <= BCOV_INPUT && says (r, ANSWERS))
    note (r, bcov_yaml_answers (&r->tree, r->at[ANSWERS], r->puzzle, r->err));
  if (r->has_board && r->has_pieces && r->status <= BCOV_INPUT)
    note (r, bcov_puzzle_finish (r->puzzle, find_letter, r, r->err));
}

static bcov_status check_root (reader *r)
{
  bcov_place place = {.file = r->tree.file};
  uint32_t root = r->tree.root;
  if (root == BCOV_NO_NODE || bcov_tree_is_null (&r->tree, root))
    return bcov_error_add (r->err, BCOV_INPUT, &place,
                           "there is no puzzle in it; it needs at least 'board: 6x8' and 'pieces: "
                           "L3:any'");
  if (bcov_tree_is (&r->tree, root, BCOV_NODE_MAP))
    return BCOV_OK;
  return bcov_yaml_refuse (&r->tree, root, "the puzzle", "keys and values, as 'board: 6x8'",
                           r->err);
}

static void read_file (reader *r, const char *text, size_t length)
{
  bcov_status status =
      note (r, bcov_tree_read (r->mem, r->puzzle->file, text, length, &r->tree, r->err));
  if (status > BCOV_INPUT || (status && r->tree.root == BCOV_NO_NODE) || note (r, check_root (r)))
    return;
  note (r, bcov_tree_keys (&r->tree, r->tree.root, "a puzzle", keys, KEYS, r->at, r->err));
  read_keys (r);
}

bcov_status bcov_yaml_read (bcov_mem *mem, const char *name, const char *text, size_t length,
                            bcov_puzzle **out, bcov_error *err)
{
  reader r = {.mem = mem, .err = err};
  bcov_status status = bcov_puzzle_new (mem, name, &r.puzzle, err);
  *out = NULL;
  if (status)
    return status;
  r.tree = (bcov_tree){.mem = mem};
  read_file (&r, text, length);
  bcov_vec_free (mem, &r.spans);
  bcov_tree_free (&r.tree);
  if (r.status)
    bcov_puzzle_free (r.puzzle);
  else
    *out = r.puzzle;
  return r.status;
}
