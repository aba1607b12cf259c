/* The endpoints.  The table at the end lists them.  Each one asks the library and writes the
   answer.

   A request with a wrong body or puzzle is refused (400, 422).  Otherwise the response to a long
   request is a stream, and an error is the last line of the stream. */

#include "endpoints.h"
#include "parameters.h"
#include "events.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct query {
  struct request *request;
  json_t *root; /* the body */
  struct parameters parameters;
  bcov_puzzle *puzzle;
  bcov_printer *printer; /* NULL until a covering is written */
  bcov_answer *answer;
  char *report; /* JSON */
  bool counted; /* the response contains the answer's count */
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
    status = bcov_puzzle_parse (request->library, q->parameters.name, text, length, &q->puzzle,
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
  bcov_free (q->report);
  bcov_answer_free (q->answer);
  bcov_printer_free (q->printer);
  bcov_puzzle_free (q->puzzle);
  json_decref (q->root);
}

/* ---- the request to the library ---- */

static bcov_status report_progress (const bcov_progress *now, void *data)
{
  struct request *request = data;
  request->responder->progress (request, now);
  return BCOV_OK;
}

static bcov_status set_number (struct query *q, const char *name, const char *format, double number)
{
  char value[64];
  snprintf (value, sizeof value, format, number);
  return bcov_request_set (q->request->library, name, value, q->request->err);
}

/* Sets the options of a long question.  Quick ones have one thread and fixed time limits. */
static bcov_status prepare (struct query *q, bool is_long)
{
  const struct parameters *parameters = &q->parameters;
  bcov_request *library = q->request->library;
  bcov_error *err = q->request->err;
  double most = q->request->seconds, wanted = parameters->seconds;
  char digits[32];
  bcov_status status = set_number (q, "threads", "%.0f", is_long ? q->request->threads : 1);
  if (status || !is_long)
    return status;
  bcov_request_progress (library, report_progress, q->request);
  status = set_number (q, "time", "%.9fs", wanted > 0 && wanted < most ? wanted : most);
  if (!status && parameters->engine)
    status = bcov_request_set (library, "engine", parameters->engine, err);
  if (!status && parameters->up_to_symmetry)
    status = bcov_request_set (library, "up-to-symmetry", "yes", err);
  snprintf (digits, sizeof digits, "%" PRIu64, parameters->limit);
  if (!status && parameters->limit)
    status = bcov_request_set (library, "limit", digits, err);
  snprintf (digits, sizeof digits, "%" PRIu64, parameters->seed);
  return status ? status : bcov_request_set (library, "seed", digits, err);
}

static void answer_query (const struct endpoint *endpoint, struct request *request)
{
  struct query q = {.request = request};
  if (open_query (&q, endpoint->bit)) {
    if (endpoint->is_long)
      request->responder->begin_stream (request);
    bcov_status status = prepare (&q, endpoint->is_long);
    if (!status)
      status = endpoint->handle (&q);
    if (endpoint->is_long)
      events_end (request, status, q.answer, q.counted, q.report);
    else if (status)
      refuse (&q, STATUS_UNPROCESSABLE_CONTENT, bcov_error_text (request->err));
  }
  close_query (&q);
}

/* ---- coverings ---- */

/* Writes a covering.  If RANK is not NULL, it is the index as text, because it is too large for a
   number.  Returns false if the client wants no more. */
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

static bcov_status show (const bcov_covering *covering, uint64_t index, void *data)
{
  struct query *q = data;
  const char *text = NULL;
  size_t length = 0;
  bool large = !index || index > INT64_MAX;
  bcov_status status = BCOV_OK;
  if (!q->printer)
    status = bcov_printer_new (q->puzzle, q->request->library, &q->printer, q->request->err);
  if (!status)
    status = bcov_printer_json (q->printer, covering, large ? 0 : index, &text, &length,
                                q->request->err);
  if (status)
    return status;
  return put_covering (q, text, length, large ? q->parameters.rank : NULL) ? BCOV_OK : BCOV_ENOUGH;
}

/* ---- handlers ---- */

static bcov_status handle_convert (struct query *q)
{
  char *text = NULL;
  size_t length = 0;
  bcov_status status =
      bcov_convert (q->puzzle, q->request->library, q->parameters.to ? q->parameters.to : "json",
                    &text, &length, q->request->err);
  bool json = !q->parameters.to || !strcmp (q->parameters.to, "json");
  if (!status)
    q->request->responder->reply (
        q->request, json ? "application/json" : "text/plain; charset=utf-8", text, length);
  bcov_free (text);
  return status;
}

