/* Reads puzzles from files, texts and command line values, gives access to their parts, and writes
   them in other formats. */

#include "api/api.h"
#include "format/contest/arrows.h"
#include "format/puzzle/brief.h"
#include "format/puzzle/dlx_read.h"
#include "format/puzzle/canon.h"
#include "format/puzzle/yaml_read.h"
#include "format/text/bytes.h"
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

unsigned bcov_order_version (void)
{
  return 2;
}

/* ---- reading ---- */

/* Creates the memory of a puzzle, with the limit of the request. */
static bcov_mem *puzzle_memory (const bcov_request *request, bcov_error *err)
{
  bcov_mem *mem = bcov_mem_new (request && request->mem ? bcov_mem_limit (request->mem) : 0);
  if (!mem)
    bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  return mem;
}

static bool ends_in (const char *name, const char *ending)
{
  size_t n = strlen (name), m = strlen (ending);
  return n >= m && !strcmp (name + n - m, ending);
}

bcov_status bcov_puzzle_parse (const bcov_request *request, const char *name, const char *text,
                               size_t length, bcov_puzzle **out, bcov_error *err)
{
  *out = NULL;
  bcov_mem *mem = puzzle_memory (request, err);
  if (!mem)
    return BCOV_FAULT;
  bcov_status status = ends_in (name, ".dlx") ? bcov_dlx_read (mem, name, text, length, out, err)
                                              : bcov_yaml_read (mem, name, text, length, out, err);
  bcov_mem_delete (mem);
  return status;
}

static bcov_status report_unread (const char *path, bcov_status status, bcov_error *err)
{
  bcov_place place = {.file = path};
  return bcov_error_add (err, errno == EISDIR ? BCOV_INPUT : status, &place,
                         "cannot be read: %s; give another file", strerror (errno));
}

/* Reads STREAM to its end, or until the text is longer than the readers accept. */
static bcov_status read_stream (FILE *stream, const char *path, bcov_text *text, bcov_error *err)
{
  char block[1 << 14];
  size_t got;
  errno = 0;
  while (!text->failed && text->length <= BCOV_MOST_TEXT &&
         (got = fread (block, 1, sizeof block, stream)) > 0)
    bcov_text_add (text, block, got);
  bcov_text_add (text, "", 0);
  return ferror (stream) ? report_unread (path, BCOV_FAULT, err) : bcov_text_status (text, err);
}

bcov_status bcov_puzzle_open (const bcov_request *request, const char *path, bcov_puzzle **out,
                              bcov_error *err)
{
  bcov_text text = {0};
  FILE *stream = fopen (path, "rb");
  *out = NULL;
  if (!stream)
    return report_unread (path, BCOV_INPUT, err);
  bcov_status status = read_stream (stream, path, &text, err);
  fclose (stream);
  if (!status)
    status = bcov_puzzle_parse (request, path, text.data, text.length, out, err);
  bcov_text_drop (&text);
  return status;
}

bcov_status bcov_puzzle_brief (const bcov_request *request, const char *board, const char *pieces,
                               const char *lattice, const char *wrap, bcov_puzzle **out,
                               bcov_error *err)
{
  bcov_brief brief = {board, pieces, lattice, wrap};
  *out = NULL;
  bcov_mem *mem = puzzle_memory (request, err);
  if (!mem)
    return BCOV_FAULT;
  bcov_status status = bcov_brief_read (mem, &brief, out, err);
  bcov_mem_delete (mem);
  return status;
}

bcov_status bcov_puzzle_arrows (const bcov_request *request, uint32_t n, bcov_puzzle **out,
                                bcov_error *err)
{
  *out = NULL;
  bcov_mem *mem = puzzle_memory (request, err);
  if (!mem)
    return BCOV_FAULT;
  bcov_status status = bcov_arrows_make (mem, n, out, err);
  bcov_mem_delete (mem);
  return status;
}

/* ---- parts ---- */

BCOV_ACCESSOR (const char *, puzzle, lattice,
               puzzle->exact ? "" : bcov_lattice_name (puzzle->board.lattice))
BCOV_ACCESSOR (unsigned, puzzle, coordinates,
               puzzle->exact                        ? 0
               : puzzle->board.lattice == BCOV_CUBE ? 3
                                                    : 2)
BCOV_ACCESSOR (size_t, puzzle, pieces, puzzle->pieces.count)
BCOV_ACCESSOR_AT (const char *, puzzle, piece_name, puzzle->pieces.data[k].name)
BCOV_ACCESSOR_AT (uint32_t, puzzle, piece_least, puzzle->pieces.data[k].lo)
BCOV_ACCESSOR_AT (uint32_t, puzzle, piece_most, puzzle->pieces.data[k].hi)
BCOV_ACCESSOR_AT (uint32_t, puzzle, piece_size, puzzle->pieces.data[k].size)

void bcov_puzzle_cell (const bcov_puzzle *puzzle, uint64_t k, int32_t *out)
{
  bcov_board_put_cell (&puzzle->board, puzzle->board.cells[k], out);
}

void bcov_puzzle_piece_cells (const bcov_puzzle *puzzle, size_t k, int32_t *out)
{
  const bcov_shape *shape = &puzzle->pieces.data[k].forms[0].shape;
  for (size_t c = 0; c < shape->count; c++)
    out = bcov_board_put_cell (&puzzle->board, shape->cells[c], out);
}

/* ---- other formats ---- */

/* First the formats of puzzles, then those of items and options. */
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
  return bcov_error_add (err, BCOV_INPUT, NULL,
                         "unknown format '%s'; %s%s%sthe formats are yaml, json, dlx and dimacs",
                         name, nearest ? "did you mean '" : "", nearest ? nearest : "",
                         nearest ? "'? " : "");
}

static bcov_status write_puzzle (const bcov_puzzle *puzzle, int format, bcov_text *out,
                                 bcov_error *err)
{
  if (puzzle->exact)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "an exact cover problem has no board and no pieces, so it cannot be "
                           "written as %s; use dlx or dimacs",
                           formats[format]);
  return format == YAML ? bcov_canon_yaml (puzzle, out, err) : bcov_canon_json (puzzle, out, err);
}

static bcov_status write_model (const bcov_puzzle *puzzle, const bcov_request *request, int format,
                                bcov_text *out, bcov_error *err)
{
  bcov_compiled compiled = {0};
  bcov_control control;
  bcov_watch watch = bcov_request_watch (request);
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
  *text = NULL;
  if (wanted == FORMATS)
    return report_format (format, err);
  bcov_puzzle view = bcov_puzzle_view (puzzle, bcov_request_mem (request, puzzle));
  bcov_status status = wanted <= JSON ? write_puzzle (&view, wanted, &out, err)
                                      : write_model (&view, request, wanted, &out, err);
  return bcov_api_text (status, &out, text, length, err);
}
