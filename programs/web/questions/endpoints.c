/* The endpoints.  One table, at the end, lists them; each asks the library and writes its answer.

   A request about a puzzle is refused as a whole while its body and its puzzle are read (400, 422).
   From then on the response of a long request is a stream, and an error is its last line. */

#include "endpoints.h"
#include "parameters.h"
#include "events.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct query {
  struct request *request;
  json_t *root; /* the body */
  struct parameters parameters;
  bcov_puzzle *puzzle;
  bcov_printer *printer; /* once a covering was written */
  bcov_answer answer;
  char *report;      /* JSON */
  bool counted;      /* the answer's count is part of the response */
  bcov_status shown; /* an error while a covering was written */
};

/* ---- the body ---- */

static bool refuse (struct query *q, unsigned status, const char *why)
{
  char *text = NULL;
  if (asprintf (&text, "%s\n", why) >= 0)
    q->request->responder->refuse (q->request, status, text);
  free (text);
  return false;
}

static bool read_puzzle (struct query *q)
{
  const struct request *request = q->request;
  const json_t *said = q->parameters.puzzle;
  char *made = json_is_object (said) ? json_dumps (said, JSON_COMPACT) : NULL;
  const char *text = made ? made : json_string_value (said);
  size_t length = made ? strlen (made) : json_string_length (said);
  bcov_status status = BCOV_FAULT;
  if (text)
    status = bcov_puzzle_parse (request->mem, q->parameters.name, text, length, &q->puzzle,
                                request->err);
  free (made);
  return !status || refuse (q, STATUS_UNPROCESSABLE_CONTENT, bcov_error_text (request->err));
}

static bool open_query (struct query *q, unsigned bit)
{
  const struct request *request = q->request;
  char why[256];
  q->root = parameters_read (request->body ? request->body : "", request->length, bit,
                             &q->parameters, why);
  return q->root ? read_puzzle (q) : refuse (q, STATUS_BAD_REQUEST, why);
}

static void close_query (struct query *q)
{
  bcov_text_free (q->report);
  bcov_answer_clear (&q->answer);
  bcov_printer_free (q->printer);
  bcov_puzzle_free (q->puzzle);
  json_decref (q->root);
}

static void answer_query (const struct endpoint *endpoint, struct request *request)
{
  struct query q = {.request = request};
  if (open_query (&q, endpoint->bit)) {
    if (endpoint->is_long)
      request->responder->begin_stream (request);
    bcov_status status = endpoint->handle (&q);
    status = status ? status : q.shown;
    if (endpoint->is_long)
      events_end (request, status, &q.answer, q.counted, q.report);
    else if (status)
      refuse (&q, STATUS_UNPROCESSABLE_CONTENT, bcov_error_text (request->err));
  }
  close_query (&q);
}

/* ---- the request to the library ---- */

static void report_progress (const bcov_progress *now, void *data)
{
  struct request *request = data;
  request->responder->progress (request, now);
}

static const bcov_request *request_of (struct query *q)
{
  bcov_request *request = &q->parameters.request;
  double most = q->request->seconds, wanted = q->parameters.seconds;
  request->seconds = wanted > 0 && wanted < most ? wanted : most;
  request->threads = q->request->threads;
  request->limit = q->parameters.limit;
  request->up_to_symmetry = q->parameters.up_to_symmetry;
  request->stop = q->request->stop;
  request->progress = report_progress;
  request->progress_data = q->request;
  return request;
}

/* ---- coverings ---- */

/* Writes the index as text if it is too large for a number: then RANK is not NULL. */
static bool put_covering (struct query *q, const char *text, size_t length, const char *rank)
{
  char *whole = NULL;
  if (!rank)
    return events_write (q->request, "covering", text, length);
  int long_length = asprintf (&whole, "{\"index\":\"%s\",%.*s", rank, (int)length - 1, text + 1);
  bool wanted =
      long_length >= 0 && events_write (q->request, "covering", whole, (size_t)long_length);
  free (long_length >= 0 ? whole : NULL);
  return wanted;
}

static bool show (const bcov_covering *covering, uint64_t index, void *data)
{
  struct query *q = data;
  const char *text = NULL;
  size_t length = 0;
  bool large = !index || index > INT64_MAX;
  if (!q->printer)
    q->shown = bcov_printer_new (q->puzzle, &q->printer, q->request->err);
  if (!q->shown)
    q->shown = bcov_printer_json (q->printer, covering, large ? 0 : index, &text, &length,
                                  q->request->err);
  return !q->shown && put_covering (q, text, length, large ? q->parameters.rank : NULL);
}

/* ---- handlers ---- */

