/* The sparse table of the frontier engine: keys with values, in pages.

   A page is a small hash table of BCOV_PAGE places in buckets of eight.  A bucket holds the first
   words of its eight keys, then the second words, and so on, so that all keys are compared at once;
   then the eight values.  The low part of a key's hash selects the bucket, the high part the page,
   in proportion (page = high x pages / 2^32).  So a table can have any number of pages, and it
   grows page by page in the order of the hashes without holding more than a few pages twice.  All
   pages come from one pool and return to it.  A finished level is packed into full pages without
   gaps, which are read and released one by one.

   Memory for keys and values of one word: 16 bytes per state if packed, 18 to 24 in a table. */

#ifndef BCOV_HASH_PAGES_H
#define BCOV_HASH_PAGES_H

#include "base/eight.h"
#include "base/vec.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

enum {
  BCOV_PAGE = 1024,     /* places; a power of two */
  BCOV_PAGE_FULL = 920, /* states at which the table grows */
  BCOV_PAGE_MEAN = 740  /* states per page in a new table */
};

enum { BCOV_MOST_KEY = 33 }; /* words */

static_assert ((BCOV_PAGE & (BCOV_PAGE - 1)) == 0 && BCOV_PAGE % 8 == 0, "buckets of eight");
static_assert (BCOV_PAGE_MEAN < BCOV_PAGE_FULL && BCOV_PAGE_FULL < BCOV_PAGE, "a page has gaps");

#define BCOV_EMPTY UINT64_MAX /* last word of an empty place */

/* Values are added modulo primes[k] for each word k, or, without primes, as one number of VALUE
 * words. */
typedef struct {
  uint32_t key, value; /* words of each */
  const uint64_t *primes;
} bcov_entry_layout;

/* Shared by the threads of a run. */
typedef struct {
  bcov_mem *mem;
  size_t page_words;
  pthread_mutex_t lock;
  BCOV_VEC (uint64_t *) spare; /* pages */
  BCOV_VEC (void *) slabs;     /* memory of the pages */
  size_t pages;                /* in all slabs */
  bcov_status status;          /* the first failure */
  bcov_error *err;
} bcov_pool;

void bcov_pool_init (bcov_mem *mem, const bcov_entry_layout *shape, bcov_pool *pool,
                     bcov_error *err);
void bcov_pool_free (bcov_pool *pool);
uint64_t *bcov_pool_take (bcov_pool *pool); /* NULL: see pool->status and pool->err */
void bcov_pool_give (bcov_pool *pool, uint64_t *page);

/* Returns zeroed memory from pool->mem, for any thread; NULL as above.  Only the first failure is
   reported. */
void *bcov_pool_memory (bcov_pool *pool, size_t count, size_t size);

typedef struct {
  uint64_t *words; /* buckets; aligned to 64 bytes */
  uint32_t count;
} bcov_hash_page;

typedef struct {
  bcov_pool *pool;
  const bcov_entry_layout *shape;
  BCOV_VEC (bcov_hash_page) pages;
  bool overflow; /* a sum without primes needed more than VALUE words: the values are invalid */
} bcov_hash_pages;

/* Makes an empty table for about EXPECTED states. */
bcov_status bcov_hash_pages_init (bcov_pool *pool, const bcov_entry_layout *shape,
                                  uint64_t expected, bcov_hash_pages *table);
void bcov_hash_pages_free (bcov_hash_pages *table);

/* Adds pages and moves every state to its new page. */
bcov_status bcov_hash_pages_grow (bcov_hash_pages *table);

/* Packs the states: afterwards all pages but the last have BCOV_PAGE states, from place 0 on. */
void bcov_hash_pages_pack (bcov_hash_pages *table);

/* Returns the number of states. */
uint64_t bcov_hash_pages_count (const bcov_hash_pages *table);

/* Returns the value of KEY, or NULL; the table must not be packed. */
const uint64_t *bcov_hash_pages_find (const bcov_hash_pages *table, const uint64_t *key);

