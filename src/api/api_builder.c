/* Builds a puzzle call by call.  Each call writes one line of a puzzle file, and the reader of
   puzzle files reads the result, so rules and messages are the same as for files.  Lines for keys
   and for pieces are collected separately, because all pieces belong to one list.  In messages, the
   number of the call replaces the line number. */

#include "format/covering/covering_write.h"
#include "format/puzzle/yaml_read.h"
#include "geometry/board.h"
#include "question/request.h"

#include <string.h>

/* Lines of the file, and the call that each comes from. */
typedef struct {
  bcov_text text;
  BCOV_VEC (size_t) calls;
} lines;

struct bcov_builder {
  bcov_mem *mem;
  bcov_error *err; /* mistakes in the calls themselves */
  bcov_status status;
  size_t calls;
  lines keys, pieces;
};

bcov_builder *bcov_builder_new (void)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_builder *builder = mem ? bcov_mem_alloc (mem, 1, sizeof *builder, NULL) : NULL;
  bcov_error *err = builder ? bcov_error_new () : NULL;
  if (err) {
    *builder = (bcov_builder){.mem = mem, .err = err};
    return builder;
  }
  if (mem)
    bcov_mem_free (mem, builder);
  bcov_mem_delete (mem);
  return NULL;
}

static void free_lines (bcov_mem *mem, lines *l)
{
  bcov_text_drop (&l->text);
  bcov_vec_free (mem, &l->calls);
}

void bcov_builder_free (bcov_builder *builder)
{
  if (!builder)
    return;
  bcov_mem *mem = builder->mem;
  free_lines (mem, &builder->keys);
  free_lines (mem, &builder->pieces);
  bcov_error_free (builder->err);
  bcov_mem_free (mem, builder);
  bcov_mem_delete (mem);
}

/* ---- lines ---- */

static void keep (bcov_builder *b, bcov_status status)
{
  b->status = status > b->status ? status : b->status;
}

static void refuse (bcov_builder *b, const char *problem)
{
  bcov_place place = {.file = "builder", .line = b->calls};
  keep (b, bcov_error_add (b->err, BCOV_INPUT, &place, "%s", problem));
}

static void begin_line (bcov_builder *b, lines *l)
{
  keep (b, bcov_vec_push (b->mem, &l->calls, b->calls, b->err));
}

/* Writes VALUE without quotes, on one line. */
static void put_raw (const char *value, bcov_text *out)
{
  for (; *value; value++)
    bcov_text_char (out, *value == '\n' || *value == '\r' ? ' ' : *value);
}

void bcov_builder_set (bcov_builder *builder, const char *key, const char *value)
{
  bcov_text *out = &builder->keys.text;
  builder->calls++;
  begin_line (builder, &builder->keys);
  bcov_string_write_json (key, out);
  bcov_text_put (out, ": ");
  if (strcmp (key, "rules"))
    bcov_string_write_json (value, out);
  else
    put_raw (value, out);
  bcov_text_put (out, ",\n");
}

/* ---- cells ---- */

/* A box around cells: its first corner, and its numbers of layers, rows and columns. */
typedef struct {
  int64_t from[3], size[3];
} extent;

/* Returns coordinate D of a cell: layer (0 if it has two dimensions), row or column. */
static int64_t coordinate (const int32_t *cell, unsigned dimensions, unsigned d)
{
  return dimensions == 3 ? cell[d] : d ? cell[d - 1] : 0;
}

/* Finds the box of the cells; returns false if it is too large.  The box of a piece begins at even
   coordinates, so that triangles keep their direction. */
static bool find_extent (const int32_t *cells, size_t count, unsigned dimensions, bool board,
                         extent *out)
{
  int64_t positions = 1;
  for (unsigned d = 0; d < 3; d++) {
    int64_t least = count ? INT64_MAX : 0, most = 0;
    for (size_t k = 0; k < count; k++) {
      int64_t at = coordinate (cells + k * dimensions, dimensions, d);
      least = at < least ? at : least;
      most = k == 0 || at > most ? at : most;
    }
    out->from[d] = board ? 0 : least & ~(int64_t)1;
    out->size[d] = most - out->from[d] + 1;
    if (least < out->from[d] || out->size[d] > BCOV_MOST_CELLS / positions)
      return false;
    positions *= out->size[d];
  }
  return true;
}

/* Returns the position of a cell in the drawing, in which each row ends with a slash. */
static size_t sign_at (const extent *e, const int32_t *cell, unsigned dimensions)
{
  int64_t at = 0;
  for (unsigned d = 0; d < 3; d++)
    at = at * (e->size[d] + (d == 2)) + coordinate (cell, dimensions, d) - e->from[d];
  return (size_t)at;
}

/* Writes a list with one drawing per layer.  SIGNS are the characters for no cell, for a cell, and
   for one of the last OPTIONAL cells. */
