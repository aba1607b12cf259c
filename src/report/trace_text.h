/* Writes the steps of a search as text (with a drawing after each placement), as JSON, or as shots
   of a film. */

#ifndef BCOV_TRACE_TEXT_H
#define BCOV_TRACE_TEXT_H

#include "draw/picture/film.h"
#include "question/trace_run.h"

/* The style of the drawings. */
typedef struct {
  bcov_style style;
  bool colour;
} bcov_trace_style;

/* Describes the step without a newline: "cell [0,0]: 3 placements, fewest of all". */
void bcov_trace_text_caption (const bcov_step_facts *step, bcov_text *out);

/* The step as one or several lines, without the last newline. */
bcov_status bcov_trace_text_write (const bcov_step_facts *step, const bcov_trace_style *style,
                                   bcov_text *out, bcov_error *err);
void bcov_trace_text_json (const bcov_step_facts *step, bcov_text *out);

typedef struct {
  bcov_film film;
  BCOV_VEC (uint32_t) chosen; /* the cell chosen at each depth; UINT32_MAX if it is not a cell */
  bcov_text caption;
} bcov_trace_film;

/* For puzzles with a board.  Failures of drawing are kept in the film.  End it in any case. */
void bcov_trace_film_start (bcov_trace_film *t, const bcov_puzzle *puzzle, bcov_error *err);
bcov_status bcov_trace_film_add (bcov_trace_film *t, const bcov_step_facts *step, bcov_error *err);
void bcov_trace_film_end (bcov_trace_film *t);

#endif