static bcov_status handle_convert (struct query *q)
{
  char *text = NULL;
  size_t length = 0;
  const bcov_request stoppable = {.stop = q->request->stop};
  bcov_status status =
      bcov_convert (q->puzzle, &stoppable, q->parameters.to ? q->parameters.to : "json", &text,
                    &length, q->request->err);
  bool json = !q->parameters.to || !strcmp (q->parameters.to, "json");
  if (!status)
    q->request->responder->reply (
        q->request, json ? "application/json" : "text/plain; charset=utf-8", text, length);
  bcov_text_free (text);
  return status;
}

static bcov_status handle_count (struct query *q)
{
  q->counted = true;
  return bcov_count (q->puzzle, request_of (q), &q->answer, q->request->err);
}

static bcov_status handle_list (struct query *q)
{
  q->counted = true;
  return bcov_list (q->puzzle, request_of (q), show, q, &q->answer, q->request->err);
}

static bcov_status handle_covering (struct query *q)
{
  q->parameters.rank = q->parameters.rank ? q->parameters.rank : "1";
  return bcov_unrank (q->puzzle, request_of (q), q->parameters.rank, show, q, &q->answer,
                      q->request->err);
}

static bcov_status handle_sample (struct query *q)
{
  return bcov_sample (q->puzzle, request_of (q), q->parameters.number, q->parameters.seed, show, q,
                      &q->answer, q->request->err);
}

static bcov_status handle_fill (struct query *q)
{
  bcov_status status = bcov_fill (q->puzzle, request_of (q), &q->answer, q->request->err);
  if (q->answer.best && (!status || status == BCOV_STOPPED)) {
    bcov_status written = bcov_answer_json (&q->answer, &q->report, &(size_t){0}, q->request->err);
    return written ? written : status;
  }
  return status;
}

static bcov_status handle_heat (struct query *q)
{
  return bcov_heat (q->puzzle, request_of (q), true, &q->report, &q->answer, q->request->err);
}

static bcov_status handle_hint (struct query *q)
{
  bcov_tip tip = {0};
  bcov_status status = bcov_hint (q->puzzle, request_of (q), &tip, &q->answer, q->request->err);
  if (!status || (status == BCOV_STOPPED && tip.placement)) {
    bcov_status written = bcov_tip_json (&tip, &q->report, &(size_t){0}, q->request->err);
    status = written ? written : status;
  }
  bcov_tip_clear (&tip);
  return status;
}

static bcov_status handle_explain (struct query *q)
{
  const bcov_request *request = request_of (q);
  if (q->parameters.exists)
    return bcov_exists (q->puzzle, request, true, &q->report, &q->answer, q->request->err);
  q->answer.complete = true;
  return bcov_explain (q->puzzle, request, true, &q->report, q->request->err);
}

static bool show_step (const char *line, void *data)
{
  struct query *q = data;
  return events_write (q->request, "step", line, strlen (line));
}

static bcov_status handle_trace (struct query *q)
{
  q->counted = true;
  return bcov_trace (q->puzzle, request_of (q), q->parameters.steps, BCOV_TRACE_JSON, show_step, q,
                     &q->answer, q->request->err);
}

/* ---- pictures ---- */

enum { MOST_PIXELS = 8192, HEAT_SECONDS = 15 };

static_assert (MOST_PIXELS == 8192, "handle_draw and docs/SERVER.md state this limit");

struct picture_query {
  struct query *query;
  bcov_look look;
  char *bytes;
  size_t length;
  bcov_status status;
};

static const struct {
  const char *medium, *type;
} types[] = {
    {"svg", "image/svg+xml"}, {"png", "image/png"}, {"pdf", "application/pdf"}, {NULL, NULL}};

static const char *type_of (const char *medium)
{
  size_t k = 0;
  while (types[k].medium && strcmp (medium, types[k].medium) != 0)
    k++;
  return types[k].type;
}

static bool draw (const bcov_covering *covering, uint64_t index, void *data)
{
  struct picture_query *d = data;
  (void)index;
  d->status =
      bcov_covering_picture (covering, &d->look, &d->bytes, &d->length, d->query->request->err);
  return false;
}

/* Hands the placements to the library in the format of `list --json`: it reads and checks them. */
static bcov_status draw_placements (struct picture_query *d)
{
  struct query *q = d->query;
  json_t *covering = json_pack ("{s:O}", "placements", q->parameters.placements);
  char *text = covering ? json_dumps (covering, JSON_COMPACT) : NULL;
  bcov_status status = BCOV_FAULT;
  if (text)
    status = bcov_covering_parse (q->puzzle, "placements", text, strlen (text), draw, d,
                                  q->request->err);
  free (text);
  json_decref (covering);
  return status ? status : d->status;
}

