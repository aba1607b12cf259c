/* Coverings one at a time.  A thread lists or samples coverings into one batch while the caller
   reads another.  When the caller has read its batch, the two are exchanged.  The thread wakes the
   caller when its batch is half full, because waking costs more than finding a covering.  If
   coverings are rare, the caller checks at growing intervals and takes the coverings found so far.
   The thread waits while its batch is full.

   The lock protects the thread's batch; the caller's batch needs none.  Coverings are read in
   place. Memory: two batches. */

#include "question/run.h"

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

enum { MOST_COVERINGS = 1024, MOST_CELLS = 1 << 16 }; /* of a batch, approximately */
enum {
  FIRST_WAIT = 1000000,
  LONGEST_WAIT = 50000000
}; /* nanoseconds between the caller's checks */

/* The ends of the placements and cells of a covering in its batch. */
typedef struct {
  size_t laid, cells;
} ends;

/* The placements and cells of several coverings, one after the other. */
typedef struct {
  BCOV_VEC (ends) ends; /* of each covering */
  BCOV_VEC (bcov_laid) laid;
  BCOV_VEC (uint32_t) cells; /* FIRST of a placement counts from the start of its covering */
} batch;

struct bcov_cursor {
  bcov_request request; /* a copy that CLOSING stops, too */
  bcov_request *own;    /* freed with the cursor; NULL: the caller has a request */
  bcov_mem *mem;        /* held */
  const bcov_puzzle *puzzle;
  uint64_t samples; /* 0: all coverings, as bcov_list gives them */
  pthread_t thread;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  batch batches[2];
  int filling;         /* the batch of the thread */
  atomic_bool closing; /* the cursor is being freed */
  bool ended;          /* the thread adds no more coverings */
  bcov_status status;  /* the result of the thread, */
  bcov_error *err;     /* with its messages */
  size_t next;         /* the next covering in the caller's batch */
  bcov_covering covering;
};

/* Returns whether at least 1/PART of the batch is used. */
static bool is_filled (const batch *b, size_t part)
{
  return b->ends.count >= MOST_COVERINGS / part || b->cells.count >= MOST_CELLS / part;
}

/* ---- the thread ---- */

static bcov_status add_covering (bcov_cursor *c, batch *b, const bcov_covering *covering)
{
  size_t laid = covering->laid.count, cells = covering->cells.count;
  bcov_status status = bcov_vec_reserve (c->mem, &b->laid, b->laid.count + laid, c->err);
  if (!status)
    status = bcov_vec_reserve (c->mem, &b->cells, b->cells.count + cells, c->err);
  ends end = {b->laid.count + laid, b->cells.count + cells};
  if (!status)
    status = bcov_vec_push (c->mem, &b->ends, end, c->err);
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
  while (is_filled (&c->batches[c->filling], 1) && !c->closing)
    pthread_cond_wait (&c->changed, &c->lock);
  batch *b = &c->batches[c->filling];
  bool was_half = is_filled (b, 2);
  bcov_status status = c->closing ? BCOV_ENOUGH : add_covering (c, b, covering);
  if (!was_half && is_filled (b, 2))
    pthread_cond_signal (&c->changed);
  pthread_mutex_unlock (&c->lock);
  return status;
}

static void *produce (void *data)
{
  bcov_cursor *c = data;
  bcov_status status =
      c->samples ? bcov_sample (c->puzzle, &c->request, c->samples, keep_covering, c, NULL, c->err)
                 : bcov_list (c->puzzle, &c->request, keep_covering, c, NULL, c->err);
  pthread_mutex_lock (&c->lock);
  c->ended = true;
  c->status = status;
  pthread_cond_signal (&c->changed);
  pthread_mutex_unlock (&c->lock);
  return NULL;
}

/* ---- creation and deletion ---- */

