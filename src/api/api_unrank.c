/* list --rank: the covering of a number.  Where the list comes from kept levels it is a walk
   through them; else the list is gone through until it has come. */

#include "question/solution_source.h"
#include "engine/levels/walk.h"

#include <string.h>

typedef struct {
  bcov_run *run;
  mpz_t wanted; /* from 0 */
  uint64_t passed;
  bool met;
  BCOV_VEC (uint32_t) options; /* of the solution that was met */
  mpz_t total;                 /* when it was not */
  bcov_status status;
  bcov_error *err;
} search_for;

static bcov_status keep_options (search_for *s, const uint32_t *options, size_t count)
{
  bcov_status status = BCOV_OK;
  s->met = true;
  for (size_t k = 0; !status && k < count; k++)
    status = bcov_vec_push (s->run->puzzle->mem, &s->options, options[k], s->err);
  return status;
}

static bool wait_for (void *data, const uint32_t *options, size_t count)
{
  search_for *s = data;
  if (!mpz_cmp_ui (s->wanted, s->passed++))
    s->status = keep_options (s, options, count);
  return !s->met;
}

static bcov_status find_in_levels (const bcov_solution_source *source, search_for *s)
{
  bcov_walk walk;
  bcov_status status = bcov_walk_start (&source->levels.graph, &walk, s->err);
  if (status)
    return status;
  mpz_set (s->total, walk.total);
  if (mpz_cmp (s->wanted, walk.total) < 0) {
    status = bcov_walk_to (&walk, s->wanted, s->err);
    if (!status)
      status = keep_options (s, walk.options, walk.count);
  }
  bcov_walk_end (&walk);
  return status;
}

static bcov_status find_number (search_for *s)
{
  bcov_solution_source source;
  bcov_status status = bcov_solution_source_open (s->run, true, &source, s->err);
  if (status)
    return status;
  if (source.by_levels)
    status = find_in_levels (&source, s);
  else {
    status = bcov_solution_source_each (&source, wait_for, s, s->err);
    mpz_set_ui (s->total, s->passed);
    s->run->result.complete = s->met || s->run->result.complete;
  }
  bcov_solution_source_close (&source);
  return status ? status : s->status;
}

static bcov_status complain (const search_for *s)
{
  bcov_status status = BCOV_INPUT;
  char *total = mpz_get_str (NULL, 10, s->total);
  void (*release) (void *, size_t);
  if (!mpz_sgn (s->total))
    bcov_error_add (s->err, status, NULL, "there is no covering");
  else
    bcov_error_add (
        s->err, status, NULL, "there %s %s covering%s; --rank takes a number from 1 to %s",
        mpz_cmp_ui (s->total, 1) ? "are" : "is", total, mpz_cmp_ui (s->total, 1) ? "s" : "", total);
  mp_get_memory_functions (NULL, NULL, &release);
  release (total, strlen (total) + 1);
  return status;
}

static bcov_status show_found (search_for *s, bcov_see *see, void *data)
{
  bcov_covering *covering = NULL;
  bcov_status status = bcov_covering_new (s->run->puzzle, &covering, s->err);
  if (!status)
    status = bcov_decode (&s->run->compiled, s->options.data, s->options.count, covering, s->err);
  mpz_add_ui (s->wanted, s->wanted, 1);
  if (!status)
    see (covering, mpz_fits_ulong_p (s->wanted) ? mpz_get_ui (s->wanted) : 0, data);
  bcov_covering_free (covering);
  return status;
}

/* A whole number from 1 on, in decimal; from 0 on in OUT. */
static bcov_status read_number (const char *text, mpz_t out, bcov_error *err)
{
  size_t length = strspn (text, "0123456789");
  if (!length || text[length] || mpz_set_str (out, text, 10) || !mpz_sgn (out))
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "'%s' is no number of a covering; they are numbered from 1", text);
  mpz_sub_ui (out, out, 1);
  return BCOV_OK;
}

static bcov_status look_up (search_for *s, bcov_see *see, void *data, bcov_answer *answer)
{
  bcov_status status = find_number (s);
  if (!status && !s->met && s->run->result.complete)
    status = complain (s);
  if (!status && s->met)
    status = show_found (s, see, data);
  mpz_set_ui (s->run->result.found.value, s->met);
  return status ? status : bcov_run_answer (s->run, answer, s->err);
}

bcov_status bcov_unrank (const bcov_puzzle *puzzle, const bcov_request *request, const char *rank,
                         bcov_see *see, void *data, bcov_answer *answer, bcov_error *err)
{
  bcov_run run;
  search_for s = {.run = &run, .err = err};
  *answer = (bcov_answer){0};
  mpz_inits (s.wanted, s.total, NULL);
  bcov_status status = read_number (rank, s.wanted, err);
  if (!status)
    status = bcov_solution_source_start (&run, puzzle, request, err);
  if (!status) {
    status = look_up (&s, see, data, answer);
    bcov_vec_free (puzzle->mem, &s.options);
    bcov_run_end (&run);
  }
  mpz_clears (s.wanted, s.total, NULL);
  return status;
}
