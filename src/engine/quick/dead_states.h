/* A table of fixed size of states that are known to be dead.

   The name of a state is one or two words, not all zero.  A name in the table was put there; a
   missing one may have been replaced.  Threads may share a table of names of one word, which are
   read and written atomically; two words could belong to two names. */

#ifndef BCOV_DEAD_STATES_H
#define BCOV_DEAD_STATES_H

#include "base/eight.h"
#include "base/mem.h"

#include <assert.h>

typedef struct {
  bcov_mem *mem;
  uint32_t words;  /* of a name */
  bool shared;     /* other threads write names while this one reads */
  uint64_t mask;   /* number of buckets (a power of two) - 1 */
  uint64_t turn;   /* the place of a bucket that is replaced next */
  void *room;      /* as allocated; NULL: the table belongs to another */
  uint64_t *names; /* buckets of eight: first words, then second ones */
} bcov_dead_states;

/* Makes a table for names of WORDS words in at most BYTES bytes. */
bcov_status bcov_dead_states_new (bcov_mem *mem, uint32_t words, size_t bytes,
                                  bcov_dead_states *out, bcov_error *err);
void bcov_dead_states_free (bcov_dead_states *dead_states);

/* Returns a view of DEAD_STATES, which must outlive it, for thread NUMBER. */
bcov_dead_states bcov_dead_states_share (const bcov_dead_states *dead_states, uint64_t number);

static inline uint64_t *bcov_dead_states_bucket (const bcov_dead_states *dead_states,
                                                 const uint64_t *name, const uint32_t words)
{
  uint64_t hash = name[0];
  for (uint32_t w = 1; w < words; w++)
    hash = (hash ^ hash >> 29) * 0x9e3779b97f4a7c15u + name[w];
  hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
  return &dead_states->names[(hash >> 20 & dead_states->mask) * 8 * words];
}

/* Other threads may store words at the same time, so a shared bucket is read by atomic loads
   instead of vectors. */
static inline bool bcov_dead_states_shared_has (const uint64_t *bucket, uint64_t name)
{
  bool same = false;
  for (uint32_t k = 0; k < 8; k++)
    same |= __atomic_load_n (&bucket[k], __ATOMIC_RELAXED) == name;
  return same;
}

/* Returns whether BUCKET, which must be that of NAME, contains NAME. */
static inline bool bcov_dead_states_has (const bcov_dead_states *dead_states,
                                         const uint64_t *bucket, const uint64_t *name,
                                         const uint32_t words)
{
  if (words == 1 && dead_states->shared)
    return bcov_dead_states_shared_has (bucket, name[0]);
  unsigned same = bcov_eight_equal (bucket, name[0]);
  for (uint32_t w = 1; w < words; w++)
    same &= bcov_eight_equal (bucket + (size_t)8 * w, name[w]);
  return same;
}

/* Puts NAME into its bucket in place of another. */
static inline void bcov_dead_states_put (bcov_dead_states *dead_states, const uint64_t *name,
                                         const uint32_t words)
{
  assert (words == dead_states->words && (name[0] || name[words - 1]));
  uint64_t *bucket = bcov_dead_states_bucket (dead_states, name, words);
  uint64_t place = dead_states->turn++ % 8;
  for (uint32_t w = 0; w < words; w++)
    __atomic_store_n (&bucket[(size_t)8 * w + place], name[w], __ATOMIC_RELAXED);
}

#endif
