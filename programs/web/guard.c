/* A page of any site can make a browser send requests to this machine.  Three things stand against
   that.  The name under which the client asks (Host) must be one of this machine's own: a name of a
   foreign site that suddenly means 127.0.0.1 is none.  Where the browser says on whose behalf it
   asks (Origin, Sec-Fetch-Site), that must be our page.  And questions must be JSON by their type,
   which a browser sends to other sites only after it was allowed to, and nobody allows it. */

#include "guard.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum head { HOST, ORIGIN, SITE, TYPE, LENGTH, CODING, HEADS };

static const char *const head_names[HEADS] = {
    "Host", "Origin", "Sec-Fetch-Site", "Content-Type", "Content-Length", "Transfer-Encoding"};

/* The lines of a head that matter. */
struct heads {
  const char *values[HEADS];
  bool twice; /* one of them came twice: who means well sends it once */
};

static enum MHD_Result take_head (void *data, enum MHD_ValueKind kind, const char *key,
                                  const char *value)
{
  struct heads *heads = data;
  (void)kind;
  for (int k = 0; k < HEADS; k++)
    if (!strcasecmp (key, head_names[k])) {
      heads->twice |= heads->values[k] != NULL;
      heads->values[k] = value ? value : "";
    }
  return MHD_YES;
}

/* ---- names of this machine ---- */

/* HOST without brackets is a number of the Internet, not a name that somebody could lead here. */
static bool is_number (const char *host)
{
  unsigned char bytes[sizeof (struct in6_addr)];
  return inet_pton (AF_INET, host, bytes) == 1 || inet_pton (AF_INET6, host, bytes) == 1;
}

static bool is_everywhere (const char *address)
{
  return !strcmp (address, "0.0.0.0") || !strcmp (address, "::");
}

static bool is_ours (const struct server *server, const char *host)
{
  const char *address = server->settings.address;
  if (!strcmp (host, "127.0.0.1") || !strcmp (host, "::1") || !strcasecmp (host, "localhost"))
    return true;
  return address && (!strcasecmp (host, address) || (is_everywhere (address) && is_number (host)));
}

/* TEXT is HOST:PORT, with the port of this server; 80 may be left out. */
static bool is_our_authority (const struct server *server, const char *text)
{
  char host[80];
  bool bracket = *text == '[';
  size_t length = strcspn (text += bracket, bracket ? "]" : ":");
  const char *rest = text + length;
  if (length >= sizeof host || (bracket && *rest++ != ']'))
    return false;
  memcpy (host, text, length);
  host[length] = '\0';
  if (bracket != (strchr (host, ':') != NULL) || !is_ours (server, host))
    return false;
  char port[16];
  snprintf (port, sizeof port, ":%u", server->port);
  return !strcmp (rest, port) || (server->port == 80 && !*rest);
}

static bool is_our_origin (const struct server *server, const char *origin)
{
  static const char scheme[] = "http://";
  return !strncmp (origin, scheme, sizeof scheme - 1) &&
         is_our_authority (server, origin + sizeof scheme - 1);
}

/* ---- the steps ---- */

static bool refuse (struct visit *visit, unsigned status, const char *why)
{
  visit->refusal = status;
  visit->why = why;
  return false;
}

static bool check_client (struct visit *visit, const struct heads *heads)
{
  const char *origin = heads->values[ORIGIN], *host = heads->values[HOST];
  if (heads->twice)
    return refuse (visit, MHD_HTTP_BAD_REQUEST, "a line of the head came twice");
  if (heads->values[LENGTH] && heads->values[CODING])
    return refuse (visit, MHD_HTTP_BAD_REQUEST, "the body has two lengths");
  if (!host || !is_our_authority (visit->server, host))
    return refuse (visit, MHD_HTTP_FORBIDDEN, "Host is no name of this server");
  if (origin && !is_our_origin (visit->server, origin))
    return refuse (visit, MHD_HTTP_FORBIDDEN, "other sites may not ask this server");
  return true;
}

static bool find_target (struct visit *visit)
{
  size_t length = strcspn (visit->target, "?");
  visit->asset = route_asset (visit->target, length);
  visit->endpoint = visit->asset ? NULL : route_endpoint (visit->target, length);
  return visit->asset || visit->endpoint ||
         refuse (visit, MHD_HTTP_NOT_FOUND, "there is nothing of that name");
}

static bool check_method (struct visit *visit, const char *method)
{
  bool posted = visit->endpoint && visit->endpoint->posted;
  bool fits =
      posted ? !strcmp (method, "POST") : !strcmp (method, "GET") || !strcmp (method, "HEAD");
  return fits || refuse (visit, MHD_HTTP_METHOD_NOT_ALLOWED,
                         posted ? "only POST is known here" : "only GET and HEAD are known here");
}

/* What may only be asked by our own page, or by a program that is no browser. */
static bool check_site (struct visit *visit, const struct heads *heads)
{
  const char *site = heads->values[SITE];
  if (visit->asset || !site || !strcmp (site, "same-origin") || !strcmp (site, "none"))
    return true;
  return refuse (visit, MHD_HTTP_FORBIDDEN, "other sites may not ask this server");
}

static bool is_json (const char *type)
{
  static const char json[] = "application/json";
  size_t length = strcspn (type, "; \t");
  return length == sizeof json - 1 && !strncasecmp (type, json, length);
}

static bool check_body (struct visit *visit, const struct heads *heads)
{
  if (!visit->endpoint || !visit->endpoint->posted)
    return true;
  if (!heads->values[TYPE] || !is_json (heads->values[TYPE]))
    return refuse (visit, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE, "Content-Type must be application/json");
  if (!heads->values[LENGTH] && !heads->values[CODING])
    return refuse (visit, MHD_HTTP_LENGTH_REQUIRED, "there is no Content-Length");
  return true;
}

/* The length that is announced, if any; what is no number is for libmicrohttpd to refuse. */
static unsigned long long announced (const struct heads *heads)
{
  return heads->values[LENGTH] ? strtoull (heads->values[LENGTH], NULL, 10) : 0;
}

bool guard_check (struct visit *visit, const char *method)
{
  struct heads heads = {0};
  visit->server->http.get_connection_values (visit->connection, MHD_HEADER_KIND, take_head, &heads);
  bool fine = check_client (visit, &heads) && find_target (visit) && check_method (visit, method) &&
              check_site (visit, &heads) && check_body (visit, &heads);
  if (fine && announced (&heads) > MOST_BODY)
    refuse (visit, MHD_HTTP_CONTENT_TOO_LARGE, "the body is longer than 1 MiB");
  return announced (&heads) <= MOST_SWALLOWED;
}
