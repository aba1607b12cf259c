/* sample: random coverings, all equally likely.

   Large boards for pieces of two cells have random matchings.  On others, if the state graph is
   kept, each covering is drawn by a random walk.  Otherwise a first pass over the list counts the
   coverings, ranks are drawn, and a second pass picks the coverings with these ranks. */

#include "question/solution_source.h"
#include "engine/levels/walk.h"
#include "engine/plan/sampling.h"

#include <stdlib.h>

enum { POLL = 64 }; /* coverings between two polls of the control */

typedef struct {
  bcov_run *run;
  bcov_solution_source source;
  uint64_t wanted, seen;
  bcov_random random;
  bcov_see *see;
  void *data;
  bcov_covering *covering;
  bcov_sampler_verdict verdict; /* on random matchings */
  bcov_status shown;            /* of the last covering that was shown */
  bcov_error *err;
} sampling;

/* Shows a covering; returns BCOV_ENOUGH after the last one. */
static bcov_status show (sampling *s, const uint32_t *options, size_t count)
{
  bcov_status status = bcov_decode (&s->run->compiled, options, count, s->covering, s->err);
  if (status)
    return status;
  status = s->see (s->covering, ++s->seen, s->data);
  if (!status && s->seen < s->wanted && s->seen % POLL == 0 &&
      !bcov_control_go_on (&s->run->control, 0)) {
    s->run->result.complete = false;
    return BCOV_ENOUGH;
  }
  return !status && s->seen >= s->wanted ? BCOV_ENOUGH : status;
}

static bcov_status draw_from_levels (sampling *s)
{
  bcov_walk walk;
  bcov_status status = bcov_walk_start (&s->source.levels.graph, &walk, s->err);
  if (status)
    return status;
  while (!status && mpz_sgn (walk.total) > 0) {
    status = bcov_walk_random (&walk, &s->random, s->err);
    if (!status)
      status = show (s, walk.options, walk.count);
  }
  bcov_walk_end (&walk);
  return status;
}

/* ---- from a list ---- */

typedef struct {
  uint64_t rank, index;
  size_t first, count; /* its options, once found */
} pick;

typedef struct {
  bcov_mem *mem;
  BCOV_VEC (pick) picks; /* sorted by rank */
  BCOV_VEC (uint32_t) options;
  size_t next;   /* the next pick */
  uint64_t rank; /* of the next solution */
  bcov_status status;
  bcov_error *err;
} picking;

static bool pick_out (void *data, const uint32_t *options, size_t count)
{
  picking *p = data;
  size_t first = p->options.count;
  bool wanted = p->next < p->picks.count && p->picks.data[p->next].rank == p->rank;
  for (size_t k = 0; wanted && !p->status && k < count; k++)
    p->status = bcov_vec_push (p->mem, &p->options, options[k], p->err);
  while (p->next < p->picks.count && p->picks.data[p->next].rank == p->rank) {
    p->picks.data[p->next].first = first;
    p->picks.data[p->next++].count = count;
  }
  p->rank++;
  return !p->status && p->next < p->picks.count;
}

static int by_rank (const void *a, const void *b)
{
  const pick *x = a, *y = b;
  return (x->rank > y->rank) - (x->rank < y->rank);
}

static int by_index (const void *a, const void *b)
{
  const pick *x = a, *y = b;
  return (x->index > y->index) - (x->index < y->index);
}

static bool count_one (void *data, const uint32_t *options, size_t count)
{
  (void)options, (void)count;
  ++*(uint64_t *)data;
  return true;
}

static bcov_status draw_ranks (sampling *s, uint64_t total, picking *p)
{
  bcov_status status = BCOV_OK;
  for (uint64_t k = 0; !status && total && k < s->wanted; k++) {
    pick drawn = {.rank = bcov_random_below (&s->random, total), .index = k};
    status = bcov_vec_push (p->mem, &p->picks, drawn, s->err);
  }
  if (p->picks.count)
    qsort (p->picks.data, p->picks.count, sizeof *p->picks.data, by_rank);
  return status;
}

/* Lists again, and shows the picked coverings in the order in which they were drawn. */
static bcov_status show_picks (sampling *s, picking *p)
{
  bcov_status status = bcov_solution_source_each (&s->source, pick_out, p, s->err);
  if (!status)
    status = p->status;
  if (status || p->next < p->picks.count)
    return status;
  s->run->result.complete = true;
  qsort (p->picks.data, p->picks.count, sizeof *p->picks.data, by_index);
  for (size_t k = 0; !status && k < p->picks.count; k++)
    status = show (s, &p->options.data[p->picks.data[k].first], p->picks.data[k].count);
  return status;
}

