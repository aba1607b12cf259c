/* Several threads add and look up names in the same bucket of a table of dead states. */

#include "engine/quick/dead_states.h"
#include "base/threads.h"

enum { WORKERS = 4, ROUNDS = 20000 };

static void put_and_look (void *data, size_t part, size_t worker)
{
  bcov_dead_states mine = bcov_dead_states_share (data, part);
  (void)worker;
  for (uint64_t n = 0; n < ROUNDS; n++) {
    uint64_t name = 1 + (n * WORKERS + part) % 64;
    const uint64_t *bucket = bcov_dead_states_bucket (&mine, &name, 1);
    if (!bcov_dead_states_has (&mine, bucket, &name, 1))
      bcov_dead_states_put (&mine, &name, 1);
  }
}

int main (void)
{
  bcov_mem *mem = bcov_mem_new (0);
  bcov_dead_states table;
  if (bcov_dead_states_new (mem, 1, 64, &table, NULL))
    return 1;
  bcov_threads_for (WORKERS, WORKERS, put_and_look, &table);
  bcov_dead_states_free (&table);
  bcov_mem_delete (mem);
  return 0;
}
