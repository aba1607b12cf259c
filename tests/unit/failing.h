/* Every allocation failing in turn.

     failing f = failing_start (mem);
     while (failing_next (&f)) {
       f.status = what is tried;
       free what it has made;
     }
     assert_true (f.failed > 10);                                     there was something to fail

   The loop ends when nothing has failed.  Each time before it is checked that the status told a
   failure, and that nothing is left in use beyond what was there at the start.  Of more than 100
   allocations some are passed over, ever more of them. */

#ifndef FAILING_H
#define FAILING_H

#include "base/mem.h"

typedef struct {
  bcov_mem *mem;
  bcov_status status; /* of the try */
  size_t failed;      /* tries that went wrong */
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
