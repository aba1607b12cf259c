/* States that are known to lead nowhere, as many as a table of fixed size remembers.

   A state is named by one or two words, never both zero.  A name that is found was put there; one
   that is not may have been forgotten.  Threads may share a table of names of one word: each is
   written and read whole, whoever comes first.  Of two words one might be another's. */

#ifndef BCOV_MEMO_H
#define BCOV_MEMO_H

#include "base/eight.h"
#include "base/mem.h"

typedef struct {
  bcov_mem *mem;
  uint32_t words;  /* of a name */
  uint64_t mask;   /* buckets less one; a power of two less one */
  uint64_t turn;   /* which place of a full bucket goes next */
  void *room;      /* as allocated; NULL: the table is another's */
  uint64_t *names; /* buckets of eight: first words, then second ones */
} bcov_memo;

/* A table for names of WORDS words in at most BYTES bytes. */
bcov_status bcov_memo_new (bcov_mem *mem, uint32_t words, size_t bytes, bcov_memo *out,
                           bcov_error *err);
void bcov_memo_free (bcov_memo *memo);

/* The table of MEMO, for the thread of that NUMBER; MEMO must outlive it. */
bcov_memo bcov_memo_share (const bcov_memo *memo, uint64_t number);

static inline uint64_t *bcov_memo_bucket (const bcov_memo *memo, const uint64_t *name,
                                          const uint32_t words)
{
  uint64_t hash = name[0];
  for (uint32_t w = 1; w < words; w++)
    hash = (hash ^ hash >> 29) * 0x9e3779b97f4a7c15u + name[w];
  hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93u;
  return &memo->names[(hash >> 20 & memo->mask) * 8 * words];
}

static inline bool bcov_memo_has (const uint64_t *bucket, const uint64_t *name,
                                  const uint32_t words)
{
  unsigned same = bcov_eight_equal (bucket, name[0]);
  for (uint32_t w = 1; w < words; w++)
    same &= bcov_eight_equal (bucket + (size_t)8 * w, name[w]);
  return same;
}

/* Puts NAME in place of another, if need be. */
static inline void bcov_memo_put (bcov_memo *memo, const uint64_t *name, const uint32_t words)
{
  uint64_t *bucket = bcov_memo_bucket (memo, name, words);
  uint64_t place = memo->turn++ % 8;
  for (uint32_t w = 0; w < words; w++)
    __atomic_store_n (&bucket[(size_t)8 * w + place], name[w], __ATOMIC_RELAXED);
}

#endif
