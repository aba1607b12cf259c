/* Pages are found by open addressing in a table that is at most half full.  They are stored one
   after the other, each followed by its moves.  A move remembers the page that it leads to, so that
   the search rarely needs the table.  When there is no room left, all pages are dropped.  The
   search stays below the same states for a long time, so it soon has the pages that it needs again.

   If shapes hardly ever repeat, the cache only costs time.  This becomes apparent when the cache is
   full for the first time; the search then stops using it.  The cache affects only the time.

   Time: one lookup for each page; memory: 32 bytes for each move and each page. */

#include "engine/quick/shape_cache.h"

#include <assert.h>
#include <string.h>

enum {
  LEAST_SLOTS = 64,
  LINES_A_SLOT = 3,
  WORTH = 3, /* average number of uses of a page that make the cache worthwhile */
  MOST_SLOTS = 1 << 28
};

static_assert (sizeof (bcov_shape_line) == 32, "a cache line holds two entries");
static_assert ((uint64_t)MOST_SLOTS * LINES_A_SLOT <= UINT32_MAX, "32 bits number all lines");
static_assert (BCOV_MOST_STOCK < 32, "a bit above the stock is free");

bcov_status bcov_shape_cache_new (bcov_mem *mem, size_t bytes, bcov_shape_cache *out,
                                  bcov_error *err)
{
  size_t slots = LEAST_SLOTS, size = sizeof (uint32_t) + LINES_A_SLOT * sizeof (bcov_shape_line);
  while (2 * slots * size <= bytes && slots < MOST_SLOTS)
    slots *= 2;
  *out = (bcov_shape_cache){.mem = mem, .mask = (uint32_t)slots - 1, .count = 1};
  out->most = (uint32_t)slots * LINES_A_SLOT;
  out->slots = bcov_mem_alloc (mem, slots, sizeof *out->slots, err);
  out->lines = bcov_mem_alloc (mem, out->most, sizeof *out->lines, err);
  if (out->slots && out->lines)
    return BCOV_OK;
  bcov_shape_cache_free (out);
  return bcov_mem_status (mem);
}

void bcov_shape_cache_free (bcov_shape_cache *shape_cache)
{
  if (!shape_cache->mem)
    return;
  bcov_mem_free (shape_cache->mem, shape_cache->slots);
  bcov_mem_free (shape_cache->mem, shape_cache->lines);
  *shape_cache = (bcov_shape_cache){.looks = shape_cache->looks, .drawn = shape_cache->drawn};
}

bool bcov_shape_cache_clear (bcov_shape_cache *shape_cache)
{
  assert (2 * (uint64_t)shape_cache->pages <= (uint64_t)shape_cache->mask + 1); /* half full */
  assert (shape_cache->count <= shape_cache->most);
  if (shape_cache->looks - shape_cache->before < (uint64_t)WORTH * shape_cache->pages) {
    bcov_shape_cache_free (shape_cache);
    return false;
  }
  memset (shape_cache->slots, 0, ((size_t)shape_cache->mask + 1) * sizeof *shape_cache->slots);
  shape_cache->pages = 0;
  shape_cache->before = shape_cache->looks;
  shape_cache->count = 1;
  return true;
}
