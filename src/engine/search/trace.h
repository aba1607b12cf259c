/* The search as a teacher would draw it: one step after the other, each handed to a sink. */

#ifndef BCOV_TRACE_H
#define BCOV_TRACE_H

#include "base/control.h"
#include "model/compile/compile.h"
#include "puzzle/step_kind.h"
#include "engine/result.h"

/* Free cells that touch no others along a side, of a number that no pieces left add up to. */
typedef struct {
  const uint32_t *cells; /* sorted; they hold until the next step */
  uint32_t count;
  bool only; /* there is no other region */
} bcov_odd_region;

/* A step; what does not belong to its kind is 0.  Each BCOV_TRY is followed, after all that comes
   of it, by its BCOV_BACK at the same depth, unless the sink has seen enough. */
typedef struct {
  bcov_step_kind kind;
  uint32_t depth;  /* options taken before this step (BCOV_BACK: before its BCOV_TRY) */
  uint32_t item;   /* choose, leave: which; cut: what lacks options, BCOV_NO_ITEM: a region */
  uint32_t ways;   /* choose, cut: options of the item; try: of the level */
  uint32_t needed; /* choose, cut: touches the item lacks; 0: it may be left */
  uint32_t number; /* try: the how manieth of WAYS, from 1 */
  uint32_t option; /* try, back: by its number in the compiled model */
  bool without;    /* cut: because the option taken back last is now ruled out */
  bcov_odd_region region; /* cut */
  const uint32_t *taken;  /* options taken after this step */
  size_t n_taken;
} bcov_trace_step;

/* False when it has seen enough. */
typedef bool bcov_trace_sink (void *data, const bcov_trace_step *step);

/* Searches all solutions of a model just as it was compiled.  With WITH_REGIONS, branches in which
   a region of free cells cannot be filled are cut; not on boards of more than 4096 cells, and not
   where a piece has several parts.  RESULT (already initialised) gets the solutions
   met; it is incomplete when the sink has seen enough or the control said stop. */
bcov_status bcov_trace_run (const bcov_compiled *compiled, bool with_regions, bcov_control *control,
                            bcov_trace_sink *sink, void *data, bcov_result *result,
                            bcov_error *err);

#endif
