/* The answer to a question, with statistics. */

#ifndef BCOV_ANSWER_H
#define BCOV_ANSWER_H

#include "puzzle/covering.h"

enum { BCOV_STATISTICS = 16 }; /* at most */

typedef struct {
  const char *name;
  const char *text; /* NULL: the value is a number */
  char digits[24];
} bcov_statistic;

struct bcov_answer {
  bcov_mem *mem;
  char *count;             /* decimal; list: the number of coverings listed */
  bool complete;           /* false: COUNT or CELLS is only a lower bound */
  uint64_t cells;          /* fill: cells covered */
  bcov_covering *covering; /* fill: a covering of that many cells; solve: one, or NULL */
  char *why;               /* a proof that there is none, or NULL */
  const char *engine;
  double seconds;
  char *symmetry;    /* the text of the statistic "symmetry" */
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

/* Adds a statistic.  NAME and TEXT must live as long as the answer. */
void bcov_answer_add (bcov_answer *answer, const char *name, uint64_t number);
void bcov_answer_add_text (bcov_answer *answer, const char *name, const char *text);

#endif
