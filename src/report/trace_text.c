/* A caption describes a step.  It is the same in text, in JSON and below the animated picture.  It
   writes cells as JSON does, counted from 0. */

#include "report/trace_text.h"
#include "draw/terminal/terminal.h"
#include "format/covering/covering_write.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { DEEPEST_INDENT = 24, NUMBER_WIDTH = 4 };

/* ---- captions ---- */

static void put_subject (const bcov_step_facts *step, bcov_text *out)
{
  if (step->about == BCOV_ABOUT_CELL) {
    bcov_text_put (out, "cell ");
    bcov_cell_write_json (&step->puzzle->board, step->index, out);
  } else if (step->about == BCOV_ABOUT_PIECE)
    bcov_text_printf (out, "piece %s", step->puzzle->pieces.data[step->index].name);
  else
    bcov_text_put (out, step->name);
}

static void put_choice (const bcov_step_facts *step, bcov_text *out)
{
  const char *what = step->puzzle->exact ? "option" : "placement";
  put_subject (step, out);
  if (!step->needed)
    bcov_text_printf (out, " is optional and has %u %s%s", step->ways, what,
                      bcov_text_plural (step->ways));
  else if (step->needed > 1)
    bcov_text_printf (out, ": %u %s%s, %u needed; the most constrained of all", step->ways, what,
                      bcov_text_plural (step->ways), step->needed);
  else if (step->ways == 1)
    bcov_text_printf (out, ": only 1 %s", what);
  else
    bcov_text_printf (out, ": %u %ss, fewest of all", step->ways, what);
}

/* The piece, or the items of an option. */
static void put_placement (const bcov_step_facts *step, bcov_text *out)
{
  bcov_text items = {0};
  uint32_t piece = step->piece->laid.data[0].piece;
  if (!step->puzzle->exact)
    bcov_text_put (out, step->puzzle->pieces.data[piece].name);
  else if (!bcov_terminal_draw (step->piece, BCOV_LETTERS, false, &items, NULL) && items.length)
    bcov_text_add (out, items.data, items.length - 1);
  out->failed = out->failed || items.failed;
  bcov_text_drop (&items);
}

static bool may_stay_empty (const bcov_step_facts *step)
{
  const bcov_board *board = &step->puzzle->board;
  for (uint32_t k = 0; k < step->n_cells; k++)
    if (board->mark[bcov_board_position (board, board->cells[step->cells[k]])] == BCOV_MAY)
      return true;
  return false;
}

static void put_region (const bcov_step_facts *step, bcov_text *out)
{
  uint32_t n = step->n_cells;
  bcov_text_printf (out, "%u cell%s %s", n, bcov_text_plural (n),
                    step->only ? "left" : "cut off at ");
  if (!step->only)
    bcov_cell_write_json (&step->puzzle->board, step->cells[0], out);
  if (may_stay_empty (step))
    bcov_text_put (out, ": no choice of the remaining pieces fills them");
  else
    bcov_text_printf (out, ": no choice of the remaining pieces fills exactly %u", n);
}

static void put_lack (const bcov_step_facts *step, bcov_text *out)
{
  if (step->without)
    bcov_text_put (out, "without it, ");
  put_subject (step, out);
  if (step->needed == 1 && step->about == BCOV_ABOUT_CELL)
    bcov_text_put (out, " can no longer be covered");
  else if (step->needed == 1 && step->about == BCOV_ABOUT_PIECE)
    bcov_text_put (out, " no longer fits anywhere");
  else if (!step->ways)
    bcov_text_printf (out, " needs %u more, but no remaining placement can contribute to it",
                      step->needed);
  else
    bcov_text_printf (out, " needs %u more, but only %u placement%s left", step->needed, step->ways,
                      step->ways == 1 ? " is" : "s are");
}

static void put_cut (const bcov_step_facts *step, bcov_text *out)
{
  if (step->about == BCOV_ABOUT_PROOF)
    bcov_text_put (out, step->name);
  else if (step->about == BCOV_ABOUT_REGION)
    put_region (step, out);
  else
    put_lack (step, out);
}

