/* Makes each allocation fail in turn.

     failing f = failing_start (mem);
     while (failing_next (&f)) {
       f.status = the call to test;
       free its results;
     }
     assert_true (f.failed > 10);                                     some allocations have failed

   The loop ends after the first call in which no allocation fails.  For each other call it checks
   that the status reports the failure and that the call leaves no memory in use.  After the first
   100 allocations it skips some, with growing gaps. */

#ifndef FAILING_H
#define FAILING_H

#include "base/mem.h"

typedef struct {
  bcov_mem *mem;
  bcov_status status; /* of the call */
  size_t failed;      /* calls that failed */
  size_t next;        /* the allocation to fail */
  size_t before;      /* bytes in use */
  bool begun;
} failing;

static inline failing failing_start (bcov_mem *mem)
{
  return (failing){.mem = mem, .before = bcov_mem_used (mem)};
}

static inline bool failing_next (failing *f)
{
  if (f->begun) {
    bcov_mem_fail_at (f->mem, 0);
    assert_true (f->status == BCOV_OK || f->status == BCOV_FAULT);
    assert_int_equal (bcov_mem_used (f->mem), f->before);
    f->failed += f->status != BCOV_OK;
  }
  bool again = !f->begun || f->status;
  f->begun = true;
  if (again)
    bcov_mem_fail_at (f->mem, f->next += 1 + f->next / 100);
  return again;
}

#endif
