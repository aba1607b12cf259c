/* See leaves.h.  Growing goes through the old leaves from the first to the last: since leaves stand
   in the order of the hashes, so do the new ones, and an old leaf is given back before the next new
   one is taken. */

#include "engine/sparse/leaves.h"

#include <sys/mman.h>

enum { SLAB = 8 };            /* leaves that are taken from memory at first; later more at a time */
enum { HUGE_PAGE = 1 << 21 }; /* bytes */

#define WORDS_OF(shape) ((size_t)BCOV_LEAF * ((shape)->key + (shape)->value))

void bcov_pool_init (bcov_mem *mem, const bcov_shape_of_state *shape, bcov_pool *pool,
                     bcov_error *err)
{
  *pool = (bcov_pool){.mem = mem, .leaf_words = WORDS_OF (shape), .err = err};
  pthread_mutex_init (&pool->lock, NULL);
}

void bcov_pool_free (bcov_pool *pool)
{
  for (size_t k = 0; k < pool->slabs.count; k++)
    bcov_mem_free (pool->mem, pool->slabs.data[k]);
  bcov_vec_free (pool->mem, &pool->slabs);
  bcov_vec_free (pool->mem, &pool->spare);
  pthread_mutex_destroy (&pool->lock);
}

/* Large slabs are put on large pages: a table is looked up all over the place. */
static char *align_slab (char *slab, size_t bytes)
{
  size_t align = bytes >= 4 * HUGE_PAGE ? HUGE_PAGE : 64;
  slab += -(uintptr_t)slab % align;
  if (align == HUGE_PAGE)
    madvise (slab, bytes, MADV_HUGEPAGE);
  return slab;
}

/* Room for the spare list is made with the slab, so that giving back never fails. */
static bcov_status take_slab (bcov_pool *pool)
{
  size_t leaves = SLAB + pool->leaves / 8, bytes = leaves * pool->leaf_words * sizeof (uint64_t);
  size_t slack = bytes >= 4 * HUGE_PAGE ? HUGE_PAGE : 64;
  bcov_status status = bcov_vec_reserve (pool->mem, &pool->spare, pool->leaves + leaves, pool->err);
  if (!status)
    status = bcov_vec_reserve (pool->mem, &pool->slabs, pool->slabs.count + 1, pool->err);
  if (status)
    return status;
  char *slab = bcov_mem_resize (pool->mem, NULL, bytes + slack, 1, pool->err);
  if (!slab)
    return bcov_mem_status (pool->mem);
  pool->slabs.data[pool->slabs.count++] = slab;
  pool->leaves += leaves;
  slab = align_slab (slab, bytes);
  for (size_t k = leaves; k-- > 0;)
    pool->spare.data[pool->spare.count++] = (uint64_t *)(void *)slab + k * pool->leaf_words;
  return BCOV_OK;
}

uint64_t *bcov_pool_take (bcov_pool *pool)
{
  uint64_t *leaf = NULL;
  pthread_mutex_lock (&pool->lock);
  if (!pool->spare.count && !pool->status)
    pool->status = take_slab (pool);
  if (pool->spare.count)
    leaf = pool->spare.data[--pool->spare.count];
  pthread_mutex_unlock (&pool->lock);
  return leaf;
}

void bcov_pool_give (bcov_pool *pool, uint64_t *leaf)
{
  if (!leaf)
    return;
  pthread_mutex_lock (&pool->lock);
  pool->spare.data[pool->spare.count++] = leaf;
  pthread_mutex_unlock (&pool->lock);
}

void *bcov_pool_memory (bcov_pool *pool, size_t count, size_t size)
{
  pthread_mutex_lock (&pool->lock);
  void *memory = bcov_mem_alloc (pool->mem, count, size, pool->status ? NULL : pool->err);
  if (!memory && !pool->status)
    pool->status = bcov_mem_status (pool->mem);
  pthread_mutex_unlock (&pool->lock);
  return memory;
}

