/* What `explain` says. */

#ifndef BCOV_EXPLAIN_H
#define BCOV_EXPLAIN_H

#include "base/text.h"
#include "puzzle/puzzle.h"

/* Everything known about a puzzle before it is solved. */
typedef struct {
  const bcov_puzzle *puzzle;
  uint64_t items, options; /* of the compiled model */
  uint64_t reduced_items, reduced_options, components;
  uint64_t symmetries;
  const char *engine;
  double nodes;                 /* estimated, of the search; negative: unknown */
  double states, widest, bytes; /* of the frontier */
  bool fits;                    /* the memory allowed is enough */
  bool none;                    /* there is provably no covering */
  const char *why;              /* lines that prove it */
} bcov_explain_facts;

void bcov_explain_text (const bcov_explain_facts *facts, bcov_text *out);
bcov_status bcov_explain_json (const bcov_explain_facts *facts, bcov_text *out, bcov_error *err);

#endif
