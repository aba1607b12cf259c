/* Questions about a puzzle: each asks the library and writes what it says as lines of events. */

#ifndef QUESTION_H
#define QUESTION_H

#include "ask.h"
#include "job.h"

struct question {
  struct job *job;
  json_t *root; /* the body */
  struct ask ask;
  bcov_puzzle *puzzle;
  bcov_printer *printer; /* once a covering was shown */
  bcov_answer answer;
  char *report;      /* JSON */
  bool counted;      /* the answer's count is part of it */
  bcov_status shown; /* what went wrong while a covering was shown */
};

/* The work of every job about a puzzle: reads the body, then asks what the endpoint says. */
void question_work (struct job *job);

/* What endpoints ask. */
bcov_status question_convert (struct question *question);
bcov_status question_count (struct question *question);
bcov_status question_list (struct question *question);
bcov_status question_covering (struct question *question);
bcov_status question_sample (struct question *question);
bcov_status question_fill (struct question *question);
bcov_status question_heat (struct question *question);
bcov_status question_hint (struct question *question);
bcov_status question_explain (struct question *question);
bcov_status question_trace (struct question *question);
bcov_status question_draw (struct question *question); /* picture.c */

/* The request as the library wants it, with the limits of the job. */
const bcov_request *question_request (struct question *question);

#endif
