/* A page of any site can make a browser send requests to this machine.  Three checks stop such
   cross-site requests.  First, Host must be a name of this machine.  This stops DNS rebinding,
   where the name of another site suddenly resolves to 127.0.0.1.  Second, Origin and
   Sec-Fetch-Site, if the browser sends them, must be those of our page.  Third, the body of a POST
   must be declared as JSON: a browser sends this type to another site only after a preflight
   request, which this server refuses. */

#include "access.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum field { HOST, ORIGIN, SITE, TYPE, LENGTH, FIELDS };

static const char *const field_names[FIELDS] = {"Host", "Origin", "Sec-Fetch-Site", "Content-Type",
                                                "Content-Length"};

/* The header fields that are checked. */
struct fields {
  const char *values[FIELDS];
  bool twice; /* one of them appears twice, which happens only in malicious requests */
};

static enum MHD_Result take_field (void *data, enum MHD_ValueKind kind, const char *key,
                                   const char *value)
{
  struct fields *fields = data;
  (void)kind;
  for (int k = 0; k < FIELDS; k++)
    if (!strcasecmp (key, field_names[k])) {
      fields->twice |= fields->values[k] != NULL;
      fields->values[k] = value ? value : "";
    }
  return MHD_YES;
}

/* ---- names of this machine ---- */

/* Returns whether HOST, without brackets, is an IP address, which DNS cannot redirect. */
static bool is_ip_address (const char *host)
{
  unsigned char bytes[sizeof (struct in6_addr)];
  return inet_pton (AF_INET, host, bytes) == 1 || inet_pton (AF_INET6, host, bytes) == 1;
}

static bool is_any_address (const char *address)
{
  return !strcmp (address, "0.0.0.0") || !strcmp (address, "::");
}

static bool is_our_host (const struct server *server, const char *host)
{
  const char *address = server->settings.address;
  if (!strcmp (host, "127.0.0.1") || !strcmp (host, "::1") || !strcasecmp (host, "localhost"))
    return true;
  return address &&
         (!strcasecmp (host, address) || (is_any_address (address) && is_ip_address (host)));
}

/* Returns whether TEXT is HOST:PORT with a name and the port of this server; port 80 may be
   omitted. */
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
  if (bracket != (strchr (host, ':') != NULL) || !is_our_host (server, host))
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

/* ---- checks ---- */

static bool refuse (struct target *target, unsigned status, const char *why)
{
  target->refusal = status;
  target->why = why;
  return false;
}

bool access_is_post (const struct target *target)
{
  return target->endpoint && target->endpoint->bit;
}

static bool check_client (const struct server *server, struct target *target,
                          const struct fields *fields)
{
  const char *origin = fields->values[ORIGIN], *host = fields->values[HOST];
  if (fields->twice)
    return refuse (target, MHD_HTTP_BAD_REQUEST, "a header field appears twice");
  if (!host || !is_our_authority (server, host))
    return refuse (target, MHD_HTTP_FORBIDDEN, "Host is not a name of this server");
  if (origin && !is_our_origin (server, origin))
    return refuse (target, MHD_HTTP_FORBIDDEN, "requests from other sites are not allowed");
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
         refuse (target, MHD_HTTP_NOT_FOUND, "there is no resource of that name");
}

static bool check_method (struct target *target, const char *method)
{
  bool posted = access_is_post (target);
  bool fits =
      posted ? !strcmp (method, "POST") : !strcmp (method, "GET") || !strcmp (method, "HEAD");
  return fits ||
         refuse (target, MHD_HTTP_METHOD_NOT_ALLOWED,
                 posted ? "only POST is supported here" : "only GET and HEAD are supported here");
}

/* Other sites may load only the files of the page.  Other programs may use everything. */
static bool check_site (struct target *target, const struct fields *fields)
{
  const char *site = fields->values[SITE];
  if (target->asset || !site || !strcmp (site, "same-origin") || !strcmp (site, "none"))
    return true;
  return refuse (target, MHD_HTTP_FORBIDDEN, "requests from other sites are not allowed");
}

static bool is_json (const char *type)
{
  static const char json[] = "application/json";
  size_t length = strcspn (type, "; \t");
  return length == sizeof json - 1 && !strncasecmp (type, json, length);
}

static bool check_body (struct target *target, const struct fields *fields)
{
  if (!access_is_post (target))
    return true;
  if (!fields->values[TYPE] || !is_json (fields->values[TYPE]))
    return refuse (target, MHD_HTTP_UNSUPPORTED_MEDIA_TYPE,
                   "Content-Type must be application/json");
  if (!fields->values[LENGTH])
    return refuse (target, MHD_HTTP_LENGTH_REQUIRED, "Content-Length is missing");
  return true;
}

/* Returns Content-Length, or 0.  head_check has refused values that are not numbers. */
static unsigned long long content_length (const struct fields *fields)
{
  return fields->values[LENGTH] ? strtoull (fields->values[LENGTH], NULL, 10) : 0;
}

bool access_check (const struct server *server, struct MHD_Connection *handle, const char *path,
                   const char *method, struct target *target)
{
  struct fields fields = {0};
  server->http.get_connection_values (handle, MHD_HEADER_KIND, take_field, &fields);
  bool fine = check_client (server, target, &fields) && find_target (target, path) &&
              check_method (target, method) && check_site (target, &fields) &&
              check_body (target, &fields);
  if (fine && content_length (&fields) > MOST_BODY)
    refuse (target, MHD_HTTP_CONTENT_TOO_LARGE, "the body is longer than 1 MiB");
  return content_length (&fields) <= MOST_DISCARDED;
}
