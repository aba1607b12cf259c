/* The kinds of steps in the trace of a search. */

#ifndef BCOV_STEP_KIND_H
#define BCOV_STEP_KIND_H

typedef enum {
  BCOV_CHOOSE,  /* selects the item to cover next */
  BCOV_TRY,     /* places a piece */
  BCOV_CUT,     /* abandons a branch without solutions */
  BCOV_BACK,    /* removes the last piece */
  BCOV_LEAVE,   /* leaves an optional item empty */
  BCOV_COVERED, /* found a covering */
  BCOV_ENDED
} bcov_step_kind;

#endif
