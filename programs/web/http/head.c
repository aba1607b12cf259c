/* Checks the lines in one pass.  The limits on the numbers of fields, arguments and cookies ensure
   that the memory of libmicrohttpd for a connection suffices.

   Source: RFC 9112 (HTTP/1.1), sections 2 to 6. */

#include "head.h"
#include "server.h"

#include <string.h>
#include <strings.h>

enum {
  MOST_ADDRESS = 8 << 10, /* bytes */
  MOST_ARGUMENTS = 100,   /* of an address */
  MOST_FIELDS = 100,
  MOST_COOKIES = 200,
  MOST_DIGITS = 15 /* of Content-Length */
};

/* The state of the check. */
struct head {
  const char **why;
  bool is_old; /* HTTP/1.0 */
  unsigned fields, hosts, lengths;
};

struct part {
  const char *text;
  size_t length;
};

static unsigned refuse (const struct head *head, unsigned status, const char *why)
{
  *head->why = why;
  return status;
}

/* ---- characters ---- */

static bool is_token (struct part part)
{
  static const char signs[] = "!#$%&'*+-.^_`|~";
  for (size_t k = 0; k < part.length; k++) {
    char c = part.text[k];
    bool fine = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                memchr (signs, c, sizeof signs - 1);
    if (!fine)
      return false;
  }
  return part.length > 0;
}

/* Returns whether PART has no control characters; tabs are allowed WITH_BLANKS. */
static bool is_printable (struct part part, bool with_blanks)
{
  for (size_t k = 0; k < part.length; k++) {
    unsigned char c = (unsigned char)part.text[k];
    bool blank = c == ' ' || c == '\t';
    if (blank ? !with_blanks : c < ' ' || c == 127)
      return false;
  }
  return true;
}

static size_t count_char (struct part part, char c)
{
  size_t n = 0;
  for (size_t k = 0; k < part.length; k++)
    n += part.text[k] == c;
  return n;
}

/* Returns the text before the first C, and leaves the text after it in PART. */
static struct part cut (struct part *part, char c)
{
  const char *at = memchr (part->text, c, part->length);
  struct part before = {part->text, at ? (size_t)(at - part->text) : part->length};
  size_t skipped = before.length + (at != NULL);
  *part = (struct part){part->text + skipped, part->length - skipped};
  return before;
}

static struct part trim (struct part part)
{
  while (part.length && (*part.text == ' ' || *part.text == '\t'))
    part = (struct part){part.text + 1, part.length - 1};
  while (part.length && strchr (" \t", part.text[part.length - 1]))
    part.length--;
  return part;
}

static bool is_word (struct part part, const char *word)
{
  return part.length == strlen (word) && !strncasecmp (part.text, word, part.length);
}

/* ---- lines ---- */

static unsigned check_version (struct head *head, struct part version)
{
  head->is_old = is_word (version, "HTTP/1.0");
  if (head->is_old || is_word (version, "HTTP/1.1"))
    return 0;
  return version.length == 8 && !memcmp (version.text, "HTTP/", 5)
             ? refuse (head, MHD_HTTP_HTTP_VERSION_NOT_SUPPORTED, "only HTTP/1.1 is supported here")
             : refuse (head, MHD_HTTP_BAD_REQUEST, "this is not an HTTP request");
}

static unsigned check_first_line (struct head *head, struct part line)
{
  struct part rest = line, method = cut (&rest, ' '), address = cut (&rest, ' ');
  if (address.length > MOST_ADDRESS || count_char (address, '&') >= MOST_ARGUMENTS)
    return refuse (head, MHD_HTTP_URI_TOO_LONG, "the address is too long");
  if (!is_token (method) || !address.length || !is_printable (address, false))
    return refuse (head, MHD_HTTP_BAD_REQUEST, "this is not an HTTP request");
  return check_version (head, rest);
}

static unsigned check_length (struct head *head, struct part value)
{
  head->lengths++;
  for (size_t k = 0; k < value.length; k++)
    if (value.text[k] < '0' || value.text[k] > '9')
      return refuse (head, MHD_HTTP_BAD_REQUEST, "Content-Length is not a number");
  if (!value.length)
    return refuse (head, MHD_HTTP_BAD_REQUEST, "Content-Length is not a number");
  return value.length > MOST_DIGITS
             ? refuse (head, MHD_HTTP_CONTENT_TOO_LARGE, "the body is longer than 1 MiB")
             : 0;
}

/* Checks the fields that libmicrohttpd interprets.  Bodies in chunks are refused here because
   libmicrohttpd answers malformed chunks with a page of its own. */
static unsigned check_value (struct head *head, struct part name, struct part value)
{
  if (is_word (name, "Host"))
    head->hosts++;
  if (is_word (name, "Content-Length"))
    return check_length (head, value);
  if (is_word (name, "Cookie") && count_char (value, ';') >= MOST_COOKIES)
    return refuse (head, MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE, "there are too many cookies");
  return is_word (name, "Transfer-Encoding")
             ? refuse (head, MHD_HTTP_LENGTH_REQUIRED,
                       "Transfer-Encoding is not supported; send a Content-Length")
             : 0;
}

static unsigned check_field (struct head *head, struct part line)
{
  bool has_colon = memchr (line.text, ':', line.length);
  struct part value = line, name = cut (&value, ':');
  value = trim (value);
  if (++head->fields > MOST_FIELDS)
    return refuse (head, MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE,
                   "the request header is too long");
  if (!has_colon || !is_token (name) || !is_printable (value, true))
    return refuse (head, MHD_HTTP_BAD_REQUEST, "a header line is malformed");
  return check_value (head, name, value);
}

static unsigned check_whole (struct head *head)
{
  if (!head->hosts && !head->is_old)
    return refuse (head, MHD_HTTP_BAD_REQUEST, "Host is missing");
  if (head->hosts > 1 || head->lengths > 1)
    return refuse (head, MHD_HTTP_BAD_REQUEST, "a header field appears twice");
  return 0;
}

/* ---- the head ---- */

/* Decides about a head whose last line has not arrived completely. */
static unsigned wait_for_line (struct head *head, bool is_first, size_t length)
{
  if (is_first && length > MOST_ADDRESS + 64)
    return refuse (head, MHD_HTTP_URI_TOO_LONG, "the address is too long");
  return length >= MOST_HEADER ? refuse (head, MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE,
                                         "the request header is too long")
                               : HEAD_INCOMPLETE;
}

unsigned head_check (const char *bytes, size_t length, const char **why)
{
  struct head head = {.why = why};
  bool is_first = true;
  for (size_t at = 0;; is_first = false) {
    const char *end = memchr (bytes + at, '\n', length - at);
    if (!end)
      return wait_for_line (&head, is_first, length);
    struct part line = {bytes + at, (size_t)(end - bytes) - at};
    at += line.length + 1;
    if (!line.length || line.text[line.length - 1] != '\r')
      return refuse (&head, MHD_HTTP_BAD_REQUEST, "a header line does not end in CR LF");
    line.length--;
    if (!line.length && !is_first)
      return check_whole (&head);
    unsigned refusal = is_first ? check_first_line (&head, line) : check_field (&head, line);
    if (refusal)
      return refusal;
  }
}
