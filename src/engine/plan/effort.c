/* A small tree is over before threads have started; a large one is divided into units, so that
   threads share it evenly and progress can be told.  Parts always are units, whatever the size, as
   part K of N must be the same everywhere. */

#include "engine/plan/effort.h"
#include "engine/plan/tuning.h"

#include <assert.h>
#include <math.h>

static bool is_part (const bcov_job *job)
{
  return job->share.parts > 1;
}

bcov_quick_effort bcov_effort_quick (const bcov_job *job, double nodes, const bcov_parity *parity)
{
  assert (job->workers && nodes >= 0);
  double most = (double)bcov_mem_left (job->model->mem) / 8 / job->workers;
  double dead = fmax (BCOV_QUICK_DEAD_NODE * nodes, BCOV_QUICK_LEAST_DEAD);
  double cache = job->without & BCOV_WITHOUT_SHAPES ? 0 : BCOV_QUICK_CACHE_NODE * nodes;
  bcov_quick_effort effort = {.parity = parity,
                              .dead_bytes = (size_t)fmin (fmin (dead, BCOV_QUICK_MOST_DEAD), most),
                              .cache_bytes =
                                  (size_t)fmin (fmin (cache, BCOV_QUICK_MOST_CACHE), most)};
  if (is_part (job) || nodes > (job->workers > 1 ? BCOV_QUICK_SMALL : BCOV_QUICK_SHORT))
    effort.units = (uint64_t)fmax (BCOV_QUICK_UNITS, (double)job->share.parts * BCOV_UNITS_A_PART);
  return effort;
}

bool bcov_effort_restarts (const bcov_job *job)
{
  return job->sink && job->limit == 1 && !is_part (job) && job->objective != BCOV_MOST;
}

bcov_search_effort bcov_effort_search (const bcov_job *job, double nodes, const bcov_parity *parity)
{
  bool large = nodes > BCOV_SEARCH_LARGE;
  bool together = job->workers > 1 && job->objective != BCOV_MOST;
  uint32_t parts = is_part (job) ? job->share.parts : BCOV_WHOLE_PARTS;
  size_t most = bcov_mem_left (job->model->mem) / BCOV_BITSET_SHARE / job->workers;
  bcov_search_effort effort = {.parity = parity,
                               .bitset_bytes = most < BCOV_BITSET_BYTES ? most : BCOV_BITSET_BYTES,
                               .restarts = bcov_effort_restarts (job),
                               .team = together && large,
                               .team_units = BCOV_UNITS_A_PART};
  if (is_part (job) || large)
    effort.units = (uint64_t)parts * BCOV_UNITS_A_PART;
  if (together && !large && !job->sink)
    effort.alone = BCOV_SEARCH_ALONE;
  assert (!effort.team || effort.units);
  return effort;
}
