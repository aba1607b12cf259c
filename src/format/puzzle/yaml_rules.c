/* rules: and answers:.  Rules speak of tags and colours by name; a name that no piece has is a slip
   of the pen, since nothing could ever satisfy or break such a rule. */

#include "format/puzzle/yaml_rules.h"
#include "base/text.h"
#include "format/text/amount.h"
#include "format/text/quote.h"
#include "format/puzzle/yaml_values.h"

#include <string.h>

enum { ROWS, COLUMNS, BORDER, FILL_HOLES, RULE_KEYS };
static const char *const rule_keys[RULE_KEYS] = {"rows", "columns", "border", "pieces-fill-holes"};

static const char *const questions[] = {"count", "count-up-to-symmetry", "fill"};
enum { QUESTIONS = sizeof questions / sizeof *questions };

typedef __typeof__ (((bcov_puzzle *)0)->row_quotas) quota_list;

typedef struct {
  bcov_tree *tree;
  bcov_puzzle *puzzle;
  bool complete; /* all pieces could be read */
  bcov_error *err;
  bcov_status status; /* the gravest so far */
} reader;

static bcov_status note (reader *r, bcov_status status)
{
  r->status = status > r->status ? status : r->status;
  return status;
}

/* ---- rules ---- */

/* The number of NAME in NAMES; reports that there is none, and which there are. */
static bcov_status find_name (reader *r, uint32_t node, const bcov_names *names, const char *what,
                              size_t *out)
{
  const char *word;
  bcov_status status = bcov_yaml_word (r->tree, node, what, &word, r->err);
  if (status)
    return status;
  for (*out = 0; *out < names->count; ++*out)
    if (!strcmp (word, names->data[*out]))
      return BCOV_OK;
  if (!r->complete) /* its piece may be one of those that could not be read */
    return BCOV_INPUT;
  bcov_text known = {0};
  for (size_t k = 0; k < names->count && known.length < 400; k++)
    bcov_text_printf (&known, "%s%s", k ? ", " : "", names->data[k]);
  bcov_place place = bcov_tree_place (r->tree, node);
  status = bcov_error_add (r->err, BCOV_INPUT, &place, "no piece has %s %s; %s%s", what,
                           bcov_quote_make (word, strlen (word)).text,
                           known.length ? "known: " : "give it to a piece first",
                           known.length ? known.data : "");
  bcov_text_drop (&known);
  return status;
}

/* The quota TAG: COUNT whose key is KEY. */
static bcov_status read_quota (reader *r, uint32_t key, bcov_quota *out)
{
  size_t tag = 0;
  bcov_amount amount = {0, 0};
  uint32_t value = bcov_tree_next (r->tree, key);
  bcov_place place = bcov_tree_place (r->tree, value);
  bcov_status status = find_name (r, key, &r->puzzle->tags, "the tag", &tag), wrong;
  if (!bcov_tree_is (r->tree, value, BCOV_NODE_TEXT))
    wrong = bcov_yaml_refuse (r->tree, value, "the quota", "N or N..M", r->err);
  else
    wrong = bcov_amount_read (bcov_tree_text (r->tree, value),
                              bcov_tree_node (r->tree, value)->count, &place, &amount, r->err);
  *out = (bcov_quota){(uint32_t)tag, amount.lo, amount.hi};
  return status > wrong ? status : wrong;
}

/* Reads {TAG: COUNT, ...}. */
static void read_quotas (reader *r, uint32_t node, const char *what, quota_list *quotas)
{
  if (!bcov_tree_is (r->tree, node, BCOV_NODE_MAP)) {
    note (r, bcov_yaml_refuse (r->tree, node, what, "{tag: N}", r->err));
    return;
  }
  for (uint32_t k = bcov_tree_first (r->tree, node); k != BCOV_NO_NODE && r->status <= BCOV_INPUT;
       k = bcov_tree_next (r->tree, bcov_tree_next (r->tree, k))) {
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

bcov_status bcov_yaml_rules (bcov_tree *tree, uint32_t node, bcov_puzzle *puzzle, bool complete,
                             bcov_error *err)
{
  uint32_t at[RULE_KEYS];
  reader rules = {tree, puzzle, complete, err, BCOV_OK}, *r = &rules;
  if (!bcov_tree_is (tree, node, BCOV_NODE_MAP))
    return bcov_yaml_refuse (tree, node, "rules", "a mapping, as 'border: a'", err);
  note (r, bcov_tree_keys (tree, node, "rules", rule_keys, RULE_KEYS, at, err));
  if (at[ROWS] != BCOV_NO_NODE)
    read_quotas (r, at[ROWS], "rows", &r->puzzle->row_quotas);
  if (at[COLUMNS] != BCOV_NO_NODE)
    read_quotas (r, at[COLUMNS], "columns", &r->puzzle->column_quotas);
  if (at[BORDER] != BCOV_NO_NODE)
    read_border (r, at[BORDER]);
  if (at[FILL_HOLES] != BCOV_NO_NODE)
    note (r, bcov_yaml_boolean (r->tree, at[FILL_HOLES], "pieces-fill-holes",
                                &r->puzzle->fill_holes, r->err));
  return r->status;
}

/* ---- answers ---- */

static bcov_status push_answer (reader *r, const char *question, const char *value, size_t length,
                                bcov_place place)
{
  bcov_stated stated = {.place = place};
  stated.question = bcov_mem_copy (r->puzzle->mem, question, strlen (question), r->err);
  stated.value = stated.question ? bcov_mem_copy (r->puzzle->mem, value, length, r->err) : NULL;
  bcov_status status = stated.value
                           ? bcov_vec_push (r->puzzle->mem, &r->puzzle->stated, stated, r->err)
                           : bcov_mem_status (r->puzzle->mem);
  if (status) {
    bcov_mem_free (r->puzzle->mem, stated.question);
    bcov_mem_free (r->puzzle->mem, stated.value);
  }
  return status;
}

/* A number of any length; leading zeros are dropped, so that equal numbers are equal texts. */
static bcov_status read_answer (reader *r, uint32_t node, const char *question)
{
  bcov_place place = bcov_tree_place (r->tree, node);
  if (!bcov_tree_is (r->tree, node, BCOV_NODE_TEXT))
    return bcov_yaml_refuse (r->tree, node, question, "a number", r->err);
  const char *text = bcov_tree_text (r->tree, node);
  size_t length = bcov_tree_node (r->tree, node)->count;
  if (!length || strspn (text, "0123456789") != length)
    return bcov_error_add (r->err, BCOV_INPUT, &place,
                           "the answer %s is no whole number; write its decimal digits alone",
                           bcov_quote_make (text, length).text);
  while (length > 1 && *text == '0') {
    text++;
    length--;
  }
  return push_answer (r, question, text, length, place);
}

bcov_status bcov_yaml_answers (bcov_tree *tree, uint32_t node, bcov_puzzle *puzzle, bcov_error *err)
{
  uint32_t at[QUESTIONS];
  reader answers = {tree, puzzle, true, err, BCOV_OK}, *r = &answers;
  if (!bcov_tree_is (tree, node, BCOV_NODE_MAP))
    return bcov_yaml_refuse (tree, node, "answers", "a mapping, as {count: 520}", err);
  note (r, bcov_tree_keys (tree, node, "answers", questions, QUESTIONS, at, err));
  for (size_t k = 0; k < QUESTIONS && r->status <= BCOV_INPUT; k++)
    if (at[k] != BCOV_NO_NODE)
      note (r, read_answer (r, at[k], questions[k]));
  return r->status;
}
