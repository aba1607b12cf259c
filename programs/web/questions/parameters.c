/* One table lists all members of request bodies and the endpoints that accept them.  An endpoint
   refuses members that have no effect on it.  Brackets and commas are counted before jansson reads
   the text, because for "[[[[" or "[],[],[]" jansson needs far more memory than the text has
   bytes. */

#include "parameters.h"

#include <stdio.h>
#include <string.h>

enum {
  MOST_DEPTH = 32,
  MOST_LISTS = 1 << 17, /* and objects */
  MOST_VALUES = 1 << 19,
  MOST_NAME = 200 /* bytes */
};

enum type { BOOLEAN, NUMBER, SECONDS, TEXT, LIST_OF, ANY_VALUE };

#define AT(member) offsetof (struct parameters, member)

static const struct {
  const char *name;
  unsigned takers;
  enum type type;
  size_t at;
} table[] = {
    {"puzzle", ABOUT_PUZZLES, ANY_VALUE, AT (puzzle)},
    {"name", ABOUT_PUZZLES, TEXT, AT (name)},
    {"engine", RUNNING & ~(unsigned)TRACE, TEXT, AT (engine)},
    {"seconds", RUNNING, SECONDS, AT (seconds)},
    {"up_to_symmetry", COUNT | LIST | EXPLAIN, BOOLEAN, AT (up_to_symmetry)},
    {"limit", COUNT | LIST, NUMBER, AT (limit)},
    {"rank", COVERING, TEXT, AT (rank)},
    {"n", SAMPLE, NUMBER, AT (number)},
    {"seed", SAMPLE, NUMBER, AT (seed)},
    {"steps", TRACE, NUMBER, AT (steps)},
    {"exists", EXPLAIN, BOOLEAN, AT (exists)},
    {"to", CONVERT, TEXT, AT (to)},
    {"medium", DRAW, TEXT, AT (medium)},
    {"placements", DRAW, LIST_OF, AT (placements)},
    {"heat", DRAW, BOOLEAN, AT (heat)},
    {"heat_of", DRAW, TEXT, AT (heat_of)},
    {"pixels", DRAW, NUMBER, AT (pixels)},
    {"colour_by", DRAW, TEXT, AT (colour_by)},
    {"cut", DRAW, BOOLEAN, AT (cut)},
    {"animate", DRAW, BOOLEAN, AT (animate)},
    {"isometric", DRAW, BOOLEAN, AT (isometric)},
};

enum { ROWS = sizeof table / sizeof *table };

/* ---- limits ---- */

/* Counts brackets and commas outside of strings; returns the problem, or NULL. */
static const char *count_marks (const char *text, size_t length)
{
  size_t depth = 0, lists = 0, values = 0;
  bool in_string = false;
  for (size_t k = 0; k < length; k++) {
    char c = text[k];
    if (in_string && c == '\\')
      k++;
    else if (c == '"')
      in_string = !in_string;
    else if (!in_string && (c == '[' || c == '{'))
      depth++, lists++;
    else if (!in_string && (c == ']' || c == '}'))
      depth -= depth > 0;
    else if (!in_string && c == ',')
      values++;
    if (depth > MOST_DEPTH)
      return "lists are nested too deeply";
  }
  return lists > MOST_LISTS || values > MOST_VALUES ? "there are too many values" : NULL;
}

/* ---- members ---- */

static bool put_text (const json_t *value, const char **out)
{
  *out = json_string_value (value);
  return *out && strlen (*out) <= MOST_NAME;
}

/* Reads a whole number, at least 0.  It may be a text, because JavaScript cannot write large
   numbers exactly. */
static bool put_number (const json_t *value, uint64_t *out)
{
  const char *text = json_string_value (value);
  if (json_is_integer (value) && json_integer_value (value) >= 0) {
    *out = (uint64_t)json_integer_value (value);
    return true;
  }
  uint64_t number = 0;
  if (!text || !*text || strspn (text, "0123456789") != strlen (text))
    return false;
  for (; *text; text++)
    if (__builtin_mul_overflow (number, 10, &number) ||
        __builtin_add_overflow (number, (uint64_t)(*text - '0'), &number))
      return false;
  *out = number;
  return true;
}

static bool put (json_t *value, enum type type, void *out)
{
  switch (type) {
  case BOOLEAN:
    *(bool *)out = json_is_true (value);
    return json_is_boolean (value);
  case NUMBER:
    return put_number (value, out);
  case SECONDS:
    *(double *)out = json_number_value (value);
    return json_is_number (value) && *(double *)out > 0;
  case TEXT:
    return put_text (value, out);
  case LIST_OF:
    *(json_t **)out = value;
    return json_is_array (value);
  default:
    *(json_t **)out = value;
    return true;
  }
}

static const char *allowed (enum type type)
{
  static const char *const words[] = {"true or false",
                                      "a whole number, at least 0",
                                      "a number of seconds above 0",
                                      "a short text",
                                      "a list",
                                      "anything"};
  return words[type];
}

/* The message quotes only the start of KEY, which the client chose. */
static bool take_member (struct parameters *parameters, unsigned bit, const char *key,
                         json_t *value, char why[256])
{
  size_t k = 0;
  while (k < ROWS && (strcmp (key, table[k].name) != 0 || !(table[k].takers & bit)))
    k++;
  if (k == ROWS) {
    snprintf (why, 256, "unknown member '%.40s'", key);
    return false;
  }
  if (put (value, table[k].type, (char *)parameters + table[k].at))
    return true;
  snprintf (why, 256, "'%s' must be %s", key, allowed (table[k].type));
  return false;
}

static bool take_members (json_t *root, unsigned bit, struct parameters *parameters, char why[256])
{
  const char *key;
  json_t *value;
  json_object_foreach (root, key, value)
  {
    if (!take_member (parameters, bit, key, value, why))
      return false;
  }
  if (json_is_string (parameters->puzzle) || json_is_object (parameters->puzzle))
    return true;
  snprintf (why, 256, "'puzzle' is missing; give the text of a puzzle file, or an object");
  return false;
}

json_t *parameters_read (const char *text, size_t length, unsigned bit,
                         struct parameters *parameters, char why[256])
{
  json_error_t error;
  const char *problem = count_marks (text, length);
  json_t *root = problem ? NULL : json_loadb (text, length, JSON_REJECT_DUPLICATES, &error);
  *parameters = (struct parameters){.name = "puzzle", .number = 1};
  if (problem)
    snprintf (why, 256, "%s", problem);
  else if (!root)
    snprintf (why, 256, "invalid JSON at line %d, column %d: %.100s", error.line, error.column,
              error.text);
  else if (!json_is_object (root))
    snprintf (why, 256, "the body must be a JSON object");
  else if (take_members (root, bit, parameters, why))
    return root;
  json_decref (root);
  return NULL;
}
