/* The kinds of steps of a search that is told step by step. */

#ifndef BCOV_DEED_H
#define BCOV_DEED_H

typedef enum {
  BCOV_CHOOSE,  /* what is to be covered next */
  BCOV_TRY,     /* a piece is laid */
  BCOV_CUT,     /* this leads nowhere */
  BCOV_BACK,    /* the piece laid last is taken back */
  BCOV_LEAVE,   /* what may stay empty stays so */
  BCOV_COVERED, /* what lies there is a covering */
  BCOV_ENDED
} bcov_deed;

#endif
