/* A search that passes each of its steps to a sink, for explanations. */

#ifndef BCOV_TRACE_H
#define BCOV_TRACE_H

#include "base/control.h"
#include "model/compile/compile.h"
#include "puzzle/step_kind.h"
#include "engine/result.h"

/* A region of free cells whose size is not a sum of sizes of the remaining pieces. */
typedef struct {
  const uint32_t *cells; /* sorted; valid until the next step */
  uint32_t count;
  bool only; /* it is the only region */
} bcov_odd_region;

/* A step.  Members that do not belong to its kind are 0.  After each BCOV_TRY and everything below
   it there is a BCOV_BACK at the same depth, unless the sink ends the run. */
typedef struct {
  bcov_step_kind kind;
  uint32_t depth;  /* options taken before this step (BCOV_BACK: before its BCOV_TRY) */
  uint32_t item;   /* choose, leave: the item; cut: the item that lacks options, or BCOV_NO_ITEM */
  uint32_t ways;   /* choose, cut: options of the item; try: of the level */
  uint32_t needed; /* choose, cut: touches that the item lacks; 0: it may be left */
  uint32_t number; /* try: its index among WAYS, from 1 */
  uint32_t option; /* try, back: by its number in the compiled model */
  bool without;    /* cut: caused by ruling out the last option */
  bcov_odd_region region; /* cut */
  const uint32_t *taken;  /* options taken after this step */
  size_t n_taken;
} bcov_trace_step;

/* Returns false to end the run. */
typedef bool bcov_trace_sink (void *data, const bcov_trace_step *step);

/* Searches all solutions of a model as it was compiled.  WITH_REGIONS cuts branches in which a
   region of free cells cannot be filled, unless the board has more than 4096 cells or a piece has
   several parts.  RESULT, which must be initialised, gets the number of solutions; it is incomplete
   if the sink or the control ends the run. */
bcov_status bcov_trace_run (const bcov_compiled *compiled, bool with_regions, bcov_control *control,
                            bcov_trace_sink *sink, void *data, bcov_result *result,
                            bcov_error *err);

#endif
