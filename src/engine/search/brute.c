/* The oracle of the tests.  Takes the first item that still lacks touches and tries each of its
   options; if no item lacks any, each remaining option may be taken or not.  An option that was
   skipped is banned at deeper levels, so that each set of options occurs once.  This code is never
   optimised, because the other engines are checked against it. */

#include "engine/search/brute.h"

#include <assert.h>

enum { MOST_OPTIONS = 20000, POLL = 4096 }; /* the number of options bounds the recursion */

typedef struct {
  const bcov_job *job;
  bcov_columns columns;
  uint64_t *sum;    /* of each item: touches by the options taken */
  uint32_t *colour; /* of each item: its colour; 0: untouched */
  uint32_t *banned; /* of each option: the number of levels above that took or skipped it */
  uint32_t *taken;
  size_t depth;
  uint64_t nodes, found, gain, best;
  bool going;
  bcov_result *result;
  bcov_status status;
  bcov_error *err;
} brute;

static bool fits (const brute *b, uint32_t option)
{
  const bcov_model *m = b->job->model;
  for (uint32_t t = m->first.data[option]; t < m->first.data[option + 1]; t++) {
    bcov_touch touch = m->touches.data[t];
    bcov_item item = m->items.data[touch.item];
    if (item.coloured ? b->colour[touch.item] && b->colour[touch.item] != touch.colour
                      : item.hi != BCOV_MANY && b->sum[touch.item] + touch.times > item.hi)
      return false;
  }
  return true;
}

static void apply (brute *b, uint32_t option, bool take)
{
  const bcov_model *m = b->job->model;
  assert (take || (b->depth && b->taken[b->depth - 1] == m->origin.data[option]));
  for (uint32_t t = m->first.data[option]; t < m->first.data[option + 1]; t++) {
    bcov_touch touch = m->touches.data[t];
    assert (take || b->sum[touch.item] >= touch.times);
    b->sum[touch.item] += take ? touch.times : -(uint64_t)touch.times;
    b->colour[touch.item] = b->sum[touch.item] ? touch.colour : 0;
  }
  b->gain += take ? bcov_model_gain (m, option) : -(uint64_t)bcov_model_gain (m, option);
  if (take)
    b->taken[b->depth++] = m->origin.data[option];
  else
    b->depth--;
}

static void solution (brute *b)
{
  const bcov_job *job = b->job;
  if (job->objective == BCOV_MOST && b->gain >= b->best) {
    b->best = b->gain + 1;
    b->result->gain = b->gain;
    b->result->best.count = 0;
    for (size_t k = 0; !b->status && k < b->depth; k++)
      b->status = bcov_vec_push (b->result->mem, &b->result->best, b->taken[k], b->err);
  }
  uint64_t number = b->found++;
  if (number % job->share.parts != job->share.part - 1)
    return;
  bcov_number_add (&b->result->found, 1);
  if (job->sink && !job->sink (job->data, b->taken, b->depth))
    b->going = b->result->complete = false;
}

static void go (brute *b)
{
  const bcov_model *m = b->job->model;
  uint32_t i = 0, n = (uint32_t)m->items.count;
  while (i < n && b->sum[i] >= m->items.data[i].lo)
    i++;
  if (++b->nodes % POLL == 0 && !bcov_control_go_on (b->job->control, 0))
    b->going = b->result->complete = false;
  uint32_t first = i < n ? b->columns.start[i] : 0;
  uint32_t end = i < n ? b->columns.start[i + 1] : bcov_model_options (m);
  uint32_t k = first;
  for (; k < end && b->going && !b->status; k++) {
    uint32_t o = i < n ? b->columns.owner[b->columns.touch[k]] : k;
    if (b->banned[o]++ || !fits (b, o))
      continue;
    apply (b, o, true);
    go (b);
    apply (b, o, false);
  }
  if (i == n && b->going && !b->status)
    solution (b);
  while (k-- > first)
    b->banned[i < n ? b->columns.owner[b->columns.touch[k]] : k]--;
}

bcov_status bcov_brute_run (const bcov_job *job, bcov_result *result, bcov_error *err)
{
  const bcov_model *m = job->model;
  bcov_mem *mem = m->mem;
  brute b = {.job = job, .going = true, .result = result, .err = err};
  size_t items = m->items.count + 1, options = bcov_model_options (m) + 1;
  if (options > MOST_OPTIONS)
    return bcov_error_add (err, BCOV_INPUT, NULL,
                           "the brute engine supports at most %d placements, and the puzzle has "
                           "%zu; use the engine search",
                           MOST_OPTIONS, options - 1);
  bcov_number_clear (&result->found);
  bcov_number_init (&result->found, 0);
  if (m->impossible)
    return BCOV_OK;
  b.status = bcov_model_columns (m, &b.columns, err);
  if (!b.status && (!(b.sum = bcov_mem_alloc (mem, items, sizeof *b.sum, err)) ||
                    !(b.colour = bcov_mem_alloc (mem, items, sizeof *b.colour, err)) ||
                    !(b.banned = bcov_mem_alloc (mem, options, sizeof *b.banned, err)) ||
                    !(b.taken = bcov_mem_alloc (mem, options, sizeof *b.taken, err))))
    b.status = bcov_mem_status (mem);
  if (!b.status)
    go (&b);
  assert (!b.depth && !b.gain);
  result->nodes = b.nodes;
  bcov_columns_free (mem, &b.columns);
  bcov_mem_free (mem, b.sum);
  bcov_mem_free (mem, b.colour);
  bcov_mem_free (mem, b.banned);
  bcov_mem_free (mem, b.taken);
  return b.status;
}
