/* Boards that grow: a count for each size, then the recurrence that the counts follow.

   Terms are handed over as they are known, so that a run that is stopped has told all it found.
   Boards that are not longer than wide are counted one by one, since the frontier is narrower when
   it goes along their longer side.  For the others, where nothing depends on the size (see
   by_size.h), one pass gives the counts of all sizes.  Its numbers come out when it is over, and so
   it is done several times, each time for twice as many sizes: the passes before the last take
   less than a third of all time, because numbers become shorter as well. */

#include "question/run.h"
#include "base/threads.h"
#include "engine/count/by_size.h"
#include "number/recurrence.h"
#include "puzzle/grow.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_PASS = 16 }; /* sizes */

typedef struct {
  const bcov_puzzle *puzzle;
  bcov_axis axis;
  uint32_t from, to;
  bcov_request request;
  bcov_control whole; /* over all terms: --time is for them together */
  BCOV_VEC (bcov_number) terms;
  bcov_see_term *see;
  void *data;
  bool enough; /* SEE wants no more */
  bcov_answer *answer;
} sequence;

static bcov_status check_growth (const bcov_growth *growth, sequence *s, bcov_error *err)
{
  if (!growth->grow || (s->axis = bcov_grow_axis (growth->grow)) == BCOV_GROW_AXES)
    return bcov_error_add (err, BCOV_INPUT, NULL, "'%s' cannot grow; rows, columns and layers can",
                           growth->grow ? growth->grow : "");
  if (growth->from < 1 || growth->from > growth->to)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "there is no size from %u to %u; the first must be 1 or more, the last "
                           "not less than the first",
                           growth->from, growth->to);
  if (s->request.parts > 1)
    return bcov_error_add (err, BCOV_INPUT, NULL, "a sequence cannot be divided into parts");
  s->from = growth->from;
  s->to = growth->to;
  return BCOV_OK;
}

/* Whether the largest board can be made at all, so that this is told before the first term. */
static bcov_status check_largest (const sequence *s, bcov_error *err)
{
  bcov_puzzle largest;
  bcov_status status = bcov_grow_make (s->puzzle, s->axis, s->to, 0, &largest, err);
  bcov_grow_free (&largest);
  return status;
}

/* Hands the next term over and keeps it. */
static bcov_status take_term (sequence *s, const char *count, bcov_error *err)
{
  bcov_status status = bcov_vec_reserve (s->puzzle->mem, &s->terms, s->terms.count + 1, err);
  if (status)
    return status;
  bcov_number *term = &s->terms.data[s->terms.count++];
  bcov_number_init (term, 0);
  mpz_set_str (term->value, count, 10);
  s->enough = !s->see (s->from + (uint32_t)s->terms.count - 1, count, s->data);
  return BCOV_OK;
}

/* The size of the next term. */
static uint32_t next_size (const sequence *s)
{
  return s->from + (uint32_t)s->terms.count;
}

/* What the answer says of all terms: work adds up, sizes are those of the largest board. */
static void add_evidence (sequence *s, const bcov_answer *term)
{
  s->answer->engine = term->engine ? term->engine : s->answer->engine;
  s->answer->nodes += term->nodes;
  s->answer->items = term->items;
  s->answer->options = term->options;
  s->answer->symmetries = term->symmetries;
}

/* Counts in the time that earlier terms have left. */
static bcov_status count_grown (sequence *s, const bcov_puzzle *grown, bcov_answer *term,
                                bcov_error *err)
{
  bcov_request rest = s->request;
  bcov_error *own = bcov_error_new ();
  if (rest.seconds > 0)
    rest.seconds -= bcov_control_seconds (&s->whole);
  if (s->request.seconds > 0 && !(rest.seconds > 0))
    rest.seconds = 1e-9;
  bcov_status status = bcov_count (grown, &rest, term, own);
  if (status == BCOV_STOPPED && !bcov_control_go_on (&s->whole, 0))
    status = bcov_control_status (&s->whole, err);
  else if (status)
    bcov_error_add (err, status, NULL, "%s", own ? bcov_error_text (own) : "no memory is left");
  bcov_error_free (own);
  return status;
}

