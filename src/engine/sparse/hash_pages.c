/* Growing goes through the old pages from first to last.  Both old and new pages are in the order
   of the hashes, so an old page is released before the next new one is taken. */

#include "engine/sparse/hash_pages.h"

#include <sys/mman.h>

enum { SLAB = 8 };            /* pages allocated at first; later more at a time */
enum { HUGE_PAGE = 1 << 21 }; /* bytes */

#define WORDS_OF(shape) ((size_t)BCOV_PAGE * ((shape)->key + (shape)->value))

void bcov_pool_init (bcov_mem *mem, const bcov_entry_layout *shape, bcov_pool *pool,
                     bcov_error *err)
{
  assert (shape->key >= 1 && shape->key <= BCOV_MOST_KEY && shape->value >= 1);
  *pool = (bcov_pool){.mem = mem, .page_words = WORDS_OF (shape), .err = err};
  pthread_mutex_init (&pool->lock, NULL);
}

void bcov_pool_free (bcov_pool *pool)
{
  assert (pool->spare.count == pool->pages); /* all pages were released */
  for (size_t k = 0; k < pool->slabs.count; k++)
    bcov_mem_free (pool->mem, pool->slabs.data[k]);
  bcov_vec_free (pool->mem, &pool->slabs);
  bcov_vec_free (pool->mem, &pool->spare);
  pthread_mutex_destroy (&pool->lock);
}

/* Large slabs use large pages, because tables are accessed at random. */
static char *align_slab (char *slab, size_t bytes)
{
  size_t align = bytes >= 4 * HUGE_PAGE ? HUGE_PAGE : 64;
  slab += -(uintptr_t)slab % align;
  if (align == HUGE_PAGE)
    madvise (slab, bytes, MADV_HUGEPAGE);
  return slab;
}

/* Reserves room in the spare list as well, so that releasing a page never fails. */
static bcov_status take_slab (bcov_pool *pool)
{
  size_t pages = SLAB + pool->pages / 8, bytes = pages * pool->page_words * sizeof (uint64_t);
  size_t slack = bytes >= 4 * HUGE_PAGE ? HUGE_PAGE : 64;
  bcov_status status = bcov_vec_reserve (pool->mem, &pool->spare, pool->pages + pages, pool->err);
  if (!status)
    status = bcov_vec_reserve (pool->mem, &pool->slabs, pool->slabs.count + 1, pool->err);
  if (status)
    return status;
  char *slab = bcov_mem_resize (pool->mem, NULL, bytes + slack, 1, pool->err);
  if (!slab)
    return bcov_mem_status (pool->mem);
  pool->slabs.data[pool->slabs.count++] = slab;
  pool->pages += pages;
  slab = align_slab (slab, bytes);
  assert ((uintptr_t)slab % 64 == 0 && pool->page_words * sizeof (uint64_t) % 64 == 0);
  for (size_t k = pages; k-- > 0;)
    pool->spare.data[pool->spare.count++] = (uint64_t *)(void *)slab + k * pool->page_words;
  return BCOV_OK;
}

uint64_t *bcov_pool_take (bcov_pool *pool)
{
  uint64_t *page = NULL;
  pthread_mutex_lock (&pool->lock);
  if (!pool->spare.count && !pool->status)
    pool->status = take_slab (pool);
  if (pool->spare.count)
    page = pool->spare.data[--pool->spare.count];
  pthread_mutex_unlock (&pool->lock);
  return page;
}