static bool take_empty (bcov_leaves *table, bcov_leaf *leaf)
{
  const bcov_shape_of_state *s = table->shape;
  leaf->words = bcov_pool_take (table->pool);
  leaf->count = 0;
  for (uint32_t bucket = 0; leaf->words && bucket < BCOV_LEAF; bucket += 8)
    memset (bcov_leaf_key (s, leaf->words, bucket, s->key - 1), 0xff, 64);
  return leaf->words;
}

bcov_status bcov_leaves_init (bcov_pool *pool, const bcov_shape_of_state *shape, uint64_t expected,
                              bcov_leaves *table)
{
  *table = (bcov_leaves){.pool = pool, .shape = shape};
  size_t count = (size_t)(expected / BCOV_LEAF_MEAN + 1);
  table->leaves.data = bcov_pool_memory (pool, count, sizeof *table->leaves.data);
  if (!table->leaves.data)
    return pool->status;
  table->leaves.room = count;
  while (table->leaves.count < count &&
         take_empty (table, &table->leaves.data[table->leaves.count]))
    table->leaves.count++;
  return table->leaves.count == count ? BCOV_OK : pool->status;
}

void bcov_leaves_free (bcov_leaves *table)
{
  if (!table->pool)
    return;
  for (size_t k = 0; k < table->leaves.count; k++)
    bcov_pool_give (table->pool, table->leaves.data[k].words);
  bcov_vec_free (table->pool->mem, &table->leaves);
  *table = (bcov_leaves){0};
}

static bool tell_full (bcov_pool *pool)
{
  pool->status = bcov_error_add (pool->err, BCOV_FAULT, NULL,
                                 "internal error: a table grew and is still full");
  return false;
}

/* Moves the state in place AT of FROM to place TO of OUT. */
static inline __attribute__ ((always_inline)) void
move_state (const bcov_shape_of_state *s, uint64_t *from, uint32_t at, uint64_t *out, uint32_t to)
{
  for (uint32_t w = 0; w < s->key; w++)
    *bcov_leaf_key (s, out, to, w) = *bcov_leaf_key (s, from, at, w);
  for (uint32_t w = 0; w < s->value; w++)
    bcov_leaf_value (s, out, to)[w] = bcov_leaf_value (s, from, at)[w];
}

/* The first place for a state of that HASH in LEAF, which is not full. */
static inline __attribute__ ((always_inline)) uint32_t
find_place (const bcov_shape_of_state *s, const bcov_leaf *leaf, uint64_t hash)
{
  for (uint32_t bucket = (uint32_t)hash;; bucket++) {
    uint32_t first = bucket % (BCOV_LEAF / 8) * 8;
    unsigned empty =
        bcov_eight_equal (bcov_leaf_key (s, leaf->words, first, s->key - 1), BCOV_EMPTY);
    if (empty)
      return first + (uint32_t)__builtin_ctz (empty);
  }
}

/* Moves the states of an old leaf into the new table, whose leaves are taken as they are met. */
static inline __attribute__ ((always_inline)) bool
move_as (const bcov_leaf *old, bcov_leaves *grown, const bcov_shape_of_state *s)
{
  uint64_t key[BCOV_MOST_KEY];
  for (uint32_t bucket = 0; bucket < BCOV_LEAF; bucket += 8)
    for (uint32_t at = bucket; at < bucket + 8 && !bcov_leaf_empty (s, old->words, at); at++) {
      for (uint32_t w = 0; w < s->key; w++)
        key[w] = *bcov_leaf_key (s, old->words, at, w);
      uint64_t hash = bcov_leaves_hash (key, s->key);
      bcov_leaf *leaf = bcov_leaves_leaf (grown, hash);
      if (!leaf->words && !take_empty (grown, leaf))
        return false;
      if (leaf->count++ >= BCOV_LEAF_FULL)
        return tell_full (grown->pool);
      move_state (s, old->words, at, leaf->words, find_place (s, leaf, hash));
    }
  return true;
}

