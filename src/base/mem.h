/* Counted memory.  Every allocation of the library goes through a bcov_mem, which enforces a limit.
   Tests can make the n-th allocation fail and check that nothing is left allocated. */

#ifndef BCOV_MEM_H
#define BCOV_MEM_H

#include "base/error.h"

typedef struct bcov_mem bcov_mem;

/* LIMIT is in bytes; 0 means no limit.  Exceeding it gives BCOV_STOPPED.  The limit applies to the
   whole process: from a limit of 8 MiB on, 5 MiB are reserved for memory outside the library. */
bcov_mem *bcov_mem_new (size_t limit);
void bcov_mem_set_limit (bcov_mem *mem, size_t limit);
size_t bcov_mem_limit (const bcov_mem *mem);

/* References.  The last bcov_mem_delete frees MEM; all its blocks must have been freed before. */
bcov_mem *bcov_mem_hold (bcov_mem *mem); /* adds a reference; returns MEM */
void bcov_mem_delete (bcov_mem *mem);    /* drops a reference; MEM may be NULL */

size_t bcov_mem_used (const bcov_mem *mem);
size_t bcov_mem_peak (const bcov_mem *mem);

/* Charges the bytes that OTHER uses to MEM, until they are discharged, and includes the peak of
   OTHER in that of MEM.  Returns the bytes to discharge. */
size_t bcov_mem_charge (bcov_mem *mem, const bcov_mem *other);
void bcov_mem_discharge (bcov_mem *mem, size_t bytes);

/* Returns COUNT x SIZE zeroed bytes, or NULL with a message in ERR. */
void *bcov_mem_alloc (bcov_mem *mem, size_t count, size_t size, bcov_error *err);

/* Resizes P, which may be NULL.  New bytes are not zeroed.  On failure P stays valid. */
void *bcov_mem_resize (bcov_mem *mem, void *p, size_t count, size_t size, bcov_error *err);

/* P may be NULL. */
void bcov_mem_free (bcov_mem *mem, void *p);

/* Returns a copy of LENGTH bytes, followed by a 0. */
char *bcov_mem_copy (bcov_mem *mem, const char *text, size_t length, bcov_error *err);

/* Arrays that are allocated one by one and freed together.

     bcov_rooms rooms = {.mem = mem, .err = err};
     uint32_t *order = bcov_mem_take_room (&rooms, items, sizeof *order);
     double *price = bcov_mem_take_room (&rooms, items, sizeof *price);
     if (!rooms.status)
       ... use them ...
     bcov_mem_free_rooms (&rooms); */

enum { BCOV_MOST_ROOMS = 24 };

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  bcov_status status; /* the first failure; nothing is allocated after it */
  void *list[BCOV_MOST_ROOMS];
  size_t count;
} bcov_rooms;

/* Returns COUNT x SIZE zeroed bytes; NULL if this or an earlier allocation has failed. */
void *bcov_mem_take_room (bcov_rooms *rooms, size_t count, size_t size);

/* Frees all arrays; ROOMS may be all zero. */
void bcov_mem_free_rooms (bcov_rooms *rooms);

/* For tests: lets the N-th allocation from now on and all later ones fail (0: none). */
void bcov_mem_fail_at (bcov_mem *mem, size_t n);

/* Returns the bytes that are left (SIZE_MAX without a limit). */
size_t bcov_mem_left (const bcov_mem *mem);

/* Returns the status of the last failed allocation: BCOV_STOPPED if it exceeded the limit,
   BCOV_FAULT if the system is out of memory. */
bcov_status bcov_mem_status (const bcov_mem *mem);

#endif
