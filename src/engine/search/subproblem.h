/* A subproblem: a small model in bits, made of the options that are alive at some level of a
   search.

   Its options are numbered anew, in the same order; an item has a *lane* where its options are
   counted, and *columns* of bits that tell with which options a touch of it clashes.  Items that
   need and forbid nothing any more have neither. */

#ifndef BCOV_SUBPROBLEM_H
#define BCOV_SUBPROBLEM_H

#include "model/model.h"

enum { BCOV_SUBPROBLEM_LINE = 8 }; /* words and lanes are multiples of it */

/* Added to the count of an item in a subproblem that need not be touched (any more). */
#define BCOV_SUBPROBLEM_DONE ((uint64_t)1 << 30)

/* What subproblems of a model have in common. */
typedef struct {
  const bcov_model *model;
  bool all;         /* some option touches no item that must be touched once: all items get lanes */
  bool plain;       /* every item must be touched: those in need are all that matter */
  uint32_t *shades; /* of each item: its greatest colour */
} bcov_scheme;

typedef struct {
  uint32_t level;                    /* of the search, from which on it is used */
  uint32_t words, lanes, columns;    /* of 64 options; of items counted; of clashes */
  BCOV_VEC (uint32_t) option;        /* number of each in the model, ascending */
  BCOV_VEC (uint32_t) lane;          /* of each item of the model, or BCOV_NO_ITEM */
  BCOV_VEC (uint32_t) column;        /* of each item: the first, or BCOV_NO_ITEM */
  BCOV_VEC (uint32_t) item;          /* of each lane */
  BCOV_VEC (uint64_t) room;          /* of the next two */
  uint64_t *by_word;                 /* the lanes' columns, as in column_counts.h */
  uint64_t *by_column;               /* the columns one after the other */
  BCOV_VEC (uint64_t) alive, counts; /* a row for each level from LEVEL on */
} bcov_subproblem;

bcov_status bcov_scheme_make (const bcov_model *model, bcov_scheme *out, bcov_error *err);
void bcov_scheme_free (bcov_scheme *scheme);

/* Bytes that the subproblem of all options takes. */
double bcov_scheme_bytes (const bcov_scheme *scheme);

/* Makes SUBPROBLEM (all zero, or made before) of the options that are alive in the last row, LEVEL,
   of PARENT; or of all if that is NULL. */
bcov_status bcov_subproblem_make (const bcov_scheme *scheme, const bcov_subproblem *parent,
                                  uint32_t level, bcov_subproblem *subproblem, bcov_error *err);
void bcov_subproblem_free (bcov_mem *mem, bcov_subproblem *subproblem);

/* The rows of LEVEL. */
static inline uint64_t *bcov_subproblem_alive (const bcov_subproblem *p, uint32_t level)
{
  return p->alive.data + (size_t)(level - p->level) * p->words;
}

static inline uint64_t *bcov_subproblem_counts (const bcov_subproblem *p, uint32_t level)
{
  return p->counts.data + (size_t)(level - p->level) * p->lanes;
}

/* Takes from ROW what clashes with TOUCH of an option. */
void bcov_subproblem_clash (const bcov_scheme *scheme, const bcov_subproblem *subproblem,
                            bcov_touch touch, uint64_t *row);

#endif
