/* rank: the index of a covering in the order of `list`.  unrank: the covering at an index.

   If the state graph is kept, both walk through it.  Otherwise they work through the list until
   they reach the covering or the position. */

#include "base/hash.h"
#include "base/table.h"
#include "engine/levels/walk.h"
#include "format/covering/covering_read.h"
#include "puzzle/verify.h"
#include "question/solution_source.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- coverings as sets of options ---- */

/* A covering of the input. */
typedef struct {
  size_t first, count; /* its options, bcov_vec_by_number */
  uint32_t same;       /* the first covering that is equal to it, or itself */
  bool met;
  uint64_t rank; /* from 1 */
} wanted_set;

typedef struct {
  bcov_run *run;
  bcov_table lookup;
  BCOV_VEC (wanted_set) sets;
  BCOV_VEC (uint32_t) options;
  BCOV_VEC (uint32_t) scratch;
  bcov_table table; /* sets by their options */
  size_t missing;   /* sets not found yet */
  uint64_t passed;
  bcov_status status;
  bcov_error *err;
} ranking;

/* Returns whether set NUMBER has the options in SCRATCH. */
static bool same_set (const void *data, uint32_t number)
{
  const ranking *r = data;
  const wanted_set *set = &r->sets.data[number];
  return set->count == r->scratch.count &&
         (!set->count || !memcmp (&r->options.data[set->first], r->scratch.data,
                                  set->count * sizeof *r->scratch.data));
}

/* Sorts the options in SCRATCH and finds their set. */
static uint32_t find_set (ranking *r, uint64_t *hash)
{
  if (r->scratch.count)
    qsort (r->scratch.data, r->scratch.count, sizeof *r->scratch.data, bcov_vec_by_number);
  *hash = bcov_hash_words (r->scratch.data, r->scratch.count);
  return bcov_table_find (&r->table, *hash, same_set, r);
}

static bcov_status add_set (ranking *r)
{
  bcov_mem *mem = r->run->mem;
  uint64_t hash;
  uint32_t number = (uint32_t)r->sets.count, known = find_set (r, &hash);
  wanted_set set = {.first = r->options.count,
                    .count = r->scratch.count,
                    .same = known == BCOV_TABLE_NONE ? number : known};
  bcov_status status = bcov_vec_push (mem, &r->sets, set, r->err);
  if (status || known != BCOV_TABLE_NONE)
    return status;
  r->missing++;
  for (size_t k = 0; !status && k < r->scratch.count; k++)
    status = bcov_vec_push (mem, &r->options, r->scratch.data[k], r->err);
  if (!status)
    status = bcov_table_add (mem, &r->table, hash, number, r->err);
  return status;
}

/* Returns the option of the placement LAID, or BCOV_NO_OPTION if there is none.  Sets *SEVERAL, and
   returns BCOV_NO_OPTION, if the orientation of a tile is ambiguous. */
static uint32_t option_of (const ranking *r, const bcov_covering *covering, const bcov_laid *laid,
                           bool *several)
{
  const bcov_compiled *compiled = &r->run->compiled;
  const bcov_piece *piece = &compiled->puzzle->pieces.data[laid->piece];
  uint32_t found = BCOV_NO_OPTION;
  *several = false;
  for (uint32_t f = 0; f < piece->n_forms; f++) {
    if (laid->form != BCOV_ANY_FORM && f != laid->form)
      continue;
    uint32_t option = bcov_compiled_find (&r->lookup, compiled, laid->piece, &piece->forms[f].decor,
                                          &covering->cells.data[laid->first]);
    *several = *several || (option != BCOV_NO_OPTION && found != BCOV_NO_OPTION && option != found);
    found = option != BCOV_NO_OPTION ? option : found;
  }
  return *several ? BCOV_NO_OPTION : found;
}

static bcov_status take_options (ranking *r, const bcov_covering *covering, const bcov_place *place)
{
  bcov_status status = BCOV_OK;
  r->scratch.count = 0;
  for (size_t k = 0; !status && k < covering->laid.count; k++) {
    const bcov_laid *laid = &covering->laid.data[k];
    bool several = false;
    uint32_t option = r->run->puzzle->exact ? laid->piece : option_of (r, covering, laid, &several);
    if (several)
      status =
          bcov_error_add (r->err, BCOV_INPUT, place,
                          "letters do not show how a tile is rotated; give the covering as JSON");
    else if (option == BCOV_NO_OPTION)
      status = bcov_error_add (r->err, BCOV_INPUT, place, "this is not a covering of the puzzle");
    else
      status = bcov_vec_push (r->run->mem, &r->scratch, option, r->err);
  }
  return status;
}

static bool take_covering (bcov_covering *covering, const bcov_place *place, bool partial,
                           void *data)
{
  ranking *r = data;
  (void)partial;
  if (!covering)
    return true;
  bcov_covering_sort (covering);
  r->status = bcov_verify (r->run->puzzle, covering, false, place, r->err);
  if (!r->status)
    r->status = take_options (r, covering, place);
  if (!r->status)
    r->status = add_set (r);
  return !r->status;
}

