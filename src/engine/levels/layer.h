/* The states between two levels of the frontier: their keys, and a number for each.

   States are in small groups by the hash of their keys, so that finding a key takes two memory
   accesses, and the index takes about a byte per state.  A layer is in memory or in a temporary
   file.  A layer in a file can still be searched, or be loaded again.

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

/* Keys looked up together, at most, so that their memory accesses overlap. */
enum { BCOV_TOGETHER = 64 };

static_assert (GMP_NUMB_BITS == 64, "limbs of GMP are words");

/* A set of states under construction.  Set MEM and WORDS (of a key); the rest is zero at first. */
typedef struct {
  bcov_mem *mem;
  uint32_t words;
  uint32_t count;
  size_t room; /* states */
  uint64_t *keys;
  uint32_t *slots; /* state + 1, or 0 */
  size_t n_slots;
} bcov_gather;

/* Adds COUNT keys (at most BCOV_TOGETHER), except those that are present.  Returns BCOV_STOPPED if
   there are more states than 32-bit numbers. */
bcov_status bcov_gather_add (bcov_gather *gather, const uint64_t *keys, uint32_t count,
                             bcov_error *err);
void bcov_gather_free (bcov_gather *gather);

/* All zero is a layer without states. */
typedef struct {
  bcov_mem *mem;
  uint32_t words;  /* of a key */
  uint32_t limbs;  /* of a number; 0: no numbers yet */
  uint32_t count;  /* states */
  uint32_t groups; /* group G has the states start[G] .. start[G+1]-1 */
  uint32_t *start; /* NULL: the layer is not in memory */
  uint64_t *keys;
  mp_limb_t *numbers;
  const bcov_spill *spill; /* the file with an up-to-date copy, or NULL */
  uint64_t at[3];          /* of the start, the keys and the numbers in the file */
} bcov_layer;

/* Makes a layer of the states of GATHER, which becomes empty. */
bcov_status bcov_layer_make (bcov_gather *gather, bcov_layer *out, bcov_error *err);
void bcov_layer_free (bcov_layer *layer);

/* Gives each state the number 0 with room for LIMBS limbs.  The layer must be in memory; its copy
   in a file becomes invalid. */
bcov_status bcov_layer_number (bcov_layer *layer, uint32_t limbs, bcov_error *err);

/* Removes the states whose number is 0, and limbs that no number needs. */
bcov_status bcov_layer_trim (bcov_layer *layer, bcov_error *err);

/* Moves the layer to SPILL (unless a copy is up to date), or back to memory. */
bcov_status bcov_layer_spill (bcov_layer *layer, bcov_spill *spill, bcov_error *err);
bcov_status bcov_layer_load (bcov_layer *layer, bcov_error *err);

/* Finds the state with KEY, or BCOV_NO_STATE. */
bcov_status bcov_layer_find (const bcov_layer *layer, const uint64_t *key, uint32_t *state,
                             bcov_error *err);

/* The same for COUNT keys (at most BCOV_TOGETHER) and a layer in memory. */
void bcov_layer_look (const bcov_layer *layer, const uint64_t *keys, uint32_t count,
                      uint32_t *states);

/* Sets OUT to the number of STATE. */
bcov_status bcov_layer_read (const bcov_layer *layer, uint32_t state, mpz_t out, bcov_error *err);

static inline const uint64_t *bcov_layer_key (const bcov_layer *layer, uint32_t state)
{
  return &layer->keys[(size_t)state * layer->words];
}

static inline mp_limb_t *bcov_layer_at (const bcov_layer *layer, uint32_t state)
{
  return &layer->numbers[(size_t)state * layer->limbs];
}

#endif
