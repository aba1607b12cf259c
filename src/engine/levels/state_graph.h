/* All levels of the frontier, kept: for the questions that need to come back to a level, which are
   the K-th solution, the number of a solution, samples, uses of each option, and the best solution.

   Solutions are numbered in the order of the choices at each level: the moves in the order of the
   program, then without a move; so the first ones are not the emptiest.

     bcov_state_graph graph;
     bcov_status status = bcov_state_graph_make (&asked, &graph, err);
     ... walk.h, option_counts.h ...
     bcov_state_graph_free (&graph); */

#ifndef BCOV_STATE_GRAPH_H
#define BCOV_STATE_GRAPH_H

#include "engine/engine.h"
#include "engine/levels/layer.h"
#include "engine/program/program.h"

typedef struct {
  const bcov_program *program;
  const bcov_model *model; /* of the program */
  bool most;               /* numbers are the most cells that can still be covered, plus one; else
                              how many completions a state has */
  uint64_t states; /* give up beyond so many states (before dead ones are dropped); 0: never */
  bcov_control *control;
} bcov_state_graph_asked;

/* It stays where it was made: its layers point into it. */
typedef struct {
  bcov_state_graph_asked asked;
  bcov_mem *mem;
  bcov_layer *layers;  /* one before each level, and one behind the last */
  uint32_t levels;     /* of the program */
  uint32_t limbs;      /* of the largest number of all layers */
  uint32_t *gains;     /* with `most`: cells that each move of the program covers */
  uint64_t met, alive; /* states: met, and kept, since a solution goes through them */
  uint64_t nodes;      /* choices looked at */
  uint64_t pending;    /* of them since the control was asked */
  bool given_up;       /* there were more states than asked for; nothing else is known */
  bool on_disk;        /* memory did not hold them */
  bcov_spill rough, done;
} bcov_state_graph;

/* Goes through all levels, forward and back.  What memory does not hold goes to temporary files.
   BCOV_STOPPED without a message when the control says so: see bcov_control_status.  When it was
   given up there is nothing in it, but it is to be freed all the same. */
bcov_status bcov_state_graph_make (const bcov_state_graph_asked *asked, bcov_state_graph *out,
                                   bcov_error *err);
void bcov_state_graph_free (bcov_state_graph *graph);

/* Sends all layers to files but for FIRST and FIRST+1, to make room. */
bcov_status bcov_state_graph_make_way (bcov_state_graph *graph, uint32_t first, bcov_error *err);

/* How many solutions there are (of `most`: the most cells plus one; 0 without a solution). */
bcov_status bcov_state_graph_total (const bcov_state_graph *graph, mpz_t total, bcov_error *err);

/* Calls SEE for each choice at LEVEL that leads from a state of its layer to one (TO) of the next;
   both must be in memory.  BCOV_STOPPED, without a message, when the control says so. */
typedef void bcov_state_graph_see (void *data, uint32_t state, uint32_t choice, uint32_t to);
bcov_status bcov_state_graph_follow (bcov_state_graph *graph, uint32_t level,
                                     bcov_state_graph_see *see, void *data);

/* Choices at a level are numbers: C is its move first_move + C, the last is without a move.  A
   state whose guard is covered has the last alone. */
static inline uint32_t bcov_state_graph_last (const bcov_program *program, uint32_t level)
{
  return program->levels.data[level].moves;
}

static inline uint32_t bcov_state_graph_first (const bcov_program *program, uint32_t level,
                                               const uint64_t *key)
{
  return bcov_program_covered (program, level, key) ? bcov_state_graph_last (program, level) : 0;
}

/* The state after CHOICE; false when there is none. */
bool bcov_state_graph_step (const bcov_program *program, uint32_t level, uint32_t choice,
                            const uint64_t *key, uint64_t *out);

/* The option of CHOICE (not the last) in the model of the program. */
static inline uint32_t bcov_state_graph_option (const bcov_program *program, uint32_t level,
                                                uint32_t choice)
{
  return program->moves.data[program->levels.data[level].first_move + choice].option;
}

/* What `most` adds for CHOICE. */
static inline uint64_t bcov_state_graph_gain (const bcov_state_graph *graph, uint32_t level,
                                              uint32_t choice)
{
  const bcov_level *l = &graph->asked.program->levels.data[level];
  return choice < l->moves ? graph->gains[l->first_move + choice] : 0;
}

#endif
