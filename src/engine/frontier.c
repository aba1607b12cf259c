/* From a model to a number: an order of the items, the program along it, numbers that are large
   enough, the tables, and back.

   The bound of the program is a guess from above, often twice too long.  So numbers are first kept
   in one word or two where that may do; a sum that does not fit is noticed, and the run starts
   again with more.  Long numbers are kept as remainders modulo primes below 2^62, as many as the
   bound asks for and one to spare: the number is put together from the others and must agree with
   that one.  Several remainders travel through the levels together, since the keys are most of the
   work. */

#include "engine/frontier.h"
#include "engine/order.h"
#include "engine/sparse.h"
#include "number/residue.h"

#include <math.h>
#include <stdlib.h>

enum { PRIME_BITS = 62, TOGETHER = 6 };

/* Bounds up to which one word and two are tried. */
static const double one_word = 110, two_words = 210;

/* How the numbers of a run are kept. */
typedef struct {
  uint32_t words;   /* of a number; with primes: how many these are */
  uint64_t *primes; /* NULL: none */
} numbers;

/* The numbers to try after those with TRIED words (0: none yet). */
static bcov_status choose_numbers (bcov_mem *mem, double bound, uint32_t tried, numbers *out,
                                   bcov_error *err)
{
  *out = (numbers){.words = bound <= one_word && tried < 1 ? 1 : 2};
  if (tried < 2 && (out->words == 1 || bound <= two_words))
    return BCOV_OK;
  double need = ceil (bound / log2 (ldexp (1, PRIME_BITS) - 1e6)) + 1;
  if (need > 1e6)
    return bcov_error_add (err, BCOV_STOPPED, NULL,
                           "the number may have %.0f digits: too long to be counted",
                           bound * log10 (2));
  out->words = (uint32_t)need;
  out->primes = bcov_mem_alloc (mem, out->words, sizeof *out->primes, err);
  for (uint32_t k = 0; out->primes && k < out->words; k++)
    out->primes[k] = bcov_prime (PRIME_BITS, k);
  return out->primes ? BCOV_OK : bcov_mem_status (mem);
}

/* The number that WORDS stand for; false when the spare prime disagrees. */
static bool number_of (const numbers *n, const uint64_t *words, bcov_number *out)
{
  if (n->primes) {
    bcov_residue_join (n->primes, words, n->words - 1, out);
    return bcov_residue_agrees (out, n->primes[n->words - 1], words[n->words - 1]);
  }
  mpz_import (out->value, n->words, -1, sizeof *words, 0, 0, words);
  return true;
}

static bcov_status disagree (bcov_error *err)
{
  return bcov_error_add (err, BCOV_FAULT, NULL,
                         "internal error: the spare prime does not agree with the count");
}

/* ---- the zero key after some levels
 * -------------------------------------------------------------- */

typedef struct {
  const numbers *n;
  const uint32_t *levels;
  size_t count, known;
  uint64_t *found;      /* words of each */
  uint32_t first, part; /* primes of this pass: first .. first+part-1 */
} zeros;

static void find_zero (void *data, uint32_t level, const bcov_leaves *tables, size_t count)
{
  zeros *z = data;
  uint64_t key[BCOV_MOST_KEY] = {0};
  if (z->known == z->count || z->levels[z->known] != level)
    return;
  for (size_t k = 0; k < count; k++) {
    const uint64_t *value = bcov_leaves_find (&tables[k], key);
    if (value)
      memcpy (&z->found[z->known * z->n->words + z->first], value, z->part * sizeof *value);
  }
  z->known++;
}

/* All passes over JOB, in which VALUE and PRIMES are filled in: BEFORE is called before each. */
static bcov_status run_passes (bcov_sparse_job *job, const numbers *n,
                               void (*before) (void *data, uint32_t first, uint32_t part),
                               bool *complete, bcov_work *sum, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  *complete = true;
  sum->overflow = false;
  for (uint32_t first = 0; !status && *complete && first < n->words; first += job->value) {
    uint32_t left = n->words - first;
    uint32_t passes = n->primes ? (left + TOGETHER - 1) / TOGETHER : 1;
    bcov_work done;
    job->value = (left + passes - 1) / passes;
    job->primes = n->primes ? n->primes + first : NULL;
    before (job->data, first, job->value);
    status = bcov_sparse_run (job, complete, &done, err);
    sum->states += done.states;
    sum->transitions += done.transitions;
    sum->widest = done.widest > sum->widest ? done.widest : sum->widest;
    sum->overflow = done.overflow;
  }
  return status;
}

static void before_zeros (void *data, uint32_t first, uint32_t part)
{
  zeros *z = data;
  z->first = first;
  z->part = part;
  z->known = 0;
}

