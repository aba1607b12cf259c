/* Coverings one at a time.  A thread lists or samples them and fills a batch; the caller reads
   another one.  When that is empty the two change places, however much the thread has found by then:
   nobody waits for a batch to be full, but the thread waits when it is.

   The lock guards the batch of the thread; that of the caller needs none.  Memory: two batches. */

#include "question/run.h"

#include <pthread.h>
#include <string.h>

enum { BATCH = 256 }; /* coverings */

/* Placements and cells of some coverings, one after the other. */
typedef struct {
  BCOV_VEC (size_t) ends; /* of each covering: where its placements end */
  BCOV_VEC (bcov_laid) laid;
  BCOV_VEC (uint32_t) cells; /* FIRST of a placement counts from the start of its covering */
} batch;

struct bcov_cursor {
  bcov_request *request;
  bcov_request *own; /* NULL: the request is the caller's */
  bcov_mem *mem;     /* held */
  const bcov_puzzle *puzzle;
  uint64_t samples; /* 0: all coverings, as bcov_list gives them */
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  batch batches[2];
  int filling;             /* the batch of the thread */
  bool closing;            /* the cursor is being freed */
  bool ended;              /* the thread adds no more */
  bcov_status status;      /* what it came to, */
  bcov_error *err;         /* with its messages */
  size_t next, laid, cell; /* in the batch that is read: covering, its first placement and cell */
  bcov_covering *covering;
};

/* ---- the thread ---- */

static bcov_status add_covering (bcov_cursor *c, batch *b, const bcov_covering *covering)
{
  size_t laid = covering->laid.count, cells = covering->cells.count;
  bcov_status status = bcov_vec_reserve (c->mem, &b->laid, b->laid.count + laid, c->err);
  if (!status)
    status = bcov_vec_reserve (c->mem, &b->cells, b->cells.count + cells, c->err);
  if (!status)
    status = bcov_vec_push (c->mem, &b->ends, b->laid.count + laid, c->err);
  if (status)
    return status;
  if (laid)
    memcpy (b->laid.data + b->laid.count, covering->laid.data, laid * sizeof *b->laid.data);
  if (cells)
    memcpy (b->cells.data + b->cells.count, covering->cells.data, cells * sizeof *b->cells.data);
  b->laid.count += laid;
  b->cells.count += cells;
  return BCOV_OK;
}

static bcov_status keep_covering (const bcov_covering *covering, uint64_t index, void *data)
{
  bcov_cursor *c = data;
  (void)index;
  pthread_mutex_lock (&c->lock);
  while (c->batches[c->filling].ends.count == BATCH && !c->closing)
    pthread_cond_wait (&c->changed, &c->lock);
  batch *b = &c->batches[c->filling];
  bcov_status status = c->closing ? BCOV_ENOUGH : add_covering (c, b, covering);
  if (b->ends.count == 1)
    pthread_cond_signal (&c->changed);
  pthread_mutex_unlock (&c->lock);
  return status;
}

static void *produce (void *data)
{
  bcov_cursor *c = data;
  bcov_status status =
      c->samples ? bcov_sample (c->puzzle, c->request, c->samples, keep_covering, c, NULL, c->err)
                 : bcov_list (c->puzzle, c->request, keep_covering, c, NULL, c->err);
  pthread_mutex_lock (&c->lock);
  c->ended = true;
  c->status = status;
  pthread_cond_signal (&c->changed);
  pthread_mutex_unlock (&c->lock);
  return NULL;
}

/* ---- life ---- */

static void free_cursor (bcov_cursor *c)
{
  bcov_mem *mem = c->mem;
  for (size_t k = 0; k < 2; k++) {
    bcov_vec_free (mem, &c->batches[k].ends);
    bcov_vec_free (mem, &c->batches[k].laid);
    bcov_vec_free (mem, &c->batches[k].cells);
  }
  bcov_covering_free (c->covering);
  pthread_cond_destroy (&c->changed);
  pthread_mutex_destroy (&c->lock);
  bcov_error_free (c->err);
  bcov_request *own = c->own;
  bcov_mem_free (mem, c);
  bcov_mem_delete (mem);
  bcov_request_free (own);
}

static bcov_status start (bcov_cursor *c, bcov_error *err)
{
  bcov_puzzle view = bcov_puzzle_view (c->puzzle, c->mem);
  bcov_status status = bcov_covering_new (&view, &c->covering, err);
  c->err = status ? NULL : bcov_error_new ();
  if (!status && (!c->err || pthread_create (&c->thread, NULL, produce, c)))
    status = bcov_error_add (err, BCOV_FAULT, NULL, "the machine has no thread or memory left");
  return status;
}

