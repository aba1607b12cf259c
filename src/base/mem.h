/* Counted memory.  Every allocation of the library's own goes through a bcov_mem, so that a limit
   holds, a test can make the n-th allocation fail, and a test can see that nothing is left. */

#ifndef BCOV_MEM_H
#define BCOV_MEM_H

#include "base/error.h"

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
