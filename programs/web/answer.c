/* Every answer carries the same lines that keep a browser from doing more with it than is meant:
   nothing from elsewhere is loaded or run, types are not guessed, nothing is kept, no other page
   may show this one in a frame. */

#include "answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char plain[] = "text/plain; charset=utf-8";

static const char *const lines[][2] = {
    {"Content-Security-Policy",
     "default-src 'self'; img-src 'self' data: blob:; frame-ancestors 'none'; base-uri 'none'; "
     "form-action 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"X-Frame-Options", "DENY"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
    {"Connection", "close"},
};

enum MHD_Result answer_send (struct server *server, struct MHD_Connection *connection,
                             unsigned status, const char *type, struct MHD_Response *response)
{
  const struct microhttp *http = &server->http;
  if (!response)
    return MHD_NO;
  for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
    http->add_response_header (response, lines[k][0], lines[k][1]);
  http->add_response_header (response, "Content-Type", type);
  if (status == MHD_HTTP_TOO_MANY_REQUESTS)
    http->add_response_header (response, "Retry-After", "1");
  enum MHD_Result result = http->queue_response (connection, status, response);
  http->destroy_response (response);
  return result;
}

enum MHD_Result answer_refusal (struct visit *visit)
{
  const struct microhttp *http = &visit->server->http;
  char text[256];
  int length = snprintf (text, sizeof text, "%s\n", visit->why);
  struct MHD_Response *response =
      http->create_response_from_buffer ((size_t)length, text, MHD_RESPMEM_MUST_COPY);
  if (response && visit->refusal == MHD_HTTP_METHOD_NOT_ALLOWED)
    http->add_response_header (response, "Allow",
                               visit->endpoint && visit->endpoint->posted ? "POST" : "GET, HEAD");
  return answer_send (visit->server, visit->connection, visit->refusal, plain, response);
}

enum MHD_Result answer_asset (struct visit *visit)
{
  const struct asset *asset = visit->asset;
  return answer_send (visit->server, visit->connection, MHD_HTTP_OK, asset->type,
                      visit->server->http.create_response_from_buffer (
                          asset->length, (void *)asset->bytes, MHD_RESPMEM_PERSISTENT));
}

enum MHD_Result answer_tell (struct visit *visit)
{
  char *text = visit->endpoint->tell (visit->server);
  if (!text)
    return MHD_NO;
  return answer_send (
      visit->server, visit->connection, MHD_HTTP_OK, "application/json",
      visit->server->http.create_response_from_buffer (strlen (text), text, MHD_RESPMEM_MUST_FREE));
}
