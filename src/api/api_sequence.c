/* Growing boards: a count for each size, and the recurrence that the counts satisfy.

   Each term is passed on as soon as it is known, so a stopped run has reported all that it found.
   Boards that are wider than long are counted one by one, because the frontier is narrower along
   the longer side.  For longer boards, if nothing depends on the size (see by_size.h), one pass
   gives the counts of all sizes, but only at its end.  Therefore there are several passes, each for
   twice as many sizes as the one before.  Because shorter passes also have smaller numbers, all
   passes before the last take less than a third of the time. */

#include "api/api.h"
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
  bcov_control whole; /* runs for all terms together, which share the time limit */
  BCOV_VEC (bcov_number) terms;
  bcov_see_term *see;
  void *data;
  bool enough;        /* SEE has ended the run */
  const char *engine; /* this and the next: statistics for the answer */
  uint64_t nodes, items, options, symmetries;
} sequence;

static bcov_status check_growth (sequence *s, const char *grow, bcov_error *err)
{
  if (!grow || (s->axis = bcov_grow_axis (grow)) == BCOV_GROW_AXES)
    return bcov_error_add (err, BCOV_INPUT, NULL, "'%s' cannot grow; use rows, columns or layers",
                           grow ? grow : "");
  if (s->from < 1 || s->from > s->to)
    return bcov_error_add (
        err, BCOV_INPUT, NULL,
        "invalid range of sizes, %u to %u; the first size must be at least 1 and "
        "not larger than the last",
        s->from, s->to);
  if (s->request.parts > 1)
    return bcov_error_add (err, BCOV_INPUT, NULL, "a sequence cannot be divided into parts");
  return BCOV_OK;
}

/* Checks that the largest board can be made, before any term is computed. */
static bcov_status check_largest (const sequence *s, bcov_error *err)
{
  bcov_puzzle largest;
  bcov_status status = bcov_grow_make (s->puzzle, s->axis, s->to, 0, &largest, err);
  bcov_grow_free (&largest);
  return status;
}

/* Stores the next term and passes it to SEE. */
static bcov_status take_term (sequence *s, const char *count, bcov_error *err)
{
  bcov_status status = bcov_vec_reserve (s->puzzle->mem, &s->terms, s->terms.count + 1, err);
  if (status)
    return status;
  bcov_number *term = &s->terms.data[s->terms.count++];
  bcov_number_init (term, 0);
  mpz_set_str (term->value, count, 10);
  status = s->see (s->from + (uint32_t)s->terms.count - 1, count, s->data);
  s->enough = status != BCOV_OK;
  return bcov_run_seen (status);
}

static uint32_t next_size (const sequence *s)
{
  return s->from + (uint32_t)s->terms.count;
}

static uint64_t statistic (const bcov_answer *answer, const char *name)
{
  const char *value = bcov_answer_statistic (answer, name);
  return value ? strtoull (value, NULL, 10) : 0;
}

/* Updates the statistics: work adds up, and sizes are those of the largest board. */
static void add_evidence (sequence *s, const bcov_answer *term)
{
  s->engine = term->engine;
  s->nodes += statistic (term, "nodes");
  s->items = statistic (term, "items");
  s->options = statistic (term, "options");
  s->symmetries = statistic (term, "symmetries");
}

static bcov_status count_term (sequence *s, uint32_t n, bcov_error *err)
{
  bcov_puzzle grown;
  bcov_answer *term = NULL;
  bcov_status status = bcov_grow_make (s->puzzle, s->axis, n, 0, &grown, err);
  if (status)
    return status;
  status = bcov_api_ask (bcov_count, &grown, &s->request, &s->whole, &term, err);
  if (term)
    add_evidence (s, term);
  if (!status)
    status = take_term (s, term->count, err);
  bcov_answer_free (term);
  bcov_grow_free (&grown);
  return status;
}

/* Counts one size after the other, up to LAST. */
static bcov_status count_one_by_one (sequence *s, uint32_t last, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  while (!status && !s->enough && next_size (s) <= last)
    status = count_term (s, next_size (s), err);
  return status;
}

/* ---- all sizes in one pass ---- */

/* Returns whether the request and the rules allow passes; the model may still rule them out. */
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

/* Returns the longest side of the board that does not grow. */
static uint32_t width_of (const sequence *s)
{
  const bcov_board *board = &s->puzzle->board;
  int32_t sides[BCOV_GROW_AXES] = {board->rows, board->columns, board->layers}, widest = 1;
  for (bcov_axis axis = BCOV_GROW_ROWS; axis < BCOV_GROW_AXES; axis++)
    if (axis != s->axis && sides[axis] > widest)
      widest = sides[axis];
  return (uint32_t)widest;
}

/* One pass: a board of LAST layers, and enough layers beyond it for all placements that begin on it
   or extend beyond it. */
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

/* Prepares a pass; FIT tells whether it is possible. */
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
    bcov_free (text);
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
  s->engine = bcov_engine_name (BCOV_FRONTIER);
  s->items = p->compiled.model.items.count;
  s->options = bcov_model_options (&p->compiled.model);
  return status;
}

