/* The levels of a program, laid out for the quick search (quick_search.h): eight moves side by
 * side.
 */

#ifndef BCOV_MOVE_TABLE_H
#define BCOV_MOVE_TABLE_H

#include "engine/program/program.h"

enum { BCOV_MOVE_WORDS = 2 }; /* of a key, at most */

typedef struct {
  uint64_t guard[BCOV_MOVE_WORDS], must[BCOV_MOVE_WORDS], clear[BCOV_MOVE_WORDS];
  uint64_t keep;         /* bits of the stock open before it (shape_cache.h); set by the plan */
  uint32_t group, moves; /* first group of the moves, and their number */
  bool skip;             /* making no move is also a choice */
} bcov_move_row;

typedef struct {
  bcov_mem *mem;
  uint32_t words, count; /* words of a key; number of levels */
  uint32_t moves;        /* of all levels */
  bcov_move_row *rows;
  void *room;        /* owns the groups */
  uint64_t *groups;  /* of each: eight masks to test for each word of the key, then eight to set */
  uint32_t *options; /* eight for each group */
} bcov_move_table;

/* Returns whether PROGRAM consists of bits alone, in keys that are not too long. */
bool bcov_move_table_can (const bcov_program *program);

/* ORIGIN maps the options to their numbers in the compiled model. */
bcov_status bcov_move_table_make (const bcov_program *program, const uint32_t *origin,
                                  bcov_move_table *out, bcov_error *err);
void bcov_move_table_free (bcov_move_table *move_table);

/* Returns the bits of WORD where MASK has ones, packed. */
static inline uint32_t bcov_extract (uint64_t word, uint64_t mask)
{
#if defined(__BMI2__)
  return (uint32_t)__builtin_ia32_pext_di (word, mask);
#else
  uint32_t out = 0;
  for (uint32_t k = 0; mask; k++, mask &= mask - 1)
    out |= (word & mask & -mask ? 1u : 0u) << k;
  return out;
#endif
}

/* Returns the masks that the moves of GROUP test (or, with SET, set) in word W. */
static inline const uint64_t *bcov_move_table_masks (const bcov_move_table *move_table,
                                                     uint32_t group, bool set, uint32_t w)
{
  return &move_table
              ->groups[((size_t)group * 2 * move_table->words + (set ? move_table->words : 0) + w) *
                       8];
}

#endif