/* Reads all coverings; returns BCOV_INPUT if one of them is wrong. */
static bcov_status read_sets (ranking *r, const char *name, const char *text, size_t length)
{
  const bcov_compiled *compiled = &r->run->compiled;
  bcov_status status = BCOV_OK;
  uint32_t options = compiled->puzzle->exact ? 0 : bcov_model_options (&compiled->model);
  for (uint32_t o = 0; !status && o < options; o++)
    status = bcov_compiled_enter (&r->lookup, compiled, o, r->err);
  if (!status)
    status = bcov_covering_read (compiled->puzzle, name, text, length, take_covering, r, r->err);
  if (r->status)
    status = r->status;
  if (!status && !r->sets.count)
    status = bcov_error_add (r->err, BCOV_INPUT, NULL,
                             "%s contains no covering; give at least one, in the format of `list`",
                             name);
  return status == BCOV_WRONG ? BCOV_INPUT : status;
}

/* ---- their ranks ---- */

static bool note_rank (void *data, const uint32_t *options, size_t count)
{
  ranking *r = data;
  uint64_t hash;
  r->passed++;
  r->scratch.count = 0;
  for (size_t k = 0; !r->status && k < count; k++)
    r->status = bcov_vec_push (r->run->mem, &r->scratch, options[k], r->err);
  uint32_t number = r->status ? BCOV_TABLE_NONE : find_set (r, &hash);
  if (number != BCOV_TABLE_NONE) {
    assert (!r->sets.data[number].met); /* the list has each covering once */
    r->sets.data[number].met = true;
    r->sets.data[number].rank = r->passed;
    r->missing--;
  }
  return !r->status && r->missing;
}

/* A covering that the verifier accepts must be a solution. */
static bcov_status report_missing (bcov_error *err)
{
  return bcov_error_add (err, BCOV_FAULT, NULL,
                         "internal error: a covering is missing from the list");
}

static bcov_status show_ranks (ranking *r, bcov_see_rank *see, void *data)
{
  bcov_status status = BCOV_OK;
  for (size_t k = 0; !status && k < r->sets.count; k++) {
    char text[24];
    const wanted_set *set = &r->sets.data[r->sets.data[k].same];
    if (!set->met)
      return report_missing (r->err);
    snprintf (text, sizeof text, "%llu", (unsigned long long)set->rank);
    status = see (text, data);
  }
  return status;
}

static bcov_status show_ranks_from_levels (const bcov_solution_source *source, ranking *r,
                                           bcov_see_rank *see, void *data)
{
  bcov_walk walk;
  bcov_number rank;
  bcov_status status = bcov_walk_start (&source->levels.graph, &walk, r->err);
  if (status)
    return status;
  bcov_number_init (&rank, 0);
  for (size_t k = 0; !status && k < r->sets.count; k++) {
    const wanted_set *set = &r->sets.data[r->sets.data[k].same];
    bool is;
    status =
        bcov_walk_rank (&walk, &r->options.data[set->first], set->count, rank.value, &is, r->err);
    if (!status && !is)
      status = report_missing (r->err);
    bcov_number_add (&rank, 1);
    char *text = status ? NULL : bcov_number_text (&rank);
    if (text)
      status = see (text, data);
    bcov_free (text);
  }
  bcov_number_clear (&rank);
  bcov_walk_end (&walk);
  return status;
}

static bcov_status find_ranks (ranking *r, bcov_see_rank *see, void *data)
{
  bcov_solution_source source;
  bcov_result *result = &r->run->result;
  bcov_status status = bcov_solution_source_open (r->run, true, &source, r->err);
  if (status)
    return status;
  if (source.by_levels)
    status = show_ranks_from_levels (&source, r, see, data);
  else {
    status = bcov_solution_source_each (&source, note_rank, r, r->err);
    status = status ? status : r->status;
    result->complete = result->complete || !r->missing;
    if (!status && result->complete)
      status = show_ranks (r, see, data);
  }
  bcov_solution_source_close (&source);
  return bcov_run_seen (status);
}

static void end_ranking (ranking *r)
{
  bcov_mem *mem = r->run->mem;
  bcov_table_free (mem, &r->lookup);
  bcov_table_free (mem, &r->table);
  bcov_vec_free (mem, &r->sets);
  bcov_vec_free (mem, &r->options);
  bcov_vec_free (mem, &r->scratch);
}

