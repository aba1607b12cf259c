/* Lines are put together as text; jansson formats values that could contain quotes. */

#include "events.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double longest_seconds = 1e9;

/* Writes null for a number that is not known. */
static void put_known (FILE *out, const char *name, double number, bool known)
{
  if (known)
    fprintf (out, ",\"%s\":%.6g", name, number);
  else
    fprintf (out, ",\"%s\":null", name);
}

struct progress events_copy (const bcov_progress *now)
{
  return (struct progress){.seconds = bcov_progress_seconds (now),
                           .fraction = bcov_progress_fraction (now),
                           .seconds_left = bcov_progress_seconds_left (now),
                           .nodes = bcov_progress_value (now, "nodes"),
                           .level = bcov_progress_value (now, "level"),
                           .levels = bcov_progress_value (now, "levels"),
                           .states = bcov_progress_value (now, "states"),
                           .found = bcov_progress_found (now)};
}

size_t events_progress (const struct progress *now, char line[EVENT_LENGTH])
{
  FILE *out = fmemopen (line, EVENT_LENGTH, "w");
  if (!out)
    return 0;
  fprintf (out, "{\"event\":\"progress\",\"seconds\":%.3f", now->seconds);
  put_known (out, "fraction", now->fraction, now->fraction >= 0);
  put_known (out, "seconds_left", now->seconds_left,
             now->seconds_left >= 0 && now->seconds_left < longest_seconds);
  fprintf (out, ",\"nodes\":%.0f,\"found\":%" PRIu64, now->nodes, now->found);
  if (now->levels > 0)
    fprintf (out, ",\"level\":%.0f,\"levels\":%.0f,\"states\":%.0f", now->level, now->levels,
             now->states);
  fputs ("}\n", out);
  long length = ftell (out);
  fclose (out);
  return length > 0 ? (size_t)length : 0;
}

bool events_write (struct request *request, const char *name, const char *object, size_t length)
{
  char *line = NULL;
  while (length && object[length - 1] == '\n')
    length--;
  bool empty = length <= 2;
  int whole = asprintf (&line, "{\"event\":\"%s\"%s%.*s\n", name, empty ? "" : ",",
                        (int)(length - 1), object + 1);
  if (whole < 0)
    return false;
  bool wanted = request->responder->write (request, line, (size_t)whole);
  free (line);
  return wanted;
}

static json_int_t statistic (const bcov_answer *answer, const char *name)
{
  const char *value = answer ? bcov_answer_statistic (answer, name) : NULL;
  return value ? (json_int_t)strtoull (value, NULL, 10) : 0;
}

/* The members about the run. */
static json_t *describe (const bcov_answer *answer, bool counted)
{
  json_t *object = json_object ();
  if (answer)
    json_object_set_new (object, "engine", json_string (bcov_answer_engine (answer)));
  json_object_set_new (object, "seconds", json_real (answer ? bcov_answer_seconds (answer) : 0));
  json_object_set_new (object, "nodes", json_integer (statistic (answer, "nodes")));
  if (statistic (answer, "states"))
    json_object_set_new (object, "states", json_integer (statistic (answer, "states")));
  if (counted && answer)
    json_object_set_new (object, "count", json_string (bcov_answer_count (answer)));
  return object;
}

/* The count of a stopped run is a lower bound. */
static json_t *describe_error (struct request *request, bcov_status status,
                               const bcov_answer *answer, bool counted)
{
  json_t *object = describe (answer, false);
  const char *message = bcov_error_text (request->err);
  json_object_set_new (object, "status", json_integer (status));
  json_object_set_new (object, "message", json_string (*message ? message : "stopped"));
  if (counted && answer && status == BCOV_STOPPED)
    json_object_set_new (object, "at_least", json_string (bcov_answer_count (answer)));
  return object;
}

static void put_with_report (struct request *request, const char *name, json_t *object,
                             const char *report)
{
  char *text = json_dumps (object, JSON_COMPACT | JSON_REAL_PRECISION (6)), *whole = NULL;
  json_decref (object);
  int length = -1;
  size_t report_length = report ? strcspn (report, "\n") : 0;
  if (text)
    length = report ? asprintf (&whole, "%.*s,\"report\":%.*s}", (int)strlen (text) - 1, text,
                                (int)report_length, report)
                    : asprintf (&whole, "%s", text);
  if (length >= 0)
    events_write (request, name, whole, (size_t)length);
  free (length >= 0 ? whole : NULL);
  free (text);
}

void events_end (struct request *request, bcov_status status, const bcov_answer *answer,
                 bool counted, const char *report)
{
  if (status) {
    put_with_report (request, "error", describe_error (request, status, answer, counted), report);
    return;
  }
  json_t *object = describe (answer, counted);
  json_object_set_new (object, "complete", json_boolean (!answer || bcov_answer_complete (answer)));
  put_with_report (request, "done", object, report);
}
