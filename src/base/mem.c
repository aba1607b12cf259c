/* Each block stores its size in a header of 16 bytes, so the sum is exact.  The counters are
   atomic, because threads share a bcov_mem. */

#include "base/mem.h"

#include <assert.h>
#include <stdalign.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Memory of the process outside the library: program, libraries, stacks, and what the allocator
   cannot use.  It is part of large limits. */
enum { OUTSIDE = 5 << 20, LARGE_LIMIT = 8 << 20 };

struct bcov_mem {
  size_t told;  /* the limit that the caller set */
  size_t limit; /* of the sum of all blocks */
  atomic_size_t holders;
  atomic_size_t used, peak;
  atomic_size_t until_failure; /* 0: no failure is planned */
  atomic_int status;
};

typedef struct {
  alignas (max_align_t) size_t bytes;
} header;

bcov_mem *bcov_mem_new (size_t limit)
{
  bcov_mem *mem = calloc (1, sizeof *mem);
  if (mem) {
    atomic_store (&mem->holders, 1);
    bcov_mem_set_limit (mem, limit);
  }
  return mem;
}

void bcov_mem_set_limit (bcov_mem *mem, size_t limit)
{
  mem->told = limit ? limit : SIZE_MAX;
  mem->limit = limit >= LARGE_LIMIT ? mem->told - OUTSIDE : mem->told;
}

size_t bcov_mem_limit (const bcov_mem *mem)
{
  return mem->told == SIZE_MAX ? 0 : mem->told;
}

bcov_mem *bcov_mem_hold (bcov_mem *mem)
{
  atomic_fetch_add (&mem->holders, 1);
  return mem;
}

void bcov_mem_delete (bcov_mem *mem)
{
  if (mem && atomic_fetch_sub (&mem->holders, 1) == 1)
    free (mem);
}

size_t bcov_mem_used (const bcov_mem *mem)
{
  return atomic_load (&mem->used);
}

size_t bcov_mem_peak (const bcov_mem *mem)
{
  return atomic_load (&mem->peak);
}

size_t bcov_mem_left (const bcov_mem *mem)
{
  size_t used = atomic_load (&mem->used);
  return used < mem->limit ? mem->limit - used : 0;
}

void bcov_mem_fail_at (bcov_mem *mem, size_t n)
{
  atomic_store (&mem->until_failure, n);
}

bcov_status bcov_mem_status (const bcov_mem *mem)
{
  int status = atomic_load (&mem->status);
  return status ? (bcov_status)status : BCOV_FAULT;
}

static void *refuse (bcov_mem *mem, bcov_status status, size_t bytes, bcov_error *err)
{
  bool small = mem->told < 1 << 20;
  atomic_store (&mem->status, status);
  if (status == BCOV_STOPPED)
    bcov_error_add (err, status, NULL, "the memory limit of %zu %s was reached; allow more memory",
                    mem->told >> (small ? 10 : 20), small ? "KiB" : "MiB");
  else
    bcov_error_add (err, status, NULL, "the machine is out of memory (%zu bytes requested)", bytes);
  return NULL;
}

/* Returns true if this allocation must fail, which tests can request; all later ones then fail,
   too. */
static bool fails_now (bcov_mem *mem)
{
  size_t n = atomic_load (&mem->until_failure);
  if (n > 1)
    atomic_store (&mem->until_failure, n - 1);
  return n == 1;
}

static void count_in (bcov_mem *mem, size_t used)
{
  size_t peak = atomic_load (&mem->peak);
  while (used > peak && !atomic_compare_exchange_weak (&mem->peak, &peak, used))
    ;
}

size_t bcov_mem_charge (bcov_mem *mem, const bcov_mem *other)
{
  size_t bytes = bcov_mem_used (other);
  count_in (mem, bcov_mem_peak (other));
  count_in (mem, atomic_fetch_add (&mem->used, bytes) + bytes);
  return bytes;
}

void bcov_mem_discharge (bcov_mem *mem, size_t bytes)
{
  atomic_fetch_sub (&mem->used, bytes);
}

/* Returns COUNT x SIZE plus the header; SIZE_MAX on overflow. */
static size_t whole_block (size_t count, size_t size)
{
  size_t bytes, whole;
  return __builtin_mul_overflow (count, size, &bytes) ||
                 __builtin_add_overflow (bytes, sizeof (header), &whole)
             ? SIZE_MAX
             : whole;
}

/* A block larger than the limit is refused before it is counted, because the sum could overflow.
   calloc maps large zeroed blocks lazily, so they cost nothing until they are used. */
static void *take (bcov_mem *mem, void *p, size_t count, size_t size, bool zero, bcov_error *err)
{
  size_t whole = whole_block (count, size);
  if (whole > mem->limit || whole == SIZE_MAX)
    return refuse (mem, mem->limit < SIZE_MAX ? BCOV_STOPPED : BCOV_FAULT, whole, err);
  header *old = p ? (header *)p - 1 : NULL;
  size_t before = old ? old->bytes : 0;
  if (fails_now (mem))
    return refuse (mem, BCOV_FAULT, whole, err);
  size_t used = atomic_fetch_add (&mem->used, whole) + whole;
  if (used - before > mem->limit) {
    atomic_fetch_sub (&mem->used, whole);
    return refuse (mem, BCOV_STOPPED, whole, err);
  }
  header *block = zero ? calloc (1, whole) : realloc (old, whole);
  if (!block) {
    atomic_fetch_sub (&mem->used, whole);
    return refuse (mem, BCOV_FAULT, whole, err);
  }
  count_in (mem, used - before);
  atomic_fetch_sub (&mem->used, before);
  block->bytes = whole;
  return block + 1;
}

void *bcov_mem_resize (bcov_mem *mem, void *p, size_t count, size_t size, bcov_error *err)
{
  return take (mem, p, count, size, false, err);
}

void *bcov_mem_alloc (bcov_mem *mem, size_t count, size_t size, bcov_error *err)
{
  return take (mem, NULL, count, size, true, err);
}

void bcov_mem_free (bcov_mem *mem, void *p)
{
  if (!p)
    return;
  header *block = (header *)p - 1;
  assert (block->bytes >= sizeof (header) && block->bytes <= atomic_load (&mem->used));
  atomic_fetch_sub (&mem->used, block->bytes);
  free (block);
}

void *bcov_mem_take_room (bcov_rooms *rooms, size_t count, size_t size)
{
  assert (rooms->count < BCOV_MOST_ROOMS);
  if (rooms->status)
    return NULL;
  void *room = bcov_mem_alloc (rooms->mem, count, size, rooms->err);
  if (!room)
    rooms->status = bcov_mem_status (rooms->mem);
  return rooms->list[rooms->count++] = room;
}

void bcov_mem_free_rooms (bcov_rooms *rooms)
{
  for (; rooms->count; rooms->count--)
    bcov_mem_free (rooms->mem, rooms->list[rooms->count - 1]);
}

char *bcov_mem_copy (bcov_mem *mem, const char *text, size_t length, bcov_error *err)
{
  char *copy = bcov_mem_alloc (mem, length + 1, 1, err);
  if (copy && length)
    memcpy (copy, text, length);
  return copy;
}
