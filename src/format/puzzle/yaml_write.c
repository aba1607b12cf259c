/* The canonical puzzle file as YAML, through libyaml's emitter, which knows what needs quotes.
   Drawings of several rows are blocks ('|'), so that they can be seen; short lists stand on one
   line. */

#include "format/puzzle/yaml_write.h"
#include "format/puzzle/canon.h"

#include <string.h>
#include <yaml.h>

enum { DEEPEST = 8 };

typedef struct {
  yaml_emitter_t emitter;
  bool is_map[DEEPEST]; /* of what is open */
  size_t depth;
  bool failed;
} sink;

static int write_bytes (void *data, unsigned char *bytes, size_t length)
{
  bcov_text *out = data;
  bcov_text_add (out, (const char *)bytes, length);
  return !out->failed;
}

/* EVENT is taken over; READY is 0 when it could not be made. */
static void emit (sink *s, yaml_event_t *event, int ready)
{
  s->failed = s->failed || !ready || !yaml_emitter_emit (&s->emitter, event);
}

static void open_node (void *data, bool is_map, bool small)
{
  sink *s = data;
  yaml_event_t event;
  if (s->failed)
    return;
  int ready = is_map ? yaml_mapping_start_event_initialize (&event, NULL, NULL, 1,
                                                            small ? YAML_FLOW_MAPPING_STYLE
                                                                  : YAML_BLOCK_MAPPING_STYLE)
                     : yaml_sequence_start_event_initialize (&event, NULL, NULL, 1,
                                                             small ? YAML_FLOW_SEQUENCE_STYLE
                                                                   : YAML_BLOCK_SEQUENCE_STYLE);
  emit (s, &event, ready);
  s->is_map[s->depth++] = is_map;
}

static void close_node (void *data)
{
  sink *s = data;
  yaml_event_t event;
  if (s->failed)
    return;
  bool is_map = s->is_map[--s->depth];
  emit (s, &event,
        is_map ? yaml_mapping_end_event_initialize (&event)
               : yaml_sequence_end_event_initialize (&event));
}

/* Words that, without quotes, would be read as nothing. */
static bool is_null (const char *text, size_t length)
{
  return (length == 1 && *text == '~') || (length == 4 && !memcmp (text, "null", 4));
}

static void put (void *data, bcov_canon_kind kind, const char *text, size_t length)
{
  sink *s = data;
  yaml_event_t event;
  yaml_scalar_style_t style =
      is_null (text, length) ? YAML_DOUBLE_QUOTED_SCALAR_STYLE : YAML_PLAIN_SCALAR_STYLE;
  if (s->failed)
    return;
  if (kind == BCOV_CANON_DRAWING && memchr (text, '\n', length) == text + length - 1)
    length--; /* one row */
  if (memchr (text, '\n', length))
    style = YAML_LITERAL_SCALAR_STYLE;
  emit (s, &event,
        yaml_scalar_event_initialize (&event, NULL, NULL, (const yaml_char_t *)text, (int)length, 1,
                                      1, style));
}

static void start (sink *s)
{
  yaml_event_t event;
  emit (s, &event, yaml_stream_start_event_initialize (&event, YAML_UTF8_ENCODING));
  if (!s->failed)
    emit (s, &event, yaml_document_start_event_initialize (&event, NULL, NULL, NULL, 1));
}

static void finish (sink *s)
{
  yaml_event_t event;
  if (!s->failed)
    emit (s, &event, yaml_document_end_event_initialize (&event, 1));
  if (!s->failed)
    emit (s, &event, yaml_stream_end_event_initialize (&event));
}

bcov_status bcov_yaml_write (const bcov_puzzle *puzzle, bcov_text *out, bcov_error *err)
{
  sink s = {.depth = 0};
  bcov_canon_sink canon = {&s, open_node, close_node, put};
  if (!yaml_emitter_initialize (&s.emitter))
    return bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  yaml_emitter_set_output (&s.emitter, write_bytes, out);
  yaml_emitter_set_encoding (&s.emitter, YAML_UTF8_ENCODING);
  yaml_emitter_set_unicode (&s.emitter, 1);
  yaml_emitter_set_width (&s.emitter, -1);
  start (&s);
  bcov_status status = bcov_canon_write (puzzle, &canon, err);
  if (!status)
    finish (&s);
  yaml_emitter_delete (&s.emitter);
  if (!status && (s.failed || out->failed))
    status = bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  return status;
}
