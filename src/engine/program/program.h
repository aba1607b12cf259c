/* A program: a model unrolled into levels along an order of its items.

   Each option belongs to the level of its *guard*, its first item in the order that takes at most
   one touch (hi = 1).  A level chooses at most one of its options, and exactly one if the guard
   must be touched and is not yet.  An option without such an item has a level of its own: it is
   chosen or not. Between two levels, the *state* is the part of the earlier choices that still
   matters: the values of all items that earlier levels may have touched and later ones may touch
   again.  An item is *open* from the first level that touches it to the last.  While it is open it
   has a *field* in the key: a bit, a counter or a colour.  Later fields reuse the bits of closed
   ones.

   bcov_program_step takes a state through a level, with or without a move; the engines do the same
   in faster ways. */

#ifndef BCOV_PROGRAM_H
#define BCOV_PROGRAM_H

#include "base/control.h"
#include "model/model.h"

#define BCOV_NO_MOVE UINT32_MAX

enum {
  BCOV_MOST_BITS = 2048, /* of a key; the frontier does not support wider models */
  BCOV_MOST_WORDS = BCOV_MOST_BITS / 64 + 1 /* of a key, with a spare bit */
};

typedef enum {
  BCOV_FIELD_BIT,   /* touched or not */
  BCOV_FIELD_COUNT, /* times it was touched; without an upper limit counted up to LO only */
  BCOV_FIELD_COLOUR /* 0: none yet */
} bcov_field_kind;

/* An item's place in the key. */
typedef struct {
  uint32_t item;
  bcov_field_kind kind;
  uint32_t shift, width;  /* bits shift .. shift+width-1 of the key; never across two words */
  uint32_t lo, hi;        /* as in the model; hi may be BCOV_MANY */
  uint32_t opens, closes; /* the first and the last level that touch it */
  bool kept;              /* never closes: the final keys contain its value */
} bcov_field;

/* The effect of a move on a counter or a colour. */
typedef struct {
  uint32_t field;
  uint32_t amount; /* times, or the colour */
} bcov_step;

/* A choice: one option.  The masks below contain its bits; steps are for the other fields. */
typedef struct {
  uint32_t option; /* in the model */
  uint32_t first_step, steps;
} bcov_move;

/* What remains possible for a counter after a level: at most MORE further touches. */
typedef struct {
  uint32_t field;
  uint64_t more;
} bcov_outlook;

typedef struct {
  uint32_t item;              /* the guard, or the item of a level of its own */
  bool guarded;               /* the guard has a bit: a state that has it set takes no move */
  bool skip;                  /* a state whose guard is not covered may make no move */
  uint32_t first_move, moves; /* in the order of their options */
  uint32_t first_outlook, outlooks;
  uint32_t bits;    /* of the key in use before the level */
  uint32_t options; /* of all levels from here on */
} bcov_level;

/* Masks of WORDS words each, in one array; see bcov_program_mask. */
typedef enum {
  BCOV_MASK_GUARD, /* of a level: the guard's bit, if it has one */
  BCOV_MASK_MUST,  /* of a level: bits that must be set when it ends, ... */
  BCOV_MASK_CLEAR, /* ... and all fields that then close */
  BCOV_LEVEL_MASKS
} bcov_level_mask;
typedef enum {
  BCOV_MASK_TEST, /* of a move: bits that must not be set before (open, not the guard) */
  BCOV_MASK_SET,  /* of a move: bits that it sets, after the guard's bit was cleared */
  BCOV_MOVE_MASKS
} bcov_move_mask;

typedef struct {
  bcov_mem *mem;
  uint32_t bits, words;      /* of a key; the last word has a spare bit */
  bool plain;                /* every field is a bit, and none is kept */
  double bound;              /* there are at most 2^bound solutions */
  BCOV_VEC (uint32_t) order; /* the items, as given */
  BCOV_VEC (bcov_level) levels;
  BCOV_VEC (bcov_move) moves;
  BCOV_VEC (bcov_step) steps;
  BCOV_VEC (bcov_outlook) outlooks;
  BCOV_VEC (bcov_field) fields;
  BCOV_VEC (uint64_t) level_masks, move_masks;
} bcov_program;

void bcov_program_free (bcov_program *program);

/* Returns the number of fields that stay open for more than half of the levels, like those of
   pieces that are used once. */
uint32_t bcov_program_long_fields (const bcov_program *program);

static inline const uint64_t *bcov_program_level_mask (const bcov_program *program, uint32_t level,
                                                       bcov_level_mask which)
{
  return &program->level_masks.data[((size_t)level * BCOV_LEVEL_MASKS + which) * program->words];
}

static inline const uint64_t *bcov_program_move_mask (const bcov_program *program, uint32_t move,
                                                      bcov_move_mask which)
{
  return &program->move_masks.data[((size_t)move * BCOV_MOVE_MASKS + which) * program->words];
}

/* Returns whether a state must pass LEVEL without a move because its guard is covered. */
bool bcov_program_covered (const bcov_program *program, uint32_t level, const uint64_t *key);

/* Computes the state after LEVEL with MOVE (a number in program->moves) or BCOV_NO_MOVE.  Returns
   false if that is no choice: the move does not fit, a move is needed, or none is allowed.  OUT may
   be KEY. The first key is all zero; after the last level it is all zero except for kept fields. */
bool bcov_program_step (const bcov_program *program, uint32_t level, uint32_t move,
                        const uint64_t *key, uint64_t *out);

/* Returns the value of a field in a key. */
uint64_t bcov_program_value (const bcov_program *program, uint32_t field, const uint64_t *key);

#endif
