/* Coupling from the past (Propp and Wilson 1996).

   A sweep tosses a coin for each face and then turns every face that can be flipped to up or to
   down, as its coin says, class after class.  If a random matching is uniformly distributed before
   a sweep, it is so after it, because faces of a class have no common edges, and each turn chooses
   between two equally likely matchings.  Turns keep the order of matchings in their lattice
   (flips.c): as a function of the faces around it, the highest value of a face rises, and so does
   the lowest.

   Imagine sweeps that have gone on for ever, up to now.  Their result is uniformly distributed.  To
   know it, apply the last T of them to the lowest and to the highest matching.  If both give the
   same result, so does every matching between them, whatever came before.  Otherwise, double T.
   Sweep -t tosses the same coins every time, so the result does not depend on the values of T that
   were tried.

   Giving up after some T would prefer matchings that are found soon, so only the control ends a
   draw, and then there is none.

   The lower and the upper matching are two bits of the same bytes.  Runs of faces make it possible
   to turn 16 faces at once.  As a second turn with the same coin changes nothing, the last 16 faces
   of a run may overlap those before. */

#include "engine/match/couple.h"
#include "base/random.h"

#include <assert.h>
#include <string.h>

enum { FIRST_SWEEPS = 1, POLL = 1 << 18, COIN = 64, SLACK = 64 };

#define GOLDEN UINT64_C (0x9e3779b97f4a7c15)

typedef uint8_t bytes __attribute__ ((vector_size (16)));

/* ---- coins ---- */

/* The number N of a sequence of random numbers. */
static inline uint64_t random_at (uint64_t key, uint64_t n)
{
  return bcov_random_next (&(bcov_random){key + n * GOLDEN});
}

/* Sets eight bytes to all bits or none. */
static inline void spread (uint64_t bits, uint8_t *out)
{
  uint64_t each = ((bits & 255) * UINT64_C (0x0101010101010101)) & UINT64_C (0x8040201008040201);
  each = (each + UINT64_C (0x7f7f7f7f7f7f7f7f)) >> 7 & UINT64_C (0x0101010101010101);
  each *= 255;
  memcpy (out, &each, sizeof each);
}

static void toss_fair (bcov_couple *c, uint32_t count, uint64_t key)
{
  for (uint32_t k = 0; k < count; k += COIN) {
    uint64_t bits = random_at (key, k / COIN);
    for (uint32_t j = 0; j < COIN; j += 8)
      spread (bits >> j, c->coin + k + j);
  }
}

static void toss_unfair (bcov_couple *c, const uint64_t *chance, uint32_t count, uint64_t key)
{
  for (uint32_t k = 0; k < count; k++)
    c->coin[k] = random_at (key, k) <= chance[k] ? 255 : 0;
}

/* ---- turns ---- */

/* A turn of the faces whose edges have the positions at[k] + FROM, as many as a TYPE has bytes. */
#define TURN(name, type)                                                                           \
  static inline __attribute__ ((always_inline)) void name (                                        \
      uint8_t *state, const uint32_t *at, uint32_t length, uint32_t from, const uint8_t *coin)     \
  {                                                                                                \
    type tossed, edge, up, down;                                                                   \
    memcpy (&tossed, coin + from, sizeof tossed);                                                  \
    memcpy (&up, state + at[0] + from, sizeof up);                                                 \
    memcpy (&down, state + at[1] + from, sizeof down);                                             \
    for (uint32_t k = 2; k < length; k += 2) {                                                     \
      memcpy (&edge, state + at[k] + from, sizeof edge);                                           \
      up = (type)(up & edge);                                                                      \
      memcpy (&edge, state + at[k + 1] + from, sizeof edge);                                       \
      down = (type)(down & edge);                                                                  \
    }                                                                                              \
    type either = (type)(up | down), to_up = (type)(either & tossed);                              \
    type to_down = (type)(either ^ to_up);                                                         \
    for (uint32_t k = 0; k < length; k += 2) {                                                     \
      memcpy (&edge, state + at[k] + from, sizeof edge);                                           \
      edge = (type)((edge & ~either) | to_up);                                                     \
      memcpy (state + at[k] + from, &edge, sizeof edge);                                           \
      memcpy (&edge, state + at[k + 1] + from, sizeof edge);                                       \
      edge = (type)((edge & ~either) | to_down);                                                   \
      memcpy (state + at[k + 1] + from, &edge, sizeof edge);                                       \
    }                                                                                              \
  }

