/* How to answer a question.  Copies share the memory and the stop flag of the original. */

#ifndef BCOV_REQUEST_H
#define BCOV_REQUEST_H

#include "base/control.h"
#include "base/mem.h"

/* All zero gives the defaults, with the memory of the puzzle. */
struct bcov_request {
  bcov_mem *mem;        /* of runs and their results; NULL: that of the puzzle */
  const char *engine;   /* NULL or "auto", "brute", "search", "frontier", "sat", "match" */
  unsigned threads;     /* 0: one for each processor core */
  double seconds;       /* time limit; 0: none */
  uint64_t limit;       /* count, list: stop at this number of coverings; 0: all */
  uint32_t part, parts; /* part PART (from 1) of PARTS; 0, 0: the whole */
  bool up_to_symmetry;
  unsigned without; /* BCOV_WITHOUT_ bits */
  uint64_t seed;
  uint64_t probes; /* estimate: partial coverings to examine; 0: as many as the time allows */
  bcov_see_progress *progress;
  void *progress_data;
  double progress_every;      /* least seconds between two reports; 0: a tenth */
  atomic_bool *stop;          /* polled; true stops the run */
  const atomic_bool *closing; /* the same, of a cursor that is being freed; NULL: none */
};

/* A copy of REQUEST; all zero if it is NULL. */
bcov_request bcov_request_copy (const bcov_request *request);

/* The members of REQUEST, which may be NULL, that a control needs. */
bcov_watch bcov_request_watch (const bcov_request *request);

/* Holds the memory of REQUEST or, if it has none, makes new memory; the caller deletes it.  Returns
   NULL with a message if the machine is out of memory. */
bcov_mem *bcov_request_memory (const bcov_request *request, bcov_error *err);

/* The memory for a question about PUZZLE. */
bcov_mem *bcov_request_mem (const bcov_request *request, const bcov_puzzle *puzzle);

#endif
