/* The worker whose unit has its turn hands solutions on at once; the others keep theirs.  When that
   unit ends, its worker also hands on what was kept of the units after it that are over.  So the
   sink is called by one thread at a time, and sees what a single thread would have found.

   Memory: what one unit finds before its turn is bounded by KEPT_WORDS; the worker then waits. */

#include "engine/turns.h"

enum { KEPT_WORDS = 1 << 18 };

void bcov_turns_start (bcov_mem *mem, bcov_sink *sink, void *data, bcov_turns *turns,
                       bcov_error *err)
{
  *turns = (bcov_turns){.mem = mem, .sink = sink, .data = data, .err = err};
  pthread_mutex_init (&turns->lock, NULL);
  pthread_cond_init (&turns->moved, NULL);
}

void bcov_turns_stop (bcov_turns *turns)
{
  for (size_t k = 0; k < BCOV_TURNS_AHEAD; k++)
    bcov_vec_free (turns->mem, &turns->ended[k].words);
  pthread_mutex_destroy (&turns->lock);
  pthread_cond_destroy (&turns->moved);
}

void bcov_turns_enough (bcov_turns *turns)
{
  pthread_mutex_lock (&turns->lock);
  atomic_store (&turns->enough, true);
  pthread_cond_broadcast (&turns->moved);
  pthread_mutex_unlock (&turns->lock);
}

static bool hand_on (bcov_turns *turns, const uint32_t *options, size_t count)
{
  if (!atomic_load (&turns->enough) && !turns->sink (turns->data, options, count))
    bcov_turns_enough (turns);
  return !atomic_load (&turns->enough);
}

/* Hands on what was kept. */
static void hand_on_kept (bcov_turns *turns, bcov_turn *turn)
{
  for (size_t k = 0; k < turn->words.count; k += 1 + turn->words.data[k])
    if (!hand_on (turns, &turn->words.data[k + 1], turn->words.data[k]))
      break;
  turn->words.count = 0;
}

/* Whether it is the turn of UNIT; waits for it if AHEAD of it more units than that are not over. */
static bool is_turn (bcov_turns *turns, uint64_t unit, uint64_t ahead)
{
  pthread_mutex_lock (&turns->lock);
  while (!atomic_load (&turns->enough) && unit - turns->next > ahead)
    pthread_cond_wait (&turns->moved, &turns->lock);
  bool turn = unit == turns->next;
  pthread_mutex_unlock (&turns->lock);
  return turn;
}

static bcov_status keep (bcov_turns *turns, bcov_turn *turn, const uint32_t *options, size_t count)
{
  bcov_status status = bcov_vec_push (turns->mem, &turn->words, (uint32_t)count, NULL);
  for (size_t k = 0; !status && k < count; k++)
    status = bcov_vec_push (turns->mem, &turn->words, options[k], NULL);
  return status;
}

/* Tells the first failure. */
static void fail (bcov_turns *turns, bcov_status status)
{
  pthread_mutex_lock (&turns->lock);
  if (!turns->status)
    turns->status = bcov_error_add (turns->err, status, NULL, "a thread ran out of memory");
  pthread_mutex_unlock (&turns->lock);
  bcov_turns_enough (turns);
}

bool bcov_turns_put (bcov_turns *turns, bcov_turn *turn, const uint32_t *options, size_t count)
{
  bool full = turn->words.count + count >= KEPT_WORDS;
  if (is_turn (turns, turn->unit, full ? 0 : UINT64_MAX)) {
    hand_on_kept (turns, turn);
    return hand_on (turns, options, count);
  }
  if (atomic_load (&turns->enough))
    return false;
  bcov_status status = keep (turns, turn, options, count);
  if (status)
    fail (turns, status);
  return !status;
}

/* Leaves TURN for the worker whose turn it is; false when the turn is TURN's own. */
static bool leave (bcov_turns *turns, bcov_turn *turn)
{
  pthread_mutex_lock (&turns->lock);
  bool own = turn->unit == turns->next;
  if (!own && !atomic_load (&turns->enough)) {
    turns->ended[turn->unit % BCOV_TURNS_AHEAD] = *turn;
    turns->waits[turn->unit % BCOV_TURNS_AHEAD] = true;
    *turn = (bcov_turn){0};
  }
  pthread_mutex_unlock (&turns->lock);
  return !own;
}

/* The next unit has its turn; OUT becomes what it left, if it is over already. */
static bool move_on (bcov_turns *turns, bcov_turn *out)
{
  pthread_mutex_lock (&turns->lock);
  size_t at = ++turns->next % BCOV_TURNS_AHEAD;
  bool over = turns->waits[at];
  if (over) {
    *out = turns->ended[at];
    turns->ended[at] = (bcov_turn){0};
    turns->waits[at] = false;
  }
  pthread_cond_broadcast (&turns->moved);
  pthread_mutex_unlock (&turns->lock);
  return over;
}

bool bcov_turns_end (bcov_turns *turns, bcov_turn *turn)
{
  is_turn (turns, turn->unit, BCOV_TURNS_AHEAD - 1);
  if (!leave (turns, turn))
    do {
      hand_on_kept (turns, turn);
      bcov_vec_free (turns->mem, &turn->words);
    } while (move_on (turns, turn));
  bcov_vec_free (turns->mem, &turn->words);
  *turn = (bcov_turn){0};
  return !atomic_load (&turns->enough);
}