TURN (turn_sixteen, bytes)
TURN (turn_four, uint32_t)
TURN (turn_one, uint8_t)

static inline __attribute__ ((always_inline)) void turn_faces (uint8_t *state, const uint32_t *at,
                                                               uint32_t length, uint32_t count,
                                                               const uint8_t *coin)
{
  uint32_t from = 0;
  if (count >= 16) {
    for (; from + 16 <= count; from += 16)
      turn_sixteen (state, at, length, from, coin);
    if (from < count)
      turn_sixteen (state, at, length, count - 16, coin);
  } else if (count >= 4) {
    for (; from + 4 <= count; from += 4)
      turn_four (state, at, length, from, coin);
    if (from < count)
      turn_four (state, at, length, count - 4, coin);
  } else
    for (; from < count; from++)
      turn_one (state, at, length, from, coin);
}

static void turn_run (bcov_couple *c, const bcov_flips *flips, const bcov_flip_run *run,
                      const uint8_t *coin)
{
  const uint32_t *at = flips->at + run->at;
  if (run->length == 4)
    turn_faces (c->state, at, 4, run->count, coin);
  else if (run->length == 6)
    turn_faces (c->state, at, 6, run->count, coin);
  else
    turn_faces (c->state, at, run->length, run->count, coin);
}

/* ---- sweeps ---- */

/* Sweep -TIME. */
static void sweep (const bcov_flips *flips, bcov_couple *c, uint64_t key, uint64_t time)
{
  uint64_t own = random_at (key, time);
  for (uint32_t k = 0; k < flips->classes; k++) {
    uint32_t first = flips->class_face[k], count = flips->class_face[k + 1] - first;
    uint64_t class_key = random_at (own, k);
    if (flips->chance)
      toss_unfair (c, flips->chance + first, count, class_key);
    else
      toss_fair (c, count, class_key);
    for (uint32_t r = flips->class_run[k]; r < flips->class_run[k + 1]; r++)
      turn_run (c, flips, &flips->run[r], c->coin + (flips->run[r].first - first));
  }
}

static bool have_met (const bcov_flips *flips, const bcov_couple *c)
{
  uint8_t apart = 0;
  for (uint32_t p = 0; p < flips->positions; p++)
    apart |= c->state[p] ^ c->state[p] >> 1;
  return !(apart & 1);
}

/* Makes the last SWEEPS sweeps; returns false if the run is stopped. */
static bool make_sweeps (const bcov_flips *flips, bcov_couple *c, uint64_t key, uint64_t sweeps,
                         bcov_control *control, size_t worker)
{
  uint64_t work = 0;
  memcpy (c->state, flips->extreme, flips->positions);
  for (uint64_t t = sweeps; t > 0; t--) {
    sweep (flips, c, key, t);
    work += flips->positions + 1;
    if (work < POLL)
      continue;
    work = 0;
    if (!bcov_control_go_on (control, worker))
      return false;
  }
  return true;
}

void bcov_couple_draw (const bcov_flips *flips, bcov_couple *couple, uint64_t key,
                       bcov_control *control, size_t worker, bool *done)
{
  uint64_t sweeps = couple->sweeps ? couple->sweeps : FIRST_SWEEPS;
  while ((*done = make_sweeps (flips, couple, key, sweeps, control, worker)) &&
         !have_met (flips, couple))
    sweeps *= 2;
  couple->sweeps = sweeps;
}

/* ---- memory ---- */

bcov_status bcov_couple_open (const bcov_flips *flips, bcov_couple *out, bcov_error *err)
{
  *out = (bcov_couple){.mem = flips->mem};
  if (!(out->state = bcov_mem_alloc (out->mem, (size_t)flips->positions + 1, 1, err)) ||
      !(out->coin = bcov_mem_alloc (out->mem, (size_t)flips->faces + SLACK, 1, err))) {
    bcov_couple_close (out);
    return bcov_mem_status (flips->mem);
  }
  return BCOV_OK;
}

void bcov_couple_close (bcov_couple *couple)
{
  if (!couple->mem)
    return;
  bcov_mem_free (couple->mem, couple->state);
  bcov_mem_free (couple->mem, couple->coin);
  *couple = (bcov_couple){0};
}
