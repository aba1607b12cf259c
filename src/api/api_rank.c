/* rank: the number of a covering in the order of `list`; and the covering of a number.

   Where the list comes from kept levels, both are a walk through them.  Else the list is gone
   through until it has brought what is asked for. */

#include "question/solution_source.h"
#include "base/hash.h"
#include "base/table.h"
#include "engine/levels/walk.h"
#include "format/covering/covering_read.h"
#include "model/compile/lookup.h"
#include "puzzle/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- from coverings to sets of options ---- */

/* One covering that was read. */
typedef struct {
  size_t first, count; /* its options, ascending */
  uint32_t same;       /* the first covering that is equal to it: itself, unless it was there */
  bool met;
  uint64_t rank; /* from 1 */
} wanted_set;

typedef struct {
  bcov_run *run;
  bcov_lookup lookup;
  BCOV_VEC (wanted_set) sets;
  BCOV_VEC (uint32_t) options;
  BCOV_VEC (uint32_t) scratch;
  bcov_table table; /* sets by their options */
  size_t missing;   /* sets that are still to be met */
  uint64_t passed;
  bcov_status status;
  bcov_error *err;
} ranking;

static int ascending (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* What a set is compared with: the options in SCRATCH. */
static bool same_set (const void *data, uint32_t number)
{
  const ranking *r = data;
  const wanted_set *set = &r->sets.data[number];
  return set->count == r->scratch.count &&
         (!set->count || !memcmp (&r->options.data[set->first], r->scratch.data,
                                  set->count * sizeof *r->scratch.data));
}

/* Sorts what is in SCRATCH and looks for it among the sets. */
static uint32_t find_set (ranking *r, uint64_t *hash)
{
  if (r->scratch.count)
    qsort (r->scratch.data, r->scratch.count, sizeof *r->scratch.data, ascending);
  *hash = bcov_hash_words (r->scratch.data, r->scratch.count);
  return bcov_table_find (&r->table, *hash, same_set, r);
}

static bcov_status add_set (ranking *r)
{
  bcov_mem *mem = r->run->puzzle->mem;
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

/* The option that lays what LAID says; BCOV_NO_OPTION when there is none or, with *SEVERAL, when
   the turn of a tile would have to be told. */
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
    uint32_t option = bcov_lookup_find (&r->lookup, compiled, laid->piece, &piece->forms[f].decor,
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
      status = bcov_error_add (r->err, BCOV_INPUT, place,
                               "letters do not tell how a tile is turned; give the covering as "
                               "list --json prints it");
    else if (option == BCOV_NO_OPTION)
      status = bcov_error_add (r->err, BCOV_INPUT, place, "this is no covering of the puzzle");
    else
      status = bcov_vec_push (r->run->puzzle->mem, &r->scratch, option, r->err);
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

/* What is wrong with a covering here is wrong input. */
static bcov_status read_sets (ranking *r, const char *name, const char *text, size_t length)
{
  const bcov_compiled *compiled = &r->run->compiled;
  bcov_status status = BCOV_OK;
  uint32_t options = compiled->puzzle->exact ? 0 : bcov_model_options (&compiled->model);
  for (uint32_t o = 0; !status && o < options; o++)
    status = bcov_lookup_add (&r->lookup, compiled, o, r->err);
  if (!status)
    status = bcov_covering_read (compiled->puzzle, name, text, length, take_covering, r, r->err);
  if (r->status)
    status = r->status;
  if (!status && !r->sets.count)
    status = bcov_error_add (r->err, BCOV_INPUT, NULL,
                             "%s holds no covering; give one as `list` prints it", name);
  return status == BCOV_WRONG ? BCOV_INPUT : status;
}

/* ---- their numbers ---- */

static bool meet (void *data, const uint32_t *options, size_t count)
{
  ranking *r = data;
  uint64_t hash;
  r->passed++;
  r->scratch.count = 0;
  for (size_t k = 0; !r->status && k < count; k++)
    r->status = bcov_vec_push (r->run->puzzle->mem, &r->scratch, options[k], r->err);
  uint32_t number = r->status ? BCOV_TABLE_NONE : find_set (r, &hash);
  if (number != BCOV_TABLE_NONE) {
    r->sets.data[number].met = true;
    r->sets.data[number].rank = r->passed;
    r->missing--;
  }
  return !r->status && r->missing;
}

/* A covering that the verifier accepts must be a solution. */
static bcov_status lost (bcov_error *err)
{
  return bcov_error_add (err, BCOV_FAULT, NULL,
                         "internal error: a covering is missing from the list");
}

static bcov_status tell_numbers (ranking *r, bcov_see_rank *see, void *data)
{
  bool more = true;
  for (size_t k = 0; more && k < r->sets.count; k++) {
    char text[24];
    const wanted_set *set = &r->sets.data[r->sets.data[k].same];
    if (!set->met)
      return lost (r->err);
    snprintf (text, sizeof text, "%llu", (unsigned long long)set->rank);
    more = see (text, data);
  }
  return BCOV_OK;
}

static bcov_status tell_from_levels (const bcov_solution_source *source, ranking *r,
                                     bcov_see_rank *see, void *data)
{
  bcov_walk walk;
  bcov_number rank;
  bool more = true;
  bcov_status status = bcov_walk_start (&source->levels.graph, &walk, r->err);
  if (status)
    return status;
  bcov_number_init (&rank, 0);
  for (size_t k = 0; !status && more && k < r->sets.count; k++) {
    const wanted_set *set = &r->sets.data[r->sets.data[k].same];
    bool is;
    status =
        bcov_walk_rank (&walk, &r->options.data[set->first], set->count, rank.value, &is, r->err);
    if (!status && !is)
      status = lost (r->err);
    bcov_number_add (&rank, 1);
    char *text = status ? NULL : bcov_number_text (&rank);
    more = text && see (text, data);
    bcov_text_free (text);
  }
  bcov_number_clear (&rank);
  bcov_walk_end (&walk);
  return status;
}

static bcov_status tell (ranking *r, bcov_see_rank *see, void *data)
{
  bcov_solution_source source;
  bcov_result *result = &r->run->result;
  bcov_status status = bcov_solution_source_open (r->run, true, &source, r->err);
  if (status)
    return status;
  if (source.by_levels)
    status = tell_from_levels (&source, r, see, data);
  else {
    status = bcov_solution_source_each (&source, meet, r, r->err);
    status = status ? status : r->status;
    result->complete = result->complete || !r->missing;
    if (!status && result->complete)
      status = tell_numbers (r, see, data);
  }
  bcov_solution_source_close (&source);
  return status;
}

static void end_ranking (ranking *r)
{
  bcov_mem *mem = r->run->puzzle->mem;
  bcov_lookup_free (&r->lookup, mem);
  bcov_table_free (mem, &r->table);
  bcov_vec_free (mem, &r->sets);
  bcov_vec_free (mem, &r->options);
  bcov_vec_free (mem, &r->scratch);
}

bcov_status bcov_rank (const bcov_puzzle *puzzle, const bcov_request *request, const char *name,
                       const char *text, size_t length, bcov_see_rank *see, void *data,
                       bcov_answer *answer, bcov_error *err)
{
  bcov_run run;
  ranking r = {.run = &run, .err = err};
  *answer = (bcov_answer){0};
  bcov_status status = bcov_solution_source_start (&run, puzzle, request, err);
  if (status)
    return status;
  status = read_sets (&r, name, text, length);
  if (!status)
    status = tell (&r, see, data);
  mpz_set_ui (run.result.found.value, r.sets.count);
  if (!status)
    status = bcov_run_answer (&run, answer, err);
  end_ranking (&r);
  bcov_run_end (&run);
  return status;
}
