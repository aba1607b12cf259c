/* The canonical puzzle file as JSON, through jansson.  Keys stand in the order of the YAML file;
   rows of drawings are joined by '/'. */

#include "format/puzzle/json_write.h"
#include "format/puzzle/canon.h"

#include <jansson.h>
#include <string.h>

enum { DEEPEST = 8 };

typedef struct {
  json_t *open[DEEPEST]; /* from the whole inward; each but the first belongs to the one before */
  size_t depth;
  json_t *root;
  char *key; /* of the next value, when that belongs into a mapping */
  bool failed;
} sink;

static void forget_key (sink *s)
{
  free (s->key);
  s->key = NULL;
}

/* Puts VALUE, which is taken over, where the next value belongs. */
static void add (sink *s, json_t *value)
{
  json_t *parent = s->depth ? s->open[s->depth - 1] : NULL;
  if (!value)
    s->failed = true;
  else if (!parent)
    s->root = value;
  else if (json_is_array (parent))
    s->failed = json_array_append_new (parent, value) || s->failed;
  else
    s->failed = json_object_set_new (parent, s->key, value) || s->failed;
  forget_key (s);
}

static void open_node (void *data, bool is_map, bool small)
{
  sink *s = data;
  (void)small;
  if (s->failed)
    return;
  json_t *value = is_map ? json_object () : json_array ();
  add (s, value);
  s->open[s->depth++] = value;
}

static void close_node (void *data)
{
  sink *s = data;
  if (!s->failed)
    s->depth--;
}

static json_t *make_word (const char *text)
{
  if (!strcmp (text, "true") || !strcmp (text, "false"))
    return json_boolean (*text == 't');
  return json_integer (strtoll (text, NULL, 10));
}

/* The rows of TEXT joined by '/'. */
static json_t *make_drawing (const char *text, size_t length)
{
  char *rows = malloc (length + 1);
  if (!rows)
    return NULL;
  memcpy (rows, text, length);
  for (size_t k = 0; k < length; k++)
    if (rows[k] == '\n')
      rows[k] = '/';
  json_t *value = json_stringn (rows, length ? length - 1 : 0);
  free (rows);
  return value;
}

static void put (void *data, bcov_canon_kind kind, const char *text, size_t length)
{
  sink *s = data;
  if (s->failed)
    return;
  if (kind == BCOV_CANON_KEY) {
    s->key = strndup (text, length);
    s->failed = !s->key;
  } else if (kind == BCOV_CANON_WORD)
    add (s, make_word (text));
  else if (kind == BCOV_CANON_DRAWING)
    add (s, make_drawing (text, length));
  else
    add (s, json_stringn (text, length));
}

static int write_bytes (const char *bytes, size_t length, void *data)
{
  bcov_text *out = data;
  bcov_text_add (out, bytes, length);
  return out->failed ? -1 : 0;
}

bcov_status bcov_json_write (const bcov_puzzle *puzzle, bcov_text *out, bcov_error *err)
{
  sink s = {.depth = 0};
  bcov_canon_sink canon = {&s, open_node, close_node, put};
  bcov_status status = bcov_canon_write (puzzle, &canon, err);
  if (!status && !s.failed)
    s.failed = json_dump_callback (s.root, write_bytes, out, JSON_INDENT (2));
  bcov_text_char (out, '\n');
  forget_key (&s);
  json_decref (s.root);
  if (!status && (s.failed || out->failed))
    status = bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  return status;
}
