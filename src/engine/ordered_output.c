/* The worker of the current unit passes solutions on at once; other workers store theirs.  When the
   current unit ends, its worker also passes on the stored solutions of the following units that
   have ended.  So only one thread at a time calls the sink, and the sink receives the solutions in
   the same order as from a single thread.

   Memory: a unit stores at most KEPT_WORDS before its turn; its worker then waits. */

#include "engine/ordered_output.h"

#include <assert.h>

enum { KEPT_WORDS = 1 << 18 };

void bcov_ordered_output_start (bcov_mem *mem, bcov_sink *sink, void *data,
                                bcov_ordered_output *output, bcov_error *err)
{
  *output = (bcov_ordered_output){.mem = mem, .sink = sink, .data = data, .err = err};
  pthread_mutex_init (&output->lock, NULL);
  pthread_cond_init (&output->moved, NULL);
}

void bcov_ordered_output_stop (bcov_ordered_output *output)
{
  for (size_t k = 0; k < BCOV_ORDERED_OUTPUT_AHEAD; k++)
    bcov_vec_free (output->mem, &output->ended[k].words);
  pthread_mutex_destroy (&output->lock);
  pthread_cond_destroy (&output->moved);
}

void bcov_ordered_output_enough (bcov_ordered_output *output)
{
  pthread_mutex_lock (&output->lock);
  atomic_store (&output->enough, true);
  pthread_cond_broadcast (&output->moved);
  pthread_mutex_unlock (&output->lock);
}

static bool hand_on (bcov_ordered_output *output, const uint32_t *options, size_t count)
{
  if (!atomic_load (&output->enough) && !output->sink (output->data, options, count))
    bcov_ordered_output_enough (output);
  return !atomic_load (&output->enough);
}

/* Passes on the stored solutions. */
static void hand_on_kept (bcov_ordered_output *output, bcov_output_turn *turn)
{
  for (size_t k = 0; k < turn->words.count; k += 1 + turn->words.data[k]) {
    assert (turn->words.data[k] < turn->words.count - k);
    if (!hand_on (output, &turn->words.data[k + 1], turn->words.data[k]))
      break;
  }
  turn->words.count = 0;
}

/* Returns whether UNIT is the current unit; waits while more than AHEAD units before it have not
   ended.
 */
static bool is_turn (bcov_ordered_output *output, uint64_t unit, uint64_t ahead)
{
  pthread_mutex_lock (&output->lock);
  assert (unit >= output->next); /* each unit is ended once */
  while (!atomic_load (&output->enough) && unit - output->next > ahead)
    pthread_cond_wait (&output->moved, &output->lock);
  bool turn = unit == output->next;
  pthread_mutex_unlock (&output->lock);
  return turn;
}

static bcov_status keep (bcov_ordered_output *output, bcov_output_turn *turn,
                         const uint32_t *options, size_t count)
{
  bcov_status status = bcov_vec_push (output->mem, &turn->words, (uint32_t)count, NULL);
  for (size_t k = 0; !status && k < count; k++)
    status = bcov_vec_push (output->mem, &turn->words, options[k], NULL);
  return status;
}

/* Records the first failure. */
static void fail (bcov_ordered_output *output, bcov_status status)
{
  pthread_mutex_lock (&output->lock);
  if (!output->status)
    output->status = bcov_error_add (output->err, status, NULL, "a thread ran out of memory");
  pthread_mutex_unlock (&output->lock);
  bcov_ordered_output_enough (output);
}

bool bcov_ordered_output_put (bcov_ordered_output *output, bcov_output_turn *turn,
                              const uint32_t *options, size_t count)
{
  bool full = turn->words.count + count >= KEPT_WORDS;
  if (is_turn (output, turn->unit, full ? 0 : UINT64_MAX)) {
    hand_on_kept (output, turn);
    return hand_on (output, options, count);
  }
  if (atomic_load (&output->enough))
    return false;
  bcov_status status = keep (output, turn, options, count);
  if (status)
    fail (output, status);
  return !status;
}

/* Leaves TURN to the worker of the current unit; returns false if TURN is the current unit
   itself. */
static bool leave (bcov_ordered_output *output, bcov_output_turn *turn)
{
  pthread_mutex_lock (&output->lock);
  bool own = turn->unit == output->next;
  if (!own && !atomic_load (&output->enough)) {
    assert (turn->unit - output->next < BCOV_ORDERED_OUTPUT_AHEAD);
    assert (!output->waits[turn->unit % BCOV_ORDERED_OUTPUT_AHEAD]);
    output->ended[turn->unit % BCOV_ORDERED_OUTPUT_AHEAD] = *turn;
    output->waits[turn->unit % BCOV_ORDERED_OUTPUT_AHEAD] = true;
    *turn = (bcov_output_turn){0};
  }
  pthread_mutex_unlock (&output->lock);
  return !own;
}

/* Makes the next unit the current one.  If that unit has already ended, moves its solutions to OUT
   and returns true. */
static bool move_on (bcov_ordered_output *output, bcov_output_turn *out)
{
  pthread_mutex_lock (&output->lock);
  size_t at = ++output->next % BCOV_ORDERED_OUTPUT_AHEAD;
  bool over = output->waits[at];
  if (over) {
    assert (output->ended[at].unit == output->next);
    *out = output->ended[at];
    output->ended[at] = (bcov_output_turn){0};
    output->waits[at] = false;
  }
  pthread_cond_broadcast (&output->moved);
  pthread_mutex_unlock (&output->lock);
  return over;
}

bool bcov_ordered_output_end (bcov_ordered_output *output, bcov_output_turn *turn)
{
  is_turn (output, turn->unit, BCOV_ORDERED_OUTPUT_AHEAD - 1);
  if (!leave (output, turn))
    do {
      hand_on_kept (output, turn);
      bcov_vec_free (output->mem, &turn->words);
    } while (move_on (output, turn));
  bcov_vec_free (output->mem, &turn->words);
  *turn = (bcov_output_turn){0};
  return !atomic_load (&output->enough);
}
