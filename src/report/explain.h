/* Writes the report of `explain`. */

#ifndef BCOV_EXPLAIN_H
#define BCOV_EXPLAIN_H

#include "base/text.h"
#include "puzzle/puzzle.h"
#include "question/estimate_run.h"

/* The steps that take time, in this order. */
typedef enum {
  BCOV_EXPLAIN_ALL, /* nothing is missing */
  BCOV_EXPLAIN_MODEL,
  BCOV_EXPLAIN_SYMMETRIES,
  BCOV_EXPLAIN_REDUCED,
  BCOV_EXPLAIN_COST,
} bcov_explain_stage;

/* What is known about a puzzle before it is solved. */
typedef struct {
  const bcov_puzzle *puzzle;
  bcov_explain_stage stopped; /* the first step whose facts are missing */
  uint64_t items, options;    /* of the compiled model */
  uint64_t reduced_items, reduced_options, components;
  uint64_t symmetries;
  const char *engine;
  double seconds; /* estimated; not shown */
  double nodes;   /* estimated nodes of the search; negative: unknown */
  double states, widest,
      bytes;      /* estimates for the frontier: all states, the widest level, memory */
  bool estimated; /* the count takes long, so GUESS is the number of coverings */
  bcov_guess guess;
  bool fits;       /* the memory limit is sufficient */
  bool none;       /* it is proved that there is no covering */
  const char *why; /* the proofs, one per line; used if NONE */
} bcov_explain_facts;

void bcov_explain_text (const bcov_explain_facts *facts, bcov_text *out);
bcov_status bcov_explain_json (const bcov_explain_facts *facts, bcov_text *out, bcov_error *err);

#endif