static bcov_status draw_from_list (sampling *s)
{
  uint64_t total = 0;
  picking p = {.mem = s->run->mem, .err = s->err};
  bcov_status status = bcov_solution_source_each (&s->source, count_one, &total, s->err);
  if (!status && s->run->result.complete)
    status = draw_ranks (s, total, &p);
  if (!status && p.picks.count)
    status = show_picks (s, &p);
  bcov_vec_free (p.mem, &p.picks);
  bcov_vec_free (p.mem, &p.options);
  return status;
}

/* ---- from matchings ---- */

static bool show_matching (void *data, const uint32_t *options, size_t count)
{
  sampling *s = data;
  s->shown = show (s, options, count);
  return !s->shown;
}

static bcov_status refuse_matchings (sampling *s)
{
  return bcov_error_add (s->err, BCOV_INPUT, NULL,
                         "the match engine cannot sample these coverings: %s; use the engine auto",
                         bcov_sampler_reason (s->verdict));
}

/* The levels do not fit into memory: says what matchings could do. */
static void tell_of_matchings (sampling *s)
{
  if (s->run->asked != BCOV_AUTO || s->verdict == BCOV_SAMPLER_NO_PAIRS)
    return;
  if (s->verdict == BCOV_SAMPLER_SMALL)
    bcov_error_add (s->err, BCOV_STOPPED, NULL,
                    "random matchings need little memory; use the engine match");
  else
    bcov_error_add (s->err, BCOV_STOPPED, NULL,
                    "random matchings, which need little memory, are not possible: %s",
                    bcov_sampler_reason (s->verdict));
}

static bcov_status draw_matchings (sampling *s, const bcov_sampler *sampler)
{
  bcov_run *run = s->run;
  run->engine = BCOV_MATCH;
  bcov_status status =
      bcov_sampler_each (sampler, run->request.seed, s->wanted, run->request.threads, &run->control,
                         show_matching, s, s->err);
  run->result.complete = s->seen == s->wanted;
  return status ? status : s->shown;
}

/* Draws random matchings if the planner says so; sets *DONE to whether it has. */
static bcov_status try_matchings (sampling *s, bool *done)
{
  bcov_sampler sampler;
  bcov_engine asked = s->run->asked;
  bcov_status status = bcov_plan_sampler (&s->run->plan, asked, &sampler, &s->verdict, s->err);
  *done = !status && s->verdict == BCOV_SAMPLER_OPEN;
  if (*done)
    status = draw_matchings (s, &sampler);
  else if (!status && asked == BCOV_MATCH && s->verdict != BCOV_SAMPLER_NONE)
    status = refuse_matchings (s);
  bcov_sampler_close (&sampler);
  return status;
}

/* ---- the call ---- */

static bcov_status draw (sampling *s)
{
  bool done;
  bcov_status status = try_matchings (s, &done);
  if (status || done)
    return bcov_run_seen (status);
  status = bcov_solution_source_open (s->run, false, &s->source, s->err);
  if (status == BCOV_STOPPED && !bcov_control_status (&s->run->control, NULL))
    tell_of_matchings (s);
  if (status)
    return status;
  if (!s->source.none && s->wanted)
    status = s->source.by_levels ? draw_from_levels (s) : draw_from_list (s);
  bcov_solution_source_close (&s->source);
  return bcov_run_seen (status);
}

bcov_status bcov_sample (const bcov_puzzle *puzzle, const bcov_request *request, uint64_t count,
                         bcov_see *see, void *data, bcov_answer **answer, bcov_error *err)
{
  bcov_run run;
  sampling s = {.run = &run, .wanted = count, .see = see, .data = data, .err = err};
  bcov_answer_start (answer);
  bcov_status status = bcov_solution_source_start (&run, puzzle, request, err);
  if (status)
    return status;
  s.random = (bcov_random){run.request.seed};
  status = bcov_covering_new (run.puzzle, &s.covering, err);
  if (!status)
    status = draw (&s);
  mpz_set_ui (run.result.found.value, s.seen);
  bcov_covering_free (s.covering);
  return bcov_run_answer (&run, status, answer, err);
}
