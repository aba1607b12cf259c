/* Writes coverings as JSON without jansson, which would build a tree of each covering of a long
   list. A cell is composed on the stack and costs one call. */

#include "format/covering/covering_write.h"

#include <string.h>

/* ---- strings and numbers ---- */

/* Writes the escape of C. */
static void put_escape (bcov_text *out, unsigned char c)
{
  static const char hex[] = "0123456789abcdef";
  char escape[7] = "\\u00";
  if (c == '"' || c == '\\') {
    escape[1] = (char)c;
    escape[2] = 0;
  } else {
    escape[4] = hex[c >> 4];
    escape[5] = hex[c & 15];
  }
  bcov_text_put (out, escape);
}

/* Writes STRING, which is UTF-8, as a JSON string without quotes. */
static void put_inside (bcov_text *out, const char *string)
{
  const char *from = string, *p = string;
  for (; *p; p++)
    if ((unsigned char)*p < ' ' || *p == '"' || *p == '\\') {
      bcov_text_add (out, from, (size_t)(p - from));
      put_escape (out, (unsigned char)*p);
      from = p + 1;
    }
  bcov_text_add (out, from, (size_t)(p - from));
}

static void put_string (bcov_text *out, const char *string)
{
  bcov_text_char (out, '"');
  put_inside (out, string);
  bcov_text_char (out, '"');
}

/* Writes N so that it ends at END; returns its beginning. */
static char *number_before (char *end, int32_t n)
{
  uint32_t rest = (uint32_t)n;
  do
    *--end = (char)('0' + rest % 10);
  while (rest /= 10);
  return end;
}

/* Writes [row,column] or [layer,row,column], with a comma before it unless FIRST. */
static void put_cell (bcov_text *out, bcov_cell cell, bool has_layer, bool first)
{
  char buffer[40], *end = buffer + sizeof buffer, *at = end;
  *--at = ']';
  at = number_before (at, cell.column);
  *--at = ',';
  at = number_before (at, cell.row);
  if (has_layer) {
    *--at = ',';
    at = number_before (at, cell.layer);
  }
  *--at = '[';
  if (!first)
    *--at = ',';
  bcov_text_add (out, at, (size_t)(end - at));
}

/* ---- placements ---- */

static void put_sides (bcov_text *out, const bcov_puzzle *puzzle, const bcov_decor *decor)
{
  bcov_text_put (out, ",\"sides\":");
  for (size_t k = 0; k < 4; k++) {
    bcov_text_char (out, k ? ',' : '[');
    if (decor->sides[k])
      put_string (out, puzzle->colours.data[decor->sides[k] - 1]);
    else
      bcov_text_put (out, "null");
  }
  bcov_text_char (out, ']');
}

static void put_points (bcov_text *out, const bcov_decor *decor)
{
  bool first = true;
  bcov_text_put (out, ",\"points\":[");
  for (size_t k = 0; k < 8; k++)
    if (decor->points >> k & 1) {
      if (!first)
        bcov_text_char (out, ',');
      put_string (out, bcov_direction_names[k]);
      first = false;
    }
  bcov_text_char (out, ']');
}

/* Writes the sides and points of a tile if its cell does not determine its orientation. */
static void put_turn (bcov_text *out, const bcov_puzzle *puzzle, const bcov_laid *laid)
{
  const bcov_piece *piece = &puzzle->pieces.data[laid->piece];
  if (piece->size > 1 || piece->n_forms < 2 || laid->form == BCOV_ANY_FORM)
    return;
  const bcov_decor *decor = &piece->forms[laid->form].decor;
  if (decor->sides[0] || decor->sides[1] || decor->sides[2] || decor->sides[3])
    put_sides (out, puzzle, decor);
  if (decor->points)
    put_points (out, decor);
}

void bcov_cell_write_json (const bcov_board *board, uint32_t number, bcov_text *out)
{
  put_cell (out, board->cells[number], board->lattice == BCOV_CUBE, true);
}

static void put_placement (bcov_text *out, const bcov_puzzle *puzzle, const bcov_laid *laid,
                           const uint32_t *cells)
{
  bool has_layer = puzzle->board.lattice == BCOV_CUBE;
  bcov_text_put (out, "\"piece\":");
  put_string (out, puzzle->pieces.data[laid->piece].name);
  bcov_text_put (out, ",\"cells\":[");
  for (uint32_t k = 0; k < laid->count; k++)
    put_cell (out, puzzle->board.cells[cells[laid->first + k]], has_layer, !k);
  bcov_text_char (out, ']');
  put_turn (out, puzzle, laid);
}

/* Writes an option of an exact cover problem: its items, with their colours, as strings. */
static void put_option (bcov_text *out, const bcov_exact *exact, uint32_t option)
{
  bcov_text_char (out, '[');
  for (uint32_t k = exact->first.data[option]; k < exact->first.data[option + 1]; k++) {
    bcov_text_put (out, k > exact->first.data[option] ? ",\"" : "\"");
    put_inside (out, exact->items.data[exact->item.data[k]]);
    if (exact->colour.data[k]) {
      bcov_text_char (out, ':');
      put_inside (out, exact->colours.data[exact->colour.data[k] - 1]);
    }
    bcov_text_char (out, '"');
  }
  bcov_text_char (out, ']');
}

void bcov_laid_write_json (const bcov_puzzle *puzzle, const bcov_laid *laid, const uint32_t *cells,
                           bcov_text *out)
{
  if (!puzzle->exact) {
    put_placement (out, puzzle, laid, cells);
    return;
  }
  bcov_text_put (out, "\"items\":");
  put_option (out, puzzle->exact, laid->piece);
}

void bcov_string_write_json (const char *string, bcov_text *out)
{
  put_string (out, string);
}

bcov_status bcov_covering_write_json (const bcov_covering *covering, bcov_text *out,
                                      bcov_error *err)
{
  const bcov_exact *exact = covering->puzzle->exact;
  bcov_text_put (out, exact ? "\"options\":[" : "\"placements\":[");
  for (size_t k = 0; k < covering->laid.count && !out->failed; k++) {
    if (k)
      bcov_text_char (out, ',');
    if (exact)
      put_option (out, exact, covering->laid.data[k].piece);
    else {
      bcov_text_char (out, '{');
      put_placement (out, covering->puzzle, &covering->laid.data[k], covering->cells.data);
      bcov_text_char (out, '}');
    }
  }
  bcov_text_char (out, ']');
  if (out->failed)
    return bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory for the output");
  return BCOV_OK;
}