static bool move_leaf (const bcov_leaf *old, bcov_leaves *grown)
{
  const bcov_shape_of_state *s = grown->shape;
  if (s->key == 1 && s->value == 1)
    return move_as (old, grown, &(bcov_shape_of_state){1, 1, NULL});
  if (s->key == 1 && s->value == 2)
    return move_as (old, grown, &(bcov_shape_of_state){1, 2, NULL});
  return move_as (old, grown, s);
}

bcov_status bcov_leaves_grow (bcov_leaves *table)
{
  bcov_pool *pool = table->pool;
  size_t count = table->leaves.count + table->leaves.count / 4 + 1;
  bcov_leaves grown = {.pool = pool, .shape = table->shape, .overflow = table->overflow};
  grown.leaves.data = bcov_pool_memory (pool, count, sizeof *grown.leaves.data);
  if (!grown.leaves.data)
    return pool->status;
  grown.leaves.count = grown.leaves.room = count;
  bool fine = true;
  for (size_t k = 0; fine && k < table->leaves.count; k++) {
    fine = move_leaf (&table->leaves.data[k], &grown);
    bcov_pool_give (pool, table->leaves.data[k].words);
    table->leaves.data[k].words = NULL;
  }
  for (size_t k = 0; fine && k < count; k++)
    fine = grown.leaves.data[k].words || take_empty (&grown, &grown.leaves.data[k]);
  bcov_leaves_free (table);
  *table = grown;
  return fine ? BCOV_OK : pool->status;
}

/* Bucket by bucket: the lanes of a bucket are taken from the first on. */
static inline __attribute__ ((always_inline)) void pack_as (bcov_leaves *table,
                                                            const bcov_shape_of_state *s)
{
  size_t to = 0;
  uint32_t place = 0;
  for (size_t k = 0; k < table->leaves.count; k++) {
    uint64_t *from = table->leaves.data[k].words;
    for (uint32_t bucket = 0; bucket < BCOV_LEAF; bucket += 8)
      for (uint32_t at = bucket; at < bucket + 8 && !bcov_leaf_empty (s, from, at); at++) {
        move_state (s, from, at, table->leaves.data[to].words, place);
        if (++place == BCOV_LEAF) {
          table->leaves.data[to++].count = BCOV_LEAF;
          place = 0;
        }
      }
  }
  if (place)
    table->leaves.data[to++].count = place;
  for (size_t k = to; k < table->leaves.count; k++)
    bcov_pool_give (table->pool, table->leaves.data[k].words);
  table->leaves.count = to;
}

void bcov_leaves_pack (bcov_leaves *table)
{
  const bcov_shape_of_state *s = table->shape;
  if (s->key == 1 && s->value == 1)
    pack_as (table, &(bcov_shape_of_state){1, 1, NULL});
  else if (s->key == 1 && s->value == 2)
    pack_as (table, &(bcov_shape_of_state){1, 2, NULL});
  else
    pack_as (table, s);
}

uint64_t bcov_leaves_count (const bcov_leaves *table)
{
  uint64_t count = 0;
  for (size_t k = 0; k < table->leaves.count; k++)
    count += table->leaves.data[k].count;
  return count;
}

const uint64_t *bcov_leaves_find (const bcov_leaves *table, const uint64_t *key)
{
  const bcov_shape_of_state *s = table->shape;
  uint64_t hash = bcov_leaves_hash (key, s->key);
  const bcov_leaf *leaf = bcov_leaves_leaf (table, hash);
  for (uint32_t bucket = (uint32_t)hash;; bucket++) {
    uint32_t first = bucket % (BCOV_LEAF / 8) * 8;
    for (uint32_t at = first; at < first + 8; at++) {
      uint64_t differ = 0;
      for (uint32_t w = 0; w < s->key; w++)
        differ |= *bcov_leaf_key (s, leaf->words, at, w) ^ key[w];
      if (!differ)
        return bcov_leaf_value (s, leaf->words, at);
      if (bcov_leaf_empty (s, leaf->words, at))
        return NULL;
    }
  }
}
