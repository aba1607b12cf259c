/* Answers.  Statistics are texts in the order in which people want to read them. */

#include "question/answer.h"
#include "base/text.h"

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
  bcov_covering_free (answer->best);
  bcov_mem_free (mem, answer);
  bcov_mem_delete (mem);
}

void bcov_answer_add (bcov_answer *answer, const char *name, uint64_t number)
{
  if (answer->n_statistics == BCOV_STATISTICS)
    return;
  bcov_statistic *next = &answer->statistics[answer->n_statistics++];
  next->name = name;
  snprintf (next->digits, sizeof next->digits, "%" PRIu64, number);
}

/* ---- what the user reads ---- */

const char *bcov_answer_count (const bcov_answer *answer)
{
  return answer->count;
}

bool bcov_answer_complete (const bcov_answer *answer)
{
  return answer->complete;
}

uint64_t bcov_answer_cells (const bcov_answer *answer)
{
  return answer->cells;
}

const bcov_covering *bcov_answer_covering (const bcov_answer *answer)
{
  return answer->best;
}

const char *bcov_answer_engine (const bcov_answer *answer)
{
  return answer->engine;
}

double bcov_answer_seconds (const bcov_answer *answer)
{
  return answer->seconds;
}

size_t bcov_answer_statistics (const bcov_answer *answer)
{
  return answer->n_statistics;
}

const char *bcov_answer_statistic_name (const bcov_answer *answer, size_t k)
{
  return answer->statistics[k].name;
}

const char *bcov_answer_statistic_value (const bcov_answer *answer, size_t k)
{
  const bcov_statistic *statistic = &answer->statistics[k];
  return strcmp (statistic->name, "symmetry") ? statistic->digits : answer->symmetry;
}

const char *bcov_answer_statistic (const bcov_answer *answer, const char *name)
{
  for (size_t k = 0; k < answer->n_statistics; k++)
    if (!strcmp (name, answer->statistics[k].name))
      return bcov_answer_statistic_value (answer, k);
  return NULL;
}
