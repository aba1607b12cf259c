/* A question is refused as a whole while its body and its puzzle are read (400, 422); from then on
   the answer is a stream, and what goes wrong is told in its last line. */

#include "question.h"
#include "events.h"
#include "flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- opening ---- */

static bool refuse (struct question *q, unsigned status, const char *why)
{
  char *text = NULL;
  if (asprintf (&text, "%s\n", why) >= 0)
    flow_refuse (q->job, status, text);
  free (text);
  return false;
}

static bool read_puzzle (struct question *q)
{
  struct job *job = q->job;
  const json_t *said = q->ask.puzzle;
  char *made = json_is_object (said) ? json_dumps (said, JSON_COMPACT) : NULL;
  const char *text = made ? made : json_string_value (said);
  size_t length = made ? strlen (made) : json_string_length (said);
  bcov_status status = BCOV_FAULT;
  if (text)
    status = bcov_puzzle_parse (job->mem, q->ask.name, text, length, &q->puzzle, job->err);
  free (made);
  return !status || refuse (q, MHD_HTTP_UNPROCESSABLE_CONTENT, bcov_error_text (job->err));
}

static bool open (struct question *q)
{
  struct job *job = q->job;
  char why[256];
  q->root = ask_read (job->body ? job->body : "", job->length, job->endpoint->bit, &q->ask, why);
  return q->root ? read_puzzle (q) : refuse (q, MHD_HTTP_BAD_REQUEST, why);
}

static void close_all (struct question *q)
{
  bcov_text_free (q->report);
  bcov_answer_clear (&q->answer);
  bcov_printer_free (q->printer);
  bcov_puzzle_free (q->puzzle);
  json_decref (q->root);
}

void question_work (struct job *job)
{
  struct question q = {.job = job};
  const struct endpoint *endpoint = job->endpoint;
  if (open (&q)) {
    if (endpoint->kind == LONG)
      flow_stream (job);
    bcov_status status = endpoint->ask (&q);
    status = status ? status : q.shown;
    if (endpoint->kind == LONG)
      events_end (job, status, &q.answer, q.counted, q.report);
    else if (status)
      refuse (&q, MHD_HTTP_UNPROCESSABLE_CONTENT, bcov_error_text (job->err));
  }
  close_all (&q);
}

/* ---- the request ---- */

static void keep_posted (const bcov_progress *now, void *data)
{
  struct job *job = data;
  char line[EVENT_LENGTH];
  flow_note (job, now);
  flow_mention (job, line, events_progress (now, line));
}

/* Half the machine for one job: others may want the rest. */
static unsigned usual_threads (void)
{
  long cores = sysconf (_SC_NPROCESSORS_ONLN);
  return cores > 3 ? (unsigned)cores / 2 : 1;
}

const bcov_request *question_request (struct question *q)
{
  bcov_request *request = &q->ask.request;
  double most = q->job->server->settings.seconds, wanted = q->ask.seconds;
  request->seconds = wanted > 0 && wanted < most ? wanted : most;
  request->threads = usual_threads ();
  request->limit = q->ask.limit;
  request->up_to_symmetry = q->ask.up_to_symmetry;
  request->stop = &q->job->stop;
  request->progress = keep_posted;
  request->progress_data = q->job;
  return request;
}

/* ---- coverings ---- */

/* An index that is too large for a number stands as text. */
static bool put_covering (struct question *q, const char *text, size_t length, const char *rank)
{
  char *whole = NULL;
  if (!rank)
    return events_wrap (q->job, "covering", text, length);
  int long_length = asprintf (&whole, "{\"index\":\"%s\",%.*s", rank, (int)length - 1, text + 1);
  bool wanted = long_length >= 0 && events_wrap (q->job, "covering", whole, (size_t)long_length);
  free (long_length >= 0 ? whole : NULL);
  return wanted;
}

static bool show (const bcov_covering *covering, uint64_t index, void *data)
{
  struct question *q = data;
  const char *text = NULL;
  size_t length = 0;
  bool large = !index || index > INT64_MAX;
  if (!q->printer)
    q->shown = bcov_printer_new (q->puzzle, &q->printer, q->job->err);
  if (!q->shown)
    q->shown =
        bcov_printer_json (q->printer, covering, large ? 0 : index, &text, &length, q->job->err);
  return !q->shown && put_covering (q, text, length, large ? q->ask.rank : NULL);
}

/* ---- questions ---- */

bcov_status question_convert (struct question *q)
{
  char *text = NULL;
  size_t length = 0;
  const bcov_request stoppable = {.stop = &q->job->stop};
  bcov_status status = bcov_convert (q->puzzle, &stoppable, q->ask.to ? q->ask.to : "json", &text,
                                     &length, q->job->err);
  bool json = !q->ask.to || !strcmp (q->ask.to, "json");
  if (!status)
    flow_reply (q->job, json ? "application/json" : "text/plain; charset=utf-8", text, length);
  bcov_text_free (text);
  return status;
}

bcov_status question_count (struct question *q)
{
  q->counted = true;
  return bcov_count (q->puzzle, question_request (q), &q->answer, q->job->err);
}

bcov_status question_list (struct question *q)
{
  q->counted = true;
  return bcov_list (q->puzzle, question_request (q), show, q, &q->answer, q->job->err);
}

bcov_status question_covering (struct question *q)
{
  q->ask.rank = q->ask.rank ? q->ask.rank : "1";
  return bcov_unrank (q->puzzle, question_request (q), q->ask.rank, show, q, &q->answer,
                      q->job->err);
}

bcov_status question_sample (struct question *q)
{
  return bcov_sample (q->puzzle, question_request (q), q->ask.number, q->ask.seed, show, q,
                      &q->answer, q->job->err);
}

bcov_status question_fill (struct question *q)
{
  bcov_status status = bcov_fill (q->puzzle, question_request (q), &q->answer, q->job->err);
  if (q->answer.best && (!status || status == BCOV_STOPPED)) {
    bcov_status written = bcov_answer_json (&q->answer, &q->report, &(size_t){0}, q->job->err);
    return written ? written : status;
  }
  return status;
}

bcov_status question_heat (struct question *q)
{
  return bcov_heat (q->puzzle, question_request (q), true, &q->report, &q->answer, q->job->err);
}

bcov_status question_hint (struct question *q)
{
  bcov_tip tip = {0};
  bcov_status status = bcov_hint (q->puzzle, question_request (q), &tip, &q->answer, q->job->err);
  if (!status || (status == BCOV_STOPPED && tip.placement)) {
    bcov_status written = bcov_tip_json (&tip, &q->report, &(size_t){0}, q->job->err);
    status = written ? written : status;
  }
  bcov_tip_clear (&tip);
  return status;
}

bcov_status question_explain (struct question *q)
{
  const bcov_request *request = question_request (q);
  if (q->ask.exists)
    return bcov_exists (q->puzzle, request, true, &q->report, &q->answer, q->job->err);
  q->answer.complete = true;
  return bcov_explain (q->puzzle, request, true, &q->report, q->job->err);
}

static bool show_step (const char *line, void *data)
{
  struct question *q = data;
  return events_wrap (q->job, "step", line, strlen (line));
}

bcov_status question_trace (struct question *q)
{
  q->counted = true;
  return bcov_trace (q->puzzle, question_request (q), q->ask.steps, BCOV_TRACE_JSON, show_step, q,
                     &q->answer, q->job->err);
}