static bcov_status count_term (sequence *s, uint32_t n, bcov_error *err)
{
  bcov_puzzle grown;
  bcov_answer term = {0};
  bcov_status status = bcov_grow_make (s->puzzle, s->axis, n, 0, &grown, err);
  if (status)
    return status;
  status = count_grown (s, &grown, &term, err);
  add_evidence (s, &term);
  if (!status)
    status = take_term (s, term.count, err);
  bcov_answer_clear (&term);
  bcov_grow_free (&grown);
  return status;
}

/* Counts size by size as far as LAST. */
static bcov_status count_one_by_one (sequence *s, uint32_t last, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  while (!status && !s->enough && next_size (s) <= last)
    status = count_term (s, next_size (s), err);
  return status;
}

/* ---- all sizes in one pass ---- */

/* Whether the wishes and the rules allow it; the model may still say no. */
static bool may_pass (const sequence *s)
{
  const bcov_puzzle *puzzle = s->puzzle;
  const char *engine = s->request.engine;
  bcov_wrap along = s->axis == BCOV_GROW_ROWS ? BCOV_WRAP_ROWS : BCOV_WRAP_COLUMNS;
  bcov_wrap wrap = puzzle->board.wrap;
  return !s->request.up_to_symmetry && !puzzle->fill_holes && !puzzle->border &&
         wrap != BCOV_WRAP_BOTH && wrap != along &&
         (!engine || !strcmp (engine, "auto") || !strcmp (engine, "frontier"));
}

/* The longest side of the board that does not grow. */
static uint32_t width_of (const sequence *s)
{
  const bcov_board *board = &s->puzzle->board;
  int32_t sides[BCOV_GROW_AXES] = {board->rows, board->columns, board->layers}, widest = 1;
  for (bcov_axis axis = BCOV_GROW_ROWS; axis < BCOV_GROW_AXES; axis++)
    if (axis != s->axis && sides[axis] > widest)
      widest = sides[axis];
  return (uint32_t)widest;
}

/* One pass: the board with LAST layers, and so many behind them that every piece which begins on it
   or reaches out from it has its cells. */
typedef struct {
  bcov_puzzle grown;
  bcov_compiled compiled;
  uint32_t *layer; /* of each item */
  uint32_t last;
} pass;

static void end_pass (pass *p)
{
  bcov_mem *mem = p->grown.mem;
  if (!mem)
    return;
  bcov_mem_free (mem, p->layer);
  bcov_compiled_free (&p->compiled);
  bcov_grow_free (&p->grown);
}

/* FIT says whether the pass can be done. */
static bcov_status start_pass (sequence *s, uint32_t last, pass *p, bool *fit, bcov_error *err)
{
  bcov_mem *mem = s->puzzle->mem;
  uint32_t extent = bcov_grow_extent (s->puzzle, s->axis), beyond = extent ? 2 * extent - 2 : 0;
  *p = (pass){.last = last};
  *fit = false;
  bcov_status status = bcov_grow_make (s->puzzle, s->axis, last, beyond, &p->grown, err);
  if (!status)
    status = bcov_compile (&p->grown, false, &s->whole, &p->compiled, err);
  uint32_t cells = p->grown.board.n_cells;
  if (status || p->compiled.model.items.count != cells)
    return status;
  p->layer = bcov_mem_alloc (mem, cells + 1u, sizeof *p->layer, err);
  if (!p->layer)
    return bcov_mem_status (mem);
  for (uint32_t n = 0; n < cells; n++)
    p->layer[n] = (uint32_t)bcov_grow_coordinate (s->axis, p->grown.board.cells[n]);
  return bcov_by_size_fit (&p->compiled.model, p->layer, last, fit, err);
}

static bcov_status take_values (sequence *s, const bcov_number *values, size_t known,
                                bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; !status && !s->enough && k < known; k++) {
    char *text = bcov_number_text (&values[k]);
    status = take_term (s, text, err);
    bcov_text_free (text);
  }
  return status;
}

