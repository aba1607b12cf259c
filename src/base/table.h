/* A hash table from objects to numbers.  It stores hashes and numbers; the caller knows which
   object belongs to each number, and compares objects.

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

/* Returns true if NUMBER belongs to the object that DATA describes. */
typedef bool bcov_table_same (const void *data, uint32_t number);

/* Returns the number added under HASH that SAME accepts for DATA (the first of several), or
   BCOV_TABLE_NONE. */
uint32_t bcov_table_find (const bcov_table *table, uint64_t hash, bcov_table_same *same,
                          const void *data);

/* Adds NUMBER (not BCOV_TABLE_NONE) under HASH, without looking for duplicates. */
bcov_status bcov_table_add (bcov_mem *mem, bcov_table *table, uint64_t hash, uint32_t number,
                            bcov_error *err);

void bcov_table_free (bcov_mem *mem, bcov_table *table);

/* Returns the hash of LENGTH bytes. */
uint64_t bcov_table_hash (const char *bytes, size_t length);

#endif
