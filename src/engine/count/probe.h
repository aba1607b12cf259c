/* The states of a program level by level, without values: only how many there are. */

#ifndef BCOV_PROBE_H
#define BCOV_PROBE_H

#include "base/control.h"
#include "engine/cuts/pocket.h"

typedef struct {
  double *states;              /* after each level */
  double *transitions;         /* in each level */
  uint64_t steps;              /* taken, also on a level that was not finished */
  uint32_t levels;             /* so many are known, all of them unless there was too much to do */
  double widest, total, moves; /* of these: the most states, all states, all transitions */
} bcov_probe;

/* Goes through the levels of PROGRAM as long as that takes no more than MOST steps, each about a
   nanosecond or two.  POCKETS may be NULL. */
bcov_status bcov_probe_run (const bcov_program *program, const bcov_pockets *pockets, uint64_t most,
                            bcov_control *control, bcov_probe *out, bcov_error *err);
void bcov_probe_free (bcov_mem *mem, bcov_probe *probe);

#endif
