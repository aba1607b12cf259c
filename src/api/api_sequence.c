/* Boards that grow: a count for each size, then the recurrence that the counts follow.

   Terms are handed over as they are known, so that a run that is stopped has told all it found. */

#include "api/run.h"
#include "number/recurrence.h"
#include "puzzle/grow.h"

#include <stdlib.h>

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

/* Hands term N over and keeps it. */
static bcov_status take_term (sequence *s, uint32_t n, const char *count, bcov_error *err)
{
  bcov_status status = bcov_vec_reserve (s->puzzle->mem, &s->terms, s->terms.count + 1, err);
  if (status)
    return status;
  bcov_number *term = &s->terms.data[s->terms.count++];
  bcov_number_init (term, 0);
  mpz_set_str (term->value, count, 10);
  s->enough = !s->see (n, count, s->data);
  return BCOV_OK;
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
    status = take_term (s, n, term.count, err);
  bcov_answer_clear (&term);
  bcov_grow_free (&grown);
  return status;
}

static bcov_status count_terms (sequence *s, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  for (uint32_t n = s->from; !status && !s->enough && n <= s->to; n++)
    status = count_term (s, n, err);
  return status;
}

/* ---- what they follow ------------------------------------------------------------------------ */

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
  bcov_control_start (&s.whole, &s.request);
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
