/* The linear relaxation of `fill`: each option is taken to a degree between 0 and 1, and no item is
   touched more often than it allows.  Its value is an upper bound of the cells that can be covered.

     bcov_lp *lp;
     bcov_lp_new (model, &lp, err);
     bcov_lp_solve (lp, 0, 0);
     if (lp->bound < goal * BCOV_LP_UNIT) ... no filling covers GOAL cells ...
     bcov_lp_free (lp);

   Not thread safe; each thread has its own. */

#ifndef BCOV_LP_H
#define BCOV_LP_H

#include "model/model.h"

/* One cell, in the fixed point numbers of bounds and prices. */
#define BCOV_LP_UNIT ((int64_t)1 << 32)

typedef enum { BCOV_LP_FREE, BCOV_LP_OUT, BCOV_LP_IN } bcov_lp_choice;

typedef struct {
  bcov_mem *mem;
  uint32_t rows, options;
  uint32_t *row_of;         /* of each item; BCOV_NO_ITEM: it limits nothing */
  uint32_t *first, *row;    /* the rows of each option, ... */
  uint32_t *begin, *column; /* ... and the options of each row, ... */
  double *times, *weight;   /* ... with their coefficients */
  uint32_t *room;           /* of each row */
  uint32_t *gain;           /* of each option */
  uint8_t *choice;          /* a bcov_lp_choice of each option */
  double *cost;             /* gains, perturbed against ties */
  /* The basis.  Variables are the options, then the slacks of the rows. */
  uint32_t *head;      /* the basic variable of each row */
  uint32_t *place;     /* of each variable: its row, or BCOV_NO_ITEM */
  uint8_t *upper;      /* of each variable: at its upper bound, if it is not basic */
  double *inverse;     /* of the basis, by rows */
  double *norm;        /* squares of the norms of these rows, as far as they are known */
  double *value;       /* of each basic variable */
  double *slope;       /* reduced cost of each variable */
  double *alpha, *tau; /* scratch: of each variable, of each row */
  double *entering, *dual;
  double *way;
  uint32_t *passed, *filled;
  uint64_t pivots; /* so far */
  uint32_t stale;  /* pivots since the last inversion */
  /* The exact result. */
  int64_t bound;  /* in BCOV_LP_UNIT */
  int64_t *price; /* of each row: what one touch costs */
  int64_t *worth; /* of each option: its gain without what it costs */
  bool optimal;
} bcov_lp;

/* Makes the relaxation of MODEL, which must outlive it. */
bcov_status bcov_lp_new (const bcov_model *model, bcov_lp **out, bcov_error *err);
void bcov_lp_free (bcov_lp *lp);

/* Returns the approximate bytes of a relaxation of MODEL. */
double bcov_lp_bytes (const bcov_model *model);

/* Copies the choices, the basis and the number of pivots of FROM, which has the same model.  What
   follows does not depend on the past of LP. */
void bcov_lp_copy (bcov_lp *lp, const bcov_lp *from);

/* Improves the bound until it is the optimum, or below GOAL cells, or after PIVOTS pivots (0: no
   limit).  Whatever the rounding errors are, lp->bound is an upper bound: it is computed from the
   rounded prices in integers.  lp->optimal tells whether the values are those of an optimum.
   Returns whether more pivots could lower it. */
bool bcov_lp_solve (bcov_lp *lp, uint64_t goal, uint64_t pivots);

/* Returns the degree to which OPTION is taken. */
double bcov_lp_value (const bcov_lp *lp, uint32_t option);

#endif
