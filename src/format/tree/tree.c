/* What is asked of a tree, and the checks around building it (tree_build.c).

   libyaml parses in linear time what passes the checks made here beforehand: the bytes are UTF-8
   without controls, and there are few directives (it compares each with all others).  Nesting,
   which would cost it a stack, ends at BCOV_MOST_DEPTH.  Aliases are refused, so that a short file
   stays a small tree. */

#include "format/tree/tree.h"
#include "format/text/bytes.h"
#include "format/format.h"
#include "format/text/quote.h"
#include "format/tree/surrogate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- before libyaml ---- */

static bcov_status check_size (const char *file, size_t length, bcov_error *err)
{
  bcov_place place = {.file = file};
  if (length > BCOV_MOST_TEXT)
    return bcov_error_add (err, BCOV_INPUT, &place,
                           "the file has %zu bytes; at most %d can be read", length,
                           BCOV_MOST_TEXT);
  return BCOV_OK;
}

static bcov_status check_directives (bcov_span span, bcov_error *err)
{
  size_t count = 0;
  const char *at = span.text, *end = span.text + span.length;
  for (; at < end && (at = memchr (at, '%', (size_t)(end - at))); at++)
    if ((at == span.text || at[-1] == '\n' || at[-1] == '\r') && ++count > BCOV_MOST_DIRECTIVES) {
      bcov_place place = bcov_span_place (span, (size_t)(at - span.text));
      return bcov_error_add (err, BCOV_INPUT, &place,
                             "more than %d lines start with '%%'; a puzzle needs none of them",
                             BCOV_MOST_DIRECTIVES);
    }
  return BCOV_OK;
}

/* ---- keys that stand twice ---- */

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
                    "the key %s stands here again, first on line %zu; keep one of them",
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

/* ---- the tree as a whole ---- */

static void set_text (bcov_tree *tree, const char *text, size_t length)
{
  bool marked = length >= 3 && !memcmp (text, "\xef\xbb\xbf", 3);
  tree->raw = marked ? text + 3 : text;
  tree->raw_length = marked ? length - 3 : length;
  tree->walk_left = 8 * length + 65536;
}

static bcov_status join_pairs (bcov_tree *tree, bcov_error *err)
{
  size_t length = 0;
  bcov_status status =
      bcov_surrogate_join (tree->mem, tree->raw, tree->raw_length, &tree->joined, &length, err);
  if (tree->joined) {
    tree->raw = tree->joined;
    tree->raw_length = length;
  }
  return status;
}

bcov_status bcov_tree_read (bcov_mem *mem, const char *file, const char *text, size_t length,
                            bcov_tree *out, bcov_error *err)
{
  *out = (bcov_tree){.mem = mem, .file = file, .root = BCOV_NO_NODE};
  out->cursor.node = BCOV_NO_NODE;
  set_text (out, text, length);
  bcov_plain plain;
  bcov_span span = bcov_span_plain (&plain, file, out->raw, out->raw_length);
  bcov_status status = check_size (file, length, err);
  if (!status)
    status = bcov_bytes_check (span, err);
  if (!status)
    status = check_directives (span, err);
  if (!status)
    status = join_pairs (out, err);
  if (!status)
    status = bcov_tree_build (out, err);
  if (out->root != BCOV_NO_NODE) {
    bcov_status doubles = check_maps (out, err);
    status = doubles > status ? doubles : status;
  }
  return status;
}

void bcov_tree_free (bcov_tree *tree)
{
  bcov_mem_free (tree->mem, tree->joined);
  bcov_vec_free (tree->mem, &tree->nodes);
  bcov_vec_free (tree->mem, &tree->bytes);
}

const char *bcov_tree_text (const bcov_tree *tree, uint32_t node)
{
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
  bcov_error_add (err, BCOV_INPUT, &place, "unknown key %s in %s; it may have: %s", quote.text,
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
