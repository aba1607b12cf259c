/* A gather is a hash table with open addressing that holds indices into an array of keys.  When it
   is complete, the table is freed and a counting sort distributes the keys to groups by their
   hashes. The sort needs a second array of keys for a moment, no larger than the table was.

   The group of a key is hash x groups / 2^32, with the upper half of its hash.  The number of
   groups is arbitrary and does not change when states are removed.

   Memory per state: in a gather 8 to 16 bytes in addition to the key, and up to as much again for
   room to grow; in a layer about one byte in addition to key and number. */

#include "engine/levels/layer.h"
#include "base/hash.h"

#include <assert.h>
#include <string.h>

enum {
  FIRST_SLOTS = 64,
  PER_GROUP = 4,  /* states of a group, on average */
  AT_ONCE = 64,   /* keys of a group read from a file at once */
  MOST_WORDS = 33 /* of a key */
};

static_assert ((FIRST_SLOTS & (FIRST_SLOTS - 1)) == 0, "the number of slots is a power of two");

/* ---- gathering ---- */

/* Returns the slot of KEY, or the free slot for it. */
static uint32_t *slot_of (const bcov_gather *g, const uint64_t *key, uint64_t hash)
{
  size_t k = hash & (g->n_slots - 1);
  while (g->slots[k] &&
         !bcov_hash_same_key (&g->keys[(size_t)(g->slots[k] - 1) * g->words], key, g->words))
    k = (k + 1) & (g->n_slots - 1);
  return &g->slots[k];
}

/* Frees the old table first, because the new one is made from the keys. */
static bcov_status grow_slots (bcov_gather *g, bcov_error *err)
{
  size_t more = g->n_slots ? 2 * g->n_slots : FIRST_SLOTS;
  bcov_mem_free (g->mem, g->slots);
  g->n_slots = 0;
  g->slots = bcov_mem_alloc (g->mem, more, sizeof *g->slots, err);
  if (!g->slots)
    return bcov_mem_status (g->mem);
  g->n_slots = more;
  for (uint32_t s = 0; s < g->count; s++) {
    uint64_t k = bcov_hash_key (&g->keys[(size_t)s * g->words], g->words);
    while (g->slots[k & (more - 1)])
      k++;
    g->slots[k & (more - 1)] = s + 1;
  }
  return BCOV_OK;
}

static bcov_status grow_keys (bcov_gather *g, bcov_error *err)
{
  size_t more = g->room + g->room / 2 + FIRST_SLOTS;
  uint64_t *keys = bcov_mem_resize (g->mem, g->keys, more, g->words * sizeof (uint64_t), err);
  if (!keys)
    return bcov_mem_status (g->mem);
  g->keys = keys;
  g->room = more;
  return BCOV_OK;
}

/* Makes room for COUNT more states. */
static bcov_status make_room (bcov_gather *g, uint32_t count, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (g->count >= BCOV_NO_STATE - 1 - count)
    return bcov_error_add (err, BCOV_STOPPED, NULL,
                           "a level has more than four billion states, which is more than the "
                           "frontier engine supports; use the engine search");
  while (!status && 2 * ((size_t)g->count + count) > g->n_slots)
    status = grow_slots (g, err);
  if (!status && (size_t)g->count + count > g->room)
    status = grow_keys (g, err);
  return status;
}

/* Works in three rounds: prefetch the slots, prefetch the keys found there, then compare and add.
 */
bcov_status bcov_gather_add (bcov_gather *g, const uint64_t *keys, uint32_t count, bcov_error *err)
{
  uint64_t hash[BCOV_TOGETHER];
  bcov_status status = make_room (g, count, err);
  if (status)
    return status;
  assert (count <= BCOV_TOGETHER && 2 * ((size_t)g->count + count) <= g->n_slots);
  for (uint32_t k = 0; k < count; k++) {
    hash[k] = bcov_hash_key (&keys[(size_t)k * g->words], g->words);
    __builtin_prefetch (&g->slots[hash[k] & (g->n_slots - 1)]);
  }
  for (uint32_t k = 0; k < count; k++) {
    uint32_t there = g->slots[hash[k] & (g->n_slots - 1)];
    if (there)
      __builtin_prefetch (&g->keys[(size_t)(there - 1) * g->words]);
  }
  for (uint32_t k = 0; k < count; k++) {
    const uint64_t *key = &keys[(size_t)k * g->words];
    uint32_t *slot = slot_of (g, key, hash[k]);
    if (*slot)
      continue;
    memcpy (&g->keys[(size_t)g->count * g->words], key, g->words * sizeof *key);
    *slot = ++g->count;
  }
  return BCOV_OK;
}

