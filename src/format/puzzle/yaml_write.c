/* The canonical puzzle file as YAML.  libyaml decides what needs quotes.  Drawings of several rows
   are blocks ('|'), so that they look like drawings, and short lists are on one line. */

#include "format/puzzle/yaml_write.h"
#include "format/puzzle/canon.h"

#include <stdio.h>
#include <string.h>
#include <yaml.h>

static int write_bytes (void *data, unsigned char *bytes, size_t length)
{
  bcov_text *out = data;
  bcov_text_add (out, (const char *)bytes, length);
  return !out->failed;
}

/* These functions return the number of the new node, 0 if memory runs out. */

static int add_text (yaml_document_t *file, const char *text, size_t length)
{
  yaml_scalar_style_t style = YAML_PLAIN_SCALAR_STYLE;
  if (!strcmp (text, "~") || !strcmp (text, "null")) /* without quotes, these mean nothing */
    style = YAML_DOUBLE_QUOTED_SCALAR_STYLE;
  if (memchr (text, '\n', length))
    style = YAML_LITERAL_SCALAR_STYLE;
  return yaml_document_add_scalar (file, NULL, (const yaml_char_t *)text, (int)length, style);
}

static bool is_short (const char *key)
{
  static const char *const keys[] = {"points", "sides", "tags", "rows", "columns", "answers"};
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    if (!strcmp (key, keys[k]))
      return true;
  return false;
}

static int add_value (yaml_document_t *file, json_t *value, bool flow);

static int add_map (yaml_document_t *file, json_t *map, bool flow)
{
  const char *key;
  json_t *value;
  int node = yaml_document_add_mapping (file, NULL,
                                        flow ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE);
  json_object_foreach (map, key, value)
  {
    int name = add_text (file, key, strlen (key)), at = add_value (file, value, is_short (key));
    if (!node || !name || !at || !yaml_document_append_mapping_pair (file, node, name, at))
      return 0;
  }
  return node;
}

static int add_list (yaml_document_t *file, json_t *list, bool flow)
{
  int node = yaml_document_add_sequence (
      file, NULL, flow ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE);
  for (size_t k = 0; k < json_array_size (list); k++) {
    int item = add_value (file, json_array_get (list, k), false);
    if (!node || !item || !yaml_document_append_sequence_item (file, node, item))
      return 0;
  }
  return node;
}

/* With FLOW, a list or mapping is on one line. */
static int add_value (yaml_document_t *file, json_t *value, bool flow)
{
  char word[24];
  if (json_is_object (value))
    return add_map (file, value, flow);
  if (json_is_array (value))
    return add_list (file, value, flow);
  if (json_is_string (value))
    return add_text (file, json_string_value (value), json_string_length (value));
  if (json_is_boolean (value))
    strcpy (word, json_is_true (value) ? "true" : "false");
  else
    snprintf (word, sizeof word, "%lld", (long long)json_integer_value (value));
  return add_text (file, word, strlen (word));
}

/* Writes CANON to OUT; returns whether there was enough memory. */
static bool write_file (json_t *canon, bcov_text *out)
{
  yaml_emitter_t emitter;
  yaml_document_t file;
  if (!yaml_document_initialize (&file, NULL, NULL, NULL, 1, 1))
    return false;
  bool made = add_value (&file, canon, false);
  if (!made || !yaml_emitter_initialize (&emitter)) {
    yaml_document_delete (&file);
    return false;
  }
  yaml_emitter_set_output (&emitter, write_bytes, out);
  yaml_emitter_set_encoding (&emitter, YAML_UTF8_ENCODING);
  yaml_emitter_set_unicode (&emitter, 1);
  yaml_emitter_set_width (&emitter, -1);
  bool written = yaml_emitter_dump (&emitter, &file) && yaml_emitter_close (&emitter);
  yaml_emitter_delete (&emitter);
  return written && !out->failed;
}

bcov_status bcov_yaml_write (const bcov_puzzle *puzzle, bcov_text *out, bcov_error *err)
{
  json_t *canon;
  bcov_status status = bcov_canon_make (puzzle, '\n', &canon, err);
  if (!status && !write_file (canon, out))
    status = bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  json_decref (canon);
  return status;
}
