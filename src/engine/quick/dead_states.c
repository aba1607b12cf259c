/* A bucket is a cache line for each word of a name.  A new name replaces any other in its bucket,
   because old names are worth as much as recent ones. */

#include "engine/quick/dead_states.h"

#include <stdint.h>

bcov_status bcov_dead_states_new (bcov_mem *mem, uint32_t words, size_t bytes,
                                  bcov_dead_states *out, bcov_error *err)
{
  assert (words == 1 || words == 2);
  size_t buckets = 1, size = (size_t)8 * words * sizeof (uint64_t);
  while (2 * buckets * size <= bytes)
    buckets *= 2;
  *out = (bcov_dead_states){.mem = mem, .words = words, .mask = buckets - 1};
  out->room = bcov_mem_alloc (mem, buckets * size + 64, 1, err);
  if (!out->room)
    return bcov_mem_status (mem);
  out->names = (uint64_t *)(((uintptr_t)out->room + 63) & ~(uintptr_t)63);
  assert (((buckets - 1) & buckets) == 0);
  return BCOV_OK;
}

bcov_dead_states bcov_dead_states_share (const bcov_dead_states *dead_states, uint64_t number)
{
  assert (dead_states->words == 1); /* two words could belong to two names */
  return (bcov_dead_states){.words = dead_states->words,
                            .shared = true,
                            .mask = dead_states->mask,
                            .turn = number,
                            .names = dead_states->names};
}

void bcov_dead_states_free (bcov_dead_states *dead_states)
{
  if (dead_states->mem)
    bcov_mem_free (dead_states->mem, dead_states->room);
  *dead_states = (bcov_dead_states){0};
}
