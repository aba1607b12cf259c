/* Checks the kind of each value (a text, a list) before its contents. */

#include "format/puzzle/yaml_values.h"
#include "base/text.h"
#include "format/text/bytes.h"
#include "format/puzzle/piece_text.h"
#include "format/text/quote.h"

#include <string.h>
#include <strings.h>

bcov_status bcov_yaml_refuse (const bcov_tree *tree, uint32_t node, const char *what,
                              const char *wanted, bcov_error *err)
{
  static const char *const kinds[] = {"a text", "a list", "a mapping"};
  bcov_place place = bcov_tree_place (tree, node);
  if (bcov_tree_is (tree, node, BCOV_NODE_LOST))
    return BCOV_INPUT;
  if (bcov_tree_is_null (tree, node))
    return bcov_error_add (err, BCOV_INPUT, &place, "%s is empty; write %s", what, wanted);
  return bcov_error_add (err, BCOV_INPUT, &place, "%s is %s here; write %s", what,
                         kinds[bcov_tree_node (tree, node)->kind], wanted);
}

/* Returns the first character of TEXT that is not allowed in a word, or NULL. */
static const char *find_unprintable (const char *text, size_t length)
{
  for (size_t at = 0; at < length;) {
    uint32_t rune = 0;
    size_t bytes = bcov_utf8_decode (text + at, length - at, &rune);
    if (!bytes || rune < ' ' || !bcov_bytes_allow (rune))
      return text + at;
    at += bytes;
  }
  return NULL;
}

bcov_status bcov_yaml_word (bcov_tree *tree, uint32_t node, const char *what, const char **out,
                            bcov_error *err)
{
  bcov_place place = bcov_tree_place (tree, node);
  if (!bcov_tree_is (tree, node, BCOV_NODE_TEXT) || !bcov_tree_node (tree, node)->count)
    return bcov_yaml_refuse (tree, node, what, "a word", err);
  const char *text = bcov_tree_text (tree, node);
  size_t length = bcov_tree_node (tree, node)->count;
  const char *bad = find_unprintable (text, length);
  if (length > BCOV_LONGEST_WORD)
    return bcov_error_add (err, BCOV_INPUT, &place, "%s has %zu bytes; at most %d are allowed",
                           what, length, BCOV_LONGEST_WORD);
  if (bad) {
    place = bcov_tree_where (tree, node, (size_t)(bad - text));
    return bcov_error_add (err, BCOV_INPUT, &place,
                           "%s contains a line break or an unprintable character; remove it", what);
  }
  *out = text;
  return BCOV_OK;
}

bcov_status bcov_yaml_boolean (bcov_tree *tree, uint32_t node, const char *what, bool *out,
                               bcov_error *err)
{
  bcov_place place = bcov_tree_place (tree, node);
  if (!bcov_tree_is (tree, node, BCOV_NODE_TEXT))
    return bcov_yaml_refuse (tree, node, what, "true or false", err);
  const char *text = bcov_tree_text (tree, node);
  bool yes = !strcasecmp (text, "true") || !strcasecmp (text, "yes");
  bool no = !strcasecmp (text, "false") || !strcasecmp (text, "no");
  if (!yes && !no)
    return bcov_error_add (err, BCOV_INPUT, &place, "%s is %s here; write true or false", what,
                           bcov_quote_make (text, strlen (text)).text);
  *out = yes;
  return BCOV_OK;
}

/* Adds a layer of a drawing. */
static bcov_status add_layer (bcov_tree *tree, uint32_t node, const char *what, bcov_spans *spans,
                              bcov_error *err)
{
  bcov_place place = bcov_tree_place (tree, node);
  if (!bcov_tree_is (tree, node, BCOV_NODE_TEXT))
    return bcov_yaml_refuse (tree, node, what, "a drawing", err);
  if (bcov_tree_node (tree, node)->style == BCOV_FOLDED)
    return bcov_error_add (err, BCOV_INPUT, &place,
                           "%s spans several lines, which YAML joins into one; write '|' after the "
                           "colon and the drawing below",
                           what);
  return bcov_vec_push (tree->mem, spans, bcov_tree_span (tree, node), err);
}

bcov_status bcov_yaml_drawing (bcov_tree *tree, uint32_t node, const char *what,
                               bcov_lattice lattice, bcov_spans *spans, bcov_drawing *out,
                               bcov_error *err)
{
  bcov_place place = bcov_tree_place (tree, node);
  bcov_status worst = BCOV_OK;
  bool is_list = bcov_tree_is (tree, node, BCOV_NODE_LIST);
  uint32_t first = is_list ? bcov_tree_first (tree, node) : node;
  *spans = (bcov_spans){0};
  if ((is_list && first == BCOV_NO_NODE) || bcov_tree_is (tree, node, BCOV_NODE_MAP) ||
      bcov_tree_is_null (tree, node))
    return bcov_yaml_refuse (tree, node, what,
                             "a drawing; one that starts with '#' needs '|' or quotes", err);
  for (uint32_t k = first; k != BCOV_NO_NODE && worst <= BCOV_INPUT;
       k = is_list ? bcov_tree_next (tree, k) : BCOV_NO_NODE) {
    bcov_status status = add_layer (tree, k, what, spans, err);
    worst = status > worst ? status : worst;
  }
  *out = (bcov_drawing){spans->data, spans->count};
  if (!worst && spans->count > 1 && lattice != BCOV_CUBE && lattice != BCOV_LATTICES)
    worst = bcov_error_add (err, BCOV_INPUT, &place,
                            "%s has layers, but the lattice is %s; write lattice: cube", what,
                            bcov_lattice_name (lattice));
  return worst;
}
