/* See leaves.h.  Growing goes through the old leaves from the first to the last: since leaves stand
   in the order of the hashes, so do the new ones, and an old leaf is given back before the next new
   one is taken. */

#include "engine/leaves.h"

#define WORDS_OF(shape) ((size_t)BCOV_LEAF * ((shape)->key + (shape)->value))

void bcov_pool_init (bcov_mem *mem, const bcov_shape_of_state *shape, bcov_pool *pool,
                     bcov_error *err)
{
  *pool = (bcov_pool){.mem = mem, .leaf_words = WORDS_OF (shape), .err = err};
  pthread_mutex_init (&pool->lock, NULL);
}

void bcov_pool_free (bcov_pool *pool)
{
  for (size_t k = 0; k < pool->spare.count; k++)
    bcov_mem_free (pool->mem, pool->spare.data[k]);
  bcov_vec_free (pool->mem, &pool->spare);
  pthread_mutex_destroy (&pool->lock);
}

uint64_t *bcov_pool_take (bcov_pool *pool)
{
  uint64_t *leaf = NULL;
  pthread_mutex_lock (&pool->lock);
  if (pool->spare.count)
    leaf = pool->spare.data[--pool->spare.count];
  else if (!pool->status) {
    leaf = bcov_mem_resize (pool->mem, NULL, pool->leaf_words, sizeof *leaf, pool->err);
    if (!leaf)
      pool->status = bcov_mem_status (pool->mem);
  }
  pthread_mutex_unlock (&pool->lock);
  return leaf;
}

void bcov_pool_give (bcov_pool *pool, uint64_t *leaf)
{
  if (!leaf)
    return;
  pthread_mutex_lock (&pool->lock);
  bcov_status status = bcov_vec_push (pool->mem, &pool->spare, leaf, pool->err);
  if (status) {
    pool->status = pool->status ? pool->status : status;
    bcov_mem_free (pool->mem, leaf);
  }
  pthread_mutex_unlock (&pool->lock);
}

static bool take_empty (bcov_leaves *table, bcov_leaf *leaf)
{
  size_t keys = (size_t)BCOV_LEAF * table->shape->key;
  leaf->words = bcov_pool_take (table->pool);
  leaf->count = 0;
  if (leaf->words)
    memset (leaf->words, 0xff, keys * sizeof *leaf->words);
  return leaf->words;
}

bcov_status bcov_leaves_init (bcov_pool *pool, const bcov_shape_of_state *shape, uint64_t expected,
                              bcov_leaves *table)
{
  *table = (bcov_leaves){.pool = pool, .shape = shape};
  size_t count = (size_t)(expected / BCOV_LEAF_MEAN + 1);
  table->leaves.data = bcov_mem_alloc (pool->mem, count, sizeof *table->leaves.data, pool->err);
  if (!table->leaves.data)
    return pool->status = bcov_mem_status (pool->mem);
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

/* Moves the states of an old leaf into the new table, whose leaves are taken as they are met. */
static bool move_leaf (const bcov_leaf *old, bcov_leaves *grown)
{
  const bcov_shape_of_state *s = grown->shape;
  for (uint32_t at = 0; at < BCOV_LEAF; at++) {
    const uint64_t *key = old->words + (size_t)at * s->key;
    if (key[s->key - 1] == BCOV_EMPTY)
      continue;
    uint64_t hash = bcov_leaves_hash (key, s->key);
    bcov_leaf *leaf = bcov_leaves_leaf (grown, hash);
    if (!leaf->words && !take_empty (grown, leaf))
      return false;
    if (!bcov_leaves_add (grown, hash, key,
                          old->words + (size_t)BCOV_LEAF * s->key + (size_t)at * s->value, s->key,
                          s->value, s->wide)) {
      grown->pool->status = bcov_error_add (grown->pool->err, BCOV_FAULT, NULL,
                                            "internal error: a table grew and is still full");
      return false;
    }
  }
  return true;
}

bcov_status bcov_leaves_grow (bcov_leaves *table)
{
  bcov_pool *pool = table->pool;
  size_t count = table->leaves.count + table->leaves.count / 4 + 1;
  bcov_leaves grown = {.pool = pool, .shape = table->shape};
  grown.leaves.data = bcov_mem_alloc (pool->mem, count, sizeof *grown.leaves.data, pool->err);
  if (!grown.leaves.data)
    return pool->status = bcov_mem_status (pool->mem);
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

void bcov_leaves_pack (bcov_leaves *table)
{
  const bcov_shape_of_state *s = table->shape;
  size_t to = 0, values = (size_t)BCOV_LEAF * s->key;
  uint32_t place = 0;
  for (size_t k = 0; k < table->leaves.count; k++) {
    uint64_t *from = table->leaves.data[k].words;
    for (uint32_t at = 0; at < BCOV_LEAF; at++) {
      if (from[(size_t)at * s->key + s->key - 1] == BCOV_EMPTY)
        continue;
      uint64_t *out = table->leaves.data[to].words;
      memmove (out + (size_t)place * s->key, from + (size_t)at * s->key, s->key * sizeof *out);
      memmove (out + values + (size_t)place * s->value, from + values + (size_t)at * s->value,
               s->value * sizeof *out);
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

const uint64_t *bcov_leaves_find (const bcov_leaves *table, const uint64_t *key)
{
  const bcov_shape_of_state *s = table->shape;
  uint64_t hash = bcov_leaves_hash (key, s->key);
  const bcov_leaf *leaf = bcov_leaves_leaf (table, hash);
  for (uint32_t at = (uint32_t)hash % BCOV_LEAF;; at = (at + 1) % BCOV_LEAF) {
    const uint64_t *there = leaf->words + (size_t)at * s->key;
    if (there[s->key - 1] == BCOV_EMPTY)
      return NULL;
    if (!memcmp (there, key, s->key * sizeof *key))
      return leaf->words + (size_t)BCOV_LEAF * s->key + (size_t)at * s->value;
  }
}