void bcov_gather_free (bcov_gather *g)
{
  bcov_mem_free (g->mem, g->keys);
  bcov_mem_free (g->mem, g->slots);
  *g = (bcov_gather){.mem = g->mem, .words = g->words};
}

/* ---- making and freeing ---- */

static uint32_t group_of (const bcov_layer *layer, const uint64_t *key)
{
  return (uint32_t)((bcov_hash_key (key, layer->words) >> 32) * layer->groups >> 32);
}

/* Distributes the keys FROM to their groups. */
static void deal (bcov_layer *layer, const uint64_t *from)
{
  uint32_t *start = layer->start;
  for (uint32_t s = 0; s < layer->count; s++)
    start[group_of (layer, &from[(size_t)s * layer->words]) + 1]++;
  for (uint32_t g = 0; g < layer->groups; g++)
    start[g + 1] += start[g];
  assert (start[layer->groups] == layer->count);
  for (uint32_t s = layer->count; s-- > 0;) {
    const uint64_t *key = &from[(size_t)s * layer->words];
    uint32_t to = --start[group_of (layer, key) + 1];
    memcpy (&layer->keys[(size_t)to * layer->words], key, layer->words * sizeof *key);
  }
  memmove (start, start + 1,
           layer->groups * sizeof *start); /* start[g + 1] is the start of group g now */
  start[layer->groups] = layer->count;
}

bcov_status bcov_layer_make (bcov_gather *gather, bcov_layer *out, bcov_error *err)
{
  bcov_mem *mem = gather->mem;
  assert (gather->words >= 1 && gather->words <= MOST_WORDS);
  *out = (bcov_layer){.mem = mem,
                      .words = gather->words,
                      .count = gather->count,
                      .groups = gather->count / PER_GROUP + 1};
  bcov_mem_free (mem, gather->slots);
  gather->slots = NULL;
  gather->n_slots = 0;
  out->start = bcov_mem_alloc (mem, (size_t)out->groups + 1, sizeof *out->start, err);
  out->keys =
      bcov_mem_resize (mem, NULL, (size_t)out->count + 1, out->words * sizeof *out->keys, err);
  if (!out->start || !out->keys) {
    bcov_layer_free (out);
    return bcov_mem_status (mem);
  }
  deal (out, gather->keys);
  bcov_gather_free (gather);
  return BCOV_OK;
}

static void free_arrays (bcov_layer *layer)
{
  bcov_mem_free (layer->mem, layer->start);
  bcov_mem_free (layer->mem, layer->keys);
  bcov_mem_free (layer->mem, layer->numbers);
  layer->start = NULL;
  layer->keys = NULL;
  layer->numbers = NULL;
}

void bcov_layer_free (bcov_layer *layer)
{
  if (layer->mem)
    free_arrays (layer);
  *layer = (bcov_layer){0};
}

/* ---- numbers ---- */

bcov_status bcov_layer_number (bcov_layer *layer, uint32_t limbs, bcov_error *err)
{
  assert (layer->start && limbs);
  bcov_mem_free (layer->mem, layer->numbers);
  layer->limbs = 0;
  layer->spill = NULL;
  layer->numbers =
      bcov_mem_alloc (layer->mem, (size_t)layer->count + 1, limbs * sizeof (mp_limb_t), err);
  if (!layer->numbers)
    return bcov_mem_status (layer->mem);
  layer->limbs = limbs;
  return BCOV_OK;
}

