/* A hash table of numbers: finds the number of something by the hash of it, where the caller knows
   what each number stands for and can tell whether it is the same.

     uint32_t number = bcov_table_find (&table, hash, same_name, &wanted);
     if (number == BCOV_TABLE_NONE)
       status = bcov_table_add (mem, &table, hash, new_number, err);                          */

#ifndef BCOV_TABLE_H
#define BCOV_TABLE_H

#include "base/mem.h"

#define BCOV_TABLE_NONE UINT32_MAX

/* All zero is empty. */
typedef struct {
  uint64_t *slots;
  size_t count, room;
} bcov_table;

/* Whether NUMBER stands for what DATA describes. */
typedef bool bcov_table_same (const void *data, uint32_t number);

/* The number added under HASH that is the same as DATA (of several: the first), or
   BCOV_TABLE_NONE. */
uint32_t bcov_table_find (const bcov_table *table, uint64_t hash, bcov_table_same *same,
                          const void *data);

/* Adds NUMBER (not BCOV_TABLE_NONE) under HASH; whether it is there already is not asked. */
bcov_status bcov_table_add (bcov_mem *mem, bcov_table *table, uint64_t hash, uint32_t number,
                            bcov_error *err);

void bcov_table_free (bcov_mem *mem, bcov_table *table);

/* The hash of LENGTH bytes. */
uint64_t bcov_table_hash (const char *bytes, size_t length);

#endif
