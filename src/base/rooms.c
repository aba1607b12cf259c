/* The first failure is kept, and nothing is allocated after it. */

#include "base/rooms.h"

#include <assert.h>

void *bcov_rooms_take (bcov_rooms *rooms, size_t count, size_t size)
{
  assert (rooms->count < BCOV_MOST_ROOMS);
  if (rooms->status)
    return NULL;
  void *room = bcov_mem_alloc (rooms->mem, count, size, rooms->err);
  if (!room)
    rooms->status = bcov_mem_status (rooms->mem);
  return rooms->list[rooms->count++] = room;
}

void bcov_rooms_free (bcov_rooms *rooms)
{
  for (; rooms->count; rooms->count--)
    bcov_mem_free (rooms->mem, rooms->list[rooms->count - 1]);
}
