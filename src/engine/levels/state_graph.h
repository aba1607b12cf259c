/* The states of all levels of the frontier, as a graph.  It answers questions that return to
   earlier levels: the solution of a given rank, the rank of a solution, samples, uses of each
   option, and the best solution.

   Solutions are ordered by their choices at each level: first the moves in the order of the
   program, then no move.

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
  bool most;       /* the number of a state is the most cells that can still be covered, plus
                      one; else its number of completions */
  uint64_t states; /* give up beyond this number of states (including dead ones); 0: never */
  bcov_control *control;
} bcov_state_graph_asked;

/* Must not be moved, because its layers point into it. */
typedef struct {
  bcov_state_graph_asked asked;
  bcov_mem *mem;
  bcov_layer *layers;  /* one before each level, and one after the last */
  uint32_t levels;     /* of the program */
  uint32_t *gains;     /* with `most`: cells covered by each move of the program */
  uint64_t met, alive; /* states found, and states kept because they have a completion */
  uint64_t nodes;      /* choices tried */
  uint64_t pending;    /* choices since the last poll of the control */
  bool given_up;       /* there were too many states; nothing else is valid */
  bool on_disk;        /* the layers did not fit into memory */
  bcov_spill rough, done;
} bcov_state_graph;

/* Goes through all levels, forward and back.  Layers that do not fit into memory go to temporary
   files. Returns BCOV_STOPPED without a message if the control stops the run (see
   bcov_control_status). Free OUT also if it was given up. */
bcov_status bcov_state_graph_make (const bcov_state_graph_asked *asked, bcov_state_graph *out,
                                   bcov_error *err);
void bcov_state_graph_free (bcov_state_graph *graph);

/* Frees memory: moves all layers except FIRST and FIRST+1 to files. */
bcov_status bcov_state_graph_make_way (bcov_state_graph *graph, uint32_t first, bcov_error *err);

/* Sets TOTAL to the number of solutions (with `most`: the most cells plus one, or 0 if there is no
 * solution). */
bcov_status bcov_state_graph_total (const bcov_state_graph *graph, mpz_t total, bcov_error *err);

/* Calls SEE for each choice at LEVEL that leads from a state of its layer to a state (TO) of the
   next.  Both layers must be in memory.  Returns BCOV_STOPPED without a message if the control
   stops the run. */
typedef void bcov_state_graph_see (void *data, uint32_t state, uint32_t choice, uint32_t to);
bcov_status bcov_state_graph_follow (bcov_state_graph *graph, uint32_t level,
                                     bcov_state_graph_see *see, void *data);

/* Choices at a level are numbered: choice C is move first_move + C, and the last choice is no move.
   A state whose guard is covered has only the last choice. */
static inline uint32_t bcov_state_graph_last (const bcov_program *program, uint32_t level)
{
  return program->levels.data[level].moves;
}

static inline uint32_t bcov_state_graph_first (const bcov_program *program, uint32_t level,
                                               const uint64_t *key)
{
  return bcov_program_covered (program, level, key) ? bcov_state_graph_last (program, level) : 0;
}

/* Sets OUT to the state after CHOICE; returns false if CHOICE is impossible. */
bool bcov_state_graph_step (const bcov_program *program, uint32_t level, uint32_t choice,
                            const uint64_t *key, uint64_t *out);

/* Returns the option of CHOICE (not the last) in the model of the program. */
static inline uint32_t bcov_state_graph_option (const bcov_program *program, uint32_t level,
                                                uint32_t choice)
{
  return program->moves.data[program->levels.data[level].first_move + choice].option;
}

/* Returns the cells that CHOICE covers (with `most`). */
static inline uint64_t bcov_state_graph_gain (const bcov_state_graph *graph, uint32_t level,
                                              uint32_t choice)
{
  const bcov_level *l = &graph->asked.program->levels.data[level];
  return choice < l->moves ? graph->gains[l->first_move + choice] : 0;
}

#endif
