/* Arrays that are allocated one by one and freed together.

     bcov_rooms rooms = {.mem = mem, .err = err};
     uint32_t *order = bcov_rooms_take (&rooms, items, sizeof *order);
     double *price = bcov_rooms_take (&rooms, items, sizeof *price);
     if (!rooms.status)
       ... use them ...
     bcov_rooms_free (&rooms); */

#ifndef BCOV_ROOMS_H
#define BCOV_ROOMS_H

#include "base/mem.h"

enum { BCOV_MOST_ROOMS = 24 };

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  bcov_status status; /* the first failure */
  void *list[BCOV_MOST_ROOMS];
  size_t count;
} bcov_rooms;

/* Returns COUNT x SIZE zeroed bytes; NULL if this or an earlier allocation has failed. */
void *bcov_rooms_take (bcov_rooms *rooms, size_t count, size_t size);

/* Frees all arrays; ROOMS may be all zero. */
void bcov_rooms_free (bcov_rooms *rooms);

#endif