static bcov_status open_cursor (const bcov_puzzle *puzzle, bcov_request *request, uint64_t samples,
                                bcov_cursor **out, bcov_error *err)
{
  bcov_request *own = request ? NULL : bcov_request_new ();
  *out = NULL;
  if (!request && !own)
    return bcov_error_add (err, BCOV_FAULT, NULL, "the machine has no memory left");
  bcov_mem *mem = request ? request->mem : own->mem;
  bcov_cursor *c = bcov_mem_alloc (mem, 1, sizeof *c, err);
  if (!c) {
    bcov_status status = bcov_mem_status (mem);
    bcov_request_free (own);
    return status;
  }
  c->mem = bcov_mem_hold (mem);
  c->own = own;
  c->request = request ? request : own;
  c->puzzle = puzzle;
  c->samples = samples;
  pthread_mutex_init (&c->lock, NULL);
  pthread_cond_init (&c->changed, NULL);
  bcov_status status = start (c, err);
  if (status)
    free_cursor (c);
  else
    *out = c;
  return status;
}

bcov_status bcov_cursor_new (const bcov_puzzle *puzzle, bcov_request *request, bcov_cursor **out,
                             bcov_error *err)
{
  return open_cursor (puzzle, request, 0, out, err);
}

bcov_status bcov_cursor_new_sample (const bcov_puzzle *puzzle, bcov_request *request,
                                    uint64_t count, bcov_cursor **out, bcov_error *err)
{
  if (count)
    return open_cursor (puzzle, request, count, out, err);
  *out = NULL;
  return bcov_error_add (err, BCOV_INPUT, NULL, "nothing is to be drawn; give a number from 1 on");
}

/* A search that has met nothing for a while looks at the stop flag alone, which is then put back. */
void bcov_cursor_free (bcov_cursor *cursor)
{
  if (!cursor)
    return;
  int stopped = __atomic_load_n (&cursor->request->stopped, __ATOMIC_RELAXED);
  pthread_mutex_lock (&cursor->lock);
  cursor->closing = true;
  pthread_cond_signal (&cursor->changed);
  pthread_mutex_unlock (&cursor->lock);
  bcov_request_stop (cursor->request);
  pthread_join (cursor->thread, NULL);
  if (!stopped)
    bcov_request_resume (cursor->request);
  free_cursor (cursor);
}

/* ---- reading ---- */

/* Changes the batches, once there is a covering or the end. */
static void take_batch (bcov_cursor *c)
{
  pthread_mutex_lock (&c->lock);
  while (!c->batches[c->filling].ends.count && !c->ended)
    pthread_cond_wait (&c->changed, &c->lock);
  batch *empty = &c->batches[!c->filling];
  empty->ends.count = empty->laid.count = empty->cells.count = 0;
  c->filling = !c->filling;
  c->next = c->laid = c->cell = 0;
  pthread_cond_signal (&c->changed);
  pthread_mutex_unlock (&c->lock);
}

static bcov_status report_end (bcov_cursor *c, bcov_error *err)
{
  if (c->status)
    bcov_error_append (err, c->err);
  return c->status;
}

static bcov_status next_covering (bcov_cursor *c, bcov_error *err)
{
  const batch *b = &c->batches[!c->filling];
  bcov_status status = BCOV_OK;
  size_t cells = 0;
  bcov_covering_clear (c->covering);
  for (size_t k = c->laid; !status && k < b->ends.data[c->next]; k++) {
    const bcov_laid *laid = &b->laid.data[k];
    status = bcov_covering_lay (c->covering, laid->piece, laid->form,
                                b->cells.data + c->cell + laid->first, laid->count, err);
    cells += laid->count;
  }
  c->laid = b->ends.data[c->next++];
  c->cell += cells;
  return status;
}

bcov_status bcov_cursor_next (bcov_cursor *cursor, const bcov_covering **covering, bcov_error *err)
{
  *covering = NULL;
  if (cursor->next == cursor->batches[!cursor->filling].ends.count)
    take_batch (cursor);
  if (cursor->next == cursor->batches[!cursor->filling].ends.count)
    return report_end (cursor, err);
  bcov_status status = next_covering (cursor, err);
  *covering = status ? NULL : cursor->covering;
  return status;
}