static bcov_status handle_count (struct query *q)
{
  q->counted = true;
  return bcov_count (q->puzzle, q->request->library, &q->answer, q->request->err);
}

static bcov_status handle_list (struct query *q)
{
  q->counted = true;
  return bcov_list (q->puzzle, q->request->library, show, q, &q->answer, q->request->err);
}

static bcov_status handle_solve (struct query *q)
{
  bcov_status status = bcov_solve (q->puzzle, q->request->library, &q->answer, q->request->err);
  const bcov_covering *covering = status ? NULL : bcov_answer_covering (q->answer);
  if (covering)
    return bcov_covering_json (covering, 0, &q->report, NULL, q->request->err);
  if (!status && !(q->report = strdup ("{\"placements\":null}")))
    status = BCOV_FAULT;
  return status;
}

static bcov_status handle_covering (struct query *q)
{
  q->parameters.rank = q->parameters.rank ? q->parameters.rank : "1";
  return bcov_unrank (q->puzzle, q->request->library, q->parameters.rank, show, q, &q->answer,
                      q->request->err);
}

static bcov_status handle_sample (struct query *q)
{
  return bcov_sample (q->puzzle, q->request->library, q->parameters.number, show, q, &q->answer,
                      q->request->err);
}

static bcov_status handle_fill (struct query *q)
{
  bcov_status status = bcov_fill (q->puzzle, q->request->library, &q->answer, q->request->err);
  if (q->answer && (!status || status == BCOV_STOPPED)) {
    bcov_status written = bcov_answer_json (q->answer, &q->report, NULL, q->request->err);
    return written ? written : status;
  }
  return status;
}

static bcov_status handle_heat (struct query *q)
{
  bcov_heat *heat = NULL;
  bcov_status status =
      bcov_heat_new (q->puzzle, q->request->library, &heat, &q->answer, q->request->err);
  if (!status)
    status = bcov_heat_json (heat, &q->report, NULL, q->request->err);
  bcov_heat_free (heat);
  return status;
}

static bcov_status handle_hint (struct query *q)
{
  bcov_hint *hint = NULL;
  bcov_status status =
      bcov_hint_new (q->puzzle, q->request->library, &hint, &q->answer, q->request->err);
  if (!status || (hint && bcov_hint_placement (hint))) {
    bcov_status written = bcov_hint_json (hint, &q->report, NULL, q->request->err);
    status = written ? written : status;
  }
  bcov_hint_free (hint);
  return status;
}

static bcov_status handle_explain (struct query *q)
{
  const bcov_request *library = q->request->library;
  bcov_report *report = NULL;
  bcov_status status = q->parameters.exists
                           ? bcov_exists (q->puzzle, library, &report, &q->answer, q->request->err)
                           : bcov_explain (q->puzzle, library, &report, q->request->err);
  if (report)
    q->report = strdup (bcov_report_json (report));
  bcov_report_free (report);
  return status;
}

static bcov_status show_step (const char *line, void *data)
{
  struct query *q = data;
  return events_write (q->request, "step", line, strlen (line)) ? BCOV_OK : BCOV_ENOUGH;
}

static bcov_status handle_trace (struct query *q)
{
  q->counted = true;
  return bcov_trace (q->puzzle, q->request->library, q->parameters.steps, BCOV_TRACE_JSON,
                     show_step, q, &q->answer, q->request->err);
}

/* ---- pictures ---- */

enum { MOST_PIXELS = 8192 };
static const char heat_time[] = "15s";

static_assert (MOST_PIXELS == 8192, "handle_draw and docs/SERVER.md state this limit");

