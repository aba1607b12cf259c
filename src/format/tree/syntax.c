/* libyaml says "did not find expected key" and means an indentation.  The table below turns its
   problems into what to do about them; what is not in the table is shown in libyaml's own words. */

#include "format/tree/syntax.h"

#include <string.h>

static const struct {
  const char *problem; /* begins so */
  const char *remedy;
} remedies[] = {
    {"mapping values are not allowed",
     "a colon is not expected here; check the indentation, or put the text in quotes"},
    {"could not find expected ':'",
     "a key without a colon; write 'key: value', and indent the rows of a drawing alike"},
    {"did not find expected key",
     "this line does not fit what stands before it; check the indentation and that every line is "
     "'key: value'"},
    {"did not find expected '-' indicator",
     "an item of a list must start with '- ', indented as the first one is"},
    {"block sequence entries are not allowed", "'- ' is not expected here; check the indentation"},
    {"did not find expected ',' or ']'", "a comma or a closing ']' is missing"},
    {"did not find expected ',' or '}'", "a comma or a closing '}' is missing"},
    {"found unexpected end of stream", "the file ends inside quotes; add the closing quote"},
    {"found unexpected document indicator", "the text ends inside quotes; add the closing quote"},
    {"found unknown escape character", "no such escape; write \\\\ for a backslash"},
    {"found invalid Unicode character escape code",
     "no such character; write the character itself instead of the escape"},
    {"did not find expected hexdecimal number", "the escape needs more hexadecimal digits"},
    {"did not find expected alphabetic or numeric character",
     "'*' and '&' cannot start a text; put it in quotes"},
    {"did not find expected <document start>",
     "the puzzle has ended before this; check the indentation and the brackets"},
    {"did not find expected node content", "something is missing here; put the text in quotes"},
    {"found a tab character", "a tab cannot indent; use spaces"},
    {"found incompatible YAML document", "only YAML 1.1 and 1.2 can be read"},
};

static const char *find_remedy (const char *problem)
{
  for (size_t k = 0; k < sizeof remedies / sizeof *remedies; k++)
    if (!strncmp (problem, remedies[k].problem, strlen (remedies[k].problem)))
      return remedies[k].remedy;
  return NULL;
}

/* The byte at character COLUMN (from 0) of line LINE (from 0); 0 behind the end. */
static char byte_at (const char *text, size_t length, yaml_mark_t mark)
{
  size_t line = 0, at = 0;
  for (; at < length && line < mark.line; at++)
    line += text[at] == '\n' || (text[at] == '\r' && (at + 1 == length || text[at + 1] != '\n'));
  for (size_t column = 0; at < length && column < mark.column; column++)
    do
      at++;
    while (at < length && (text[at] & 0xc0) == 0x80);
  return at < length ? text[at] : 0;
}

/* "cannot start any token": a tab, or one of the signs that YAML keeps for itself. */
static bcov_status report_start (const bcov_place *place, char c, bcov_error *err)
{
  if (c == '\t')
    return bcov_error_add (err, BCOV_INPUT, place, "a tab cannot stand here; use spaces");
  return bcov_error_add (err, BCOV_INPUT, place, "a text cannot start with '%c'; put it in quotes",
                         c);
}

bcov_status bcov_syntax_report (const yaml_parser_t *parser, const char *file, const char *text,
                                size_t length, bcov_error *err)
{
  if (parser->error == YAML_MEMORY_ERROR)
    return bcov_error_add (err, BCOV_FAULT, NULL, "the machine has no memory left");
  yaml_mark_t mark = parser->problem_mark;
  bcov_place place = {file, mark.line + 1, mark.column + 1};
  const char *problem = parser->problem ? parser->problem : "unknown problem";
  char c = byte_at (text, length, mark);
  if (!strncmp (problem, "found character that cannot start any token", 43))
    return report_start (&place, c, err);
  const char *remedy = c == '\t' ? "a tab cannot stand here; use spaces" : find_remedy (problem);
  if (!remedy)
    return bcov_error_add (err, BCOV_INPUT, &place, "no YAML: %s; check indentation and quotes",
                           problem);
  if (!parser->context || parser->context_mark.line == mark.line)
    return bcov_error_add (err, BCOV_INPUT, &place, "%s", remedy);
  return bcov_error_add (err, BCOV_INPUT, &place, "%s (what it belongs to starts on line %zu)",
                         remedy, parser->context_mark.line + 1);
}
