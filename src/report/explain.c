/* Writes the facts as text, one per line, or as one JSON object. */

#include "report/explain.h"
#include "format/text/amount.h"
#include "report/estimate_text.h"

#include <assert.h>
#include <float.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_PIECES = 40, LINE = 80, INDENT = 12 };

/* Adds a blank and WORD.  If the line, which began at *START, has no room, WORD begins a new line
   with the same indentation.  Wide letters count as two columns. */
static void put_word (const char *word, size_t *start, bcov_text *out)
{
  size_t used = out->failed ? 0 : bcov_text_columns (out->data + *start);
  if (used > INDENT && used + 1 + bcov_text_columns (word) > LINE) {
    bcov_text_char (out, '\n');
    *start = out->length;
    bcov_text_printf (out, "%*s%s", INDENT, "", word);
  } else
    bcov_text_printf (out, " %s", word);
}

static void put_piece (const bcov_piece *piece, size_t *start, bcov_text *out)
{
  bcov_text word = {0};
  bcov_text_put (&word, piece->name);
  if (piece->lo != 1 || piece->hi != 1) {
    bcov_text_char (&word, ':');
    bcov_amount_write ((bcov_amount){piece->lo, piece->hi}, &word);
  }
  if (!word.failed)
    put_word (word.data, start, out);
  out->failed = out->failed || word.failed;
  bcov_text_drop (&word);
}

static void put_pieces (const bcov_puzzle *puzzle, bcov_text *out)
{
  size_t start = out->length;
  bcov_text_printf (out, "pieces      %zu:", puzzle->pieces.count);
  for (size_t p = 0; p < puzzle->pieces.count && p < SHOWN_PIECES; p++)
    put_piece (&puzzle->pieces.data[p], &start, out);
  if (puzzle->pieces.count > SHOWN_PIECES)
    put_word ("...", &start, out);
  bcov_text_char (out, '\n');
}

static void put_board (const bcov_puzzle *puzzle, bcov_text *out)
{
  static const char *const wraps[] = {"", ", first and last column joined",
                                      ", first and last row joined",
                                      ", first and last row and column joined"};
  const bcov_board *board = &puzzle->board;
  bcov_text_printf (out, "board       %s, ", bcov_lattice_name (board->lattice));
  if (board->lattice == BCOV_CUBE)
    bcov_text_printf (out, "%d x ", board->layers);
  bcov_text_printf (out, "%d x %d%s\n", board->rows, board->columns, wraps[board->wrap]);
  uint64_t may = 0;
  for (uint32_t n = 0; n < board->n_cells; n++)
    may += board->mark[bcov_board_position (board, board->cells[n])] == BCOV_MAY;
  bcov_text_printf (out, "cells       %u", board->n_cells);
  if (may)
    bcov_text_printf (out, ", of which %llu may stay empty", (unsigned long long)may);
  bcov_text_char (out, '\n');
}

/* Writes 1234567 as 1.2 M, with at most three digits.  Small numbers are written in full, numbers
   beyond all prefixes with a power of ten. */
static void put_about (double number, const char *unit, bcov_text *out)
{
  static const char *const units[] = {"", "k", "M", "G", "T", "P"};
  size_t k = 0;
  if (number >= 999.5e15) {
    bcov_text_printf (out, *unit == ' ' ? "%.2g%s" : "%.2g %s", number, unit);
    return;
  }
  for (; number >= 999.5; k++)
    number /= 1000;
  bcov_text_printf (out,
                    number < 10 && k    ? "%.1f %s%s"
                    : k || *unit != ' ' ? "%.0f %s%s"
                                        : "%.0f%s%s",
                    number, units[k], unit);
}

static void put_states (const bcov_explain_facts *facts, bcov_text *out)
{
  bcov_text_put (out, ", about ");
  put_about (facts->states, " states in all, ", out);
  put_about (facts->widest, " at the widest level, ", out);
  put_about (facts->bytes, "B of memory", out);
  bcov_text_put (out, facts->fits ? "" : ", which exceeds the memory limit");
}

/* If there are several components, the engine is that of the component that takes longest, and the
   numbers belong to that engine.
 */
static void put_cost (const bcov_explain_facts *facts, bcov_text *out)
{
  if (facts->none) {
    bcov_text_put (out, "engine      not needed\n");
    return;
  }
  bcov_text_printf (out, "engine      %s", facts->engine);
  if (!strcmp (facts->engine, "match"))
    bcov_text_printf (out, ", about %.2g seconds", facts->seconds);
  else if (facts->states > 0 && strcmp (facts->engine, "search") != 0)
    put_states (facts, out);
  else if (facts->nodes > DBL_MAX)
    bcov_text_printf (out, ", more than %.2g nodes", DBL_MAX);
  else if (facts->nodes >= 0)
    bcov_text_printf (out, ", about %.2g nodes", facts->nodes);
  bcov_text_char (out, '\n');
}

static bool is_known (const bcov_explain_facts *facts, bcov_explain_stage stage)
{
  return facts->stopped == BCOV_EXPLAIN_ALL || stage < facts->stopped;
}

static void put_reduced (const bcov_explain_facts *facts, bcov_text *out)
{
  if (facts->none && !facts->reduced_options)
    bcov_text_put (out, "reduced     to nothing\n");
  else
    bcov_text_printf (
        out, "reduced     %llu item%s, %llu option%s, %llu component%s\n",
        (unsigned long long)facts->reduced_items, bcov_text_plural (facts->reduced_items),
        (unsigned long long)facts->reduced_options, bcov_text_plural (facts->reduced_options),
        (unsigned long long)facts->components, bcov_text_plural (facts->components));
}