static void put_end (const bcov_step_facts *step, bcov_text *out)
{
  uint64_t more = step->steps - (step->number - 1);
  if (step->proved)
    bcov_text_put (out, "nothing to try: there is no covering");
  else if (!step->complete && !more)
    bcov_text_put (out, "stopped here");
  else if (!step->complete)
    bcov_text_printf (out, "to be continued: %" PRIu64 " more step%s at least", more,
                      bcov_text_plural (more));
  else if (more)
    bcov_text_printf (out, "to be continued: %" PRIu64 " more step%s, ", more,
                      bcov_text_plural (more));
  else
    bcov_text_put (out, "everything was tried: ");
  if (step->complete && !step->proved && step->found)
    bcov_text_printf (out, "%" PRIu64 " covering%s in all", step->found,
                      bcov_text_plural (step->found));
  else if (step->complete && !step->proved)
    bcov_text_put (out, "no covering");
}

void bcov_trace_text_caption (const bcov_step_facts *step, bcov_text *out)
{
  switch (step->kind) {
  case BCOV_CHOOSE:
    put_choice (step, out);
    break;
  case BCOV_TRY:
    bcov_text_put (out, "try ");
    put_placement (step, out);
    bcov_text_printf (out, ", %u of %u", step->tried, step->ways);
    break;
  case BCOV_CUT:
    put_cut (step, out);
    break;
  case BCOV_BACK:
    bcov_text_put (out, "take back ");
    put_placement (step, out);
    break;
  case BCOV_LEAVE:
    put_subject (step, out);
    bcov_text_put (out, step->about == BCOV_ABOUT_CELL ? " stays empty" : " stays unused");
    break;
  case BCOV_COVERED:
    bcov_text_printf (out, "covering %" PRIu64, step->found);
    break;
  case BCOV_ENDED:
    put_end (step, out);
  }
}

/* ---- text ---- */

static void put_blanks (size_t count, bcov_text *out)
{
  while (count-- > 0)
    bcov_text_char (out, ' ');
}