static void free_cursor (bcov_cursor *c)
{
  bcov_mem *mem = c->mem;
  for (size_t k = 0; k < 2; k++) {
    bcov_vec_free (mem, &c->batches[k].ends);
    bcov_vec_free (mem, &c->batches[k].laid);
    bcov_vec_free (mem, &c->batches[k].cells);
  }
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
  c->err = bcov_error_new ();
  if (!c->err || pthread_create (&c->thread, NULL, produce, c))
    return bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of threads or memory");
  return BCOV_OK;
}

static bcov_status open_cursor (const bcov_puzzle *puzzle, bcov_request *request, uint64_t samples,
                                bcov_cursor **out, bcov_error *err)
{
  bcov_request *own = request ? NULL : bcov_request_new ();
  *out = NULL;
  if (!request && !own)
    return bcov_error_add (err, BCOV_FAULT, NULL, "the machine is out of memory");
  request = request ? request : own;
  bcov_mem *mem = request->mem;
  bcov_cursor *c = bcov_mem_alloc (mem, 1, sizeof *c, err);
  if (!c) {
    bcov_status status = bcov_mem_status (mem);
    bcov_request_free (own);
    return status;
  }
  c->mem = bcov_mem_hold (mem);
  c->own = own;
  c->request = *request;
  c->request.closing = &c->closing;
  c->puzzle = puzzle;
  c->covering = (bcov_covering){.puzzle = puzzle, .mem = mem};
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
  return bcov_error_add (err, BCOV_INPUT, NULL,
                         "the number of coverings to draw is 0; give at least 1");
}

void bcov_cursor_free (bcov_cursor *cursor)
{
  if (!cursor)
    return;
  pthread_mutex_lock (&cursor->lock);
  atomic_store (&cursor->closing, true);
  pthread_cond_signal (&cursor->changed);
  pthread_mutex_unlock (&cursor->lock);
  pthread_join (cursor->thread, NULL);
  free_cursor (cursor);
}

/* ---- reading ---- */

/* Waits until the thread's batch is half full, the thread has ended, or a check finds at least one
   covering. */
static void wait_for_batch (bcov_cursor *c)
{
  long wait = FIRST_WAIT;
  const batch *b = &c->batches[c->filling];
  for (bool late = false; !c->ended && !is_filled (b, 2) && !(late && b->ends.count);) {
    struct timespec until;
    clock_gettime (CLOCK_REALTIME, &until);
    until.tv_nsec += wait;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    late = pthread_cond_timedwait (&c->changed, &c->lock, &until) == ETIMEDOUT;
    wait = 2 * wait < LONGEST_WAIT ? 2 * wait : LONGEST_WAIT;
  }
}

static void change_batches (bcov_cursor *c)
{
  pthread_mutex_lock (&c->lock);
  wait_for_batch (c);
  batch *empty = &c->batches[!c->filling];
  empty->ends.count = empty->laid.count = empty->cells.count = 0;
  c->filling = !c->filling;
  c->next = 0;
  pthread_cond_signal (&c->changed);
  pthread_mutex_unlock (&c->lock);
}

/* Lets the covering point to its part of the batch, whose arrays are NULL if no covering has
 * pieces. */
static void show_next (bcov_cursor *c)
{
  const batch *b = &c->batches[!c->filling];
  ends start = c->next ? b->ends.data[c->next - 1] : (ends){0}, end = b->ends.data[c->next++];
  c->covering.laid.data = b->laid.data ? b->laid.data + start.laid : NULL;
  c->covering.laid.count = end.laid - start.laid;
  c->covering.cells.data = b->cells.data ? b->cells.data + start.cells : NULL;
  c->covering.cells.count = end.cells - start.cells;
}

bcov_status bcov_cursor_next (bcov_cursor *cursor, const bcov_covering **covering, bcov_error *err)
{
  *covering = NULL;
  if (cursor->next == cursor->batches[!cursor->filling].ends.count)
    change_batches (cursor);
  if (cursor->next < cursor->batches[!cursor->filling].ends.count) {
    show_next (cursor);
    *covering = &cursor->covering;
    return BCOV_OK;
  }
  if (cursor->status)
    bcov_error_append (err, cursor->err);
  return cursor->status;
}
