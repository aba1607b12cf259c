/* Reads puzzle files.  The key `format` is first: a file of a newer format is refused with a single
   message.  The order of the other keys lets each rely on those before it: the lattice (which the
   board may imply), the board, pieces and table, and the rules, which refer to tags and colours of
   pieces by name.  A tag or colour that no piece has is an error.

   After a mistake in one key the others are read, too, so all mistakes are reported in one pass,
   except those that only follow from another one. */

#include "format/puzzle/yaml_read.h"
#include "format/puzzle/board_text.h"
#include "format/text/bytes.h"
#include "format/puzzle/table_text.h"
#include "format/tree/tree_read.h"
#include "format/puzzle/yaml_pieces.h"
#include "format/puzzle/yaml_values.h"
#include "format/text/amount.h"
#include "format/text/quote.h"
#include "puzzle/puzzle_finish.h"

#include <string.h>

enum { TITLE, SOURCE, LATTICE, BOARD, WRAP, PIECES, TABLE, RULES, ANSWERS, KEYS };
static const char *const keys[KEYS] = {"title",  "source", "lattice", "board",  "wrap",
                                       "pieces", "table",  "rules",   "answers"};

enum { ROWS, COLUMNS, BORDER, FILL_HOLES, RULE_KEYS };
static const char *const rule_keys[RULE_KEYS] = {"rows", "columns", "border", "pieces-fill-holes"};

static const char *const questions[] = {"count", "count-up-to-symmetry", "fill"};
enum { QUESTIONS = sizeof questions / sizeof *questions };

typedef __typeof__ (((bcov_puzzle *)0)->row_quotas) quota_list;

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  bcov_tree tree;
  bcov_puzzle *puzzle;
  uint32_t at[KEYS]; /* the value of each key, or BCOV_NO_NODE */
  bcov_spans spans;  /* the layers of the board's drawing */
  bcov_drawing drawing;
  bool has_board, has_pieces; /* without mistakes */
  bcov_status status;         /* the worst so far */
} reader;

static bcov_status note (reader *r, bcov_status status)
{
  r->status = status > r->status ? status : r->status;
  return status;
}

/* Returns whether KEY has a value. */
static bool says (const reader *r, unsigned key)
{
  return r->at[key] != BCOV_NO_NODE && !bcov_tree_is_null (&r->tree, r->at[key]);
}

/* ---- format ---- */

/* Returns whether TEXT is a whole number above 1. */
static bool is_newer (const char *text)
{
  return *text > '0' && *text <= '9' && !text[strspn (text, "0123456789")] && strcmp (text, "1");
}

/* Removes the key `format` from the tree; returns false if the rest may not be format 1. */
static bool read_format (reader *r)
{
  uint32_t node = bcov_tree_take (&r->tree, r->tree.root, "format");
  if (node == BCOV_NO_NODE)
    return true;
  bcov_place place = bcov_tree_place (&r->tree, node);
  bool is_text = bcov_tree_is (&r->tree, node, BCOV_NODE_TEXT);
  const char *text = is_text ? bcov_tree_text (&r->tree, node) : "";
  if (!is_text || bcov_tree_is_null (&r->tree, node))
    note (r, bcov_yaml_refuse (&r->tree, node, "the format", "1, or leave it out", r->err));
  else if (is_newer (text))
    note (r, bcov_error_add (r->err, BCOV_INPUT, &place,
                             "format %.20s is newer than this version, which reads format 1; "
                             "install a newer boardcover",
                             text));
  else if (strcmp (text, "1"))
    note (r,
          bcov_error_add (r->err, BCOV_INPUT, &place, "unknown format %s; write 1, or leave it out",
                          bcov_quote_make (text, strlen (text)).text));
  return !is_newer (text);
}

/* ---- title and source ---- */

/* Copies a text of any length, which may contain line ends and tabs but no other controls. */
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

/* Returns the lattice that is given or that the board implies; BCOV_LATTICES after a mistake. */
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