void bcov_explain_text (const bcov_explain_facts *facts, bcov_text *out)
{
  const bcov_puzzle *puzzle = facts->puzzle;
  assert (!facts->none || facts->why);
  if (puzzle->title)
    bcov_text_printf (out, "title       %s\n", puzzle->title);
  if (!puzzle->exact) {
    put_board (puzzle, out);
    put_pieces (puzzle, out);
  }
  if (is_known (facts, BCOV_EXPLAIN_MODEL))
    bcov_text_printf (out, "items       %llu\noptions     %llu\n", (unsigned long long)facts->items,
                      (unsigned long long)facts->options);
  if (is_known (facts, BCOV_EXPLAIN_REDUCED))
    put_reduced (facts, out);
  if (is_known (facts, BCOV_EXPLAIN_SYMMETRIES))
    bcov_text_printf (out, "symmetries  %llu\n", (unsigned long long)facts->symmetries);
  if (is_known (facts, BCOV_EXPLAIN_COST))
    put_cost (facts, out);
  if (is_known (facts, BCOV_EXPLAIN_COST) && facts->estimated) {
    bcov_text_put (out, "coverings   ");
    bcov_estimate_put (&facts->guess, out);
    bcov_text_char (out, '\n');
  }
  for (const char *line = facts->why; facts->none && *line;) {
    size_t n = strcspn (line, "\n");
    bcov_text_printf (out, "no covering: %.*s\n", (int)n, line);
    line += n + (line[n] != 0);
  }
}

/* The lines of TEXT as a list; NULL if memory is exhausted. */
static json_t *lines_of (const char *text)
{
  json_t *list = json_array ();
  while (list && *text) {
    size_t n = strcspn (text, "\n");
    if (json_array_append_new (list, json_stringn (text, n))) {
      json_decref (list);
      return NULL;
    }
    text += n + (text[n] != 0);
  }
  return list;
}

/* JSON has no infinity. */
static double bounded (double number)
{
  return number < DBL_MAX ? number : DBL_MAX;
}

/* Receives the output of jansson.  Its own buffer silently drops data when memory is exhausted. */
static int put_part (const char *part, size_t length, void *text)
{
  bcov_text_add (text, part, length);
  return 0;
}

/* The members that are known; NULL if memory is exhausted. */
static json_t *make_object (const bcov_explain_facts *facts)
{
  const bcov_puzzle *puzzle = facts->puzzle;
  json_t *o = json_pack ("{s:I, s:I}", "cells", (json_int_t)puzzle->board.n_cells, "pieces",
                         (json_int_t)puzzle->pieces.count);
  int failed = 0;
  if (is_known (facts, BCOV_EXPLAIN_MODEL))
    failed |= json_object_update_new (o, json_pack ("{s:I, s:I}", "items", (json_int_t)facts->items,
                                                    "options", (json_int_t)facts->options));
  if (is_known (facts, BCOV_EXPLAIN_REDUCED))
    failed |= json_object_update_new (
        o, json_pack ("{s:I, s:I, s:I}", "reduced_items", (json_int_t)facts->reduced_items,
                      "reduced_options", (json_int_t)facts->reduced_options, "components",
                      (json_int_t)facts->components));
  if (is_known (facts, BCOV_EXPLAIN_SYMMETRIES))
    failed |= json_object_set_new (o, "symmetries", json_integer ((json_int_t)facts->symmetries));
  if (is_known (facts, BCOV_EXPLAIN_COST))
    failed |= json_object_update_new (
        o,
        json_pack ("{s:s, s:f, s:f, s:f, s:f, s:b}", "engine", facts->engine ? facts->engine : "",
                   "estimated_nodes", bounded (facts->nodes), "estimated_states",
                   bounded (facts->states), "widest_level", bounded (facts->widest),
                   "estimated_bytes", bounded (facts->bytes), "fits_memory", facts->fits));
  if (facts->none || is_known (facts, BCOV_EXPLAIN_REDUCED))
    failed |= json_object_update_new (o, json_pack ("{s:b, s:o}", "none", facts->none, "why",
                                                    lines_of (facts->none ? facts->why : "")));
  if (!failed)
    return o;
  json_decref (o);
  return NULL;
}

bcov_status bcov_explain_json (const bcov_explain_facts *facts, bcov_text *out, bcov_error *err)
{
  bcov_text text = {0};
  json_t *object = make_object (facts);
  bool whole = object && !json_dump_callback (object, put_part, &text, JSON_COMPACT);
  json_decref (object);
  if (whole && !text.failed) {
    bcov_text_printf (out, "%.*s", (int)text.length - 1, text.data); /* without the brace */
    if (is_known (facts, BCOV_EXPLAIN_COST) && facts->estimated) {
      bcov_text_put (out, ",");
      bcov_estimate_put_json (&facts->guess, "coverings_", out);
    }
    bcov_text_put (out, "}\n");
  }
  bcov_text_drop (&text);
  return whole && !text.failed ? BCOV_OK
                               : bcov_error_add (err, BCOV_FAULT, NULL,
                                                 "the machine is out of memory for the output");
}
