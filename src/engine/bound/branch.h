/* Branch and bound for `fill`: proves how many cells can be covered.

     bcov_branch *branch;
     bcov_branch_new (job, &effort, &branch, err);
     bcov_branch_search (branch, work, &done, err);     as often as necessary
     bcov_branch_answer (branch, result, err);
     bcov_branch_free (branch);

   The filling depends on the model and on the amounts of work, not on the threads. */

#ifndef BCOV_BRANCH_H
#define BCOV_BRANCH_H

#include "engine/engine.h"
#include "engine/program/program.h"

typedef struct bcov_branch bcov_branch;

/* How the planner wants a tree to be searched. */
typedef struct {
  uint64_t root_steps;  /* of the local search before the search of the tree, ... */
  uint64_t round_steps; /* ... and after each round */
  uint64_t first_nodes; /* below each open node in the first round; doubled in each round ... */
  uint64_t most_nodes;  /* ... up to this */
} bcov_branch_effort;

/* Starts a search for the best filling of the reduced model of JOB, which must outlive it. */
bcov_status bcov_branch_new (const bcov_job *job, const bcov_branch_effort *effort,
                             bcov_branch **out, bcov_error *err);
void bcov_branch_free (bcov_branch *branch);

/* Returns whether the relaxation of MODEL fits into BYTES for each of WORKERS. */
bool bcov_branch_applies (const bcov_model *model, size_t bytes, uint32_t workers);

/* Offers what another engine FOUND: its filling, its nodes, and whether that is the best of all. */
bcov_status bcov_branch_offer (bcov_branch *branch, const bcov_result *found, bcov_error *err);

/* Returns the cells of the best filling so far, and the most that a filling may cover. */
uint64_t bcov_branch_gain (const bcov_branch *branch);
uint64_t bcov_branch_upper (const bcov_branch *branch);

/* Returns the choices of sweeps and the nodes of the tree so far. */
uint64_t bcov_branch_nodes (const bcov_branch *branch);

/* The steps before a search, each of which may be skipped: a local search of STEPS steps, ... */
bcov_status bcov_branch_refill (bcov_branch *branch, uint64_t steps, bool *done, bcov_error *err);

/* ... the relaxation of the model, ... */
bcov_status bcov_branch_relax (bcov_branch *branch, bool *done, bcov_error *err);

/* ... and a sweep along PROGRAM (sweep.h) with the prices that are known, which gives up beyond
   STATES states.  With BEAM, it keeps that many states of a level and only looks for a good
   filling.
 */
bcov_status bcov_branch_sweep (bcov_branch *branch, const bcov_program *program, uint64_t states,
                               uint64_t beam, bool *done, bcov_error *err);

/* Another search, which runs beside the open nodes of a round. */
typedef struct {
  /* Looks for fillings with more cells than the best one; WORKER is the thread. */
  bcov_status (*run) (void *data, size_t worker, bcov_result *found);
  void *data;
} bcov_branch_guest;

/* Lets GUEST run beside the first round of the next bcov_branch_search, if that has one. */
void bcov_branch_invite (bcov_branch *branch, const bcov_branch_guest *guest);

/* Searches for about WORK operations (0: to the end).  Sets *DONE to whether the best filling is
   known or the control stopped the run. */
bcov_status bcov_branch_search (bcov_branch *branch, double work, bool *done, bcov_error *err);

/* Stores the best filling, the bound and the statistics in RESULT. */
bcov_status bcov_branch_answer (const bcov_branch *branch, bcov_result *result, bcov_error *err);

#endif
