/* Converts the events of libyaml to nodes in one array, in the order of the file.  Each node has
   the number of its next sibling.

   libyaml takes linear time for any text that passes these checks, which are made first: the bytes
   are UTF-8 without controls, and there are few directives (libyaml compares each with all others).
   Nesting is limited to BCOV_MOST_DEPTH.  Aliases are refused, so a short file stays a small tree.

   After a mistake that leaves the structure clear (an alias, an anchor, a tag) the reading
   continues; after any other mistake there is no tree. */

#include "format/tree/tree_read.h"
#include "base/text.h"
#include "format/text/bytes.h"
#include "format/text/quote.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

/* ---- before libyaml ---- */

static bcov_status check_directives (bcov_span span, bcov_error *err)
{
  size_t count = 0;
  const char *at = span.text, *end = span.text + span.length;
  for (; at < end && (at = memchr (at, '%', (size_t)(end - at))); at++)
    if ((at == span.text || at[-1] == '\n' || at[-1] == '\r') && ++count > BCOV_MOST_DIRECTIVES) {
      bcov_place place = bcov_span_place (span, (size_t)(at - span.text));
      return bcov_error_add (err, BCOV_INPUT, &place,
                             "more than %d lines start with '%%'; remove them, a puzzle needs none",
                             BCOV_MOST_DIRECTIVES);
    }
  return BCOV_OK;
}

/* JSON escapes a character beyond U+FFFF as a pair, \ud83d\ude00, which YAML does not know. */

/* Returns the value of the escape \uXXXX at TEXT, 0 if there is none. */
static unsigned escape_at (const char *text, size_t left)
{
  char digits[5] = "";
  if (left < 6 || text[0] != '\\' || text[1] != 'u')
    return 0;
  for (size_t k = 0; k < 4; k++)
    if (!isxdigit ((unsigned char)(digits[k] = text[k + 2])))
      return 0;
  return (unsigned)strtoul (digits, NULL, 16);
}

/* Copies JSON to OUT with \U0001f600 for each pair; returns the new length.  In JSON a backslash
   occurs only in strings, and the next character belongs to it. */
static size_t join_pairs (const char *text, size_t length, char *out)
{
  size_t written = 0, bytes;
  for (size_t at = 0; at < length; at += bytes) {
    unsigned high = escape_at (text + at, length - at), low = 0;
    if (high >> 10 == 0xd800 >> 10)
      low = escape_at (text + at + 6, length - at - 6);
    bytes = low >> 10 == 0xdc00 >> 10 ? 12 : text[at] == '\\' && at + 1 < length ? 2 : 1;
    if (bytes == 12)
      written += (size_t)sprintf (out + written, "\\U%08x",
                                  0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff));
    else {
      memcpy (out + written, text + at, bytes);
      written += bytes;
    }
  }
  return written;
}

/* Joins the pairs of a file that starts like JSON; in other YAML, a backslash may stand for
   itself. */
static bcov_status join_escapes (bcov_tree *tree, bcov_error *err)
{
  size_t length = tree->raw_length, at = 0;
  while (at < length && isspace ((unsigned char)tree->raw[at]))
    at++;
  if (at == length || (tree->raw[at] != '{' && tree->raw[at] != '[') ||
      !memmem (tree->raw, length, "\\u", 2))
    return BCOV_OK;
  tree->joined = bcov_mem_alloc (tree->mem, length, 1, err);
  if (!tree->joined)
    return bcov_mem_status (tree->mem);
  tree->raw_length = join_pairs (tree->raw, length, tree->joined);
  tree->raw = tree->joined;
  return BCOV_OK;
}

/* ---- errors of libyaml ---- */

/* libyaml reports a wrong indentation as "did not find expected key".  This table maps the problems
   of libyaml to clearer messages; a problem that is not in the table is reported in the words of
   libyaml. */

static const struct {
  const char *problem; /* its beginning */
  const char *remedy;
} remedies[] = {
    {"mapping values are not allowed",
     "a colon is not expected here; check the indentation, or put the text in quotes"},
    {"could not find expected ':'",
     "a key has no colon; write 'key: value', and indent all rows of a drawing equally"},
    {"did not find expected key", "this line does not fit the lines before it; check the "
                                  "indentation, and that every line is 'key: value'"},
    {"did not find expected '-' indicator",
     "an item of a list must start with '- ', with the same indentation as the first item"},
    {"block sequence entries are not allowed", "'- ' is not expected here; check the indentation"},
    {"did not find expected ',' or ']'", "a comma or a closing ']' is missing"},
    {"did not find expected ',' or '}'", "a comma or a closing '}' is missing"},
    {"found unexpected end of stream", "the file ends inside quotes; add the closing quote"},
    {"found unexpected document indicator", "the text ends inside quotes; add the closing quote"},
    {"found unknown escape character", "no such escape; write \\\\ for a backslash"},
    {"found invalid Unicode character escape code",
     "no such character; write the character itself instead of the escape"},
    {"did not find expected hexdecimal number", "the escape needs more hexadecimal digits"},
    {"did not find expected alphabetic or numeric character",
     "'*' and '&' cannot start a text; put it in quotes"},
    {"did not find expected <document start>",
     "the puzzle ended before this line; check the indentation and the brackets"},
    {"did not find expected node content", "something is missing here; put the text in quotes"},
    {"found a tab character", "tabs are not allowed as indentation; use spaces"},
    {"found incompatible YAML document", "only YAML 1.1 and 1.2 can be read"},
};

