/* The states of one level of the frontier, kept: their keys, and for each a number.

   States lie in groups by the hash of their keys, a few to a group, so that a key is found with two
   looks and a byte or so of index for each state.  A layer is in memory or in a temporary file; one
   that is in a file can still be asked, or be brought back.

     bcov_gather gather = {.mem = mem, .words = 1};
     bcov_status status = bcov_gather_add (&gather, key, 1, err);       (any number of times)
     if (!status)
       status = bcov_layer_make (&gather, &layer, err);
     uint32_t state;
     if (!status)
       status = bcov_layer_find (&layer, key, &state, err);                                   */

#ifndef BCOV_LAYER_H
#define BCOV_LAYER_H

#include "base/mem.h"
#include "base/spill.h"

#include <assert.h>
#include <gmp.h>

#define BCOV_NO_STATE UINT32_MAX

/* Keys that are looked up together at most: each is fetched from memory while others are at work,
   where one alone would wait. */
enum { BCOV_TOGETHER = 64 };

static_assert (GMP_NUMB_BITS == 64, "limbs of GMP are words");

/* States being gathered, each once.  Set MEM and WORDS (of a key); the rest is zero at first. */
typedef struct {
  bcov_mem *mem;
  uint32_t words;
  uint32_t count;
  size_t room; /* states */
  uint64_t *keys;
  uint32_t *slots; /* state + 1, or 0 */
  size_t n_slots;
} bcov_gather;

/* Adds each of COUNT keys (BCOV_TOGETHER at most) that is new.  BCOV_STOPPED when there are more
   states than numbers for them. */
bcov_status bcov_gather_add (bcov_gather *gather, const uint64_t *keys, uint32_t count,
                             bcov_error *err);
void bcov_gather_free (bcov_gather *gather);

/* All zero is a layer without states. */
typedef struct {
  bcov_mem *mem;
  uint32_t words;  /* of a key */
  uint32_t limbs;  /* of a number; 0: there are none yet */
  uint32_t count;  /* states */
  uint32_t groups; /* group G has the states start[G] .. start[G+1]-1 */
  uint32_t *start; /* NULL when it is not in memory */
  uint64_t *keys;
  mp_limb_t *numbers;
  const bcov_spill *spill; /* where a copy lies that is up to date, else NULL */
  uint64_t at_start, at_keys, at_numbers;
} bcov_layer;

/* The layer of the states of GATHER, which becomes empty. */
bcov_status bcov_layer_make (bcov_gather *gather, bcov_layer *out, bcov_error *err);
void bcov_layer_free (bcov_layer *layer);

/* Room for numbers of LIMBS limbs, all 0; the layer must be in memory.  A copy in a file is
   forgotten. */
bcov_status bcov_layer_number (bcov_layer *layer, uint32_t limbs, bcov_error *err);

/* Throws out the states whose number is 0, and limbs that all numbers can do without. */
bcov_status bcov_layer_trim (bcov_layer *layer, bcov_error *err);

/* Moves it to SPILL (or leaves the copy that a file still has), or back to memory. */
bcov_status bcov_layer_spill (bcov_layer *layer, bcov_spill *spill, bcov_error *err);
bcov_status bcov_layer_load (bcov_layer *layer, bcov_error *err);

/* The state with KEY, or BCOV_NO_STATE. */
bcov_status bcov_layer_find (const bcov_layer *layer, const uint64_t *key, uint32_t *state,
                             bcov_error *err);

/* The same for COUNT keys (BCOV_TOGETHER at most) and a layer in memory. */
void bcov_layer_look (const bcov_layer *layer, const uint64_t *keys, uint32_t count,
                      uint32_t *states);

/* The number of STATE, put into OUT (limbs of the layer). */
bcov_status bcov_layer_read (const bcov_layer *layer, uint32_t state, mp_limb_t *out,
                             bcov_error *err);

static inline const uint64_t *bcov_layer_key (const bcov_layer *layer, uint32_t state)
{
  return &layer->keys[(size_t)state * layer->words];
}

static inline mp_limb_t *bcov_layer_at (const bcov_layer *layer, uint32_t state)
{
  return &layer->numbers[(size_t)state * layer->limbs];
}

#endif
