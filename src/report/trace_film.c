/* The chosen cell has a ring, also while its placements are tried.  A region that cannot be filled,
   or a cell that cannot be covered, is hatched.  A covering has a bright border.  Steps with longer
   captions are shown longer. */

#include "report/trace_film.h"

#include <assert.h>

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
  return status;
}