static void put_drawings (bcov_builder *b, const int32_t *cells, size_t count, unsigned dimensions,
                          size_t optional, const char signs[3], bcov_text *out)
{
  extent e;
  if (dimensions < 2 || dimensions > 3 || optional > count ||
      !find_extent (cells, count, dimensions, signs[0] == '#', &e)) {
    refuse (
        b, "each cell needs 2 or 3 coordinates, and coordinates must differ by less than 16777216");
    return;
  }
  size_t row = (size_t)e.size[2] + 1, layer = row * (size_t)e.size[1];
  size_t whole = layer * (size_t)e.size[0];
  char *grid = bcov_mem_alloc (b->mem, whole + 1, 1, b->err);
  if (!grid) {
    keep (b, bcov_mem_status (b->mem));
    return;
  }
  memset (grid, signs[0], whole);
  for (size_t k = 0; k < count; k++)
    grid[sign_at (&e, cells + k * dimensions, dimensions)] = signs[k < count - optional ? 1 : 2];
  for (size_t end = row; end <= whole; end += row)
    grid[end - 1] = '/';
  for (size_t at = 0; at < whole; at += layer)
    bcov_text_printf (out, "%s\"%.*s\"", at ? "," : "[", (int)layer - 1, grid + at);
  bcov_text_put (out, "]");
  bcov_mem_free (b->mem, grid);
}

void bcov_builder_board (bcov_builder *builder, unsigned dimensions, const int32_t *cells,
                         size_t count, size_t optional)
{
  bcov_text *out = &builder->keys.text;
  builder->calls++;
  begin_line (builder, &builder->keys);
  bcov_text_put (out, "\"board\": ");
  put_drawings (builder, cells, count, dimensions, optional, "#.?", out);
  bcov_text_put (out, ",\n");
}

/* ---- pieces ---- */

static void begin_piece (bcov_builder *b, const char *name)
{
  bcov_text *out = &b->pieces.text;
  b->calls++;
  bcov_text_put (out, b->pieces.calls.count ? "\n}, {" : "{");
  begin_line (b, &b->pieces);
  if (name) {
    bcov_text_put (out, "\"name\": ");
    bcov_string_write_json (name, out);
    bcov_text_put (out, ", ");
  }
  bcov_text_put (out, "\"shape\": ");
}

static void put_count (bcov_builder *b, uint32_t least, uint32_t most)
{
  bcov_text_printf (&b->pieces.text, ", \"count\": \"%u..", least);
  if (most != UINT32_MAX)
    bcov_text_printf (&b->pieces.text, "%u", most);
  bcov_text_put (&b->pieces.text, "\"");
}

void bcov_builder_piece (bcov_builder *builder, const char *piece, uint32_t least, uint32_t most)
{
  begin_piece (builder, NULL);
  bcov_string_write_json (piece, &builder->pieces.text);
  put_count (builder, least, most);
}

void bcov_builder_piece_cells (bcov_builder *builder, const char *name, unsigned dimensions,
                               const int32_t *cells, size_t count, uint32_t least, uint32_t most)
{
  begin_piece (builder, name);
  put_drawings (builder, cells, count, dimensions, 0, ".XX", &builder->pieces.text);
  put_count (builder, least, most);
}

void bcov_builder_piece_set (bcov_builder *builder, const char *key, const char *value)
{
  bcov_text *out = &builder->pieces.text;
  builder->calls++;
  if (!builder->pieces.calls.count) {
    refuse (builder, "there is no piece to change; add a piece first");
    return;
  }
  bcov_text_put (out, ",\n");
  begin_line (builder, &builder->pieces);
  bcov_string_write_json (key, out);
  bcov_text_put (out, ": ");
  put_raw (value, out);
}

/* ---- the puzzle ---- */

/* Returns the number of the call that wrote LINE of the file, or 0. */
static size_t call_of (const bcov_builder *b, size_t line)
{
  size_t keys = b->keys.calls.count, pieces = b->pieces.calls.count;
  if (line >= 2 && line < 2 + keys)
    return b->keys.calls.data[line - 2];
  if (line >= 3 + keys && line < 3 + keys + pieces)
    return b->pieces.calls.data[line - 3 - keys];
  return 0;
}

static void translate (const bcov_builder *b, const bcov_error *from, bcov_error *err)
{
  for (size_t k = 0; k < bcov_error_count (from); k++) {
    bcov_place place = {.file = "builder", .line = call_of (b, bcov_error_line (from, k))};
    const char *remedy = bcov_error_remedy (from, k);
    if (*remedy)
      bcov_error_add (err, bcov_error_code (from, k), &place, "%s; %s",
                      bcov_error_problem (from, k), remedy);
    else
      bcov_error_add (err, bcov_error_code (from, k), &place, "%s", bcov_error_problem (from, k));
  }
}

static void write_file (const bcov_builder *b, bcov_text *out)
{
  bcov_text_put (out, "{\n");
  bcov_text_put (out, b->keys.text.data ? b->keys.text.data : "");
  if (b->pieces.calls.count)
    bcov_text_printf (out, "\"pieces\": [\n%s}]", b->pieces.text.data);
  bcov_text_put (out, "}\n");
  out->failed = out->failed || b->keys.text.failed || b->pieces.text.failed;
}

bcov_status bcov_builder_puzzle (const bcov_builder *builder, const bcov_request *request,
                                 bcov_puzzle **out, bcov_error *err)
{
  bcov_text file = {0};
  bcov_error *own = bcov_error_new ();
  *out = NULL;
  if (builder->status && err)
    bcov_error_append (err, builder->err);
  if (builder->status || !own) {
    bcov_error_free (own);
    return builder->status ? builder->status : BCOV_FAULT;
  }
  write_file (builder, &file);
  bcov_status status = bcov_text_status (&file, own);
  if (!status)
    status = bcov_puzzle_parse (request, "builder", file.data, file.length, out, own);
  translate (builder, own, err);
  bcov_text_drop (&file);
  bcov_error_free (own);
  return status;
}
