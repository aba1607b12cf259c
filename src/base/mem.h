/* Counted memory.  Every allocation of the library's own goes through a bcov_mem, so that a limit
   holds, a test can make the n-th allocation fail, and a test can see that nothing is left. */

#ifndef BCOV_MEM_H
#define BCOV_MEM_H

#include "base/error.h"

typedef struct bcov_mem bcov_mem;

/* LIMIT in bytes; 0 means no limit.  A limit that is hit gives BCOV_STOPPED.  It is meant for the
   whole process: of 8 MiB or more, 5 MiB are left for what is not the library's. */
bcov_mem *bcov_mem_new (size_t limit);
void bcov_mem_set_limit (bcov_mem *mem, size_t limit);
size_t bcov_mem_limit (const bcov_mem *mem);

/* What is handed to the user holds its memory, which ends when the last holder lets it go.
   Everything that was taken from it must be freed before. */
bcov_mem *bcov_mem_hold (bcov_mem *mem); /* one more holder; returns MEM */
void bcov_mem_delete (bcov_mem *mem);    /* one holder less; MEM may be NULL */

size_t bcov_mem_used (const bcov_mem *mem);
size_t bcov_mem_peak (const bcov_mem *mem);

/* Counts what OTHER has in use as if it were taken from MEM, until it is discharged, and the peak
   of OTHER as one of MEM.  Returns the bytes to discharge. */
size_t bcov_mem_charge (bcov_mem *mem, const bcov_mem *other);
void bcov_mem_discharge (bcov_mem *mem, size_t bytes);

/* COUNT x SIZE zeroed bytes; NULL with a message in ERR when the limit or the machine says no. */
void *bcov_mem_alloc (bcov_mem *mem, size_t count, size_t size, bcov_error *err);

/* Grows or shrinks P (which may be NULL); what is new is not zeroed.  On failure P stays as it is.
 */
void *bcov_mem_resize (bcov_mem *mem, void *p, size_t count, size_t size, bcov_error *err);

/* P may be NULL. */
void bcov_mem_free (bcov_mem *mem, void *p);

/* A copy of LENGTH bytes with a 0 behind them. */
char *bcov_mem_copy (bcov_mem *mem, const char *text, size_t length, bcov_error *err);

/* For tests: the N-th allocation from now on fails, and all after it (0: none does). */
void bcov_mem_fail_at (bcov_mem *mem, size_t n);

/* How many bytes may still be taken (SIZE_MAX without a limit). */
size_t bcov_mem_left (const bcov_mem *mem);

/* What the last failed allocation should be reported as: BCOV_STOPPED when the limit said no,
   BCOV_FAULT when the machine did. */
bcov_status bcov_mem_status (const bcov_mem *mem);

#endif
