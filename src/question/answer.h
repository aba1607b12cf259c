/* What a question came to, with its evidence. */

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
  char *count;         /* decimal; of list: how many were handed over */
  bool complete;       /* false: COUNT or CELLS is only a lower bound */
  uint64_t cells;      /* fill: cells covered */
  bcov_covering *best; /* fill: one way to cover that many */
  const char *engine;
  double seconds;
  char *symmetry; /* the value of that statistic, which is no number */
  size_t n_statistics;
  bcov_statistic statistics[BCOV_STATISTICS];
};

/* There is none yet; ANSWER may be NULL. */
static inline void bcov_answer_start (bcov_answer **answer)
{
  if (answer)
    *answer = NULL;
}

/* An empty answer that holds MEM. */
bcov_status bcov_answer_new (bcov_mem *mem, bcov_answer **out, bcov_error *err);

/* Adds a statistic; NAME must outlive the answer.  The value of "symmetry" is ANSWER's own. */
void bcov_answer_add (bcov_answer *answer, const char *name, uint64_t number);

#endif
