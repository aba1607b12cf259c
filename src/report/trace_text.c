/* Words for the steps of a search.  The caption is the same in text, in JSON and below the animated
   picture; cells stand in it as JSON writes them, counted from 0. */

#include "report/trace_text.h"
#include "draw/terminal/terminal.h"
#include "format/covering/covering_write.h"

#include <inttypes.h>
#include <string.h>

enum { DEEPEST_INDENT = 24, NUMBER_WIDTH = 4 };

static const char *plural (uint64_t n)
{
  return n == 1 ? "" : "s";
}

/* ---- captions ---- */

static void put_subject (const bcov_told *t, bcov_text *out)
{
  if (t->about == BCOV_ABOUT_CELL) {
    bcov_text_put (out, "cell ");
    bcov_cell_write_json (&t->puzzle->board, t->index, out);
  } else if (t->about == BCOV_ABOUT_PIECE)
    bcov_text_printf (out, "piece %s", t->puzzle->pieces.data[t->index].name);
  else
    bcov_text_put (out, t->name);
}

static void put_choice (const bcov_told *t, bcov_text *out)
{
  const char *what = t->puzzle->exact ? "option" : "placement";
  put_subject (t, out);
  if (!t->needed)
    bcov_text_printf (out, " needs nothing but has %u %s%s", t->ways, what, plural (t->ways));
  else if (t->needed > 1)
    bcov_text_printf (out, ": %u %s%s where %u are needed, the least choice of all", t->ways, what,
                      plural (t->ways), t->needed);
  else if (t->ways == 1)
    bcov_text_printf (out, ": only 1 %s", what);
  else
    bcov_text_printf (out, ": %u %ss, fewest of all", t->ways, what);
}

/* The piece, or the items of an option. */
static void put_placement (const bcov_told *t, bcov_text *out)
{
  bcov_text items = {0};
  uint32_t piece = t->piece->laid.data[0].piece;
  if (!t->puzzle->exact)
    bcov_text_put (out, t->puzzle->pieces.data[piece].name);
  else if (!bcov_terminal_draw (t->piece, BCOV_LETTERS, false, &items, NULL) && items.length)
    bcov_text_add (out, items.data, items.length - 1);
  out->failed = out->failed || items.failed;
  bcov_text_drop (&items);
}

static bool may_stay_empty (const bcov_told *t)
{
  const bcov_board *board = &t->puzzle->board;
  for (uint32_t k = 0; k < t->n_cells; k++)
    if (board->mark[bcov_board_position (board, board->cells[t->cells[k]])] == BCOV_MAY)
      return true;
  return false;
}

static void put_region (const bcov_told *t, bcov_text *out)
{
  uint32_t n = t->n_cells;
  bcov_text_printf (out, "%u cell%s %s", n, plural (n), t->only ? "left" : "cut off at ");
  if (!t->only)
    bcov_cell_write_json (&t->puzzle->board, t->cells[0], out);
  if (may_stay_empty (t))
    bcov_text_put (out, ": no choice of the pieces left fills them");
  else
    bcov_text_printf (out, ": no choice of the pieces left fills just %u", n);
}

static void put_lack (const bcov_told *t, bcov_text *out)
{
  if (t->without)
    bcov_text_put (out, "without it, ");
  put_subject (t, out);
  if (t->needed == 1 && t->about == BCOV_ABOUT_CELL)
    bcov_text_put (out, " can no longer be covered");
  else if (t->needed == 1 && t->about == BCOV_ABOUT_PIECE)
    bcov_text_put (out, " fits nowhere any more");
  else if (!t->ways)
    bcov_text_printf (out, " lacks %u but nothing that is left counts for it", t->needed);
  else
    bcov_text_printf (out, " lacks %u but no more than %u placement%s left", t->needed, t->ways,
                      t->ways == 1 ? " is" : "s are");
}

static void put_cut (const bcov_told *t, bcov_text *out)
{
  if (t->about == BCOV_ABOUT_PROOF)
    bcov_text_put (out, t->name);
  else if (t->about == BCOV_ABOUT_REGION)
    put_region (t, out);
  else
    put_lack (t, out);
}

static void put_end (const bcov_told *t, bcov_text *out)
{
  uint64_t more = t->steps - (t->number - 1);
  if (t->proved)
    bcov_text_put (out, "nothing need be tried: there is no covering");
  else if (!t->complete && !more)
    bcov_text_put (out, "stopped here");
  else if (!t->complete)
    bcov_text_printf (out, "to be continued: %" PRIu64 " more step%s at least", more,
                      plural (more));
  else if (more)
    bcov_text_printf (out, "to be continued: %" PRIu64 " more step%s, ", more, plural (more));
  else
    bcov_text_put (out, "everything was tried: ");
  if (t->complete && !t->proved && t->found)
    bcov_text_printf (out, "%" PRIu64 " covering%s in all", t->found, plural (t->found));
  else if (t->complete && !t->proved)
    bcov_text_put (out, "no covering");
}

void bcov_trace_text_caption (const bcov_told *t, bcov_text *out)
{
  switch (t->deed) {
  case BCOV_CHOOSE:
    put_choice (t, out);
    break;
  case BCOV_TRY:
    bcov_text_put (out, "try ");
    put_placement (t, out);
    bcov_text_printf (out, ", %u of %u", t->tried, t->ways);
    break;
  case BCOV_CUT:
    put_cut (t, out);
    break;
  case BCOV_BACK:
    bcov_text_put (out, "take back ");
    put_placement (t, out);
    break;
  case BCOV_LEAVE:
    put_subject (t, out);
    bcov_text_put (out, t->about == BCOV_ABOUT_CELL ? " stays empty" : " is left as it is");
    break;
  case BCOV_COVERED:
    bcov_text_printf (out, "covering %" PRIu64, t->found);
    break;
  case BCOV_ENDED:
    put_end (t, out);
  }
}