/* Counts in passes of growing length, and ends early if a pass is not possible. */
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

/* ---- the recurrence ---- */

struct bcov_law {
  bcov_mem *mem; /* held */
  bool found;
  uint64_t order, start, terms, spare;
  char *signature, *generating_function;
};

void bcov_law_free (bcov_law *law)
{
  if (!law)
    return;
  bcov_mem *mem = law->mem;
  bcov_free (law->signature);
  bcov_free (law->generating_function);
  bcov_mem_free (mem, law);
  bcov_mem_delete (mem);
}

BCOV_ACCESSOR (bool, law, found, law->found)
BCOV_ACCESSOR (uint64_t, law, order, law->order)
BCOV_ACCESSOR (uint64_t, law, start, law->start)
BCOV_ACCESSOR (uint64_t, law, terms, law->terms)
BCOV_ACCESSOR (uint64_t, law, spare, law->spare)
BCOV_ACCESSOR (const char *, law, signature, law->signature)
BCOV_ACCESSOR (const char *, law, generating_function, law->generating_function)

static bcov_status describe (const bcov_recurrence *recurrence, uint32_t from, bcov_law *law,
                             bcov_error *err)
{
  bcov_text signature = {0}, fraction = {0};
  law->found = recurrence->found;
  law->order = recurrence->order;
  law->terms = recurrence->terms;
  if (recurrence->found) {
    law->start = from + recurrence->start;
    law->spare = recurrence->spare;
    bcov_recurrence_signature (recurrence, &signature);
    bcov_recurrence_fraction (recurrence, from, &fraction);
  }
  bcov_status status = bcov_text_take (&signature, &law->signature, NULL, err);
  if (!status)
    status = bcov_text_take (&fraction, &law->generating_function, NULL, err);
  bcov_text_drop (&fraction);
  return status;
}

static bcov_status find_law (sequence *s, bcov_law **out, bcov_error *err)
{
  bcov_recurrence recurrence;
  bcov_mem *mem = s->puzzle->mem;
  bcov_law *law = bcov_mem_alloc (mem, 1, sizeof *law, err);
  if (!law)
    return bcov_mem_status (mem);
  law->mem = bcov_mem_hold (mem);
  bcov_status status =
      bcov_recurrence_find (mem, s->terms.data, s->terms.count, &s->whole, &recurrence, err);
  if (!status)
    status = describe (&recurrence, s->from, law, err);
  bcov_recurrence_free (&recurrence);
  if (status)
    bcov_law_free (law);
  else
    *out = law;
  return status;
}

/* ---- the call ---- */

/* Makes the answer, which has no count; after a failure, only if terms were counted. */
static bcov_status answer_sequence (const sequence *s, bcov_status status, bcov_answer **answer,
                                    bcov_error *err)
{
  if (!s->engine || !answer)
    return status;
  bcov_status failed = bcov_answer_new (s->puzzle->mem, answer, status ? NULL : err);
  if (failed)
    return status ? status : failed;
  (*answer)->engine = s->engine;
  (*answer)->complete = !status && !s->enough;
  (*answer)->seconds = bcov_control_seconds (&s->whole);
  bcov_answer_add (*answer, "items", s->items);
  bcov_answer_add (*answer, "options", s->options);
  if (s->symmetries)
    bcov_answer_add (*answer, "symmetries", s->symmetries);
  bcov_answer_add (*answer, "nodes", s->nodes);
  return status;
}

static void end_sequence (sequence *s)
{
  for (size_t k = 0; k < s->terms.count; k++)
    bcov_number_clear (&s->terms.data[k]);
  bcov_vec_free (s->puzzle->mem, &s->terms);
}

bcov_status bcov_sequence (const bcov_puzzle *puzzle, const bcov_request *request, const char *grow,
                           uint32_t from, uint32_t to, bcov_see_term *see, void *data,
                           bcov_law **law, bcov_answer **answer, bcov_error *err)
{
  bcov_puzzle view = bcov_puzzle_view (puzzle, bcov_request_mem (request, puzzle));
  sequence s = {.puzzle = &view, .from = from, .to = to, .see = see, .data = data};
  bcov_watch watch = bcov_request_watch (request);
  bcov_answer_start (answer);
  if (law)
    *law = NULL;
  s.request = bcov_request_copy (request);
  size_t charged = view.mem == puzzle->mem ? 0 : bcov_mem_charge (view.mem, puzzle->mem);
  bcov_control_start (&s.whole, &watch);
  bcov_status status = check_growth (&s, grow, err);
  if (!status)
    status = check_largest (&s, err);
  if (!status)
    status = count_terms (&s, err);
  if (!status && law)
    status = find_law (&s, law, err);
  status = answer_sequence (&s, status, answer, err);
  end_sequence (&s);
  bcov_mem_discharge (view.mem, charged);
  return status;
}