/* The current board, indented, with a newline before each line. */
static bcov_status put_board (const bcov_step_facts *step, const bcov_trace_style *style,
                              size_t indent, bcov_text *out, bcov_error *err)
{
  bcov_text drawing = {0};
  bcov_status status = bcov_terminal_draw (step->lying, style->style, style->colour, &drawing, err);
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

bcov_status bcov_trace_text_write (const bcov_step_facts *step, const bcov_trace_style *style,
                                   bcov_text *out, bcov_error *err)
{
  size_t indent = 2 * (size_t)(step->depth < DEEPEST_INDENT ? step->depth : DEEPEST_INDENT);
  if (step->kind == BCOV_ENDED)
    put_blanks (NUMBER_WIDTH, out);
  else
    bcov_text_printf (out, "%*" PRIu64, NUMBER_WIDTH, step->number);
  put_blanks (2 + indent, out);
  bcov_text_put (out, step->kind == BCOV_CUT ? "cut: " : "");
  bcov_trace_text_caption (step, out);
  if (step->kind == BCOV_ENDED && step->steps >= step->number)
    bcov_text_put (out, " (a higher limit shows more)");
  bool drawn = step->kind == BCOV_TRY && !step->puzzle->exact;
  return drawn ? put_board (step, style, NUMBER_WIDTH + 4 + indent, out, err) : BCOV_OK;
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

static void put_about (const bcov_step_facts *step, bcov_text *out)
{
  if (step->about == BCOV_ABOUT_REGION)
    put_cells (&step->puzzle->board, step->cells, step->n_cells, out);
  else if (step->about == BCOV_ABOUT_CELL && step->kind == BCOV_CUT)
    put_cells (&step->puzzle->board, &step->index, 1, out);
  else if (step->about == BCOV_ABOUT_CELL) {
    bcov_text_put (out, ",\"cell\":");
    bcov_cell_write_json (&step->puzzle->board, step->index, out);
  } else if (step->about != BCOV_ABOUT_PROOF) {
    bool piece = step->about == BCOV_ABOUT_PIECE;
    bcov_text_put (out, piece ? ",\"piece\":" : ",\"item\":");
    bcov_string_write_json (piece ? step->puzzle->pieces.data[step->index].name : step->name, out);
  }
}

static void put_details (const bcov_step_facts *step, bcov_text *out)
{
  if (step->kind == BCOV_CHOOSE || step->kind == BCOV_CUT || step->kind == BCOV_LEAVE)
    put_about (step, out);
  if (step->kind == BCOV_CHOOSE)
    bcov_text_printf (out, ",\"options\":%u,\"needed\":%u", step->ways, step->needed);
  if (step->kind == BCOV_TRY)
    bcov_text_printf (out, ",\"number\":%u,\"of\":%u", step->tried, step->ways);
  if (step->kind == BCOV_TRY || step->kind == BCOV_BACK) {
    bcov_text_char (out, ',');
    bcov_laid_write_json (step->puzzle, &step->piece->laid.data[0], step->piece->cells.data, out);
  }
  if (step->kind == BCOV_COVERED)
    bcov_text_printf (out, ",\"index\":%" PRIu64, step->found);
  if (step->kind == BCOV_ENDED)
    bcov_text_printf (out, ",\"complete\":%s,\"steps\":%" PRIu64 ",\"coverings\":%" PRIu64,
                      step->complete && step->steps < step->number ? "true" : "false", step->steps,
                      step->found);
}

void bcov_trace_text_json (const bcov_step_facts *step, bcov_text *out)
{
  static const char *const deeds[] = {"choose", "try", "cut", "back", "leave", "covering", "end"};
  bcov_text caption = {0};
  bcov_text_printf (out, "{\"step\":%" PRIu64, step->number);
  if (step->kind != BCOV_ENDED)
    bcov_text_printf (out, ",\"depth\":%u", step->depth);
  bcov_text_printf (out, ",\"do\":\"%s\"", deeds[step->kind]);
  put_details (step, out);
  bcov_trace_text_caption (step, &caption);
  bcov_text_put (out, ",\"text\":");
  if (!caption.failed)
    bcov_string_write_json (caption.data, out);
  out->failed = out->failed || caption.failed;
  bcov_text_char (out, '}');
  bcov_text_drop (&caption);
}

/* ---- film ---- */

/* The chosen cell has a ring, also while its placements are tried.  A region that cannot be filled,
   or a cell that cannot be covered, is hatched.  A covering has a bright border.  Steps with longer
   captions are shown longer. */

/* The length of a shot for each bcov_step_kind. */
static const double seconds[] = {1.2, 1, 2, 0.5, 0.8, 2.2, 3.5};

void bcov_trace_film_start (bcov_trace_film *t, const bcov_puzzle *puzzle, bcov_error *err)
{
  *t = (bcov_trace_film){0};
  bcov_film_start (&t->film, puzzle, err);
}

void bcov_trace_film_end (bcov_trace_film *t)
{
  bcov_vec_free (t->film.puzzle->mem, &t->chosen);
  bcov_text_drop (&t->caption);
  bcov_film_end (&t->film);
}

/* Stores the choice at this depth. */
static bcov_status choose (bcov_trace_film *t, const bcov_step_facts *step, bcov_error *err)
{
  bcov_status status =
      bcov_vec_reserve (step->puzzle->mem, &t->chosen, (size_t)step->depth + 1, err);
  if (!status) {
    t->chosen.count = (size_t)step->depth + 1;
    t->chosen.data[step->depth] = step->about == BCOV_ABOUT_CELL ? step->index : UINT32_MAX;
  }
  return status;
}

static void mark_cells (bcov_shot *shot, bcov_mark_kind mark, const uint32_t *cells, uint32_t count)
{
  shot->mark = mark;
  shot->cells = cells;
  shot->n_cells = count;
}

static void mark (const bcov_trace_film *t, const bcov_step_facts *step, bcov_shot *shot)
{
  if (step->kind == BCOV_CHOOSE || step->kind == BCOV_TRY) {
    assert (step->depth < t->chosen.count);
    const uint32_t *chosen = t->chosen.data + step->depth;
    mark_cells (shot, BCOV_RING, chosen, *chosen != UINT32_MAX);
  } else if (step->kind == BCOV_CUT && step->about == BCOV_ABOUT_REGION)
    mark_cells (shot, BCOV_HATCH, step->cells, step->n_cells);
  else if (step->kind == BCOV_CUT)
    mark_cells (shot, BCOV_HATCH, &step->index, step->about == BCOV_ABOUT_CELL);
  else if (step->kind == BCOV_COVERED)
    shot->mark = BCOV_GLOW;
}

bcov_status bcov_trace_film_add (bcov_trace_film *t, const bcov_step_facts *step, bcov_error *err)
{
  t->caption.length = 0;
  bcov_trace_text_caption (step, &t->caption);
  bcov_status status = bcov_text_status (&t->caption, err);
  if (!status && step->kind == BCOV_CHOOSE)
    status = choose (t, step, err);
  if (!status) {
    bcov_shot shot = {.seconds = seconds[step->kind],
                      .caption = t->caption.data,
                      .lays = step->kind == BCOV_TRY,
                      .takes_back = step->kind == BCOV_BACK,
                      .lying = step->lying};
    mark (t, step, &shot);
    bcov_film_add (&t->film, &shot);
    status = t->film.figure.status;
  }
  return t->film.figure.status = status;
}
