/* The answer to a question, with statistics. */

#ifndef BCOV_ANSWER_H
#define BCOV_ANSWER_H

#include "puzzle/covering.h"

enum { BCOV_STATISTICS = 16 }; /* at most */

typedef struct {
  const char *name;
  char digits[24];
} bcov_statistic;

struct bcov_answer {
  bcov_mem *mem;
  char *count;             /* decimal; list: the number of coverings listed */
  bool complete;           /* false: COUNT or CELLS is only a lower bound */
  uint64_t cells;          /* fill: cells covered */
  bcov_covering *covering; /* fill: a covering of that many cells */
  const char *engine;
  double seconds;
  char *symmetry;    /* the value of the statistic "symmetry", which is not a number */
  size_t statistics; /* their number */
  bcov_statistic statistic[BCOV_STATISTICS];
};

/* Sets *ANSWER to NULL; ANSWER may be NULL. */
static inline void bcov_answer_start (bcov_answer **answer)
{
  if (answer)
    *answer = NULL;
}

/* Makes an empty answer that holds MEM. */
bcov_status bcov_answer_new (bcov_mem *mem, bcov_answer **out, bcov_error *err);

/* Adds a statistic; NAME must outlive the answer.  The value of "symmetry" is in answer->symmetry.
 */
void bcov_answer_add (bcov_answer *answer, const char *name, uint64_t number);

#endif
