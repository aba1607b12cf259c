/* Bounded knapsacks.  Each option belongs to the class of the item that limits it most, apart from
   cells: usually the item of its piece.  A class may be used as often as its item allows.  The
   numbers of cells that all classes together can cover are a bitset; a use of a class shifts it.

   The numbers are an upper bound: pieces may not fit side by side, and an option that is limited by
   several items counts for one of them.  Time: uses x sizes x cells / 64, or sizes x cells for a
   class that may be used without limit. */

#include "engine/bound/sums.h"

#include <assert.h>
#include <stdlib.h>

enum { MOST_SHIFTS = 20000 }; /* more uses than that count as unlimited */

/* A size of an option in a class. */
typedef struct {
  uint32_t item; /* BCOV_NO_ITEM: nothing limits it */
  uint32_t size;
} member;

static int by_class (const void *a, const void *b)
{
  const member *x = a, *y = b;
  if (x->item != y->item)
    return x->item < y->item ? -1 : 1;
  return (x->size > y->size) - (x->size < y->size);
}

/* Returns the item that limits OPTION most, apart from cells. */
static uint32_t limiting_item (const bcov_model *model, uint32_t option)
{
  uint32_t n, best = BCOV_NO_ITEM, least = BCOV_MANY;
  const bcov_touch *touches = bcov_model_touches (model, option, &n);
  for (uint32_t k = 0; k < n; k++) {
    bcov_item item = model->items.data[touches[k].item];
    if (!item.gain && !item.coloured && item.hi < least) {
      least = item.hi;
      best = touches[k].item;
    }
  }
  return best;
}

/* Lists the sizes of each class once, in order; returns their number. */
static size_t list_members (const bcov_model *model, member *list)
{
  size_t n = bcov_model_options (model), kept = 0;
  for (uint32_t o = 0; o < n; o++)
    list[o] = (member){limiting_item (model, o), bcov_model_gain (model, o)};
  qsort (list, n, sizeof *list, by_class);
  for (size_t k = 0; k < n; k++)
    if (list[k].size && (!kept || by_class (&list[k], &list[kept - 1])))
      list[kept++] = list[k];
  return kept;
}

static uint64_t count_cells (const bcov_model *model, uint8_t *seen)
{
  uint64_t cells = 0;
  for (size_t t = 0; t < model->touches.count; t++) {
    uint32_t item = model->touches.data[t].item;
    cells += model->items.data[item].gain && !seen[item];
    seen[item] = 1;
  }
  return cells;
}

static bool has (const uint64_t *bits, uint64_t n)
{
  return bits[n / 64] >> n % 64 & 1;
}

/* Any number of uses. */
static void use_freely (bcov_sums *s, const member *sizes, size_t count)
{
  for (uint64_t n = 0; n <= s->cells; n++)
    for (size_t k = 0; has (s->bits, n) && k < count && n + sizes[k].size <= s->cells; k++)
      s->bits[(n + sizes[k].size) / 64] |= (uint64_t)1 << (n + sizes[k].size) % 64;
}

/* One more use: TO receives the numbers FROM and those greater by a size.  Bits beyond the cells
   do no harm. */
static void use_once (const bcov_sums *s, const member *sizes, size_t count, const uint64_t *from,
                      uint64_t *to)
{
  uint64_t words = s->cells / 64 + 1;
  for (uint64_t w = 0; w < words; w++) {
    to[w] = from[w];
    for (size_t k = 0; k < count; k++) {
      uint64_t whole = sizes[k].size / 64, part = sizes[k].size % 64;
      if (w >= whole)
        to[w] |= from[w - whole] << part;
      if (part && w > whole)
        to[w] |= from[w - whole - 1] >> (64 - part);
    }
  }
}

static void use_class (bcov_sums *s, const member *sizes, size_t count, uint64_t uses,
                       uint64_t *scratch)
{
  assert (count);
  if (uses * sizes[0].size >= s->cells ||
      uses * count * (s->cells / 64 + 1) > MOST_SHIFTS * 64ull) {
    use_freely (s, sizes, count);
    return;
  }
  for (uint64_t k = 0; k < uses; k++) {
    use_once (s, sizes, count, s->bits, scratch);
    for (uint64_t w = 0; w <= s->cells / 64; w++)
      s->bits[w] = scratch[w];
  }
}

static void use_all (bcov_sums *s, const bcov_model *model, const member *list, size_t n,
                     uint64_t *scratch)
{
  s->bits[0] = 1;
  for (size_t k = 0, end; k < n; k = end) {
    for (end = k; end < n && list[end].item == list[k].item; end++)
      ;
    uint64_t uses = list[k].item == BCOV_NO_ITEM ? UINT32_MAX : model->items.data[list[k].item].hi;
    use_class (s, list + k, end - k, uses, scratch);
  }
  s->most = bcov_sums_upto (s, s->cells);
}

bcov_status bcov_sums_make (const bcov_model *model, bcov_sums *out, bcov_error *err)
{
  bcov_mem *mem = model->mem;
  *out = (bcov_sums){.mem = mem};
  uint64_t *scratch = NULL;
  uint8_t *seen = bcov_mem_alloc (mem, model->items.count + 1, 1, err);
  member *list = bcov_mem_alloc (mem, bcov_model_options (model) + 1u, sizeof *list, err);
  bool fine = seen && list;
  if (fine) {
    out->cells = count_cells (model, seen);
    size_t words = (size_t)(out->cells / 64) + 1;
    fine = (out->bits = bcov_mem_alloc (mem, words, sizeof *out->bits, err)) &&
           (scratch = bcov_mem_alloc (mem, words, sizeof *scratch, err));
  }
  if (fine)
    use_all (out, model, list, list_members (model, list), scratch);
  bcov_mem_free (mem, scratch);
  bcov_mem_free (mem, seen);
  bcov_mem_free (mem, list);
  return fine ? BCOV_OK : bcov_mem_status (mem);
}

void bcov_sums_free (bcov_sums *s)
{
  if (s->mem)
    bcov_mem_free (s->mem, s->bits);
  *s = (bcov_sums){0};
}

uint64_t bcov_sums_upto (const bcov_sums *s, uint64_t cells)
{
  uint64_t n = cells < s->cells ? cells : s->cells;
  while (!has (s->bits, n))
    n--;
  return n;
}

uint64_t bcov_sums_above (const bcov_sums *s, uint64_t cells)
{
  uint64_t n = cells + 1;
  while (n <= s->cells && !has (s->bits, n))
    n++;
  return n <= s->cells ? n : UINT64_MAX;
}
