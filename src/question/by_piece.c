/* There are two methods.  Listing visits every solution and takes as long as a list.  Counting adds
   the touches of the kept items to the states of the frontier, so that the final states are the
   rows; it takes as long as a count with that many more states. */

#include "question/by_piece.h"
#include "base/hash.h"
#include "engine/count/frontier.h"

#include <stdlib.h>
#include <string.h>

void bcov_by_piece_start (bcov_mem *mem, uint32_t groups, bcov_by_piece *table)
{
  *table = (bcov_by_piece){.mem = mem, .groups = groups};
}

void bcov_by_piece_free (bcov_by_piece *table)
{
  if (!table->mem)
    return;
  for (size_t k = 0; k < table->numbers.count; k++)
    bcov_number_clear (&table->numbers.data[k]);
  bcov_vec_free (table->mem, &table->numbers);
  bcov_vec_free (table->mem, &table->uses);
  bcov_table_free (table->mem, &table->index);
  *table = (bcov_by_piece){0};
}

typedef struct {
  const bcov_by_piece *table;
  const uint32_t *uses;
} wanted;

static bool same_uses (const void *data, uint32_t row)
{
  const wanted *w = data;
  const bcov_by_piece *c = w->table;
  return !c->groups ||
         !memcmp (&c->uses.data[(size_t)row * c->groups], w->uses, c->groups * sizeof *w->uses);
}

static bcov_status add_row (bcov_by_piece *c, const uint32_t *uses, uint64_t hash, bcov_error *err)
{
  uint32_t row = (uint32_t)c->numbers.count;
  bcov_status status = bcov_vec_reserve (c->mem, &c->numbers, c->numbers.count + 1, err);
  if (!status)
    status = bcov_vec_reserve (c->mem, &c->uses, c->uses.count + c->groups + 1, err);
  if (!status)
    status = bcov_table_add (c->mem, &c->index, hash, row, err);
  if (status)
    return status;
  bcov_number_init (&c->numbers.data[c->numbers.count++], 0);
  for (uint32_t g = 0; g < c->groups; g++)
    c->uses.data[c->uses.count++] = uses[g];
  return BCOV_OK;
}

bcov_status bcov_by_piece_add (bcov_by_piece *table, const uint32_t *uses,
                               const bcov_number *number, bcov_error *err)
{
  wanted w = {table, uses};
  uint64_t hash = bcov_hash_words (uses, table->groups);
  uint32_t row = bcov_table_find (&table->index, hash, same_uses, &w);
  bcov_status status = BCOV_OK;
  if (row == BCOV_TABLE_NONE) {
    row = (uint32_t)table->numbers.count;
    status = add_row (table, uses, hash, err);
  }
  if (!status)
    bcov_number_add_number (&table->numbers.data[row], number);
  return status;
}

/* ---- sorting ---- */

static int compare_rows (const void *a, const void *b, void *data)
{
  const bcov_by_piece *c = data;
  const uint32_t *x = &c->uses.data[(size_t) * (const uint32_t *)a * c->groups];
  const uint32_t *y = &c->uses.data[(size_t) * (const uint32_t *)b * c->groups];
  for (uint32_t g = 0; g < c->groups; g++)
    if (x[g] != y[g])
      return x[g] < y[g] ? -1 : 1;
  return 0;
}

bcov_status bcov_by_piece_sort (bcov_by_piece *table, bcov_error *err)
{
  size_t rows = table->numbers.count;
  uint32_t *order = bcov_mem_alloc (table->mem, rows + 1, sizeof *order, err);
  bcov_by_piece sorted;
  bcov_status status = order ? BCOV_OK : bcov_mem_status (table->mem);
  bcov_by_piece_start (table->mem, table->groups, &sorted);
  for (uint32_t k = 0; !status && k < rows; k++)
    order[k] = k;
  if (!status)
    qsort_r (order, rows, sizeof *order, compare_rows, table);
  for (size_t k = 0; !status && k < rows; k++)
    status = bcov_by_piece_add (&sorted, &table->uses.data[(size_t)order[k] * table->groups],
                                &table->numbers.data[order[k]], err);
  bcov_mem_free (table->mem, order);
  if (status)
    bcov_by_piece_free (&sorted);
  else {
    bcov_by_piece_free (table);
    *table = sorted;
  }
  return status;
}

/* ---- by listing ---- */

typedef struct {
  bcov_by_piece *table;
  const uint32_t *group_of;
  uint32_t *uses;
  bcov_number one;
  bcov_status status;
  bcov_error *err;
} lister;

static bool take_solution (void *data, const uint32_t *options, size_t count)
{
  lister *l = data;
  for (uint32_t g = 0; g < l->table->groups; g++)
    l->uses[g] = 0;
  for (size_t k = 0; k < count; k++)
    l->uses[l->group_of[options[k]]]++;
  l->status = bcov_by_piece_add (l->table, l->uses, &l->one, l->err);
  return !l->status;
}

bcov_status bcov_by_piece_list (bcov_engine engine, const bcov_job *job, const uint32_t *group_of,
                                bcov_by_piece *table, bcov_result *result, bcov_error *err)
{
  lister l = {.table = table, .group_of = group_of, .err = err};
  bcov_job listing = *job;
  l.uses = bcov_mem_alloc (table->mem, table->groups + 1u, sizeof *l.uses, err);
  if (!l.uses)
    return bcov_mem_status (table->mem);
  bcov_number_init (&l.one, 1);
  listing.sink = take_solution;
  listing.data = &l;
  bcov_status status = bcov_plan_run_once (engine, &listing, result, err);
  bcov_number_clear (&l.one);
  bcov_mem_free (table->mem, l.uses);
  return status ? status : l.status;
}

/* ---- by counting ---- */

/* Reports the empty solution, which touches nothing. */
static bcov_status see_empty (const bcov_model *model, bcov_by_piece_see *see, void *data,
                              bcov_error *err)
{
  uint64_t *zeros = bcov_mem_alloc (model->mem, model->items.count + 1, sizeof *zeros, err);
  if (!zeros)
    return bcov_mem_status (model->mem);
  bcov_number number;
  bcov_number_init (&number, 1);
  bcov_status status = see (data, zeros, &number, err);
  bcov_number_clear (&number);
  bcov_mem_free (model->mem, zeros);
  return status;
}

bcov_status bcov_by_piece_count (const bcov_job *job, const bool *kept, bcov_by_piece_see *see,
                                 void *data, bool *complete, bcov_error *err)
{
  bcov_program program;
  *complete = true;
  if (!bcov_model_options (job->model))
    return see_empty (job->model, see, data, err);
  double bits;
  bcov_status status =
      bcov_program_make_along (job->model, NULL, kept, job->control, &bits, &program, err);
  if (status)
    return status;
  status = bcov_frontier_tally (&program, job->workers, job->control, see, data, complete, err);
  bcov_program_free (&program);
  return status;
}