/* Returns the limbs of the largest number. */
static uint32_t limbs_needed (const bcov_layer *layer)
{
  uint32_t most = 1;
  for (uint32_t s = 0; s < layer->count; s++) {
    const mp_limb_t *number = bcov_layer_at (layer, s);
    uint32_t n = layer->limbs;
    while (n > most && !number[n - 1])
      n--;
    most = n > most ? n : most;
  }
  return most;
}

/* Moves the states that stay to the front, with LIMBS limbs per number.  Writing never overtakes
 * reading. */
static void close_ranks (bcov_layer *layer, uint32_t limbs)
{
  uint32_t kept = 0, s = 0;
  assert (limbs >= 1 && limbs <= layer->limbs);
  for (uint32_t g = 0; g < layer->groups; g++) {
    uint32_t end = layer->start[g + 1];
    layer->start[g] = kept;
    for (; s < end; s++) {
      const mp_limb_t *number = bcov_layer_at (layer, s);
      if (mpn_zero_p (number, layer->limbs))
        continue;
      assert (kept <= s);
      memmove (&layer->keys[(size_t)kept * layer->words], bcov_layer_key (layer, s),
               layer->words * sizeof *layer->keys);
      memmove (&layer->numbers[(size_t)kept * limbs], number, limbs * sizeof *number);
      kept++;
    }
  }
  layer->start[layer->groups] = layer->count = kept;
  layer->limbs = limbs;
}

/* Shrinks an array to COUNT + 1 elements of SIZE bytes. */
static bcov_status shrink (bcov_mem *mem, void **array, size_t count, size_t size, bcov_error *err)
{
  void *smaller = bcov_mem_resize (mem, *array, count + 1, size, err);
  if (!smaller)
    return bcov_mem_status (mem);
  *array = smaller;
  return BCOV_OK;
}

bcov_status bcov_layer_trim (bcov_layer *layer, bcov_error *err)
{
  void *keys = layer->keys, *numbers = layer->numbers;
  close_ranks (layer, limbs_needed (layer));
  bcov_status status =
      shrink (layer->mem, &keys, layer->count, layer->words * sizeof *layer->keys, err);
  layer->keys = keys;
  if (!status)
    status = shrink (layer->mem, &numbers, layer->count, layer->limbs * sizeof (mp_limb_t), err);
  layer->numbers = numbers;
  return status;
}

/* ---- files ---- */

enum { START, KEYS, NUMBERS, ARRAYS };

typedef struct {
  void *data;
  size_t bytes;
} array;

static void list_arrays (const bcov_layer *layer, array out[ARRAYS])
{
  size_t count = layer->count;
  out[START] = (array){layer->start, ((size_t)layer->groups + 1) * sizeof *layer->start};
  out[KEYS] = (array){layer->keys, count * layer->words * sizeof *layer->keys};
  out[NUMBERS] = (array){layer->numbers, count * layer->limbs * sizeof *layer->numbers};
}

static bcov_status write_arrays (bcov_layer *layer, bcov_spill *spill, bcov_error *err)
{
  array arrays[ARRAYS];
  bcov_status status = BCOV_OK;
  list_arrays (layer, arrays);
  for (int k = 0; !status && k < ARRAYS; k++)
    status = bcov_spill_add (spill, arrays[k].data, arrays[k].bytes, &layer->at[k], err);
  if (!status)
    layer->spill = spill;
  return status;
}

bcov_status bcov_layer_spill (bcov_layer *layer, bcov_spill *spill, bcov_error *err)
{
  bcov_status status = BCOV_OK;
  if (!layer->start)
    return BCOV_OK;
  if (!layer->spill)
    status = write_arrays (layer, spill, err);
  if (status)
    return status;
  free_arrays (layer);
  return BCOV_OK;
}

