/* Reads puzzles from files, texts and the options -b and -p, and writes them in other formats. */

#include "format/limits.h"
#include "format/puzzle/brief.h"
#include "format/puzzle/dlx_read.h"
#include "format/puzzle/json_write.h"
#include "format/puzzle/yaml_read.h"
#include "format/puzzle/yaml_write.h"
#include "model/compile/compile.h"
#include "model/export/dimacs_write.h"
#include "model/export/dlx_write.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const char *bcov_version (void)
{
  return BCOV_VERSION;
}

const char *bcov_nearest (const char *word, const char *const *words, size_t count)
{
  return bcov_text_nearest (word, words, count);
}

/* ---- files ---- */

/* The name of a file in messages. */
static const char *shown_name (const char *path)
{
  return strcmp (path, "-") ? path : "<stdin>";
}

static bcov_status report_unread (const char *path, bcov_status status, bcov_error *err)
{
  bcov_place place = {.file = shown_name (path)};
  return bcov_error_add (err, errno == EISDIR ? BCOV_INPUT : status, &place,
                         "cannot be read: %s; give a file, or - for standard input",
                         strerror (errno));
}

/* Reads STREAM to its end, or until the text exceeds the limit of all readers. */
static bcov_status read_stream (FILE *stream, const char *path, bcov_text *text, bcov_error *err)
{
  char block[1 << 14];
  size_t got;
  errno = 0;
  while (!text->failed && text->length <= BCOV_MOST_TEXT &&
         (got = fread (block, 1, sizeof block, stream)) > 0)
    bcov_text_add (text, block, got);
  if (ferror (stream))
    return report_unread (path, BCOV_FAULT, err);
  bcov_place place = {.file = shown_name (path)};
  return text->length <= BCOV_MOST_TEXT
             ? BCOV_OK
             : bcov_error_add (err, BCOV_INPUT, &place, "is too long: at most %d MiB can be read",
                               BCOV_MOST_TEXT >> 20);
}

bcov_status bcov_file_read (const char *path, char **text, size_t *length, bcov_error *err)
{
  bool is_input = !strcmp (path, "-");
  FILE *stream = is_input ? stdin : fopen (path, "rb");
  if (!stream)
    return report_unread (path, BCOV_INPUT, err);
  bcov_text built = {0};
  bcov_status status = read_stream (stream, path, &built, err);
  if (!is_input)
    fclose (stream);
  if (!status)
    return bcov_text_take (&built, text, length, err);
  bcov_text_drop (&built);
  return status;
}

/* ---- puzzles ---- */

static bool ends_in (const char *name, const char *ending)
{
  size_t n = strlen (name), m = strlen (ending);
  return n >= m && !strcmp (name + n - m, ending);
}

bcov_status bcov_puzzle_parse (bcov_mem *mem, const char *name, const char *text, size_t length,
                               bcov_puzzle **out, bcov_error *err)
{
  if (ends_in (name, ".dlx"))
    return bcov_dlx_read (mem, name, text, length, out, err);
  return bcov_yaml_read (mem, name, text, length, out, err);
}

bcov_status bcov_puzzle_open (bcov_mem *mem, const char *path, bcov_puzzle **out, bcov_error *err)
{
  char *text = NULL;
  size_t length;
  bcov_status status = bcov_file_read (path, &text, &length, err);
  if (!status)
    status = bcov_puzzle_parse (mem, shown_name (path), text, length, out, err);
  bcov_text_free (text);
  return status;
}

bcov_status bcov_puzzle_brief (bcov_mem *mem, const bcov_brief *brief, bcov_puzzle **out,
                               bcov_error *err)
{
  return bcov_brief_read (mem, brief, out, err);
}

/* ---- other formats ---- */

/* The formats that hold a puzzle, then those that hold its items and options. */
static const char *const formats[] = {"yaml", "json", "dlx", "dimacs"};
enum { YAML, JSON, DLX, DIMACS, FORMATS };

static int find_format (const char *name)
{
  int k = 0;
  while (k < FORMATS && strcmp (name, formats[k]))
    k++;
  return k;
}

static bcov_status report_format (const char *name, bcov_error *err)
{
  const char *nearest = bcov_text_nearest (name, formats, FORMATS);
  return bcov_error_add (
      err, BCOV_INPUT, NULL, "unknown format '%s'; %s%s%sthere are yaml, json, dlx and dimacs",
      name, nearest ? "did you mean '" : "", nearest ? nearest : "", nearest ? "'? " : "");
}

static bcov_status write_puzzle (const bcov_puzzle *puzzle, int format, bcov_text *out,
                                 bcov_error *err)
{
  if (puzzle->exact)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "an exact cover problem has no board and no pieces, so it cannot be "
                           "written as %s; dlx and dimacs can hold it",
                           formats[format]);
  return format == YAML ? bcov_yaml_write (puzzle, out, err) : bcov_json_write (puzzle, out, err);
}

static bcov_status write_model (const bcov_puzzle *puzzle, const bcov_request *request, int format,
                                bcov_text *out, bcov_error *err)
{
  bcov_compiled compiled = {0};
  bcov_control control;
  bcov_watch watch = bcov_watch_of (request);
  bcov_control_start (&control, &watch);
  bcov_status status = bcov_compile (puzzle, false, &control, &compiled, err);
  *out = bcov_text_within (puzzle->mem);
  if (!status)
    status = format == DLX ? bcov_dlx_write (&compiled, out, err)
                           : bcov_dimacs_write (&compiled, out, err);
  bcov_compiled_free (&compiled);
  return status;
}

bcov_status bcov_convert (const bcov_puzzle *puzzle, const bcov_request *request,
                          const char *format, char **text, size_t *length, bcov_error *err)
{
  bcov_text out = {0};
  int wanted = find_format (format);
  if (wanted == FORMATS)
    return report_format (format, err);
  bcov_status status = wanted <= JSON ? write_puzzle (puzzle, wanted, &out, err)
                                      : write_model (puzzle, request, wanted, &out, err);
  if (!status)
    return bcov_text_take (&out, text, length, err);
  bcov_text_drop (&out);
  return status;
}
