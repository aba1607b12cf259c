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

size_t events_progress (const bcov_progress *now, char line[EVENT_LENGTH])
{
  FILE *out = fmemopen (line, EVENT_LENGTH, "w");
  if (!out)
    return 0;
  fprintf (out, "{\"event\":\"progress\",\"seconds\":%.3f", now->seconds);
  put_known (out, "fraction", now->fraction, now->fraction >= 0);
  put_known (out, "seconds_left", now->seconds_left,
             now->seconds_left >= 0 && now->seconds_left < longest_seconds);
  fprintf (out, ",\"nodes\":%" PRIu64 ",\"found\":%" PRIu64, now->nodes, now->found);
  if (now->levels)
    fprintf (out, ",\"level\":%" PRIu64 ",\"levels\":%" PRIu64 ",\"states\":%" PRIu64, now->level,
             now->levels, now->states);
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

/* The members about the run. */
static json_t *describe (const bcov_answer *answer, bool counted)
{
  json_t *object = json_object ();
  if (answer->engine)
    json_object_set_new (object, "engine", json_string (answer->engine));
  json_object_set_new (object, "seconds", json_real (answer->seconds));
  json_object_set_new (object, "nodes", json_integer ((json_int_t)answer->nodes));
  if (answer->states)
    json_object_set_new (object, "states", json_integer ((json_int_t)answer->states));
  if (counted && answer->count)
    json_object_set_new (object, "count", json_string (answer->count));
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
  if (counted && answer->count && status == BCOV_STOPPED)
    json_object_set_new (object, "at_least", json_string (answer->count));
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
  json_object_set_new (object, "complete", json_boolean (answer->complete));
  put_with_report (request, "done", object, report);
}