static bcov_status load_arrays (bcov_layer *layer, bcov_error *err)
{
  array arrays[ARRAYS];
  bcov_status status = BCOV_OK;
  list_arrays (layer, arrays);
  for (int k = 0; !status && k < ARRAYS; k++) {
    array *a = &arrays[k];
    a->data = bcov_mem_resize (layer->mem, NULL, a->bytes + sizeof (uint64_t), 1, err);
    status = a->data ? bcov_spill_read (layer->spill, layer->at[k], a->data, a->bytes, err)
                     : bcov_mem_status (layer->mem);
  }
  layer->start = arrays[START].data;
  layer->keys = arrays[KEYS].data;
  layer->numbers = arrays[NUMBERS].data;
  return status;
}

bcov_status bcov_layer_load (bcov_layer *layer, bcov_error *err)
{
  if (layer->start || !layer->spill)
    return BCOV_OK;
  bcov_status status = load_arrays (layer, err);
  if (status)
    free_arrays (layer);
  return status;
}

/* ---- lookup ---- */

/* Works in rounds like bcov_gather_add, and prefetches the numbers, which are needed next. */
void bcov_layer_look (const bcov_layer *layer, const uint64_t *keys, uint32_t count,
                      uint32_t *states)
{
  uint32_t words = layer->words;
  assert (layer->start && count <= BCOV_TOGETHER);
  for (uint32_t k = 0; k < count; k++) {
    states[k] = group_of (layer, &keys[(size_t)k * words]);
    __builtin_prefetch (&layer->start[states[k]]);
  }
  for (uint32_t k = 0; k < count; k++)
    __builtin_prefetch (bcov_layer_key (layer, layer->start[states[k]]));
  for (uint32_t k = 0; k < count; k++) {
    uint32_t s = layer->start[states[k]], end = layer->start[states[k] + 1];
    while (s < end &&
           !bcov_hash_same_key (bcov_layer_key (layer, s), &keys[(size_t)k * words], words))
      s++;
    states[k] = s < end ? s : BCOV_NO_STATE;
    if (s < end && layer->limbs)
      __builtin_prefetch (bcov_layer_at (layer, s));
  }
}

/* Looks for KEY among the states FROM .. END-1 in the file. */
static bcov_status look_in_file (const bcov_layer *layer, const uint64_t *key, uint32_t from,
                                 uint32_t end, uint32_t *state, bcov_error *err)
{
  uint64_t keys[AT_ONCE * MOST_WORDS];
  size_t size = layer->words * sizeof *keys;
  while (from < end && *state == BCOV_NO_STATE) {
    uint32_t count = end - from < AT_ONCE ? end - from : AT_ONCE;
    bcov_status status =
        bcov_spill_read (layer->spill, layer->at[KEYS] + from * size, keys, count * size, err);
    if (status)
      return status;
    for (uint32_t k = 0; k < count; k++)
      if (bcov_hash_same_key (&keys[k * layer->words], key, layer->words))
        *state = from + k;
    from += count;
  }
  return BCOV_OK;
}

bcov_status bcov_layer_find (const bcov_layer *layer, const uint64_t *key, uint32_t *state,
                             bcov_error *err)
{
  uint32_t range[2];
  *state = BCOV_NO_STATE;
  if (layer->start || !layer->count) {
    if (layer->count)
      bcov_layer_look (layer, key, 1, state);
    return BCOV_OK;
  }
  uint64_t at = layer->at[START] + (uint64_t)group_of (layer, key) * sizeof *range;
  bcov_status status = bcov_spill_read (layer->spill, at, range, sizeof range, err);
  if (!status)
    status = look_in_file (layer, key, range[0], range[1], state, err);
  return status;
}

bcov_status bcov_layer_read (const bcov_layer *layer, uint32_t state, mpz_t out, bcov_error *err)
{
  size_t size = layer->limbs * sizeof (mp_limb_t);
  bcov_status status = BCOV_OK;
  assert (state < layer->count && layer->limbs);
  mp_limb_t *limbs = mpz_limbs_write (out, layer->limbs);
  if (layer->start)
    memcpy (limbs, bcov_layer_at (layer, state), size);
  else
    status = bcov_spill_read (layer->spill, layer->at[NUMBERS] + state * size, limbs, size, err);
  mpz_limbs_finish (out, status ? 0 : (mp_size_t)layer->limbs);
  return status;
}
