/* Access to a tree.

   To find the place of a character, a cursor walks through the text and the file side by side.
   Plain text is the same in both, quoted text may contain escapes, and the lines of a block ('|')
   lack the indentation of the file, which is the difference of the two lengths.  The walk continues
   where the last one ended, so places in ascending order cost one walk in total.  Walks backwards
   are limited by walk_left; after that, the place of the node is returned instead of the exact
   place.  The total time is therefore a few readings of the file. */

#include "format/tree/tree.h"
#include "base/text.h"
#include "format/text/quote.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void bcov_tree_free (bcov_tree *tree)
{
  bcov_mem_free (tree->mem, tree->joined);
  bcov_vec_free (tree->mem, &tree->nodes);
  bcov_vec_free (tree->mem, &tree->bytes);
}

const char *bcov_tree_text (const bcov_tree *tree, uint32_t node)
{
  assert (node < tree->nodes.count && bcov_tree_is (tree, node, BCOV_NODE_TEXT));
  return tree->bytes.data + tree->nodes.data[node].first;
}

bool bcov_tree_is_null (const bcov_tree *tree, uint32_t node)
{
  if (!bcov_tree_is (tree, node, BCOV_NODE_TEXT) ||
      bcov_tree_node (tree, node)->style != BCOV_PLAIN)
    return false;
  const char *text = bcov_tree_text (tree, node);
  return !*text || !strcmp (text, "~") || !strcmp (text, "null");
}

bcov_place bcov_tree_place (const bcov_tree *tree, uint32_t node)
{
  return (bcov_place){tree->file, tree->nodes.data[node].line, tree->nodes.data[node].column};
}

/* ---- mappings with known keys ---- */

static void report_unknown (const bcov_tree *tree, uint32_t node, const char *what,
                            const char *const *names, size_t count, bcov_error *err)
{
  bcov_place place = bcov_tree_place (tree, node);
  const char *text = bcov_tree_text (tree, node);
  const char *meant = bcov_text_nearest (text, names, count);
  bcov_quote quote = bcov_quote_make (text, strlen (text));
  if (meant) {
    bcov_error_add (err, BCOV_INPUT, &place, "unknown key %s in %s; did you mean '%s'?", quote.text,
                    what, meant);
    return;
  }
  char known[256] = "";
  for (size_t k = 0, n = 0; k < count && n < sizeof known; k++)
    n += (size_t)snprintf (known + n, sizeof known - n, "%s%s", k ? ", " : "", names[k]);
  bcov_error_add (err, BCOV_INPUT, &place, "unknown key %s in %s; the keys are: %s", quote.text,
                  what, known);
}

bcov_status bcov_tree_keys (const bcov_tree *tree, uint32_t map, const char *what,
                            const char *const *names, size_t count, uint32_t *values,
                            bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; k < count; k++)
    values[k] = BCOV_NO_NODE;
  for (uint32_t node = bcov_tree_first (tree, map); node != BCOV_NO_NODE;
       node = bcov_tree_next (tree, bcov_tree_next (tree, node))) {
    size_t at = 0;
    if (!bcov_tree_is (tree, node, BCOV_NODE_TEXT))
      continue;
    while (at < count && strcmp (names[at], bcov_tree_text (tree, node)))
      at++;
    if (at == count) {
      report_unknown (tree, node, what, names, count, err);
      status = BCOV_INPUT;
    } else if (values[at] == BCOV_NO_NODE)
      values[at] = bcov_tree_next (tree, node);
  }
  return status;
}

uint32_t bcov_tree_take (bcov_tree *tree, uint32_t map, const char *name)
{
  bcov_node *nodes = tree->nodes.data;
  uint32_t found = BCOV_NO_NODE, *link = &nodes[map].first;
  while (*link != BCOV_NO_NODE) {
    uint32_t key = *link, value = nodes[key].next;
    if (nodes[key].kind == BCOV_NODE_TEXT && !strcmp (bcov_tree_text (tree, key), name)) {
      found = found == BCOV_NO_NODE ? value : found;
      *link = nodes[value].next;
      nodes[map].count -= 2;
    } else
      link = &nodes[value].next;
  }
  return found;
}

/* ---- places ---- */

static size_t rune_bytes (const char *text, size_t at, size_t length)
{
  size_t n = 1;
  while (at + n < length && (text[at + n] & 0xc0) == 0x80)
    n++;
  return n;
}

/* Moves over one character of the file. */
static void step_raw (const bcov_tree *tree, bcov_tree_cursor *c)
{
  if (c->raw >= tree->raw_length)
    return;
  c->raw += rune_bytes (tree->raw, c->raw, tree->raw_length);
  c->column++;
}