static const char *find_remedy (const char *problem)
{
  for (size_t k = 0; k < sizeof remedies / sizeof *remedies; k++)
    if (!strncmp (problem, remedies[k].problem, strlen (remedies[k].problem)))
      return remedies[k].remedy;
  return NULL;
}

/* Returns the byte at MARK, 0 at the end. */
static char byte_at (const char *text, size_t length, yaml_mark_t mark)
{
  size_t line = 0, at = 0;
  for (; at < length && line < mark.line; at++)
    line += text[at] == '\n' || (text[at] == '\r' && (at + 1 == length || text[at + 1] != '\n'));
  for (size_t column = 0; at < length && column < mark.column; column++)
    do
      at++;
    while (at < length && (text[at] & 0xc0) == 0x80);
  return at < length ? text[at] : 0;
}

/* Reports a character that cannot start a token: a tab, or a character that YAML reserves. */
static bcov_status report_start (const bcov_place *place, char c, bcov_error *err)
{
  if (c == '\t')
    return bcov_error_add (err, BCOV_INPUT, place, "a tab is not allowed here; use spaces");
  return bcov_error_add (err, BCOV_INPUT, place, "a text cannot start with '%c'; put it in quotes",
                         c);
}

/* Reports why PARSER failed on the LENGTH bytes at TEXT.  Returns BCOV_INPUT, or BCOV_FAULT if
   memory ran out. */
static bcov_status report_syntax (const yaml_parser_t *parser, const char *file, const char *text,
                                  size_t length, bcov_error *err)
{
  if (parser->error == YAML_MEMORY_ERROR)
    return bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  yaml_mark_t mark = parser->problem_mark;
  bcov_place place = {file, mark.line + 1, mark.column + 1};
  const char *problem = parser->problem ? parser->problem : "unknown problem";
  char c = byte_at (text, length, mark);
  if (!strncmp (problem, "found character that cannot start any token", 43))
    return report_start (&place, c, err);
  const char *remedy = c == '\t' ? "a tab is not allowed here; use spaces" : find_remedy (problem);
  if (!remedy)
    return bcov_error_add (err, BCOV_INPUT, &place,
                           "invalid YAML: %s; check indentation and quotes", problem);
  if (!parser->context || parser->context_mark.line == mark.line)
    return bcov_error_add (err, BCOV_INPUT, &place, "%s", remedy);
  return bcov_error_add (err, BCOV_INPUT, &place, "%s (the enclosing value starts on line %zu)",
                         remedy, parser->context_mark.line + 1);
}

/* ---- nodes ---- */

typedef struct {
  bcov_tree *tree;
  bcov_error *err;
  yaml_parser_t parser;
  struct {
    uint32_t node, last; /* an open list or mapping, and its last child so far */
  } open[BCOV_MOST_DEPTH];
  size_t depth;
  size_t documents;
  bool ended;
  bcov_status status;      /* BCOV_INPUT after a mistake */
  size_t line, line_start; /* the current line (from 0) and its offset */
} builder;

static size_t end_of_line (const bcov_tree *tree, size_t at)
{
  while (at < tree->raw_length && tree->raw[at] != '\n' && tree->raw[at] != '\r')
    at++;
  return at;
}

/* Moves the current line forward to LINE; events come in the order of the file. */
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

/* Makes node NUMBER a child of the innermost open list or mapping. */
static void hang (builder *b, uint32_t number)
{
  bcov_node *nodes = b->tree->nodes.data;
  if (!b->depth) {
    b->tree->root = number;
    return;
  }
  assert (b->depth <= BCOV_MOST_DEPTH);
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
  const char *text = (const char *)event->data.scalar.value;
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
            "the alias '*%.40s' is not allowed; write out its value, or put the text in quotes",
            (const char *)event->data.alias.anchor);
  return add_node (b, event, (bcov_node){.kind = BCOV_NODE_LOST});
}

