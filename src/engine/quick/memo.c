/* A bucket is a cache line; which of its names gives way to a new one is left to chance, for what
   was put long ago is worth no less than what was put just now. */

#include "engine/quick/memo.h"

#include <stdint.h>

bcov_status bcov_memo_new (bcov_mem *mem, uint32_t words, size_t bytes, bcov_memo *out,
                           bcov_error *err)
{
  size_t buckets = 1, size = (size_t)8 * words * sizeof (uint64_t);
  while (2 * buckets * size <= bytes)
    buckets *= 2;
  *out = (bcov_memo){.mem = mem, .words = words, .mask = buckets - 1};
  out->room = bcov_mem_alloc (mem, buckets * size + 64, 1, err);
  if (!out->room)
    return bcov_mem_status (mem);
  out->names = (uint64_t *)(((uintptr_t)out->room + 63) & ~(uintptr_t)63);
  return BCOV_OK;
}

bcov_memo bcov_memo_share (const bcov_memo *memo, uint64_t number)
{
  return (bcov_memo){
      .words = memo->words, .mask = memo->mask, .turn = number, .names = memo->names};
}

void bcov_memo_free (bcov_memo *memo)
{
  if (memo->mem)
    bcov_mem_free (memo->mem, memo->room);
  *memo = (bcov_memo){0};
}
