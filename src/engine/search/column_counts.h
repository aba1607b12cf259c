/* Counting in columns of bits, eight columns at a time.

   BY_WORD holds LANES columns (a multiple of eight, aligned to 64 bytes) of bits, the first words
   of all columns first, then the second ones, and so on; COUNTS has a number for each column. */

#ifndef BCOV_COLUMN_COUNTS_H
#define BCOV_COLUMN_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

/* Some words of a row of bits: word PLACES[k] has the bits BITS[k]. */
typedef struct {
  const uint32_t *places;
  const uint64_t *bits;
  uint32_t count;
} bcov_column_counts_words;

/* Takes from COUNTS what the columns have in common with WORDS, and gives the first of the smallest
   that are left (all below 2^31): the count << 32 | its place. */
typedef uint64_t bcov_column_counts_less (const uint64_t *by_word, uint32_t lanes,
                                          bcov_column_counts_words words, uint64_t *counts);
bcov_column_counts_less bcov_column_counts_plainly;

/* The fastest way this machine knows. */
bcov_column_counts_less *bcov_column_counts_best (void);

#endif