static size_t line_length (const char *text, size_t length)
{
  size_t n = 0;
  while (n < length && text[n] != '\n' && text[n] != '\r')
    n++;
  return n;
}

/* Moves to the next line of the file and past its indentation. */
static void next_line (const bcov_tree *tree, bcov_tree_cursor *c)
{
  const bcov_node *node = bcov_tree_node (tree, c->node);
  const char *text = bcov_tree_text (tree, c->node) + c->offset;
  c->raw += line_length (tree->raw + c->raw, tree->raw_length - c->raw);
  if (c->raw < tree->raw_length)
    c->raw += !strncmp (tree->raw + c->raw, "\r\n", tree->raw_length - c->raw > 1 ? 2 : 1) ? 2 : 1;
  c->raw = c->raw < tree->raw_length ? c->raw : tree->raw_length;
  c->line++;
  size_t own = line_length (text, node->count - c->offset);
  size_t whole = line_length (tree->raw + c->raw, tree->raw_length - c->raw);
  size_t indent = whole > own ? whole - own : 0;
  c->raw += indent;
  c->column = indent + 1;
}

/* Returns the width in the file of the character of a quoted text at C. */
static size_t quoted_width (const bcov_tree *tree, const bcov_tree_cursor *c)
{
  const char *raw = tree->raw + c->raw;
  size_t left = tree->raw_length - c->raw;
  if (left < 2)
    return 1;
  if (bcov_tree_node (tree, c->node)->style == BCOV_SINGLE)
    return raw[0] == '\'' ? 2 : 1;
  if (raw[0] != '\\')
    return 1;
  return raw[1] == 'x' ? 4 : raw[1] == 'u' ? 6 : raw[1] == 'U' ? 10 : 2;
}

/* Moves over one character of the text. */
static void step (const bcov_tree *tree, bcov_tree_cursor *c)
{
  const bcov_node *node = bcov_tree_node (tree, c->node);
  const char *text = bcov_tree_text (tree, c->node);
  bool ends_line = node->style == BCOV_LITERAL && text[c->offset] == '\n';
  bool quoted = node->style == BCOV_SINGLE || node->style == BCOV_DOUBLE;
  size_t width = quoted ? quoted_width (tree, c) : 1;
  c->offset += rune_bytes (text, c->offset, node->count);
  if (ends_line)
    next_line (tree, c);
  else
    for (size_t k = 0; k < width; k++)
      step_raw (tree, c);
}

/* Moves the cursor to the first character of the text of NODE. */
static void start (bcov_tree *tree, uint32_t number)
{
  const bcov_node *node = bcov_tree_node (tree, number);
  bcov_tree_cursor *c = &tree->cursor;
  *c = (bcov_tree_cursor){.node = number, .raw = node->line_start, .line = node->line, .column = 1};
  while (c->column < node->column && c->raw < tree->raw_length)
    step_raw (tree, c);
  if (node->style == BCOV_LITERAL)
    next_line (tree, c);
  else if (node->style != BCOV_PLAIN)
    step_raw (tree, c);
}

/* Takes BYTES off walk_left; returns false if fewer are left. */
static bool may_walk (bcov_tree *tree, size_t bytes)
{
  bool may = bytes <= tree->walk_left;
  tree->walk_left = may ? tree->walk_left - bytes : 0;
  return may;
}

bcov_place bcov_tree_where (bcov_tree *tree, uint32_t number, size_t offset)
{
  const bcov_node *node = bcov_tree_node (tree, number);
  bcov_tree_cursor *c = &tree->cursor;
  bcov_place first = bcov_tree_place (tree, number);
  if (node->style == BCOV_FOLDED || (node->style == BCOV_PLAIN && !offset))
    return first;
  bool anew = c->node != number || c->offset > offset;
  if (!may_walk (tree, anew ? node->column + offset : offset - c->offset))
    return first;
  if (anew)
    start (tree, number);
  while (c->offset < offset && c->offset < node->count)
    step (tree, c);
  return (bcov_place){tree->file, c->line, c->column};
}

static bcov_place find_place (void *data, uint32_t node, size_t offset)
{
  return bcov_tree_where (data, node, offset);
}

bcov_span bcov_tree_span (bcov_tree *tree, uint32_t node)
{
  return (bcov_span){.text = bcov_tree_text (tree, node),
                     .length = bcov_tree_node (tree, node)->count,
                     .where = find_place,
                     .data = tree,
                     .node = node};
}