void bcov_pool_give (bcov_pool *pool, uint64_t *page)
{
  if (!page)
    return;
  pthread_mutex_lock (&pool->lock);
  assert (pool->spare.count < pool->pages && pool->pages <= pool->spare.room);
  pool->spare.data[pool->spare.count++] = page;
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

static bool take_empty (bcov_hash_pages *table, bcov_hash_page *page)
{
  const bcov_entry_layout *s = table->shape;
  page->words = bcov_pool_take (table->pool);
  page->count = 0;
  for (uint32_t bucket = 0; page->words && bucket < BCOV_PAGE; bucket += 8)
    memset (bcov_hash_page_key (s, page->words, bucket, s->key - 1), 0xff, 64);
  return page->words;
}

bcov_status bcov_hash_pages_init (bcov_pool *pool, const bcov_entry_layout *shape,
                                  uint64_t expected, bcov_hash_pages *table)
{
  *table = (bcov_hash_pages){.pool = pool, .shape = shape};
  size_t count = (size_t)(expected / BCOV_PAGE_MEAN + 1);
  table->pages.data = bcov_pool_memory (pool, count, sizeof *table->pages.data);
  if (!table->pages.data)
    return pool->status;
  table->pages.room = count;
  while (table->pages.count < count && take_empty (table, &table->pages.data[table->pages.count]))
    table->pages.count++;
  return table->pages.count == count ? BCOV_OK : pool->status;
}

void bcov_hash_pages_free (bcov_hash_pages *table)
{
  if (!table->pool)
    return;
  for (size_t k = 0; k < table->pages.count; k++)
    bcov_pool_give (table->pool, table->pages.data[k].words);
  bcov_vec_free (table->pool->mem, &table->pages);
  *table = (bcov_hash_pages){0};
}

static bool tell_full (bcov_pool *pool)
{
  pool->status = bcov_error_add (pool->err, BCOV_FAULT, NULL,
                                 "internal error: a table grew and is still full");
  return false;
}

/* Moves the state in place AT of FROM to place TO of OUT. */
static inline __attribute__ ((always_inline)) void
move_state (const bcov_entry_layout *s, uint64_t *from, uint32_t at, uint64_t *out, uint32_t to)
{
  for (uint32_t w = 0; w < s->key; w++)
    *bcov_hash_page_key (s, out, to, w) = *bcov_hash_page_key (s, from, at, w);
  for (uint32_t w = 0; w < s->value; w++)
    bcov_hash_page_value (s, out, to)[w] = bcov_hash_page_value (s, from, at)[w];
}

/* Returns the first free place for a state with HASH in PAGE, which is not full. */
static inline __attribute__ ((always_inline)) uint32_t
find_place (const bcov_entry_layout *s, const bcov_hash_page *page, uint64_t hash)
{
  assert (page->count <= BCOV_PAGE_FULL);
  for (uint32_t bucket = (uint32_t)hash;; bucket++) {
    uint32_t first = bucket % (BCOV_PAGE / 8) * 8;
    unsigned empty =
        bcov_eight_equal (bcov_hash_page_key (s, page->words, first, s->key - 1), BCOV_EMPTY);
    if (empty)
      return first + (uint32_t)__builtin_ctz (empty);
  }
}

/* Moves the states of an old page to the new table, whose pages are taken when they are first used.
 */
static inline __attribute__ ((always_inline)) bool
move_as (const bcov_hash_page *old, bcov_hash_pages *grown, const bcov_entry_layout *s)
{
  uint64_t key[BCOV_MOST_KEY];
  for (uint32_t bucket = 0; bucket < BCOV_PAGE; bucket += 8)
    for (uint32_t at = bucket; at < bucket + 8 && !bcov_hash_page_empty (s, old->words, at); at++) {
      for (uint32_t w = 0; w < s->key; w++)
        key[w] = *bcov_hash_page_key (s, old->words, at, w);
      uint64_t hash = bcov_hash_pages_hash (key, s->key);
      bcov_hash_page *page = bcov_hash_pages_page (grown, hash);
      if (!page->words && !take_empty (grown, page))
        return false;
      if (page->count++ >= BCOV_PAGE_FULL)
        return tell_full (grown->pool);
      move_state (s, old->words, at, page->words, find_place (s, page, hash));
    }
  return true;
}

static bool move_page (const bcov_hash_page *old, bcov_hash_pages *grown)
{
  const bcov_entry_layout *s = grown->shape;
  if (s->key == 1 && s->value == 1)
    return move_as (old, grown, &(bcov_entry_layout){1, 1, NULL});
  if (s->key == 1 && s->value == 2)
    return move_as (old, grown, &(bcov_entry_layout){1, 2, NULL});
  return move_as (old, grown, s);
}

bcov_status bcov_hash_pages_grow (bcov_hash_pages *table)
{
  bcov_pool *pool = table->pool;
  size_t count = table->pages.count + table->pages.count / 4 + 1;
  bcov_hash_pages grown = {.pool = pool, .shape = table->shape, .overflow = table->overflow};
  grown.pages.data = bcov_pool_memory (pool, count, sizeof *grown.pages.data);
  if (!grown.pages.data)
    return pool->status;
  grown.pages.count = grown.pages.room = count;
  bool fine = true;
  for (size_t k = 0; fine && k < table->pages.count; k++) {
    fine = move_page (&table->pages.data[k], &grown);
    bcov_pool_give (pool, table->pages.data[k].words);
    table->pages.data[k].words = NULL;
  }
  for (size_t k = 0; fine && k < count; k++)
    fine = grown.pages.data[k].words || take_empty (&grown, &grown.pages.data[k]);
  assert (!fine || bcov_hash_pages_count (&grown) == bcov_hash_pages_count (table));
  bcov_hash_pages_free (table);
  *table = grown;
  return fine ? BCOV_OK : pool->status;
}

/* The places of a bucket are filled from the first on, so the first empty place ends a bucket. */
static inline __attribute__ ((always_inline)) void pack_as (bcov_hash_pages *table,
                                                            const bcov_entry_layout *s)
{
  size_t to = 0;
  uint32_t place = 0;
  for (size_t k = 0; k < table->pages.count; k++) {
    uint64_t *from = table->pages.data[k].words;
    for (uint32_t bucket = 0; bucket < BCOV_PAGE; bucket += 8)
      for (uint32_t at = bucket; at < bucket + 8 && !bcov_hash_page_empty (s, from, at); at++) {
        assert (to < k || (to == k && place <= at)); /* overwritten states were moved before */
        move_state (s, from, at, table->pages.data[to].words, place);
        if (++place == BCOV_PAGE) {
          table->pages.data[to++].count = BCOV_PAGE;
          place = 0;
        }
      }
  }
  if (place)
    table->pages.data[to++].count = place;
  for (size_t k = to; k < table->pages.count; k++)
    bcov_pool_give (table->pool, table->pages.data[k].words);
  table->pages.count = to;
}

static __attribute__ ((unused)) bool is_packed (const bcov_hash_pages *table)
{
  for (size_t k = 0; k < table->pages.count; k++)
    if (!table->pages.data[k].count ||
        (k + 1 < table->pages.count && table->pages.data[k].count < BCOV_PAGE))
      return false;
  return true;
}

void bcov_hash_pages_pack (bcov_hash_pages *table)
{
  const bcov_entry_layout *s = table->shape;
  if (s->key == 1 && s->value == 1)
    pack_as (table, &(bcov_entry_layout){1, 1, NULL});
  else if (s->key == 1 && s->value == 2)
    pack_as (table, &(bcov_entry_layout){1, 2, NULL});
  else
    pack_as (table, s);
  assert (is_packed (table));
}

uint64_t bcov_hash_pages_count (const bcov_hash_pages *table)
{
  uint64_t count = 0;
  for (size_t k = 0; k < table->pages.count; k++)
    count += table->pages.data[k].count;
  return count;
}

const uint64_t *bcov_hash_pages_find (const bcov_hash_pages *table, const uint64_t *key)
{
  const bcov_entry_layout *s = table->shape;
  uint64_t hash = bcov_hash_pages_hash (key, s->key);
  const bcov_hash_page *page = bcov_hash_pages_page (table, hash);
  for (uint32_t bucket = (uint32_t)hash;; bucket++) {
    uint32_t first = bucket % (BCOV_PAGE / 8) * 8;
    for (uint32_t at = first; at < first + 8; at++) {
      uint64_t differ = 0;
      for (uint32_t w = 0; w < s->key; w++)
        differ |= *bcov_hash_page_key (s, page->words, at, w) ^ key[w];
      if (!differ)
        return bcov_hash_page_value (s, page->words, at);
      if (bcov_hash_page_empty (s, page->words, at))
        return NULL;
    }
  }
}
