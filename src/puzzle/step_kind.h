/* The kinds of steps in the trace of a search. */

#ifndef BCOV_STEP_KIND_H
#define BCOV_STEP_KIND_H

typedef enum {
  BCOV_CHOOSE,  /* what is to be covered next */
  BCOV_TRY,     /* a piece is laid */
  BCOV_CUT,     /* this leads nowhere */
  BCOV_BACK,    /* the piece laid last is taken back */
  BCOV_LEAVE,   /* what may stay empty stays so */
  BCOV_COVERED, /* what lies there is a covering */
  BCOV_ENDED
} bcov_step_kind;

#endif