static inline uint64_t bcov_hash_pages_hash (const uint64_t *key, uint32_t words)
{
  uint64_t h = key[0] * 0x9e3779b97f4a7c15u;
  for (uint32_t w = 1; w < words; w++)
    h = ((h ^ h >> 32) + key[w]) * 0x9e3779b97f4a7c15u;
  h = (h ^ h >> 32) * 0xd6e8feb86659fd93u;
  return h ^ h >> 29;
}

static inline bcov_hash_page *bcov_hash_pages_page (const bcov_hash_pages *table, uint64_t hash)
{
  return &table->pages.data[(hash >> 32) * table->pages.count >> 32];
}

/* Returns word W of the key in place AT of a page. */
static inline __attribute__ ((always_inline)) uint64_t *
bcov_hash_page_key (const bcov_entry_layout *shape, uint64_t *words, uint32_t at, uint32_t w)
{
  return &words[(size_t)(at / 8) * 8 * (shape->key + shape->value) + (size_t)w * 8 + at % 8];
}

/* Returns the value in place AT of a page. */
static inline __attribute__ ((always_inline)) uint64_t *
bcov_hash_page_value (const bcov_entry_layout *shape, uint64_t *words, uint32_t at)
{
  return &words[(size_t)(at / 8) * 8 * (shape->key + shape->value) + (size_t)8 * shape->key +
                (size_t)(at % 8) * shape->value];
}

/* Returns true if place AT is empty (before packing). */
static inline bool bcov_hash_page_empty (const bcov_entry_layout *shape, uint64_t *words,
                                         uint32_t at)
{
  return *bcov_hash_page_key (shape, words, at, shape->key - 1) == BCOV_EMPTY;
}

/* Adds MORE to SUM; returns the carry out of the last word of a number. */
static inline __attribute__ ((always_inline)) bool
bcov_value_add (uint64_t *sum, const uint64_t *more, const uint32_t words, const bool modular,
                const uint64_t *primes)
{
  unsigned long long carry = 0;
  for (uint32_t k = 0; k < words; k++)
    if (modular) {
      uint64_t part = sum[k] + more[k];
      sum[k] = part - (part >= primes[k] ? primes[k] : 0);
    } else {
      unsigned long long part, out;
      unsigned long long over = __builtin_uaddll_overflow (sum[k], carry, &part);
      carry = over | __builtin_uaddll_overflow (part, more[k], &out);
      sum[k] = out;
    }
  return carry;
}

/* Adds VALUE to the state KEY; returns false if its page is full: grow the table and try again.
   KEY_WORDS, VALUE_WORDS and MODULAR are those of the shape, as compile-time constants if possible.
 */
static inline __attribute__ ((always_inline)) bool
bcov_hash_pages_add (bcov_hash_pages *table, uint64_t hash, const uint64_t *key,
                     const uint64_t *value, const uint32_t key_words, const uint32_t value_words,
                     const bool modular)
{
  bcov_hash_page *page = bcov_hash_pages_page (table, hash);
  for (uint32_t bucket = (uint32_t)hash;; bucket++) {
    uint64_t *keys =
        page->words + (size_t)(bucket % (BCOV_PAGE / 8)) * 8 * (key_words + value_words);
    unsigned same = bcov_eight_equal (keys, key[0]);
    for (uint32_t w = 1; w < key_words; w++)
      same &= bcov_eight_equal (keys + (size_t)8 * w, key[w]);
    unsigned empty = bcov_eight_equal (keys + (size_t)8 * (key_words - 1), BCOV_EMPTY);
    if (__builtin_expect (!(same | empty), 0))
      continue;
    bool fresh = !same;
    if (__builtin_expect (fresh && page->count >= BCOV_PAGE_FULL, 0))
      return false;
    uint32_t lane = (uint32_t)__builtin_ctz (same ? same : empty);
    uint64_t *sum = &keys[(size_t)8 * key_words + (size_t)lane * value_words];
    page->count += fresh;
    for (uint32_t w = 0; w < key_words; w++)
      keys[(size_t)8 * w + lane] = key[w];
    for (uint32_t w = 0; w < value_words; w++)
      sum[w] = fresh ? 0 : sum[w];
    table->overflow |= bcov_value_add (sum, value, value_words, modular, table->shape->primes);
    return true;
  }
}

#endif
