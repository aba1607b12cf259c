/* Answers.  Statistics are texts, in the order in which they are printed. */

#include "question/answer.h"
#include "base/accessor.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

bcov_status bcov_answer_new (bcov_mem *mem, bcov_answer **out, bcov_error *err)
{
  bcov_answer *answer = bcov_mem_alloc (mem, 1, sizeof *answer, err);
  *out = answer;
  if (!answer)
    return bcov_mem_status (mem);
  answer->mem = bcov_mem_hold (mem);
  return BCOV_OK;
}

void bcov_answer_free (bcov_answer *answer)
{
  if (!answer)
    return;
  bcov_mem *mem = answer->mem;
  bcov_free (answer->count);
  bcov_free (answer->symmetry);
  bcov_covering_free (answer->covering);
  bcov_mem_free (mem, answer);
  bcov_mem_delete (mem);
}

void bcov_answer_add (bcov_answer *answer, const char *name, uint64_t number)
{
  if (answer->statistics == BCOV_STATISTICS)
    return;
  bcov_statistic *next = &answer->statistic[answer->statistics++];
  next->name = name;
  snprintf (next->digits, sizeof next->digits, "%" PRIu64, number);
}

/* ---- public accessors ---- */

BCOV_ACCESSOR (const char *, answer, count, answer->count)
BCOV_ACCESSOR (bool, answer, complete, answer->complete)
BCOV_ACCESSOR (uint64_t, answer, cells, answer->cells)
BCOV_ACCESSOR (const bcov_covering *, answer, covering, answer->covering)
BCOV_ACCESSOR (const char *, answer, engine, answer->engine)
BCOV_ACCESSOR (double, answer, seconds, answer->seconds)
BCOV_ACCESSOR (size_t, answer, statistics, answer->statistics)
BCOV_ACCESSOR_AT (const char *, answer, statistic_name, answer->statistic[k].name)

const char *bcov_answer_statistic_value (const bcov_answer *answer, size_t k)
{
  const bcov_statistic *statistic = &answer->statistic[k];
  return strcmp (statistic->name, "symmetry") ? statistic->digits : answer->symmetry;
}

const char *bcov_answer_statistic (const bcov_answer *answer, const char *name)
{
  for (size_t k = 0; k < answer->statistics; k++)
    if (!strcmp (name, answer->statistic[k].name))
      return bcov_answer_statistic_value (answer, k);
  return NULL;
}
