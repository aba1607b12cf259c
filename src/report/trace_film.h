/* Turns the steps of a search into shots of a film. */

#ifndef BCOV_TRACE_FILM_H
#define BCOV_TRACE_FILM_H

#include "draw/picture/film.h"
#include "report/trace_text.h"

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
