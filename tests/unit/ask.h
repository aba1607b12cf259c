/* Puzzles for tests in a given bcov_mem, from the texts of -b and -p or from a file. */

#ifndef ASK_H
#define ASK_H

#include "format/puzzle/brief.h"
#include "format/puzzle/dlx_read.h"
#include "format/puzzle/yaml_read.h"
#include "question/request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads a puzzle as given by -b and -p; LATTICE and WRAP may be NULL. */
static inline bcov_puzzle *ask_brief (bcov_mem *mem, const char *board, const char *pieces,
                                      const char *lattice, const char *wrap)
{
  bcov_brief brief = {board, pieces, lattice, wrap};
  bcov_puzzle *puzzle = NULL;
  bcov_error *err = bcov_error_new ();
  if (bcov_brief_read (mem, &brief, &puzzle, err))
    fail_msg ("%s %s: %s", board, pieces, bcov_error_text (err));
  bcov_error_free (err);
  return puzzle;
}

/* Reads TEXT as a puzzle file called NAME. */
static inline bcov_puzzle *ask_file (bcov_mem *mem, const char *name, const char *text)
{
  bcov_puzzle *puzzle = NULL;
  bcov_error *err = bcov_error_new ();
  bool exact = strlen (name) > 4 && !strcmp (name + strlen (name) - 4, ".dlx");
  if ((exact ? bcov_dlx_read : bcov_yaml_read) (mem, name, text, strlen (text), &puzzle, err))
    fail_msg ("%s", bcov_error_text (err));
  bcov_error_free (err);
  return puzzle;
}

static inline bcov_puzzle *ask_yaml (bcov_mem *mem, const char *text)
{
  return ask_file (mem, "test.yaml", text);
}

/* The value of a statistic; 0 if the answer does not have it. */
static inline uint64_t ask_statistic (const bcov_answer *answer, const char *name)
{
  const char *value = bcov_answer_statistic (answer, name);
  return value ? strtoull (value, NULL, 10) : 0;
}

/* Frees both and checks that no memory is in use. */
static inline void ask_end (bcov_mem *mem, bcov_puzzle *puzzle)
{
  bcov_puzzle_free (puzzle);
  assert_int_equal (bcov_mem_used (mem), 0);
  bcov_mem_delete (mem);
}

#endif
