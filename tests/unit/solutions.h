/* Lists the solutions of a compiled puzzle with the brute engine, for tests. */

#ifndef SOLUTIONS_H
#define SOLUTIONS_H

#include "engine/search/brute.h"

#include <stdlib.h>

enum { SOLUTIONS_MOST = 400, SOLUTIONS_LAID = 64 };

/* The solutions, each sorted. */
typedef struct {
  uint32_t options[SOLUTIONS_MOST][SOLUTIONS_LAID];
  uint32_t size[SOLUTIONS_MOST];
  uint8_t met[SOLUTIONS_MOST]; /* for the caller */
  uint32_t count;
} solutions;

static inline int solutions_by_number (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

static inline bool solutions_gather (void *data, const uint32_t *options, size_t count)
{
  solutions *s = data;
  if (s->count == SOLUTIONS_MOST || count > SOLUTIONS_LAID)
    return false;
  for (size_t k = 0; k < count; k++)
    s->options[s->count][k] = options[k];
  qsort (s->options[s->count], count, sizeof (uint32_t), solutions_by_number);
  s->met[s->count] = 0;
  s->size[s->count++] = (uint32_t)count;
  return true;
}

/* Runs the brute engine, with S or only to count.  Returns false if it was stopped. */
static inline bool solutions_brute (const bcov_model *model, solutions *s, uint64_t *count)
{
  bcov_control control;
  bcov_watch watch = {.seconds = 0.2};
  bcov_result result;
  bcov_control_start (&control, &watch);
  bcov_job job = {.model = model,
                  .share = {1, 1},
                  .workers = 1,
                  .sink = s ? solutions_gather : NULL,
                  .data = s,
                  .control = &control};
  if (s)
    s->count = 0;
  bcov_result_init (model->mem, &result);
  assert_int_equal (bcov_brute_run (&job, &result, NULL), 0);
  bool complete = result.complete;
  *count = mpz_get_ui (result.found.value);
  bcov_result_free (&result);
  return complete;
}

#endif
