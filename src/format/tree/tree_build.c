/* From libyaml's events to nodes in one array.  Nodes are numbered in the order of the file; each
   knows its next sibling, so that the tree needs no lists of its own.

   Mistakes that leave the structure clear (an alias, an anchor, a tag) are reported and the reading
   goes on; after the others there is no tree. */

#include "format/tree/tree.h"
#include "format/format.h"
#include "format/tree/surrogate.h"
#include "format/tree/syntax.h"

#include <string.h>
#include <yaml.h>

typedef struct {
  bcov_tree *tree;
  bcov_error *err;
  yaml_parser_t parser;
  struct {
    uint32_t node, last; /* a list or mapping, and its last child so far */
  } open[BCOV_MOST_DEPTH];
  size_t depth;
  size_t documents;
  bool ended;
  bcov_status status;      /* BCOV_INPUT once something was reported */
  size_t line, line_start; /* the line (from 0) reached so far, and its offset */
} builder;

static size_t end_of_line (const bcov_tree *tree, size_t at)
{
  while (at < tree->raw_length && tree->raw[at] != '\n' && tree->raw[at] != '\r')
    at++;
  return at;
}

/* Moves the builder's line forward to LINE; events come in the order of the file. */
static void reach_line (builder *b, size_t line)
{
  const bcov_tree *tree = b->tree;
  while (b->line < line && b->line_start < tree->raw_length) {
    size_t at = end_of_line (tree, b->line_start);
    bool two = at + 1 < tree->raw_length && tree->raw[at] == '\r' && tree->raw[at + 1] == '\n';
    b->line_start = at + (two ? 2 : 1);
    b->line++;
  }
  if (b->line_start > tree->raw_length)
    b->line_start = tree->raw_length;
}

static bcov_place place_of (const builder *b, yaml_mark_t mark)
{
  return (bcov_place){b->tree->file, mark.line + 1, mark.column + 1};
}

#define complain(b, mark, ...)                                                                     \
  do {                                                                                             \
    bcov_place place_ = place_of (b, mark);                                                        \
    (b)->status = bcov_error_add ((b)->err, BCOV_INPUT, &place_, __VA_ARGS__);                     \
  } while (0)

static bool is_key_place (const builder *b)
{
  const bcov_node *parent = &b->tree->nodes.data[b->open[b->depth - 1].node];
  return parent->kind == BCOV_NODE_MAP && parent->count % 2 == 0;
}

/* Hangs node NUMBER below the innermost open list or mapping. */
static void hang (builder *b, uint32_t number)
{
  bcov_node *nodes = b->tree->nodes.data;
  if (!b->depth) {
    b->tree->root = number;
    return;
  }
  uint32_t *last = &b->open[b->depth - 1].last;
  bcov_node *parent = &nodes[b->open[b->depth - 1].node];
  if (*last == BCOV_NO_NODE)
    parent->first = number;
  else
    nodes[*last].next = number;
  *last = number;
  parent->count++;
}

static bcov_status add_node (builder *b, const yaml_event_t *event, bcov_node node)
{
  bcov_tree *tree = b->tree;
  yaml_mark_t mark = event->start_mark;
  if (tree->nodes.count >= BCOV_MOST_NODES) {
    complain (b, mark, "more than %d words, lists and mappings in one file", BCOV_MOST_NODES);
    return BCOV_INPUT;
  }
  if (b->depth && node.kind != BCOV_NODE_TEXT && node.kind != BCOV_NODE_LOST && is_key_place (b))
    complain (b, mark, "a key must be a word, not a list or a mapping; check brackets and '?'");
  reach_line (b, mark.line);
  node.line = (uint32_t)mark.line + 1;
  node.column = (uint32_t)mark.column + 1;
  node.line_start = (uint32_t)b->line_start;
  node.next = BCOV_NO_NODE;
  bcov_status status = bcov_vec_push (tree->mem, &tree->nodes, node, b->err);
  if (!status)
    hang (b, (uint32_t)tree->nodes.count - 1);
  return status;
}

static bcov_node_style style_of (const yaml_event_t *event)
{
  switch (event->data.scalar.style) {
  case YAML_LITERAL_SCALAR_STYLE:
    return BCOV_LITERAL;
  case YAML_FOLDED_SCALAR_STYLE:
    return BCOV_FOLDED;
  default:
    break;
  }
  if (event->start_mark.line != event->end_mark.line)
    return BCOV_FOLDED;
  return event->data.scalar.style == YAML_SINGLE_QUOTED_SCALAR_STYLE   ? BCOV_SINGLE
         : event->data.scalar.style == YAML_DOUBLE_QUOTED_SCALAR_STYLE ? BCOV_DOUBLE
                                                                       : BCOV_PLAIN;
}

