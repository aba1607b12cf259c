/* The page of any site can make a browser send requests to this machine.  Three checks stop such
   cross-site requests.  Host must be a name of this machine: that stops DNS rebinding, by which the
   name of a foreign site suddenly means 127.0.0.1.  Origin and Sec-Fetch-Site, if the browser sends
   them, must be those of our page.  And the body of a POST must be declared as JSON: a browser
   sends that type to another site only after a preflight request, which this server refuses. */

#include "guard.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum head { HOST, ORIGIN, SITE, TYPE, LENGTH, CODING, HEADS };

static const char *const head_names[HEADS] = {
    "Host", "Origin", "Sec-Fetch-Site", "Content-Type", "Content-Length", "Transfer-Encoding"};

/* The header fields that are checked. */
struct heads {
  const char *values[HEADS];
  bool twice; /* one of them came twice, which no honest client sends */
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

/* Whether HOST, without brackets, is an IP address, not a name that DNS could map to this server.
 */
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

/* Whether TEXT is HOST:PORT with a name and the port of this server; port 80 may be left out. */
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

static bool refuse (struct target *target, unsigned status, const char *why)
{
  target->refusal = status;
  target->why = why;
  return false;
}

bool guard_is_post (const struct target *target)
{
  return target->endpoint && target->endpoint->bit;
}

static bool check_client (const struct server *server, struct target *target,
                          const struct heads *heads)
{
  const char *origin = heads->values[ORIGIN], *host = heads->values[HOST];
  if (heads->twice)
    return refuse (target, MHD_HTTP_BAD_REQUEST, "a line of the head came twice");
  if (heads->values[LENGTH] && heads->values[CODING])
    return refuse (target, MHD_HTTP_BAD_REQUEST, "the body has two lengths");
  if (!host || !is_our_authority (server, host))
    return refuse (target, MHD_HTTP_FORBIDDEN, "Host is no name of this server");
  if (origin && !is_our_origin (server, origin))
    return refuse (target, MHD_HTTP_FORBIDDEN, "other sites may not ask this server");
  return true;
}

/* Paths are compared byte by byte, as in endpoints.c. */
static bool is_path (const char *name, const char *path, size_t length)
{
  return strlen (name) == length && !memcmp (name, path, length);
}

static const struct asset *find_asset (const char *path, size_t length)
{
  for (size_t k = 0; k < asset_count; k++)
    if (is_path (assets[k].path, path, length))
      return &assets[k];
  return NULL;
}

static bool find_target (struct target *target, const char *path)
{
  size_t length = strcspn (path, "?");
  target->is_status = is_path ("/api/status", path, length);
  target->asset = find_asset (path, length);
  target->endpoint = endpoint_find (path, length);
  return target->is_status || target->asset || target->endpoint ||
         refuse (target, MHD_HTTP_NOT_FOUND, "there is nothing of that name");
}

static bool check_method (struct target *target, const char *method)
{
  bool posted = guard_is_post (target);
  bool fits =
      posted ? !strcmp (method, "POST") : !strcmp (method, "GET") || !strcmp (method, "HEAD");
  return fits || refuse (target, MHD_HTTP_METHOD_NOT_ALLOWED,
                         posted ? "only POST is known here" : "only GET and HEAD are known here");
}

/* Everything but the files of the page is only for that page and for programs that are no browser.
 */
static bool check_site (struct target *target, const struct heads *heads)
{
  const char *site = heads->values[SITE];
  if (target->asset || !site || !strcmp (site, "same-origin") || !strcmp (site, "none"))
    return true;
  return refuse (target, MHD_HTTP_FORBIDDEN, "other sites may not ask this server");
}

static bool is_json (const char *type)
{
  static const char json[] = "application/json";
  size_t length = strcspn (type, "; \t");
  return length == sizeof json - 1 && !strncasecmp (type, json, length);
}

static bool check_body (struct target *target, const struct heads *heads)
{
  if (!guard_is_post (target))
    return true;
  if (!heads->values[TYPE] || !is_json (heads->values[TYPE]))
    return refuse (target, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE,
                   "Content-Type must be application/json");
  if (!heads->values[LENGTH] && !heads->values[CODING])
    return refuse (target, MHD_HTTP_LENGTH_REQUIRED, "there is no Content-Length");
  return true;
}

/* Content-Length, or 0.  libmicrohttpd itself refuses one that is no number. */
static unsigned long long announced (const struct heads *heads)
{
  return heads->values[LENGTH] ? strtoull (heads->values[LENGTH], NULL, 10) : 0;
}

bool guard_check (const struct server *server, struct MHD_Connection *connection, const char *path,
                  const char *method, struct target *target)
{
  struct heads heads = {0};
  server->http.get_connection_values (connection, MHD_HEADER_KIND, take_head, &heads);
  bool fine = check_client (server, target, &heads) && find_target (target, path) &&
              check_method (target, method) && check_site (target, &heads) &&
              check_body (target, &heads);
  if (fine && announced (&heads) > MOST_BODY)
    refuse (target, MHD_HTTP_CONTENT_TOO_LARGE, "the body is longer than 1 MiB");
  return announced (&heads) <= MOST_DISCARDED;
}