static bcov_status draw_heat (struct picture_query *d)
{
  struct query *q = d->query;
  const bcov_request soon = {.stop = q->request->stop, .seconds = HEAT_SECONDS, .threads = 1};
  if (q->parameters.placements) {
    q->request->responder->refuse (q->request, STATUS_BAD_REQUEST,
                                   "a heat map has no placements\n");
    return BCOV_INPUT;
  }
  return bcov_heat_picture (q->puzzle, &soon, q->parameters.heat_of, &d->look, &d->bytes,
                            &d->length, &q->answer, q->request->err);
}

static bcov_status draw_subject (struct picture_query *d)
{
  struct query *q = d->query;
  if (q->parameters.heat || q->parameters.heat_of)
    return draw_heat (d);
  return q->parameters.placements
             ? draw_placements (d)
             : bcov_puzzle_picture (q->puzzle, &d->look, &d->bytes, &d->length, q->request->err);
}

/* Draws the board, empty or with the given placements, which need not cover it.  A heat map is
   drawn too if it can be counted soon: the thread is one of those for quick requests. */
static bcov_status handle_draw (struct query *q)
{
  const struct parameters *parameters = &q->parameters;
  const char *medium = parameters->medium ? parameters->medium : "svg";
  if (parameters->pixels > MOST_PIXELS) {
    q->request->responder->refuse (q->request, STATUS_BAD_REQUEST,
                                   "'pixels' must be at most 8192\n");
    return BCOV_INPUT;
  }
  struct picture_query d = {
      .query = q,
      .look = {.medium = medium,
               .cut = parameters->cut,
               .animate = parameters->animate,
               .isometric = parameters->isometric,
               .pixels = (uint32_t)parameters->pixels,
               .stop = q->request->stop},
  };
  bcov_status status = draw_subject (&d);
  if (!status)
    q->request->responder->reply (q->request, type_of (medium), d.bytes, d.length);
  bcov_text_free (d.bytes);
  return status;
}

/* ---- without a puzzle ---- */

static char *version (void)
{
  char *text = NULL;
  return asprintf (&text, "{\"version\":\"%s\"}\n", bcov_version ()) < 0 ? NULL : text;
}

/* Names of pieces are ASCII; a message does not repeat other names. */
static bool is_plain (const char *text)
{
  for (; text && *text; text++)
    if (*text < ' ' || *text > '~')
      return false;
  return true;
}

static void answer_catalog (struct request *request)
{
  const struct responder *responder = request->responder;
  char *text = NULL;
  if (!is_plain (request->lattice) || !is_plain (request->name)) {
    responder->refuse (request, STATUS_BAD_REQUEST, "names of pieces are in plain letters\n");
    return;
  }
  bcov_status status =
      bcov_catalog (request->mem, request->lattice, request->name, true, &text, request->err);
  if (status)
    responder->refuse (request, STATUS_UNPROCESSABLE_CONTENT, bcov_error_text (request->err));
  else
    responder->reply (request, "application/json", text, strlen (text));
  bcov_text_free (text);
}

/* ---- the table ---- */

/* Paths are compared byte by byte with what the client sent: nothing is decoded, joined or looked
   up on disk, so that dots, slashes and escapes have no effect. */
static const struct endpoint endpoints[] = {
    {.path = "/api/version", .text = version},
    {.path = "/api/catalog", .answer = answer_catalog},
    {.path = "/api/convert", .bit = CONVERT, .handle = handle_convert},
    {.path = "/api/draw", .bit = DRAW, .handle = handle_draw},
    {.path = "/api/count", .bit = COUNT, .handle = handle_count, .is_long = true},
    {.path = "/api/list", .bit = LIST, .handle = handle_list, .is_long = true},
    {.path = "/api/covering", .bit = COVERING, .handle = handle_covering, .is_long = true},
    {.path = "/api/sample", .bit = SAMPLE, .handle = handle_sample, .is_long = true},
    {.path = "/api/fill", .bit = FILL, .handle = handle_fill, .is_long = true},
    {.path = "/api/heat", .bit = HEAT, .handle = handle_heat, .is_long = true},
    {.path = "/api/hint", .bit = HINT, .handle = handle_hint, .is_long = true},
    {.path = "/api/explain", .bit = EXPLAIN, .handle = handle_explain, .is_long = true},
    {.path = "/api/trace", .bit = TRACE, .handle = handle_trace, .is_long = true},
};

const struct endpoint *endpoint_find (const char *path, size_t length)
{
  for (size_t k = 0; k < sizeof endpoints / sizeof *endpoints; k++)
    if (strlen (endpoints[k].path) == length && !memcmp (endpoints[k].path, path, length))
      return &endpoints[k];
  return NULL;
}

void endpoint_run (const struct endpoint *endpoint, struct request *request)
{
  if (endpoint->answer)
    endpoint->answer (request);
  else
    answer_query (endpoint, request);
}