static bcov_status add_text (builder *b, const yaml_event_t *event)
{
  bcov_tree *tree = b->tree;
  size_t length = event->data.scalar.length, first = tree->bytes.count;
  char *text = (char *)event->data.scalar.value;
  if (tree->joined)
    length = bcov_surrogate_clean (text, length);
  bcov_node node = {.kind = BCOV_NODE_TEXT, .style = (uint8_t)style_of (event)};
  if (memchr (text, 0, length)) {
    complain (b, event->start_mark, "a NUL character (\\0) in a text; remove it");
    node.kind = BCOV_NODE_LOST;
    length = 0;
  }
  bcov_status status = bcov_vec_reserve (tree->mem, &tree->bytes, first + length + 1, b->err);
  if (status)
    return status;
  memcpy (tree->bytes.data + first, text, length);
  tree->bytes.data[first + length] = 0;
  tree->bytes.count += length + 1;
  node.first = (uint32_t)first;
  node.count = (uint32_t)length;
  return add_node (b, event, node);
}

static bcov_status open_node (builder *b, const yaml_event_t *event, bcov_node_kind kind)
{
  if (b->depth == BCOV_MOST_DEPTH) {
    complain (b, event->start_mark, "lists and mappings nested more than %d deep; a puzzle needs 4",
              BCOV_MOST_DEPTH);
    return BCOV_INPUT;
  }
  bcov_status status =
      add_node (b, event, (bcov_node){.kind = (uint8_t)kind, .first = BCOV_NO_NODE});
  if (!status) {
    b->open[b->depth].node = (uint32_t)b->tree->nodes.count - 1;
    b->open[b->depth++].last = BCOV_NO_NODE;
  }
  return status;
}

/* ---- events ---- */

static void refuse_anchor (builder *b, const yaml_event_t *event, const yaml_char_t *anchor,
                           const yaml_char_t *tag)
{
  if (anchor)
    complain (b, event->start_mark, "the anchor '&%.40s' is not allowed; leave it out",
              (const char *)anchor);
  if (tag)
    complain (b, event->start_mark,
              "the tag '%.40s' is not allowed; leave it out, or put the text "
              "in quotes",
              (const char *)tag);
}

static bcov_status take_alias (builder *b, const yaml_event_t *event)
{
  complain (b, event->start_mark,
            "the alias '*%.40s' is not allowed; write out what it stands for, or put the text in "
            "quotes",
            (const char *)event->data.alias.anchor);
  return add_node (b, event, (bcov_node){.kind = BCOV_NODE_LOST});
}

static bcov_status start_document (builder *b, const yaml_event_t *event)
{
  if (!b->documents++)
    return BCOV_OK;
  complain (
      b, event->start_mark,
      "a second document starts here; a file holds one puzzle: remove '---' or split the file");
  return BCOV_INPUT;
}

static bcov_status take_event (builder *b, const yaml_event_t *event)
{
  switch (event->type) {
  case YAML_DOCUMENT_START_EVENT:
    return start_document (b, event);
  case YAML_ALIAS_EVENT:
    return take_alias (b, event);
  case YAML_SCALAR_EVENT:
    refuse_anchor (b, event, event->data.scalar.anchor, event->data.scalar.tag);
    return add_text (b, event);
  case YAML_SEQUENCE_START_EVENT:
    refuse_anchor (b, event, event->data.sequence_start.anchor, event->data.sequence_start.tag);
    return open_node (b, event, BCOV_NODE_LIST);
  case YAML_MAPPING_START_EVENT:
    refuse_anchor (b, event, event->data.mapping_start.anchor, event->data.mapping_start.tag);
    return open_node (b, event, BCOV_NODE_MAP);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT:
    b->depth--;
    return BCOV_OK;
  case YAML_STREAM_END_EVENT:
    b->ended = true;
    return BCOV_OK;
  default:
    return BCOV_OK;
  }
}

static bcov_status take_events (builder *b)
{
  bcov_status status = BCOV_OK;
  while (!status && !b->ended) {
    yaml_event_t event;
    if (!yaml_parser_parse (&b->parser, &event))
      return bcov_syntax_report (&b->parser, b->tree->file, b->tree->raw, b->tree->raw_length,
                                 b->err);
    status = take_event (b, &event);
    yaml_event_delete (&event);
  }
  return status;
}

static bcov_status parse (builder *b)
{
  if (!yaml_parser_initialize (&b->parser))
    return bcov_error_add (b->err, BCOV_FAULT, NULL, "the machine has no memory left");
  yaml_parser_set_encoding (&b->parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string (&b->parser, (const unsigned char *)b->tree->raw,
                                b->tree->raw_length);
  bcov_status status = take_events (b);
  yaml_parser_delete (&b->parser);
  return status;
}

bcov_status bcov_tree_build (bcov_tree *tree, bcov_error *err)
{
  builder b = {.tree = tree, .err = err};
  bcov_status status = parse (&b);
  if (!status)
    return b.status;
  tree->root = BCOV_NO_NODE;
  return status;
}
