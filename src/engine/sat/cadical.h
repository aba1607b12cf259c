/* The SAT solver CaDiCaL behind a C interface.  No exception leaves it.  In builds without CaDiCaL,
   bcov_cadical_exists returns false and nothing else may be called. */

#ifndef BCOV_CADICAL_H
#define BCOV_CADICAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bcov_cadical bcov_cadical;

typedef enum {
  BCOV_CADICAL_OPEN,  /* the conflicts are used up, or the poll ended the run */
  BCOV_CADICAL_MODEL, /* satisfiable: values are known until the next clause */
  BCOV_CADICAL_NONE,  /* unsatisfiable */
  BCOV_CADICAL_FULL   /* the machine is out of memory; the solver can only be freed */
} bcov_cadical_outcome;

/* Called often while the solver runs.  Returns false to end the run, which can be continued. */
typedef bool bcov_cadical_poll (void *data);

bool bcov_cadical_exists (void);

/* Returns a solver without clauses, or NULL if the machine is out of memory.  If FINDING, it is set
   to find solutions rather than proofs that there is none. */
bcov_cadical *bcov_cadical_new (bool finding);
void bcov_cadical_free (bcov_cadical *solver);

/* Adds a clause.  Returns false if the machine is out of memory. */
bool bcov_cadical_add (bcov_cadical *solver, const int *literals, size_t count);

/* Solves, for at most CONFLICTS conflicts (0: any number).  Learnt clauses are kept, so that a
   second call continues. */
bcov_cadical_outcome bcov_cadical_solve (bcov_cadical *solver, uint64_t conflicts,
                                         bcov_cadical_poll *poll, void *data);

bool bcov_cadical_value (bcov_cadical *solver, int variable);

/* The clauses learnt so far, about one for each conflict, and their literals. */
uint64_t bcov_cadical_learnt (const bcov_cadical *solver);
uint64_t bcov_cadical_literals (const bcov_cadical *solver);

#ifdef __cplusplus
}
#endif

#endif
