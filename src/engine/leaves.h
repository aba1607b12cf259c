/* The sparse table of the frontier engine: keys with values, in leaves.

   A leaf is a small open-addressing table of BCOV_LEAF places, keys and values apart.  The high
   part of a key's hash picks the leaf, in proportion (leaf = high x leaves / 2^32), so that a table
   may have any number of leaves and grows leaf by leaf, in the order of the hashes, never holding
   more than a few leaves twice.  All leaves come from one pool and go back to it.  A level that is
   complete is packed: full leaves without gaps, to be walked through and given back one by one.

   Memory, for keys and values of one word: 16 bytes a state packed, 16 to 24 in a table. */

#ifndef BCOV_LEAVES_H
#define BCOV_LEAVES_H

#include "base/vec.h"

#include <pthread.h>
#include <string.h>

enum {
  BCOV_LEAF = 1024,     /* places; a power of two */
  BCOV_LEAF_FULL = 960, /* then the table grows */
  BCOV_LEAF_MEAN = 700  /* states a leaf that a table is made for */
};

#define BCOV_EMPTY UINT64_MAX /* the last word of a key that is none */

/* How values are added: modulo primes[k] for each word k (0 means 2^64, for numbers that a bound
   keeps below that), or as one number of VALUE words. */
typedef struct {
  uint32_t key, value; /* words of each */
  bool wide;
  const uint64_t *primes;
} bcov_shape_of_state;

/* Shared by the threads of a run. */
typedef struct {
  bcov_mem *mem;
  size_t leaf_words;
  pthread_mutex_t lock;
  BCOV_VEC (uint64_t *) spare;
  bcov_status status; /* the first failure */
  bcov_error *err;
} bcov_pool;

void bcov_pool_init (bcov_mem *mem, const bcov_shape_of_state *shape, bcov_pool *pool,
                     bcov_error *err);
void bcov_pool_free (bcov_pool *pool);
uint64_t *bcov_pool_take (bcov_pool *pool); /* NULL: pool->status and pool->err say why */
void bcov_pool_give (bcov_pool *pool, uint64_t *leaf);

typedef struct {
  uint64_t *words; /* BCOV_LEAF keys, then BCOV_LEAF values */
  uint32_t count;
} bcov_leaf;

typedef struct {
  bcov_pool *pool;
  const bcov_shape_of_state *shape;
  BCOV_VEC (bcov_leaf) leaves;
  uint64_t count;
} bcov_leaves;

/* An empty table for about EXPECTED states. */
bcov_status bcov_leaves_init (bcov_pool *pool, const bcov_shape_of_state *shape, uint64_t expected,
                              bcov_leaves *table);
void bcov_leaves_free (bcov_leaves *table);

/* More leaves, and every state in its new one. */
bcov_status bcov_leaves_grow (bcov_leaves *table);

/* Packs the states: afterwards all leaves but the last are full (BCOV_LEAF), in places 0, 1, ... */
void bcov_leaves_pack (bcov_leaves *table);

/* The value of KEY, or NULL; in a table that is not packed. */
const uint64_t *bcov_leaves_find (const bcov_leaves *table, const uint64_t *key);

static inline uint64_t bcov_leaves_hash (const uint64_t *key, uint32_t words)
{
  uint64_t h = key[0] * 0x9e3779b97f4a7c15u;
  for (uint32_t w = 1; w < words; w++)
    h = ((h ^ h >> 32) + key[w]) * 0x9e3779b97f4a7c15u;
  h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
  return h ^ h >> 29;
}

static inline bcov_leaf *bcov_leaves_leaf (const bcov_leaves *table, uint64_t hash)
{
  return &table->leaves.data[(hash >> 32) * table->leaves.count >> 32];
}

static inline void bcov_value_add (uint64_t *sum, const uint64_t *more, uint32_t words, bool wide,
                                   const uint64_t *primes)
{
  uint64_t carry = 0;
  for (uint32_t k = 0; k < words; k++)
    if (wide) {
      unsigned long long out;
      uint64_t part = sum[k] + carry;
      carry = part < carry;
      carry |= __builtin_uaddll_overflow (part, more[k], &out);
      sum[k] = out;
    } else {
      uint64_t part = sum[k] + more[k];
      sum[k] = part - (part >= primes[k] ? primes[k] : 0);
    }
}

/* Adds VALUE to the state KEY; false when its leaf is full: grow, and try again.  KEY_WORDS,
   VALUE_WORDS and WIDE are those of the shape, as constants where the caller has them. */
static inline __attribute__ ((always_inline)) bool
bcov_leaves_add (bcov_leaves *table, uint64_t hash, const uint64_t *key, const uint64_t *value,
                 uint32_t key_words, uint32_t value_words, bool wide)
{
  bcov_leaf *leaf = bcov_leaves_leaf (table, hash);
  uint64_t *values = leaf->words + (size_t)BCOV_LEAF * key_words;
  for (uint32_t at = (uint32_t)hash % BCOV_LEAF;; at = (at + 1) % BCOV_LEAF) {
    uint64_t *there = leaf->words + (size_t)at * key_words;
    if (there[key_words - 1] == BCOV_EMPTY) {
      if (leaf->count >= BCOV_LEAF_FULL)
        return false;
      leaf->count++;
      table->count++;
      for (uint32_t w = 0; w < key_words; w++)
        there[w] = key[w];
      for (uint32_t w = 0; w < value_words; w++)
        values[(size_t)at * value_words + w] = value[w];
      return true;
    }
    uint64_t differ = 0;
    for (uint32_t w = 0; w < key_words; w++)
      differ |= there[w] ^ key[w];
    if (!differ) {
      bcov_value_add (values + (size_t)at * value_words, value, value_words, wide,
                      table->shape->primes);
      return true;
    }
  }
}

#endif
