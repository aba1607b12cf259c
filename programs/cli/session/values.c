/* Strict parsers: no signs, no blanks, no exponents, nothing after the value. */

#include "values.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Reads the first LENGTH characters of TEXT, which must be digits, as a number from 1 to MOST. */
static bool read_digits (const char *text, size_t length, uint64_t most, uint64_t *out)
{
  uint64_t value = 0;
  for (size_t k = 0; k < length; k++)
    if (text[k] < '0' || text[k] > '9' || __builtin_mul_overflow (value, 10, &value) ||
        __builtin_add_overflow (value, (uint64_t)(text[k] - '0'), &value))
      return false;
  if (!length || value < 1 || value > most)
    return false;
  *out = value;
  return true;
}

bool value_number (const char *text, uint64_t most, uint64_t *out)
{
  return read_digits (text, strlen (text), most, out);
}

bool value_rank (const char *text)
{
  size_t length = strspn (text, "0123456789");
  return length && !text[length] && strspn (text, "0") < length;
}

bool value_seed (const char *text, uint64_t *out)
{
  if (*text && strspn (text, "0") == strlen (text)) {
    *out = 0;
    return true;
  }
  return read_digits (text, strlen (text), UINT64_MAX, out);
}

bool value_bytes (const char *text, size_t *out)
{
  static const char units[] = "KkMmGgTt";
  size_t length = strspn (text, "0123456789");
  const char *unit = text[length] ? strchr (units, text[length]) : NULL;
  unsigned shift = unit ? 10 * (unsigned)((unit - units) / 2 + 1) : 0;
  uint64_t number;
  if (strlen (text) != length + (unit != NULL) ||
      !read_digits (text, length, SIZE_MAX >> shift, &number))
    return false;
  *out = (size_t)number << shift;
  return true;
}

bool value_seconds (const char *text, double *out)
{
  static const struct {
    const char *name;
    double seconds;
  } units[] = {{"", 1}, {"s", 1}, {"ms", 1e-3}, {"m", 60}, {"h", 3600}};
  size_t length = strspn (text, "0123456789.");
  char *end;
  double number = strtod (text, &end);
  if (!length || end != text + length || !(number > 0))
    return false;
  for (size_t k = 0; k < sizeof units / sizeof *units; k++)
    if (!strcmp (end, units[k].name)) {
      *out = number * units[k].seconds;
      return true;
    }
  return false;
}

bool value_sheet (const char *text, uint32_t *columns, uint32_t *rows)
{
  const char *sign = strchr (text, 'x');
  uint64_t across, down;
  if (!sign || !read_digits (text, (size_t)(sign - text), 100, &across) ||
      !value_number (sign + 1, 100, &down))
    return false;
  *columns = (uint32_t)across;
  *rows = (uint32_t)down;
  return true;
}

bool value_address (const char *text)
{
  unsigned char bytes[sizeof (struct in6_addr)];
  return inet_pton (AF_INET, text, bytes) == 1 || inet_pton (AF_INET6, text, bytes) == 1;
}

const char *value_medium (const char *path)
{
  static const char *const media[] = {"svg", "png", "pdf"};
  const char *dot = strrchr (path, '.');
  if (!strcmp (path, "-"))
    return media[0];
  for (size_t k = 0; k < 3; k++)
    if (dot && !strcasecmp (dot + 1, media[k]))
      return media[k];
  return NULL;
}
