/* explain --trace: the search, step by step, as lines of text or JSON. */

#include "api/telling.h"

typedef struct {
  bool json;
  bcov_tell_style style;
  bcov_see_line *see;
  void *data;
  bcov_text line;
  bcov_status status;
  bcov_error *err;
} writer;

static bool write_step (void *data, const bcov_told *told)
{
  writer *w = data;
  w->line.length = 0;
  if (w->json)
    bcov_trace_text_json (told, &w->line);
  else
    w->status = bcov_trace_text_write (told, &w->style, &w->line, w->err);
  if (!w->status)
    w->status = bcov_text_status (&w->line, w->err);
  return !w->status && w->see (w->line.data, w->data);
}

bcov_status bcov_trace (const bcov_puzzle *puzzle, const bcov_request *request, uint64_t steps,
                        unsigned how, bcov_see_line *see, void *data, bcov_answer *answer,
                        bcov_error *err)
{
  writer w = {.json = how & BCOV_TRACE_JSON,
              .style = {how & BCOV_TRACE_BOXES    ? BCOV_BOXES
                        : how & BCOV_TRACE_BLOCKS ? BCOV_BLOCKS
                                                  : BCOV_LETTERS,
                        how & BCOV_TRACE_COLOUR},
              .see = see,
              .data = data,
              .err = err};
  bcov_status status = bcov_telling_run (puzzle, request, steps, write_step, &w, answer, err);
  bcov_text_drop (&w.line);
  return status ? status : w.status;
}
