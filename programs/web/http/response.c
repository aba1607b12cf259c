/* Every response has the same header fields, which restrict the browser: it loads and runs nothing
   from other sites, does not guess types, caches nothing, and does not show the page in a frame. */

#include "response.h"

#include <assert.h>
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

size_t response_write_refusal (const struct server *server, unsigned status, const char *why,
                               char out[REFUSAL_LENGTH])
{
  size_t n = (size_t)snprintf (out, REFUSAL_LENGTH, "HTTP/1.1 %u %s\r\n", status,
                               server->http.get_reason_phrase_for (status));
  for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
    n += (size_t)snprintf (out + n, REFUSAL_LENGTH - n, "%s: %s\r\n", lines[k][0], lines[k][1]);
  n += (size_t)snprintf (out + n, REFUSAL_LENGTH - n,
                         "Content-Type: %s\r\nContent-Length: %zu\r\n\r\n%s\n", plain,
                         strlen (why) + 1, why);
  assert (n < REFUSAL_LENGTH);
  return n;
}

/* Sends and frees RESPONSE; NULL means that the machine is out of memory. */
static enum MHD_Result send_response (struct server *server, struct MHD_Connection *handle,
                                      unsigned status, const char *type,
                                      struct MHD_Response *response)
{
  const struct microhttp *http = &server->http;
  if (!response)
    return MHD_NO;
  for (size_t k = 0; k < sizeof lines / sizeof *lines; k++)
    http->add_response_header (response, lines[k][0], lines[k][1]);
  http->add_response_header (response, "Content-Type", type);
  if (status == MHD_HTTP_TOO_MANY_REQUESTS)
    http->add_response_header (response, "Retry-After", "1");
  enum MHD_Result result = http->queue_response (handle, status, response);
  http->destroy_response (response);
  return result;
}

enum MHD_Result response_send_refusal (struct server *server, struct MHD_Connection *handle,
                                       const struct target *target)
{
  const struct microhttp *http = &server->http;
  char text[256];
  int length = snprintf (text, sizeof text, "%s\n", target->why);
  struct MHD_Response *response =
      http->create_response_from_buffer ((size_t)length, text, MHD_RESPMEM_MUST_COPY);
  if (response && target->refusal == MHD_HTTP_METHOD_NOT_ALLOWED)
    http->add_response_header (response, "Allow", access_is_post (target) ? "POST" : "GET, HEAD");
  return send_response (server, handle, target->refusal, plain, response);
}

enum MHD_Result response_send_asset (struct server *server, struct MHD_Connection *handle,
                                     const struct asset *asset)
{
  return send_response (server, handle, MHD_HTTP_OK, asset->type,
                        server->http.create_response_from_buffer (
                            asset->length, (void *)asset->bytes, MHD_RESPMEM_PERSISTENT));
}

enum MHD_Result response_send_text (struct server *server, struct MHD_Connection *handle,
                                    char *text)
{
  if (!text)
    return MHD_NO;
  return send_response (
      server, handle, MHD_HTTP_OK, "application/json",
      server->http.create_response_from_buffer (strlen (text), text, MHD_RESPMEM_MUST_FREE));
}

/* ---- jobs ---- */

/* libmicrohttpd calls this for the next bytes of a response. */
static ssize_t read_channel (void *data, uint64_t position, char *out, size_t most)
{
  (void)position;
  ssize_t length = channel_read (data, out, most);
  return length == CHANNEL_END      ? MHD_CONTENT_READER_END_OF_STREAM
         : length == CHANNEL_BROKEN ? MHD_CONTENT_READER_END_WITH_ERROR
                                    : length;
}

enum MHD_Result response_send_job (struct server *server, struct MHD_Connection *handle,
                                   struct job *job)
{
  struct channel_head head;
  enum channel_state state = channel_read_head (&job->channel, &head);
  if (state != CHANNEL_READY)
    return state == CHANNEL_SUSPENDED ? MHD_YES : MHD_NO;
  return send_response (
      server, handle, head.status, head.type,
      server->http.create_response_from_callback (head.streams ? MHD_SIZE_UNKNOWN : head.size,
                                                  16 << 10, read_channel, &job->channel, NULL));
}
