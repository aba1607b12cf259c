/* The program of a board and pieces, given as for -b and -p, with its puzzle and model. */

#ifndef UNROLLED_H
#define UNROLLED_H

#include "ask.h"
#include "engine/program/program_make.h"
#include "model/compile/compile.h"

#include <stdlib.h>

typedef struct {
  bcov_mem *mem;
  bcov_puzzle *puzzle;
  bcov_compiled compiled;
  bcov_program program;
} unrolled;

/* A function that orders the items; ORDER has room for all. */
typedef void unrolled_order (const bcov_model *model, uint32_t *order);

static inline void unrolled_make (unrolled *u, const char *board, const char *pieces,
                                  unrolled_order *find)
{
  *u = (unrolled){.mem = bcov_mem_new (0)};
  u->puzzle = ask_brief (u->mem, board, pieces, NULL, NULL);
  assert_int_equal (bcov_compile (u->puzzle, false, NULL, &u->compiled, NULL), 0);
  uint32_t *order = calloc (u->compiled.model.items.count + 1, sizeof *order);
  find (&u->compiled.model, order);
  assert_int_equal (bcov_program_make (&u->compiled.model, order, NULL, &u->program, NULL), 0);
  free (order);
}

static inline void unrolled_end (unrolled *u)
{
  bcov_program_free (&u->program);
  bcov_compiled_free (&u->compiled);
  ask_end (u->mem, u->puzzle);
}

#endif
