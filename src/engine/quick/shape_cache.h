/* A cache of fixed size for the moves that each shape of covered cells allows.

   The key of a state has two parts.  The *stock* is the bits that record which pieces were used;
   the rest is the *shape* of the covered part.  The moves that fit a shape, the dead pockets that
   they make and the shapes that they lead to are the same for every stock.  They are computed once
   and stored on a page.  On a board of moderate width, the same shape occurs with many stocks.

   For keys of one word. */

#ifndef BCOV_SHAPE_CACHE_H
#define BCOV_SHAPE_CACHE_H

#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>

enum { BCOV_MOST_STOCK = 31 }; /* bits */

/* The bits of the stock are packed here.  The bit above them is never set; a move without
   conditions on the stock refers to it. */
#define BCOV_ALWAYS (1u << BCOV_MOST_STOCK)

/* A move from a shape, past the levels whose guard is then covered. */
typedef struct {
  uint64_t next;       /* the shape that it leads to, and the stock that it uses */
  uint32_t care, want; /* bits of the stock that it tests, and their required values */
  uint32_t hope;       /* if all these bits are used, the search ends after it */
  uint32_t via;        /* the option, or BCOV_NO_MOVE */
  uint32_t level;      /* to which it leads */
  uint32_t link;       /* the page there; 0: unknown */
} bcov_shape_move;

/* The header of the moves of a shape. */
typedef struct {
  uint64_t shape;
  uint32_t level;
  uint32_t hope;  /* if all these bits are used, no move fits */
  uint32_t count; /* of moves that follow */
} bcov_shape_page;

typedef union {
  bcov_shape_move move;
  bcov_shape_page page;
} bcov_shape_line;

typedef struct {
  bcov_mem *mem;
  uint32_t mask, most;    /* number of slots (a power of two) - 1; lines allocated */
  uint32_t *slots;        /* a hash table of pages; NULL: there is no cache */
  bcov_shape_line *lines; /* pages and their moves; the first is unused */
  uint32_t pages, count;  /* in use; lines in use */
  uint64_t looks, drawn;  /* pages looked up, and those of them that had to be made */
  uint64_t before;        /* LOOKS when the cache was last cleared */
} bcov_shape_cache;

/* Makes a cache of about BYTES bytes. */
bcov_status bcov_shape_cache_new (bcov_mem *mem, size_t bytes, bcov_shape_cache *out,
                                  bcov_error *err);
void bcov_shape_cache_free (bcov_shape_cache *shape_cache);

/* Returns whether there is room for a page with COUNT moves. */
static inline bool bcov_shape_cache_room (const bcov_shape_cache *shape_cache, uint32_t count)
{
  return 2 * shape_cache->pages <= shape_cache->mask &&
         count < shape_cache->most - shape_cache->count;
}

/* Drops all pages.  If they were hardly used, frees the cache and returns false. */
bool bcov_shape_cache_clear (bcov_shape_cache *shape_cache);

/* Returns the slot of SHAPE before LEVEL, which is 0 if it has no page. */
static inline uint32_t *bcov_shape_cache_slot (const bcov_shape_cache *shape_cache, uint32_t level,
                                               uint64_t shape)
{
  uint64_t hash = (shape ^ shape >> 32 ^ level) * 0xd6e8feb86659fd93u;
  for (uint32_t k = (uint32_t)(hash >> 36) & shape_cache->mask;; k = (k + 1) & shape_cache->mask) {
    const bcov_shape_page *page = &shape_cache->lines[shape_cache->slots[k]].page;
    if (!shape_cache->slots[k] || (page->shape == shape && page->level == level))
      return &shape_cache->slots[k];
  }
}

/* Returns whether MOVE fits a state with STOCK. */
static inline bool bcov_shape_move_fits (const bcov_shape_move *move, uint32_t stock)
{
  return !((stock ^ move->want) & move->care) & !!(move->hope & ~stock);
}

#endif
