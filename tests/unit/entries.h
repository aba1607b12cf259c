/* A puzzle for tests that add pieces. */

#ifndef ENTRIES_H
#define ENTRIES_H

#include "make.h"

typedef struct {
  bcov_mem *mem;
  bcov_error *err;
  bcov_puzzle *puzzle;
} entries;

static inline entries entries_start (bcov_lattice lattice, const char *board)
{
  bcov_mem *mem = bcov_mem_new (0);
  return (entries){mem, bcov_error_new (), make_puzzle (mem, lattice, BCOV_WRAP_NONE, board)};
}

static inline void entries_end (entries *e)
{
  make_end (e->mem, e->err, e->puzzle, NULL);
}

static inline void entries_add (entries *e, const char *name, const char *drawing, bcov_entry entry)
{
  assert_int_equal (make_entry (e->puzzle, name, drawing, entry, e->err), 0);
}

#endif