bcov_status bcov_rank (const bcov_puzzle *puzzle, const bcov_request *request, const char *name,
                       const char *text, size_t length, bcov_see_rank *see, void *data,
                       bcov_answer **answer, bcov_error *err)
{
  bcov_run run;
  ranking r = {.run = &run, .err = err};
  bcov_answer_start (answer);
  bcov_status status = bcov_solution_source_start (&run, puzzle, request, err);
  if (status)
    return status;
  status = read_sets (&r, name, text, length);
  if (!status)
    status = find_ranks (&r, see, data);
  mpz_set_ui (run.result.found.value, r.sets.count);
  end_ranking (&r);
  return bcov_run_answer (&run, status, answer, err);
}

/* ---- unrank: the covering at an index ---- */

typedef struct {
  bcov_run *run;
  mpz_t wanted; /* from 0 */
  uint64_t passed;
  bool met;
  BCOV_VEC (uint32_t) options; /* of the solution, once found */
  mpz_t total;                 /* the number of solutions, if it was not found */
  bcov_status status;
  bcov_error *err;
} unranking;

static bcov_status keep_options (unranking *s, const uint32_t *options, size_t count)
{
  bcov_status status = BCOV_OK;
  s->met = true;
  for (size_t k = 0; !status && k < count; k++)
    status = bcov_vec_push (s->run->mem, &s->options, options[k], s->err);
  return status;
}

static bool note_covering (void *data, const uint32_t *options, size_t count)
{
  unranking *s = data;
  if (!mpz_cmp_ui (s->wanted, s->passed++))
    s->status = keep_options (s, options, count);
  return !s->met;
}

static bcov_status find_in_levels (const bcov_solution_source *source, unranking *s)
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

static bcov_status find_number (unranking *s)
{
  bcov_solution_source source;
  bcov_status status = bcov_solution_source_open (s->run, true, &source, s->err);
  if (status)
    return status;
  if (source.by_levels)
    status = find_in_levels (&source, s);
  else {
    status = bcov_solution_source_each (&source, note_covering, s, s->err);
    mpz_set_ui (s->total, s->passed);
    s->run->result.complete = s->met || s->run->result.complete;
  }
  bcov_solution_source_close (&source);
  return status ? status : s->status;
}

static bcov_status report_range (const unranking *s)
{
  bcov_status status = BCOV_INPUT;
  char *total = mpz_get_str (NULL, 10, s->total);
  void (*release) (void *, size_t);
  if (!mpz_sgn (s->total))
    bcov_error_add (s->err, status, NULL, "there is no covering");
  else
    bcov_error_add (s->err, status, NULL, "there %s %s covering%s; give a number from 1 to %s",
                    mpz_cmp_ui (s->total, 1) ? "are" : "is", total,
                    mpz_cmp_ui (s->total, 1) ? "s" : "", total);
  mp_get_memory_functions (NULL, NULL, &release);
  release (total, strlen (total) + 1);
  return status;
}

static bcov_status show_found (unranking *s, bcov_see *see, void *data)
{
  bcov_covering *covering = NULL;
  bcov_status status = bcov_covering_new (s->run->puzzle, &covering, s->err);
  if (!status)
    status = bcov_decode (&s->run->compiled, s->options.data, s->options.count, covering, s->err);
  mpz_add_ui (s->wanted, s->wanted, 1);
  if (!status)
    status = see (covering, mpz_fits_ulong_p (s->wanted) ? mpz_get_ui (s->wanted) : 0, data);
  bcov_covering_free (covering);
  return bcov_run_seen (status);
}

/* Reads a decimal number, at least 1, and stores it minus 1. */
static bcov_status read_number (const char *text, mpz_t out, bcov_error *err)
{
  size_t length = strspn (text, "0123456789");
  if (!length || text[length] || mpz_set_str (out, text, 10) || !mpz_sgn (out))
    return bcov_error_add (
        err, BCOV_INPUT, NULL,
        "'%s' is not the position of a covering; give a whole number, at least 1", text);
  mpz_sub_ui (out, out, 1);
  return BCOV_OK;
}

static bcov_status unrank (unranking *s, bcov_see *see, void *data)
{
  bcov_status status = find_number (s);
  if (!status && !s->met && s->run->result.complete)
    status = report_range (s);
  if (!status && s->met)
    status = show_found (s, see, data);
  mpz_set_ui (s->run->result.found.value, s->met);
  return status;
}

bcov_status bcov_unrank (const bcov_puzzle *puzzle, const bcov_request *request, const char *rank,
                         bcov_see *see, void *data, bcov_answer **answer, bcov_error *err)
{
  bcov_run run;
  unranking s = {.run = &run, .err = err};
  bcov_answer_start (answer);
  mpz_inits (s.wanted, s.total, NULL);
  bcov_status status = read_number (rank, s.wanted, err);
  if (!status)
    status = bcov_solution_source_start (&run, puzzle, request, err);
  if (!status) {
    status = unrank (&s, see, data);
    bcov_vec_free (run.mem, &s.options);
    status = bcov_run_answer (&run, status, answer, err);
  }
  mpz_clears (s.wanted, s.total, NULL);
  return status;
}
