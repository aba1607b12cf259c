/* Puzzles for tests, through the public interface: in two words, or as a file. */

#ifndef ASK_H
#define ASK_H

#include "boardcover.h"

#include <stdio.h>
#include <string.h>

/* The puzzle of -b and -p, with "lattice" and "wrap" or NULL. */
static inline bcov_puzzle *ask_brief (bcov_mem *mem, const char *board, const char *pieces,
                                      const char *lattice, const char *wrap)
{
  bcov_brief brief = {board, pieces, lattice, wrap};
  bcov_puzzle *puzzle = NULL;
  bcov_error *err = bcov_error_new ();
  if (bcov_puzzle_brief (mem, &brief, &puzzle, err))
    fail_msg ("%s %s: %s", board, pieces, bcov_error_text (err));
  bcov_error_free (err);
  return puzzle;
}

/* A puzzle file called NAME. */
static inline bcov_puzzle *ask_file (bcov_mem *mem, const char *name, const char *text)
{
  bcov_puzzle *puzzle = NULL;
  bcov_error *err = bcov_error_new ();
  if (bcov_puzzle_parse (mem, name, text, strlen (text), &puzzle, err))
    fail_msg ("%s", bcov_error_text (err));
  bcov_error_free (err);
  return puzzle;
}

static inline bcov_puzzle *ask_yaml (bcov_mem *mem, const char *text)
{
  return ask_file (mem, "test.yaml", text);
}

/* Nothing may be left. */
static inline void ask_end (bcov_mem *mem, bcov_puzzle *puzzle)
{
  bcov_puzzle_free (puzzle);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

#endif