static bcov_status run_pass (sequence *s, const pass *p, bcov_error *err)
{
  bcov_mem *mem = s->puzzle->mem;
  size_t count = p->last - next_size (s) + 1, known = 0;
  size_t workers = s->request.threads ? s->request.threads : bcov_threads_available ();
  bcov_number *values = bcov_mem_alloc (mem, count, sizeof *values, err);
  if (!values)
    return bcov_mem_status (mem);
  for (size_t k = 0; k < count; k++)
    bcov_number_init (&values[k], 0);
  bcov_status status = bcov_by_size_count (&p->compiled.model, p->layer, next_size (s), p->last,
                                           workers, &s->whole, values, &known, err);
  if (!status)
    status = take_values (s, values, known, err);
  if (!status && known < count)
    status = bcov_control_status (&s->whole, err);
  for (size_t k = 0; k < count; k++)
    bcov_number_clear (&values[k]);
  bcov_mem_free (mem, values);
  add_evidence (s, &(bcov_answer){.engine = bcov_engine_name (BCOV_FRONTIER),
                                  .items = p->compiled.model.items.count,
                                  .options = bcov_model_options (&p->compiled.model)});
  return status;
}

/* Passes for more and more sizes; what they cannot do is counted one by one. */
static bcov_status count_by_passes (sequence *s, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  bool fit = true;
  for (uint32_t sizes = FIRST_PASS; !status && fit && !s->enough && next_size (s) <= s->to;
       sizes *= 2) {
    uint32_t first = next_size (s), last = s->to - first < sizes ? s->to : first + sizes - 1;
    pass p;
    if (!bcov_control_go_on (&s->whole, 0))
      return bcov_control_status (&s->whole, err);
    status = start_pass (s, last, &p, &fit, err);
    if (!status && fit)
      status = run_pass (s, &p, err);
    end_pass (&p);
  }
  return status;
}

static bcov_status count_terms (sequence *s, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (may_pass (s)) {
    uint32_t width = width_of (s);
    status = count_one_by_one (s, width < s->to ? width : s->to, err);
    if (!status)
      status = count_by_passes (s, err);
  }
  return status ? status : count_one_by_one (s, s->to, err);
}

/* ---- what they follow ---- */

void bcov_law_clear (bcov_law *law)
{
  bcov_text_free (law->signature);
  bcov_text_free (law->generating_function);
  *law = (bcov_law){0};
}

static bcov_status describe (const bcov_recurrence *recurrence, uint32_t from, bcov_law *law,
                             bcov_error *err)
{
  bcov_text signature = {0}, fraction = {0};
  law->found = recurrence->found;
  law->order = recurrence->order;
  law->terms = recurrence->terms;
  if (!recurrence->found)
    return BCOV_OK;
  law->start = from + recurrence->start;
  law->spare = recurrence->spare;
  bcov_recurrence_signature (recurrence, &signature);
  bcov_recurrence_fraction (recurrence, from, &fraction);
  bcov_status status = bcov_text_take (&signature, &law->signature, NULL, err);
  if (!status)
    status = bcov_text_take (&fraction, &law->generating_function, NULL, err);
  bcov_text_drop (&fraction);
  if (status)
    bcov_law_clear (law);
  return status;
}

static bcov_status find_law (sequence *s, bcov_law *law, bcov_error *err)
{
  bcov_recurrence recurrence;
  bcov_status status = bcov_recurrence_find (s->puzzle->mem, s->terms.data, s->terms.count,
                                             &s->whole, &recurrence, err);
  if (!status)
    status = describe (&recurrence, s->from, law, err);
  bcov_recurrence_free (&recurrence);
  return status;
}

static void end_sequence (sequence *s)
{
  for (size_t k = 0; k < s->terms.count; k++)
    bcov_number_clear (&s->terms.data[k]);
  bcov_vec_free (s->puzzle->mem, &s->terms);
}

bcov_status bcov_sequence (const bcov_puzzle *puzzle, const bcov_growth *growth,
                           const bcov_request *request, bcov_see_term *see, void *data,
                           bcov_law *law, bcov_answer *answer, bcov_error *err)
{
  sequence s = {.puzzle = puzzle, .see = see, .data = data, .answer = answer};
  *answer = (bcov_answer){0};
  *law = (bcov_law){0};
  if (request)
    s.request = *request;
  bcov_watch watch = bcov_watch_of (request);
  bcov_control_start (&s.whole, &watch);
  bcov_status status = check_growth (growth, &s, err);
  if (!status)
    status = check_largest (&s, err);
  if (!status)
    status = count_terms (&s, err);
  if (!status)
    status = find_law (&s, law, err);
  answer->complete = !status && !s.enough;
  answer->seconds = bcov_control_seconds (&s.whole);
  end_sequence (&s);
  return status;
}
