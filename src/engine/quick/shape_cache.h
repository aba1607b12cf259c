/* What each shape of covered cells allows, as far as a table of fixed size remembers it.

   The key of a state has two parts.  The *stock* is the bits that tell which of the pieces were
   used; the rest is the *shape* of the part that is covered.  Which moves fit a shape, which of
   them make dead pockets and where each leads is the same for every stock: it is worked out once,
   put on a page as ways, and then only to be looked at.  On a board of moderate width the same
   shape is met with many a stock.

   For keys of one word. */

#ifndef BCOV_SHAPE_CACHE_H
#define BCOV_SHAPE_CACHE_H

#include "engine/cuts/pocket.h"

enum { BCOV_MOST_STOCK = 31 }; /* bits */

/* Bits of the stock are moved together here; the one above them, which is never used, stands for
   what needs nothing of it. */
#define BCOV_ALWAYS (1u << BCOV_MOST_STOCK)

/* A move from a shape, and the levels after it whose guard is then covered. */
typedef struct {
  uint64_t next;       /* the shape that it leads to, and what it adds to the stock */
  uint32_t care, want; /* of the stock: what matters before it, and what must then be used */
  uint32_t hope;       /* if all this is used, then there is no way on */
  uint32_t via;        /* the option; BCOV_NO_MOVE: none */
  uint32_t level;      /* that it leads to */
  uint32_t link;       /* the page there; 0: not known */
} bcov_shape_move;

/* What stands before the ways of a shape. */
typedef struct {
  uint64_t shape;
  uint32_t level;
  uint32_t hope;  /* if all this is used, then none of the ways can be gone */
  uint32_t count; /* of the ways that follow */
} bcov_shape_page;

typedef union {
  bcov_shape_move way;
  bcov_shape_page page;
} bcov_shape_line;

typedef struct {
  bcov_mem *mem;
  uint32_t mask, most; /* slots less one, a power of two less one; lines that there is room for */
  uint32_t *slots;     /* the pages by their names; NULL: there is no shape cache */
  bcov_shape_line *lines; /* pages and their ways; the first is not used */
  uint32_t pages, count;  /* that there are; lines in use */
  uint64_t looks, drawn;  /* pages asked for, and those of them that had to be drawn */
  uint64_t before;        /* of the looks: when there was no page */
} bcov_shape_cache;

/* The bits of the stock: of items that guard no level and are no open cells of POCKETS, each in a
   place that no other item ever has. */
uint64_t bcov_shape_cache_stock (const bcov_program *program, const bcov_pockets *pockets);

/* Room for about BYTES bytes. */
bcov_status bcov_shape_cache_new (bcov_mem *mem, size_t bytes, bcov_shape_cache *out,
                                  bcov_error *err);
void bcov_shape_cache_free (bcov_shape_cache *shape_cache);

/* Whether there is room for a page with COUNT ways. */
static inline bool bcov_shape_cache_room (const bcov_shape_cache *shape_cache, uint32_t count)
{
  return 2 * shape_cache->pages <= shape_cache->mask &&
         count < shape_cache->most - shape_cache->count;
}

/* Lets all pages go.  When they were hardly of use it gives up: false, and there is no shape cache
   any more. */
bool bcov_shape_cache_clear (bcov_shape_cache *shape_cache);

/* The slot of SHAPE before LEVEL: 0 when it has no page. */
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

/* Whether a state whose stock is STOCK can go WAY. */
static inline bool bcov_shape_move_fits (const bcov_shape_move *way, uint32_t stock)
{
  return !((stock ^ way->want) & way->care) & !!(way->hope & ~stock);
}

#endif