static bcov_status start_document (builder *b, const yaml_event_t *event)
{
  if (!b->documents++)
    return BCOV_OK;
  complain (
      b, event->start_mark,
      "a second document starts here; a file contains one puzzle: remove '---' or split the file");
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
    assert (b->depth); /* libyaml closes only what it opened */
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
      return report_syntax (&b->parser, b->tree->file, b->tree->raw, b->tree->raw_length, b->err);
    status = take_event (b, &event);
    yaml_event_delete (&event);
  }
  return status;
}

static bcov_status parse (builder *b)
{
  if (!yaml_parser_initialize (&b->parser))
    return bcov_error_add (b->err, BCOV_FAULT, NULL, "the machine is out of memory");
  yaml_parser_set_encoding (&b->parser, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string (&b->parser, (const unsigned char *)b->tree->raw,
                                b->tree->raw_length);
  bcov_status status = take_events (b);
  yaml_parser_delete (&b->parser);
  return status;
}

static bcov_status build (bcov_tree *tree, bcov_error *err)
{
  builder b = {.tree = tree, .err = err};
  bcov_status status = parse (&b);
  if (!status)
    return b.status;
  tree->root = BCOV_NO_NODE;
  return status;
}

/* ---- duplicate keys ---- */

typedef struct {
  const char *text;
  uint32_t node;
} key;

static int compare_keys (const void *a, const void *b)
{
  const key *p = a, *q = b;
  int order = strcmp (p->text, q->text);
  return order ? order : p->node < q->node ? -1 : p->node > q->node;
}

static bool report_doubles (const bcov_tree *tree, const key *keys, size_t count, bcov_error *err)
{
  bool any = false;
  for (size_t k = 1, first = 0; k < count; k++) {
    if (strcmp (keys[k].text, keys[first].text)) {
      first = k;
      continue;
    }
    bcov_place place = bcov_tree_place (tree, keys[k].node);
    bcov_error_add (err, BCOV_INPUT, &place,
                    "the key %s appears again, first on line %zu; keep only one of them",
                    bcov_quote_make (keys[k].text, strlen (keys[k].text)).text,
                    bcov_tree_place (tree, keys[first].node).line);
    any = true;
  }
  return any;
}

static bcov_status check_map (const bcov_tree *tree, uint32_t map, bcov_error *err)
{
  size_t count = 0, most = bcov_tree_node (tree, map)->count / 2;
  key *keys = bcov_mem_alloc (tree->mem, most, sizeof *keys, err);
  if (!keys)
    return bcov_mem_status (tree->mem);
  for (uint32_t k = bcov_tree_first (tree, map); k != BCOV_NO_NODE;
       k = bcov_tree_next (tree, bcov_tree_next (tree, k)))
    if (bcov_tree_is (tree, k, BCOV_NODE_TEXT))
      keys[count++] = (key){bcov_tree_text (tree, k), k};
  qsort (keys, count, sizeof *keys, compare_keys);
  bool doubles = report_doubles (tree, keys, count, err);
  bcov_mem_free (tree->mem, keys);
  return doubles ? BCOV_INPUT : BCOV_OK;
}

static bcov_status check_maps (const bcov_tree *tree, bcov_error *err)
{
  bcov_status worst = BCOV_OK;
  for (uint32_t k = 0; k < tree->nodes.count && worst <= BCOV_INPUT; k++) {
    const bcov_node *node = bcov_tree_node (tree, k);
    bcov_status status =
        node->kind == BCOV_NODE_MAP && node->count > 2 ? check_map (tree, k, err) : BCOV_OK;
    worst = status > worst ? status : worst;
  }
  return worst;
}

/* ---- the file ---- */

static void set_text (bcov_tree *tree, const char *text, size_t length)
{
  bool marked = length >= 3 && !memcmp (text, "\xef\xbb\xbf", 3);
  tree->raw = marked ? text + 3 : text;
  tree->raw_length = marked ? length - 3 : length;
  tree->walk_left = 8 * length + 65536;
}

bcov_status bcov_tree_read (bcov_mem *mem, const char *file, const char *text, size_t length,
                            bcov_tree *out, bcov_error *err)
{
  *out = (bcov_tree){.mem = mem, .file = file, .root = BCOV_NO_NODE};
  out->cursor.node = BCOV_NO_NODE;
  set_text (out, text, length);
  bcov_plain plain;
  bcov_span span = bcov_span_plain (&plain, file, out->raw, out->raw_length);
  bcov_status status = bcov_bytes_check_file (file, out->raw, out->raw_length, err);
  if (!status)
    status = check_directives (span, err);
  if (!status)
    status = join_escapes (out, err);
  if (!status)
    status = build (out, err);
  if (out->root != BCOV_NO_NODE) {
    bcov_status doubles = check_maps (out, err);
    status = doubles > status ? doubles : status;
  }
  return status;
}