/* Finds the texts of the value of board:; read_board interprets them. */
static void take_board (reader *r)
{
  bcov_place place = {.file = r->tree.file};
  if (r->at[BOARD] == BCOV_NO_NODE)
    note (r, bcov_error_add (r->err, BCOV_INPUT, &place,
                             "no board; add a line such as 'board: 6x8', or a drawing"));
  else if (note (r, bcov_yaml_drawing (&r->tree, r->at[BOARD], "the board", BCOV_LATTICES,
                                       &r->spans, &r->drawing, r->err)))
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
  bcov_status status = bcov_yaml_drawing (&r->tree, r->at[TABLE], "the table",
                                          r->puzzle->board.lattice, &spans, &drawing, r->err);
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

/* ---- rules ---- */

/* Finds the number of the word at NODE in NAMES; reports a word that is not there. */
static bcov_status find_name (reader *r, uint32_t node, const bcov_names *names, const char *what,
                              size_t *out)
{
  const char *word;
  bcov_status status = bcov_yaml_word (&r->tree, node, what, &word, r->err);
  if (status)
    return status;
  for (*out = 0; *out < names->count; ++*out)
    if (!strcmp (word, names->data[*out]))
      return BCOV_OK;
  if (!r->has_pieces) /* the word may belong to a piece that could not be read */
    return BCOV_INPUT;
  bcov_text known = {0};
  for (size_t k = 0; k < names->count && known.length < 400; k++)
    bcov_text_printf (&known, "%s%s", k ? ", " : "", names->data[k]);
  bcov_place place = bcov_tree_place (&r->tree, node);
  status = bcov_error_add (r->err, BCOV_INPUT, &place, "no piece has %s %s; %s%s", what,
                           bcov_quote_make (word, strlen (word)).text,
                           known.length ? "known: " : "add it to a piece",
                           known.length ? known.data : "");
  bcov_text_drop (&known);
  return status;
}

/* Reads TAG: COUNT at KEY. */
static bcov_status read_quota (reader *r, uint32_t key, bcov_quota *out)
{
  size_t tag = 0;
  bcov_amount amount = {0, 0};
  uint32_t value = bcov_tree_next (&r->tree, key);
  bcov_place place = bcov_tree_place (&r->tree, value);
  bcov_status status = find_name (r, key, &r->puzzle->tags, "the tag", &tag), wrong;
  if (!bcov_tree_is (&r->tree, value, BCOV_NODE_TEXT))
    wrong = bcov_yaml_refuse (&r->tree, value, "the quota", "N or N..M", r->err);
  else
    wrong = bcov_amount_read (bcov_tree_text (&r->tree, value),
                              bcov_tree_node (&r->tree, value)->count, &place, &amount, r->err);
  *out = (bcov_quota){(uint32_t)tag, amount.lo, amount.hi};
  return status > wrong ? status : wrong;
}

/* Reads {TAG: COUNT, ...}. */
static void read_quotas (reader *r, uint32_t node, const char *what, quota_list *quotas)
{
  if (!bcov_tree_is (&r->tree, node, BCOV_NODE_MAP)) {
    note (r, bcov_yaml_refuse (&r->tree, node, what, "{tag: N}", r->err));
    return;
  }
  for (uint32_t k = bcov_tree_first (&r->tree, node); k != BCOV_NO_NODE && r->status <= BCOV_INPUT;
       k = bcov_tree_next (&r->tree, bcov_tree_next (&r->tree, k))) {
    bcov_quota quota;
    if (!note (r, read_quota (r, k, &quota)))
      note (r, bcov_vec_push (r->puzzle->mem, quotas, quota, r->err));
  }
}

static void read_border (reader *r, uint32_t node)
{
  size_t colour;
  if (!note (r, find_name (r, node, &r->puzzle->colours, "the colour", &colour)))
    r->puzzle->border = (uint16_t)(colour + 1);
}

static void read_rules (reader *r, uint32_t node)
{
  uint32_t at[RULE_KEYS];
  if (!bcov_tree_is (&r->tree, node, BCOV_NODE_MAP)) {
    note (r, bcov_yaml_refuse (&r->tree, node, "rules", "a mapping, such as 'border: a'", r->err));
    return;
  }
  note (r, bcov_tree_keys (&r->tree, node, "rules", rule_keys, RULE_KEYS, at, r->err));
  if (at[ROWS] != BCOV_NO_NODE)
    read_quotas (r, at[ROWS], "rows", &r->puzzle->row_quotas);
  if (at[COLUMNS] != BCOV_NO_NODE)
    read_quotas (r, at[COLUMNS], "columns", &r->puzzle->column_quotas);
  if (at[BORDER] != BCOV_NO_NODE)
    read_border (r, at[BORDER]);
  if (at[FILL_HOLES] != BCOV_NO_NODE)
    note (r, bcov_yaml_boolean (&r->tree, at[FILL_HOLES], "pieces-fill-holes",
                                &r->puzzle->fill_holes, r->err));
}

/* ---- answers ---- */

/* Reads a number of any length and drops leading zeros, so that equal numbers are equal texts. */
static bcov_status read_answer (reader *r, uint32_t node, const char *question)
{
  bcov_place place = bcov_tree_place (&r->tree, node);
  if (!bcov_tree_is (&r->tree, node, BCOV_NODE_TEXT))
    return bcov_yaml_refuse (&r->tree, node, question, "a number", r->err);
  const char *text = bcov_tree_text (&r->tree, node);
  size_t length = bcov_tree_node (&r->tree, node)->count;
  if (!length || strspn (text, "0123456789") != length)
    return bcov_error_add (r->err, BCOV_INPUT, &place,
                           "the answer %s is not a whole number; write only decimal digits",
                           bcov_quote_make (text, length).text);
  while (length > 1 && *text == '0') {
    text++;
    length--;
  }
  bcov_mem *mem = r->puzzle->mem;
  bcov_stated stated = {question, bcov_mem_copy (mem, text, length, r->err), place};
  bcov_status status = stated.value ? bcov_vec_push (mem, &r->puzzle->stated, stated, r->err)
                                    : bcov_mem_status (mem);
  if (status)
    bcov_mem_free (mem, stated.value);
  return status;
}

static void read_answers (reader *r, uint32_t node)
{
  uint32_t at[QUESTIONS];
  if (!bcov_tree_is (&r->tree, node, BCOV_NODE_MAP)) {
    note (r,
          bcov_yaml_refuse (&r->tree, node, "answers", "a mapping, such as {count: 520}", r->err));
    return;
  }
  note (r, bcov_tree_keys (&r->tree, node, "answers", questions, QUESTIONS, at, r->err));
  for (size_t k = 0; k < QUESTIONS && r->status <= BCOV_INPUT; k++)
    if (at[k] != BCOV_NO_NODE)
      note (r, read_answer (r, at[k], questions[k]));
}

/* ---- the file ---- */

/* Reads the values of all keys, in an order in which each can rely on those before it. */
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
    read_rules (r, r->at[RULES]);
  if (r->status <= BCOV_INPUT && says (r, ANSWERS))
    read_answers (r, r->at[ANSWERS]);
  if (r->has_board && r->has_pieces && r->status <= BCOV_INPUT)
    note (r, bcov_puzzle_finish (r->puzzle, bcov_drawing_letter, &r->drawing, r->err));
}

static bcov_status check_root (reader *r)
{
  bcov_place place = {.file = r->tree.file};
  uint32_t root = r->tree.root;
  if (root == BCOV_NO_NODE || bcov_tree_is_null (&r->tree, root))
    return bcov_error_add (
        r->err, BCOV_INPUT, &place,
        "the file contains no puzzle; it needs at least 'board: 6x8' and 'pieces: L3:any'");
  if (bcov_tree_is (&r->tree, root, BCOV_NODE_MAP))
    return BCOV_OK;
  return bcov_yaml_refuse (&r->tree, root, "the puzzle", "keys and values, such as 'board: 6x8'",
                           r->err);
}

static void read_file (reader *r, const char *text, size_t length)
{
  bcov_status status =
      note (r, bcov_tree_read (r->mem, r->puzzle->file, text, length, &r->tree, r->err));
  if (status > BCOV_INPUT || (status && r->tree.root == BCOV_NO_NODE) || note (r, check_root (r)))
    return;
  if (!read_format (r))
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
