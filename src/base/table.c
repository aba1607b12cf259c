/* Open addressing with linear probing, at most half full.  A slot holds 32 bits of the hash and the
   number plus one; 0 is a free slot.  The stored hash bits make growing possible without the caller
   and reject most other objects before the caller compares.
   Time: constant per call on average.  Memory: 16 to 32 bytes per number. */

#include "base/table.h"
#include "base/hash.h"

enum { LEAST_ROOM = 16 };

static uint64_t make_slot (uint64_t hash, uint32_t number)
{
  return hash >> 32 << 32 | (number + 1u);
}

static size_t home (uint64_t slot, size_t room)
{
  return (size_t)(slot >> 32) & (room - 1);
}

uint32_t bcov_table_find (const bcov_table *table, uint64_t hash, bcov_table_same *same,
                          const void *data)
{
  if (!table->count)
    return BCOV_TABLE_NONE;
  for (size_t at = home (hash, table->room);; at = (at + 1) & (table->room - 1)) {
    uint64_t slot = table->slots[at];
    if (!slot)
      return BCOV_TABLE_NONE;
    if (slot >> 32 == hash >> 32 && same (data, (uint32_t)slot - 1))
      return (uint32_t)slot - 1;
  }
}

static void put_slot (uint64_t *slots, size_t room, uint64_t slot)
{
  size_t at = home (slot, room);
  while (slots[at])
    at = (at + 1) & (room - 1);
  slots[at] = slot;
}

/* Moves all slots in probe order, starting after a free slot, so that equal slots keep their order.
 */
static void move_slots (const bcov_table *from, uint64_t *slots, size_t room)
{
  size_t start = 0;
  while (start < from->room && from->slots[start])
    start++;
  for (size_t k = 0; k < from->room; k++) {
    uint64_t slot = from->slots[(start + k) & (from->room - 1)];
    if (slot)
      put_slot (slots, room, slot);
  }
}

static bcov_status make_room (bcov_mem *mem, bcov_table *table, bcov_error *err)
{
  if (table->count < table->room / 2)
    return BCOV_OK;
  size_t room = table->room ? table->room * 2 : LEAST_ROOM;
  uint64_t *slots = bcov_mem_alloc (mem, room, sizeof *slots, err);
  if (!slots)
    return bcov_mem_status (mem);
  move_slots (table, slots, room);
  bcov_mem_free (mem, table->slots);
  table->slots = slots;
  table->room = room;
  return BCOV_OK;
}

bcov_status bcov_table_add (bcov_mem *mem, bcov_table *table, uint64_t hash, uint32_t number,
                            bcov_error *err)
{
  bcov_status status = make_room (mem, table, err);
  if (!status) {
    put_slot (table->slots, table->room, make_slot (hash, number));
    table->count++;
  }
  return status;
}

void bcov_table_free (bcov_mem *mem, bcov_table *table)
{
  bcov_mem_free (mem, table->slots);
  *table = (bcov_table){0};
}

uint64_t bcov_table_hash (const char *bytes, size_t length)
{
  uint64_t hash = length;
  for (size_t k = 0; k < length; k++)
    hash = bcov_hash_mix (hash, (unsigned char)bytes[k]);
  return bcov_hash_end (hash);
}