/* ---- text ---- */

static void put_blanks (size_t count, bcov_text *out)
{
  while (count-- > 0)
    bcov_text_char (out, ' ');
}

/* The board as it is now, moved to the right, a line's end before each line. */
static bcov_status put_board (const bcov_told *t, const bcov_tell_style *style, size_t indent,
                              bcov_text *out, bcov_error *err)
{
  bcov_text drawing = {0};
  bcov_status status = bcov_terminal_draw (t->lying, style->style, style->colour, &drawing, err);
  if (!status)
    status = bcov_text_status (&drawing, err);
  size_t from = 0;
  for (size_t k = 0; !status && k < drawing.length; k++)
    if (drawing.data[k] == '\n') {
      bcov_text_char (out, '\n');
      put_blanks (k > from ? indent : 0, out);
      bcov_text_add (out, drawing.data + from, k - from);
      from = k + 1;
    }
  bcov_text_drop (&drawing);
  return status;
}

bcov_status bcov_trace_text_write (const bcov_told *t, const bcov_tell_style *style, bcov_text *out,
                                   bcov_error *err)
{
  size_t indent = 2 * (size_t)(t->depth < DEEPEST_INDENT ? t->depth : DEEPEST_INDENT);
  if (t->deed == BCOV_ENDED)
    put_blanks (NUMBER_WIDTH, out);
  else
    bcov_text_printf (out, "%*" PRIu64, NUMBER_WIDTH, t->number);
  put_blanks (2 + indent, out);
  bcov_text_put (out, t->deed == BCOV_CUT ? "cut: " : "");
  bcov_trace_text_caption (t, out);
  if (t->deed == BCOV_ENDED && t->steps >= t->number)
    bcov_text_put (out, " (--limit tells more)");
  bool drawn = t->deed == BCOV_TRY && !t->puzzle->exact;
  return drawn ? put_board (t, style, NUMBER_WIDTH + 4 + indent, out, err) : BCOV_OK;
}

/* ---- JSON ---- */

static void put_cells (const bcov_board *board, const uint32_t *cells, size_t count, bcov_text *out)
{
  bcov_text_put (out, ",\"cells\":[");
  for (size_t k = 0; k < count; k++) {
    bcov_text_put (out, k ? "," : "");
    bcov_cell_write_json (board, cells[k], out);
  }
  bcov_text_char (out, ']');
}

static void put_about (const bcov_told *t, bcov_text *out)
{
  if (t->about == BCOV_ABOUT_REGION)
    put_cells (&t->puzzle->board, t->cells, t->n_cells, out);
  else if (t->about == BCOV_ABOUT_CELL && t->deed == BCOV_CUT)
    put_cells (&t->puzzle->board, &t->index, 1, out);
  else if (t->about == BCOV_ABOUT_CELL) {
    bcov_text_put (out, ",\"cell\":");
    bcov_cell_write_json (&t->puzzle->board, t->index, out);
  } else if (t->about != BCOV_ABOUT_PROOF) {
    bool piece = t->about == BCOV_ABOUT_PIECE;
    bcov_text_put (out, piece ? ",\"piece\":" : ",\"item\":");
    bcov_string_write_json (piece ? t->puzzle->pieces.data[t->index].name : t->name, out);
  }
}

static void put_details (const bcov_told *t, bcov_text *out)
{
  if (t->deed == BCOV_CHOOSE || t->deed == BCOV_CUT || t->deed == BCOV_LEAVE)
    put_about (t, out);
  if (t->deed == BCOV_CHOOSE)
    bcov_text_printf (out, ",\"options\":%u,\"needed\":%u", t->ways, t->needed);
  if (t->deed == BCOV_TRY)
    bcov_text_printf (out, ",\"number\":%u,\"of\":%u", t->tried, t->ways);
  if (t->deed == BCOV_TRY || t->deed == BCOV_BACK) {
    bcov_text_char (out, ',');
    bcov_laid_write_json (t->puzzle, &t->piece->laid.data[0], t->piece->cells.data, out);
  }
  if (t->deed == BCOV_COVERED)
    bcov_text_printf (out, ",\"index\":%" PRIu64, t->found);
  if (t->deed == BCOV_ENDED)
    bcov_text_printf (out, ",\"complete\":%s,\"steps\":%" PRIu64 ",\"coverings\":%" PRIu64,
                      t->complete && t->steps < t->number ? "true" : "false", t->steps, t->found);
}

void bcov_trace_text_json (const bcov_told *t, bcov_text *out)
{
  static const char *const deeds[] = {"choose", "try", "cut", "back", "leave", "covering", "end"};
  bcov_text caption = {0};
  bcov_text_printf (out, "{\"step\":%" PRIu64, t->number);
  if (t->deed != BCOV_ENDED)
    bcov_text_printf (out, ",\"depth\":%u", t->depth);
  bcov_text_printf (out, ",\"do\":\"%s\"", deeds[t->deed]);
  put_details (t, out);
  bcov_trace_text_caption (t, &caption);
  bcov_text_put (out, ",\"text\":");
  if (!caption.failed)
    bcov_string_write_json (caption.data, out);
  out->failed = out->failed || caption.failed;
  bcov_text_char (out, '}');
  bcov_text_drop (&caption);
}
