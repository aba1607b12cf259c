/* Traces a search: its steps as lines of text or JSON, or as an animated picture. */

#include "question/trace_run.h"
#include "report/trace_text.h"

typedef struct {
  bool json;
  bcov_trace_style style;
  bcov_see_line *see;
  void *data;
  bcov_text line;
  bcov_error *err;
} step_writer;

static bcov_status write_step (void *data, const bcov_step_facts *step)
{
  step_writer *w = data;
  bcov_status status = BCOV_OK;
  w->line.length = 0;
  if (w->json)
    bcov_trace_text_json (step, &w->line);
  else
    status = bcov_trace_text_write (step, &w->style, &w->line, w->err);
  if (!status)
    status = bcov_text_status (&w->line, w->err);
  return status ? status : w->see (w->line.data, w->data);
}

bcov_status bcov_trace (const bcov_puzzle *puzzle, const bcov_request *request, uint64_t steps,
                        unsigned how, bcov_see_line *see, void *data, bcov_answer **answer,
                        bcov_error *err)
{
  step_writer w = {.json = how & BCOV_TRACE_JSON,
                   .style = {how & BCOV_TRACE_BOXES    ? BCOV_BOXES
                             : how & BCOV_TRACE_BLOCKS ? BCOV_BLOCKS
                                                       : BCOV_LETTERS,
                             how & BCOV_TRACE_COLOUR},
                   .see = see,
                   .data = data,
                   .err = err};
  bcov_status status = bcov_trace_puzzle (puzzle, request, steps, write_step, &w, answer, err);
  bcov_text_drop (&w.line);
  return status;
}

/* ---- the picture ---- */

enum { MOST_SHOTS = 2000 }; /* a film of almost an hour */

static bcov_status film_step (void *data, const bcov_step_facts *step)
{
  bcov_trace_film *film = data;
  return bcov_trace_film_add (film, step, film->film.figure.err);
}

/* A search that was stopped gives a picture of the steps before the stop. */
static bcov_status film_search (const bcov_puzzle *puzzle, const bcov_request *request,
                                uint64_t steps, bcov_text *out, bcov_answer **answer,
                                bcov_error *err)
{
  bcov_trace_film film;
  bcov_puzzle view = bcov_puzzle_view (puzzle, bcov_request_mem (request, puzzle));
  bcov_trace_film_start (&film, &view, err);
  bcov_status status = bcov_trace_puzzle (puzzle, request, steps, film_step, &film, answer, err);
  if (!status || (status == BCOV_STOPPED && !film.film.figure.status)) {
    bcov_status written = bcov_film_write (&film.film, out, err);
    status = written ? written : status;
  }
  bcov_trace_film_end (&film);
  return status;
}

bcov_status bcov_trace_picture (const bcov_puzzle *puzzle, const bcov_request *request,
                                uint64_t steps, char **bytes, size_t *length, bcov_answer **answer,
                                bcov_error *err)
{
  bcov_text out = bcov_text_within (bcov_request_mem (request, puzzle));
  *bytes = NULL;
  bcov_answer_start (answer);
  if (puzzle->exact)
    return bcov_error_add (err, BCOV_INPUT, NULL, "an exact cover problem has no board to draw");
  if (!steps || steps > MOST_SHOTS)
    steps = MOST_SHOTS;
  bcov_status status = film_search (puzzle, request, steps, &out, answer, err);
  if (out.length) {
    bcov_status taken = bcov_text_take (&out, bytes, length, err);
    status = taken ? taken : status;
  }
  bcov_text_drop (&out);
  return status;
}