static bcov_status try_zeros (bcov_sparse_job *job, zeros *z, bcov_number *values, size_t *known,
                              bcov_work *work, bcov_error *err)
{
  bcov_mem *mem = job->program->mem;
  const numbers *n = z->n;
  bool complete = false;
  z->found = bcov_mem_alloc (mem, z->count * n->words + 1, sizeof *z->found, err);
  job->after = find_zero;
  job->data = z;
  bcov_status status =
      z->found ? run_passes (job, n, before_zeros, &complete, work, err) : bcov_mem_status (mem);
  bool last_pass = z->first + z->part == n->words && !work->overflow;
  for (size_t k = 0; !status && last_pass && k < z->known; k++, ++*known)
    if (!number_of (n, &z->found[k * n->words], &values[k]))
      status = disagree (err);
  bcov_mem_free (mem, z->found);
  return status;
}

static bcov_status count_zeros (bcov_sparse_job *job, const uint32_t *levels, size_t count,
                                bcov_number *values, size_t *known, bcov_work *work,
                                bcov_error *err)
{
  bcov_mem *mem = job->program->mem;
  bcov_status status = BCOV_OK;
  uint32_t tried = 0;
  *known = 0;
  do {
    numbers n;
    zeros z = {.n = &n, .levels = levels, .count = count};
    status = choose_numbers (mem, job->program->bound, tried, &n, err);
    if (!status)
      status = try_zeros (job, &z, values, known, work, err);
    bcov_mem_free (mem, n.primes);
    tried = n.words;
  } while (!status && work->overflow);
  return status;
}

bcov_status bcov_frontier_levels (const bcov_program *program, const uint32_t *levels, size_t count,
                                  size_t workers, bcov_control *control, bcov_number *values,
                                  size_t *known, bcov_error *err)
{
  bcov_sparse_job job = {.program = program, .workers = workers, .control = control};
  bcov_work work = {0};
  return count_zeros (&job, levels, count, values, known, &work, err);
}

/* ---- count
 * --------------------------------------------------------------------------------------- */

static bcov_status make_program (const bcov_model *model, bcov_control *control,
                                 bcov_program *program, bcov_error *err)
{
  uint32_t *order = bcov_mem_alloc (model->mem, model->items.count + 1, sizeof *order, err);
  if (!order)
    return bcov_mem_status (model->mem);
  bcov_status status = bcov_order_find (model, control, order, err);
  if (!status)
    status = bcov_program_make (model, order, NULL, program, err);
  bcov_mem_free (model->mem, order);
  return status;
}

static bcov_status run_program (const bcov_job *job, const bcov_program *program,
                                bcov_result *result, bcov_error *err)
{
  bcov_pockets pockets;
  bcov_work work = {0};
  size_t known = 0;
  uint32_t last = (uint32_t)program->levels.count - 1;
  bcov_status status = bcov_pockets_make (job->model, program, &pockets, err);
  if (status)
    return status;
  bcov_sparse_job sparse = {
      .program = program, .pockets = &pockets, .workers = job->workers, .control = job->control};
  mpz_set_ui (result->found.value, 0);
  status = count_zeros (&sparse, &last, 1, &result->found, &known, &work, err);
  result->complete = known;
  result->nodes += work.transitions;
  bcov_pockets_free (&pockets);
  return status;
}

bcov_status bcov_frontier_run (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  bcov_program program;
  if (job->model->impossible) {
    mpz_set_ui (result->found.value, 0);
    return BCOV_OK;
  }
  bcov_status status = make_program (job->model, job->control, &program, err);
  if (status)
    return status;
  if (program.levels.count)
    status = run_program (job, &program, result, err);
  else
    mpz_set_ui (result->found.value, 1);
  bcov_program_free (&program);
  return status;
}

/* ---- final states by their kept fields
 * ------------------------------------------------------------ */

/* Rows of kept values, then the words of the number. */
typedef struct {
  const bcov_program *program;
  const numbers *n;
  BCOV_VEC (uint32_t) fields; /* kept ones */
  BCOV_VEC (uint64_t) rows;
  BCOV_VEC (uint64_t) joined; /* rows of the passes before */
  uint32_t first, part;
  bcov_status status;
  bcov_error *err;
} tally;

static void before_tally (void *data, uint32_t first, uint32_t part)
{
  tally *t = data;
  t->first = first;
  t->part = part;
}