struct picture_query {
  struct query *query;
  bcov_look *look;
  char *bytes;
  size_t length;
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

static bcov_status draw (const bcov_covering *covering, uint64_t index, void *data)
{
  struct picture_query *d = data;
  const struct request *request = d->query->request;
  (void)index;
  bcov_status status = bcov_covering_picture (covering, request->library, d->look, &d->bytes,
                                              &d->length, request->err);
  return status ? status : BCOV_ENOUGH;
}

/* Passes the placements to the library, in the format of `list --json`, to read and check them. */
static bcov_status draw_placements (struct picture_query *d)
{
  struct query *q = d->query;
  json_t *covering = json_pack ("{s:O}", "placements", q->parameters.placements);
  char *text = covering ? json_dumps (covering, JSON_COMPACT) : NULL;
  bcov_status status = BCOV_FAULT;
  if (text)
    status = bcov_covering_parse (q->puzzle, q->request->library, "placements", text, strlen (text),
                                  draw, d, q->request->err);
  free (text);
  json_decref (covering);
  return status;
}

static bcov_status draw_heat (struct picture_query *d)
{
  struct query *q = d->query;
  bcov_request *library = q->request->library;
  bcov_heat *heat = NULL;
  if (q->parameters.placements) {
    q->request->responder->refuse (q->request, STATUS_BAD_REQUEST,
                                   "a heat map has no placements\n");
    return BCOV_INPUT;
  }
  bcov_status status = bcov_request_set (library, "time", heat_time, q->request->err);
  if (!status)
    status = bcov_heat_new (q->puzzle, library, &heat, NULL, q->request->err);
  if (!status)
    status = bcov_heat_picture (heat, library, q->parameters.heat_of, d->look, &d->bytes,
                                &d->length, q->request->err);
  bcov_heat_free (heat);
  return status;
}

static bcov_status draw_subject (struct picture_query *d)
{
  struct query *q = d->query;
  if (q->parameters.heat || q->parameters.heat_of)
    return draw_heat (d);
  return q->parameters.placements ? draw_placements (d)
                                  : bcov_puzzle_picture (q->puzzle, q->request->library, d->look,
                                                         &d->bytes, &d->length, q->request->err);
}

static bcov_status set_look (const struct parameters *parameters, bcov_look *look, bcov_error *err)
{
  char pixels[32];
  snprintf (pixels, sizeof pixels, "%" PRIu64, parameters->pixels);
  const char *const options[][2] = {{"medium", parameters->medium},
                                    {"cut", parameters->cut ? "yes" : NULL},
                                    {"animate", parameters->animate ? "yes" : NULL},
                                    {"isometric", parameters->isometric ? "yes" : NULL},
                                    {"colour-by", parameters->colour_by},
                                    {"pixels", parameters->pixels ? pixels : NULL}};
  bcov_status status = look ? BCOV_OK : BCOV_FAULT;
  for (size_t k = 0; !status && k < sizeof options / sizeof *options; k++)
    status = bcov_look_set (look, options[k][0], options[k][1], err);
  return status;
}

/* Draws the board, empty or with the given placements, which need not cover it.  A heat map must be
   computed quickly, because this runs in a thread for quick requests. */
static bcov_status handle_draw (struct query *q)
{
  const struct parameters *parameters = &q->parameters;
  if (parameters->pixels > MOST_PIXELS) {
    q->request->responder->refuse (q->request, STATUS_BAD_REQUEST,
                                   "'pixels' must be at most 8192\n");
    return BCOV_INPUT;
  }
  struct picture_query d = {.query = q, .look = bcov_look_new ()};
  bcov_status status = set_look (parameters, d.look, q->request->err);
  if (!status)
    status = draw_subject (&d);
  if (!status)
    q->request->responder->reply (
        q->request, type_of (parameters->medium ? parameters->medium : "svg"), d.bytes, d.length);
  bcov_free (d.bytes);
  bcov_look_free (d.look);
  return status;
}

/* ---- without a puzzle ---- */

static char *version (void)
{
  char *text = NULL;
  return asprintf (&text, "{\"version\":\"%s\"}\n", bcov_version ()) < 0 ? NULL : text;
}

/* Returns whether TEXT is ASCII, as all names are; messages must not repeat anything else. */
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
    responder->refuse (request, STATUS_BAD_REQUEST,
                       "names of pieces and lattices contain only ASCII characters\n");
    return;
  }
  bcov_status status = bcov_catalog (request->library, request->lattice, request->name, true, &text,
                                     NULL, request->err);
  if (status)
    responder->refuse (request, STATUS_UNPROCESSABLE_CONTENT, bcov_error_text (request->err));
  else
    responder->reply (request, "application/json", text, strlen (text));
  bcov_free (text);
}

/* ---- the table ---- */

/* Paths are compared byte by byte with the text that the client sent.  Nothing is decoded, joined
   or looked up on disk, so dots, slashes and escapes have no effect. */
static const struct endpoint endpoints[] = {
    {.path = "/api/version", .text = version},
    {.path = "/api/catalog", .answer = answer_catalog},
    {.path = "/api/convert", .bit = CONVERT, .handle = handle_convert},
    {.path = "/api/draw", .bit = DRAW, .handle = handle_draw},
    {.path = "/api/count", .bit = COUNT, .handle = handle_count, .is_long = true},
    {.path = "/api/solve", .bit = SOLVE, .handle = handle_solve, .is_long = true},
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
