/* Puzzles on the command line, as after -b and -p. */

#ifndef BCOV_BRIEF_H
#define BCOV_BRIEF_H

#include "puzzle/puzzle.h"

/* The parts of a puzzle as texts; LATTICE and WRAP may be NULL. */
typedef struct {
  const char *board;   /* "6x8", "3x3x3", "#..#/...." */
  const char *pieces;  /* "pentominoes", "L4:2,T4:1..3,I2:any" */
  const char *lattice; /* "square", "cube", "hex", "triangle"; NULL: implied by the others */
  const char *wrap;    /* "none", "columns", "rows", "both" */
} bcov_brief;

/* Reads a puzzle.  Messages use "board", "pieces", "lattice" and "wrap" as file names.  OUT is NULL
   on failure. */
bcov_status bcov_brief_read (bcov_mem *mem, const bcov_brief *brief, bcov_puzzle **out,
                             bcov_error *err);

#endif