static void take_row (tally *t, const uint64_t *key, const uint64_t *value)
{
  size_t row = t->fields.count + t->n->words;
  t->status = bcov_vec_reserve (t->program->mem, &t->rows, t->rows.count + row, t->err);
  if (t->status)
    return;
  uint64_t *out = &t->rows.data[t->rows.count];
  for (size_t f = 0; f < t->fields.count; f++)
    *out++ = bcov_program_value (t->program, t->fields.data[f], key);
  for (uint32_t k = 0; k < t->n->words; k++)
    *out++ = k >= t->first && k < t->first + t->part ? value[k - t->first] : 0;
  t->rows.count += row;
}

static int compare_rows (const void *a, const void *b, void *data)
{
  const uint64_t *x = a, *y = b;
  for (size_t count = *(const size_t *)data; count--; x++, y++)
    if (*x != *y)
      return *x < *y ? -1 : 1;
  return 0;
}

/* Sorts the rows of a pass and puts its words to those of the passes before: the same states. */
static void join_pass (tally *t)
{
  size_t row = t->fields.count + t->n->words, keys = t->fields.count;
  if (t->rows.count)
    qsort_r (t->rows.data, t->rows.count / row, row * sizeof *t->rows.data, compare_rows, &keys);
  for (size_t r = 0; t->joined.count && r < t->rows.count; r += row)
    memcpy (&t->rows.data[r + keys], &t->joined.data[r + keys], t->first * sizeof *t->rows.data);
  bcov_vec_free (t->program->mem, &t->joined);
  t->joined.data = t->rows.data;
  t->joined.count = t->rows.count;
  t->joined.room = t->rows.room;
  t->rows.data = NULL;
  t->rows.count = t->rows.room = 0;
}

static void take_leaf (tally *t, uint64_t *words, const bcov_shape_of_state *s)
{
  uint64_t key[BCOV_MOST_KEY];
  for (uint32_t at = 0; !t->status && at < BCOV_LEAF; at++) {
    if (bcov_leaf_empty (s, words, at))
      continue;
    for (uint32_t w = 0; w < s->key; w++)
      key[w] = *bcov_leaf_key (s, words, at, w);
    take_row (t, key, bcov_leaf_value (s, words, at));
  }
}

static void collect (void *data, uint32_t level, const bcov_leaves *tables, size_t count)
{
  tally *t = data;
  if (level + 1 != t->program->levels.count)
    return;
  for (size_t k = 0; k < count; k++)
    for (size_t leaf = 0; leaf < tables[k].leaves.count; leaf++)
      take_leaf (t, tables[k].leaves.data[leaf].words, tables[k].shape);
  join_pass (t);
}

static bcov_status show_rows (tally *t, bcov_frontier_see *see, void *data)
{
  size_t row = t->fields.count + t->n->words;
  bcov_status status = BCOV_OK;
  bcov_number number;
  bcov_number_init (&number, 0);
  for (size_t r = 0; !status && r < t->joined.count; r += row) {
    status = number_of (t->n, &t->joined.data[r + t->fields.count], &number) ? BCOV_OK
                                                                             : disagree (t->err);
    if (!status)
      status = see (data, &t->joined.data[r], &number, t->err);
  }
  bcov_number_clear (&number);
  return status;
}

static bcov_status start_tally (tally *t)
{
  bcov_status status = BCOV_OK;
  for (uint32_t f = 0; !status && f < t->program->fields.count; f++)
    if (t->program->fields.data[f].kept)
      status = bcov_vec_push (t->program->mem, &t->fields, f, t->err);
  return status;
}

static bcov_status try_tally (tally *t, bcov_sparse_job *job, bcov_frontier_see *see, void *data,
                              bool *complete, bcov_work *work)
{
  bcov_status status = run_passes (job, t->n, before_tally, complete, work, t->err);
  if (!status)
    status = t->status;
  if (!status && *complete)
    status = show_rows (t, see, data);
  bcov_vec_free (t->program->mem, &t->rows);
  bcov_vec_free (t->program->mem, &t->joined);
  return status;
}

bcov_status bcov_frontier_tally (const bcov_program *program, size_t workers, bcov_control *control,
                                 bcov_frontier_see *see, void *data, bool *complete,
                                 bcov_error *err)
{
  bcov_mem *mem = program->mem;
  bcov_work work = {0};
  numbers n = {0};
  tally t = {.program = program, .n = &n, .err = err};
  bcov_sparse_job job = {
      .program = program, .workers = workers, .control = control, .after = collect, .data = &t};
  bcov_status status = start_tally (&t);
  do {
    uint32_t tried = n.words;
    if (!status)
      status = choose_numbers (mem, program->bound, tried, &n, err);
    if (!status)
      status = try_tally (&t, &job, see, data, complete, &work);
    bcov_mem_free (mem, n.primes);
    n.primes = NULL;
  } while (!status && work.overflow);
  bcov_vec_free (mem, &t.fields);
  return status;
}
