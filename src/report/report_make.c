/* Reports.  The pairs are derived from the JSON, so both always agree: a member is a pair, and a
   list of scalars is one pair for each of them.  Objects in lists are left out. */

#include "report/report_make.h"
#include "base/accessor.h"

#include <jansson.h>
#include <string.h>

typedef struct {
  char *name, *value;
} pair;

struct bcov_report {
  bcov_mem *mem; /* held */
  bcov_report_parts parts;
  BCOV_VEC (pair) pairs;
};

static void drop_parts (bcov_report_parts *parts)
{
  bcov_text_drop (&parts->text);
  bcov_text_drop (&parts->json);
  bcov_covering_free (parts->covering);
}

void bcov_report_free (bcov_report *report)
{
  if (!report)
    return;
  bcov_mem *mem = report->mem;
  for (size_t k = 0; k < report->pairs.count; k++) {
    bcov_mem_free (mem, report->pairs.data[k].name);
    bcov_mem_free (mem, report->pairs.data[k].value);
  }
  bcov_vec_free (mem, &report->pairs);
  drop_parts (&report->parts);
  bcov_mem_free (mem, report);
  bcov_mem_delete (mem);
}

/* ---- construction ---- */

static bcov_status add_pair (bcov_report *report, const char *name, const char *value,
                             bcov_error *err)
{
  bcov_mem *mem = report->mem;
  bcov_status status = bcov_vec_reserve (mem, &report->pairs, report->pairs.count + 1, err);
  if (status)
    return status;
  pair *next = &report->pairs.data[report->pairs.count++];
  next->name = bcov_mem_copy (mem, name, strlen (name), err);
  next->value = next->name ? bcov_mem_copy (mem, value, strlen (value), err) : NULL;
  return next->value ? BCOV_OK : bcov_mem_status (mem);
}

static bcov_status add_value (bcov_report *report, const char *name, const json_t *value,
                              bcov_error *err)
{
  char digits[40];
  bcov_status status = BCOV_OK;
  if (json_is_string (value))
    return add_pair (report, name, json_string_value (value), err);
  if (json_is_boolean (value))
    return add_pair (report, name, json_is_true (value) ? "yes" : "no", err);
  if (json_is_integer (value))
    snprintf (digits, sizeof digits, "%" JSON_INTEGER_FORMAT, json_integer_value (value));
  else
    snprintf (digits, sizeof digits, "%.6g", json_number_value (value));
  if (json_is_number (value))
    return add_pair (report, name, digits, err);
  for (size_t k = 0; !status && k < json_array_size (value); k++)
    status = add_value (report, name, json_array_get (value, k), err);
  return status;
}

static bcov_status add_object (bcov_report *report, json_t *object, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  const char *name;
  json_t *value;
  if (!object)
    return bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  json_object_foreach (object, name, value)
  {
    status = status ? status : add_value (report, name, value, err);
  }
  json_decref (object);
  return status;
}

static bcov_status add_pairs (bcov_report *report, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (const char *line = report->parts.json.data; !status && *line;) {
    size_t length = strcspn (line, "\n");
    status = add_object (report, json_loadb (line, length, 0, NULL), err);
    line += length + (line[length] == '\n');
  }
  return status;
}

static bcov_status make (bcov_mem *mem, bcov_report_parts *parts, bcov_report **out,
                         bcov_error *err)
{
  bcov_text_put (&parts->text, "");
  bcov_text_put (&parts->json, "");
  bcov_status status = bcov_text_status (&parts->text, err);
  if (!status)
    status = bcov_text_status (&parts->json, err);
  bcov_report *report = status ? NULL : bcov_mem_alloc (mem, 1, sizeof *report, err);
  if (!report)
    return status ? status : bcov_mem_status (mem);
  report->mem = bcov_mem_hold (mem);
  report->parts = *parts;
  *parts = (bcov_report_parts){0};
  status = add_pairs (report, err);
  if (status)
    bcov_report_free (report);
  else
    *out = report;
  return status;
}

bcov_status bcov_report_make (bcov_mem *mem, bcov_status status, bcov_report_parts *parts,
                              bcov_report **out, bcov_error *err)
{
  bool some = status != BCOV_INPUT && status != BCOV_FAULT && parts->json.length;
  *out = NULL;
  bool stopped = status == BCOV_STOPPED; /* ERR already contains the reason */
  bcov_status made = some ? make (mem, parts, out, stopped ? NULL : err) : BCOV_OK;
  drop_parts (parts);
  return made && !stopped ? made : status;
}

/* ---- public accessors ---- */

BCOV_ACCESSOR (size_t, report, count, report->pairs.count)
BCOV_ACCESSOR_AT (const char *, report, name, report->pairs.data[k].name)
BCOV_ACCESSOR_AT (const char *, report, value, report->pairs.data[k].value)
BCOV_ACCESSOR (const char *, report, text, report->parts.text.data)
BCOV_ACCESSOR (const char *, report, json, report->parts.json.data)
BCOV_ACCESSOR (const bcov_covering *, report, covering, report->parts.covering)

const char *bcov_report_find (const bcov_report *report, const char *name)
{
  for (size_t k = 0; k < report->pairs.count; k++)
    if (!strcmp (name, report->pairs.data[k].name))
      return report->pairs.data[k].value;
  return NULL;
}
