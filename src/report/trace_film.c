/* What a step looks like: the cell chosen is ringed, also while its placements are tried; a region
   that is cut off, or a cell that cannot be covered, is struck through; a covering glows.  How long
   each is seen is a matter of how much there is to read. */

#include "report/trace_film.h"

/* Of each kind, in the order of bcov_step_kind. */
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

/* Keeps what was chosen at this depth. */
static bcov_status choose (bcov_trace_film *t, const bcov_told *told, bcov_error *err)
{
  bcov_status status =
      bcov_vec_reserve (told->puzzle->mem, &t->chosen, (size_t)told->depth + 1, err);
  if (!status) {
    t->chosen.count = (size_t)told->depth + 1;
    t->chosen.data[told->depth] = told->about == BCOV_ABOUT_CELL ? told->index : UINT32_MAX;
  }
  return status;
}

static void mark_cells (bcov_shot *shot, bcov_mark_kind mark, const uint32_t *cells, uint32_t count)
{
  shot->mark = mark;
  shot->cells = cells;
  shot->n_cells = count;
}

static void mark (const bcov_trace_film *t, const bcov_told *told, bcov_shot *shot)
{
  if (told->deed == BCOV_CHOOSE || told->deed == BCOV_TRY) {
    const uint32_t *chosen = t->chosen.data + told->depth;
    mark_cells (shot, BCOV_RING, chosen, *chosen != UINT32_MAX);
  } else if (told->deed == BCOV_CUT && told->about == BCOV_ABOUT_REGION)
    mark_cells (shot, BCOV_HATCH, told->cells, told->n_cells);
  else if (told->deed == BCOV_CUT)
    mark_cells (shot, BCOV_HATCH, &told->index, told->about == BCOV_ABOUT_CELL);
  else if (told->deed == BCOV_COVERED)
    shot->mark = BCOV_GLOW;
}

bcov_status bcov_trace_film_add (bcov_trace_film *t, const bcov_told *told, bcov_error *err)
{
  t->caption.length = 0;
  bcov_trace_text_caption (told, &t->caption);
  bcov_status status = bcov_text_status (&t->caption, err);
  if (!status && told->deed == BCOV_CHOOSE)
    status = choose (t, told, err);
  if (!status) {
    bcov_shot shot = {.seconds = seconds[told->deed],
                      .caption = t->caption.data,
                      .lays = told->deed == BCOV_TRY,
                      .takes_back = told->deed == BCOV_BACK,
                      .lying = told->lying};
    mark (t, told, &shot);
    bcov_film_add (&t->film, &shot);
    status = t->film.figure.status;
  }
  return status;
}
